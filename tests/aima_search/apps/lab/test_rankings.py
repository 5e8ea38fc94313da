"""Heuristics in their order, and what their means are."""

import pytest

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import mean_table
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

TEXT = GRID.replace(', "breadth-first"', "")


def test_a_costly_heuristic_comes_last_and_is_no_rival(tmp_path):
    def result(board, run):
        return solved(1, cost=5) if run.heuristic == "manhattan" else solved(9 * board)

    results = made_up(tmp_path, result, text=TEXT)
    (ranking,) = Analysis(results, measure_of("expanded")).rankings
    assert [how.heuristic for how in ranking.order] == ["zero", "conflicts", "manhattan"]
    assert [how.heuristic for how in ranking.costly] == ["manhattan"]
    assert ranking.rivals == []  # conflicts is the same on each board
    assert [pair.second.heuristic for pair in ranking.pairs] == ["conflicts", "manhattan"]


def test_blind_search_is_held_against_the_same_best(tmp_path):
    """The cheapest in expansions is ranked last: nothing else is compared with it."""

    def result(board, run):
        if run.heuristic == "manhattan":
            return solved(1, cost=5)
        return solved(9 if run.heuristic == "zero" else 20)

    found = Analysis(made_up(tmp_path, result), measure_of("expanded"))
    assert found.best.heuristic == "zero"
    assert [how.heuristic for pair in found.notable for how in pair] == [
        *("zero", "conflicts"),
        *("zero", None),
    ]


def test_a_short_preparation_is_shown_as_it_was_measured(tmp_path):
    """No floor of the logarithms is taken for a mean."""
    prepared = {"zero": 0.0, "conflicts": 0.00025, "manhattan": 0.02}

    def result(board, run):
        ending = solved(10)
        ending.values["prepared"] = prepared[run.heuristic]
        return ending

    table = mean_table(made_up(tmp_path, result, text=TEXT))
    place = [column.title for column in table.columns].index("prepared in")
    means = {row[0]: row[place] for row in table.rows}
    assert means == pytest.approx(
        {"astar, zero": None, "astar, conflicts": 0.00025, "astar, manhattan": 0.02}
    )
