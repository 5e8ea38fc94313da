"""Nothing lost, nothing false: attacks on answers, texts, limits and files, counted.

Kills and resumes, hostile heuristics next to honest heuristics, limits on huge boards and deaf
code, random graphs against relaxed distances, claims of searches, mutated texts, hostile
submissions, memory and disk that submissions take. Half an hour, with ``--short`` a few minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import click

from aima_search.cli.output import print_table
from aima_search.display.tables import make_table
from benchmarks.attacks.claims import attack_claims
from benchmarks.attacks.grade import attack_by_submissions
from benchmarks.attacks.graphs import attack_graphs
from benchmarks.attacks.hostile import attack_by_heuristics
from benchmarks.attacks.kills import attack_by_kills
from benchmarks.attacks.limits import attack_limits
from benchmarks.attacks.memory import attack_memory
from benchmarks.attacks.outcome import Attack
from benchmarks.attacks.texts import attack_texts

SECTIONS: Mapping[str, Callable[[Path, bool], list[Attack]]] = {
    "graphs": lambda folder, short: attack_graphs(200 if short else 2_000),
    "claims": lambda folder, short: attack_claims(100 if short else 2_000),
    "texts": lambda folder, short: attack_texts(500 if short else 5_000),
    "limits": lambda folder, short: attack_limits(folder),
    "memory": lambda folder, short: attack_memory(folder),
    "kills": lambda folder, short: attack_by_kills(folder, 2 if short else 20),
    "hostile": lambda folder, short: attack_by_heuristics(folder, 1 if short else 4),
    "grade": attack_by_submissions,
}
_SHOWN = 5  # faults of an attack


@click.command()
@click.option("--short", is_flag=True, help="A few of each attack.")
@click.option("--section", "chosen", type=click.Choice(list(SECTIONS)), multiple=True, help="[all]")
def command(short: bool, chosen: tuple[str, ...]) -> None:
    """Attack, and print the attempts and the faults; exit status 1 if anything broke."""
    holds = True
    table = make_table(["attack", "against", "tried", "broken", "note"], ["tried", "broken"])
    for section in chosen or SECTIONS:
        started = perf_counter()
        with TemporaryDirectory() as folder:
            attacks = SECTIONS[section](Path(folder), short)
        click.echo(f"{section}: {perf_counter() - started:.0f} s", err=True)
        for attack in attacks:
            counts = f"{attack.tried:,}", f"{len(attack.broken):,}"
            table.add_row(attack.what, attack.against, *counts, attack.note)
            holds = holds and attack.holds
            for fault in attack.broken[:_SHOWN]:
                click.echo(f"{attack.what}: {fault}", err=True)
    print_table(table)
    click.echo("everything holds" if holds else "NOT EVERYTHING HOLDS")
    sys.exit(0 if holds else 1)


def main(arguments: list[str]) -> None:
    """Run this benchmark."""
    command(arguments, prog_name="python -m benchmarks reliability")
