"""The boards that Hitori is measured on: published, generated, kept in a file, random.

A *group* is boards of one side and one difficulty, each with exactly one solution.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from puzzles import Hitori
from puzzles.hitori.generator import MAX_SIDE
from puzzles.hitori.rules import Rows

KEPT = Path(__file__).with_name("hitori_large.txt")
"""Large boards with few places where deductions can begin, a line each: side, difficulty, id."""

LARGEST = {"easy": MAX_SIDE, "medium": 25, "hard": 15}
"""The largest side that is generated on every run, by difficulty."""


class Group(NamedTuple):
    """Boards of a side and a difficulty."""

    side: int
    difficulty: str
    boards: list[Rows]


def generated(sides: Iterable[int], count: int) -> list[Group]:
    """Return ``count`` generated boards of every side and difficulty, up to ``LARGEST``."""
    return [
        Group(side, difficulty, [board(side, difficulty, seed) for seed in range(count)])
        for difficulty, largest in LARGEST.items()
        for side in sides
        if side <= largest
    ]


def kept(sides: Iterable[int], count: int) -> list[Group]:
    """Return at most ``count`` boards of every side and difficulty from ``KEPT``."""
    lines = [line.split() for line in KEPT.read_text(encoding="utf-8").splitlines()]
    boards = [(int(side), how, Hitori.parse(text).numbers) for side, how, text in lines]
    return _grouped(boards, sides, count)


def corpus(folder: Path, sides: Iterable[int], count: int) -> list[Group]:
    """Return at most ``count`` published boards with one solution of every side, difficulty."""
    unique = [one for one in entries(folder) if one["unique"] and one["rows"] == one["cols"]]
    boards = [(one["rows"], one["difficulty"], tuple(map(tuple, one["grid"]))) for one in unique]
    return _grouped(boards, sides, count)


def entries(folder: Path) -> list[dict[str, Any]]:
    """Return all published boards of a folder, with what is known of their solutions."""
    lines = (folder / "hitori_boards.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def _grouped(
    boards: Iterable[tuple[int, str, Rows]], sides: Iterable[int], count: int
) -> list[Group]:
    groups: dict[tuple[int, str], list[Rows]] = {}
    wanted = set(sides)
    for side, difficulty, rows in boards:
        if side in wanted:
            groups.setdefault((side, difficulty), []).append(rows)
    return [Group(*key, found[:count]) for key, found in groups.items()]


@cache
def board(side: int, difficulty: str, seed: int) -> Rows:
    """Return a generated board."""
    return Hitori.generate(seed, size=side, difficulty=difficulty).numbers


@cache
def board_with_several_solutions(side: int, seed: int) -> Rows:
    """Return a random board with more than one solution: its numbers seldom repeat."""
    rng = random.Random(seed)
    while True:
        rows = tuple(tuple(rng.randint(1, 4 * side) for _ in range(side)) for _ in range(side))
        if len(list(Hitori(rows).solutions(limit=2, minimal=True))) == 2:
            return rows
