"""The array forms of combined heuristics, if all parts have one; see ``aima_search.model.packed``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from aima_search.base.errors import HeuristicError
from aima_search.model.contract import Action, State
from aima_search.model.packed import EXACT, array_form
from aima_search.model.problem import Heuristic

if TYPE_CHECKING:
    from aima_search.model.packed import Costs, Keys

    Combine: TypeAlias = Callable[[list[Costs]], Costs]


def combined_form(
    parts: Sequence[Heuristic[State, Action]], combine: Combine | None
) -> Callable[[Keys], Costs] | None:
    """Return an array form made of the array forms of the parts, None if a part has none."""
    forms = [form for part in parts if (form := array_form(part)) is not None]
    if combine is None or len(forms) < len(parts):
        return None

    def combined(keys: Keys) -> Costs:
        import numpy as np  # only when used

        return combine([np.asarray(form(keys), dtype=np.float64) for form in forms])

    return combined


def largest_of(values: list[Costs]) -> Costs:
    """Return the largest for each state."""
    import numpy as np

    largest: Costs = np.maximum.reduce(values)
    return largest


def smallest_of(values: list[Costs]) -> Costs:
    """Return the smallest for each state."""
    import numpy as np

    smallest: Costs = np.minimum.reduce(values)
    return smallest


def constant_of(value: float) -> Callable[[Keys], Costs] | None:
    """Return the array form of a constant, None if numpy would round it."""
    return (lambda keys: 0 * keys.astype(float) + value) if abs(value) <= EXACT else None


def sum_of(weights: Sequence[float]) -> Combine | None:
    """Return the function that adds values up by weights, None if numpy would round the weights."""
    if max(weights) > EXACT:
        return None

    def total(values: list[Costs]) -> Costs:
        import numpy as np

        with np.errstate(over="ignore"):
            added = weights[0] * values[0]
            for weight, value in zip(weights[1:], values[1:], strict=True):
                added += weight * value
        if (np.isinf(added) & np.isfinite(values).all(axis=0)).any():
            raise HeuristicError(
                "a weighted sum of heuristics is beyond the floating-point numbers, though its"
                " parts are not: use smaller weights"
            )
        return added

    return total
