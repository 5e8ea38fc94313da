"""The heuristic with which MovIX's best heuristic is compared: assignment as it was before."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from aima_search.model.problem import Heuristic, Node
from puzzles.assignment import least_assignment_cost
from puzzles.grid import lines_of
from puzzles.movix import MovIX
from puzzles.movix.rules import Piece, ways_of

Row = tuple[float, ...]


def assignment_before(problem: MovIX) -> Heuristic:
    """Return assignment with all its tables made at the start, for every piece on every cell."""
    kinds = sorted({kind for kind, _ in problem.initial})
    cells = [cell for cell in problem.field.bits if cell not in problem.walls]
    moves = {(kind, cell): _moves_alone(problem, (kind, cell)) for kind in kinds for cell in cells}
    lines = [
        line
        for line in lines_of(problem.line, problem.rows, problem.columns)
        if problem.walls.isdisjoint(line)
    ]
    number = dict.fromkeys(moves, 0)
    tables: list[tuple[int, int, dict[bytes, float], dict[Piece, Row]]] = []
    start = 0
    for line in lines:
        rows = {piece: tuple([of.get(cell, inf) for cell in line]) for piece, of in moves.items()}
        places = {row: start + place for place, row in enumerate(dict.fromkeys(rows.values()))}
        for piece, row in rows.items():
            number[piece] += 1 << 8 * places[row]
        tables.append((start, start + len(places), {}, rows))
        start += len(places)
    size = start

    def h(node: Node) -> float:
        counts = sum(map(number.__getitem__, node.state)).to_bytes(size, "little")
        least: float = inf
        for start, stop, known, rows in tables:
            count = counts[start:stop]
            cost = known.get(count)
            if cost is None:
                cost = known[count] = _price([rows[piece] for piece in node.state])
            if cost < least:
                least = cost
        return least

    return h


def _price(rows: Sequence[Row]) -> float:
    costs = list(zip(*rows, strict=True))
    return inf if inf in map(min, costs) else least_assignment_cost(costs)


def _moves_alone(problem: MovIX, piece: Piece) -> dict[tuple[int, int], int]:
    kind, start = piece
    moves, frontier = {start: 0}, [start]
    for cell in frontier:
        if kind == "S":
            targets = [way.target for _, way in problem.field.jumps(cell)]
        else:
            targets = [way.target for way in ways_of(problem.field, (kind, cell), set())]
        for target in targets:
            if target not in moves:
                moves[target] = moves[cell] + 1
                frontier.append(target)
    return moves
