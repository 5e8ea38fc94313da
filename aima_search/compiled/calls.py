"""What formulas call that is not Python: other formulas by their addresses, arrays from pointers.

It is imported when numba compiles: ``CALLS`` says what it puts in the place of the functions of
``model.compiled`` that Python itself cannot carry out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from aima_search.model.compiled import LINK, list_of_part, numbers_at, value_of_part

carray: Any = vars(numba)["carray"]
_intrinsic: Callable[[Callable[..., Any]], Any] = intrinsic
_WORD, _NUMBER = ir.IntType(64), ir.DoubleType()
_ARRAYS = [_WORD.as_pointer(), _NUMBER.as_pointer(), ir.IntType(8).as_pointer()]
_WORDS: Any = types.CPointer(types.int64)  # type: ignore[no-untyped-call]
_NUMBERS: Any = types.CPointer(types.float64)  # type: ignore[no-untyped-call]


def _call(builder: Any, ints: Any, part: Any, result: Any, key: Any, *outputs: Any) -> Any:
    """Call the code of a link, with the link's arrays."""
    first = builder.mul(part, _WORD(LINK))
    places = [builder.gep(ints, [builder.add(first, _WORD(i))]) for i in range(LINK)]
    code, *arrays = [builder.load(place) for place in places]
    kinds = [_WORD, *_ARRAYS, *(one.type for one in outputs)]
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
        moved = [builder.gep(one, [offset]) for one in outputs]
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
