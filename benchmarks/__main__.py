"""``python -m benchmarks [NAME [OPTIONS]]``: run a benchmark, all of them, or list them."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import NamedTuple

import click
from rich.markup import escape

from aima_search.cli.output import print_table
from aima_search.display.tables import make_table
from benchmarks.measure import in_fresh_process
from benchmarks.runner import CLAIMS, Claim, command_of, heading, names

ALL, STOPPED = "all", "stopped"


@click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("name", required=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def run(name: str | None, arguments: tuple[str, ...]) -> None:
    """Run the benchmark NAME with its own options, or list the benchmarks."""
    found = {**names(), ALL: "Each of these, or those named after it, and a table of their claims."}
    if name in (None, "--help"):
        table = make_table(["benchmark", "what it shows"])
        for benchmark, summary in found.items():
            table.add_row(benchmark, summary)
        print_table(table)
    elif name not in found:
        raise click.UsageError(f"no benchmark {name!r}: expected one of {', '.join(found)}")
    else:
        command = run_all if name == ALL else command_of(name)
        command.main(list(arguments), f"python -m benchmarks {name}")


class Ran(NamedTuple):
    """One benchmark: its claims, how it failed (if it did), its seconds."""

    name: str
    claims: list[Claim]
    failed: str
    seconds: float


@click.command()
@click.argument("chosen", metavar="[NAME]...", nargs=-1)
def run_all(chosen: tuple[str, ...]) -> None:
    """Run benchmarks one after the other, each in a fresh process; all of them take an hour.

    Ctrl-C ends the benchmark that runs, and the table has the claims of those before it. The exit
    code is 1 if a benchmark failed or a claim does not hold.
    """
    known = list(names())
    if unknown := [name for name in chosen if name not in known]:
        raise click.UsageError(f"no benchmark {unknown[0]!r}: expected some of {', '.join(known)}")
    runs: list[Ran] = []
    for name in chosen or known:
        runs.append(run_benchmark(name))
        if runs[-1].failed == STOPPED:
            break
    _print(runs)
    if any(run.failed or not all(claim.holds for claim in run.claims) for run in runs):
        sys.exit(1)


def run_benchmark(name: str) -> Ran:
    """Run the command of a benchmark, which prints as it goes."""
    start, claims, failed = perf_counter(), list[Claim](), ""
    try:
        claims = in_fresh_process(claims_of, name)
    except KeyboardInterrupt:
        failed = STOPPED
    except Exception as error:
        failed = f"{type(error).__name__}: {error}"
    return Ran(name, claims, failed, perf_counter() - start)


def claims_of(name: str) -> list[Claim]:
    """Run a benchmark in this process, and return what it claims."""
    command_of(name).main([], standalone_mode=False)
    return CLAIMS


def _print(runs: list[Ran]) -> None:
    heading("all that is claimed")
    columns = ["benchmark", "claim", "bound", "measured", "holds"]
    table = make_table(columns, numeric=["bound", "measured"])
    for run in runs:
        for claim in run.claims:
            verdict = "[green]yes[/green]" if claim.holds else "[red]NO[/red]"
            table.add_row(run.name, escape(claim.text), claim.bound, claim.measured, verdict)
        if run.failed:
            how = f"[red]{escape(run.failed)}[/red] after {run.seconds:.0f} s"
            table.add_row(run.name, how, "", "", "")
    print_table(table)


if __name__ == "__main__":
    run(sys.argv[1:], prog_name="python -m benchmarks")
