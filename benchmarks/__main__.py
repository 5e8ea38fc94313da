"""``python -m benchmarks [NAME [OPTIONS]]``: run one benchmark or all benchmarks, or list them."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import NamedTuple

import click

from aima_search.cli.output import print_table
from aima_search.display.tables import Column, Table
from benchmarks.measure import in_fresh_process
from benchmarks.runner import CLAIMS, Claim, command_of, heading, names

ALL, STOPPED = "all", "stopped"


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def run(name: str | None, arguments: tuple[str, ...]) -> None:
    """Run the benchmark NAME with its own options, or list the benchmarks."""
    found = {
        **names(),
        ALL: 'All benchmarks (or only those named after "all"), and whether their claims hold.',
    }
    if name in (None, "--help"):
        columns = [Column("benchmark"), Column("what it shows")]
        print_table(Table("", columns, [*found.items()]))
    elif name not in found:
        raise click.UsageError(f"no benchmark {name!r}: expected one of {', '.join(found)}")
    else:
        command = run_all if name == ALL else command_of(name)
        command.main(list(arguments), f"python -m benchmarks {name}")


class Ran(NamedTuple):
    """A benchmark that was run: its claims, its error (or ""), and the seconds that it took."""

    name: str
    claims: list[Claim]
    failed: str
    seconds: float


@click.command()
@click.argument("chosen", metavar="[NAME]...", nargs=-1)
def run_all(chosen: tuple[str, ...]) -> None:
    """Run benchmarks one after the other, each in a new process; all benchmarks take an hour.

    Ctrl-C ends the current benchmark; the table then has the claims of the benchmarks before it.
    The exit status is 1 if a benchmark failed or a claim does not hold.
    """
    known = list(names())
    if unknown := [name for name in chosen if name not in known]:
        raise click.UsageError(
            f"no benchmark {unknown[0]!r}: expected one or more of {', '.join(known)}"
        )
    runs: list[Ran] = []
    for name in chosen or known:
        runs.append(run_benchmark(name))
        if runs[-1].failed == STOPPED:
            break
    _print(runs)
    if any(run.failed or not all(claim.holds for claim in run.claims) for run in runs):
        sys.exit(1)


def run_benchmark(name: str) -> Ran:
    """Run a benchmark in a new process; it prints its results as they come."""
    start, claims, failed = perf_counter(), list[Claim](), ""
    try:
        claims = in_fresh_process(claims_of, name)
    except KeyboardInterrupt:
        failed = STOPPED
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
    return Ran(name, claims, failed, perf_counter() - start)


def claims_of(name: str) -> list[Claim]:
    """Run a benchmark in this process, and return its claims with the measured values."""
    command_of(name).main([], standalone_mode=False)
    return CLAIMS


def _print(runs: list[Ran]) -> None:
    heading("all that is claimed")
    numbers = Column("bound", "written"), Column("measured", "written")
    columns = [Column("benchmark"), Column("claim"), *numbers, Column("holds")]
    rows = []
    for run in runs:
        for claim in run.claims:
            verdict = "yes" if claim.holds else "NO"
            rows.append((run.name, claim.text, claim.bound, claim.measured, verdict))
        if run.failed:
            rows.append((run.name, f"{run.failed} after {run.seconds:.0f} s", "", "", ""))
    print_table(Table("", columns, rows))


if __name__ == "__main__":
    run(sys.argv[1:], prog_name="python -m benchmarks")
