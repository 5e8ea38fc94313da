"""Heuristics made of heuristics: maximum, minimum, weighted, weighted sum.

The parts are heuristics (or plain numbers). The facts of a combination follow from those of its
parts; nothing is known of a function.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from operator import mul
from typing import TYPE_CHECKING

from aima_search.algorithms.refinement import refinement_of, with_refinement
from aima_search.base.errors import HeuristicError
from aima_search.base.interchange import PLAIN, unboxed
from aima_search.catalog.array_forms import (
    combined_form,
    constant_of,
    largest_of,
    smallest_of,
    sum_of,
)
from aima_search.catalog.facts import (
    facts_of_constant,
    facts_of_maximum,
    facts_of_minimum,
    facts_of_weighted_sum,
)
from aima_search.model.contract import Action, State
from aima_search.model.heuristic import BuiltHeuristic, Facts, built, facts_of, plain
from aima_search.model.problem import Heuristic, Node

if TYPE_CHECKING:
    from aima_search.catalog.array_forms import Combine


def maximum(*parts: Heuristic[State, Action] | float) -> BuiltHeuristic:
    """Return the largest of the parts: admissible if all parts are.

    If parts offer to refine h when a node's turn comes, the maximum does so too; see
    ``refinement``.
    """
    heuristics = _heuristics(parts)
    functions = [plain(h) for h in heuristics]
    facts = facts_of_maximum(_facts(heuristics))
    largest = _combined(_largest(functions), heuristics, facts, largest_of)
    offered = [refinement_of(h) for h in heuristics]
    refined = [one for one in offered if one is not None]
    if not refined:
        return largest
    first = [h if one is None else one.bound for h, one in zip(functions, offered, strict=True)]
    later = _largest([one.refine for one in refined])
    last = [
        h if one is None or one.instead is None else one.instead
        for h, one in zip(functions, offered, strict=True)
    ]
    ends = any(one.instead is not None for one in refined)
    instead = _largest(last) if ends else None
    return with_refinement(largest, _largest(first), later, instead=instead)


def _largest(functions: list[Heuristic[State, Action]]) -> Heuristic[State, Action]:
    if len(functions) == 2:  # the common case, without building a list
        first, second = functions

        def largest_of_two(node: Node[State, Action]) -> float:
            a, b = first(node), second(node)
            return b if b > a else a

        return largest_of_two

    def largest(node: Node[State, Action]) -> float:
        return max([h(node) for h in functions])

    return largest


def minimum(*parts: Heuristic[State, Action] | float) -> BuiltHeuristic:
    """Return the smallest of the parts: admissible if any part is."""
    heuristics = _heuristics(parts)
    functions = [plain(h) for h in heuristics]

    def smallest(node: Node[State, Action]) -> float:
        return min([h(node) for h in functions])

    return _combined(smallest, heuristics, facts_of_minimum(_facts(heuristics)), smallest_of)


def weighted(part: Heuristic[State, Action] | float, weight: float) -> BuiltHeuristic:
    """Return ``weight`` times a heuristic."""
    return weighted_sum((weight, part))


def weighted_sum(
    *terms: tuple[float, Heuristic[State, Action] | float],
) -> BuiltHeuristic:
    """Return the sum of weight times part over ``(weight, part)`` pairs; weights from 0 up.

    A part of infinity makes the sum infinite, unless its weight is 0.
    """
    for weight, _ in terms:
        if not 0 <= weight < inf:
            raise HeuristicError(f"weight {weight!r}: expected a finite number not below 0")
    used = [(weight, part) for weight, part in terms if weight > 0]
    heuristics = _heuristics([part for _, part in used] or [0])
    functions = [plain(h) for h in heuristics]
    weights = [weight for weight, _ in used] or [1]

    def total(node: Node[State, Action]) -> float:
        values = [h(node) for h in functions]
        try:
            if not PLAIN.issuperset(map(type, values)):  # numpy's of 8 bits wrap
                values = list(map(unboxed, values))
            value: float = sum(map(mul, weights, values))
            if value < inf or inf in values:
                return value
        except OverflowError:  # whole numbers may be of any size
            value = inf
        except ValueError:  # arrays of several numbers raise it
            return values[0]
        if value != inf:
            return value
        raise HeuristicError(
            f"a weighted sum of heuristics is beyond the floating-point numbers for {node},"
            " though its parts are not: use smaller weights"
        )

    facts = facts_of_weighted_sum(weights, _facts(heuristics))
    return _combined(total, heuristics, facts, sum_of(weights))


def _combined(
    function: Heuristic[State, Action],
    parts: Sequence[Heuristic[State, Action]],
    facts: Facts,
    in_arrays: Combine | None,
) -> BuiltHeuristic:
    """Return the heuristic that a function of the parts' values makes."""
    sizes = [part.bytes for part in parts if isinstance(part, BuiltHeuristic)]
    known = [size for size in sizes if size is not None]
    of_keys = combined_form(parts, in_arrays)
    return BuiltHeuristic(
        function, facts=facts, of_keys=of_keys, bytes=sum(known) if known else None
    )


def _heuristics(
    parts: Sequence[Heuristic[State, Action] | float],
) -> list[Heuristic[State, Action]]:
    if not parts:
        raise HeuristicError("a combination of no heuristics: expected at least one")
    return [part if callable(part) else _constant(part) for part in parts]


def _constant(value: float) -> Heuristic:
    return built(lambda node: value, facts=facts_of_constant(value), of_keys=constant_of(value))


def _facts(heuristics: list[Heuristic[State, Action]]) -> list[Facts]:
    return [facts_of(h) for h in heuristics]
