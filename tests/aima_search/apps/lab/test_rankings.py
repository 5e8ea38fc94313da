"""Preparation weighed against what it saves: from how many boards on it pays."""

import pytest

from aima_search.apps.lab import load
from aima_search.apps.lab.analysis import analyse
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import mean_table
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

TEXT = GRID.replace(', "breadth-first"', "")


def payoffs(tmp_path, seconds, prepared):
    """Return the payoffs and the verdict; seconds, prepared: of each heuristic, by board."""

    def result(board, run):
        outcome = solved(10, seconds=seconds[run.heuristic](board))
        outcome.values["prepared"] = prepared[run.heuristic](board)
        return outcome

    results = made_up(tmp_path, result, text=TEXT)
    (ranking,) = analyse(results, measure_of("expanded")).rankings
    return ranking.payoffs, " ".join(results.verdict().split())


def always(value):
    return lambda board: value


NOTHING = always(0.0)


@pytest.mark.parametrize(
    ("preparation", "seconds", "boards"), [(1.0, 0.25, 4), (1.0, 0.27, 5), (0.1, 0.01, 1)]
)
def test_preparation_pays_from_some_number_of_boards_on(tmp_path, preparation, seconds, boards):
    by_hand = 0.5
    took = {"zero": always(9.0), "conflicts": always(seconds), "manhattan": always(by_hand)}
    prepared = {"zero": NOTHING, "conflicts": always(preparation), "manhattan": NOTHING}
    (found,), text = payoffs(tmp_path, took, prepared)
    enough = next(n for n in range(1, 100) if preparation + n * seconds <= n * by_hand + 1e-12)
    assert found.pays_from(found.saved) == enough == boards
    assert (found.configuration.heuristic, found.rival.heuristic) == ("conflicts", "manhattan")
    assert found.boards == 8
    assert f"conflicts takes {preparation:.2g} s more than manhattan, and pays from" in text
    assert f"pays from {boards} board{'s' * (boards > 1)} on: it saves" in text


def test_one_outlier_decides_nothing(tmp_path):
    """A board on which everything took long leaves the medians as they are."""
    took = {"zero": always(9.0), "conflicts": always(0.25), "manhattan": always(0.5)}
    slow = {**took, "conflicts": lambda board: 100.0 if board == 3 else 0.25}
    prepared = dict.fromkeys(took, NOTHING)
    late = {**prepared, "conflicts": lambda board: 50.0 if board == 3 else 0.0001}
    found, text = payoffs(tmp_path, slow, late)
    assert found == []
    assert "pays" not in text


def test_a_payoff_says_between_what_and_what(tmp_path):
    """Half of the boards save 0.1 s, half of them save 0.4 s."""
    took = {"zero": always(9.0), "conflicts": always(0.1), "manhattan": always(0.5)}
    took["manhattan"] = lambda board: 0.2 if board % 2 else 0.5
    prepared = {"zero": NOTHING, "conflicts": always(2.0), "manhattan": NOTHING}
    (found,), text = payoffs(tmp_path, took, prepared)
    assert (found.low, found.saved, found.high) == pytest.approx((0.1, 0.25, 0.4))
    assert (found.pays_from(found.high), found.pays_from(found.low)) == (5, 20)
    assert "pays from 8 boards on" in text
    assert "by the quartiles of what it saves: 5 to 20" in text


def test_preparation_that_saves_nothing_never_pays(tmp_path):
    took = {"zero": always(0.1), "conflicts": always(0.5), "manhattan": always(0.5)}
    prepared = {"zero": NOTHING, "conflicts": always(1.0), "manhattan": NOTHING}
    (found,), text = payoffs(tmp_path, took, prepared)
    assert found.rival.heuristic == "zero"
    assert found.pays_from(found.saved) is None
    assert "conflicts takes 1 s more than zero, and never pays: it saves no time on" in text


def test_a_short_preparation_is_shown_as_it_was_measured(tmp_path):
    """No floor of the logarithms is taken for a mean."""
    took = {"zero": always(0.1), "conflicts": always(0.05), "manhattan": always(0.5)}
    prepared = {"zero": NOTHING, "conflicts": always(0.00025), "manhattan": always(0.02)}
    found, text = payoffs(tmp_path, took, prepared)
    assert [one.configuration.heuristic for one in found] == ["manhattan"]
    assert "never pays" in text
    table = mean_table(load(tmp_path / "made-up.sqlite"))
    place = [column.title for column in table.columns].index("prepared in")
    means = {row[0]: row[place] for row in table.rows}
    assert means == pytest.approx(
        {"astar, zero": None, "astar, conflicts": 0.00025, "astar, manhattan": 0.02}
    )
