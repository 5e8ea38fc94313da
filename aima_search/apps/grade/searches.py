"""Checks of a student's heuristic in a search: how much is expanded with it, and at what cost.

All searching and counting is done here; the student's code is asked for numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from aima_search.apps.grade.boards import AssignedBoard, is_least, optimal_cost, reference_run
from aima_search.apps.grade.check import (
    BELOW_COST,
    EXPANDED,
    Check,
    Verdict,
    command,
    measure_of_expansions,
    points_within,
    read_bounds_of_steps,
)
from aima_search.apps.grade.estimates import BadEstimate, Estimates, Fetching
from aima_search.apps.grade.sandbox.box import Misbehaved
from aima_search.apps.grade.tables import AssignmentTable
from aima_search.apps.grade.work import Bounds, Work
from aima_search.base.errors import SearchError
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import heuristic_info
from aima_search.runs.outcomes import NODE_LIMIT
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve


@dataclass(frozen=True, kw_only=True)
class Expanded(Check):
    """Points for how few nodes A* expands with h, on all boards together."""

    kind = "expanded"
    keys = ("boards", "at-most", "relative-to", "algorithm", "optimal", "measure")
    measures = (EXPANDED, BELOW_COST, "cost")

    boards: Sequence[AssignedBoard]
    at_most: Sequence[float]
    relative_to: str
    algorithm: str
    optimal: bool
    measure: str

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        table.check_keys([*table.values], required=["at-most"])
        bounds, steps = read_bounds_of_steps(table, common)
        relative = table.text("relative-to")
        if relative:
            with table.place.at("relative-to"):
                heuristic_info(table.puzzle.puzzle, relative)
        algorithm = table.choice("algorithm", _INFORMED, "informed algorithm", "astar")
        return cls(
            **{
                **common,
                "steps": steps,
                "title": common["title"] or f"nodes that {algorithm} expands",
            },
            boards=table.of_boards(),
            at_most=bounds,
            relative_to=relative,
            algorithm=algorithm,
            optimal=table.switch("optimal", default=True),
            measure=measure_of_expansions(table, algorithm),
        )

    def prepare(self, bounds: Bounds) -> None:
        """Search the boards with the heuristic that h is compared with."""
        self._bounds(bounds)
        for board in self.boards if self.optimal else ():
            optimal_cost(board, bounds.nodes)

    def _bounds(self, bounds: Bounds) -> list[float]:
        """Return the bounds as numbers of nodes."""
        if not self.relative_to:
            return list(self.at_most)
        runs = [
            reference_run(board, self.algorithm, self.relative_to, bounds.nodes)
            for board in self.boards
        ]
        taken = sum(getattr(run, self.measure) for run in runs)
        return [share * taken for share in self.at_most]

    def judge(self, work: Work) -> Verdict:
        """Search each board, within the expansions that still give points."""
        limits = self._bounds(work.bounds)
        counted, expanded, cost = 0, 0, 0.0
        for board in self.boards:
            again = command(work, board, "solve", self.algorithm)
            left = int(limits[0]) - counted + 1 if self.measure == EXPANDED else work.bounds.nodes
            result, fetching = _search(work, board, self.algorithm, left)
            if isinstance(result, Verdict):
                return result
            expanded += result.expanded
            if self.measure == EXPANDED:
                counted += result.expanded
            else:
                counted += fetching.expanded_but_ties(
                    result, optimal_cost(board, work.bounds.nodes)
                )
            if result.status == NODE_LIMIT or counted > limits[0]:
                most = _most(limits, self.steps)
                told = f"expanded {self._which()}more than {limits[0]:,.0f}: {most}"
                return Verdict(0, told, again)
            fault = _wrong_cost(result, board, work.bounds) if self.optimal else ""
            if fault:
                return Verdict(0, fault, again)
            cost += result.cost or 0
        points = points_within(limits, self.steps, counted)
        message = f"expanded {self._which()}{counted:,}: {_most(limits, self.steps)}"
        values = [(EXPANDED, expanded), (self.measure, counted), ("cost", cost)]
        again = command(work, self.boards[0], "solve", self.algorithm)
        return Verdict(points, message, again, values=values)

    def _which(self) -> str:
        return "" if self.measure == EXPANDED else "(ties left out) "


_INFORMED = ("astar", "weighted-astar", "greedy", "ida-star", "recursive-best-first")


def _most(bounds: Sequence[float], steps: Sequence[float]) -> str:
    """Return bounds with their points in words."""
    words = [f"{bound:,.0f} ({points:g})" for bound, points in zip(bounds, steps, strict=True)]
    return f"at most {' / '.join(words)} for the points in brackets"


def _search(
    work: Work, board: AssignedBoard, algorithm: str, nodes: int
) -> tuple[SearchResult | Verdict, Fetching]:
    """Search a board with the student's h; a verdict if its estimates are no numbers.

    What the search asked comes with it.
    """
    again = command(work, board, "solve", algorithm)
    estimates = Estimates(work, board)
    fetching = Fetching(board.problem(), estimates)
    try:
        limits = Limits(nodes=max(nodes, 1))
        return solve(fetching, algorithm, estimates.h, limits), fetching
    except BadEstimate as bad:
        if bad.fault is not None:
            raise Misbehaved(bad.fault.outcome, bad.message) from None
        told = f"on {board.name}, {bad.message}"
        return Verdict(0, told, again, bad.state, board), fetching
    except SearchError as error:
        return Verdict(0, f"on {board.name}, {error}", again), fetching


def _wrong_cost(result: SearchResult, board: AssignedBoard, bounds: Bounds) -> str:
    """Return what is wrong with the cost of an answer, "" if it is the least cost."""
    best = optimal_cost(board, bounds.nodes)
    if not result.solved:
        return f"on {board.name} it ended without a solution ({result.status}): one costs {best:g}"
    assert result.cost is not None
    if is_least(result.cost, best):
        return ""
    return f"on {board.name} the solution costs {result.cost:g}: the cheapest costs {best:g}"


@dataclass(frozen=True, kw_only=True)
class Optimal(Check):
    """A* finds a cheapest solution with h."""

    kind = "optimal"
    keys = ("boards", "partial")
    measures = ("cost", "expanded")

    boards: Sequence[AssignedBoard]
    partial: bool

    @classmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table."""
        title = common["title"] or "A* finds a cheapest solution"
        return cls(
            **{**common, "title": title},
            boards=table.of_boards(),
            partial=table.switch("partial"),
        )

    def prepare(self, bounds: Bounds) -> None:
        """Find the least costs."""
        for board in self.boards:
            optimal_cost(board, bounds.nodes)

    def judge(self, work: Work) -> Verdict:
        """Search each board."""
        faults: list[Verdict] = []
        expanded, cost = 0, 0.0
        for board in self.boards:
            again = command(work, board, "solve")
            result, _ = _search(work, board, "astar", work.bounds.nodes)
            if isinstance(result, Verdict):
                faults.append(result)
                continue
            expanded, cost = expanded + result.expanded, cost + (result.cost or 0)
            if fault := _wrong_cost(result, board, work.bounds):
                faults.append(Verdict(0, fault, again))
        values = [("cost", cost), ("expanded", expanded)]
        if not faults:
            told = f"the cheapest on {', '.join(board.name for board in self.boards)}"
            again = command(work, self.boards[0], "solve")
            return Verdict(self.max_points, told, again, values=values)
        held = len(self.boards) - len(faults)
        share = self.max_points * held / len(self.boards) if self.partial else 0
        return replace(faults[0], points=share, values=values)
