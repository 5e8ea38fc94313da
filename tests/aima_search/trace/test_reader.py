"""One reader writes down what any algorithm tells, and what an algorithm that tells nothing did."""

import pytest

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.steps import Fate, Step
from aima_search.base.errors import UnknownName
from aima_search.model.problem import Node
from aima_search.trace import Recording, record
from tests.specimens import Chain


def silent(problem):
    """Do as ``talkative`` does, and emit nothing."""
    return talkative(problem, tells=False)


def talkative(problem, tells=True):
    """Walk on with the greatest child of each node, and emit what becomes of the children."""
    step = Step(Node(problem.initial))
    while not problem.goal_test(step.node.state):
        yield step
        step.expanded += 1
        children = step.node.expand(problem)
        step.generated += len(children)
        step.node = max(children, key=lambda child: child.state)
        if tells and step.emit is not None:
            for child in children:
                step.emit(Fate.QUEUED if child is step.node else Fate.KNOWN, child)
    return step.node


def misspelt(problem):
    step = Step(Node(problem.initial))
    yield step
    step.emit("forgoten", step.node)


@pytest.fixture
def registered(monkeypatch):
    """A registry that forgets what the test adds."""
    monkeypatch.setattr(ALGORITHMS, "_entries", dict(ALGORITHMS._entries))
    for steps in (silent, talkative, misspelt):
        ALGORITHMS.register(steps.__name__, Algorithm(steps.__name__, steps, "for tests"))


@pytest.mark.usefixtures("registered")
def test_a_strangers_algorithm_that_tells_nothing_leaves_the_way_it_went():
    trace = record(Chain(3), "silent")
    nodes = [(node.parent, node.state, node.g, node.fate) for node in trace]
    way = [(None, 0, 0, "queued"), (0, 1, 1, "queued"), (1, 2, 2, "queued"), (2, 3, 3, "goal")]
    assert nodes == way
    assert [trace.frontier(step) for step in range(trace.steps)] == [[0], [1], [2]]


@pytest.mark.usefixtures("registered")
def test_a_strangers_algorithm_may_tell_what_became_of_its_nodes():
    trace = record(Chain(2), "talkative")
    assert [(node.parent, node.state, node.fate) for node in trace] == [
        *((None, 0, "queued"), (0, 1, "queued")),
        *((1, 2, "goal"), (1, 0, "known")),
    ]
    assert [list(trace.generated_by(step)) for step in range(2)] == [[1], [2, 3]]


@pytest.mark.usefixtures("registered")
def test_an_unknown_fate_is_named_with_the_nearest():
    with pytest.raises(UnknownName, match="unknown fate of a node 'forgoten'"):
        record(Chain(2), "misspelt")


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_nothing_is_told_where_nobody_listens(algorithm):
    steps = ALGORITHMS.get(algorithm).steps
    if ALGORITHMS.get(algorithm).local:
        return
    step = next(steps(Chain(3)))
    assert step.emit is None


def test_a_full_record_is_told_no_more():
    recording = Recording(Chain(50), "astar", most=5)
    told = [step.emit is not None for step in recording]
    assert told[:2] == [True, True]
    assert not any(told[5:])


def test_the_limit_of_a_depth_limited_search_is_the_limit_it_was_given():
    trace = record(Chain(9), "depth-limited", limit=4)
    assert trace.rounds == [(0, 4)]
    assert {node.depth for node in trace if node.fate == Fate.BEYOND} == {4}
