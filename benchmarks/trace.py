"""What recording a search costs, and how fast a session goes through a search by its protocol."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

from aima_search import Limits, solve
from aima_search.runs.search import pull_to_end
from aima_search.textbook.tiles import EightPuzzle
from aima_search.trace import Conversation, Recording, Session
from benchmarks.measure import least
from benchmarks.runner import Rows, heading, state_claim
from puzzles import MovIX, SudokuLocal

MOST_TIMES = 2.5
LEAST_STEPS = 1_000
BLIND = ("breadth-first", "uniform-cost")
INFORMED = ("greedy", "astar", "ida-star", "recursive-best-first")


def measure_recording(repeats: int = 7, nodes: int = 3_000) -> None:
    """Searches bare and recorded, side by side."""
    heading("a search, bare and recorded")
    columns = ["nodes", "bare ms", "recorded ms", "times"]
    rows = Rows("problem:13", "algorithm:20", *columns, words=2)
    worst = 0.0
    for name, problem, algorithm, options in _searches():
        search = partial(problem, algorithm, limits=Limits(nodes=nodes), **options)
        runs = {"bare": partial(search, call=solve), "recorded": partial(search, call=_record)}
        bare, recorded = least(runs, repeats).values()
        worst = max(worst, recorded / bare)
        cells = (f"{bare * 1e3:.1f}", f"{recorded * 1e3:.1f}", f"{recorded / bare:.2f}")
        rows.add(name, algorithm, f"{len(search(call=_record).trace):,}", *cells)
    state_claim("CPU of a recorded search over that of a bare search", worst, most=MOST_TIMES)


_Search = tuple[str, Callable[..., Any], str, dict[str, Any]]


def _searches() -> list[_Search]:
    """Return (name, a function that calls another function on the problem, algorithm, options)."""
    tiles = EightPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1))
    boards = {"8-puzzle": tiles, "MovIX": MovIX.level()}
    found: list[_Search] = [
        (name, partial(_on, board), algorithm, {})
        for name, board in boards.items()
        for algorithm in (*BLIND, *INFORMED)
    ]
    local = partial(_on, SudokuLocal.level())
    return [*found, ("Sudoku, local", local, "annealing", {"seed": 1})]


def _on(problem: Any, algorithm: str, call: Callable[..., Any], **how: Any) -> Any:
    return call(problem, algorithm, **how)


def _record(*arguments: Any, **how: Any) -> Recording:
    recording = Recording(*arguments, **how)
    pull_to_end(recording)
    return recording


def measure_conversation(nodes: int = 3_000) -> None:
    """A session by its protocol, step by step forwards and back."""
    heading("a session by its protocol: steps forwards, then back, JSON both ways")
    rows = Rows("way:8", "steps", "steps a CPU second")
    recording = Recording(MovIX.level(), "uniform-cost", limits=Limits(nodes=nodes))
    talk = Conversation(Session(recording))
    start, answers = process_time(), 0
    while not (answer := _ask(talk, ask="advance"))["answer"]["ended"]:
        answers += 1
    forwards = answers / (process_time() - start)
    start = process_time()
    for step in reversed(range(answers)):
        _ask(talk, ask="rewind", step=step)
    back = answers / (process_time() - start)
    for way, rate in (("forwards", forwards), ("back", back)):
        rows.add(way, f"{answers:,}", f"{rate:,.0f}")
    assert answer["answer"]["status"]
    state_claim("steps a second, one a request", min(forwards, back), least=LEAST_STEPS)


def _ask(talk: Conversation, **request: Any) -> dict[str, Any]:
    answer = talk.answer(json.loads(json.dumps({"version": 1, **request})))
    text: dict[str, Any] = json.loads(json.dumps(answer, allow_nan=False))
    return text


CASES = {"recording": measure_recording, "conversation": measure_conversation}
