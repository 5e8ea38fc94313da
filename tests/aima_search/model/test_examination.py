"""The fast examination of plain states, compared with the slow one that explains mistakes."""

from itertools import count, cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Node
from aima_search.model.examination import ProblemFault, ProblemValidator
from tests.aima_search.checks.mistakes import Ladder

ANSWERS = {  # for each method, what its calls return in turn
    "actions": [["up"], ["up", "up"], [], ("up",), "up", {"up": 1}, None],
    "result": [1, 1.0, "1", None, (1, 1), [1], Node(1), True],
    "goal_test": [True, False, "False", 0, None],
    "path_cost": [1, 1.0, -1, "1", None, float("nan"), 10**13],
}


def scripted(answers):
    """Return a ladder whose methods return the answers one after another, from the start again."""
    turns = {name: cycle(values) for name, values in answers.items() if values}
    members = {name: lambda *_, turn=turn: next(turn) for name, turn in turns.items()}
    return type("Scripted", (Ladder,), members)()


LISTS = {name: st.lists(st.sampled_from(values), max_size=2) for name, values in ANSWERS.items()}


@given(st.fixed_dictionaries(LISTS))
def test_where_the_fast_examination_is_sure_the_slow_one_finds_no_mistake(answers):
    reached = ProblemValidator(scripted(answers))._plain_states(Node(0))
    if reached is not None:
        assert ProblemValidator(scripted(answers))._examine(Node(0)) == reached


def test_the_fast_examination_is_sure_of_a_problem_without_a_mistake():
    validator = ProblemValidator(Ladder())
    assert validator._plain_states(Node(2)) == validator._examine(Node(2)) == [3, 1]


CHANGING = {
    "actions": lambda number: ["up"] * number,
    "result": lambda number: number,
    "goal_test": lambda number: number % 2 == 0,
}


@pytest.mark.parametrize("name", CHANGING)
def test_neither_examination_accepts_an_answer_that_changes(name):
    numbers = count(2)
    problem = type("Mine", (Ladder,), {name: lambda *_: CHANGING[name](next(numbers))})()
    assert ProblemValidator(problem)._plain_states(Node(0)) is None
    with pytest.raises(ProblemFault):
        ProblemValidator(problem)._examine(Node(0))
