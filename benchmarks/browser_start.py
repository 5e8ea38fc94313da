"""What starting the exported page costs: processor time of all of the browser, visit by visit."""

from __future__ import annotations

from os import getpid
from pathlib import Path
from time import sleep
from typing import Any

import click

from benchmarks.report import heading, state_claim
from benchmarks.web_browser import spent_by

MOST_FIRST, MOST_NEXT = 6.0, 2.0  # seconds of CPU
_KEPT = """
async () => {
  await navigator.serviceWorker.ready;
  for (;;) {
    for (const name of await caches.keys()) {
      if (await (await caches.open(name)).match("./snapshot")) return;
    }
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}
"""


def measure_starts(playwright: Any, chromium: str, address: str, profile: Path) -> None:
    """Visit the page three times with one browser, whose CPU is counted until a board is seen."""
    heading("Starting, in CPU of the whole browser, until the board is there")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    context = playwright.chromium.launch_persistent_context(
        str(profile), executable_path=chromium, args=flags
    )
    seconds = [_visit(context, address) for _ in range(3)]
    context.close()
    click.echo(f"visits: {', '.join(f'{one:.2f} s' for one in seconds)}")
    state_claim("CPU of the first start", seconds[0], most=MOST_FIRST, unit=" s")
    state_claim("CPU of the next start", max(seconds[1:]), most=MOST_NEXT, unit=" s")


def _visit(context: Any, address: str) -> float:
    before, page = spent_by(getpid(), "chrom"), context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{address}#puzzle=movix&view=choose")
    page.locator(".choose .picture svg").first.wait_for()
    spent = spent_by(getpid(), "chrom") - before
    page.evaluate(_KEPT)  # the visit goes on, and the page keeps itself
    page.close()
    sleep(0.5)
    return spent
