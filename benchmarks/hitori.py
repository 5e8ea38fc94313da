"""Hitori: published boards, other solvers, growth, and the cost of preparation.

Times are CPU times of this process; they begin with the numbers of a board.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any, TypeAlias

from aima_search import Limits, astar_search, solve
from benchmarks.measure import cpu_seconds, geometric_mean, growth_exponent, least
from benchmarks.runner import FOLDER, Rows, heading, print_line, state_claim
from puzzles import Hitori
from puzzles.bits import places_of
from puzzles.hitori.formulations import FORMULATIONS
from puzzles.hitori.generator import MAX_SIDE
from puzzles.hitori.rules import HitoriBoard, NumberRows, parts_of

MOST_SECONDS_TOGETHER = 0.3
MOST_SECONDS_A_BOARD = 2
MOST_EXPONENT = 2

Solver: TypeAlias = Callable[[NumberRows], "int | None"]
"""A function from the numbers of a board to the shaded cells of a solution, or None."""

Seconds: TypeAlias = dict[str, list[float]]
"""The CPU seconds of every board, by solver."""


def solve_published(data: Path) -> None:
    """Solve published boards by A*: hitori_9x9_100.txt and hitori_boards.jsonl in a folder."""
    heading("Published boards by astar_search")
    hundred = (data / "hitori_9x9_100.txt").read_text(encoding="utf-8").splitlines()
    together = sum(seconds for seconds, _ in map(_timed_cost, hundred))
    claim = f"CPU seconds for {len(hundred)} boards of 9 x 9 together"
    state_claim(claim, together, most=MOST_SECONDS_TOGETHER)
    corpus = (data / "hitori_boards.jsonl").read_text(encoding="utf-8")
    entries = [json.loads(line) for line in corpus.splitlines()]
    timed = [_timed_cost(entry["grid"]) for entry in entries]
    answers = zip(timed, entries, strict=True)
    wrong = [entry["id"] for (_, cost), entry in answers if cost != entry.get("min_black")]
    state_claim(f"wrong answers to the {len(entries)} boards of the corpus", len(wrong), most=0)
    worst = max(seconds for seconds, _ in timed)
    state_claim("CPU seconds for any board of the corpus", worst, most=MOST_SECONDS_A_BOARD)


def _timed_cost(board: str | list[list[int]]) -> tuple[float, float | None]:
    """Return the CPU seconds of A*, with the time to read the board, and the cost that it finds."""
    seconds, node = cpu_seconds(lambda: astar_search(Hitori(board)))
    return seconds, None if node is None else node.path_cost


def measure_against_peers(
    sides: tuple[int, ...] = (9, 10, 12, 15, 20, 25, 30, 50),
    boards: int = 4,
    repeats: int = 3,
) -> None:
    """Compare A* and the proof of uniqueness with PySat and CP-SAT, if these are installed."""
    heading("A* and the proof of uniqueness against PySat and CP-SAT, CPU ms a board, mean")
    solvers = _solvers()
    for solver in solvers.values():
        solver(board(5, "easy", 0))  # so that the imports are not measured
    rows = _rows(solvers)
    by_side: dict[tuple[int, str], Seconds] = {}
    for (side, difficulty), numbers in groups_of(sides, boards).items():
        seconds = _timed(solvers, numbers, repeats)
        rows.add(*_row(f"{side} {difficulty}", seconds))
        for kind in ("all", "hard") if difficulty == "hard" else ("all",):
            total = by_side.setdefault((side, kind), {name: [] for name in solvers})
            for name in solvers:
                total[name] += seconds[name]
    judge(by_side)


def judge(sides: Mapping[tuple[int, str], Seconds]) -> None:
    """Print the mean times over all boards and all hard boards of each side, and the claims."""
    rows = _rows(next(iter(sides.values())))
    for (side, kind), seconds in sides.items():
        rows.add(*_row(f"{side} {kind}", seconds))
    for (side, kind), seconds in sides.items():
        for ours, peer, most in (
            ("ours", "CP-SAT", 0.2 if side <= 30 else {50: 0.5}.get(side)),
            ("ours unique", "PySat unique", 1.0 if side <= 15 else {25: 1.5, 50: 2.5}.get(side)),
        ):
            ratio = _ratio(seconds, ours, peer)
            if ratio is not None and most is not None:
                state_claim(f"{side} x {side}, {kind}: {ours} / {peer}", ratio, most=most)


def _rows(solvers: Iterable[str]) -> Rows:
    return Rows("boards:12", "number", *solvers, "ours / CP-SAT", "unique: ours / PySat")


def _row(name: str, seconds: Seconds) -> list[str]:
    ratios = (_ratio(seconds, "ours", "CP-SAT"), _ratio(seconds, "ours unique", "PySat unique"))
    return [
        name,
        str(len(seconds["ours"])),
        *(f"{mean(times) * 1000:.2f}" for times in seconds.values()),
        *("-" if ratio is None else f"{ratio:.2f}" for ratio in ratios),
    ]


def _ratio(seconds: Seconds, solver: str, peer: str) -> float | None:
    """Return a solver's mean time divided by a peer's; None if the peer is not installed."""
    return mean(seconds[solver]) / mean(seconds[peer]) if peer in seconds else None


def _timed(solvers: Mapping[str, Solver], found: Sequence[NumberRows], repeats: int) -> Seconds:
    """Return the least seconds of every solver on each board; raise an error for wrong answers."""
    seconds: Seconds = {name: [] for name in solvers}
    for numbers in found:
        problem = Hitori(numbers)
        for name, solver in solvers.items():
            shaded = solver(numbers)
            if shaded is None or not problem.board.is_solution(shaded):
                raise AssertionError(f"{name}: wrong answer for {problem.format()}")
        runs = {name: partial(solver, numbers) for name, solver in solvers.items()}
        for name, time in least(runs, repeats).items():
            seconds[name].append(time)
    return seconds


def _solvers() -> dict[str, Solver]:
    """Return our two solvers, and the solvers of the installed peers."""
    solvers: dict[str, Solver] = {"ours": solve_by_astar, "ours unique": solve_with_proof}
    if find_spec("pysat") is None:
        print_line("PySat is not installed and left out: pip install python-sat")
    else:
        solvers["PySat"] = lambda numbers: solve_with_pysat(Hitori(numbers).board)
        prove = partial(solve_with_pysat, prove_unique=True)
        solvers["PySat unique"] = lambda numbers: prove(Hitori(numbers).board)
    if find_spec("ortools") is None:
        print_line("OR-tools is not installed and left out: pip install ortools")
    else:
        solvers["CP-SAT"] = lambda numbers: solve_with_cpsat(Hitori(numbers).board)
    return solvers


def solve_by_astar(numbers: NumberRows) -> int | None:
    """Return the shaded cells of a solution with fewest shaded cells, None if there is none."""
    node = astar_search(Hitori(numbers))
    return None if node is None else node.state.shaded


def solve_with_proof(numbers: NumberRows) -> int | None:
    """Return the shaded cells of the only solution; None for no solution or several solutions."""
    found = list(Hitori(numbers).solutions(limit=2))
    return found[0].shaded if len(found) == 1 else None


def measure_growth(
    growth_sides: tuple[int, ...] = (10, 20, 30, 40, 50), boards: int = 4, repeats: int = 3
) -> None:
    """Measure the CPU time of A* by side, and its growth exponent in the number of cells."""
    heading("Growth of A* with the board, easy boards")
    rows, times = Rows("side", "CPU ms", words=0), []
    for side in growth_sides:
        easy = [board(side, "easy", seed) for seed in range(boards)]
        times.append(mean(_timed({"ours": solve_by_astar}, easy, repeats)["ours"]))
        rows.add(side, f"{times[-1] * 1000:.2f}")
    exponent = growth_exponent([side * side for side in growth_sides], times)
    state_claim("exponent of time in the number of cells", exponent, most=MOST_EXPONENT)


Search: TypeAlias = tuple[str, ...]
"""An algorithm, and the heuristic if the algorithm is informed."""

BLIND = ("breadth-first", "uniform-cost", "depth-first")
INFORMED = (("greedy", "repeated-lines"), ("astar", "repeated-lines"), ("astar", "edge-cover"))
SEARCHES: tuple[Search, ...] = (*((name,) for name in BLIND), *INFORMED)

BLIND_SIDE, MOST_OF_BLIND = 6, 0.55
"""On prepared boards of this side, blind search needs at most this part of the expansions."""

_FEW = Limits(nodes=3_000, seconds=10)


def measure_preparation(
    preparation_sides: tuple[int, ...] = (5, 6), preparation_boards: int = 20
) -> None:
    """Compare the expansions with and without preparing the board, by formulation and algorithm.

    Each step costs 1. A mean is over the boards that were solved with and without; a search that
    ends at its initial state counts as one expansion.
    """
    for side in preparation_sides:
        boards = [
            board(side, ("easy", "medium")[seed % 2], seed) for seed in range(preparation_boards)
        ]
        heading(f"{len(boards)} boards of {side} x {side}, as they are and prepared")
        table = Rows(*_COLUMNS, words=2)
        parts = {
            (formulation, *search): _compared(boards, formulation, search, table)
            for formulation in FORMULATIONS
            for search in SEARCHES
        }
        _judge(side, parts)


_COLUMNS = ("formulation:12", "search:24", "solved", "prepared", "expanded", "prepared", "part")


def _compared(
    boards: Sequence[NumberRows], formulation: str, search: Search, table: Rows
) -> float | None:
    """Add a row to the table; return the expansions with preparation / without, or None."""
    pairs = [_measured(numbers, formulation, search) for numbers in boards]
    both = [(plain, prepared) for plain, prepared in pairs if plain and prepared]
    means = [geometric_mean([pair[way] for pair in both]) for way in (0, 1)]
    part = means[1] / means[0] if means[0] and means[1] else None
    table.add(
        formulation,
        ", ".join(filter(None, search)),
        *(str(sum(pair[way] is not None for pair in pairs)) for way in (0, 1)),
        *("-" if mean is None else f"{mean:,.1f}" for mean in means),
        "-" if part is None else f"{part:.3f}",
    )
    return part


def _measured(numbers: NumberRows, formulation: str, search: Search) -> list[int | None]:
    """Return the expansions without and with preparation; None for an unsolved board."""
    expanded = []
    for preprocess in ("none", "all"):
        problem = Hitori(numbers, formulation, preprocess=preprocess, cost="actions")
        result = solve(problem, search[0], *search[1:], limits=_FEW)  # type: ignore[arg-type]
        expanded.append(max(result.expanded, 1) if result.solved else None)
    return expanded


def _judge(side: int, parts: Mapping[tuple[str, ...], float | None]) -> None:
    known = {key: part for key, part in parts.items() if part is not None}
    most = max(known.values(), default=None)
    state_claim(f"{side} x {side}, prepared: part of the expansions, any search", most, most=1)
    for algorithm in BLIND if side == BLIND_SIDE else ():
        together = geometric_mean([part for key, part in known.items() if key[1] == algorithm])
        claim = f"{side} x {side}, prepared: part of the expansions, {algorithm}, all formulations"
        state_claim(claim, together, most=MOST_OF_BLIND)


KEPT = FOLDER / "hitori_large.txt"
"""Large boards with few places where deductions can begin; a line has side, difficulty and id."""

LARGEST = {"easy": MAX_SIDE, "medium": 25, "hard": 15}
"""The largest side of the boards that every run generates, by difficulty."""


Groups: TypeAlias = dict[tuple[int, str], list[NumberRows]]
"""Boards by side and difficulty, each with exactly one solution."""


@cache
def board(side: int, difficulty: str, seed: int) -> NumberRows:
    """Return the numbers of a random board."""
    return Hitori.generate(seed, size=side, difficulty=difficulty).numbers


def groups_of(sides: Sequence[int], count: int) -> Groups:
    """Return ``count`` boards of every side and difficulty, generated or from the file ``KEPT``."""
    groups = {
        (side, difficulty): [board(side, difficulty, seed) for seed in range(count)]
        for difficulty, largest in LARGEST.items()
        for side in sides
        if side <= largest
    }
    for line in KEPT.read_text(encoding="utf-8").splitlines():
        side, difficulty, text = line.split()
        found = groups.setdefault((int(side), difficulty), [])
        if int(side) in sides and len(found) < count:
            found.append(Hitori.parse(text).numbers)
    return {key: groups[key] for key in sorted(groups) if groups[key]}


# Our models of Hitori for two other solvers, CP-SAT and PySat.
#
# The rules about equal numbers and about neighbours are clauses of two literals. Connectivity is
# added by lazy cuts: if a solution encloses a part of the board, a new clause says that not all of
# the shaded cells around this part may be shaded.


def clauses(board: HitoriBoard) -> Iterator[tuple[bool, int, int]]:
    """Yield (True, a, b): at least one of a and b is shaded; (False, a, b): at least one is not."""
    for mask in board.group_masks:
        for first, second in combinations(places_of(mask), 2):
            yield True, first, second
    size = board.geometry
    for place in size.places:
        for other in places_of(size.neighbours[place]):
            if place < other:
                yield False, place, other


def cuts(board: HitoriBoard, shaded: int) -> list[list[int]]:
    """Return the shaded cells around each unshaded part, except the largest part."""
    parts = sorted(parts_of(board, shaded), key=int.bit_count)
    return [places_of(board.geometry.around(part) & shaded) for part in parts[:-1]]


def solve_with_cpsat(board: HitoriBoard) -> int | None:
    """Return the shaded cells of a solution found by CP-SAT with one worker, or None."""
    from ortools.sat.python import cp_model

    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    cells = {place: model.new_bool_var(str(place)) for place in board.geometry.places}
    solver.parameters.num_workers = 1

    def add(clause: list[int]) -> None:
        literals = [(cells[abs(one) - 1], one > 0) for one in clause]
        model.add_bool_or([cell if is_shaded else ~cell for cell, is_shaded in literals])

    def shaded() -> int | None:
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return sum(1 << place for place, cell in cells.items() if solver.boolean_value(cell))

    return next(_solutions(board, add, shaded), None)


def solve_with_pysat(board: HitoriBoard, *, prove_unique: bool = False) -> int | None:
    """Return the shaded cells of a solution found by PySat (cadical, incremental cuts), or None.

    prove_unique: also prove that there is no other solution; return None if there is another.
    """
    solvers: Any = import_module("pysat.solvers")
    with solvers.Solver(name="cadical153") as solver:

        def shaded() -> int | None:
            model = solver.get_model() if solver.solve() else None
            return model and sum(1 << literal - 1 for literal in model if literal > 0)

        found = _solutions(board, solver.add_clause, shaded)
        first = next(found, None)
        return None if prove_unique and next(found, None) is not None else first


def _solutions(
    board: HitoriBoard, add: Callable[[list[int]], object], shaded: Callable[[], int | None]
) -> Iterator[int]:
    """Yield the solutions of a solver; add: takes a clause; shaded: returns the shaded cells.

    The literal of a place is its number + 1, negative for a cell that is not shaded.
    """
    for some_shaded, first, second in clauses(board):
        sign = 1 if some_shaded else -1
        add([sign * (first + 1), sign * (second + 1)])
    while (found := shaded()) is not None:
        found &= board.geometry.full
        broken = cuts(board, found)
        if not broken:
            yield found
            add([-(p + 1) if found >> p & 1 else p + 1 for p in board.geometry.places])
        for around in broken:
            add([-(place + 1) for place in around])


CASES = {
    "published": solve_published,
    "peers": measure_against_peers,
    "growth": measure_growth,
    "preparation": measure_preparation,
}
