"""Reads a .zip archive of a stranger: nothing is extracted, no name is believed, all is bounded.

What an archive says of itself (counts, sizes, names) is checked as it is read.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_SIGNATURE = b"PK\x01\x02"  # of each entry in an archive's directory
_LARGEST = 2 * 2**30  # bytes of the archive of a class
_MOST = 20_000  # entries
_LONGEST = 200  # characters of a name
_UTF8 = 0x800  # the flag of a name
_ENCRYPTED = 0x1


class BadArchive(Exception):
    """The archive cannot be read; the text goes on after its name."""


class Member(NamedTuple):
    """A file of an archive: its name below the folder that was asked for.

    fault: why the file is left out, "" if it can be read. is_file_itself: whether the path that was
    asked for is this file's own.
    """

    name: str
    info: ZipInfo
    fault: str
    is_file_itself: bool


class Archive:
    """An archive to read from; ``notes``: what was odd, a line each."""

    def __init__(self, content: bytes | Path) -> None:
        """Read the directory; BadArchive if the content is not an archive, or holds too much."""
        self.notes: list[str] = []
        _check_directory(content)
        try:
            self._zip = ZipFile(BytesIO(content) if isinstance(content, bytes) else content)
        except Exception as error:  # whatever a damaged archive makes of the reader
            raise BadArchive(f"is no .zip archive that can be read: {error}") from None

    @classmethod
    def of(cls, path: Path) -> Archive:
        """Return the archive of a file."""
        if not path.is_file():
            raise BadArchive("is no file")
        if path.stat().st_size > _LARGEST:
            raise BadArchive(f"is larger than {_LARGEST:,} bytes: unpack it, and give the folder")
        return cls(path)

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def members(self, inside: str = "") -> Iterator[Member]:
        """Yield all files, or the files of a folder in the archive, or the file at a path."""
        prefix = f"{inside}/" if inside else ""
        odd = 0
        for info in self._zip.infolist():
            name, is_odd = _name_of(info)
            is_wanted = name == inside or name.startswith(prefix)
            if is_wanted and not name.endswith("/"):
                odd += is_odd
                is_itself = name == inside
                below = name.rpartition("/")[2] if is_itself else name[len(prefix) :]
                yield Member(below, info, _fault(below, info), is_itself)
        if odd:
            names = "a name is" if odd == 1 else f"{odd} names are"
            self.notes.append(f"{names} not in UTF-8: read as Latin-1")

    def read(self, member: Member, most: int) -> bytes:
        """Return the content, cut off after ``most`` bytes and one more."""
        try:
            with self._zip.open(member.info) as file:
                return file.read(most + 1)
        except Exception as error:  # whatever a damaged archive makes of the reader
            raise BadArchive(f"is damaged at {member.name}: {error}") from None


def _check_directory(content: bytes | Path) -> None:
    """Refuse an archive whose directory has too many entries, before it is read.

    Each begins with a signature, wherever the archive says that its directory is.
    """
    if isinstance(content, bytes):
        count = content.count(_SIGNATURE)
    else:
        count = _entries_in_file(content, content.stat().st_mtime_ns)
    if count > _MOST:
        raise BadArchive(f"has {count:,} entries: expected at most {_MOST:,}")


@lru_cache(16)
def _entries_in_file(path: Path, changed: int) -> int:
    """Return how often the signature stands in a file that was changed at a time."""
    count, before = 0, b""
    with path.open("rb") as file:
        while part := file.read(2**20):
            count += (before + part).count(_SIGNATURE)
            before = part[1 - len(_SIGNATURE) :]
    return count


def _name_of(info: ZipInfo) -> tuple[str, bool]:
    """Return the name, with "/" between folders, and whether its bytes are not UTF-8."""
    name, is_odd = info.filename, False
    if not info.flag_bits & _UTF8 and not name.isascii():  # taken for code page 437
        content = name.encode("cp437", "replace")
        try:
            name = content.decode("utf-8")
        except UnicodeDecodeError:
            name, is_odd = content.decode("latin-1"), True
    return name.replace("\\", "/"), is_odd


def _fault(name: str, info: ZipInfo) -> str:
    """Return why a member is left out, "" if it can be read."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or ":" in parts[0]:
        return "which leads out of the archive"
    if len(name) > _LONGEST or not name.isprintable():
        return "a name that is too long, or cannot be shown"
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        return "which is a link or a device"
    if info.flag_bits & _ENCRYPTED:
        return "which is encrypted"
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return "which is compressed in an unusual way"
    return ""
