"""An assignment: a TOML file with the parts and the checks for a class.

For the keys and an example, see ``docs/reference/assignments.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random

from aima_search.apps.grade.algorithm_checks import ALGORITHM_CHECKS
from aima_search.apps.grade.boards import AssignedBoard, has_class_arguments
from aima_search.apps.grade.checks import COMMON, KEYS, AssignmentTable, Check
from aima_search.apps.grade.heuristic_checks import HEURISTIC_CHECKS
from aima_search.apps.grade.lateness import LatePolicy
from aima_search.apps.grade.local_search_checks import LOCAL_SEARCH_CHECKS
from aima_search.apps.grade.method_checks import METHOD_CHECKS
from aima_search.apps.grade.problem_checks import ANSWER, PROBLEM_CHECKS, NumericAnswerCheck
from aima_search.apps.grade.roster import students_of
from aima_search.apps.grade.sandbox import CheckLimits, SubmissionRequirements
from aima_search.base.errors import InputError, SearchError
from aima_search.base.files import read_file, text_at
from aima_search.base.limits import Limits
from aima_search.base.toml_values import TomlTable, parse_toml
from aima_search.catalog.expressions import FileReference, parse_reference
from aima_search.catalog.user_files import (
    helpers_beside,
    is_neighbour,
    load_function,
    with_neighbours,
)
from aima_search.model.puzzle import PUZZLES, Puzzle, natural_key
from aima_search.runs.instances import instances_of

PROBLEM = "problem"
KINDS: dict[str, tuple[type[Check], ...]] = {
    "heuristic": HEURISTIC_CHECKS,
    PROBLEM: PROBLEM_CHECKS,
    "algorithm": (*ALGORITHM_CHECKS, *METHOD_CHECKS, *LOCAL_SEARCH_CHECKS),
    "answer": (NumericAnswerCheck,),
}
"""The checks of each kind of part."""

_KEYS = ("name", "puzzle", "limits", "late", "boards", "parts")
_OF_LATE = {"grace-hours": "grace", "percent-a-day": "a_day", "latest-days": "latest"}
_ARGUMENTS = "arguments"

_TRIES = 20  # draws of a student's boards, until the package itself can solve each board

PER_STUDENT = "id"
"""The value of --seed-from that gives each student different boards, seeded by the student's id."""


@dataclass(frozen=True)
class AssignmentPart(SubmissionRequirements):
    """A part of an assignment. ``reference``: the class to compare with; if None, the puzzle."""

    name: str
    checks: Sequence[Check]
    reference: FileReference | None = None


@dataclass(frozen=True)
class Assignment:
    """A validated assignment. ``text`` is the unchanged text of the TOML file.

    folder: the folder to which paths are relative. seed_from: "" if all students get the same
    boards, PER_STUDENT if their boards differ, or the id of the student who has these boards.
    """

    name: str
    text: str
    folder: Path
    seed_from: str
    puzzle: str
    bounds: CheckLimits
    parts: Sequence[AssignmentPart]
    late: LatePolicy

    def public(self) -> Assignment:
        """Return the assignment with its visible checks only."""
        parts = [
            replace(part, checks=tuple(one for one in part.checks if one.visibility == "visible"))
            for part in self.parts
        ]
        return replace(self, parts=tuple(part for part in parts if part.checks))

    def of_student(self, student: str) -> Assignment:
        """Return the assignment with a student's own boards, or ``self`` if all boards are shared.

        All members of a group get the same boards.
        """
        if self.seed_from != PER_STUDENT:
            return self
        return parse_assignment(self.text, self.folder, self.name, self.seed_of(student))

    def seed_of(self, student: str) -> str:
        """Return the id that determines a student's boards, or "" if all get the same boards."""
        is_own = self.seed_from == PER_STUDENT
        return min(students_of(student), key=natural_key) if is_own else self.seed_from

    def key(self) -> str:
        """Return a hash of the assignment's text, seed and boards, and of the teacher's code."""
        texts = [self.text, self.seed_from]
        checks = [check for part in self.parts for check in part.checks]
        texts += [f"{board.id}{board.options}" for check in checks for board in check.boards]
        for reference in dict.fromkeys(part.reference for part in self.parts if part.reference):
            texts += with_neighbours(reference.path, text_at, is_neighbour).values()
            texts += helpers_beside(reference.path).values()
        return sha256("".join(texts).encode()).hexdigest()[:32]

    def prepare(self) -> None:
        """Compute the right answers of all checks; raise InputError if a board is not suitable."""
        for number, part in enumerate(self.parts, 1):
            for check in part.checks:
                try:
                    check.prepare(self.bounds)
                except SearchError as error:
                    error.args = (f"part {number} ({part.name}), {check.title}: {error}",)
                    raise


def read_assignment(path: str | Path, seed_from: str = "") -> Assignment:
    """Read an assignment from a TOML file. Raise InputError if the file has a mistake."""
    path = Path(path)
    return parse_assignment(read_file(path), path.parent.resolve(), path.name, seed_from)


def parse_assignment(
    text: str, folder: Path, file: str = "assignment", seed_from: str = ""
) -> Assignment:
    """Return the assignment in a TOML text. Relative paths start in ``folder``."""
    seed_from = seed_from.strip()  # blanks around an id do not count
    table = AssignmentTable(file, text, parse_toml(text, file))
    table.check_keys(_KEYS, required=("parts",))
    if "puzzle" in table.values:
        with table.at("puzzle"):
            table = replace(table, puzzle=PUZZLES.get(table.text("puzzle")))
    drawn_from = seed_from if seed_from != PER_STUDENT else ""
    table = replace(table, boards=dict(_boards(table, folder, drawn_from)))
    bounds = _bounds(table.table("limits", ("seconds", "memory", "processes", "nodes")))
    parts = _parts(table, folder)
    if drawn_from:
        boards = dict(_suitable_boards(table, folder, drawn_from, parts, bounds))
        parts = _parts(replace(table, boards=boards), folder)
    late = table.table("late", _OF_LATE)
    return Assignment(
        name=table.text("name", Path(file).stem),
        text=text,
        folder=folder,
        seed_from=seed_from,
        puzzle=table.puzzle.puzzle if "puzzle" in table.values else "",
        bounds=bounds,
        parts=tuple(parts),
        late=LatePolicy(**{_OF_LATE[key]: late.number(key, 0) for key in late.values}),
    )


def _boards(
    top: AssignmentTable, folder: Path, seed_from: str
) -> Iterator[tuple[str, Sequence[AssignedBoard]]]:
    names = set[str]()
    for table in top.tables("boards"):
        name = table.text("name")
        if not name or name in names:
            fault = "two sets of boards have this name" if name else "the key 'name' is missing"
            raise InputError(f"{table.of_key('name')}: {fault}")
        names.add(name)
        for attempt in range(_TRIES):
            try:
                yield name, _boards_of(top, table, folder, seed_from, attempt)
                break
            except InputError:
                if not _is_seeded(table, seed_from) or attempt == _TRIES - 1:
                    raise


def _is_seeded(table: TomlTable, seed_from: str) -> bool:
    return bool(seed_from) and "seed" in table.values


def _boards_of(
    top: AssignmentTable, table: TomlTable, folder: Path, seed_from: str, attempt: int
) -> Sequence[AssignedBoard]:
    name = table.text("name")
    rest = {key: value for key, value in table.values.items() if key != "name"}
    if _is_seeded(table, seed_from):
        again = f" {attempt}" if attempt else ""
        rest["seed"] = Random(f"{rest['seed']} {seed_from}{again}").getrandbits(63)
    table = replace(table, values=rest)
    if _ARGUMENTS in rest:
        table.check_keys((_ARGUMENTS,))
        return _boards_of_arguments(table)
    if top.puzzle is Puzzle:
        text = "expected the key 'arguments' here, or 'puzzle' at the top of the file"
        raise InputError(f"{table}: {text}")
    return [
        AssignedBoard.of(top.puzzle.puzzle, instance, f"board {at} of {name}")
        for at, instance in enumerate(instances_of(table, top.puzzle, folder), 1)
    ]


def _suitable_boards(
    top: AssignmentTable,
    folder: Path,
    seed_from: str,
    parts: Sequence[AssignmentPart],
    bounds: CheckLimits,
) -> Iterator[tuple[str, Sequence[AssignedBoard]]]:
    """Yield (name, boards) for each set; if possible, replace boards that the checks cannot use."""
    checks = [check for part in parts for check in part.checks]
    for table in top.tables("boards"):
        name = table.text("name")
        boards = list(top.boards[name])
        users = [_users(board, checks) for board in boards]
        for attempt in range(1, _TRIES if _is_seeded(table, seed_from) else 1):
            bad = [at for at, one in enumerate(boards) if not _suits(one, users[at], bounds)]
            if not bad:
                break
            with suppress(InputError):  # these boards cannot be drawn: use the next attempt
                drawn = _boards_of(top, table, folder, seed_from, attempt)
                for at in bad:
                    if at < len(drawn) and drawn[at] not in boards:
                        boards[at] = drawn[at]
        yield name, boards


def _users(board: AssignedBoard, checks: Sequence[Check]) -> Sequence[Check]:
    """Return the visible checks of ``board``, or all its checks if no check is visible.

    Hidden checks must not change the boards, because students do not have these checks.
    """
    users = [check for check in checks if board in check.boards]
    return [check for check in users if check.visibility == "visible"] or users


def _suits(board: AssignedBoard, checks: Sequence[Check], bounds: CheckLimits) -> bool:
    try:
        for check in checks:
            replace(check, boards=(board,)).prepare(bounds)
    except SearchError:
        return False
    return True


def _boards_of_arguments(table: TomlTable) -> Sequence[AssignedBoard]:
    value = table.values[_ARGUMENTS]
    try:
        if not value or not all(isinstance(arguments, list) for arguments in value):
            raise TypeError
        return [AssignedBoard("", name, name) for name in map(json.dumps, value)]
    except (TypeError, ValueError):
        text = "expected lists of plain values, such as [[3, 2], [4, 3]]"
        raise InputError(f"{table.of_key(_ARGUMENTS)}: {text}") from None


def _bounds(table: AssignmentTable) -> CheckLimits:
    usual = CheckLimits()
    with table.at("memory"):
        memory = Limits(memory=table.values.get("memory", usual.memory)).bytes
    assert memory is not None
    return CheckLimits(
        seconds=table.number("seconds", usual.seconds),
        memory=memory,
        processes=table.whole("processes", usual.processes),
        nodes=table.whole("nodes", usual.nodes),
    )


def _parts(top: AssignmentTable, folder: Path) -> list[AssignmentPart]:
    parts: list[AssignmentPart] = []
    for table in top.tables("parts"):
        part = _part(*_with_reference(table, folder), sum(len(part.checks) for part in parts))
        if part.name in {part.name for part in parts}:
            raise InputError(f"{table.of_key('name')}: another part has the same name")
        parts.append(part)
    if not parts:
        raise InputError(f"{top.of_key('parts')}: expected at least one part")
    return parts


def _with_reference(
    table: AssignmentTable, folder: Path
) -> tuple[AssignmentTable, FileReference | None]:
    reference = None
    if text := table.text("reference"):
        with table.at("reference"):
            found = parse_reference(text)
            if not isinstance(found, FileReference):
                expected = "expected a class in a file, such as teacher.py:Problem"
                raise InputError(f"{text!r}: {expected}")
            reference = replace(found, path=str(folder / found.path))
            load_function(reference)
    elif table.puzzle is Puzzle:
        text = "expected the key 'reference' here, or 'puzzle' at the top of the file"
        raise InputError(f"{table}: {text}")
    own: dict[str, Sequence[AssignedBoard]] = {}
    for name, boards in table.boards.items():
        if has_class_arguments(boards) == (reference is not None):
            own[name] = [one.of_class(reference) for one in boards] if reference else boards
    return replace(table, boards=own), reference


def _part(
    table: AssignmentTable, reference: FileReference | None, checks_before: int
) -> AssignmentPart:
    kind = table.choice("kind", KINDS, "kind of part")
    more = () if kind == ANSWER else ("function", "forbidden-imports")
    own_keys = (*more, "reference") if kind == PROBLEM else more
    table.check_keys(("name", "kind", "file", "checks", *own_keys), ("name", "checks", *more[:1]))
    known = {check.kind: check for check in KINDS[kind]}
    checks: list[Check] = []
    for own in table.tables("checks", "parts.checks", checks_before):
        if "check" not in own.values:
            text = f"the key 'check' is missing: set it to one of {', '.join(known)}"
            raise InputError(f"{own}: {text}")
        check = known[own.choice("check", known, f"check of the kind {kind!r}")].read(own)
        same = sum(earlier.title.split(" #")[0] == check.title for earlier in checks)
        checks.append(replace(check, title=f"{check.title} #{same + 1}") if same else check)
    if not checks:
        raise InputError(f"{table.of_key('checks')}: expected at least one check")
    return AssignmentPart(
        name=table.text("name"),
        kind=kind,
        file=table.text("file", f"{kind}.{'toml' if kind == ANSWER else 'py'}"),
        function=table.text("function"),
        forbidden=table.texts("forbidden-imports"),
        checks=tuple(checks),
        reference=reference,
    )


COLUMNS = ("kind of part", "check", "description", "further keys")
"""The columns of the table of checks."""


def describe_checks() -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    """Return two lists of table rows: a row per check, and a row per TOML key of the checks."""
    checks = [(kind, check) for kind, known in KINDS.items() for check in known]
    rows: list[Sequence[str]] = []
    users = {key: ["every check"] if key in COMMON else [] for key in KEYS}
    for kind, check in checks:
        description = " ".join((check.__doc__ or "").split("\n\n")[0].split())
        rows.append((kind, check.kind, description, ", ".join(check.own_keys())))
        for key in check.own_keys():
            users[key].append(f"{kind}: {check.kind}")
    return rows, [(key, meaning, ", ".join(users[key])) for key, meaning in KEYS.items()]
