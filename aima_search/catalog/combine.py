"""Heuristics made of heuristics: maximum, minimum, weighted, weighted sum.

The parts are functions of a node (or plain numbers). A combination carries ``facts`` that
follow from those of its parts; a function without ``facts`` counts as unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from operator import mul

from aima_search.algorithms.refinement import refinement_of, with_refinement
from aima_search.catalog.array_forms import (
    combine_array_forms,
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
from aima_search.contract import Action, State
from aima_search.errors import HeuristicError
from aima_search.heuristic import Facts, facts_of, with_facts
from aima_search.packed import with_array_form
from aima_search.problem import Heuristic, Node


def maximum(*parts: Heuristic[State, Action] | float) -> Heuristic[State, Action]:
    """Return the largest of the parts: admissible where all of them are.

    What parts offer to do when a node's turn has come, it does then; see ``refinement``.
    """
    functions = _functions(parts)
    largest = _largest(functions)
    offered = [refinement_of(h) for h in functions]
    refined = [one for one in offered if one is not None]
    if refined:
        first = [h if one is None else one.bound for h, one in zip(functions, offered, strict=True)]
        later = _largest([one.refine for one in refined])
        last = [
            h if one is None or one.instead is None else one.instead
            for h, one in zip(functions, offered, strict=True)
        ]
        ends = any(one.instead is not None for one in refined)
        instead = _largest(last) if ends else None
        with_refinement(largest, _largest(first), later, instead=instead)
    combine_array_forms(largest, functions, largest_of)
    return with_facts(largest, facts_of_maximum(_facts(functions)))


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


def minimum(*parts: Heuristic[State, Action] | float) -> Heuristic[State, Action]:
    """Return the smallest of the parts: admissible where any of them is."""
    functions = _functions(parts)

    def smallest(node: Node[State, Action]) -> float:
        return min([h(node) for h in functions])

    combine_array_forms(smallest, functions, smallest_of)
    return with_facts(smallest, facts_of_minimum(_facts(functions)))


def weighted(part: Heuristic[State, Action] | float, weight: float) -> Heuristic[State, Action]:
    """Return ``weight`` times a heuristic."""
    return weighted_sum((weight, part))


def weighted_sum(
    *terms: tuple[float, Heuristic[State, Action] | float],
) -> Heuristic[State, Action]:
    """Return the sum of weight times part over ``(weight, part)`` pairs; weights from 0 up.

    A part of infinity makes the sum infinite, unless its weight is 0.
    """
    for weight, _ in terms:
        if not 0 <= weight < inf:
            raise HeuristicError(f"weight {weight!r}: expected a finite number not below 0")
    used = [(weight, part) for weight, part in terms if weight > 0]
    functions = _functions([part for _, part in used] or [0])
    weights = [weight for weight, _ in used] or [1]

    def total(node: Node[State, Action]) -> float:
        values = [h(node) for h in functions]
        try:
            value: float = sum(map(mul, weights, values))
            if value < inf or inf in values:
                return value
        except OverflowError:  # of whole numbers, which have no end
            value = inf
        except ValueError:  # which arrays of several numbers raise
            return value
        if value != inf:
            return value
        raise HeuristicError(
            f"a weighted sum of heuristics is beyond the floating-point numbers for {node},"
            " though its parts are not: use smaller weights"
        )

    if (in_arrays := sum_of(weights)) is not None:
        combine_array_forms(total, functions, in_arrays)
    return with_facts(total, facts_of_weighted_sum(weights, _facts(functions)))


def _functions(parts: Sequence[Heuristic[State, Action] | float]) -> list[Heuristic[State, Action]]:
    if not parts:
        raise HeuristicError("a combination of no heuristics: expected at least one")
    return [part if callable(part) else _constant(part) for part in parts]


def _constant(value: float) -> Heuristic:
    function = with_facts(lambda node: value, facts_of_constant(value))
    of_keys = constant_of(value)
    return function if of_keys is None else with_array_form(function, of_keys)


def _facts(functions: list[Heuristic[State, Action]]) -> list[Facts]:
    return [facts_of(function) for function in functions]
