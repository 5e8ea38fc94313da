"""Counting what a search asks of its problem, and the table of it: ``report``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any


class CountCalls:
    """Passes everything on to an object, and counts in ``_counts`` how often each name is asked."""

    def __init__(self, obj: Any) -> None:
        self._object = obj
        self._counts: Counter[str] = Counter()

    def __getattr__(self, attr: str) -> Any:
        if attr in ("_object", "_counts"):  # not set yet: a copy or an unpickled object
            raise AttributeError(attr)
        self._counts[attr] += 1
        return getattr(self._object, attr)

    def counting_too(self, obj: Any) -> CountCalls:
        """Return another object whose calls count among the calls of this object."""
        other = CountCalls(obj)
        other._counts = self._counts
        return other


def report(
    searchers: Iterable[Callable[[Any], Any]], problems: Iterable[Any], verbose: bool = True
) -> None:
    """Print what every searcher counts on every problem, and in total.

    Nodes are calls of ``result``, goal those of ``is_goal``; actions are the calls of ``actions``
    and the actions of the solution together. With ``verbose=False`` the totals alone.
    """
    problems = list(problems)
    for searcher in searchers:
        print(f"{searcher.__name__}:")  # noqa: T201 - the textbook's function prints
        total: Counter[str] = Counter()
        for problem in problems:
            counted = CountCalls(problem)
            found = searcher(counted)
            counts: Counter[str] = counted._counts
            counts.update(actions=len(found), cost=found.path_cost)
            total += counts
            if verbose:
                report_counts(counts, str(problem)[:40])
        report_counts(total, "TOTAL\n")


def report_counts(counts: Counter[str], name: str) -> None:
    """Print one line of the report."""
    shown = [
        f"{counts['result']:9,d} nodes ",
        f"{counts['is_goal']:9,d} goal ",
        f"{counts['cost']:5.0f} cost ",
        f"{counts['actions']:8,d} actions ",
        f" {name}",
    ]
    print("|".join(shown))  # noqa: T201 - the textbook's function prints
