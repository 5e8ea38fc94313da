"""What every check of a part has: a title, points, and a finding about a submission.

The checks of each kind of part stand in a module of their own and are read from its tables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.apps.grade.boards import AssignedBoard, is_of_class
from aima_search.apps.grade.results import FAILED, PARTLY, PASSED, VISIBILITIES, Finding
from aima_search.apps.grade.sandbox import Bounds, SandboxSession
from aima_search.base.errors import InputError, SearchError, UnknownName
from aima_search.base.interchange import storable_line, storable_text
from aima_search.base.option import Option, read_switch
from aima_search.base.toml_values import TomlTable, one_text, strings
from aima_search.catalog.heuristics import heuristic_info
from aima_search.checks.heuristic import PROPERTIES
from aima_search.display.scene import Scene, picture_of
from aima_search.display.svg import render_svg
from aima_search.display.text import render_text
from aima_search.model.puzzle import Puzzle

COMMON = ("check", "title", "points", "boards", "extra", "needed", "leaderboard", "visibility")
"""The keys of every check's table."""


class Wrong(SearchError):
    """What is wrong on a board, in words; ``state`` shows it. count: how many things are wrong."""

    def __init__(self, message: str, state: Any = None, count: int = 1) -> None:
        super().__init__(message)
        self.state, self.count = state, count


@dataclass(frozen=True, kw_only=True)
class Check(ABC):
    """Asks something of a submission on each board, until something is wrong.

    If it has ``partial``, it looks at all boards, and gives points for the share that holds.

    steps: the points that can be had, the highest last. needed: if the check fails, the checks
    after it give no points. extra, leaderboard, visibility: see ``results.Finding``. Of the class,
    asks: its title. measures: what it measures. algorithms, counts: what it may be asked to take
    under ``algorithm`` or ``reference``, and to count, the usual first. alone: whether what it asks
    may start no other process. holds: what is said if nothing is wrong. verb: the command that
    repeats it.
    """

    kind: ClassVar[str]
    asks: ClassVar[str] = ""
    measures: ClassVar[Sequence[str]] = ()
    algorithms: ClassVar[Iterable[str]] = ALGORITHMS
    counts: ClassVar[Sequence[str]] = ()
    alone: ClassVar[bool] = False
    holds: ClassVar[str] = "as expected"
    verb: ClassVar[str] = ""

    title: str
    steps: Sequence[float]
    boards: Sequence[AssignedBoard]
    needed: bool = False
    extra: bool = False
    leaderboard: str = ""
    visibility: str = "visible"

    @classmethod
    def own_keys(cls) -> tuple[str, ...]:
        """Return the keys of its own: its fields, but for those of every check."""
        every = {field.name for field in fields(Check)}
        return tuple(one.name.replace("_", "-") for one in fields(cls) if one.name not in every)

    @classmethod
    def read(cls, table: AssignmentTable) -> Check:
        """Return the check of a table."""
        own = cls.own_keys()
        if "board" in table.values and "answer" in own:  # as a written answer had it at first
            named = {"boards" if key == "board" else key: it for key, it in table.values.items()}
            table = replace(table, values=named)
        table.check_keys([*COMMON, *own], ["points", *(key for key in own if key in _REQUIRED)])
        values: dict[str, Any] = {}
        for name in (field.name for field in fields(cls)):
            key = _KEYS.get(name, name.replace("_", "-"))
            values[name] = _read(table, cls, key, getattr(cls, name, None), values)
        check = cls(**values)
        return check if check.title else replace(check, title=check.own_title())

    def own_title(self) -> str:
        """Return the title of a check whose table gives none."""
        return self.asks

    def prepare(self, bounds: Bounds) -> None:
        """Let the engine find the right answers first; InputError if a board does not fit."""
        del bounds  # most checks compare with nothing

    @property
    def max_points(self) -> float:
        """The points if everything is right."""
        return self.steps[-1]

    def finding(
        self,
        points: float,
        message: str,
        command: str = "",
        *,
        outcome: str = "",
        scene: Scene | None = None,
        values: Iterable[tuple[str, float]] = (),
    ) -> Finding:
        """Return what came of it; outcome: "" if the points tell."""
        by_points = PASSED if points >= self.max_points else PARTLY if points else FAILED
        return Finding(
            check=self.title,
            outcome=outcome or by_points,
            points=points,
            max_points=self.max_points,
            message=storable_line(message),
            command=storable_text(command),
            picture=render_text(scene, unicode=True) if scene else "",
            svg=render_svg(scene) if scene else "",
            values=dict(values),
            leaderboard=self.leaderboard,
            extra=self.extra,
            visibility=self.visibility,
        )

    def judge(self, session: SandboxSession) -> Finding:
        """Look at the boards; Misbehaved if the submission cannot be asked."""
        seen, first, held = [], None, self.conditions
        for board in self.boards:
            try:
                seen.append(self.examine(board, session))
            except SearchError as error:
                first = first or (board, f"on {board.name}, {error}", getattr(error, "state", None))
                held -= getattr(error, "count", 1)
                if not getattr(self, "partial", False):
                    break
        if first is None:
            return self.right(seen, session)
        board, told, state = first
        if not getattr(self, "partial", False):
            return self.told(0, told, [], session, board, state)
        told += f" ({held} of {self.conditions} hold)"
        return self.told(
            self.max_points * held / self.conditions, told, seen, session, board, state
        )

    @property
    def conditions(self) -> int:
        """How many things have to hold."""
        return len(self.boards)

    @abstractmethod
    def examine(self, board: AssignedBoard, session: SandboxSession) -> Any:
        """Return what is seen on a board; Wrong, or another SearchError, if something is wrong."""

    def right(self, seen: Sequence[Any], session: SandboxSession) -> Finding:
        """Return the finding if nothing is wrong on any board; seen: on each."""
        on = ", ".join(board.name for board in self.boards)
        return self.told(self.max_points, f"{self.holds} on {on}", seen, session)

    def within(
        self,
        value: float,
        told: str,
        seen: Sequence[Any],
        session: SandboxSession,
        of: float = 1,
        **shown: Any,
    ) -> Finding:
        """Return the finding of a value that is to be within ``at_most``, multiples of a number."""
        bounds: Sequence[float] = self.at_most  # type: ignore[attr-defined]
        steps = [(bound * of, points) for bound, points in zip(bounds, self.steps, strict=True)]
        points = max((points for bound, points in steps if value <= bound), default=0)
        words = " / ".join(f"{bound:,.10g} ({points:g})" for bound, points in steps)
        told = f"{told}: at most {words} for the points in brackets"
        return self.told(points, told, seen, session, **shown)

    def told(
        self,
        points: float,
        told: str,
        seen: Sequence[Any],
        session: SandboxSession,
        board: AssignedBoard | None = None,
        state: Any = None,
    ) -> Finding:
        """Return a finding in words; board: what is shown, in a state of it or as it begins."""
        scene = None
        if board is not None:
            problem = board.problem()
            scene = picture_of(problem, problem.initial if state is None else state)
        command = self.command(board or self.boards[0], session)
        values = self.values(seen) if seen else ()
        return self.finding(points, told, command, scene=scene, values=values)

    def command(self, board: AssignedBoard, session: SandboxSession) -> str:
        """Return the command that repeats it on a board, "" if there is none."""
        return board.command(self.verb) if self.verb else ""

    def values(self, seen: Sequence[Any]) -> Sequence[tuple[str, float]]:
        """Return what was measured on all boards."""
        return ()


EXPANDED, BELOW_COST = "expanded", "expanded_below_cost"
_REQUIRED = ("at-most", "answer")
_KEYS = {"steps": "points"}
_PROPERTIES = {name.replace("_", "-"): name for name in PROPERTIES}


def _read(
    table: AssignmentTable, check: type[Check], key: str, default: Any, before: dict[str, Any]
) -> Any:
    """Return the value of a key of a check; before: the values that stand before it."""
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
            named = table.choices(key, _PROPERTIES, "property")
            return [_PROPERTIES[name] for name in named]
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
    told = f"{table.place.of_key('points')} = {list(points)}: expected"
    if len(points) > 1 and "at-most" not in check.own_keys():
        raise InputError(f"{told} one number")
    if list(points) != sorted(points):
        raise InputError(f"{told} them to grow")
    return points


def _bounds_with_points(
    table: AssignmentTable, points: Sequence[float]
) -> tuple[Sequence[float], Sequence[float]]:
    """Return bounds, the widest first, with the points for each; one number is shared evenly."""
    bounds = table.numbers("at-most")
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


def _measure(table: AssignmentTable, counts: Sequence[str], algorithm: Algorithm) -> str:
    """Return what counts: of expansions all, or all but those whose f is the least cost."""
    measure = table.choice("measure", counts, "measure", counts[0])
    if measure == BELOW_COST and not algorithm.f_bounds_cost:
        told = f"{measure} of {algorithm.name}, whose f bounds no cost: use {EXPANDED}"
        raise InputError(f"{table.place.of_key('measure')}: {told}")
    return measure


def _arguments(table: AssignmentTable, default: Sequence[str]) -> Sequence[str]:
    """Return what a student's class is made with on a board of a puzzle."""
    if "arguments" in table.values and any(map(is_of_class, table.boards.values())):
        told = "the boards of a teacher's class say how it is made"
        raise InputError(f"{table.place.of_key('arguments')}: {told}")
    return table.texts("arguments", default)


# A table of an assignment: its values, read by type, with the line in every error.


@dataclass(frozen=True)
class AssignmentTable:
    """Values with their place; ``boards``: the boards of the assignment by the names of sets."""

    values: Mapping[str, Any]
    place: TomlTable
    puzzle: type[Puzzle]
    boards: Mapping[str, Sequence[AssignedBoard]]

    def check_keys(self, known: Iterable[str], required: Iterable[str] = ()) -> None:
        """Refuse a key that is not known, and a key that is missing."""
        self.place.check_keys(self.values, known, required)

    def table(self, key: str, known: Iterable[str]) -> AssignmentTable:
        """Return a table of the file with known keys, an empty table if there is none."""
        values = self.values.get(key, {})
        if not isinstance(values, dict):
            raise InputError(f"{self.place.of_key(key)}: expected a table: [{key}]")
        found = replace(self, values=values, place=self.place.table(key))
        found.check_keys(known)
        return found

    def tables(self, key: str, name: str = "", before: int = 0) -> Iterator[AssignmentTable]:
        """Yield several tables; before: how many of that name stand before them in the file."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise InputError(f"{self.place.of_key(key)}: expected tables: [[{key}]]")
        for number, values in enumerate(value, before + 1):
            yield replace(self, values=values, place=self.place.table(name or key, number))

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

    def choices(self, key: str, known: Iterable[str], kind: str) -> Sequence[str]:
        """Return several known names, all if the key is missing."""
        names = self.texts(key, known := list(known))
        with self.place.at(key):
            for name in names:
                if name not in known:
                    raise UnknownName(kind, name, known)
        return list(dict.fromkeys(names))

    def texts(self, key: str, default: Sequence[str] = ()) -> tuple[str, ...]:
        """Return one text or a list of them."""
        with self.place.at(key):
            return tuple(strings(self.values[key]) if key in self.values else default)

    def heuristic(self, key: str, default: str) -> str:
        """Return a heuristic of the puzzle, a name or an expression."""
        name = self.text(key, default)
        with self.place.at(key):
            heuristic_info(self.puzzle.puzzle, name)
        return name

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
        found: float = self.place.read(self.values, Option(key, float, "", least=0), default)
        return found

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return one number or a list of them."""
        value = self.values.get(key)
        listed = value if isinstance(value, list) else [value]
        if not listed:
            raise InputError(f"{self.place.of_key(key)} = []: expected one number or more")
        option = Option(key, float, "", least=0)
        return tuple(self.place.checked(option, one) for one in listed)

    def of_boards(self, key: str) -> tuple[AssignedBoard, ...]:
        """Return the boards of sets that the assignment names; all, if the key is missing."""
        if not self.boards:
            raise InputError(
                f"{self.place}: there is no set of boards for this part: expected [[boards]], with"
                " arguments if the part has a reference"
            )
        names = self.choices(key, self.boards, "set of boards")
        return tuple(dict.fromkeys(board for name in names for board in self.boards[name]))
