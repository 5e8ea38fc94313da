"""Pattern databases of a problem that only says its abstraction: pancakes."""

import itertools

import pytest

import heuristics
from aima_search import check_heuristic, check_problem, solve
from aima_search.base.errors import InputError, NotApplicable
from aima_search.model.problem import Node
from puzzles import Pancakes


def test_a_table_holds_the_exact_costs():
    stack = Pancakes(range(6, 0, -1))
    abstraction = stack.abstraction((6, 5))
    h = heuristics.get("pattern-database(2)", stack)
    images = {abstraction.image(state) for state in itertools.permutations(range(1, 7))}
    assert len(images) == abstraction.entries
    for state in itertools.islice(itertools.permutations(range(1, 7)), 0, None, 37):
        abstraction.problem.initial = abstraction.image(state)
        assert h(Node(state)) == solve(abstraction.problem, "breadth-first").cost


@pytest.mark.parametrize("text", ["", "(3)", "(3-3)", "(6)"])
def test_it_is_admissible_and_consistent(text):
    stack = Pancakes("3,6,2,5,1,4")
    report = check_heuristic(stack, f"pattern-database{text}")
    assert (report.admissible, report.consistent, report.states) == (True, True, 720)
    assert check_problem(stack, states=100).ok


def test_costs_are_not_added_up_where_a_turn_moves_both():
    stack = Pancakes("3,6,2,5,1,4")
    both, first = (heuristics.get(f"pattern-database({t})", stack) for t in ("3-3", "3"))
    values = [(both(Node(s)), first(Node(s))) for s in itertools.permutations(range(1, 7))]
    assert all(a >= b for a, b in values)
    assert max(a for a, _ in values) < 2 * max(b for _, b in values)


def test_what_is_too_large_or_no_pattern_is_refused():
    with pytest.raises(NotApplicable, match="3,628,800 entries"):
        heuristics.get("pattern-database(10)", Pancakes(range(1, 11)))
    for text in ("0", "4-3", "x", "4-"):
        with pytest.raises(InputError, match="with a sum of at most 6"):
            heuristics.get(f"pattern-database({text})", Pancakes("3,6,2,5,1,4"))
    with pytest.raises(InputError, match="expected one or more different sizes from 1 to 6"):
        Pancakes("3,6,2,5,1,4").abstraction((7,))
