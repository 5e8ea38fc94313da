"""What a teacher downloads from a platform: the names that it makes say whose each file is.

=========== ======================================================== =============================
platform    a folder, or a .zip of it, with                          students are told apart by
=========== ======================================================== =============================
Moodle      ``Jane Doe_12345_assignsubmission_file/heuristic.py``,   name and participant, or the
            or ``Jane Doe_12345_assignsubmission_file_heuristic.py`` group (its number may lack)
Canvas      ``doejane_LATE_12345_67890_heuristic-1.py``,             name and user; LATE if it was
            ``doejane_12345_text.html`` of what was typed in,
            ``LATE_anon_x7Tq2_67890_heuristic.py`` without names
Gradescope  ``submission_12345/heuristic.py``                        ``submission_metadata.yml``
=========== ======================================================== =============================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from aima_search.apps.grade.contents import Archive, BadArchive, Source, walk
from aima_search.apps.grade.roster import parse_time
from aima_search.base.errors import InputError
from aima_search.base.interchange import storable_line

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


@dataclass
class Arrival:
    """What came from a student; ``who``: "" if no platform says so.

    feedback: where the platform looks for feedback in an archive, "" if no platform says so.
    """

    who: str
    sources: list[Source] = field(default_factory=list)
    is_late: bool = False
    submitted: datetime | None = None
    notes: list[str] = field(default_factory=list)
    feedback: str = ""


Entry: TypeAlias = tuple[Source, str, Mapping[str, Arrival]]
"""A file or folder that may be somebody's, its name, and what a platform says of such names."""


def arrivals_of(paths: Sequence[Path], downloads: bool = True) -> list[Arrival]:
    """Return what came from each student, in order; a path that is not a download is one arrival.

    Either all paths are downloads of classes, or no path is: a student's folder may hold any names,
    even another student's. A download has two students or more.
    """
    expanded = [list(_entries(path)) for path in paths] if downloads else [[]]
    entries = [entry for one in expanded for entry in one]
    if not all(expanded):
        entries = [(Source(path), path.name, {}) for path in paths]
    by_student: dict[str, Arrival] = {}
    found = []
    for entry in entries:
        arrival = _arrival(*entry)
        if arrival.who and arrival.who in by_student:
            _merge(by_student[arrival.who], arrival)
        else:
            found.append(arrival)
            by_student[arrival.who] = arrival
    return found


def _entries(path: Path) -> Iterator[Entry]:
    """Yield the entries of a download; nothing for another path."""
    names, top = _names_in(path), ""
    while len(inner := _tops(names)) == 1 and not _who_of(only := inner[0]):
        top = f"{top}{only}/"
        names = [one.partition("/")[2] for one in names if one.startswith(f"{only}/")]
    whose = {_student_of(match) for entry in inner if (match := _who_of(entry))}
    if len(whose) > 1 and all(_who_of(entry) for entry in inner):
        metadata = _metadata(path, f"{top}{_METADATA}") if _METADATA in names else {}
        yield from ((Source(path, f"{top}{entry}"), entry, metadata) for entry in inner)


def _tops(names: Iterable[str]) -> list[str]:
    return sorted({one.split("/")[0] for one in names} - set(_OF_OTHERS))


def _names_in(path: Path) -> list[str]:
    """Return the paths of the files in a folder or an archive, [] for another file."""
    if path.is_dir():
        files = (Path(folder, name) for folder, _, names in walk(path) for name in names)
        return [one.relative_to(path).as_posix() for one in files if one.is_file()]
    if path.suffix.lower() == ".zip":
        with suppress(BadArchive):
            return [member.name for member in Archive.of(path).members() if not member.fault]
    return []


def _who_of(entry: str) -> re.Match[str] | None:
    return _MOODLE.fullmatch(entry) or _CANVAS.fullmatch(entry) or _GRADESCOPE.fullmatch(entry)


def _student_of(match: re.Match[str]) -> str:
    return match["who"].replace(_LATE, "", match.re is _CANVAS)


def _arrival(source: Source, entry: str, metadata: Mapping[str, Arrival]) -> Arrival:
    """Return the arrival of an entry of a download, or of a path that no platform has named."""
    match = _who_of(entry)
    if match is None or (match.re is _GRADESCOPE and not source.member):
        return Arrival("", [source])
    parts = match.groupdict()
    name = _AGAIN.sub("", parts.get("file") or "")
    source = source._replace(name=name)
    if match.re is _GRADESCOPE:
        known = metadata.get(entry, Arrival(entry))
        there = f"{entry}/{_FEEDBACK}"
        return Arrival(
            storable_line(known.who), [source], submitted=known.submitted, feedback=there
        )
    is_late = match.re is _CANVAS and _LATE in parts["who"]
    there = entry[: match.start("file")] if parts["file"] else f"{entry}/"
    who = storable_line(_student_of(match))
    return Arrival(who, [source], is_late=is_late, feedback=there + _FEEDBACK)


def _merge(known: Arrival, other: Arrival) -> None:
    """Add another file of the same student; of files with the same name the last counts."""
    (source,) = other.sources
    same = [one for one in known.sources if one.name and one.name == source.name]
    if same and _number(same[0]) > _number(source):
        same, source = [source], same[0]
    if same:
        known.notes.append(f"{source.name} came more than once: the last file counts")
    known.sources = [one for one in known.sources if one not in same and one != source] + [source]
    known.is_late |= other.is_late


def _number(source: Source) -> int:
    """Return the number of a file in Canvas, which grows with time; 0 for others."""
    match = _CANVAS.fullmatch((source.member or source.path.name).rpartition("/")[2])
    return int(match["at"] or 0) if match else 0


def _metadata(path: Path, member: str) -> dict[str, Arrival]:
    """Return who handed in each of Gradescope's folders, and when; a group has all its names."""
    found: dict[str, Arrival] = {}
    entry = Arrival("")
    for line in _text_of(path, member).splitlines():
        if match := re.match(r"(submission_\d+):\s*$", line):
            entry = found[match[1]] = Arrival("")
        elif match := re.match(r"  :created_at: *(.+)", line):
            with suppress(InputError):
                entry.submitted = parse_time(match[1])
        elif entry.submitted is None and (match := re.match(r"  [- ] :(name|sid): *(.+)", line)):
            between = {"name": " and ", "sid": "_"}[match[1]] if entry.who else ""
            entry.who += between + match[2].strip("'\" ")
    taken = Counter(one.who for one in found.values())
    for name, one in found.items():  # two students of one name are two
        one.who += f"_{name}" if taken[one.who] > 1 else ""
    return {name: one for name, one in found.items() if one.who}


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
