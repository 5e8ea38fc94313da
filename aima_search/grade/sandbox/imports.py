"""Finds the imports of modules that an assignment does not allow, before anything is run.

What is looked at is the text: an import that is put together while the code runs is not found.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path


def forbidden_import(folder: str, forbidden: Sequence[str]) -> str:
    """Return the first import that is not allowed, with its place; "" if all are allowed."""
    for path in sorted(Path(folder).rglob("*.py")) if forbidden else ():
        tree = ast.Module([], [])
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # Python reports it
            tree = ast.parse(path.read_bytes())
        for line, module in _named(tree):
            if any(module == one or module.startswith(f"{one}.") for one in forbidden):
                return f"{path.name}, line {line}: {module} is not to be used here"
    return ""


def _named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lines and modules of imports; a text that names a module may become an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
