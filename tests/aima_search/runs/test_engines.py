"""Which engine searches: objects, machine code if it is asked for, machine code if that pays."""

import pytest

from aima_search import Limits, Search, compare, compiled_heuristic, solve
from aima_search.base.errors import InvalidSolution, NotApplicable, UnknownName
from aima_search.compiled import engines, native
from aima_search.search import EightPuzzle
from aima_search.trace import record
from puzzles import Sudoku, Tiles
from tests.aima_search.compiled.roads import Roads

BOARD = Tiles("241/703/685")
CHAIN = [[(place + 1, 1)] for place in range(50)] + [[]]
needs_numba = pytest.mark.gate("it compiles")


@pytest.fixture
def at_once(monkeypatch):
    """Let machine code go on from the first step on, and load the library for it."""
    pytest.importorskip("numba")
    for name in ("_LOADED", "_CACHED", "_NEW"):
        monkeypatch.setattr(engines, name, 0)


def test_objects_are_asked_for_by_name_and_search_when_steps_are_watched():
    assert solve(BOARD, engine="objects").engine == "objects"
    assert solve(BOARD, on_step=lambda step: None).engine == "objects"
    search = Search(BOARD)
    assert [step.expanded for step in search][:3] == [0, 1, 2]
    with pytest.raises(
        UnknownName, match="unknown engine 'packed': known: auto, compiled, objects"
    ):
        solve(BOARD, engine="packed")


def test_comparisons_and_records_keep_to_objects():
    comparison = compare(BOARD, ["astar"], ["manhattan"])
    expected = solve(BOARD, heuristic="manhattan", engine="objects").expanded
    assert [row.expanded for row in comparison.rows] == [expected]
    assert record(BOARD, "astar", "manhattan").result.expanded == expected


def test_without_numba_objects_search_and_the_reason_names_what_to_install(monkeypatch):
    monkeypatch.setattr(native, "find_spec", lambda name: None)
    native._missing.cache_clear()
    try:
        with pytest.raises(
            NotApplicable, match="numba is not installed; the extra 'fast' installs"
        ):
            solve(BOARD, engine="compiled")
        monkeypatch.setattr(engines, "_CACHED", 0)
        monkeypatch.setattr(engines, "_LOADED", 0)
        result = solve(BOARD)
    finally:
        native._missing.cache_clear()
    assert (result.engine, result.engine_note[:22]) == ("objects", "numba is not installed")


@pytest.mark.extra
@pytest.mark.parametrize(
    ("problem", "how", "reason"),
    [
        (Sudoku("1" + "." * 80), {}, "Sudoku has no compiled version"),
        (BOARD, {"algorithm": "depth-first"}, "found the algorithm depth-first, expected one of "),
        (BOARD, {"tie_break": "state"}, "found the tie-break state, expected one of fifo"),
        (Tiles.generate(1, size=5), {}, "a board of 25 squares"),
        (type("Own", (Tiles,), {"actions": Tiles.actions})(BOARD.initial), {}, "redefines methods"),
    ],
)
def test_what_machine_code_cannot_do_is_refused_with_the_reason(problem, how, reason):
    pytest.importorskip("numba")
    with pytest.raises(NotApplicable, match=f"engine compiled: .*{reason}"):
        solve(problem, **how, engine="compiled")


@needs_numba
def test_auto_goes_on_in_machine_code_from_where_objects_stood(at_once):
    result = solve(BOARD, heuristic="zero")
    expected = solve(BOARD, heuristic="zero", engine="objects")
    assert (result.engine, result.engine_note) == ("compiled", "after 0 expansions in Python")
    assert (result.expanded, result.states) == (expected.expanded, expected.states)
    assert solve(EightPuzzle(BOARD.initial)).engine == "compiled"


@needs_numba
def test_what_machine_code_gives_up_objects_finish(at_once):
    costly = Roads([[(1, 1)], [(2, 2**53)], [(3, 1)], []], [0] * 4)
    result = solve(costly, "uniform-cost")
    assert (result.engine, result.cost, result.expanded) == ("objects", 2**53 + 2, 3)
    assert "above 2**53" in result.engine_note
    looks_back = lambda node: 0 if node.parent is None else 1  # noqa: E731
    result = solve(BOARD, "greedy", looks_back)
    assert (result.engine, result.status) == ("objects", "solved")
    assert "reads node.parent" in result.engine_note
    with pytest.raises(NotApplicable, match=r"reads node\.parent"):
        solve(BOARD, "greedy", looks_back, engine="compiled")


@needs_numba
def test_limits_and_interruptions_end_a_slice():
    assert solve(BOARD, "uniform-cost", engine="compiled", limits=Limits(seconds=0)).status == (
        "time-limit"
    )
    enough = solve(
        Tiles.generate(1, size=4), "uniform-cost", engine="compiled", limits=Limits(memory=1)
    )
    assert enough.status == "memory-limit"

    def interrupted(node):
        if calls == 20:
            raise KeyboardInterrupt
        calls.append(node)
        return 0

    class Calls(list):
        def __eq__(self, number):
            return len(self) == number

        __hash__ = None

    calls = Calls()
    result = solve(BOARD, "astar", interrupted, engine="compiled")
    assert result.status == "interrupted"


@needs_numba
@pytest.mark.parametrize("algorithm", ["astar", "ida-star"])
def test_a_faulty_heuristic_gets_the_same_words_from_both_engines(algorithm):
    def broken(node):
        raise ZeroDivisionError("of the student")

    def words(h):
        with pytest.raises((ZeroDivisionError, TypeError)) as raised:
            solve(BOARD, algorithm, h, engine=engine)
        return str(raised.value), getattr(raised.value, "__notes__", [])

    said = {}
    for engine in ("compiled", "objects"):
        said[engine] = [words(h) for h in (broken, lambda node: None, lambda node: "3")]
    assert said["compiled"] == said["objects"]
    assert said["objects"][0][0] == "of the student"
    assert "Is a `return` missing?" in said["objects"][1][0]


@compiled_heuristic
def away(board, goal):
    count = 0
    for place in range(len(board)):
        if board[place] != 0 and board[place] != goal[place]:
            count += 1
    return count


@compiled_heuristic
def beyond(board):
    return board[len(board) + board[0] - 3]


@needs_numba
def test_a_heuristic_over_numbers_is_one_in_both_engines():
    found = solve(BOARD, "astar", away, engine="compiled")
    expected = solve(BOARD, "astar", "misplaced", engine="objects")
    assert (found.expanded, found.cost) == (expected.expanded, expected.cost)
    assert found.heuristic == "away"


@needs_numba
@pytest.mark.parametrize("engine", ["objects", "compiled"])
def test_an_index_out_of_bounds_is_an_error_and_no_estimate(engine):
    with pytest.raises(IndexError):
        solve(Tiles("312/405/678"), "astar", beyond, engine=engine)


def test_a_problem_without_numbers_takes_no_such_heuristic():
    with pytest.raises(NotApplicable, match="away needs lists of numbers as states: Sudoku has no"):
        solve(Sudoku("1" + "." * 80), "astar", away)


class Wrong(Roads):
    """Its form takes another road than the problem does."""

    def compiled(self):
        return Roads([*self.roads[:3], [(5, 1)], *self.roads[4:]], self.estimates).compiled()


@needs_numba
def test_a_form_is_compared_with_the_problem_before_it_is_believed(at_once):
    problem = Wrong(CHAIN, [0] * 51)
    with pytest.raises(InvalidSolution, match="as the successors of 3: expected"):
        solve(problem, "uniform-cost", engine="compiled")
    result = solve(problem, "uniform-cost")
    assert (result.engine, result.cost) == ("objects", 50)
    lies = Roads(CHAIN, [0] * 51).estimate()
    with pytest.raises(InvalidSolution, match="as h of 0: expected 1"):
        solve(
            Roads(CHAIN, [1] * 51),
            "astar",
            type(lies)(lambda node: 1, formula=lies.formula),
            engine="compiled",
        )
