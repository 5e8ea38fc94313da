"""Heuristics for Hitori.

Vocabulary: a *group* is the cells of one number in one line that are not shaded, two or more
of them; its *demand* is one less than its size, the shading it still needs. Estimates count
cells to shade, and each costs 1 or more. Under the cost "actions" a step can shade many cells for
1: the admissible estimates are then at most 1, because a step is left.
"""

from __future__ import annotations

from functools import cached_property
from itertools import groupby
from math import inf
from typing import NamedTuple

from aima_search.base.errors import NotApplicable
from aima_search.catalog.combine import weighted_sum
from aima_search.model.heuristic import register_heuristic
from aima_search.model.problem import Heuristic, Node
from heuristics.made import register_max_admissible
from puzzles.bits import bits_of, has_several, mask_of, union_of
from puzzles.hitori import Hitori
from puzzles.hitori.matching import Capacity, Matching
from puzzles.hitori.rules import Mark, State


@register_heuristic("hitori", "repeated-lines", admissible=False, consistent=False)
def repeated_lines(problem: Hitori) -> Heuristic[State, Mark]:
    """Rows plus columns that still hold a repeat; one shaded cell can settle a row and a column.

    So it is not admissible: [[1, 1], [1, 2]] has two such lines and needs one shaded cell.
    """
    rows, columns = _lines(problem)

    def h(node: Node[State, Mark]) -> float:
        unshaded = ~node.state[0]
        return sum(
            any(has_several(group & unshaded) for group in groups) for groups in (*rows, *columns)
        )

    return h


@register_heuristic("hitori", "half-repeated-lines", admissible=True, consistent=True)
def half_repeated_lines(problem: Hitori) -> Heuristic[State, Mark]:
    """Half the rows and columns that still hold a repeat: a cell settles one row and one column."""
    lines = repeated_lines(problem)
    return _in_steps(problem, lambda node: lines(node) / 2)


@register_heuristic("hitori", "repeated-cells", admissible=False, consistent=False)
def repeated_cells(problem: Hitori) -> Heuristic[State, Mark]:
    """Unshaded cells with an equal in their lines; a cell of a pair can stay: not admissible."""
    repeats = problem.board.repeats
    return lambda node: repeats(node.state[0]).bit_count()


@register_heuristic("hitori", "line-excess", admissible=True, consistent=True)
def line_excess(problem: Hitori) -> Heuristic[State, Mark]:
    """The larger of the rows' and the columns' total demand: a cell serves one row, one column."""
    board = problem.board
    rows, columns = list(map(mask_of, board.row_groups)), list(map(mask_of, board.column_groups))

    def h(node: Node[State, Mark]) -> float:
        unshaded = ~node.state[0]
        return max(_demand(rows, unshaded), _demand(columns, unshaded))

    return _in_steps(problem, h)


@register_heuristic("hitori", "edge-cover", admissible=True, consistent=True)
def edge_cover(problem: Hitori) -> Heuristic[State, Mark]:
    """The fewest cells that serve all demands, when a cell serves a row group and a column group.

    That is the total demand less a largest b-matching of row groups with column groups, the
    undecided cells in two groups being the edges. A cell known to be kept serves no demand.
    """
    return _in_steps(problem, EdgeCover(problem))


@register_heuristic("hitori", "edge-cover-ahead", admissible=True, consistent=True)
def edge_cover_ahead(problem: Hitori) -> Heuristic[State, Mark]:
    """edge-cover, except for the initial state: the cost of its opening and the cover there.

    Where deductions decide the board at once, no matching is computed at all.
    """
    return _in_steps(problem, EdgeCover(problem, ahead=True))


@register_heuristic("hitori", "edge-cover-adjacent", admissible=True, consistent=True)
def edge_cover_adjacent(problem: Hitori) -> Heuristic[State, Mark]:
    """edge-cover without the neighbours of shaded cells; infinite if two equals must stay."""
    return _in_steps(problem, EdgeCover(problem, adjacency=True))


@register_heuristic("hitori", "combined", admissible=False, consistent=False)
def combined(problem: Hitori, lines: float = 0.5, cells: float = 0.25) -> Heuristic[State, Mark]:
    """Weighted repeated lines plus repeated cells; can be more than the cells needed."""
    return weighted_sum((lines, repeated_lines(problem)), (cells, repeated_cells(problem)))


class _Cover(NamedTuple):
    """What is kept from state to state: shaded cells, total demand, matched cells."""

    shaded: int
    demand: int
    matched: int


class EdgeCover:
    """h(node): total demand less a largest b-matching, repaired from that of the parent.

    A matching of the parent that loses no edge is still a largest matching, because cells and
    capacities only become fewer. A matching that loses a few edges needs at most as many augmenting
    paths. So a state takes the time of a few searches of the undecided cells.
    """

    def __init__(self, problem: Hitori, *, adjacency: bool = False, ahead: bool = False) -> None:
        """Take a Hitori problem.

        adjacency: leave out the neighbours of shaded cells. ahead: judge the initial state by
        the opening that its only action leads to.
        """
        self._problem = problem
        self._board = problem.board
        self._groups = problem.board.group_masks
        self._attribute = "_cover_adjacent" if adjacency else "_cover"
        self._adjacency = adjacency
        self._ahead = ahead

    def __call__(self, node: Node[State, Mark]) -> float:
        """Return the bound for a node's state, and leave the matching on the node."""
        state = node.state
        if self._ahead and state == self._problem.prepared != self._problem.opening:
            opening: State | None = self._problem.opening
            if opening is None:
                return inf
            return (opening.shaded & ~state[0]).bit_count() + self._left(node, opening)
        return self._left(node, state)

    def _left(self, node: Node[State, Mark], state: State) -> float:
        """Return the bound for a state that a node has or leads to, and leave the matching."""
        shaded, kept = state
        fixed = kept | self._board.geometry.around(shaded) if self._adjacency else kept
        if self._adjacency and any(has_several(mask & fixed & ~shaded) for mask in self._groups):
            return inf  # two equals of a line have to stay
        before = None if node.parent is None else vars(node.parent).get(self._attribute)
        if before is None or before.shaded & ~shaded:
            cover = self._from_scratch(shaded, fixed)
        else:
            cover = self._repaired(before, shaded, fixed)
        setattr(node, self._attribute, cover)
        return cover.demand - cover.matched.bit_count()

    @cached_property
    def _matching(self) -> Matching:
        board = self._board
        sides = [list(map(mask_of, groups)) for groups in (board.row_groups, board.column_groups)]
        self._double = union_of(sides[0]) & union_of(sides[1])
        return Matching(*sides)

    @cached_property
    def _groups_at(self) -> dict[int, list[int]]:
        """The groups of every cell, which is given as its bit."""
        groups_at: dict[int, list[int]] = {}
        for mask in self._groups:
            for bit in bits_of(mask):
                groups_at.setdefault(bit, []).append(mask)
        return groups_at

    def _from_scratch(self, shaded: int, fixed: int) -> _Cover:
        demand, matched = _demand(self._groups, ~shaded), 0
        if demand:
            matching, capacity = self._matching, _capacity(~shaded)
            available = self._double & ~(shaded | fixed)
            matched = matching.largest(0, available, capacity, demand // 2)
        return _Cover(shaded, demand, matched)

    def _repaired(self, before: _Cover, shaded: int, fixed: int) -> _Cover:
        demand, matched = before.demand, before.matched & ~(shaded | fixed)
        changed = shaded & ~before.shaded
        if not changed and matched == before.matched:
            return before
        capacity, capacity_before = _capacity(~shaded), _capacity(~before.shaded)
        touched: set[int] = set()
        for bit in bits_of(changed):
            touched.update(self._groups_at.get(bit, ()))
        for mask in touched:
            room = max(capacity(mask), 0)
            demand -= max(capacity_before(mask), 0) - room
            while (mask & matched).bit_count() > room:
                served = mask & matched
                matched ^= served & -served
        most = before.matched.bit_count()
        if matched.bit_count() < most:
            matching = self._matching
            available = self._double & ~(shaded | fixed)
            matched = matching.largest(matched, available, capacity, most)
        return _Cover(shaded, demand, matched)


def _in_steps(problem: Hitori, h: Heuristic[State, Mark]) -> Heuristic[State, Mark]:
    """Turn a bound on the cells to shade into a bound on the path cost of the problem."""
    is_one_cell = problem.formulation == "naive"  # a step shades one cell at most
    if problem.cost in ("shaded", "repeats") or (problem.cost == "actions" and is_one_cell):
        return h
    if problem.cost != "actions":
        raise NotApplicable(f"Hitori: no bound is proved for the cost {problem.cost!r}")

    def bounded(node: Node[State, Mark]) -> float:
        cells = h(node)
        return cells if cells == inf else min(cells, 1)

    return bounded


def _capacity(unshaded: int) -> Capacity:
    """Return the function from a group to its demand, which may be -1."""
    return lambda mask: (mask & unshaded).bit_count() - 1


def _lines(problem: Hitori) -> tuple[list[list[int]], list[list[int]]]:
    """The groups of every row, and of every column, as sets of cells."""
    board, width = problem.board, problem.board.geometry.width
    rows = groupby(board.row_groups, lambda group: group[0] // width)
    columns = groupby(board.column_groups, lambda group: group[0] % width)
    by_row, by_column = ([list(map(mask_of, groups)) for _, groups in of] for of in (rows, columns))
    return by_row, by_column


def _demand(groups: list[int], unshaded: int) -> int:
    demand = 0
    for group in groups:
        left = group & unshaded
        if left & left - 1:  # more than one
            demand += left.bit_count() - 1
    return demand


register_max_admissible("hitori")
