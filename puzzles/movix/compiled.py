"""MovIX in machine code, which needs states that are numbers; see ``model.compiled``.

The number of a state has some bits for each piece, with the number of the piece's cell. The pieces
are in the order of the state. The state is sorted and the kinds of its pieces never change, so each
position always holds the same kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from math import inf
from typing import TYPE_CHECKING, Any

from aima_search.model.compiled import CompiledForm, Formula, signed
from puzzles.grid import RowColumn
from puzzles.movix.rules import MAX_SIDE, EmptyBoard, MovIXLike, Piece

if TYPE_CHECKING:
    from puzzles.movix.lines import Reach, ReachCalculator

MOST_IN_LINE = 8
"""Length of the longest line that is priced by going through the subsets of its cells."""


def compiled_form(problem: MovIXLike, masks: Sequence[int]) -> CompiledForm | str:
    """Return functions that numba can compile, or a text that says why this is not possible."""
    field, cells, bits = problem.field, list(problem.field.bits), bits_per_cell(problem.field)
    kinds = [kind for kind, _ in problem.initial]
    if not has_short_keys(problem):
        return f"{len(kinds)} pieces on {len(cells)} cells do not fit into an integer of 64 bits"
    number = {cell: place for place, cell in enumerate(cells)}
    shifts = range(0, bits * len(kinds), bits)

    def pack(state: Any) -> int:
        return sum([number[cell] << at for at, (_, cell) in zip(shifts, state, strict=True)])

    def unpack(key: int) -> Any:
        places = [cells[key >> at & (1 << bits) - 1] for at in shifts]
        return tuple(zip(kinds, places, strict=True))

    return CompiledForm(
        expand=Formula(moves, _words(problem.field, kinds), lists=True),
        goal=Formula(is_won, [len(kinds), bits, len(masks), *map(signed, masks)]),
        most=1
        + sum(_most_steps(field, kind) * len(field.kinds[kind].directions) for kind in kinds),
        pack=pack,
        unpack=unpack,
    )


def has_short_keys(problem: MovIXLike) -> bool:
    """Return True if each set of cells and each key of a state fits into 64 bits."""
    cells, bits = len(problem.field.bits), bits_per_cell(problem.field)
    return cells <= 64 and bits * len(problem.initial) <= 64


def bits_per_cell(field: EmptyBoard) -> int:
    """Return how many bits are needed for the number of a cell."""
    return max((len(field.bits) - 1).bit_length(), 1)


def _most_steps(field: EmptyBoard, kind: str) -> int:
    _, _, reach, jumps = field.kinds[kind]
    return 1 if jumps else min(reach or MAX_SIDE, max(field.rows, field.columns))


def _words(field: EmptyBoard, kinds: Sequence[str]) -> list[int]:
    """Return the list of numbers that ``moves`` reads.

    The list begins with the number of pieces, the number of bits per cell, and the number of cells.
    Six numbers follow for each piece: 1 if the piece jumps, otherwise 0; the first piece of its
    kind; the piece after the last piece of its kind; the largest number of steps; the number of
    directions; the index in this list at which the ``next_cells`` of its kind begin.
    """
    words = [len(kinds), bits_per_cell(field), len(field.bits), *[0] * 6 * len(kinds)]
    for kind in dict.fromkeys(kinds):
        first, ahead = kinds.index(kind), field.next_cells(kind)
        facts = first, first + kinds.count(kind), _most_steps(field, kind), len(ahead), len(words)
        for piece in range(*facts[:2]):
            words[3 + 6 * piece : 9 + 6 * piece] = kind in field.jumpers, *facts
        words += chain.from_iterable(ahead)
    return words


def occupied_by(key: Any, pieces: Any, bits: Any) -> Any:
    """Return the set of cells with pieces in the state ``key``."""
    occupied = 0
    for piece in range(pieces):
        occupied |= 1 << (key >> bits * piece & (1 << bits) - 1)
    return occupied


def moves(key: Any, ints: Any, floats: Any, raw: Any, keys: Any, costs: Any) -> Any:
    """Write the state after each possible move into ``keys``; return the number of moves."""
    occupied, count, outside = occupied_by(key, ints[0], ints[1]), 0, ints[2]
    for piece in range(ints[0]):
        facts = 3 + 6 * piece
        for direction in range(ints[facts + 4]):
            ahead = ints[facts + 5] + direction * outside
            cell = key >> ints[1] * piece & (1 << ints[1]) - 1
            if ints[facts] != 0:
                cell = ints[ahead + cell]
                if cell == outside or occupied >> cell & 1 == 0:
                    continue
            for _ in range(ints[facts + 3]):
                cell = ints[ahead + cell]
                if cell == outside or occupied >> cell & 1:
                    break
                keys[count] = moved(key, piece, cell, ints)
                costs[count] = 1
                count += 1
    return count


def moved(key: Any, piece: Any, cell: Any, ints: Any) -> Any:
    """Return the state after a piece has moved. The pieces of a kind stay sorted by cell."""
    bits, at = ints[1], piece
    all_bits = (1 << bits) - 1
    while at > ints[4 + 6 * piece] and key >> bits * (at - 1) & all_bits > cell:
        before = key >> bits * (at - 1) & all_bits
        key = key & ~(all_bits << bits * at) | before << bits * at
        at -= 1
    while at + 1 < ints[5 + 6 * piece] and key >> bits * (at + 1) & all_bits < cell:
        after = key >> bits * (at + 1) & all_bits
        key = key & ~(all_bits << bits * at) | after << bits * at
        at += 1
    return key & ~(all_bits << bits * at) | cell << bits * at


def is_won(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """Return 1 if pieces fill one of the lines in ``ints``, otherwise 0."""
    occupied = occupied_by(key, ints[0], ints[1])
    for line in range(3, 3 + ints[2]):
        if occupied & ints[line] == ints[line]:
            return 1
    return 0


def most_on_lines(problem: MovIXLike, masks: Sequence[int]) -> Formula:
    """Return a compiled formula for the number of pieces that are missing on the fullest line."""
    return Formula(_missing, [*_head(problem), problem.line, len(masks), *map(signed, masks)])


def _head(problem: MovIXLike) -> list[int]:
    return [len(problem.initial), bits_per_cell(problem.field)]


def _missing(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    occupied, least = occupied_by(key, ints[0], ints[1]), inf
    for line in range(4, 4 + ints[3]):
        missing, on_line = ints[2], occupied & ints[line]
        while on_line != 0:
            on_line &= on_line - 1
            missing -= 1
        least = min(least, max(missing, 0))
    return least


def sum_over_pieces(problem: MovIXLike, of_cells: Mapping[RowColumn, float]) -> Formula:
    """Return a compiled formula for the sum of ``of_cells[cell]`` over all cells with pieces."""
    return Formula(_sum, _head(problem), [float(of_cells[cell]) for cell in problem.field.bits])


def _sum(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    total = 0.0
    for piece in range(ints[0]):
        total += floats[key >> ints[1] * piece & (1 << ints[1]) - 1]
    return total


def cheapest_line(
    problem: MovIXLike, ground: ReachCalculator, reach: Callable[[Piece], Reach]
) -> Formula | None:
    """Return a compiled formula for the lowest cost of filling a line with pieces.

    Returns None if a line has more than MOST_IN_LINE cells.
    """
    if problem.line > MOST_IN_LINE:
        return None
    cells, kinds = list(problem.field.bits), [kind for kind, _ in problem.initial]
    number = {ground.bits[cell]: place for place, cell in enumerate(cells)}
    costs: list[float] = []
    of_kind = {}
    for kind in dict.fromkeys(kinds):
        of_kind[kind] = len(costs)
        for cell in cells:
            row = [inf] * len(cells)
            for moves_there, ring in enumerate(reach((kind, cell)).rings):
                for bit, place in number.items():
                    if ring & bit:
                        row[place] = moves_there
            costs += row
    places = [number[bit] for line in ground.lines for bit in line.cells]
    tables, lines = [of_kind[kind] for kind in kinds], len(ground.lines)
    ints = [*_head(problem), len(cells), problem.line, lines, len(costs), *tables, *places]
    return Formula(_least_filling, ints, [*costs, *[inf] * (lines + 2**MOST_IN_LINE)])


def _least_filling(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
    """Return the lowest cost of filling one of the lines with pieces.

    The line with the lowest bound is tried first. The last part of ``floats`` is working memory.
    """
    best, bounds = inf, ints[5]
    for line in range(ints[4]):
        floats[bounds + line] = _bound(key, line, ints, floats)
    while True:
        least, chosen = best, -1
        for line in range(ints[4]):
            if floats[bounds + line] < least:
                least, chosen = floats[bounds + line], line
        if chosen < 0:
            return best
        floats[bounds + chosen] = inf
        best = min(best, _price(key, chosen, bounds + ints[4], ints, floats))


def _row(key: Any, piece: Any, ints: Any) -> Any:
    """Return where the costs of a piece begin in ``floats``; there is one cost for each cell."""
    return ints[6 + piece] + ints[2] * (key >> ints[1] * piece & (1 << ints[1]) - 1)


def _bound(key: Any, line: Any, ints: Any, floats: Any) -> Any:
    """Return a lower bound of a line's cost: for each cell, add the cost of the nearest piece."""
    bound = 0.0
    for place in range(ints[3]):
        cell, nearest = ints[6 + ints[0] + ints[3] * line + place], inf
        for piece in range(ints[0]):
            nearest = min(nearest, floats[_row(key, piece, ints) + cell])
        bound += nearest
    return bound


def _price(key: Any, line: Any, subsets: Any, ints: Any, floats: Any) -> Any:
    """Return the least cost of filling a line, by dynamic programming over subsets of its cells."""
    size, first = ints[3], 6 + ints[0] + ints[3] * line
    for subset in range(1, 1 << size):
        floats[subsets + subset] = inf
    floats[subsets] = 0.0
    for piece in range(ints[0]):
        row = _row(key, piece, ints)
        for subset in range((1 << size) - 1, 0, -1):
            least = floats[subsets + subset]
            for place in range(size):
                if subset >> place & 1:
                    rest = floats[subsets + (subset ^ 1 << place)]
                    least = min(least, rest + floats[row + ints[first + place]])
            floats[subsets + subset] = least
    return floats[subsets + (1 << size) - 1]
