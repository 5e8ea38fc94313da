"""Combinations of heuristics: maximum, minimum, and weighted sums.

The *parts* of a combination are heuristics or numbers. The compiled version of a combination stores
the number of parts in ``floats[0]``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import inf, nan
from operator import add, mul
from typing import Any

from aima_search.base.errors import HeuristicError
from aima_search.base.path_costs import PLAIN, unboxed
from aima_search.model.compiled import Formula, constant, value_of_part
from aima_search.model.contract import Action, State
from aima_search.model.heuristic import (
    BuiltHeuristic,
    HeuristicFacts,
    built,
    facts_of,
    function_of,
    guides_of,
    refinement_of,
    with_refinement,
)
from aima_search.model.packed import EXACT
from aima_search.model.problem import Heuristic, Node


def facts_of_maximum(parts: Sequence[HeuristicFacts]) -> HeuristicFacts:
    """Return the properties of max(parts), which is admissible if all parts are admissible."""
    if len(parts) == 1:
        return parts[0]
    values = [part.admissible for part in parts]
    return HeuristicFacts(
        admissible=False if False in values else _true_if_all(values),
        consistent=_true_if_all([part.consistent for part in parts]),
    )


def _facts_of_sum(weights: Sequence[float], parts: Sequence[HeuristicFacts]) -> HeuristicFacts:
    if max(weights) <= 1 and sum(weights) <= 1:  # adding a huge int and a float would fail
        return HeuristicFacts(
            admissible=_true_if_all([part.admissible for part in parts]),
            consistent=_true_if_all([part.consistent for part in parts]),
        )
    # h is never negative, so the sum overestimates if a part with a weight of at least 1 does
    pairs = zip(weights, parts, strict=True)
    overestimates = any(weight >= 1 and part.admissible is False for weight, part in pairs)
    return HeuristicFacts(admissible=False if overestimates else None)


def _true_if_all(values: Sequence[bool | None]) -> bool | None:
    return True if all(values) else None


def maximum(*parts: Heuristic[State, Action] | float) -> BuiltHeuristic:
    """Return the heuristic max(parts); it is admissible if all parts are admissible.

    If one of the heuristics has a refinement (see ``with_refinement``) or additional heuristics
    (see ``with_guides``), the result has them, too.
    """
    heuristics = _heuristics(parts)
    functions = [function_of(h) for h in heuristics]
    facts = facts_of_maximum([facts_of(h) for h in heuristics])
    largest = _combined(_largest(functions), heuristics, facts, extreme_of_parts, [1])
    largest = built(largest, guides=next(filter(None, map(guides_of, heuristics)), None))
    pairs = list(zip(functions, map(refinement_of, heuristics), strict=True))
    refined = [refinement for _, refinement in pairs if refinement]
    if not refined:
        return largest
    bound = _largest([refinement.bound if refinement else h for h, refinement in pairs])
    refine = _largest([refinement.refine for refinement in refined])
    instead = None
    if any(refinement.instead for refinement in refined):
        instead = _largest([(refinement and refinement.instead) or h for h, refinement in pairs])
    return with_refinement(largest, bound, refine, instead=instead)


def _largest(functions: list[Heuristic]) -> Heuristic:
    if len(functions) == 2:  # the common case, without a list
        first, second = functions

        def largest_of_two(node: Node) -> float:
            a, b = first(node), second(node)
            return b if b > a else a

        return largest_of_two

    def largest(node: Node) -> float:
        return max([h(node) for h in functions])

    return largest


def minimum(*parts: Heuristic[State, Action] | float) -> BuiltHeuristic:
    """Return the heuristic min(parts); it is admissible if at least one part is admissible."""
    heuristics = _heuristics(parts)
    functions = [function_of(h) for h in heuristics]
    known = [facts_of(h) for h in heuristics]
    facts = HeuristicFacts(
        admissible=True if any(part.admissible for part in known) else None,
        consistent=_true_if_all([part.consistent for part in known]),
    )

    def smallest(node: Node[State, Action]) -> float:
        return min([h(node) for h in functions])

    return _combined(smallest, heuristics, facts, extreme_of_parts, [-1])


def weighted(part: Heuristic[State, Action] | float, weight: float) -> BuiltHeuristic:
    """Return the heuristic ``weight * part``."""
    return weighted_sum((weight, part))


def weighted_sum(*terms: tuple[float, Heuristic[State, Action] | float]) -> BuiltHeuristic:
    """Return the heuristic that is the sum of ``weight * part`` over pairs (weight, part).

    If a part is infinite, the sum is infinite, unless the weight of this part is 0.
    """
    for weight, _ in terms:
        if not 0 <= weight < inf:
            raise HeuristicError(f"weight {weight!r}: expected a finite number from 0 up")
    used = [(weight, part) for weight, part in terms if weight > 0]
    heuristics = _heuristics([part for _, part in used] or [0])
    functions = [function_of(h) for h in heuristics]
    weights = [weight for weight, _ in used] or [1]

    def total(node: Node[State, Action]) -> float:
        values = [h(node) for h in functions]
        try:
            if not PLAIN.issuperset(map(type, values)):  # numbers of numpy with 8 bits overflow
                values = list(map(unboxed, values))
            # not sum(), which rounds differently in different versions of Python
            value: float = reduce(add, map(mul, weights, values))
            if value < inf or inf in values:
                return value
        except OverflowError:  # a value is a huge int
            value = inf
        except ValueError:  # a value is an array with several numbers
            return values[0]
        if value != inf:
            return value
        raise HeuristicError(
            f"at {node}, the weighted sum of the heuristics is too large for a floating-point"
            " number: use smaller weights"
        )

    facts = _facts_of_sum(weights, [facts_of(h) for h in heuristics])
    is_plain = set(map(type, weights)) <= PLAIN and max(weights) <= EXACT
    in_numbers = sum_of_parts if is_plain else None
    return _combined(total, heuristics, facts, in_numbers, weights)


def _combined(
    function: Heuristic,
    parts: Sequence[Heuristic],
    facts: HeuristicFacts,
    in_numbers: Callable[..., Any] | None,
    floats: Sequence[float],
) -> BuiltHeuristic:
    def formula() -> Formula | None:
        offered = [part.formula for part in parts if isinstance(part, BuiltHeuristic)]
        made = [formula for make in offered if make and (formula := make())]
        if in_numbers is None or len(made) < len(parts):
            return None
        return Formula(in_numbers, floats=[len(made), *floats], parts=made)

    sizes = [part.bytes for part in parts if isinstance(part, BuiltHeuristic) and part.bytes]
    return BuiltHeuristic(function, facts=facts, formula=formula, bytes=sum(sizes) or None)


def _heuristics(parts: Sequence[Heuristic | float]) -> list[Heuristic]:
    if not parts:
        raise HeuristicError("a combination without heuristics: expected at least one heuristic")
    return [part if callable(part) else _constant(part) for part in parts]


def _constant(value: float) -> Heuristic:
    facts = HeuristicFacts(admissible=value == 0, consistent=True)
    formula = (lambda: constant(value)) if type(value) in PLAIN else None
    return BuiltHeuristic(lambda node: value, facts=facts, formula=formula)


def extreme_of_parts(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """Return the largest value of the parts, or NaN if any value is NaN.

    If ``floats[1]`` is -1 instead of 1, return the smallest value.
    """
    best = -inf
    for part in range(int(floats[0])):
        value = value_of_part(ints, part, key)
        if value != value:
            return nan
        best = max(best, floats[1] * value)
    return floats[1] * best


def sum_of_parts(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """Return the weighted sum of the parts, or NaN if the sum is too large."""
    total, is_infinite = 0.0, False
    for part in range(int(floats[0])):
        value = value_of_part(ints, part, key)
        is_infinite = is_infinite or value == inf
        total += floats[1 + part] * value
    return total if is_infinite or total < inf else nan
