"""Pieces of the sentences in a report."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.apps.lab.comparisons import Comparison

_NOTABLE = 0.05  # of what is as much


def times(ratio: float) -> str:
    """Return how much something takes of another thing.

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


def evidence(one: Comparison) -> str:
    """Return interval, boards and p of a comparison, in brackets."""
    parts = []
    if one.low is not None and one.high is not None:
        parts.append(f"95 % interval {one.low:.3g} to {one.high:.3g}")
    if one.less or one.more:
        word, count = ("less", one.less) if one.less >= one.more else ("more", one.more)
        parts.append(f"{word} on {count} of {one.boards} boards")
    else:
        parts.append(counted(one.boards, "board"))
    return f"({', '.join([*parts, p_text(one.p)])})"


def time_words(one: Comparison) -> str:
    """Return the ratio of seconds in words if it says the opposite of the other ratio, else ""."""
    ratio, seconds = one.ratio, one.clock
    if ratio is None or seconds is None:
        return ""
    disagree = (ratio < 1 - _NOTABLE and seconds > 1 + _NOTABLE) or (
        ratio > 1 + _NOTABLE and seconds < 1 - _NOTABLE
    )
    return f", but {times(seconds)} the time" if disagree else ""


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts in a row, as in "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last


def counted(count: int, word: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "board"), counted(2000, "board")
    ('1 board', '2,000 boards')
    """
    return f"{count:,} {word if count == 1 else f'{word}s'}"
