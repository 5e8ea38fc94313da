"""MovIX: its heuristics by the clock, on small and long boards, solvable or not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import click

from aima_search.base.limits import parse_size
from benchmarks.measure import geometric_mean
from benchmarks.movix_beside import beside_assignment_as_it_was
from benchmarks.movix_clock import by_the_clock
from benchmarks.movix_search import Effort, Run, search
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles.movix import MovIX

BETTER, WEAKER = "assignment", "partial-alignment"
LEAST_OPTIMUM = 5
LEAST_RATIO_EXPANDED = 10
LEAST_RATIO_SECONDS = 3
MOST_SECONDS = 60
_WORTH_REPEATING = 2  # CPU seconds below which a run is repeated, the least time counting


@dataclass(frozen=True)
class KnownBoard:
    """A board; ``optimum`` is "?" if it is not known, None if there is no solution."""

    name: str
    problem: MovIX
    optimum: int | str | None = "?"


class Pair(NamedTuple):
    """Both searches on one board."""

    board: KnownBoard
    better: Run
    weaker: Run

    @property
    def both_solve(self) -> bool:
        """Whether both found a solution."""
        return None not in (self.better.cost, self.weaker.cost)


@click.command()
@click.option("--data", type=click.Path(exists=True, path_type=Path), help="*.jsonl, or its folder")
@click.option("--seconds", default=60.0, show_default=True, help="CPU limit of the weaker search.")
@click.option("--nodes", default=500_000, show_default=True, help="Nodes of the weaker search.")
@click.option("--memory", default="1GiB", show_default=True, help="Memory limit, the weaker's too.")
@click.option("--seed", default=1, show_default=True, help="Seed of the boards without --data.")
@click.option(
    "--boards", default=10, show_default=True, help="Number of boards besides the levels."
)
def command(
    data: Path | None, seconds: float, nodes: int, memory: str, seed: int, boards: int
) -> None:
    """Compare A* with the heuristics of MovIX; their construction is part of their time."""
    heading(f"MovIX: A* with {BETTER} against A* with {WEAKER}")
    chosen = _bundled(seed, boards) if data is None else _from_file(data)
    effort = Effort(seconds, nodes, parse_size(memory))
    pairs = [_compare(board, effort) for board in chosen]
    _print_boards(pairs)
    _state_claims(pairs)
    if data is None:
        by_the_clock()
        beside_assignment_as_it_was()


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks movix")


def _compare(board: KnownBoard, effort: Effort) -> Pair:
    """Run both on one board, in turn; repeat runs that take no time."""
    patient = Effort(2 * MOST_SECONDS, float("inf"), float("inf"))
    pairs = []
    for _ in range(3):
        better = search(board.problem, BETTER, patient)
        pairs.append((better, search(board.problem, WEAKER, effort)))
        if max(run.seconds for run in pairs[-1]) > _WORTH_REPEATING:
            break
    runs = (min(rounds, key=lambda run: run.seconds) for rounds in zip(*pairs, strict=True))
    pair = Pair(board, *runs)
    _check(pair)
    return pair


def _check(pair: Pair) -> None:
    """Stop the benchmark at a wrong answer: its time would mean nothing."""
    answers = {run.cost for run in (pair.better, pair.weaker) if run.is_finished}
    if pair.board.optimum != "?":
        answers.add(pair.board.optimum)  # type: ignore[arg-type]
    if len(answers) > 1:
        raise AssertionError(f"board {pair.board.name}: answers differ: {answers}")


def _from_file(data: Path) -> list[KnownBoard]:
    """Return the boards of a file of JSON lines, or of movix_boards.jsonl in a folder."""
    path = data / "movix_boards.jsonl" if data.is_dir() else data
    lines = path.read_text(encoding="utf-8").splitlines()
    records: Iterable[dict[str, Any]] = map(json.loads, lines)
    return [
        KnownBoard(record["id"], MovIX(record["board"], line=record["line"]), record["optimum"])
        for record in records
    ]


def _bundled(seed: int, boards: int) -> list[KnownBoard]:
    """Return the bundled levels, and seeded random boards that can be solved."""
    levels = [KnownBoard(name, MovIX.parse(text)) for name, text in MovIX.levels().items()]
    options: dict[str, Any] = {"line": 6, "pieces": "S2L2V2H2", "walls": 3, "solvable": True}
    drawn = [
        KnownBoard(f"seed {number}", MovIX.generate(number, size=6 + number % 2, **options))
        for number in range(seed, seed + boards)
    ]
    return levels + drawn


def _print_boards(pairs: list[Pair]) -> None:
    numbers = ["optimum", f"{BETTER} expanded", "CPU s", f"{WEAKER} expanded", "CPU s ", "ratio"]
    columns = ["board", "size", *numbers, "of CPU s", "note"]
    table = make_table(columns, numeric=columns[2:-1])
    for board, better, weaker in pairs:
        optimum = board.optimum if board.optimum != "?" else better.cost
        both = better.is_finished and weaker.is_finished
        ratios = [_ratio(weaker.expanded, better.expanded), _ratio(weaker.seconds, better.seconds)]
        table.add_row(
            board.name,
            f"{board.problem.rows} x {board.problem.columns}, {board.problem.line}",
            "none" if optimum is None else str(optimum),
            *(text for run in (better, weaker) for text in (f"{run.expanded:,}", _time(run))),
            *(ratios if both else ["", ""]),
            "" if both else f"{WEAKER if better.is_finished else BETTER} did not finish",
        )
    print_table(table)


def _ratio(weaker: float, better: float) -> str:
    return f"{weaker / better:.1f}" if better else ""


def _time(run: Run) -> str:
    return f"{run.seconds:.3f}" if run.is_finished else f"> {run.seconds:.1f}"


def _state_claims(pairs: list[Pair]) -> None:
    counted = [p for p in pairs if p.both_solve and (p.better.cost or 0) >= LEAST_OPTIMUM]
    where = f"geometric mean over {len(counted)} boards that both solve, optimum {LEAST_OPTIMUM}+"
    for what, least, number in (
        ("expansions", LEAST_RATIO_EXPANDED, lambda run: run.expanded),
        ("CPU time", LEAST_RATIO_SECONDS, lambda run: run.seconds),
    ):
        mean = _mean_ratio(counted, number)
        claim = f"{what} of {WEAKER} over {BETTER}, {where}"
        state_claim(claim, mean, least=least, unit=" times")
    finished = [pair.better.is_finished for pair in pairs]
    slowest = max((pair.better.seconds for pair in pairs), default=None)
    claim = f"CPU time of {BETTER} on the slowest of {len(pairs)} boards ({sum(finished)} finished)"
    state_claim(claim, slowest, most=MOST_SECONDS, unit=" s")


def _mean_ratio(pairs: list[Pair], number: Callable[[Run], float]) -> float | None:
    return geometric_mean([number(pair.weaker) / number(pair.better) for pair in pairs])
