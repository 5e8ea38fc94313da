"""Measure Hitori: the published boards, the peers side by side, growth, and the formulations.

Times are CPU time of this process, construction of the problem included. Run as
``python -m benchmarks hitori [--data FOLDER]``; FOLDER holds ``hitori_9x9_100.txt`` and
``hitori_boards.jsonl``.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any, TypeAlias

import heuristics
from aima_search import Limits, astar_search, solve
from aima_search.problem import Node
from benchmarks import hitori_peers as peers
from puzzles import Hitori
from puzzles.hitori.generator import MAX_SIDE, random_board

BASIC = ("neighbours", "equals")
FORMULATIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("naive", {"formulation": "naive"}),
    ("naive, patterns", {"formulation": "naive", "preprocess": True}),
    ("cascade", {"formulation": "cascade"}),
    ("cascade, patterns", {"formulation": "cascade", "preprocess": True}),
    ("branch on a clashing cell", {"rules": BASIC}),
    ("  + patterns", {"rules": BASIC, "preprocess": True}),
    ("  + closure", {"rules": (*BASIC, "closure")}),
    ("  + cycle rule", {"rules": (*BASIC, "closure", "cycles")}),
    ("  + probing", {"rules": (*BASIC, "closure", "cycles", "probing")}),
    ("  all rules (default)", {}),
)
"""The rows of the table: what is changed, and the parameters that change it."""

_HEURISTICS = (
    "zero",
    "repeated-lines",
    "half-repeated-lines",
    "repeated-cells",
    "line-excess",
    "edge-cover",
    "edge-cover-adjacent",
)


def main(arguments: list[str]) -> None:
    """Print the tables; ``--help`` lists the options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks hitori", description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with the published boards")
    parser.add_argument(
        "--sizes", default="9,10,12,15,20,25,30,50", help="sides of generated boards"
    )
    parser.add_argument("--boards", type=int, default=4, help="boards a size and difficulty")
    parser.add_argument("--nodes", type=int, default=500, help="expansions a search may take")
    parser.add_argument("--table-sizes", default="4,5,6,9,12", help="sizes in the last table")
    parser.add_argument("--growth-sizes", default="10,20,30,40,50", help="sides to fit growth to")
    options = parser.parse_args(arguments)
    if options.data is not None:
        published(options.data)
    sizes = [int(size) for size in options.sizes.split(",")]
    groups = generated(sizes, options.boards)
    if options.data is not None:
        groups |= corpus(options.data)
    by_size(side_by_side(groups))
    growth([int(size) for size in options.growth_sizes.split(",")], options.boards)
    time_of_heuristics()
    for size in options.table_sizes.split(","):
        formulations(int(size), options.boards, options.nodes)


def published(folder: Path) -> None:
    """Solve the published boards and compare with their proved answers."""
    lines = (folder / "hitori_9x9_100.txt").read_text().splitlines()
    seconds = [_seconds(lambda line=line: _solved(line)) for line in lines]
    worst = max(seconds) * 1000
    say(f"100 boards of 9 x 9: {sum(seconds):.3f} s together, {worst:.1f} ms the worst")
    judge("the 100 boards of 9 x 9, seconds", sum(seconds), 0.3)
    times, wrong = [], []
    for line in (folder / "hitori_boards.jsonl").read_text().splitlines():
        entry = json.loads(line)
        start = process_time()
        node = astar_search(Hitori(entry["grid"]))
        times.append(process_time() - start)
        if (None if node is None else node.path_cost) != entry.get("min_black"):
            wrong.append(entry["id"])
    say(
        f"corpus: {len(times)} boards, {len(wrong)} wrong {wrong or ''},"
        f" {sum(times):.3f} s together, {max(times) * 1000:.1f} ms the worst"
    )
    judge("the slowest board of the corpus, seconds", max(times), 2)


def _solved(board: str) -> Node:
    problem = Hitori(board)
    node = astar_search(problem)
    if node is None or problem.violations(node.state):
        raise AssertionError(f"not solved: {board}")
    return node


Seconds: TypeAlias = dict[str, list[float]]
"""The CPU seconds of every board, by solver."""


def side_by_side(groups: dict[str, list[Hitori]]) -> dict[int, Seconds]:
    """Print mean CPU milliseconds a board for this package and the peers, and the ratios.

    Returns the seconds by side, all boards of a side together.
    """
    sides: dict[int, Seconds] = {}
    solvers = _solvers()
    say("\nCPU ms a board, mean (boards with one solution; 'unique' includes the proof)")
    say(_row("boards", [*solvers, "ours/pysat unique", "ours/cp-sat"]))
    for solver in solvers.values():
        solver(board(5, "easy", 0))  # imports are not counted
    for name, boards in groups.items():
        seconds = {solver: _timed(run, boards) for solver, run in solvers.items()}
        say(_row(f"{len(boards)} of {name}", _means(seconds)))
        side = sides.setdefault(boards[0].rows, {solver: [] for solver in solvers})
        for solver, times in seconds.items():
            side[solver] += times
    return sides


def _means(seconds: Seconds) -> list[str]:
    """The mean milliseconds of every solver, and the ratios of ours to those of the peers."""
    ratios = (_ratio(seconds, "ours unique", "pysat unique"), _ratio(seconds, "ours", "cp-sat"))
    return [
        *(f"{mean(times) * 1000:.2f}" for times in seconds.values()),
        *("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios),
    ]


def _ratio(seconds: Seconds, solver: str, peer: str) -> float | None:
    """The mean time of a solver by that of a peer; None where the peer is not installed."""
    return mean(seconds[solver]) / mean(seconds[peer]) if peer in seconds else None


def by_size(sides: dict[int, Seconds]) -> None:
    """Print the means over all boards of a side, and which promises about ratios hold."""
    solvers = next(iter(sides.values()))
    say("\nall boards of a side together")
    say(_row("side", [*solvers, "ours/pysat unique", "ours/cp-sat"]))
    for side, seconds in sorted(sides.items()):
        say(_row(f"{side} ({len(seconds['ours'])} boards)", _means(seconds)))
    for side, seconds in sorted(sides.items()):
        _judge_ratio(f"{side}: ours / CP-SAT", _ratio(seconds, "ours", "cp-sat"), cpsat_share(side))
        _judge_ratio(
            f"{side}: ours / PySat, both with the proof of uniqueness",
            _ratio(seconds, "ours unique", "pysat unique"),
            pysat_share(side),
        )


def cpsat_share(side: int) -> float | None:
    """Return the largest part of CP-SAT's time that is promised at a side, None for none."""
    return 0.2 if side <= 30 else 0.5 if side == 50 else None


def pysat_share(side: int) -> float | None:
    """Return the largest multiple of PySat's time that is promised at a side, None for none."""
    return 1.0 if side <= 15 else {25: 1.5, 50: 2.5}.get(side)


def _judge_ratio(what: str, ratio: float | None, most: float | None) -> None:
    if ratio is not None and most is not None:
        judge(what, ratio, most)


def judge(what: str, value: float, most: float) -> None:
    """Print a promise, the measured value, and whether it holds."""
    verdict = "holds" if value <= most else "does not hold"
    say(f"  {what}: {value:.2f}, at most {most:g}: {verdict}")


def generated(sizes: Iterable[int], count: int) -> dict[str, list[Hitori]]:
    """Return generated boards by size and difficulty; the harder ones of moderate size only."""
    return {
        f"{size} {difficulty}": [board(size, difficulty, seed) for seed in range(count)]
        for difficulty, largest in (("easy", MAX_SIDE), ("medium", 25), ("hard", 15))
        for size in sizes
        if size <= largest
    }


def corpus(folder: Path) -> dict[str, list[Hitori]]:
    """Return the published boards with one solution, by size and difficulty."""
    groups: dict[str, list[Hitori]] = {}
    for line in (folder / "hitori_boards.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if entry["unique"] and entry["rows"] == entry["cols"] >= 9:
            name = f"{entry['rows']} {entry['difficulty']}"
            groups.setdefault(name, []).append(Hitori(entry["grid"]))
    return groups


def _solvers() -> dict[str, Callable[[Hitori], int | None]]:
    def ours(problem: Hitori) -> int | None:
        node = astar_search(problem)
        return None if node is None else node.state.shaded

    def ours_unique(problem: Hitori) -> int | None:
        found = list(problem.solutions(limit=2))
        return found[0].shaded if len(found) == 1 else None

    solvers = {"ours": ours, "ours unique": ours_unique}
    if find_spec("pysat") is None:
        say("PySat is not installed and left out: pip install python-sat")
    else:
        solvers["pysat"] = lambda problem: peers.solve_with_pysat(problem.board)
        solvers["pysat unique"] = lambda problem: peers.solve_with_pysat(
            problem.board, prove_unique=True
        )
    if find_spec("ortools") is None:
        say("OR-tools is not installed and left out: pip install ortools")
    else:
        solvers["cp-sat"] = lambda problem: peers.solve_with_cpsat(problem.board)
    return solvers


def _timed(solver: Callable[[Hitori], int | None], boards: Sequence[Hitori]) -> list[float]:
    """The seconds for each board, from its numbers on; an answer against the rules is an error."""
    times = []
    for known in boards:
        start = process_time()
        found = solver(Hitori(known.numbers))
        times.append(process_time() - start)
        if found is None or not known.board.is_solution(found):
            raise AssertionError(f"wrong answer for {known.format()}")
    return times


@cache
def board(size: int, difficulty: str, seed: int) -> Hitori:
    """Return a generated board."""
    return random_board(seed, size=size, difficulty=difficulty)


def growth(sizes: Sequence[int], count: int) -> None:
    """Print the time by size and its exponent in the number of cells, by least squares."""
    points = []
    for size in sizes:
        boards = [board(size, "easy", seed).numbers for seed in range(count)]
        times = [_seconds(lambda rows=rows: astar_search(Hitori(rows))) for rows in boards]
        points.append((math.log(size * size), math.log(mean(times))))
    x_mean, y_mean = (mean(values) for values in zip(*points, strict=True))
    slope = sum((x - x_mean) * (y - y_mean) for x, y in points) / sum(
        (x - x_mean) ** 2 for x, _ in points
    )
    times_text = ", ".join(
        f"{size}: {math.exp(y) * 1000:.1f}" for size, (_, y) in zip(sizes, points, strict=True)
    )
    say(f"\ngrowth: time ~ cells ** {slope:.2f} (ms by side: {times_text})")
    judge("exponent in the number of cells", slope, 2)


def time_of_heuristics() -> None:
    """Print microseconds a state of each heuristic, over the states of a naive search."""
    problem = Hitori(board(9, "medium", 0).numbers, formulation="naive")
    nodes = [Node(problem.initial)]
    for node in nodes:
        if len(nodes) > 1000:
            break
        nodes += node.expand(problem)
    say("\nmicroseconds a state, naive formulation, 9 x 9")
    for name in _HEURISTICS:
        h = heuristics.get(name, problem)
        seconds = _seconds(lambda h=h: [h(node) for node in nodes])
        say(f"  {name:22}{seconds / len(nodes) * 1e6:8.1f}")


def formulations(size: int, count: int, nodes: int) -> None:
    """Print expansions (median) and CPU ms (mean) of every formulation with every heuristic."""
    boards = [board(size, ("easy", "medium")[seed % 2], seed).numbers for seed in range(count)]
    say(f"\n{size} x {size}, {count} boards, at most {nodes} expansions:")
    say("solved, median of expansions, mean ms, by heuristic")
    say(_row("", _HEURISTICS))
    for name, parameters in FORMULATIONS:
        say(_row(name, [_cell(boards, parameters, h, nodes) for h in _HEURISTICS]))


def _cell(boards: Sequence[Any], parameters: dict[str, Any], heuristic: str, nodes: int) -> str:
    expanded, times, solved = [], [], 0
    for rows in boards:
        start = process_time()
        result = solve(Hitori(rows, **parameters), heuristic=heuristic, limits=Limits(nodes=nodes))
        times.append(process_time() - start)
        expanded.append(result.expanded)
        solved += result.status == "solved"
    return f"{solved} {median(expanded):.0f} {mean(times) * 1000:.0f}"


def _row(name: str, cells: Iterable[str]) -> str:
    return f"{name:26}" + "".join(f"{cell:>21}" for cell in cells)


def _seconds(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
