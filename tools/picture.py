"""Draws the README's picture of the page: ``python tools/picture.py`` (extra ``gate``, Chromium).

It serves the page, opens the map of Romania, lets A* run for some steps, and writes
``examples/page.png`` with few colours, so that the file is small.
"""

from __future__ import annotations

import shutil
import threading
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from aima_search.apps.play.server import LocalServer
from aima_search.apps.play.sessions import SessionLimits

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "examples" / "page.png"
SIZE = {"width": 1200, "height": 720}
COLOURS = 200
STEP = 4


def draw(tab: Page, server: LocalServer) -> bytes:
    """Return a picture of A* on the map of Romania, as PNG."""
    tab.goto(server.address("token", puzzle="routes", board="1-romania", view="watch"))
    for step in range(STEP + 1):
        tab.get_by_role("button", name="Step forward", exact=True).click()
        tab.wait_for_url(f"**&step={step}")
    tab.locator(".truth b").wait_for()
    tab.mouse.move(0, 0)
    return tab.screenshot()


def main() -> None:
    """Serve the page, write its picture, and print the size of the file."""
    server = LocalServer(0, SessionLimits())
    thread = threading.Thread(target=server.run)
    thread.start()
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    try:
        with sync_playwright() as playwright:
            flags = ["--no-sandbox", "--disable-gpu"]
            chromium = playwright.chromium.launch(executable_path=browser, args=flags)
            tab = chromium.new_context(viewport=SIZE).new_page()
            picture = Image.open(BytesIO(draw(tab, server))).convert("RGB")
            chromium.close()
    finally:
        server.stop()
        thread.join()
    picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        FILE, optimize=True
    )
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
