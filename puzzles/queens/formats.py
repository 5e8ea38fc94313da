"""Boards of queens as text: a side length, the row of the queen in each column, or a drawing.

``8`` is an empty board of 8 x 8 squares. ``8:0,4,7`` has queens in the first three columns, in rows
0, 4 and 7; ``-`` stands for a column without a queen. A drawing has ``Q`` for a queen, ``.`` for an
empty square, and ``/`` between its rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from aima_search.base.errors import BoardError
from aima_search.model.puzzle import check_length, is_comment
from puzzles.queens.rules import OPEN, State, check_size, check_state
from puzzles.text import check_drawing

MAX_CHARACTERS = 20_000


def parse_text(text: str) -> State:
    """Return the state that a text describes; raise BoardError with the place of a fault."""
    check_length("queens", text, MAX_CHARACTERS)
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines() if not is_comment(line)]
    text = "/".join(line for line in lines if line)
    match = re.fullmatch(r"(\d{1,9})\s*(?::(.*))?", text, re.ASCII)
    if match is None and len(text) > 1 and "/" not in text:
        raise BoardError(
            f"queens board {text[:20]!r}: expected a side length ('8'), a side length and the"
            " rows of the queens ('8:0,4,7'), or a drawing ('Q./.Q')"
        )
    if match is None:
        return parse_rows([row for row in text.split("/") if row])
    size = int(match[1])
    check_size(size)
    words = [word.strip() for word in match[2].split(",")] if match[2] else []
    if len(words) > size:
        raise BoardError(f"queens, side {size}: found {len(words)} queens, expected at most {size}")
    rows = [_row(word, column, size) for column, word in enumerate(words, 1)]
    return check_state([*rows, *[OPEN] * (size - len(rows))])


def _row(word: str, column: int, size: int) -> int:
    if word == "-":
        return OPEN
    if not re.fullmatch(r"\d{1,9}", word, re.ASCII):
        raise BoardError(
            f"queens board, column {column}: found {word[:20]!r}, expected a row from 0 to"
            f" {size - 1}, or - for a column without a queen"
        )
    return int(word)


def parse_rows(rows: Sequence[str]) -> State:
    """Convert the rows of a drawing to a state."""
    rows, state = [row.replace(" ", "") for row in rows], [OPEN] * len(rows)
    check_drawing("queens board", rows, "Q._", "Q or . for an empty square")
    if rows and len(rows[0]) != len(rows):
        raise BoardError(f"queens board of {len(rows)} x {len(rows[0])}: expected a square board")
    for number, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark != "Q":
                continue
            if state[column] != OPEN:
                raise BoardError(
                    f"queens board, row {number + 1}, column {column + 1}: found a second queen in"
                    " this column, expected at most one"
                )
            state[column] = number
    return check_state(state)


def write_id(state: State) -> str:
    """Return a state as a text on one line.

    >>> write_id((-1, -1, -1, -1)), write_id((1, 3, -1, 2))
    ('4', '4:1,3,-,2')
    """
    rows = ",".join("-" if row == OPEN else str(row) for row in state).rstrip(",-")
    return f"{len(state)}:{rows}" if rows else str(len(state))


def drawn(state: State) -> list[str]:
    """Return the rows of a board as texts, with ``Q`` for a queen."""
    return ["".join("Q" if row == at else "." for at in state) for row in range(len(state))]


WRITERS: dict[str, Callable[[State], str]] = {
    "id": write_id,
    "rows": lambda state: "\n".join(drawn(state)) + "\n",
}
"""The writers by format; each is a function of a state."""
