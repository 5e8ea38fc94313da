"""Tests of the page's views, done again on the exported page: it is the same on every way."""

from types import SimpleNamespace
from urllib.parse import urlencode, urlsplit

import pytest

from aima_search import solve
from puzzles import MovIX
from tests.aima_search.apps.play.export.conftest import serving
from tests.aima_search.apps.play.pages import Delay, Visit, click, counts, to_the_end, wait_for
from tests.aima_search.apps.play.test_page_acts import choose_three_searches
from tests.aima_search.apps.play.test_page_drafts import write_a_heuristic
from tests.aima_search.apps.play.test_page_first_visit import (
    LATE,
    RANDOM,
    Keys,
    Mouse,
    quarter_of_an_hour,
)
from tests.aima_search.apps.play.test_page_first_visit import PHONE as ON_A_PHONE
from tests.aima_search.apps.play.test_page_first_visit import SCREEN as ON_A_SCREEN
from tests.aima_search.apps.play.test_page_flooding import (  # noqa: F401  # to be done here too
    test_every_step_shows_the_cells_that_the_search_has_expanded,
)
from tests.aima_search.apps.play.test_page_watching import (  # noqa: F401
    test_markup_is_text_wherever_it_comes_from,
    test_stop_ends_a_heuristic_that_hangs_and_another_search_goes_on,
    test_the_address_restores_the_step_on_reload_and_back_the_view,
)


class Return(Visit):
    """A visit in the tab of the visits before, begun anew: the browser has kept Python."""

    def __init__(self, known, server, choice, delay):
        self.wrong, self.server, self.tab = known.wrong, server, known.tab
        self.wrong.clear()
        self.tab.evaluate("localStorage.clear()")
        self.tab.goto("about:blank")  # an address that differs by its choice alone loads nothing
        self.tab.goto(server.address("token", **choice))
        self.tab.evaluate((delay or Delay()).script())

    def close(self):
        assert not self.wrong, self.wrong


@pytest.fixture(scope="module")
def site(exported):
    """What the tests of the page know of a server, for files."""
    with serving(exported.folder) as address:
        yield SimpleNamespace(
            port=urlsplit(address).port,
            address=lambda _, **choice: f"{address}#{urlencode(choice)}",
        )


@pytest.fixture(scope="module")
def known(chromium, site):
    """A tab in which Python runs."""
    with chromium.new_context() as context:
        visit = Visit(context, site, {"view": "choose"}, Delay())
        wait_for(visit.tab, ".choose .picture svg")
        yield visit


@pytest.fixture
def visit(known, site):
    """Return a function that opens the exported page: ``visit(puzzle="movix", view="watch")``."""
    visits = []

    def open_page(delay=None, **choice):
        visits.append(Return(known, site, choice, delay))
        return visits[-1].tab

    yield open_page
    for one in visits:
        one.close()


@pytest.mark.parametrize(
    ("kind", "delay", "size"),
    [
        pytest.param(Mouse, None, ON_A_PHONE, id="plain"),
        pytest.param(Keys, RANDOM, ON_A_SCREEN, id="random", marks=pytest.mark.waits),
    ],
)
def test_a_new_reader_uses_every_view(visit, kind, delay, size):
    quarter_of_an_hour(visit(delay, view="learn"), kind, size)


def test_a_new_reader_writes_a_heuristic_and_finds_its_counterexample_on_a_phone(visit):
    write_a_heuristic(visit, ON_A_PHONE)


@pytest.mark.waits
def test_three_searches_are_chosen_while_every_answer_is_late(visit):
    choose_three_searches(visit, LATE, 250, ON_A_PHONE)


def test_a_search_that_no_record_holds_runs_through(visit):
    result = solve(MovIX.level("1-first"), "uniform-cost")
    assert result.expanded > 10_000
    tab = visit(puzzle="movix", board="1-first", algorithm="uniform-cost", view="watch")
    wait_for(tab, ".frontier")
    to_the_end(tab)
    wait_for(tab, ".status .badge", "solved")
    assert counts(tab)["expanded"] == result.expanded


def test_a_figure_of_a_course_page_shows_a_step_and_goes_on(known, site, tmp_path):
    page = known.context.new_page()
    choice = {"puzzle": "movix", "board": "2-tiny", "heuristic": "zero"}
    page.goto(site.address("token", **choice, view="watch", step="2"))
    wait_for(page, ".timeline output", "step 3 of")
    click(page, "Download")
    page.get_by_role("button", name="Figure for a web page as Show").click()
    line = page.locator("dialog pre").inner_text()
    (tmp_path / "index.html").write_text(f"<!doctype html><h1>A course</h1>{line}", "utf-8")
    with serving(tmp_path) as course:
        page.goto(course)
        figure = page.frame_locator("iframe")
        figure.locator(".timeline output", has_text="step 3 of").wait_for()
        assert not figure.locator(".bar").is_visible()
        assert not figure.locator(".frontier").is_visible()
        figure.get_by_role("button", name="Step forward", exact=True).click()
        figure.locator(".timeline output", has_text="step 4 of").wait_for()
        whole = figure.get_by_role("link", name="Open the whole").get_attribute("href")
        assert "figure" not in whole
    page.close()
