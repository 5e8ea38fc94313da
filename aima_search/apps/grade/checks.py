"""The base class of all checks. A check examines a submission and returns a finding."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.apps.grade.boards import (
    AssignedBoard,
    has_class_arguments,
    is_least,
    optimal_cost,
    reference_run,
)
from aima_search.apps.grade.results import FAILED, PARTLY, PASSED, VISIBILITIES, CheckResult
from aima_search.apps.grade.sandbox import CheckLimits, SandboxSession
from aima_search.base.errors import InputError, SearchError
from aima_search.base.interchange import storable_line, storable_text
from aima_search.base.toml_values import TomlTable
from aima_search.catalog.heuristics import heuristic_info
from aima_search.checks.heuristic import PROPERTIES
from aima_search.display.images import render_svg
from aima_search.display.scene import picture_of
from aima_search.display.text import render_text
from aima_search.model.puzzle import Puzzle
from aima_search.runs.result import SearchResult

COMMON = ("check", "title", "points", "boards", "extra", "needed", "leaderboard", "visibility")
"""The keys of every check's table."""

KEYS = {
    "check": "the name of the check",
    "title": "the title of the check in tables; by default, a description of the check",
    "points": "the points of the check: one number, or one number for each bound of `at-most`",
    "extra": "`true`: extra credit, not counted in the maximum of the assignment",
    "needed": "`true`: if this check fails, the checks after it give no points",
    "leaderboard": "the measured value of the check that ranks the submissions on a leaderboard",
    "visibility": "when students see the result: `visible` (always), `hidden` (never),"
    " `after_due_date` or `after_published`",
    "boards": "one or more names of sets in `[[boards]]`; by default, all sets, even of"
    " hidden checks",
    "properties": "the properties that must hold: admissible, consistent, ...; by default, all",
    "states": "the largest number of states to examine",
    "at-most": "bounds in decreasing order; each bound is worth more points than the one before",
    "relative-to": "a heuristic to compare with; a bound of 0.5 means half of its expansions",
    "optimal": "`true`, the default: no points if a solution is not optimal",
    "admissible": "`true`: no points if h exceeds the optimal cost in a state of the search; for"
    " boards with at most 200,000 states",
    "partial": "`true`: points for the share of boards or properties that pass, not all or nothing",
    "algorithm": "the algorithm of this package that searches",
    "reference": "the algorithm of this package to compare with the student's algorithm",
    "heuristic": "the heuristic that the algorithm uses",
    "arguments": "the arguments for a student's class: `grid`, `text`, or attributes of the board",
    "depth": "the length of the longest action sequences to count",
    "answer": "the name of the number in the student's file",
    "measure": "what is measured. For an answer: `cost`, `expanded`, `generated` or `states`. For"
    " expansions: `expanded`, or `expanded_below_cost` (without ties)",
    "tolerance": "the largest error of an answer that still counts as right",
    "reveal": "`true`: the message contains the right answer",
}
"""The meaning of each key of a check's table."""


class CheckFailed(SearchError):
    """A check failed. ``state``: a counterexample. ``count``: how many properties of h fail."""

    def __init__(self, message: str, state: Any = None, count: int = 1) -> None:
        super().__init__(message)
        self.state, self.count = state, count


def check_cost(result: SearchResult, board: AssignedBoard, bounds: CheckLimits) -> None:
    """Raise CheckFailed if the solution in a result is missing or not optimal."""
    best = optimal_cost(board, bounds.nodes)
    expected = f"expected an optimal cost of {best:g}"
    if result.cost is None or not result.solved:
        raise CheckFailed(f"the search found no solution ({result.status}): {expected}")
    if not is_least(result.cost, best):
        raise CheckFailed(f"the solution costs {result.cost:g}: {expected}")


@dataclass(frozen=True, kw_only=True)
class Check(ABC):
    """Examines a submission on one board after another, until the submission fails.

    If ``partial`` is True, it examines all boards, and gives points for the share that passed.

    steps: the points that the check can give, in increasing order. needed: if True and this check
    fails, later checks give no points. extra, leaderboard, visibility: see ``results.CheckResult``.

    Attributes of the class:
    heading: the default title, with names of fields in braces. measures: names of measured values.
    algorithms: the allowed values of the keys ``algorithm`` and ``reference``.
    counts: allowed values of the key ``measure``, the default first. holds: the success message.
    verb: the command that repeats the check. needs_optimum: True if it uses optimal costs.
    """

    kind: ClassVar[str]
    heading: ClassVar[str] = ""
    measures: ClassVar[Sequence[str]] = ()
    algorithms: ClassVar[Iterable[str]] = ALGORITHMS
    counts: ClassVar[Sequence[str]] = ()
    holds: ClassVar[str] = "as expected"
    verb: ClassVar[str] = ""
    needs_optimum: ClassVar[bool] = False

    title: str
    steps: Sequence[float]
    boards: Sequence[AssignedBoard]
    needed: bool = False
    extra: bool = False
    leaderboard: str = ""
    visibility: str = "visible"

    def __init_subclass__(cls) -> None:
        """Turn every subclass into a dataclass."""
        dataclass(frozen=True, kw_only=True)(cls)

    @classmethod
    def own_keys(cls) -> tuple[str, ...]:
        """Return the keys (in the assignment file) that only this kind of check has."""
        common = {field.name for field in fields(Check)}
        names = (field.name for field in fields(cls) if field.name not in common)
        return tuple(name.replace("_", "-") for name in names)

    @classmethod
    def read(cls, table: AssignmentTable) -> Check:
        """Create the check that a table of the assignment file describes."""
        own = cls.own_keys()
        table.check_keys([*COMMON, *own], ["points", *(key for key in own if key in _REQUIRED)])
        values: dict[str, Any] = {}
        for name in (each.name for each in fields(cls)):
            key = "points" if name == "steps" else name.replace("_", "-")
            values[name] = _read_value(table, cls, key, getattr(cls, name, None), values)
        check = cls(**values)
        return check if check.title else replace(check, title=check.default_title())

    def default_title(self) -> str:
        """Return the title of a check for which the assignment has no title."""
        return self.heading.format_map(vars(self))

    def prepare(self, bounds: CheckLimits) -> None:
        """Prepare the check's boards. Raise InputError if a board is not suitable."""
        for board in self.boards:
            if self.needs_optimum:
                optimal_cost(board, bounds.nodes)
            self.prepare_board(board, bounds)

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> object:  # noqa: B027
        """Compute the correct answer for a board. A check without such an answer does nothing."""

    @property
    def max_points(self) -> float:
        """The points of a submission without a mistake."""
        return self.steps[-1]

    def finding(
        self,
        points: float,
        message: str,
        command: str = "",
        *,
        outcome: str = "",
        board: AssignedBoard | None = None,
        state: Any = None,
    ) -> CheckResult:
        """Return a result of this check, with a picture of ``state`` if ``board`` is given."""
        by_points = PASSED if points >= self.max_points else PARTLY if points else FAILED
        scene = None
        if board is not None:
            problem = board.problem()
            scene = picture_of(problem, problem.initial if state is None else state)
        return CheckResult(
            check=self.title,
            outcome=outcome or by_points,
            points=points,
            max_points=self.max_points,
            message=storable_line(message),
            command=storable_text(command),
            picture=render_text(scene, unicode=True) if scene else "",
            svg=render_svg(scene) if scene else "",
            leaderboard=self.leaderboard,
            extra=self.extra,
            visibility=self.visibility,
        )

    def judge(self, session: SandboxSession) -> CheckResult:
        """Run the check on its boards and return the result."""
        is_partial = getattr(self, "partial", False)
        results, first, passed = [], None, self.conditions
        for board in self.boards:
            try:
                results.append(self.examine(board, session))
            except SearchError as error:
                if session.sandbox.fault is not None:  # the search may have caught it
                    raise session.sandbox.fault from None
                first = first or (board, f"on {board.name}, {error}", getattr(error, "state", None))
                passed -= getattr(error, "count", 1)
                if not is_partial:
                    results = []
                    break
        if first is None:
            board, found = self.boards[0], self.conclude(results, session)
        else:
            board, text, state = first
            points = self.max_points * passed / self.conditions if is_partial else 0
            if is_partial:
                text += f" ({passed} of {self.conditions} conditions hold)"
            found = self.finding(points, text, board=board, state=state)
        values = dict(self.values(results)) if results else {}
        return replace(found, command=storable_text(self.command(board, session)), values=values)

    @property
    def conditions(self) -> int:
        """The number of conditions that a submission must meet, by default the number of boards."""
        return len(self.boards)

    @abstractmethod
    def examine(self, board: AssignedBoard, session: SandboxSession) -> Any:
        """Run the submission on a board, and return the result. Raise CheckFailed for a mistake."""

    def conclude(self, results: Sequence[Any], session: SandboxSession) -> CheckResult:
        """Return the result when all boards have passed; the base class gives full points."""
        on = ", ".join(board.name for board in self.boards)
        return self.finding(self.max_points, f"{self.holds} on {on}")

    def within(self, value: float, text: str, unit: float = 1, **shown: Any) -> CheckResult:
        """Return a result: more points for lower values; the limits are ``unit * self.at_most``."""
        bounds: Sequence[float] = self.at_most  # type: ignore[attr-defined]
        steps = [(bound * unit, points) for bound, points in zip(bounds, self.steps, strict=True)]
        points = max((points for bound, points in steps if value <= bound * (1 + 1e-9)), default=0)
        words = " / ".join(f"{bound:,.10g} ({points:g})" for bound, points in steps)
        text = f"{text}: expected at most {words} for the points in brackets"
        return self.finding(points, text, **shown)

    def command(self, board: AssignedBoard, session: SandboxSession) -> str:
        """Return a shell command that makes the same check on a board, or "" if there is none."""
        return board.command(self.verb) if self.verb else ""

    def values(self, results: Sequence[Any]) -> Sequence[tuple[str, float]]:
        """Return a pair (name, sum over all boards) for each measured value."""
        unused = {*self.counts} - {EXPANDED, getattr(self, "measure", "")}
        return self.totals(results, *(name for name in self.measures if name not in unused))

    def totals(self, results: Sequence[Any], *names: str) -> list[tuple[str, float]]:
        """Return a pair (name, sum over all results) for each measure, such as "expanded"."""
        return [(name, sum(getattr(result, name) or 0 for result in results)) for name in names]

    def reference_total(
        self, algorithm: str, heuristic: str | None, bounds: CheckLimits, measure: str
    ) -> int:
        """Solve all boards with the package's algorithm; return the sum of the ``measure``."""
        reference = algorithm, heuristic or "zero", bounds.nodes
        return sum(getattr(reference_run(board, *reference), measure) for board in self.boards)


EXPANDED, BELOW_COST = "expanded", "expanded_below_cost"
_REQUIRED = ("at-most", "answer")
_PROPERTIES = {name.replace("_", "-"): name for name in PROPERTIES}


def _read_value(
    table: AssignmentTable, check: type[Check], key: str, default: Any, before: dict[str, Any]
) -> Any:
    match key:
        case "title" | "answer":
            return table.text(key)
        case "points":
            return _points(table, check)
        case "leaderboard":
            known = check.measures if key in table.values else [default]
            return table.choice(key, known, "measure of this check", default)
        case "visibility":
            return table.choice(key, VISIBILITIES, key, default)
        case "boards":
            return table.of_boards(key)
        case "at-most":
            bounds, before["steps"] = _bounds_with_points(table, before["steps"])
            return bounds
        case "properties":
            return [_PROPERTIES[name] for name in table.choices(key, _PROPERTIES, "property")]
        case "algorithm" | "reference":
            return table.choice(key, check.algorithms, "algorithm", "astar")
        case "heuristic":
            is_informed = _algorithm(before).informed
            return table.heuristic(key, table.puzzle.default_heuristic) if is_informed else None
        case "relative-to":
            return table.heuristic(key, default) if key in table.values else default
        case "measure":
            return _measure(table, check.counts, _algorithm(before))
        case "arguments":
            return _arguments(table, default)
        case "states" | "depth":
            return table.whole(key, default)
        case "tolerance":
            return table.number(key, default)
    return table.switch(key, default)


def _algorithm(values: Mapping[str, Any]) -> Algorithm:
    return ALGORITHMS.get(values.get("reference") or values["algorithm"])


def _points(table: AssignmentTable, check: type[Check]) -> tuple[float, ...]:
    points = table.numbers("points")
    setting = f"{table.of_key('points')} = {list(points)}"
    if len(points) > 1 and "at-most" not in check.own_keys():
        raise InputError(f"{setting}: expected one number")
    if list(points) != sorted(points):
        raise InputError(f"{setting}: expected numbers in increasing order")
    return points


def _bounds_with_points(
    table: AssignmentTable, points: Sequence[float]
) -> tuple[Sequence[float], Sequence[float]]:
    bounds = table.numbers("at-most")
    if list(bounds) != sorted(bounds, reverse=True):
        setting = f"{table.of_key('at-most')} = {list(bounds)}"
        raise InputError(f"{setting}: expected numbers in decreasing order")
    if len(points) == 1:
        # the last bound gives all points
        points = tuple(points[0] * step / len(bounds) for step in range(1, len(bounds) + 1))
    if len(points) != len(bounds):
        found = f"found {len(points)} numbers for {len(bounds)} bounds"
        expected = "expected one number, or one number for each bound"
        raise InputError(f"{table.of_key('points')}: {found}, {expected}")
    return bounds, points


def _measure(table: AssignmentTable, counts: Sequence[str], algorithm: Algorithm) -> str:
    measure = table.choice("measure", counts, "measure", counts[0])
    if measure == BELOW_COST and not algorithm.f_bounds_cost:
        place = table.of_key("measure")
        raise InputError(f"{place}: expected {EXPANDED} for {algorithm.name}, found {measure}")
    return measure


def _arguments(table: AssignmentTable, default: Sequence[str]) -> Sequence[str]:
    if "arguments" in table.values and any(map(has_class_arguments, table.boards.values())):
        place = table.of_key("arguments")
        text = "the boards of a teacher's class already have arguments: leave this key out"
        raise InputError(f"{place}: {text}")
    return table.texts("arguments", default)


@dataclass(frozen=True)
class AssignmentTable(TomlTable):
    """A table in an assignment file. ``boards`` maps the name of each board set to its boards."""

    puzzle: type[Puzzle] = Puzzle
    boards: Mapping[str, Sequence[AssignedBoard]] = field(default_factory=dict)

    def heuristic(self, key: str, default: str) -> str:
        """Return the heuristic name at ``key``. Raise InputError for an unknown heuristic."""
        name = self.text(key, default)
        with self.at(key):
            heuristic_info(self.puzzle.puzzle, name)
        return name

    def of_boards(self, key: str) -> tuple[AssignedBoard, ...]:
        """Return the boards of the sets listed at ``key``, or all boards if the key is missing."""
        if not self.boards:
            more = "with the key 'arguments' if the part has the key 'reference'"
            raise InputError(f"{self}: found no boards, expected a table [[boards]] ({more})")
        names = self.choices(key, self.boards, "set of boards")
        return tuple(dict.fromkeys(board for name in names for board in self.boards[name]))
