"""What every check of a part has: a title, points, and a verdict on a submission.

The checks of each kind of part stand in a module of their own and are read from its tables.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.outcomes import FAILED, PARTLY, PASSED
from aima_search.apps.grade.record import VISIBILITIES, Finding
from aima_search.apps.grade.tables import AssignmentTable
from aima_search.apps.grade.work import Bounds, Work
from aima_search.base.errors import InputError
from aima_search.base.interchange import storable_line, storable_text
from aima_search.catalog.expressions import FileReference
from aima_search.display.scene import picture_of
from aima_search.display.svg import render_svg
from aima_search.display.text import render_text

COMMON = ("check", "title", "points", "extra", "needed", "leaderboard", "visibility")
"""The keys of every check's table."""


@dataclass(frozen=True)
class Verdict:
    """The verdict of a check: its points, and the other parts of a finding."""

    points: float
    message: str
    command: str = ""
    state: Any = None
    board: AssignedBoard | None = None
    values: Sequence[tuple[str, float]] = ()


@dataclass(frozen=True, kw_only=True)
class Check(ABC):
    """Asks something of a submission.

    steps: the points that can be had, the highest last. needed: if the check fails, the checks
    after it give no points. extra, leaderboard, visibility: see ``record.Finding``.
    """

    kind: ClassVar[str]
    keys: ClassVar[Sequence[str]]
    measures: ClassVar[Sequence[str]] = ()

    title: str
    steps: Sequence[float]
    needed: bool = False
    extra: bool = False
    leaderboard: str = ""
    visibility: str = "visible"

    @classmethod
    @abstractmethod
    def read(cls, table: AssignmentTable, common: dict[str, Any]) -> Check:
        """Return the check of a table; ``common`` are the values that every check has."""

    @abstractmethod
    def prepare(self, bounds: Bounds) -> None:
        """Let the engine find the right answers first; InputError if a board does not fit."""

    @abstractmethod
    def judge(self, work: Work) -> Verdict:
        """Ask the submission; Misbehaved if it cannot be asked."""

    @property
    def max_points(self) -> float:
        """The points if everything is right."""
        return self.steps[-1]

    def finding(self, verdict: Verdict) -> Finding:
        """Return what came of it, as plain values."""
        points = verdict.points
        outcome = PASSED if points >= self.max_points else PARTLY if points else FAILED
        picture, svg = pictures(verdict)
        return Finding(
            check=self.title,
            outcome=outcome,
            points=points,
            max_points=self.max_points,
            message=storable_line(verdict.message),
            command=storable_text(verdict.command),
            picture=picture,
            svg=svg,
            values=dict(verdict.values),
            leaderboard=self.leaderboard,
            extra=self.extra,
            visibility=self.visibility,
        )

    def failure(self, outcome: str, message: str, command: str = "") -> Finding:
        """Return the finding of a check that did not come to a verdict."""
        return Finding(
            self.title,
            outcome,
            0,
            self.max_points,
            storable_line(message),
            storable_text(command),
            extra=self.extra,
            visibility=self.visibility,
        )


def pictures(verdict: Verdict) -> tuple[str, str]:
    """Return the picture of the counterexample as text and as SVG, "" without counterexample."""
    if verdict.state is None or verdict.board is None:
        return "", ""
    scene = picture_of(verdict.board.problem(), verdict.state)
    return ("", "") if scene is None else (render_text(scene, unicode=True), render_svg(scene))


def read_common(table: AssignmentTable, check: type[Check]) -> dict[str, Any]:
    """Return the values that every check has."""
    table.check_keys([*COMMON, *check.keys], required=["points"])
    points = table.numbers("points")
    if len(points) > 1 and "at-most" not in check.keys:
        raise InputError(f"{table.place.of_key('points')} = {list(points)}: expected one number")
    if list(points) != sorted(points):
        raise InputError(f"{table.place.of_key('points')} = {list(points)}: expected them to grow")
    leaderboard = ""
    if "leaderboard" in table.values:
        leaderboard = table.choice("leaderboard", check.measures, "measure of this check")
    return {
        "title": table.text("title"),
        "steps": points,
        "needed": table.switch("needed"),
        "extra": table.switch("extra"),
        "leaderboard": leaderboard,
        "visibility": table.choice("visibility", VISIBILITIES, "visibility", "visible"),
    }


def read_bounds_of_steps(
    table: AssignmentTable, common: dict[str, Any]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return bounds, the widest first, with the points for each; one number is shared evenly."""
    bounds, points = table.numbers("at-most"), common["steps"]
    if list(bounds) != sorted(bounds, reverse=True):
        raise InputError(f"{table.place.of_key('at-most')} = {list(bounds)}: expected them to fall")
    if len(points) == 1:
        points = tuple(points[0] * step / len(bounds) for step in range(1, len(bounds) + 1))
    if len(points) != len(bounds):
        raise InputError(
            f"{table.place.of_key('points')}: {len(points)} numbers for {len(bounds)} bounds:"
            " expected one number, or one for each bound"
        )
    return bounds, points


EXPANDED, BELOW_COST = "expanded", "expanded_below_cost"


def measure_of_expansions(table: AssignmentTable, algorithm: str) -> str:
    """Return which expansions count: all, or all but those whose f is the least cost."""
    with table.place.at("measure"):
        measure = table.choice("measure", (EXPANDED, BELOW_COST), "measure", EXPANDED)
        if measure == BELOW_COST and not ALGORITHMS.get(algorithm).f_bounds_cost:
            raise InputError(f"{measure} of {algorithm}, whose f bounds no cost: use {EXPANDED}")
    return measure


def points_within(bounds: Sequence[float], points: Sequence[float], value: float) -> float:
    """Return the points of the narrowest bound that a value keeps."""
    return max((p for bound, p in zip(bounds, points, strict=True) if value <= bound), default=0)


def command(work: Work, board: AssignedBoard, verb: str, algorithm: str = "astar") -> str:
    """Return the command that does the same with a heuristic, in the folder of the submission."""
    heuristic = FileReference(work.handed.file, work.asked.function)
    how = "" if algorithm == "astar" else f" --algorithm {algorithm}"
    return f"{board.command(verb)}{how} --heuristic {shlex.quote(str(heuristic))}"
