"""``aima-search analyse``: measure the size and shape of a state space."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aima_search.analysis import enumerate_space
from aima_search.base.files import writing
from aima_search.catalog.heuristics import make_heuristic
from aima_search.cli import arguments
from aima_search.cli.output import Progress, has_unicode, headline, number, print_json, print_table
from aima_search.cli.supervisor import ExitStatus, note, seconds_option, start_up, time_limit
from aima_search.display.tables import Column, Table, format_value
from aima_search.model.puzzle import PUZZLES

if TYPE_CHECKING:
    from aima_search.analysis.shape import HeuristicHistogram, Shape


@click.command("analyse", context_settings=arguments.SETTINGS)
@arguments.puzzle_argument
@arguments.boards_argument
@arguments.states_option
@click.option(
    "--perft",
    type=arguments.WholeNumber(min=1),
    metavar="D",
    help="For each length from 1 to D, count the action sequences from the initial state.",
)
@arguments.no_cache_option
@click.option("--heuristic", "-h", help="Heuristic to compare with h*, the true cost to a goal.")
@seconds_option
@arguments.json_option
@arguments.output_option(".png", "Write the plots to a PNG file.")
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
    """Count the states of a board by depth and by distance to a goal.

    BOARD is a file (FILE:20 means the 20th board of FILE), the text or id of a board, the name of
    a bundled level (by default, the first), or "-" for standard input. Goal states are expanded,
    too. The exit status is 3 if the time limit was reached; then some measures are missing.
    """
    from aima_search.analysis.enumeration import perft as count_sequences
    from aima_search.analysis.shape import heat_map, heuristic_values, save_plot, shape_of

    shape = heat = counts = None
    start_up(seconds)
    with time_limit(seconds) as reached, Progress() as progress:
        name, problem = arguments.read_problem(PUZZLES.get(puzzle), boards)
        note(name)
        h = None if heuristic is None else make_heuristic(heuristic, problem)
        space = enumerate_space(
            problem, states, lambda known: progress.report(f"enumerating: {known:,} states")
        )
        progress.begin("measuring")
        shape = shape_of(space)
        if h is not None and space.complete:
            values = heuristic_values(
                space, h, lambda done: progress.report(f"{heuristic}: {done:,} states")
            )
            heat = heat_map(values, space.h_star)
        progress.begin("perft")
        if perft is not None:
            counts = count_sequences(problem, perft)
    for status in reached:
        task = "the enumeration" if shape is None else "the measures that are missing"
        click.echo(f"aima-search: {status} in {task}", err=True)
    if shape is None:
        sys.exit(ExitStatus.LIMIT_REACHED)
    if as_json:
        print_json(_as_dict(problem.format(), shape, heuristic, heat, counts))
    else:
        click.echo(headline(name, problem))
        _print_shape(shape)
        if counts is not None:
            columns = [Column("actions", "count"), Column("sequences", "count")]
            print_table(Table("perft", columns, [*enumerate(counts, 1)]))
        if heuristic is not None and not (heat is None and reached):
            _print_heat(heuristic, heat)
    if png is not None:
        with writing(png):
            save_plot(png, shape, f"{puzzle} {name}", heuristic, heat)
        click.echo(f"wrote {png}", err=as_json)
    sys.exit(ExitStatus.LIMIT_REACHED if reached else ExitStatus.SOLVED)


def _print_shape(shape: Shape) -> None:
    more = "" if shape.complete else "+"
    rows = [
        ("states", number(shape.states) + more),
        ("goals", number(shape.goals) + more),
        ("edges", number(shape.edges) + more),
        ("mean branching", format_value("ratio", shape.mean_branching)),
        ("dead ends", number(shape.dead_ends) + more),
        ("largest depth", number(len(shape.depths) - 1) + more),
    ]
    if shape.complete:
        rows += [
            ("unsolvable states", number(shape.unsolvable)),
            ("largest h*", number(max(shape.distances or (), default=None))),
            ("strongly connected components", number(shape.parts)),
            ("states in the largest component", number(shape.largest_part)),
        ]
    print_table(Table("", [Column("measure"), Column("value", "written")], rows))
    if not shape.complete:
        click.echo(
            f"{shape.states:,} states were found and {shape.expanded:,} states expanded, but there"
            " are more. To see distances, unsolvable states and components, raise --states."
        )
    print_histogram("from the start", "depth", dict(enumerate(shape.depths)))
    if shape.distances:
        print_histogram("to the nearest goal", "h*", shape.distances)
    print_histogram("branching", "actions", shape.branching)


def _print_heat(heuristic: str, heat: HeuristicHistogram | None) -> None:
    if heat is None:
        click.echo(f"{heuristic} cannot be compared with h*, because h* needs all states")
        return
    solvable = heat.states + heat.infinite
    click.echo(
        f"{heuristic} against h*: h = h* at {heat.exact:,} and h > h* at {heat.above:,} of"
        f" {solvable:,} solvable states; h is infinite at {heat.detected:,} of"
        f" {heat.unsolvable:,} unsolvable states"
    )


def _as_dict(
    board: str,
    shape: Shape,
    heuristic: str | None,
    heat: HeuristicHistogram | None,
    counts: list[int] | None,
) -> dict[str, object]:
    answer: dict[str, object] = {"board": board, **asdict(shape)}
    answer["mean_branching"] = shape.mean_branching
    if counts is not None:
        answer["perft"] = counts
    if heuristic is not None:
        answer["heuristic"] = heuristic
        answer["h_against_h_star"] = None if heat is None else asdict(heat)
    return answer


_MOST_ROWS = 40
_BAR = 40  # the length of the longest bar in characters


def print_histogram(
    title: str, value: str, counts: Mapping[int, int] | Mapping[float, int]
) -> None:
    """Print a table with the number of states for each value, or for each group of values."""
    items = sorted(counts.items())
    size = ceil(len(items) / _MOST_ROWS)
    groups = [items[start : start + size] for start in range(0, len(items), max(size, 1))]
    sums = [sum(count for _, count in group) for group in groups]
    rows = []
    for group, count in zip(groups, sums, strict=True):
        first, last = number(group[0][0]), number(group[-1][0])
        label = first if first == last else f"{first} to {last}"
        bar = ("█" if has_unicode() else "#") * ceil(count / max(sums) * _BAR)  # at least 1
        rows.append((label, count, count / sum(sums), bar))
    columns = [Column(value, "written"), Column("states", "count"), Column("share", "percent")]
    print_table(Table(title, [*columns, Column("")], rows))
