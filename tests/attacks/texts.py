"""Mutated texts of boards: each is an error, or a board whose own text gives the same board."""

from __future__ import annotations

import random
from collections.abc import Iterator

from aima_search import Limits, solve
from aima_search.base.errors import BoardError
from aima_search.model.puzzle import Puzzle
from tests.attacks.outcome import Attack

_SIGNS = "0123456789abcxXSLVHM_.,:;/|#[]()-+=<>\"'\n\t \x00\ufeff\u00e9\u0663"
_LONGEST_MESSAGE = 600  # most characters of an error message
_LEVELS = 3  # levels that are solved before and after the texts are read


def attack_texts(puzzle: type[Puzzle], count: int, seed: int = 1) -> Attack:
    """Read ``count`` mutated texts of a puzzle: each is a BoardError, or a board to read again."""
    attack = Attack(f"mutated texts, {puzzle.puzzle}")
    before = answers(puzzle)
    for text in mutated_texts(puzzle, count, random.Random(seed)):
        attack.tried += 1
        try:
            board = puzzle.parse(text)
            if puzzle.parse(board.format()).format() != board.format():
                attack.broken.append(f"{text[:60]!r} does not print back")
        except BoardError as error:
            if len(str(error)) > _LONGEST_MESSAGE or "\n" in str(error):
                attack.broken.append(f"{text[:60]!r}: not one line")
        except Exception as error:
            attack.broken.append(f"{text[:60]!r}: {type(error).__name__}")
    if answers(puzzle) != before:
        attack.broken.append("other answers to the bundled levels than before the texts")
    return attack


def answers(puzzle: type[Puzzle]) -> list[tuple[object, ...]]:
    """Return the results of searches of the first levels, which refused texts must not change."""
    levels = [puzzle.level(name) for name in list(puzzle.levels())[:_LEVELS]]
    results = [solve(level, limits=Limits(nodes=50)) for level in levels]
    return [(r.status, r.cost, r.expanded, r.generated, str(r.actions)) for r in results]


def mutated_texts(puzzle: type[Puzzle], count: int, rng: random.Random) -> Iterator[str]:
    """Yield ``count`` texts of a puzzle's levels, each changed in a few places."""
    texts = list(_texts(puzzle))
    for _ in range(count):
        yield _mutated(rng.choice(texts), rng)


def _texts(puzzle: type[Puzzle]) -> list[str]:
    """Return the text of every level in every format that can represent it."""
    texts = list(puzzle.levels().values())
    for name in puzzle.levels():
        board = puzzle.level(name)
        for to in board.formats:
            try:
                texts.append(board.format(to))
            except BoardError:
                continue
    return texts


def _mutated(text: str, rng: random.Random) -> str:
    """Return a text in which a few parts are changed, removed, repeated or made very long."""
    for _ in range(rng.randint(1, 4)):
        place, width = rng.randrange(len(text) + 1), rng.choice([0, 1, 1, 2, 9])
        new = rng.choice(
            ["", rng.choice(_SIGNS), rng.choice(_SIGNS) * 3, text[place : place + 7], "9" * 5000]
        )
        text = text[:place] + new + text[place + width :]
    return text
