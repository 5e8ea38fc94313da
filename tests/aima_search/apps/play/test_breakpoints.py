"""Jumps: each stops at the step that a recording of the same search gives."""

import pytest

from aima_search.analysis.enumeration import PerfectDistances
from aima_search.apps.play.breakpoints import read_states
from aima_search.model.problem import Node
from aima_search.model.puzzle import PUZZLES
from aima_search.trace.recording import record
from tests.aima_search.apps.play.talking import Refused, Talk

SWAMP = {"puzzle": "paths", "board": "2-swamp", "algorithm": "weighted-astar"}
DOUBLE = {"puzzle": "movix", "board": "2-tiny", "heuristic": "2 * combined"}
REOPENS = {"puzzle": "movix", "board": "4-jump", "heuristic": "3 * assignment"}
NEVER = {"puzzle": "paths", "board": "3-never"}


def halts(talk, to, **more):
    """Return the steps at which a search stops if it jumps to an event again and again."""
    steps = []
    while True:
        position = talk("jump", to=to, **more)
        if position["event"] is None:
            continue
        if position["event"]["node"] is None:
            return steps, position
        steps.append(position["step"])


def recorded(case):
    """Return the trace of a case, and for each step the nodes that it shows for the first time."""
    problem = PUZZLES.get(case["puzzle"]).level(case["board"])
    trace = record(problem, case.get("algorithm", "astar"), case.get("heuristic"))
    marks = [*trace.marks, len(trace)]
    return trace, [list(range(a, b)) for a, b in zip([0, *marks], marks, strict=False)]


@pytest.mark.parametrize(
    "case", [SWAMP, DOUBLE, REOPENS, NEVER], ids=["swamp", "double", "reopens", "never"]
)
def test_a_jump_halts_where_the_record_says_and_back_at_the_same_steps(case):
    trace, made = recorded(case)
    values = [trace.values[at] for at in trace.expansions]
    exact = PerfectDistances.of(trace.problem)
    over = [
        step
        for step, at in enumerate(trace.expansions)
        if trace.estimates[at] > exact(Node(trace.states[at]))
    ]
    reopened = [count for _, _, count, _ in trace.counts] + [trace.result.reopened]
    expected = {
        "f": [step for step in range(1, len(values)) if values[step] != values[step - 1]],
        "goal": [
            step
            for step, nodes in enumerate(made)
            if any(trace.problem.goal_test(trace.states[at]) for at in nodes)
        ],
        "reopened": [
            step for step, nodes in enumerate(made) if step and reopened[step] > reopened[step - 1]
        ],
        "above": over,
    }
    for event, steps in expected.items():
        talk = Talk()
        talk("open", **case)
        if event == "above" and "heuristic" not in case:
            with pytest.raises(Refused, match="proved to be admissible"):
                halts(talk, event)
            continue
        found, last = halts(talk, event)
        assert found == steps, event
        assert last["ended"]
        assert last["event"]["text"].endswith("not found after this step")
        before, first = halts(talk, event, back=True)
        assert before == [step for step in reversed(steps) if step < last["step"]]
        assert first["event"]["text"].endswith("before this step")
    assert expected["f"]
    assert expected["goal"] or case is NEVER
    assert bool(over) == ("heuristic" in case)
    assert bool(expected["reopened"]) == (case is REOPENS)


@pytest.mark.parametrize(
    ("puzzle", "board", "text", "state"),
    [
        ("paths", "1-wall", "4, 0", (4, 0)),
        ("routes", "1-romania", "Pitesti", "Pitesti"),
        ("tiles", "8-1-easy", "last:123/456/780", (1, 2, 3, 4, 5, 6, 7, 8, 0)),
    ],
)
def test_a_state_is_named_by_its_numbers_its_name_or_its_board(puzzle, board, text, state):
    talk = Talk()
    talk("open", puzzle=puzzle, board=board)
    [step, *_], _ = halts(talk, "state", text=text)
    trace, made = recorded({"puzzle": puzzle, "board": board})
    assert state in [trace.states[at] for at in made[step]]
    assert state not in [trace.states[at] for nodes in made[:step] for at in nodes]


def test_a_text_of_odd_numbers_is_a_name():
    for text in ("--3", "9" * 5_000, "3,-"):
        assert list(read_states(None, text)) == [text]


def test_what_cannot_be_jumped_to_is_told():
    talk = Talk()
    talk("open", **DOUBLE)
    with pytest.raises(Refused, match="did you mean 'goal'"):
        talk("jump", to="goals")
    with pytest.raises(Refused, match="expected a board, or a state such as Arad or 3,4"):
        talk("jump", to="state", text=" ")
    talk("open", puzzle="movix", board="2-tiny", algorithm="uniform-cost")
    with pytest.raises(Refused, match="uses no heuristic"):
        talk("jump", to="above")
