"""Reads .zip archives that may be harmful; checks names and sizes, and writes no files."""

from __future__ import annotations

import re
import stat
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from operator import itemgetter
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple, cast
from urllib.parse import quote
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from aima_search.base.errors import InputError
from aima_search.base.interchange import storable_line

_LARGEST_ARCHIVE = 2 * 2**30  # bytes of an archive with the submissions of all students
_MOST_ENTRIES = 20_000  # files and folders in a student's archive, without those in OF_SYSTEMS
_LARGEST_DIRECTORY = 8 * 2**20  # bytes of the table of contents at the end of a student's archive
_LARGEST_CLASS_DIRECTORY = 32 * 2**20  # bytes of this table in the archive of a class
_OF_DESKTOPS = (".DS_Store", "Thumbs.db", "desktop.ini")
NEVER_NOTED = ("__pycache__", ".git", ".ipynb_checkpoints", *_OF_DESKTOPS)
_OF_TOOLS = (".venv", "venv", "site-packages", "node_modules", ".idea", ".vscode")
_CACHES = (".tox", ".mypy_cache", ".pytest_cache", ".ruff_cache")
OF_SYSTEMS = {*NEVER_NOTED, "__MACOSX", *_OF_TOOLS, *_CACHES}
"""The names of files and folders of systems and tools, which are left out of a submission."""
_UTF8 = 0x800  # flag of an entry: the name is in UTF-8
_ENCRYPTED = 0x1
_DRIVE = re.compile("[A-Za-z]:")
UNREADABLE = ("which is encrypted", "which has an unsupported compression")
"""The faults of members that only other programs can read."""


class BadArchive(Exception):
    """An archive cannot be read."""


class ArchiveMember(NamedTuple):
    """A file that ``Archive.members`` found. ``name`` is its path inside the requested folder.

    fault: why it is left out, or "". is_file_itself: True if the request is for this single file.
    """

    name: str
    info: ZipInfo
    fault: str
    is_file_itself: bool


class _ReadSizeGuard:
    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file, self.most = file, most

    def read(self, size: int = -1) -> bytes:
        if size > self.most:
            raise BadArchive(f"file names together exceed {self.most:,} bytes: use fewer files")
        return self._file.read(self.most if size < 0 else size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __del__(self) -> None:
        self._file.close()


class Archive:
    """A .zip archive of submissions. ``notes`` contains warnings about unusual file names."""

    def __init__(self, content: bytes | Path) -> None:
        """Read the table of contents; raise BadArchive if the table is missing or too large.

        content: a student's archive as bytes, or the path of an archive of several submissions.
        """
        self.notes: list[str] = []
        if is_students := isinstance(content, bytes):
            file = _ReadSizeGuard(BytesIO(content), _LARGEST_DIRECTORY)
        else:
            file = _ReadSizeGuard(content.open("rb"), _LARGEST_CLASS_DIRECTORY)
        try:
            self._zip = ZipFile(cast(IO[bytes], file))
        except BadArchive:
            raise
        except Exception as error:  # a damaged archive may raise anything
            raise BadArchive(f"expected a readable .zip archive ({error})") from None
        file.most = _LARGEST_ARCHIVE
        named = _named(self._zip.infolist())
        count = sum(OF_SYSTEMS.isdisjoint(name.split("/")) for name, _, _ in named)
        if is_students and count > _MOST_ENTRIES:
            raise BadArchive(f"found {count:,} files, expected at most {_MOST_ENTRIES:,}")
        self._named = sorted(named, key=itemgetter(0))

    @classmethod
    def of(cls, path: Path) -> Archive:
        """Return the archive at ``path``. Raise BadArchive for a folder or a very large file."""
        if not path.is_file():
            raise BadArchive("found a folder, expected a file")
        if path.stat().st_size > _LARGEST_ARCHIVE:
            raise BadArchive(f"expected at most {_LARGEST_ARCHIVE:,} bytes")
        return _archive_of(path, path.stat().st_mtime_ns)

    def members(self, inside: str = "") -> Iterator[ArchiveMember]:
        """Yield the files in the archive; if ``inside`` is given, only the files at this path."""
        prefix = f"{inside}/" if inside else ""
        self.notes = []
        guessed = 0
        for at in range(bisect_left(self._named, inside, key=itemgetter(0)), len(self._named)):
            name, is_guessed, info = self._named[at]
            if not name.startswith(inside):
                break
            if (name == inside or name.startswith(prefix)) and not name.endswith("/"):
                guessed += is_guessed
                is_itself = name == inside
                below = name.rpartition("/")[2] if is_itself else name[len(prefix) :]
                yield ArchiveMember(below, info, _fault(below, info), is_itself)
        if guessed:
            names = "a name is" if guessed == 1 else f"{guessed} names are"
            self.notes.append(f"{names} not in UTF-8, so some letters may be wrong")

    def read(self, member: ArchiveMember, most: int) -> bytes:
        """Return at most the first ``most`` + 1 bytes of a file."""
        try:
            with self._zip.open(member.info) as file:
                return file.read(most + 1)
        except Exception as error:  # a damaged archive may raise anything
            raise BadArchive(f"the archived file {member.name} is damaged: {error}") from None


def check_archive(path: Path) -> None:
    """Raise InputError if an archive cannot be read."""
    try:
        Archive.of(path)
    except BadArchive as error:
        advice = "; if you can unpack it, give the folder"
        raise InputError(storable_line(f"archive {str(path)!r}: {error}{advice}")) from None


@lru_cache(1)
def _archive_of(path: Path, changed: int) -> Archive:
    return Archive(path)


def _named(infos: Sequence[ZipInfo]) -> list[tuple[str, bool, ZipInfo]]:
    """Return (name, is_guessed, info) for each file; is_guessed: True if the encoding is a guess.

    If two files would get the same guessed name, one name gets codes such as "%81".
    """
    named, given = [], dict[str, str]()
    found = ((*_name_of(info), info) for info in infos)
    for name, is_guessed, info in sorted(found, key=itemgetter(1)):
        if is_guessed and given.get(name, info.filename) != info.filename:
            name = quote(info.filename.encode("cp437"), safe=" /\\").replace("\\", "/")
        given.setdefault(name, info.filename)
        named.append((name, is_guessed, info))
    return named


def _name_of(info: ZipInfo) -> tuple[str, bool]:
    name, is_guessed = info.filename, False
    is_cp437 = not info.flag_bits & _UTF8 and info.orig_filename.startswith(name)  # by zipfile
    if is_cp437 and not name.isascii():
        content = name.encode("cp437")
        try:
            name = content.decode("utf-8")
        except UnicodeDecodeError:
            name, is_guessed = _guess(content), True
    return name.replace("\\", "/"), is_guessed


def _guess(content: bytes) -> str:
    name = content.decode("cp850")  # of Windows in Western Europe; it decodes all bytes
    latin = content.decode("latin-1")
    is_odd = any(
        (after.islower() and not (before.isascii() or before.isalpha()))  # such as "M³ller"
        or (before.islower() and after.isupper() and not after.isascii())  # such as "AndrÚ"
        for before, after in pairwise(name)
    )
    has_letters = all(character.isascii() or character.isalpha() for character in latin)
    return latin if is_odd and has_letters else name


def _fault(name: str, info: ZipInfo) -> str:
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or _DRIVE.match(name):
        return "which is outside of the archive"
    if "\0" in info.orig_filename:  # zipfile ends the name there
        return "whose name has a null character"
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        return "which is a link or a device"
    if info.flag_bits & _ENCRYPTED:
        return UNREADABLE[0]
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return UNREADABLE[1]
    return ""
