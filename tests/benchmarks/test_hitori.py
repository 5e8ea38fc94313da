"""The Hitori benchmark's own parts; what it measures is not measured here."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given

from benchmarks import hitori
from benchmarks.__main__ import run
from puzzles import Hitori
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards

pytestmark = pytest.mark.usefixtures("small_heap")


@given(boards(2, 4, blanks=False))
def test_clauses_and_cuts_of_the_peers_leave_exactly_the_solutions(rows: Rows) -> None:
    board = Hitori(rows).board
    size = board.geometry
    clauses = list(hitori.clauses(board))
    solutions = set(oracle.solutions(rows))
    for number in range(1 << len(size.cells)):
        cells = frozenset(cell for bit, cell in enumerate(size.cells) if number >> bit & 1)
        shaded = size.mask(cells)
        fits = all(
            bool(shaded >> first & 1 or shaded >> second & 1)
            if some_shaded
            else not (shaded >> first & 1 and shaded >> second & 1)
            for some_shaded, first, second in clauses
        )
        if fits and cells != set(size.cells):
            cuts = hitori.cuts(board, shaded)
            assert (cuts == []) == (cells in solutions)
            for around in cuts:
                wall = {size.cell(place) for place in around}
                assert not any(wall <= solution for solution in solutions)


@pytest.mark.gate("a benchmark")
def test_the_sections_are_printed() -> None:
    small = ["--sides", "5", "--boards", "1", "--repeats", "1"]
    preparation = ["--preparation-sides", "4", "--preparation-boards", "1"]
    options = [*small, *preparation, "--growth-sides", "5,8"]
    output = CliRunner().invoke(run, ["hitori", *options]).output
    assert "exponent of time in the number of cells: at most 2" in output
    assert "5 easy" in output
    assert "4 x 4, prepared: part of the expansions, any search: at most 1;" in output
    assert "5 x 5, hard: ours / CP-SAT" in output or "OR-tools is not installed" in output


def test_kept_boards_are_unique(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hitori, "LARGEST", {})  # generate none
    groups = hitori.groups_of([30, 50], 1)
    assert groups.keys() == {(30, "medium"), (30, "hard"), (50, "medium"), (50, "hard")}
    for (side, _), (numbers,) in groups.items():
        assert len(numbers) == side
        assert Hitori(numbers).is_unique()


def test_promises_are_judged_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    times = {"ours": [1.0, 3.0], "ours unique": [2.0], "PySat unique": [1.0], "CP-SAT": [10.0]}
    hitori.judge({(15, "all"): times, (25, "hard"): {"ours": [1.0], "ours unique": [1.0]}})
    printed = capsys.readouterr().out
    assert "15 x 15, all: ours / CP-SAT: at most 0.2; measured 0.2: holds" in printed
    assert "ours unique / PySat unique: at most 1; measured 2: DOES NOT HOLD" in printed
    assert "25 x 25, hard" not in printed
