"""``aima-search solve``: solves a board and prints every step as a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aima_search.algorithms.names import Algorithm
from aima_search.base.extras import require
from aima_search.base.limits import Limits
from aima_search.catalog.configuration import Configuration, parse_algorithm
from aima_search.cli.arguments import (
    PASS_ON_OPTIONS,
    OutputFile,
    WholeNumber,
    boards_argument,
    engine_option,
    json_option,
    limit_options,
    options_of,
    puzzle_argument,
    read_problem,
    read_problems,
    tie_break_option,
)
from aima_search.cli.every_solution import show_all_solutions, split_flags
from aima_search.cli.output import print_json
from aima_search.cli.progress import Progress
from aima_search.cli.shown_solution import (
    TERMINAL,
    PrintedSolutions,
    TraceFile,
    describe_failure,
    final_state,
    print_way,
    solve_recorded,
    write_animation,
    write_picture,
    write_trace,
)
from aima_search.cli.supervisor import End, Exit, leave_last_words, start_up
from aima_search.compiled.engines import AUTO, OBJECTS
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.monitor import Deadline
from aima_search.runs.outcomes import INTERRUPTED, NO_SOLUTION, SOLVED
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve

if TYPE_CHECKING:
    from aima_search.trace import Trace


_STATUS = {SOLVED: Exit.SOLVED, NO_SOLUTION: Exit.FAILED, INTERRUPTED: Exit.INTERRUPTED}


class SolvingCommand(click.Command):
    """A command whose help tells the options of every puzzle too."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the puzzles add: options of their boards, flags of ``--all``."""
        super().format_epilog(ctx, formatter)
        for name in PUZZLES:
            puzzle = PUZZLES.get(name)
            options = [
                (f"--{option}", f"with --all: {text}" if where == "solve --all" else text)
                for option, where, text in options_of(puzzle)
                if where != "generate"
            ]
            if options:
                with formatter.section(f"Options of {name}"):
                    formatter.write_dl(options)


@click.command("solve", cls=SolvingCommand, context_settings=PASS_ON_OPTIONS)
@puzzle_argument
@boards_argument
@click.option(
    "--algorithm",
    "-a",
    default="astar",
    show_default=True,
    help="Name of an algorithm, with options if it has some: 'weighted-astar(weight=2)'.",
)
@click.option(
    "--heuristic",
    "-h",
    help="A name, an expression such as 'max(a, 2*b)', or file.py:name. [default: the puzzle's]",
)
@tie_break_option("--tie-break", "One of")
@engine_option(None)
@click.option("--weight", help="Weight of weighted-astar, first weight of anytime-astar.")
@click.option("--depth", help="Limit of depth-limited.")
@click.option("--seed", help="Seed of local search.")
@click.option("--all", "every", is_flag=True, help="Print every solution instead.")
@click.option("--cells", is_flag=True, help="With --all: solutions as lists of cells, a line each.")
@click.option("--at-most", type=WholeNumber(min=1), help="With --all: how many solutions.")
@click.option(
    "--within",
    type=click.FloatRange(min=1),
    help="With --all, if solutions are paths: how many times the optimal cost they may cost, such"
    " as 1.1. [default: the cheapest paths only]",
)
@limit_options(Limits())
@json_option
@click.option(
    "--trace",
    type=TraceFile(),
    is_flag=False,
    flag_value="-",
    metavar="[FILE]",
    help="Print a line for each expansion, or write FILE.trace.yaml for the Posthoc visualiser, or"
    " FILE.svg, a picture of what was explored on a map or grid. Without a file it comes last.",
)
@click.option("--trace-pictures", is_flag=True, help="Draw the board at every line of --trace.")
@click.option("--gif", type=OutputFile(".gif"), help="Write the solution as an animated GIF.")
@click.option("--html", type=OutputFile(".html"), help="Write it as an HTML page that plays it.")
@click.option("--png", type=OutputFile(".png"), help="Write the last board as a picture.")
@click.option("--last", is_flag=True, help="Print the last board only, not the steps.")
@click.option("--quiet", "-q", is_flag=True, help="Leave out the pictures.")
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
    every: bool,
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

    BOARD is a file (FILE:20 is its twentieth board), an id or other text, a bundled level, or - for
    standard input; without a board an example of the puzzle is solved. Exit status: 0 solved,
    1 proved unsolvable, 2 bad input, 3 a limit was reached.
    """
    start_up(limits.seconds)
    kind = PUZZLES.get(puzzle)
    arguments, flags = split_flags(kind, boards)
    _check_pictures(every, any((gif, html, png, trace)), last, quiet or as_json)
    _check_trace(trace, trace_pictures, as_json)
    own = {"weight": weight, "depth": depth, "seed": seed}
    if every:
        paths = _paths_wanted(kind, {"heuristic": heuristic, "within": within}, limits, own)
        problems = read_problems(kind, arguments, of_files=True)
        shown = "json" if as_json else "cells" if cells else "number" if quiet else "pictures"
        show_all_solutions(problems, flags, at_most, paths, shown)
    if gif or png:
        require("matplotlib", "plot")
    _refuse(
        {**flags, "at-most": at_most, "within": within, "cells": cells or None}, "goes with --all"
    )
    chosen = _read_algorithm(algorithm, own)
    _refuse_unused(chosen.entry, tie_break, heuristic)
    traces: list[Trace] = []
    recorded = solve if trace is None else partial(solve_recorded, kept=traces)
    engine = engine or (AUTO if trace is None else OBJECTS)
    searching = partial(recorded, algorithm=chosen, tie_break=tie_break, engine=engine)
    name, problem, result = _search(kind, arguments, as_json, limits, searching, heuristic)
    write_trace(traces, trace, trace_pictures)
    if as_json:
        print_json(as_dict(puzzle, problem, result))
    else:
        if not quiet:
            print_way(name, problem, result, only_last=last)
        click.echo(result)
    write_animation(result, gif, html)
    if png is not None:
        write_picture(problem, final_state(result), png)
    sys.exit(_STATUS.get(result.status, Exit.LIMIT_REACHED))


def _check_pictures(every: bool, has_files: bool, last: bool, shows_no_board: bool) -> None:
    """Refuse pictures of one solution together with --all, and --last without a picture."""
    if every and (has_files or last):
        raise click.UsageError(
            "--gif, --html, --png, --last, --trace show one solution: leave --all out"
        )
    if last and shows_no_board:
        raise click.UsageError("--last shows a board: leave --quiet and --json out")


def _check_trace(to: Path | None, pictures: bool, as_json: bool) -> None:
    if pictures and to != TERMINAL:
        raise click.UsageError("--trace-pictures goes with --trace without a file")
    if as_json and to == TERMINAL:
        raise click.UsageError("--trace prints text: name a file with it, or leave --json out")


def _search(
    puzzle: type[Puzzle],
    arguments: Sequence[str],
    as_json: bool,
    limits: Limits,
    searching: partial[SearchResult],
    heuristic: str | None,
) -> tuple[str, Puzzle, SearchResult]:
    """Read the board and search, both within the limits; return name, board and result."""
    with Deadline(limits.seconds):
        name, problem = read_problem(puzzle, arguments, with_example=True)
        chosen = searching.keywords["algorithm"].entry
        heuristic = heuristic or (problem.default_heuristic if chosen.informed else None)
        told = {"puzzle": puzzle.puzzle, "board": problem.format()} if as_json else None
        leave_last_words(partial(_last_words, name, told))
        with Progress(f"solving {name}") as progress:
            on_step, printed = progress.on_step, None
            if chosen.anytime and not as_json:
                printed = PrintedSolutions(progress, chosen, problem, heuristic)
                on_step = printed.on_step
            result = searching(problem, heuristic=heuristic, limits=limits, on_step=on_step)
            if printed is not None:
                printed.end(result)
    return name, problem, result


def _paths_wanted(
    puzzle: type[Puzzle], how: dict[str, Any], limits: Limits, own: dict[str, str | None]
) -> dict[str, Any] | None:
    """Return the arguments of ``solutions``; None if the puzzle's solutions are states."""
    _refuse(own, "does not apply to --all")
    if puzzle.solutions is Puzzle.solutions:
        return {**how, "within": how["within"] or 1, "limits": limits}
    refused = {**limits.given(), "within": how["within"]}
    _refuse(refused, f"does not apply to --all of {puzzle.puzzle}: --at-most limits it")
    return None


def _refuse(given: dict[str, Any], why: str) -> None:
    """Refuse options that would have no effect, if one of them is given."""
    for name, value in given.items():
        if value is not None:
            raise click.UsageError(f"--{name} {why}")


def _refuse_unused(method: Algorithm, tie_break: str | None, heuristic: str | None) -> None:
    unused = {
        "tie-break": None if method.best_first else tie_break,
        "heuristic": None if method.informed else heuristic,
    }
    _refuse(unused, f"does not apply to {method.name}")


def _read_algorithm(text: str, given: dict[str, str | None]) -> Configuration:
    """Return the algorithm that a text names, with the options given next to it."""
    chosen, texts = parse_algorithm(text), {}
    for name, value in given.items():
        parameter = "limit" if name == "depth" else name
        if value is None:
            continue
        if parameter not in chosen.entry.defaults:
            raise click.UsageError(f"--{name} does not apply to {chosen.entry.name}")
        texts[parameter] = value
    return chosen.with_texts(texts) if texts else chosen


def as_dict(puzzle: str, problem: Puzzle, result: SearchResult) -> dict[str, Any]:
    """Return a result as plain values for JSON."""
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
        "failure": describe_failure(problem, result) or None,
    }


def _last_words(name: str, told: dict[str, str] | None, notes: list[Any], end: End) -> None:
    """Say what is known of a search that did not end by itself: its last note.

    told: what JSON tells of the board, if JSON is wanted.
    """
    expanded = max([n for n in notes if isinstance(n, int)], default=0)
    message = f"{end.status}: {end.words}, after at least {expanded:,} expansions"
    if told is not None:
        print_json({**told, "status": end.status, "message": message})
    click.echo(f"aima-search: {name}: {message}", err=True)
