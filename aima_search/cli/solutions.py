"""``aima-search solve --all``: every solution of a board."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice

import click

from aima_search.cli.output import headline, print_json, print_state
from aima_search.puzzle import PUZZLES, Puzzle


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
    name: str, problem: Puzzle, flags: dict[str, bool], at_most: int | None, as_json: bool
) -> None:
    """Print every solution and leave with 0 if there is one, 1 if it is proved there is none."""
    solutions = problem.solutions(None, **flags)
    if as_json:
        grids = [[list(row) for row in problem.grid(s)] for s in islice(solutions, at_most)]
        print_json({"board": problem.format(), "solutions": grids})
        sys.exit(0 if grids else 1)
    click.echo(headline(name, problem))
    count = 0
    for count, state in enumerate(islice(solutions, at_most), 1):
        click.echo(f"\n{count}.")
        print_state(problem, state)
    more = count == at_most and next(solutions, None) is not None
    click.echo(
        f"\n{count} {'solution' if count == 1 else 'solutions'}{', and more' if more else ''}"
    )
    sys.exit(0 if count else 1)
