"""Speed and memory of A*: against other modules' and a minimal A*, and as a search grows."""

from __future__ import annotations

from pathlib import Path

import click

from benchmarks.growth import SIZES, measure_growth, measure_memory
from benchmarks.rivals import measure_against_minimal, measure_against_peer
from benchmarks.textbook import measure_against_textbook
from benchmarks.tiny import measure_tiny_runs

DEPTHS = (20, 22, 24, 26, 28, 30)
SECTIONS = ("peer", "tiny", "minimal", "growth", "memory")


@click.command()
@click.option("--boards", default=10, show_default=True, help="8-puzzle boards a depth.")
@click.option("--seed", default=1, show_default=True, help="Seed of the boards and the walls.")
@click.option("--repeats", default=3, show_default=True, help="Rounds of the same runs.")
@click.option("--quick", is_flag=True, help="Stop at depth 26 and at 100,000 expansions.")
@click.option(
    "--textbook",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Measure against the textbook's module in this copy of its repository, and nothing else.",
)
@click.option("--section", "chosen", type=click.Choice(SECTIONS), multiple=True, help="[all]")
def command(
    boards: int,
    seed: int,
    repeats: int,
    quick: bool,
    textbook: Path | None,
    chosen: tuple[str, ...],
) -> None:
    """Measure A* against aima3 or the textbook's, against a minimal A*, and as a search grows."""
    if textbook is not None and chosen:
        raise click.UsageError("--textbook is a section of its own: leave out --section")
    sizes = [size for size in SIZES if not quick or size <= 100_000]
    depths = [depth for depth in DEPTHS if not quick or depth <= 26]
    if textbook is not None:
        measure_against_textbook(textbook, depths, boards, seed, repeats)
        return
    chosen = chosen or SECTIONS
    if "peer" in chosen:
        measure_against_peer(depths, boards, seed, repeats)
    if "tiny" in chosen:
        measure_tiny_runs(repeats)
    if "minimal" in chosen:
        measure_against_minimal(boards, seed, repeats)
    if "growth" in chosen:
        measure_growth(sizes, repeats)
    if "memory" in chosen:
        measure_memory(sizes[-3:])


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks engine")
