"""Grids on packed arrays have the successors, the goals and the answers of their rules."""

from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, solve
from aima_search.model.packed import packed_form
from aima_search.search import GridProblem, directions8
from aima_search.search4e import GridProblem as Plane
from aima_search.textbook.peaks import directions4
from tests.examples import examples

CELLS = st.tuples(st.integers(0, 6), st.integers(0, 6))
DIRECTIONS = st.sampled_from([directions4, directions8, {"jump": (2, 1), "back": (-1, -1)}])


@st.composite
def grids(draw):
    """Grids of both editions; the plane is fenced, so that its searches end."""
    obstacles, directions = draw(st.sets(CELLS, max_size=20)), draw(DIRECTIONS)
    initial, goal = draw(CELLS), draw(CELLS | st.lists(CELLS, min_size=2, max_size=3))
    if draw(st.booleans()):
        return GridProblem(initial, goal, 7, 7, obstacles, directions)
    fence = {(x, y) for x in range(-3, 10) for y in range(-3, 10)} - {
        (x, y) for x in range(7) for y in range(7)
    }
    cell = goal if isinstance(goal, tuple) else goal[0]
    return Plane(initial, cell, obstacles | fence, directions=list(directions.values()))


@examples(150)
@given(grids())
def test_successors_and_goals_are_those_of_the_rules(problem):
    form = packed_form(problem)
    states = [(x, y) for x in range(7) for y in range(7)]
    keys = form.pack(states)
    assert form.unpack(keys) == states
    places, targets, costs = form.successors(keys)
    lengths = [1] * len(places) if costs is None else costs
    found = sorted(
        (states[place], after, round(float(cost), 9))
        for place, after, cost in zip(places, form.unpack(targets), lengths, strict=True)
    )
    expected = sorted(
        (state, after, round(problem.path_cost(0, state, action, after), 9))
        for state in states
        for action in problem.actions(state)
        for after in [problem.result(state, action)]
    )
    assert found == expected
    assert list(form.goals(keys)) == [problem.goal_test(state) for state in states]


@examples(100)
@given(grids())
def test_all_engines_agree(problem):
    for algorithm in ("breadth-first", "uniform-cost", "astar"):
        if algorithm == "astar" and isinstance(problem.goal, list):
            continue
        expected = solve(problem, algorithm)
        found = solve(problem, algorithm, engine="packed")
        assert found.status == expected.status
        if algorithm == "breadth-first":
            assert found.depth == expected.depth
        elif expected.solved:
            assert isclose(found.cost, expected.cost)


def test_a_plane_without_end_has_negative_coordinates_too():
    problem = Plane((-5, -70_000), (3, -70_006))
    expected, found = solve(problem), solve(problem, engine="packed")
    assert found.cost == expected.cost
    assert found.states[-1] == (3, -70_006)
    walled = Plane((0, 0), (1_000, 0), {(x, y) for x, y in directions8.values()})
    found = solve(walled, "uniform-cost", engine="packed", limits=Limits(nodes=10_000))
    assert (found.status, found.expanded) == ("no-solution", 1)


def test_the_straight_line_is_the_one_of_the_rules():
    problem = GridProblem((0, 0), (41, 17), 60, 60)
    form = packed_form(problem)
    states = [(x, y) for x in range(60) for y in range(60)]
    expected = [np.hypot(41 - x, 17 - y) for x, y in states]
    np.testing.assert_allclose(form.estimates["h"](form.pack(states)), expected, rtol=1e-15)


class Toll(GridProblem):
    """A grid with rules of its own about what is free."""

    def passable(self, cell):
        return super().passable(cell) and cell != (1, 1)


@pytest.mark.parametrize(
    "problem",
    [
        Toll((0, 0), (2, 2), 3, 3),
        GridProblem((0, 0.5), (2, 2), 3, 3),
        GridProblem((0, 0), (2.0, 2.0), 3, 3),
        GridProblem((0, 0), (2, 2), 3, 3, {(1, 1.0)}),
        GridProblem((-1, 0), (2, 2), 3, 3),
        GridProblem((0, 0), None, 3, 3),
        Plane((0, 0), (2**31, 0)),
        Plane((0, 0), (2, 0), directions=[(2**20, 0)]),
        Plane("ab", (2, 0)),
    ],
)
def test_what_is_no_grid_of_whole_numbers_nearby_has_no_packed_form(problem):
    assert packed_form(problem) is None
