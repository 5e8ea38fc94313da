"""Whole numbers in a user's function: a result beyond 64 bits raises, where numba would wrap.

It is imported when numba compiles. The pipeline ``Checked`` puts other functions in the place of
the operators that can wrap, as numba's documentation on custom pipelines describes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core import compiler, compiler_machinery, untyped_passes
from numba.extending import intrinsic, overload

_intrinsic: Callable[[Callable[..., Any]], Any] = intrinsic
_overload: Callable[..., Callable[[Callable[..., Any]], Any]] = overload
_types: Any = types
_Pipeline: Any = compiler.CompilerBase
_Pass: Any = compiler_machinery.FunctionPass
_register_pass: Any = compiler_machinery.register_pass


def _exact(instruction: str) -> Any:
    """Return a function of two whole numbers that raises if the result is beyond 64 bits."""

    @_intrinsic
    def pair(typing: Any, one: Any, other: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            both = zip(arguments, signature.args, strict=True)
            wide = [context.cast(builder, value, kind, types.int64) for value, kind in both]
            found = getattr(builder, instruction)(*wide)
            parts = [builder.extract_value(found, place) for place in (0, 1)]
            return context.make_tuple(builder, signature.return_type, parts)

        return _types.Tuple((types.int64, types.boolean))(one, other), generate

    def exact(one: Any, other: Any) -> Any:
        result, is_beyond = pair(one, other)
        if is_beyond:
            raise OverflowError
        return result

    return exact


def _shift(one: Any, other: Any) -> Any:
    if other < 0 or (one != 0 and (other > 62 or one << other >> other != one)):
        raise OverflowError
    return one << other


def _power(one: Any, other: Any) -> Any:
    if other < 0:  # in Python the result is a float
        raise OverflowError
    if one == -1 or one == 0 or one == 1:
        return one if other & 1 else one * one if other else 1
    result = 1
    for _ in range(other):
        result = _times(result, one)
    return result


_times = numba.njit(_multiply := _exact("smul_with_overflow"))


def _checked(plain: Any, exact: Any) -> Any:
    """Return what stands for an operator: itself, and ``exact`` for whole numbers."""

    def either(one: Any, other: Any) -> Any:
        return plain(one, other)

    @_overload(either)
    def choose(one: Any, other: Any) -> Any:
        kinds = one, other
        whole = [isinstance(kind, _types.Integer) and kind.signed for kind in kinds]
        if any(whole) and all(map(operator.or_, whole, (kind == types.boolean for kind in kinds))):
            return exact
        return either

    return either


_EXACT = {
    "add": _exact("sadd_with_overflow"),
    "sub": _exact("ssub_with_overflow"),
    "mul": _multiply,
    "lshift": _shift,
    "pow": _power,
}
_CHECKED = {
    getattr(operator, prefix + name): _checked(getattr(operator, prefix + name), exact)
    for name, exact in _EXACT.items()
    for prefix in ("", "i")
}


@_register_pass(mutates_CFG=False, analysis_only=False)
class _Check(_Pass):  # type: ignore[misc]
    _name = "aima_search_check_whole_numbers"

    def __init__(self) -> None:
        _Pass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Replace the operators of a function."""
        found = [
            expression
            for block in state.func_ir.blocks.values()
            for expression in block.find_exprs()
            if expression.op in ("binop", "inplace_binop") and expression.fn in _CHECKED
        ]
        for expression in found:
            expression.fn = _CHECKED[expression.fn]
        return bool(found)


class Checked(_Pipeline):  # type: ignore[misc]
    """How numba compiles a user's function."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's own pipeline with the check."""
        builder: Any = compiler.DefaultPassBuilder
        passes = builder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_Check, untyped_passes.IRProcessing)
        passes.finalize()
        return [passes]
