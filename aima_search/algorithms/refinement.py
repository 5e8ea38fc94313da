"""Refine on pop: an expensive heuristic may give a cheap bound first, and its value on demand.

Most nodes that a best-first search puts into its frontier never leave it, and h was computed for
all of them. A heuristic that offers a *refinement* is asked for ``bound(node)`` when a node is
made. When the node's turn comes, the heuristic is asked for ``refine(node)``. If this value is more
than ``node.h``, the node goes back into the frontier. Otherwise the node is expanded.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from aima_search.base.limits import check_limits
from aima_search.model.contract import Action, State
from aima_search.model.heuristic import BuiltHeuristic, built, function_of
from aima_search.model.problem import Heuristic, Node

_ENOUGH = 10  # tests that make a level worth judging
_GROWTH = 5  # of a level over the level before
_FAILED_ENOUGH = 5  # tests of nodes that failed before
_FAILED_SHARE = 1 / 8  # of those in the tests of a level


class RefiningEnds(Exception):
    """Raised in place of a refined value: refining has ceased to pay in this search."""


class Refinement(NamedTuple):
    """An offer of a heuristic: a cheap bound, and a better bound for a node whose turn has come.

    ``bound(node)`` may rely on the node's parent: it was expanded, so ``refine`` let it pass.
    ``refine(node)`` may raise ``node.h`` by a part of what is lacking: it is asked again. Both may
    keep on nodes what they found. Every other algorithm calls ``h(node)``. Neither the bound nor
    the refined value may be above ``h(node)``. A* expands the same nodes as with h if a node passes
    only when its bound is ``h(node)`` itself. ``instead(node)``: the estimate of a search in which
    refining does not pay, see ``while_levels_grow``; None if refining always pays.
    """

    bound: Heuristic
    refine: Heuristic
    instead: Heuristic | None = None

    def for_one_search(self) -> tuple[Heuristic, Heuristic]:
        """Return ``bound`` and ``refine``, or functions that call them as long as that pays.

        The limits are looked at before each refinement, however rare the steps are.
        """

        def refine(node: Node) -> float:
            check_limits()
            return self.refine(node)

        if self.instead is None:
            return self.bound, refine
        return while_levels_grow(self.bound, refine, self.instead)


def with_refinement(
    h: Heuristic[State, Action],
    bound: Heuristic[State, Action],
    refine: Heuristic[State, Action],
    *,
    instead: Heuristic[State, Action] | None = None,
) -> BuiltHeuristic:
    """Return the heuristic with a refinement."""
    last = None if instead is None else function_of(instead)
    return built(h, refinement=Refinement(function_of(bound), function_of(refine), last))


def refinement_of(h: Any) -> Refinement | None:
    """Return the refinement of a heuristic, None for a heuristic without refinement."""
    return h.refinement if isinstance(h, BuiltHeuristic) else None


def while_levels_grow(
    bound: Heuristic, refine: Heuristic, instead: Heuristic
) -> tuple[Heuristic, Heuristic]:
    """Return a bound and a refinement for one search, which end once they have ceased to pay.

    Refining keeps nodes out of the search if a solution is found before their turn. Most of these
    nodes are on the last *level*, the nodes of the same f. So refining pays if the levels grow
    fast. If they do not, the space is narrow or comes to its end. The search is then likely to see
    all of the space, as it must if there is no solution, and each test would be in vain. Levels do
    not grow fast if an eighth of the tests of a level are of nodes that failed on an earlier level,
    or if a level took less than five times the tests of the level before. RefiningEnds is raised
    then, once, and the bound is ``instead`` from then on.
    """
    level, tests, failed, before = -float("inf"), 0, 0, 0
    has_ended = False

    def refine_while_it_pays(node: Node) -> float:
        nonlocal level, tests, failed, before, has_ended
        if node.f > level:
            has_ended = _ENOUGH <= tests < _GROWTH * before
            level, tests, failed, before = node.f, 0, 0, tests
        tests += 1
        failed += hasattr(node, "has_failed")
        if has_ended or (failed >= _FAILED_ENOUGH and failed > _FAILED_SHARE * tests):
            has_ended = True
            raise RefiningEnds
        value = refine(node)
        if value > node.h:
            node.has_failed = True  # type: ignore[attr-defined]
        return value

    def bound_of_both(node: Node) -> float:
        return instead(node) if has_ended else bound(node)

    return bound_of_both, refine_while_it_pays
