"""Refinement: use a cheap bound in place of an expensive heuristic until a node is to be expanded.

Most nodes that a best-first search puts into its frontier are never expanded. If a heuristic has a
*refinement*, the search calls ``bound(node)`` when a node is generated, and ``refine(node)`` before
its expansion, which is a *test* of the node. If the refined value is more than ``node.h``, the node
*fails*, and is put back into the frontier. Otherwise the node is expanded.
"""

from __future__ import annotations

from aima_search.base.limits import check_limits
from aima_search.model.heuristic import Refinement
from aima_search.model.problem import Heuristic, Node

_ENOUGH = 10  # the least number of tests to judge a level
_GROWTH = 5  # the least factor from the number of tests of a level to that of the next level
_FAILED_ENOUGH = 5  # the least number of tests of nodes that failed on an earlier level
_FAILED_SHARE = 1 / 8  # the largest share of such tests in a level


class RefinementStopped(Exception):
    """Raised by ``refine`` when computing better bounds no longer saves time in this search."""


def functions_for_one_search(refinement: Refinement) -> tuple[Heuristic, Heuristic]:
    """Return ``bound`` and ``refine`` for one search. ``refine`` also checks its limits."""

    def refine(node: Node) -> float:
        check_limits()  # many nodes may be refined between two steps
        return refinement.refine(node)

    if refinement.instead is None:
        return refinement.bound, refine
    return while_levels_grow(refinement.bound, refine, refinement.instead)


def while_levels_grow(
    bound: Heuristic, refine: Heuristic, instead: Heuristic
) -> tuple[Heuristic, Heuristic]:
    """Return ``bound`` and ``refine``, changed to stop refining when it no longer saves time.

    A *level* is the nodes with the same f. Refining saves time on nodes that are never expanded,
    most of which are on the last level. So refining pays if the levels grow fast; otherwise the
    search is likely to visit the whole space. Levels do not grow fast if more than an eighth of the
    tests of a level are of nodes that failed on an earlier level, or if a level took less than five
    times as many tests as the previous level. In this case RefinementStopped is raised once, and
    the bound is ``instead`` from then on.
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
            raise RefinementStopped
        value = refine(node)
        if value > node.h:
            node.has_failed = True  # type: ignore[attr-defined]
        return value

    def bound_of_both(node: Node) -> float:
        return instead(node) if has_ended else bound(node)

    return bound_of_both, refine_while_it_pays
