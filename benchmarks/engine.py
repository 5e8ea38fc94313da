"""Speed and memory of A*: against aima3, against a minimal A*, and as a search grows."""

from __future__ import annotations

import click

from benchmarks.growth import measure_growth, measure_memory
from benchmarks.rivals import measure_against_minimal, measure_against_peer

DEPTHS = (20, 22, 24, 26, 28, 30)
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
SECTIONS = ("peer", "minimal", "growth", "memory")


@click.command()
@click.option("--boards", default=10, show_default=True, help="8-puzzle boards a depth.")
@click.option("--seed", default=1, show_default=True, help="Seed of the boards and the walls.")
@click.option("--repeats", default=3, show_default=True, help="Rounds of the same runs.")
@click.option("--quick", is_flag=True, help="Stop at depth 26 and at 100,000 expansions.")
@click.option("--section", "chosen", type=click.Choice(SECTIONS), multiple=True, help="[all]")
def command(boards: int, seed: int, repeats: int, quick: bool, chosen: tuple[str, ...]) -> None:
    """Measure A* against aima3, against a minimal A*, and as a search grows."""
    chosen = chosen or SECTIONS
    sizes = [size for size in SIZES if not quick or size <= 100_000]
    if "peer" in chosen:
        depths = [depth for depth in DEPTHS if not quick or depth <= 26]
        measure_against_peer(depths, boards, seed, repeats)
    if "minimal" in chosen:
        measure_against_minimal(boards, seed, repeats)
    if "growth" in chosen:
        measure_growth(sizes, repeats)
    if "memory" in chosen:
        measure_memory(sizes[-3:])


def main(arguments: list[str]) -> None:
    """Run with the arguments of a command line."""
    command(arguments, prog_name="python -m benchmarks engine")
