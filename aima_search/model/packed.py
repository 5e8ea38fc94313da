"""The packed form of a problem: states as numbers in numpy arrays, expanded a whole array at once.

It is optional. A problem offers it by a method ``packed()`` that returns an object of the shape
below, or None if this instance has no such form. Without it the analysis works on the
states themselves, with the same answers, only slower.

Vocabulary: a *key* is the number of a state, different for different states.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from aima_search.model.contract import offered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Keys: TypeAlias = "NDArray[np.uint64]"
Indices: TypeAlias = "NDArray[np.int64]"
CostArray: TypeAlias = "NDArray[np.float64]"
Switches: TypeAlias = "NDArray[np.bool_]"

NOT_INSTALLED = "is not installed"
"""The end of the reason if a package is missing."""

EXACT = 2.0**53
"""Arrays of floats hold all whole numbers up to this number; a search refuses larger numbers."""


class Packed(Protocol):
    """The value of a problem's ``packed()``. All arrays have one dimension.

    It may have ``whole``, what holds all states of several problems, such as the map of many trips:
    keys count them from 0 to len(whole) - 1, in the compiled form too, and what is made for all of
    them is kept in the dict ``whole.made``.
    """

    def pack(self, states: Sequence[Any]) -> Keys:
        """Return the keys of states, as uint64."""

    def unpack(self, keys: Keys) -> list[Any]:
        """Return the states of keys: the inverse of ``pack``."""

    def successors(self, keys: Keys) -> tuple[Indices, Keys, CostArray | None]:
        """Return every action of every state: (place of the source in keys, target's key, cost).

        Goals have successors like other states, and two actions to one state are two entries.
        Actions may come in any order. None in place of the costs stands for 1 each. Costs are
        exact up to 2**53, the sums along a path too: a search refuses larger ones.
        """

    def goals(self, keys: Keys) -> Switches:
        """Return for each state whether it is a goal."""


def packed_form(problem: object, *, needs: Sequence[str] = ()) -> Packed | None:
    """Return the packed form of a problem, None if it has none; see below."""
    form = packed_form_or_reason(problem, needs=needs)
    return None if isinstance(form, str) else form


def packed_form_or_reason(problem: object, *, needs: Sequence[str] = ()) -> Packed | str:
    """Return the packed form of a problem, or the reason why it cannot be used.

    A packed form does not stand for a subclass, or an instance, that has redefined one of the
    methods that ``packed`` stands for. A wrapper that forwards unknown attributes has no packed
    form. Nothing is packed if numpy, or another package that the caller ``needs``, is not
    installed, as in a browser.
    """
    for package in ("numpy", *needs):
        if find_spec(package) is None:
            return f"{package} {NOT_INSTALLED}"
    name = type(problem).__name__
    if not any("packed" in vars(kind) for kind in type(problem).__mro__):
        return f"{name} has no packed form (it does not define packed())"
    packed = offered(problem, "packed")
    if packed is None:
        return f"the packed form of {name} does not know the methods that it redefines"
    form: Packed | None = packed()
    return f"this {name} has no packed form, as packed() says" if form is None else form
