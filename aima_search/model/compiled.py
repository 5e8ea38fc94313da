"""Functions of problems and heuristics that numba compiles to machine code.

The method ``compiled()`` of a problem returns its functions; ``with_formula`` adds such a function
to a heuristic. The functions must compute exactly the same values as the problem's methods and the
heuristic. A search compares the values on some states before it uses the functions.

A *key* is a signed 64-bit integer that encodes a state; different states have different keys.
A *formula* is a function of a key, together with the numbers that the function needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from aima_search.base.names import renamed_names

Numbers: TypeAlias = Any
"""Whole numbers or floats, in a list or in a numpy array with 64-bit items (not copied)."""


@dataclass(frozen=True, eq=False)
class Formula:
    """A function that numba can compile, and the arrays of numbers that the function reads.

    function: ``f(key, ints, floats, raw)``, which returns a number, or NaN for an error. It may use
    global functions and constants. It must not raise errors, and array bounds are not checked.
    lists: if True, the function is ``f(key, ints, floats, raw, keys, costs)`` instead. It writes
    pairs (key, cost) to the arrays ``keys`` and ``costs``, and returns the number of pairs.
    ints, floats, raw: arrays of int64, float64 and uint8. An int64 is below 2**63, so convert a
    larger mask for ``ints`` with ``signed(mask)`` of ``aima_search.model.compiled``.
    parts: other formulas. To get the value of the first part, the function can call
    ``value_of_part(ints, 0, key)`` of ``aima_search.model.compiled``. The function's ``ints`` has
    four numbers for each part, then your numbers: with one part, they start at ``ints[4]``.
    address: the address of machine code to call instead of the function.
    """

    function: Callable[..., Any]
    ints: Numbers = ()
    floats: Numbers = ()
    raw: Any = b""
    parts: Sequence[Formula] = ()
    lists: bool = False
    address: int | None = None


LINK = 4  # the length of a link to a part: the addresses of its code and of its three arrays


def value_of_part(ints: Any, number: int, key: int) -> float:
    """Return the value of ``parts[number]`` for the state ``key``."""
    raise NotImplementedError("machine code only")


def list_of_part(ints: Any, number: int, key: int, keys: Any, costs: Any, first: int) -> int:
    """Write the list of ``parts[number]`` into the arrays at index ``first``; return its length."""
    raise NotImplementedError("machine code only")


def signed(key: int) -> int:
    """Return ``key``, an integer below 2**64, as a signed 64-bit integer for compiled code."""
    return key - 2**64 if key >= 2**63 else key


def is_key(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """A compiled goal test: return True for the only goal, whose key is ``ints[0]``."""
    return key == ints[0]


def constant(value: float) -> Formula:
    """Return a formula that returns ``value`` for every state."""
    return Formula(_first, floats=[value])


def _first(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    return floats[0]


def by_key(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """A compiled heuristic that looks up the value of a state in the table ``floats``."""
    return floats[key]


def numbers_at(ints: Any, first: int, size: int) -> Any:
    """Return the array ``ints[first : first + size]``; an index outside it raises an error."""
    raise NotImplementedError("machine code only")


class BitFields:
    """Packs a state of ``count`` numbers into a key that has ``bits`` bits for each number.

    The first number of a state is in the lowest bits of its key. The Formula ``numbers`` converts a
    key to the list of numbers. least: the lowest number that a state may contain.
    """

    def __init__(self, count: int, bits: int, least: int = 0) -> None:
        self._shifts = [bits * place for place in range(count)]
        self._mask, self._least = (1 << bits) - 1, least
        self.numbers = Formula(_list_fields, [count, bits, least], lists=True)

    def pack(self, state: Sequence[int]) -> int:
        """Return the key of ``state``."""
        least = self._least
        return sum([n - least << at for n, at in zip(state, self._shifts, strict=True)])

    def unpack(self, key: int) -> tuple[int, ...]:
        """Return the state that has the key ``key``."""
        mask, least = self._mask, self._least
        return tuple([(key >> at & mask) + least for at in self._shifts])


def _list_fields(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    for place in range(ints[0]):
        keys[place] = (key >> ints[1] * place & (1 << ints[1]) - 1) + ints[2]
    return ints[0]


@dataclass(frozen=True, eq=False)
class CompiledForm:
    """The functions that numba compiles for a problem. The problem's ``compiled()`` returns them.

    pack: a function that returns the *key* of a state, an integer below 2**64. unpack: a function
    that returns the state with a given key. goal: a formula that is 1 for a goal, and 0 for other
    states. expand: the formula that lists (key, cost) for all successors, in the order of the
    problem's actions. most: the maximum length of the lists of ``expand`` and ``numbers``.
    numbers: a formula that lists the numbers of a state; ``compiled_heuristic`` passes this list to
    h as ``board``. goal_numbers: the numbers of the goal. estimates: a dict; a key is the name of a
    heuristic method, and its value is a function that returns the formula for this method.
    """

    expand: Formula
    goal: Formula
    most: int
    pack: Callable[[Any], int]
    unpack: Callable[[int], Any]
    numbers: Formula | None = None
    goal_numbers: Sequence[int] = ()
    estimates: Mapping[str, Callable[[], Formula]] = field(
        default_factory=lambda: MappingProxyType({})
    )


__getattr__ = renamed_names(__name__, {"Fields": "BitFields"})
