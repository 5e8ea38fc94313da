"""A class's submissions from the paths that a teacher gives: named, dated, one for each student."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from aima_search.apps.grade.contents import Contents, Source
from aima_search.apps.grade.downloads import Arrival, arrivals_of
from aima_search.apps.grade.results import NOT_FOUND, Misbehaved
from aima_search.apps.grade.roster import Roster, lateness, parse_time, read_times
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.interchange import storable_line


@dataclass(frozen=True)
class Intake:
    """How submissions are taken.

    student: a regular expression that finds a student's id in the name of a submission; if it has
    groups, the id is the first group. times: a CSV file with the columns "student" and "submitted".
    due: the time after which a submission is late. downloads: whether a path may hold a whole
    class. roster: the teacher's list, which then says who there is; a path that is named after a
    student is this student's, whatever names are in it.
    """

    student: str = ""
    times: Path | None = None
    due: str = ""
    downloads: bool = True
    roster: Roster | None = None

    def submissions(self, paths: Sequence[str | Path]) -> list[Submission]:
        """Return the submissions at paths; if a student has handed in several, the last.

        InputError if the roster does not know a student.
        """
        pattern = self._pattern()
        times = {} if self.times is None else read_times(self.times)
        due = parse_time(self.due) if self.due else None
        known = list(dict.fromkeys(map(Path, paths)))
        for path in known:
            if not path.exists():
                raise InputError(f"submission {str(path)!r}: there is no such file or folder")
        arrivals = arrivals_of(known, self.downloads and not any(map(self._named_after, known)))
        found = []
        for name, arrival in zip(_names(arrivals), arrivals, strict=True):
            match = pattern.search(name) if pattern else None
            student = (match[match.re.groups and 1] or "") if match else ""
            submitted = times.get(student, times.get(name, arrival.submitted))
            late = lateness(submitted, due) or "late" * (arrival.is_late and submitted is None)
            notes = [storable_line(note) for note in arrival.notes]
            if pattern and not student:
                notes.append("its name holds no student's id: see --student")
            delay = submitted - due if late and submitted and due else timedelta(0)
            if late and not delay:
                notes.append("it came late, nobody knows how late: nothing is taken off")
            own = Submission(
                name,
                arrival.sources[0].path,
                tuple(arrival.sources),
                self._student(student or arrival.who or name) or storable_line(student) or name,
                late,
                tuple(notes),
                delay,
                arrival.feedback,
            )
            found.append((submitted, own))
        return _last_ones(found)

    def _named_after(self, path: Path) -> list[str]:
        """Return the students of the roster after whom a path is named."""
        if self.roster is None:
            return []
        return self.roster.students(path.name) or self.roster.students(path.stem)

    def _student(self, who: str) -> str:
        """Return the ids of a student, or of a group; "" without a roster."""
        if self.roster is None:
            return ""
        if not (found := self.roster.students(who) or self._named_after(Path(who))):
            raise InputError(f"{who!r} is nobody of the roster: expected an id or a name of it")
        return " and ".join(found)

    def _pattern(self) -> re.Pattern[str] | None:
        try:
            return re.compile(self.student) if self.student else None
        except re.error as error:
            message = (
                f"pattern {self.student!r} of students: expected a regular expression: {error}"
            )
            raise InputError(message) from None


def _names(arrivals: Sequence[Arrival]) -> list[str]:
    """Return a name for each arrival: the student's, or the shortest end of a path of its own."""
    ends = [(one.who,) if one.who else one.sources[0].path.absolute().parts for one in arrivals]
    for length in range(1, max(map(len, ends), default=1) + 1):
        names = [storable_line("/".join(parts[-length:])) for parts in ends]
        if len(set(names)) == len(names):
            return names
    raise InputError("the same submission is given twice: give it once")


def _last_ones(found: Sequence[tuple[datetime | None, Submission]]) -> list[Submission]:
    """Return the last submission of each student, by time if all have a time, else by name."""
    by_student: dict[str, list[tuple[datetime | None, Submission]]] = defaultdict(list)
    for submitted, one in found:
        by_student[one.student].append((submitted, one))
    last = []
    for several in by_student.values():
        if all(submitted is not None for submitted, _ in several):
            several.sort(key=lambda pair: (pair[0], _natural(pair[1].name)))
        else:
            several.sort(key=lambda pair: _natural(pair[1].name))
        *before, one = (submission for _, submission in several)
        if before:
            names = ", ".join(other.name for other in before)
            note = f"handed in {len(several)} times: {one.name} counts, not {names}"
            one = replace(one, notes=(*one.notes, note))
        last.append(one)
    return last


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key by which "try-10" comes after "try-9"."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)
    ]


_ENDINGS = ((".py", ".ipynb"), (".toml", ".json"))  # of scripts, and of answers; preferred first

_OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")


@dataclass(frozen=True)
class Submission:
    """What is to be graded, by a name that no other submission of the class has.

    path: a file, a folder or an archive. sources: the parts that are meant, () for all. student:
    whose it is. late: how late it came, such as "2 h", "" if in time. notes: what was odd, a line
    each. delay: how late, 0 if not known. feedback: where a platform looks for feedback.
    """

    name: str
    path: Path
    sources: Sequence[Source] = ()
    student: str = ""
    late: str = ""
    notes: Sequence[str] = ()
    delay: timedelta = timedelta(0)
    feedback: str = ""

    def contents(self) -> Contents:
        """Return what was handed in; Misbehaved if the files are too large, or cannot be read."""
        found = Contents()
        found.notes += self.notes
        for source in self.sources or (Source(self.path),):
            found.add(source)
        return found


def chosen(contents: Contents, wanted: str) -> tuple[str, Sequence[str]]:
    """Return the file that is graded, and what is odd about it, a line each.

    It is the wanted file, however deep, or the only file of its kind. A notebook of the same name
    stands in for a script. Misbehaved if the file is not there.
    """
    kinds = _ENDINGS[not wanted.endswith(_ENDINGS[0])]
    there = sorted(contents.files)
    fitting = [name for name in there if name.endswith(kinds)]
    named = [name for name in fitting if Path(name).name == Path(wanted).name]
    alike = [name for name in fitting if Path(name).stem == Path(wanted).stem]
    file = wanted
    if wanted not in fitting:
        file = next((one[0] for one in (named, alike, fitting) if len(one) == 1), "")
    if not file or (wanted not in fitting and len(named) > 1):
        raise Misbehaved(NOT_FOUND, _missing(wanted, named, fitting or there))
    if not contents.files[file].strip():
        raise Misbehaved(NOT_FOUND, f"{file} is empty: expected what was asked for")
    is_deep = "/" in file and file != wanted
    told = storable_line(f"{file} is graded: {wanted} was expected at the top")
    return file, (told,) if is_deep else ()


def _missing(wanted: str, named: Sequence[str], there: Sequence[str]) -> str:
    if not there:
        return f"nothing was handed in: expected a file {wanted}"
    if len(named) > 1:
        places = ", ".join(named)
        told = f"{len(named)} files are called {Path(wanted).name}: {places}: expected one"
        tops = {name.split("/")[0] for name in named if "/" in name}
        return told if len(tops) == 1 else f"{told}; if students have a folder each, give FOLDER/*"
    others = [name for name in there if name.lower().endswith(_OTHER_ARCHIVES)]
    if others:
        return f"{others[0]} is an archive of another kind: expected {wanted}, or a .zip archive"
    return str(UnknownName("file", wanted, there))
