"""What a benchmark prints: tables, and each claim with the number measured and the verdict."""

from __future__ import annotations

import platform

from rich.console import Console

from aima_search.cli.output import print_table
from aima_search.display.terminal import make_table

__all__ = ["heading", "make_table", "print_line", "print_table", "state_claim"]

_CONSOLE = Console(highlight=False, soft_wrap=True)


def heading(text: str) -> None:
    """Print the title of a section, with the interpreter that was measured."""
    implementation, version = platform.python_implementation(), platform.python_version()
    _CONSOLE.print(f"[bold]{text}[/bold]  ({implementation} {version})")


def print_line(text: str) -> None:
    """Print a line of which nothing is claimed."""
    _CONSOLE.print(f"{text}\n", markup=False)


def state_claim(
    claim: str,
    measured: float | None,
    *,
    least: float | None = None,
    most: float | None = None,
    unit: str = "",
) -> bool:
    """Print a claim, its bound, what was measured and whether it holds; return that.

    ``measured`` is None where there was nothing to measure, which proves no claim.
    """
    bound = f"at least {least:,g}" if least is not None else f"at most {most:,g}"
    holds = (
        measured is not None
        and (least is None or measured >= least)
        and (most is None or measured <= most)
    )
    number = "nothing" if measured is None else f"{measured:,.4g}{unit}"
    verdict = "[green]holds[/green]" if holds else "[red]DOES NOT HOLD[/red]"
    _CONSOLE.print(f"{claim}: {bound}{unit}; measured {number}: {verdict}\n")
    return holds
