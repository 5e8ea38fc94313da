"""The files of a submission, its student and its time, and the choice of the file to grade.

No file is written before all files are read into memory and their sizes are checked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from errno import EDQUOT, EIO, ENOSPC
from hashlib import sha256
from itertools import product
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from unicodedata import normalize

from aima_search.apps.grade.archive import NEVER_NOTED, OF_SYSTEMS, UNREADABLE, Archive, BadArchive
from aima_search.apps.grade.lateness import LatePolicy
from aima_search.apps.grade.results import IMPORT_FAILED, NOT_FOUND, NOT_GRADED, CheckAborted
from aima_search.base.errors import UnknownName
from aima_search.base.interchange import counted, storable_line

_LARGEST = 20 * 2**20  # bytes of all files together, without archives that are unpacked
_LARGEST_ZIP = 200 * 2**20  # bytes of these archives; they may contain folders of tools
_MOST = 500  # files, and folders with files
_LONGEST_NAME = 255  # bytes of the name of a file or folder; file systems allow no more
_LONGEST_PATH = 3_500  # bytes; systems allow 4,095 with the path of the folder
_ENDINGS = ("py", "ipynb", "toml", "json", "zip")
DEEPEST = 50  # the deepest level of folders that is read
_KINDS = ((".py", ".ipynb"), (".toml", ".json"))  # for scripts, for answers; best first
_COPY = re.compile(r"(?i)\bcopy|\(\d+\)")  # for example by Jupyter, Colab or a browser
_HANDED_OUT = "assignment.toml"  # a student may hand in this file too; it contains no answers
_COMPILED = (".pyc", ".pyo", ".pyd", ".so")  # nobody could read or compare the code in them
_OTHER_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")


class SubmittedPath(NamedTuple):
    """A file or folder at ``path``, or the file ``member`` in the folder or archive at ``path``.

    name: the new name of the file in the submission, or "" if it keeps its name.
    other_name: a second name for the file, or "". The second name is ignored if another file has
    it. A script or TOML file gets it only if the assignment asks for a file with this name.
    """

    path: Path
    member: str = ""
    name: str = ""
    other_name: str = ""


class SubmissionFiles:
    """The files of a submission. ``files`` maps a name, such as "folder/h.py", to the content.

    Names are in NFC, a normal form of Unicode. ``notes`` contains warnings. Canvas may have renamed
    "lab.py" to "lab-2.py". In this case, ``own_names`` maps "lab-2.py" to "lab.py". Too many files
    or bytes raise CheckAborted.
    """

    def __init__(self, *, unpacks: bool = True) -> None:
        self.files: dict[str, bytes] = {}
        self.notes: list[str] = []
        self.own_names: dict[str, str] = {}
        self._unpacks = unpacks
        self._size = self._zipped = 0
        self._folders: set[PurePosixPath] = set()
        self._kept: set[str] = set()  # archives that were unpacked, but that the code may open

    def hashed(self, seed_from: str = "") -> str:
        """Return "A-B": A is a hash of the contents, B is a hash of the names and ``seed_from``."""
        names, contents = sorted(self.files.keys() - self._kept), sha256()
        for name in names:
            contents.update(repr(name if len(names) > 1 else ".").encode("utf-8", "replace"))
            contents.update(sha256(self.files[name]).digest())
        of_names = sha256(f"{names}{seed_from}".encode("utf-8", "replace"))
        return f"{contents.hexdigest()[:32]}-{of_names.hexdigest()[:8]}" if names else ""

    def add(self, *sources: SubmittedPath) -> None:
        """Add files, and the content of folders and archives."""
        for source in sources:
            try:
                self._add(source)
            except OSError as error:  # not the student's fault: the teacher chose this path
                name = Path(error.filename or source.name or source.path).name
                text = storable_line(f"{name} cannot be read: {error.strerror}")
                raise CheckAborted(NOT_GRADED, text) from None
        is_path = all(source.path.is_file() and not source.member for source in sources)
        self._unpack_archives(is_path=is_path)
        code = b"".join(self.files[name] for name in self.files if _is_code(name))
        for name in list(self.files):  # the code may open a file by its decomposed name
            other = normalize("NFD", name)
            if other != name and not _is_code(name) and os.fsencode(Path(other).name) in code:
                self.files[other] = self.files[name]

    def _add(self, source: SubmittedPath) -> None:
        path = source.path
        if source.member and not path.is_dir():
            with _reading(path.name, NOT_GRADED):  # the download itself is damaged
                self._add_members(Archive.of(path), source.member, source.name)
        elif (path := path / source.member).is_dir():
            self._add_folder(path)
        elif path.is_file() and not path.is_symlink():  # not a pipe, which might block
            self._add_file(path, source.name or path.name)
        else:
            self._note(f"left out: {source.name or path.name}, a link, a pipe or a device")

    def copy(self, name: str, new_name: str) -> None:
        """Store a file under a second name too, unless another file has this name."""
        if new_name and name in self.files and new_name not in self.files:
            self._store(new_name, self.files[name])

    def write(self, folder: str | Path, user: int | None = None) -> None:
        """Write the files to a folder. The folder and its content then belong to ``user``."""
        for name, content in self.files.items():
            target = Path(folder, name)
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            except OSError as error:
                text = f"{storable_line(name)} cannot be stored: {error.strerror}"
                is_full = error.errno in (ENOSPC, EDQUOT, EIO)
                raise CheckAborted(NOT_GRADED if is_full else IMPORT_FAILED, text) from None
        for path in (folder, *map(str, Path(folder).rglob("*"))):
            os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
            if user is not None:
                os.chown(path, user, user)

    def _add_folder(self, top: Path) -> None:
        links = special = 0
        for folder, folders, names in walk(top):
            folders[:] = [folder for folder in folders if not self._is_system_file(folder)]
            if folders and len(Path(folder).relative_to(top).parts) == DEEPEST:
                self.notes.append(f"left out: folders more than {DEEPEST} levels deep")
            for name in names:
                file = Path(folder, name)
                if name in OF_SYSTEMS or name.startswith("._"):
                    continue
                if os.path.islink(file):  # unlike Path's methods, never raises PermissionError
                    links += 1
                elif os.path.isfile(file):
                    self._add_file(file, file.relative_to(top).as_posix())
                else:
                    special += 1
        if links:
            self._note(f"left out: {counted(links, 'link')}, which may lead outside")
        if special:
            text = "files that cannot be opened, pipes, sockets or devices"
            self._note(f"left out: {text} ({special})")

    def _add_file(self, path: Path, name: str) -> None:
        self._count(name, path.stat().st_size)
        self._store(name, path.read_bytes())

    def _add_members(self, archive: Archive, inside: str = "", name: str = "") -> None:
        for member in archive.members(inside):
            if self._is_system_file(member.name):
                continue
            if member.fault in UNREADABLE and inside:  # the teacher has made this archive
                raise BadArchive(f"found {member.name}, {member.fault}; unpack the archive first")
            if member.fault:
                self._note(f"left out: {member.name}, {member.fault}")
            else:
                is_zip = self._is_unpacked(member.name)
                most = _LARGEST_ZIP - self._zipped if is_zip else _LARGEST - self._size
                content = archive.read(member, most)
                self._count(member.name, len(content))
                self._store((member.is_file_itself and name) or member.name, content)
        self.notes += archive.notes

    def _unpack_archives(self, *, is_path: bool) -> None:
        archives = list(filter(self._is_unpacked, self.files))
        alone = len(archives) == len(self.files) == 1
        has_code = any(map(_is_code, self.files))
        of_code = [name for name in archives if _contains_code(self.files[name])]
        for name in archives:
            if name not in of_code and (has_code or of_code):
                continue  # an archive of data, which the code may open
            inner = SubmissionFiles(unpacks=False)
            inner._size = self._size
            # a damaged archive at the teacher's path may not be the student's fault
            with _reading(name, NOT_GRADED if is_path else IMPORT_FAILED):
                inner._add_members(Archive(self.files[name]))
            if len(inner.files) == 1 and _is_zip(only := min(inner.files)):
                nested = inner.files.pop(only)
                inner._size = self._size
                with _reading(f"{name}/{only}"):
                    inner._add_members(Archive(nested))
            if not has_code or len(self.files[name]) > _LARGEST:
                del self.files[name]
            else:
                self._kept.add(name)
            top = "" if alone else f"{name[:-4]}/"
            self._size = inner._size
            self._note(f"{name} was unpacked: {counted(len(inner.files), 'file')}")
            self.notes += inner.notes
            for file, content in inner.files.items():
                self._store(f"{top}{file}", content)
                if _is_zip(file):
                    self._note(f"{file} was not unpacked, because it is an archive in an archive")
            if len(self.files) > _MOST:
                self._refuse(len(self.files))

    def _store(self, name: str, content: bytes) -> None:
        top, dot, ending = name.rpartition(".")
        known = dot and ending.lower() in _ENDINGS
        path = PurePosixPath(normalize("NFC", f"{top}.{ending.lower()}" if known else name))
        path = PurePosixPath(*map(_short_name, path.parts))
        if path.is_absolute() or ".." in path.parts or not path.name:
            self._note(f"left out: {name}, which leads out of the folder")
        elif path.suffix.lower() in _COMPILED:
            self._note(f"left out: {name}, a compiled file: hand in its source code")
        elif len(path.parts) > DEEPEST + 1 or len(os.fsencode(path)) > _LONGEST_PATH:
            self._note(f"left out: {path.name}, in folders with too many levels or long names")
        elif any(str(folder) in self.files for folder in path.parents):
            self._note(f"left out: {name}, because the name of its folder is also a file")
        elif any(other.startswith(f"{path}/") for other in self.files):
            self._note(f"left out: {name}, because the name is also a folder")
        else:
            if str(path) in self.files:
                self._note(f"{name} is there more than once: the last file counts")
            self.files[str(path)] = content
            self._folders.update(path.parents)
            if len(self._folders) > _MOST:
                self._refuse(len(self.files))

    def _is_system_file(self, name: str) -> bool:
        parts = name.split("/")
        found = next((part for part in parts if part in OF_SYSTEMS), "")
        if found not in ("", *NEVER_NOTED) and (text := f"left out: {found}") not in self.notes:
            self.notes.append(text)
        return bool(found) or parts[-1].startswith("._")

    def _note(self, text: str) -> None:
        self.notes.append(storable_line(text))

    def _is_unpacked(self, name: str) -> bool:
        return self._unpacks and _is_zip(name)

    def _count(self, name: str, size: int) -> None:
        if self._is_unpacked(name):
            self._zipped += size
        else:
            self._size += size
        if len(self.files) >= _MOST or self._size > _LARGEST or self._zipped > _LARGEST_ZIP:
            self._refuse(len(self.files) + 1)

    def _refuse(self, files: int) -> None:
        found = f"found {counted(files, 'file')} with at least {self._size + self._zipped:,} bytes"
        folders = counted(len(self._folders), "folder")
        expected = f"at most {_MOST} files with {_LARGEST:,} bytes in all"
        text = f"{found}, and {folders}; expected {expected}, and at most {_MOST} folders"
        raise CheckAborted(IMPORT_FAILED, text)


def _short_name(part: str) -> str:
    content = os.fsencode(part)
    if len(content) <= _LONGEST_NAME:
        return part
    begin, ending = content[:200].decode("utf-8", "ignore"), PurePosixPath(part).suffix[-9:]
    return f"{begin}-{sha256(content).hexdigest()[:8]}{ending}"


def _is_zip(name: str) -> bool:
    return name.lower().endswith(".zip")


def _is_code(name: str) -> bool:
    return name.lower().removesuffix(".txt").endswith((*_KINDS[0], ".toml"))


def _contains_code(content: bytes, *, is_nested: bool = False) -> bool:
    with suppress(BadArchive):
        archive = Archive(content)
        members = archive.members()
        own = [member for member in members if OF_SYSTEMS.isdisjoint(member.name.split("/"))]
        if len(own) == 1 and _is_zip(own[0].name) and not is_nested:
            return _contains_code(archive.read(own[0], _LARGEST), is_nested=True)
        saved = [member for member in own if member.name.lower().endswith(".json")]
        notebooks = (b'"cells"' in archive.read(member, 2**16) for member in saved[:20])
        return any(_is_code(member.name) for member in own) or any(notebooks)
    return False


def walk(
    path: Path, errors: list[OSError] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the triples of ``os.walk`` for ``path`` and the folders up to DEEPEST levels below it.

    If a folder cannot be read, append the error to ``errors``, or raise it if ``errors`` is None.
    """
    waiting = [(str(path), 0)]
    while waiting:
        folder, depth = waiting.pop()
        found: list[tuple[str, bool]] = []
        try:
            with os.scandir(os.path.join(folder, ".")) as entries:  # "." needs the right to enter
                found = sorted((one.name, one.is_dir(follow_symlinks=False)) for one in entries)
        except OSError as error:
            if errors is None:
                raise
            errors.append(error)
        folders = [name for name, is_folder in found if is_folder]
        yield folder, folders, [name for name, is_folder in found if not is_folder]
        if depth < DEEPEST:
            waiting += [(os.path.join(folder, name), depth + 1) for name in reversed(folders)]


@contextmanager
def _reading(name: str, outcome: str = IMPORT_FAILED) -> Iterator[None]:
    try:
        yield
    except BadArchive as error:
        raise CheckAborted(outcome, storable_line(f"{name}: {error}")) from None


@dataclass(frozen=True)
class Submission:
    """A submission, with a name that is unique in the class.

    sources: its files and folders. student: the student's id. submitted: the time, or None if it is
    unknown. late: the delay as a text, such as "2 h" or "unknown", or "" if it is not late.
    delay: the delay, or 0 if it is unknown. notes: warnings, for example about a missing id.
    feedback: the path of the page in the archive of feedback pages. origin: see ``PartResult``.
    """

    name: str
    sources: Sequence[SubmittedPath]
    student: str = ""
    submitted: datetime | None = None
    late: str = ""
    delay: timedelta = timedelta(0)
    notes: Sequence[str] = ()
    feedback: str = ""
    origin: str = ""

    @property
    def path(self) -> Path:
        """The path of the submission, which is a file, a folder or an archive."""
        return self.sources[0].path

    @property
    def place(self) -> Path:
        """The path of the archive or folder, followed by the submission's name in it."""
        return self.path / self.sources[0].member

    def facts(self, policy: LatePolicy, seed_from: str = "") -> dict[str, Any]:
        """Return the fields of ``GradedSubmission`` that are known before the grading."""
        return {
            "student": self.student,
            "late": self.late,
            "cut": policy.cut(self.delay),
            "feedback": self.feedback,
            "path": storable_line(str(self.place)),
            "intake_notes": tuple(self.notes),
            "seed_from": seed_from,
        }

    def contents(self) -> SubmissionFiles:
        """Return the submission's files; raise CheckAborted if they are too large or unreadable."""
        found = SubmissionFiles()
        found.add(*self.sources)
        for source in self.sources:
            if _is_code(source.name):
                found.own_names[source.other_name] = source.name
            else:
                found.copy(source.name, source.other_name)
        return found


def choose_file(
    contents: SubmissionFiles, wanted: str, others: Iterable[str] = ()
) -> tuple[str, Sequence[str]]:
    """Return a pair: the name of the file to grade, and notes about the choice.

    First choice: the file with the wanted name. If there are several, prefer the outermost folder,
    then a folder that also has another wanted file (``others``). Second choice: the only file with
    this name but another ending. Third choice: the only file with a suitable ending, or the only
    notebook if a notebook is wanted. If no choice is possible, raise CheckAborted.
    """
    wanted = normalize("NFC", wanted)
    kinds, asked = _KINDS[not wanted.endswith(_KINDS[0])], Path(wanted).name
    contents.copy(contents.own_names.get(asked, ""), asked)
    _undo_endings(contents, [asked, *(f"{Path(asked).stem}{kind}" for kind in kinds)])
    names = sorted(name for name in contents.files if Path(name).name != _HANDED_OUT)
    fitting = [name for name in names if name.endswith(kinds)]
    named = [name for name in fitting if Path(name).name == asked]
    alike = [name for name in fitting if Path(name).stem == Path(wanted).stem]
    highest = min((name.count("/") for name in named), default=0)
    top = [name for name in named if name.count("/") == highest]
    for other in others if len(top) > 1 else ():
        with suppress(CheckAborted):
            folder = Path(choose_file(contents, other)[0]).parent
            top = [name for name in top if Path(name).parent == folder] or top
    file = wanted
    if wanted not in fitting:
        is_notebook = asked.endswith(".ipynb") and not alike
        notebooks = [name for name in fitting if is_notebook and name.endswith(".ipynb")]
        choices = (top, alike, fitting, notebooks)
        file = next((names[0] for names in choices if len(names) == 1), "")
    if not file or (wanted not in fitting and len(top) > 1):
        raise CheckAborted(NOT_FOUND, _missing(wanted, named, fitting or names, contents.notes))
    if not contents.files[file].strip():
        raise CheckAborted(NOT_FOUND, f"{file} is empty")
    notes = []
    if "/" in file and file != wanted:
        notes.append(f"{file} is graded: expected {wanted} at the top level")
    stem = Path(file).stem
    others = [name for name in fitting if not alike or name in named or _is_copy(name, stem)]
    if others := [name for name in others if name != file]:
        notes.append(f"not graded, because {file} is graded: {', '.join(others)}")
    return file, [storable_line(note) for note in notes]


def _is_copy(name: str, stem: str) -> bool:
    """Return True for a name like "copy of h.py", or like "h-final.ipynb" if ``stem`` is "h"."""
    is_renamed = name.endswith(".ipynb") and Path(name).name.startswith((f"{stem}-", f"{stem}_"))
    return is_renamed or _COPY.search(Path(name).stem) is not None


def _undo_endings(contents: SubmissionFiles, names: Iterable[str]) -> None:
    """Remove endings that browsers add: if "h.py" is in ``names``, copy h.py.txt to h.py."""
    for name, (file, content) in product(names, list(contents.files.items())):
        saved_as = [f"{name}.txt"]
        if b'"cells"' in content:  # a notebook, not a data file
            saved_as += [f"{name}.json", name.replace(".ipynb", ".json")]
        if Path(file).name in saved_as:
            contents.copy(file, str(PurePosixPath(file).with_name(name)))


def _missing(wanted: str, named: Sequence[str], there: Sequence[str], notes: Sequence[str]) -> str:
    if not there:
        text = "no usable file was handed in (see the notes)" if notes else "no file was handed in"
        return f"{text}: expected {wanted}"
    if len(named) > 1:
        places = ", ".join(named)
        text = f"found {len(named)} files named {Path(wanted).name} ({places}), expected one"
        tops = {name.split("/")[0] for name in named if "/" in name}
        return text if len(tops) == 1 else f"{text}; if each student has a folder, give FOLDER/*"
    others = [name for name in there if name.lower().endswith(_OTHER_ARCHIVES)]
    if others:
        return f"{others[0]} is an unknown kind of archive: expected {wanted}, or a .zip archive"
    return str(UnknownName("file", wanted, there))
