"""Values as others read them: numbers of every kind in JSON, cells of CSV files, pickled paths.

A spreadsheet takes a cell that begins with ``=``, ``+``, ``-`` or ``@`` for a formula, and runs
it. An apostrophe before the cell makes it a text; ``read_cell`` takes the apostrophe away again.
Where a comma stands in numbers, a spreadsheet splits cells at semicolons: so after these too.

A node holds its parent, and the parent holds its own: pickle would recurse as deep as the path is
long. So a path is pickled as a list of *links*, from nodes of any subclass of ``Node``.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Mapping
from math import inf
from numbers import Number, Rational
from typing import Any, TypeAlias

from aima_search.base.errors import CostError

RowColumn: TypeAlias = tuple[int, int]
"""The place of a cell on a board: (row, column), both counted from 0 at the top left."""

_APOSTROPHE, _NULL = "'", "\u2400"
_LONGEST = 2000  # characters of a message
_WIDE = 2**63
_NOT_SHOWN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # controls, formats, half a pair, ends of lines
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_SPLIT = re.compile(r"([;\n])(?=[\s']*[=+@-])")
_MADE_WHOLE = re.compile(r"([;\n])'(?=[\s']*[=+@-])")


def json_value(value: Any) -> Any:
    """Return a value that JSON knows in place of another: a number for a number, else a text.

    For ``json.dumps(..., default=json_value)``. Whole numbers stay whole; fractions and the numbers
    of numpy become the nearest numbers of JSON.

    >>> from fractions import Fraction
    >>> json_value(Fraction(7, 2)), json_value(Fraction(6, 2)), json_value({"S"})
    (3.5, 3, "{'S'}")
    """
    if isinstance(value, Rational) and value.denominator == 1:  # as of every whole number
        return int(value.numerator)
    try:
        if isinstance(value, Number):
            return float(value)  # type: ignore[arg-type]
        return value.item()  # of an array of one number, or one of numpy's truth values
    except (AttributeError, OverflowError, TypeError, ValueError):
        return str(value)


PLAIN = {int, float}


def short_number(value: Any) -> str:
    """Return a number of any kind in at most six digits; the text of a value that is no number.

    >>> short_number(418.0), short_number(10**400), short_number("far")
    ('418', '1.00000e+400', 'far')
    """
    try:
        return f"{float(value):g}"
    except OverflowError:
        from decimal import Decimal  # hardly ever needed

        return f"{Decimal(int(value)):.5e}"
    except (TypeError, ValueError):
        return str(value)


def unboxed(value: float) -> float:
    """Return Python's number for a number of numpy's, and for a tensor or an array of one element.

    Numbers of a fixed width wrap when sums grow, and are slow one by one. A tensor has the hash of
    its identity, an array has none.
    """
    item: Callable[[], float] | None = getattr(value, "item", None)
    return value if item is None else item()


def total_cost(node: Any, action: Any, cost: float) -> float:
    """Return what the path to a node costs if it goes on by an action of a cost.

    Of a problem's own kinds of costs, such as arrays, nothing is asked but to add up: CostError.
    """
    before: float = node.path_cost
    try:
        return before + (unboxed(cost) if getattr(cost, "shape", None) == () else cost)
    except (TypeError, ValueError):
        raise CostError(
            f"{action} from {node.state!r} costs {cost!r}, on a path that costs {before!r}:"
            " expected numbers that add up, all decimal numbers for instance"
        ) from None


def check_path_cost(node: Any) -> None:
    """Raise CostError if what the path to a node costs is no number, or minus infinity."""
    try:
        if node.path_cost > -inf:
            return
    except (TypeError, ValueError, ArithmeticError):  # texts, arrays, decimal NaN
        pass
    raise no_cost(node)


def no_cost(node: Any) -> CostError:
    """Return the error of a path to a node that costs no number."""
    last = "" if node.parent is None else f", the last action being {node.action}"
    return CostError(f"the path to {node} costs {node.path_cost!r}{last}: expected a number")


def plain_path_costs(path_cost: Callable[..., float]) -> Callable[[Any, Any, Any], float]:
    """Return a function of (node, action, next state) that gives a path's cost as a plain number.

    path_cost: the problem's, of (cost before, state, action, next state).
    """
    wraps = False  # until a path costs a number of few bits

    def of_path(node: Any, action: Any, state: Any) -> float:
        nonlocal wraps
        here = node.path_cost
        try:
            cost: float = path_cost(_widened(here) if wraps else here, node.state, action, state)
            if type(cost) in PLAIN:
                return cost
            if not wraps and _is_narrow(cost):
                wraps = True
                cost = path_cost(_widened(here), node.state, action, state)
        except OverflowError:  # 300 and a number of 8 bits, or 2**70 and one of 64
            if "numpy" not in sys.modules:
                raise
            cost = path_cost(here if wraps else _widened(here), node.state, action, state)
        except TypeError:
            _check_added(path_cost, node, action, state)
            raise
        return unboxed(cost)

    return of_path


class _Noted:
    """Stands for the cost of a path, and notes what is added to it."""

    def __add__(self, cost: Any) -> Any:
        self.added = cost
        return self

    __radd__ = __add__


def _check_added(path_cost: Callable[..., Any], node: Any, action: Any, state: Any) -> None:
    """Raise CostError if ``path_cost`` failed because it adds to a cost what does not add up."""
    noted = _Noted()
    try:
        path_cost(noted, node.state, action, state)
    except Exception:  # the message is that of the problem's own fault, when it was first raised
        return
    if hasattr(noted, "added"):
        total_cost(node, action, noted.added)


def _is_narrow(value: Any) -> bool:
    """Tell whether a value is a number of numpy's with fewer than 64 bits."""
    dtype = getattr(value, "dtype", None)
    return dtype is not None and dtype.itemsize < 8 and dtype.kind in "iuf"


def _widened(value: float) -> Any:
    """Return numpy's number of 64 bits for Python's, any other number as it is.

    The sum with a number of fewer bits then has 64, too.
    """
    import numpy as np  # which whoever made a narrow number has imported

    if type(value) is float:
        return np.float64(value)
    return np.int64(value) if type(value) is int and abs(value) < _WIDE else value


def csv_cell(value: Any) -> Any:
    """Return a value as a cell that no spreadsheet runs; numbers stay as they are.

    A null character, which not every reader of CSV takes (Python 3.10's does not), becomes its
    picture.

    >>> csv_cell("=1+1"), csv_cell("-1.5"), csv_cell(-2), csv_cell("x;=1+1")
    ("'=1+1", '-1.5', -2, "x;'=1+1")
    """
    if not isinstance(value, str):
        return value
    text = _SPLIT.sub(r"\1'", value.replace("\0", _NULL))
    return _APOSTROPHE + text if _is_formula(text.lstrip(_APOSTROPHE)) else text


def read_cell(text: str) -> str:
    """Return the text from which ``csv_cell`` made a cell."""
    is_marked = text[:1] == _APOSTROPHE and _is_formula(text.lstrip(_APOSTROPHE))
    return _MADE_WHOLE.sub(r"\1", text[1:] if is_marked else text)


def csv_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row whose cells no spreadsheet runs."""
    return {name: csv_cell(value) for name, value in row.items()}


def read_row(row: Mapping[str, str]) -> dict[str, str]:
    """Return the row from which ``csv_row`` made cells."""
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
    r"""Return a text of moderate length that every file, store and terminal can hold.

    What a terminal would obey, or a table take for the end of a row, is spelt out; a line may end.

    >>> storable_text("half of a pair: \ud800, red: \x1b[31m")
    'half of a pair: \\ud800, red: \\x1b[31m'
    """
    text = text[:_LONGEST]
    return text if text.isprintable() else "".join(map(_spelt_out, text))


def storable_line(text: str) -> str:
    r"""Return a text as ``storable_text`` does, in one line: a name, or a note about what has it.

    >>> storable_line("a name\nand what looks like another line")
    'a name\\nand what looks like another line'
    """
    return storable_text(text).replace("\n", r"\n")


def _spelt_out(character: str) -> str:
    if character == "\n" or unicodedata.category(character) not in _NOT_SHOWN:
        return character
    return r"\0" if character == "\0" else character.encode("unicode-escape").decode("ascii")


PathLink: TypeAlias = tuple[Any, dict[str, Any]]
"""A node without its parent: its class and its attributes."""


def without_parent(node: Any) -> PathLink:
    """Return a node as a link."""
    reduced: tuple[Any, ...] = tuple(object.__reduce_ex__(node, 2))
    own, in_slots = reduced[2]
    return type(node), {**(own or {}), **in_slots, "parent": None}


def make_path(links: list[PathLink]) -> Any:
    """Return the last node of the path whose nodes ``without_parent`` took apart."""
    node: Any = None
    for kind, attributes in links:
        parent, node = node, kind.__new__(kind)
        for name, value in attributes.items():
            setattr(node, name, value)
        node.parent = parent
    return node
