"""Board options are part of an instance, whatever it is taken from, and may be axes."""

import json

import pytest

from aima_search import solve
from aima_search.apps.lab import load, parse_grid, run_grid
from aima_search.apps.lab.grid import runs_of
from aima_search.base.errors import SearchError
from puzzles import Hitori, Sudoku, SudokuLocal
from tests.aima_search.apps.lab.grids import instances

pytestmark = pytest.mark.gate("processes of a laboratory")

HITORI = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]
OPTIONS = 'formulation = "naive"\ncost = "repeats"\n'


@pytest.fixture
def folder(tmp_path):
    """A folder with one Hitori board in a text file."""
    (tmp_path / "one.txt").write_text(json.dumps(HITORI) + "\n")
    return tmp_path


def made(puzzle, instance):
    """Return the problem that a worker makes of an instance."""
    return puzzle.parse(instance.id, **puzzle.read_options(instance.options))


def test_a_run_searches_the_board_with_its_options(folder):
    text = 'puzzle = "hitori"\nalgorithms = "uniform-cost"\n[instances]\nfiles = "one.txt"\n'
    text += OPTIONS
    run_grid(parse_grid(text, folder), folder / "results.sqlite", jobs=1)
    (row,) = load(folder / "results.sqlite").as_dicts()
    direct = solve(Hitori(HITORI, formulation="naive", cost="repeats"), "uniform-cost")
    plain = solve(Hitori(HITORI), "uniform-cost")
    assert (row["cost"], row["expanded"]) == (direct.cost, direct.expanded)
    assert (row["cost"], row["expanded"]) != (plain.cost, plain.expanded)


@pytest.mark.parametrize("source", ['files = ["one.txt"]', "size = 4"])
def test_options_are_axes_of_every_source(folder, source):
    table = f'{source}\nformulation = ["naive", "cascade"]\npreprocess = ["none", "all"]'
    found = instances(folder, table, "hitori")
    points = [(one.axes["formulation"], one.axes["preprocess"]) for one in found]
    assert points == [(f, p) for f in ("naive", "cascade") for p in ("none", "all")]
    assert len({one.id for one in found}) == 1
    problems = [made(Hitori, one) for one in found]
    assert [p.formulation for p in problems] == ["naive", "naive", "cascade", "cascade"]
    assert [bool(p.preprocess) for p in problems] == [False, True, False, True]


@pytest.mark.parametrize(
    ("puzzle", "name", "values"),
    [
        (Sudoku, "propagation", ["none", "singles"]),
        (Sudoku, "branching", ["first-empty-cell", "most-constrained"]),
        (SudokuLocal, "neighbourhood", ["cells", "boxes"]),
    ],
)
@pytest.mark.parametrize("source", ['box = "2x2"\nclues = 6', 'levels = "all"'])
def test_options_of_sudoku_reach_the_problem(tmp_path, puzzle, name, values, source):
    found = instances(tmp_path, f"{source}\n{name} = {values}", puzzle.puzzle)
    pairs = {(one.axes[name], getattr(made(puzzle, one), name)) for one in found}
    assert pairs == {(value, value) for value in values}


def test_an_option_of_a_single_value_is_in_the_key_of_the_run(folder):
    def key(table):
        text = f'puzzle = "hitori"\n[instances]\nfiles = "one.txt"\n{table}'
        (run,) = runs_of(parse_grid(text, folder))
        return run.key

    keys = [key(""), key(OPTIONS), key('cost = "repeats"'), key('formulation = "naive"')]
    assert len(set(keys)) == 4
    assert key(OPTIONS) == keys[1]


def test_a_contradiction_on_a_board_with_options_is_reported(folder):
    from aima_search.apps.lab.analysis import faults_of
    from aima_search.runs.record import RunOutcome
    from tests.aima_search.apps.lab.made_up import made_up, solved

    text = (
        'puzzle = "hitori"\nalgorithms = ["astar", "breadth-first"]\nheuristics = "zero"\n'
        f'[instances]\nfiles = "one.txt"\n{OPTIONS}'
    )
    results = made_up(
        folder, lambda n, run: solved(3) if run.heuristic else RunOutcome("no-solution"), text=text
    )
    (found,) = faults_of(results)
    assert (found.kind, "cost 4" in found.message) == ("contradiction", True)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('files = "one.txt"\nformulation = "nope"', r"line 4 \[instances\] formulation: .*'nope'"),
        ('size = 4\ncost = ["shaded", "nope"]', r"line 4 \[instances\] cost: .*'nope'"),
        ('files = "one.txt"\ndifficulty = "easy"', "unknown key 'difficulty'"),
        ('size = 4\nreader = "id"', "unknown key 'reader'"),
        ('files = "one.txt"\nneighbourhood = "cells"', "unknown key 'neighbourhood'"),
    ],
)
def test_an_option_that_cannot_be_kept_is_an_error(folder, table, words):
    with pytest.raises(SearchError, match=words):
        instances(folder, table, "hitori")
