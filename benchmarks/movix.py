"""MovIX: its heuristics by the clock, on small and long boards, solvable or not."""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.refinement import watched
from aima_search.algorithms.steps import Step, Steps, drain
from aima_search.apps.lab.grid import read_grid
from aima_search.base.limits import Limits, parse_size
from aima_search.catalog.heuristics import HeuristicSpec, heuristic_names, make_heuristic
from aima_search.model.problem import Node
from aima_search.runs.compare import compare
from aima_search.runs.record import Record
from benchmarks.measure import geometric_mean, least, resident_bytes
from benchmarks.runner import Rows, heading, state_claim
from puzzles.movix import MovIX

BETTER, WEAKER = "assignment", "partial-alignment"
LEAST_OPTIMUM = 5
LEAST_RATIO_EXPANDED = 10
LEAST_RATIO_SECONDS = 3
MOST_SECONDS = 60
BEST, ORDER = "supported-assignment", MovIX.default_tie_break
GRID = Path(__file__).parent.parent / "examples" / "movix.toml"
FEW_NODES, FEW_SECONDS = 5_000, 10
NOT_OF_MOVIX = ("zero", "perfect")
_WORTH_REPEATING = 2  # CPU seconds below which a run is repeated, the least time counting
_LOOK_EVERY = 1_000  # expansions between two looks at the clock and the memory


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


def measure_weaker(
    data: Path | None = None,
    seconds: float = 60.0,
    nodes: int = 500_000,
    memory: str = "1GiB",
    seed: int = 1,
    boards: int = 10,
) -> None:
    """A* with the better heuristic and, within limits, the weaker; the data are *.jsonl."""
    heading(f"MovIX: A* with {BETTER} against A* with {WEAKER}")
    chosen = _bundled(seed, boards) if data is None else _from_file(data)
    effort = Effort(seconds, nodes, parse_size(memory))
    numbers = ["optimum", f"{BETTER} expanded", "CPU s", f"{WEAKER} expanded", "CPU s", "ratio"]
    rows = Rows("board:14", "size:10", *numbers, "of CPU s", words=2)
    pairs = []
    for board in chosen:
        pairs.append(_compare(board, effort))
        rows.add(*_row(pairs[-1]))
    _state_claims(pairs)


def _compare(board: KnownBoard, effort: Effort) -> Pair:
    """Run both on one board, in turn; repeat runs that take no time."""
    patient = Effort(2 * MOST_SECONDS)
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


def _row(pair: Pair) -> list[str]:
    """Return the cells of a board; without ratios if a search did not finish."""
    board, better, weaker = pair
    optimum = board.optimum if board.optimum != "?" else better.cost
    ratios = [_ratio(weaker.expanded, better.expanded), _ratio(weaker.seconds, better.seconds)]
    return [
        board.name,
        f"{board.problem.rows} x {board.problem.columns}, {board.problem.line}",
        "none" if optimum is None else str(optimum),
        *(text for run in (better, weaker) for text in (f"{run.expanded:,}", _time(run))),
        *(ratios if better.is_finished and weaker.is_finished else ["", ""]),
    ]


def _ratio(weaker: float, better: float) -> str:
    return f"{weaker / better:.1f}" if better else ""


def _time(run: Run) -> str:
    return f"{run.seconds:.3f}" if run.is_finished else f"> {run.seconds:.1f}"


def _state_claims(pairs: list[Pair]) -> None:
    counted = [p for p in pairs if p.both_solve and (p.better.cost or 0) >= LEAST_OPTIMUM]
    where = f"geometric mean over {len(counted)} boards that both solve, optimum {LEAST_OPTIMUM}+"
    for what, bound, number in (
        ("expansions", LEAST_RATIO_EXPANDED, lambda run: run.expanded),
        ("CPU time", LEAST_RATIO_SECONDS, lambda run: run.seconds),
    ):
        mean = _mean_ratio(counted, number)
        claim = f"{what} of {WEAKER} over {BETTER}, {where}"
        state_claim(claim, mean, least=bound, unit=" times")
    finished = [pair.better.is_finished for pair in pairs]
    slowest = max((pair.better.seconds for pair in pairs), default=None)
    claim = f"CPU time of {BETTER} on the slowest of {len(pairs)} boards ({sum(finished)} finished)"
    state_claim(claim, slowest, most=MOST_SECONDS, unit=" s")


def _mean_ratio(pairs: list[Pair], number: Callable[[Run], float]) -> float | None:
    return geometric_mean([number(pair.weaker) / number(pair.better) for pair in pairs])


def measure_long_boards() -> None:
    """Boards of 10 x 10, a line of 10, 16 pieces, with the best heuristic."""
    heading(f"MovIX, 10 x 10 with a line of 10: A* with {BEST} and with {BETTER}")
    boards = {
        f"seed {seed}": _board(seed, size=10, line=10, pieces="S4L4V4H4", walls=0)
        for seed in range(1, 11)
    }
    runs = _beside(boards, seconds=60)
    solved = sum(run.is_finished for run in runs)
    state_claim(f"of {len(runs)} boards solved within 60 s of CPU each", solved, least=9)
    state_claim("median CPU time", median(run.seconds for run in runs), most=3, unit=" s")


def measure_larger_boards() -> None:
    """Boards of 8 x 8 to 11 x 11, a line of 6, 8 pieces, with the best heuristic."""
    heading(f"MovIX, 8 x 8 to 11 x 11, a line of 6, 3 walls: A* with {BEST} and with {BETTER}")
    boards = {
        f"{size} x {size}, {seed}": _board(seed, size=size, line=6, pieces="S2L2V2H2", walls=3)
        for size in (8, 9, 10, 11)
        for seed in (1, 2, 3)
    }
    runs = _beside(boards, seconds=20)
    state_claim("median CPU time", median(run.seconds for run in runs), most=0.2, unit=" s")


def _beside(boards: dict[str, MovIX], seconds: float) -> list[Run]:
    """Return the runs of the best heuristic; print them beside those of the better, 5 s each."""
    runs, columns = [], ["cost", "expanded", "refined", "CPU s", f"{BETTER} CPU s"]
    rows = Rows("board:12", *columns)
    for name, problem in boards.items():
        run = search(problem, BEST, Effort(seconds), ORDER)
        other = search(problem, BETTER, Effort(5), ORDER)
        if run.is_finished and other.is_finished and run.cost != other.cost:
            raise AssertionError(f"answers differ: {run}, {other}")
        runs.append(run)
        cost = "none" if run.is_finished and run.cost is None else run.cost or ""
        rows.add(name, cost, f"{run.expanded:,}", f"{run.refined:,}", _time(run), _time(other))
    return runs


def measure_grid() -> None:
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
    table = Rows("search:34", "expanded", "ms")
    for label, (expanded, seconds) in sorted(means.items(), key=lambda item: item[1]):
        table.add(label, f"{expanded:.1f}", f"{1000 * seconds:.2f}")
    best = f"astar, {BEST}"
    others = [mean for label, mean in means.items() if label.startswith("astar")]
    claim = f"expansions of {BEST} over the least of all heuristics, {len(common)} common boards"
    state_claim(claim, means[best][0] / min(others)[0], most=1, unit=" times")
    fastest = min(seconds for _, seconds in others)
    claim = f"seconds of {BEST} over those of the fastest heuristic"
    state_claim(claim, means[best][1] / fastest, most=1.5, unit=" times")
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


def measure_building() -> None:
    """How long the slowest heuristic takes to be built."""
    heading("MovIX, building a heuristic at 6 x 6")
    text = _board(1, size=6, line=4, pieces="S1L2V2H2", walls=4).format()
    names = [name for name in heuristic_names("movix") if name not in NOT_OF_MOVIX]

    def build(name: str) -> Callable[[], object]:
        problem = MovIX(text)
        return lambda: make_heuristic(name, problem)

    times = least({name: build(name) for name in names}, 5)
    slowest = max(names, key=lambda name: times[name])
    claim = f"CPU time of building the slowest of {len(names)}, {slowest}"
    state_claim(claim, 1000 * times[slowest], most=1, unit=" ms")


def _board(seed: int, **options: Any) -> MovIX:
    return MovIX.generate(random.Random(seed), **options)


class Effort(NamedTuple):
    """What one search may take: CPU seconds, expansions, resident bytes of the process."""

    seconds: float
    expanded: float = inf
    memory: float = inf


class Run(NamedTuple):
    """How one search ended: ``cost`` is None without a solution; seconds are of CPU."""

    is_finished: bool
    cost: float | None
    expanded: int
    seconds: float
    refined: int = 0


def search(
    problem: MovIX, heuristic: HeuristicSpec, effort: Effort, tie_break: str = "fifo"
) -> Run:
    """Run A* within limits; the construction of the heuristic is part of its time."""
    gc.collect()
    start = process_time()
    step: Step | None = None

    def watch(steps: Steps) -> Steps:
        nonlocal step
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                answer: Node | None = stop.value
                return answer
            if step.expanded % _LOOK_EVERY == 0 and _is_exceeded(effort, step.expanded, start):
                raise TimeoutError
            yield step

    def look() -> None:
        if process_time() - start > effort.seconds:
            raise TimeoutError

    try:
        h = watched(make_heuristic(heuristic, problem), look)
        node = drain(watch(astar_steps(problem, h, tie_break=tie_break)))
        cost, is_finished = node.path_cost if node else None, True
    except TimeoutError:
        cost, is_finished = None, False
    expanded, refined = (step.expanded, step.refined) if step else (0, 0)
    return Run(is_finished, cost, expanded, process_time() - start, refined)


def _is_exceeded(effort: Effort, expanded: int, start: float) -> bool:
    return (
        expanded >= effort.expanded
        or process_time() - start > effort.seconds
        or resident_bytes() > effort.memory
    )


CASES = {
    "weaker": measure_weaker,
    "long": measure_long_boards,
    "larger": measure_larger_boards,
    "grid": measure_grid,
    "building": measure_building,
}
