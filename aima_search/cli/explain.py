"""``aima-search explain``: how a person would solve a board."""

from __future__ import annotations

import click

from aima_search.cli.arguments import (
    PASS_ON_OPTIONS,
    boards_argument,
    puzzle_argument,
    read_problem,
)
from aima_search.cli.output import print_json, print_state


@click.command("explain", context_settings=PASS_ON_OPTIONS)
@puzzle_argument
@boards_argument
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain_command(puzzle: str, boards: tuple[str, ...], as_json: bool) -> None:
    """Print the deductions that solve a board of PUZZLE, a line each, and its difficulty."""
    name, problem = read_problem(puzzle, boards)
    steps = [str(step) for step in problem.explain()]
    if as_json:
        print_json({"board": problem.format(), "steps": steps, "difficulty": problem.difficulty()})
        return
    click.echo(f"{name}: {problem.format()}")
    print_state(problem, problem.initial)
    for count, step in enumerate(steps, 1):
        click.echo(f"{count}. {step}")
    click.echo(f"difficulty: {problem.difficulty()}")
