"""A path problem on places and roads with a compiled version, for all kinds of searches."""

from math import inf

from hypothesis import strategies as st

from aima_search.model.compiled import CompiledForm, Formula, by_key, is_key
from aima_search.model.heuristic import BuiltHeuristic
from aima_search.model.problem import Problem


class Roads(Problem):
    """Go from place 0 to the last; ``roads[place]`` lists (place, cost); ``h``: a value each."""

    def __init__(self, roads, estimates):
        super().__init__(0, len(roads) - 1)
        self.roads, self.estimates = roads, estimates

    def actions(self, state):
        return range(len(self.roads[state]))

    def result(self, state, action):
        return self.roads[state][action][0]

    def successors(self, state):
        for action, (place, cost) in enumerate(self.roads[state]):
            yield action, place, cost

    def compiled(self):
        starts, targets, costs = [0], [], []
        for ways in self.roads:
            targets += [place for place, _ in ways]
            costs += [cost for _, cost in ways]
            starts.append(len(targets))
        return CompiledForm(
            expand=Formula(take, [len(starts), *starts, *targets], costs, lists=True),
            goal=Formula(is_key, [self.goal]),
            most=max(map(len, self.roads)),
            pack=int,
            unpack=int,
            numbers=Formula(itself, lists=True),
            goal_numbers=[self.goal],
        )

    def estimate(self):
        """Return h with its compiled version."""
        estimates = self.estimates
        return BuiltHeuristic(
            lambda node: estimates[node.state], formula=lambda: Formula(by_key, floats=estimates)
        )


def take(key, ints, floats, raw, keys, costs):
    first, stop = ints[1 + key], ints[2 + key]
    for road in range(first, stop):
        keys[road - first] = ints[1 + ints[0] + road]
        costs[road - first] = floats[road]
    return stop - first


def itself(key, ints, floats, raw, keys, costs):
    keys[0] = key
    return 1


SOME_COSTS = st.one_of(
    st.integers(0, 4), st.sampled_from([0.1, 0.2, 0.3, 1.5, inf]), st.floats(0, 10)
)
SOME_ESTIMATES = st.one_of(st.integers(0, 6), st.floats(0, 5), st.just(inf))


@st.composite
def roads(draw, most=9, costs=None, estimates=None):
    """Draw any roads, and h values that need not be admissible, consistent, or finite.

    costs, estimates: the strategies to draw costs and h values from.
    """
    size = draw(st.integers(1, most))
    cost = SOME_COSTS if costs is None else st.sampled_from(costs)
    estimate = SOME_ESTIMATES if estimates is None else st.sampled_from(estimates)
    ways = st.lists(st.tuples(st.integers(0, size - 1), cost), max_size=4)
    return Roads(
        draw(st.lists(ways, min_size=size, max_size=size)),
        draw(st.lists(estimate, min_size=size, max_size=size)),
    )
