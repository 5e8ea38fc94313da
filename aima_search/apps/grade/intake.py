"""Finds the last submission of each student in the files of a class."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from operator import attrgetter
from pathlib import Path

from aima_search.apps.grade import lateness
from aima_search.apps.grade.archive import check_archive
from aima_search.apps.grade.downloads import find_submissions
from aima_search.apps.grade.roster import LAST_ID, Roster, plain_name, students_of
from aima_search.apps.grade.submission import Submission
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.interchange import storable_line
from aima_search.model.puzzle import natural_key
from aima_search.textbook.utilities import multimap

_TEST_STUDENT = re.compile(r"(teststudent|studenttest)_\d+")  # in Canvas, the teacher's own test


@dataclass(frozen=True)
class SubmissionFinder:
    """Finds submissions and assigns them to students.

    student: a regular expression for the student's id in the name of a submission. If the
        expression has groups, the first group is the id.
    times: a CSV file with the columns "student" and "submitted". due: the deadline.
    downloads: True if a path may contain the submissions of a whole class.
    left_out: names of submissions that belong to no student.
    """

    student: str = ""
    times: Path | None = None
    due: str = ""
    downloads: bool = True
    roster: Roster | None = None
    left_out: set[str] = field(default_factory=set, init=False, compare=False)

    def submissions(self, paths: Sequence[str | Path]) -> list[Submission]:
        """Return each student's last submission. Raise InputError if a student is unknown."""
        times, used = self._times, set[str]()
        _ = self._due, self._pattern  # mistakes in the options are reported first
        known = list(dict.fromkeys(map(Path, paths)))
        for path in known:
            if not path.exists():
                raise InputError(f"submission {str(path)!r}: no such file or folder")
        if len(known) == 1 and known[0].is_file() and known[0].suffix.lower() == ".zip":
            check_archive(known[0])
        # a path named after a group or a number, such as hw_2, may be the download of a section
        downloads = self.downloads and not any(self._named_after(path, False) for path in known)
        submissions = find_submissions(known, downloads, self.roster.names if self.roster else ())
        own = [one for one in submissions if not self._is_test(one.name)] or submissions
        self.left_out.update({one.name for one in submissions} - {one.name for one in own})
        found = []
        for name, submission in zip(_unique_names(own), own, strict=True):
            identified, keys = self._identified(submission, name)
            used |= keys
            found.append(identified)
        if self.roster is None and (unknown := times.keys() - used):
            students = sorted({submission.student for submission in found})
            raise UnknownName("--times student", min(unknown), students)
        self._check_ids(found)
        return list(_latest_submissions(found))

    def _check_ids(self, found: Sequence[Submission]) -> None:
        """Raise InputError if a submission has an unknown id and most others have known ids."""
        known = self.roster.names if self.roster and not self.student else {}
        ids: dict[str, tuple[str, str]] = {}
        for submission in found:
            match = LAST_ID.search(submission.name)
            if submission.student in known and match and match[1]:
                ids[submission.name] = match[1], submission.student
        unknown = [name for name, (last_id, student) in ids.items() if last_id != student]
        if unknown and 2 * len(unknown) <= len(ids):
            raise _not_in_roster(unknown[0])

    def _is_test(self, name: str) -> bool:
        is_test = self.roster is not None and _TEST_STUDENT.fullmatch(name) is not None
        return is_test and not self._named_after(Path(name))

    def _identified(self, given: Submission, name: str) -> tuple[Submission, set[str]]:
        is_group = self.roster is not None and bool(self.roster.members(given.name or name))
        found = "" if is_group else self._ids_in(name)
        student = self._student(found or given.name or name) or storable_line(found or name)
        times = self._times.keys()  # a time with the submission's own name comes first
        keys = times & set(map(plain_name, (found, given.name, name)))
        keys = keys or times & set(map(plain_name, (*students_of(student), student)))
        submitted = max((self._times[key] for key in keys), default=given.submitted)
        late, delay = given.late or (lateness.UNKNOWN if self._due else ""), timedelta(0)
        if submitted is not None:
            late = lateness.lateness(submitted, self._due)
            delay = submitted - self._due if late and self._due else delay
        notes = given.notes
        if self._pattern and not (found or is_group):
            notes = (*notes, "its name contains no student's id: see --student")
        is_known = found or given.name or self.roster
        origin = "" if is_known else storable_line(str(given.place.absolute()))
        name = storable_line(name)
        own = replace(given, name=name, student=student, submitted=submitted, late=late)
        return replace(own, delay=delay, notes=notes, origin=origin), keys

    def _ids_in(self, name: str) -> str:
        """Return "s1 and s2" for "Ada s1 and Bo s2", or "" if no member has an id."""
        if (pattern := self._pattern) is None:
            return ""
        members = students_of(name)
        matches = map(pattern.search, members)
        ids = [(match and match[pattern.groups and 1]) or "" for match in matches]
        names = [id_ or member for id_, member in zip(ids, members, strict=True)]
        return " and ".join(names) if any(ids) else ""

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        try:
            return re.compile(self.student) if self.student else None
        except re.error as error:
            text = f"--student {self.student!r}: expected a regular expression ({error})"
            raise InputError(text) from None

    @cached_property
    def _due(self) -> datetime | None:
        return lateness.parse_time(self.due, lateness.END_OF_DAY) if self.due else None

    @cached_property
    def _times(self) -> dict[str, datetime]:
        times = {} if self.times is None else lateness.read_times(self.times)
        if self.roster is None:
            return times
        found = dict(times)
        for name, moment in times.items():
            if not (ids := self.roster.students(name)):
                raise UnknownName("--times student", name, self.roster.names)
            found |= {student: max(moment, found.get(student, moment)) for student in ids}
        return found

    def doubts(self, found: Sequence[Submission]) -> list[str]:
        """Return warnings about the submissions, for example if a time is unknown."""
        lines = [f"left out: {name}, the test student of Canvas" for name in sorted(self.left_out)]
        if undated := [
            submission.name for submission in found if submission.late == lateness.UNKNOWN
        ]:
            lines.append(f"without a time, so not counted as late: {', '.join(undated)}")
        if self._due and not lateness.has_zone(self.due):
            due = f"--due {self._due:%Y-%m-%d %H:%M %z}"
            lines.append(f"{due} is in this machine's time zone: add another zone if needed")
        if self.roster is None and len({submission.path for submission in found}) < len(found):
            text = "without --roster, only the names in the download identify the students;"
            lines.append(f"{text} --one-each takes each path as the work of one student")
        names_of = multimap((who, one.name) for one in found for who in students_of(one.student))
        rule = "; the gradebook gets the mark of the student's own submission or, without an own"
        rule += " submission, the best mark of a group"
        rule = rule if self.roster else ""
        several = ((who, names) for who, names in names_of.items() if len(names) > 1)
        lines += [f"{who} has several submissions: {', '.join(of)}{rule}" for who, of in several]
        timed = self._times.keys() & self.roster.names.keys() if self.roster else set[str]()
        if self.times and (missing := timed - names_of.keys()):
            names = ", ".join(sorted(missing))
            lines.append(f"times in {self.times.name} without a submission: {names}")
        return lines

    def _named_after(self, path: Path, loosely: bool = True) -> list[str]:
        if self.roster is None:
            return []
        return self.roster.students(path.name, loosely) or self.roster.students(path.stem, loosely)

    def _student(self, name: str) -> str:
        if self.roster is None:
            return ""
        if not (found := self.roster.students(name) or self._named_after(Path(name))):
            members = students_of(name)
            unknown = (member for member in members if not self.roster.students(member))
            raise _not_in_roster(next(unknown, name))
        return " and ".join(found)


def _not_in_roster(name: str) -> InputError:
    return InputError(
        f"{name!r} is not in the roster: name each submission after its students (by id or full"
        " name), and remove all files and folders that are not submissions"
    )


def _unique_names(submissions: Sequence[Submission]) -> list[str]:
    ends = [(one.name,) if one.name else one.place.absolute().parts for one in submissions]
    for length in range(1, max(map(len, ends), default=1) + 1):
        names = ["/".join(parts[-length:]) for parts in ends]
        if len(set(map(storable_line, names))) == len(names):
            return names
    raise InputError("the same submission is given twice: give it once")


def _latest_submissions(found: Sequence[Submission]) -> Iterator[Submission]:
    by_student = multimap((frozenset(students_of(one.student)), one) for one in found)
    for several in by_student.values():
        several.sort(key=lambda submission: natural_key(submission.name))
        if all(submission.submitted is not None for submission in several):
            several.sort(key=attrgetter("submitted"))
        *before, latest = several
        if before:
            names = ", ".join(other.name for other in before)
            note = f"handed in {len(several)} times: {latest.name} counts, not {names}"
            latest = replace(latest, notes=(*latest.notes, note))
        yield latest
