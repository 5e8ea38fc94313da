"""Finds out whether a submission may run code that cannot be compared with other submissions.

A program can run a text or a hidden function in too many ways to list them. Therefore, this module
lists what is allowed: known modules, special names such as ``__init__``, and readable constants. A
program that uses anything else may be honest, but a teacher should read it.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from types import CodeType, CoroutineType, FrameType, GeneratorType, TracebackType

_KNOWN: dict[str, set[str]] = defaultdict(set)
for _line in Path(__file__).with_name("known_names.txt").read_text("utf-8").splitlines():
    _KNOWN[_line.partition(":")[0]].update(_line.split()[1:])
_MODULES, _SPECIAL = _KNOWN["modules"], _KNOWN["special"]
_PARTS = {name: _KNOWN[name] for name in ("os", "sys")}  # their other names can do everything
_WHOLE = _KNOWN["whole"]  # packages with all their modules
_BY_TEXT = {"attrgetter", "getattr", "methodcaller", "setattr"}  # use an attribute of any name
_NEVER_SET = {"__annotations__", "__builtins__", "__match_args__", "__name__"}
# unsafe, except the uses in _safe_uses; the builtins are safe as attributes, as in re.compile
_ANY_USE = _KNOWN["builtins"] | _BY_TEXT | _PARTS.keys()
_NEVER_USED = _KNOWN["unsafe"] | {  # with the attributes of frames and of other running code
    name
    for kind in (CodeType, CoroutineType, FrameType, GeneratorType, TracebackType)
    for name in (*dir(kind), "ag_frame", "modules")
    if "_" in name.strip("_") or name == "modules"
}
_SPECIAL_NAME = re.compile(r"__[a-z]\w*[a-z]__")
_LONG_WORD = re.compile(r"[^\s\u3000-\u303f\uff00-\uff20]{31,}")
_SIGNS = 12  # different characters in a word; rows of digits and lines of dashes have fewer
_MOST_PACKED = 400  # bytes of long words, or binary digits of a number


def is_visible(trees: Sequence[ast.Module], own: Collection[str]) -> bool:
    """Return True if the program can run only its own code and known modules."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    modules = {name for node in nodes for name in _imported_modules(node)} - {*own}
    names = {name for node in nodes for name in _names(node)}
    names |= {name for module in modules for name in module.split(".")}
    special = {name[2:-2] for name in names if _SPECIAL_NAME.fullmatch(name)}
    safe = {id(use) for node in nodes for use in _safe_uses(node)}
    return (
        all(name in _MODULES or name.split(".")[0] in _WHOLE | {*own} for name in modules)
        and names.isdisjoint(_NEVER_USED)
        and special <= _SPECIAL
        and not any(id(node) not in safe and _can_run_unseen_code(node) for node in nodes)
        and sum(map(_packed, nodes)) < _MOST_PACKED
    )


def without_main(tree: ast.Module) -> ast.Module:
    """Return a script without ``if __name__ == "__main__":``; an import does not run this block."""
    body: list[ast.stmt] = []
    for node in tree.body:
        is_main = isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"
        body += node.orelse if isinstance(node, ast.If) and is_main else [node]
    return ast.Module(body, tree.type_ignores)


def _imported_modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield node.module or ""


def names_used(node: ast.AST) -> Iterator[str]:
    """Yield the names in a node of a syntax tree, but not the names in the node's children."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)


def _names(node: ast.AST) -> Iterator[str]:
    yield from names_used(node)
    if isinstance(node, ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from _SPECIAL_NAME.findall(node.value)
    elif isinstance(node, ast.Call):
        yield from (name for text in _names_as_texts(node) or () for name in text.split("."))


def _names_as_texts(call: ast.Call) -> list[str] | None:
    """Return the attribute names in a call such as ``getattr(x, "name")``; None for other calls."""
    name = _name_of(call.func)
    if name not in _BY_TEXT:
        return None
    at = int(name in ("getattr", "setattr"))
    texts = call.args[at:] if name == "attrgetter" else call.args[at : at + 1]
    values = [getattr(text, "value", None) for text in texts]
    known = [value for value in values if isinstance(value, str)]
    return known if known and len(known) == len(values) else None


def _name_of(node: ast.AST) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _safe_uses(node: ast.AST) -> Iterator[ast.AST]:
    """Yield harmless names, such as ``os`` in ``os.path`` or ``getattr`` in ``getattr(x, "a")``."""
    if isinstance(node, ast.Attribute) and node.attr in _PARTS.get(_name_of(node.value), ()):
        yield node.value
    elif isinstance(node, ast.Call) and _names_as_texts(node):
        yield node.func


def _can_run_unseen_code(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in (_ANY_USE if isinstance(node.ctx, ast.Load) else _NEVER_SET)
    if isinstance(node, ast.Attribute):
        return node.attr in _BY_TEXT
    if isinstance(node, ast.ImportFrom) and node.module in _PARTS:
        return any(alias.name not in _PARTS[node.module] for alias in node.names)
    if isinstance(node, ast.alias):
        return node.asname is not None and (node.name in _ANY_USE or node.asname in _NEVER_SET)
    if isinstance(node, ast.MatchClass):  # a position may stand for any attribute
        return bool(node.patterns) and not hasattr(builtins, _name_of(node.cls))
    if isinstance(node, ast.Call):
        return _name_of(node.func) == "load" and len(node.args) > 1  # NumPy may load pickled code
    return getattr(node, "name", None) in _NEVER_SET  # of a function, a class or a pattern


def _packed(node: ast.AST) -> int:
    """Return the size of a constant that may contain an encoded program; 0 for other nodes."""
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(value, int):
        return value.bit_length() * (value.bit_length() >= _MOST_PACKED)
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    words = _LONG_WORD.findall(text) if isinstance(text, str) else []
    return sum(len(word.encode("utf-8", "replace")) for word in words if len({*word}) > _SIGNS)
