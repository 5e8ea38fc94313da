"""Phrases for the sentences of a report."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.apps.lab.comparisons import PairComparison
from aima_search.base.interchange import counted
from aima_search.runs.measures import Measure

_NOTABLE = 0.05  # a ratio nearer to 1 counts as 1


def times(ratio: float) -> str:
    """Return a ratio in words, to be followed by a noun.

    >>> times(0.5), times(1 / 30), times(1234.5)
    ('0.5 times', '1/30 of', '1,230 times')
    """
    return f"{float(f'{ratio:.3g}'):,.5g} times" if ratio >= 0.1 else f"1/{1 / ratio:,.0f} of"


def p_text(p: float) -> str:
    """Return p in words.

    >>> p_text(0.0123), p_text(0.00001)
    ('p = 0.012', 'p < 0.001')
    """
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def needs(pair: PairComparison, measure: Measure, other: str = "", *where: str) -> str:
    """Return what a search needs compared with ``other``, as a verb with the evidence in brackets.

    where: what the evidence rests on.
    """
    of, low, high = f" of {other}" if other else "", pair.low or 0, pair.high or 2
    if pair.is_shown:
        least = "at least " if pair.is_floor else ""
        text = f"needs {least}{times(pair.ratio or 1)} the {measure.noun}{of}"
    elif 1 - _NOTABLE <= low <= high <= 1 + _NOTABLE:
        amount = f"number of {measure.noun}" if measure.kind == "count" else measure.noun
        text = f"needs about the same {amount} as {other}"
    else:
        text = f"does not differ significantly in {measure.noun} from {other}"
    ratio = () if pair.is_shown else (f"ratio {pair.ratio:.3g}",)
    return f"{text} {_evidence(pair, measure, *where, *ratio)}{_time(pair)}"


def _evidence(pair: PairComparison, measure: Measure, *first: str) -> str:
    """Return the interval, the boards and p of a comparison in brackets, after ``first``."""
    parts = [*first, *([_interval(pair.low, pair.high)] if pair.low and pair.high else [])]
    fewer, equal = (
        "fewer" if measure.kind == "count" else "less",
        pair.boards - pair.less - pair.more,
    )
    numbers = {fewer: pair.less, "more": pair.more, "equal": equal}
    of = counted(pair.boards, "board")
    if pair.less or pair.more:
        of = f"{', '.join(f'{word} on {n}' for word, n in numbers.items() if n)} of {of}"
    return f"({', '.join([*parts, of, p_text(pair.p)])})"


def _interval(low: float, high: float) -> str:
    return f"95 % interval {low:.3g} to {high:.3g}"


def _time(pair: PairComparison) -> str:
    """Return the ratio of seconds if it differs from 1 but no difference in the measure says so."""
    if pair.ratio is None or pair.clock is None or pair.ratio == pair.clock[0]:
        return ""
    seconds, low, high = pair.clock
    is_less, is_more = high < 1 - _NOTABLE, low > 1 + _NOTABLE
    if pair.is_shown:
        is_less, is_more = is_less and pair.ratio > 1, is_more and pair.ratio < 1
    return f", but {times(seconds)} the time ({_interval(low, high)})" if is_less or is_more else ""


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a list in words, for example "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last
