"""The output of ``aima-search solve``: steps, pictures, animations, traces, and all solutions."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from textwrap import fill
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.steps import Step
from aima_search.base.errors import NotApplicable
from aima_search.base.files import writing
from aima_search.base.interchange import counted
from aima_search.base.limits import LimitReached, Limits
from aima_search.catalog.heuristics import heuristic_info
from aima_search.cli.arguments import OutputPath
from aima_search.cli.output import (
    Progress,
    headline,
    number,
    print_json,
    print_picture,
    print_state,
)
from aima_search.cli.supervisor import ExitStatus
from aima_search.display import save_png
from aima_search.model.heuristic import UNKNOWN
from aima_search.model.problem import Node
from aima_search.model.puzzle import Puzzle, preparation_of
from aima_search.runs.deadline import DeadlineScope
from aima_search.runs.result import (
    COVERED,
    SearchLimitReached,
    SearchResult,
    bound_words,
    no_negative_cost,
    proved_if,
)
from aima_search.runs.search import pull_to_end
from aima_search.runs.solutions import solutions

if TYPE_CHECKING:
    from aima_search.trace import Trace

_WIDTH = 100  # the largest number of characters of a line
_AT_ONCE = 0.1  # seconds; solutions found during this time are printed together


class AnytimeSolutionPrinter:
    """Prints a line for each solution that an anytime search finds."""

    def __init__(
        self, progress: Progress, algorithm: Algorithm, problem: Puzzle, heuristic: str | None
    ) -> None:
        self._progress = progress
        info = heuristic_info(problem.puzzle, heuristic) if heuristic else UNKNOWN
        self._costs = no_negative_cost(problem, states=COVERED)
        self._rests_on = proved_if(algorithm, problem, info.admissible, self._costs) or ""
        self._best: Node | None = None

    def on_step(self, step: Step) -> None:
        """Print the best solution so far, if it is new."""
        if step.found is not None:
            self._print(step.found, step.lower_bound, step.expanded)
        self._progress.on_step(step)

    def end(self, result: SearchResult) -> None:
        """Print the last solution of a search, if it was not printed yet."""
        if result.has_solution and result.node is not None:
            self._print(result.node, result.lower_bound, result.expanded)

    def _print(self, found: Node, lower_bound: float | None, expanded: int) -> None:
        if found is self._best:
            return
        self._best = found
        bound = None if self._costs is False else lower_bound
        words = bound_words(found.path_cost, bound, self._rests_on)
        self._progress.hide()
        click.echo(f"after {expanded:,} expansions: a solution of cost {words}")


def print_path(name: str, problem: Puzzle, result: SearchResult, *, only_last: bool) -> None:
    """Print the steps of a solution as pictures, or only the last picture."""
    click.echo(headline(name, problem))
    if not only_last:
        _print_steps(problem, result)
    elif result.has_solution:
        click.echo(f"after {counted(len(result.actions), 'action')}:")
        print_state(problem, result.states[-1])
    if failure := describe_failure(problem, result):
        click.echo(f"\nno solution, but a board with value {number(failure['value'])}:")
        print_state(problem, final_state(result))
        if faults := failure["faults"]:
            click.echo(fill(f"broken rules: {'; '.join(faults)}", _WIDTH, break_on_hyphens=False))
    click.echo()


def _print_steps(problem: Puzzle, result: SearchResult) -> None:
    """Print one picture of the whole path; if the puzzle has no such picture, print every state."""
    path = problem.path_scene(result.states) if result.has_solution else None
    if path is not None:
        print_picture(path)
        return
    for line in preparation_of(problem):
        click.echo(f"0. {line}")
    before = problem.initial
    print_state(problem, before)
    steps = zip(result.actions, result.states[1:], strict=True)
    for count, (action, state) in enumerate(steps, 1):
        click.echo(f"\n{count}. {problem.describe(before, action)}")
        print_state(problem, state, action)
        before = state


def final_state(result: SearchResult) -> Any:
    """Return the last state of a solution or a local search, or None if nothing was found."""
    has_state = result.has_solution or ALGORITHMS.get(result.algorithm).local
    return result.node.state if has_state and result.node is not None else None


def describe_failure(problem: Puzzle, result: SearchResult) -> dict[str, Any]:
    """If a local search failed, return a dict that describes its last board, otherwise {}."""
    state = final_state(result)
    if result.has_solution or state is None:
        return {}
    return {
        "value": problem.value(state),
        "faults": list(problem.faults(state)),
        "grid": [list(row) for row in problem.grid(state)],
    }


def write_animation(result: SearchResult, gif: Path | None, html: Path | None) -> None:
    """Write the solution as an animation; if this is not possible, print the reason."""
    files = [path for path in (gif, html) if path is not None]
    if not files:
        return
    try:
        animation = result.animate()
    except NotApplicable as error:
        click.echo(f"no animation: {error}", err=True)
        return
    for path in files:
        with writing(path):
            animation.save(path)
        click.echo(f"wrote {path}", err=True)


def write_picture(problem: Puzzle, state: Any, file: Path) -> None:
    """Write the picture of a state to a file; if the state is None, print a message."""
    if state is None:
        click.echo("no picture: there is no solution to draw", err=True)
        return
    with writing(file):
        save_png(problem.scene(state), file)
    click.echo(f"wrote {file}", err=True)


TERMINAL = Path("-")  # the value of --trace that stands for the terminal


class TraceOutputPath(OutputPath):
    """Where to write a trace (--trace): the path of a file, or ``TERMINAL``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; report a usage error if the file cannot be written."""
        if value in ("-", TERMINAL):
            return TERMINAL
        ending = ".svg" if str(value).endswith(".svg") else ".txt"
        return OutputPath(ending).convert(value, param, ctx)


def solve_recorded(
    problem: Any, *, on_step: Any, traces: list[Trace], **arguments: Any
) -> SearchResult:
    """Search as ``solve`` does, and add the trace of the search to ``traces``."""
    from aima_search.trace import Recording

    recording = Recording(problem, **arguments)
    traces.append(recording.trace)
    return pull_to_end(recording, on_step)


def write_trace(traces: list[Trace], to: Path | None, pictures: bool) -> None:
    """If a trace was recorded, write it to its file or to the terminal."""
    from aima_search.trace.trace import step_lines

    for trace in traces:
        if to != TERMINAL and to is not None:
            with writing(to):
                trace.save(to)
            continue
        for step, line in step_lines(trace):
            click.echo(line)
            if pictures and step is not None:
                node = trace.node(trace.expansions[step])
                print_state(trace.problem, node.state, node.action)


def show_all_solutions(
    problems: Mapping[str, Puzzle],
    flags: dict[str, bool],
    at_most: int | None,
    paths: dict[str, Any] | None,
    limits: Limits,
    shown: str,
) -> None:
    """Print all solutions of each board, and end the command.

    paths: the keyword arguments for ``solutions`` if the solutions are paths, or None if they are
    states. shown: "json", "cells", "pictures", or "quiet" (no pictures).
    """
    values: list[dict[str, Any]] = []
    counts: list[int] = []
    ends: list[str] = []
    with Progress() as progress:
        for name, problem in problems.items():
            if paths is None:
                found = _solution_states(problem, flags, limits.seconds, ends)
            else:
                found = _solution_nodes(problem, paths, limits, progress, ends)
            if shown == "json":
                listed = [_as_value(problem, solution) for solution in islice(found, at_most)]
                values.append({"board": problem.format(), "solutions": listed})
                counts.append(len(listed))
                continue
            if counts and shown != "cells":  # an empty line between two boards
                click.echo()
            counts.append(_print_solutions(name, problem, found, at_most, shown))
    if shown == "json":
        print_json(values[0] if len(values) == 1 else values)
    for end in ends:
        click.echo(f"aima-search: {end}: there may be more solutions", err=True)
    if ends:
        sys.exit(ExitStatus.LIMIT_REACHED)
    sys.exit(ExitStatus.SOLVED if all(counts) else ExitStatus.FAILED)


def _solution_nodes(
    problem: Puzzle, paths: dict[str, Any], limits: Limits, progress: Progress, ends: list[str]
) -> Iterator[Any]:
    paths = paths | {"heuristic": paths["heuristic"] or problem.default_heuristic}
    try:
        for node in solutions(problem, on_step=progress.on_step, limits=limits, **paths):
            progress.hide()
            yield node
    except SearchLimitReached as end:
        ends.append(str(end))


def _solution_states(
    problem: Puzzle, flags: dict[str, bool], seconds: float | None, ends: list[str]
) -> Iterator[Any]:
    found, left, is_done = problem.solutions(None, **flags), seconds, False
    if left is None:
        yield from found
        return
    while not is_done:
        start, batch = perf_counter(), []
        with suppress(LimitReached), DeadlineScope(left):
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
    if isinstance(found, Node):
        return {"cost": found.path_cost, "actions": list(map(str, found.solution()))}
    return [list(row) for row in problem.grid(found)]


def _print_solutions(
    name: str, problem: Puzzle, found: Iterator[Any], at_most: int | None, shown: str
) -> int:
    count = 0
    if shown != "cells":
        click.echo(headline(name, problem))
    for count, solution in enumerate(islice(found, at_most), 1):
        if shown == "cells":
            click.echo(str(list(problem.solution_cells(solution))))
        elif isinstance(solution, Node):
            cost, text = number(solution.path_cost), problem.solution_text(solution)
            click.echo(f"\n{count}. cost {cost}: {text}")
            picture = None if shown == "quiet" else problem.path_scene(solution.path_states())
            if picture is not None:
                print_picture(picture)
        elif shown != "quiet":
            click.echo(f"\n{count}.")
            print_state(problem, solution)
    more = shown != "cells" and count == at_most and next(found, None) is not None
    click.echo("" if shown == "cells" else f"\n{counted(count, 'solution')}{', and more' * more}")
    return count
