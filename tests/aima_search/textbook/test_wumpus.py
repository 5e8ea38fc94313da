"""Planning a way in the Wumpus world, against a walk by hand over all positions."""

import random
from collections import deque
from typing import NamedTuple

import pytest

from aima_search.base.errors import InputError
from aima_search.search import PlanRoute, astar_search, breadth_first_graph_search

TURNS = ["UP", "RIGHT", "DOWN", "LEFT"]
STEPS = dict(zip(TURNS, [(0, 1), (1, 0), (0, -1), (-1, 0)], strict=True))


class Position(NamedTuple):
    x: int
    y: int
    orientation: str

    def get_location(self):
        return self.x, self.y

    def get_orientation(self):
        return self.orientation


def distances(start, allowed):
    """Return the fewest actions to every position."""
    far, waiting = {start: 0}, deque([start])
    while waiting:
        x, y, turned = here = waiting.popleft()
        place = TURNS.index(turned)
        (dx, dy) = STEPS[turned]
        after = [Position(x, y, TURNS[place - 1]), Position(x, y, TURNS[(place + 1) % 4])]
        if [x + dx, y + dy] in allowed:
            after.append(Position(x + dx, y + dy, turned))
        for each in after:
            if each not in far:
                far[each] = far[here] + 1
                waiting.append(each)
    return far


@pytest.mark.parametrize("seed", range(20))
def test_the_way_planned_is_the_shortest(seed):
    dice = random.Random(seed)
    side = dice.randint(1, 4)
    squares = [[x, y] for x in range(1, side + 1) for y in range(1, side + 1)]
    allowed = [square for square in squares if dice.random() < 0.7]
    start = Position(*dice.choice(squares), dice.choice(TURNS))
    goals = [dice.choice(squares), Position(*dice.choice(squares), "UP")]
    far = distances(start, allowed)
    found = [
        steps
        for position, steps in far.items()
        if position in goals or list(position.get_location()) in goals
    ]
    problem = PlanRoute(start, goals, allowed, side)
    for search in (astar_search, breadth_first_graph_search):
        node = search(problem)
        assert (node and node.path_cost) == (min(found) if found else None)


def test_a_single_square_may_be_the_goal():
    problem = PlanRoute(Position(1, 1, "UP"), (1, 3), [[1, 2], [1, 3]], 3)
    assert astar_search(problem).solution() == ["Forward", "Forward"]


def test_a_wall_ahead_leaves_the_turns():
    problem = PlanRoute(Position(1, 1, "LEFT"), [[2, 2]], [[2, 2]], 2)
    assert problem.actions(problem.initial) == ["TurnLeft", "TurnRight"]
    blocked = Position(1, 1, "UP")
    assert problem.result(blocked, "Forward") == blocked
    assert problem.result(blocked, "TurnLeft").get_orientation() == "LEFT"


def test_an_unknown_orientation_is_refused():
    problem = PlanRoute(Position(1, 1, "NORTH"), [[2, 2]], [[2, 2]], 2)
    with pytest.raises(InputError, match="'NORTH': expected 'UP'"):
        problem.actions(problem.initial)
