"""Commands with --seconds on huge boards and with hostile heuristics: how late do they end?"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from tests.attacks.outcome import Attack

LIMIT_REACHED = 3
_SECONDS = 1.0
_MOST_LATE = 0.1 * _SECONDS + 0.2

_STARTS = {
    "solve": ["--quiet"],
    "check": ["-h", "zero"],
    "analyse": [],
    "compare": ["-a", "astar", "-h", "zero"],
}

HOSTILE = """
import time

def loops(node):
    while True:
        pass

def sleeps(node):
    time.sleep(1000)

def swallows(node):
    while True:
        try:
            time.sleep(1000)
        except BaseException:
            pass

def in_c(node):
    return sum(range(10**15))

def never_built(problem):
    while True:
        pass
"""


def attack_limits(folder: Path) -> Attack:
    """Run each command with a limit of one second, and measure how late it ends.

    The time to start a command is subtracted; it is measured on a tiny board.
    """
    boards = _write_boards(folder)
    attack = Attack(f"--seconds {_SECONDS:g}: at most {_MOST_LATE:.1f} s late beyond its start")
    for command in _commands(boards):
        attempts = []
        for _ in range(5):  # other programs may keep the machine busy
            start, _ = _run(folder, [command[0], "movix", "2-tiny", *_STARTS[command[0]]])
            took, status = _run(folder, [*command, "--seconds", str(_SECONDS)])
            attempts.append(took - start - _SECONDS)
            if status != LIMIT_REACHED or attempts[-1] <= _MOST_LATE:
                break
        attack.tried += 1
        if status != LIMIT_REACHED or min(attempts) > _MOST_LATE:
            name = " ".join(part[:30] for part in command)
            attack.broken.append(f"{name}: status {status}, {min(attempts):.2f} s late")
    return attack


def _commands(boards: Sequence[str]) -> list[list[str]]:
    movix = [["solve", "movix", board, "--quiet", "-a", "breadth-first"] for board in boards]
    movix.append(["solve", "movix", boards[0], "--quiet", "-h", "assignment"])
    calls = ["loops", "sleeps", "swallows", "in_c", "never_built"]
    hostile = [["solve", "movix", "2-tiny", "-h", f"hostile.py:{name}"] for name in calls]
    others = [
        ["check", "movix", boards[1], "-h", "manhattan"],
        ["check", "movix", "2-tiny", "-h", "hostile.py:loops"],
        ["check", "movix", "2-tiny", "-h", "hostile.py:in_c"],
        ["analyse", "movix", boards[1], "--states", "100000000"],
        ["compare", "movix", "2-tiny", "-a", "astar", "-h", "hostile.py:in_c"],
    ]
    return [*movix, *hostile, *others]


def _write_boards(folder: Path) -> list[str]:
    """Write files with the hostile heuristics and two boards; return the paths of the boards."""
    (folder / "hostile.py").write_text(HOSTILE)
    rng = random.Random(1)
    cells = ["_"] * (20 * 20 - 60) + ["S", "L", "V"] * 20
    rng.shuffle(cells)
    rows = ["".join(cells[start : start + 20]) for start in range(0, 400, 20)]
    (folder / "pieces.txt").write_text("\n".join(["line 12", *rows]) + "\n")
    huge = ["S_" * 32, *["_" * 64] * 62, "L" * 32 + "_" * 32]
    (folder / "huge.txt").write_text("\n".join(["line 60", *huge]) + "\n")
    return ["pieces.txt", "huge.txt"]


def _run(folder: Path, arguments: Sequence[str]) -> tuple[float, int]:
    """Run a command; return the seconds that it took, and its exit status."""
    command = [sys.executable, "-m", "aima_search", *arguments]
    started = perf_counter()
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=300)
    return perf_counter() - started, done.returncode
