"""Reads copies of the textbook's search module: the module that replaces it, and its changes.

A function is recognised by its form, a hash of its syntax tree without docstrings. ``forms.txt``
has the name and the forms of each function of the textbook's repository since 2016.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass
from functools import cache
from hashlib import sha1
from importlib import import_module
from pathlib import Path
from tokenize import detect_encoding
from typing import Any

from aima_search.base.errors import InputError

_SEARCHES = {"astar_search", "best_first_graph_search", "best_first_search", "graph_search"} | {
    *("breadth_first_graph_search", "breadth_first_search", "tree_search")
}


@dataclass(frozen=True)
class Copy:
    """The contents of a copy of the textbook's module.

    module: our module that replaces it. names: all its top-level names. changed, added: functions,
    methods ("Node.expand") and data that no version of the textbook's module has in this form, or
    that neither it nor our module has. has_utils: the ``utils.py`` next to it is the textbook's.
    """

    module: str
    names: frozenset[str]
    changed: tuple[str, ...]
    added: tuple[str, ...]
    has_utils: bool


def read_copy(file: Path) -> Copy | None:
    """Return the contents of a copy, None if the file is not a copy of the textbook's module."""
    tree = parse_python(read_python(file)[0], file)
    parts, names = _parts_of(tree), _names_of(tree)
    tops = {name.partition(".")[0] for name in parts}
    if "Problem" not in tops or not _SEARCHES & tops:
        return None
    beside = file.with_name("utils.py")
    utils = _parts_of(parse_python(read_python(beside)[0], beside)) if beside.is_file() else {}
    module = _module_of(utils | parts, tree)
    known = forms() if module in ("search", "search2020") else {}  # of 2016 and later
    return Copy(
        module=module,
        names=names,
        changed=tuple(n for n in parts if n in known and form_of(parts[n]) not in known[n]),
        added=_added(parts, import_module(f"aima_search.{module}")),
        has_utils=any(form_of(utils[name]) in forms()[name] for name in utils.keys() & forms()),
    )


def read_python(file: Path) -> tuple[str, str]:
    """Return the text of a Python file, with its line ends, and its encoding."""
    data = file.read_bytes()
    try:
        encoding, _ = detect_encoding(iter(data.splitlines(keepends=True)).__next__)
        return data.decode(encoding), encoding
    except (SyntaxError, UnicodeDecodeError) as error:
        raise InputError(f"{file}: expected a text in UTF-8: {error}") from None


def parse_python(text: str, file: Path) -> ast.Module:
    """Return the syntax tree of a text; InputError names a line that is not Python 3."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of "\d"
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise InputError(
            f"{file}{line}: found {getattr(error, 'msg', error)}, expected Python 3; convert a"
            " program for Python 2 first"
        ) from None


@cache
def forms() -> dict[str, list[str]]:
    """Return the forms of each function of the textbook's module."""
    lines = Path(__file__).with_name("forms.txt").read_text(encoding="ascii").splitlines()
    return {name: versions for name, *versions in map(str.split, lines)}


def form_of(part: ast.AST) -> str:
    """Return the form of a definition: ten digits, the same for every version of Python."""
    return sha1(_dump(part).encode()).hexdigest()[:10]


def _dump(value: Any) -> str:
    """Return a syntax tree as text, as ``ast.dump`` of Python 3.11 does, without docstrings."""
    if isinstance(value, list):
        return f"[{', '.join(map(_dump, value))}]"
    if not isinstance(value, ast.AST):
        return repr(value)
    fields = []
    for name in value._fields:
        field = getattr(value, name, None)
        if name == "type_params" or (field is None and getattr(type(value), name, ...) is None):
            continue
        if name == "body" and isinstance(value, ast.FunctionDef | ast.ClassDef):
            field = value.body[ast.get_docstring(value) is not None :] or [ast.Pass()]
        fields.append(f"{name}={_dump(field)}")
    return f"{type(value).__name__}({', '.join(fields)})"


def _parts_of(tree: ast.Module) -> dict[str, ast.AST]:
    """Return functions, methods, classes without methods, and data with known forms, by name."""
    parts: dict[str, ast.AST] = {}
    for part in tree.body:
        if isinstance(part, ast.ClassDef):
            methods = [method for method in part.body if isinstance(method, ast.FunctionDef)]
            parts |= {f"{part.name}.{method.name}": method for method in methods}
            if not methods:
                parts[part.name] = part
        elif isinstance(part, ast.FunctionDef):
            parts[part.name] = part
        elif isinstance(part, ast.Assign) and (name := ast.unparse(part.targets[0])) in forms():
            parts[name] = part.value
    return parts


def _names_of(tree: ast.Module) -> frozenset[str]:
    """Return the top-level names of a module, including imported names."""
    names = set()
    for part in tree.body:
        for node in ast.walk(part) if isinstance(part, ast.Assign) else [part]:
            names.add(getattr(node, "name", getattr(node, "id", "")))
        if isinstance(part, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in part.names}
    return frozenset(names)


def _added(parts: dict[str, ast.AST], ours: object) -> tuple[str, ...]:
    added = set()
    for name in parts.keys() - forms().keys():
        top, _, method = name.partition(".")
        if not hasattr(ours, top):
            added.add(top)
        elif method and not hasattr(getattr(ours, top), method):
            added.add(name)
    return tuple(sorted(added))


def _module_of(parts: dict[str, ast.AST], tree: ast.Module) -> str:
    if "Problem.successor" in parts and "Problem.actions" not in parts:
        return "search2e"
    if "expand" in parts and "Problem.is_goal" in parts:
        return "search4e"
    queue = [part for name, part in parts.items() if name.startswith("PriorityQueue.")]
    if queue:  # its entries are (f, number, item), or (f, item) in older versions
        inside = (node for part in queue for node in ast.walk(part))
        is_numbered = any(isinstance(node, ast.Tuple) and len(node.elts) > 2 for node in inside)
    else:
        is_numbered = any(getattr(node, "module", "") == "aima.utils" for node in tree.body)
    return "search" if is_numbered else "search2020"
