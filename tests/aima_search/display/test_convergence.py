"""How anytime searches get better, next to what they prove, as curves and on the page."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest

from aima_search import Limits, compare, solve
from aima_search.runs.convergence import better_solutions, draw_solutions, proved_bounds
from puzzles import Tiles
from tests.specimens import Chain

BOARD = Tiles.level("15-1-easy")


@pytest.fixture(scope="module")
def comparison():
    limits = Limits(nodes=20_000)
    return compare({"easy": BOARD}, ["astar", "anytime-astar"], ["manhattan"], limits)


def test_bounds_rise_and_are_thinned_and_the_last_is_kept():
    result = solve(BOARD, "anytime-astar", "zero", limits=Limits(nodes=3000), weight=1)
    assert result.bounds == ()  # without a solution
    result = solve(BOARD, "anytime-astar", "manhattan")
    told = [(0, 0.0)]

    def note(step):
        if step.lower_bound != told[-1][1]:
            told.append((step.expanded, step.lower_bound))

    assert solve(BOARD, "anytime-astar", "manhattan", on_step=note).bounds == result.bounds
    assert {*result.bounds[:-1]} <= {*told}
    assert result.bounds[-1] == (result.expanded, result.lower_bound)
    for (before, least), (after, more) in pairwise(result.bounds):
        assert before < after
        assert least < more


def test_cost_and_bound_meet_at_the_least_cost(comparison):
    [(how, [costs])] = better_solutions(comparison).items()
    [(_, [bounds])] = proved_bounds(comparison).items()
    assert how.algorithm == "anytime-astar"
    assert costs[0][1] > costs[-1][1] == bounds[-1][1] == 1.0 > bounds[0][1]


def test_costs_of_every_kind_are_compared_and_nothing_is_proved_by_a_bound_of_0():
    runs, units = {}, {"huge": 10**400, "decimal": Decimal("0.1"), "third": Fraction(1, 3)}
    for name, unit in units.items():
        runs[name] = Chain(4)
        runs[name].path_cost = lambda c, a, b, d, unit=unit: c + unit
    rows = compare(runs, ["anytime-astar", "uniform-cost"], [lambda node: 0])
    [(_, costs)] = better_solutions(rows).items()
    [(_, bounds)] = proved_bounds(rows).items()
    assert [curve[-1][1] for curve in costs] == [1.0] * 3
    assert all(value > 0 for curve in bounds for _, value in curve)


def test_the_page_draws_them_only_for_such_searches(comparison):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    pytest.importorskip("jinja2", reason="jinja2 is not installed (extra 'report')")
    from aima_search.runs.comparison_views import comparison_page

    drawn = draw_solutions(comparison)
    label = "anytime-astar, manhattan"
    cost, bound, _ = drawn.axes[0].get_lines()
    assert (cost.get_linestyle(), bound.get_linestyle()) == ("-", "--")
    assert cost.get_color() == bound.get_color()
    assert drawn.axes[0].get_legend_handles_labels()[1] == [label, "no solution costs less"]
    words, boards = "How solutions get better", {"easy": BOARD}
    page = comparison_page(comparison, boards)
    assert words in page
    assert "no solution costs less" in page
    assert words not in comparison_page(compare(boards, ["astar"], ["manhattan"]), boards)
