"""The parts of the time of an A* search, measured one by one.

A profiler slows down calls more than other code. So the work of a search is recorded once, and each
part of it is repeated alone, on the same nodes; the rest is the time of the loop.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, islice
from typing import Any

from aima_search import Limits, astar_search
from aima_search.algorithms.frontier import Frontier, tie_break_of
from aima_search.algorithms.informed import astar_steps
from aima_search.catalog.heuristics import make_heuristic
from aima_search.model.problem import Node, goal_test, successors
from aima_search.runs.search import pull_to_end, solve
from aima_search.textbook.tiles import EightPuzzle, NPuzzle
from aima_search.trace import Recording
from benchmarks.instances import fifteen_puzzle, walled_grid
from benchmarks.measure import exhaust, least, race
from benchmarks.runner import Rows, heading, state_claim
from puzzles import MovIX, SudokuLocal

MOST_AROUND = 1.1
MOST_RECORDED = 2.5
BLIND = ("breadth-first", "uniform-cost")
INFORMED = ("greedy", "astar", "ida-star", "recursive-best-first")
_LONG = 100_000  # expansions of the search for ``measure_around``


def measure_parts(repeats: int = 5) -> None:
    """Measure the parts of three searches; the rest is the time of the loop."""
    searches = [
        ("8-puzzle", NPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1), heuristic="manhattan"), None),
        ("grid 300 x 300", (grid := walled_grid(1)).problem, grid.of_node),
        ("MovIX, conflicts", MovIX.level("5-long"), "conflicts"),
    ]
    heading("A* part by part, microseconds of CPU an expansion")
    measured = {
        name: _parts(problem, make_heuristic(h, problem), repeats) for name, problem, h in searches
    }
    rows = Rows("part:30", *(f"{name}:16" for name in measured))
    for part in next(iter(measured.values())):
        rows.add(part, *(each[part] for each in measured.values()))


def _parts(problem: Any, h: Callable[[Node], float], repeats: int) -> dict[str, str]:
    """Return the time per expansion of each part of a search, and the part's share."""
    evaluated: list[Node] = []

    def noting(node: Node) -> float:
        evaluated.append(node)
        return h(node)

    expanded = [step.node for step in astar_steps(problem, noting)]
    expand, is_goal = successors(problem), goal_test(problem)
    made = [state for node in expanded for _, state, _ in expand(node)]
    parts: dict[str, Callable[[], object]] = {
        "the problem: successors": lambda: _drop(chain.from_iterable(map(expand, expanded))),
        "the problem: goal test": lambda: _drop(map(is_goal, (node.state for node in expanded))),
        "the heuristic": lambda: _drop(map(h, evaluated)),
        "nodes": lambda: _drop(
            Node(node.state, node.parent, node.action, node.path_cost) for node in evaluated
        ),
        "states reached (a dict)": lambda: _look_up(made, evaluated),
        "frontier (buckets of equal f)": lambda: _queue(evaluated, len(expanded)),
    }
    whole = partial(astar_search, problem, h)
    times = least({"all of it": whole, **parts}, repeats, len(expanded))
    each = {name: seconds * 1e6 for name, seconds in times.items()}
    each["the loop: what is left"] = max(2 * each["all of it"] - sum(each.values()), 0)
    total = each.pop("all of it")
    shown = {name: f"{time:.2f} ({time / total:3.0%})" for name, time in each.items()}
    return {"expansions": f"{len(expanded):,}", **shown, "all of it": f"{total:.2f}"}


def _drop(values: Iterable[object]) -> None:
    deque(values, maxlen=0)


def _look_up(made: Iterable[Any], evaluated: Iterable[Node]) -> None:
    reached = {node.state: node for node in evaluated}
    get = reached.get
    for state in made:
        get(state)


def _queue(nodes: Iterable[Node], left: int) -> None:
    frontier = Frontier()
    for node in nodes:
        frontier.push(node)
    _drop(islice(frontier, left))


def measure_around(repeats: int = 2) -> None:
    """Measure a search alone, and with the code that counts, times and limits its steps."""
    heading(f"around it: {_LONG:,} expansions of a 15-puzzle")
    instance = fifteen_puzzle()
    search = partial(
        astar_steps, instance.problem, instance.of_node, tie_break=tie_break_of(instance.problem)
    )
    runs: dict[str, Callable[[], object]] = {
        "the steps alone, Python's collector as it is": lambda: _drop(islice(search(), _LONG)),
        "the steps alone, a patient collector": lambda: exhaust(islice(search(), _LONG)),
        "solve: counted, timed, limited": partial(
            solve,
            instance.problem,
            heuristic=instance.of_node,
            limits=Limits(nodes=_LONG),
            engine="objects",
        ),
    }
    _, alone, solved = race(runs, repeats).values()
    state_claim("solve over its steps alone", solved / alone, most=MOST_AROUND, unit=" times")


def measure_recording(repeats: int = 7, nodes: int = 3_000) -> None:
    """Compare searches with and without a recording."""
    heading("a search, bare and recorded")
    columns = ["nodes", "bare ms", "recorded ms", "times"]
    rows = Rows("problem:13", "algorithm:20", *columns, words=2)
    worst = 0.0
    boards = {"8-puzzle": EightPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1)), "MovIX": MovIX.level()}
    searches: list[tuple[str, Any, str]] = [
        (name, board, algorithm)
        for name, board in boards.items()
        for algorithm in (*BLIND, *INFORMED)
    ]
    searches.append(("Sudoku, local", SudokuLocal.level(), "annealing(seed=1)"))
    for name, board, algorithm in searches:
        search = board, algorithm, None, Limits(nodes=nodes)
        runs: dict[str, Callable[[], object]] = {
            "bare": partial(solve, *search, engine="objects"),
            "recorded": partial(_record, *search),
        }
        bare, recorded = least(runs, repeats).values()
        worst = max(worst, recorded / bare)
        cells = (f"{bare * 1e3:.1f}", f"{recorded * 1e3:.1f}", f"{recorded / bare:.2f}")
        rows.add(name, algorithm, f"{len(_record(*search).trace):,}", *cells)
    state_claim("CPU of a recorded search over that of a bare search", worst, most=MOST_RECORDED)


def _record(*search: Any) -> Recording:
    recording = Recording(*search)
    pull_to_end(recording)
    return recording


CASES = {"parts": measure_parts, "around": measure_around, "recording": measure_recording}
