"""Opening patterns: arrangements of numbers that decide cells at the start.

All patterns are sound for every solution. Of two equal cells in a line, at least one cell is
shaded. A pattern *by cases* tries both cells. If a decision follows in both cases, then it holds
for every solution.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, product
from typing import NamedTuple, TypeAlias

from aima_search.base.errors import BoardError, UnknownName
from puzzles.bits import mask_of, places_of, union_of
from puzzles.grid import RowColumn
from puzzles.hitori.deduction.position import Closure, forest_of
from puzzles.hitori.rules import CellNumber, HitoriBoard


class PatternOccurrence(NamedTuple):
    """A pattern on a board: the cells to shade, the cells to keep, and the cells of the pattern."""

    shade: tuple[RowColumn, ...]
    keep: tuple[RowColumn, ...]
    because: tuple[RowColumn, ...]


Find: TypeAlias = Callable[[HitoriBoard], Iterator[PatternOccurrence]]


class OpeningPattern(NamedTuple):
    """A named pattern, with a description and a search function."""

    name: str
    summary: str
    find: Find


NumberedCells: TypeAlias = list[tuple[RowColumn, CellNumber]]


def find_patterns(board: HitoriBoard, names: Collection[str]) -> tuple[int, int]:
    """Return the set of cells that these patterns shade, and the set of cells that they keep."""
    found = [occurrence for name in names for occurrence in PATTERNS[name].find(board)]
    shade, keep = chain(*(one.shade for one in found)), chain(*(one.keep for one in found))
    return board.geometry.mask(shade), board.geometry.mask(keep)


def check_names(
    what: str, sets: Mapping[str, tuple[str, ...]], given: bool | str | Collection[str]
) -> tuple[str, ...]:
    """Return the names that ``given`` selects, in the order of ``sets["all"]``.

    given: True for "all", False for "none", the name of a set, or names (a list, or one text with
    commas).
    """
    if isinstance(given, bool):
        given = "all" if given else "none"
    if isinstance(given, str):
        if given in sets:
            return sets[given]
        given = [name.strip() for name in given.split(",")]
    if not isinstance(given, Collection):
        raise BoardError(f"{what}: found {given!r}, expected True, False or names of patterns")
    for name in given:
        if name not in sets["all"]:
            raise UnknownName(what, str(name), [*sets["all"], *sets])
    return tuple(name for name in sets["all"] if name in given)


def pairs(board: HitoriBoard) -> tuple[int, int]:
    """Apply the patterns "sandwich" and "pair-with-third": return (cells to shade, cells to keep).

    ``find_patterns`` returns the same cells. This function is faster, because it uses the groups of
    the board.
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


def in_line(letters: str, decided: str, others: bool = False) -> Find:
    """Return a function that finds cells in a line whose numbers match ``letters``.

    Equal letters stand for equal numbers, different letters for different ones, ? for any number.
    decided: what a match proves for each cell: ``s`` (shaded), ``k`` (not shaded), ``.`` (nothing).
    others: True if a match also shades the cells of the line that repeat its numbers.
    """
    second = next(at for at, letter in enumerate(letters) if letter in letters[:at])
    first = letters.index(letters[second])

    def find(board: HitoriBoard) -> Iterator[PatternOccurrence]:
        for line in chain(*_lines(board)):
            for start in range(len(line) - len(letters) + 1):
                if line[start + first][1] != line[start + second][1]:
                    continue
                end = start + len(letters)
                wanted = _named(line[start:end], letters)
                if wanted and len({*wanted.values()}) == len(wanted):
                    outside = [*line[:start], *line[end:]] if others else []
                    more = [cell for cell, number in outside if number in wanted.values()]
                    yield from _decided(line[start:end], letters, decided, more)

    return find


def in_corner(decided: str, *pictures: str) -> Find:
    """Return a function that finds the corners whose numbers match one of ``pictures``.

    The letters of a picture stand for four cells: the corner, its two neighbours (in any order) and
    the cell diagonal to the corner. Letters and ``decided`` mean the same as in ``in_line``, but
    different letters may stand for equal numbers.
    """

    def find(board: HitoriBoard) -> Iterator[PatternOccurrence]:
        for lines in _lines(board):
            for edge, inner in _edges(lines):
                for step, letters in product((1, -1), pictures if len(edge) > 1 else ()):
                    cells = [*edge[::step][:2], *inner[::step][:2]]
                    if _named(cells, letters):
                        yield from _decided(cells, letters, decided)

    return find


def _named(cells: NumberedCells, letters: str) -> dict[str, CellNumber]:
    """Return the number that each letter stands for, or {} if a letter has different numbers."""
    named: dict[str, CellNumber] = {}
    for (_, number), letter in zip(cells, letters, strict=True):
        if letter != "?" and (number is None or named.setdefault(letter, number) != number):
            return {}
    return named


def _decided(
    cells: NumberedCells, letters: str, decided: str, more: Sequence[RowColumn] = ()
) -> Iterator[PatternOccurrence]:
    """Yield the occurrence of a pattern if it decides a cell. ``more``: further cells to shade."""
    decisions = [(decision, cell) for decision, (cell, _) in zip(decided, cells, strict=True)]
    shade = [cell for decision, cell in decisions if decision == "s"]
    keep = [cell for decision, cell in decisions if decision == "k"]
    if shade or keep or more:
        because = [cell for (cell, _), letter in zip(cells, letters, strict=True) if letter != "?"]
        yield PatternOccurrence((*shade, *more), tuple(keep), tuple(because))


def edge_pairs(board: HitoriBoard) -> Iterator[PatternOccurrence]:
    """Find two pairs side by side at an edge.

    For example, the first row is 5 1 2 6, and the second row is 7 1 2 8. Keep 5 and 6.
    """
    for lines in _lines(board):
        for edge, inner in _edges(lines):
            for start in range(len(edge) - 1):
                pairs = edge[start], inner[start], edge[start + 1], inner[start + 1]
                if _named(list(pairs), "aabb"):
                    outer = [edge[at][0] for at in (start - 1, start + 2) if 0 <= at < len(edge)]
                    if outer:
                        yield PatternOccurrence((), tuple(outer), tuple(cell for cell, _ in pairs))


def either_way(board: HitoriBoard) -> Iterator[PatternOccurrence]:
    """Find the decisions that follow no matter which of two equal cells is shaded."""
    size = board.geometry
    closures = {
        place: _consequences_of_shading(board, place) for place in places_of(board.repeated)
    }
    for mask in board.group_masks:
        for one, other in combinations(places_of(mask), 2):
            shade, keep = (closures[one][kind] & closures[other][kind] for kind in (0, 1))
            if shade or keep:
                because = (size.cell(one), size.cell(other))
                yield PatternOccurrence(size.cells_of(shade), size.cells_of(keep), because)


def _consequences_of_shading(board: HitoriBoard, place: int) -> Closure:
    size, bit = board.geometry, 1 << place
    forest = forest_of(size, bit)
    keep = size.around(bit)
    keep |= union_of(
        1 << link for link in size.links[place] if link != size.border and forest.cuts(link)
    )
    shade = bit | union_of(board.equals[other] for other in places_of(keep))
    return shade, keep | size.around(shade)


def _lines(board: HitoriBoard) -> tuple[list[NumberedCells], list[NumberedCells]]:
    rows = [
        [((r, c), number) for c, number in enumerate(row)] for r, row in enumerate(board.numbers)
    ]
    return rows, [list(column) for column in zip(*rows, strict=True)]


def _edges(lines: list[NumberedCells]) -> list[tuple[NumberedCells, NumberedCells]]:
    return [(lines[0], lines[1]), (lines[-1], lines[-2])] if len(lines) > 1 else []


_AT_SIGHT = (
    # One of two equal cells around a cell is shaded, because two equal cells cannot both be kept.
    OpeningPattern("sandwich", "a b a: the b is kept", in_line("a?a", ".k.")),
    # Two of three equal cells in a row are shaded, and these two cannot touch.
    OpeningPattern("adjacent-triple", "a a a: only the middle a is kept", in_line("aaa", "sks")),
    # One cell of a touching pair stays, so every other equal cell in the line is shaded.
    OpeningPattern("pair-with-third", "a a ... a: the third a is shaded",
                   in_line("aa", "..", True)),
    # The middle cells are sandwiched, so the outer cells are shaded.
    OpeningPattern("double-pair", "a b a b: the outer two cells are shaded",
                   in_line("abab", "skks", True)),
    # One b is shaded and the a next to this b stays, so all other a and b are shaded.
    OpeningPattern("flanked-pair", "a b b a: all other a and b in the line are shaded",
                   in_line("abba", "....", True)),
    # If the corner were kept, both its neighbours would be shaded and cut it off.
    OpeningPattern("corner-triple", "a a / a in a corner: the corner is shaded",
                   in_corner("skk.", "aaa?")),
    # If the corner were kept, the shaded cells of both pairs would cut it off.
    OpeningPattern("corner-pairs", "a a / b b in a corner: the corner is shaded",
                   in_corner("skks", "aabb")),
    OpeningPattern("edge-pairs", "a b / a b on an edge: the cells next to them are kept",
                   edge_pairs),
)  # fmt: skip
_BY_CASES = (
    # If the pair's cell next to the corner is shaded, the corner needs its other neighbour. If the
    # pair's other cell is shaded, that neighbour is next to it.
    OpeningPattern("corner-pair", "a a in a corner: the other neighbour of the corner is kept",
                   in_corner("..k.", "aa??", "?a?a")),
    OpeningPattern("either-way", "two equal cells: what follows from shading either cell",
                   either_way),
)  # fmt: skip
AT_SIGHT = {pattern.name: pattern for pattern in _AT_SIGHT}
PATTERNS = {pattern.name: pattern for pattern in (*_AT_SIGHT, *_BY_CASES)}

SETS: dict[str, tuple[str, ...]] = {
    "all": tuple(PATTERNS),
    "none": (),
    "notebook": ("sandwich", "pair-with-third", "double-pair", "corner-triple", "corner-pairs"),
}
"""Names of sets of patterns; "notebook" has the five patterns of a well-known course notebook."""
