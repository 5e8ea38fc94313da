"""References to heuristics: a registered name, or ``path/file.py:function``, or a notebook's.

The one grammar of such references, wherever they stand: at the command line, inside an
expression, in a laboratory's grid. A path may hold blanks and a drive letter; one with a sign of
expressions, any of ``( ) , * +``, is put in quotes together with the name: ``'my (1).py:h'``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

NAME = r"[A-Za-z_][\w-]*"
_TAIL = r"\.(?:py|ipynb):\w+"
FILE = rf"""'[^'\n]+{_TAIL}'|"[^"\n]+{_TAIL}"|[^\s(),*+'"][^(),*+'"\n]*?{_TAIL}"""


@dataclass(frozen=True)
class FileReference:
    """A function in a user's file."""

    path: str
    function: str

    def __str__(self) -> str:
        text = f"{self.path}:{self.function}"
        if not re.search(r"[(),*+'\"]", text):
            return text
        return f'"{text}"' if "'" in text else f"'{text}'"


@dataclass(frozen=True)
class MadeReference:
    """A registered name with what stands in parentheses after it: ``pattern-database(5-5-5)``."""

    name: str
    arguments: str

    def __str__(self) -> str:
        return f"{self.name}({self.arguments})"


Reference: TypeAlias = "str | FileReference | MadeReference"
"""A registered name, without arguments or with them, or a function in a file."""


def parse_reference(text: str) -> Reference | None:
    """Return the reference that a text is, None if it is neither a name nor a file's function.

    >>> parse_reference("C:/my heuristics/best.py:h")
    FileReference(path='C:/my heuristics/best.py', function='h')
    """
    text = text.strip()
    if re.fullmatch(NAME, text, re.ASCII):
        return text
    if re.fullmatch(FILE, text):
        path, _, function = text.strip("'\"").rpartition(":")
        return FileReference(path, function)
    return None


def split_list(text: str) -> list[str]:
    """Split at the commas outside of parentheses and quotes.

    >>> split_list("all, max(a, b), 'my, own.py:h'")
    ['all', 'max(a, b)', "'my, own.py:h'"]
    """
    parts, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        else:
            depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0 and not quote:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]
