"""Refine on pop: a heuristic that is dear may give a cheap bound first, and itself when asked.

Most nodes that a best-first search puts into its frontier never leave it, and h was computed for
all of them. A heuristic that offers a *refinement* is asked for ``bound(node)`` when a node is
made. When the node's turn comes it is asked for ``refine(node)``: where that is more than
``node.h``, the node goes back into the frontier; where it is not, the node is expanded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from aima_search.contract import Action, State
from aima_search.problem import Heuristic, Node

_ENOUGH = 20  # tests that make a level worth judging
_GROWTH = 5


class Refinement(NamedTuple):
    """What a heuristic offers: a cheap bound, and a better one for a node whose turn has come.

    ``bound(node)`` may rely on the node's parent: it was expanded, so ``refine`` let it pass,
    unless the search has given up refining. ``refine(node)`` may raise ``node.h`` by a part of
    what is lacking: it is asked again. Both may keep on nodes what they found. ``h(node)`` remains
    what every other algorithm calls; neither may be above it, and only a node whose bound is
    h(node) itself may pass, if A* is to expand what it does with h.
    ``gives_up``: see ``while_levels_grow``.
    """

    bound: Heuristic
    refine: Heuristic
    gives_up: bool = False

    def for_one_search(self) -> Heuristic:
        """Return ``refine``, or what calls it as long as it pays."""
        return while_levels_grow(self.refine) if self.gives_up else self.refine


def with_refinement(
    h: Heuristic[State, Action],
    bound: Heuristic[State, Action],
    refine: Heuristic[State, Action],
    *,
    gives_up: bool = False,
) -> Heuristic[State, Action]:
    """Return the heuristic, a function, with a refinement attached."""
    h.refinement = Refinement(bound, refine, gives_up)  # type: ignore[attr-defined]
    return h


def refinement_of(h: Any) -> Refinement | None:
    """Return the refinement that a heuristic offers, None where it offers none."""
    offered = getattr(h, "refinement", None)
    return offered if isinstance(offered, Refinement) else None


def watched(h: Heuristic[State, Action], look: Callable[[], object]) -> Heuristic[State, Action]:
    """Return a heuristic that calls ``look`` before each refinement, however rare the steps are.

    One that offers no refinement is returned as it is.
    """
    offered = refinement_of(h)
    if offered is None:
        return h

    def refine(node: Node[State, Action]) -> float:
        look()
        return offered.refine(node)

    return with_refinement(lambda node: h(node), offered.bound, refine, gives_up=offered.gives_up)


def while_levels_grow(refine: Heuristic) -> Heuristic:
    """Return ``refine`` for one search, which lets every node pass once it has ceased to pay.

    Refining keeps nodes out of the search that a solution comes before, most of them on the last
    *level*, the nodes of the same f. That pays where the levels grow fast. Where one takes less
    than five times the tests of the one before, the space is narrow or comes to its end, and the
    search is likely to see all of it, as it must where there is no solution: each test would be
    in vain.
    """
    level, tests, before = -float("inf"), 0, 0
    has_given_up = False

    def refine_while_it_pays(node: Node) -> float:
        nonlocal level, tests, before, has_given_up
        if not has_given_up and node.f > level:
            has_given_up = _ENOUGH <= tests < _GROWTH * before
            level, tests, before = node.f, 0, tests
        if has_given_up:
            return node.h
        tests += 1
        return refine(node)

    return refine_while_it_pays
