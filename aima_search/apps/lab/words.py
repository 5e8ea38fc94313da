"""Phrases for the sentences of a report. Each number has its own interval next to it."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose

from aima_search.apps.lab.comparisons import MARGIN, Difference, PairComparison
from aima_search.apps.lab.local import ShareDifference
from aima_search.base.interchange import counted
from aima_search.runs.measures import Measure


def number_text(value: float) -> str:
    """Return a number with three significant digits.

    >>> number_text(0.03214), number_text(1234.5)
    ('0.0321', '1,230')
    """
    return f"{float(f'{value:.3g}'):,.12g}"


def needs(pair: PairComparison, measure: Measure, other: str = "", *where: str) -> str:
    """Return what a search needs compared with ``other``, or that the boards do not settle it.

    where: what the comparison rests on.
    """
    noun, evidence = measure.noun, ratio_text(pair, measure, *where)
    of, same = (f" {word} {other}" if other else "" for word in ("of", "as"))
    if pair.is_same:
        return f"needs the same {noun}{same} on each of {counted(pair.boards, 'board')}"
    if pair.is_shown:
        number = f"{number_text(pair.ratio or 1)} times"
        text = f"needs {'at least ' * pair.is_floor}{number} {evidence} the {noun}{of}"
    elif pair.is_equal:
        many = "many" if measure.kind == "count" else "much"
        text = f"needs about as {many} {noun}{same} {evidence}"
    else:
        more = "more" if (pair.ratio or 1) > 1 else fewer(measure)
        text = f"{unsettled(pair.boards)} whether it needs {more} {noun} than {other} {evidence}"
    return f"{text}{_time(pair)}"


def solves(one: ShareDifference, subject: str, other: str = "") -> str:
    """Return how the share of runs that a search solves differs, or that it is not settled."""
    than, same = (f" {word} {other}" if other else "" for word in ("than", "as"))
    if one.is_same:
        return f"{subject} solves the same share{same} on each of {counted(one.boards, 'board')}"
    word = "higher" if one.difference > 0 else "lower"
    share = f"about the same share{same}" if one.is_equal else f"a {word} share of its runs{than}"
    start = "" if one.is_settled else f"{unsettled(one.boards)} whether "
    return f"{start}{subject} solves {share} {points_text(one)}"


def unsettled(boards: int) -> str:
    """Return the start of a sentence on a question without an answer."""
    return f"{counted(boards, 'board')} {'does' if boards == 1 else 'do'} not settle"


def fewer(measure: Measure) -> str:
    """Return the opposite of "more" for a measure."""
    return "fewer" if measure.kind == "count" else "less"


def ratio_text(pair: PairComparison, measure: Measure, *where: str) -> str:
    """Return the evidence on a ratio in brackets, with the ratio unless it is shown."""
    number = "" if pair.is_shown else f"ratio {number_text(pair.ratio or 1)}, "
    return _evidence(number, pair, fewer(measure), *where)


def points_text(one: ShareDifference) -> str:
    """Return the evidence on a difference of shares in brackets."""
    return _evidence(f"difference {number_text(one.difference)} percentage points, ", one, "less")


def _evidence(number: str, one: Difference, less: str, *where: str) -> str:
    """Return a number, its interval, the boards and p in brackets."""
    equal, boards = one.boards - one.less - one.more, counted(one.boards, "board")
    if equal < one.boards:
        counts = {less: one.less, "more": one.more, "equal": equal}
        boards = f"{', '.join(f'{word} on {n}' for word, n in counts.items() if n)} of {boards}"
    number += _interval(one.low, one.high) + f", within {MARGIN} % of equal" * one.is_equal
    p = "p < 0.001" if one.p < 0.001 else f"p = {one.p:.2g}"
    return f"({'; '.join([number, *where, boards, p])})"


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "no interval"
    if isclose(low, high):
        return "no variation between the boards"
    return f"95 % interval {number_text(low)} to {number_text(high)}"


def _time(pair: PairComparison) -> str:
    """Return the ratio of seconds if it differs from 1 but no difference in the measure says so."""
    if pair.ratio is None or pair.clock is None or pair.ratio == pair.clock[0]:
        return ""
    seconds, low, high = pair.clock
    is_same_side = pair.is_shown and (seconds < 1) == (pair.ratio < 1)
    if is_same_side or (pair.near[0] <= high and low <= pair.near[1]):
        return ""
    return f", while its time is {number_text(seconds)} times ({_interval(low, high)}) as long"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a list in words, for example "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last
