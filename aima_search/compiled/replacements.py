"""Functions and operators that replace others when numba compiles code.

``CALLS`` has replacements for the functions of ``model.compiled`` that Python itself cannot run. By
default, numba returns a wrong result if a whole number needs more than 64 bits.
``OverflowCheckPipeline`` makes the operators of a user's function raise an error instead. Numba's
documentation on custom pipelines explains the technique.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import compiler, compiler_machinery, untyped_passes
from numba.extending import intrinsic, overload

from aima_search.model.compiled import LINK, list_of_part, numbers_at, value_of_part

carray: Any = vars(numba)["carray"]
_intrinsic: Callable[[Callable[..., Any]], Any] = intrinsic
_overload: Callable[..., Callable[[Callable[..., Any]], Any]] = overload
_types: Any = types
_Pipeline: Any = compiler.CompilerBase
_Pass: Any = compiler_machinery.FunctionPass
_register_pass: Any = compiler_machinery.register_pass
_WORD, _NUMBER = ir.IntType(64), ir.DoubleType()
_ARRAYS = [_WORD.as_pointer(), _NUMBER.as_pointer(), ir.IntType(8).as_pointer()]
_WORDS, _NUMBERS = _types.CPointer(types.int64), _types.CPointer(types.float64)


def _call(builder: Any, ints: Any, part: Any, result: Any, key: Any, *outputs: Any) -> Any:
    """Generate machine code that calls part number ``part`` of a formula."""
    first = builder.mul(part, _WORD(LINK))
    places = [builder.gep(ints, [builder.add(first, _WORD(i))]) for i in range(LINK)]
    code, *arrays = [builder.load(place) for place in places]
    kinds = [_WORD, *_ARRAYS, *(output.type for output in outputs)]
    function = builder.inttoptr(code, ir.FunctionType(result, kinds).as_pointer())
    return builder.call(function, [key, *map(builder.inttoptr, arrays, _ARRAYS), *outputs])


@_intrinsic
def _value(typing: Any, ints: Any, part: Any, key: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        links, number, state = arguments
        return _call(builder, links, number, _NUMBER, state)

    return types.float64(_WORDS, types.int64, types.int64), generate


@_intrinsic
def _list(typing: Any, ints: Any, part: Any, key: Any, keys: Any, costs: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        links, number, state, *outputs, offset = arguments
        moved = [builder.gep(output, [offset]) for output in outputs]
        return _call(builder, links, number, _WORD, state, *moved)

    whole = [types.int64] * 2
    return types.int64(_WORDS, *whole, _WORDS, _NUMBERS, types.int64), generate


@_intrinsic
def _from(typing: Any, ints: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.gep(arguments[0], [arguments[1]])

    return _WORDS(_WORDS, types.int64), generate


@numba.njit(forceinline=True)
def _array(ints: Any, first: Any, size: Any) -> Any:
    return carray(_from(ints, first), (size,))


CALLS: dict[Any, Any] = {value_of_part: _value, list_of_part: _list, numbers_at: _array}


def _exact(instruction: str) -> Any:
    """Return an operation on integers that raises OverflowError if a result exceeds 64 bits."""

    @_intrinsic
    def pair(typing: Any, left: Any, right: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            both = zip(arguments, signature.args, strict=True)
            wide = [context.cast(builder, value, kind, types.int64) for value, kind in both]
            found = getattr(builder, instruction)(*wide)
            parts = [builder.extract_value(found, place) for place in (0, 1)]
            return context.make_tuple(builder, signature.return_type, parts)

        return _types.Tuple((types.int64, types.boolean))(left, right), generate

    def exact(left: Any, right: Any) -> Any:
        result, is_beyond = pair(left, right)
        if is_beyond:
            raise OverflowError
        return result

    return exact


def _shift(left: Any, right: Any) -> Any:
    if right < 0 or (left != 0 and (right > 62 or left << right >> right != left)):
        raise OverflowError
    return left << right


def _power(left: Any, right: Any) -> Any:
    if right < 0:  # in Python the result is a float
        raise OverflowError
    if left == -1 or left == 0 or left == 1:
        return left if right & 1 else left * left if right else 1
    result = 1
    for _ in range(right):
        result = _times(result, left)
    return result


_times = numba.njit(_multiply := _exact("smul_with_overflow"))


def _checked(plain: Any, exact: Any) -> Any:
    """Return an operator that calls ``exact`` for integers, and ``plain`` for other numbers."""

    def either(left: Any, right: Any) -> Any:
        return plain(left, right)

    @_overload(either)
    def choose(left: Any, right: Any) -> Any:
        kinds = left, right
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
class _OverflowCheckPass(_Pass):  # type: ignore[misc]
    _name = "aima_search_check_whole_numbers"

    def __init__(self) -> None:
        _Pass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Add a check to each operator that can overflow; return True if there is any."""
        found = [
            expression
            for block in state.func_ir.blocks.values()
            for expression in block.find_exprs()
            if expression.op in ("binop", "inplace_binop") and expression.fn in _CHECKED
        ]
        for expression in found:
            expression.fn = _CHECKED[expression.fn]
        return bool(found)


class OverflowCheckPipeline(_Pipeline):  # type: ignore[misc]
    """Numba's steps for compiling a function, with a check that whole numbers do not overflow."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's usual steps, with an additional step for the overflow check."""
        builder: Any = compiler.DefaultPassBuilder
        passes = builder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_OverflowCheckPass, untyped_passes.IRProcessing)
        passes.finalize()
        return [passes]
