"""What helps a person who plays: the cost of the best way on, and its next step."""

from __future__ import annotations

from typing import Any

from aima_search.apps.play import side_searches
from aima_search.apps.play.games.deductions import Deduced, Deductions
from aima_search.apps.play.games.game import Game
from aima_search.apps.play.side_searches import BestWay
from aima_search.base.errors import InputError
from aima_search.display.scene import picture_of
from aima_search.model.contract import ProblemLike
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.result import SearchResult

_MOST_BEFORE = 4  # steps that a hint tells before its own


class Adviser:
    """Knows the best way on from each position of a game that was asked for.

    solver: the problem with the settings that search best; its states are those of the game.
    """

    def __init__(self, game: Game, solver: ProblemLike) -> None:
        self._game = game
        self._solver = solver
        self._way: BestWay | None = None
        self._found: dict[Any, SearchResult] = {}
        self.deductions = Deductions(solver)

    def optimum(self) -> dict[str, Any]:
        """Search on, 50 ms at most, for the best way from the position in hand.

        status: "searching", "known", "none" (no way leads to a goal), "unknown" (given up).
        remaining, total: the cost from here, and the cost together with the cost so far. action,
        index: the next step, if it is an action of the game.
        """
        told: dict[str, Any] = dict.fromkeys(("remaining", "total", "action", "index"))
        if self._game.node is None:
            return {**told, "status": "none", "expanded": 0}
        result = self._best(self._game.state)
        if result is None:
            return {
                **told,
                "status": "searching",
                "expanded": self._way.expanded if self._way else 0,
            }
        told["expanded"] = result.expanded
        if result.status != SOLVED or result.cost is None:
            return {**told, "status": "none" if result.status == NO_SOLUTION else "unknown"}
        index = self._first_of(result) if result.actions else None
        cost = self._game.now.cost
        return {
            "status": "known",
            "remaining": result.cost,
            "total": None if cost is None else cost + result.cost,
            "action": None if index is None else self._game.label(index),
            "index": index,
            "expanded": result.expanded,
        }

    def least(self) -> dict[str, Any]:
        """Search on, 50 ms at most, for the least cost from the start of the game."""
        result = self._best(self._game.start)
        if result is None:
            return {"status": "searching", "cost": None}
        is_known = result.status == SOLVED
        return {"status": "known" if is_known else "unknown", "cost": result.cost}

    def _best(self, state: Any) -> SearchResult | None:
        """Search on for the best way from a state; a search from another state ends."""
        if state in self._found:
            return self._found[state]
        if self._way is None or self._way.start != state:
            self._way = BestWay(self._solver, state)
        result = self._way.advance()
        if result is not None:
            self._found[state] = result
        return result

    def _first_of(self, best: SearchResult) -> int | None:
        """Return the index of the best way's first action, or of an action towards its goal."""
        actions = list(self._game.actions)
        if best.actions[0] in actions:
            return actions.index(best.actions[0])
        there = picture_of(self._game.problem, best.states[-1])
        if there is None:
            return None
        return next((at for at in range(len(actions)) if self._game.leads_to(at, there)), None)

    def hint(self, detail: int) -> dict[str, Any]:
        """Return the next deduction, else the next action of a best way, in growing detail.

        detail: of a deduction 1 where to look, 2 which rule, 3 the move; of an action on a best way
        1 what it costs from here, 2 what to move, 3 the move.
        """
        if detail not in (1, 2, 3):
            raise InputError(f"detail {detail}: expected 1, 2 or 3")
        if self._game.node is None:
            return self._to_mend()
        best = self.optimum()
        if best["status"] == "searching":
            return _hint("searching")
        if best["status"] == "none":
            return self._way_back()
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

    def _to_mend(self) -> dict[str, Any]:
        """Return the first broken rule of a board that is no state of the search."""
        faults = [one for one in self._game.broken() if not one.is_open]
        if not faults:
            return _hint("none", "the search has no state of this board: undo")
        cells = [list(cell) for cell in faults[0].cells]
        return _hint("none", f"first mend this: {faults[0].words}", cells=cells)

    def _way_back(self) -> dict[str, Any]:
        """Return the hint to undo, with the cells that differ from a known solution."""
        text, sheet = "nothing leads to a goal from here: undo", self._game.sheet
        best = self._best(self._game.start)
        if sheet is None or (best is not None and best.status != SOLVED):
            return _hint("none", text)
        if best is None:
            return _hint("searching")
        right = sheet.written(best.states[-1])
        now = sheet.written(self._game.state)
        cells = [list(cell) for cell, there in now.items() if right.get(cell) != there]
        return _hint("none", f"{text}; a solution differs in the marked cells", cells=cells)

    def _of_move(self, best: dict[str, Any], detail: int) -> dict[str, Any]:
        cells, origins = self._game.marks(best["index"])
        text = f"a best way costs {best['remaining']} from here"
        if detail < 3:
            return _hint("ready", text, cells=(origins or cells) if detail == 2 else [])
        text = f"{text}: {best['action']}"
        return _hint("ready", text, cells=origins + cells, index=best["index"])

    def _of_deduction(
        self, deduced: Deduced, index: int, before: list[Deduced], detail: int
    ) -> dict[str, Any]:
        told = {"kind": "deduction", **deduced.told(), "before": [str(one.step) for one in before]}
        if detail == 1:
            where = told["where"] or told["cells"]
            return _hint("ready", "look here", kind="deduction", where=where)
        if detail == 2:
            return _hint("ready", **{**told, "text": told["sentence"]})
        return _hint("ready", **told, index=index)

    def _deduction(self) -> tuple[Deduced, int, list[Deduced]] | None:
        """Return the first step of the explanation that an action does, and its index.

        If the best way is known, the action leads to a state of the best way. The third value is
        the last steps before it that the board does not show.
        """
        best = self._best(self._game.state)
        goal = best.states[-1] if best is not None and best.solved else None
        there = None if goal is None else picture_of(self._game.problem, goal)
        before: list[Deduced] = []
        for deduced in self.deductions.steps:
            if deduced.is_note:
                before.append(deduced)
                continue
            for index in range(len(self._game.actions)):
                if self._game.leads_to(index, deduced.scene, marked=True) and (
                    there is None or self._game.leads_to(index, there)
                ):
                    return deduced, index, before[-_MOST_BEFORE:]
            before = []
        return None


def _hint(status: str, text: str = "", **told: Any) -> dict[str, Any]:
    """Return a hint; cells: to decide or move, where: cells to look at, index: an action."""
    usual: dict[str, Any] = {
        "kind": "move",
        "rule": "",
        "cells": [],
        "where": [],
        "before": [],
        "index": None,
    }
    return {"status": status, "text": text, **usual, **told}
