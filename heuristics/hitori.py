"""Heuristics for Hitori.

A *group* is a set of two or more unshaded cells with the same number in one row or column. Only one
cell of a group can stay, so the *demand* of a group is its size minus 1. The heuristics count the
cells that must still be shaded; each of them costs 1 with the cost "shaded". With other costs, a
step can shade many cells, so admissible heuristics return at most the lowest cost of a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, groupby
from math import inf
from typing import NamedTuple

from aima_search.base.errors import NotApplicable
from aima_search.catalog.combine import weighted_sum
from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Heuristic, Node
from aima_search.textbook.utilities import multimap
from heuristics.made import register_max_admissible
from puzzles.bits import bits_of, has_several, mask_of, places_of, union_of
from puzzles.hitori import Hitori
from puzzles.hitori.rules import CellDecision, State


@register_heuristic("hitori", "repeated-lines", admissible=False, consistent=False)
def repeated_lines(problem: Hitori) -> Heuristic[State, CellDecision]:
    """Number of rows and columns with a repeated number; not admissible.

    One shaded cell can remove the repeats of a row and of a column. For example, [[1, 1], [1, 2]]
    has a row and a column with a repeat, but needs only one shaded cell.
    """
    board, width = problem.board, problem.board.geometry.width
    rows = groupby(board.row_groups, lambda group: group[0] // width)
    columns = groupby(board.column_groups, lambda group: group[0] % width)
    lines = [list(map(mask_of, groups)) for _, groups in chain(rows, columns)]

    def h(node: Node[State, CellDecision]) -> float:
        unshaded = ~node.state[0]
        return sum(any(has_several(group & unshaded) for group in groups) for groups in lines)

    return h


@register_heuristic("hitori", "half-repeated-lines", admissible=True, consistent=True)
def half_repeated_lines(problem: Hitori) -> Heuristic[State, CellDecision]:
    """Half the number of rows and columns with a repeated number.

    Admissible: a solution has no repeated numbers, and a shaded cell repairs at most one row and
    one column.
    """
    lines = repeated_lines(problem)
    return _in_steps(problem, lambda node: lines(node) / 2)


@register_heuristic("hitori", "repeated-cells", admissible=False, consistent=False)
def repeated_cells(problem: Hitori) -> Heuristic[State, CellDecision]:
    """Number of repeated unshaded cells; not admissible: shading 1 of 2 equal cells is enough."""
    repeats = problem.board.repeats
    return lambda node: repeats(node.state[0]).bit_count()


@register_heuristic("hitori", "line-excess", admissible=True, consistent=True)
def line_excess(problem: Hitori) -> Heuristic[State, CellDecision]:
    """The higher of two numbers: the repeats in all rows, and the repeats in all columns.

    Admissible: a shaded cell removes at most one repeat from the rows and one from the columns, so
    a solution shades at least h cells.
    """
    rows, columns = problem.board.row_masks, problem.board.column_masks

    def h(node: Node[State, CellDecision]) -> float:
        unshaded = ~node.state[0]
        return max(_demand(rows, unshaded), _demand(columns, unshaded))

    return _in_steps(problem, h)


@register_heuristic("hitori", "edge-cover", admissible=True, consistent=True)
def edge_cover(problem: Hitori) -> Heuristic[State, CellDecision]:
    """Smallest number of cells to shade so that no row or column repeats a number.

    In a group of k equal numbers in a row or a column, at least k - 1 cells must be shaded. A
    shaded cell can serve two groups: one in its row and one in its column. So h is the sum of k - 1
    over all groups, minus the largest possible number of cells that serve two groups.

    Admissible: every solution shades at least h cells. If the option ``cost`` is not ``shaded``, h
    is a lower bound on the cost of the actions that shade these cells.
    """
    return _in_steps(problem, EdgeCoverHeuristic(problem))


@register_heuristic("hitori", "edge-cover-ahead", admissible=True, consistent=True)
def edge_cover_ahead(problem: Hitori) -> Heuristic[State, CellDecision]:
    """Like edge-cover, but in the initial state, h also counts the cells that deductions shade.

    Later states already contain the deductions. Admissible: every solution agrees with the
    deductions, so every solution shades at least h cells.
    """
    return _in_steps(problem, EdgeCoverHeuristic(problem, ahead=True))


@register_heuristic("hitori", "edge-cover-adjacent", admissible=True, consistent=True)
def edge_cover_adjacent(problem: Hitori) -> Heuristic[State, CellDecision]:
    """Like edge-cover, but the neighbours of shaded cells must stay unshaded.

    h is infinite if two cells with the same number in one row or column must stay unshaded.

    Admissible: a solution never shades two neighbours, and never repeats an unshaded number in a
    row or a column.
    """
    return _in_steps(problem, EdgeCoverHeuristic(problem, adjacency=True))


@register_heuristic("hitori", "combined", admissible=False, consistent=False)
def combined(problem: Hitori) -> Heuristic[State, CellDecision]:
    """Weighted sum of repeated-lines and repeated-cells; not admissible."""
    return weighted_sum((0.5, repeated_lines(problem)), (0.25, repeated_cells(problem)))


class _CachedMatching(NamedTuple):
    """What a node stores for its children. ``demand``: the sum of (size - 1) over all groups."""

    shaded: int
    demand: int
    matched: int


class EdgeCoverHeuristic:
    """Computes h from a maximum matching. Each node starts with the matching of its parent."""

    def __init__(self, problem: Hitori, *, adjacency: bool = False, ahead: bool = False) -> None:
        """Set up h for a Hitori problem.

        adjacency: True to use the rule that neighbours of shaded cells are unshaded. ahead: True if
        h of the initial state also counts the cells that deductions shade.
        """
        self._problem, self._board = problem, problem.board
        self._groups = problem.board.group_masks
        self._attribute = "_cover_adjacent" if adjacency else "_cover"
        self._adjacency, self._ahead = adjacency, ahead

    @cached_property
    def _groups_at(self) -> dict[int, list[int]]:
        """A dict from each cell (a mask with one bit) to the groups that contain the cell."""
        return multimap((bit, mask) for mask in self._groups for bit in bits_of(mask))

    @cached_property
    def _matching(self) -> MatchingSolver:
        return MatchingSolver(self._board.row_masks, self._board.column_masks)

    def __call__(self, node: Node[State, CellDecision]) -> float:
        """Return h of a node; store the matching in the node, so that its children can use it."""
        state = node.state
        if self._ahead and state == self._problem.prepared != self._problem.opening:
            opening: State | None = self._problem.opening
            if opening is None:
                return inf
            return (opening.shaded & ~state[0]).bit_count() + self._left(node, opening)
        return self._left(node, state)

    def _left(self, node: Node[State, CellDecision], state: State) -> float:
        """Return the lower bound for a state; store the matching in ``node``."""
        shaded, kept = state
        fixed = kept | self._board.geometry.around(shaded) if self._adjacency else kept
        if self._adjacency and any(has_several(mask & fixed & ~shaded) for mask in self._groups):
            return inf  # two equal cells in one line must stay
        before = None if node.parent is None else vars(node.parent).get(self._attribute)
        if before is None or before.shaded & ~shaded:
            demand = _demand(self._groups, ~shaded)
            matched, most = 0, demand // 2
        else:
            demand, matched = self._repaired(before, shaded, fixed)
            most = before.matched.bit_count()
        if matched.bit_count() < most:
            undecided = ~(shaded | fixed)
            matched = self._matching.largest(matched, undecided, ~shaded, most)
        setattr(node, self._attribute, _CachedMatching(shaded, demand, matched))
        return demand - matched.bit_count()

    def _repaired(self, before: _CachedMatching, shaded: int, fixed: int) -> tuple[int, int]:
        """Return the new demand, and the edges of the parent's matching that are still allowed."""
        demand, matched = before.demand, before.matched & ~(shaded | fixed)
        changed = bits_of(shaded & ~before.shaded)
        for mask in {mask for bit in changed for mask in self._groups_at.get(bit, ())}:
            room = max((mask & ~shaded).bit_count() - 1, 0)
            demand -= max((mask & ~before.shaded).bit_count() - 1, 0) - room
            while (mask & matched).bit_count() > room:
                served = mask & matched
                matched ^= served & -served
        return demand, matched


def _in_steps(problem: Hitori, h: Heuristic[State, CellDecision]) -> Heuristic[State, CellDecision]:
    """Turn a bound on the number of cells to shade into a bound on the path cost."""
    if problem.cost not in ("shaded", "repeats", "actions"):
        raise NotApplicable(f"Hitori: h is not proved to be admissible for cost {problem.cost!r}")
    if problem.cost == "shaded":
        return h
    # with the cost "repeats", a step decides a cell with a repeated number, so it meets at least 2;
    # but the first action of cascade-once-opening is no decision and costs 1 for each shaded cell
    is_cheap = problem.cost == "actions" or problem.formulation == "cascade-once-opening"
    least = 1 if is_cheap else 20_000  # cost of a step
    most = inf if problem.formulation == "naive" else 1  # cells that a step is sure to shade

    def bounded(node: Node[State, CellDecision]) -> float:
        cells = h(node)
        return cells if cells == inf else min(cells, most) * least

    return bounded


def _demand(groups: list[int], unshaded: int) -> int:
    demand = 0
    for group in groups:
        left = group & unshaded
        if left & left - 1:  # more than one cell
            demand += left.bit_count() - 1
    return demand


class MatchingSolver:
    """Finds a largest b-matching of a bipartite graph. Nodes are groups; edges are cells.

    A group with n unshaded cells may have at most n - 1 matched edges (the group's *capacity*).
    The matching grows along augmenting paths, which breadth-first search finds.
    """

    def __init__(self, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Store the groups of equal cells in the rows and in the columns: a mask for each group."""
        self._rows, self._columns = rows, columns
        self._edges = union_of(rows) & union_of(columns)  # the cells in two groups
        self._row_of, self._column_of = _group_of(rows), _group_of(columns)

    def largest(self, matched: int, available: int, unshaded: int, most: int) -> int:
        """Return a largest matching, found by enlarging ``matched`` with edges in ``available``.

        most: an upper bound on the size of a matching; the search stops at this size.
        """
        available &= self._edges
        while matched.bit_count() < most:
            path = self._augmenting_path(matched, available, unshaded)
            if not path:
                break
            matched ^= path
        return matched

    def _augmenting_path(self, matched: int, available: int, unshaded: int) -> int:
        """Return the edges of an augmenting path as a bit mask, or 0 if there is no such path."""
        rows, columns, row_of, column_of = self._rows, self._columns, self._row_of, self._column_of
        frontier = [
            row
            for row, mask in enumerate(rows)
            if (mask & matched).bit_count() < (mask & unshaded).bit_count() - 1
        ]
        path_to_row = dict.fromkeys(frontier, 0)
        seen = set()
        unmatched = available & ~matched
        for row in frontier:  # the list grows during the loop
            edges = rows[row] & unmatched
            while edges:  # not ``bits_of``: often only the first edge is needed
                edge = edges & -edges
                edges ^= edge
                column = column_of[edge.bit_length() - 1]
                if column in seen:
                    continue
                seen.add(column)
                mask = columns[column]
                back = mask & matched
                path = path_to_row[row] | edge
                if back.bit_count() < (mask & unshaded).bit_count() - 1:
                    return path
                for matched_edge in bits_of(back):
                    other = row_of[matched_edge.bit_length() - 1]
                    if other not in path_to_row:
                        path_to_row[other] = path | matched_edge
                        frontier.append(other)
        return 0


def _group_of(groups: Sequence[int]) -> dict[int, int]:
    return {place: number for number, mask in enumerate(groups) for place in places_of(mask)}


register_max_admissible("hitori")
