"""A submission with its files, student and time; the choice of the file to grade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from aima_search.apps.grade.contents import Contents, FileLocation
from aima_search.apps.grade.lateness import LatePolicy
from aima_search.apps.grade.results import NOT_FOUND, Misbehaved
from aima_search.base.errors import UnknownName
from aima_search.base.interchange import storable_line

_ENDINGS = ((".py", ".ipynb"), (".toml", ".json"))  # for scripts, for answers; best first
_HANDED_OUT = "assignment.toml"  # a student may hand in this file too; it contains no answers

_OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")


@dataclass(frozen=True)
class Submission:
    """A submission, with a name that is unique in the class.

    sources: its files and folders. student: the student's id. submitted: the time, None if
    unknown. late: the delay as a text such as "2 h", "" if in time. delay: 0 if unknown.
    notes: lines about irregularities. feedback: the path where the platform expects feedback.
    """

    name: str
    sources: Sequence[FileLocation]
    student: str = ""
    submitted: datetime | None = None
    late: str = ""
    delay: timedelta = timedelta(0)
    notes: Sequence[str] = ()
    feedback: str = ""

    @property
    def path(self) -> Path:
        """The file, folder or archive of the submission."""
        return self.sources[0].path

    @property
    def place(self) -> Path:
        """The path, followed by the name of the submission inside this archive or folder."""
        return self.path / self.sources[0].member

    def facts(self, policy: LatePolicy) -> dict[str, Any]:
        """Return the fields of a ``GradedSubmission`` that do not depend on grading."""
        return {
            "student": self.student,
            "late": self.late,
            "cut": policy.cut(self.delay),
            "feedback": self.feedback,
            "path": storable_line(str(self.place)),
        }

    def contents(self) -> Contents:
        """Return the files of the submission; Misbehaved if they are too large or not readable."""
        found = Contents()
        found.notes += self.notes
        for source in self.sources:
            found.add(source)
        return found


def choose_file(contents: Contents, wanted: str) -> tuple[str, Sequence[str]]:
    """Return the file to grade, and notes about it.

    This is the wanted file in any folder, a notebook with the same name instead of a script, or the
    only file of this kind. Misbehaved if there is no such file.
    """
    kinds = _ENDINGS[not wanted.endswith(_ENDINGS[0])]
    names = sorted(name for name in contents.files if Path(name).name != _HANDED_OUT)
    fitting = [name for name in names if name.endswith(kinds)]
    named = [name for name in fitting if Path(name).name == Path(wanted).name]
    alike = [name for name in fitting if Path(name).stem == Path(wanted).stem]
    file = wanted
    if wanted not in fitting:
        file = next((names[0] for names in (named, alike, fitting) if len(names) == 1), "")
    if not file or (wanted not in fitting and len(named) > 1):
        raise Misbehaved(NOT_FOUND, _missing(wanted, named, fitting or names))
    if not contents.files[file].strip():
        raise Misbehaved(NOT_FOUND, f"{file} is empty")
    is_deep = "/" in file and file != wanted
    text = storable_line(f"{file} is graded: expected {wanted} at the top level")
    return file, (text,) if is_deep else ()


def _missing(wanted: str, named: Sequence[str], there: Sequence[str]) -> str:
    if not there:
        return f"no file was handed in: expected {wanted}"
    if len(named) > 1:
        places = ", ".join(named)
        text = f"found {len(named)} files named {Path(wanted).name} ({places}), expected one"
        tops = {name.split("/")[0] for name in named if "/" in name}
        return text if len(tops) == 1 else f"{text}; if each student has a folder, give FOLDER/*"
    others = [name for name in there if name.lower().endswith(_OTHER_ARCHIVES)]
    if others:
        return f"{others[0]} is an unknown kind of archive: expected {wanted}, or a .zip archive"
    return str(UnknownName("file", wanted, there))
