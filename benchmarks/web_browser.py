"""The page in a real browser: steps a second, and how long it leaves its reader waiting."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import psutil

from benchmarks.runner import Rows, heading, print_line, state_claim

CHROMIUM = ("chromium", "chromium-browser", "chromium-headless-shell")
LEAST_STEPS = 1_000
MOST_MILLISECONDS = 100.0
_PATIENCE = 120_000  # milliseconds
_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
_CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline"]
_COUNT_FRAMES = """() => {
  window.told = [];
  let before = null;
  const frame = now => {
    if (before !== null) window.told.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""


def find_chromium() -> str | None:
    """Return the browser that is installed, None without one."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def measure_page(address: str, what: str, server: int) -> float | None:
    """Let the page run a search to its end as fast as it goes; return the server's seconds of CPU.

    address: with the search to open. server: the id of its process. None without a browser.
    """
    heading(f"the page in a headless Chromium: a search to its end at full speed, {what}")
    chromium = find_chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        print_line("not measured: that takes chromium and the package playwright")
        return None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_FLAGS)
        seconds = _measure(browser, address, server)
        browser.close()
    return seconds


def _measure(browser: Any, address: str, server: int) -> float:
    page = browser.new_page()
    page.set_default_timeout(_PATIENCE)
    page.goto(address)
    page.get_by_text("Press Play").wait_for()
    browser.start_tracing(page=page, categories=_CATEGORIES)
    page.evaluate(_COUNT_FRAMES)
    started, before = perf_counter(), spent_by(server)
    page.get_by_role("button", name="To the end").click()
    page.locator(".status .badge").wait_for()
    seconds, cpu = perf_counter() - started, spent_by(server) - before
    frames = sorted(page.evaluate("window.told"))
    tasks = sorted(_tasks(json.loads(browser.stop_tracing())["traceEvents"]))
    counted = page.locator(".counts li", has_text="expanded").inner_text().split()[0]
    steps = int(counted.replace(",", ""))
    columns = ["steps", "seconds", "frames", "95 % ms", "longest ms", "longest task, CPU ms"]
    late = f"{frames[int(0.95 * len(frames))]:.0f}"
    rest = (f"{len(frames):,}", late, f"{frames[-1]:.0f}", f"{tasks[-1]:.0f}")
    Rows(*columns, words=0).add(f"{steps:,}", f"{seconds:.1f}", *rest)
    state_claim("steps a second in the page", steps / seconds, least=LEAST_STEPS)
    state_claim("longest frame", frames[-1], most=MOST_MILLISECONDS, unit=" ms")
    return cpu


def spent_by(process: int, named: str = "") -> float:
    """Return the CPU seconds of a process and all below; of those alone whose name has a word."""
    total = 0.0
    root = psutil.Process(process)
    for one in [root, *root.children(recursive=True)]:
        try:
            if named in one.name():
                times = one.cpu_times()
                total += times.user + times.system
        except psutil.Error:  # it has just ended
            continue
    return total


def _tasks(events: list[dict[str, Any]]) -> Iterator[float]:
    """Yield the milliseconds of CPU of each task that the page's own thread did without a pause."""
    names = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event["name"] == "thread_name"
    }
    for event in events:
        is_task = event["name"] == "RunTask" and event["ph"] == "X"
        if is_task and names.get((event["pid"], event["tid"])) == "CrRendererMain":
            yield event.get("tdur", 0) / 1e3
