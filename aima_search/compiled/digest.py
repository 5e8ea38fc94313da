"""Digests of functions: a digest changes if anything changes that the machine code depends on.

Global variables, and variables of enclosing functions, may change between two searches, so their
values are read again for every digest. A variable whose type cannot be compiled raises
NotApplicable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dis import get_instructions
from enum import EnumMeta
from functools import cache
from hashlib import blake2b
from types import CodeType, FunctionType, ModuleType
from typing import Any

from aima_search.base.errors import NotApplicable

_PLAIN = {int, float, complex, bool, str, bytes, type(None)}


def digest_of(*parts: Any) -> str:
    """Return a digest of functions and constants, and of everything that the functions use.

    Raises NotApplicable if a function uses a value that numba cannot compile, such as a dict.
    """
    digest = blake2b(digest_size=16)
    seen: set[int] = set()
    for part in parts:
        _add(digest, part, "", seen)
    return digest.hexdigest()


def used_by(function: FunctionType) -> dict[str, Any]:
    """Return the global and free variables of a function: a dict from names to values."""
    code, variables = function.__code__, function.__globals__
    names = [name for name, *_ in _facts(code)[1]]
    used = {name: variables[name] for name in names if name in variables}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            used[name] = cell.cell_contents
        except ValueError:
            raise _refusal(name, "has no value yet") from None
    return used


def _add(digest: Any, value: Any, name: str, seen: set[int]) -> None:
    function = getattr(value, "py_func", value)  # the Python function, if numba has compiled it
    if isinstance(function, FunctionType):
        if id(function) not in seen:
            seen.add(id(function))
            _add_function(digest, function, seen)
    elif isinstance(value, CodeType):
        digest.update(_facts(value)[0])
    elif isinstance(value, tuple | list):
        digest.update(f"{type(value).__name__} {len(value)}".encode())
        for part in value:
            _add(digest, part, name, seen)
    elif type(value) in _PLAIN or isinstance(type(value), EnumMeta):
        digest.update(repr(value).encode())
    elif hasattr(value, "dtype") and not value.dtype.hasobject:  # a numpy array or number
        digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, EnumMeta):
        digest.update(repr(list(value)).encode())
    elif isinstance(value, ModuleType) or (callable(value) and hasattr(value, "__name__")):
        digest.update(f"{getattr(value, '__module__', '')}.{value.__name__}".encode())
    else:
        raise _refusal(name, f"is of the type {type(value).__name__}")


def _add_function(digest: Any, function: FunctionType, seen: set[int]) -> None:
    used = used_by(function)
    digest.update(_facts(function.__code__)[0])
    _add(digest, function.__defaults__, f"a default of {function.__name__}", seen)
    _add(digest, sorted((function.__kwdefaults__ or {}).items()), function.__name__, seen)
    for path in sorted({(name,) for name in used} | _facts(function.__code__)[1]):
        if path[0] in used:
            name, value = _value_at(path, used)
            digest.update(f"{name}=".encode())
            _add(digest, value, name, seen)


def _value_at(path: tuple[str, ...], used: Mapping[str, Any]) -> tuple[str, Any]:
    """Follow a dotted name through modules; return the part that was followed, and its value."""
    name, value = path[0], used[path[0]]
    for part in path[1:]:
        if not isinstance(value, ModuleType) or not hasattr(value, part):
            break
        name, value = f"{name}.{part}", getattr(value, part)
        if isinstance(value, FunctionType):  # numba implements it
            return name, f"{value.__module__}.{value.__qualname__}"
        if hasattr(value, "py_func"):
            text = "was compiled by numba: import it by its name, as in from MODULE import FUNCTION"
            raise _refusal(name, text)
    return name, value


def _refusal(name: str, reason: str) -> NotApplicable:
    return NotApplicable(
        f"engine compiled: the function uses {name}, which {reason}: expected numbers, texts,"
        ' tuples, arrays and functions; engine="objects" allows all types'
    )


@cache
def _facts(code: CodeType) -> tuple[bytes, frozenset[tuple[str, ...]]]:
    """Return the content of a code object, and the dotted names of the variables that it reads."""
    names = set(_dotted_names(code))
    content = [code.co_code, repr((code.co_names, code.co_varnames, code.co_freevars)).encode()]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner, more = _facts(constant)
            names |= more
            content.append(inner)
        else:
            is_set = isinstance(constant, frozenset)
            content.append(repr(sorted(map(repr, constant)) if is_set else constant).encode())
    return b"\0".join(content), frozenset(names)


def _dotted_names(code: CodeType) -> Iterator[tuple[str, ...]]:
    path: tuple[str, ...] = ()
    for step in get_instructions(code):
        if step.opname in ("LOAD_ATTR", "LOAD_METHOD") and path:
            path = (*path, step.argval)
            continue
        if path:
            yield path
        is_read = step.opname in ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF")
        path = (step.argval,) if is_read else ()
    if path:
        yield path
