"""Hitori: published boards, peers, growth, preparation, and the table of formulations.

Times are CPU time of this process, from the numbers of a board on. The table of formulations
alone, with options of its own, is ``python -m benchmarks hitori_table``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import mean
from typing import TypeAlias

import click

import heuristics
from aima_search import astar_search
from aima_search.model.problem import Node
from benchmarks import hitori_boards as boards
from benchmarks import hitori_peers as peers
from benchmarks import hitori_table
from benchmarks.hitori_boards import Group
from benchmarks.hitori_preparation import measure_preparation
from benchmarks.measure import cpu_seconds, growth_exponent, interleaved
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles import Hitori
from puzzles.hitori.rules import Rows

MOST_SECONDS_TOGETHER = 0.3
MOST_SECONDS_A_BOARD = 2
MOST_EXPONENT = 2
SECTIONS = ("published", "peers", "growth", "heuristics", "preparation", "table")

Solver: TypeAlias = Callable[[Rows], "int | None"]
"""From the numbers of a board to the shaded cells of its solution."""

Seconds: TypeAlias = dict[str, list[float]]
"""The CPU seconds of every board, by solver."""


@click.command()
@click.option("--data", type=click.Path(exists=True, path_type=Path), help="Published boards.")
@click.option("--section", type=click.Choice(SECTIONS), help="Only this one.")
@click.option("--sides", default="9,10,12,15,20,25,30,50", show_default=True, help="For the peers.")
@click.option("--boards", "count", default=4, show_default=True, help="Boards a side, difficulty.")
@click.option("--repeats", default=3, show_default=True, help="Runs a board; the least counts.")
@click.option("--growth-sides", default="10,20,30,40,50", show_default=True)
@click.option("--table-sides", default="4,6,9,12", show_default=True)
@click.option("--preparation-sides", default="5,6", show_default=True)
@click.option("--preparation-boards", default=20, show_default=True)
def command(
    data: Path | None,
    section: str | None,
    sides: str,
    count: int,
    repeats: int,
    growth_sides: str,
    table_sides: str,
    preparation_sides: str,
    preparation_boards: int,
) -> None:
    """Measure Hitori; --data is a folder with hitori_9x9_100.txt and hitori_boards.jsonl."""
    chosen = SECTIONS if section is None else (section,)
    if "published" in chosen and data is not None:
        solve_published(data)
    if "peers" in chosen:
        measure_against_peers(groups(data, _numbers(sides), count), repeats)
    if "growth" in chosen:
        measure_growth(_numbers(growth_sides), count, repeats)
    if "heuristics" in chosen:
        measure_heuristics()
    if "preparation" in chosen:
        measure_preparation(_numbers(preparation_sides), preparation_boards)
    if "table" in chosen:
        hitori_table.main(["--sides", table_sides, "--boards", str(count)])


def main(arguments: list[str]) -> None:
    """Run the benchmark with the arguments of its command line."""
    command.main(arguments, prog_name="python -m benchmarks hitori", standalone_mode=False)


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def solve_published(folder: Path) -> None:
    """Solve the published boards by A* and compare with their proved answers."""
    heading("Published boards by astar_search")
    hundred = (folder / "hitori_9x9_100.txt").read_text(encoding="utf-8").splitlines()
    together = sum(seconds for seconds, _ in map(_timed_cost, hundred))
    claim = f"CPU seconds for {len(hundred)} boards of 9 x 9 together"
    state_claim(claim, together, most=MOST_SECONDS_TOGETHER)
    entries = boards.entries(folder)
    timed = [_timed_cost(entry["grid"]) for entry in entries]
    answers = zip(timed, entries, strict=True)
    wrong = [entry["id"] for (_, cost), entry in answers if cost != entry.get("min_black")]
    state_claim(f"wrong answers to the {len(entries)} boards of the corpus", len(wrong), most=0)
    worst = max(seconds for seconds, _ in timed)
    state_claim("CPU seconds for any board of the corpus", worst, most=MOST_SECONDS_A_BOARD)


def _timed_cost(board: str | list[list[int]]) -> tuple[float, float | None]:
    """The CPU seconds of A* from a board's text or numbers on, and the cost it finds."""
    seconds, node = cpu_seconds(lambda: astar_search(Hitori(board)))
    return seconds, None if node is None else node.path_cost


def groups(folder: Path | None, sides: Sequence[int], count: int) -> list[Group]:
    """Return the boards for the peers, those of a side together, hard ones last."""
    found = boards.generated(sides, count) + boards.kept(sides, count)
    if folder is not None:
        found += boards.corpus(folder, sides, count)
    return sorted(found, key=lambda group: (group.side, group.is_hard))


def measure_against_peers(found: Sequence[Group], repeats: int) -> None:
    """Print the mean CPU time a board of every solver, by group and by side, and the claims."""
    heading("A* and the proof of uniqueness against PySat and CP-SAT, CPU ms a board, mean")
    solvers = _solvers()
    for solver in solvers.values():
        solver(boards.board(5, "easy", 0))  # imports are not counted
    by_group = make_table(_columns(solvers), numeric=_columns(solvers)[1:])
    sides: dict[tuple[int, str], Seconds] = {}
    for group in found:
        seconds = _timed(solvers, group.boards, repeats)
        by_group.add_row(*_row(f"{group.side} {group.difficulty}", seconds))
        for kind in ("all", "hard") if group.is_hard else ("all",):
            total = sides.setdefault((group.side, kind), {name: [] for name in solvers})
            for name in solvers:
                total[name] += seconds[name]
    print_table(by_group)
    judge(sides)


def judge(sides: Mapping[tuple[int, str], Seconds]) -> None:
    """Print the means over all boards of a side, and over hard boards, and the claims."""
    columns = _columns(next(iter(sides.values())))
    by_side = make_table(columns, numeric=columns[1:])
    for (side, kind), seconds in sides.items():
        by_side.add_row(*_row(f"{side} {kind}", seconds))
    print_table(by_side)
    for (side, kind), seconds in sides.items():
        for ours, peer, most in (
            ("ours", "CP-SAT", share_of_cpsat(side)),
            ("ours unique", "PySat unique", share_of_pysat(side)),
        ):
            ratio = _ratio(seconds, ours, peer)
            if ratio is not None and most is not None:
                state_claim(f"{side} x {side}, {kind}: {ours} / {peer}", ratio, most=most)


def share_of_cpsat(side: int) -> float | None:
    """Return the largest part of CP-SAT's time promised at a side, None without a promise."""
    return 0.2 if side <= 30 else 0.5 if side == 50 else None


def share_of_pysat(side: int) -> float | None:
    """Return the largest multiple of PySat's time promised at a side, None without a promise."""
    return 1.0 if side <= 15 else {25: 1.5, 50: 2.5}.get(side)


def _columns(solvers: Iterable[str]) -> list[str]:
    return ["boards", "number", *solvers, "ours / CP-SAT", "unique: ours / PySat"]


def _row(name: str, seconds: Seconds) -> list[str]:
    ratios = (_ratio(seconds, "ours", "CP-SAT"), _ratio(seconds, "ours unique", "PySat unique"))
    return [
        name,
        str(len(seconds["ours"])),
        *(f"{mean(times) * 1000:.2f}" for times in seconds.values()),
        *("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios),
    ]


def _ratio(seconds: Seconds, solver: str, peer: str) -> float | None:
    """The mean time of a solver by that of a peer; None if the peer is not installed."""
    return mean(seconds[solver]) / mean(seconds[peer]) if peer in seconds else None


def _timed(solvers: Mapping[str, Solver], found: Sequence[Rows], repeats: int) -> Seconds:
    """The least seconds of every solver on each board; an answer against the rules is an error."""
    seconds: Seconds = {name: [] for name in solvers}
    for numbers in found:
        problem = Hitori(numbers)
        for name, solver in solvers.items():
            shaded = solver(numbers)
            if shaded is None or not problem.board.is_solution(shaded):
                raise AssertionError(f"{name}: wrong answer for {problem.format()}")
        runs = {name: partial(solver, numbers) for name, solver in solvers.items()}
        for name, times in interleaved(runs, repeats).items():
            seconds[name].append(min(times))
    return seconds


def _solvers() -> dict[str, Solver]:
    """Our two solvers, and the solvers of the installed peers."""
    solvers: dict[str, Solver] = {"ours": solve_by_astar, "ours unique": solve_with_proof}
    if find_spec("pysat") is None:
        click.echo("PySat is not installed and left out: pip install python-sat")
    else:
        solvers["PySat"] = lambda numbers: peers.solve_with_pysat(Hitori(numbers).board)
        solvers["PySat unique"] = lambda numbers: peers.solve_with_pysat(
            Hitori(numbers).board, prove_unique=True
        )
    if find_spec("ortools") is None:
        click.echo("OR-tools is not installed and left out: pip install ortools")
    else:
        solvers["CP-SAT"] = lambda numbers: peers.solve_with_cpsat(Hitori(numbers).board)
    return solvers


def solve_by_astar(numbers: Rows) -> int | None:
    """Return the shaded cells of a least solution by A*, None if there is none."""
    node = astar_search(Hitori(numbers))
    return None if node is None else node.state.shaded


def solve_with_proof(numbers: Rows) -> int | None:
    """Return the shaded cells of the only solution, None if there are none or several."""
    found = list(Hitori(numbers).solutions(limit=2))
    return found[0].shaded if len(found) == 1 else None


def measure_growth(sides: Sequence[int], count: int, repeats: int) -> None:
    """Print the CPU time of A* by side, and its exponent in the number of cells."""
    heading("Growth of A* with the board, easy boards")
    table = make_table(["side", "CPU ms"], numeric=["side", "CPU ms"])
    times = []
    for side in sides:
        easy = [boards.board(side, "easy", seed) for seed in range(count)]
        times.append(mean(_timed({"ours": solve_by_astar}, easy, repeats)["ours"]))
        table.add_row(str(side), f"{times[-1] * 1000:.2f}")
    print_table(table)
    exponent = growth_exponent([side * side for side in sides], times)
    state_claim("exponent of time in the number of cells", exponent, most=MOST_EXPONENT)


def measure_heuristics() -> None:
    """Print microseconds a state of each heuristic, over the states of a naive search."""
    heading("Heuristics, microseconds a state, naive formulation, 9 x 9")
    problem = Hitori(boards.board(9, "medium", 0), formulation="naive")
    nodes = [Node(problem.initial)]
    for node in nodes:
        if len(nodes) > 1000:
            break
        nodes += node.expand(problem)
    table = make_table(["heuristic", "microseconds"], numeric=["microseconds"])
    for name in hitori_table.HEURISTICS:
        h = heuristics.get(name, problem)
        seconds, _ = cpu_seconds(partial(list, map(h, nodes)))
        table.add_row(name, f"{seconds / len(nodes) * 1e6:.1f}")
    print_table(table)
