"""What a result says of values: at the end, the best seen, and the way there."""

from itertools import pairwise

import pytest

from aima_search import Limits, compare, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.display.tables import format_value
from aima_search.runs.comparison_views import board_table
from aima_search.runs.measures import MEASURES, values_of
from puzzles import MovIX, SudokuLocal

LOCAL = [name for name in ALGORITHMS if ALGORITHMS.get(name).local]
PUZZLE = SudokuLocal("..1.2....4....3.", seed=1)


@pytest.mark.parametrize("name", LOCAL)
def test_value_and_best_value_are_those_of_the_states_seen(name):
    seen = []
    result = solve(PUZZLE, name, on_step=lambda step: seen.append((step.expanded, step.f)), seed=3)
    assert result.value == PUZZLE.value(result.node.state)
    assert result.best_value == max([value for _, value in seen] + [result.value])
    assert values_of(result)["value"] == result.value
    assert MEASURES["value"].best == MEASURES["best_value"].best == "max"
    assert result.curve[0] == seen[0]
    assert result.curve[-1] == (result.expanded, result.value)
    assert set(result.curve[:-1]) <= set(seen)


def test_a_search_that_a_limit_ended_has_its_last_values():
    result = solve(PUZZLE, "annealing", limits=Limits(nodes=7), seed=3)
    assert result.status == "node-limit"
    assert result.value == result.curve[-1][1] <= result.best_value
    assert result.curve[-1][0] == result.expanded == 7


def test_a_long_curve_stays_short_and_near():
    from aima_search.runs.monitor import CurveRecorder

    class Step:
        expanded, f = 0, 0.0

    curve = CurveRecorder()
    for Step.expanded in range(100_000):
        Step.f = float(Step.expanded)
        curve.note(Step)
    curve.end(100_000, 1.0)
    points = tuple(curve.points)
    assert len(points) < 200
    assert curve.best == 99_999
    assert all(b[0] - a[0] <= 2 + a[0] / 16 for a, b in pairwise(points))


def test_other_searches_have_no_values():
    result = solve(MovIX.level("2-tiny"))
    assert (result.value, result.best_value, result.curve) == (None, None, ())
    assert "value" not in str(result)


def test_a_comparison_of_local_searches_has_a_column_of_values():
    done = compare({"one": PUZZLE}, ["hill-climbing", "annealing"], seed=2)
    table = board_table(done, "one")
    place = [column.title for column in table.columns].index("value")
    assert [row[place] for row in table.rows] == [row.value for row in done.rows]
    assert table.columns[place].spare == 0
    assert "value" in str(done)
    tree = compare({"one": MovIX.level("2-tiny")}, ["astar"], ["zero"])
    assert "value" not in str(tree)


def test_nothing_is_written_as_minus_zero():
    result = solve(PUZZLE, "annealing", seed=1)
    assert result.solved
    told = [result.value, result.best_value, *(value for _, value in result.curve)]
    assert not any(str(value).startswith("-0") and not value for value in told)
    assert "-0" not in str(result)
    kinds = {"number": "0", "mean": "0.0", "ratio": "0.00", "share": "0 %"}
    assert {kind: format_value(kind, -0.0) for kind in kinds} == kinds
    assert (format_value("ratio", -0.001), format_value("ratio", -0.01)) == ("0.00", "-0.01")
    assert format_value("number", -0.5) == "-0.5"
