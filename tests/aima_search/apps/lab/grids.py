"""Small grids for the tests."""

import shutil
from pathlib import Path

from aima_search.apps.lab import parse_grid

SPECIMENS = Path(__file__).with_name("specimens.py")

SMALL = """
puzzle = "movix"
algorithms = ["astar", "breadth-first"]
heuristics = ["zero", "assignment"]
[limits]
nodes = 100_000
[[instances]]
size = 4
line = [3, 4]
count = 3
"""


def small():
    """Return a grid of 18 short runs."""
    return parse_grid(SMALL, Path())


def instances(folder, table, puzzle="movix"):
    """Return the instances of a grid with one table ``instances``."""
    return parse_grid(f'puzzle = "{puzzle}"\n[instances]\n{table}\n', folder).instances


def with_specimens(folder, *names, seconds=100, memory="1GiB"):
    """Return a grid with one run for each named heuristic of specimens.py; copy this file."""
    shutil.copy(SPECIMENS, folder / "specimens.py")
    heuristics = [f"specimens.py:{name}" for name in names]
    text = f"""
puzzle = "movix"
heuristics = {heuristics}
[limits]
seconds = {seconds}
memory = "{memory}"
[instances]
levels = "2-tiny"
"""
    return parse_grid(text, folder)
