"""Heuristic expressions, such as ``max(partial-alignment, 2 * conflicts + 1)``.

An expression is parsed by the following grammar and never evaluated as code.

sum       := product ('+' product)*
product   := factor ('*' factor)*        at most one factor that is not a number
factor    := number | reference | ('max' | 'min') '(' sum (',' sum)* ')' | '(' sum ')'
reference := name                        a registered heuristic: letters, digits, - and _
           | name '(' text ')'           a heuristic made from the problem, with its argument
           | path/file.py:function       a function in a file or a notebook

If a path contains one of ``( ) , * +``, put the path and the function in quotes:
``'my (1).py:h'``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import inf, prod
from typing import TypeAlias

from aima_search.base.errors import ExpressionError
from aima_search.catalog.combine import maximum, minimum, weighted, weighted_sum
from aima_search.model.problem import Heuristic

NAME = r"[A-Za-z_][\w-]*"
_TAIL = r"\.(?:py|ipynb):(?u:\w+)"  # Python names may have letters of any language
FILE = rf"""'[^'\n]+{_TAIL}'|"[^"\n]+{_TAIL}"|[^\s(),*+'"][^(),*+'"\n]*?{_TAIL}"""


@dataclass(frozen=True)
class FileReference:
    """A reference to a function in a user's file: the file's path and the function's name."""

    path: str
    function: str

    def __str__(self) -> str:
        text = f"{self.path}:{self.function}"
        if not re.search(r"[(),*+'\"]", text):
            return text
        return f'"{text}"' if "'" in text else f"'{text}'"


@dataclass(frozen=True)
class ParametrizedHeuristic:
    """A heuristic's name with an argument in parentheses, such as ``pattern-database(5-5-5)``."""

    name: str
    arguments: str

    def __str__(self) -> str:
        return f"{self.name}({self.arguments})"


Reference: TypeAlias = "str | FileReference | ParametrizedHeuristic"
"""A registered name (with or without an argument) or a function in a file."""


def parse_reference(text: str) -> Reference | None:
    """Parse a heuristic's name or ``file.py:name``; return None for any other text."""
    text = text.strip()
    if re.fullmatch(NAME, text, re.ASCII):
        return text
    if re.fullmatch(FILE, text):
        path, _, function = text.strip("'\"").rpartition(":")
        return FileReference(path, function)
    return None


def split_list(text: str) -> list[str]:
    """Split a text at its commas, but not at commas in parentheses or quotes."""
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


_NUMBER = r"\d+(?:\.\d+)?(?![\w.])"
_BLANKS = " \t\n\r\f\v"  # the same as \s in ASCII
_MAX_LENGTH = 10_000  # characters
_MAX_DEPTH = 50


@dataclass(frozen=True)
class Combination:
    """A parsed combination, such as a maximum; the function ``make`` combines the ``parts``."""

    make: Callable[..., Heuristic]
    parts: tuple[Term, ...]


Term: TypeAlias = "Reference | Combination | float"


def build(text: str, lookup: Callable[[Reference], Heuristic]) -> Heuristic:
    """Build the heuristic that the expression ``text`` describes.

    lookup: a function that returns the heuristic for a reference. It is called only after the whole
    text is parsed.
    """

    def made(part: Term) -> Heuristic | float:
        if isinstance(part, Combination):
            return part.make(*map(made, part.parts))
        return part if isinstance(part, float) else lookup(part)

    heuristic = made(parse_expression(text))
    return heuristic if callable(heuristic) else weighted_sum((1, heuristic))


def references_of(text: str) -> list[Reference]:
    """Return the names and the ``file.py:name`` references in an expression, in their order."""

    def found(part: Term) -> Iterator[Reference]:
        if isinstance(part, Combination):
            for inner in part.parts:
                yield from found(inner)
        elif not isinstance(part, float):
            yield part

    return list(found(parse_expression(text)))


@lru_cache
def parse_expression(text: str) -> Term:
    """Parse a heuristic expression; raise ExpressionError with the position of a mistake."""
    if file := re.fullmatch(r"([^(),*+:]*\.py)(?::([A-Za-z_]\w*(?:-\w+)+)?)?", text.strip()):
        name = (file[2] or "my_h").replace("-", "_")
        raise ExpressionError(
            f"heuristic {text!r}: expected a file with a function, such as '{file[1]}:{name}'"
        )
    if len(text) > _MAX_LENGTH:
        raise ExpressionError(
            f"the expression has {len(text)} characters: expected at most {_MAX_LENGTH}"
        )
    parser = _Parser(text.rstrip(_BLANKS))
    whole = parser.sum(depth=0)
    if parser.at < len(parser.text):
        raise parser.error("+, * or the end of the expression")
    return whole


class _Parser:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0  # ``at`` is the index of the next character

    def accept(self, pattern: str) -> str:
        """Read the next token if it matches ``pattern``; return the token, or "" if not."""
        token = re.compile(rf"\s*({pattern})", re.ASCII).match(self.text, self.at)
        if token is None:
            return ""
        self.at = token.end()
        return token[1]

    def expect(self, pattern: str, what: str) -> str:
        token = self.accept(pattern)
        if not token:
            raise self.error(what)
        return token

    def error(self, expected: str) -> ExpressionError:
        rest = self.text[self.at :].lstrip(_BLANKS)
        token = re.match(rf"{FILE}|{_NUMBER}|{NAME}|.", rest, re.ASCII)
        return ExpressionError(
            f"heuristic expression {self.text!r}, character {len(self.text) - len(rest) + 1}:"
            f" found {repr(token[0]) if token else 'the end'}, expected {expected}"
        )

    def sum(self, depth: int) -> Term:
        if depth > _MAX_DEPTH:
            raise self.error(f"at most {_MAX_DEPTH} levels of parentheses")
        terms = [self.product(depth)]
        while self.accept(r"\+"):
            terms.append(self.product(depth))
        if len(terms) == 1:
            return terms[0]
        return Combination(lambda *parts: weighted_sum(*[(1, h) for h in parts]), tuple(terms))

    def product(self, depth: int) -> Term:
        factors = [self.factor(depth)]
        while self.accept(r"\*"):
            before = self.at
            factors.append(self.factor(depth))
            if sum(not isinstance(factor, float) for factor in factors) > 1:
                self.at = before
                raise self.error("a number: a product can have only one heuristic")
        if len(factors) == 1:
            return factors[0]
        number = prod(factor for factor in factors if isinstance(factor, float))
        heuristics = tuple(factor for factor in factors if not isinstance(factor, float))
        if not heuristics:
            return number
        return Combination(lambda part: weighted(part, number), heuristics)

    def factor(self, depth: int) -> Term:
        before = self.at
        if file := self.accept(FILE):
            reference = parse_reference(file)
            assert reference is not None
            return reference
        if number := self.accept(_NUMBER):
            if float(number) == inf:
                self.at = before
                raise self.error("a smaller number")
            return float(number)
        if self.accept(r"\("):
            inner = self.sum(depth + 1)
            self.expect(r"\)", "')'")
            return inner
        name = self.expect(NAME, "a heuristic, a number, max(...), min(...) or '('")
        if name in ("max", "min"):
            self.expect(r"\(", f"'(' after {name}")
            parts = [self.sum(depth + 1)]
            while self.accept(","):
                parts.append(self.sum(depth + 1))
            self.expect(r"\)", "',' or ')'")
            return Combination(maximum if name == "max" else minimum, tuple(parts))
        return ParametrizedHeuristic(name, self.argument()) if self.accept(r"\(") else name

    def argument(self) -> str:
        """After "(" has been read: return the text up to the ")" that matches it."""
        start, depth = self.at, 1
        while depth:
            self.accept(r"[\w\s.,:;+*/|-]*")
            depth += 1 if self.expect(r"[()]", "an argument, ',' or ')'") == "(" else -1
        return self.text[start : self.at - 1].strip()
