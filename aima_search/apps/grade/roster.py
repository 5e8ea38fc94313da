"""What a teacher says of students: who they are, when they handed in, what is added by hand."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import StringIO
from math import ceil, inf, isfinite
from pathlib import Path

from aima_search.base.errors import InputError
from aima_search.base.files import read_file
from aima_search.base.interchange import csv_cell, read_cell, storable_line

_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d:\d\d)(:\d\d)?(?:\.\d+)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?"
)
_COLUMNS = ("student", "submitted")


def parse_time(text: str) -> datetime:
    """Return the time that a text says, in the zone of this machine if the text names no zone.

    >>> parse_time("2026-11-20 23:59 +0100").isoformat()
    '2026-11-20T23:59:00+01:00'
    """
    match = _TIME.fullmatch(text.strip().strip("'\""))
    try:
        assert match is not None
        zone = (match[4] or "").replace("UTC", "Z").replace("Z", "+0000").replace(":", "")
        moment = f"{match[1]} {match[2] or '00:00'}{match[3] or ':00'}"
        if zone:
            return datetime.strptime(f"{moment} {zone}", "%Y-%m-%d %H:%M:%S %z")
        return datetime.strptime(moment, "%Y-%m-%d %H:%M:%S").astimezone()
    except (AssertionError, ValueError):
        raise InputError(f"time {text!r}: expected a time such as 2026-11-20 23:59") from None


def read_times(path: Path) -> dict[str, datetime]:
    """Return the last time of each student in a CSV file: columns "student" and "submitted"."""
    rows = csv.DictReader(StringIO(read_file(path)))
    try:
        return _last_times(path, rows)
    except csv.Error as error:
        place = f"file {str(path)!r}, line {rows.line_num}"
        raise InputError(f"{place}: {error}: expected student, submitted") from None


def _last_times(path: Path, rows: csv.DictReader[str]) -> dict[str, datetime]:
    if not set(_COLUMNS) <= set(rows.fieldnames or ()):
        named = ", ".join(map(str, rows.fieldnames or ())) or "none"
        raise InputError(f"file {str(path)!r} has the columns {named}: expected student, submitted")
    found: dict[str, datetime] = {}
    for row in rows:
        try:
            moment = parse_time(row["submitted"] or "")
        except InputError as error:
            raise InputError(f"file {str(path)!r}, line {rows.line_num}: {error}") from None
        student = row["student"]
        found[student] = max(moment, found.get(student, moment))
    return found


def lateness(submitted: datetime | None, due: datetime | None) -> str:
    """Return how late something is, such as "1 d 2 h"; "" if it is not, or a time is not known."""
    if submitted is None or due is None or submitted <= due:
        return ""
    minutes = -(-(submitted - due) // timedelta(minutes=1))
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = ((days, "d"), (hours, "h"), (minutes, "min"))
    return " ".join(f"{count} {unit}" for count, unit in parts if count)


@dataclass(frozen=True)
class LatePolicy:
    """What lateness costs, the table ``[late]`` of an assignment.

    grace: hours after the due time that cost nothing. a_day: per cent of the points that each day
    begun costs. latest: the days after which nothing counts.
    """

    grace: float = 0
    a_day: float = 0
    latest: float = inf

    def cut(self, delay: timedelta) -> float:
        """Return the share of the points that is lost.

        >>> LatePolicy(grace=1, a_day=10, latest=3).cut(timedelta(days=1, hours=2))
        0.2
        """
        if delay <= timedelta(hours=self.grace):
            return 0.0
        days = delay / timedelta(days=1)
        return 1.0 if days > self.latest else min(1.0, ceil(days) * self.a_day / 100)


# The teacher's list of students, as a platform exports it: read, and filled in with marks.


@dataclass(frozen=True)
class _Form:
    """How a platform writes its list: the columns that tell it, of ids, of names, of marks."""

    columns: Sequence[str]
    id: str
    names: Sequence[str]
    mark: str = ""
    comment: str = ""


_FORMS = (
    _Form(("Student", "ID", "Section"), "ID", ("Student",)),  # Canvas
    _Form(("Identifier", "Grade"), "Identifier", ("Full name",), "Grade", "Feedback comments"),
    _Form(("First Name", "Last Name", "SID"), "SID", ("First Name", "Last Name"), "Total Score"),
    _Form(("Name", "SID"), "SID", ("Name",), "Total Score"),  # Gradescope's list of a course
)
_NUMBER = re.compile(r"Participant (\d+)")  # of Moodle; its archives hold the number alone
_NO_STUDENT = ("Points Possible", "Student, Test")  # rows of Canvas


class Roster:
    """The students of a class by their ids, in the order of the file."""

    def __init__(self, path: Path) -> None:
        """Read a file of Canvas, Moodle or Gradescope, or one with the columns id and name."""
        text = read_file(path)
        self._delimiter = max(",;\t", key=text.partition("\n")[0].count)
        rows = list(csv.reader(StringIO(text), delimiter=self._delimiter))
        self._header, self._rows = (rows or [[]])[0], rows[1:]
        for number, row in enumerate(self._rows, 2):
            if row and len(row) != len(self._header):
                raise InputError(
                    f"roster {str(path)!r}, line {number}: {len(row)} cells: expected"
                    f" {len(self._header)}, as in the first line"
                )
        if len(self._header) < 2:
            raise InputError(f"roster {str(path)!r}: expected the columns id and name, or more")
        own = _Form(self._header[:2], self._header[0], self._header[1:2])
        self._form = next((f for f in _FORMS if set(f.columns) <= set(self._header)), own)
        self.names: dict[str, str] = {}
        for row in self._rows:
            if student := self._id_of(row):
                if student in self.names:
                    raise InputError(f"roster {str(path)!r}: two students have the id {student!r}")
                self.names[student] = " ".join(self._cell(row, one) for one in self._form.names)

    def _cell(self, row: Sequence[str], column: str) -> str:
        there = column in self._header and len(row) == len(self._header)
        return row[self._header.index(column)].strip() if there else ""

    def _id_of(self, row: Sequence[str]) -> str:
        """Return the id of a row, "" if it is no student's."""
        if self._cell(row, self._form.names[0]) in _NO_STUDENT:
            return ""
        found = self._cell(row, self._form.id)
        number = _NUMBER.fullmatch(found)
        return number[1] if number else found

    def students(self, who: str) -> list[str]:
        """Return the ids of a name that a platform or a path gives, of a group all; [] if unknown.

        The name is an id, a student's name, or ends in "_" and an id.
        """
        found = [self._student(one) for one in who.split(" and ")]
        return list(filter(None, found if all(found) else [self._student(who)]))

    def _student(self, who: str) -> str:
        if who in self.names or (last := who.rpartition("_")[2]) not in self.names:
            named = [one for one, name in self.names.items() if name == who]
            return who if who in self.names else named[0] if len(named) == 1 else ""
        return last

    def filled(self, name: str, marks: Mapping[str, tuple[float, str]]) -> str:
        """Return the file with marks and comments by id; name: of the assignment.

        The mark stands where the platform looks for it, or in the column of the assignment, which
        is added if it lacks. All other cells stay as they are.
        """
        header, form = list(self._header), self._form
        of_name = (one for one in header if re.fullmatch(rf"{re.escape(name)}( \(\d+\))?", one))
        column = form.mark if form.mark in header else next(of_name, name)
        columns = [column, *([form.comment] if form.comment in header else [])]
        if column not in header:
            header.append(column)
        out = StringIO()
        writer = csv.writer(out, delimiter=self._delimiter, lineterminator="\n")
        writer.writerow(header)
        for row in self._rows:
            cells = row + [""] * (len(header) - len(row)) if row else row
            points, comment = marks.get(self._id_of(row), (None, ""))
            for one, value in zip(columns, (points, comment), strict=False):
                if points is not None and value != "":
                    cells = [*cells]
                    cells[header.index(one)] = csv_cell(f"{value:g}" if one == column else value)
            writer.writerow(cells)
        return out.getvalue()


# Marks that a teacher gives by hand: a CSV file with student, points and a comment.


@dataclass(frozen=True)
class Mark:
    """Points to be added, and a comment for the student."""

    points: float
    comment: str = ""


def read_marks(path: Path) -> dict[str, Mark]:
    """Return the marks of each student in a CSV file; several of a student are added up."""
    rows = csv.DictReader(StringIO(read_file(path)))
    if not {"student", "points"} <= set(rows.fieldnames or ()):
        raise InputError(f"file {str(path)!r}: expected the columns student, points and comment")
    found: dict[str, Mark] = {}
    for row in rows:
        place = f"file {str(path)!r}, line {rows.line_num}"
        try:
            points = float(row["points"] or 0)
        except ValueError:
            raise InputError(f"{place}: points {row['points']!r}: expected a number") from None
        if not isfinite(points):
            raise InputError(f"{place}: points {row['points']!r}: expected a number")
        student, comment = read_cell(row["student"] or ""), read_cell(row.get("comment") or "")
        known = found.get(student, Mark(0))
        told = "; ".join(filter(None, (known.comment, storable_line(comment))))
        found[student] = Mark(known.points + points, told)
    return found
