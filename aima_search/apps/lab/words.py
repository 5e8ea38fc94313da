"""Phrases for the sentences of a report. Each number has its own interval next to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose
from typing import TypeAlias

from aima_search.apps.lab.comparisons import MARGIN, Difference, PairComparison
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


def compared(
    one: Comparison, measure: Measure, who: str, other: str = "", *, at: str = "", rank: str = ""
) -> str:
    """Return a clause on what a search needs, compared with another search or setting.

    who: the search, "it" or "they". other: the other search; "" if two settings are compared. at:
    the boards of the comparison, "" for all boards. rank: a text in front of ``other``.
    """
    verb, noun, *_ = _terms(one, measure, who)
    of, same, than = (f" {word} {rank}{other}" if other else "" for word in ("of", "as", "than"))
    proof, where = evidence(one, measure), f"{at}, " if at else ""
    text = f"{where}{who} {verb} "
    if one.is_same:
        return f"{text}the same {noun}{same} on each of {counted(one.boards, 'board')}"
    if one.is_leaning:
        text = where + leaning([f"{direction(one, measure)}{than} {proof}"], one.family)
    elif not one.is_settled:
        than += f" {at}" if at else ""
        text = f"{unsettled(one.boards)} {undecided(one, measure, who)}{than} {proof}"
    elif isinstance(one, ShareDifference):
        share = f"about the same {noun}{same}" if one.is_equal else direction(one, measure) + than
        text += f"{share} {proof}"
    elif one.is_shown:
        text += f"{number_text(one.ratio or 1)} times {proof} the {noun}{of}"
    else:
        many = "many" if measure.kind == "count" else "much"
        text += f"on average about as {many} {noun}{same} {proof}"
    return f"{text}{_time(one, who, other)}"


def _terms(one: Comparison, measure: Measure, who: str = "it") -> tuple[str, str, str, str]:
    """Return the verb, its object, and the words for more and less of the object."""
    s = "" if who == "they" else "s"
    if isinstance(one, ShareDifference):
        return f"solve{s}", "share of its runs", "a higher", "a lower"
    return f"need{s}", measure.noun, "more", "fewer" if measure.kind == "count" else "less"


def unsettled(boards: int) -> str:
    """Return the start of a clause on a question without an answer."""
    return f"{'this board does' if boards == 1 else 'these boards do'} not settle whether"


def undecided(one: Comparison, measure: Measure, who: str) -> str:
    """Return the clause on the search after ``unsettled``."""
    verb, noun, more, less = _terms(one, measure, who)
    return f"{who} {verb} {more} or {less.removeprefix('a ')} {noun}"


def direction(one: Comparison, measure: Measure) -> str:
    """Return whether a search needs or solves more or less, for example "more expansions"."""
    _, noun, more, less = _terms(one, measure)
    above = one.difference if isinstance(one, ShareDifference) else (one.ratio or 1) - 1
    return f"{more if above > 0 else less} {noun}"


def leaning(targets: Sequence[str], family: int, who: str = "") -> str:
    """Return a clause on intervals that exclude equality although nothing is settled."""
    start = f"the estimate{'s' if targets[1:] else ''}{f' for {who}' if who else ''}"
    points, them = ("point", "them") if targets[1:] else ("points", "it")
    after = f"after the correction for {family:,} comparisons " if family > 1 else ""
    but = f"but {after}these boards do not settle {them}"
    return f"{start} {points} to {' and to '.join(targets)}, {but}"


def evidence(one: Comparison, measure: Measure) -> str:
    """Return the number (unless it is a ratio that is shown), its interval, the boards and p."""
    if isinstance(one, ShareDifference):
        text, unit, less = _points, "points", "less"
        number = f"difference {_points(one.difference)} percentage points, "
    else:
        text, unit, less = number_text, "%", _terms(one, measure)[-1]
        number = "" if one.is_shown else f"ratio {number_text(one.ratio or 1)}, "
    number += (
        _interval(one.low, one.high, text) + f", within {MARGIN} {unit} of equal" * one.is_equal
    )
    p = "p < 0.001" if one.p < 0.001 else f"p = {one.p:.2g}"
    return f"({number}; {_boards(one, less, measure)}; {p})"


def _points(value: float) -> str:
    return f"{round(value, 1) + 0:.1f}"  # + 0: no sign of zero


def _boards(one: Difference, less: str, measure: Measure) -> str:
    """Return the boards of a comparison, and what happened to the boards that were not solved."""
    boards, equal = counted(one.boards, "board"), one.boards - one.less - one.more
    counts = {less: one.less, "equal": equal, "more": one.more}
    if whole := [word for word, count in counts.items() if count == one.boards]:
        text = f"{whole[0]} on {'all ' if one.boards > 1 else ''}{boards}"
    else:
        text = f"{', '.join(f'{word} on {count}' for word, count in counts.items())} of {boards}"
    if not isinstance(one, Contrast):
        return text
    used = "solved at one value only and left out"
    if one.sides:
        base, there = one.sides
        text = f"{counted(there, 'board')} at {one.value} and {base} at {one.base}"
        text = f"{counted(base, 'board')} at each value" if base == there else text
        text += ", different boards"
        used = f"unsolved and {'left out' if 'cost' in measure.name else 'counted up to the limit'}"
    unsolved = one.only_first + one.only_second
    return f"{text}; {unsolved} {used}" if unsolved else text


def _interval(low: float | None, high: float | None, text: Callable[[float], str]) -> str:
    if low is None or high is None:
        return "no interval"
    if isclose(low, high):
        return "no variation between the boards"
    return f"95 % interval {text(low)} to {text(high)}"


def _time(one: Comparison, who: str, other: str) -> str:
    """Return the ratio of seconds if it differs from 1 but no difference in the measure says so."""
    if isinstance(one, ShareDifference) or one.ratio is None or one.clock is None:
        return ""
    seconds, low, high = one.clock
    is_same_side = one.is_shown and (seconds < 1) == (one.ratio < 1)
    if one.ratio == seconds or is_same_side or (one.near[0] <= high and low <= one.near[1]):
        return ""
    who = who if who == "they" else "it"
    number = f"{number_text(seconds)} times ({_interval(low, high, number_text)})"
    of = f" of {other}" if other else ""
    return f"; {who} {'take' if who == 'they' else 'takes'} {number} the time{of} on this machine"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a list in words, for example "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last
