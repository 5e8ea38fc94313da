"""Count the files that run between the start of a command and the first node of its search.

A move is a call of a function in another file than the previous call. A return is a move to a file
that was visited before. Code that runs when a file is imported does not count. The installed
package is measured, editable or not.

    python tools/walk.py [--long]
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import aima_search
from aima_search.algorithms.frontier import Frontier
from aima_search.cli import main

ROOT = Path(aima_search.__file__).parents[1]
PACKAGES = tuple(f"{ROOT / name}{os.sep}" for name in ("aima_search", "puzzles", "heuristics"))
WALKED = ("solve", "movix", "2-tiny", "-h", "conflicts")
calls: list[tuple[str, str]] = []  # the file and the function of each move


def note(frame: FrameType, event: str, _: Any) -> None:
    """Record a call into another file; print the counts when the first node enters the frontier."""
    file = frame.f_code.co_filename
    if event != "call" or not file.startswith(PACKAGES) or is_imported(frame):
        return
    if not calls or calls[-1][0] != file:
        calls.append((file, frame.f_code.co_name))
    if frame.f_code is Frontier.push.__code__:
        sys.setprofile(None)
        print_walk()


def is_imported(frame: FrameType | None) -> bool:
    """Return True if the code of a frame runs because a file of the project is imported."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(PACKAGES):
            return True
        frame = frame.f_back
    return False


def print_walk() -> None:
    """Print the counts (with --long the calls, too), and discard the output of the search."""
    files = {file for file, _ in calls}
    if "--long" in ARGUMENTS:
        for file, function in calls:
            print(f"{Path(file).relative_to(ROOT)}: {function}")
    moves = len(calls) - 1
    print(f"{' '.join(WALKED)}: {len(files)} files, {moves} moves,", end=" ")
    print(f"{moves - len(files) + 1} of them are returns", flush=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    ARGUMENTS = sys.argv[1:]
    sys.argv[1:] = WALKED
    sys.setprofile(note)
    main()
