"""The packed form of a problem: states as numbers in numpy arrays, expanded a whole array at once.

It is optional. A problem offers it by a method ``packed()`` that returns an object of the shape
below, or None if this instance has no such form. Without it the analysis works on the
states themselves, with the same answers, only slower.

A heuristic may have such a form too: ``with_array_form``. For the problem's own ``h`` it may stand
among the ``estimates`` of its packed form, a mapping from the names of methods.

Vocabulary: a *key* is the number of a state, different for different states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from aima_search.model.contract import Action, State
from aima_search.model.heuristic import BuiltHeuristic, built, plain
from aima_search.model.problem import Heuristic, offered, speaks_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Keys: TypeAlias = "NDArray[np.uint64]"
Indices: TypeAlias = "NDArray[np.int64]"
Costs: TypeAlias = "NDArray[np.float64]"
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

    def successors(self, keys: Keys) -> tuple[Indices, Keys, Costs | None]:
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


def with_array_form(h: Heuristic, of_keys: Callable[[Keys], Costs]) -> BuiltHeuristic:
    """Return the heuristic with a function that gives h of whole arrays of keys.

    The keys are those of the packed form of the problem that h was made for.
    """
    return built(h, of_keys=of_keys)


def array_form(h: Heuristic) -> Callable[[Keys], Costs] | None:
    """Return the function that gives h of whole arrays of keys, None if h has no array form."""
    return h.of_keys if isinstance(h, BuiltHeuristic) else None


def array_form_for(
    h: Heuristic[State, Action], problem: object, form: Packed
) -> Callable[[Keys], Costs] | None:
    """Return the array form of a heuristic; the packed form may know that of a method.

    Its ``estimates``, by the names of the methods, do not stand for a redefined method.
    """
    estimates: Mapping[str, Callable[[Keys], Costs]] = getattr(form, "estimates", {})
    function = plain(h)
    name = getattr(function, "__name__", "")
    if getattr(function, "__self__", None) is problem and name in estimates:
        return estimates[name] if speaks_for(problem, "packed", set(estimates)) else None
    return array_form(h)
