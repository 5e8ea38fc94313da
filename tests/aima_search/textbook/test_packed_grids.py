"""Grids on packed arrays have the successors, the goals and the answers of their rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
