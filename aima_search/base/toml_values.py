"""Reading of TOML files, with errors that name the file, the line, the table and the key.

tomllib does not report positions, so the line of a key is found by searching the text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

from aima_search.base.errors import InputError, SearchError, UnknownName
from aima_search.base.option import Option


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Return the values of a TOML text; raise InputError, with the line, for wrong syntax."""
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        return dict(toml.loads(text))
    except ValueError as error:  # wrong syntax, or a number with thousands of digits
        raise InputError(f"{file}: {error}") from None
    except RecursionError:
        raise InputError(f"{file}: lists or tables are too deeply nested") from None


@dataclass(frozen=True)
class TomlTable:
    """A table of a TOML file; ``number`` counts the tables with this name, "" is the top table."""

    file: str
    text: str
    name: str = ""
    number: int = 1

    def table(self, name: str, number: int = 1) -> TomlTable:
        """Return another table of the file."""
        return TomlTable(self.file, self.text, name, number)

    def __str__(self) -> str:
        return self.of_key(None)

    def of_key(self, key: str | None) -> str:
        """Return "file, line 3 [table] key"."""
        line = self._line(key) or self._line(None) or replace(self, name="")._line(self.name)
        parts = [self.file] + ([f"line {line}"] if line else [])
        inside = [f"[{self.name}]" if self.name else "", key or ""]
        return ", ".join(parts) + (" " + " ".join(filter(None, inside)) if any(inside) else "")

    def _line(self, key: str | None) -> int | None:
        """Return the number of the line of a key, or of the table's header if ``key`` is None."""
        inside, count = not self.name, 0
        for number, line in enumerate(_without_long_texts(self.text).splitlines(), 1):
            header = re.match(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?", line)
            if header:
                count += header[1] == self.name
                inside = header[1] == self.name and count == self.number
                if (inside and key is None) or (not self.name and header[1] == key):
                    return number
            elif inside and key and re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line):
                return number
        return None

    @contextmanager
    def at(self, key: str) -> Iterator[None]:
        """Put the position of a key before the message of an error raised in the block."""
        try:
            yield
        except SearchError as error:
            message = str(error)
            if not message.startswith(f"{self.file}, "):
                error.args = (f"{self.of_key(key)}: {message}",)
            raise

    def check_keys(
        self,
        values: Mapping[str, Any],
        known: Iterable[str],
        required: Iterable[str] = (),
        also: Iterable[str] = (),
    ) -> None:
        """Raise an error for an unknown or missing key; also: further keys to suggest."""
        known = list(known)
        for key in values:
            if key not in known:
                with self.at(key):
                    raise UnknownName("key", key, [*known, *also])
        for key in required:
            if key not in values:
                raise InputError(f"{self}: the key {key!r} is missing")

    def read(self, values: Mapping[str, Any], option: Option, default: Any = None) -> Any:
        """Return the value of an option in a table, or the default if the key is missing."""
        if option.name not in values:
            return default
        return self.checked(option, values[option.name])

    def checked(self, option: Option, value: Any) -> Any:
        """Return a value of an option; raise InputError, with the position, if not allowed."""
        if not option.fits(value):
            place = self.of_key(option.name)
            raise InputError(f"{place} = {value!r}: expected {option.short_of(value)}")
        return value


def _without_long_texts(text: str) -> str:
    """Return the text of a file with all multi-line strings replaced by empty lines."""
    pattern = r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\''
    return re.sub(pattern, lambda match: "\n" * match[0].count("\n"), text, flags=re.DOTALL)


def one_text(value: Any) -> str:
    """Return a value if it is a text; raise InputError for any other value."""
    if not isinstance(value, str):
        raise InputError(f"found {value!r}: expected a text")
    return value


def strings(value: Any) -> list[str]:
    """Return a text or a list of texts as a list; raise InputError for any other value."""
    listed: Sequence[Any] = value if isinstance(value, list) else [value]
    for text in listed:
        if not isinstance(text, str):
            raise InputError(f"found {text!r}: expected a text, or a list of texts")
    if not listed:
        raise InputError("found an empty list: expected at least one text")
    return list(listed)
