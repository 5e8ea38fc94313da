"""Conversion of boards that are numpy arrays, data frames, nested lists or tuples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_PLAIN = frozenset({int, str, bool, type(None)})
_DEEPEST = 3  # levels of nesting: rows, cells, and an array in a cell


def plain_table(table: Any, *, whole: bool = True, _depth: int = _DEEPEST) -> Any:
    """Return an array, a data frame or nested sequences as lists of plain Python values.

    NaN and NA, which mean an empty cell, become None. Bytes become text. If ``whole`` is set, a
    float without a fractional part becomes an int. A single value is converted in the same way.

    >>> plain_table([(1.0, float("nan")), "S."])
    [[1, None], 'S.']
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
        return [
            part if type(part) in _PLAIN else plain_table(part, whole=whole, _depth=_depth - 1)
            for part in table
        ]
    if isinstance(table, float) and whole and table.is_integer():
        return int(table)
    return None if _is_missing(table) else table


def is_flat(table: Any) -> bool:
    """Return True if a table is a list of single values, not a list of rows (lists or words)."""
    return isinstance(table, list) and not any(
        isinstance(part, list) or (isinstance(part, str) and len(part) > 1) for part in table
    )


def _is_missing(value: Any) -> bool:
    """Return True for NaN and for pandas' NA."""
    try:
        return bool(value != value)
    except TypeError:  # NA has no truth value
        return type(value).__name__ == "NAType"
    except ValueError:
        return False
