"""Downloads of a class from Moodle, Canvas and Gradescope, as a folder or a .zip archive.

The names in a download identify the students:

Moodle: the student's name and participant number (or the group's, which may have no number),
  ``Jane Doe_12345_assignsubmission_file/heuristic.py``,
  ``Jane Doe_12345_assignsubmission_file_heuristic.py``
Canvas: the student's name and user number, and LATE if the file was late,
  ``doejane_LATE_12345_67890_heuristic-1.py``,
  ``doejane_12345_text.html`` for a text entry,
  ``LATE_anon_x7Tq2_67890_heuristic.py`` where marking is anonymous
Gradescope: ``submission_12345/heuristic.py``; ``submission_metadata.yml`` names the student
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from aima_search.apps.grade.archive import Archive, BadArchive
from aima_search.apps.grade.contents import Source, walk
from aima_search.apps.grade.lateness import LATE, parse_time
from aima_search.apps.grade.roster import one_student
from aima_search.apps.grade.submission import Submission
from aima_search.base.errors import InputError
from aima_search.base.interchange import storable_line

_MOODLE = re.compile(r"(?P<who>.+?)_assignsubmission_[a-z]+(?:_(?P<file>.*))?", re.DOTALL)
_LATE = "LATE_"  # Canvas writes the names of students in lower case
_CANVAS = re.compile(
    rf"(?P<who>(?:{_LATE})?anon_[0-9A-Za-z]+|.+?_(?:{_LATE})?\d+)"
    r"_(?:(?P<at>\d+)_|(?=(?:text|link)\.html$))(?P<file>.+)",
    re.DOTALL,
)
_GRADESCOPE = re.compile(r"(?P<who>submission_\d+)")
_PLATFORMS = (_CANVAS, _MOODLE, _GRADESCOPE)
_METADATA = "submission_metadata.yml"
_MOST = 2**24  # bytes of the metadata file
_AGAIN = re.compile(r"-\d+(?=\.\w+$)")  # Canvas adds this to a repeated name
_FEEDBACK = "feedback.html"
_OF_OTHERS = (_METADATA, "__MACOSX", ".DS_Store")


Named: TypeAlias = Mapping[str, tuple[str, "datetime | None"]]
"""The student and the time of each folder of Gradescope."""


def find_submissions(paths: Sequence[Path], downloads: bool = True) -> list[Submission]:
    """Return the submissions in order; a name is "" if no platform identifies the student.

    Either all paths are downloads of classes or none is, because a student's folder may contain any
    names. A download has two students or more, and its names are read as the names of one platform.
    InputError if a student is in two downloads, because one of the downloads may be the work of a
    single student.
    """
    expanded = [list(_entries(path)) for path in paths] if downloads else []
    are_downloads = downloads and all(expanded)
    arrivals = list(chain.from_iterable(expanded))
    if not are_downloads:
        platform = _platform_of([path.name for path in paths])
        arrivals = [_arrival(Source(path), path.name, platform, {}) for path in paths]
    found: dict[Any, Submission] = {}
    for new in arrivals:
        key = new.name or new.sources
        if (known := found.get(key)) and are_downloads and known.path != new.path:
            both = f"{new.name} is in {known.path.name} and in {new.path.name}"
            text = "expected one download of a class, or --one-each if each is a student's own"
            raise InputError(f"{both}: {text}")
        found[key] = _merged(known, new) if known else new
    return list(found.values())


def _entries(path: Path) -> Iterator[Submission]:
    """Yield a submission for each entry of a download; nothing for any other path."""
    names, top = _names_in(path), ""
    while True:
        inner = sorted({name.split("/")[0] for name in names} - set(_OF_OTHERS))
        platform = _platform_of(inner)
        if len(inner) != 1 or platform.fullmatch(only := inner[0]):
            break
        top = f"{top}{only}/"
        names = [name.partition("/")[2] for name in names if name.startswith(f"{only}/")]
    matches = [match for entry in inner if (match := platform.fullmatch(entry))]
    if len(set(map(_student_of, matches))) > 1 and 2 * len(matches) > len(inner):
        metadata = _metadata(path, f"{top}{_METADATA}") if _METADATA in names else {}
        for entry in inner:
            yield _arrival(Source(path, f"{top}{entry}"), entry, platform, metadata)


def _names_in(path: Path) -> list[str]:
    """Return the paths of the files in a folder or an archive, [] for any other file."""
    if path.is_dir():
        files = (Path(folder, name) for folder, _, names in walk(path) for name in names)
        return [file.relative_to(path).as_posix() for file in files if file.is_file()]
    if path.suffix.lower() == ".zip":
        with suppress(BadArchive):
            return [member.name for member in Archive.of(path).members()]
    return []


def _platform_of(entries: Sequence[str]) -> re.Pattern[str]:
    """Return the platform whose form most names have; of equal ones, the one that reads least.

    A student chooses the end of a name, and may imitate the names of another platform there.
    """

    def fit(platform: re.Pattern[str]) -> tuple[int, int]:
        matches = [match for entry in entries if (match := platform.fullmatch(entry))]
        return len(matches), -sum(len(match["who"]) for match in matches)

    return max(_PLATFORMS, key=fit)


def _student_of(match: re.Match[str]) -> str:
    return match["who"].replace(_LATE, "", match.re is _CANVAS)


def _arrival(source: Source, entry: str, platform: re.Pattern[str], named: Named) -> Submission:
    """Return the submission of an entry of a download, or of any other path."""
    match = platform.fullmatch(entry)
    if match is None or (match.re is _GRADESCOPE and not source.member):
        note = "its name does not identify a student, unlike the other names in the download"
        return Submission("", (source,), notes=(note,) if source.member else ())
    if match.re is _GRADESCOPE:
        who, submitted = named.get(entry, (entry, None))
        feedback = f"{entry}/{_FEEDBACK}"
        return Submission(storable_line(who), (source,), submitted=submitted, feedback=feedback)
    source = source._replace(name=_AGAIN.sub("", match["file"] or ""))
    is_late = match.re is _CANVAS and _LATE in match["who"]
    feedback = entry[: match.start("file")] if match["file"] else f"{entry}/"
    who = storable_line(one_student(_student_of(match)))
    return Submission(who, (source,), late=LATE * is_late, feedback=feedback + _FEEDBACK)


def _merged(known: Submission, other: Submission) -> Submission:
    """Return a submission with one more file; of files with the same name, the last counts."""
    (source,) = other.sources
    notes = known.notes
    same = [earlier for earlier in known.sources if earlier.name and earlier.name == source.name]
    if same:
        same = sorted([*same, source], key=_number)
        source = same[-1]
        notes = (
            *notes,
            storable_line(f"{source.name} was handed in more than once: the last file counts"),
        )
    others = [earlier for earlier in known.sources if earlier not in same and earlier != source]
    late = known.late or other.late
    return replace(known, sources=(*others, source), late=late, notes=notes)


def _number(source: Source) -> int:
    """Return the number of a file in Canvas, which grows with time; 0 for other files."""
    match = _CANVAS.fullmatch((source.member or source.path.name).rpartition("/")[2])
    return int(match["at"] or 0) if match else 0


def _metadata(path: Path, member: str) -> Named:
    """Return the student and the time of each folder of Gradescope; a group has all names."""
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
            who[entry] = who.get(entry, "") + between + one_student(match[2].strip("'\" "))
    taken = Counter(who.values())
    for name, owner in who.items():  # two students may have the same name
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
