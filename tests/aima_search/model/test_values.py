"""Copies of states, by which the checks notice that a method has changed its argument."""

import pytest

from aima_search import Problem, check_problem
from aima_search.model.values import copy_of, is_same


class TreeNode:
    """A node of a tree: linked both ways, and compared by identity. copies: how many were made."""

    copies = 0

    def __init__(self, name, parent=None):
        self.name, self.parent, self.children = name, parent, []

    def __reduce_ex__(self, protocol):
        TreeNode.copies += 1
        return super().__reduce_ex__(protocol)


class EqualNode(TreeNode):
    """A node that is equal to another node with its name."""

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


def tree(kind, depth, parent=None, name="root"):
    node = kind(name, parent)
    node.children = [tree(kind, depth - 1, node, name + c) for c in "ab" if depth]
    return node


class Down(Problem):
    """Walk down a tree; ``pack`` makes the state of a node."""

    pack, unpack = (staticmethod(lambda value: value) for _ in range(2))

    def actions(self, state):
        return range(len(self.unpack(state).children))

    def result(self, state, action):
        return self.pack(self.unpack(state).children[action])

    def goal_test(self, state):
        return self.unpack(state).name == "rootabab"


class DownInTuples(Down):
    pack, unpack = staticmethod(lambda node: (node, 1)), staticmethod(lambda state: state[0])


@pytest.mark.parametrize("kind", [TreeNode, EqualNode])
@pytest.mark.parametrize("problem", [Down, DownInTuples])
def test_linked_nodes_are_states_without_a_fault(kind, problem):
    report = check_problem(problem(problem.pack(tree(kind, 6))))
    assert (report.faults, report.states) == ({}, 127)


def test_the_nodes_linked_to_a_state_are_not_copied():
    start = tree(EqualNode, 8)
    TreeNode.copies = 0
    assert check_problem(Down(start)).states == 511
    assert TreeNode.copies < 2 * 511


class Grows(Down):
    def result(self, state, action):
        state.children.append(TreeNode("more", state))
        return state.children[action]


class Piece:
    at = 0


class Board:
    def __init__(self):
        self.pieces = [Piece(), Piece()]


class MovesInPlace(Problem):
    def actions(self, state):
        return [0, 1]

    def result(self, state, action):
        state.pieces[action].at += 1
        return state

    def goal_test(self, state):
        return False


@pytest.mark.parametrize("problem", [Grows(tree(TreeNode, 3)), MovesInPlace(Board())])
def test_a_change_of_a_state_is_still_noticed(problem):
    assert list(check_problem(problem).faults) == ["states-are-left-alone"]


def test_of_a_very_large_state_the_attributes_are_compared():
    board = Board()
    board.pieces = [[number] for number in range(5_000)]
    copied = copy_of(board)
    assert copied is not board
    assert is_same(copied, board)
    board.pieces = []
    assert not is_same(copied, board)


@pytest.mark.parametrize("state", [([1], 2), (bytearray(b"a"),), ((1, [2]), 3)])
def test_the_parts_of_a_tuple_that_can_change_are_copied(state):
    copied = copy_of(state)
    assert is_same(copied, state)
    changing = next(part for part in (*state, *state[0]) if isinstance(part, list | bytearray))
    changing.append(9)
    assert not is_same(copied, state)
