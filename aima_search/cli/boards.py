"""``aima-search show``, ``explain``, ``generate`` and ``convert``: commands about boards."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from itertools import repeat
from pathlib import Path

import click

from aima_search.base.errors import InputError
from aima_search.base.files import is_file, read_file, writing
from aima_search.catalog.boards import make_problem
from aima_search.cli import arguments
from aima_search.cli.output import Progress, headline, print_json, print_picture, print_state
from aima_search.cli.supervisor import ExitStatus
from aima_search.display import render_svg, save_png
from aima_search.model.boards import boards_of, parse_board
from aima_search.model.puzzle import PUZZLES, Puzzle


@click.command("show", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@arguments.boards_argument
@arguments.output_option(".svg", "Write the picture to an SVG file.")
@arguments.output_option(".png", "Write the picture to a PNG file.")
def show_command(puzzle: str, boards: tuple[str, ...], svg: Path | None, png: Path | None) -> None:
    """Draw boards of PUZZLE.

    BOARD is a file (FILE:20 means the 20th board of FILE), the text or id of a board, the name of
    a bundled level (by default, the first), or "-" for standard input.
    """
    problems = arguments.read_problems(PUZZLES.get(puzzle), boards)
    if (svg or png) and len(problems) > 1:
        raise click.UsageError(f"--svg and --png: found {len(problems)} boards, expected one board")
    for name, problem in problems.items():
        click.echo(headline(name, problem))
        if note := problem.note(name):
            click.echo(note)
        print_state(problem, problem.initial)
        for file in filter(None, (svg, png)):
            scene = problem.scene(problem.initial)
            with writing(file):
                if file is svg:
                    file.write_text(render_svg(scene), encoding="utf-8")
                else:
                    save_png(scene, file)
            click.echo(f"wrote {file}")


@click.command("explain", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@arguments.boards_argument
@click.option("--pictures", is_flag=True, help="Draw the board after every step.")
@click.option("--rating", "only_rating", is_flag=True, help="Print only the board's difficulty.")
@arguments.json_option
def explain_command(
    puzzle: str, boards: tuple[str, ...], pictures: bool, only_rating: bool, as_json: bool
) -> None:
    """Explain how a person solves a board, and rate its difficulty."""
    if pictures and (as_json or only_rating):
        raise click.UsageError("omit --pictures, because --json and --rating print no pictures")
    chosen = PUZZLES.get(puzzle)
    name, problem = arguments.read_problem(chosen, boards)
    with Progress() as progress, progress.while_silent("explaining the board"):
        rating = problem.rating() if only_rating or chosen.rating is not Puzzle.rating else None
        steps = [] if only_rating else list(problem.explain())
        has_difficulty = only_rating or chosen.difficulty is not Puzzle.difficulty
        difficulty = problem.difficulty() if has_difficulty else None
    if as_json:
        report = {"board": problem.format(), "steps": [str(step) for step in steps]}
        measured = {"difficulty": difficulty, "rating": rating}
        print_json(report | {key: value for key, value in measured.items() if value is not None})
        return
    if only_rating:
        click.echo(f"rating: {rating} ({difficulty})")
        return
    drawn = problem.pictures(steps) if pictures else repeat(None)
    click.echo(headline(name, problem))
    print_state(problem, problem.initial)
    for count, (step, scene) in enumerate(zip(steps, drawn), 1):  # noqa: B905 (some are endless)
        click.echo(f"{count}. {step}")
        if scene is not None:
            print_picture(replace(scene, caption=""))
    if rating is not None:
        click.echo(f"rating: {rating}")
    if difficulty is not None:
        click.echo(f"difficulty: {difficulty}")


format_option = click.option("--to", default="id", help="Text format in which boards are printed.")


@click.command("generate", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@arguments.options_argument
@click.option(
    "--count", "-n", type=arguments.WholeNumber(min=1), default=1, help="Number of boards to print."
)
@click.option(
    "--seed",
    type=int,
    default=1,
    help="Seed for the random boards; the same seed gives the same boards.",
)
@format_option
@click.option(
    "--hardest",
    is_flag=True,
    help="Start each board from its state with the highest optimal cost. This works only for small"
    " boards, because all states are enumerated.",
)
def generate_command(
    puzzle: str, options: tuple[str, ...], count: int, seed: int, to: str, hardest: bool
) -> None:
    """Print random boards of PUZZLE.

    Each board is printed as soon as it is found. To list the puzzle's options, such as --size, use
    `aima-search list PUZZLE`.
    """
    from aima_search.analysis.hardest import generate_hardest

    chosen = PUZZLES.get(puzzle)
    positional, values = arguments.split_arguments(options, chosen.instance_options, puzzle)
    if positional:
        raise InputError(f"found {positional[0]!r}, expected only options after the puzzle")
    _check_format(chosen, to)
    rng = random.Random(seed)
    with Progress() as progress:
        for number in range(1, count + 1):
            with progress.while_silent(f"generating board {number} of {count}"):
                if hardest:
                    board = generate_hardest(chosen, rng, **values)
                else:
                    board = chosen.generate(rng, **values)
            click.echo(board.format(to))
            if board.remark:
                click.echo(f"board {number} {board.remark}", err=True)


@click.command("convert", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@click.argument("file")
@arguments.options_argument
@format_option
def convert_command(puzzle: str, file: str, options: tuple[str, ...], to: str) -> None:
    """Print the boards of FILE in another text format.

    FILE can also be the name of a bundled level, the id of a board, or "-" for standard input. If a
    board is invalid, the other boards are converted, and the exit status is 2.
    """
    chosen = PUZZLES.get(puzzle)
    _check_format(chosen, to)
    positional, values = arguments.split_arguments(options, chosen.board_options, puzzle)
    if positional:
        raise InputError(f"found {positional[0]!r}, expected only options after the file")
    if file == "-":
        text = arguments.read_standard_input()
    elif is_file(file):
        text = read_file(Path(file))
    elif "\n" in file:
        text = file
    else:
        click.echo(make_problem(chosen, file, **values).format(to))
        return
    status = ExitStatus.SOLVED
    for board in boards_of(chosen, text, Path(file) if is_file(file) else None):
        try:
            click.echo(parse_board(chosen, board, **values).format(to))
        except ValueError as error:
            click.echo(f"aima-search: {error}", err=True)
            status = ExitStatus.BAD_INPUT
    sys.exit(status)


def _check_format(puzzle: type[Puzzle], to: str) -> None:
    if to not in puzzle.formats:
        expected = ", ".join(puzzle.formats)
        raise InputError(f"{puzzle.puzzle} format {to!r}: expected one of {expected}")
