"""``aima-search lab``: experiments on a grid, and what came of them."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import click

from aima_search.apps.lab.report_command import report_command
from aima_search.catalog.expressions import split_list
from aima_search.cli.arguments import jobs_option, no_cache_option
from aima_search.cli.output import print_lines
from aima_search.cli.process.progress import make_bar
from aima_search.cli.process.supervisor import Exit

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from aima_search.apps.lab.runner import GridProgress


@click.group("lab")
def lab_group() -> None:
    """Run experiments, resumable and isolated, and report on them."""


@lab_group.command("run")
@click.argument("grid", type=click.Path(path_type=Path))
@click.option(
    "--store",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Results file (SQLite). [GRID's name with .sqlite]",
)
@no_cache_option
@jobs_option("Processes. [one for each processor]")
@click.option(
    "--scheduler", metavar="ADDRESS", help="A Dask cluster: local, or its tcp://host:port."
)
@click.option(
    "--retry",
    default="",
    metavar="OUTCOME,...",
    help="Repeat stored runs with this outcome, such as worker-died; unexpected: all faults.",
)
def run_command(
    grid: Path, store: Path | None, jobs: int | None, scheduler: str | None, retry: str
) -> None:
    """Do every run of GRID (a TOML file) that the store does not have yet.

    Each run is a search in a process of its own that is kept within the grid's limits from
    outside. Ctrl-C keeps what is finished; the same command goes on from there. Exit status 3
    if no run came to an expected outcome.
    """
    from aima_search.apps.lab import run_grid

    path = store or Path(f"{grid.stem}.sqlite")
    bar = make_bar("{task.fields[solved]} solved, {task.fields[failed]} failed")
    task = bar.add_task(grid.stem, total=None, solved=0, failed=0)
    told: set[Any] = set()
    latest: list[GridProgress] = []

    def show(progress: GridProgress) -> None:
        if not latest:  # before the first progress the grid or the store may be wrong
            bar.start()
        latest[:] = [progress]
        _show(bar, task, progress, told)

    try:
        progress = run_grid(grid, path, jobs, scheduler, show, retry=_outcomes(retry))
    except KeyboardInterrupt:
        bar.stop()  # before anything is printed
        print_lines([*map(_totals, latest), f"the same command goes on; results in {path}"])
        raise
    finally:
        if latest:
            bar.stop()
    print_lines([*map(_totals, latest), f"results in {path}; aima-search lab report {path}"])
    if progress.is_fruitless:
        sys.exit(Exit.LIMIT_REACHED)


def _outcomes(text: str) -> list[str]:
    """Return the outcomes that --retry names."""
    from aima_search.runs.outcomes import UNEXPECTED

    names = split_list(text)
    return [one for name in names for one in (UNEXPECTED if name == "unexpected" else [name])]


def _show(bar: Bar, task: object, progress: GridProgress, told: set[Any]) -> None:
    from aima_search.runs.outcomes import SOLVED, UNEXPECTED

    bar.update(
        task,  # type: ignore[arg-type]
        total=progress.total,
        completed=progress.finished,
        solved=progress.outcomes[SOLVED],
        failed=sum(progress.outcomes[outcome] for outcome in UNEXPECTED),
    )
    if progress.waiting and progress.waiting not in told:
        told.add(progress.waiting)
        bar.console.print(progress.waiting, markup=False, highlight=False, soft_wrap=True)
    if progress.last:
        run, ending = progress.last
        case = (run.configuration, ending.status)
        if ending.status in UNEXPECTED and case not in told:  # each kind of fault once
            told.add(case)
            name = run.configuration.label()
            text = f"{ending.status}: {name} on {run.board}: {ending.message}"
            bar.console.print(shorten(text, 300), markup=False, highlight=False, soft_wrap=True)


def _totals(progress: GridProgress) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in progress.outcomes.most_common())
    before = f" ({progress.stored_before} stored before)" if progress.stored_before else ""
    return f"{progress.finished} of {progress.total} runs{before}: {counts or 'none'}"


lab_group.add_command(report_command)
