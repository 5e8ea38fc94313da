"""The bundled levels: the seeds and options of the generator that made them.

``python -m puzzles.sudoku.generator.bundled`` writes the files anew; a test compares them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from puzzles.sudoku.formats import format_board
from puzzles.sudoku.generator import random_board

LEVELS: Mapping[str, Mapping[str, Any]] = {
    "04x04-1-few-open": {"seed": 1, "box": (2, 2), "clues": 12},
    "04x04-2-half-open": {"seed": 2, "box": (2, 2), "clues": 8},
    "04x04-3-four-clues": {"seed": 3, "box": (2, 2), "clues": 4},
    "06x06-1-wide": {"seed": 4, "box": (2, 3)},
    "08x08-1-wide": {"seed": 6, "box": (2, 4)},
    "09x09-1-hidden-singles": {"seed": 7, "difficulty": "hidden-singles", "symmetric": True},
    "09x09-2-naked-singles": {"seed": 8, "difficulty": "naked-singles", "symmetric": True},
    "09x09-3-locked-candidates": {"seed": 9, "difficulty": "locked-candidates"},
    "09x09-4-search": {"seed": 10, "difficulty": "search"},
    "12x12-1-wide": {"seed": 11, "box": (3, 4)},
    "16x16-1": {"seed": 12, "box": (4, 4)},
}
FOLDER = Path(__file__).parents[1] / "levels"


def level_text(name: str) -> str:
    """Return the text of a level: a framed board below a comment with its seed and options."""
    options = dict(LEVELS[name])
    seed = options.pop("seed")
    made_from = ", ".join([repr(seed), *(f"{key}={value!r}" for key, value in options.items())])
    board = random_board(Random(seed), **options)
    return f"# Sudoku.generate({made_from})\n{format_board(board, 'grid')}"


def write_levels(folder: Path = FOLDER) -> None:
    """Write all levels into a folder."""
    folder.mkdir(exist_ok=True)
    for name in LEVELS:
        (folder / f"{name}.txt").write_text(level_text(name), encoding="utf-8")


if __name__ == "__main__":
    write_levels()
