"""Opening patterns: what puzzlers know by name and see without supposing anything, and two cases.

Each is sound for every solution. Those at sight, except ``edge-pairs``, are special cases of the
closure of a literal (see ``Closures``), once the corner cells are known to need a neighbour that
stays. Those by cases look at two equals, of which at least one is shaded: what both cases decide
holds for every solution.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

from aima_search.base.errors import BoardError, UnknownName
from puzzles.bits import mask_of, places_of, union_of
from puzzles.grid import RowColumn
from puzzles.hitori.deduction.position import Closure, empty_forest
from puzzles.hitori.rules import Board, CellNumber


class Occurrence(NamedTuple):
    """What one occurrence of a pattern decides, and the cells that show it."""

    shade: tuple[RowColumn, ...]
    keep: tuple[RowColumn, ...]
    because: tuple[RowColumn, ...]


class Pattern(NamedTuple):
    """A pattern: its name, a picture in words, rows of digits that show it, how it is found."""

    name: str
    summary: str
    example: str
    find: Callable[[Board], Iterator[Occurrence]]


NumberedCells: TypeAlias = list[tuple[RowColumn, CellNumber]]


def find_patterns(board: Board, names: Collection[str]) -> tuple[int, int]:
    """Return the cells that the named patterns shade and those they keep, as sets."""
    shade: set[RowColumn] = set()
    keep: set[RowColumn] = set()
    for name in names:
        for occurrence in PATTERNS[name].find(board):
            shade.update(occurrence.shade)
            keep.update(occurrence.keep)
    return board.geometry.mask(shade), board.geometry.mask(keep)


def check_patterns(preprocess: bool | str | Collection[str]) -> tuple[str, ...]:
    """Return the names that ``preprocess=`` stands for, in the order of ``PATTERNS``.

    True stands for all patterns, False for no pattern; a text is a name of ``SETS``, or names by
    commas.
    """
    if isinstance(preprocess, bool):
        preprocess = "all" if preprocess else "none"
    if not isinstance(preprocess, Collection):
        raise BoardError(f"Hitori preprocess={preprocess!r}: expected True, False or names")
    names = read_patterns(preprocess) if isinstance(preprocess, str) else tuple(preprocess)
    for name in names:
        if name not in PATTERNS:
            raise UnknownName("Hitori pattern", str(name), [*PATTERNS, *SETS])
    return tuple(name for name in PATTERNS if name in names)


def read_patterns(text: str) -> tuple[str, ...]:
    """Return the names in a text: a name of ``SETS``, or names by commas."""
    return SETS.get(text, tuple(text.split(",")))


def write_patterns(names: Collection[str]) -> str:
    """Return the text that stands for names, in the order of ``PATTERNS``."""
    sets = (text for text, meant in SETS.items() if meant == tuple(names))
    return next(sets, ",".join(names))


def pairs(board: Board) -> tuple[int, int]:
    """Return what sandwiches, and pairs with a third, decide: shaded and kept cells, as sets.

    The result is that of the patterns; it is found from the groups of equals, and therefore fast.
    """
    shade = keep = 0
    for groups, stride in ((board.row_groups, 1), (board.column_groups, board.geometry.width)):
        for group in groups:
            for first, second in pairwise(group):
                if second - first == 2 * stride:
                    keep |= 1 << first + stride
                elif second - first == stride and len(group) > 2:
                    shade |= mask_of(group) & ~mask_of((first, second))
                    if second + stride in group:
                        keep |= 1 << second
    return shade, keep


def sandwich(board: Board) -> Iterator[Occurrence]:
    """One of the two equals around a cell is shaded, or both sides would be kept equals."""
    for window, _ in _windows(board, 3):
        if window[0][1] == window[2][1]:
            yield Occurrence((), (window[1][0],), (window[0][0], window[2][0]))


def adjacent_triple(board: Board) -> Iterator[Occurrence]:
    """Of three equals in a row two are shaded, and they cannot touch."""
    for window, _ in _windows(board, 3):
        if len({number for _, number in window}) == 1:
            first, middle, last = _cells(window)
            yield Occurrence((first, last), (middle,), (first, middle, last))


def pair_with_third(board: Board) -> Iterator[Occurrence]:
    """One cell of a touching pair stays, so every other equal in the line is shaded."""
    for window, line in _windows(board, 2):
        if window[0][1] == window[1][1]:
            others = _others(line, window, [window[0][1]])
            if others:
                yield Occurrence(others, (), _cells(window))


def double_pair(board: Board) -> Iterator[Occurrence]:
    """In a b a b the middle cells are sandwiched, so the outer cells are shaded."""
    for window, line in _windows(board, 4):
        a, b, c, d = (number for _, number in window)
        if a == c and b == d and a != b is not None:
            first, second, third, fourth = _cells(window)
            outside = _others(line, window, [a, b])
            yield Occurrence((first, fourth, *outside), (second, third), _cells(window))


def flanked_pair(board: Board) -> Iterator[Occurrence]:
    """In a b b a one b is shaded and the a next to it stays, so all other a and b are shaded."""
    for window, line in _windows(board, 4):
        a, b, c, d = (number for _, number in window)
        if a == d and b == c and a != b is not None:
            others = _others(line, window, [a, b])
            if others:
                yield Occurrence(others, (), _cells(window))


def corner_triple(board: Board) -> Iterator[Occurrence]:
    """A corner equal to both its neighbours is shaded: kept, it would be shut in by them."""
    for corner, beside, below, _ in corners(board):
        a, b, c = (number_at(board, cell) for cell in (corner, beside, below))
        if a is not None and a == b == c and beside[0] == corner[0]:
            yield Occurrence((corner,), (beside, below), (corner, beside, below))


def corner_pairs(board: Board) -> Iterator[Occurrence]:
    """Two pairs side by side in a corner: a kept corner would be shut in, so it is shaded."""
    for corner, beside, below, across in corners(board):
        a, b, c, d = (number_at(board, cell) for cell in (corner, beside, below, across))
        if a is not None and c is not None and a == b and c == d:
            yield Occurrence((corner, across), (beside, below), (corner, beside, below, across))


def edge_pairs(board: Board) -> Iterator[Occurrence]:
    """Two upright pairs side by side on an edge are shaded crosswise: the cells next to them stay.

    One of the two outer cells on the edge is next to a shaded cell. The other, if shaded, would
    link the far shaded cell to the border around the kept edge cell.
    """
    numbers = board.numbers
    bottom, right = len(numbers) - 1, len(numbers[0]) - 1
    if bottom < 1 or right < 1:
        return
    edges = [[((row, c), (inner, c)) for c in range(right + 1)] for row, inner in _ends(bottom)]
    edges += [
        [((r, column), (r, inner)) for r in range(bottom + 1)] for column, inner in _ends(right)
    ]
    for edge in edges:
        for start in range(len(edge) - 1):
            pair = edge[start : start + 2]
            if all(_is_pair(board, *cells) for cells in pair):
                outer = [edge[at][0] for at in (start - 1, start + 2) if 0 <= at < len(edge)]
                if outer:
                    yield Occurrence((), tuple(outer), (*pair[0], *pair[1]))


def corner_pair(board: Board) -> Iterator[Occurrence]:
    """A pair that ends at a corner's neighbour: the corner's other neighbour is kept.

    If the neighbour is shaded, the corner needs its other neighbour. The pair's other cell is the
    corner or the cell across: if it is shaded, the corner's other neighbour is next to it.
    """
    for corner, beside, below, across in corners(board):
        for other in (corner, across):
            if number_at(board, beside) == number_at(board, other) is not None:
                yield Occurrence((), (below,), (beside, other))


def either_way(board: Board) -> Iterator[Occurrence]:
    """What two equals decide, whichever is shaded, as far as a look goes.

    A look: the neighbours of a shaded cell stay, and so do the cells that would cut the board
    together with it. The equals of the cells that stay are shaded, and their neighbours stay.
    """
    size = board.geometry
    looks = {place: _look(board, place) for place in places_of(board.repeated)}
    for mask in board.group_masks:
        for one, other in combinations(places_of(mask), 2):
            shade, keep = (looks[one][kind] & looks[other][kind] for kind in (0, 1))
            if shade or keep:
                because = (size.cell(one), size.cell(other))
                yield Occurrence(size.cells_of(shade), size.cells_of(keep), because)


def corners(board: Board) -> Iterator[tuple[RowColumn, RowColumn, RowColumn, RowColumn]]:
    """Yield each corner, seen both ways: the corner, its two neighbours, the cell across."""
    bottom, right = len(board.numbers) - 1, len(board.numbers[0]) - 1
    if bottom < 1 or right < 1:
        return
    for row, inner_row in _ends(bottom):
        for column, inner_column in _ends(right):
            beside, below = (row, inner_column), (inner_row, column)
            yield (row, column), beside, below, (inner_row, inner_column)
            yield (row, column), below, beside, (inner_row, inner_column)


def number_at(board: Board, cell: RowColumn) -> CellNumber:
    """Return the number of a cell."""
    return board.numbers[cell[0]][cell[1]]


def _look(board: Board, place: int) -> Closure:
    """Return the cells that shading a cell shades and keeps, as far as ``either_way`` looks."""
    size, bit = board.geometry, 1 << place
    forest = empty_forest(size)
    forest.shade(bit)
    keep = size.around(bit)
    keep |= union_of(
        1 << link for link in size.links[place] if link != size.border and forest.cuts(link)
    )
    shade = bit | union_of(board.equals[other] for other in places_of(keep))
    return shade, keep | size.around(shade)


def _lines(board: Board) -> Iterator[NumberedCells]:
    """Every row and every column, its cells with their numbers."""
    numbers = board.numbers
    for row, line in enumerate(numbers):
        yield [((row, column), number) for column, number in enumerate(line)]
    for column in range(len(numbers[0])):
        yield [((row, column), line[column]) for row, line in enumerate(numbers)]


def _windows(board: Board, length: int) -> Iterator[tuple[NumberedCells, NumberedCells]]:
    """Every run of cells in a line that starts with a number, and the line it is part of."""
    for line in _lines(board):
        for start in range(len(line) - length + 1):
            if line[start][1] is not None:
                yield line[start : start + length], line


def _others(
    line: NumberedCells, window: NumberedCells, numbers: Collection[CellNumber]
) -> tuple[RowColumn, ...]:
    """The cells of a line outside a window that hold one of the numbers."""
    inside = {cell for cell, _ in window}
    return tuple(cell for cell, number in line if number in numbers and cell not in inside)


def _cells(window: NumberedCells) -> tuple[RowColumn, ...]:
    return tuple(cell for cell, _ in window)


def _ends(last: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (0, 1), (last, last - 1)


def _is_pair(board: Board, first: RowColumn, second: RowColumn) -> bool:
    number = number_at(board, first)
    return number is not None and number == number_at(board, second)


_AT_SIGHT = (
    Pattern("sandwich", "a b a: b is kept", "121", sandwich),
    Pattern("adjacent-triple", "a a a: the middle is kept", "111", adjacent_triple),
    Pattern("pair-with-third", "a a ... a: the third is shaded", "1121", pair_with_third),
    Pattern("double-pair", "a b a b: the outer two are shaded", "1212", double_pair),
    Pattern(
        "flanked-pair", "a b b a: other a and b of the line are shaded", "122131", flanked_pair
    ),
    Pattern(
        "corner-triple", "a a / a in a corner: the corner is shaded", "112/134/256", corner_triple
    ),
    Pattern(
        "corner-pairs", "a a / b b in a corner: the corner is shaded", "113/224/345", corner_pairs
    ),
    Pattern(
        "edge-pairs",
        "a b / a b on an edge: the cells next to them are kept",
        "4125/3126/5634",
        edge_pairs,
    ),
)
_BY_CASES = (
    Pattern(
        "corner-pair", "a a in a corner: its other neighbour is kept", "112/345/678", corner_pair
    ),
    Pattern(
        "either-way", "two equals: what follows from shading either", "1213/4567/8921", either_way
    ),
)
AT_SIGHT = {pattern.name: pattern for pattern in _AT_SIGHT}
PATTERNS = {pattern.name: pattern for pattern in (*_AT_SIGHT, *_BY_CASES)}
"""The opening patterns by name."""

SETS: dict[str, tuple[str, ...]] = {
    "all": tuple(PATTERNS),
    "none": (),
    "notebook": ("sandwich", "pair-with-third", "double-pair", "corner-triple", "corner-pairs"),
}
"""Words for several patterns; "notebook" has the five of a well-known course's notebook."""
