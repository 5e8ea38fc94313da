"""A submission: its files, its student, its time; and the file of a part among its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from aima_search.apps.grade.contents import Contents, Source
from aima_search.apps.grade.lateness import LatePolicy
from aima_search.apps.grade.results import NOT_FOUND, Misbehaved
from aima_search.base.errors import UnknownName
from aima_search.base.interchange import storable_line

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


def choose_file(contents: Contents, wanted: str) -> tuple[str, Sequence[str]]:
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
