"""A class's submissions from the paths that a teacher gives: named, dated, one for each student."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from aima_search.apps.grade.handed_in.downloads import Arrival, arrivals_of
from aima_search.apps.grade.handed_in.submission import Submission
from aima_search.apps.grade.handed_in.times import lateness, parse_time, read_times
from aima_search.base.errors import InputError
from aima_search.base.interchange import storable_line


@dataclass(frozen=True)
class Intake:
    """How submissions are taken.

    student: a regular expression that finds a student's id in the name of a submission; if it has
    groups, the id is the first group. times: a CSV file with the columns "student" and "submitted".
    due: the time after which a submission is late. downloads: whether a path may hold a whole
    class.
    """

    student: str = ""
    times: Path | None = None
    due: str = ""
    downloads: bool = True

    def submissions(self, paths: Sequence[str | Path]) -> list[Submission]:
        """Return the submissions at paths; if a student has handed in several, the last."""
        pattern = self._pattern()
        times = {} if self.times is None else read_times(self.times)
        due = parse_time(self.due) if self.due else None
        known = list(dict.fromkeys(map(Path, paths)))
        for path in known:
            if not path.exists():
                raise InputError(f"submission {str(path)!r}: there is no such file or folder")
        arrivals = arrivals_of(known, self.downloads)
        found = []
        for name, arrival in zip(_names(arrivals), arrivals, strict=True):
            match = pattern.search(name) if pattern else None
            student = (match[match.re.groups and 1] or "") if match else ""
            submitted = times.get(student, times.get(name, arrival.submitted))
            late = lateness(submitted, due) or "late" * (arrival.is_late and submitted is None)
            notes = [storable_line(note) for note in arrival.notes]
            if pattern and not student:
                notes.append("its name holds no student's id: see --student")
            own = Submission(
                name,
                arrival.sources[0].path,
                tuple(arrival.sources),
                storable_line(student) or name,
                late,
                tuple(notes),
            )
            found.append((submitted, own))
        return _last_ones(found)

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
