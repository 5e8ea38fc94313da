"""The accessibility of the site with axe-core; AIMA_SEARCH_SITE names the folder of the site."""

import os
from pathlib import Path

import pytest

from tests.aima_search.apps.play.conftest import start_chromium, to_close
from tests.aima_search.apps.play.export.conftest import PATIENCE, serving
from tests.axe import COLOR_RULES, violations

VARIABLE = "AIMA_SEARCH_SITE"
PAGES = (
    "index.html",
    "tutorials/index.html",
    "tutorials/my-first-heuristic.html",
    "tutorials/which-heuristic-is-best.html",
    "puzzles/movix.html",
    "how/choose-an-algorithm.html",
    "how/steps.html",
    "reference/cli.html",
    "reference/heuristics.html",
    "reference/api/search.html",
    "contributing/house.html",
    "search.html",
)


@pytest.fixture(scope="module")
def site():
    """The address of the built site."""
    if not os.environ.get(VARIABLE):
        pytest.skip(f"{VARIABLE} does not name a built site")
    with serving(Path(os.environ[VARIABLE])) as address:
        yield address


@pytest.mark.gate("a browser")
def test_every_page_of_the_site_is_accessible_in_light_and_in_dark(site):
    with to_close, start_chromium().new_context(color_scheme="light") as context:
        tab = context.new_page()
        errors = []
        tab.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        for page in PAGES:
            tab.emulate_media(color_scheme="light")
            tab.goto(site + page, wait_until="load")
            assert violations(tab) == [], page
            tab.emulate_media(color_scheme="dark")
            assert violations(tab, rules=COLOR_RULES) == [], page
        assert errors == []


@pytest.mark.gate("a browser")
def test_a_figure_of_the_site_shows_the_next_step(site):
    if not (Path(os.environ[VARIABLE]) / "play").exists():
        pytest.skip("the site was built without the exported page")
    with to_close, start_chromium().new_context() as context:
        tab = context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.goto(f"{site}how/choose-an-algorithm.html#watch-it")
        figure = tab.frame_locator("iframe.search")
        figure.get_by_role("button", name="Step forward", exact=True).click()
        figure.locator(".timeline output", has_text="step 6 of").wait_for()
