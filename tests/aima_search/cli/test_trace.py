"""``aima-search solve --trace``."""

import pytest


@pytest.fixture
def coins(run):
    """Return a function that solves a row of coins."""
    from aima_search.display import Cell, Scene
    from aima_search.model.puzzle import Puzzle, register_puzzle
    from tests.specimens import Chain

    @register_puzzle("count")
    class Count(Chain, Puzzle):
        summary = "count"

        @classmethod
        def parse(cls, text, **options):
            return cls(int(text))

        def format(self, to="id"):
            return str(self.goal)

        def grid(self, state):
            return [[state]]

        def scene(self, state, action=None):
            return Scene(((Cell(str(state), "piece"),),))

    return lambda *options: run("solve", "count", "3", "-a", "astar", "-h", "zero", *options)


def test_trace_alone_prints_a_line_for_each_expansion(coins):
    told = coins("--quiet", "--trace")
    assert told.status == 0
    lines = told.out.splitlines()
    assert [line.partition(",")[0] for line in lines[:4]] == [
        "1. f = 0 = 0 + 0",
        "2. f = 1 = 1 + 0",
        "3. f = 2 = 2 + 0",
        "goal: f = 3 = 3 + 0",
    ]
    assert lines[4].startswith("astar with zero: solved")


def test_pictures_come_on_request(coins):
    plain = coins("--quiet", "--trace").out
    drawn = coins("--quiet", "--trace", "--trace-pictures").out
    assert "┌" not in plain
    assert drawn.count("┌") == 3


def test_a_file_takes_the_trace_and_the_terminal_shows_the_rest(coins, tmp_path):
    told = coins("--json", "--trace", tmp_path / "search.txt")
    assert told.status == 0
    assert told.out.startswith("{")
    saved = (tmp_path / "search.txt").read_text()
    assert saved == coins("--quiet", "--trace").out.partition("astar with")[0]
    assert saved.startswith("1. f = 0 = 0 + 0, start")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--trace", "search.yaml"], "expected a name that ends in .txt"),
        (["--json", "--trace"], "use --trace FILE"),
        (["--trace-pictures"], "needs --trace without a file name"),
        (["--all", "--trace"], "omit --all"),
        (["--engine", "compiled", "--trace"], "cannot record a search"),
    ],
)
def test_what_does_not_go_together_is_refused(coins, options, message):
    told = coins(*options)
    assert told.status == 2
    assert message in told.err
    assert told.out == ""


def test_what_was_prepared_is_step_0_of_the_trace_and_of_the_way(run):
    prepared = ("--formulation", "cascade", "--preprocess", "sandwich,corner-pair")
    told = run("solve", "hitori", "3x3:121221312", *prepared, "--trace")
    reasons = [line for line in told.out.splitlines() if line.startswith("0. ")]
    assert reasons[:2] == [
        "0. sandwich: keep (0,1) because of (0,0) (0,2)",
        "0. corner-pair: keep (1,0) because of (0,1) (1,1)",
    ]
    assert reasons == 2 * reasons[: len(reasons) // 2]  # above the first picture, and in the trace
    assert "0. " not in run("solve", "hitori", "3x3:121221312", "--trace").out
