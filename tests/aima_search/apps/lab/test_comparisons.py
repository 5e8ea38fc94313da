"""Factors: paired ones are tested on the same boards, others on boards of the same stratum."""

from math import exp, log

import pytest

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import compare_pairs
from aima_search.apps.lab.factors import FactorEffect, boards_at
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import axis_tables, pair_table
from aima_search.runs.record import RunOutcome
from aima_search.runs.statistics import label_test
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
    axes = Analysis(results, EXPANDED).factors
    assert [axis for axis in axes if not results.is_paired(axis)] == ["size"]


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
    rows = [row for row in tables["Factors by expanded"].rows if row[1] == "size"]
    assert [row[2] for row in rows] == ["4 to 5"] * 3


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
    assert "The means in the first table are over the 30 of 40 that all solved" in results.verdict()
    assert "refined:" not in note  # no such column


UNPAIRED = """
name = "made up"
puzzle = "movix"
algorithms = ["astar", "breadth-first"]
heuristics = "zero"
[[instances]]
size = [4, 5, 6]
pieces = ["S1L1", "S1L2"]
line = 2
walls = [0, 1]
paired = "walls"
count = 3
"""


def size_of(run):
    return int(run.instance.split("x", 1)[0][-1])


def test_other_boards_are_compared_within_their_stratum(tmp_path):
    """Twice as much at size 5, on boards that differ; pieces make ten times as much."""
    seen = {}

    def result_of(number, run):
        many = 10 if run.instance.count("L") + run.instance.count("l") > 1 else 1
        own = seen.setdefault(number, 1 + len(seen) % 7 / 10)
        return solved(round(1000 * many * own * (2 if size_of(run) == 5 else 1)))

    results = made_up(tmp_path, result_of, text=UNPAIRED)
    size = {
        (one.value, one.first.algorithm): one
        for one in FactorEffect(results, EXPANDED, "size").contrasts
    }
    assert set(size) == {(v, a) for v in (5, 6) for a in ("astar", "breadth-first")}
    one = size[5, "astar"]
    assert one.boards == 12
    assert 1.5 < one.ratio < 2.7
    assert one.low < one.ratio < one.high
    logs = [[], []]
    for value, pieces in ((v, p) for v in (4, 5) for p in ("S1L1", "S1L2")):
        there = results.at({"size": value, "pieces": pieces})
        for block in sorted(set(results.blocks[there])):
            own = results.values(one.first, EXPANDED)[results.blocks == block]
            logs[0].append(sum(map(log, own)) / len(own))
            logs[1].append((value == 5, pieces))
    labels, strata = zip(*logs[1], strict=True)
    strata = [pieces == "S1L1" for pieces in strata]
    alone = label_test([logs[0]], labels, strata)[0][0]
    assert 2 * alone <= one.p <= 4 * alone  # two searches with the same numbers, two values
    shift = 0
    for stratum in (True, False):
        own = [(y, at) for y, at, s in zip(logs[0], labels, strata, strict=True) if s == stratum]
        shift += sum(y if at else -y for y, at in own) / 3 / 2
    assert one.ratio == pytest.approx(exp(shift))


def test_a_board_that_was_cut_short_counts_with_what_it_took(tmp_path):
    """To leave out the hard boards would make size 5 look easy."""

    def result_of(number, run):
        if size_of(run) == 5 and number % 2:
            return RunOutcome("node-limit", values={"expanded": 5000})
        return solved(10)

    results = made_up(tmp_path, result_of, text=UNPAIRED)
    one = FactorEffect(results, EXPANDED, "size").contrasts[0]
    assert one.ratio > 4
    assert (one.only_first, one.only_second) == (0, 6)
    of_cost = FactorEffect(results, measure_of("cost"), "size").contrasts[0]
    assert of_cost.ratio in (None, 1)  # costs of boards without a solution are not known


def test_the_exported_runs_say_which_boards_match(results):
    rows = results.as_dicts()
    forms = {}
    for row in rows:
        forms.setdefault(row["matched"], set()).add((row["axis_line"], row["axis_walls"]))
    assert sorted(forms) == list(range(1, 11))
    assert all(len(own) == 4 for own in forms.values())
