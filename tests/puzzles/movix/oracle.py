"""A second, slow implementation of MovIX from the text of the rules, to compare with ours."""

from __future__ import annotations

from collections import deque

from hypothesis import strategies as st

EIGHT = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
FOUR = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def boards(max_rows=4, max_columns=4, max_pieces=4):
    """Draw (rows of characters, line) with a few pieces and walls."""

    @st.composite
    def draw_board(draw):
        rows = draw(st.integers(2, max_rows))
        columns = draw(st.integers(2, max_columns))
        places = [(r, c) for r in range(rows) for c in range(columns)]
        shuffled = draw(st.permutations(places))
        pieces = draw(st.lists(st.sampled_from("SLVH"), min_size=2, max_size=max_pieces))
        walls = draw(st.integers(0, 3))
        marks = dict(zip(shuffled, pieces + ["M"] * walls))  # noqa: B905 - as many as fit
        board = ["".join(marks.get((r, c), "_") for c in range(columns)) for r in range(rows)]
        count = sum(mark in "SLVH" for mark in marks.values())
        return board, draw(st.integers(1, min(count, max(rows, columns))))

    return draw_board()


def moves(board):
    """Return every move (origin, target) on a board, which is given as rows of characters."""
    found = set()
    at = {(r, c): mark for r, row in enumerate(board) for c, mark in enumerate(row)}
    for (r, c), mark in at.items():
        if mark == "S":
            for dr, dc in FOUR:
                over, target = at.get((r + dr, c + dc)), (r + 2 * dr, c + 2 * dc)
                if over is not None and over in "SLVH" and at.get(target) == "_":
                    found.add(((r, c), target))
        elif mark == "L":
            for dr, dc in EIGHT:
                if at.get((r + dr, c + dc)) == "_":
                    found.add(((r, c), (r + dr, c + dc)))
        elif mark in "VH":
            for sign in (-1, 1):
                step = 1
                while True:
                    target = (r + sign * step, c) if mark == "V" else (r, c + sign * step)
                    if at.get(target) != "_":
                        break
                    found.add(((r, c), target))
                    step += 1
    return found


def after(board, origin, target):
    """Return the board after a move."""
    rows = [list(row) for row in board]
    rows[target[0]][target[1]] = rows[origin[0]][origin[1]]
    rows[origin[0]][origin[1]] = "_"
    return tuple("".join(row) for row in rows)


def is_won(board, line):
    """Return True if ``line`` consecutive cells in one of the four directions hold pieces."""
    filled = {(r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark in "SLVH"}
    return any(
        all((r + k * dr, c + k * dc) in filled for k in range(line))
        for r, c in filled
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def fewest_moves(board, line):
    """Return the least number of moves to a won board (or None), and the number of states."""
    start = tuple(board)
    distance = {start: 0}
    queue = deque([start])
    best = None
    while queue:
        here = queue.popleft()
        if best is None and is_won(here, line):
            best = distance[here]
        for origin, target in moves(here):
            there = after(here, origin, target)
            if there not in distance:
                distance[there] = distance[here] + 1
                queue.append(there)
    return best, len(distance)


def perft(board, depth):
    """Return the number of sequences of ``depth`` moves."""
    if depth == 0:
        return 1
    return sum(perft(after(board, *move), depth - 1) for move in moves(board))
