"""Heuristics for MovIX.

Vocabulary: X is the length of the line to complete; a *line* is X consecutive cells of a row,
a column or a diagonal; a line is *open* when no wall stands on it; *alone* means on the board
with its walls but without the other pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from math import inf
from typing import Any

from aima_search.analysis.packed import with_array_form
from aima_search.catalog.combine import weighted_sum
from aima_search.heuristic import register_heuristic
from aima_search.problem import Heuristic, Node
from heuristics.max_admissible import register_max_admissible
from puzzles.assignment import least_assignment_cost
from puzzles.grid import Cell, cells, lines_of, whole_lines
from puzzles.movix.rules import Field, Piece, mask_of

Costs = Callable[[Piece], Mapping[Cell, float]]
"""What it costs to bring a piece to each cell; to a cell left out it can never get."""


@register_heuristic("movix", "partial-alignment", admissible=True, consistent=True)
def partial_alignment(problem: Any) -> Heuristic:
    """X minus the most pieces on one line: a move brings one piece at most onto a line."""
    lines = lines_of(problem.line, problem.rows, problem.columns)
    return _missing(problem, lines)


@register_heuristic("movix", "partial-alignment-loose", admissible=True, consistent=True)
def partial_alignment_loose(problem: Any) -> Heuristic:
    """X minus the most pieces on one row, column or diagonal, gaps allowed: a course's formula."""
    return _missing(problem, whole_lines(problem.rows, problem.columns))


def _missing(problem: Any, lines: Iterable[Iterable[Cell]]) -> Heuristic:
    """Return h: the pieces that the fullest of the lines lacks to hold X (infinity: no line)."""
    masks = [mask_of(problem.field, line) for line in lines]
    bits: dict[Cell, int] = problem.field.bits
    wanted: int = problem.line

    def h(node: Node) -> float:
        occupied = 0
        for _, cell in node.state:
            occupied |= bits[cell]
        most = max([(occupied & mask).bit_count() for mask in masks], default=-inf)
        return max(wanted - most, 0)

    form = cache(problem.packed)
    return with_array_form(h, lambda keys: (wanted - form().most_on(keys, masks)).clip(0))


@register_heuristic("movix", "conflicts", admissible=True, consistent=True)
def conflicts(problem: Any) -> Heuristic:
    """X minus the most pieces on one line that enough pieces can reach; infinity if none is left.

    A piece conflicts with a line when, alone, its kind can never bring it onto a cell of the
    line. A line on which a wall stands, or with which more pieces conflict than can be spared,
    is never completed: what a piece can reach alone bounds what it can reach among others, and
    no move changes it. So only the other lines count, and each lacks one move per missing piece.
    """
    spare = len(problem.initial) - problem.line
    reached = [moves_alone(problem.field, piece).keys() for piece in problem.initial]
    lines = [
        line
        for line in open_lines(problem)
        if sum(cells.isdisjoint(line) for cells in reached) <= spare
    ]
    return _missing(problem, lines)


@register_heuristic("movix", "manhattan", admissible=False, consistent=False)
def manhattan(problem: Any) -> Heuristic:
    """Sum over the pieces of the distance to the board's centre; H and V cross it in one move."""
    row, column = (problem.rows - 1) / 2, (problem.columns - 1) / 2
    distance = {
        cell: abs(cell[0] - row) + abs(cell[1] - column)
        for cell in cells(problem.rows, problem.columns)
    }
    return lambda node: sum([distance[cell] for _, cell in node.state])


@register_heuristic("movix", "manhattan-line", admissible=False, consistent=False)
def manhattan_line(problem: Any) -> Heuristic:
    """Least, over open lines, sum of distances that X pieces have to the line's cells."""

    def distances(piece: Piece) -> dict[Cell, float]:
        row, column = piece[1]
        return {cell: abs(row - cell[0]) + abs(column - cell[1]) for cell in problem.field.bits}

    return line_assignment(problem, distances)


@register_heuristic("movix", "combined", admissible=False, consistent=False)
def combined(problem: Any, alignment: float = 2, distance: float = 0.25) -> Heuristic:
    """Weighted partial alignment plus Manhattan distance to the centre."""
    return weighted_sum((alignment, partial_alignment(problem)), (distance, manhattan(problem)))


@register_heuristic("movix", "assignment", admissible=True, consistent=True)
def assignment(problem: Any) -> Heuristic:
    """Least, over open lines, moves that X pieces need, each alone, to fill the line's cells.

    A move changes one piece, and brings it one move nearer to a cell at most.
    """
    return line_assignment(problem, lambda piece: moves_alone(problem.field, piece))


def open_lines(problem: Any) -> list[tuple[Cell, ...]]:
    """Return the lines that no wall stands on."""
    lines = lines_of(problem.line, problem.rows, problem.columns)
    return [line for line in lines if problem.walls.isdisjoint(line)]


def moves_alone(field: Field, piece: Piece) -> dict[Cell, int]:
    """Return how many moves a piece alone needs to each cell that it can ever reach.

    S counts as if a piece to jump over stood wherever there is no wall.
    """
    kind, start = piece
    moves = {start: 0}
    frontier = [start]
    for cell in frontier:
        for target in _targets(field, (kind, cell)):
            if target not in moves:
                moves[target] = moves[cell] + 1
                frontier.append(target)
    return moves


def _targets(field: Field, piece: Piece) -> list[Cell]:
    if piece[0] == "S":
        return [target for _, (target, _, _) in field.jumps(piece[1])]
    return [way[0] for run in field.ways(piece) for way in run]


def line_assignment(problem: Any, costs: Costs) -> Heuristic:
    """Return h: the least, over open lines, cheapest assignment of distinct pieces to its cells.

    Each line sorts the pieces into *classes* of equal costs to its cells. An assignment depends
    only on how many pieces there are of each class, so it is computed once for each such
    *count* and looked up from then on. The counts of all lines are kept side by side in one
    integer, a byte a class: a piece has a number, and the numbers of a state are summed.
    """
    pieces = _possible_pieces(problem)
    cost_of = {piece: costs(piece) for piece in pieces}
    tables: list[tuple[int, int, dict[bytes, float], dict[Piece, tuple[float, ...]]]] = []
    number = dict.fromkeys(pieces, 0)
    start = 0
    for line in open_lines(problem):
        to_line = {
            piece: tuple([cost_of[piece].get(cell, inf) for cell in line]) for piece in pieces
        }
        classes = {row: start + place for place, row in enumerate(dict.fromkeys(to_line.values()))}
        for piece, row in to_line.items():
            number[piece] += 1 << 8 * classes[row]
        tables.append((start, start + len(classes), {}, to_line))
        start += len(classes)
    size = start

    def h(node: Node) -> float:
        state = node.state
        counts = sum(map(number.__getitem__, state)).to_bytes(size, "little")
        best = inf
        for start, stop, known, to_line in tables:
            count = counts[start:stop]
            cost = known.get(count)
            if cost is None:
                rows = [to_line[piece] for piece in state]
                cost = known[count] = least_assignment_cost(list(zip(*rows, strict=True)))
            if cost < best:
                best = cost
        return best

    return h


def _possible_pieces(problem: Any) -> list[Piece]:
    """Every kind on the board, on every cell without a wall."""
    kinds = sorted({kind for kind, _ in problem.initial})
    return [
        (kind, cell) for kind in kinds for cell in problem.field.bits if cell not in problem.walls
    ]


register_max_admissible("movix")
