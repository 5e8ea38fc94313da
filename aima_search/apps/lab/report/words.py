"""Ratios, and how sure they are, in words."""

from __future__ import annotations

from aima_search.apps.lab.report.pairs import Pair
from aima_search.runs.statistics import is_sure, p_text, sureness

_NOTABLE = 0.05  # of what is as much


def times(ratio: float) -> str:
    """Return how much something takes of another thing.

    >>> times(0.5), times(1 / 30), times(1.001)
    ('0.5 times as much', '1/30 of that', 'as much')
    """
    if 0.995 < ratio < 1.005:
        return "as much"
    return f"{ratio:,.3g} times as much" if ratio >= 0.1 else f"1/{1 / ratio:,.0f} of that"


def differ(pair: Pair) -> bool:
    """Tell whether two differ beyond chance."""
    return is_sure(pair.adjusted)


def how_sure(pair: Pair) -> str:
    """Return in words whether two differ beyond chance."""
    p = p_text(pair.adjusted)
    if sure := sureness(pair.adjusted):
        return f"that they differ is {sure} ({p}, effect {pair.effect:+.2f})"
    return f"that may be chance ({p}): more boards are needed to tell them apart"


def clock_words(ratio: float, clock: float | None) -> str:
    """Return the ratio of seconds in words if it says the opposite of another ratio, else "".

    >>> clock_words(0.5, 1.5), clock_words(0.5, 0.8), clock_words(0.5, 1.01)
    (', but 1.5 times as much by the clock', '', '')
    """
    disagree = clock is not None and (
        (ratio < 1 - _NOTABLE and clock > 1 + _NOTABLE)
        or (ratio > 1 + _NOTABLE and clock < 1 - _NOTABLE)
    )
    return f", but {times(clock)} by the clock" if clock is not None and disagree else ""
