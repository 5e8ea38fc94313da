"""Compiles functions to machine code with numba, and loads cached machine code with llvmlite.

The cache finds the object code of a function by a digest. The digest depends on the function and
everything that it uses, on the versions of Python, numba and LLVM, and on the processor. Global
variables, and variables of enclosing functions, may change between two searches, so their values
are read again for every digest. The module uses only documented names of numba and llvmlite.
"""

from __future__ import annotations

import ctypes
import functools
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dis import get_instructions
from enum import EnumMeta
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from threading import RLock
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

from aima_search.base import cache
from aima_search.base.errors import NotApplicable
from aima_search.base.extras import in_browser, install_command
from aima_search.model.compiled import LINK, Formula

_ARRAYS = "CPointer(int64), CPointer(float64), CPointer(uint8)"
VALUE = f"float64(int64, {_ARRAYS})"
LIST = f"int64(int64, {_ARRAYS}, CPointer(int64), CPointer(float64))"
"""The numba types of formulas that return a value, and of formulas that list numbers."""

Typed: TypeAlias = tuple[Callable[..., Any], str]
"""A function with its numba type."""

_RUNTIME = ("NRT_", "numba_", "Py", "_Py")  # prefixes of functions of numba's and Python's runtime
_FREES = "NRT_MemInfo_call_dtor"

_OPTIONS: dict[str, Any] = {"error_model": "numpy", "forceinline": True}
"""Options of numba for code that cannot raise, so that it does not need numba when it runs."""

_CHECKED: dict[str, Any] = {"boundscheck": True, "forceinline": True}
"""Options of numba for a user's function with ``is_checked``, which raises errors like Python."""

_PLAIN_TYPES = {int, float, complex, bool, str, bytes, type(None)}
_REVISION = 1  # increase this number when the same functions get other code

_lock = RLock()
_addresses: dict[str, int] = {}  # addresses of loaded functions, by identity
_loaded: list[Any] = []  # objects that must live as long as their code is called


def reason_not_compilable() -> str:
    """Return the reason why functions cannot be compiled here, or "" if there is no reason."""
    return _faults[0] if _faults else _missing()


_faults: list[str] = []  # errors in imports of numba and llvmlite


@functools.cache
def _missing() -> str:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "numba is switched off by NUMBA_DISABLE_JIT"
    if find_spec("numba") is not None:
        return ""
    if in_browser():
        return "a browser's Python has no numba"
    return f"numba is not installed; the extra 'fast' installs it: {install_command('fast')}"


def _imported(name: str) -> Any:
    try:
        return import_module(name)
    except Exception as error:  # such as a numpy that is too new, or a missing library
        kind, first = type(error).__name__, " ".join(str(error).split())[:300]
        _faults.append(f"{name} is installed, but its import fails: {kind}: {first}")
        raise NotApplicable(f"engine compiled: {_faults[-1]}") from error


def functions_of(formula: Formula) -> Iterator[Typed]:
    """Yield the functions to compile: those of a formula and of all its parts."""
    if formula.address is None:
        yield formula.function, LIST if formula.lists else VALUE
    for part in formula.parts:
        yield from functions_of(part)


def identities_of(formulas: Sequence[Formula]) -> dict[Typed, str]:
    """Return the identities of all functions of the formulas, by function."""
    functions = {pair for formula in formulas for pair in functions_of(formula)}
    return {function: identity_of(*function) for function in functions}


def is_loaded(identity: str) -> bool:
    """Return True if a function's machine code is loaded in this process."""
    return identity in _addresses


def is_cached(identity: str) -> bool:
    """Return True if the machine code of a function is in this process or in the cache on disk."""
    return identity in _addresses or cache.is_private(identity)


def address_of(function: Callable[..., Any], kind: str, identity: str) -> int:
    """Return the address of a function's machine code; compile the function if necessary."""
    with _lock:
        if identity not in _addresses:
            found = cache.is_private(identity) and cache.read(identity)
            _addresses[identity] = _load(found) if found else _compile(function, kind, identity)
        return _addresses[identity]


def identity_of(function: Callable[..., Any], kind: str) -> str:
    """Return the name under which a function's machine code is stored in the cache."""
    name = f"{function.__module__}.{function.__qualname__}"
    digest = digest_of if kind in (VALUE, LIST) else _digest_of_kernel
    return f"code of {name} {digest(function, kind, _REVISION)} for {_platform()}"


@functools.cache
def _digest_of_kernel(*parts: Any) -> str:
    return digest_of(*parts)  # a kernel is large, and this package does not change its variables


@functools.cache
def _platform() -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    llvm = _llvm()
    try:
        numba = version("numba")
    except PackageNotFoundError:  # pragma: no cover - installed without metadata
        numba = "unknown"
    python = ".".join(map(str, sys.version_info[:2]))
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return f"Python {python}, numba {numba}, {llvm.llvm_version_info}, {digest_of(cpu)}"


def _llvm() -> Any:
    llvm = _imported("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _load(content: bytes) -> int:
    llvm = _llvm()
    head, _, code = content.partition(b"\n")
    known = json.loads(head)
    module = llvm.parse_assembly(f'target triple = "{known["triple"]}"')
    machine = llvm.Target.from_triple(known["triple"]).create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(module, machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _loaded.append(engine)
    return engine.get_function_address(known["symbol"])


def _compile(function: Callable[..., Any], kind: str, identity: str) -> int:
    """Compile a function with numba, cache its code, and return its address."""
    reason = reason_not_compilable()
    if reason:
        raise NotApplicable(f"engine compiled: {reason}")
    numba = _imported("numba")
    try:
        copy = _copy(function)
        _link_copy(copy, function, {}, is_checked=False)
        code = numba.cfunc(kind, **_OPTIONS)(copy)
    except NotApplicable:
        raise
    except Exception as error:  # numba has errors of many kinds
        raise NotApplicable(
            f"engine compiled: numba cannot compile {function.__qualname__}: {_summary(error)}"
        ) from None
    llvm = _llvm()
    module = llvm.parse_assembly(code.inspect_llvm())
    module.verify()
    declared = [function.name for function in module.functions if function.is_declaration]
    needed = {name for name in declared if name.startswith(_RUNTIME)}
    if needed == {_FREES}:  # the code makes no arrays, so it frees none
        module.link_in(llvm.parse_assembly(f"define void @{_FREES}(ptr %array) {{ ret void }}"))
    elif needed:  # the code needs numba's runtime, so it is not cached
        _loaded.append(code)
        address: Any = code.address
        return int(address)
    machine = llvm.Target.from_triple(module.triple).create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        codemodel="jitdefault",
        jit=True,
    )
    head = json.dumps({"symbol": code.native_name, "triple": module.triple})
    content = head.encode() + b"\n" + machine.emit_object(module)
    cache.write(identity, content)
    return _load(content)


def _copy(function: Any) -> FunctionType:
    """Copy a function for numba; ``_link_copy`` sets the variables that the copy reads."""
    cells = tuple(CellType() for _ in function.__code__.co_freevars)
    names = {"__name__": function.__module__}
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, cells)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy


def _link_copy(copy: Any, function: Any, made: dict[Any, Any], is_checked: bool) -> None:
    """Give ``copy`` the variables that ``function`` uses; compile each value that is a function."""
    import numba

    from aima_search.compiled.replacements import CALLS, OverflowCheckPipeline

    def seen_by_numba(value: Any) -> Any:
        # a function that numba compiled has old values of its variables
        called = getattr(value, "py_func", value)
        if not isinstance(called, FunctionType):
            return value
        if called in CALLS:
            return CALLS[called]
        if called not in made:
            checked = is_checked or hasattr(called, "is_checked")
            options = _CHECKED | {"pipeline_class": OverflowCheckPipeline} if checked else _OPTIONS
            inner = _copy(called)
            made[called] = numba.njit(**options)(inner)
            _link_copy(inner, called, made, checked)
        return made[called]

    free = dict(zip(function.__code__.co_freevars, copy.__closure__ or (), strict=True))
    for name, value in used_by(function).items():
        if name in free:
            free[name].cell_contents = seen_by_numba(value)
        else:
            copy.__globals__[name] = seen_by_numba(value)


def _summary(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines()]
    noise = ("Failed in", "During:", "-")
    reason = next((line for line in lines if line and not line.startswith(noise)), "")
    place = next((line for line in lines if line.startswith("File ")), "")
    return " ".join(filter(None, [reason or type(error).__name__, place]))[:400]


class LinkedFormulas:
    """Compiled formulas. ``links`` is the array through which machine code finds and calls them."""

    def __init__(
        self, formulas: Sequence[Formula], identities: Mapping[Typed, str] | None = None
    ) -> None:
        import numpy as np

        self.identities = identities or identities_of(formulas)
        empty = np.zeros(1)
        self._empty = empty.ctypes.data  # for all empty arrays: reading addresses is slow
        self._alive: list[Any] = [formulas, empty]  # the links point to callbacks and arrays
        self._calls: dict[int, tuple[Any, list[int]]] = {}
        words = [word for formula in formulas for word in self._link(formula)]
        self.links = np.array(words, np.int64)

    def _link(self, formula: Formula) -> list[int]:
        import numpy as np

        if formula.address is not None:
            return [formula.address, 0, 0, 0]
        ints: Any = formula.ints
        raw: Any = formula.raw
        if formula.parts:
            ints = [*(word for part in formula.parts for word in self._link(part)), *ints]
        if isinstance(raw, bytes):
            raw = np.frombuffer(raw, np.uint8)
        arrays: list[Any] = [
            np.ascontiguousarray(ints, dtype=np.int64),
            np.ascontiguousarray(formula.floats, dtype=np.float64),
            np.ascontiguousarray(raw, dtype=np.uint8),
        ]
        self._alive.extend(arrays)
        function = formula.function, LIST if formula.lists else VALUE
        code = address_of(*function, self.identities[function])
        return [code, *(array.ctypes.data if array.size else self._empty for array in arrays)]

    def value(self, number: int, key: int) -> float:
        """Return the value of formula ``number`` for the state that ``key`` stands for."""
        if number not in self._calls:
            code, *arrays = self.links[LINK * number : LINK * number + LINK].tolist()
            self._calls[number] = _AS_VALUE(code), arrays
        call, arrays = self._calls[number]
        return call(key, *arrays)

    def listed(self, number: int, key: int, most: int) -> list[tuple[int, float]]:
        """Call formula no. ``number`` for the state ``key``; return pairs (successor, cost)."""
        import numpy as np

        keys, costs = np.empty(most + _SPARE, dtype=np.int64), np.empty(most + _SPARE)
        code, *arrays = self.links[LINK * number : LINK * number + LINK].tolist()
        count = _AS_LIST(code)(key, *arrays, keys.ctypes.data, costs.ctypes.data)
        return list(zip(keys[:count].tolist(), costs[:count].tolist(), strict=True))


_SPARE = 4096  # compiled code may list more entries than it announces
_AS_VALUE = ctypes.PYFUNCTYPE(ctypes.c_double, ctypes.c_int64, *[ctypes.c_void_p] * 3)
_AS_LIST = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 5)


def digest_of(*parts: Any) -> str:
    """Return a hash of functions and constants, and of everything that the functions use.

    Raises NotApplicable if a function uses a value that numba cannot compile, such as a dict.
    """
    digest = blake2b(digest_size=16)
    seen: set[int] = set()
    for part in parts:
        _digest_value(digest, part, "", seen)
    return digest.hexdigest()


def used_by(function: FunctionType) -> dict[str, Any]:
    """Return the global and closure variables that a function uses, as a dict."""
    code, variables = function.__code__, function.__globals__
    names = [name for name, *_ in _facts_of_code(code)[1]]
    used = {name: variables[name] for name in names if name in variables}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            used[name] = cell.cell_contents
        except ValueError:
            raise _uncompilable(name, "has no value yet") from None
    return used


def _digest_value(digest: Any, value: Any, name: str, seen: set[int]) -> None:
    if type(value) in _PLAIN_TYPES or isinstance(type(value), EnumMeta):
        digest.update(repr(value).encode())
    elif isinstance(value, CodeType):
        digest.update(_facts_of_code(value)[0])
    elif isinstance(value, (tuple, list)):
        digest.update(f"{type(value).__name__} {len(value)}".encode())
        for part in value:
            _digest_value(digest, part, name, seen)
    elif isinstance(function := getattr(value, "py_func", value), FunctionType):
        if id(function) not in seen:  # ``py_func``: the Python function, if numba has compiled it
            seen.add(id(function))
            _digest_function(digest, function, seen)
    elif isinstance(value, EnumMeta):  # machine code contains the values of its members
        digest.update(repr(list(value)).encode())
    elif hasattr(value, "dtype") and not value.dtype.hasobject:  # a numpy array or number
        digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
    elif isinstance(value, ModuleType) or (callable(value) and hasattr(value, "__name__")):
        digest.update(f"{getattr(value, '__module__', '')}.{value.__name__}".encode())
    else:
        raise _uncompilable(name, f"is of the type {type(value).__name__}")


def _digest_function(digest: Any, function: FunctionType, seen: set[int]) -> None:
    used, (content, paths) = used_by(function), _facts_of_code(function.__code__)
    digest.update(content)
    _digest_value(digest, function.__defaults__, f"a default of {function.__name__}", seen)
    _digest_value(digest, sorted((function.__kwdefaults__ or {}).items()), function.__name__, seen)
    for path in paths:
        if path[0] in used:
            name, value = _value_at(path, used)
            digest.update(f"{name}=".encode())
            _digest_value(digest, value, name, seen)


def _value_at(path: tuple[str, ...], used: Mapping[str, Any]) -> tuple[str, Any]:
    """Look up a dotted name: for ("math", "pi"), return the pair ("math.pi", 3.14159...)."""
    name, value = path[0], used[path[0]]
    for part in path[1:]:
        if not isinstance(value, ModuleType) or not hasattr(value, part):
            break
        name, value = f"{name}.{part}", getattr(value, part)
        if isinstance(value, FunctionType):  # numba implements it
            return name, f"{value.__module__}.{value.__qualname__}"
        if hasattr(value, "py_func"):
            raise _uncompilable(name, "is compiled in a module: use `from MODULE import FUNCTION`")
    return name, value


def _uncompilable(name: str, reason: str) -> NotApplicable:
    return NotApplicable(
        f"engine compiled: the function uses {name}, which {reason}: expected numbers, texts,"
        ' tuples, arrays and functions; engine="objects" allows all types'
    )


@functools.cache
def _facts_of_code(code: CodeType) -> tuple[bytes, list[tuple[str, ...]]]:
    """Return a code object's content as bytes, and the names of the variables that it reads."""
    names: set[tuple[str, ...]] = {(name,) for name in code.co_freevars}
    names.update(part for path in _dotted_names(code) for part in (path, path[:1]))
    content = [code.co_code, repr((code.co_names, code.co_varnames, code.co_freevars)).encode()]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner, more = _facts_of_code(constant)
            names.update(more)
            content.append(inner)
        else:
            is_set = isinstance(constant, frozenset)
            content.append(repr(sorted(map(repr, constant)) if is_set else constant).encode())
    return b"\0".join(content), sorted(names)


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
