"""What recording a search costs, and how fast a session goes through a search by its protocol."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

import click

from aima_search import Limits, solve
from aima_search.runs.search import pull_to_end
from aima_search.textbook.tiles import EightPuzzle
from aima_search.trace import Conversation, Recording, Session
from benchmarks.measure import interleaved
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles import MovIX, SudokuLocal

MOST_TIMES = 2.5
LEAST_STEPS = 1_000
BLIND = ("breadth-first", "uniform-cost")
INFORMED = ("greedy", "astar", "ida-star", "recursive-best-first")


@click.command()
@click.option("--repeats", default=7, show_default=True, help="Rounds of the same runs.")
@click.option("--nodes", default=3_000, show_default=True, help="Expansions of each search.")
def command(repeats: int, nodes: int) -> None:
    """Measure searches bare and recorded, side by side, in CPU time."""
    limits = Limits(nodes=nodes)
    _measure_recording(repeats, limits)
    _measure_conversation(limits)


def _measure_recording(repeats: int, limits: Limits) -> None:
    heading("a search, bare and recorded")
    columns = ["problem", "algorithm", "nodes", "bare ms", "recorded ms", "times"]
    table = make_table(columns, numeric=columns[2:])
    worst = 0.0
    for name, problem, algorithm, options in _searches():
        search = partial(problem, algorithm, limits=limits, **options)
        bare, recorded, count = _measure(search, repeats)
        worst = max(worst, recorded / bare)
        cells = (f"{bare * 1e3:.1f}", f"{recorded * 1e3:.1f}", f"{recorded / bare:.2f}")
        table.add_row(name, algorithm, f"{count:,}", *cells)
    print_table(table)
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


def _measure(search: Callable[..., Any], repeats: int) -> tuple[float, float, int]:
    """Return the least CPU seconds, bare and recorded, and how many nodes were recorded."""
    runs = {"bare": partial(search, call=solve), "recorded": partial(search, call=_record)}
    times = interleaved(runs, repeats)
    return min(times["bare"]), min(times["recorded"]), len(search(call=_record).trace)


def _record(*arguments: Any, **how: Any) -> Recording:
    recording = Recording(*arguments, **how)
    pull_to_end(recording)
    return recording


def _measure_conversation(limits: Limits) -> None:
    heading("a session by its protocol: steps forwards, then back, JSON both ways")
    table = make_table(["way", "steps", "steps a CPU second"], numeric=["steps"])
    talk = Conversation(Session(Recording(MovIX.level(), "uniform-cost", limits=limits)))
    start, answers = process_time(), 0
    while not (answer := _ask(talk, ask="advance"))["answer"]["ended"]:
        answers += 1
    forwards = answers / (process_time() - start)
    start = process_time()
    for step in reversed(range(answers)):
        _ask(talk, ask="rewind", step=step)
    back = answers / (process_time() - start)
    for way, rate in (("forwards", forwards), ("back", back)):
        table.add_row(way, f"{answers:,}", f"{rate:,.0f}")
    print_table(table)
    assert answer["answer"]["status"]
    state_claim("steps a second, one a request", min(forwards, back), least=LEAST_STEPS)


def _ask(talk: Conversation, **request: Any) -> dict[str, Any]:
    answer = talk.answer(json.loads(json.dumps({"version": 1, **request})))
    text: dict[str, Any] = json.loads(json.dumps(answer, allow_nan=False))
    return text


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks trace")
