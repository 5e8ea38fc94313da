"""Reading of TOML files, with errors that name the file, the line, the table and the key."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, TypeVar

from aima_search.base.errors import InputError, SearchError, UnknownName
from aima_search.base.option import Option, read_switch

Table = TypeVar("Table", bound="TomlTable")


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Return the values of a TOML text; for wrong syntax, raise InputError with the line number."""
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        return dict(toml.loads(text))
    except ValueError as error:  # wrong syntax, or a number with thousands of digits
        raise InputError(f"{file}: {error}") from None
    except RecursionError:
        raise InputError(f"{file}: lists or tables are too deeply nested") from None


@dataclass(frozen=True)
class TomlTable:
    """A table of a TOML file; each method returns values of one type, and errors name the line."""

    file: str
    source: str  # the text of the file
    values: Mapping[str, Any]
    name: str = ""  # "" for the top level of the file
    nth: int = 1  # 2 for the second table with this name, and so on

    def table(self: Table, key: str, known: Iterable[str]) -> Table:
        """Return the table under ``key`` in this table, or an empty table if the key is missing."""
        values = self.values.get(key, {})
        if not isinstance(values, dict):
            raise InputError(f"{self.of_key(key)}: expected a table that begins with [{key}]")
        found = replace(self, values=values, name=key, nth=1)
        found.check_keys(known)
        return found

    def tables(self: Table, key: str, name: str = "", before: int = 0) -> Iterator[Table]:
        """Yield the tables of the array ``key``, and number them from ``before`` + 1."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
            raise InputError(f"{self.of_key(key)}: expected tables that begin with [[{key}]]")
        for nth, values in enumerate(value, before + 1):
            yield replace(self, values=values, name=name or key, nth=nth)

    def __str__(self) -> str:
        return self.of_key(None)

    def of_key(self, key: str | None) -> str:
        """Return the position of ``key`` as a text for messages: "FILE, line 3 [TABLE] KEY"."""
        line = self._line(key) or self._line(None) or replace(self, name="")._line(self.name)
        place = f"{self.file}, line {line}" if line else self.file
        return " ".join(filter(None, [place, f"[{self.name}]" if self.name else "", key]))

    def _line(self, key: str | None) -> int | None:
        """Return the line number of ``key``, or of the table's header if ``key`` is None."""
        inside, count = not self.name, 0
        long_text = r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\''
        source = re.sub(long_text, lambda text: "\n" * text[0].count("\n"), self.source, flags=re.S)
        for number, line in enumerate(source.splitlines(), 1):
            header = re.match(r"\s*\[\[?\s*([\w.-]+)\s*\]\]?", line)
            if header:
                count += header[1] == self.name
                inside = header[1] == self.name and count == self.nth
                if (inside and key is None) or (not self.name and header[1] == key):
                    return number
            elif inside and key and re.match(rf"\s*\"?{re.escape(key)}\"?\s*=", line):
                return number
        return None

    @contextmanager
    def at(self, key: str) -> Iterator[None]:
        """Context manager: put the file, the line and ``key`` before the message of an error."""
        try:
            yield
        except SearchError as error:
            message = str(error)
            if not message.startswith(f"{self.file}, "):
                error.args = (f"{self.of_key(key)}: {message}",)
            raise

    def check_keys(
        self, known: Iterable[str], required: Iterable[str] = (), also: Iterable[str] = ()
    ) -> None:
        """Raise an error if a key is unknown or missing. also: more keys to suggest."""
        known = list(known)
        for key in self.values:
            if key not in known:
                with self.at(key):
                    raise UnknownName("key", key, [*known, *also])
        for key in required:
            if key not in self.values:
                raise InputError(f"{self}: the key {key!r} is missing")

    def read(self, option: Option, default: Any = None) -> Any:
        """Return the value of ``option`` in the table, or ``default`` if the value is missing."""
        name = option.name
        return self.checked(option, self.values[name]) if name in self.values else default

    def checked(self, option: Option, value: Any) -> Any:
        """Return ``value`` if ``option`` allows it; otherwise raise an error that names the key."""
        if not option.fits(value):
            place = self.of_key(option.name)
            raise InputError(f"{place} = {value!r}: expected {option.short_of(value)}")
        return value

    def text(self, key: str, default: str = "") -> str:
        """Return the text that a key holds."""
        value = self.values.get(key, default)
        if not isinstance(value, str):
            raise InputError(f"{self.of_key(key)}: found {value!r}: expected a text")
        return value

    def choice(self, key: str, known: Iterable[str], kind: str, default: str = "") -> str:
        """Return the name that a key holds; it must be one of the known names."""
        name = self.text(key, default)
        if name not in (known := list(known)):
            with self.at(key):
                raise UnknownName(kind, name, known)
        return name

    def choices(self, key: str, known: Iterable[str], kind: str) -> Sequence[str]:
        """Return the names listed under ``key``, or all ``known`` names if the key is missing."""
        known = list(known)
        names = list(dict.fromkeys(self.texts(key, known)))
        for name in names:
            replace(self, values={key: name}).choice(key, known, kind)
        return names

    def texts(self, key: str, default: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the texts that a key holds: one text, or a list of texts."""
        listed = as_list(self.values.get(key, list(default)))
        for text in listed:
            if not isinstance(text, str):
                raise InputError(
                    f"{self.of_key(key)}: found {text!r}: expected a text, or a list of texts"
                )
        if not listed and key in self.values:
            raise InputError(f"{self.of_key(key)}: found an empty list: expected at least one text")
        return tuple(listed)

    def switch(self, key: str, default: bool = False) -> bool:
        """Return the value that a key holds, true or false."""
        return bool(self.read(Option(key, read_switch, ""), default))

    def whole(self, key: str, default: int) -> int:
        """Return the whole number that a key holds; raise InputError if the number is below 1."""
        return int(self.read(Option(key, int, "", least=1), default))

    def number(self, key: str, default: float) -> float:
        """Return the number that a key holds; raise InputError if the number is below 0."""
        return self.read(Option(key, float, "", least=0), default)

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return a key's numbers as a tuple. The file may have one number or a list."""
        listed = as_list(self.values.get(key))
        if not listed:
            raise InputError(f"{self.of_key(key)} = []: expected at least one number")
        option = Option(key, float, "", least=0)
        return tuple(self.checked(option, number) for number in listed)


def as_list(value: Any) -> list[Any]:
    """Return ``value`` if it is a list, otherwise a list with this value."""
    return value if isinstance(value, list) else [value]
