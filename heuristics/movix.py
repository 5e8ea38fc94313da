"""Heuristics for MovIX.

A *complete line* has ``problem.line`` pieces. A *line* is this number of consecutive cells of a
row, a column or a diagonal. A piece is *alone* if there are no other pieces on the board.

The last heuristics use formulas of a course assignment that differ from this package. The partial
alignment of the course is ``partial-alignment-loose``. The Manhattan distance of the course is
measured to the cell (N // 2, N // 2), where N is the side length of the board or the number of
pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import floor, inf

from aima_search.catalog.combine import weighted_sum
from aima_search.model.heuristic import (
    register_heuristic,
    with_formula,
    with_guides,
    with_refinement,
)
from aima_search.model.problem import Heuristic, Node
from heuristics.made import register_max_admissible
from puzzles.grid import RowColumn
from puzzles.movix import MovIX, compiled
from puzzles.movix.lines import Reach, ReachCalculator
from puzzles.movix.relaxation import MoveLimitResult, MoveLimitTest
from puzzles.movix.rules import Move, Piece, PieceKind, State, lines_of, mask_of, whole_lines


@register_heuristic("movix", "partial-alignment", admissible=True, consistent=True)
def partial_alignment(problem: MovIX) -> Heuristic[State, Move]:
    """Number of pieces that are missing on the line with the most pieces.

    Admissible: every goal fills a line, and a move brings at most one piece onto a line.
    """
    return _missing(problem, lines_of(problem.line, problem.rows, problem.columns))


@register_heuristic("movix", "partial-alignment-loose", admissible=True, consistent=True)
def partial_alignment_loose(problem: MovIX) -> Heuristic[State, Move]:
    """Number of pieces that are missing in the row, column or diagonal with the most pieces.

    The pieces may have gaps between them.

    Admissible: in a goal, h is 0, and a move adds at most one piece to a row, a column or a
    diagonal.
    """
    return _missing(problem, whole_lines(problem.rows, problem.columns))


def _missing(problem: MovIX, lines: Iterable[Iterable[RowColumn]]) -> Heuristic[State, Move]:
    masks = [mask_of(problem.field, line) for line in lines]
    bits: dict[RowColumn, int] = problem.field.bits
    wanted: int = problem.line

    def h(node: Node[State, Move]) -> float:
        occupied = 0
        for _, cell in node.state:
            occupied |= bits[cell]
        most = max([(occupied & mask).bit_count() for mask in masks], default=-inf)
        return max(wanted - most, 0)

    return with_formula(h, lambda: compiled.most_on_lines(problem, masks))


@register_heuristic("movix", "conflicts", admissible=True, consistent=True)
def conflicts(problem: MovIX) -> Heuristic[State, Move]:
    """Like partial-alignment, but ignores lines that cannot be completed.

    A line of n cells *can be completed* if it has no wall and at least n pieces can reach it from
    their initial cells. A piece that cannot reach the line *conflicts* with it. h assumes that
    pieces never block each other. If no line can be completed, h is infinity.

    Admissible: every solution completes a line, and needs a move for each piece that is missing on
    the line.
    """
    lines = ReachCalculator(problem).lines_to_fill(problem.initial)
    return _missing(problem, [line.places for line in lines])


@register_heuristic("movix", "manhattan", admissible=False, consistent=False)
def manhattan(problem: MovIX) -> Heuristic[State, Move]:
    """Sum of the pieces' distances to the centre; not admissible, because most goals have h > 0."""
    return _distances_to(problem, (problem.rows - 1) / 2, (problem.columns - 1) / 2)


def _distances_to(problem: MovIX, row: float, column: float) -> Heuristic[State, Move]:
    of_cells = {(r, c): abs(r - row) + abs(c - column) for r, c in problem.field.bits}
    return with_formula(
        lambda node: sum([of_cells[cell] for _, cell in node.state]),
        lambda: compiled.sum_over_pieces(problem, of_cells),
    )


@register_heuristic("movix", "manhattan-line", admissible=False, consistent=False)
def manhattan_line(problem: MovIX) -> Heuristic[State, Move]:
    """Lowest sum of pieces' distances to a line; not admissible: one move can cross many cells."""
    ground = ReachCalculator(problem)

    def reach(piece: Piece) -> Reach:
        row, column = piece[1]
        rings = [0] * (problem.rows + problem.columns - 1)
        for (r, c), bit in ground.bits.items():
            rings[abs(row - r) + abs(column - c)] |= bit
        return Reach(rings)

    return line_assignment(problem, ground, reach)


@register_heuristic("movix", "combined", admissible=False, consistent=False)
def combined(
    problem: MovIX, alignment: float = 2, distance: float = 0.25
) -> Heuristic[State, Move]:
    """2 times partial-alignment plus 0.25 times manhattan; not admissible."""
    return weighted_sum((alignment, partial_alignment(problem)), (distance, manhattan(problem)))


@register_heuristic("movix", "assignment", admissible=True, consistent=True)
def assignment(problem: MovIX) -> Heuristic[State, Move]:
    """Fewest moves to fill a line if pieces do not block each other and an S can always jump.

    Admissible: h is the fewest moves of a simpler problem. Every solution of the board also solves
    the simpler problem.
    """
    ground = ReachCalculator(problem)
    h = line_assignment(problem, ground, ground.reach_alone)
    return with_guides(h, lambda: costlier_and_costlier(problem))


def costlier_and_costlier(problem: MovIX) -> Iterator[Heuristic[State, Move]]:
    """Yield the heuristic ``costly_jumps`` for jump costs of 2 moves, 3 moves, ..., 8 moves."""
    if any(kind in problem.field.jumpers for kind, _ in problem.initial):
        for jump in range(2, 9):
            yield costly_jumps(problem, jump)


def line_assignment(
    problem: MovIX, ground: ReachCalculator, reach: Callable[[Piece], Reach]
) -> Heuristic[State, Move]:
    """Return h: the lowest cost of filling a line with pieces; lines with walls are ignored."""
    price, cached_reach = ground.cheapest_line_pricer(), cache(reach)
    return with_formula(
        lambda node: price(list(map(cached_reach, node.state))),
        lambda: compiled.cheapest_line(problem, ground, reach),
    )


@register_heuristic("movix", "costly-jumps", admissible=False, consistent=False)
def costly_jumps(problem: MovIX, jump: int = 5) -> Heuristic[State, Move]:
    """Assignment heuristic in which a jump counts as five moves.

    On large boards, greedy search with ``assignment`` gets stuck in local minima. With
    ``costly-jumps``, greedy search prefers lines that need fewer jumps.
    """
    ground = ReachCalculator(problem)

    def reach(piece: Piece) -> Reach:
        alone = ground.reach_alone(piece)
        if piece[0] not in problem.field.jumpers:
            return alone
        rings = [0] * (jump * (len(alone.rings) - 1) + 1)
        rings[::jump] = alone.rings
        return Reach(rings)

    return line_assignment(problem, ground, reach)


@register_heuristic("movix", "supported-assignment", admissible=True, consistent=True)
def supported_assignment(problem: MovIX) -> Heuristic[State, Move]:
    """Like assignment, but an S can jump only over a piece, and pieces that cannot move are walls.

    h is slow to compute, so A* computes it only for nodes that leave the frontier. Before that, A*
    uses a lower bound, which it computes from h of the parent.

    Admissible: h is the optimal cost of a simpler problem. There, a piece that can move does not
    block other pieces, and an S can jump over any cell that another piece can reach. Every solution
    of the board also solves the simpler problem.
    """
    relaxation = MoveLimitTest(problem)
    ground, bits = relaxation.ground, relaxation.ground.bits
    alone = cache(lambda: line_assignment(problem, ground, ground.reach_alone))

    def h(node: Node[State, Move]) -> float:
        return relaxation.least(node.state)[0]

    def bound(node: Node[State, Move]) -> float:
        before: MoveLimitResult | None = getattr(node.parent, "relaxed", None)
        if before is None:
            return 0
        origin, target = node.action  # type: ignore[misc] # every child has an action
        return before.moves - 1 if before.next[origin] & bits[target] else before.moves

    def refine(node: Node[State, Move]) -> float:
        moves = node.h
        before: MoveLimitResult | None = getattr(node.parent, "relaxed", None)
        if hasattr(node, "relaxed") or (moves < 1 and problem.goal_test(node.state)):
            return moves
        if before is None:
            moves, passed = relaxation.least(node.state)
        elif moves < before.moves:
            passed = relaxation.test(node.state, moves, before)
        else:
            passed = relaxation.test(node.state, moves)
        if passed is None:
            return floor(moves) + 1 if moves < inf else inf
        node.relaxed = passed  # type: ignore[attr-defined]
        return moves

    refining = with_refinement(h, bound, refine, instead=lambda node: alone()(node))
    return with_guides(refining, lambda: costlier_and_costlier(problem))


register_max_admissible("movix")

COURSE = "a course assignment on MovIX"


@register_heuristic("movix", "course-manhattan", admissible=False, consistent=False, source=COURSE)
def course_manhattan(problem: MovIX) -> Heuristic[State, Move]:
    """Sum of the pieces' distances to the central cell (rows // 2, columns // 2)."""
    return _distances_to(problem, problem.rows // 2, problem.columns // 2)


@register_heuristic(
    "movix", "course-manhattan-pieces", admissible=False, consistent=False, source=COURSE
)
def course_manhattan_pieces(problem: MovIX) -> Heuristic[State, Move]:
    """Sum of the pieces' distances to the cell (N // 2, N // 2); N is the number of pieces."""
    middle = len(problem.initial) // 2
    return _distances_to(problem, middle, middle)


@register_heuristic("movix", "course-conflicts", admissible=False, consistent=False, source=COURSE)
def course_conflicts(problem: MovIX) -> Heuristic[State, Move]:
    """Number of missing pieces plus number of stuck pieces, on the line with the lowest sum.

    The lines are all rows, columns and diagonals with enough cells for a goal. A piece is *stuck*
    on a line if it cannot move along the line. S and L can move along rows and columns, H only
    along rows, V only along columns. Along diagonals, only L can move. h is 0 at a goal.
    """
    lines = [
        (set(line), _kinds_stuck_on(line, problem.field.kinds))
        for line in whole_lines(problem.rows, problem.columns)
        if len(line) >= problem.line
    ]

    def h(node: Node[State, Move]) -> float:
        if problem.goal_test(node.state):
            return 0
        least = inf
        for line, stuck in lines:
            kinds = [kind for kind, cell in node.state if cell in line]
            conflicts = sum([kind in stuck for kind in kinds])
            least = min(least, max(problem.line - len(kinds), 0) + conflicts)
        return least

    return h


def _kinds_stuck_on(line: tuple[RowColumn, ...], kinds: Mapping[str, PieceKind]) -> set[str]:
    if len(line) < 2:
        return set()
    step = line[1][0] - line[0][0], line[1][1] - line[0][1]
    return {kind for kind, moves in kinds.items() if step not in moves.directions}
