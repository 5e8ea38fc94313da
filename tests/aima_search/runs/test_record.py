"""A record says everything that makes a run repeatable, and survives every file it is kept in."""

import csv
import io
import json
from dataclasses import replace

import pytest

from aima_search import Limits, compare
from aima_search.runs.record import RunSpec, flat_row
from puzzles import Hitori
from tests.specimens import Chain

ROWS = [[3, 1, 1], [2, 1, 3], [2, 2, 1]]


def test_a_run_is_read_back_from_a_row():
    run = RunSpec(
        "hitori", "b", "3x3:...", "annealing", board_options={"cost": "repeats"}, options={"k": 3}
    )
    assert RunSpec.from_row(flat_row(run.as_dict())) == run
    assert RunSpec.from_row(json.loads(json.dumps(flat_row(run.as_dict())))) == run


RUN = RunSpec("movix", "shown as", "5x5,4:5/1S1H1/2L2/V4/5", "astar", "zero", "fifo")


@pytest.mark.parametrize(
    "change",
    [
        {"puzzle": "hitori"},
        {"instance": "other"},
        {"board_options": {"line": "3"}},
        {"algorithm": "greedy"},
        {"options": {"weight": 2}},
        {"heuristic": "one"},
        {"tie_break": "lifo"},
        {"limits": Limits(seconds=1.0)},
        {"limits": Limits(nodes=1)},
        {"limits": Limits(memory=1)},
        {"seed": 1},
        {"repetition": 2},
        {"puzzle_version": 2},
        {"heuristic_files": "abc"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_decides_what_a_run_does_is_in_its_key(change):
    assert replace(RUN, **change).key != RUN.key


def test_the_name_that_a_board_is_shown_under_is_not():
    assert replace(RUN, board="other name").key == RUN.key
    assert replace(RUN, limits=Limits(10)).key == replace(RUN, limits=Limits(10.0)).key


def test_two_formulations_of_one_board_are_different():
    boards = {name: Hitori(ROWS, formulation=name) for name in ("naive", "deduce")}
    done = compare(boards, ["astar"], "zero", Limits(seconds=9, nodes=500, memory="2GiB"))
    naive, deduce = done.as_dicts()
    assert naive["instance"] == deduce["instance"] == boards["naive"].format()
    assert naive["board_options"]["formulation"] == "naive"
    assert deduce["board_options"]["formulation"] == "deduce"
    assert (naive["limit_seconds"], naive["limit_nodes"]) == (9, 500)
    assert naive["limit_memory"] == 2 * 2**30
    keys = {row.run.key for row in done.rows}
    assert len(keys) == 2


def test_algorithms_that_draw_random_numbers_have_their_seed():
    class Uphill(Chain):
        def value(self, state):
            return state

    done = compare(Uphill(3), ["annealing", "astar"], "zero", seed=7)
    assert [row.run.seed for row in done.rows] == [7, None]
    again = compare(Uphill(3), ["annealing"], "zero", seed=7)
    assert again.rows[0].expanded == done.rows[0].expanded


def test_the_command_line_writes_what_a_run_was_given(run):
    arguments = ("compare", "hitori", "-a", "astar", "-h", "zero", "--cost", "repeats")
    out = run(*arguments, "--csv").out
    (row,) = csv.DictReader(io.StringIO(out))
    assert json.loads(row["board_options"])["cost"] == "repeats"
    assert "Python" in row["versions"]
    page = json.loads(run(*arguments, "--json").out)
    assert page["versions"].keys() >= {"aima-search", "Python"}
    assert page["rows"][0]["board_options"]["cost"] == "repeats"
