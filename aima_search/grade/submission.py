"""What is handed in: a file or a folder, with a name, copied to where the student's code may be."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from aima_search.errors import InputError, UnknownName
from aima_search.grade.outcomes import IMPORT_FAILED, NOT_FOUND
from aima_search.grade.sandbox.box import Misbehaved, cell_user

_LARGEST = 20 * 2**20  # bytes of all files together
_MOST = 500  # files
_BESIDES = ("__pycache__", "__MACOSX", ".git", ".ipynb_checkpoints")


@dataclass(frozen=True)
class Submission:
    """A file or folder to be graded, by a name that no other one of the class has."""

    name: str
    path: Path

    def files(self) -> list[Path]:
        """Return its files, in order; links are none, for they lead out of it."""
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
        """Return the files; Misbehaved where they are too many or too large."""
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


@contextmanager
def handed(submission: Submission, file: str) -> Iterator[Handed]:
    """Copy a submission to a folder of its own for a while; ``file``: the script that is wanted.

    Misbehaved where that is not there, or is no script.
    """
    user = cell_user()
    with tempfile.TemporaryDirectory(prefix="grade-", ignore_cleanup_errors=True) as folder:
        submission.copy_to(Path(folder))
        script = _script(Path(folder), submission, file)
        for path in (folder, *(str(one) for one in Path(folder).rglob("*"))):
            os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
            if user is not None:
                os.chown(path, user, user)
        yield Handed(folder, script, user)


def _script(folder: Path, submission: Submission, wanted: str) -> str:
    """Return the script of a submission: the one that is wanted, or the only one that there is."""
    scripts = sorted(str(one.relative_to(folder)) for one in folder.rglob("*.py"))
    if submission.path.is_dir():
        chosen = wanted if wanted in scripts else scripts[0] if len(scripts) == 1 else ""
    else:
        chosen = submission.path.name
    if chosen.endswith(".py"):
        _check_script(folder / chosen)
        return chosen
    others = [chosen] if chosen else sorted(str(one.relative_to(folder)) for one in _files(folder))
    raise Misbehaved(NOT_FOUND, _missing(wanted, scripts, others))


def _files(folder: Path) -> Iterator[Path]:
    return (one for one in folder.rglob("*") if one.is_file())


def _missing(wanted: str, scripts: Sequence[str], others: Sequence[str]) -> str:
    notebooks = [name for name in others if name.endswith(".ipynb")]
    if notebooks:
        return (
            f"{notebooks[0]} is a notebook: expected a script {wanted}; save it as one (File,"
            f" Save and Export as, Executable Script, or `jupyter nbconvert --to script"
            f" {notebooks[0]}`)"
        )
    if not others:
        return f"nothing was handed in: expected a file {wanted}"
    return str(UnknownName("file", wanted, scripts or others))


def _check_script(path: Path) -> None:
    if not path.read_bytes().strip():
        raise Misbehaved(NOT_FOUND, f"{path.name} is empty: expected the code that was asked for")


def submissions_of(paths: Sequence[str | Path]) -> list[Submission]:
    """Return the submissions at paths, each by the shortest name that tells it from the others."""
    known = [Path(path) for path in paths]
    for path in known:
        if not path.exists():
            raise InputError(f"submission {str(path)!r}: there is no such file or folder")
    known = list(dict.fromkeys(known))
    ends = [path.resolve().parts for path in known]
    longest = max(map(len, ends), default=1)
    for length in range(1, longest + 1):
        names = ["/".join(parts[-length:]) for parts in ends]
        if len(set(names)) == len(names):
            return [Submission(name, path) for name, path in zip(names, known, strict=True)]
    raise InputError("the same submission is given twice")
