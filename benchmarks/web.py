"""The speed of the page: steps per second, many tabs at once, Stop, frames, clicks."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import psutil

from aima_search import solve
from aima_search.apps.play.conversation import PageRequestDispatcher
from aima_search.apps.play.sessions import MOST
from aima_search.model.puzzle import PUZZLES
from benchmarks.measure import cpu_seconds
from benchmarks.runner import Rows, heading, print_line, state_claim
from puzzles.paths import Paths

LEAST_STEPS = 1_000
MOST_OF_SEARCH = 1.5  # times the CPU time of the search without a page
MOST_MILLISECONDS = 200.0
MOST_STOP_SECONDS = 1.0
MOST_CLICK = 30.0  # milliseconds of CPU time
LARGE = (("hitori", "30x30-medium"), ("sudoku", "16x16-1"))
PROCESSORS = 2
CHROMIUM = ("chromium", "chromium-browser", "chromium-headless-shell")
MOST_FRAME = 100.0
MOST_PAINTING = 16.0
MOST_WAIT = 100.0  # milliseconds of wall-clock time
_PATIENCE = 120_000  # milliseconds
_FLAGS = [f"--{one}" for one in ("no-sandbox", "disable-gpu", "disable-dev-shm-usage")]
_FLAGS += ["--disable-background-networking"]
_CATEGORIES = [f"disabled-by-default-devtools.timeline{one}" for one in ("", ".frame")]
_COUNT_CLICKS = """() => {
  window.told = [];
  const moves = () => document.querySelector(".play .numbers").innerText.match(/\\d+/)?.[0];
  let before = moves(), at = 0;
  addEventListener("pointerdown", () => { at = performance.now(); }, true);
  const look = () => {
    if (moves() !== before) window.told.push(performance.now() - at);
    before = moves();
    requestAnimationFrame(look);
  };
  look();
}"""
_PLACE = """([row, column]) => {
  const svg = document.querySelector(".first .picture svg"), box = svg.getBoundingClientRect();
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  return [box.x + (column + 0.75) / width * box.width, box.y + (row + 0.75) / height * box.height];
}"""
SEARCH = {"puzzle": "movix", "algorithm": "uniform-cost"}
HANGS = "def h(node):\n    while node.depth: pass\n    return 0\n"
_END = 2**50  # a step that no search reaches


class Reader:
    """A tab of the page without a browser: it sends the same requests over HTTP.

    session: the session of another tab, to send a request on a second connection, as for Stop.
    """

    def __init__(self, address: str, session: str = "") -> None:
        parts = urlsplit(address)
        assert parts.port is not None
        self._connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=60)
        self._headers = {
            "origin": f"http://{parts.netloc}",
            "content-type": "application/json",
            "authorization": f"Bearer {parse_qs(parts.fragment)['token'][0]}",
        }
        self.session: str = session or self.post("/open")["answer"]["session"]
        self._headers["x-session"] = self.session
        self.epoch = 0

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Send a POST request to a path, and return the server's answer."""
        self._connection.request("POST", path, json.dumps(body), self._headers)
        told: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return told

    def ask(self, ask: str, **arguments: Any) -> dict[str, Any]:
        """Send a request to the session, and return its answer."""
        answer: dict[str, Any] = self.post("/ask", version=1, id=0, ask=ask, **arguments)["answer"]
        return answer

    def open(self, **search: Any) -> None:
        """Open a search, which replaces the previous search."""
        self.epoch += 1
        self.ask("open", epoch=self.epoch, searches=[search])

    def go(self, **request: Any) -> dict[str, Any]:
        """Move the search; return its position and the parts that the request wants to show."""
        told: dict[str, Any] = self.ask("go", epoch=self.epoch, **request)["searches"][0]
        return told


@contextmanager
def served() -> Iterator[tuple[str, int]]:
    """Serve the page in a new process; yield the page's address and the process id."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    if allowed:
        os.sched_setaffinity(0, sorted(allowed)[:PROCESSORS])
    command = [sys.executable, "-m", "aima_search", "play", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1], process.pid
        finally:
            process.send_signal(signal.SIGINT)
            if allowed:  # later measurements may use all processors again
                os.sched_setaffinity(0, allowed)


def measure_server(seconds: float = 5.0, sessions: int = MOST) -> None:
    """Measure the server in wall-clock time on at most two processors: steps, tabs, Stop."""
    with served() as (address, process):
        _measure_end(address, process)
        board = Paths.generate(1, size="320", kind="walls", walls=0).format()
        grid = {"puzzle": "paths", "algorithm": "uniform-cost", "board": board, "view": "watch"}
        measure_page(f"{address}&{urlencode(grid)}", "a grid of 320 x 320 cells", process)
        _measure_readers(address, seconds, sessions)
        _measure_stop(address)


def _measure_end(address: str, process: int) -> None:
    """Do a long search on the page, by a conversation without the page, and by ``solve``.

    The page uses the Python engine, so ``solve`` is measured with the Python engine, too.
    """
    long = {**SEARCH, "algorithm": "breadth-first", "board": "5-long"}
    seconds = measure_page(f"{address}&{urlencode({**long, 'view': 'watch'})}", "MovIX", process)
    *_, talked = search_here(long)
    board = PUZZLES.get(long["puzzle"]).level(long["board"])
    alone, _ = cpu_seconds(lambda: solve(board, long["algorithm"], engine="objects"))
    print_line(f"CPU: {alone:.1f} s of solve alone, {talked:.1f} s of the conversation")
    if seconds is not None:
        print_line(f"{seconds:.1f} s of the server and its processes")
    claim = "CPU to the end of a search in the page / of solve"
    state_claim(claim, (talked if seconds is None else seconds) / alone, most=MOST_OF_SEARCH)


def search_here(opening: dict[str, Any]) -> tuple[dict[str, Any], float, float]:
    """Do a search by the page's requests, as JSON texts; return its end, seconds, CPU seconds."""
    conversation = PageRequestDispatcher()

    def ask(**request: Any) -> dict[str, Any]:
        text = json.dumps({"version": 1, "id": 1, "epoch": 1, **request})
        told: dict[str, Any] = json.loads(json.dumps(conversation.answer(json.loads(text))))
        answer: dict[str, Any] = told["answer"]
        return answer

    ask(ask="open", searches=[opening])
    started, before, position = perf_counter(), process_time(), {"ended": False}
    while not position["ended"]:
        position = ask(ask="go", step=_END, patience=250)["searches"][0]["position"]
    return position, perf_counter() - started, process_time() - before


def _measure_readers(address: str, seconds: float, sessions: int) -> None:
    heading(f"{sessions} readers at once, each steps on as soon as it sees the last step")
    readers = [Reader(address) for _ in range(sessions)]
    for reader in readers:
        reader.open(**SEARCH)
    end = perf_counter() + seconds
    with ThreadPoolExecutor(sessions) as threads:
        times = list(threads.map(lambda reader: _step_on(reader, end), readers))
    steps = sorted(1e3 * one for own in times for one in own)
    _print_times("steps", steps)
    claim = "median time of a single step"
    state_claim(claim, median(steps), most=MOST_MILLISECONDS, unit=" ms")
    for reader in readers:
        reader.post("/close")


def _step_on(reader: Reader, end: float) -> list[float]:
    """Make steps and request the picture until the time ``end``; return the time of each step."""
    times: list[float] = []
    while (started := perf_counter()) < end:
        reader.go(step=len(times), show={"picture": {}})
        times.append(perf_counter() - started)
    return times


def _print_times(what: str, times: Sequence[float]) -> None:
    """Print the median, the 95 % quantile and the maximum of sorted times in milliseconds."""
    rows = Rows(what, "median ms", "95 % ms", "longest ms", words=0)
    numbers = (median(times), times[int(0.95 * len(times))], times[-1])
    rows.add(f"{len(times):,}", *(f"{number:.1f}" for number in numbers))


def _measure_stop(address: str) -> None:
    heading("Stop, while a heuristic never returns")
    reader = Reader(address)
    how = {"algorithm": "astar", "heuristic": "mine.py:h", "source": HANGS}
    reader.open(**{**SEARCH, **how})
    stopping = Reader(address, reader.session)
    go = {"version": 1, "id": 0, "ask": "go", "epoch": reader.epoch, "step": 1_000}
    with ThreadPoolExecutor(1) as thread:
        hanging = thread.submit(reader.post, "/ask", **go)
        sleep(0.5)  # by now, the heuristic runs
        started = perf_counter()
        stopping.post("/end")
        told = hanging.result()
    seconds = perf_counter() - started
    assert told["error"]["kind"] == "Ended"
    state_claim("seconds from Stop to its end", seconds, most=MOST_STOP_SECONDS, unit=" s")


@contextmanager
def chromium(profile: Path | None = None) -> Iterator[Any]:
    """Open a headless browser while the block runs; if there is none, print this and yield None.

    profile: a folder in which the browser keeps the files that it has loaded.
    """
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None or find_spec("playwright") is None:
        print_line("not measured: that takes chromium and the package playwright")
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        kind = playwright.chromium
        if profile is None:
            browser: Any = kind.launch(executable_path=path, args=_FLAGS)
        else:
            browser = kind.launch_persistent_context(profile, executable_path=path, args=_FLAGS)
        yield browser
        browser.close()


def _open(browser: Any, address: str, sign: str) -> Any:
    """Open the page in a new tab, and wait until it shows the text ``sign``."""
    page = browser.new_page()
    page.set_default_timeout(_PATIENCE)
    page.goto(address)
    page.get_by_text(sign).first.wait_for()
    return page


def measure_page(address: str, what: str, server: int) -> float | None:
    """Let the page run a search to its end at full speed; return the server's CPU seconds.

    address: it names the search to open. server: the server's process id. Return None without a
    browser.
    """
    heading(f"the page in a headless Chromium: a search to its end at full speed, {what}")
    with chromium() as browser:
        if browser is None:
            return None
        page = _open(browser, address, "Press Play")
        browser.start_tracing(page=page, categories=_CATEGORIES)
        started, before = perf_counter(), spent_by(server)
        page.get_by_role("button", name="To the end").click()
        page.locator(".status .badge").wait_for()
        seconds, cpu = perf_counter() - started, spent_by(server) - before
        frames = _frames(browser)
        counted = page.locator(".counts li", has_text="expanded").inner_text().split()[0]
        steps = int(counted.replace(",", ""))
        print_line(f"{steps:,} steps in {seconds:.1f} s")
        state_claim("steps a second in the page", steps / seconds, least=LEAST_STEPS)
        _state_frames(frames, MOST_FRAME)
        return cpu


def measure_painting() -> None:
    """Measure the frames while the mouse paints on the map of 60 x 30 cells on the first page."""
    heading("painting on 60 x 30 cells while two searches flood them, in a headless Chromium")
    with served() as (address, _), chromium() as browser:
        if browser is None:
            return
        page = _open(browser, f"{address}&view=learn", "expanded, a way of cost")
        browser.start_tracing(page=page, categories=_CATEGORIES)
        page.mouse.move(*page.evaluate(_PLACE, [2, 2]))
        page.mouse.down()
        for row, column in ((2, 50), (15, 50), (15, 8), (27, 8), (27, 55)):
            page.mouse.move(*page.evaluate(_PLACE, [row, column]), steps=60)
        page.mouse.up()
        _state_frames(_frames(browser), MOST_PAINTING)


def _state_frames(frames: list[float], most: float) -> None:
    _print_times("frames", frames)
    state_claim("longest frame, CPU of the page's thread", frames[-1], most=most, unit=" ms")


def spent_by(process: int, named: str = "") -> float:
    """Return the CPU seconds of a process and its descendants with ``named`` in their names."""
    total = 0.0
    root = psutil.Process(process)
    for one in [root, *root.children(recursive=True)]:
        try:
            if named in one.name():
                times = one.cpu_times()
                total += times.user + times.system
        except psutil.Error:  # the process has just ended
            continue
    return total


def _frames(browser: Any) -> list[float]:
    """End Chromium's trace; return the CPU ms of the page's main thread in each frame, sorted."""
    events = json.loads(browser.stop_tracing())["traceEvents"]
    names = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event["name"] == "thread_name"
    }
    ours = [one for one in events if names.get((one["pid"], one["tid"])) == "CrRendererMain"]
    starts = sorted(one["ts"] for one in ours if one["name"] == "BeginMainThreadFrame")
    frames = [0.0] * (len(starts) + 1)
    for event in ours:
        if event["name"] == "RunTask" and event["ph"] == "X":
            frames[bisect_right(starts, event["ts"])] += event.get("tdur", 0) / 1e3
    return sorted(frames)


def measure_waits() -> None:
    """Measure the time from a click on a large board until the page shows the move."""
    heading("clicks on large boards in a headless Chromium: until the move is shown")
    with served() as (address, process), chromium() as browser:
        for puzzle, board in LARGE if browser else ():
            choice = urlencode({"puzzle": puzzle, "board": board, "view": "play"})
            page = _open(browser, f"{address}&{choice}", "0 moves")
            page.evaluate(_COUNT_CLICKS)
            problem = PUZZLES.get(puzzle).level(board)
            numbers = [one for row in problem.grid(problem.initial) for one in row]
            places = [at for at, one in enumerate(numbers) if puzzle == "hitori" or not one]
            before, moves = spent_by(process), 0
            for moves, at in enumerate(places[:150:10], 1):
                page.locator(".playable svg rect.cell").nth(at).click(force=True)
                if puzzle == "sudoku":
                    page.get_by_role("menuitem").first.click()
                page.locator(".play .numbers li", has_text=f"{moves} move").wait_for()
            claim = f"median wait for a move on {puzzle} {board}"
            state_claim(claim, median(page.evaluate("told")), most=MOST_WAIT, unit=" ms")
            each = 1e3 * (spent_by(process) - before) / moves
            state_claim("and CPU of the server for it, the mean", each, most=MOST_CLICK, unit=" ms")


CASES = {
    "server": measure_server,
    "painting": measure_painting,
    "waits": measure_waits,
}
