"""``aima-search solve --all``: print all solutions of a board or of all boards of a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from time import perf_counter
from typing import Any

import click

from aima_search.base.interchange import counted
from aima_search.base.limits import LimitReached, Limits
from aima_search.cli.output import headline, number, print_json, print_picture, print_state
from aima_search.cli.progress import Progress
from aima_search.cli.supervisor import Exit
from aima_search.model.problem import Node
from aima_search.model.puzzle import Puzzle
from aima_search.runs.deadline import Deadline
from aima_search.runs.result import SearchLimitReached
from aima_search.runs.solutions import solutions

_AT_ONCE = 0.1  # seconds; solutions found during this time are printed together


def show_all_solutions(
    problems: Mapping[str, Puzzle],
    flags: dict[str, bool],
    at_most: int | None,
    paths: dict[str, Any] | None,
    limits: Limits,
    shown: str,
) -> None:
    """Print all solutions of each board; exit with 0 if every board has a solution, else with 1.

    paths: the arguments of ``solutions`` if solutions are paths (sorted by cost); None if solutions
    are states. shown: "json", "cells", "pictures", or "number" for no pictures.
    """
    values: list[dict[str, Any]] = []
    has_all, ends = True, list[str]()
    with Progress() as progress:
        for name, problem in problems.items():
            found = _found(problem, flags, paths, limits, progress, ends)
            if shown == "json":
                listed = [_as_value(problem, solution) for solution in islice(found, at_most)]
                values.append({"board": problem.format(), "solutions": listed})
                count = len(listed)
            elif shown == "cells":
                count = _print_cells(problem, islice(found, at_most))
            else:
                click.echo("\n" * (problem is not next(iter(problems.values()))), nl=False)
                click.echo(headline(name, problem))
                count = _print_solutions(problem, found, at_most, quiet=shown == "number")
            has_all = has_all and count > 0
    if shown == "json":
        print_json(values[0] if len(values) == 1 else values)
    for end in ends:
        click.echo(f"aima-search: {end}: there may be more solutions", err=True)
    sys.exit(Exit.LIMIT_REACHED if ends else Exit.SOLVED if has_all else Exit.FAILED)


def _found(
    problem: Puzzle,
    flags: dict[str, bool],
    paths: dict[str, Any] | None,
    limits: Limits,
    progress: Progress,
    ends: list[str],
) -> Iterator[Any]:
    """Yield the solutions (states or nodes); if a limit is reached, add a message to ``ends``."""
    if paths is None:
        yield from _states(problem, flags, limits.seconds, ends)
        return
    paths = paths | {"heuristic": paths["heuristic"] or problem.default_heuristic}
    try:
        for node in solutions(
            problem, at_most=None, on_step=progress.on_step, limits=limits, **paths
        ):
            progress.hide()
            yield node
    except SearchLimitReached as end:
        ends.append(str(end))


def _states(
    problem: Puzzle, flags: dict[str, bool], seconds: float | None, ends: list[str]
) -> Iterator[Any]:
    """Yield solutions that are states; the time limit does not include the time for printing."""
    found, left, is_done = problem.solutions(None, **flags), seconds, False
    if left is None:
        yield from found
        return
    while not is_done:
        start, batch = perf_counter(), []
        with suppress(LimitReached), Deadline(left):
            for state in found:
                batch.append(state)
                if perf_counter() - start > min(_AT_ONCE, left):
                    break
            else:
                is_done = True
        left -= perf_counter() - start
        yield from batch
        if left <= 0 and not is_done:
            ends.append(f"time-limit after {seconds:g} s")
            return


def _as_value(problem: Puzzle, found: Any) -> Any:
    """Return a solution for JSON: either a grid, or the cost and the actions of a path."""
    if isinstance(found, Node):
        return {"cost": found.path_cost, "actions": list(map(str, found.solution()))}
    return [list(row) for row in problem.grid(found)]


def _print_cells(problem: Puzzle, found: Iterable[Any]) -> int:
    """Print a line with the cells of each solution, then an empty line; return their number."""
    count = 0
    for state in found:
        click.echo(str(list(problem.solution_cells(state))))
        count += 1
    click.echo()
    return count


def _print_solutions(
    problem: Puzzle, found: Iterator[Any], at_most: int | None, *, quiet: bool
) -> int:
    """Print the solutions (without pictures if ``quiet``) and their number; return the number."""
    count = 0
    for count, solution in enumerate(islice(found, at_most), 1):
        if isinstance(solution, Node):
            cost, text = number(solution.path_cost), problem.solution_text(solution)
            click.echo(f"\n{count}. cost {cost}: {text}")
            picture = None if quiet else problem.path_scene(solution.path_states())
            if picture is not None:
                print_picture(picture)
        elif not quiet:
            click.echo(f"\n{count}.")
            print_state(problem, solution)
    more = count == at_most and next(found, None) is not None
    click.echo(f"\n{counted(count, 'solution')}{', and more' * more}")
    return count
