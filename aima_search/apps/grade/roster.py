"""What a teacher says of students: who they are, and the marks that are given by hand."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import zip_longest
from pathlib import Path

from aima_search.base.errors import InputError
from aima_search.base.files import read_file
from aima_search.base.interchange import csv_cell

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
        self._delimiter = _delimiter(text)
        content = path.read_bytes()
        self._begin = "\ufeff" if content.startswith(BOM_UTF8) else ""
        self._line_end = "\r\n" if b"\r\n" in content else "\n"
        lines = _lines(text, f"roster {str(path)!r}")
        _, self._header = next(lines, ("", []))
        self._rows = []
        for place, row in lines:
            if row and len(row) != len(self._header):
                message = f"{len(row)} cells: expected {len(self._header)}, as in the first line"
                raise InputError(f"{place}: {message}")
            self._rows.append(row)
        own = {title.strip().lower(): title for title in reversed(self._header)}
        plain = [_Form((), own["id"], (own["name"],))] if {"id", "name"} <= set(own) else []
        forms = [form for form in _FORMS if set(form.columns) <= set(self._header)] + plain
        if not forms:
            message = ", ".join(self._header) or "none"
            raise InputError(
                f"roster {str(path)!r} has the columns {message}: expected the columns id and"
                " name, or the list of a course of Canvas, Moodle or Gradescope"
            )
        self._form = forms[0]
        self.names: dict[str, str] = {}
        for row in self._rows:
            if student := self._id_of(row):
                if student in self.names:
                    raise InputError(f"roster {str(path)!r}: two students have the id {student!r}")
                self.names[student] = " ".join(
                    self._cell(row, column) for column in self._form.names
                )

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
        found = [self._student(name) for name in who.split(" and ")]
        return list(filter(None, found if all(found) else [self._student(who)]))

    def _student(self, who: str) -> str:
        if who in self.names or (last := who.rpartition("_")[2]) not in self.names:
            named = [student for student, name in self.names.items() if name == who]
            return who if who in self.names else named[0] if len(named) == 1 else ""
        return last

    def filled(self, name: str, marks: Mapping[str, tuple[float, str]]) -> str:
        """Return the file with marks and comments by id; name: of the assignment.

        The mark stands where the platform looks for it, or in the column of the assignment, which
        is added if it lacks. All other cells, the order mark and the line ends stay as they are.
        """
        header, form = list(self._header), self._form
        of_name = (
            title for title in header if re.fullmatch(rf"{re.escape(name)}( \(\d+\))?", title)
        )
        column = form.mark if form.mark in header else next(of_name, name)
        columns = [column, *([form.comment] if form.comment in header else [])]
        if column not in header:
            header.append(column)
        out = StringIO()
        out.write(self._begin)
        writer = csv.writer(out, delimiter=self._delimiter, lineterminator=self._line_end)
        writer.writerow(header)
        for row in self._rows:
            cells = row + [""] * (len(header) - len(row)) if row else row
            points, comment = marks.get(self._id_of(row), (None, ""))
            for column_name, value in zip(columns, (points, comment), strict=False):
                if points is not None and value != "":
                    cells = [*cells]
                    cells[header.index(column_name)] = csv_cell(
                        f"{value:g}" if column_name == column else value
                    )
            writer.writerow(cells)
        return out.getvalue()


def students_of(whose: str) -> list[str]:
    """Return the students of a group."""
    return whose.split(" and ")


def read_table(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the rows of a CSV file with their places; InputError if it lacks a column."""
    lines = _lines(read_file(path), f"file {str(path)!r}")
    _, named = next(lines, ("", []))
    if not set(columns) <= set(named):
        text = ", ".join(named) or "none"
        raise InputError(
            f"file {str(path)!r} has the columns {text}: expected {', '.join(columns)}"
        )
    for place, row in lines:
        if row:
            yield place, dict(zip_longest(named, row[: len(named)], fillvalue=""))


def _lines(text: str, file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the cells of each line of a table with its place; InputError where it is no table."""
    lines = csv.reader(StringIO(text), delimiter=_delimiter(text))
    try:
        for cells in lines:
            yield f"{file}, line {lines.line_num}", cells
    except csv.Error as error:
        raise InputError(f"{file}, line {lines.line_num}: {error}") from None


def _delimiter(text: str) -> str:
    """Return the sign between the cells of a table, by its first line."""
    return max(",;\t", key=text.partition("\n")[0].count)
