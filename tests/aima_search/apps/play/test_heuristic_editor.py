"""Drafts of heuristics: what is wrong with the text, h along an optimal path, what is proved."""

import pytest

from aima_search import check_heuristic, solve
from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX
from tests.aima_search.apps.play.talking import Refused, Talk

TINY = {"puzzle": "movix", "board": "2-tiny"}
RIGHT = "def h(node):\n    return 0\n"
INIT = "    def __init__(self, problem):\n        pass\n"
TOO_FAR = "def h(node):\n    return 3 * node.state[0][1][0]\n"


def asked(source, name="h", **board):
    """Return the arguments of a request about a draft."""
    return {**(board or TINY), "heuristic": f"mine.py:{name}", "source": source}


@pytest.mark.parametrize(
    ("source", "line", "column", "message"),
    [
        ("def h(node):\n    return (1 +\n", 2, 12, "'(' was never closed"),
        ("def h(node)\n    return 1\n", 1, 12, "expected ':'"),
        ("x = 1\n  y = 2\n", 2, None, "unexpected indent"),
        ("a\0b", 1, 1, "null bytes"),
        ("(" * 100_000, 1, None, "too"),
    ],
)
def test_a_fault_of_the_text_has_line_and_column_and_nothing_runs(source, line, column, message):
    answer = Talk()("syntax", source=source)
    assert answer["functions"] == []
    assert answer["fault"]["line"] == line
    assert column in (None, answer["fault"]["column"])
    assert message in answer["fault"]["message"]


def test_the_text_of_a_heuristic_is_read_and_not_run():
    source = "raise SystemExit(3)\ndef h(node):\n    return 0\ndef _own(): pass\nclass A: pass\n"
    answer = Talk()("syntax", source=source)
    assert answer == {"fault": None, "functions": ["h"], "others": []}


def test_the_example_is_the_state_of_this_very_board():
    for name in PUZZLES:
        problem = PUZZLES.get(name).level()
        answer = Talk()("example", puzzle=name)
        assert answer["state"] == repr(problem.initial)
        assert answer["grid"] == "\n".join(map(repr, problem.grid(problem.initial)))
        assert answer["actions"] == [
            repr(one) for one in list(problem.actions(problem.initial))[:3]
        ]


def test_h_is_shown_next_to_the_true_cost_along_an_optimal_path():
    talk, problem = Talk(), MovIX.level("2-tiny")
    answer = talk.until("estimates", **asked(TOO_FAR))
    cost = solve(problem, "breadth-first").cost
    assert answer["status"] == "known"
    assert [one["h_star"] for one in answer["path"]] == list(range(cost, -1, -1))
    state, shown = problem.initial, []
    for one in answer["path"]:
        if one["action"]:
            ways = {problem.describe(state, action): action for action in problem.actions(state)}
            state = problem.result(state, ways[one["action"]])
        shown.append(3 * state[0][1][0])
    assert problem.goal_test(state)
    assert [one["h"] for one in answer["path"]] == shown
    assert [one["is_above"] for one in answer["path"]] == [
        h > cost - step for step, h in enumerate(shown)
    ]
    assert answer["h"] == shown[0]


def test_the_estimates_are_those_of_the_text_that_was_asked_last():
    talk = Talk()
    assert talk("estimates", **asked(RIGHT))["h"] == 0
    assert talk("estimates", **asked("def h(node):\n    return 7\n"))["h"] == 7
    never = talk.until("estimates", **asked(RIGHT, puzzle="jugs", board="4-never"))
    assert never["status"] == "unknown"
    assert never["why"]


@pytest.mark.parametrize(
    "source", [RIGHT, TOO_FAR, "def h(node):\n    return node.path_cost\n"], ids=["0", "far", "way"]
)
def test_the_verdict_is_that_of_the_check_with_its_counterexample_drawn(source):
    talk, problem = Talk(), MovIX.level("2-tiny")
    names = {}
    exec(source, names)
    report = check_heuristic(problem, names["h"], 20_000)
    answer = talk("verdict", **asked(source))
    for name in ("admissible", "consistent", "states", "complete", "depends_on_path"):
        assert answer[name] == getattr(report, name)
    found = {name: report.counterexamples.get(name) for name in ("admissible", "consistent")}
    assert set(answer["counterexamples"]) == {name for name, one in found.items() if one}
    for name, shown in answer["counterexamples"].items():
        assert shown["state"] == repr(found[name].state)
        assert (shown["h"], shown["bound"]) == (found[name].h, found[name].bound())
        assert shown["picture"]["svg"].startswith("<svg")


def test_what_is_wrong_with_a_draft_is_a_fault_with_its_line():
    for source, message, line in (
        ("def h(node):\n    return 1 / 0\n", "division by zero", 2),
        ("def h(node):\n    return 'far'\n", "expected a number", None),
        ("\ud800", "mine.py, character 1: found an incomplete Unicode character", None),
    ):
        for ask in ("estimates", "verdict"):
            with pytest.raises(Refused, match=message) as refused:
                Talk()(ask, **asked(source))
            assert refused.value.fault.get("line") == line
    with pytest.raises(Refused, match="not a file"):
        Talk()("verdict", **TINY, heuristic="theirs.py:h")
    with pytest.raises(Refused, match=r"did you mean 'combined'\?"):
        Talk()("facts", puzzle="movix", heuristic="combine")
    assert (
        Talk()("facts", puzzle="movix", heuristic="max(partial-alignment, zero)")["admissible"]
        is True
    )


def test_a_puzzle_that_is_none_is_told_as_such():
    with pytest.raises(Refused, match="unknown puzzle 'movics': did you mean 'movix'"):
        Talk()("facts", puzzle="movics", heuristic="manhattan")


def test_a_board_that_is_none_is_refused():
    with pytest.raises(Refused) as refused:
        Talk()("example", puzzle="movix", board="nope")
    assert "MovIX board, row 1" in refused.value.fault["message"]


@pytest.mark.parametrize(
    ("source", "functions", "other"),
    [
        ("h = lambda node: 0\n", ["h"], None),
        ("def größe(node):\n    return 1\n", ["größe"], None),
        (f"class H:\n{INIT}    def __call__(self, node):\n        return 2\n", ["H"], None),
        ("class H:\n    pass\n", [], "__call__"),
        (
            f"class H:\n{INIT}        def __call__(self, node):\n            return 2\n",
            [],
            "__call__",
        ),
        ("if True:\n    def h(node):\n        return 0\n", [], "line 2 is indented"),
        ("async def h(node):\n    return 0\n", [], "without async"),
        ("", [], "no function found"),
    ],
)
def test_whatever_can_be_used_is_found_and_the_rest_is_explained(source, functions, other):
    answer = Talk()("syntax", source=source)
    assert answer["functions"] == functions
    assert len(answer["others"]) == (other is not None)
    assert other is None or other in answer["others"][0]
    for name in functions:
        request = {"puzzle": "movix", "heuristic": f"mine.py:{name}", "source": source}
        assert "h" in Talk()("estimates", **request)
