"""A notebook (.ipynb) as a script: its code cells in order, without what only a notebook can run.

Before each cell stands a line that names it, so that a line of the script is found in its cell.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from aima_search.base.errors import InputError

ENDING = ".ipynb"
LEFT_OUT = "left out: "
"""Begins the comment that stands for a line that only a notebook can run."""

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
            source = cell["source"]
            yield source if isinstance(source, str) else "".join(source)


def _without_magic(text: str) -> str:
    """Return a cell with comments for the lines that are not Python, each line in its place."""
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
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
