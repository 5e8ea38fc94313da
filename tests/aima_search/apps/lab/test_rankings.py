"""Preparation weighed against what it saves: from how many boards on it pays."""

import pytest

from aima_search.apps.lab.analysis import analyse
from aima_search.apps.lab.results import measure_of
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

TEXT = GRID.replace(', "breadth-first"', "")


def payoffs(tmp_path, seconds, prepared):
    """Return the payoffs and the verdict, if only the first run of each heuristic prepares it."""
    first = set()

    def result(board, run):
        ending = solved(10, seconds=seconds[run.heuristic])
        ending.values["prepared"] = 0.0 if run.heuristic in first else prepared[run.heuristic]
        first.add(run.heuristic)
        return ending

    results = made_up(tmp_path, result, text=TEXT)
    (ranking,) = analyse(results, measure_of("expanded")).rankings
    return ranking.payoffs, " ".join(results.verdict().split())


@pytest.mark.parametrize(
    ("preparation", "seconds", "boards"), [(1.0, 0.25, 4), (1.0, 0.27, 5), (0.1, 0.01, 1)]
)
def test_preparation_pays_from_some_number_of_boards_on(tmp_path, preparation, seconds, boards):
    by_hand = 0.5
    took = {"zero": 9.0, "conflicts": seconds, "manhattan": by_hand}
    (found,), text = payoffs(
        tmp_path, took, {"zero": 0.0, "conflicts": preparation, "manhattan": 0.0}
    )
    enough = next(n for n in range(1, 100) if preparation + n * seconds <= n * by_hand + 1e-12)
    assert found.pays_from == enough == boards
    assert (found.configuration.heuristic, found.rival.heuristic) == ("conflicts", "manhattan")
    assert found.boards == 8
    assert f"pays from {boards} board{'s' * (boards > 1)} on: it saves" in text


def test_preparation_that_saves_nothing_never_pays(tmp_path):
    took = {"zero": 0.1, "conflicts": 0.5, "manhattan": 0.5}
    (found,), text = payoffs(tmp_path, took, {"zero": 0.0, "conflicts": 1.0, "manhattan": 0.0})
    assert found.rival.heuristic == "zero"
    assert found.pays_from is None
    assert "conflicts, 1 s more than zero, never pays: it saves no time on the 8 boards" in text


def test_preparation_of_no_account_is_not_weighed(tmp_path):
    took = {"zero": 0.1, "conflicts": 0.05, "manhattan": 0.5}
    found, text = payoffs(tmp_path, took, {"zero": 0.0, "conflicts": 0.001, "manhattan": 0.0})
    assert found == []
    assert "pays" not in text
