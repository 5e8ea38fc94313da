"""``solve --trace``: what the search did, as lines in the terminal or as a file to look at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from aima_search.catalog.files import writing
from aima_search.cli.arguments import OutputFile
from aima_search.cli.output import print_state
from aima_search.runs.result import SearchResult
from aima_search.runs.solve import pull_to_end

if TYPE_CHECKING:
    from aima_search.trace import Trace

_F = TypeVar("_F", bound=Callable[..., Any])
TERMINAL = Path("-")
"""The place of the trace if no file is named."""


class TraceFile(OutputFile):
    """A file for the trace, or nothing: the terminal."""

    def __init__(self) -> None:
        super().__init__(".yaml")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path."""
        if value in ("-", TERMINAL):
            return TERMINAL
        if str(value).endswith(".svg"):
            return OutputFile(".svg").convert(value, param, ctx)
        return super().convert(value, param, ctx)


def trace_options(function: _F) -> _F:
    """Add --trace and --trace-pictures."""
    function = click.option(
        "--trace-pictures", is_flag=True, help="Draw the board at every line of --trace."
    )(function)
    return click.option(
        "--trace",
        type=TraceFile(),
        is_flag=False,
        flag_value="-",
        metavar="[FILE]",
        help="Print a line for each expansion, or write FILE.trace.yaml for the Posthoc visualiser,"
        " or FILE.svg, a picture of what was explored on a map or grid. Without a file it comes"
        " last.",
    )(function)


def check_trace(to: Path | None, pictures: bool, as_json: bool) -> None:
    """Refuse what does not go together."""
    if pictures and to != TERMINAL:
        raise click.UsageError("--trace-pictures goes with --trace without a file")
    if as_json and to == TERMINAL:
        raise click.UsageError("--trace prints text: name a file with it, or leave --json out")


def solve_recorded(problem: Any, *, on_step: Any, kept: list[Trace], **how: Any) -> SearchResult:
    """Solve as ``solve`` does, and keep the trace."""
    from aima_search.trace import Recording

    recording = Recording(problem, **how)
    kept.append(recording.trace)
    return pull_to_end(recording, on_step)


def write_trace(traces: list[Trace], to: Path | None, pictures: bool) -> None:
    """Write the trace that was kept to its file or to the terminal, if there is one."""
    from aima_search.trace.text import step_lines

    for trace in traces:
        if to != TERMINAL and to is not None:
            with writing(to):
                trace.save(to)
            continue
        for step, line in step_lines(trace):
            click.echo(line)
            if pictures and step is not None:
                node = trace.node(trace.history.expansions[step])
                print_state(trace.problem, node.state, node.action)
