"""A recorded search is the search itself, and its record is what a plain one would write down."""

from collections import Counter
from functools import cache
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, Problem, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import NotApplicable
from aima_search.model.heuristic import with_refinement
from aima_search.textbook.tiles import EightPuzzle
from aima_search.trace import Recording, record
from tests.specimens import TRIANGLE, Chain, Journey, Place, Walk, journeys

LIMITS = Limits(nodes=300)
REMEMBERING = ["breadth-first", "depth-first", "uniform-cost", "greedy", "astar", "weighted-astar"]

TREES = ["breadth-first-tree", "depth-first-tree", "uniform-cost-tree", "greedy-tree", "astar-tree"]


class Steps:
    """A stranger's problem: fourth edition, no base class, costs that do not add up plainly."""

    initial, goal = 0, 9

    def actions(self, state):
        return iter((1, 2, 3)) if state < 9 else iter(())

    def result(self, state, action):
        return state + action

    def is_goal(self, state):
        return state == self.goal

    def action_cost(self, s, a, s1):
        return a * a

    def h(self, node):
        return max(0, self.goal - node.state)

    def value(self, state):
        return -abs(self.goal - state)


class Boxed:
    """A stranger's problem whose states are equal only to themselves."""

    initial = (0,)

    class Box:
        """A number in a box of its own."""

        def __init__(self, number):
            self.number = number

    def __init__(self):
        self.initial = self.Box(0)

    def actions(self, state):
        return ["one", "two"] if state.number < 6 else []

    def result(self, state, action):
        return self.Box(state.number + (1 if action == "one" else 2))

    def goal_test(self, state):
        return state.number == 6

    def path_cost(self, c, state1, action, state2):
        return c + (2 if action == "one" else 3)

    def h(self, node):
        return 6 - node.state.number


class Peaks(Chain):
    """A chain with a value, climbed from 0; two lesser peaks stand in the way."""

    def value(self, state):
        return [0, 3, 1, 2, 5, 4, 6, 7, 9][state]


class Bits(Problem):
    """Turn bits, one at a time; a state is a sequence, as a genetic algorithm needs it."""

    def actions(self, state):
        return range(len(state))

    def result(self, state, action):
        return tuple(bit ^ (place == action) for place, bit in enumerate(state))

    def value(self, state):
        return sum(state)

    def h(self, node):
        return node.state.count(0)


DEAD_END = Journey({0: {1: 1, 2: 1}, 1: {0: 1}, 2: {3: 2}}, 0, 3, {1: inf})
PROBLEMS = {
    "chain": Chain(6),
    "solved": Chain(0),
    "triangle": TRIANGLE,
    "dead end": DEAD_END,
    "no way": Journey({0: {1: 1}, 1: {0: 1}}, 0, 5),
    "places": Walk(),
    "tiles": EightPuzzle((1, 2, 3, 4, 0, 6, 7, 5, 8)),
    "stranger": Steps(),
    "boxed": Boxed(),
    "peaks": Peaks(8),
    "bits": Bits((0, 1, 0, 0), (1, 1, 1, 1)),
}
STARTS_ANYWHERE = ["random-restart-hill-climbing", "beam", "iterated-local-search"]
REVERSIBLE = ["chain", "solved", "tiles", "peaks"]
VALUED = ["stranger", "peaks", "bits"]


def applies(algorithm, name):
    """Return True if an algorithm accepts one of the problems."""
    if algorithm == "genetic":  # its states are to be sequences
        return name == "bits"
    if ALGORITHMS.get(algorithm).joins:
        return name in REVERSIBLE
    return name in VALUED or not ALGORITHMS.get(algorithm).local


every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS.names())


def pairs_of(algorithm):
    """Yield the names of the problems of an algorithm, each with search_both's answer."""
    for name in PROBLEMS:
        if applies(algorithm, name):
            yield name, *searched(name, algorithm)


@cache
def searched(name, algorithm):
    return search_both(PROBLEMS[name], algorithm)


def search_both(problem, algorithm, **more):
    """Return the result of solve and a recording that was pulled to its end."""
    options = {"seed": 5} if ALGORITHMS.get(algorithm).takes_seed else {}
    plain = solve(problem, algorithm, limits=LIMITS, **options)
    recording = Recording(problem, algorithm, limits=LIMITS, **more, **options)
    for _ in recording:
        pass
    return plain, recording


@every_algorithm
def test_a_recorded_search_takes_the_same_steps(algorithm):
    for name, plain, recording in pairs_of(algorithm):
        recorded = recording.result()
        for measure in ("status", "cost", "expanded", "generated", "reopened", "max_frontier"):
            assert getattr(recorded, measure) == getattr(plain, measure), (name, measure)
        assert recorded.actions == plain.actions, name
        trace = recording.trace
        roots = sum(node.parent is None for node in trace)
        counted = len(trace) if ALGORITHMS.get(algorithm).local else len(trace) - roots
        assert counted == plain.generated, name
        in_hand = plain.status == "node-limit"  # it came when one more was about to be expanded
        assert trace.steps == plain.expanded + in_hand, name


def leads(problem, state, action, other):
    """Return True if an action leads from a state to another state."""
    return action in list(problem.actions(state)) and problem.result(state, action) == other


@every_algorithm
def test_nodes_follow_from_their_parents(algorithm):
    for name, _, recording in pairs_of(algorithm):
        problem, trace = PROBLEMS[name], recording.trace
        for node in trace:
            if node.parent is None or name == "boxed":
                continue
            parent = trace.node(node.parent)
            assert node.depth == parent.depth + 1, name
            forwards = leads(problem, parent.state, node.action, node.state)
            assert forwards or leads(problem, node.state, node.action, parent.state), name
            assert forwards or ALGORITHMS.get(algorithm).joins, name


@every_algorithm
def test_the_path_to_the_goal_is_the_solution(algorithm):
    for name, plain, recording in pairs_of(algorithm):
        goals = [node for node in recording.trace if node.fate == "goal"]
        assert len(goals) == (plain.node is not None and not ALGORITHMS.get(algorithm).joins), name
        for goal in goals:
            path = [recording.trace.node(at) for at in recording.trace.path(goal.id)]
            solution = recording.trace.answer.solution()
            if algorithm in STARTS_ANYWHERE:  # after a walk; the walk is not a part of the search
                solution = solution[len(solution) - len(path) + 1 :]
            assert [node.action for node in path[1:]] == solution, name
            assert goal.g == plain.node.path_cost, name


def plain_astar(problem):
    """Search as the textbook says and note every expansion: state, frontier before it, children.

    Paths as (f, arrival, state, g, path); a cheaper path takes the place of a known one.
    """
    start = problem.initial
    best = {start: ()}  # the cheapest path known
    costs, closed, notes = {(): 0}, set(), []
    frontier = [(problem.estimates.get(start, 0), 0, start, ())]
    frontier = [one for one in frontier if one[0] < inf]
    arrival = 0
    while frontier:
        frontier.sort()
        f, _, state, path = frontier[0]
        if state == problem.goal:
            return notes, path
        waiting = Counter(one[3] for one in frontier)
        del frontier[0]
        closed.add(path)
        children = []
        for action in problem.actions(state):
            cost = costs[path] + problem.roads[state][action]
            known = best.get(action)
            if known is not None and costs[known] <= cost:
                children.append((action, cost, "known"))
                continue
            child = (*path, (action, len(notes)))
            h = problem.estimates.get(action, 0)
            was_expanded = known in closed
            frontier = [one for one in frontier if one[3] != known]
            best[action], costs[child] = child, cost
            if h == inf:
                children.append((action, cost, "pruned"))
                continue
            arrival += 1
            frontier.append((cost + h, arrival, action, child))
            children.append((action, cost, "reopened" if was_expanded else "queued"))
        notes.append((state, f, sum(waiting.values()), children))
    return notes, None


@given(journeys(st.integers(0, 9)))
def test_the_record_of_astar_is_what_a_plain_one_notes(journey):
    notes, path = plain_astar(journey)
    trace = record(journey, "astar", tie_break="fifo")
    assert trace.steps == len(notes)
    assert trace.result.solved == (path is not None)
    for step, (state, f, waiting, children) in enumerate(notes):
        in_hand = trace.node(trace.expansions[step], step)
        assert (in_hand.state, in_hand.f) == (state, f)
        assert len(trace.frontier(step)) == waiting
        made = [trace.node(at, step + 1) for at in trace.generated_by(step)]
        assert [(node.state, node.g, node.fate) for node in made] == children


@pytest.mark.parametrize("algorithm", [*REMEMBERING, *TREES])
@given(journey=journeys(st.integers(0, 9)))
def test_the_frontier_of_any_step_is_as_large_as_the_search_said(algorithm, journey):
    recording = Recording(journey, algorithm, limits=Limits(nodes=60))
    sizes = [step.frontier for step in recording]
    assert [len(recording.trace.frontier(step)) for step in range(len(sizes))] == sizes
    reopened = [node for node in recording.trace if node.fate == "reopened"]
    assert len(reopened) <= recording.result().reopened


@pytest.mark.parametrize("algorithm", REMEMBERING)
def test_the_node_in_hand_waited_and_what_was_replaced_did_not(algorithm):
    trace = record(PROBLEMS["tiles"], algorithm, limits=LIMITS)
    for step in range(trace.steps):
        frontier = {at: trace.node(at, step) for at in trace.frontier(step)}
        assert trace.expansions[step] in frontier
        assert {node.fate for node in frontier.values()} <= {"queued", "reopened"}


def test_a_node_that_was_replaced_was_queued_before():
    trace = record(TRIANGLE, "uniform-cost")
    (replaced,) = [node for node in trace if node.fate == "replaced"]
    assert (replaced.state, replaced.g) == (2, 4)
    assert trace.node(replaced.id, 1).fate == "queued"
    assert trace.node(replaced.id, 2).fate == "replaced"


def rounds_of_ida_star(problem):
    """Return the bounds of IDA*, by plain recursion."""

    def least_beyond(state, g, path, bound):
        f = g + problem.h(type("N", (), {"state": state}))
        if f > bound:
            return f, False
        if state == problem.goal:
            return f, True
        least = inf
        for action in problem.actions(state):
            if action not in path:
                cost = g + problem.roads[state][action]
                below, found = least_beyond(action, cost, [*path, action], bound)
                if found:
                    return below, True
                least = min(least, below)
        return least, False

    bounds, found, bound = [], False, problem.h(type("N", (), {"state": problem.initial}))
    while bound < inf and not found:
        bounds.append(bound)
        bound, found = least_beyond(problem.initial, 0, [problem.initial], bound)
    return bounds


@given(journeys(st.integers(0, 9), size=5))
def test_the_rounds_of_ida_star_have_their_bounds(journey):
    trace = record(journey, "ida-star")
    assert [bound for _, bound in trace.rounds] == rounds_of_ida_star(journey)


def test_the_rounds_of_iterative_deepening_have_their_depths():
    trace = record(Chain(4), "iterative-deepening")
    assert [limit for _, limit in trace.rounds] == [1, 2, 3, 4]
    for step in range(trace.steps):
        _, limit = trace.limit_at(step)
        assert {trace.node(at).depth <= limit for at in trace.generated_by(step)} == {True}
    beyond = [node for node in trace if node.fate == "beyond"]
    assert [(node.state, node.depth) for node in beyond] == [(1, 1), (2, 2), (3, 3)]
    assert {node.state for node in trace if node.fate == "known"} == {0, 1}


def test_a_refined_heuristic_raises_f_of_nodes_that_wait():
    tiles = EightPuzzle((4, 1, 3, 7, 2, 6, 8, 5, 0))
    h = with_refinement(lambda node: tiles.h(node), lambda node: max(0, tiles.h(node) - 1), tiles.h)
    recording = Recording(tiles, "astar", h, LIMITS)
    seen = [(step.frontier, step.f) for step in recording]
    trace = recording.trace
    assert [len(trace.frontier(step)) for step in range(len(seen))] == [size for size, _ in seen]
    in_hand = [trace.node(at, step) for step, at in enumerate(trace.expansions)]
    assert [node.f for node in in_hand[: len(seen)]] == [f for _, f in seen]
    assert trace.raised
    for at, raised in trace.raised.items():
        step, h, f = raised[0]
        assert trace.node(at, step - 1).f < f == trace.node(at, step).f
        assert f == trace.node(at).g + h


def test_a_node_that_is_refined_to_infinity_waits_no_more():
    tiles = EightPuzzle((4, 1, 3, 7, 2, 6, 0, 5, 8))

    def refine(node):
        return inf if node.depth == 2 else tiles.h(node)

    h = with_refinement(lambda node: tiles.h(node), lambda node: max(0, tiles.h(node) - 1), refine)
    recording = Recording(tiles, "astar", h, LIMITS)
    sizes = [step.frontier for step in recording]
    trace = recording.trace
    assert [len(trace.frontier(step)) for step in range(len(sizes))] == sizes
    assert recording.result().status == "no-solution"
    hopeless = [node for node in trace if node.fate == "pruned"]
    assert len(hopeless) > 0
    assert {(node.h, node.f, node.depth) for node in hopeless} == {(inf, inf, 2)}
    assert {node.depth for node in trace if node.fate == "queued"} == {0, 1}
    waited = [trace.node(at, trace.steps - 1) for at in trace.frontier(trace.steps - 1)]
    assert "pruned" not in {node.fate for node in waited}


@pytest.mark.parametrize("algorithm", ["astar", "greedy", "ida-star", "recursive-best-first"])
def test_a_start_without_hope_is_pruned(algorithm):
    trace = record(Chain(3), algorithm, lambda node: inf)
    assert [(node.fate, node.h) for node in trace] == [("pruned", inf)]
    assert trace.steps == 0


@pytest.mark.parametrize("algorithm", ["astar", "ida-star", "breadth-first", "annealing"])
def test_beyond_the_limit_it_counts_and_says_so(algorithm):
    problem = Peaks(8)
    plain, recording = search_both(problem, algorithm, most=5)
    result, trace = recording.result(), recording.trace
    assert (result.expanded, result.generated) == (plain.expanded, plain.generated)
    assert not trace.is_whole
    assert f"{len(trace):,} nodes are recorded" in trace.note
    assert 5 <= len(trace) < plain.generated
    assert trace.answer.solution() == plain.node.solution()
    assert len(trace.frontier(trace.steps - 1)) > 0


def test_a_whole_trace_has_no_note():
    assert record(Chain(3)).note == ""


def test_a_heuristic_that_raises_leaves_the_record_of_what_was_done():
    def h(node):
        if node.state == 3:
            raise ZeroDivisionError
        return 0

    recording = Recording(Chain(6), "astar", h)
    with pytest.raises(ZeroDivisionError):
        list(recording)
    trace = recording.trace
    assert trace.steps == 3
    assert [node.state for node in trace if node.fate == "undecided"] == [3]


def test_nothing_is_asked_twice():
    calls = []

    class Counting(Steps):
        def result(self, state, action):
            calls.append((state, action))
            return super().result(state, action)

    solve(Counting(), "astar")
    plain = list(calls)
    calls.clear()
    record(Counting(), "astar")
    assert calls == plain


def test_a_message_names_the_class_of_the_problem():
    with pytest.raises(NotApplicable, match="Steps"):
        list(Recording(Steps(), "bidirectional"))


def test_states_are_not_compared_by_their_order():
    trace = record(Walk(), "astar")
    assert isinstance(trace.node(0).state, Place)
