"""How a person solves a Sudoku: one deduction a line, the easiest technique first.

The hardest technique that a puzzle needs is its difficulty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from aima_search.display import Scene
from puzzles.grid import RowColumn
from puzzles.sudoku import view
from puzzles.sudoku.deduction.propagation import CageRule, LockedRule
from puzzles.sudoku.lanes import Candidate, Lanes, State
from puzzles.sudoku.rules import Layout, Placement, Unit

TECHNIQUES = ("hidden-singles", "naked-singles", "locked-candidates", "cage-totals", "search")
"""From the easiest on: a digit has one place in a unit; a cell has one digit; a digit is confined
to where two units meet; the totals of cages; no technique is enough."""

_SENTENCES = {
    "hidden-singles": "a digit that has one place left in a row, a column or a box goes there",
    "naked-singles": "a cell that has one digit left takes this digit",
    "locked-candidates": "a digit that must lie where two units meet is in neither elsewhere",
    "cage-totals": "a digit with which a cage cannot reach its total is ruled out",
    "search": "none of the techniques decides more: the rest is found by trying",
}

PLAIN_TECHNIQUES = tuple(name for name in TECHNIQUES if name != "cage-totals")


class Deduction(NamedTuple):
    """One step: the technique, the placement it leads to, the candidates it rules out, in words.

    Candidates are cells (row, column) with a digit; because are the cells of the units to look at.
    A deduction of "search" says why the other
    techniques end, and leads to nothing.
    """

    technique: str
    placement: Placement | None
    removed: tuple[Placement, ...]
    text: str
    because: tuple[RowColumn, ...] = ()

    @property
    def sentence(self) -> str:
        """What the technique says."""
        return _SENTENCES[self.technique]

    @property
    def rule(self) -> str:
        """The technique, under the name that the explanations of all puzzles have for it."""
        return self.technique

    def __str__(self) -> str:
        return self.text


def explain(
    lanes: Lanes, state: State, techniques: Sequence[str] = TECHNIQUES
) -> Iterator[Deduction]:
    """Yield the deductions from a state on, until the board is full or nothing more follows."""
    finders = {
        "hidden-singles": hidden_single,
        "naked-singles": naked_single,
        "locked-candidates": _Locked(lanes).find,
        "cage-totals": _Totals(lanes).find,
    }
    used = [finders[name] for name in techniques if name != "search"]
    while lanes.open_cells(state):
        impossible = _impossible(lanes, state)
        if impossible:
            yield Deduction("search", None, (), impossible)
            return
        for find in used:
            deduction = find(lanes, state)
            if deduction is not None:
                yield deduction
                state = _apply(lanes, state, deduction)
                break
        else:
            text = f"nothing else follows: {lanes.open_cells(state)} cells are left to search"
            yield Deduction("search", None, (), text)
            return


def difficulty(lanes: Lanes, state: State) -> str:
    """Return the hardest technique that a state needs, one of TECHNIQUES."""
    used = [TECHNIQUES.index(deduction.technique) for deduction in explain(lanes, state)]
    return TECHNIQUES[max(used, default=0)]


def pictures(
    layout: Layout, givens: Sequence[int], deductions: Iterable[Deduction]
) -> Iterator[Scene]:
    """Yield a picture of every step: the cell filled, or the cells that lose a candidate."""
    n = layout.side
    digits = list(givens)
    for deduction in deductions:
        changed = [removed.cell for removed in deduction.removed]
        if deduction.placement is not None:
            row, column = deduction.placement.cell
            digits[row * n + column] = deduction.placement.digit
            changed = [deduction.placement.cell]
        rows = [digits[start : start + n] for start in range(0, n * n, n)]
        yield replace(view.scene(layout, givens, rows, changed), caption=str(deduction))


def is_solved_by(lanes: Lanes, state: State, technique: str) -> bool:
    """Tell whether the techniques up to a named technique fill the board."""
    techniques = TECHNIQUES[: TECHNIQUES.index(technique) + 1]
    return all(d.technique != "search" for d in explain(lanes, state, techniques))


def hidden_single(lanes: Lanes, state: State) -> Deduction | None:
    """Return the first digit with one place in a unit, boxes first."""
    n, units = lanes.side, lanes.layout.units
    for number in (*range(2 * n, len(units)), *range(2 * n)):
        for digit in range(n):
            lane, is_open = lanes.unit_lane(state, number, digit)
            if is_open and lane & (lane - 1) == 0:
                cell = units[number].cells[lane.bit_length() - 1]
                placement = _candidate(lanes, (cell, digit))
                text = f"{placement}: only place for {digit + 1} in {units[number].name}"
                because = _cells(lanes, units[number])
                return Deduction("hidden-singles", placement, (), text, because)
    return None


def naked_single(lanes: Lanes, state: State) -> Deduction | None:
    """Return the first cell with one candidate."""
    n = lanes.side
    for cell, lane in enumerate(lanes.domains(state)):
        if lane >> n and (lane ^ 1 << n).bit_count() == 1:
            placement = _candidate(lanes, (cell, (lane ^ 1 << n).bit_length() - 1))
            text = f"{placement}: only digit left for {lanes.layout.name(cell)}"
            return Deduction("naked-singles", placement, (), text)
    return None


class _Locked:
    def __init__(self, lanes: Lanes) -> None:
        self._rule = LockedRule(lanes)

    def find(self, lanes: Lanes, state: State) -> Deduction | None:
        found = next(self._rule.find(state), None)
        if found is None:
            return None
        units = lanes.layout.units
        text = (
            f"{found.digit + 1} in {units[found.unit].name} must lie in {units[found.other].name}:"
            f" not in {_names(lanes, found.removed)}"
        )
        removed = tuple(_candidate(lanes, candidate) for candidate in found.removed)
        because = _cells(lanes, units[found.unit])
        return Deduction("locked-candidates", None, removed, text, because)


class _Totals:
    def __init__(self, lanes: Lanes) -> None:
        self._rule = CageRule(lanes) if lanes.layout.cages else None

    def find(self, lanes: Lanes, state: State) -> Deduction | None:
        after = self._rule.apply(state) if self._rule else state
        if after == state:
            return None
        gone = lanes.candidates_in((state & ~after) & lanes.cell_part) if after else []
        removed = tuple(_candidate(lanes, candidate) for candidate in gone)
        if not removed:
            return Deduction("search", None, (), "the totals of the cages cannot be reached")
        return Deduction("cage-totals", None, removed, f"cage totals rule out {_listed(removed)}")


def _impossible(lanes: Lanes, state: State) -> str:
    """Return what a contradiction consists of, nothing if there is none."""
    n = lanes.side
    if not lanes.has_empty_lane(state):
        return ""
    for cell, lane in enumerate(lanes.domains(state)):
        if lane == 1 << n:
            return f"no digit is left for {lanes.layout.name(cell)}: there is no solution"
    for number, unit in enumerate(lanes.layout.units):
        for digit in range(n):
            if lanes.unit_lane(state, number, digit) == (0, True):
                return f"no place is left for {digit + 1} in {unit.name}: there is no solution"
    raise AssertionError("an empty lane belongs to a cell or to a unit")


def _apply(lanes: Lanes, state: State, deduction: Deduction) -> State:
    if deduction.placement is not None:
        return lanes.place(state, _number(lanes, deduction.placement))
    return lanes.remove(state, [_number(lanes, placement) for placement in deduction.removed])


def _candidate(lanes: Lanes, candidate: Candidate) -> Placement:
    return Placement(divmod(candidate[0], lanes.side), candidate[1] + 1)


def _cells(lanes: Lanes, unit: Unit) -> tuple[RowColumn, ...]:
    return tuple(divmod(cell, lanes.side) for cell in unit.cells)


def _number(lanes: Lanes, placement: Placement) -> Candidate:
    row, column = placement.cell
    return row * lanes.side + column, placement.digit - 1


def _names(lanes: Lanes, candidates: Sequence[Candidate]) -> str:
    return " ".join(lanes.layout.name(cell) for cell, _ in candidates)


def _listed(placements: Sequence[Placement]) -> str:
    first = ", ".join(str(placement).replace("=", "is") for placement in placements[:4])
    return first if len(placements) <= 4 else f"{first} and {len(placements) - 4} more"
