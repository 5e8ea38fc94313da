"""Converts notebooks (.ipynb) to scripts, and runs them cell by cell.

Lines that only a notebook can run are left out. As in Jupyter, an exception ends only its cell, and
the next cell runs. A course hands out cells with the tag EXPLORE for experiments. Only their
imports and definitions run.
"""

from __future__ import annotations
import __future__

import ast
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from aima_search.base.errors import InputError

ENDING = ".ipynb"
LEFT_OUT = "left out: "
"""The start of the comment that replaces a line that only a notebook can run."""

EXPLORE = "explore"
"""The tag of cells for experiments. Only their imports and definitions are part of the script."""

WRITTEN = re.compile(rb"(?m)^# left out: %%(?:writefile|file)\s+(\w+)\.py\b")
"""The modules that a notebook writes; their code runs in the notebook itself."""

_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
_DAMAGED = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
_CELL = "# code cell "
_MARK = re.compile(rf"(?m)^{_CELL}(\d+)( {EXPLORE})?$")
_FUTURE = re.compile(r"(?m)^from __future__ import (\w+)")
_DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_CONTAINERS = {
    "Counter",
    "defaultdict",
    "deque",
    "dict",
    "float",
    "frozenset",
    "list",
    "set",
    "tuple",
}
PREDEFINED = ("display", "get_ipython")
"""The functions that Jupyter provides. In the script, they do nothing."""
_OWN = """def display(*values, **options): pass
def get_ipython():
    return type("Shell", (), {"__getattr__": lambda shell, name: lambda *values, **options: None})()
"""
_BODY_RUNS = re.compile(r"%%(time|timeit|capture|prun|python3?|(?:writefile|file)\s+\S+\.py)\b")
_TIMED = re.compile(r"^(\s*(?:[\w., ]+=\s*)?)%time\s+(?=[^-\s])")
_RUN = re.compile(r"^(\s*)%run\s+(?:-\w+\s+)*(\w+)\.py\s*$")
_MAGIC = re.compile(r"(\s*)([%!?]|[\w., ]+=\s*[%!]|[\w.]+\?\??\s*$)")


def script_of(path: str, content: str | bytes) -> str | bytes:
    """Return a notebook's content as a Python script; return other files' content unchanged."""
    if not path.endswith(ENDING):
        return content
    try:
        cells = list(_code_cells(json.loads(content)))
    except _DAMAGED:
        raise InputError("expected a notebook in format 4: save the file with Jupyter") from None
    lines = [_OWN]
    for number, (text, is_explore) in enumerate(cells, 1):
        tag = f" {EXPLORE}" if is_explore else ""
        code = _MARK.sub(r"#\g<0>", _without_magic(text, is_explore))  # a student's own comment
        lines.append(f"{_CELL}{number}{tag}\n{code}\n")
    return "".join(lines)


def code_of(content: bytes) -> str:
    """Return the code of all cells of a notebook as one text, or "" if the notebook is damaged."""
    with suppress(*_DAMAGED):
        return "\n".join([_without_magic(*cell) for cell in _code_cells(json.loads(content))])
    return ""


def parts_of(script: str) -> Iterator[tuple[str, bool]]:
    """Split a notebook's script into parts that run one by one; yield pairs (code, is_explore).

    A cell with the tag EXPLORE is split into its statements; any other cell is one part. Empty
    lines before the code of a part keep its line numbers equal to those in the script. A
    ``__future__`` import also applies to all later cells.
    """
    pieces = _MARK.split(script)
    above, features = 0, list[str]()
    for tag, text in zip(["", *pieces[2::3]], pieces[::3], strict=True):
        begin = f"from __future__ import {', '.join(features)}" if features else ""
        for first, code, _ in _statements(text) if tag else [(0, text, False)]:
            yield begin + "\n" * (above + first) + code, bool(tag)
        above += text.count("\n")
        named = _FUTURE.findall(text)
        features += [name for name in __future__.all_feature_names if name in named]


def _statements(text: str) -> list[tuple[int, str, bool]]:
    """Return a triple (index of the first line, code, is_definition) for each statement."""
    lines, found = text.split("\n"), list[tuple[int, str, bool]]()
    tree = ast.Module([], [])
    with suppress(*_UNREADABLE):
        tree = ast.parse(text)
    end = 0
    for node in tree.body:
        first = min(part.lineno for part in (*getattr(node, "decorator_list", ()), node)) - 1
        is_definition = _is_definition(node)
        if first < end:
            first, _, was_definition = found.pop()
            is_definition |= was_definition
        end = node.end_lineno or 0
        found.append((first, "\n".join(lines[first:end]), is_definition))
    return found


def place_in(name: str, line: int, script: str) -> str:
    """Return "NAME, line N" for a line of a script; for a notebook, add the number of the cell."""
    if name.endswith(ENDING):
        before = script.splitlines()[: line - 1]
        for at in range(len(before), 0, -1):
            if mark := _MARK.match(before[at - 1]):
                return f"{name}, cell {mark[1]}, line {line - at}"
    return f"{name}, line {line}"


def _code_cells(notebook: Any) -> Iterator[tuple[str, bool]]:
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            tags = cell.get("metadata", {}).get("tags", ())
            yield "".join(cell["source"]), EXPLORE in tags


def _without_magic(text: str, is_explore: bool) -> str:
    lines = re.split("\r\n?|\n", text.rstrip("\r\n"))
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%"):
        if not _BODY_RUNS.match(first):
            return "\n".join(f"# {LEFT_OUT}{line}" for line in lines)
        lines[lines.index(first)] = f"# {LEFT_OUT}{first}"
    lines = _plain_lines(lines)
    return "\n".join(_with_only_definitions(lines) if is_explore else lines)


def _is_definition(statement: ast.stmt) -> bool:
    """Return True for imports, functions, classes, and assignments that call only _CONTAINERS."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return isinstance(statement, _DEFINITIONS)
    calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
    names = {ast.unparse(call.func) for call in calls}
    return isinstance(statement.value, ast.Lambda) or names <= _CONTAINERS


def _with_only_definitions(lines: list[str]) -> list[str]:
    kept = set[int]()
    for first, code, is_definition in _statements("\n".join(lines)):
        if is_definition:
            kept.update(range(first, first + code.count("\n") + 1))
    return [line if number in kept else f"# {line}" for number, line in enumerate(lines)]


def _plain_lines(lines: list[str]) -> list[str]:
    """Return the lines of a notebook cell; comment out lines such as ``%matplotlib inline``."""
    plain: list[str] = []
    while lines != plain:
        plain = lines
        try:
            ast.parse("\n".join(plain))
        except SyntaxError as error:
            at = (error.lineno or 1) - 1
            lines = [*plain[:at], *map(_plain_line, plain[at : at + 1]), *plain[at + 1 :]]
        except _UNREADABLE:
            break
    return plain


def _plain_line(line: str) -> str:
    if run := _RUN.match(line):
        return f"{run[1]}from {run[2]} import *  # {LEFT_OUT}{line.strip()}"
    line, is_timed = _TIMED.subn(r"\1", line)
    found = None if is_timed else _MAGIC.match(line)
    return line if found is None else f"{found[1]}pass  # {LEFT_OUT}{line.strip()}"
