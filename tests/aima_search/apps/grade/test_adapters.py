"""What a student's code may do with problems, states, nodes and threads."""

import copy
from functools import partial
from threading import RLock

from aima_search.apps.grade.adapters import Handle, ProblemProxy, StateNode
from tests.aima_search.apps.grade.assignments import check, graded, top_for


def test_states_of_two_boards_are_different_keys():
    first, second = ProblemProxy(RLock, 0, []), ProblemProxy(RLock, 0, [])
    assert len({first.initial, second.initial, copy.deepcopy(second.initial)}) == 2
    assert str(first.initial) != str(second.initial)


def test_the_order_of_a_set_of_states_does_not_depend_on_the_board():
    first, second = ProblemProxy(RLock, 0, []), ProblemProxy(RLock, 0, [])
    orders = [[repr(s)[:8] for s in {p._state(n) for n in range(5)}] for p in (first, second)]
    assert orders[0] == orders[1]


def test_states_have_the_format_of_texts():
    assert f"{Handle('state', 0):>12}" == "   <state 0>"


def test_a_problem_can_be_copied_deeply():
    problem = ProblemProxy(partial(print, RLock()), 0, [])  # of a channel with a lock
    copied = copy.deepcopy(problem)
    copied.initial = None
    assert problem.initial is not None


def test_a_state_is_tested_for_the_goal_only_once():
    asked = []
    problem = ProblemProxy(lambda *request: asked.append(request) or [], 0, [])
    assert not any(problem.goal_test(problem.initial) for _ in range(3))
    assert asked == [("is-goal", 0)]


def test_a_node_of_a_heuristic_can_be_copied():
    for duplicate in (copy.copy, copy.deepcopy):
        assert duplicate(StateNode((1, 2))) == StateNode((1, 2))


def test_states_can_be_pickled_without_the_package(tmp_path):
    text = """
import pickle

def search(problem, h):
    state = pickle.loads(pickle.dumps(problem.initial))
    raise ValueError(f"beacon: {state == problem.initial}")
"""
    top = top_for("algorithm", "search") + 'forbidden-imports = ["aima_search"]\n'
    result = graded(tmp_path, text, check("optimal", boards="small"), top=top)
    assert "beacon: True" in result.findings[0].message


def test_a_default_pool_of_threads_fits_into_the_limit_of_processes(tmp_path):
    text = """
from concurrent.futures import ThreadPoolExecutor

def my_h(problem):
    raise ValueError(f"beacon: {ThreadPoolExecutor()._max_workers}")
"""
    result = graded(tmp_path, text, top=top_for("heuristic", "my_h", processes=9))
    assert result.findings[0].message.endswith("beacon: 5")
