"""The packed version of a problem: states are integers, and numpy expands an array at once.

A *key* is the integer that stands for a state; different states have different keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from aima_search.model.contract import lacks_form, offered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Keys: TypeAlias = "NDArray[np.uint64]"
Indices: TypeAlias = "NDArray[np.int64]"
CostArray: TypeAlias = "NDArray[np.float64]"
Switches: TypeAlias = "NDArray[np.bool_]"

NOT_INSTALLED = "is not installed"  # the end of the message about a missing package

EXACT = 2.0**53  # floats hold all whole numbers up to this number; a search refuses larger numbers


class Packed(Protocol):
    """The packed version of a problem, which stores each state as an integer, the state's *key*.

    Problems with the same states, such as several trips on one map, can share cached tables. To do
    so, give their packed versions the same object, such as the map, as the attribute ``whole``.
    This object needs a length (the number of states) and an attribute ``made`` (a dict for the
    tables). The packed and the compiled version must use the keys 0 to len(whole) - 1.
    """

    def pack(self, states: Sequence[Any]) -> Keys:
        """Return the keys of ``states``, as an array of uint64."""

    def unpack(self, keys: Keys) -> list[Any]:
        """Return the states that have the keys ``keys``."""

    def successors(self, keys: Keys) -> tuple[Indices, Keys, CostArray | None]:
        """Return all actions in the given states as three arrays (indices, next keys, costs).

        Each action in a state adds one item to each array. The first array has the index of the
        state in ``keys``. The second array has the key of the next state. The third array has the
        cost of the action, or is None if every action costs 1. The actions may be in any order.
        The arrays include the actions in goal states. All costs, and their sums along a path, are
        at most 2**53.
        """

    def goals(self, keys: Keys) -> Switches:
        """Return an array that has True at the index of each goal in ``keys``."""


def packed_form(problem: object, *, needs: Sequence[str] = ()) -> Packed | None:
    """Return the packed version of a problem, or None if no packed version can be used."""
    form = packed_form_or_reason(problem, needs=needs)
    return None if isinstance(form, str) else form


def packed_form_or_reason(problem: object, *, needs: Sequence[str] = ()) -> Packed | str:
    """Return the packed version of a problem, or the reason why it cannot be used.

    needs: packages that must be installed, in addition to numpy.
    """
    for package in ("numpy", *needs):
        if find_spec(package) is None:
            return f"{package} {NOT_INSTALLED}"
    if reason := lacks_form(problem, "packed"):
        return reason
    form: Packed | None = offered(problem, "packed")()
    name = type(problem).__name__
    return f"this {name} has no packed version: packed() returned None" if form is None else form
