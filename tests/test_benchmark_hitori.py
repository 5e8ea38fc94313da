"""The Hitori benchmark's own parts; what it measures is not measured here."""

from __future__ import annotations

import pytest
from hypothesis import given

from benchmarks import hitori_peers
from benchmarks.hitori import FORMULATIONS, by_size, main
from puzzles import Hitori
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards


@given(boards(2, 4, blanks=False))
def test_clauses_and_cuts_of_the_peers_leave_exactly_the_solutions(rows: Rows) -> None:
    board = Hitori(rows).board
    size = board.geometry
    clauses = list(hitori_peers.clauses(board))
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
            cuts = hitori_peers.cuts(board, shaded)
            assert (cuts == []) == (cells in solutions)
            for around in cuts:
                wall = {size.cell(place) for place in around}
                assert not any(wall <= solution for solution in solutions)


def test_the_tables_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--sizes", "5", "--boards", "1", "--nodes", "20", "--table-sizes", "4"]
    main([*small, "--growth-sizes", "5,8"])
    output = capsys.readouterr().out
    assert "growth: time ~ cells **" in output
    assert "1 of 5 easy" in output
    assert all(name in output for name, _ in FORMULATIONS)


def test_promises_are_judged_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    times = {"ours": [1.0, 3.0], "ours unique": [2.0], "pysat unique": [1.0], "cp-sat": [10.0]}
    by_size({15: times, 25: {"ours": [1.0], "ours unique": [1.0]}})
    printed = capsys.readouterr().out
    assert "15: ours / CP-SAT: 0.20, at most 0.2: holds" in printed
    assert "uniqueness: 2.00, at most 1: does not hold" in printed
    assert "25: ours / " not in printed
