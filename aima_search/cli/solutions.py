"""``aima-search solve --all``: every solution of a board, or of all boards of a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import click

from aima_search.cli.output import headline, print_json, print_state
from aima_search.model.puzzle import PUZZLES, Puzzle


class SolvingCommand(click.Command):
    """A command whose help tells the options of every puzzle too."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the puzzles add: options of their boards, flags of ``--all``."""
        super().format_epilog(ctx, formatter)
        for name in PUZZLES:
            puzzle = PUZZLES.get(name)
            options = [(f"--{option.name}", option.help) for option in puzzle.board_options]
            flags = [
                (f"--{flag}", f"with --all: {text}") for flag, text in puzzle.solution_flags.items()
            ]
            if options or flags:
                with formatter.section(f"Options of {name}"):
                    formatter.write_dl([*options, *flags])


def split_flags(puzzle: str, arguments: Sequence[str]) -> tuple[list[str], dict[str, bool]]:
    """Take the flags that the puzzle's ``solutions`` knows (``--minimal``) out of arguments."""
    known = {f"--{flag}": flag for flag in PUZZLES.get(puzzle).solution_flags}
    rest = [argument for argument in arguments if argument not in known]
    return rest, {known[argument]: True for argument in arguments if argument in known}


def show_all_solutions(
    problems: Mapping[str, Puzzle],
    flags: dict[str, bool],
    at_most: int | None,
    *,
    as_json: bool,
    as_cells: bool,
    quiet: bool,
) -> None:
    """Print every solution of boards; exit with 0 if every board has a solution, else with 1."""
    if as_json:
        told = [
            _as_plain(problem, islice(problem.solutions(None, **flags), at_most))
            for problem in problems.values()
        ]
        print_json(told[0] if len(told) == 1 else told)
        sys.exit(0 if all(one["solutions"] for one in told) else 1)
    has_all = True
    for number, (name, problem) in enumerate(problems.items()):
        solutions = problem.solutions(None, **flags)
        if as_cells:
            count = _print_cells(problem, islice(solutions, at_most))
        else:
            click.echo("\n" * (number > 0) + headline(name, problem))
            count = _print_solutions(problem, solutions, at_most, quiet)
        has_all = has_all and count > 0
    sys.exit(0 if has_all else 1)


def _as_plain(problem: Puzzle, solutions: Iterable[Any]) -> dict[str, Any]:
    """Return a board and its solutions as plain values."""
    grids = [[list(row) for row in problem.grid(state)] for state in solutions]
    return {"board": problem.format(), "solutions": grids}


def _print_cells(problem: Puzzle, solutions: Iterable[Any]) -> int:
    """Print the cells of every solution, a line each, and an empty line; return how many."""
    count = 0
    for state in solutions:
        click.echo(str(list(problem.solution_cells(state))))
        count += 1
    click.echo()
    return count


def _print_solutions(
    problem: Puzzle, solutions: Iterator[Any], at_most: int | None, quiet: bool
) -> int:
    """Print pictures of solutions, unless ``--quiet``, and their number; return the number."""
    count = 0
    for count, state in enumerate(islice(solutions, at_most), 1):
        if not quiet:
            click.echo(f"\n{count}.")
            print_state(problem, state)
    more = count == at_most and next(solutions, None) is not None
    click.echo(
        f"\n{count} {'solution' if count == 1 else 'solutions'}{', and more' if more else ''}"
    )
    return count
