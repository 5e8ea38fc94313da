"""Checks of a student's heuristic on whole state spaces: what is proved of it, or refuted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from aima_search.apps.grade.boards import AssignedBoard, first_states, space_of
from aima_search.apps.grade.check import (
    Check,
    Verdict,
    command,
    points_within,
    read_bounds_of_steps,
)
from aima_search.apps.grade.estimates import BadEstimate, Estimates
from aima_search.apps.grade.tables import AssignmentTable
from aima_search.apps.grade.work import Bounds, Work
from aima_search.checks.heuristic import PROPERTIES, Counterexample, check_heuristic

_NAMES = {name.replace("_", "-"): name for name in PROPERTIES}


@dataclass(frozen=True, kw_only=True)
class Properties(Check):
    """Proves that h is admissible and so on, on every state of small boards."""

    kind = "properties"
    keys = ("properties", "boards", "states", "partial")

    properties: Sequence[str]
    boards: Sequence[AssignedBoard]
    states: int
    partial: bool

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        named = table.choices("properties", list(_NAMES), "property")
        return cls(
            **{**common, "title": common["title"] or ", ".join(named)},
            properties=[_NAMES[name] for name in named],
            boards=table.of_boards(),
            states=table.whole("states", 50_000),
            partial=table.switch("partial"),
        )

    def prepare(self, bounds: Bounds) -> None:
        """Find all states."""
        for board in self.boards:
            space_of(board, self.states)

    def judge(self, work: Work) -> Verdict:
        """Look for the first board on which something does not hold."""
        faults: list[Verdict] = []
        held = 0
        for board in self.boards:
            found = self._faults(work, board)
            held += len(self.properties) - len(found)
            faults += found
        asked = len(self.properties) * len(self.boards)
        on = ", ".join(board.name for board in self.boards)
        if not faults:
            return Verdict(
                self.max_points, f"proved on {on}", command(work, self.boards[0], "check")
            )
        share = self.max_points * held / asked if self.partial else 0
        told = f" ({held} of {asked} hold)" if self.partial else ""
        return replace(faults[0], points=share, message=faults[0].message + told)

    def _faults(self, work: Work, board: AssignedBoard) -> list[Verdict]:
        """Return what does not hold on a board, the smallest counterexample each."""
        again = command(work, board, "check")
        try:
            estimates = _all_estimates(work, board, self.states)
        except BadEstimate as bad:
            if bad.fault is not None:
                raise bad.fault from None
            return [Verdict(0, f"on {board.name}, {bad.message}", again, bad.state, board)] * len(
                self.properties
            )
        report = check_heuristic(board.problem(), estimates.h, self.states)
        examples = [
            report.counterexamples[name]
            for name in self.properties
            if name in report.counterexamples
        ]
        return [Verdict(0, _told(one, board), again, one.state, board) for one in examples]


def _all_estimates(work: Work, board: AssignedBoard, states: int) -> Estimates:
    """Fetch the estimates of all states twice: they must be the same in another order."""
    estimates = Estimates(work, board)
    space = space_of(board, states)
    for _, some in space.parts():
        estimates.prepare(some)
    for _, some in reversed(list(space.parts())):
        some.reverse()
        estimates.fetch(some)
    return estimates


def _told(example: Counterexample, board: AssignedBoard) -> str:
    """Return a counterexample in a student's words; the picture shows the state."""
    name = example.property.replace("_", " ")
    at = f"not {name} on {board.name}: h = {example.h:g} and {example.bound()} in the picture"
    if example.h_successor is None:
        return at
    return (
        f"{at}; {example.action} costs {example.cost:g} and leads to a state where"
        f" h = {example.h_successor:g}"
    )


@dataclass(frozen=True, kw_only=True)
class CallTime(Check):
    """Points for how long a call of h takes, on average over the first states of each board."""

    kind = "time"
    keys = ("boards", "at-most", "states")
    measures = ("milliseconds",)

    boards: Sequence[AssignedBoard]
    at_most: Sequence[float]
    states: int

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        table.check_keys([*table.values], required=["at-most"])
        bounds, steps = read_bounds_of_steps(table, common)
        return cls(
            **{**common, "steps": steps, "title": common["title"] or "time of a call, in ms"},
            boards=table.of_boards(),
            at_most=bounds,
            states=table.whole("states", 500),
        )

    def prepare(self, bounds: Bounds) -> None:
        """Do nothing: the check needs no preparation."""

    def judge(self, work: Work) -> Verdict:
        """Measure the time until the estimates are here."""
        calls, seconds = 0, 0.0
        for board in self.boards:
            again = command(work, board, "solve")
            states = first_states(board, self.states)
            estimates = Estimates(work, board)
            before = work.box.waited
            try:
                estimates.fetch(states)
            except BadEstimate as bad:
                if bad.fault is not None:
                    raise bad.fault from None
                return Verdict(0, f"on {board.name}, {bad.message}", again, bad.state, board)
            seconds += work.box.waited - before
            calls += len(states)
        taken = 1000 * seconds / calls
        points = points_within(self.at_most, self.steps, taken)
        bounds = " / ".join(f"{bound:g}" for bound in self.at_most)
        message = f"{taken:.3g} ms a call, of {calls:,} calls: at most {bounds} ms was asked for"
        values = [("milliseconds", round(taken, 6))]
        return Verdict(points, message, command(work, self.boards[0], "solve"), values=values)
