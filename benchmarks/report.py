"""What a benchmark prints: tables, and each claim with the number measured and the verdict."""

from __future__ import annotations

import json
import os
import platform
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape

from aima_search.cli.output import print_table
from aima_search.display.tables import make_table

__all__ = [
    "CLAIMS_FILE",
    "Claim",
    "heading",
    "make_table",
    "print_line",
    "print_table",
    "read_claims",
    "state_claim",
]

CLAIMS_FILE = "BENCHMARKS_CLAIMS"
"""The environment variable that names a file to write the claims down in, a line of JSON each."""

_CONSOLE = Console(highlight=False, soft_wrap=True)


class Claim(NamedTuple):
    """The claim, the bound, the measured value, and whether it is within the bound."""

    text: str
    bound: str
    measured: str
    holds: bool


def heading(text: str) -> None:
    """Print the title of a section, with the interpreter that was measured."""
    implementation, version = platform.python_implementation(), platform.python_version()
    _CONSOLE.print(f"[bold]{text}[/bold]  ({implementation} {version})")


def print_line(text: str) -> None:
    """Print a line without a claim."""
    _CONSOLE.print(f"{text}\n", markup=False)


def state_claim(
    claim: str,
    measured: float | None,
    *,
    least: float | None = None,
    most: float | None = None,
    unit: str = "",
) -> bool:
    """Print a claim, its bound, the measured value; return whether the claim holds.

    ``measured`` is None if there was nothing to measure: that proves no claim.
    """
    bound = f"at least {least:,g}" if least is not None else f"at most {most:,g}"
    holds = (
        measured is not None
        and (least is None or measured >= least)
        and (most is None or measured <= most)
    )
    number = "nothing" if measured is None else f"{measured:,.4g}{unit}"
    _print_claim(Claim(claim, f"{bound}{unit}", number, holds))
    return holds


def read_claims(file: Path) -> list[Claim]:
    """Return the claims that a benchmark has written down, no claims if there is no file."""
    if not file.exists():
        return []
    return [Claim(*json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def _print_claim(claim: Claim) -> None:
    verdict = "[green]holds[/green]" if claim.holds else "[red]DOES NOT HOLD[/red]"
    _CONSOLE.print(f"{escape(claim.text)}: {claim.bound}; measured {claim.measured}: {verdict}\n")
    if CLAIMS_FILE in os.environ:
        with Path(os.environ[CLAIMS_FILE]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(claim) + "\n")
