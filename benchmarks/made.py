"""Generated heuristics compared with hand-written heuristics; anytime A* with weighted A*."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import ceil
from time import process_time
from typing import Any, TypeAlias

import heuristics
from aima_search import Limits, Search, solve
from aima_search.analysis import enumerate_space
from aima_search.made.landmarks import Landmarks
from aima_search.model.problem import Problem
from benchmarks.instances import korf_boards
from benchmarks.measure import cpu_seconds
from benchmarks.runner import Rows, heading, print_line, state_claim
from puzzles import MovIX, Pancakes, Paths, Routes, Tiles

WEIGHTS = (2, 1.5, 1.25, 1.1, 1)
MOST = dict.fromkeys(WEIGHTS, 1.2) | {1: 1.5}  # times the CPU time of weighted A*
EASY = (12, 5, 42)  # numbers of Korf's boards that the Python engine solves in a second
TWELVE = {"size": 12, "line": 12, "pieces": "S5L5V5H5"}
ENOUGH = Limits(nodes=2500)  # by then, every guiding heuristic has been used
MAPS = {"rooms 1": 1, "rooms 2": 2, "walls 1": 1, "walls 2": 2, "maze 1": 1}
MAZE, MAPPED = "maze 1", "maps with rooms and walls"


Progress: TypeAlias = dict[float, tuple[float, int]]
"""The CPU seconds and the expansions after which each weight was proved to be a bound."""


def measure_anytime(side: int = 512, repeats: int = 3) -> None:
    """Compare the CPU time until anytime A* proves each bound with weighted A* of this weight."""
    maps = {kind: Paths.generate(seed, size=side, kind=kind[:-2]) for kind, seed in MAPS.items()}
    open_maps = [(grid, "octile") for kind, grid in maps.items() if kind != MAZE]
    families: dict[str, Sequence[tuple[Problem, str]]] = {
        "Korf's boards": _easy_boards(),
        f"{MAPPED} of {side} x {side}": open_maps,
        f"maze of {side} x {side}": [(maps[MAZE], "octile")],
    }
    for name, problems in families.items():
        heading(f"anytime-astar next to weighted-astar, {len(problems)} {name}")
        found = []
        for problem, heuristic in problems:
            h = heuristics.get(heuristic, problem)
            runs = [_both(problem, h) for _ in range(repeats)]  # all expand the same nodes
            found.append([_merged(min, each) for each in zip(*runs, strict=True)])
        _show_anytime(name, *(_merged(sum, each) for each in zip(*found, strict=True)))


def _easy_boards() -> list[tuple[Tiles, str]]:
    boards = korf_boards()
    return [(boards[number - 1][0], "pattern-database(5-5-5)") for number in EASY]


def _merged(how: Callable[[Any], Any], runs: Sequence[Progress]) -> Progress:
    """Return the progress of several runs combined by ``how``, which is ``min`` or ``sum``."""
    return {
        weight: (how([run[weight][0] for run in runs]), how([run[weight][1] for run in runs]))
        for weight in WEIGHTS
    }


def _both(problem: Any, h: Any) -> tuple[Progress, Progress]:
    """Return the progress of anytime A*, and of a separate search for each weight.

    Each separate search follows another search, so a short search also runs before anytime A*.
    """
    _progress(problem, f"weighted-astar(weight={WEIGHTS[0]})", h, WEIGHTS[:1])
    anytime, single = (
        _progress(problem, "anytime-astar", h, WEIGHTS),
        dict[float, tuple[float, int]](),
    )
    for weight in WEIGHTS:
        name = "astar" if weight == 1 else f"weighted-astar(weight={weight})"
        single |= _progress(problem, name, h, (weight,))
    return anytime, single


def _progress(problem: Any, algorithm: str, h: Any, weights: Sequence[float]) -> Progress:
    """Search, and record when the best solution is proved to be within each weight.

    A search that has no bounds before its end proves its weight at the end.
    """
    progress: Progress = {}
    left = list(weights)

    def note(expanded: int) -> None:
        progress[left.pop(0)] = process_time() - begin, expanded

    begin = process_time()
    with Search(problem, algorithm, h, engine="objects") as search:
        for step in search:
            if step.found is not None:
                while left and step.found.path_cost <= left[0] * step.lower_bound * (1 + 1e-12):
                    note(step.expanded)
        result = search.result()
    while left:
        note(result.expanded)
    return progress


def _show_anytime(name: str, ours: Progress, theirs: Progress) -> None:
    columns = ["bound", "CPU s", "expanded:9", "alone: CPU s", "expanded alone", "times"]
    rows = Rows(*columns, words=0)
    ratios = {weight: ours[weight][0] / theirs[weight][0] for weight in WEIGHTS}
    for weight, ratio in ratios.items():
        pairs = [ours[weight], theirs[weight]]
        cells = [cell for seconds, count in pairs for cell in (f"{seconds:.3f}", f"{count:,}")]
        rows.add(f"{weight:g}", *cells, f"{ratio:.2f}")
    for weight, ratio in ratios.items():
        if name.startswith(MAPPED) and weight != 1:
            continue  # the first rounds take only milliseconds: see the ratio in the table
        words = f"within {weight:g} times the optimum" if weight != 1 else "proof of the optimum"
        state_claim(f"{name}: CPU to {words}, times that alone", ratio, most=MOST[weight])


def measure_pay() -> None:
    """Compare hand-written with generated heuristics on boards that share a preparation."""
    tiles = [Tiles.generate(seed, depth=24) for seed in range(20)]
    cakes = [Pancakes.generate(seed, pancakes=9) for seed in range(20)]
    _compare("8-puzzles", tiles, "linear-conflict", "pattern-database(4-4)", most=0.5)
    _compare("8-puzzles", tiles, "manhattan", "relaxed(blank)", most=1)
    _compare("9 pancakes", cakes, "gap", "pattern-database(5)", least=2)
    for kind in ("rooms", "maze"):
        first = Paths.generate(1, size=128, kind=kind)
        _compare(f"paths, {kind}", _trips(first), "octile", "landmarks(8)", most=0.5)
    roads = Routes.generate(1, places=400)
    names = _reached(roads, sorted(roads.map.points))
    across = [Routes(roads.map, start=a, goal=b) for a, b in _pairs(names)]
    _compare("routes", across, "straight-line", "landmarks(8)", most=0.5)


def _compare(
    name: str,
    boards: Sequence[Any],
    by_hand: str,
    made: str,
    *,
    least: float | None = None,
    most: float | None = None,
) -> None:
    """Print the times and expansions of two heuristics; claim the ratio ``made`` / ``by_hand``."""
    heading(f"{len(boards)} boards of {name}")
    rows = Rows("heuristic:22", "prepared in CPU s", "searched in CPU s", "expanded")
    paid = []
    for one in (by_hand, made):
        prepared, h_of = cpu_seconds(partial(_prepared, boards, one))
        runs = [
            cpu_seconds(partial(solve, board, heuristic=h_of(board), engine="objects"))
            for board in boards
        ]
        searched, expanded = sum(took for took, _ in runs), sum(ran.expanded for _, ran in runs)
        paid.append((prepared, searched, expanded))
        rows.add(one, f"{prepared:.3f}", f"{searched:.3f}", f"{expanded:,}")
    (prepared_before, searched_before, expanded_before), (prepared, searched, expanded) = paid
    gain = (searched_before - searched) / len(boards)
    from_ = ceil(max((prepared - prepared_before) / gain, 1)) if gain > 0 else None
    print_line("it never pays" if from_ is None else f"{made} pays from {from_:,} boards on")
    ratio = expanded / expanded_before
    state_claim(f"{name}: expansions with {made} over {by_hand}", ratio, least=least, most=most)


def _prepared(boards: Sequence[Any], name: str) -> Callable[[Any], Any]:
    """Return a function from a board to its h; boards share the preparation if they can."""
    if name.startswith("landmarks"):
        landmarks = Landmarks(boards[0], 8)
        return landmarks.heuristic
    if name.startswith(("pattern", "relaxed")):
        shared = heuristics.get(name, boards[0])
        return lambda board: shared
    own = {id(board): heuristics.get(name, board) for board in boards}
    return lambda board: own[id(board)]


def _trips(first: Paths) -> list[Paths]:
    """Return path problems on one map, between cells that can be reached."""
    cells = [(x, y) for x in range(5, 128, 23) for y in range(5, 128, 23)]
    return [Paths(first.field, start=a, goal=b) for a, b in _pairs(_reached(first, cells))]


def _reached(problem: Any, states: Iterable[Any]) -> list[Any]:
    """Return the states that can be reached in a problem."""
    space = enumerate_space(problem)
    known = {state for _, part in space.parts() for state in part}
    return [state for state in states if state in known]


def _pairs(places: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Return pairs of places that are far apart in the order of the list."""
    half = len(places) // 2
    return list(zip(places[:half], places[half:], strict=False))[:20]


def measure_movix() -> None:
    """Solve boards with anytime A* that are too hard for weighted A*; guides find a solution."""
    heading("MovIX 12 x 12, line 12, S5L5V5H5: anytime-astar")
    rows = Rows("seed", "cost", "no solution costs less than", "bound", "CPU s", words=0)
    proved, slowest = 0, 0.0
    for seed in range(1, 6):
        board = MovIX.generate(seed, **TWELVE)
        seconds, result = cpu_seconds(lambda: solve(board, "anytime-astar", "assignment", ENOUGH))  # noqa: B023 - called here
        proved, slowest = proved + (result.bound is not None), max(slowest, seconds)
        bound = "" if result.bound is None else f"{result.bound:.2f}"
        rows.add(seed, result.cost or "none", result.lower_bound or "", bound, f"{seconds:.1f}")
    print_line(f"{ENOUGH.nodes:,} expansions for a board")
    state_claim("MovIX 12 x 12: boards of 5 with a solution and a bound", proved, least=4)
    state_claim("MovIX 12 x 12: CPU for a board at most", slowest, most=60, unit=" s")


CASES = {"anytime": measure_anytime, "pay": measure_pay, "movix": measure_movix}
