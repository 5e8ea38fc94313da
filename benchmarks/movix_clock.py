"""Sections of the MovIX benchmark about supported-assignment: it must win by the clock too."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from aima_search.apps.lab.grid import read_grid
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import heuristic_names, make_heuristic
from aima_search.runs.compare import compare
from aima_search.runs.record import Record
from benchmarks.measure import geometric_mean, interleaved
from benchmarks.movix_search import Effort, Run, search
from benchmarks.report import heading, make_table, print_table, state_claim
from puzzles.movix import MovIX

BEST, BEFORE, ORDER = "supported-assignment", "assignment", MovIX.default_tie_break
GRID = Path(__file__).parent.parent / "examples" / "movix.toml"
FEW_NODES, FEW_SECONDS = 5_000, 10
NOT_OF_MOVIX = ("zero", "perfect")


def by_the_clock() -> None:
    """Print the sections, side by side with the heuristic and the order of before."""
    _long_boards()
    _larger_boards()
    _grid()
    _building()


def _long_boards() -> None:
    """10 x 10, a line of 10, 16 pieces: the best heuristic against the best of before."""
    heading(f"MovIX, 10 x 10 with a line of 10: A* with {BEST} and with {BEFORE}")
    table = make_table(
        ["seed", "cost", "expanded", "refined", "CPU s", f"{BEFORE} CPU s"],
        numeric=["cost", "expanded", "refined", "CPU s", f"{BEFORE} CPU s"],
    )
    runs = []
    for seed in range(1, 11):
        problem = _board(seed, size=10, line=10, pieces="S4L4V4H4", walls=0)
        run = search(problem, BEST, _seconds(60), ORDER)
        before = search(problem, BEFORE, _seconds(5), ORDER)
        _check_agreement(run, before)
        runs.append(run)
        table.add_row(str(seed), *_columns(run), _time(before))
    print_table(table)
    _state_solved(runs, least=9, within=60)
    state_claim("median CPU time", _median(runs), most=3, unit=" s")


def _larger_boards() -> None:
    heading(
        f"MovIX, 8 x 8 to 11 x 11, a line of 6, 8 pieces, 3 walls: A* with {BEST} and with {BEFORE}"
    )
    names = ["expanded", "refined", "CPU s", f"{BEFORE} CPU s"]
    table = make_table(["size, seed", "cost", *names], numeric=["cost", *names])
    runs = []
    for size in (8, 9, 10, 11):
        for seed in (1, 2, 3):
            problem = _board(seed, size=size, line=6, pieces="S2L2V2H2", walls=3)
            run = search(problem, BEST, _seconds(20), ORDER)
            before = search(problem, BEFORE, _seconds(5), ORDER)
            _check_agreement(run, before)
            runs.append(run)
            table.add_row(f"{size} x {size}, {seed}", *_columns(run), _time(before))
    print_table(table)
    state_claim("median CPU time", _median(runs), most=0.2, unit=" s")


def _grid() -> None:
    """All heuristics and blind search on the boards of the example experiment."""
    grid = read_grid(GRID)
    boards = {instance.name: MovIX(instance.id) for instance in grid.instances}
    names = [name for name in heuristic_names("movix") if name not in NOT_OF_MOVIX]
    limits = Limits(nodes=FEW_NODES, seconds=FEW_SECONDS)
    heading(f"MovIX, the {len(boards)} boards of {GRID.name}, {FEW_NODES:,} expansions at most")
    done = compare(boards, ["astar", "breadth-first"], names, limits)
    rows = {how.label(): records for how, records in done.by_configuration().items()}
    common = set(done.solved_by_all())
    means = {label: _means(records, common) for label, records in rows.items()}
    table = make_table(["search", "expanded", "ms"], numeric=["expanded", "ms"])
    for label, (expanded, seconds) in sorted(means.items(), key=lambda item: item[1]):
        table.add_row(label, f"{expanded:.1f}", f"{1000 * seconds:.2f}")
    print_table(table)
    best = f"astar, {BEST}"
    others = [mean for label, mean in means.items() if label.startswith("astar")]
    claim = f"expansions of {BEST} over the least of all heuristics, {len(common)} common boards"
    state_claim(claim, means[best][0] / min(others)[0], most=1, unit=" times")
    least = min(seconds for _, seconds in others)
    claim = f"seconds of {BEST} over those of the fastest heuristic"
    state_claim(claim, means[best][1] / least, most=1.5, unit=" times")
    _against_blind(rows[best], rows["breadth-first"])


def _against_blind(best: list[Record], blind: list[Record]) -> None:
    """State the ratio of the means for each size; a board counts if both have answered."""
    for size in (6, 7):
        pairs = [
            (blind_row, row)
            for row, blind_row in zip(best, blind, strict=True)
            if row.board.startswith(f"{size}x")
            and row.status == blind_row.status
            and row.status in ("solved", "no-solution")
        ]
        ratios = [one.seconds / other.seconds for one, other in pairs]
        claim = f"seconds of breadth-first over those of {BEST} at {size} x {size}"
        state_claim(f"{claim}, geometric mean", geometric_mean(ratios), least=1, unit=" times")
        total = sum(one.seconds for one, _ in pairs) / sum(other.seconds for _, other in pairs)
        state_claim(f"{claim}, in total", total, least=1, unit=" times")


def _means(records: list[Record], common: set[str]) -> tuple[float, float]:
    chosen = [record for record in records if record.board in common]
    expanded = geometric_mean([max(record.expanded or 0, 1) for record in chosen])
    seconds = geometric_mean([record.seconds or 0 for record in chosen])
    return expanded or 0, seconds or 0


def _building() -> None:
    heading("MovIX, building a heuristic at 6 x 6")
    text = _board(1, size=6, line=4, pieces="S1L2V2H2", walls=4).format()
    names = [name for name in heuristic_names("movix") if name not in NOT_OF_MOVIX]

    def build(name: str) -> Callable[[], object]:
        problem = MovIX(text)
        return lambda: make_heuristic(name, problem)

    times: Mapping[str, list[float]] = interleaved({name: build(name) for name in names}, 5)
    slowest = max(names, key=lambda name: min(times[name]))
    claim = f"CPU time of building the slowest of {len(names)}, {slowest}"
    state_claim(claim, 1000 * min(times[slowest]), most=1, unit=" ms")


def _board(seed: int, **options: Any) -> MovIX:
    return MovIX.generate(random.Random(seed), **options)


def _seconds(seconds: float) -> Effort:
    return Effort(seconds, float("inf"), float("inf"))


def _check_agreement(*runs: Run) -> None:
    if len({run.cost for run in runs if run.is_finished}) > 1:
        raise AssertionError(f"answers differ: {runs}")


def _state_solved(runs: list[Run], *, least: int, within: float) -> None:
    solved = sum(run.is_finished for run in runs)
    state_claim(
        f"of {len(runs)} boards solved within {within:g} s of CPU each", solved, least=least
    )


def _median(runs: list[Run]) -> float:
    return median(run.seconds for run in runs)


def _columns(run: Run) -> tuple[str, str, str, str]:
    cost = "none" if run.is_finished and run.cost is None else str(run.cost or "")
    return cost, f"{run.expanded:,}", f"{run.refined:,}", _time(run)


def _time(run: Run) -> str:
    return f"{run.seconds:.3f}" if run.is_finished else f"> {run.seconds:.0f}"
