from __future__ import annotations

from itertools import combinations
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heuristics
from aima_search import Node
from heuristics.hitori import MatchingSolver
from puzzles import Hitori
from puzzles.hitori.formulations import COSTS, FORMULATIONS
from puzzles.hitori.rules import State
from tests.examples import examples
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards, solvable_boards

NAMES = [name for name in heuristics.names("hitori") if name != "zero"]
small_boards = st.one_of(boards(3, 3), solvable_boards(3, 3))


def nodes_of(problem: Hitori, most: int = 400) -> list[Node]:
    """A node for every state (at most so many), breadth first."""
    nodes = [Node(problem.initial)]
    seen = {problem.initial}
    for node in nodes:
        for child in node.expand(problem):
            if child.state not in seen and len(nodes) < most:
                seen.add(child.state)
                nodes.append(child)
    return nodes


def perfect(problem: Hitori) -> dict[State, float]:
    """The least cost from every state to a goal: states only grow, so there is no cycle."""
    known: dict[State, float] = {}

    def least(state: State) -> float:
        if state not in known:
            onward = [cost + least(after) for _, after, cost in problem.successors(state)]
            known[state] = 0 if problem.goal_test(state) else min(onward, default=inf)
        return known[state]

    least(problem.initial)
    return known


@examples(60)
@given(
    small_boards, st.sampled_from(list(FORMULATIONS)), st.booleans(), st.sampled_from(list(COSTS))
)
def test_stated_facts_hold_in_every_state(
    rows: Rows, formulation: str, preprocess: bool, cost: str
) -> None:
    problem = Hitori(rows, formulation, preprocess=preprocess, cost=cost)
    best = perfect(problem)
    for name in NAMES:
        h, info = heuristics.get(name, problem), heuristics.info("hitori", name)
        for node in nodes_of(problem):
            value = h(node)
            assert value >= 0
            if problem.goal_test(node.state):
                assert value == 0
            if node.state not in best:  # beyond a goal
                continue
            if info.admissible:
                assert value <= best[node.state]
            if info.consistent:
                for child in node.expand(problem):
                    assert value <= child.path_cost - node.path_cost + h(child)


@pytest.mark.parametrize("name", [n for n in NAMES if not heuristics.info("hitori", n).admissible])
def test_what_is_said_to_be_not_admissible_overestimates_somewhere(name: str) -> None:
    problem = Hitori([[1, 2, 1], [2, 2, 1], [3, 1, 2]])
    assert min(map(len, oracle.solutions([list(row) for row in problem.numbers]))) == 2
    assert heuristics.get(name, problem)(Node(problem.initial)) > 2
    assert heuristics.info("hitori", name).admissible is False


def least_cover(rows: Rows, shaded: set[oracle.Cell]) -> int:
    """The fewest further cells that leave no group with a repeat, by trying all sets."""
    groups: dict[Any, set[oracle.Cell]] = {}
    for r, line in enumerate(rows):
        for c, number in enumerate(line):
            if number is not None and (r, c) not in shaded:
                groups.setdefault(("row", r, number), set()).add((r, c))
                groups.setdefault(("column", c, number), set()).add((r, c))
    cells = sorted(set().union(*groups.values())) if groups else []
    for count in range(len(cells) + 1):
        for chosen in combinations(cells, count):
            if all(len(group - set(chosen)) <= 1 for group in groups.values()):
                return count
    raise AssertionError("shading every cell leaves no repeat")


@examples(50)
@given(small_boards)
def test_edge_cover_is_the_least_cover_in_every_state(rows: Rows) -> None:
    problem = Hitori(rows, "naive")
    h = heuristics.get("edge-cover", problem)
    for node in nodes_of(problem, 40):
        if not node.state.kept:
            shaded = set(problem.board.geometry.cells_of(node.state.shaded))
            assert h(node) == least_cover(rows, shaded)


@examples(50)
@given(st.one_of(boards(5, 6), solvable_boards(4, 4)), st.sampled_from(list(FORMULATIONS)))
def test_a_repaired_matching_is_as_large_as_a_new_one(rows: Rows, formulation: str) -> None:
    problem = Hitori(rows, formulation, rules=("neighbours", "equals"))
    for name in ("edge-cover", "edge-cover-adjacent"):
        h = heuristics.get(name, problem)
        for node in nodes_of(problem, 60):
            assert h(node) == h(Node(node.state))


@given(small_boards)
def test_stronger_heuristics_are_never_below_weaker_ones(rows: Rows) -> None:
    problem = Hitori(rows, "naive")
    h = {name: heuristics.get(name, problem) for name in NAMES}
    for node in nodes_of(problem, 60):
        value = {name: h[name](node) for name in NAMES}
        assert value["half-repeated-lines"] <= value["line-excess"] <= value["edge-cover"]
        assert value["edge-cover"] <= value["edge-cover-adjacent"] <= value["max-admissible"]
        assert value["half-repeated-lines"] * 2 == value["repeated-lines"]
        assert value["combined"] == value["repeated-lines"] / 2 + value["repeated-cells"] / 4


def test_values_of_a_board_that_can_be_counted_by_hand() -> None:
    problem = Hitori([[1, 1, 2], [1, 3, 4], [5, 6, 2]])
    root = Node(problem.initial)
    values = {name: heuristics.get(name, problem)(root) for name in NAMES}
    assert values["repeated-lines"] == 3
    assert values["half-repeated-lines"] == 1.5
    assert values["repeated-cells"] == 5
    assert values["line-excess"] == 2
    assert values["edge-cover"] == 2


def test_two_equals_that_must_stay_are_a_dead_end() -> None:
    problem = Hitori([[1, 2, 1], [3, 4, 5], [6, 7, 8]], "naive")
    state = State(problem.board.geometry.mask([(0, 1)]), 0)
    assert heuristics.get("edge-cover-adjacent", problem)(Node(state)) == inf
    assert heuristics.get("edge-cover", problem)(Node(state)) == 1


def test_the_estimate_ahead_is_exact_where_deductions_decide_the_board() -> None:
    problem = Hitori.level("09x09-medium")
    assert isinstance(problem, Hitori)
    h = heuristics.get("edge-cover-ahead", problem)
    assert h(Node(problem.initial)) == next(problem.solutions()).shaded.bit_count()
    assert problem.h(Node(problem.initial)) == h(Node(problem.initial))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), unique=True, max_size=9))
def test_a_matching_is_as_large_as_the_largest_of_all(edges: list[tuple[int, int]]) -> None:
    rows = [sum(1 << i for i, (row, _) in enumerate(edges) if row == r) for r in range(4)]
    columns = [sum(1 << i for i, (_, column) in enumerate(edges) if column == c) for c in range(4)]

    def is_matching(chosen: int) -> bool:
        masks = [mask for mask in (*rows, *columns) if mask]
        return all((mask & chosen).bit_count() < mask.bit_count() for mask in masks)

    everything = (1 << len(edges)) - 1
    largest = max(s.bit_count() for s in range(everything + 1) if is_matching(s))
    matching = MatchingSolver(rows, columns)
    for start in (0, matching.largest(0, everything, everything, 1)):
        found = matching.largest(start, everything, everything, len(edges))
        assert is_matching(found)
        assert found.bit_count() == largest
