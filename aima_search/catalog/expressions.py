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
from math import inf
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
    """Parse ``text`` as a heuristic's name or as ``file.py:name``; return None if it is neither.

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
    """Split a text at its commas, but not at commas in parentheses or quotes.

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


_TOKEN = re.compile(
    rf"\s*(?:(?P<file>{FILE})"
    r"|(?P<number>\d+(?:\.\d+)?(?![\w.]))"
    rf"|(?P<name>{NAME})"
    r"|(?P<symbol>[(),*+]))",
    re.ASCII,
)
_ARGUMENT = re.compile(r"[\w\s.,:;+*/|()-]", re.ASCII)
_OPENS = re.compile(r"\s*\(")
_BLANKS = " \t\n\r\f\v"  # the same as \s in ASCII
_MAX_LENGTH = 10_000  # characters
_MAX_DEPTH = 50


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    position: int


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
        return part if isinstance(part, int | float) else lookup(part)

    heuristic = made(parse_expression(text))
    return heuristic if callable(heuristic) else weighted_sum((1, heuristic))


def references_of(text: str) -> list[Reference]:
    """Return the heuristics' names and the ``file.py:name`` references in an expression, in order.

    >>> [str(part) for part in references_of("max(zero, 2 * my heur.py:h)")]
    ['zero', 'my heur.py:h']
    """

    def found(part: Term) -> Iterator[Reference]:
        if isinstance(part, Combination):
            for inner in part.parts:
                yield from found(inner)
        elif not isinstance(part, int | float):
            yield part

    return list(found(parse_expression(text)))


def parse_expression(text: str) -> Term:
    """Parse a heuristic expression; raise ExpressionError with the position of a mistake."""
    if re.fullmatch(r"[^(),*+:]*\.py:?", text.strip()):
        file = text.strip().rstrip(":")
        raise ExpressionError(
            f"heuristic {text!r}: expected a file with a function, such as '{file}:my_h'"
        )
    if of_file := re.fullmatch(r"([^(),*+:]*\.py):([A-Za-z_]\w*(?:-\w+)+)", text.strip()):
        file, name = of_file[1], of_file[2].replace("-", "_")
        raise ExpressionError(
            f"heuristic {text!r}: expected the name of a function, such as '{file}:{name}'"
        )
    parser = _Parser(text)
    whole = parser.sum(depth=0)
    parser.expect("end", "end of the expression")
    return whole


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokenize(text)
        self.next = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.next]

    def accept(self, symbol: str) -> bool:
        if self.token.kind == "symbol" and self.token.text == symbol:
            self.next += 1
            return True
        return False

    def expect(self, kind: str, what: str, text: str | None = None) -> _Token:
        token = self.token
        if token.kind != kind or (text is not None and token.text != text):
            raise _error(self.text, token, what)
        self.next += 1
        return token

    def sum(self, depth: int) -> Term:
        if depth > _MAX_DEPTH:
            raise _error(self.text, self.token, f"at most {_MAX_DEPTH} levels of parentheses")
        terms = [self.product(depth)]
        while self.accept("+"):
            terms.append(self.product(depth))
        if len(terms) == 1:
            return terms[0]
        return Combination(lambda *parts: weighted_sum(*[(1, h) for h in parts]), tuple(terms))

    def product(self, depth: int) -> Term:
        number, heuristic = 1.0, None
        factors = 0
        while factors == 0 or self.accept("*"):
            at = self.token
            factor = self.factor(depth)
            factors += 1
            if isinstance(factor, int | float):
                number *= factor
            elif heuristic is None:
                heuristic = factor
            else:
                fault = "a number, because only one factor of a product may be a heuristic"
                raise _error(self.text, at, fault)
        if heuristic is None:
            return number
        if factors == 1:
            return heuristic
        return Combination(lambda part: weighted(part, number), (heuristic,))

    def factor(self, depth: int) -> Term:
        token = self.token
        if token.kind == "number":
            self.next += 1
            if float(token.text) == inf:
                raise _error(self.text, token, "a smaller number")
            return float(token.text) if "." in token.text else int(token.text)
        if self.accept("("):
            inner = self.sum(depth + 1)
            self.expect("symbol", "')'", ")")
            return inner
        if token.kind == "file":
            self.next += 1
            reference = parse_reference(token.text)
            assert reference is not None
            return reference
        if token.kind == "made":
            self.next += 1
            name, _, arguments = token.text.partition("(")
            return ParametrizedHeuristic(name.strip(), arguments[:-1].strip())
        name = self.expect("name", "a heuristic, a number, max(...), min(...) or '('").text
        if name in ("max", "min"):
            self.expect("symbol", f"'(' after {name}", "(")
            parts = [self.sum(depth + 1)]
            while self.accept(","):
                parts.append(self.sum(depth + 1))
            self.expect("symbol", "',' or ')'", ")")
            return Combination(maximum if name == "max" else minimum, tuple(parts))
        return name


def _tokenize(text: str) -> list[_Token]:
    if len(text) > _MAX_LENGTH:
        raise ExpressionError(
            f"the expression has {len(text)} characters: expected at most {_MAX_LENGTH}"
        )
    tokens, position = [], 0
    end = len(text.rstrip(_BLANKS))
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            start = end - len(text[position:end].lstrip(_BLANKS))
            bad = _Token("unknown", text[start], start)
            raise _error(text, bad, "a name, a number or one of ( ) , * +")
        kind, start, stop = match.lastgroup, match.start(match.lastgroup), match.end()
        if kind == "name" and match[kind] not in ("max", "min") and _OPENS.match(text, stop):
            kind, stop = "made", _closing(text, stop)
        tokens.append(_Token(kind, text[start:stop], start))
        position = stop
    return [*tokens, _Token("end", "", end)]


def _closing(text: str, start: int) -> int:
    """Return the index after the ")" that closes the first "(" at or after ``start``."""
    depth = 0
    for place in range(text.index("(", start), len(text)):
        if not _ARGUMENT.match(text, place):
            raise _error(text, _Token("unknown", text[place], place), "an argument, ',' or ')'")
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    raise _error(text, _Token("end", "", len(text)), "')'")


def _error(text: str, token: _Token, expected: str) -> ExpressionError:
    found = "the end" if token.kind == "end" else repr(token.text)
    return ExpressionError(
        f"heuristic expression {text!r}, character {token.position + 1}:"
        f" found {found}, expected {expected}"
    )
