"""``aima-search analyse``: size and shape of a state space."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aima_search.analysis import enumerate_space
from aima_search.catalog.files import writing
from aima_search.catalog.heuristics import make_heuristic
from aima_search.cli.arguments import (
    PASS_ON_OPTIONS,
    OutputFile,
    WholeNumber,
    boards_argument,
    json_option,
    no_cache_option,
    puzzle_argument,
    read_problem,
    states_option,
)
from aima_search.cli.histogram import print_heat_map, print_histogram
from aima_search.cli.output import headline, number, print_json, print_table, ratio
from aima_search.cli.process.progress import Progress
from aima_search.cli.process.supervisor import note
from aima_search.cli.process.time_limit import seconds_option, start_up, within
from aima_search.display.terminal import make_table

if TYPE_CHECKING:
    from aima_search.analysis.heat import HeatMap
    from aima_search.analysis.shape import Shape
    from aima_search.analysis.space import Space
    from aima_search.model.puzzle import Puzzle


@click.command("analyse", context_settings=PASS_ON_OPTIONS)
@puzzle_argument
@boards_argument
@states_option
@click.option(
    "--perft", type=WholeNumber(min=1), metavar="D", help="Count sequences of up to D actions."
)
@no_cache_option
@click.option("--heuristic", "-h", help="Hold this heuristic against h* on the whole space.")
@seconds_option
@json_option
@click.option("--png", type=OutputFile(".png"), help="Write a PNG file.")
def analyse_command(
    puzzle: str,
    boards: tuple[str, ...],
    states: int,
    perft: int | None,
    heuristic: str | None,
    seconds: float | None,
    as_json: bool,
    png: Path | None,
) -> None:
    """Count the states of a board of PUZZLE: depths, distances, parts.

    BOARD is a file (FILE:20 is its twentieth board), an id or other text, a bundled level, or - for
    standard input; without a board the first bundled level is used. Goals are expanded like
    other states. Exit status 3: the limit was reached, and what is printed was measured before it.
    """
    from aima_search.analysis.heat import heat_map, heuristic_values  # numpy only when used

    shape = heat = counts = None
    start_up(seconds)
    with within(seconds) as kept, Progress() as progress:
        name, problem = read_problem(puzzle, boards)
        note(name)
        h = None if heuristic is None else make_heuristic(heuristic, problem)
        space, shape = _analyse(problem, states, progress)
        if h is not None and space.complete:
            values = heuristic_values(
                space, h, lambda done: progress.tell(f"{heuristic}: {done:,} states")
            )
            heat = heat_map(values, space.h_star)
        progress.now("perft")
        counts = _perft(problem, perft) if perft is not None else None
    kept.tell("the enumeration" if shape is None else "what is left out here")
    if shape is None:
        sys.exit(kept.exit_status(0))
    if as_json:
        print_json(_as_dict(problem.format(), shape, heuristic, heat, counts))
    else:
        click.echo(headline(name, problem))
        _print_shape(shape)
        if counts is not None:
            _print_perft(*counts)
        if heuristic is not None and not (heat is None and kept.status):
            _print_heat(heuristic, heat)
    if png is not None:
        from aima_search.analysis.space_plot import save_plot

        with writing(png):
            save_plot(png, shape, f"{puzzle} {name}", heuristic, heat)
        click.echo(f"wrote {png}", err=as_json)
    sys.exit(kept.exit_status(0))


def _analyse(problem: Puzzle, states: int, progress: Progress) -> tuple[Space, Shape]:
    from aima_search.analysis.shape import shape_of

    space = enumerate_space(
        problem, states, lambda known: progress.tell(f"enumerating: {known:,} states")
    )
    progress.now("measuring")
    return space, shape_of(space)


def _perft(problem: Puzzle, depth: int) -> tuple[list[int], dict[str, int]]:
    from aima_search.analysis.sequences import perft, perft_split

    return perft(problem, depth), perft_split(problem, depth)


def _print_shape(shape: Shape) -> None:
    table = make_table(["measure", "value"], ["value"])
    for measure, value in _measures(shape):
        table.add_row(measure, value)
    print_table(table)
    if not shape.complete:
        click.echo(
            f"There are more states: {shape.states:,} were found and {shape.expanded:,} of them"
            " expanded. Distances, unsolvable states and parts need all of them: raise --states."
        )
    print_histogram("from the start", "depth", dict(enumerate(shape.depths)))
    if shape.distances:
        print_histogram("to the nearest goal", "h*", shape.distances)
    print_histogram("branching", "actions", shape.branching)


def _measures(shape: Shape) -> list[tuple[str, str]]:
    more = "" if shape.complete else "+"
    rows = [
        ("states", number(shape.states) + more),
        ("goals", number(shape.goals) + more),
        ("edges", number(shape.edges) + more),
        ("mean branching", ratio(shape.mean_branching)),
        ("dead ends", number(shape.dead_ends) + more),
        ("largest depth", number(len(shape.depths) - 1) + more),
        ("states by counting, at most", number(shape.bound)),
    ]
    if shape.complete:
        rows += [
            ("unsolvable states", number(shape.unsolvable)),
            ("largest h*", number(max(shape.distances or (), default=None))),
            ("strongly connected parts", number(shape.parts)),
            ("states in the largest part", number(shape.largest_part)),
            ("diameter", _diameter(shape)),
        ]
    return rows


def _diameter(shape: Shape) -> str:
    if shape.diameter is not None:
        return number(shape.diameter)
    return f"at least {len(shape.depths) - 1:,} (too large a space to find it)"


def _print_perft(counts: list[int], split: dict[str, int]) -> None:
    table = make_table(["actions", "sequences"], ["actions", "sequences"], "perft")
    for depth, count in enumerate(counts, 1):
        table.add_row(number(depth), number(count))
    print_table(table)
    title = f"perft {len(counts)} by first action"
    table = make_table(["first action", "sequences"], ["sequences"], title)
    for action, count in split.items():
        table.add_row(action, number(count))
    print_table(table)


def _print_heat(heuristic: str, heat: HeatMap | None) -> None:
    if heat is None:
        click.echo(f"{heuristic} cannot be compared with h*, which needs all states")
        return
    print_heat_map(f"{heuristic} against h*", heat)
    solvable = heat.states + heat.infinite
    click.echo(
        f"h = h* at {heat.exact:,} and h > h* at {heat.above:,} of {solvable:,} states with a goal"
        f" ahead; infinite at {heat.detected:,} of {heat.unsolvable:,} without"
    )


def _as_dict(
    board: str,
    shape: Shape,
    heuristic: str | None,
    heat: HeatMap | None,
    counts: tuple[list[int], dict[str, int]] | None,
) -> dict[str, object]:
    answer: dict[str, object] = {"board": board, **asdict(shape)}
    answer["mean_branching"] = shape.mean_branching
    if counts is not None:
        answer["perft"] = counts[0]
        answer["perft_by_first_action"] = counts[1]
    if heuristic is not None:
        answer["heuristic"] = heuristic
        answer["h_against_h_star"] = None if heat is None else asdict(heat)
    return answer
