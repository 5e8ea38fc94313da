"""Phrases in the sentences of a report."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.apps.lab.comparisons import Comparison
from aima_search.base.interchange import counted

_NOTABLE = 0.05  # a ratio nearer to 1 counts as the same


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


def evidence(pair: Comparison) -> str:
    """Return the interval, the boards and p of a comparison, in brackets."""
    parts = []
    if pair.low is not None and pair.high is not None:
        parts.append(f"95 % interval {pair.low:.3g} to {pair.high:.3g}")
    if pair.less or pair.more:
        word, count = ("less", pair.less) if pair.less >= pair.more else ("more", pair.more)
        parts.append(f"{word} on {count} of {pair.boards} boards")
    else:
        parts.append(counted(pair.boards, "board"))
    return f"({', '.join([*parts, p_text(pair.p)])})"


def time_words(pair: Comparison) -> str:
    """Return the ratio of seconds in words if it contradicts the ratio of the measure, else ""."""
    ratio, seconds = pair.ratio, pair.clock
    if ratio is None or seconds is None:
        return ""
    disagree = (ratio < 1 - _NOTABLE and seconds > 1 + _NOTABLE) or (
        ratio > 1 + _NOTABLE and seconds < 1 - _NOTABLE
    )
    return f", but {times(seconds)} the time" if disagree else ""


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as a list in words, for example "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last
