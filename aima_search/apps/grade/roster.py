"""Rosters: lists of students, which a platform exports. Marks can be added to the files."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from unicodedata import category, normalize

from aima_search.base.errors import InputError
from aima_search.base.files import read_file
from aima_search.base.interchange import counted, csv_cell
from aima_search.textbook.utilities import multimap


@dataclass(frozen=True)
class _Format:
    """The column names of a list of students. ``other_id`` has the id if column ``id`` is empty."""

    columns: Sequence[str]
    id: str
    names: Sequence[str]
    mark: str = ""
    comment: str = ""
    other_id: str = ""


_FORMS = (
    _Format(("Student", "ID", "Section"), "ID", ("Student",)),  # Canvas
    _Format(("Identifier", "Grade"), "Identifier", ("Full name",), "Grade", "Feedback comments"),
    *(
        _Format((*names, "SID"), "SID", names, "Total Score", other_id="Email")
        for names in (("First Name", "Last Name"), ("Name",))  # Gradescope's marks and course lists
    ),
)
_NUMBER = re.compile(r"Participant (\d+)")  # Moodle; its archives have only the number
_LAST_NUMBER = re.compile(r"_\d+$| \(\d+\)$")
LAST_ID = re.compile(r"_([^\W_]*\d[^\W_]*)$| \(\d+\)$")  # such as "_u1234567" of Gradescope
# of names in .zip archives of Windows, which are first read in code page 850
_CODE_PAGES = ("latin-1", *(f"cp{page}" for page in (852, 866, 737, 857, 775, 862, 932, 936, 949)))
_NO_STUDENT = ("Points Possible", "Student, Test")  # rows of Canvas


class Roster:
    """The students of a course. ``names`` maps each id to a name, in the order of the file."""

    def __init__(self, path: Path) -> None:
        """Read a file of Canvas, Moodle or Gradescope, or a file with the columns id and name."""
        text = read_file(path)
        self._delimiter = _delimiter(text)
        content = path.read_bytes()
        self._begin = "\ufeff" if content.startswith(BOM_UTF8) else ""
        self._line_end = "\r\n" if b"\r\n" in content else "\n"
        file = f"roster {str(path)!r}"
        lines = _lines(text, file)
        _, self._header = next(lines, ("", []))
        self._rows = []
        for place, row in lines:
            if row and len(row) != len(self._header):
                expected = f"expected {len(self._header)}, as in the first line"
                raise InputError(f"{place}: found {counted(len(row), 'cell')}, {expected}")
            self._rows.append(row)
        forms = [form for form in _FORMS if set(form.columns) <= set(self._header)]
        titles = {title.strip().lower(): title for title in reversed(self._header)}
        if {"id", "name"} <= set(titles):
            forms.append(_Format((), titles["id"], (titles["name"],)))
        if not forms:
            found = ", ".join(self._header) or "none"
            more = "or an export of Canvas, Moodle or Gradescope with English headings"
            text = f"{file} has the columns {found}: expected the columns id and name, {more}"
            raise InputError(text)
        self._form = forms[0]
        self.names: dict[str, str] = {}
        for row in self._rows:
            if student := self._id_of(row):
                if student in self.names:
                    raise InputError(f"{file}: two students have the id {student!r}")
                self.names[student] = " ".join(self._cell(row, one) for one in self._form.names)
        names = self.names.items()
        self._by_form = multimap((form, one) for one, name in names for form in _forms_of(name))
        self._groups = self._read_groups(titles.get("group", "Group"))

    def _read_groups(self, column: str) -> dict[str, list[str]]:
        """Return a dict from the names of groups to the ids of their members."""
        groups = multimap(
            (_plain(form), one)
            for name, one in ((self._cell(row, column), self._id_of(row)) for row in self._rows)
            for form in {name, one_student(name)}
            if name and one
        )
        short = multimap(("".join(_words(name)), name) for name in groups)
        for name, full in short.items():  # Canvas writes "Team 1" as "team1"
            if len(full) == 1:
                groups.setdefault(name, groups[full[0]])
        return groups

    def _cell(self, row: Sequence[str], column: str) -> str:
        has_cell = column in self._header and len(row) == len(self._header)
        return normalize("NFC", row[self._header.index(column)].strip()) if has_cell else ""

    def _id_of(self, row: Sequence[str]) -> str:
        if self._cell(row, self._form.names[0]) in _NO_STUDENT:
            return ""
        found, other = self._cell(row, self._form.id), self._form.other_id
        if other and not found and self._cell(row, "Role") in ("", "Student"):
            found = self._cell(row, other)
        number = _NUMBER.fullmatch(found := plain_name(found))
        return number[1] if number else found

    def students(self, text: str, loosely: bool = True) -> list[str]:
        """Return the ids of the students in ``text``, or [] if they are unknown.

        text: an id, a name, a name from a download ("doejane_2001"), or the members of a group
        ("Ada and Bob"). If ``loosely`` is True, ``text`` can also be a name in the column "Group",
        or any text that ends in "_" and an id. Raises InputError if a name is not unique.
        """
        readings = (self._students(plain_name(name), loosely) for name in _readings(text))
        return next(filter(None, readings), [])

    def members(self, group: str) -> list[str]:
        """Return the ids of the students in a group; "Team A_17" means the group "Team A"."""
        without_number = _plain(_LAST_NUMBER.sub("", group))
        return self._groups.get(_plain(group)) or self._groups.get(without_number, [])

    def _students(self, text: str, loosely: bool) -> list[str]:
        if loosely and text not in self.names and (group := self.members(text)):
            return group
        found = [self._student(member, loosely) for member in students_of(text)]
        found = found if all(found) else [self._student(text, loosely)]
        return list(dict.fromkeys(filter(None, found)))

    def _student(self, text: str, loosely: bool) -> str:
        if text in self.names:
            return text
        plain = _plain(text)
        named = self._by_form.get(plain) or self._by_form.get(LAST_ID.sub("_0", plain), [])
        end = text.rpartition("_")[2]
        if end in named or not named:  # otherwise the number is not an id of this list
            return end if end in self.names and (named or loosely) else ""
        if len(named) > 1:
            ids = ", ".join(named)
            fault = f"{len(named)} students have the name {text!r} (their ids: {ids}): use an id"
            raise InputError(f"roster: {fault}")
        return named[0]

    def mark_column(self, name: str) -> str:
        """Return the title of the column for the marks of the assignment ``name``.

        Some platforms have a fixed title, such as "Grade". Otherwise, the title is ``name``, or
        ``name`` with a number, such as "Essay (123)". Raise InputError if several columns fit.
        """
        if self._form.mark and self._form.mark in self._header:
            return self._form.mark
        pattern = rf"{re.escape(name)}( \(\d+\))?"
        found = [title for title in self._header if re.fullmatch(pattern, title)]
        if len(found) > 1:
            raise InputError(f"roster: {name!r} has several columns of marks {found}: keep one")
        return found[0] if found else name

    def filled(self, name: str, marks: Mapping[str, tuple[float | None, str]]) -> str:
        """Return the text of the roster's file with the marks and comments of an assignment.

        The ``mark_column`` is added if it is missing. Nothing else in the file changes.
        """
        header, form = list(self._header), self._form
        column = self.mark_column(name)
        if column not in header:
            header.append(column)
        columns = [title for title in (column, form.comment) if title and title in header]
        out = StringIO()
        out.write(self._begin)
        writer = csv.writer(out, delimiter=self._delimiter, lineterminator=self._line_end)
        writer.writerow(header)
        for row in self._rows:
            cells = row + [""] * (len(header) - len(row)) if row else []
            if (student := self._id_of(row)) in marks:
                points, comment = marks[student]
                mark = "" if points is None else f"{points:g}"
                for title, text in zip(columns, (mark, comment), strict=False):
                    if text or title == column:
                        cells[header.index(title)] = csv_cell(text)
            writer.writerow(cells)
        return out.getvalue()


def students_of(group: str) -> list[str]:
    """Return the members of a group, for example the two members of "Ada and Bob"."""
    return group.split(" and ")


def _forms_of(name: str) -> set[str]:
    """Return the forms of a name, such as "jane doe_0" for "Jane Doe". The 0 stands for any id."""
    name = plain_name(name)
    last, comma, first = name.partition(", ")  # such as "Doe, Jane"
    forms = {name, one_student(name), f"{first} {last}" if comma else name}
    words = _words(name.lower())
    turned = {"".join(words[at:] + words[:at]) for at in range(len(words))}
    return set(map(_plain, forms | {f"{form}_0" for form in forms | turned}))


def _words(name: str) -> list[str]:
    """Return the words of a name. Combining marks, such as accents, count as letters."""
    others = {letter for letter in name if not (letter.isalnum() or category(letter)[0] == "M")}
    return name.translate(dict.fromkeys(map(ord, others - {"_"}), " ")).split()


def plain_name(name: str) -> str:
    """Return a name in Unicode's form NFC, with single spaces and no invisible characters."""
    visible = "".join(letter for letter in name if category(letter) != "Cf")
    return " ".join(normalize("NFC", visible).split())


def _readings(name: str) -> Iterator[str]:
    """Yield a name as it is, then decoded with other code pages that .zip archives may use."""
    yield name
    for page in _CODE_PAGES:
        with suppress(UnicodeError):
            yield name.encode("cp850").decode(page)


def _plain(name: str) -> str:
    return plain_name(name).casefold()


def one_student(name: str) -> str:
    """Return a name with "&" in place of "and", because "and" separates the members of groups."""
    return re.sub(r"(?<!\S)and(?!\S)", "&", name)


def read_table(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield (place, row) for each row of a CSV file, for example ("marks.csv, line 2", {...})."""
    lines = _lines(read_file(path), f"file {str(path)!r}")
    _, named = next(lines, ("", []))
    if not set(columns) <= set(named):
        found, wanted = ", ".join(named) or "none", ", ".join(columns)
        raise InputError(f"file {str(path)!r} has the columns {found}: expected {wanted}")
    for place, row in lines:
        if row:
            yield place, dict(zip_longest(named, row[: len(named)], fillvalue=""))


def _lines(text: str, file: str) -> Iterator[tuple[str, list[str]]]:
    lines = csv.reader(StringIO(text), delimiter=_delimiter(text))
    try:
        for cells in lines:
            yield f"{file}, line {lines.line_num}", cells
    except csv.Error as error:
        raise InputError(f"{file}, line {lines.line_num}: {error}") from None


def _delimiter(text: str) -> str:
    return max(",;\t", key=text.partition("\n")[0].count)
