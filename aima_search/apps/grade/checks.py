"""What every check of a part has: a title, points, and a verdict on a submission.

The checks of each kind of part stand in a module of their own and are read from its tables.
"""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.box import Bounds, Work
from aima_search.apps.grade.results import FAILED, PARTLY, PASSED, VISIBILITIES, Finding
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.interchange import storable_line, storable_text
from aima_search.base.option import Option, read_switch
from aima_search.base.toml_values import Place, one_text, strings
from aima_search.catalog.expressions import FileReference
from aima_search.display.scene import picture_of
from aima_search.display.svg import render_svg
from aima_search.display.text import render_text
from aima_search.model.puzzle import Puzzle

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
    heuristic = FileReference(work.asked.file, work.asked.function)
    how = "" if algorithm == "astar" else f" --algorithm {algorithm}"
    return f"{board.command(verb)}{how} --heuristic {shlex.quote(str(heuristic))}"


# A table of an assignment: its values, read by type, with the line in every error.


@dataclass(frozen=True)
class AssignmentTable:
    """Values with their place; ``boards``: the boards of the assignment by the names of sets."""

    values: Mapping[str, Any]
    place: Place
    puzzle: type[Puzzle]
    boards: Mapping[str, Sequence[AssignedBoard]]

    def check_keys(self, known: Iterable[str], required: Iterable[str] = ()) -> None:
        """Refuse a key that is not known, and a key that is missing."""
        self.place.check_keys(self.values, known, required)

    def text(self, key: str, default: str = "") -> str:
        """Return a text."""
        with self.place.at(key):
            return one_text(self.values.get(key, default))

    def choice(self, key: str, known: Iterable[str], kind: str, default: str = "") -> str:
        """Return a known name."""
        name = self.text(key, default)
        with self.place.at(key):
            if name not in (known := list(known)):
                raise UnknownName(kind, name, known)
        return name

    def choices(self, key: str, known: Sequence[str], kind: str) -> tuple[str, ...]:
        """Return several known names, all if the key is missing."""
        with self.place.at(key):
            names = strings(self.values.get(key, list(known)))
            for name in names:
                if name not in known:
                    raise UnknownName(kind, name, known)
        return tuple(dict.fromkeys(names))

    def texts(self, key: str, default: Sequence[str] = ()) -> tuple[str, ...]:
        """Return one text or a list of them."""
        with self.place.at(key):
            return tuple(strings(self.values[key])) if key in self.values else tuple(default)

    def switch(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        found: bool = self.place.read(self.values, Option(key, read_switch, ""), default)
        return found

    def whole(self, key: str, default: int) -> int:
        """Return a whole number from 1 up."""
        found: int = self.place.read(self.values, Option(key, int, "", least=1), default)
        return found

    def number(self, key: str, default: float) -> float:
        """Return a number from 0 up; a whole number stays an int."""
        return self._number(key, self.values.get(key, default))

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return one number or a list of them."""
        value = self.values.get(key)
        listed = value if isinstance(value, list) else [value]
        if not listed:
            raise InputError(f"{self.place.of_key(key)} = []: expected one number or more")
        return tuple(self._number(key, one) for one in listed)

    def of_boards(self, key: str = "boards") -> tuple[AssignedBoard, ...]:
        """Return the boards of sets that the assignment names; all, if the key is missing."""
        if not self.boards:
            raise InputError(
                f"{self.place}: there is no set of boards for this part: expected [[boards]], with"
                " arguments if the part has a reference"
            )
        with self.place.at(key):
            names = strings(self.values.get(key, list(self.boards)))
            for name in names:
                if name not in self.boards:
                    raise UnknownName("set of boards", name, self.boards)
        found = [board for name in names for board in self.boards[name]]
        return tuple(dict.fromkeys(found))

    def _number(self, key: str, value: Any) -> float:
        found: float = self.place.checked(Option(key, float, "", least=0), value)
        return found
