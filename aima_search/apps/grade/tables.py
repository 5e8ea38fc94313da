"""A table of an assignment: its values, read by type, with the line in every error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aima_search.apps.grade.boards import AssignedBoard
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.option import Option, read_switch
from aima_search.base.toml_values import Place, one_text, strings
from aima_search.model.puzzle import Puzzle


@dataclass(frozen=True)
class AssignmentTable:
    """Values with their place; ``boards``: the boards of the assignment by the names of sets."""

    values: Mapping[str, Any]
    place: Place
    puzzle: type[Puzzle]
    boards: Mapping[str, Sequence[AssignedBoard]]

    def check_keys(self, known: Iterable[str], required: Iterable[str] = ()) -> None:
        """Refuse a key that is not known, and a key that is missing."""
        self.place.check_keys(self.values, known, required)

    def text(self, key: str, default: str = "") -> str:
        """Return a text."""
        with self.place.at(key):
            return one_text(self.values.get(key, default))

    def choice(self, key: str, known: Iterable[str], kind: str, default: str = "") -> str:
        """Return a known name."""
        name = self.text(key, default)
        with self.place.at(key):
            if name not in (known := list(known)):
                raise UnknownName(kind, name, known)
        return name

    def choices(self, key: str, known: Sequence[str], kind: str) -> tuple[str, ...]:
        """Return several known names, all if the key is missing."""
        with self.place.at(key):
            names = strings(self.values.get(key, list(known)))
            for name in names:
                if name not in known:
                    raise UnknownName(kind, name, known)
        return tuple(dict.fromkeys(names))

    def texts(self, key: str, default: Sequence[str] = ()) -> tuple[str, ...]:
        """Return one text or a list of them."""
        with self.place.at(key):
            return tuple(strings(self.values[key])) if key in self.values else tuple(default)

    def switch(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        found: bool = self.place.read(self.values, Option(key, read_switch, ""), default)
        return found

    def whole(self, key: str, default: int) -> int:
        """Return a whole number from 1 up."""
        found: int = self.place.read(self.values, Option(key, int, "", least=1), default)
        return found

    def number(self, key: str, default: float) -> float:
        """Return a number from 0 up; a whole number stays an int."""
        return self._number(key, self.values.get(key, default))

    def numbers(self, key: str) -> tuple[float, ...]:
        """Return one number or a list of them."""
        value = self.values.get(key)
        listed = value if isinstance(value, list) else [value]
        if not listed:
            raise InputError(f"{self.place.of_key(key)} = []: expected one number or more")
        return tuple(self._number(key, one) for one in listed)

    def of_boards(self, key: str = "boards") -> tuple[AssignedBoard, ...]:
        """Return the boards of sets that the assignment names; all, if the key is missing."""
        if not self.boards:
            raise InputError(
                f"{self.place}: there is no set of boards for this part: expected [[boards]], with"
                " arguments if the part has a reference"
            )
        with self.place.at(key):
            names = strings(self.values.get(key, list(self.boards)))
            for name in names:
                if name not in self.boards:
                    raise UnknownName("set of boards", name, self.boards)
        found = [board for name in names for board in self.boards[name]]
        return tuple(dict.fromkeys(found))

    def _number(self, key: str, value: Any) -> float:
        found: float = self.place.checked(Option(key, float, "", least=0), value)
        return found
