"""A user's program: a script or a notebook, with the files next to it that it imports."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from aima_search.base.errors import InputError

# A notebook (.ipynb) as a script: its code cells in order, without what only a notebook can run.
#
# Before each cell stands a line that names it, so that a line of the script is found in its cell.


ENDING = ".ipynb"
LEFT_OUT = "left out: "
"""Begins the comment that stands for a line that only a notebook can run."""

EXPLORE = "explore"
"""The tag of cells that are for a reader to try, and are left out of the script."""

_DAMAGED = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
_CELL = "# code cell "
_OWN = "def display(*values, **options): pass\n"  # a notebook's own function, on one line
_BODY_RUNS = re.compile(r"%%(time|timeit|capture|prun|python3?|writefile\s+\S+\.py)\b")
_MAGIC = re.compile(r"(\s*)([%!?]|[\w., ]+=\s*[%!]|.*\w\?\??\s*$)")


def script_of(path: str, content: str | bytes) -> str | bytes:
    """Return the script of a notebook; any other file as it is. InputError if it is damaged."""
    if not path.endswith(ENDING):
        return content
    try:
        cells = list(_code_cells(json.loads(content)))
    except _DAMAGED:
        raise InputError("it is no notebook of format 4: save it anew") from None
    numbered = enumerate(map(_without_magic, cells), 1)
    return _OWN + "\n".join(f"{_CELL}{number}\n{text}" for number, text in numbered) + "\n"


def code_of(content: bytes) -> str:
    """Return the code cells of a notebook as they are, "" if it is damaged; nothing is parsed."""
    try:
        return "\n".join(_code_cells(json.loads(content)))
    except _DAMAGED:
        return ""


def place_in(name: str, line: int, script: str) -> str:
    """Return "file.py, line N" of a line of a script; of a notebook's script with the cell."""
    if name.endswith(ENDING):
        before = script.splitlines()[: line - 1]
        for at in range(len(before), 0, -1):
            if before[at - 1].startswith(_CELL):
                return f"{name}, cell {before[at - 1][len(_CELL) :]}, line {line - at}"
    return f"{name}, line {line}"


def _code_cells(notebook: Any) -> Iterator[str]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            source = "".join(cell["source"])
            tags = cell.get("metadata", {}).get("tags", ())
            yield f"%%{EXPLORE}\n{source}" if EXPLORE in tags else source


def _without_magic(text: str) -> str:
    """Return a cell with comments for the lines that are not Python, each line in its place."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if first == f"%%{EXPLORE}":
        return "\n".join(f"# {line}" for line in lines)
    if first.startswith("%%"):
        if not _BODY_RUNS.match(first):
            return "\n".join(f"# {LEFT_OUT}{line}" for line in lines)
        lines[lines.index(first)] = f"# {LEFT_OUT}{first}"
        text = "\n".join(lines)
    if _is_python(text):
        return text
    return "\n".join(map(_plain_line, lines))


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _plain_line(line: str) -> str:
    found = _MAGIC.match(line)
    return line if found is None else f"{found[1]}pass  # {LEFT_OUT}{line.strip()}"


# The files next to a user's file that the file imports: ``from helper import distance``.
#
# A file is a neighbour if Python itself finds no other module of its name: no file of a user
# stands in for an installed module. Only ``heuristics.py`` does, as it would if the user's file
# were run: many call their own helper so. Files of the same folder are neighbours, not packages.


_Text = TypeVar("_Text", str, bytes)

OWN_HELPER = "heuristics"
"""A package next to this package; a file next to a user's file may stand for its name."""


def with_neighbours(
    path: str,
    read: Callable[[str], _Text | None],
    is_one: Callable[[str], bool] = lambda path: True,
) -> dict[str, _Text]:
    """Return the texts of a file, of the neighbours that it imports, and so on, by their paths.

    read: gives the text at a path, None if there is no file. is_one: ``is_neighbour``, if nobody
    knows yet which files are neighbours.
    """
    found: dict[str, _Text] = {}
    waiting = [path]
    while waiting:
        path = waiting.pop()
        text = None if path in found else read(path)
        if text is not None:
            found[path] = text
            near = (neighbour(path, name) for name in _imported(path, text))
            waiting += [
                one for one in near if one != path and read(one) is not None and is_one(one)
            ]
    return found


def neighbour(path: str, name: str) -> str:
    """Return the path of the file that is a module of this name next to a file."""
    return str(Path(path).with_name(f"{name}.py"))


def is_neighbour(path: str) -> bool:
    """Tell whether Python finds no other module of the name of this file, or only ours."""
    name = Path(path).stem
    if name == OWN_HELPER:
        return True
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # as of __main__
        return False
    return spec is None or Path(spec.origin or "").resolve() == Path(path).resolve()


def _imported(path: str, text: str | bytes) -> Iterator[str]:
    """Yield the names of modules outside of packages that a text imports."""
    tree = ast.Module([], [])
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # reported when run
        tree = ast.parse(script_of(path, text))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        else:
            continue
        yield from (name for name in names if "." not in name)
