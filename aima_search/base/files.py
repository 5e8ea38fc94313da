"""User files: their encodings, and errors that name the file."""

from __future__ import annotations

import os
import shutil
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aima_search.base.errors import InputError

MAX_PATH = 1000  # the largest number of characters of a path
MAX_FILE_SIZE = 10_000_000  # the largest number of bytes of a file with boards


def is_file(reference: str) -> bool:
    """Return True if the text ``reference`` is the path of a file or of a pipe."""
    try:
        path = Path(reference)
        return len(reference) < MAX_PATH and path.exists() and not path.is_dir()
    except (OSError, ValueError):  # a path that is too long, or has a null character
        return False


def no_file(path: Path) -> str:
    """Return a text for an error message: the reason why there is no file at ``path``."""
    with suppress(OSError, ValueError):  # the path is impossible on this system
        if path.is_dir():
            return "found a folder, expected a file"
    return "there is no such file"


def read_file(path: Path, errors: str = "strict") -> str:
    """Return the text of a file of boards; raise InputError if it cannot be read.

    errors: what to do with bytes that are not valid in the encoding, as for ``bytes.decode``.
    """
    if not is_file(str(path)):
        raise InputError(f"file {str(path)!r}: {no_file(path)}")
    with path.open("rb") as file:
        content = file.read(MAX_FILE_SIZE + 1)
    if len(content) > MAX_FILE_SIZE:
        raise InputError(f"file {str(path)!r}: expected at most {MAX_FILE_SIZE:,} bytes")
    try:
        text = content.decode(encoding_of(content), errors)
    except UnicodeDecodeError as error:
        raise InputError(f"file {str(path)!r}: expected UTF-8 text ({error.reason})") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encoding_of(start: bytes) -> str:
    """Return the encoding of a file that begins with the bytes ``start``: UTF-16 or UTF-8."""
    return "utf-16" if start.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8-sig"


def text_at(path: str) -> str | None:
    """Return the text of a file, or None if the file does not exist."""
    return read_file(Path(path)) if Path(path).is_file() else None


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Context manager: if an OSError in the block names no file, add ``path`` to the error."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def replace_file(path: Path, text: str) -> None:
    """Write a text file. The old file is kept until the new file is complete.

    A new file, a pipe, or a file in a read-only folder is written directly.
    """
    file = path.resolve()
    with writing(path):
        if not file.is_file() or not all(os.access(one, os.W_OK) for one in (file, file.parent)):
            file.write_text(text, encoding="utf-8", newline="")
            return
        new = file.with_name(f".{file.name}.part")
        try:
            new.write_text(text, encoding="utf-8", newline="")
            shutil.copymode(file, new)
            os.replace(new, file)
        finally:
            new.unlink(missing_ok=True)
