"""All benchmarks, or the named benchmarks, one after the other, and a table of their claims.

Each runs with its own defaults in a fresh process, as it does by itself; all of them take an hour.
Ctrl-C ends the benchmark that runs, and the table has the claims until then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import click
from rich.markup import escape

from benchmarks.report import CLAIMS_FILE, Claim, heading, make_table, print_table, read_claims


class Ran(NamedTuple):
    """One benchmark: its claims, its exit code (None: stopped), its seconds."""

    name: str
    claims: list[Claim]
    code: int | None
    seconds: float


@click.command(help=__doc__)
@click.argument("names", nargs=-1)
def command(names: tuple[str, ...]) -> None:
    """Run them, and exit with 1 if one failed or a claim does not hold."""
    from benchmarks.__main__ import benchmarks

    known = [name for name in benchmarks() if name != "all"]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise click.UsageError(f"no benchmark {unknown[0]!r}: expected some of {', '.join(known)}")
    runs: list[Ran] = []
    for name in names or known:
        runs.append(run_benchmark(name, [sys.executable, "-m", "benchmarks", name]))
        if runs[-1].code is None:
            break
    _print(runs)
    if not all(run.code == 0 and all(claim.holds for claim in run.claims) for run in runs):
        sys.exit(1)


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks all")


def run_benchmark(name: str, arguments: Sequence[str]) -> Ran:
    """Run the command of a benchmark; it prints as it goes and writes down its claims."""
    start = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "claims"
        environment = os.environ | {CLAIMS_FILE: str(file)}
        with subprocess.Popen(arguments, env=environment) as process:
            try:
                code: int | None = process.wait()
            except KeyboardInterrupt:  # the process has heard it too
                process.wait()
                code = None
        return Ran(name, read_claims(file), code, perf_counter() - start)


def _print(runs: list[Ran]) -> None:
    heading("all that is claimed")
    table = make_table(
        ["benchmark", "claim", "bound", "measured", "holds"], numeric=["bound", "measured"]
    )
    for run in runs:
        for claim in run.claims:
            verdict = "[green]yes[/green]" if claim.holds else "[red]NO[/red]"
            table.add_row(run.name, escape(claim.text), claim.bound, claim.measured, verdict)
        if run.code != 0:
            how = "stopped" if run.code is None else f"failed: exit code {run.code}"
            table.add_row(run.name, f"[red]{how}[/red] after {run.seconds:.0f} s", "", "", "")
    print_table(table)
