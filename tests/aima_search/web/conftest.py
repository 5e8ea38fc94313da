"""A real browser, headless, that reaches nothing but this machine."""

import pytest

from tests.aima_search.display.browser import CHROMIUM

FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-background-networking"
    " --host-resolver-rules=MAP\tfoe.example\t127.0.0.1,MAP\t*\t~NOTFOUND,EXCLUDE\t127.0.0.1"
)


@pytest.fixture(scope="module")
def chromium():
    """A Chromium, driven by playwright; foe.example is a name that somebody gave this machine."""
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (Debian: chromium)")
    flags = [flag.replace("\t", " ") for flag in FLAGS.split(" ")]
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield browser
        browser.close()
