"""Finds out whether a submission may run code that cannot be compared with other submissions.

A program can run a text or a hidden function in too many ways to list them. Therefore, this module
lists what coursework needs. These are known modules, special names such as ``__init__``, and
readable constants. A program that uses anything else may be honest, but a teacher should read it.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, CoroutineType, FrameType, GeneratorType, ModuleType, TracebackType

_KNOWN: dict[str, set[str]] = defaultdict(set)
for _line in Path(__file__).with_name("known_names.txt").read_text("utf-8").splitlines():
    _KNOWN[_line.partition(":")[0]].update(_line.split()[1:])
_MODULES, _SPECIAL = _KNOWN["modules"], _KNOWN["special"]
_PARTS = {name: _KNOWN[name] for name in ("os", "sys")}  # their other names can do everything
_WHOLE = _KNOWN["whole"]  # packages with all their modules
_BUILTINS = {"breakpoint", "compile", "globals", "help", "locals", "vars"}
_UNSAFE = {*_KNOWN["unsafe"]}
_BY_TEXT = {"attrgetter", "getattr", "methodcaller", "setattr"}  # use an attribute of any name
_NEVER_SET = {"__annotations__", "__builtins__", "__match_args__", "__name__"}
_RUNNING = {  # the attributes of frames and of other running code
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
    """Return True if the code in ``trees`` runs only itself and modules that are known."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    modules = {name for node in nodes for name in _modules(node)} - {*own}
    inner = {name for module in modules & _MODULES for name in _inner(module)}
    names = {name for node in nodes for name in _names(node)}
    names |= {name for module in modules for name in module.split(".")}
    others = {name for node in nodes if not _is_of_self(node) for name in _names(node)}
    special = {name[2:-2] for name in names if _SPECIAL_NAME.fullmatch(name)}
    return (
        all(name in _MODULES or name.split(".")[0] in _WHOLE | {*own} for name in modules)
        and not names & (_UNSAFE | _RUNNING)
        and not others & inner
        and special <= _SPECIAL
        and sum(map(_unread, nodes)) == 0
        and sum(map(_packed, nodes)) < _MOST_PACKED
    )


def without_main(tree: ast.Module) -> ast.Module:
    """Return a script without its block ``if __name__ == "__main__":``, which is never run."""
    body: list[ast.stmt] = []
    for node in tree.body:
        is_main = isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"
        body += node.orelse if isinstance(node, ast.If) and is_main else [node]
    return ast.Module(body, tree.type_ignores)


def _modules(node: ast.AST) -> Iterator[str]:
    """Yield the names of the modules that a node imports, except relative imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield node.module or ""


@cache
def _inner(module: str) -> Collection[str]:
    """Return the unsafe modules that a module imports, by name, such as "_os" in "random"."""
    if module in _PARTS:
        return set()
    try:  # the script imports the module, too
        found = vars(import_module(module)).items()
    except Exception:  # the script cannot use the module
        return set()
    safe = _MODULES - _PARTS.keys()
    modules = {name: value for name, value in found if isinstance(value, ModuleType)}
    return {name for name, value in modules.items() if value.__name__.lstrip("_") not in safe}


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node may use, including the words of a text such as "os.system"."""
    if isinstance(node, ast.Name) and (node.id in _UNSAFE or node.id.startswith("__")):
        yield from [node.id] if isinstance(node.ctx, ast.Load) or node.id in _NEVER_SET else []
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.ImportFrom):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.keyword):
        yield node.arg or ""
    elif isinstance(node, ast.MatchClass):
        yield from node.kwd_attrs
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from node.value.split(".")


def _is_of_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self"


def _unread(node: ast.AST) -> int:
    """Return 1 for an unsafe name such as ``getattr``, -1 for a use that is safe, otherwise 0."""
    name = str(getattr(node, "id", getattr(node, "attr", "")))
    if isinstance(node, ast.Name):
        is_set = not isinstance(node.ctx, ast.Load)
        unsafe = _NEVER_SET if is_set else _BUILTINS | _BY_TEXT | _PARTS.keys()
        return int(name in unsafe)
    if isinstance(node, ast.Attribute):
        module = getattr(node.value, "id", "")
        return (name in _BY_TEXT) - (name in _PARTS.get(module, ()))
    if isinstance(node, ast.alias):
        return int(node.name in _PARTS.keys() | _BY_TEXT and node.asname is not None)
    if isinstance(node, ast.ImportFrom) and node.module in _PARTS:
        return sum(alias.name not in _PARTS[node.module] for alias in node.names)
    if isinstance(node, ast.MatchClass):  # a position may stand for any attribute
        return len(node.patterns) * (not hasattr(builtins, getattr(node.cls, "id", "")))
    return _unread_call(node) if isinstance(node, ast.Call) else 0


def _unread_call(node: ast.Call) -> int:
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name not in _BY_TEXT:
        return int(name == "load" and len(node.args) > 1)  # NumPy may load pickled code
    at = int(name in ("getattr", "setattr"))
    texts = node.args[at:] if name == "attrgetter" else node.args[at : at + 1]
    is_read = all(isinstance(getattr(text, "value", None), str) for text in texts)
    return -int(bool(texts) and is_read)


def _packed(node: ast.AST) -> int:
    """Return the number of bytes in a constant that may contain an encoded program."""
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(value, int):
        return value.bit_length() * (value.bit_length() >= _MOST_PACKED)
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    words = _LONG_WORD.findall(text) if isinstance(text, str) else []
    return sum(len(word.encode("utf-8", "replace")) for word in words if len({*word}) > _SIGNS)
