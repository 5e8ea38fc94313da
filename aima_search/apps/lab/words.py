"""Phrases for the sentences of a report. Each number is followed by its interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose
from typing import TypeAlias

from aima_search.apps.lab.comparisons import MARGIN, PairComparison
from aima_search.apps.lab.factors import Contrast
from aima_search.apps.lab.local import ShareDifference
from aima_search.base.interchange import counted
from aima_search.runs.measures import Measure

Comparison: TypeAlias = "PairComparison | ShareDifference"


def number_text(value: float) -> str:
    """Return a number with three significant digits.

    >>> number_text(0.03214), number_text(1234.5)
    ('0.0321', '1,230')
    """
    return f"{float(f'{value:.3g}'):,.12g}"


def compared(one: Comparison, measure: Measure, who: str, other: str = "", at: str = "") -> str:
    """Return a clause: what a search needs, compared with another search or setting.

    who: the search, "it" or "they". other: the other search; "" if two settings are compared. at:
    a phrase for the boards of the comparison, "" for all boards.
    """
    verb, noun, either, side = terms(one, measure, who)
    of, same, than = (f" {word} {other}" if other else "" for word in ("of", "as", "than"))
    proof, text = evidence(one, measure), f"{at}{', ' if at else ''}{who} {verb}"
    if one.is_same:
        return f"{text} the same {noun}{same} on each of {counted(one.boards, 'board')}"
    if not one.is_settled:
        rest = f"{noun}{than}{' ' if at else ''}{at} {proof}"
        text = f"{unsettled(one.boards)} {who} {verb} {either} {rest}"
        if one.is_leaning:
            text = leaning([f"{side} {rest}"], one.family)
    elif isinstance(one, ShareDifference):
        share = f"about the same {noun}{same}" if one.is_equal else f"{side} {noun}{than}"
        text += f" {share} {proof}"
    elif one.is_shown:
        text += f" {number_text(one.ratio or 1)} times {proof} the {noun}{of}"
    else:
        many = "many" if measure.kind == "count" else "much"
        text += f" on average about as {many} {noun}{same} {proof}"
    return f"{text}{_time(one, who, other)}"


def terms(one: Comparison, measure: Measure, who: str) -> tuple[str, str, str, str]:
    """Return, for example, "needs", "expansions", "more or fewer", and (as estimated) "fewer"."""
    s = "" if who == "they" else "s"
    if isinstance(one, ShareDifference):
        side = "a higher" if one.difference > 0 else "a lower"
        return f"solve{s}", "share of its runs", "a higher or lower", side
    less = _less(one, measure)
    return f"need{s}", measure.noun, f"more or {less}", "more" if (one.ratio or 1) > 1 else less


def _less(one: Comparison, measure: Measure) -> str:
    is_count = measure.kind == "count" and not isinstance(one, ShareDifference)
    return "fewer" if is_count else "less"


def unsettled(boards: int) -> str:
    """Return the start of a clause that says what the boards do not settle."""
    return f"{'this board does' if boards == 1 else 'these boards do'} not settle whether"


def leaning(targets: Sequence[str], family: int, who: str = "") -> str:
    """Return a clause on estimates whose intervals exclude equality, but which are not settled."""
    s, points, them = ("s", "point", "them") if targets[1:] else ("", "points", "it")
    start = f"the estimate{s}{f' for {who}' if who else ''} {points} to {' and to '.join(targets)}"
    after = f"after the correction for {family:,} comparisons " if family > 1 else ""
    return f"{start}, but {after}these boards do not settle {them}"


def evidence(one: Comparison, measure: Measure) -> str:
    """Return, in brackets, a number (but no shown ratio), its interval, the boards and p."""
    text, unit, number = number_text, f"{MARGIN} %", ""
    if isinstance(one, ShareDifference):
        text, unit = _points, f"{MARGIN} points"
        number = f"difference {_points(one.difference)} percentage points, "
    elif not one.is_shown:
        number = f"ratio {number_text(one.ratio or 1)}, "
    number += _interval(one.low, one.high, text) + f", within {unit} of equal" * one.is_equal
    p = "p < 0.001" if one.p < 0.001 else f"p = {one.p:.2g}"
    return f"({number}; {_boards(one, measure)}; {p})"


def _points(value: float) -> str:
    return f"{round(value, 1) + 0:.1f}"  # + 0: avoids -0.0


def _boards(one: Comparison, measure: Measure) -> str:
    """Return the numbers of boards in a comparison, and what happened on unsolved boards."""
    boards, less = counted(one.boards, "board"), _less(one, measure)
    counts = {less: one.less, "equal": one.boards - one.less - one.more, "more": one.more}
    text = f"{', '.join(f'{word} on {count}' for word, count in counts.items())} of {boards}"
    for word in [word for word, count in counts.items() if count == one.boards]:
        text = f"{word} on {'all ' if one.boards > 1 else ''}{boards}"
    if not isinstance(one, Contrast):
        return text
    if one.sides:
        base, there = one.sides
        each = "at each value" if base == there else f"at {one.value} and {base} at {one.base}"
        text = f"{counted(there, 'board')} {each}, different boards"
    unsolved, has_limit = one.only_first + one.only_second, "cost" not in measure.name
    used = "counted up to the limit" if one.sides and has_limit else "left out"
    return f"{text}; {unsolved} unsolved and {used}" if unsolved else text


def _interval(low: float | None, high: float | None, text: Callable[[float], str]) -> str:
    if low is None or high is None:
        return "no interval"
    if isclose(low, high):
        return "no variation between the boards"
    return f"95 % interval {text(low)} to {text(high)}"


def _time(one: Comparison, who: str, other: str) -> str:
    """Return the ratio of seconds if it differs from 1, but the measure shows no difference."""
    if isinstance(one, ShareDifference) or one.ratio is None or one.clock is None:
        return ""
    seconds, low, high = one.clock
    is_same_side = one.is_shown and (seconds < 1) == (one.ratio < 1)
    if one.ratio == seconds or is_same_side or (one.near[0] <= high and low <= one.near[1]):
        return ""
    takes = f"{'they take' if who == 'they' else 'it takes'} {number_text(seconds)} times"
    of = f" of {other}" if other else ""
    return f"; {takes} ({_interval(low, high, number_text)}) the time{of} on this machine"


def quoted(value: object) -> str:
    """Return a value as a text, in quotation marks if it is a list."""
    return f'"{value}"' if "," in str(value) else str(value)


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a list in words, for example "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last
