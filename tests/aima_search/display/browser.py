"""A headless browser, which returns the elements of a page after its scripts have run."""

import shutil
import subprocess

import pytest

# the fastest browser comes first: it draws no windows
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _NAMES)), None)
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic"
    " --no-first-run --disable-sync --disable-background-networking"
    " --disable-component-update --virtual-time-budget=2000"
)


def needs_browser(test):
    """Mark a test that opens a browser."""
    missing = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
    return pytest.mark.gate("a browser")(missing(test))


def shown(page, folder, width=1000):
    """Show a page in a frame; return the HTML of the frame's page and the page's message to it.

    It needs a frame, because no browser window is as narrow as a phone.
    """
    (folder / "page.html").write_text(page, "utf-8")
    frame = folder / "frame.html"
    frame.write_text(
        f"<iframe src=page.html width={width} height=800></iframe><p></p><script>"
        "onmessage = e => document.querySelector('p').textContent = e.data</script>"
    )
    command = [CHROMIUM, *_FLAGS.split(), f"--user-data-dir={folder / 'profile'}", "--dump-dom"]
    return subprocess.run(
        [*command, frame.as_uri()], capture_output=True, text=True, check=True, timeout=100
    ).stdout
