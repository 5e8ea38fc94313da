"""Factors: paired ones are tested on the same boards, and others are only described."""

import pytest

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import compare_pairs
from aima_search.apps.lab.factors import FactorEffect, boards_at
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import axis_tables, pair_table
from aima_search.apps.lab.verdict import verdict
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
    assert [*results.axes] == ["size", "line", "walls"]
    assert results.paired == ["line", "walls"]


def test_a_factor_is_tested_on_the_same_boards(tmp_path):
    """Each board once: the two lines of a board are no two boards."""
    results = made_up(tmp_path, lambda n, run: solved(20 if walls_of(run) else 10), text=PAIRED)
    walls = FactorEffect(results, EXPANDED, "walls").contrasts
    assert len(walls) == 3
    for one in walls:
        assert (one.boards, one.more, one.less) == (10, 10, 0)
        assert (one.ratio, one.p) == (pytest.approx(2), 2 / 2**10)
    lines = FactorEffect(results, EXPANDED, "line").contrasts
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
        for one in FactorEffect(results, EXPANDED, "walls").contrasts
        if one.first.heuristic == "zero"
    ]
    assert (zero.boards, zero.only_second, zero.only_first) == (5, 10, 0)


def test_the_report_says_that_boards_differ(results):
    tables = {table.title: table for table in axis_tables(Analysis(results, EXPANDED))}
    assert "other boards at each value" in tables["expanded by size"].note
    note = tables["expanded by walls"].note
    assert "over the 10 instances that all solved at every value, the same boards for each" in note
    note = tables["Factors by expanded"].note
    assert "for the number of factors; the intervals are not corrected" in note


def test_pairs_of_heuristics_count_a_board_once(tmp_path):
    text = PAIRED.replace('"astar", "breadth-first"', '"astar"')
    results = made_up(tmp_path, lambda n, run: solved(5 + (run.heuristic == "zero")), text=text)
    (pair,) = compare_pairs(results, EXPANDED)
    assert len(results.boards) == 40
    assert pair.boards == pair.more == 10
    assert pair.p == 2 / 2**10
    assert "counts once" in pair_table(Analysis(results, EXPANDED), "Pairs", [pair]).note


def test_equal_in_the_mean_is_not_the_same(tmp_path):
    """More with walls and less without: no sentence claims that the two need the same."""

    def result_of(number, run):
        more = (walls_of(run) > 0) == (run.heuristic == "zero")
        return solved(20 if more else 10)

    text = PAIRED.replace('"astar", "breadth-first"', '"astar"')
    results = made_up(tmp_path, result_of, text=text)
    (pair,) = compare_pairs(results, EXPANDED)
    assert (pair.less, pair.more, pair.p, pair.is_same) == (0, 0, 1, False)
    assert "need the same" not in results.verdict()


def test_the_report_says_when_goals_are_tested(results):
    from aima_search.apps.lab.tables import mean_table

    note = mean_table(results).note
    when = "when it generates a node, which saves expansions; astar: when it expands a node"
    assert note.count(f"breadth-first tests for a goal {when}") == 1


def test_the_table_of_means_explains_its_columns_and_its_boards(results):
    from aima_search.apps.lab.tables import mean_table

    note = mean_table(results).note
    assert "geometric means over the 30 of 40 instances" in note
    assert "; f < cost: expanded nodes" in note
    assert "refined:" not in note  # no such column


def test_a_factor_of_different_boards_is_described_and_not_tested(results):
    size = FactorEffect(results, EXPANDED, "size")
    assert size.contrasts == []
    zero = results.compared[0]
    assert (size.means[zero, 4], size.shares[zero, 5]) == (pytest.approx(200**0.5), 0.5)
    found = Analysis(results, EXPANDED)
    assert {one.axis for one in found.contrasts} == {"line", "walls"}
    *_, last = verdict(found).summary
    assert last.startswith("No test compares the values of size, because they have different ")


def test_the_exported_runs_say_which_boards_match(results):
    rows = results.as_dicts()
    forms = {}
    for row in rows:
        forms.setdefault(row["matched"], set()).add((row["axis_line"], row["axis_walls"]))
    assert sorted(forms) == list(range(1, 11))
    assert all(len(own) == 4 for own in forms.values())
