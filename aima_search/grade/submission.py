"""What is handed in: a file or a folder, with a name, copied to where the student's code may be."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from aima_search.errors import InputError, UnknownName
from aima_search.grade.outcomes import IMPORT_FAILED, NOT_FOUND
from aima_search.grade.sandbox.box import Misbehaved, cell_user
from aima_search.grade.sandbox.confinement import may_enter
from aima_search.interchange import storable_text

_LARGEST = 20 * 2**20  # bytes of all files together
_MOST = 500  # files
_ENDINGS = ((".py",), (".toml", ".json"))  # of scripts, and of answers
_BESIDES = ("__pycache__", "__MACOSX", ".git", ".ipynb_checkpoints")


@dataclass(frozen=True)
class Submission:
    """A file or folder to be graded, by a name that no other submission of the class has."""

    name: str
    path: Path

    def files(self) -> list[Path]:
        """Return its files, in order; links are left out, for they lead elsewhere."""
        found = [] if self.path.is_dir() else [self.path]
        for folder, folders, names in os.walk(self.path):
            folders[:] = sorted(set(folders) - set(_BESIDES))
            found += [Path(folder, name) for name in sorted(names)]
        return [file for file in found if file.is_file() and not file.is_symlink()]

    def content(self) -> str:
        """Return a hash of all that was handed in."""
        digest = sha256()
        for file in self._bounded():
            digest.update(repr(str(file.relative_to(self.path))).encode("utf-8", "replace"))
            digest.update(sha256(file.read_bytes()).digest())
        return digest.hexdigest()[:32]

    def _bounded(self) -> list[Path]:
        """Return the files; Misbehaved if they are too many or too large."""
        files = self.files()
        size = sum(file.stat().st_size for file in files)
        if len(files) > _MOST or size > _LARGEST:
            raise Misbehaved(
                IMPORT_FAILED,
                f"{len(files):,} files of {size:,} bytes were handed in: expected at most {_MOST}"
                f" files of {_LARGEST:,} bytes",
            )
        return files

    def copy_to(self, folder: Path) -> None:
        """Copy the files to a folder, none of them with more rights than to be read."""
        for file in self._bounded():
            name = file.name if file == self.path else file.relative_to(self.path)
            there = folder / name
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, there)


@dataclass(frozen=True)
class Handed:
    """A submission where its code may run: the folder, the script in it, the user it runs as."""

    folder: str
    file: str
    user: int | None

    @property
    def path(self) -> Path:
        """Where the file is."""
        return Path(self.folder, self.file)


@contextmanager
def handed(submission: Submission, file: str) -> Iterator[Handed]:
    """Copy a submission to a folder of its own for a while; ``file``: the wanted file.

    Misbehaved if the file is not there.
    """
    user = cell_user()
    with temporary_folder(user) as folder:
        submission.copy_to(Path(folder))
        chosen = _chosen(Path(folder), submission, file)
        for path in (folder, *(str(one) for one in Path(folder).rglob("*"))):
            os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
            if user is not None:
                os.chown(path, user, user)
        yield Handed(folder, chosen, user)


@contextmanager
def temporary_folder(user: int | None) -> Iterator[str]:
    """Make a folder for a while; it is removed with all that is in it, however deep.

    user: the user who may enter it, if not the user of this process.
    """
    folder = tempfile.mkdtemp(prefix="grade-", dir=_place(user))
    try:
        yield folder
    finally:
        try:
            shutil.rmtree(folder)
        except (OSError, RecursionError):
            for tool in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):  # what was closed, or is deep
                subprocess.run([*tool, folder], stderr=subprocess.DEVNULL, check=False)


def _place(user: int | None) -> str:
    """Return the folder for temporary folders; the user can enter it."""
    places = [tempfile.gettempdir(), "/tmp", "/var/tmp"]
    for place in places if user is not None else places[:1]:
        if user is None or may_enter(place):
            return place
    raise InputError(f"folder {places[0]!r} is closed to others: set TMPDIR to one that is not")


def _chosen(folder: Path, submission: Submission, wanted: str) -> str:
    """Return the file of a submission that is graded: the wanted file, or the only such file.

    A submission that is a single file may have any name with the right ending.
    """
    endings = _ENDINGS[Path(wanted).suffix != ".py"]
    there = sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())
    fitting = [name for name in there if name.endswith(endings)]
    if submission.path.is_dir():
        chosen = wanted if wanted in fitting else fitting[0] if len(fitting) == 1 else ""
    else:
        chosen = fitting[0] if fitting else ""
    if not chosen:
        raise Misbehaved(NOT_FOUND, _missing(wanted, fitting, there))
    if not (folder / chosen).read_bytes().strip():
        raise Misbehaved(NOT_FOUND, f"{chosen} is empty: expected what was asked for")
    return chosen


def _missing(wanted: str, fitting: Sequence[str], there: Sequence[str]) -> str:
    notebooks = [name for name in there if name.endswith(".ipynb")]
    if notebooks:
        return (
            f"{notebooks[0]} is a notebook: expected a script {wanted}; save it as one (File,"
            f" Save and Export as, Executable Script, or `jupyter nbconvert --to script"
            f" {notebooks[0]}`)"
        )
    if not there:
        return f"nothing was handed in: expected a file {wanted}"
    return str(UnknownName("file", wanted, fitting or there))


def submissions_of(paths: Sequence[str | Path]) -> list[Submission]:
    """Return the submissions at paths, each by the shortest name that no other submission has."""
    known = [Path(path) for path in paths]
    for path in known:
        if not path.exists():
            raise InputError(f"submission {str(path)!r}: there is no such file or folder")
    known = list(dict.fromkeys(known))
    ends = [path.absolute().parts for path in known]
    longest = max(map(len, ends), default=1)
    for length in range(1, longest + 1):
        names = [storable_text("/".join(parts[-length:])) for parts in ends]
        if len(set(names)) == len(names):
            return [Submission(name, path) for name, path in zip(names, known, strict=True)]
    raise InputError("the same submission is given twice")
