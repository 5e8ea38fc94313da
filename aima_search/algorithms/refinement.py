"""Refinement: use a cheap bound in place of an expensive heuristic until a node is to be expanded.

Most nodes that a best-first search puts into its frontier are never expanded. If a heuristic offers
a *refinement*, the search calls ``bound(node)`` when a node is generated, and ``refine(node)``
before its expansion, which is a *test* of the node. If the refined value is more than ``node.h``,
the node *fails*, and is put back into the frontier. Otherwise the node is expanded.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from aima_search.base.limits import check_limits
from aima_search.model.contract import Action, State
from aima_search.model.heuristic import BuiltHeuristic, built, function_of
from aima_search.model.problem import Heuristic, Node

_ENOUGH = 10  # the least number of tests to judge a level
_GROWTH = 5  # the least factor from the number of tests of a level to that of the next level
_FAILED_ENOUGH = 5  # the least number of tests of nodes that failed on an earlier level
_FAILED_SHARE = 1 / 8  # the largest share of such tests in a level


class RefiningEnds(Exception):
    """Raised instead of a refined value if refining no longer saves time in this search."""


class Refinement(NamedTuple):
    """The refinement of a heuristic: a cheap bound, and a better bound before expansion.

    ``bound(node)`` may rely on the parent of the node having passed its test. ``refine(node)`` may
    raise ``node.h`` step by step, because a node that failed is tested again. Both functions may
    store results on nodes. Neither may return more than ``h(node)``, which all other algorithms
    call. If a node passes only when its bound is ``h(node)``, A* expands the same nodes as with h.
    ``instead(node)`` replaces both functions in a search in which refining does not pay, see
    ``while_levels_grow``; None if refining always pays.
    """

    bound: Heuristic
    refine: Heuristic
    instead: Heuristic | None = None

    def for_one_search(self) -> tuple[Heuristic, Heuristic]:
        """Return ``bound`` and ``refine``, or functions that call them while that saves time."""

        def refine(node: Node) -> float:
            check_limits()  # many nodes may be refined between two steps
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
    """Return the heuristic with a refinement for searches that compute h only where it helps.

    Parameters
    ----------
    h
        The heuristic for other searches.
    bound
        A cheap heuristic, called when a node is generated.
    refine
        An expensive heuristic, called when a node leaves the frontier.
    instead
        A heuristic to continue with if refining does not pay.
    """
    last = None if instead is None else function_of(instead)
    return built(h, refinement=Refinement(function_of(bound), function_of(refine), last))


def refinement_of(h: Any) -> Refinement | None:
    """Return the refinement of a heuristic, or None if it has no refinement."""
    return h.refinement if isinstance(h, BuiltHeuristic) else None


def while_levels_grow(
    bound: Heuristic, refine: Heuristic, instead: Heuristic
) -> tuple[Heuristic, Heuristic]:
    """Return ``bound`` and ``refine`` for one search, which stops refining if that costs more time.

    A *level* is the nodes with the same f. Refining saves time on nodes that are never expanded,
    most of which are on the last level. So refining pays if the levels grow fast; otherwise the
    search is likely to visit the whole space. Levels do not grow fast if more than an eighth of the
    tests of a level are of nodes that failed on an earlier level, or if a level took less than five
    times as many tests as the previous level. In this case RefiningEnds is raised once, and the
    bound is ``instead`` from then on.
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
