"""The HTML page: self-contained, escaped, sortable, and right in a real browser."""

import re

import pytest

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.tables import report_tables
from aima_search.apps.lab.verdict import verdict
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved
from tests.aima_search.display.browser import needs_browser, shown
from tests.aima_search.display.outline import Outline

pytest.importorskip("jinja2", reason="jinja2 is not installed (extra 'report')")

NASTY = "<script>alert(1)</script> & co"


def result(board, run):
    if run.heuristic == "manhattan" and board == 1:
        return RunOutcome("heuristic-raised", NASTY)
    return solved(board * {"zero": 100, "conflicts": 3, "manhattan": 20, None: 7}[run.heuristic])


def page_of(results):
    from aima_search.apps.lab.plots import default_plots, html_page

    found = Analysis(results, measure_of("expanded"))
    return html_page(found, verdict(found), report_tables(found), default_plots(found))


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    results = made_up(
        tmp_path_factory.mktemp("page"), result, text=GRID.replace("made up", "a < b")
    )
    return page_of(results)


@pytest.fixture(scope="module")
def outline(page):
    return Outline(page)


def test_it_is_well_formed_and_every_id_is_unique(outline):
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))


def test_it_needs_nothing_from_elsewhere(page, outline):
    assert all(target.startswith("#") for target in outline.targets)
    assert {target[1:] for target in outline.targets} <= set(outline.ids)
    assert "@import" not in page
    assert not re.search(r"url\((?!#)", page)


def test_it_has_verdict_tables_plots_boards_grid_and_versions(page, outline):
    text = " ".join(outline.texts)
    for words in (
        "A* with conflicts needed",
        "geometric means over",
        "expanded by size",
        "Pairs of heuristics",
        "Boards solved within a time",
        'puzzle = "movix"',
        "aima-search",
    ):
        assert words in text
    assert page.count("<svg") == 7 + 8  # the plots: 1 cactus, 2 axes, 4 scatters; boards


def test_what_others_wrote_is_text(page, outline):
    assert NASTY not in page
    assert NASTY in " ".join(outline.texts)
    assert "<title>a &lt; b</title>" in page


@pytest.mark.gate("plots")
def test_the_same_results_give_the_same_page(tmp_path, page):
    again = made_up(tmp_path, result, text=GRID.replace("made up", "a < b"))
    assert page_of(again) == page


@needs_browser
@pytest.mark.parametrize("width", [1280, 390])
def test_in_a_browser_tables_sort_and_nothing_sticks_out(page, tmp_path, width):
    check = """
    <script>
    const table = [...document.querySelectorAll("table")].find(
      table => table.tHead.textContent.includes("f < cost"));
    const button = [...table.tHead.querySelectorAll("button")].find(
      button => button.textContent.trim() === "expanded");
    const place = [...button.closest("tr").children].indexOf(button.parentElement);
    const column = () => [...table.tBodies[0].rows].map(row => +row.cells[place].dataset.key);
    const sorted = (values, sign) => values.every((v, i) => !i || sign * (v - values[i - 1]) >= 0);
    button.click(); const up = sorted(column(), 1);
    button.click(); const down = sorted(column(), -1);
    const wide = document.documentElement.scrollWidth <= innerWidth;
    const plots = [...document.querySelectorAll("svg")].every(
      svg => svg.getBoundingClientRect().width > 50);
    const names = [...document.querySelectorAll("td:first-child")].every(
      cell => cell.getBoundingClientRect().width > 80);
    parent.postMessage(JSON.stringify({up, down, wide, plots, names, rows: column().length}), "*");
    </script>"""
    dump = shown(page.replace("</body>", check + "</body>"), tmp_path, width)
    expected = '{"up":true,"down":true,"wide":true,"plots":true,"names":true,"rows":4}'
    assert expected in dump, dump[-500:]


def test_pictures_are_from_all_over_the_grid(tmp_path):
    """Every value of every axis is there, though the boards come in step with the axes."""
    from collections import Counter

    from aima_search.apps.lab.plots import _spread

    grid = GRID.replace("walls = [0, 1]", "walls = [0, 1, 2]").replace("[4, 5]", "[4, 5, 6, 7]")
    results = made_up(tmp_path, lambda number, run: solved(5), count=3, text=grid)
    chosen = _spread(results, 12)
    assert len(set(chosen)) == 12
    for axis, values in results.axes.items():
        counts = Counter(results.axes_of(one)[axis] for one in chosen)
        assert counts == dict.fromkeys(values, 12 // len(values))
