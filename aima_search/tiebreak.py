"""Which of several frontier nodes with the same f leaves first.

A *rank* is compared where f ties; every rank ends in the order of insertion, so two
nodes never tie completely, and only the rank that is made of states compares them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from aima_search.errors import UnknownName
from aima_search.problem import Node

Rank: TypeAlias = Callable[[Node], Any]


def fifo() -> Rank:
    """First in, first out."""
    return partial(next, count())  # the node is next()'s unused default: no Python call


def lifo() -> Rank:
    """Last in, first out: of equally good nodes the newest, which goes deep."""
    return partial(next, count(0, -1))


def high_g() -> Rank:
    """Greatest path cost first: the node that rests least on its estimate."""
    order = count()
    return lambda node: (-node.path_cost, next(order))


def low_h() -> Rank:
    """Lowest estimate first; nodes of a search without h count as estimated 0."""
    order = count()
    return lambda node: (getattr(node, "h", 0), next(order))


def by_state() -> Rank:
    """Least state first, the order of the textbook's own module; states must be ordered."""
    order = count()
    return lambda node: (node.state, next(order))


TIE_BREAKS: dict[str, Callable[[], Rank]] = {
    "fifo": fifo,
    "lifo": lifo,
    "high-g": high_g,
    "low-h": low_h,
    "state": by_state,
}


def rank_for(tie_break: str) -> Rank:
    """Return a fresh rank by its name."""
    try:
        return TIE_BREAKS[tie_break]()
    except KeyError:
        raise UnknownName("tie-break", tie_break, TIE_BREAKS) from None
