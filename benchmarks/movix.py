"""MovIX: the time of its heuristics, on small and large boards, with and without solutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

from aima_search import Limits, solve
from aima_search.apps.lab.grid import read_grid
from aima_search.catalog.heuristics import heuristic_names
from aima_search.runs.compare import compare
from aima_search.runs.record import RunRecord
from aima_search.runs.result import SearchResult
from benchmarks.measure import cpu_seconds, geometric_mean
from benchmarks.runner import Rows, heading, state_claim
from puzzles.movix import MovIX

BEST, OTHER = "supported-assignment", "assignment"
GRID = Path(__file__).parent.parent / "examples" / "movix.toml"
FEW_NODES, FEW_SECONDS = 5_000, 10
NOT_OF_MOVIX = ("zero", "perfect")


def measure_long_boards() -> None:
    """Measure the best heuristic on boards of 10 x 10, with a line of 10 and 16 pieces."""
    options = {"line": 10, "pieces": "S4L4V4H4", "walls": 0}
    runs = _beside([(10, seed) for seed in range(1, 11)], options, most=60)
    solved = sum(_is_over(result) for _, result in runs)
    state_claim(f"of {len(runs)} boards solved within 60 s each", solved, least=9)
    state_claim("median CPU time", median(seconds for seconds, _ in runs), most=3, unit=" s")


def measure_larger_boards() -> None:
    """Measure the best heuristic on boards of 8 x 8 to 11 x 11, with a line of 6 and 8 pieces."""
    options = {"line": 6, "pieces": "S2L2V2H2", "walls": 3}
    runs = _beside(list(product((8, 9, 10, 11), (1, 2, 3))), options, most=20)
    state_claim("median CPU time", median(seconds for seconds, _ in runs), most=0.2, unit=" s")


def _beside(
    drawn: Sequence[tuple[int, int]], options: dict[str, Any], most: float
) -> list[tuple[float, SearchResult]]:
    """Return CPU seconds and results of BEST on random boards; also print those of OTHER.

    drawn: the sizes and seeds of the boards. The construction of the heuristic is part of the time.
    """
    heading(f"MovIX, a line of {options['line']}: A* with {BEST} and with {OTHER}")
    runs = []
    rows = Rows("side, seed:10", "cost", "expanded", "refined", "CPU s", f"{OTHER} CPU s")
    for size, seed in drawn:
        problem = MovIX.generate(seed, size=size, **options)
        (seconds, result), (other_seconds, other) = (
            cpu_seconds(partial(solve, problem, "astar", name, Limits(seconds=limit)))
            for name, limit in ((BEST, most), (OTHER, 5))
        )
        if _is_over(result) and _is_over(other) and result.cost != other.cost:
            raise AssertionError(f"answers differ: {result.cost}, {other.cost}")
        runs.append((seconds, result))
        cost = "none" if _is_over(result) and result.cost is None else result.cost or ""
        times = [f"{seconds:.3f}", f"{other_seconds:.3f}" if _is_over(other) else "> 5"]
        rows.add(f"{size}, {seed}", cost, f"{result.expanded:,}", f"{result.refined:,}", *times)
    return runs


def _is_over(run: SearchResult | RunRecord) -> bool:
    return run.status in ("solved", "no-solution")


def measure_grid() -> None:
    """Compare all heuristics and blind search on the boards of the example experiment."""
    grid = read_grid(GRID)
    boards = {instance.name: MovIX(instance.id) for instance in grid.instances}
    names = [name for name in heuristic_names("movix") if name not in NOT_OF_MOVIX]
    limits = Limits(nodes=FEW_NODES, seconds=FEW_SECONDS)
    heading(f"MovIX, the {len(boards)} boards of {GRID.name}, {FEW_NODES:,} expansions at most")
    done = compare(boards, ["astar", "breadth-first"], names, limits)
    rows = {how.label(): records for how, records in done.by_configuration().items()}
    common = set(done.solved_by_all())
    means = {}
    for label, records in rows.items():
        chosen = [record for record in records if record.board in common]
        expanded = geometric_mean([max(record.expanded or 0, 1) for record in chosen])
        seconds = geometric_mean([record.seconds or 0 for record in chosen])
        means[label] = expanded or 0, seconds or 0
    table = Rows("search:34", "expanded", "ms")
    for label, (mean, took) in sorted(means.items(), key=lambda item: item[1]):
        table.add(label, f"{mean:.1f}", f"{1000 * took:.2f}")
    best = f"astar, {BEST}"
    others = [mean for label, mean in means.items() if label.startswith("astar")]
    claim = f"expansions of {BEST} over the least of all heuristics, {len(common)} common boards"
    state_claim(claim, means[best][0] / min(others)[0], most=1, unit=" times")
    fastest = min(seconds for _, seconds in others)
    claim = f"seconds of {BEST} over those of the fastest heuristic"
    state_claim(claim, means[best][1] / fastest, most=1.5, unit=" times")
    _against_blind(rows[best], rows["breadth-first"])


def _against_blind(best: list[RunRecord], blind: list[RunRecord]) -> None:
    """State the ratio of the mean times for each size, over the boards that both answered."""
    for size in (6, 7):
        pairs = [
            (blind_row, row)
            for row, blind_row in zip(best, blind, strict=True)
            if row.board.startswith(f"{size}x") and _is_over(row) and row.status == blind_row.status
        ]
        ratio = geometric_mean([one.seconds / other.seconds for one, other in pairs])
        claim = f"seconds of breadth-first over those of {BEST} at {size} x {size}, geometric mean"
        state_claim(claim, ratio, least=1, unit=" times")


CASES = {
    "long": measure_long_boards,
    "larger": measure_larger_boards,
    "grid": measure_grid,
}
