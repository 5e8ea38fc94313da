"""A class's submissions from the paths that a teacher gives: named, dated, one for each student."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeAlias

from aima_search.apps.grade.archive import Archive, BadArchive, check_archive
from aima_search.apps.grade.contents import Contents, Source, walk
from aima_search.apps.grade.lateness import LATE, LatePolicy, lateness, parse_time, read_times
from aima_search.apps.grade.results import NOT_FOUND, Misbehaved
from aima_search.apps.grade.roster import Roster, students_of
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
        try:
            pattern = re.compile(self.student) if self.student else None
        except re.error as error:
            text = f"pattern {self.student!r} of students: expected a regular expression: {error}"
            raise InputError(text) from None
        times, used = self._times(), set[str]()
        due = parse_time(self.due, "23:59") if self.due else None
        known = list(dict.fromkeys(map(Path, paths)))
        for path in known:
            if not path.exists():
                raise InputError(f"submission {str(path)!r}: there is no such file or folder")
        if len(known) == 1 and known[0].is_file() and known[0].suffix.lower() == ".zip":
            check_archive(known[0])
        submissions = find_submissions(
            known, self.downloads and not any(map(self._named_after, known))
        )
        found = []
        for name, submission in zip(_names(submissions), submissions, strict=True):
            own, keys = self._identified(
                replace(submission, name=name), submission.name, pattern, times
            )
            used |= keys
            found.append(_dated(own, due))
        if self.roster is None and (unknown := times.keys() - used):
            students = sorted({submission.student for submission in found})
            raise UnknownName("student with a time", min(unknown), students)
        return _last_ones(found)

    def _identified(
        self,
        submission: Submission,
        platform_name: str,
        pattern: re.Pattern[str] | None,
        times: Mapping[str, datetime],
    ) -> tuple[Submission, set[str]]:
        """Return a submission with its student and time, and the keys of `times` that fit it."""
        match = pattern.search(submission.name) if pattern else None
        student = (match[match.re.groups and 1] or "") if match else ""
        whose = self._student(student or platform_name or submission.name)
        whose = whose or storable_line(student) or submission.name
        keys = times.keys() & {*students_of(whose), whose, student, platform_name, submission.name}
        submitted = max((times[key] for key in keys), default=submission.submitted)
        notes = submission.notes
        if pattern and not student:
            notes = (*notes, "its name holds no student's id: see --student")
        return replace(submission, student=whose, submitted=submitted, notes=notes), keys

    def _times(self) -> dict[str, datetime]:
        """Return the time of each student; by the ids of the roster, if there is one."""
        times = {} if self.times is None else read_times(self.times)
        if self.roster is None:
            return times
        found: dict[str, datetime] = {}
        for name, moment in times.items():
            if not (ids := self.roster.students(name)):
                raise UnknownName("student with a time", name, self.roster.names)
            found |= {student: max(moment, found.get(student, moment)) for student in ids}
        return found

    def doubts(self, found: Sequence[Submission]) -> list[str]:
        """Return warnings: names that nothing confirms, times without a submission."""
        lines = []
        if self.roster is None and len({submission.path for submission in found}) < len(found):
            lines.append(
                "without --roster, only the names in the download identify the students;"
                " --one-each takes each path as the work of one student"
            )
        present = {student for submission in found for student in students_of(submission.student)}
        if self.roster and self.times and (missing := self._times().keys() - present):
            lines.append(
                f"a time in {self.times.name}, but no submission: {', '.join(sorted(missing))}"
            )
        return lines

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


def _names(submissions: Sequence[Submission]) -> list[str]:
    """Return a name for each: the student's, or the shortest end of a path of its own."""
    ends = [
        (submission.name,) if submission.name else submission.path.absolute().parts
        for submission in submissions
    ]
    for length in range(1, max(map(len, ends), default=1) + 1):
        names = [storable_line("/".join(parts[-length:])) for parts in ends]
        if len(set(names)) == len(names):
            return names
    raise InputError("the same submission is given twice: give it once")


def _dated(submission: Submission, due: datetime | None) -> Submission:
    """Return a submission with how late it came."""
    late = lateness(submission.submitted, due) or ("" if submission.submitted else submission.late)
    delay = submission.submitted - due if late and submission.submitted and due else timedelta(0)
    return replace(submission, late=late, delay=delay)


def _last_ones(found: Sequence[Submission]) -> list[Submission]:
    """Return the last submission of each student, by time if all have a time, else by name."""
    by_student: dict[str, list[Submission]] = defaultdict(list)
    for submission in found:
        by_student[submission.student].append(submission)
    last = []
    for several in by_student.values():
        times = [submission.submitted for submission in several if submission.submitted is not None]
        several.sort(key=lambda one: _natural(one.name))
        if len(times) == len(several):
            several.sort(key=attrgetter("submitted"))
        *before, one = several
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
_HANDED_OUT = "assignment.toml"  # a student may hand this file in as well; it holds no answers

_OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")


@dataclass(frozen=True)
class Submission:
    """What is to be graded, by a name that no other submission of the class has.

    sources: its files and folders. student: whose it is. submitted: when it came, None if that is
    not known. late: how late, such as "2 h", "" if in time. delay: how late, 0 if not known. notes:
    what was odd, a line each. feedback: where a platform looks for feedback.
    """

    name: str
    sources: Sequence[Source]
    student: str = ""
    submitted: datetime | None = None
    late: str = ""
    delay: timedelta = timedelta(0)
    notes: Sequence[str] = ()
    feedback: str = ""

    @property
    def path(self) -> Path:
        """The file, folder or archive that it is in."""
        return self.sources[0].path

    def facts(self, policy: LatePolicy) -> dict[str, Any]:
        """Return what is known of it, as fields of its score."""
        return {
            "student": self.student,
            "late": self.late,
            "cut": policy.cut(self.delay),
            "feedback": self.feedback,
            "path": storable_line(str(self.path)),
        }

    def contents(self) -> Contents:
        """Return what was handed in; Misbehaved if the files are too large, or cannot be read."""
        found = Contents()
        found.notes += self.notes
        for source in self.sources:
            found.add(source)
        return found


def chosen(contents: Contents, wanted: str) -> tuple[str, Sequence[str]]:
    """Return the file that is graded, and what is odd about it, a line each.

    It is the wanted file, however deep, or the only file of its kind. A notebook of the same name
    stands in for a script. Misbehaved if the file is not there.
    """
    kinds = _ENDINGS[not wanted.endswith(_ENDINGS[0])]
    there = sorted(name for name in contents.files if Path(name).name != _HANDED_OUT)
    fitting = [name for name in there if name.endswith(kinds)]
    named = [name for name in fitting if Path(name).name == Path(wanted).name]
    alike = [name for name in fitting if Path(name).stem == Path(wanted).stem]
    file = wanted
    if wanted not in fitting:
        file = next((names[0] for names in (named, alike, fitting) if len(names) == 1), "")
    if not file or (wanted not in fitting and len(named) > 1):
        raise Misbehaved(NOT_FOUND, _missing(wanted, named, fitting or there))
    if not contents.files[file].strip():
        raise Misbehaved(NOT_FOUND, f"{file} is empty: expected what was asked for")
    is_deep = "/" in file and file != wanted
    text = storable_line(f"{file} is graded: {wanted} was expected at the top")
    return file, (text,) if is_deep else ()


def _missing(wanted: str, named: Sequence[str], there: Sequence[str]) -> str:
    if not there:
        return f"nothing was handed in: expected a file {wanted}"
    if len(named) > 1:
        places = ", ".join(named)
        text = f"{len(named)} files are called {Path(wanted).name}: {places}: expected one"
        tops = {name.split("/")[0] for name in named if "/" in name}
        return text if len(tops) == 1 else f"{text}; if students have a folder each, give FOLDER/*"
    others = [name for name in there if name.lower().endswith(_OTHER_ARCHIVES)]
    if others:
        return f"{others[0]} is an archive of another kind: expected {wanted}, or a .zip archive"
    return str(UnknownName("file", wanted, there))


# What a teacher downloads from a platform, a folder or a .zip of it: its names say whose a file is.
#
# Moodle: the student's name and participant number (or the group's, which may have no number),
#   ``Jane Doe_12345_assignsubmission_file/heuristic.py``,
#   ``Jane Doe_12345_assignsubmission_file_heuristic.py``
# Canvas: the student's name and user number, and LATE if the file was late,
#   ``doejane_LATE_12345_67890_heuristic-1.py``,
#   ``doejane_12345_text.html`` of what was typed in,
#   ``LATE_anon_x7Tq2_67890_heuristic.py`` where marking is anonymous
# Gradescope: ``submission_12345/heuristic.py``; ``submission_metadata.yml`` says whose 12345 is


_MOODLE = re.compile(r"(?P<who>.+?)_assignsubmission_[a-z]+(?:_(?P<file>.*))?")
_LATE = "LATE_"  # where Canvas writes it, no name of a student has capital letters
_CANVAS = re.compile(
    rf"(?P<who>(?:{_LATE})?anon_[0-9A-Za-z]+|.+?_(?:{_LATE})?\d+)"
    r"_(?:(?P<at>\d+)_|(?=(?:text|link)\.html$))(?P<file>.+)"
)
_GRADESCOPE = re.compile(r"(?P<who>submission_\d+)")
_METADATA = "submission_metadata.yml"
_MOST = 2**24  # bytes of that file
_AGAIN = re.compile(r"-\d+(?=\.\w+$)")  # what Canvas adds to the name of a file that comes again
_FEEDBACK = "feedback.html"
_OF_OTHERS = (_METADATA, "__MACOSX", ".DS_Store")


Named: TypeAlias = Mapping[str, tuple[str, "datetime | None"]]
"""Who handed in, and when, by the name of a folder of Gradescope's."""


def find_submissions(paths: Sequence[Path], downloads: bool = True) -> list[Submission]:
    """Return what came from each student, in order; its name is "" if no platform says whose it is.

    Either all paths are downloads of classes, or no path is: a student's folder may hold any names,
    even another student's. A download has two students or more. InputError if a student is in two
    downloads: one of these may be the work of somebody else.
    """
    expanded = [list(_entries(path)) for path in paths] if downloads else [[]]
    entries = [entry for entries_of_path in expanded for entry in entries_of_path]
    if not all(expanded):
        entries = [(Source(path), path.name, {}) for path in paths]
    found: dict[Any, Submission] = {}
    for entry in entries:
        one = _arrival(*entry)
        key = one.name or one.path
        if (known := found.get(key)) and downloads and known.path != one.path and all(expanded):
            both = f"{one.name} is in {known.path.name} and in {one.path.name}"
            text = "expected one download of a class, or --one-each if each is a student's own"
            raise InputError(f"{both}: {text}")
        found[key] = _merged(known, one) if known else one
    return list(found.values())


def _entries(path: Path) -> Iterator[tuple[Source, str, Named]]:
    """Yield the entries of a download; nothing for another path."""
    names, top = _names_in(path), ""
    while True:
        inner = sorted({name.split("/")[0] for name in names} - set(_OF_OTHERS))
        if len(inner) != 1 or _who_of(only := inner[0]):
            break
        top = f"{top}{only}/"
        names = [name.partition("/")[2] for name in names if name.startswith(f"{only}/")]
    whose = {_student_of(match) for entry in inner if (match := _who_of(entry))}
    if len(whose) > 1 and all(_who_of(entry) for entry in inner):
        metadata = _metadata(path, f"{top}{_METADATA}") if _METADATA in names else {}
        yield from ((Source(path, f"{top}{entry}"), entry, metadata) for entry in inner)


def _names_in(path: Path) -> list[str]:
    """Return the paths of the files in a folder or an archive, [] for another file."""
    if path.is_dir():
        files = (Path(folder, name) for folder, _, names in walk(path) for name in names)
        return [file.relative_to(path).as_posix() for file in files if file.is_file()]
    if path.suffix.lower() == ".zip":
        with suppress(BadArchive):
            return [member.name for member in Archive.of(path).members() if not member.fault]
    return []


def _who_of(entry: str) -> re.Match[str] | None:
    return _MOODLE.fullmatch(entry) or _CANVAS.fullmatch(entry) or _GRADESCOPE.fullmatch(entry)


def _student_of(match: re.Match[str]) -> str:
    return match["who"].replace(_LATE, "", match.re is _CANVAS)


def _arrival(source: Source, entry: str, named: Named) -> Submission:
    """Return what came by an entry of a download, or by a path that no platform has named."""
    match = _who_of(entry)
    if match is None or (match.re is _GRADESCOPE and not source.member):
        return Submission("", (source,))
    if match.re is _GRADESCOPE:
        who, submitted = named.get(entry, (entry, None))
        there = f"{entry}/{_FEEDBACK}"
        return Submission(storable_line(who), (source,), submitted=submitted, feedback=there)
    source = source._replace(name=_AGAIN.sub("", match["file"] or ""))
    is_late = match.re is _CANVAS and _LATE in match["who"]
    there = entry[: match.start("file")] if match["file"] else f"{entry}/"
    who = storable_line(_student_of(match))
    return Submission(who, (source,), late=LATE * is_late, feedback=there + _FEEDBACK)


def _merged(known: Submission, other: Submission) -> Submission:
    """Return a submission with another file of the student; of a name the last file counts."""
    (source,) = other.sources
    notes = known.notes
    same = [one for one in known.sources if one.name and one.name == source.name]
    if same:
        same = sorted([*same, source], key=_number)
        source = same[-1]
        notes = (*notes, storable_line(f"{source.name} came more than once: the last file counts"))
    others = [one for one in known.sources if one not in same and one != source]
    late = known.late or other.late
    return replace(known, sources=(*others, source), late=late, notes=notes)


def _number(source: Source) -> int:
    """Return the number of a file in Canvas, which grows with time; 0 for others."""
    match = _CANVAS.fullmatch((source.member or source.path.name).rpartition("/")[2])
    return int(match["at"] or 0) if match else 0


def _metadata(path: Path, member: str) -> Named:
    """Return who handed in each of Gradescope's folders, and when; a group has all its names."""
    who: dict[str, str] = {}
    times: dict[str, datetime] = {}
    entry = ""
    for line in _text_of(path, member).splitlines():
        if match := re.match(r"(submission_\d+):\s*$", line):
            entry = match[1]
            who[entry] = ""
        elif match := re.match(r"  :created_at: *(.+)", line):
            with suppress(InputError):
                times[entry] = parse_time(match[1])
        elif entry not in times and (match := re.match(r"  [- ] :(name|sid): *(.+)", line)):
            between = {"name": " and ", "sid": "_"}[match[1]] if who.get(entry) else ""
            who[entry] = who.get(entry, "") + between + match[2].strip("'\" ")
    taken = Counter(who.values())
    for name, owner in who.items():  # two students of one name are two
        who[name] += f"_{name}" if taken[owner] > 1 else ""
    return {name: (owner, times.get(name)) for name, owner in who.items() if owner}


def _text_of(path: Path, member: str) -> str:
    """Return the text of a file of a download, "" if the file cannot be read."""
    content = b""
    with suppress(OSError, BadArchive):
        if path.is_dir():
            with (path / member).open("rb") as file:
                content = file.read(_MOST)
        else:
            archive = Archive.of(path)
            content = archive.read(next(archive.members(member)), _MOST)
    return content.decode("utf-8", "replace")
