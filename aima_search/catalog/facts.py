"""The facts of a combination of heuristics, as they follow from the facts of its parts."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.model.heuristic import Facts


def facts_of_maximum(parts: Sequence[Facts]) -> Facts:
    """A maximum overestimates at a state if a part does, and only then."""
    return Facts(
        admissible=_all([part.admissible for part in parts]),
        consistent=_true_if_all([part.consistent for part in parts]),
    )


def facts_of_minimum(parts: Sequence[Facts]) -> Facts:
    """A minimum is admissible as soon as one part is (heuristics are not negative)."""
    return Facts(
        admissible=True if any(part.admissible for part in parts) else None,
        consistent=_true_if_all([part.consistent for part in parts]),
    )


def facts_of_weighted_sum(weights: Sequence[float], parts: Sequence[Facts]) -> Facts:
    """A sum keeps the facts of its parts while the weights add up to at most 1.

    Otherwise nothing follows, with one exception: a part that overestimates still does so if its
    weight is 1 or more (heuristics are not negative).
    """
    if max(weights) <= 1 and sum(weights) <= 1:  # a huge whole number and a float have no sum
        used = [part for weight, part in zip(weights, parts, strict=True) if weight > 0]
        return Facts(
            admissible=_true_if_all([part.admissible for part in used]),
            consistent=_true_if_all([part.consistent for part in used]),
        )
    overestimates = any(
        weight >= 1 and part.admissible is False
        for weight, part in zip(weights, parts, strict=True)
    )
    return Facts(admissible=False if overestimates else None)


def facts_of_constant(value: float) -> Facts:
    """A constant other than 0 overestimates at every goal, though it never changes."""
    return Facts(admissible=value == 0, consistent=True)


def _all(values: Sequence[bool | None]) -> bool | None:
    if False in values:
        return False
    return _true_if_all(values)


def _true_if_all(values: Sequence[bool | None]) -> bool | None:
    return True if all(values) else None
