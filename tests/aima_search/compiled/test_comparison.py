"""What machine code says is compared with Python: on the answer, its dead ends, and a sample."""

from math import inf

import pytest

from aima_search import Limits, solve
from aima_search.base.errors import InvalidSolution
from aima_search.compiled import kernels
from aima_search.model.compiled import Formula, by_key
from aima_search.model.heuristic import BuiltHeuristic
from tests.aima_search.compiled.roads import Roads

pytest.importorskip("numba")
LENGTH = 3_000
LATE = 2_500  # of a chain, long after the states that are compared before a search


def chain(length=LENGTH):
    """Return roads from each place to the next, for 2, and by a longer way round, for 3."""
    return [[(place + 1, 2), (place + 1, 3)] for place in range(length)] + [[]]


def exact(roads, goal=None):
    """Return a problem of roads that lead on, to places of higher numbers, with exact estimates."""
    problem = Roads(roads, [inf] * len(roads))
    problem.goal = len(roads) - 1 if goal is None else goal
    problem.estimates[problem.goal] = 0
    for place in reversed(range(problem.goal)):
        ways = [cost + problem.estimates[target] for target, cost in roads[place]]
        problem.estimates[place] = min(ways, default=inf)
    return problem


def lying(problem, lies):
    """Return an h whose form says something else about some places."""
    said = [lies.get(place, value) for place, value in enumerate(problem.estimates)]
    return BuiltHeuristic(
        lambda node: problem.estimates[node.state], formula=lambda: Formula(by_key, floats=said)
    )


def assert_noticed(problem, algorithm, h, place):
    with pytest.raises(InvalidSolution, match=f"as h of {place}: expected "):
        solve(problem, algorithm, h, engine="compiled")
    result, expected = solve(problem, algorithm, h), solve(problem, algorithm, h, engine="objects")
    assert (result.engine, result.status) == ("objects", expected.status)
    assert (result.cost, result.expanded) == (expected.cost, expected.expanded)
    assert " as h of " in result.engine_note


@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_every_estimate_on_the_path_of_an_answer_is_compared(at_once, algorithm):
    problem = exact(chain())
    h = lying(problem, {LATE + 1: problem.estimates[LATE + 1] - 1})
    assert_noticed(problem, algorithm, h, LATE + 1)


@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_every_dead_end_of_a_proof_is_compared(at_once, algorithm):
    roads = [ways[:1] for ways in chain()]
    roads[LATE] = [(LENGTH, 1)]  # the only way to the last place, which the form takes for closed
    problem = exact(roads)
    assert_noticed(problem, algorithm, lying(problem, {LENGTH: inf}), LENGTH)


def test_a_dead_end_beside_the_path_of_an_answer_is_compared(at_once):
    roads = [*chain(), [(LENGTH, 1)]]
    roads[LATE] = [(LENGTH + 1, 1), *roads[LATE]]  # a shorter way
    problem = exact(roads, goal=LENGTH)
    problem.estimates = [0] * len(roads)
    assert_noticed(problem, "astar", lying(problem, {LENGTH + 1: inf}), LENGTH + 1)


@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_an_initial_state_that_is_no_dead_end_is_compared(algorithm, monkeypatch):
    monkeypatch.setattr("aima_search.compiled.comparison._FIRST", 0)
    problem = Roads([[(1, 1)], []], [0, 0])
    with pytest.raises(InvalidSolution, match=" as h of "):
        solve(problem, algorithm, lying(problem, {0: inf}), engine="compiled")


@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_one_of_so_many_expansions_is_compared(algorithm):
    """Every second place lies beside the path, and the estimates of those are wrong."""
    roads = [[(place + 1, 1), (place + 2, 1)][place % 2 :] for place in range(2 * LENGTH)]
    problem = exact([*roads, [], []], goal=2 * LENGTH)
    problem.estimates = [h if h < inf else 0 for h in problem.estimates]
    lies = dict.fromkeys(range(LENGTH + 1, 2 * LENGTH, 2), 0.5)
    with pytest.raises(InvalidSolution, match=" as h of "):
        solve(problem, algorithm, lying(problem, lies), engine="compiled")


class Strays(Roads):
    """Its form takes other roads than the problem does, late and beside the path."""

    def compiled(self):
        stray = [[(LENGTH, 9)] if place > 400 else way for place, way in enumerate(self.roads)]
        return Roads([*stray[:-1], []], self.estimates).compiled()


@pytest.mark.parametrize("algorithm", ["uniform-cost", "breadth-first"])
def test_successors_are_compared_in_the_sample(algorithm, monkeypatch):
    monkeypatch.setattr("aima_search.compiled.comparison._WHOLE", 1)
    with pytest.raises(InvalidSolution, match="as the successors of"):
        solve(Strays(chain(), [0] * (LENGTH + 1)), algorithm, engine="compiled")


@pytest.mark.parametrize("algorithm", ["astar", "ida-star", "breadth-first"])
def test_the_sample_is_one_of_so_many_expansions_over_the_whole_search(algorithm, monkeypatch):
    places = []
    monkeypatch.setattr(
        "aima_search.compiled.comparison.CompiledFormCheck.check_sample",
        lambda comparison, keys: places.extend(keys),
    )
    problem = exact(chain(20_000))
    found = solve(
        problem, algorithm, problem.estimate(), engine="compiled", limits=Limits(nodes=20_000)
    )
    every = kernels.EVERY_AGAIN if algorithm == "ida-star" else kernels.EVERY
    blocks = {place // every for place in places}
    assert {*range(found.expanded // every)} <= blocks
    assert len(places) <= found.expanded // every + 60  # and one for each slice
