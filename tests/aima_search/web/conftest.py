"""A real browser, headless, that reaches nothing but this machine, and the page in it."""

import pytest

from tests.aima_search.display.browser import CHROMIUM
from tests.aima_search.web.pages import Visit

FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking"
    " --host-resolver-rules=MAP\tfoe.example\t127.0.0.1,MAP\t*\t~NOTFOUND,EXCLUDE\t127.0.0.1"
)


@pytest.fixture(scope="module")
def chromium():
    """A Chromium, driven by playwright; foe.example is a name that somebody gave this machine.

    For one module, as playwright's event loop is in the way of others in the same process.
    """
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian: chromium)")
    flags = [flag.replace("\t", " ") for flag in FLAGS.split(" ")]
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server():
    """The server of ``aima-search play``."""
    for name in ("uvicorn", "starlette"):
        pytest.importorskip(name, reason=f"{name} is not installed (extra 'web')")
    from tests.aima_search.web.server.serving import running

    with running(most=8) as server:
        yield server


@pytest.fixture
def visit(chromium, server):
    """Return a function that opens the page: ``visit(puzzle="movix", view="watch")``.

    After the test: no script has failed, and nobody but the server was asked.
    """
    visits = []

    def open_page(**choice):
        visits.append(Visit(chromium, server, choice))
        return visits[-1].tab

    yield open_page
    for one in visits:
        one.close()
