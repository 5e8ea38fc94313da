"""``aima-search show``: draws an instance."""

from __future__ import annotations

from pathlib import Path

import click

from aima_search.catalog.files import writing
from aima_search.cli.arguments import (
    PASS_ON_OPTIONS,
    OutputFile,
    boards_argument,
    puzzle_argument,
    read_problems,
)
from aima_search.cli.output import headline, print_state
from aima_search.display import render_svg, save_png


@click.command("show", context_settings=PASS_ON_OPTIONS)
@puzzle_argument
@boards_argument
@click.option("--svg", type=OutputFile(".svg"), help="Write an SVG file.")
@click.option("--png", type=OutputFile(".png"), help="Write a PNG file.")
def show_command(puzzle: str, boards: tuple[str, ...], svg: Path | None, png: Path | None) -> None:
    """Draw boards of PUZZLE.

    BOARD is a file (FILE:20 is its twentieth board), an id or other text, a bundled level, or - for
    standard input. Without BOARD the first bundled level is drawn.
    """
    problems = read_problems(puzzle, boards)
    if (svg or png) and len(problems) > 1:
        raise click.UsageError("--svg and --png take one board")
    for name, problem in problems.items():
        click.echo(headline(name, problem))
        print_state(problem, problem.initial)
        if svg is not None:
            with writing(svg):
                svg.write_text(render_svg(problem.scene(problem.initial)), encoding="utf-8")
            click.echo(f"wrote {svg}")
        if png is not None:
            with writing(png):
                save_png(problem.scene(problem.initial), png)
            click.echo(f"wrote {png}")
