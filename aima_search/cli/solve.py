"""``aima-search solve``: solve a board and print every step as a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aima_search.base.extras import require
from aima_search.base.limits import Limits
from aima_search.catalog.configuration import Configuration, parse_algorithm
from aima_search.cli import arguments, shown_solution
from aima_search.cli.output import Progress, print_json
from aima_search.cli.supervisor import EarlyEnd, ExitStatus, set_final_report, start_up
from aima_search.compiled.engines import AUTO, OBJECTS
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.deadline import DeadlineScope
from aima_search.runs.outcomes import INTERRUPTED, NO_SOLUTION, SOLVED
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve

if TYPE_CHECKING:
    from aima_search.trace import Trace


_STATUS = {
    SOLVED: ExitStatus.SOLVED,
    NO_SOLUTION: ExitStatus.FAILED,
    INTERRUPTED: ExitStatus.INTERRUPTED,
}


@click.command("solve", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@arguments.boards_argument
@arguments.algorithm_option
@click.option("--heuristic", "-h", help=f"{arguments.HEURISTIC_HELP} [default: chosen by PUZZLE]")
@arguments.tie_break_option("--tie-break", "Order of nodes with equal f values:")
@arguments.engine_option(None)
@click.option(
    "--weight", help="Weight of h in weighted-astar, or first weight of h in anytime-astar."
)
@click.option("--depth", help="Depth limit for the algorithm 'depth-limited'.")
@click.option("--seed", help="Seed for the random numbers of local search.")
@click.option("--all", "find_all", is_flag=True, help="Print all solutions instead of one.")
@click.option("--cells", is_flag=True, help="With --all: print each solution as a list of cells.")
@click.option(
    "--at-most",
    type=arguments.WholeNumber(min=1),
    help="With --all: print at most this number of solutions.",
)
@click.option(
    "--within",
    type=click.FloatRange(min=1),
    help="With --all: also print paths that are not optimal. For example, 1.1 accepts a cost of at"
    " most 1.1 times the optimal cost. [default: only optimal paths]",
)
@arguments.limit_options(Limits())
@arguments.json_option
@click.option(
    "--trace",
    type=shown_solution.TraceOutputPath(),
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Print one line for each expansion, or write the lines to a .txt FILE. An .svg FILE gets a"
    " picture of the explored part of a map or grid. Without FILE, put --trace at the end of the"
    " command, so that no other word is taken as FILE.",
)
@click.option(
    "--trace-pictures", is_flag=True, help="Draw the board after every line that --trace prints."
)
@arguments.output_option(".gif", "Write the solution as an animated GIF.")
@arguments.output_option(".html", "Write the solution as an animation on an HTML page.")
@arguments.output_option(".png", "Write a picture of the final board (PNG).")
@click.option("--last", is_flag=True, help="Print only the final board, not the steps.")
@click.option("--quiet", "-q", is_flag=True, help="Print no pictures.")
def solve_command(
    puzzle: str,
    boards: tuple[str, ...],
    algorithm: str,
    heuristic: str | None,
    tie_break: str | None,
    engine: str | None,
    weight: str | None,
    depth: str | None,
    seed: str | None,
    find_all: bool,
    cells: bool,
    at_most: int | None,
    within: float | None,
    limits: Limits,
    as_json: bool,
    trace: Path | None,
    trace_pictures: bool,
    gif: Path | None,
    html: Path | None,
    png: Path | None,
    last: bool,
    quiet: bool,
) -> None:
    """Solve a board of PUZZLE and print the steps as pictures.

    BOARD is a file (FILE:20 means the 20th board of FILE), the text or id of a board, the name of
    a bundled level, or "-" for standard input. Without BOARD, an example board is solved. To
    list the puzzle's options, such as --line, use `aima-search list PUZZLE`.
    Exit status: 0 solved, 1 proved that there is no solution, 2 bad input, 3 a limit was reached.
    """
    start_up(limits.seconds)
    kind = PUZZLES.get(puzzle)
    flags = {flag: True for flag in kind.solution_flags if f"--{flag}" in boards}
    given = [argument for argument in boards if argument not in {f"--{flag}" for flag in flags}]
    if find_all and any((gif, html, png, trace, last)):
        raise click.UsageError(
            "--gif, --html, --png, --last and --trace show only one solution: omit --all"
        )
    _check_printed(trace, trace_pictures, as_json, last, quiet)
    texts = {"weight": weight, "depth": depth, "seed": seed}
    if find_all:
        _refuse(texts, "cannot be used with --all")
        paths = _path_arguments(kind, heuristic, within, limits)
        problems = arguments.read_problems(kind, given, of_files=True)
        shown = "json" if as_json else "cells" if cells else "quiet" if quiet else "pictures"
        shown_solution.show_all_solutions(problems, flags, at_most, paths, limits, shown)
    if gif or png:
        require("matplotlib", "plot")
    _refuse({**flags, "at-most": at_most, "within": within, "cells": cells or None}, "needs --all")
    chosen = _read_algorithm(algorithm, texts, tie_break, heuristic)
    traces: list[Trace] = []
    recorded = solve if trace is None else partial(shown_solution.solve_recorded, traces=traces)
    engine = engine or (AUTO if trace is None else OBJECTS)
    searching = partial(recorded, algorithm=chosen, tie_break=tie_break, engine=engine)
    name, problem, result = _read_and_solve(kind, given, as_json, limits, searching, heuristic)
    shown_solution.write_trace(traces, trace, trace_pictures)
    if as_json:
        print_json(as_dict(puzzle, problem, result))
    else:
        if not quiet:
            shown_solution.print_path(name, problem, result, only_last=last)
        click.echo(result)
    shown_solution.write_animation(result, gif, html)
    if png is not None:
        shown_solution.write_picture(problem, shown_solution.final_state(result), png)
    sys.exit(_STATUS.get(result.status, ExitStatus.LIMIT_REACHED))


def _check_printed(to: Path | None, pictures: bool, as_json: bool, last: bool, quiet: bool) -> None:
    if last and (quiet or as_json):
        raise click.UsageError("--last prints a board: omit --quiet and --json")
    if pictures and to != shown_solution.TERMINAL:
        raise click.UsageError("--trace-pictures needs --trace without a file name")
    if as_json and to == shown_solution.TERMINAL:
        raise click.UsageError("--trace prints text, not JSON: use --trace FILE, or omit --json")


def _read_and_solve(
    puzzle: type[Puzzle],
    given: Sequence[str],
    as_json: bool,
    limits: Limits,
    searching: partial[SearchResult],
    heuristic: str | None,
) -> tuple[str, Puzzle, SearchResult]:
    with DeadlineScope(limits.seconds):
        name, problem = arguments.read_problem(puzzle, given, with_example=True)
        chosen = searching.keywords["algorithm"].entry
        heuristic = heuristic or (problem.default_heuristic if chosen.informed else None)
        fields = {"puzzle": puzzle.puzzle, "board": problem.format()} if as_json else None
        set_final_report(partial(_report_end, name, fields))
        with Progress(f"solving {name}") as progress:
            on_step, printed = progress.on_step, None
            if chosen.anytime and not as_json:
                printed = shown_solution.AnytimeSolutionPrinter(
                    progress, chosen, problem, heuristic
                )
                on_step = printed.on_step
            result = searching(problem, heuristic=heuristic, limits=limits, on_step=on_step)
            if printed is not None:
                printed.end(result)
    return name, problem, result


def _path_arguments(
    puzzle: type[Puzzle], heuristic: str | None, within: float | None, limits: Limits
) -> dict[str, Any] | None:
    """Return arguments for ``runs.solutions``, or None if the puzzle has its own ``solutions``."""
    if puzzle.solutions is Puzzle.solutions:
        return {"heuristic": heuristic, "at_most": None, "within": within or 1}
    _refuse(
        {**limits.given(), "seconds": None, "within": within},
        f"cannot be used with --all for {puzzle.puzzle}: use --seconds or --at-most",
    )
    return None


def _refuse(given: dict[str, Any], why: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--{name} {why}")


def _read_algorithm(
    text: str, flags: dict[str, str | None], tie_break: str | None, heuristic: str | None
) -> Configuration:
    chosen = parse_algorithm(text)
    entry, defaults = chosen.entry, chosen.entry.defaults
    used = {"tie-break": entry.best_first, "heuristic": entry.informed}
    parameters = {name: "limit" if name == "depth" else name for name in flags}
    used |= {name: parameter in defaults for name, parameter in parameters.items()}
    for name, value in {"tie-break": tie_break, "heuristic": heuristic, **flags}.items():
        if value is not None and not used[name]:
            raise click.UsageError(f"--{name} has no effect on {entry.name}: omit --{name}")
    texts = {parameters[name]: value for name, value in flags.items() if value is not None}
    return chosen.with_texts(texts) if texts else chosen


def as_dict(puzzle: str, problem: Puzzle, result: SearchResult) -> dict[str, Any]:
    """Return a search result as values for JSON."""
    fields = {key: value for key, value in vars(result).items() if key not in ("node", "problem")}
    return {
        "puzzle": puzzle,
        "board": problem.format(),
        **fields,
        "cost": result.cost,
        "bound": result.bound,
        "optimal_if": result.optimal_if,
        "branching_factor": result.branching_factor,
        "actions": [str(action) for action in result.actions],
        "grids": [[list(row) for row in problem.grid(state)] for state in result.states],
        "failure": shown_solution.describe_failure(problem, result) or None,
    }


def _report_end(name: str, fields: dict[str, str] | None, notes: list[Any], end: EarlyEnd) -> None:
    expanded = max([n for n in notes if isinstance(n, int)], default=0)
    message = f"{end.status}: {end.words}, after at least {expanded:,} expansions"
    if fields is not None:
        print_json({**fields, "status": end.status, "message": message})
    click.echo(f"aima-search: {name}: {message}", err=True)
