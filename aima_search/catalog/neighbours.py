"""The files next to a user's file that the file imports: ``from helper import distance``.

A file is a neighbour if Python itself finds no other module of its name: no file of a user stands
in for an installed module. Only ``heuristics.py`` does, as it would if the user's file were run:
many call their own helper so. Files of the same folder are neighbours, not packages.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from aima_search.catalog.notebooks import script_of

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
