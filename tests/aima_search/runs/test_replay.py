"""States and actions without ``==``, as courses define them, are replayed along the path."""

import numpy as np
import pytest

from aima_search import Node, Problem, compare, solve
from aima_search.base.errors import InvalidSolution
from aima_search.runs.result import replay


class Board:
    """A state that is equal to itself alone."""

    def __init__(self, filled):
        self.filled = filled


class Move:
    """An action that is equal to itself alone."""

    def __init__(self, digit):
        self.digit = digit


def plain(filled):
    return filled


def boxed(filled):
    return (Board(filled), len(filled))


class Word(Problem):
    """Write 1011 digit by digit, in states that ``state`` makes of the digits written."""

    def __init__(self, state=Board, action=plain):
        self.state, self.action = state, action
        super().__init__(state(()))

    def digits(self, state):
        inner = state[0] if self.state is boxed else state
        return inner.filled if isinstance(inner, Board) else inner

    def actions(self, state):
        return [self.action(digit) for digit in (0, 1)] if len(self.digits(state)) < 4 else []

    def result(self, state, action):
        digit = action.digit if isinstance(action, Move) else action
        return self.state((*self.digits(state), digit))

    def goal_test(self, state):
        return self.digits(state) == (1, 0, 1, 1)

    def h(self, node):
        return 4 - len(self.digits(node.state))


MAKERS = [(plain, plain), (Board, plain), (plain, Move), (Board, Move), (boxed, Move)]


@pytest.mark.parametrize(("state", "action"), MAKERS)
@pytest.mark.parametrize("algorithm", ["astar", "breadth-first", "depth-first", "ida-star"])
def test_a_right_answer_is_believed_whatever_can_be_compared(algorithm, state, action):
    result = solve(Word(state, action), algorithm)
    assert result.status == "solved"
    assert result.cost == 4


class ArrayWord(Word):
    """Keeps the digits in an array of numpy, whose ``==`` gives an array."""

    def __init__(self):
        super().__init__(np.array)

    def digits(self, state):
        return tuple(state)


def test_a_path_of_arrays_is_believed_too():
    assert solve(ArrayWord(), "depth-limited").cost == 4


def test_a_comparison_believes_it_too():
    (row,) = compare(Word(), ["breadth-first"]).rows
    assert (row.status, row.cost) == ("solved", 4)


def path_of(problem, *digits):
    node = Node(problem.initial)
    for digit in digits:
        action = problem.action(digit)
        node = Node(problem.result(node.state, action), node, action, node.path_cost + 1)
    return node


@pytest.mark.parametrize(("state", "action"), MAKERS)
def test_an_end_that_is_no_goal_and_a_wrong_cost_are_not_believed(state, action):
    problem = Word(state, action)
    with pytest.raises(InvalidSolution, match="is not a goal"):
        replay(problem, path_of(problem, 1, 0, 1, 0))
    expensive = path_of(problem, 1, 0, 1, 1)
    expensive.path_cost = 5
    with pytest.raises(InvalidSolution, match="with path cost 5"):
        replay(problem, expensive)
    jump = Node(path_of(problem, 1, 0, 1, 1).state, path_of(problem, 1, 0), 1, 3)
    if state is plain:
        with pytest.raises(InvalidSolution, match="does not lead from"):
            replay(problem, jump)


def test_an_action_that_is_none_of_the_problems_is_not_believed():
    problem = Word(Board, plain)
    node = path_of(problem, 1, 0, 1, 1)
    node.action = 7
    with pytest.raises(InvalidSolution, match="7 does not lead"):
        replay(problem, node)


def test_a_path_from_elsewhere_is_not_believed_where_states_can_be_compared():
    problem = Word(plain)
    with pytest.raises(InvalidSolution, match="starts at"):
        replay(problem, Node((1, 0, 1, 1)))
    with pytest.raises(InvalidSolution, match="starts at"):
        replay(Word(Board), Node((1, 0, 1, 1)))
