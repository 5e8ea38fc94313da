"""The game on the page, with hints and the optimal cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple

from aima_search.apps.play.game import Game, layout_data
from aima_search.base.errors import InputError, NotApplicable, SearchError
from aima_search.base.limits import Limits
from aima_search.base.names import renamed_names
from aima_search.catalog.heuristics import heuristic_info
from aima_search.display import Scene
from aima_search.display.scene import picture_data, picture_of, scene_data
from aima_search.model.contract import ProblemLike, offered
from aima_search.model.puzzle import Puzzle
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.result import COVERED, SearchResult, no_negative_cost
from aima_search.runs.search import Search
from aima_search.trace.protocol import Asks, asks_of, read_board
from aima_search.trace.session import MOST_SECONDS

MOST_EXPANSIONS = 200_000
"""After this number of expansions, the search for an optimal path gives up."""

_MOST_BEFORE = 4  # most steps of an explanation that a hint shows before its move
_MOST_STEPS = 2_000


class Superseded(SearchError):
    """Raised for a request that comes too late, because the game or the search has changed."""

    def __init__(self) -> None:
        super().__init__("this game or search is not open any more")


class GameRequestHandler:
    """Answers requests about the game that is being played. There is only one game at a time."""

    def __init__(self) -> None:
        self.epoch = 0
        self._game: Game | None = None

    def start(self, problem: ProblemLike, moves: Sequence[Any] = (), **facts: Any) -> str:
        """Begin a game and do ``moves``; return the first error, or "" if there is no error.

        ``facts`` has more data about the board for the page, such as its id.
        """
        played = problem
        if isinstance(problem, Puzzle) and problem.play_settings:
            texts = {**problem.settings(), **problem.play_settings}
            played = problem.parse(problem.instance_text(), **problem.read_options(texts))
        game = Game(played)
        refused = game.play(moves)
        explains = all(offered(problem, name) is not None for name in ("explain", "pictures"))
        self._game, self._solver = game, problem
        self._facts = {**facts, "explains": explains}
        self._best_path: OptimalPathSearch | None = None
        self._found: dict[Any, SearchResult] = {}
        self._deductions = cache(lambda: list(deductions(problem)))
        return refused

    def answer(self, name: str, arguments: dict[str, Any]) -> Any:
        """Do what a request says. Return the position, or the advice that was requested.

        Raises Superseded if the request is about an older position.
        """
        if "at" in OF_PLAY[name]:
            seen = arguments.pop("epoch"), arguments.pop("at")
            if seen != (self.epoch, self.game.at):
                raise Superseded
        if name not in _CHANGES:
            return getattr(self, name)(**arguments)
        getattr(self.game, name)(**arguments)
        return self._position()  # the page already has the layout

    def play(
        self,
        epoch: int,
        puzzle: str,
        board: str | None = None,
        settings: Mapping[str, str] | None = None,
        moves: Sequence[Any] = (),
    ) -> dict[str, Any]:
        """Begin a game on a board. The puzzle's ``play_settings`` override ``settings``."""
        if epoch < self.epoch:
            raise Superseded
        problem = read_board(puzzle, board, settings)
        name = problem.instance_text()
        refused = self.start(
            problem,
            moves,
            puzzle=puzzle,
            board=name if board is None else board,
            id=name,
            settings=problem.settings(),
            goal=offered(problem, "goal_words") or "",
        )
        self.epoch = epoch
        return {**self.view(epoch), **({"refused": refused} if refused else {})}

    @property
    def game(self) -> Game:
        """The game that is being played; raises an error if no game has begun."""
        if self._game is None:
            raise InputError('no game is open: send the request "play" first')
        return self._game

    def view(self, epoch: int) -> dict[str, Any]:
        """Return the game's position, with the texts that the player can write into each cell."""
        if epoch != self.epoch:
            raise Superseded
        answer_grid = self.game.answer_grid
        return self._position(None if answer_grid is None else layout_data(answer_grid))

    def _position(self, layout: Mapping[str, Any] | None = None) -> dict[str, Any]:
        return {**self._facts, **self.game.view(), "layout": layout}

    def why_not(self, start: Sequence[int], end: Sequence[int]) -> dict[str, str]:
        """Return why no action leads from the cell ``start`` to ``end``, or "" if unknown."""
        why_not = offered(self.game.problem, "why_not")
        if why_not is None or self.game.now.node is None:
            return {"text": ""}
        if any(list(map(type, cell)) != [int, int] for cell in (start, end)):
            raise InputError("why_not: expected two cells, each a list [row, column]")
        return {"text": str(why_not(self.game.state, tuple(start), tuple(end)))}

    def optimum(self) -> dict[str, Any]:
        """Search for about 50 ms for a cheapest path from the current position to a goal.

        ``status`` is "searching", "known", "none" (no path leads to a goal) or "unknown" (the
        search takes too long). ``total`` is the cost so far plus the ``remaining`` cost. ``action``
        and ``index`` describe the path's first action, or are None if it is not in the page's list.
        """
        game = self.game
        data: dict[str, Any] = dict.fromkeys(("remaining", "total", "action", "index"))
        if game.now.node is None:
            return {**data, "status": "none", "expanded": 0}
        result = self._best(game.state)
        if result is None:
            expanded = self._best_path.expanded if self._best_path else 0
            return {**data, "status": "searching", "expanded": expanded}
        data["expanded"] = result.expanded
        if result.status != SOLVED or result.cost is None:
            return {**data, "status": "none" if result.status == NO_SOLUTION else "unknown"}
        data["remaining"] = result.cost
        if game.now.cost is not None:
            data["total"] = game.now.cost + result.cost
        data["index"] = index = self._index_of_first_action(result)
        if index is not None:
            data["action"] = game.label(index)
        return {**data, "status": "known"}

    def least(self) -> dict[str, Any]:
        """Return the optimal cost of the whole game, or "searching" if 50 ms are not enough."""
        result = self._best(self.game.problem.initial)
        if result is None:
            return {"status": "searching", "cost": None}
        return {"status": "known" if result.status == SOLVED else "unknown", "cost": result.cost}

    def _best(self, state: Any) -> SearchResult | None:
        """Search for a cheapest path from ``state``; return None if 50 ms are not enough."""
        if state in self._found:
            return self._found[state]
        if self._best_path is None or self._best_path.start != state:
            self._best_path = OptimalPathSearch(self._solver, state)
        result = self._best_path.advance()
        if result is not None:
            self._found[state] = result
        return result

    def _index_of_first_action(self, best: SearchResult) -> int | None:
        actions = self.game.actions
        if not best.actions:
            return None
        if best.actions[0] in actions:
            return actions.index(best.actions[0])
        goal = picture_of(self.game.problem, best.states[-1])
        leads = (at for at in range(len(actions)) if goal and self.game.leads_to(at, goal))
        return next(leads, None)

    def hint(self, detail: int) -> dict[str, Any]:
        """Return a hint: the next deduction or, if there is none, the next action of a best path.

        ``detail`` says how much the hint shows. For a deduction, 1 shows the cells, 2 the rule and
        3 the move. For an action, 1 shows the cost from here, 2 the piece to move and 3 the move.
        """
        if detail not in (1, 2, 3):
            raise InputError(f"detail {detail}: expected 1, 2 or 3")
        if self.game.now.node is None:
            faults = [rule for rule in self.game.broken() if not rule.is_open]
            if not faults:
                return _hint("none", "this board is not a state of the search: press Undo")
            cells = [list(cell) for cell in faults[0].cells]
            return _hint("none", f"correct this first: {faults[0].words}", cells=cells)
        best = self.optimum()
        if best["status"] == "searching":
            return _hint("searching")
        if best["status"] == "none":
            return self._undo_hint()
        if best["remaining"] == 0:
            return _hint("none", "it is solved")
        deduced = self._next_deduction()
        if deduced is not None:
            return _deduction_hint(detail, *deduced)
        if best["status"] == "unknown":
            why = f"an optimal path takes more than {MOST_EXPANSIONS:,} expansions"
            return _hint("none", f"no hint is known: {why}")
        if best["index"] is None:
            return _hint("none", "no hint is known here")
        return self._action_hint(detail, best)

    def _action_hint(self, detail: int, best: Mapping[str, Any]) -> dict[str, Any]:
        count, cost = len(self._found[self.game.state].actions), best["remaining"]
        moves = f"{count} moves" if count > 1 else "1 move"
        price = "" if cost == count else f" at a cost of {cost:g}"
        text = f"{moves}{price} {'are' if count > 1 else 'is'} enough from here"
        if detail == 1:
            return _hint("ready", text)
        cells, origins = self.game.marks(best["index"])
        if detail == 2:
            return _hint("ready", f"{text}; begin at the marked cell", cells=origins or cells)
        text = f"{text}: {best['action']}"
        return _hint("ready", text, cells=origins + cells, index=best["index"])

    def _undo_hint(self) -> dict[str, Any]:
        text = "no solution can be reached from here: press Undo"
        answer_grid = self.game.answer_grid
        best = self._best(self.game.problem.initial)
        if answer_grid is None or (best is not None and best.status != SOLVED):
            return _hint("none", text)
        if best is None:
            return _hint("searching")
        right = answer_grid.written(best.states[-1])
        now = answer_grid.written(self.game.state)
        cells = [list(cell) for cell, there in now.items() if right.get(cell) != there]
        return _hint("none", f"{text}; a solution differs in the marked cells", cells=cells)

    def _next_deduction(
        self,
    ) -> tuple[ExplanationStepPicture, int, list[ExplanationStepPicture]] | None:
        """Return the next deduction, the index of its action, and the notes before it; or None."""
        best, leads_to = self._best(self.game.state), self.game.leads_to
        is_solved = best is not None and best.solved
        goal = picture_of(self.game.problem, best.states[-1]) if best and is_solved else None
        before: list[ExplanationStepPicture] = []
        for deduced in self._deductions():
            if deduced.is_note:
                before.append(deduced)
                continue
            for index in range(len(self.game.actions)):
                is_deduced = leads_to(index, deduced.scene, marked=True)
                if is_deduced and (goal is None or leads_to(index, goal)):
                    return deduced, index, before[-_MOST_BEFORE:]
            before = []
        return None

    def deduction(self, step: int) -> dict[str, Any]:
        """Return the board after deduction number ``step``, with this deduction in words."""
        steps = self._deductions()
        if not 0 <= step <= len(steps):
            raise InputError(f"step {step}: expected 0 to {len(steps)}")
        data: dict[str, Any] = {"step": step, "count": len(steps)}
        if step == 0:
            return {**data, "picture": picture_data(self._solver, self._solver.initial)}
        deduced = steps[step - 1]
        return {**data, **deduced.data, "picture": scene_data(deduced.scene)}


_CHANGES = asks_of(Game, "do", "write", "note", "undo", "redo", "restart")
_ADVICE = asks_of(GameRequestHandler, "optimum", "least", "why_not", "hint", "deduction")
OF_PLAY: Asks = {
    **asks_of(GameRequestHandler, "play", "view"),
    **{name: {"epoch": int, "at": int, **types} for name, types in {**_CHANGES, **_ADVICE}.items()},
}
"""The requests about a game; each has its epoch and the last change known to the page (``at``)."""


def _notes_data(steps: Sequence[ExplanationStepPicture]) -> list[dict[str, Any]]:
    notes, last = [], ""
    for step in steps:
        rule, line = step.data["rule"], step.data["line"]
        cells = {name: step.data[name] for name in ("cells", "where")}
        notes.append({"text": line if rule == last else f"{rule}: {line}", **cells})
        last = rule
    return notes


def _deduction_hint(
    detail: int, step: ExplanationStepPicture, index: int, before: Sequence[ExplanationStepPicture]
) -> dict[str, Any]:
    data = {"kind": "deduction", **step.data, "before": _notes_data(before)}
    if detail == 1:
        where = data["where"] or data["cells"]
        cells = "cell" if len(where) == 1 else "cells"
        return _hint("ready", f"look at the marked {cells}", kind="deduction", where=where)
    if detail == 2:
        return _hint("ready", **{**data, "text": data["sentence"]})
    return _hint("ready", **data, index=index)


def _hint(status: str, text: str = "", **more: Any) -> dict[str, Any]:
    usual = dict[str, Any](kind="move", rule="", cells=[], where=[], before=[], index=None)
    return {"status": status, "text": text, **usual, **more}


class OptimalPathSearch:
    """An A* search for an optimal path from a state to a goal."""

    def __init__(self, problem: ProblemLike, state: Any) -> None:
        """Prepare the search; raise NotApplicable if an action has a negative cost."""
        if no_negative_cost(problem, states=COVERED) is False:
            raise NotApplicable("an action has a negative cost, so optimality cannot be proved")
        self.start = state
        problem = copy(problem)
        problem.initial = state  # type: ignore[misc] # a copy of the user's class is not read-only
        h: str | None = "zero"
        if isinstance(problem, Puzzle) and type(problem).h is Puzzle.h:
            facts = heuristic_info(problem.puzzle, problem.default_heuristic)
            h = None if facts.admissible else "zero"  # None: the problem's own h
        self._search = Search(problem, "astar", h, Limits(nodes=MOST_EXPANSIONS))
        self._result: SearchResult | None = None
        self.expanded = 0

    def advance(self) -> SearchResult | None:
        """Continue the search for about 50 ms; return its result, or None if it has not ended."""
        end = perf_counter() + MOST_SECONDS
        while self._result is None:
            step = next(self._search, None)
            if step is None:
                self._result = self._search.result()
            else:
                self.expanded = step.expanded
                if perf_counter() >= end:
                    return None
        return self._result


class ExplanationStepPicture(NamedTuple):
    """A step of an explanation: the step as data, and the picture of the board after the step."""

    data: dict[str, Any]
    scene: Scene
    is_note: bool
    """True if the step changes nothing on the board, for example if it rules out candidates."""


def deductions(problem: ProblemLike) -> Iterator[ExplanationStepPicture]:
    """Yield the steps of the puzzle's own explanation, if the puzzle can explain this board.

    The ``data`` of a step has these keys. ``rule``: the name of the rule that the step uses.
    ``sentence``: this rule in words. ``cells``: the cells that the step decides. ``where``: the
    cells that show the reason. ``text``: the step as advice. ``line``: the step as a list item.
    """
    if not isinstance(problem, Puzzle):
        return
    try:
        steps = list(islice(problem.explain(), _MOST_STEPS))
        pictures = problem.pictures(steps)
    except NotApplicable:
        return
    before = _faces(picture_of(problem, problem.initial))
    for step, scene in zip(steps, pictures, strict=False):
        after = _faces(scene)
        rule = str(getattr(step, "rule", "a deduction"))
        data = {
            "rule": rule.replace("-with-", " and a ").replace("-", " "),
            "sentence": str(getattr(step, "sentence", "")),
            "cells": [[row, column] for row, column, cell in scene.positions() if cell.marked],
            "where": [list(cell) for cell in getattr(step, "because", ())],
            "text": str(getattr(step, "advice", step)).removeprefix(f"{rule}: "),
            "line": str(step).removeprefix(f"{rule}: "),
        }
        shown = replace(scene, caption="")  # ``line`` has the words
        yield ExplanationStepPicture(data, shown, is_note=after == before)
        before = after


def _faces(scene: Scene | None) -> list[tuple[str, str]]:
    return [] if scene is None else [(cell.text, cell.role) for _, _, cell in scene.positions()]


__getattr__ = renamed_names(__name__, {"Playing": "GameRequestHandler"})
