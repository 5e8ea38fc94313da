"""An average is said once: added in one place, it is in the tables of all who compare."""

import json
from statistics import median

import pytest

from aima_search import compare
from aima_search.apps.lab.tables import mean_table
from aima_search.runs.comparison_views import summary_table
from aima_search.runs.statistics import AVERAGES
from tests.aima_search.apps.lab.made_up import made_up, solved
from tests.specimens import Chain

TITLES = ["mean expanded", "mean seconds", "middle expanded", "middle seconds"]


@pytest.fixture
def middle(monkeypatch):
    """Add an average, the way one is added for good."""
    monkeypatch.setitem(AVERAGES, "middle", lambda values: median(values) if values else None)


def shown(table):
    """Return the columns of a table by their titles."""
    titles = [column.title for column in table.columns]
    return dict(zip(titles, zip(*table.rows, strict=True), strict=True))


@pytest.mark.usefixtures("middle")
def test_it_is_in_the_table_of_a_comparison_and_on_the_command_line(run):
    done = compare({"two": Chain(2), "three": Chain(3), "ten": Chain(10)}, ["astar"], "zero")
    columns = shown(summary_table(done))
    assert [title for title in columns if title in TITLES] == TITLES
    assert columns["middle expanded"] == (median(row.expanded for row in done.rows),)
    arguments = ("compare", "movix", "2-tiny", "4-jump", "-a", "astar", "-h", "zero")
    assert "middle" in run(*arguments).out


@pytest.mark.usefixtures("middle")
def test_it_is_in_the_report_of_a_laboratory(tmp_path, run):
    results = made_up(tmp_path, lambda board, _: solved(10 * board), count=1)
    columns = shown(mean_table(results))
    assert set(columns["middle expanded"]) == {25}
    assert "middle seconds" in columns
    told = run("lab", "report", tmp_path / "made-up.sqlite", "--json")
    means = json.loads(told.out)["means"]
    assert {row["middle expanded"] for row in means} == {25}


def test_nobody_else_knows_it():
    done = compare({"two": Chain(2), "three": Chain(3)}, ["astar"], "zero")
    assert not [title for title in shown(summary_table(done)) if title.startswith("middle")]
