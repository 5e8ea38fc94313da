"""A student's file of answers in its process: it is parsed there because its text may do harm."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aima_search.apps.grade.sandbox.values import odd, plain_number
from aima_search.apps.lab.grid import parse_toml
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.registry import PluginError
from aima_search.catalog.files import read_file


class AnswerSide:
    """The numbers of a TOML or JSON file by their names; PluginError if it cannot be read."""

    def __init__(self, path: str) -> None:
        self._file = os.path.basename(path)
        try:
            text = read_file(Path(path))
            values = json.loads(text) if path.endswith(".json") else parse_toml(text, self._file)
        except (InputError, ValueError) as error:
            raise PluginError(str(error)) from None
        except RecursionError:
            raise PluginError(f"{self._file} is nested too deeply") from None
        if not isinstance(values, dict):
            raise PluginError(f"{self._file}: expected names with numbers")
        self._values = values

    def commands(self) -> dict[str, Callable[..., Any]]:
        """Return what can be asked, by its name."""
        return {"answer": self._answer}

    def _answer(self, name: str) -> list[Any]:
        """Return the only number of a name, or the words that stand in its place."""
        if name not in self._values:
            raise UnknownName(f"answer in {self._file}", name, self._values)
        value = self._values[name]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return [plain_number(value) if is_number else odd(value)]
