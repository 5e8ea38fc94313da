"""Our searches compared with those of other packages on the same boards and maps.

The rivals are rustworkx, simpleai, aima3, networkx, pyperplan, Fast Downward (up-fast-downward on
the package index) and C code. Rivals that are not installed are left out.
"""

from __future__ import annotations

import csv
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise, product
from math import hypot, isclose
from operator import itemgetter
from pathlib import Path
from random import Random
from statistics import geometric_mean
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from scipy.sparse import csgraph, csr_matrix

import heuristics
from aima_search import Limits, Node, Problem, astar_search, solve
from benchmarks.instances import korf_boards, minimal_astar
from benchmarks.measure import (
    LONG,
    cpu_seconds,
    cpu_used,
    in_fresh_process,
    least,
    most_bytes,
    seconds_of_children,
)
from benchmarks.own import PROBLEMS
from benchmarks.runner import FOLDER, Rows, heading, print_line, state_claim
from puzzles import Paths, Routes, Tiles
from puzzles.routes import read_map

MOST_OVER_LINES = {"solve": 0.7, "astar_search": 1.1}
MOST_OVER_C = {"grid": 3, "ida": 10}
MOST_BYTES = {"place": 500, "expansion": 100}

dijkstra: Any = csgraph.dijkstra  # its type stubs do not accept these arrays

Clock: TypeAlias = Callable[[Callable[[], float]], tuple[float, float]]
"""A function that calls a search and returns its CPU seconds and the cost that it found."""


def _timed(
    runs: dict[str, Callable[[], float]], repeats: int, clock: Clock = cpu_seconds
) -> dict[str, float]:
    """Print the least CPU seconds of each rival when it is known; all must find the same cost."""
    rows, seconds = Rows("rival:34", "CPU s:9", "over ours"), dict[str, float]()
    expected = None
    for name, run in runs.items():
        for _ in range(repeats):
            took, cost = clock(run)
            expected = cost if expected is None else expected
            if not isclose(cost, expected):
                raise AssertionError(f"{name}: cost {cost}, expected {expected}")
            seconds[name] = min(took, seconds.get(name, took))
            if took > LONG:
                break
        rows.add(
            name, f"{seconds[name]:.4f}", f"{seconds[name] / next(iter(seconds.values())):.2f}"
        )
    return seconds


def _imported(name: str) -> Any:
    """Return a rival's module, None if it is not installed."""
    with suppress(ImportError):
        return import_module(name)
    print_line(f"{name} cannot be imported: nothing of it is measured")
    return None


@contextmanager
def in_c() -> Iterator[Any]:
    """Compile and yield the library of the rivals in C; None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        print_line("no compiler of C: nothing of it is measured")
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "rivals.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library)]
        subprocess.run([compiler, *flags, str(FOLDER / "rivals.c"), "-lm"], check=True)
        made = ctypes.CDLL(str(library))
        made.grid_astar.restype = ctypes.c_double
        yield made


def measure_tiles(boards: int = 20, repeats: int = 3) -> None:
    """Compare A* on 8-puzzles of 22 to 31 moves with 25 lines of Python, simpleai and aima3."""
    heading(f"A*, Manhattan distance, {boards} 8-puzzles of 22 to 31 moves")
    drawn = [Tiles.generate(seed, depth=22 + seed % 10) for seed in range(boards)]

    def ours(engine: str) -> float:
        return sum(solve(one, heuristic="manhattan", engine=engine).cost or 0 for one in drawn)

    def by_plain_lines(board: Tiles) -> float:
        def h(state: Any) -> float:
            return board.manhattan(Node(state))

        found = minimal_astar(board.initial, board.successors, board.goal_test, h)
        return len(found.path or ()) - 1

    runs: dict[str, Callable[[], float]] = {
        f"ours, {engine}": partial(ours, engine) for engine in ("auto", "objects", "compiled")
    }
    plainly = "25 plain lines with heapq"
    runs[plainly] = lambda: sum(map(by_plain_lines, drawn))
    if simpleai := _imported("simpleai.search"):
        runs["simpleai"] = lambda: sum(_by_simpleai(simpleai, one) for one in drawn)
    if aima3 := _imported("aima3.search"):
        problems = [_of_aima3(aima3, one) for one in drawn]
        runs["aima3"] = lambda: sum(aima3.astar_search(one).path_cost for one in problems)
    seconds = _timed(runs, repeats)
    for engine, most in (("objects", 1.5), ("compiled", 0.1)):
        ratio = seconds[f"ours, {engine}"] / seconds[plainly]
        state_claim(f"{engine} over plain lines", ratio, most=most, unit=" times")


def measure_own(repeats: int = 5) -> None:
    """Compare A* on seven problems as students write them with A* in 25 lines of Python."""
    heading("A* on problems of your own, CPU seconds: 25 plain lines with heapq and ours")
    columns = ("plain lines", "solve", "astar_search", "plain expands", "solve expands")
    rows, ratios = Rows("problem:22", *columns), dict[str, list[float]](solve=[], astar_search=[])
    for name, make in PROBLEMS.items():
        problem = make()
        plain, solved = _by_lines_of(problem), solve(problem)
        if not isclose(plain.cost, solved.cost or 0):
            raise AssertionError(f"{name}: cost {solved.cost}, expected {plain.cost}")
        runs: dict[str, Callable[[], object]] = {
            "plain": partial(_by_lines_of, problem),
            "solve": partial(solve, problem),
            "astar_search": partial(astar_search, problem),
        }
        seconds = least(runs, repeats)
        for run, found in ratios.items():
            found.append(seconds[run] / seconds["plain"])
        rows.add(
            name, *(f"{took:.4f}" for took in seconds.values()), plain.expanded, solved.expanded
        )
    for run, found in ratios.items():
        claim = f"{run} over plain lines, geometric mean"
        state_claim(claim, geometric_mean(found), most=MOST_OVER_LINES[run], unit=" times")


def _by_lines_of(problem: Any) -> _Plain:
    """Search with the problem's own methods by the A* in 25 lines."""
    costs_one = type(problem).path_cost is Problem.path_cost

    def successors(state: Any) -> Iterator[tuple[Any, Any, float]]:
        for action in problem.actions(state):
            after = problem.result(state, action)
            yield action, after, 1 if costs_one else problem.path_cost(0, state, action, after)

    found = minimal_astar(
        problem.initial, successors, problem.goal_test, lambda state: problem.h(_State(state))
    )
    costs = {}
    path = found.path or []
    for before, after in pairwise(path):
        costs[after] = min(cost for _, state, cost in successors(before) if state == after)
    return _Plain(sum(costs.values()), found.expanded)


class _Plain(NamedTuple):
    cost: float
    expanded: int


class _State(NamedTuple):
    """Replaces a node for h, which reads only the node's state."""

    state: Any


def _by_simpleai(simpleai: Any, board: Tiles) -> float:
    class Problem(simpleai.SearchProblem):
        def actions(self, state: Any) -> Any:
            return [(action, after) for action, after, _ in board.successors(state)]

        def result(self, state: Any, action: Any) -> Any:
            return action[1]

        def is_goal(self, state: Any) -> bool:
            return bool(board.goal_test(state))

        def heuristic(self, state: Any) -> float:
            return board.manhattan(Node(state))

    return float(simpleai.astar(Problem(board.initial), graph_search=True).cost)


def _of_aima3(search: Any, board: Tiles) -> Any:
    class Problem(search.Problem):
        actions, result = staticmethod(board.actions), staticmethod(board.result)
        h = staticmethod(board.manhattan)

    return Problem(board.initial, board.goal)


def measure_grid(sides: tuple[int, ...] = (512, 1024), repeats: int = 3) -> None:
    """Compare A* on large grids with A* in C, rustworkx, scipy's Dijkstra and networkx."""
    for side in sides:
        heading(f"A*, octile distance, {side} x {side} cells, 30 % walls, 8 neighbours")
        grid = Paths.generate(1, size=side, walls=30)
        cells = [(x, y) for y in range(side) for x in range(side)]
        is_free = bytes(map(grid.passable, cells))
        ends = [y * side + x for x, y in (grid.initial, grid.goal)]

        def ours(engine: str, grid: Paths = grid) -> float:
            return float(solve(grid, "astar", "octile", engine=engine).cost or 0)

        runs: dict[str, Callable[[], float]] = {
            f"ours, {name}": partial(ours, name) for name in ("compiled", "objects")
        }
        with in_c() as c:
            if c is not None:
                runs["A* in C"] = partial(
                    c.grid_astar, side, is_free, *ends, ctypes.byref(ctypes.c_int64())
                )
            runs |= _on_graphs(grid, cells, ends)
            seconds = _timed(runs, repeats)
        rival = "A* in C" if "A* in C" in seconds else "scipy, dijkstra to all cells"
        ratio = seconds["ours, compiled"] / seconds[rival]
        claim = f"{side} x {side}: compiled over {rival}"
        state_claim(claim, ratio, most=MOST_OVER_C["grid"], unit=" times")


def _on_graphs(
    grid: Paths, cells: Sequence[Any], ends: Sequence[int]
) -> dict[str, Callable[[], float]]:
    """Return the rivals that need a graph; the time to build the graph is not measured."""
    side, h = grid.field.width, heuristics.get("octile", grid)
    links = [
        (y * side + x, there[1] * side + there[0], cost)
        for x, y in cells
        if grid.passable((x, y))
        for _, there, cost in grid.field.steps((x, y))
    ]
    sources, targets, costs = zip(*links, strict=True)
    matrix = csr_matrix((costs, (sources, targets)), shape=(len(cells), len(cells)))
    runs: dict[str, Callable[[], float]] = {
        "scipy, dijkstra to all cells": lambda: float(dijkstra(matrix, indices=ends[0])[ends[1]])
    }
    if rustworkx := _imported("rustworkx"):
        graph = rustworkx.PyDiGraph()
        graph.add_nodes_from(range(len(cells)))
        graph.add_edges_from(links)

        def in_rust() -> float:
            way = rustworkx.digraph_astar_shortest_path(
                graph, ends[0], lambda at: at == ends[1], float, lambda at: h(Node(cells[at]))
            )
            return sum(matrix[a, b] for a, b in zip(way, list(way)[1:], strict=False))

        runs["rustworkx, h in Python"] = in_rust
    if side <= 512 and (networkx := _imported("networkx")):
        of_python = networkx.DiGraph()
        of_python.add_weighted_edges_from(links)
        runs["networkx"] = lambda: float(
            networkx.astar_path_length(of_python, *ends, lambda at, _: h(Node(cells[at])))
        )
    return runs


def _korf_by_length() -> list[Tiles]:
    """Return Korf's boards, the boards with the shortest solutions first."""
    return [board for board, _ in sorted(korf_boards(), key=itemgetter(1))]


def measure_ida(boards: int = 5, repeats: int = 3) -> None:
    """Compare IDA* with Manhattan distance on Korf's easiest boards with 50 lines of C."""
    heading(f"IDA*, Manhattan distance, the {boards} of Korf's boards with the shortest solutions")
    problems = _korf_by_length()[:boards]

    def ours() -> float:
        found = [solve(one, "ida-star", "manhattan", engine="compiled").cost for one in problems]
        return sum(map(float, found))  # type: ignore[arg-type] # solved

    with in_c() as c:
        if c is None:
            return
        numbers = [[(ctypes.c_int * 16)(*state) for state in (b.initial, b.goal)] for b in problems]
        count = ctypes.byref(ctypes.c_int64())
        runs = {
            "ours, compiled": ours,
            "IDA* in C": lambda: sum(float(c.fifteen(*pair, count, None)) for pair in numbers),
        }
        seconds = _timed(runs, repeats)
    ratio = seconds["ours, compiled"] / seconds["IDA* in C"]
    state_claim("ida-star compiled over C", ratio, most=MOST_OVER_C["ida"], unit=" times")


DOMAIN = """(define (domain tiles) (:requirements :strips :typing) (:types tile square)
 (:predicates (at ?t - tile ?s - square) (blank ?s - square) (next ?a ?b - square))
 (:action slide :parameters (?t - tile ?a ?b - square)
  :precondition (and (at ?t ?a) (blank ?b) (next ?a ?b))
  :effect (and (at ?t ?b) (blank ?a) (not (at ?t ?a)) (not (blank ?b)))))
"""


def measure_planners(boards: int = 3, repeats: int = 2) -> None:
    """Compare whole processes on 8-puzzles of at least 22 moves with two planners, on PDDL."""
    heading(f"A*, {boards} 8-puzzles of 22 to {21 + boards} moves, each in a process of its own")
    drawn = [Tiles.generate(seed, depth=22 + seed) for seed in range(boards)]
    command = [sys.executable, "-m", "aima_search", "solve", "tiles", "--json", "--heuristic"]

    def ours(h: str) -> float:
        return sum(float(json.loads(_said([*command, h, one.format()]))["cost"]) for one in drawn)

    runs: dict[str, Callable[[], float]] = {
        f"ours, {h}": partial(ours, h) for h in ("manhattan", "zero")
    }
    with tempfile.TemporaryDirectory() as folder:
        tasks = [_write_task(Path(folder) / str(at), one) for at, one in enumerate(drawn)]
        for name, run in _planners().items():
            runs[name] = lambda run=run: float(sum(run(task) for task in tasks))
        _timed(runs, repeats, seconds_of_children)


def _planners() -> dict[str, Callable[[Path], int]]:
    """Return planners by name: functions that solve a folder's task; they return the length."""

    def planned(command: list[str], task: Path) -> int:
        _said([sys.executable, *command], task)
        [plan] = [*task.glob("*.soln"), *task.glob("sas_plan")]
        length = sum(line.startswith("(") for line in plan.read_text().splitlines())
        plan.unlink()
        return length

    files, found = ["domain.pddl", "task.pddl"], dict[str, list[str]]()
    if _imported("pyperplan"):
        for name in ("lmcut", "blind"):
            found[f"pyperplan, {name}"] = ["-m", "pyperplan", "-s", "astar", "-H", name, *files]
    package = find_spec("up_fast_downward")
    if package is None or package.origin is None:
        print_line("up-fast-downward is not installed: nothing of Fast Downward is measured")
    else:
        driver = str(Path(package.origin).parent / "downward" / "fast-downward.py")
        for name in ("lmcut", "blind"):
            found[f"Fast Downward, {name}"] = [driver, *files, "--search", f"astar({name}())"]
    return {name: partial(planned, command) for name, command in found.items()}


def _said(command: list[str], folder: Path | None = None) -> str:
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def _write_task(folder: Path, board: Tiles) -> Path:
    """Write a board as a planning task into a new folder, and return the folder."""
    squares = range(len(board.goal))

    def stand(state: Sequence[int]) -> str:
        return " ".join(
            f"(at t{tile} s{at})" if tile else f"(blank s{at})" for at, tile in enumerate(state)
        )

    steps = " ".join(
        f"(next s{a} s{b})"
        for a, b in product(squares, squares)
        if abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1
    )
    objects = f"{' '.join(f't{tile}' for tile in squares[1:])} - tile"
    objects += f" {' '.join(f's{at}' for at in squares)} - square"
    folder.mkdir()
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "task.pddl").write_text(
        f"(define (problem board) (:domain tiles) (:objects {objects})\n"
        f" (:init {steps} {stand(board.initial)}) (:goal (and {stand(board.goal)})))\n"
    )
    return folder


def measure_memory(expansions: int = 10_000_000) -> None:
    """Measure the bytes per expansion of a long compiled search."""
    heading(f"memory of {expansions:,} expansions of a 15-puzzle in machine code")
    expanded, used = in_fresh_process(_memory, expansions)
    state_claim("bytes an expansion", used / expanded, most=MOST_BYTES["expansion"])


def _memory(expansions: int) -> tuple[int, int]:
    [*_, board] = _korf_by_length()
    solve(board, heuristic="manhattan", limits=Limits(nodes=1000), engine="compiled")
    before = _peak()
    result = solve(board, heuristic="manhattan", limits=Limits(nodes=expansions), engine="compiled")
    after = _peak()
    return result.expanded, after - before


def _peak() -> int:
    """Return the peak bytes of this process; ru_maxrss may be the peak of its parent."""
    told = Path("/proc/self/status").read_text()
    return 1024 * int(told.partition("VmHWM:")[2].split()[0])


def measure_map(side: int = 1000, trips: int = 1000, sample: int = 5, seed: int = 1) -> None:
    """Compare the command batch, on trips on a map of a million places, with scipy's Dijkstra."""
    heading(f"{trips:,} trips on a road map of {side * side:,} places, from the files on")
    with tempfile.TemporaryDirectory() as folder:
        *_, few = _batch(Path(folder), 10, 10, seed)
        file, ends, found, status, took, cpu, most = _batch(Path(folder), side, trips, seed)
        size, scanned, costs = in_fresh_process(_by_scipy, file, ends[:sample])
    print_line(
        f"{took:.0f} s, {cpu:.0f} s of CPU, exit status {status}; scipy's Dijkstra to all places"
        f" takes {scanned:.2f} s of CPU a trip; {most / 2**20:.0f} MiB at the peak, on a map of 100"
        f" places {few / 2**20:.0f} MiB; the map takes {size:.0f} bytes a place"
    )
    more = (most - few) / side**2
    state_claim("bytes a place, beyond a map of 100 places", more, most=MOST_BYTES["place"])
    alike = sum(map(isclose, found, costs))
    state_claim("trips of the sample as long as scipy's", alike, least=len(costs))
    state_claim("trips that were answered", len(found), least=trips)


def _batch(folder: Path, side: int, trips: int, seed: int) -> tuple[Any, ...]:
    """Run the command batch on trips on a new map, in a process that has no other child.

    Return the file of the map, the ends of the trips, their costs, the command's exit status, its
    seconds, its CPU seconds, and its peak bytes.
    """
    (folder := folder / str(side)).mkdir()
    file, table, out = (folder / name for name in ("map.csv", "trips.csv", "out.csv"))
    _write_map(file, side, random := Random(seed))
    ends = [[random.randint(1, side * side) for _ in "ab"] for _ in range(trips)]
    table.write_text("start,goal\n" + "".join(f"{a},{b}\n" for a, b in ends))
    command = ["batch", "routes", table, "--map", file, "--out", out]
    command += ["--engine", "compiled", "--heuristic", "landmarks(8)"]
    told = in_fresh_process(_run, list(map(str, command)))
    with out.open() as lines:
        found = [float(row["cost"] or "inf") for row in csv.DictReader(lines)]
    return file, ends, found, *told


def _run(command: list[str]) -> tuple[int, float, float, int]:
    start = perf_counter()
    done = subprocess.run([sys.executable, "-m", "aima_search", *command], capture_output=True)
    took = perf_counter() - start
    return done.returncode, took, cpu_used(children=True), most_bytes(children=True)


def _write_map(file: Path, side: int, random: Random) -> None:
    """Write a road map: a grid without a sixth of the roads, and its points."""
    points = [
        (100 * x + random.randint(-30, 30), 100 * y + random.randint(-30, 30))
        for y in range(side)
        for x in range(side)
    ]
    roads = [
        (at, there)
        for at in range(len(points))
        for there in [at + 1] * ((at + 1) % side > 0) + [at + side]
        if there < len(points) and random.random() > 1 / 6
    ]
    with file.open("w") as text:
        text.writelines(f"{at}@{x},{y}\n" for at, (x, y) in enumerate(points, 1))
        for at, there in roads:
            line = hypot(points[at][0] - points[there][0], points[at][1] - points[there][1])
            cost = int(line * random.uniform(1, 1.6)) + 1
            text.write(f"{at + 1},{there + 1},{cost}\n")


def _by_scipy(file: Path, ends: Sequence[Sequence[int]]) -> tuple[float, float, list[float]]:
    """Return the bytes per place of the map, scipy's CPU seconds per trip, and scipy's costs."""
    before = _peak()
    map_ = read_map(str(file))
    compiled = Routes(f"{ends[0][0]}>{ends[0][1]}", map=map_).compiled()
    after = _peak()
    assert not isinstance(compiled, str)
    words = compiled.expand.ints
    starts, targets = words[1 : 1 + words[0]], words[1 + words[0] :]
    matrix = csr_matrix((compiled.expand.floats, targets, starts), shape=(len(map_), len(map_)))
    pairs = [[map_.numbers[str(place)] for place in pair] for pair in ends]
    seconds, costs = cpu_seconds(
        lambda: [float(dijkstra(matrix, indices=start)[goal]) for start, goal in pairs]
    )
    return (after - before) / len(map_), seconds / len(ends), costs


CASES = {
    "own": measure_own,
    "tiles": measure_tiles,
    "grid": measure_grid,
    "ida": measure_ida,
    "planners": measure_planners,
    "memory": measure_memory,
    "map": measure_map,
}
