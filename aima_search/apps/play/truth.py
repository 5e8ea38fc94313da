"""Truth: h* of a node, the least cost from its state to a goal, next to its h."""

from __future__ import annotations

from typing import Any

from aima_search.apps.play.side_searches import MOST, BestWay
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.trace.session import Session


class Truth:
    """Looks for h* of one node after the other, a little at a time."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._at: int | None = None
        self._way: BestWay | None = None

    def of(self, node: int) -> dict[str, Any]:
        """Search on, 50 ms at most, for h* of a node.

        status: "searching", "known", or "unknown" if the search for it takes too long; ``why``
        says so. is_misleading: whether h is above h*, None if h or h* is not known.
        """
        [shown] = self._session.nodes([node])
        if node != self._at or self._way is None:
            state = self._session.trace.node(node).state
            self._at, self._way = node, BestWay(self._session.recording.problem, state)
        result = self._way.advance()
        told = {"h": shown["h"], "h_star": None, "is_misleading": None, "why": ""}
        if result is None:
            return {**told, "status": "searching"}
        if result.status not in (SOLVED, NO_SOLUTION):
            return {**told, "status": "unknown", "why": f"h* takes over {MOST:,} expansions"}
        exact = result.cost if result.solved else float("inf")
        h = shown["h"]
        return {
            **told,
            "status": "known",
            "h_star": exact,
            "is_misleading": None if h is None else h > exact,
        }
