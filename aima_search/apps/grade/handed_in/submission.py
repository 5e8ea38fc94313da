"""What is handed in, with a name, copied to where the student's code may be."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from aima_search.apps.grade.handed_in.contents import Contents
from aima_search.apps.grade.handed_in.downloads import Source
from aima_search.apps.grade.outcomes import NOT_FOUND
from aima_search.apps.grade.sandbox.borrowed import free_user, temporary_folder
from aima_search.apps.grade.sandbox.box import Misbehaved
from aima_search.base.errors import UnknownName
from aima_search.base.interchange import storable_line

_ENDINGS = ((".py", ".ipynb"), (".toml", ".json"))  # of scripts, and of answers; preferred first

_OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")


@dataclass(frozen=True)
class Submission:
    """What is to be graded, by a name that no other submission of the class has.

    path: a file, a folder or an archive. sources: the parts that are meant, () for all. student:
    whose it is. late: how late it came, such as "2 h", "" if in time. notes: what was odd, a line
    each.
    """

    name: str
    path: Path
    sources: Sequence[Source] = ()
    student: str = ""
    late: str = ""
    notes: Sequence[str] = ()

    def contents(self) -> Contents:
        """Return what was handed in; Misbehaved if the files are too large, or cannot be read."""
        found = Contents()
        found.notes += self.notes
        for source in self.sources or (Source(self.path),):
            found.add(source)
        return found


@dataclass(frozen=True)
class Handed:
    """A submission where its code may run: the folder, the script in it, the user it runs as.

    notes: what was odd, a line each.
    """

    folder: str
    file: str
    user: int | None
    notes: Sequence[str] = ()

    @property
    def path(self) -> Path:
        """Where the file is."""
        return Path(self.folder, self.file)


@contextmanager
def handed(submission: Submission, file: str, *, confined: bool = True) -> Iterator[Handed]:
    """Write a submission to a folder of its own for a while; ``file``: the wanted file.

    confined: whether its code gets a user of its own. Misbehaved if the file is not there.
    """
    user, contents = free_user() if confined else None, submission.contents()
    chosen = _chosen(contents, file)
    with temporary_folder(user) if confined else TemporaryDirectory(prefix="grade-") as folder:
        contents.write(Path(folder))
        for path in (folder, *(str(one) for one in Path(folder).rglob("*"))):
            os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
            if user is not None:
                os.chown(path, user, user)
        yield Handed(folder, chosen, user, _told_of(chosen, file))


def _chosen(contents: Contents, wanted: str) -> str:
    """Return the file that is graded: the wanted file, however deep, or the only file of its kind.

    A notebook of the same name stands in for a script.
    """
    kinds = _ENDINGS[not wanted.endswith(_ENDINGS[0])]
    there = sorted(contents.files)
    fitting = [name for name in there if name.endswith(kinds)]
    named = [name for name in fitting if Path(name).name == Path(wanted).name]
    alike = [name for name in fitting if Path(name).stem == Path(wanted).stem]
    chosen = wanted
    if wanted not in fitting:
        chosen = next((one[0] for one in (named, alike, fitting) if len(one) == 1), "")
    if not chosen or (wanted not in fitting and len(named) > 1):
        raise Misbehaved(NOT_FOUND, _missing(wanted, named, fitting or there))
    if not contents.files[chosen].strip():
        raise Misbehaved(NOT_FOUND, f"{chosen} is empty: expected what was asked for")
    return chosen


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


def _told_of(chosen: str, wanted: str) -> tuple[str, ...]:
    """Return the note that a file in a folder is graded; no note for another name at the top."""
    if "/" not in chosen or chosen == wanted:
        return ()
    return (storable_line(f"{chosen} is graded: {wanted} was expected at the top"),)
