"""The exported page: its size, loading time, and speed compared with CPython."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import click

from aima_search.apps.play.export import export
from benchmarks.runner import Rows, heading, state_claim
from benchmarks.web import chromium, search_here, spent_by

MOST_MEGABYTES = 8.0
MOST_TIMES = 4.0
MOST_FIRST, MOST_NEXT = 6.0, 2.0  # seconds of CPU time of the browser
SEARCHES: dict[str, dict[str, Any]] = {
    "MovIX, astar combined": {"puzzle": "movix", "heuristic": "combined"},
    "MovIX, ida-star, 5,000 nodes": {
        "puzzle": "movix",
        "algorithm": "ida-star",
        "heuristic": "combined",
        "limits": {"nodes": 5_000},
    },
    "Sudoku, depth-first": {
        "puzzle": "sudoku",
        "board": "09x09-4-search",
        "algorithm": "depth-first",
        "settings": {"branching": "first-empty-cell", "propagation": "none"},
        "limits": {"nodes": 10_000},
    },
    "local Sudoku, annealing": {
        "puzzle": "sudoku-local",
        "board": "06x06-1-wide",
        "algorithm": "annealing",
        "options": {"seed": 1},
        "limits": {"nodes": 20_000},
    },
}
_START = """
async () => {
  const { makeAsk } = await import("./ask.js");
  const started = performance.now();
  await new Promise((ready, fail) => {
    window.ask = makeAsk(state => {
      if (state.ready) ready();
      if (state.failed) fail(new Error(state.failed));
    });
  });
  return (performance.now() - started) / 1000;
}
"""
_SEARCH = """
async opening => {
  const epoch = window.epochs = (window.epochs ?? 0) + 2;
  await ask({ ask: "open", epoch: epoch - 1, searches: [] }); // or the search before would go on
  await ask({ ask: "open", epoch, searches: [opening] });
  const started = performance.now();
  for (;;) {
    const { searches } = await ask({ ask: "go", epoch, step: 2 ** 50, patience: 250 });
    const { position } = searches[0];
    if (position.ended) return [position, (performance.now() - started) / 1000];
  }
}
"""
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


def measure_page(repeats: int = 3, pyodide: Path | None = None) -> None:
    """Export and load the page, and search in Chromium and in CPython; pyodide: the npm package."""
    with TemporaryDirectory() as folder:
        _tell_size(Path(folder), str(pyodide) if pyodide else None)
        with _served(folder) as address:
            with chromium() as browser:
                if browser is None:
                    return
                page = browser.new_page()
                empty = {"body": "", "content_type": "text/javascript"}
                # this script would start a second worker
                page.route("**/start.js", lambda route: route.fulfill(**empty))
                page.goto(address)
                heading("Loading")
                click.echo(f"Python answers after {page.evaluate(_START):.1f} s at the first visit")
                click.echo(f"and after {page.evaluate(_START):.1f} s when it is started anew")
                _compare(page, repeats)
            _measure_starts(address, Path(folder) / "profile")


def _tell_size(folder: Path, pyodide: str | None) -> None:
    heading("Size")
    told = export(folder / "page", pyodide)
    files = (path for path in told.folder.rglob("*") if path.is_file())
    compressed = sum(len(zlib.compress(path.read_bytes(), 9)) for path in files)
    click.echo(f"{told.files} files, {told.bytes:,} bytes; compressed {compressed:,}")
    state_claim("size compressed", compressed / 1e6, most=MOST_MEGABYTES, unit=" MB")


@contextmanager
def _served(folder: str) -> Iterator[str]:
    """Serve the page with the command that the export recommends; yield the page's address."""
    command = [sys.executable, "-u", "-m", "http.server", "--bind", "127.0.0.1", "-d"]
    with subprocess.Popen(
        [*command, f"{folder}/page", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield re.findall(r"http://[^/]+/", process.stdout.readline())[0]
        finally:
            process.terminate()


def _compare(page: Any, repeats: int) -> None:
    """Do every search in CPython and in the browser, in turn; the fastest run of each counts."""
    heading("The same requests, recorded searches, in CPython and in the browser")
    rows = Rows("search:28", "expanded", "CPython s", "browser s", "times")
    worst = 0.0
    for name, opening in SEARCHES.items():
        here, there = [], []
        for _ in range(repeats):
            position, seconds, _ = search_here(opening)
            here.append(seconds)
            other, seconds = page.evaluate(_SEARCH, opening)
            there.append(seconds)
            assert other["status"] == position["status"]
            assert other["expanded"] == position["expanded"]
        times = min(there) / min(here)
        worst = max(worst, times)
        cells = (f"{min(here):.2f}", f"{min(there):.2f}", f"{times:.1f}")
        rows.add(name, f"{position['expanded']:,}", *cells)
    state_claim("times as long as CPython, at most", worst, most=MOST_TIMES)


def _measure_starts(address: str, profile: Path) -> None:
    """Open the page three times in one browser; measure its CPU time until a board is shown."""
    heading("Starting, in CPU of the whole browser, until the board is there")
    with chromium(profile) as context:
        seconds = [_visit(context, address) for _ in range(3)]
    click.echo(f"visits: {', '.join(f'{one:.2f} s' for one in seconds)}")
    state_claim("CPU of the first start", seconds[0], most=MOST_FIRST, unit=" s")
    state_claim("CPU of the next start", max(seconds[1:]), most=MOST_NEXT, unit=" s")


def _visit(context: Any, address: str) -> float:
    before, page = spent_by(os.getpid(), "chrom"), context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{address}#puzzle=movix&view=choose")
    page.locator(".choose .picture svg").first.wait_for()
    spent = spent_by(os.getpid(), "chrom") - before
    page.evaluate(_KEPT)  # wait until the browser has stored the page
    page.close()
    sleep(0.5)
    return spent


CASES = {"page": measure_page}
