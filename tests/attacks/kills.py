"""Kills at random moments: a resumed run must have the same rows as an undisturbed run."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

from puzzles import MovIX
from tests.attacks.outcome import Attack

_SAME = ("board", "algorithm", "heuristic", "status", "cost", "expanded", "generated", "message")
_SLOW = """
import time

def slow(node):
    time.sleep(0.0005)
    return 0
"""
_GRID = """
puzzle = "movix"
algorithms = ["astar"]
heuristics = ["manhattan", "slow.py:slow"]
[limits]
nodes = 100
[[instances]]
size = 5
line = 3
count = 20
seed = 1
"""
COMMANDS = {
    "rows.csv": [
        *("batch", "movix", "boards.txt", "-h", "slow.py:slow", "--nodes", "100"),
        *("--out", "rows.csv", "--resume"),
    ],
    "store.sqlite": ["lab", "run", "grid.toml", "--store", "store.sqlite", "--jobs", "2"],
}
"""The commands to kill, by the file that they write."""


def attack_by_kills(folder: Path, file: str, kills: int, seed: int = 1) -> Attack:
    """Kill a command ``kills`` times, let it end, and compare it with an undisturbed run."""
    rng = random.Random(seed)
    (folder / "slow.py").write_text(_SLOW)
    (folder / "grid.toml").write_text(_GRID)
    boards = [MovIX.generate(number, size=5, line=3).format() for number in range(40)]
    (folder / "boards.txt").write_text("\n".join(boards) + "\n")
    attack, command = Attack(f"kills and resumes, {file}"), COMMANDS[file]
    _run(folder, command)
    undisturbed = _rows(folder, file)
    (folder / file).unlink()
    for _ in range(kills):
        attack.tried += 1
        _run(folder, command, rng.uniform(0.3, 2.0))
        rows = _rows(folder, file)
        strange = [row for row in rows if row not in undisturbed]
        attack.broken += [f"a row that should not be: {row}" for row in strange[:3]]
    _run(folder, command)
    if _rows(folder, file) != undisturbed:
        attack.broken.append("the rows at the end are others")
    return attack


def _run(folder: Path, arguments: list[str], kill_after: float | None = None) -> None:
    """Run a command, and kill it after some seconds."""
    arguments = [sys.executable, "-m", "aima_search", *arguments]
    null = subprocess.DEVNULL
    with subprocess.Popen(arguments, cwd=folder, stdout=null, stderr=null) as command:
        try:
            command.wait(kill_after)
        except subprocess.TimeoutExpired:
            os.kill(command.pid, signal.SIGKILL)


def _rows(folder: Path, file: str) -> list[tuple[str, ...]]:
    """Return the sorted rows of a results file or a store, without values that depend on time."""
    if not (folder / file).exists():
        return []
    if file.endswith(".csv"):
        text = (folder / file).read_text(encoding="utf-8")
        text = text[: text.rfind("\n") + 1]
    else:
        report = [sys.executable, "-m", "aima_search", "lab", "report", file, "--csv"]
        done = subprocess.run(report, cwd=folder, capture_output=True, text=True, check=False)
        text = done.stdout
    return sorted(
        tuple(row.get(name) or "" for name in _SAME) for row in csv.DictReader(StringIO(text))
    )
