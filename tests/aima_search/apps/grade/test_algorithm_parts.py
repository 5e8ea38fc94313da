"""A student's algorithm: counted when it asks for the rules, believed only after a replay."""

import pickle
from threading import RLock
from unittest.mock import Mock

import pytest

from aima_search import solve
from aima_search.apps.grade.sandbox_main import GraderChannel
from aima_search.base.errors import InputError
from puzzles import MovIX
from tests.aima_search.apps.grade.assignments import check, graded, graded_together, top_for

pytestmark = pytest.mark.gate("confinement")
PART = top_for("algorithm", "search")
OPTIMAL = check("optimal", 2, boards="small", heuristic="manhattan")
EXPANDED = check("expanded", 2, boards="small", heuristic="manhattan", at_most=4)
GOAL_TEST = check("goal-test", boards="small", heuristic="manhattan")

ASTAR = """
import heapq
from aima_search import Node

def search(problem, h):
    start = Node(problem.initial)
    best, waiting, number = {start.state: start}, [(h(start), 0, start)], 0
    while waiting:
        _, _, node = heapq.heappop(waiting)
        if best[node.state] is not node:
            continue
        if problem.goal_test(node.state):
            return node
        for child in node.expand(problem):
            known = best.get(child.state)
            if known is None or child.path_cost < known.path_cost:
                best[child.state], number = child, number + 1
                heapq.heappush(waiting, (child.path_cost + h(child), number, child))
"""

BREADTH = """
from aima_search import Node

def search(problem, h):
    waiting, seen = [Node(problem.initial)], {problem.initial}
    for node in waiting:
        for child in node.expand(problem):
            if problem.goal_test(child.state):
                return child.solution()
            if child.state not in seen:
                seen.add(child.state)
                waiting.append(child)
"""


def test_astar_of_a_students_own_is_counted_as_ours(tmp_path):
    result = graded(tmp_path, ASTAR, OPTIMAL, EXPANDED, GOAL_TEST, top=PART)
    assert (result.outcome, result.points) == ("passed", 5)
    problem = MovIX.level("2-tiny")
    ours = solve(problem, "astar", "manhattan", tie_break="fifo")
    assert result.values["expanded"] == ours.expanded


def test_actions_in_a_sequence_of_any_kind_are_a_solution(tmp_path):
    ends = ("deque({})", "iter({})", "reversed({}[::-1])", "(a for a in {})", "numpy.array({})")
    texts = [
        f"import numpy\nfrom collections import deque\n{BREADTH}".replace(
            "return child.solution()", f"return {end.format('child.solution()')}"
        )
        for end in ends
    ]
    results = graded_together(tmp_path, texts, OPTIMAL, top=PART)
    assert [result.outcome for result in results] == ["passed"] * len(ends)


def test_an_algorithm_may_call_the_problem_in_threads(tmp_path):
    text = ASTAR.replace(
        "if problem.goal_test(node.state)", "if all(pool.map(problem.goal_test, [node.state] * 9))"
    )
    text = (
        f"from concurrent.futures import ThreadPoolExecutor\npool = ThreadPoolExecutor(3)\n{text}"
    )
    assert text.count("pool.map") == 1
    result = graded(tmp_path, text, OPTIMAL, top=PART)
    assert (result.outcome, result.points) == ("passed", 2)


def test_a_thread_cannot_send_a_request_after_the_answer():
    channel = GraderChannel.__new__(GraderChannel)
    channel.parent, channel._number, channel._lock = Mock(), 3, RLock()
    call = channel.caller()
    channel.answer("value", 1)
    for number in (channel._number, 4):
        channel._number = number
        with pytest.raises(RuntimeError, match="after returning its answer"):
            call("goal", 0)
    assert channel.parent.answer.call_count == 1


def test_the_reply_to_an_interrupted_call_is_not_that_of_the_next_call():
    channel, messages = GraderChannel.__new__(GraderChannel), [(3, 1, "", "stale"), (3, 2, "", 9)]
    channel.parent = Mock(next=Mock(side_effect=[*map(pickle.dumps, messages), None]))
    channel._number, channel._calls, channel._lock = 3, 1, RLock()
    assert channel.caller()("goal", 0) == 9
    assert channel.next() is None


def test_a_blind_search_that_tests_early_is_told_so(tmp_path):
    few = EXPANDED.replace("= 4", "= 0.5")
    result = graded(tmp_path, BREADTH, OPTIMAL, few, GOAL_TEST, top=PART)
    assert [finding.outcome for finding in result.findings] == ["passed", "failed", "failed"]
    assert "only when a state is expanded" in result.findings[2].message


def test_what_is_no_search_is_told_what_it_is(tmp_path):
    cases = [
        ("return None", "failed", "the algorithm found no solution"),
        ("return []", "failed", "0 actions does not end at a goal"),
        ("return [problem.actions(problem.initial)[0]] * 9", "failed", "of the solution"),
        ("return 7", "raised", "expected a node, a list of actions or None"),
        ("return set()", "raised", "expected a node, a list of actions or None"),
        ("return ['up']", "raised", "one of the actions that the problem returned"),
        ("problem.actions((1, 2))", "raised", "one of the states that the problem returned"),
        ("while True: problem.actions(problem.initial)", "failed", "expanded more than 5,000"),
        (
            "problem._call('actions', 10**9)",
            "broke-off",
            "a state that the problem did not return",
        ),
        ("problem._call('actions', -1)", "broke-off", "a state that the problem did not return"),
        ("problem._call('actions', 'x')", "broke-off", "a request with wrong arguments"),
        ("problem._call('goal', 0)", "broke-off", "an unknown request"),
        ("problem._call('actions')", "broke-off", "a request with wrong arguments"),
    ]
    texts = [f"def search(problem, h):\n    {body}\n" for body, _, _ in cases]
    results = graded_together(tmp_path, texts, OPTIMAL, top=PART)
    for (body, outcome, words), result in zip(cases, results, strict=True):
        assert result.outcome == outcome, (body, result)
        assert words in result.findings[0].message, (body, result)


def test_states_tell_nothing_but_which_they_are(tmp_path):
    text = (
        "def search(problem, h):\n"
        "    raise ValueError(f'{problem.initial} {vars(problem).keys()}')\n"
    )
    result = graded(tmp_path, text, OPTIMAL, top=PART)
    assert "<state 0>" in result.findings[0].message


def test_a_module_that_is_not_allowed_is_found(tmp_path):
    lines = [
        "import aima_search.search",
        "from aima_search.search import *",
        "import importlib; importlib.import_module('aima_search.search')",
    ]
    top = PART + 'forbidden-imports = ["aima_search.search"]\n'
    texts = [f"{line}\n{ASTAR}" for line in lines]
    for number, result in enumerate(graded_together(tmp_path, texts, OPTIMAL, top=top)):
        assert result.outcome == "import-failed", lines[number]
        assert f"{number}.py, line 1: aima_search." in result.findings[0].message


PLAIN_TOP = PART.replace('levels = ["2-tiny"]', 'levels = ["2-tiny", "3-walls"]')
EXACT = check(
    "expanded",
    2,
    boards="small",
    heuristic="partial-alignment",
    measure="expanded_below_cost",
    at_most=1,
)


@pytest.mark.parametrize("tie", ["number", "-number"], ids=["first-in-first-out", "last-in"])
def test_a_mark_by_expansions_below_the_cost_heeds_no_ties(tmp_path, tie):
    text = ASTAR.replace("+ h(child), number, child", f"+ h(child), {tie}, child")
    result = graded(tmp_path, text, EXACT, top=PLAIN_TOP)
    assert result.outcome == "passed", result
    boards = [MovIX.level(name) for name in ("2-tiny", "3-walls")]
    ours = [solve(board, "astar", "partial-alignment") for board in boards]
    assert result.values["expanded_below_cost"] == sum(one.expanded_below_cost for one in ours)


def test_a_search_that_heeds_no_estimate_expands_more_below_the_cost(tmp_path):
    text = ASTAR.replace("+ h(child)", "")
    result = graded(tmp_path, text, EXACT, top=PLAIN_TOP)
    assert result.outcome == "failed", result


def test_what_bounds_no_cost_has_no_expansions_below_it(tmp_path):
    check = EXPANDED + 'measure = "expanded_below_cost"\nreference = "greedy"\n'
    with pytest.raises(InputError, match="expected expanded for greedy, found expanded_below_cost"):
        graded(tmp_path, ASTAR, check, top=PART)
