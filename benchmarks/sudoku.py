"""Sudoku: A* compared with CP-SAT and sudokutools; ratings; local search."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from aima_search.algorithms.climbing import (
    hill_climbing,
    hill_climbing_steps,
    iterated_local_search_steps,
    local_beam_search,
    random_restart_hill_climbing,
    simulated_annealing,
    simulated_annealing_steps,
    tabu_search_steps,
)
from aima_search.algorithms.genetic import genetic_search
from aima_search.algorithms.informed import astar_search
from aima_search.algorithms.options import exp_schedule
from aima_search.algorithms.steps import run_to_end
from aima_search.display.tables import markdown_table
from aima_search.runs.statistics import wilson
from benchmarks.runner import Rows, heading, print_line, state_claim
from examples.sudoku_course import functions as notebook
from puzzles import Sudoku, SudokuLocal
from puzzles.sudoku.deduction import TECHNIQUES
from puzzles.sudoku.local import NEIGHBOURHOODS
from puzzles.sudoku.local.filling import COSTS
from puzzles.sudoku.rules import DIGITS, box_layout, default_box

LEAST_RATIO = 10
LEAST_STEPS_RATIO = 50
RATIO_SETS = ("easy50", "top95", "17clue_100", "hardest11", "magictour_200")
NOTEBOOK_PUZZLE = (
    "3.456.9..185..97......78415.2..1..49.49.5......198.67.49..3...7.18745..6.......8."
)
ANNEALING_STEPS = 1_500_000
LEAST_SOLVED = {"the notebook's": 0.99, "easy50": 1.0, "17clue_100, singles first": 0.9}

Solver = Callable[[str, tuple[int, int]], "str | None"]
"""A function from a puzzle (a line of text) and its box shape to the solution (a line), or None."""


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles with the same box shape, as lines, with their solutions ("" if not known)."""

    name: str
    box: tuple[int, int]
    puzzles: Sequence[str]
    solutions: Sequence[str]


def puzzle_sets(folder: Path | None, chosen: Sequence[str] = ()) -> list[PuzzleSet]:
    """Return the puzzle sets of a folder, or generated sets if no folder is given."""
    if folder is None:
        boxes = [(2, 3), (3, 3), (3, 4), (4, 4)]
        return [
            _with_known_solutions(f"generated {rows}x{columns}", (rows, columns), range(10))
            for rows, columns in boxes
        ]
    paths = sorted(folder.glob("*.txt"))
    return [_read_set(path) for path in paths if not chosen or path.stem in chosen]


def _read_set(path: Path) -> PuzzleSet:
    """Return the puzzles of a file; a file next to it has the solutions of unique puzzles."""
    puzzles = path.read_text(encoding="utf-8").split()
    rows, columns = default_box(round(len(puzzles[0]) ** 0.5))
    box = (columns, rows) if path.stem.endswith("_tall") else (rows, columns)
    solutions, beside = [""] * len(puzzles), path.with_suffix(".sol")
    if beside.is_file():
        lines = [line.split("\t") for line in beside.read_text(encoding="utf-8").splitlines()]
        solutions = [solution if number == "1" else "" for number, solution in lines]
    return PuzzleSet(path.stem, box, puzzles, solutions)


def _with_known_solutions(name: str, box: tuple[int, int], seeds: Iterable[int]) -> PuzzleSet:
    problems = [Sudoku.generate(seed, box=box) for seed in seeds]
    solved = [_line(next(problem.solutions()), problem) for problem in problems]
    return PuzzleSet(name, box, [problem.format("line") for problem in problems], solved)


def measure_against_peers(
    data: Path | None = None, sets: tuple[str, ...] = (), repeats: int = 3
) -> None:
    """Compare A* with CP-SAT and sudokutools on the puzzle sets in a folder (SET.txt and SET.sol).

    "first" is the first run on a set, in which our solver also makes the tables for the board's
    shape. "ratio" is a solver's median time divided by ours.
    """
    solvers: dict[str, Solver] = {"ours": solve_by_astar}
    for name, make in (("CP-SAT", cp_sat_solver), ("sudokutools", sudokutools_solver)):
        try:
            solvers[name] = make()
        except ImportError as error:
            print_line(f"{name} is left out: {error}. pip install ortools sudokutools")
    heading(f"CPU time a puzzle, from its text to its solution, one thread, least of {repeats}")
    columns = ["puzzles", "right", "median ms", "worst ms", "first ms", "ratio"]
    rows = Rows("set:14", "solver:12", *columns, words=2)
    ratios: dict[str, float] = {}
    for puzzle_set in puzzle_sets(data, sets):
        times = _times(puzzle_set, solvers, repeats)
        for name, (seconds, first, right) in times.items():
            ratio = median(seconds) / median(times["ours"][0])
            if name == "CP-SAT":
                ratios[puzzle_set.name] = ratio
            numbers = [f"{1e3 * number:.3f}" for number in (median(seconds), max(seconds), first)]
            counts = [len(puzzle_set.puzzles), right]
            rows.add(puzzle_set.name, name, *counts, *numbers, f"{ratio:.1f}")
    for name, ratio in ratios.items():
        least = {**dict.fromkeys(RATIO_SETS, LEAST_RATIO), "16x16": 1}.get(name)
        if least is not None:
            state_claim(f"median CPU time of CP-SAT over ours, {name}", ratio, least=least)


def _times(
    puzzle_set: PuzzleSet, solvers: Mapping[str, Solver], repeats: int
) -> dict[str, tuple[list[float], float, int]]:
    """Return each solver's least CPU seconds on each puzzle, its first run's, and right answers."""
    box, found = puzzle_set.box, dict[str, tuple[list[float], float, int]]()
    for _ in range(repeats):
        for name, solve in solvers.items():  # in turn, so that a slow machine slows down all
            if name == "sudokutools" and box != (3, 3):
                continue
            gc.collect()
            seconds, right = [], 0
            for puzzle, solution in zip(puzzle_set.puzzles, puzzle_set.solutions, strict=True):
                start = process_time()
                answer = solve(puzzle, box)
                seconds.append(process_time() - start)
                right += _is_right(puzzle, answer, solution, box)
            least, first, _ = found.get(name, (seconds, seconds[0], 0))
            found[name] = list(map(min, seconds, least)), first, right
    return found


def _is_right(puzzle: str, found: str | None, solution: str, box: tuple[int, int]) -> bool:
    """Return True if an answer is the known solution, or any solution if none is known."""
    if found is None or solution:
        return found == solution
    if any(a not in (".", b) for a, b in zip(puzzle, found, strict=True)):
        return False
    try:
        full = Sudoku(found, box=box)
    except ValueError:
        return False
    return bool(full.goal_test(full.initial))


def solve_by_astar(puzzle: str, box: tuple[int, int]) -> str | None:
    """Solve a puzzle by astar_search with the default formulation and heuristic."""
    problem = Sudoku(puzzle, box=box)
    node = astar_search(problem)
    return None if node is None else _line(node.state, problem)


def _line(state: Any, problem: Sudoku) -> str:
    return "".join([DIGITS[digit - 1] for row in problem.grid(state) for digit in row])


def cp_sat_solver() -> Solver:
    """Return a solver with CP-SAT, which has a variable per cell and a constraint per unit."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")

    def solve(puzzle: str, box: tuple[int, int]) -> str | None:
        layout, model = box_layout(box), cp_model.CpModel()
        cells = [model.new_int_var(1, layout.side, "") for _ in puzzle]
        for unit in layout.units:
            model.add_all_different([cells[cell] for cell in unit.cells])
        for cell, character in zip(cells, puzzle, strict=True):
            if character != ".":
                model.add(cell == DIGITS.index(character) + 1)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return "".join([DIGITS[solver.value(cell) - 1] for cell in cells])

    return solve


def sudokutools_solver() -> Solver:
    """Return the faster one of the solvers of sudokutools: exact cover by dancing links."""
    solve_module: Any = import_module("sudokutools.solve")
    sudoku_module: Any = import_module("sudokutools.sudoku")

    def solve(puzzle: str, box: tuple[int, int]) -> str | None:
        board = sudoku_module.Sudoku.decode(puzzle.replace(".", "0"))
        found = next(iter(solve_module.dlx(board)), None)
        return None if found is None else "".join(str(found[cell]) for cell in found)

    return solve


def measure_ratings(data: Path | None = None, sets: tuple[str, ...] = ()) -> None:
    """Count the hardest technique that each puzzle needs, and measure the time to find it.

    The table is the one in docs/how/deductions.md. Puzzles with more than one solution are left
    out. If the folder has a file ratings.tsv, our ratings are compared with this file.
    """
    found = [one for one in puzzle_sets(data, sets) if one.box == (3, 3)]
    found.append(_with_known_solutions("generated", (3, 3), range(100)))
    needed: dict[str, Counter[str]] = {}
    ratings: dict[str, float] = {}
    means = {}
    for one in found:
        known = zip(one.puzzles, one.solutions, strict=True)
        problems = {puzzle: Sudoku(puzzle) for puzzle, solution in known if solution}
        if not problems:
            continue
        start = process_time()
        ratings.update((puzzle, problem.rating()) for puzzle, problem in problems.items())
        means[one.name] = (process_time() - start) / len(problems)
        needed[one.name] = Counter(problem.difficulty() for problem in problems.values())
    counts = {one: [needs[one.name] for needs in needed.values()] for one in TECHNIQUES.values()}
    rows = [
        [f"{one.rating}", f"`{one.name}`", *(str(number or "") for number in numbers)]
        for one, numbers in counts.items()
        if any(numbers)
    ]
    rows.append(["", "puzzles", *(str(count.total()) for count in needed.values())])
    rows.append(["", "CPU ms a puzzle", *(f"{1e3 * mean:.0f}" for mean in means.values())])
    text = markdown_table(["rating", "technique", *needed], rows, ["rating", *needed])
    print_line(text)
    if "top95" in means:
        state_claim("ratings of top95 a second of CPU", 1 / means["top95"], least=10)
    if data is not None and (data / "ratings.tsv").is_file():
        _compare_ratings(ratings, data / "ratings.tsv")


def _compare_ratings(ours: Mapping[str, float], path: Path) -> None:
    """Print how well our ratings agree with a file, whose lines have a puzzle and a rating."""
    stats: Any = import_module("scipy.stats")
    lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    pairs = [(float(line[1]), ours[line[0]]) for line in lines if line[0] in ours]
    print_line(f"{len(pairs)} puzzles of {path.name}")
    for low, high, least in ((1.0, 4.2, 1.0), (4.3, 7.0, 0.8)):
        equal = [theirs == own for theirs, own in pairs if low <= theirs <= high]
        share = sum(equal) / len(equal) if equal else None
        state_claim(
            f"share of equal ratings, {len(equal)} from {low} to {high}", share, least=least
        )
    hard = [pair for pair in pairs if pair[0] > 4.2]
    for claim, some in (("rank correlation over all", pairs), ("rank correlation above 4.2", hard)):
        state_claim(claim, stats.spearmanr(*zip(*some, strict=True)).statistic, least=0.95)


def measure_steps() -> None:
    """Compare steps of steepest ascent as in the notebook with steps that compute differences."""
    heading("Steps of steepest ascent on the notebook's puzzle")
    columns = ["steps", "ms a step", "times the naive"]
    rows = Rows("neighbourhood", "evaluated:13", *columns, words=2)
    naive = _seconds_a_naive_step(steps=10)
    rows.add("cells", "from scratch", "10", f"{1e3 * naive:.2f}", "1.0")
    ratio = 0.0
    for neighbourhood in ("cells", "boxes"):
        steps, seconds = 0, 0.0
        for seed in range(20):
            problem = SudokuLocal(NOTEBOOK_PUZZLE, neighbourhood=neighbourhood, seed=seed)
            start = process_time()
            step, _ = run_to_end(hill_climbing_steps(problem, seed=seed))
            seconds += process_time() - start
            steps += step.expanded if step else 0
        ratio = naive / (seconds / steps)
        each = f"{1e3 * seconds / steps:.2f}"
        rows.add(neighbourhood, "by difference", steps, each, f"{ratio:.1f}")
    state_claim("steps a second in boxes over the notebook's", ratio, least=LEAST_STEPS_RATIO)


def _seconds_a_naive_step(steps: int) -> float:
    """Return the CPU seconds of a step that makes and evaluates all neighbours again."""
    cells = notebook.obtain_all_cells()
    fixed = {
        name: int(digit) for name, digit in zip(cells, NOTEBOOK_PUZZLE, strict=True) if digit != "."
    }
    state = notebook.init_state(fixed, seed=1)
    start = process_time()
    for _ in range(steps):
        state = min(notebook.return_neib_states(state, fixed), key=notebook.cost_function)
    return (process_time() - start) / steps


def _anneal(problem: SudokuLocal, seed: int) -> Any:
    return simulated_annealing(problem, problem.schedule(ANNEALING_STEPS), seed=seed)


METHODS: tuple[tuple[str, str, Callable[..., Any], float], ...] = (
    ("annealing", "boxes", _anneal, 1),
    ("annealing", "cells", _anneal, 0.2),
    ("hill climbing", "boxes", hill_climbing, 1),
    ("20 restarts", "boxes", partial(random_restart_hill_climbing, restarts=20), 0.2),
    ("beam of 10", "boxes", partial(local_beam_search, k=10), 0.2),
    ("genetic", "boxes", partial(genetic_search, ngen=300, n=50), 0.1),
)
"""The local searches to compare: name, neighbourhood, search, share of the runs that it does."""


def measure_success(data: Path | None = None, runs: int = 100) -> None:
    """Count how many runs of local searches, each with a different seed, find a solution."""
    heading("Local search: runs that end in a solution")
    columns = ["solved", "runs", "CPU s a run"]
    rows = Rows("puzzle:26", "neighbourhood", "search:14", *columns, words=3)
    known = {one.name: one.puzzles for one in puzzle_sets(data)} if data else {}
    cases: list[tuple[Any, str, Sequence[str], dict[str, Any]]] = [
        (method, "the notebook's", [NOTEBOOK_PUZZLE] * max(1, round(runs * method[3])), {})
        for method in METHODS
    ]
    cases.append((METHODS[0], "easy50", known.get("easy50", ()), {}))
    wide = known.get("17clue_100", ())
    cases.append((METHODS[0], "17clue_100, singles first", wide, {"singles_first": True}))
    for (name, kind, search, _), label, puzzles, options in cases:
        if not puzzles:
            continue
        start, solved = process_time(), 0
        for seed, puzzle in enumerate(puzzles):
            problem = SudokuLocal(puzzle, neighbourhood=kind, seed=seed, **options)
            solved += problem.goal_test(search(problem, seed=seed))
        each = f"{(process_time() - start) / len(puzzles):.3f}"
        rows.add(label, kind, name, solved, len(puzzles), each)
        if (name, kind) == METHODS[0][:2]:
            claim = f"share of runs solved: annealing, {label}"
            state_claim(claim, solved / len(puzzles), least=LEAST_SOLVED[label])


STUDY_BOARDS = 30
STUDY_EVALUATIONS = 30_000
CLASSES: Mapping[str, Mapping[str, Any]] = {
    "6 x 6": {"box": (2, 3)},
    "9 x 9, 36 givens": {"clues": 36},
    "9 x 9, minimal": {},
}


def measure_study() -> None:
    """Compare neighbourhoods, costs, coolings and searches, with intervals; vary one at a time."""
    steady: Any = simulated_annealing_steps
    cooled = [
        partial(steady, schedule=exp_schedule(1, rate, STUDY_EVALUATIONS)) for rate in (1e-3, 2e-4)
    ]
    rows: list[tuple[str, str, dict[str, Any], Any]] = [
        ("neighbourhood", name, {"neighbourhood": name}, steady) for name in NEIGHBOURHOODS
    ]
    rows += [("cost", name, {"cost": name}, steady) for name in COSTS]
    rows += [
        ("cooling", "one temperature", {}, steady),
        ("cooling", "from 1 by 0.1 % a step", {}, cooled[0]),
        ("cooling", "from 1 by 0.02 % a step", {}, cooled[1]),
        ("search", "tabu", {}, tabu_search_steps),
        ("search", "iterated local search", {}, iterated_local_search_steps),
    ]
    boards = {
        name: [Sudoku.generate(seed, **options) for seed in range(STUDY_BOARDS)]
        for name, options in CLASSES.items()
    }
    base, table = {"neighbourhood": "boxes", "cost": "missing"}, []
    for axis, value, options, search in rows:
        cells = [_study(puzzles, base | options, search) for puzzles in boards.values()]
        table.append([axis, f"`{value}`" if options else value, *cells])
    text = markdown_table(["varied", "value", *boards], table, list(boards))
    print_line(text)


def _study(puzzles: Sequence[Sudoku], options: Mapping[str, Any], search: Any) -> str:
    """Return a text: the number of solved boards, the rate's interval, the mean evaluations."""
    solved = evaluated = 0
    for seed, puzzle in enumerate(puzzles):
        problem = SudokuLocal(puzzle, seed=seed, **options)
        steps = search(problem, seed=seed)
        step = next(steps)
        try:
            while step.generated < STUDY_EVALUATIONS:
                next(steps)
            node = step.node
        except StopIteration as end:
            node = end.value
        solved += problem.goal_test(node.state)
        evaluated += step.generated
    low, high = wilson(solved, len(puzzles))
    each = evaluated / len(puzzles)
    return f"{solved} ({100 * low:.0f} to {100 * high:.0f} %), {each:,.0f}"


CASES = {
    "peers": measure_against_peers,
    "rating": measure_ratings,
    "steps": measure_steps,
    "local": measure_success,
    "study": measure_study,
}
