"""Conversion of values to JSON, CSV and other formats, and of search paths for ``pickle``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from numbers import Number, Rational
from typing import Any, TypeAlias

RowColumn: TypeAlias = tuple[int, int]
"""The position of a cell on a board: (row, column), both counted from 0 at the top left."""

_APOSTROPHE, _NULL = "'", "\u2400"
_LONGEST = 2000  # the largest number of characters of a stored text
# Unicode categories: control and format characters, surrogates, line and paragraph separators
_NOT_SHOWN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SPLIT = re.compile(r"([;\n])(?=[\s']*[=+@-])")
_MADE_WHOLE = re.compile(r"([;\n])'(?=[\s']*[=+@-])")
_PLAIN = frozenset({int, str, bool, type(None)})
_DEEPEST = 3  # levels of nesting: rows, cells, and an array in a cell


def json_value(value: Any) -> Any:
    """Convert a value for JSON: a number becomes an int or float, any other value a text."""
    if isinstance(value, Rational) and value.denominator == 1:  # whole numbers
        return int(value.numerator)
    try:
        if isinstance(value, Number):
            return float(value)  # type: ignore[arg-type]
        return value.item()  # an array with one number, or numpy's bool
    except (AttributeError, OverflowError, TypeError, ValueError):
        return str(value)


def short_number(value: Any) -> str:
    """Return a number as a text with at most six digits; return other values as ``str(value)``."""
    try:
        return f"{float(value):g}"
    except OverflowError:
        from decimal import Decimal  # slow to import

        return f"{Decimal(int(value)):.5e}"
    except (TypeError, ValueError):
        return str(value)


def counted(count: int, word: str) -> str:
    """Return ``count`` and the noun ``word``, such as "1 board" or "2,000 boards"."""
    return f"{count:,} {word if count == 1 else f'{word}s'}"


def csv_cell(value: Any) -> Any:
    """Return ``value`` as a CSV cell that no spreadsheet executes as a formula.

    An apostrophe is put before a formula. Some spreadsheets split cells at semicolons, so an
    apostrophe is also put between a semicolon and a formula. A null character becomes "\u2400",
    because Python 3.10 cannot read it.

    >>> csv_cell("=1+1"), csv_cell("-1.5"), csv_cell(-2), csv_cell("x;=1+1")
    ("'=1+1", '-1.5', -2, "x;'=1+1")
    """
    if not isinstance(value, str):
        return value
    text = _SPLIT.sub(r"\1'", value.replace("\0", _NULL))
    return _APOSTROPHE + text if _is_formula(text.lstrip(_APOSTROPHE)) else text


def read_cell(text: str) -> str:
    """Return the original text of a cell that ``csv_cell`` wrote."""
    is_marked = text[:1] == _APOSTROPHE and _is_formula(text.lstrip(_APOSTROPHE))
    return _MADE_WHOLE.sub(r"\1", text[1:] if is_marked else text)


def csv_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row for a CSV file: every value of ``row`` is converted by ``csv_cell``."""
    return {name: csv_cell(value) for name, value in row.items()}


def read_row(row: Mapping[str, str]) -> dict[str, str]:
    """Return the values of a CSV row as texts; this undoes ``csv_row``."""
    return {name: read_cell(text) for name, text in row.items()}


def _is_formula(text: str) -> bool:
    if not text.startswith(_FORMULA):
        return False
    try:
        float(text)
    except ValueError:
        return True
    return False


def storable_text(text: str) -> str:
    r"""Return the first 2,000 characters of a text; escape all unprintable ones except line ends.

    >>> storable_text("surrogate: \ud800, red: \x1b[31m")
    'surrogate: \\ud800, red: \\x1b[31m'
    """
    text = text[:_LONGEST]
    return text if text.isprintable() else "".join(map(_escaped, text))


def storable_line(text: str) -> str:
    """Return ``text`` on one line, with line ends and control characters escaped."""
    return storable_text(text).replace("\n", r"\n")


def _escaped(character: str) -> str:
    if character == "\n" or unicodedata.category(character) not in _NOT_SHOWN:
        return character
    return r"\0" if character == "\0" else character.encode("unicode-escape").decode("ascii")


def without_parent(node: Any) -> tuple[Any, dict[str, Any]]:
    """Return a link: the class of a node, and its attributes without the parent.

    A path is pickled as a list of links, because pickle has a limit on nested objects.
    """
    reduced: tuple[Any, ...] = tuple(object.__reduce_ex__(node, 2))
    in_dict, in_slots = reduced[2]
    return type(node), {**(in_dict or {}), **in_slots, "parent": None}


def make_path(links: list[tuple[Any, dict[str, Any]]]) -> Any:
    """Create a path of nodes, one from each pair (class, attributes); return the last node."""
    node: Any = None
    for kind, attributes in links:
        parent, node = node, kind.__new__(kind)
        for name, value in attributes.items():
            setattr(node, name, value)
        node.parent = parent
    return node


def plain_table(table: Any, *, whole: bool = True, _depth: int = _DEEPEST) -> Any:
    """Convert an array, a data frame, nested sequences or a single value to plain Python values.

    Empty cells (NaN and NA) become None, and bytes become text. If ``whole`` is True, floats such
    as 2.0 become ints.
    """
    if type(table) in _PLAIN:
        return table
    if not isinstance(table, list | tuple):
        # data frames have the method to_numpy; numpy's arrays and numbers have tolist
        for name in ("to_numpy", "tolist"):
            convert = getattr(table, name, None)
            table = convert() if callable(convert) else table
        if isinstance(table, bytes):
            return table.decode("latin-1")
        if isinstance(table, Iterable) and not isinstance(table, str | Mapping):
            table = list(table)
    if isinstance(table, list | tuple) and _depth:
        if _PLAIN.issuperset(map(type, table)):  # fast
            return list(table)
        return [plain_table(part, whole=whole, _depth=_depth - 1) for part in table]
    if isinstance(table, float) and whole and table.is_integer():
        return int(table)
    return None if _is_missing(table) else table


def is_flat(table: Any) -> bool:
    """Return True if ``table`` is a list in which no item is a list or a long text."""
    return isinstance(table, list) and not any(
        isinstance(part, list) or (isinstance(part, str) and len(part) > 1) for part in table
    )


def _is_missing(value: Any) -> bool:
    try:
        return bool(value != value)
    except TypeError:  # NA has no truth value
        return type(value).__name__ == "NAType"
    except ValueError:
        return False
