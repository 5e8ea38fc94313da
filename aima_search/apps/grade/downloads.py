"""Finds the submissions of a class in a download from a platform such as Moodle.

The names of files and folders in a download identify the students, or the groups:

Moodle: ``Jane Doe_12345_assignsubmission_file/heuristic.py``,
  ``Jane Doe_12345_assignsubmission_file_heuristic.py``
Canvas: ``doejane_LATE_12345_67890_heuristic-1.py``, ``doejane_12345_text.html`` for a text entry,
  ``LATE_anon_x7Tq2_67890_heuristic.py`` if the marking is anonymous
Gradescope: ``submission_12345/heuristic.py``. ``submission_metadata.yml`` names the student.
Blackboard: ``HW 1_jdoe_attempt_2026-11-20-10-00-00_heuristic.py``,
  ``HW 1_jdoe_attempt_2026-11-20-10-00-00.txt`` with a text entry and comments
Brightspace: ``12345-678 - Jane Doe - Nov 20, 2026 1000 AM/heuristic.py``,
  ``12345-678 - Jane Doe - 20 November 2026 1000 AM - heuristic.py``
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import chain
from os.path import commonprefix
from pathlib import Path
from typing import Any, TypeAlias
from unicodedata import normalize

from aima_search.apps.grade.archive import Archive, BadArchive
from aima_search.apps.grade.lateness import LATE, parse_time
from aima_search.apps.grade.roster import one_student
from aima_search.apps.grade.submission import DEEPEST, Submission, SubmittedPath, walk
from aima_search.base.errors import InputError
from aima_search.base.interchange import storable_line

# an entry is a file name, or a folder name with "/"; students choose names of files only
_MOODLE = re.compile(r"(?P<who>.+?)_assignsubmission_[a-z]+(?:_?/|_(?P<file>[^/]+))", re.DOTALL)
_CANVAS = re.compile(
    r"(?P<who>(?:LATE_)?anon_[0-9A-Za-z]+|.+?_\d+)"
    r"_(?:(?P<at>\d+)_|(?=(?:text|link)\.html$))(?P<file>[^/]+)",
    re.DOTALL,
)
_LATE = re.compile(r"(?:^|(?<=_))late_(?=anon_|\d+$)", re.IGNORECASE)
_GRADESCOPE = re.compile(r"(?P<who>submission_\d+)/")
_ATTEMPT = r"attempt_(?P<time>\d{4}(?:-\d\d){5})(?:\.txt|_(?P<file>[^/]+))"
_BLACKBOARD = re.compile(rf"(?P<who>.+?)_{_ATTEMPT}", re.DOTALL)
_BRIGHTSPACE = re.compile(
    r"(?P<number>\d+)-\d+ - (?P<who>.+?)"
    r" - (?P<time>(?:[A-Z][a-z]+ \d\d?|\d\d? [A-Z][a-z]+),? \d{4} \d\d?[:_]?\d\d [AP]M)"
    r"(?:/| - (?P<file>[^/]+))",
    re.DOTALL,
)
_PLATFORMS = (_CANVAS, _MOODLE, _GRADESCOPE, _BLACKBOARD, _BRIGHTSPACE)
_TIMES = ("%Y-%m-%d-%H-%M-%S", "%b %d %Y %I:%M %p", "%d %b %Y %I:%M %p")
_METADATA = "submission_metadata.yml"
_MOST = 2**24  # bytes of the metadata file
_AGAIN = re.compile(r"-\d+(?=\.\w+$)")  # Canvas adds this to a repeated name
# the number of a file after a student's number, if the student's own name ends in "_" and a number
_NUMBER = re.compile(r"\d+_(?=.)|(?=(?:text|link)\.html$)", re.DOTALL)
_CODE = (".py", ".ipynb", ".toml", ".zip")
_FEEDBACK = "feedback.html"
_OF_OTHERS = {_METADATA, "index.html", "__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini"}


Named: TypeAlias = Mapping[str, tuple[str, "datetime | None"]]
"""The student and the time of each folder of Gradescope."""


def find_submissions(
    paths: Sequence[Path], downloads: bool = True, ids: Collection[str] = ()
) -> list[Submission]:
    """Return the submissions at the paths. If the student is unknown, the name is "".

    Each path is one submission, unless all paths are downloads of a class. In a download, most file
    names look like those of a platform such as Moodle. If ``ids`` (the ids in the roster) is empty,
    paths count as downloads only if one of them has files of several students. Raise InputError if
    a student's name is in two downloads, because two students may have this name.
    """
    expanded = [list(_submissions_in(path, ids)) for path in paths] if downloads else []
    has_class = ids or any(len({one.name for one in found} - {""}) > 1 for found in expanded)
    are_downloads = downloads and has_class and all(expanded)
    arrivals = list(chain.from_iterable(expanded))
    if not are_downloads:
        entries = [f"{path.name}/" if path.is_dir() else path.name for path in paths]
        platform = _platform_of(entries, ids)
        pairs = zip(map(SubmittedPath, paths), entries, strict=True)
        arrivals = [_submission_at(*pair, platform, {}, ids) for pair in pairs]
        note = "looks like the download of a class, but other paths do not: grade it alone"
        for at, inner in enumerate(expanded):
            if len({new.name for new in inner}) > 1:
                arrivals[at] = replace(arrivals[at], notes=(*arrivals[at].notes, note))
    found: dict[Any, list[Submission]] = {}
    for new in arrivals:
        same = found.setdefault(new.name or new.sources, [])
        if same and are_downloads and new.path != (path := same[0].path):
            both = f"{new.name} is in {path.name} and in {new.path.name}"
            text = "expected one download of a class, or --one-each if each is a student's own"
            raise InputError(f"{both}: {text}")
        same.append(new)
    return list(map(_merged, found.values()))


def _submissions_in(path: Path, ids: Collection[str]) -> Iterator[Submission]:
    names, top = _names_in(path), ""
    for _ in range(DEEPEST):
        inner = sorted({"".join(name.partition("/")[:2]) for name in names} - _OF_OTHERS)
        platform = _platform_of(inner, ids)
        only = inner[0] if len(inner) == 1 else ""
        if not only.endswith("/") or platform.fullmatch(only):
            break
        top += only
        names = [name[len(only) :] for name in names if name.startswith(only)]
    matches = [match for entry in inner if (match := platform.fullmatch(entry))]
    if 2 * len(matches) > len(inner):
        metadata = _read_metadata(path, f"{top}{_METADATA}") if _METADATA in names else {}
        for entry in inner:
            source = SubmittedPath(path, f"{top}{entry}".rstrip("/"))
            yield _submission_at(source, entry, platform, metadata, ids)


def _names_in(path: Path) -> list[str]:
    if path.is_dir():
        errors: list[OSError] = []  # of closed folders, whose names may identify students, too
        found = [Path(top, name) for top, _, names in walk(path, errors) for name in names]
        names = [file.relative_to(path).as_posix() for file in found]
        closed = [Path(error.filename).relative_to(path).as_posix() for error in errors]
        return names + [f"{folder}/" for folder in closed]
    if path.suffix.lower() == ".zip":
        with suppress(BadArchive):
            return [member.name for member in Archive.of(path).members()]
    return []


def _platform_of(entries: Sequence[str], ids: Collection[str]) -> re.Pattern[str]:
    def fit(platform: re.Pattern[str]) -> tuple[int, int]:
        matches = [match for entry in entries if (match := platform.fullmatch(entry))]
        if platform is _CANVAS:  # but the name of Blackboard's assignment may end in a number
            matches = [match for match in matches if not re.match(_ATTEMPT, match["file"])]
        # a student chooses the end of a name, and may imitate another platform there
        return len(matches), -sum(len(match["who"]) for match in matches)

    platform = max(_PLATFORMS, key=fit)
    if platform is _BLACKBOARD:
        whose = [match["who"] for entry in entries if (match := platform.fullmatch(entry))]
        common = commonprefix(whose)  # noqa: RUF071 - these are no paths
        # the names of the assignment and of the students may contain "_"
        ends = [match.end() for match in re.finditer("^|_", common)]
        end = max(ends, key=lambda end: (sum(who[end:] in ids for who in whose), end))
        return re.compile(rf"{re.escape(common[:end])}(?P<who>.+?)_{_ATTEMPT}", re.DOTALL)
    return platform


def _time_of(match: re.Match[str]) -> datetime | None:
    text = re.sub(r"[,:_]|(?<=[A-Z][a-z]{2})[a-z]+", "", match.groupdict().get("time", ""))
    text = re.sub(r"(?=\d\d [AP]M)", ":", text)
    for form in _TIMES:
        with suppress(OverflowError, ValueError):
            return datetime.strptime(text, form).astimezone()
    return None


def _submission_at(
    source: SubmittedPath, entry: str, platform: re.Pattern[str], named: Named, ids: Collection[str]
) -> Submission:
    match = platform.fullmatch(entry)
    if match is None or (match.re is _GRADESCOPE and not source.member):
        note = "its name does not identify a student, unlike the other names in the download"
        return Submission("", (source,), notes=(note,) if source.member else ())
    if match.re is _GRADESCOPE:
        who, submitted = named.get(match["who"], (match["who"], None))
        feedback = f"{entry}{_FEEDBACK}"
        return Submission(who, (source,), submitted=submitted, feedback=feedback)
    student, file, late = match["who"], match["file"] or "", ""
    if match.re is _BRIGHTSPACE:
        student += f" ({match['number']})"  # not "_", because it is no id of a roster
    elif match.re is _CANVAS:
        student, marks = _LATE.subn("", student)
        late = LATE if marks else ""
        if match["at"] in ids and (number := _NUMBER.match(file)):
            student, file = f"{student}_{match['at']}", file[number.end() :]
    feedback = entry.removesuffix(file) + _FEEDBACK
    who, file = normalize("NFC", one_student(student)), normalize("NFC", file)
    own, submitted = (source._replace(name=file),), _time_of(match)
    return Submission(who, own, submitted=submitted, late=late, feedback=feedback)


def _merged(arrivals: Sequence[Submission]) -> Submission:
    """Join the files of a student's last attempt. A later file replaces a file of the same name.

    A data file such as pdb-8.json also gets the name pdb.json: Canvas may have added the number.
    A program such as lab-2.py gets the name lab.py, and keeps lab-2.py as a second name.
    """
    attempts = sorted({new.submitted for new in arrivals if new.submitted})
    if attempts:
        arrivals = [new for new in arrivals if new.submitted == attempts[-1]]
        # Blackboard writes the mark to the text file, so this file would count as changed
        arrivals = [new for new in arrivals if new.sources[0].name] or arrivals
    first = arrivals[0]
    sources = list(dict.fromkeys(source for new in arrivals for source in new.sources))
    own = {source.name for source in sources}
    repeated = Counter(_AGAIN.sub("", name) for name in own)
    has_code = any(name.lower().endswith(_CODE) for name in own)
    chosen: dict[Any, SubmittedPath] = {}
    notes = dict.fromkeys(first.notes)
    if len(attempts) > 1:
        notes[f"handed in {len(attempts)} times: the last attempt counts"] = None
    for source in sorted(sources, key=_canvas_number):  # later files have larger numbers
        base = _AGAIN.sub("", source.name) if _canvas_number(source) else source.name
        name = base if base in own or repeated[base] == 1 else source.name
        is_code = name.lower().endswith(_CODE)
        other = source.name if is_code else ""
        if has_code and not is_code:
            name, other = source.name, name if name not in own else ""
        if name and name in chosen:
            note = f"{name} was handed in more than once: the last file counts"
            notes[storable_line(note)] = None
        chosen[name or source] = source._replace(name=name, other_name=other)
    late = next((new.late for new in arrivals if new.late), "")
    return replace(first, sources=tuple(chosen.values()), late=late, notes=tuple(notes))


def _canvas_number(source: SubmittedPath) -> int:
    match = _CANVAS.fullmatch((source.member or source.path.name).rpartition("/")[2])
    return int(match["at"] or 0) if match else 0


def _read_metadata(path: Path, member: str) -> Named:
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
            if found := match[2].strip("'\" "):  # a student may have no sid
                who[entry] = who.get(entry, "") + between + one_student(found)
    taken = Counter(who.values())
    for name, owner in who.items():  # two students may have the same name
        who[name] += f"_{name}" if taken[owner] > 1 else ""
    return {name: (owner, times.get(name)) for name, owner in who.items() if owner}


def _text_of(path: Path, member: str) -> str:
    content = b""
    with suppress(OSError, BadArchive):
        if path.is_dir():
            with (path / member).open("rb") as file:
                content = file.read(_MOST)
        else:
            archive = Archive.of(path)
            content = archive.read(next(archive.members(member)), _MOST)
    return content.decode("utf-8", "replace")
