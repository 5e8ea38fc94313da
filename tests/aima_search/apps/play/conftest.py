"""A headless browser that can connect only to this machine, and the page in this browser."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.aima_search.apps.play.pages import Visit
from tests.aima_search.apps.play.server.serving import running
from tests.aima_search.display.browser import CHROMIUM

FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking"
    " --host-resolver-rules=MAP\tfoe.example\t127.0.0.1,MAP\t*\t~NOTFOUND,EXCLUDE\t127.0.0.1"
)


browsers = {}
"""The open browser that the tests of this folder share; each test has its own context."""
to_close = ExitStack()


@pytest.fixture(scope="module")
def chromium():
    """Return a Chromium controlled by playwright; foe.example is another name of this machine."""
    if "chromium" not in browsers:
        browsers["chromium"] = start_chromium()
    return browsers["chromium"]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem):
    """Close the browser after this folder's tests; playwright's loop disturbs other tests."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        browsers.clear()
        to_close.close()


def start_chromium():
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian: chromium)")
    flags = [flag.replace("\t", " ") for flag in FLAGS.split(" ")]
    playwright = to_close.enter_context(sync.sync_playwright())
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    to_close.callback(browser.close)
    return browser


@pytest.fixture(scope="module")
def server():
    """Yield the server of ``aima-search play``."""
    with running(most=8) as server:
        yield server


@pytest.fixture
def visit(chromium, server):
    """Return a function that opens the page: ``visit(puzzle="movix", view="watch")``.

    After the test, check that no script has failed and that all requests went to the server.
    """
    visits = []

    def open_page(delay=None, **choice):
        visits.append(Visit(chromium.new_context(), server, choice, delay))
        return visits[-1].tab

    yield open_page
    for one in visits:
        one.close()
