"""The heuristics of a course assignment on MovIX, where its formulas differ from ours.

Its partial alignment is our ``partial-alignment-loose``. Its Manhattan distance is the distance to
the cell (N // 2, N // 2). N can be read as the side of the board or as the number of pieces.
"""

from __future__ import annotations

from math import inf

from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Heuristic, Node
from heuristics.movix import sum_over_pieces
from puzzles.grid import RowColumn, whole_lines
from puzzles.movix import MovIX
from puzzles.movix.rules import DIRECTIONS, Move, State

SOURCE = "a course assignment on MovIX"


@register_heuristic("movix", "course-manhattan", admissible=False, consistent=False, source=SOURCE)
def course_manhattan(problem: MovIX) -> Heuristic[State, Move]:
    """Sum over the pieces of the distance to the cell (rows // 2, columns // 2), as in a course."""
    return _distances_to(problem, (problem.rows // 2, problem.columns // 2))


@register_heuristic(
    "movix", "course-manhattan-pieces", admissible=False, consistent=False, source=SOURCE
)
def course_manhattan_pieces(problem: MovIX) -> Heuristic[State, Move]:
    """Sum over the pieces of the distance to the cell (N // 2, N // 2), N being their number."""
    middle = len(problem.initial) // 2
    return _distances_to(problem, (middle, middle))


def _distances_to(problem: MovIX, target: RowColumn) -> Heuristic[State, Move]:
    row, column = target
    of_cells = {(r, c): abs(r - row) + abs(c - column) for r, c in problem.field.bits}
    return sum_over_pieces(problem, of_cells)


@register_heuristic("movix", "course-conflicts", admissible=False, consistent=False, source=SOURCE)
def course_conflicts(problem: MovIX) -> Heuristic[State, Move]:
    """Least, over rows, columns and diagonals, pieces missing plus those that cannot move along.

    A piece cannot move along a line if its kind has no direction of the line: V in a row, H in
    a column, both in a diagonal, S in a diagonal. Nothing has to move if a line is complete,
    so that is 0; a line of fewer cells than are to be filled does not count.
    """
    lines = [
        (set(line), _kinds_stuck_on(line))
        for line in whole_lines(problem.rows, problem.columns)
        if len(line) >= problem.line
    ]

    def h(node: Node[State, Move]) -> float:
        if problem.goal_test(node.state):
            return 0
        least = inf
        for cells, stuck in lines:
            kinds = [kind for kind, cell in node.state if cell in cells]
            conflicts = sum([kind in stuck for kind in kinds])
            least = min(least, max(problem.line - len(kinds), 0) + conflicts)
        return least

    return h


def _kinds_stuck_on(line: tuple[RowColumn, ...]) -> set[str]:
    """Return the kinds that have no direction along a line; S jumps up, down, left and right."""
    if len(line) < 2:
        return set()
    step = line[1][0] - line[0][0], line[1][1] - line[0][1]
    straight = 0 in step
    stuck = {kind for kind, ways in DIRECTIONS.items() if step not in ways}
    return stuck if straight else stuck | {"S"}
