"""The files of a submission in memory: few, small, by plain names, whatever they came in.

Nothing is written before all of it is read and counted, and no name of an archive is a path.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from aima_search.apps.grade.handed_in.archives import Archive, BadArchive
from aima_search.apps.grade.handed_in.downloads import DEEPEST, Source, walk
from aima_search.apps.grade.outcomes import IMPORT_FAILED
from aima_search.apps.grade.sandbox.box import Misbehaved
from aima_search.base.interchange import storable_line

_LARGEST = 20 * 2**20  # bytes of all files together
_MOST = 500  # files
_NEVER_NOTED = ("__pycache__", ".git", ".ipynb_checkpoints", ".DS_Store", "Thumbs.db")
_OF_SYSTEMS = (*_NEVER_NOTED, "__MACOSX")


class Contents:
    """Files by their names, with "/" between folders; ``notes``: what was odd, a line each.

    Misbehaved if they are too many or too large.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.notes: list[str] = []
        self._size = 0

    def hashed(self) -> str:
        """Return a hash of the files, "" without files; the name of an only file does not count."""
        if not self.files:
            return ""
        digest = sha256()
        for name, content in sorted(self.files.items()):
            digest.update(repr(name if len(self.files) > 1 else ".").encode("utf-8", "replace"))
            digest.update(sha256(content).digest())
        return digest.hexdigest()[:32]

    def add(self, source: Source) -> None:
        """Add a file, or a folder with all that is in it."""
        path = source.path
        if source.member and not path.is_dir():
            with _reading(path.name), Archive.of(path) as archive:
                self._add_members(archive, source.member, source.name)
        elif (path := path / source.member).is_dir():
            self._add_folder(path)
        elif path.is_file() and not path.is_symlink():  # not a pipe: nobody may ever fill it
            self._add_file(path, source.name or path.name)
        self._unpack_archives()

    def write(self, folder: Path) -> None:
        """Write the files to a folder."""
        for name, content in self.files.items():
            there = folder / name
            try:
                there.parent.mkdir(parents=True, exist_ok=True)
                there.write_bytes(content)
            except OSError as error:
                told = f"{storable_line(name)} cannot be stored: {error.strerror}"
                raise Misbehaved(IMPORT_FAILED, told) from None

    def _add_folder(self, path: Path) -> None:
        links = odd = 0
        for file in _walk(path, self.notes):
            if file.is_symlink():
                links += 1
            elif file.is_file():
                self._add_file(file, file.relative_to(path).as_posix())
            else:
                odd += 1
        if links:
            self.notes.append(f"left out: {links} link{'s'[: links != 1]}, which may lead anywhere")
        if odd:
            self.notes.append(f"left out: pipes, sockets or devices ({odd})")

    def _add_file(self, path: Path, name: str) -> None:
        try:
            self._count(path.stat().st_size)
            self.files[name] = path.read_bytes()
        except OSError as error:
            told = f"{storable_line(name)} cannot be read: {error.strerror}"
            raise Misbehaved(IMPORT_FAILED, told) from None

    def _add_members(self, archive: Archive, inside: str = "", name: str = "") -> None:
        """Add the members of an archive: those of a folder in it, or a file by a name."""
        for member in archive.members(inside):
            if member.fault:
                self._note(f"left out: {member.name}, {member.fault}")
            elif not _is_of_systems(member.name, self.notes):
                content = archive.read(member, _LARGEST - self._size)
                self._count(len(content))
                self.files[(member.is_file_itself and name) or member.name] = content
        self.notes += archive.notes

    def _unpack_archives(self) -> None:
        """Put the files of each archive in its place, in a folder of its name.

        An archive inside of an archive stays as it is.
        """
        archives = [name for name in self.files if name.lower().endswith(".zip")]
        alone = len(archives) == len(self.files) == 1
        for name in archives:
            inner = Contents()
            inner._size = self._size - len(self.files[name])
            with _reading(name), Archive(self.files[name]) as archive:
                inner._add_members(archive)
            del self.files[name]
            top = "" if alone else f"{name[:-4]}/"
            self.files |= {f"{top}{one}": content for one, content in inner.files.items()}
            self._size = inner._size
            files = f"{len(inner.files)} files" if len(inner.files) != 1 else "1 file"
            self._note(f"{name} was unpacked: {files}")
            self.notes += inner.notes
            if len(self.files) > _MOST:
                self._refuse(len(self.files))

    def _note(self, text: str) -> None:
        self.notes.append(storable_line(text))

    def _count(self, size: int) -> None:
        self._size += size
        if len(self.files) >= _MOST or self._size > _LARGEST:
            self._refuse(len(self.files) + 1)

    def _refuse(self, files: int) -> None:
        raise Misbehaved(
            IMPORT_FAILED,
            f"{files:,} files of {self._size:,} bytes, or more, were handed in: expected at most"
            f" {_MOST} files of {_LARGEST:,} bytes",
        )


def _walk(path: Path, notes: list[str]) -> Iterator[Path]:
    """Yield the files of a folder, in order."""
    for folder, folders, names in walk(path):
        folders[:] = [one for one in folders if not _is_of_systems(one, notes)]
        if folders and len(Path(folder).relative_to(path).parts) == DEEPEST:
            notes.append(f"left out: folders more than {DEEPEST} deep")
        yield from (
            Path(folder, name)
            for name in names
            if name not in _OF_SYSTEMS and not name.startswith("._")
        )


def _is_of_systems(name: str, notes: list[str]) -> bool:
    """Tell whether systems leave such a file or folder next to others; note what is left out."""
    parts = name.split("/")
    found = [one for one in parts if one in _OF_SYSTEMS] or [parts[-1]] * parts[-1].startswith("._")
    for one in found:
        told = f"left out: {one}"
        if one not in _NEVER_NOTED and not one.startswith("._") and told not in notes:
            notes.append(told)
    return bool(found)


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Turn what is wrong with an archive into the outcome of the submission."""
    try:
        yield
    except BadArchive as error:
        raise Misbehaved(IMPORT_FAILED, storable_line(f"{name} {error}")) from None
