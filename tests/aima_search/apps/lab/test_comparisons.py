"""Axes: paired ones are tested on the same boards, of others it is said that the boards differ."""

import pytest

from aima_search.apps.lab.analysis import analyse
from aima_search.apps.lab.comparisons import boards_at, compare_pairs, contrasts
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import axis_tables, pair_table
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import made_up, solved

PAIRED = """
name = "made up"
puzzle = "movix"
algorithms = ["astar", "breadth-first"]
heuristics = ["zero", "conflicts"]
[[instances]]
size = [4, 5]
line = [2, 3]
walls = [0, 3]
paired = ["walls", "line"]
count = 5
"""
EXPANDED = measure_of("expanded")


def walls_of(run):
    return run.instance.count("M")


@pytest.fixture
def results(tmp_path):
    """Results in which walls double the expansions of every board."""

    def result_of(number, run):
        if run.heuristic == "zero" and walls_of(run) and "5x5" in run.instance:
            return RunOutcome("time-limit")
        base = 50 if "5x5" in run.instance else 10
        return solved(2 * base if walls_of(run) else base)

    return made_up(tmp_path, result_of, text=PAIRED)


def test_axes_know_whether_they_are_paired(results):
    assert [(axis, results.is_paired(axis)) for axis in results.axes] == [
        ("size", False),
        ("line", True),
        ("walls", True),
    ]
    axes = analyse(results, EXPANDED).axes
    assert [name for name, axis in axes.items() if not axis.is_paired] == ["size"]


def test_a_factor_is_tested_on_the_same_boards(tmp_path):
    """Each board once: the two lines of a board are no two boards."""
    results = made_up(tmp_path, lambda n, run: solved(20 if walls_of(run) else 10), text=PAIRED)
    walls = [one for one in contrasts(results, EXPANDED) if one.axis == "walls"]
    assert len(walls) == 3
    for one in walls:
        assert (one.boards, one.more, one.less) == (10, 10, 0)
        assert (one.ratio, one.effect) == (pytest.approx(2), 1)
        assert one.p == pytest.approx(2 / 2**10)
    lines = [one for one in contrasts(results, EXPANDED) if one.axis == "line"]
    assert {(one.boards, one.more, one.less, one.p) for one in lines} == {(10, 0, 0, 1)}


def test_means_by_a_paired_axis_are_over_the_same_boards(results):
    boards = boards_at(results, "walls")
    assert {value: len(own) for value, own in boards.items()} == {0: 10, 3: 10}
    assert {results.axes_of(one)["size"] for own in boards.values() for one in own} == {4}
    blocks = [results.blocks[own].tolist() for own in boards.values()]
    assert blocks[0] == blocks[1]


def test_what_was_solved_at_one_value_alone_is_counted(results):
    (zero,) = [
        one
        for one in contrasts(results, EXPANDED)
        if one.axis == "walls" and one.configuration.heuristic == "zero"
    ]
    assert (zero.boards, zero.only_second, zero.only_first) == (5, 10, 0)


def test_the_report_says_that_boards_differ(results):
    tables = {table.title: table for table in axis_tables(analyse(results, EXPANDED))}
    assert "other boards at each value" in tables["expanded by size"].note
    assert "the same boards for each" in tables["expanded by walls"].note
    assert tables["Paired axes by expanded"].note.endswith("from value to value: size")


def test_one_table_over_all_axes(results):
    table = next(
        t for t in axis_tables(analyse(results, EXPANDED)) if t.title == "All axes together"
    )
    assert len(table.rows) == 2 * 2 * 2 * 3
    rows = {row[:4]: row[4:] for row in table.rows}
    share, boards, *means = rows["5", "2", "3", "astar, zero"]
    assert (share, boards, means) == (0, 0, [None] * 3)
    share, boards, *means = rows["5", "2", "3", "astar, conflicts"]
    assert (share, boards) == (1, 5)
    assert means[0] == pytest.approx(2 * rows["5", "2", "0", "astar, conflicts"][2])


def test_pairs_of_heuristics_count_a_board_once(tmp_path):
    text = PAIRED.replace('"astar", "breadth-first"', '"astar"')
    results = made_up(tmp_path, lambda n, run: solved(5 + (run.heuristic == "zero")), text=text)
    (pair,) = compare_pairs(results, EXPANDED)
    assert len(results.boards) == pair.boards == pair.more == 40
    assert pair.p == pytest.approx(2 / 2**10)
    assert "counts a board once" in pair_table(analyse(results, EXPANDED)).note


def test_equal_in_the_mean_is_not_the_same(tmp_path):
    """More with walls and less without: no sentence says that the two need the same."""

    def result_of(number, run):
        more = (walls_of(run) > 0) == (run.heuristic == "zero")
        return solved(20 if more else 10)

    text = PAIRED.replace('"astar", "breadth-first"', '"astar"')
    results = made_up(tmp_path, result_of, text=text)
    (pair,) = compare_pairs(results, EXPANDED)
    assert (pair.less, pair.more, pair.p) == (20, 20, 1)
    assert "exactly as much" not in results.verdict()


def test_the_report_says_when_goals_are_tested(results):
    from aima_search.apps.lab.tables import mean_table

    note = mean_table(results).note
    assert note.count("breadth-first tests for a goal when it generates a node, astar when") == 1
