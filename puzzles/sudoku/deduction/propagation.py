"""How far a placement is thought through: from nothing to singles and locked candidates.

Each way is a function from a state to a state that rules out more, or to DEAD if it finds a
contradiction. A placement always rules its digit out for the peers of its cell: without this no
placement would be legal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from puzzles.sudoku.deduction.cages import CageRule
from puzzles.sudoku.deduction.locked import LockedRule
from puzzles.sudoku.lanes import DEAD, Lanes, State

Propagate: TypeAlias = Callable[[State], State]

PROPAGATIONS = ("none", "forward-checking", "singles", "locked")
"""From the least to the most."""


def make_propagation(name: str, lanes: Lanes) -> Propagate:
    """Return the function of a name out of PROPAGATIONS.

    none: nothing. forward-checking: a cell without a digit is a contradiction. singles: naked and
    hidden singles are placed until none are left. locked: locked candidates are used too. The
    totals of cages are used by all but ``none``.
    """
    if name == "none":
        return _nothing
    rules: list[Propagate] = [CageRule(lanes).apply] if lanes.layout.cages else []
    if name == "forward-checking":
        return _forward_checking(lanes, rules)
    if name == "locked":
        rules.append(LockedRule(lanes).apply)
    return _until_stable(lanes.close_under_singles, rules) if rules else lanes.close_under_singles


def _nothing(state: State) -> State:
    return state


def _forward_checking(lanes: Lanes, rules: list[Propagate]) -> Propagate:
    def propagate(state: State) -> State:
        for rule in rules:
            state = rule(state)
        return DEAD if not state or lanes.has_empty_cell_lane(state) else state

    return propagate


def _until_stable(close: Propagate, rules: list[Propagate]) -> Propagate:
    def propagate(state: State) -> State:
        state = close(state)
        while state:
            before = state
            for rule in rules:
                state = rule(state)
                if not state:
                    return DEAD
                if state != before:
                    break
            else:
                return state
            state = close(state)
        return DEAD

    return propagate
