"""What a user keeps for later: results of long paths, nodes, problems whose h was used."""

import copy
import pickle

import pytest

from aima_search import Node, solve
from aima_search.model.puzzle import PUZZLES
from aima_search.search import astar_search
from tests.specimens import Chain

STEPS = 20_000


def through_pickle(value):
    return pickle.loads(pickle.dumps(value))


def test_a_result_of_twenty_thousand_steps_is_pickled():
    result = solve(Chain(STEPS), "uniform-cost")
    again = through_pickle(result)
    assert again == result
    assert again.actions == ["up"] * STEPS
    assert again.states == list(range(STEPS + 1))


def test_a_node_keeps_all_that_it_has():
    node = astar_search(Chain(3))
    node.note = "mine"
    for again in (through_pickle(node), copy.deepcopy(node), copy.copy(node)):
        assert (again.state, again.action, again.path_cost, again.depth) == (3, "up", 3, 3)
        assert (again.f, again.h, again.note) == (node.f, node.h, "mine")
        assert again.solution() == node.solution()
    assert copy.copy(node).parent is node.parent
    assert copy.deepcopy(node).parent is not node.parent


class Marked(Node):
    """A node of a class of its own, with a slot of its own."""

    __slots__ = ("mark",)


def test_a_node_of_a_class_of_ones_own_stays_one():
    node = Marked("B", Node("A"), "go", 2.5)
    node.mark = "x"
    again = through_pickle(node)
    assert (type(again), again.mark, type(again.parent)) == (Marked, "x", Node)
    assert again.path_states() == ["A", "B"]


@pytest.mark.parametrize("name", ["movix", "hitori", "sudoku", "sudoku-local"])
def test_a_problem_whose_h_was_used_is_pickled(name):
    problem = PUZZLES.get(name).level()
    root = Node(problem.initial)
    estimate = problem.h(root)
    again = through_pickle(problem)
    assert again.format() == problem.format()
    assert again.h(root) == estimate == problem.h(root)
