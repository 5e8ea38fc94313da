"""Open searches: the same counts as ``solve``, and what the page shows besides the positions."""

import csv
import io
import subprocess
import sys
from math import inf

import pytest

from aima_search import Limits, Search, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.play.puzzle_requests import algorithms_for
from aima_search.base.errors import NotApplicable
from aima_search.display.scene import picture_data
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.compare import compare
from puzzles import MovIX
from tests.aima_search.apps.play.talking import Refused, Talk

TINY = {"puzzle": "movix", "board": "2-tiny"}
MINE = "def h(node):\n    return 0\n"


def opened(*searches, **more):
    """Return a talk with a search to its end for every (algorithm, heuristic)."""
    talk = Talk()
    for search, (algorithm, heuristic) in enumerate(searches):
        chosen = {} if heuristic is None else {"heuristic": heuristic}
        talk("open", search=search, algorithm=algorithm, **{**TINY, **more}, **chosen)
        talk.to_end(search)
    return talk


SMALL = {"hitori": "04x04-easy", "movix": "2-tiny", "sudoku": "04x04-2-half-open"}
CASES = [
    (puzzle, algorithm)
    for puzzle, board in {**SMALL, "sudoku-local": "04x04-1-few-open"}.items()
    for algorithm in algorithms_for(PUZZLES.get(puzzle).level(board))
    if not algorithm.endswith("-tree")
]


@pytest.mark.parametrize(("puzzle", "algorithm"), CASES)
def test_every_algorithm_that_applies_ends_as_solve_does(puzzle, algorithm):
    board = SMALL.get(puzzle, "04x04-1-few-open")
    options = {"seed": 1} if ALGORITHMS.get(algorithm).takes_seed else {}
    limits = {"nodes": 300}
    talk = Talk()
    asked = {"puzzle": puzzle, "board": board, "algorithm": algorithm, "limits": limits}
    talk("open", **asked, options=options)
    position = talk.to_end()
    problem = PUZZLES.get(puzzle).level(board)
    result = solve(problem, algorithm, limits=Limits(nodes=300), **options)
    assert position["status"] == result.status
    counts = ("expanded", "generated", "reopened")
    assert [position[name] for name in counts] == [getattr(result, name) for name in counts]
    if result.solved:
        assert talk("solution")[-1]["g"] == result.cost
        shown = [talk("picture", solution=step)["text"] for step in range(len(result.states))]
        ways = zip(result.states, [None, *result.actions], strict=True)
        assert shown == [picture_data(problem, *one)["text"] for one in ways]
        for step in (-1, len(shown)):
            with pytest.raises(Refused, match=f"step {step}: expected a step of the solution"):
                talk("picture", solution=step)


def test_algorithms_that_do_not_apply_are_not_offered():
    problem = MovIX.level("2-tiny")
    offered = set(algorithms_for(problem))
    for name in ALGORITHMS:
        try:
            solve(problem, name, limits=Limits(nodes=1))
        except NotApplicable:
            assert name not in offered
        else:
            assert name in offered


def test_the_table_is_that_of_compare_without_times():
    talk = opened(("astar", "combined"), ("breadth-first", None))
    table = talk("table")
    problem = MovIX.level("2-tiny")
    expected = [
        row
        for row in compare(problem, ["astar", "breadth-first"], ["combined"]).rows
        if (row.algorithm, row.heuristic) in {("astar", "combined"), ("breadth-first", None)}
    ]
    names = [column["name"] for column in table["columns"]]
    assert not {"seconds", "memory"} & set(names)
    for row in expected:
        [shown] = [one for one in table["rows"] if one[0] == row.algorithm]
        for name in ("cost", "expanded", "generated"):
            assert shown[names.index(name)].strip("* ") == f"{getattr(row, name):,}"
    assert table["notes"]
    assert not [note for note in table["notes"] if note.startswith("Fastest")]


def test_searches_that_go_on_are_not_in_the_table():
    talk = Talk()
    talk("open", **TINY)
    talk("advance", count=1)
    assert talk("table")["rows"] == []
    with pytest.raises(Refused, match="no search has ended"):
        talk("download", what="csv", searches=[0])


def test_a_table_of_several_boards_is_refused():
    talk = opened(("astar", "zero"))
    talk("open", search=1, puzzle="movix", board="1-first")
    with pytest.raises(Refused, match="only one board"):
        talk("table")


def test_the_first_difference_is_where_the_expanded_states_differ():
    talk = opened(("astar", "zero"), ("astar", "combined"), ("astar", "zero"))
    zero, combined = (solve_steps(name) for name in ("zero", "combined"))
    first = next(step for step, (a, b) in enumerate(zip(zero, combined, strict=False)) if a != b)
    answer = talk("differences", searches=[0, 1])
    assert answer["states"][0]["step"] == first
    assert answer["text"].startswith(
        f"their first difference is in step {first + 1}: the first expands"
    )
    assert len(answer["states"]) <= 5
    assert all(node is None or node["f"] is not None for node in answer["states"][0]["searches"])
    same = talk("differences", searches=[0, 2])
    assert same["states"] == []
    assert f"the same {len(zero):,} states" in same["text"]
    with pytest.raises(Refused, match="expected two"):
        talk("differences", searches=[0])


def solve_steps(heuristic):
    """Return the states that A* expands."""
    search = Search(MovIX.level("2-tiny"), "astar", heuristic)
    return [step.node.state for step in search]


def test_the_truth_of_every_node_is_the_least_cost_from_its_state():
    talk = opened(("astar", "combined"))
    nodes = talk("position")["nodes"]
    for node in range(0, nodes, max(1, nodes // 12)):
        truth = talk.until("truth", node=node)
        problem = MovIX.level("2-tiny")
        for step in talk.session().path(node)[1:]:
            [problem.initial] = {
                problem.result(problem.initial, action)
                for action in problem.actions(problem.initial)
                if problem.describe(problem.initial, action) == step["action"]
            }
        exact = solve(problem, "breadth-first").cost
        assert truth["h_star"] == exact
        assert truth["is_misleading"] == (None if truth["h"] is None else truth["h"] > exact)


def test_a_state_without_a_way_on_has_infinite_truth():
    talk = Talk()
    talk("open", puzzle="movix", board="7-never")
    talk("advance", count=1)
    assert talk.until("truth", node=0)["h_star"] == str(inf)


def test_the_tree_is_around_the_node_in_hand():
    talk = opened(("astar", "zero"))
    talk("rewind", step=5)
    node, tree = talk("position")["node"], talk("tree")
    assert tree["path"] == talk.session().path(node["id"])
    assert tree["siblings"] == talk.session().children(node["parent"])[:40]
    assert tree["last"][0]["id"] != node["id"]
    before = [talk("rewind", step=step)["node"]["id"] for step in (4, 3, 2, 1, 0)]
    assert [one["id"] for one in tree["last"]] == before
    assert Talk.of_search(MovIX.level("2-tiny"))("tree")["path"] == []


def test_the_curves_are_those_of_the_steps():
    talk = opened(("astar", "zero"))
    curves = talk("curves", points=4)
    assert len(curves["steps"]) == 4
    for place, step in enumerate(curves["steps"]):
        position = talk("rewind", step=step)
        assert curves["f"][place] == position["node"]["f"]
        assert curves["expanded"][place] == position["expanded"]
        assert curves["frontier"][place] == position["frontier"]
    with pytest.raises(Refused, match="2 to 500"):
        talk("curves", points=1)


def test_the_curves_of_an_anytime_search_have_its_solutions_and_bounds():
    steps = list(Search(MovIX.level("2-tiny"), "anytime-astar", "conflicts"))
    talk = opened(("anytime-astar", "conflicts"), ("astar", "conflicts"))
    curves = talk("curves")
    cost = solve(MovIX.level("2-tiny")).cost
    assert curves["solutions"][-1] == curves["bounds"][-1] == [len(steps), cost]
    assert curves["bounds"][0][0] == 0
    loose = opened(("anytime-astar", "combined"))("curves")
    assert loose["solutions"]
    assert loose["bounds"] == []  # nothing is proved by an h that is not admissible
    plain = talk("curves", search=1)
    assert (plain["solutions"], plain["bounds"]) == ([], [])


def test_csv_has_a_row_for_each_lane_and_no_times():
    talk = opened(("astar", "combined"), ("breadth-first", None))
    rows = list(csv.DictReader(io.StringIO(talk("download", what="csv", searches=[0, 1])["text"])))
    assert [row["algorithm"] for row in rows] == ["astar", "breadth-first"]
    assert [row["expanded"] for row in rows] == [
        str(talk("position", search=search)["expanded"]) for search in (0, 1)
    ]
    assert {(row["seconds"], row["used_memory"]) for row in rows} == {("", "")}


def test_the_lines_of_python_do_the_same():
    talk = opened(
        ("astar", "mine.py:h"), ("weighted-astar", "combined"), ("breadth-first", None), source=MINE
    )
    text = talk("download", what="python", searches=[0, 1, 2])["text"]
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    counts = [int(line.split()[-1]) for line in done]
    assert counts == [talk("position", search=search)["expanded"] for search in range(3)]


def test_the_trace_is_that_of_the_session_and_what_is_no_file_is_refused():
    talk = opened(("astar", "zero"))
    assert talk("download", what="trace", searches=[0])["text"].startswith("1. f = ")
    with pytest.raises(Refused, match="expected"):
        talk("download", what="csv", searches=[])
    with pytest.raises(Refused, match="unknown download"):
        talk("download", what="exe")


@pytest.mark.parametrize(
    ("source", "heuristic", "message", "line"),
    [
        ("def h(node):\n    return 1 / 0\n", "mine.py:h", "division by zero", 2),
        ("def h(node)\n    return 0\n", "mine.py:h", "SyntaxError", 1),
        ("\nraise ValueError('at import')\n", "mine.py:h", "at import", 2),
        ("def h(node):\n    return 'far'\n", "mine.py:h", "expected a number", None),
        ("def h(node):\n    return 0\n", "mine.py:g", "unknown function in mine.py 'g'", None),
    ],
)
def test_faults_of_a_readers_own_heuristic_have_their_line(source, heuristic, message, line):
    talk = Talk()
    with pytest.raises(Refused, match=message) as refused:
        run_to_end(talk, **TINY, heuristic=heuristic, source=source)
    assert refused.value.fault.get("line") == line


def run_to_end(talk, **request):
    talk("open", **request)
    talk.to_end()


def test_two_lanes_keep_their_own_sources():
    talk = Talk()
    for search, text in enumerate(("0", "node.depth * 10")):
        source = f"def h(node):\n    return {text}\n"
        talk("open", search=search, **TINY, heuristic="mine.py:h", source=source)
    talk("advance", search=0, count=2)
    talk("advance", search=1, count=2)
    assert [talk("position", search=search)["node"]["h"] for search in (0, 1)] == [0, 10]


def test_files_of_the_machine_are_not_heuristics(tmp_path):
    file = tmp_path / "there.py"
    file.write_text(MINE, "utf-8")
    for more in ({}, {"source": MINE}):
        with pytest.raises(Refused, match="not a file"):
            Talk()("open", **TINY, heuristic=f"{file}:h", **more)


def test_lanes_are_bounded_and_named_by_their_numbers():
    talk = opened(("astar", "zero"))
    with pytest.raises(Refused, match="found 5 searches, expected at most 4"):
        talk.request("open", epoch=9, searches=[TINY] * 5)
    for wrong in ([0], {}, None, "0", 0.5, 1):
        for ask, given in (("differences", [0, wrong]), ("download", [wrong])):
            with pytest.raises(Refused, match="is not open: expected"):
                talk(ask, searches=given, **({"what": "csv"} if ask == "download" else {}))


REQUESTS = {
    "go": {},
    "truth": {"search": 0, "step": -1, "node": 0},
    "download": {"what": "python", "searches": [0]},
}


@pytest.mark.parametrize("ask", REQUESTS)
def test_what_names_another_opening_is_refused(ask):
    talk = opened(("astar", "zero"))
    for epoch in (talk.epoch - 1, talk.epoch + 1):
        with pytest.raises(Refused) as refused:
            talk.request(ask, epoch=epoch, **REQUESTS[ask])
        assert refused.value.fault["kind"] == "Superseded"
    with pytest.raises(Refused, match="this game or search is not open any more"):
        talk.request("open", epoch=0, searches=[TINY])
    assert talk.to_end()["ended"]


def test_the_truth_of_a_node_is_not_told_at_another_step():
    talk = opened(("astar", "combined"))
    with pytest.raises(Refused) as refused:
        talk.request("truth", epoch=talk.epoch, search=0, step=0, node=0)
    assert refused.value.fault["kind"] == "Superseded"


def test_a_search_that_goes_on_unchanged_is_taken_over_by_the_next_opening():
    talk = opened(("astar", "zero"))
    there = talk("position")
    talk("open", search=1, **TINY, algorithm="breadth-first")
    assert talk("position") == there
    assert talk("position", search=1)["step"] is None
    talk("open", **TINY, algorithm="breadth-first")
    assert talk("position")["step"] is None


def test_lanes_go_in_step_and_each_stays_at_its_end():
    talk = opened(("astar", "zero"), ("astar", "combined"))
    ends = [answer["position"]["step"] for answer in talk.go()["searches"]]
    assert ends[0] > ends[1]
    talk.go(step=2)
    assert [answer["position"]["step"] for answer in talk.go()["searches"]] == [2, 2]
    answer = talk.go(step=ends[0])["searches"]
    assert [one["position"]["step"] for one in answer] == ends


def test_an_unknown_limit_is_told_with_the_known_ones():
    with pytest.raises(Refused, match="unknown limit 'node': did you mean 'nodes'"):
        Talk()("open", **TINY, limits={"node": 5})


@pytest.mark.parametrize("wrong", [{"algorithm": "beam"}, {"options": {"weight": 2}}])
def test_what_was_open_does_not_answer_for_what_cannot_be_opened(wrong):
    talk = opened(("astar", "zero"))
    with pytest.raises(Refused):
        talk("open", **TINY, **wrong)
    with pytest.raises(Refused, match="search 0 is not open"):
        talk("download", what="python")


def test_a_problem_in_hand_is_watched():
    talk = Talk.of_search(MovIX.level("2-tiny"), "astar", "zero")
    assert talk.to_end()["expanded"] == solve(MovIX.level("2-tiny"), "astar", "zero").expanded
