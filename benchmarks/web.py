"""How fast the page of ``aima-search play`` is: steps a second, 20 readers at once, Stop."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from time import perf_counter, process_time
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import click

from aima_search.apps.play.conversation import PageConversation
from benchmarks.report import heading, make_table, print_line, print_table, state_claim
from benchmarks.web_browser import measure_page
from puzzles.paths import Paths

LEAST_STEPS = 1_000
MOST_OF_SESSION = 1.5  # times what the session takes without a page
MOST_MILLISECONDS = 200.0
MOST_STOP_SECONDS = 1.0
MOST_CLICK = 30.0  # milliseconds of CPU
LARGE = (("hitori", "30x30-medium"), ("sudoku", "16x16-1"))
PROCESSORS = 2
SEARCH = {"puzzle": "movix", "algorithm": "uniform-cost"}
HANGS = "def h(node):\n    while node.depth: pass\n    return 0\n"
_FRAME = 0.03  # seconds that the page lets an answer take, by the number of steps in the request


class Reader:
    """One tab of the page, without a browser: the same requests over the same HTTP."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.port is not None
        self._connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=60)
        self._headers = {
            "origin": f"http://{parts.netloc}",
            "content-type": "application/json",
            "authorization": f"Bearer {parse_qs(parts.fragment)['token'][0]}",
        }
        self._headers["x-session"] = self.post("/open")["answer"]["session"]

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Return the answer of the server."""
        self._connection.request("POST", path, json.dumps(body), self._headers)
        told: dict[str, Any] = json.loads(self._connection.getresponse().read())
        return told

    def ask(self, ask: str, **arguments: Any) -> dict[str, Any]:
        """Return the answer of the conversation."""
        answer: dict[str, Any] = self.post("/ask", version=1, id=0, ask=ask, **arguments)["answer"]
        return answer

    def twin(self, address: str) -> Reader:
        """Return the same tab on another connection, as a browser opens one for Stop."""
        other = Reader(address)
        other.post("/close")
        other._headers["x-session"] = self._headers["x-session"]
        return other


@contextmanager
def served() -> Iterator[str]:
    """Serve the page in a process of its own; yield its address."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:PROCESSORS])
    command = [sys.executable, "-m", "aima_search", "play", "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.send_signal(signal.SIGINT)


@click.command()
@click.option("--seconds", default=5.0, show_default=True, help="How long each part takes.")
@click.option("--sessions", default=20, show_default=True, help="Readers at once.")
def command(seconds: float, sessions: int) -> None:
    """Measure the server in wall-clock time, on at most two processors."""
    with served() as address:
        _measure_steps(address, seconds)
        _measure_end(address)
        board = Paths.generate(1, size="320", kind="walls", walls=0).format()
        grid = {"puzzle": "paths", "algorithm": "uniform-cost", "board": board, "view": "watch"}
        measure_page(f"{address}&{urlencode(grid)}", "a grid of 320 x 320 cells")
        _measure_readers(address, seconds, sessions)
        _measure_stop(address)
    _measure_clicks()


def _measure_steps(address: str, seconds: float) -> None:
    heading("one reader at full speed, MovIX: steps, and now and then what else the page shows")
    reader = Reader(address)
    steps, requests, passed = 0, 0, 0.0
    while passed < seconds:
        position, asked, took = _watch(reader, seconds - passed)
        steps, requests, passed = steps + position, requests + asked, passed + took
    table = make_table(["steps", "requests", "seconds"], numeric=["steps", "requests", "seconds"])
    table.add_row(f"{steps:,}", f"{requests:,}", f"{passed:.1f}")
    print_table(table)
    state_claim("recorded steps a second over HTTP", steps / passed, least=LEAST_STEPS)


def _measure_end(address: str) -> None:
    """Go to the end of a long search in the page, and with the session alone."""
    long = {**SEARCH, "algorithm": "breadth-first", "board": "5-long"}
    seconds = measure_page(f"{address}&{urlencode({**long, 'view': 'watch'})}", "MovIX")
    conversation = PageConversation()
    conversation.answer({"version": 1, "ask": "open", **long})
    started, ended = perf_counter(), False
    while not ended:
        told = conversation.answer({"version": 1, "ask": "advance", "count": 20_000})
        ended = told["answer"]["ended"]
    alone = perf_counter() - started
    print_line(f"the session alone takes {alone:.1f} s")
    if seconds is not None:
        state_claim("page / session alone", seconds / alone, most=MOST_OF_SESSION)


def _watch(reader: Reader, seconds: float) -> tuple[int, int, float]:
    """Watch one search as the page does; return its steps, the requests and the time."""
    reader.ask("open", **SEARCH)
    started, count, requests = perf_counter(), 20, 0
    position: dict[str, Any] = {"ended": False}
    while not position["ended"] and perf_counter() - started < seconds:
        asked = perf_counter()
        position = reader.ask("advance", count=count)
        took = perf_counter() - asked
        count = max(1, round(count * min(max(_FRAME / took, 0.5), 2)))
        requests += 1
        if requests % 8 == 0:
            reader.ask("picture", node=position["node"]["id"])
        if requests % 16 == 0:
            reader.ask("frontier", page=0, order="f")
            reader.ask("tree")
            reader.ask("curves", points=300)
    return position["expanded"], requests, perf_counter() - started


def _measure_readers(address: str, seconds: float, sessions: int) -> None:
    heading(f"{sessions} readers at once, each steps on as soon as it sees the last step")
    readers = [Reader(address) for _ in range(sessions)]
    for reader in readers:
        reader.ask("open", **SEARCH)
    times: list[list[float]] = [[] for _ in readers]
    end = perf_counter() + seconds
    threads = [
        threading.Thread(target=_step_on, args=(reader, own, end))
        for reader, own in zip(readers, times, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    steps = sorted(1e3 * one for own in times for one in own)
    columns = ["steps", "fewest of a reader", "median ms", "95 % ms", "longest ms"]
    table = make_table(columns, numeric=columns)
    late = steps[int(0.95 * len(steps))]
    cells = (f"{median(steps):.1f}", f"{late:.1f}", f"{steps[-1]:.1f}")
    table.add_row(f"{len(steps):,}", f"{min(map(len, times)):,}", *cells)
    print_table(table)
    claim = "median time of a single step"
    state_claim(claim, median(steps), most=MOST_MILLISECONDS, unit=" ms")
    for reader in readers:
        reader.post("/close")


def _step_on(reader: Reader, times: list[float], end: float) -> None:
    """Step on, and look at the board, until the time is over; note how long a step takes."""
    while perf_counter() < end:
        started = perf_counter()
        position = reader.ask("advance", count=1)
        times.append(perf_counter() - started)
        reader.ask("picture", node=position["node"]["id"])


def _measure_stop(address: str) -> None:
    heading("Stop, while a heuristic never returns")
    reader = Reader(address)
    how = {"algorithm": "astar", "heuristic": "mine.py:h", "source": HANGS}
    reader.ask("open", **{**SEARCH, **how})
    stopping = reader.twin(address)
    fault: list[str] = []

    def advance() -> None:
        told = reader.post("/ask", version=1, id=0, ask="advance", count=1_000)
        fault.append(told["error"]["kind"])

    hanging = threading.Thread(target=advance)
    hanging.start()
    hanging.join(0.5)  # by now it hangs
    started = perf_counter()
    stopping.post("/end")
    hanging.join()
    seconds = perf_counter() - started
    assert fault == ["Ended"]
    state_claim("seconds from Stop to its end", seconds, most=MOST_STOP_SECONDS, unit=" s")
    started = perf_counter()
    reader.ask("open", **SEARCH)
    print_line(f"a search is open again {perf_counter() - started:.2f} s later")


def _measure_clicks() -> None:
    heading("clicks on large boards that are played: CPU of one, the answer as JSON included")
    for puzzle, board in LARGE:
        begin = {"version": 1, "ask": "play", "puzzle": puzzle, "board": board}
        for what, request in (("an action", _middle_action), ("a written cell", _next_cell)):
            conversation, times = PageConversation(), []
            view = conversation.answer(begin)["answer"]
            layout = view["layout"]
            for _ in range(15):
                started = process_time()
                answer = conversation.answer({"version": 1, **request(view, layout)})
                json.dumps(answer)
                times.append(1e3 * (process_time() - started))
                view = answer["answer"]
            claim = f"median CPU of {what} on {puzzle} {board}"
            state_claim(claim, median(times), most=MOST_CLICK, unit=" ms")


def _middle_action(view: dict[str, Any], _: dict[str, Any]) -> dict[str, Any]:
    return {"ask": "do", "action": len(view["actions"]) // 2}


def _next_cell(view: dict[str, Any], layout: dict[str, Any]) -> dict[str, Any]:
    """Return the request to write into another cell after each move, right or wrong."""
    cells, kinds = layout["cells"], layout["kinds"]
    row, column, _, kind = cells[7 * view["moves"] % len(cells)]
    return {"ask": "write", "cells": [[row, column]], "text": kinds[kind][0]}


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks web")
