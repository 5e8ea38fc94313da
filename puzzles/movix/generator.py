"""Random MovIX boards, with pieces on random cells, or after random moves from a complete line.

Every move can be taken back, so a board that is reached from a complete line has a solution. The
number of random moves is an upper bound on the optimal cost; a search proves the optimal cost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from random import Random
from typing import Any, NamedTuple, TypeVar

from aima_search.analysis.hardest import TooManyStatesError, board_of_cost
from aima_search.base.errors import BoardError
from aima_search.base.limits import Limits
from aima_search.model.problem import Node
from aima_search.runs.search import Search, solve
from aima_search.textbook.utilities import multimap
from puzzles.grid import RowColumn, cells
from puzzles.movix.rules import EMPTY, KINDS, MAX_SIDE, WALL, State, lines_of
from puzzles.text import parse_range, parse_size

STUDY: dict[str, Any] = {"size": 7, "line": 5, "pieces": "S2L1V2H1", "walls": 5, "cost": "5-12"}
"""The default options. They give boards on which heuristics differ and searches are short."""

KINDS_IN_TURN = "LVHS"
"""The kinds of the first, second, ... piece if only the number of pieces is given."""

SEARCH_WORK = 400_000
"""Budget of the searches that prove the cost of one board: nodes times pieces times cells."""

_MOVES_PER_PIECE = 12  # random moves if no cost is given; more moves do not make boards harder
_MISSES = 40  # consecutive moves that do not raise the cost before a new board is started
_ENOUGH = 5  # number of climbs before all states of a small board are enumerated

_Board = TypeVar("_Board", bound=Any)


class CostBounds(NamedTuple):
    """A lower and an upper bound on an optimal cost. If they are equal, the cost is known."""

    least: float
    most: float


def random_problem(
    random: Random,
    make: Callable[[list[str], int], _Board],
    /,
    *,
    line: int = 4,
    solvable: bool | int = False,
    cost: float | str | tuple[float, float] | None = None,
    tries: int = 30,
    **options: Any,
) -> _Board:
    """Return a random board; ``make`` creates it from the rows and the length of the line.

    options: see ``random_board``. solvable: if True, the board is made by random moves from a
    goal, so it has a solution. If you pass ``cost``, ``solvable`` has no effect. cost: the optimal
    cost, as a number or a range such as "6-9". If the search for it takes too long, the board's
    ``remark`` says what the cost may be. tries: how many boards to try before raising BoardError.
    """
    if cost is None and not solvable:
        return make(random_board(random, **options), line)

    def solvable_board() -> _Board:
        return make(random_board(random, line=line, **options), line)

    if cost is not None:
        low, high = parse_range("MovIX cost", cost, 1)
        return _board_of_cost(random, solvable_board, make, low, high, tries)
    start = solvable_board()
    state = start.initial
    for _ in range(_MOVES_PER_PIECE * len(state)):
        state = _random_successor(random, start, state)
    return make(start.grid(state), line)


def _board_of_cost(
    random: Random,
    begin: Callable[[], _Board],
    make: Callable[[list[str], int], _Board],
    low: float,
    high: float,
    tries: int,
) -> _Board:
    undecided: _Board | None = None
    is_small = True
    for number in range(tries):
        start = begin()
        if number >= _ENOUGH and is_small:
            try:
                found = board_of_cost(start, random, low, high)
            except TooManyStatesError:
                is_small = False
            else:
                if found is not None:
                    return found
                continue
        if number >= _ENOUGH and undecided is not None:
            break
        board, (least, most) = climb(random, start, random.randint(int(low), int(high)), make)
        if low <= least and most <= high:
            return board
        if least <= high and low <= most and undecided is None:
            undecided = board
            board.remark = f"costs {least:g} to {most:g}: the exact cost needs a longer search"
    if undecided is None:
        raise BoardError(
            f"MovIX: found no board with cost {low:g}{f' to {high:g}' * (high > low)} in {tries:,}"
            " tries; ask for another cost, more tries, more pieces or another size"
        )
    return undecided


def random_board(
    random: Random,
    /,
    *,
    line: int | None = None,
    size: int | str | tuple[int, int] = 6,
    pieces: int | str | dict[str, int] = "S1L2V1H1",
    walls: int = 2,
) -> list[str]:
    """Return the rows of a board with pieces and walls on random cells.

    line: the number of pieces that stand on one line; None puts all pieces on random cells. size:
    the side of a square, a text such as "4x5", or (rows, columns). pieces: the number of pieces of
    each kind, as a text such as "S2L1V1H1" or a dict. If you give only the total number, the kinds
    are L, V, H, S, L and so on. For one seed, the cells with pieces do not depend on ``walls``.
    """
    rows, columns = parse_size("MovIX", size, 1, MAX_SIDE)
    counts = _counts(pieces)
    if walls < 0:
        raise BoardError(f"MovIX walls={walls}: expected a whole number from 0 up")
    number = sum(counts.get(kind, 0) for kind in KINDS) + walls
    if number > rows * columns:
        raise BoardError(f"MovIX: {number} pieces and walls do not fit on {rows * columns} cells")
    kinds = [kind for kind in sorted(KINDS) for _ in range(counts.get(kind, 0))]
    free, drawn = list(cells(rows, columns)), list[RowColumn]()
    if line is not None:
        lines = lines_of(line, rows, columns) if 0 < line <= len(kinds) else []
        if not lines:
            raise BoardError(
                f"MovIX line={line}: expected 1 to {min(len(kinds), max(rows, columns))} for"
                f" {len(kinds)} pieces on a board of {rows} x {columns}"
            )
        drawn += lines[random.randrange(len(lines))]
        free = [cell for cell in free if cell not in drawn]
    while len(drawn) < number:
        index = random.randrange(len(free))
        drawn.append(free[index])
        free[index] = free[-1]
        free.pop()
    if line is not None:
        random.shuffle(kinds)
    places = dict(zip(drawn, kinds + [WALL] * walls, strict=True))
    return ["".join(places.get((r, c), EMPTY) for c in range(columns)) for r in range(rows)]


def climb(
    random: Random, start: _Board, target: int, make: Callable[[list[str], int], _Board]
) -> tuple[_Board, CostBounds]:
    """Return a harder board, reached by random moves from ``start``, and bounds on its cost.

    At first, moves that lower h are rejected. When h stops rising, a search computes bounds on the
    optimal cost after each move; moves that reduce the lower bound are rejected. The climb ends at
    the target cost, or after many moves that do not help.
    """
    h, state = start.prepared_h(), start.initial
    least, moves, misses = 0.0, 0, 0
    while least < target and misses < _MISSES:
        after = _random_successor(random, start, state)
        value = h(Node(after))
        misses = 0 if value > least else misses + 1
        if value >= least:
            state, least, moves = after, value, moves + 1
    nodes = SEARCH_WORK // (len(state) * start.rows * start.columns) + 1
    board = make(start.grid(state), start.line)
    cost, nodes = _cost_up_to(board, moves, nodes)
    misses = 0
    while cost.most < target and misses < _MISSES and nodes > 0:
        moved = make(start.grid(_random_successor(random, start, board.initial)), start.line)
        after_cost, nodes = _cost_up_to(moved, cost.most + 1, nodes)
        misses = 0 if after_cost.least > cost.least else misses + 1
        if after_cost.least >= cost.least:
            board, cost = moved, after_cost
    return board, cost


def _cost_up_to(problem: Any, most: float, nodes: int) -> tuple[CostBounds, int]:
    """Return (bounds on min(optimal cost, ``most``), number of ``nodes`` that are left)."""
    least = problem.prepared_h()(Node(problem.initial))
    if least >= most:
        return CostBounds(most, most), nodes
    with Search(problem, limits=Limits(nodes=max(nodes, 1))) as search:
        for step in search:
            least = max(least, step.f or 0)
            if least >= most:
                return CostBounds(most, most), nodes - step.expanded
        result = search.result()
    left = nodes - result.expanded
    if result.cost is not None:
        return CostBounds(result.cost, result.cost), left
    quick = solve(problem, "weighted-astar(weight=3)", limits=Limits(nodes=max(nodes, 1)))
    return CostBounds(least, most if quick.cost is None else min(most, quick.cost)), left


def _random_successor(random: Random, problem: Any, state: State) -> State:
    by_piece = multimap((move.origin, after) for move, after, _ in problem.successors(state))
    if not by_piece:
        return state
    states = random.choice(list(by_piece.values()))
    return random.choice(states)


def _counts(pieces: int | str | dict[str, int]) -> dict[str, int]:
    if isinstance(pieces, dict):
        return pieces
    kinds, text = "".join(KINDS), str(pieces)
    if re.fullmatch(r"\d{1,4}", text, re.ASCII):
        return Counter(islice(cycle(KINDS_IN_TURN), int(text)))
    if not re.fullmatch(rf"(?:[{kinds}]\d{{1,4}})+", text, re.ASCII):
        raise BoardError(
            f"MovIX pieces {pieces!r}: expected a number, or the number of each kind, such as"
            " S2L1V1H1; each number has at most 4 digits"
        )
    counts = Counter[str]()
    for kind, number in re.findall(rf"([{kinds}])(\d+)", text):
        counts[kind] += int(number)
    return counts
