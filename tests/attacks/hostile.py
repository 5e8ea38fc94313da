"""Hostile and honest heuristics in one grid: the rows of honest heuristics must not change."""

from __future__ import annotations

from pathlib import Path

from aima_search.apps.lab import load, parse_grid, run_grid
from tests.attacks.limits import HOSTILE
from tests.attacks.outcome import Attack

_MORE = """
def leaves_a_thread(node):
    import threading
    if node.parent is None:
        threading.Thread(target=lambda: sum(range(10**9)), daemon=True).start()
    return 0

def sets_an_alarm(node):
    import signal
    signal.alarm(1)
    return 0

def forks(node):
    import os
    if node.parent is None:
        os.fork()
    return 0

def changes_folder(node):
    import os
    os.chdir("/")
    return 0

def raises(node):
    raise RuntimeError("\\ud800 \\x00 no")

def exits(node):
    import os
    os._exit(0)

def writes_on_every_pipe(node):
    import os
    for number in range(3, 64):
        try:
            os.write(number, b"junk\\n")
        except OSError:
            pass
    return 0

eaten = []

def eats_memory(node):
    eaten.append(b"x" * 10**7)
    return 0
"""
_NAMES = [
    *("loops", "swallows", "in_c", "never_built", "leaves_a_thread", "sets_an_alarm", "forks"),
    *("changes_folder", "raises", "exits", "writes_on_every_pipe", "eats_memory"),
]
_HONEST = ["zero", "manhattan", "assignment"]
_GRID = """
puzzle = "movix"
heuristics = {heuristics}
[limits]
seconds = {seconds}
memory = "1GiB"
[instances]
size = 4
line = 3
count = {count}
"""
_SAME = ("board", "heuristic", "status", "cost", "expanded", "generated")


def attack_by_heuristics(folder: Path, count: int) -> Attack:
    """Run a grid of ``count`` boards with and without the hostile heuristics."""
    (folder / "hostile.py").write_text(HOSTILE + _MORE)
    hostile = [f"hostile.py:{name}" for name in _NAMES]
    quiet = _rows(folder, "quiet.sqlite", _HONEST, count)
    attacked = _rows(folder, "attacked.sqlite", [*_HONEST, *hostile], count)
    attack = Attack(f"{len(hostile)} hostile heuristics in a lab")
    for row in quiet:
        attack.tried += 1
        if row not in attacked:
            attack.broken.append(f"an honest row has changed: {row}")
    if len(attacked) != count * (len(_HONEST) + len(hostile)):
        attack.broken.append(f"{len(attacked)} rows in place of one for every run")
    return attack


def _rows(folder: Path, store: str, heuristics: list[str], count: int) -> list[tuple[object, ...]]:
    text = _GRID.format(heuristics=heuristics, seconds=1, count=count)
    run_grid(parse_grid(text, folder), folder / store, jobs=2)
    rows = load(folder / store).as_dicts()
    return [tuple(row[name] for name in _SAME) for row in rows]
