"""What helps a person who plays: the cost of the best way on, and the next step of it."""

from __future__ import annotations

from itertools import islice
from typing import Any

from aima_search.contract import ProblemLike
from aima_search.errors import InputError, NotApplicable
from aima_search.puzzle import Puzzle
from aima_search.render import Scene
from aima_search.render.pictures import picture_of
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.result import SearchResult
from aima_search.web import side_searches
from aima_search.web.game import Cells, Game
from aima_search.web.side_searches import BestWay

_MOST_STEPS = 2_000  # of an explanation


class Adviser:
    """Knows the best way on from each position of a game, as far as it has been asked.

    solver: the problem with the settings that search best; its states are those of the game.
    """

    def __init__(self, game: Game, solver: ProblemLike) -> None:
        self._game = game
        self._solver = solver
        self._way: BestWay | None = None
        self._found: dict[Any, SearchResult] = {}
        self._steps: list[tuple[Any, Scene]] | None = None

    def optimum(self) -> dict[str, Any]:
        """Search on, 50 ms at most, for the best way from the position in hand.

        status: "searching", "known", "none" (no way leads to a goal), "unknown" (given up).
        remaining, total: the cost from here, and the cost together with the cost so far. action,
        index: the next step, if it is an action of the game.
        """
        told: dict[str, Any] = dict.fromkeys(("remaining", "total", "action", "index"))
        result = self._best()
        if result is None:
            return {**told, "status": "searching", "expanded": self._expanded}
        told["expanded"] = result.expanded
        if result.status != SOLVED or result.cost is None:
            return {**told, "status": "none" if result.status == NO_SOLUTION else "unknown"}
        index = self._first_of(result) if result.actions else None
        return {
            "status": "known",
            "remaining": result.cost,
            "total": self._game.node.path_cost + result.cost,
            "action": None if index is None else self._game.label(index),
            "index": index,
            "expanded": result.expanded,
        }

    def _best(self) -> SearchResult | None:
        """Search on for the best way from here; a search from another position ends."""
        state = self._game.node.state
        if state in self._found:
            return self._found[state]
        if self._way is None or self._way.start != state:
            self._way = BestWay(self._solver, state)
        result = self._way.advance()
        if result is not None:
            self._found[state] = result
        return result

    @property
    def _expanded(self) -> int:
        return self._way.expanded if self._way else 0

    def _first_of(self, best: SearchResult) -> int | None:
        """Return the index of its first action, or of an action towards its last picture."""
        actions = list(self._game.actions)
        if best.actions[0] in actions:
            return actions.index(best.actions[0])
        there = picture_of(self._game.problem, best.states[-1])
        if there is None:
            return None
        return next((at for at in range(len(actions)) if self._game.leads_to(at, there)), None)

    def hint(self, detail: int) -> dict[str, Any]:
        """Return the next deduction, else the next action of a best way, in growing detail.

        detail: 1 the rule, or what to move; 2 also where; 3 the action itself.
        """
        if detail not in (1, 2, 3):
            raise InputError(f"detail {detail}: expected 1, 2 or 3")
        best = self.optimum()
        if best["status"] == "searching":
            return _hint("searching")
        if best["status"] == "none":
            return _hint("none", "nothing leads to a goal from here: undo")
        if best["remaining"] == 0:
            return _hint("none", "it is solved")
        deduced = self._deduction()
        if deduced is not None:
            return self._of_deduction(*deduced, detail)
        if best["status"] == "unknown":
            why = f"the best way takes over {side_searches.MOST:,} expansions to find"
            return _hint("none", f"no hint is known: {why}")
        if best["index"] is None:
            return _hint("none", "no hint is known here")
        return self._of_move(best, detail)

    def _of_move(self, best: dict[str, Any], detail: int) -> dict[str, Any]:
        cells, origins = self._game.marks(best["index"])
        text = f"a best way costs {best['remaining']} from here"
        if detail < 3:
            return _hint("ready", text, cells=(origins or cells) if detail == 2 else [])
        return _hint("ready", f"{text}: {best['action']}", cells=origins + cells, of=best["index"])

    def _of_deduction(self, step: Any, scene: Scene, index: int, detail: int) -> dict[str, Any]:
        rule = getattr(step, "rule", "a deduction")
        marked = [[r, c] for r, c, cell in scene.positions() if cell.marked or cell.origin]
        text = str(step) if detail == 3 else str(rule)
        of = index if detail == 3 else None
        return _hint("ready", text, kind="deduction", cells=marked if detail > 1 else [], of=of)

    def _deduction(self) -> tuple[Any, Scene, int] | None:
        """Return the first step of the explanation that an action does, and its index.

        If the best way is known, the action leads to a state of the best way.
        """
        best = self._best()
        goal = best.states[-1] if best is not None and best.solved else None
        there = None if goal is None else picture_of(self._game.problem, goal)
        for step, scene in self._explanation():
            for index in range(len(self._game.actions)):
                if self._game.leads_to(index, scene, marked=True) and (
                    there is None or self._game.leads_to(index, there)
                ):
                    return step, scene, index
        return None

    def _explanation(self) -> list[tuple[Any, Scene]]:
        """Return the steps of the explanation with their pictures, empty without explanation."""
        if self._steps is None:
            self._steps = []
            if isinstance(self._solver, Puzzle):
                try:
                    steps = list(islice(self._solver.explain(), _MOST_STEPS))
                    self._steps = list(zip(steps, self._solver.pictures(steps), strict=False))
                except NotApplicable:
                    pass
        return self._steps


def _hint(
    status: str,
    text: str = "",
    *,
    kind: str = "move",
    cells: Cells | None = None,
    of: int | None = None,
) -> dict[str, Any]:
    return {"status": status, "kind": kind, "text": text, "cells": cells or [], "index": of}
