"""Machine code of plain functions: made by numba once, kept as files, loaded by llvmlite alone.

What is kept is the object code of a function, under a digest of the function's bytecode and of all
that it calls, the versions of what made it, and the processor. Only public names of numba and
llvmlite are used.
"""

from __future__ import annotations

import ctypes
import functools
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
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
"""The types of formulas, in numba's words: those that are a value, and those that list numbers."""

Typed: TypeAlias = tuple[Callable[..., Any], str]
"""A function with its type"""

_OWN = ("NRT_", "numba_", "Py", "_Py")  # beginnings of names that only numba itself has
_FREES = "NRT_MemInfo_call_dtor"

_OPTIONS: dict[str, Any] = {"error_model": "numpy", "forceinline": True}
"""Of numba: what cannot raise, and is in one piece, needs nothing of numba when it runs."""

_lock = RLock()
_addresses: dict[str, int] = {}  # of what is loaded, by identity
_loaded: list[Any] = []  # what must live as long as its code is called


@functools.cache
def why_not() -> str:
    """Return why nothing can be compiled here, "" if it can."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "numba is switched off by NUMBA_DISABLE_JIT"
    if find_spec("numba") is not None:
        return ""
    if in_browser():
        return "a browser's Python has no numba"
    return f"numba is not installed; the extra 'fast' brings it: {install_command('fast')}"


def functions_of(formula: Formula) -> Iterator[Typed]:
    """Yield the functions of a formula and of its parts."""
    if formula.address is None:
        yield formula.function, LIST if formula.lists else VALUE
    for part in formula.parts:
        yield from functions_of(part)


def is_loaded(function: Typed) -> bool:
    """Tell whether a function's machine code is in this process."""
    return identity_of(*function) in _addresses


def is_cached(function: Typed) -> bool:
    """Tell whether a function's machine code is in this process, or in a file."""
    return is_loaded(function) or _is_cached(identity_of(*function))


def address_of(function: Callable[..., Any], kind: str) -> int:
    """Return the address of a function's machine code, which is compiled if it is not kept."""
    with _lock:
        identity = identity_of(function, kind)
        if identity not in _addresses:
            found = _is_cached(identity) and cache.read(identity)
            _addresses[identity] = _load(found) if found else _compile(function, kind, identity)
        return _addresses[identity]


@functools.cache
def identity_of(function: Callable[..., Any], kind: str) -> str:
    """Return the text under which a function's code is kept: all that the code depends on."""
    name = f"{function.__module__}.{function.__qualname__}"
    return f"code of {name} {digest_of(function, kind)} for {_surroundings()}"


def digest_of(*parts: Any) -> str:
    """Return a digest of functions with all that they call, and of constants."""
    digest = blake2b(digest_size=16)
    seen: list[Any] = []
    for part in parts:
        _put_in(digest, part, seen)
    return digest.hexdigest()


def _put_in(digest: Any, value: Any, seen: list[Any]) -> None:
    function = getattr(value, "py_func", value)  # of a function that numba has compiled
    if any(function is one for one in seen):
        return
    if isinstance(function, FunctionType):
        seen.append(function)
        _put_in(digest, function.__code__, seen)
        _put_in(digest, function.__defaults__, seen)
        for name, used in _used(function):
            digest.update(f"{name}=".encode())
            _put_in(digest, used, seen)
    elif isinstance(value, CodeType):
        digest.update(value.co_code)
        _put_in(digest, (value.co_names, value.co_varnames, value.co_consts), seen)
    elif isinstance(value, tuple | list):
        digest.update(b"(")
        for one in value:
            _put_in(digest, one, seen)
        digest.update(b")")
    elif hasattr(value, "tobytes"):  # of an array
        digest.update(f"{value.dtype}{value.shape}".encode() + value.tobytes())
    else:  # a constant, a module, a function written in C
        is_named = isinstance(value, ModuleType) or callable(value)
        digest.update((getattr(value, "__name__", "?") if is_named else repr(value)).encode())


def _used(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield what a function uses from outside of it, by its name there."""
    names = list(_names(function.__code__))
    yield from (
        (name, function.__globals__[name]) for name in names if name in function.__globals__
    )
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


@functools.cache
def _surroundings() -> str:
    """Return the versions and the processor that kept code is made by and for."""
    from importlib.metadata import PackageNotFoundError, version  # the dearest import of a start

    llvm = _llvm()
    try:
        numba = version("numba")
    except PackageNotFoundError:  # pragma: no cover - it lies somewhere without its metadata
        numba = "unknown"
    python = ".".join(map(str, sys.version_info[:2]))
    cpu = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return f"Python {python}, numba {numba}, {llvm.llvm_version_info}, {digest_of(cpu)}"


def _llvm() -> Any:
    """Return llvmlite, ready to make and to load code for this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _is_cached(identity: str) -> bool:
    """Tell whether there is a file, in a folder that is the user's own: it holds code."""
    here = cache.folder()
    if here is None or not cache.has(identity):
        return False
    return not hasattr(os, "getuid") or here.stat().st_uid == os.getuid()


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
    address: int = engine.get_function_address(known["symbol"])
    return address


def _compile(function: Callable[..., Any], kind: str, identity: str) -> int:
    """Return the address of a function that numba compiles now; keep its code."""
    reason = why_not()
    if reason:
        raise NotApplicable(f"engine compiled: {reason}")
    import numba

    try:
        code = numba.cfunc(kind, **_OPTIONS)(_for_numba(function, {}, _OPTIONS))
    except numba.core.errors.NumbaError as error:
        raise NotApplicable(
            f"engine compiled: numba cannot compile {function.__qualname__}: {_in_words(error)}"
        ) from None
    llvm = _llvm()
    module = llvm.parse_assembly(code.inspect_llvm())
    module.verify()
    declared = [one.name for one in module.functions if one.is_declaration]
    wanted = {name for name in declared if name.startswith(_OWN)}
    if wanted == {_FREES}:  # it makes no array, and frees none
        module.link_in(llvm.parse_assembly(f"define void @{_FREES}(ptr %array) {{ ret void }}"))
    elif wanted:  # it needs numba, and stays in this process
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


def _for_numba(function: Any, made: dict[Any, Any], options: dict[str, Any]) -> FunctionType:
    """Return a function that calls what numba has made of the functions that it calls."""
    import numba

    from aima_search.compiled.calls import CALLS

    def seen_by_numba(value: Any) -> Any:
        if not isinstance(value, FunctionType):
            return value
        if value in CALLS:
            return CALLS[value]
        if value not in made:
            own = getattr(value, "numba_options", options)
            made[value] = numba.njit(**own)(_for_numba(value, made, own))
        return made[value]

    used = dict(_used(function))
    free = function.__code__.co_freevars
    cells = tuple(CellType(seen_by_numba(used[name])) for name in free)
    known = {name: seen_by_numba(value) for name, value in used.items() if name not in free}
    known["__name__"] = function.__module__
    copy = FunctionType(function.__code__, known, function.__name__, function.__defaults__, cells)
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy


def _in_words(error: Exception) -> str:
    """Return what numba says is wrong, without what it says about itself."""
    lines = [line.strip() for line in str(error).splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During:", "-"))]
    place = next((line for line in lines if line.startswith("File ")), "")
    return " ".join(filter(None, [told[0] if told else type(error).__name__, place]))[:400]


class Linked:
    """Formulas with the addresses of their code and their arrays: ``links`` for ``*_of_part``."""

    def __init__(self, formulas: Sequence[Formula]) -> None:
        import numpy as np

        self._arrays: list[Any] = []
        self.links = np.array([word for one in formulas for word in self._link(one)], np.int64)

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
        self._arrays += arrays
        code = address_of(formula.function, LIST if formula.lists else VALUE)
        return [code, *(array.ctypes.data for array in arrays)]

    def value(self, number: int, key: int) -> float:
        """Return the value of a formula."""
        code, *arrays = self.links[LINK * number : LINK * number + LINK].tolist()
        return float(_AS_VALUE(code)(key, *arrays))

    def listed(self, number: int, key: int, most: int) -> list[tuple[int, float]]:
        """Return the keys and costs that a formula lists."""
        import numpy as np

        keys, costs = np.empty(most, dtype=np.int64), np.empty(most)
        code, *arrays = self.links[LINK * number : LINK * number + LINK].tolist()
        count = _AS_LIST(code)(key, *arrays, keys.ctypes.data, costs.ctypes.data)
        return list(zip(keys[:count].tolist(), costs[:count].tolist(), strict=True))


_AS_VALUE = ctypes.PYFUNCTYPE(ctypes.c_double, ctypes.c_int64, *[ctypes.c_void_p] * 3)
_AS_LIST = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * 5)
