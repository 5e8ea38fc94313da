"""``aima-search explain``: how a person would solve a board."""

from __future__ import annotations

from dataclasses import replace
from itertools import repeat

import click

from aima_search.cli.arguments import (
    PASS_ON_OPTIONS,
    boards_argument,
    json_option,
    puzzle_argument,
    read_problem,
)
from aima_search.cli.output import headline, print_json, print_picture, print_state


@click.command("explain", context_settings=PASS_ON_OPTIONS)
@puzzle_argument
@boards_argument
@click.option("--pictures", is_flag=True, help="Draw the board after every step.")
@json_option
def explain_command(puzzle: str, boards: tuple[str, ...], pictures: bool, as_json: bool) -> None:
    """Print the deductions that solve a board of PUZZLE, a line each."""
    if as_json and pictures:
        raise click.UsageError("--json has no --pictures: give one of the two")
    name, problem = read_problem(puzzle, boards)
    steps = list(problem.explain())
    if as_json:
        texts = [str(step) for step in steps]
        print_json({"board": problem.format(), "steps": texts, "difficulty": problem.difficulty()})
        return
    drawn = problem.pictures(steps) if pictures else repeat(None)
    click.echo(headline(name, problem))
    print_state(problem, problem.initial)
    for count, (step, scene) in enumerate(zip(steps, drawn), 1):  # noqa: B905 (some are endless)
        click.echo(f"{count}. {step}")
        if scene is not None:
            print_picture(replace(scene, caption=""))
    click.echo(f"difficulty: {problem.difficulty()}")
