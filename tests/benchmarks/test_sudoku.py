"""The Sudoku benchmark: what it reads, that it tells right from wrong, that it runs alone."""

import pytest

from benchmarks import sudoku as benchmark
from puzzles import Sudoku

PUZZLE, SOLUTION = "..1.2....4....3.", "4312214334211234"


def test_sets_of_a_folder_are_read_with_their_boxes_and_solutions(tmp_path):
    (tmp_path / "4x4.txt").write_text(f"{PUZZLE}\n{'.' * 16}\n")
    (tmp_path / "4x4.sol").write_text(f"1\t{SOLUTION}\n288\t-\n")
    (tmp_path / "6x6_tall.txt").write_text("." * 36 + "\n")
    small, tall = benchmark.puzzle_sets(tmp_path)
    assert (small.name, small.box) == ("4x4", (2, 2))
    assert list(small.solutions) == [SOLUTION, ""]
    assert (tall.box, list(tall.solutions)) == ((3, 2), [""])
    assert [s.name for s in benchmark.puzzle_sets(tmp_path, chosen=["4x4"])] == ["4x4"]


@pytest.mark.parametrize(
    ("found", "known", "right"),
    [
        (SOLUTION, SOLUTION, True),
        (SOLUTION, "", True),
        (SOLUTION[::-1], SOLUTION, False),
        (SOLUTION[::-1], "", False),
        ("1" * 16, "", False),
        (None, SOLUTION, False),
        (None, "", False),
    ],
)
def test_answers_are_judged(found, known, right):
    assert benchmark._is_right(PUZZLE, found, known, (2, 2)) == right


@pytest.mark.parametrize("box", [(2, 3), (3, 3)])
def test_ours_solves(box):
    problem = Sudoku.generate(1, box=box)
    found = benchmark.solve_by_astar(problem.format("line"), box)
    assert benchmark._is_right(problem.format("line"), found, "", box)


def test_without_peers_it_says_so_and_goes_on(tmp_path, monkeypatch, capsys):
    def missing(name):
        raise ImportError(f"no {name} here")

    monkeypatch.setattr(benchmark, "import_module", missing)
    (tmp_path / "4x4.txt").write_text(f"{PUZZLE}\n")
    benchmark.measure_against_peers(tmp_path, repeats=1)
    printed = capsys.readouterr().out
    assert "CP-SAT is left out: no ortools" in printed
    assert "sudokutools is left out" in printed
    assert "ours" in printed
