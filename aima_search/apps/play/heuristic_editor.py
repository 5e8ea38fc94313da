"""Parses, tries and checks a user's heuristics; only ``estimates`` and ``verdict`` run them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from itertools import islice
from typing import Any

from aima_search.algorithms.informed import checked_h
from aima_search.apps.play.playing import MOST_EXPANSIONS, OptimalPathSearch
from aima_search.catalog.heuristics import heuristic_info, make_heuristic
from aima_search.checks.heuristic import Counterexample, check_heuristic, exceeds
from aima_search.display.scene import picture_data
from aima_search.model.problem import Node
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.outcomes import SOLVED
from aima_search.trace.protocol import arguments_of, asks_of, own_heuristic, read_board

STATES = 20_000
"""The number of states on which a heuristic is checked; the check takes a second or two."""


class HeuristicRequestHandler:
    """Answers requests of the page's editor for heuristics; it tries one heuristic at a time."""

    def __init__(self) -> None:
        self._tried: dict[str, Any] = {}  # the last request of ``estimates``

    def syntax(self, source: str) -> dict[str, Any]:
        """Return a dict about the heuristics in Python code. The code is not run.

        functions: the names of the heuristics. others: a message for each definition that cannot be
        a heuristic. fault: None if the syntax is correct, otherwise a dict with the ``line``, the
        ``column`` and the ``message`` of the error. Lines and columns are counted from 1.
        """
        try:
            names, others = _definitions(ast.parse(source))
            return {"fault": None, "functions": names, "others": others}
        except (SyntaxError, ValueError) as error:  # ValueError: the text has null bytes
            line, column = (getattr(error, name, None) or 1 for name in ("lineno", "offset"))
            message = getattr(error, "msg", str(error))
        except (RecursionError, MemoryError):
            line, column, message = 1, 1, "too deeply nested"
        fault = {"line": line, "column": column, "message": message}
        return {"fault": fault, "functions": [], "others": []}

    def facts(self, puzzle: str, heuristic: str) -> dict[str, Any]:
        """Return the summary of a heuristic, and whether it is admissible and consistent."""
        PUZZLES.get(puzzle)  # raises an error if the puzzle is unknown
        info = heuristic_info(puzzle, heuristic)
        return {name: getattr(info, name) for name in ("admissible", "consistent", "summary")}

    def example(
        self, puzzle: str, board: str | None = None, settings: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        """Return an example for the editor: the initial state, the grid and some actions."""
        problem = read_board(puzzle, board, settings)
        return {
            "state": repr(problem.initial),
            "grid": "\n".join(map(repr, problem.grid(problem.initial))),
            "actions": [repr(one) for one in islice(problem.actions(problem.initial), 3)],
        }

    def estimates(self, **request: Any) -> dict[str, Any]:
        """Return h of the initial state, and h and h* of each node on an optimal path.

        Each call searches for about 50 ms. ``status`` is "searching", "known" or "unknown"; ``why``
        is the reason for "unknown". If the status is "known", ``path`` has ``h``, ``h_star`` and
        ``is_above`` (True if h > h*) of each node.
        """
        if request != self._tried:
            problem = _problem(request)
            spec = own_heuristic(request["heuristic"], problem, request.get("source"))
            h = checked_h(make_heuristic(spec, problem))
            start = h(Node(problem.initial))
            self._best_path = OptimalPathSearch(problem, problem.initial)
            self._tried, self._h, self._start = request, h, start
        data: dict[str, Any] = {"h": self._start, "path": [], "why": ""}
        result = self._best_path.advance()
        if result is None:
            return {**data, "status": "searching"}
        if result.node is None or result.status != SOLVED:
            limit = f"the search for an optimal path takes more than {MOST_EXPANSIONS:,} expansions"
            return {**data, "status": "unknown", "why": result.proof or limit}
        describe = _problem(request).describe
        for node in result.node.path():
            action = node.parent and describe(node.parent.state, node.action)
            value, exact = self._h(node), result.node.path_cost - node.path_cost
            values = {"h": value, "h_star": exact, "is_above": bool(exceeds(value, exact))}
            data["path"].append({"action": action, **values})
        return {**data, "status": "known"}

    def verdict(self, **request: Any) -> dict[str, Any]:
        """Check if a heuristic is admissible and consistent on a board.

        ``counterexamples`` has a state for each property that h lacks: its ``picture``, its ``h``,
        and a ``bound`` on h*, such as "h* <= 2". For "consistent", ``then`` describes an action,
        for example "up costs 1 and leads to h = 3". For "admissible", ``then`` is "".
        """
        problem = _problem(request)
        h = own_heuristic(request["heuristic"], problem, request.get("source"))
        report = check_heuristic(problem, h, STATES)
        facts = ("admissible", "consistent", "states", "complete", "depends_on_path")
        found = report.counterexamples
        counterexamples = {name: _shown(problem, found[name]) for name in facts if name in found}
        values = {name: getattr(report, name) for name in facts}
        return {**values, "counterexamples": counterexamples}


_HEURISTIC = {**arguments_of(HeuristicRequestHandler.example), "heuristic": str, "source?": str}
OF_DRAFTS = {
    **asks_of(HeuristicRequestHandler, "syntax", "facts", "example"),
    **dict.fromkeys(("estimates", "verdict"), _HEURISTIC),
}


def _definitions(tree: ast.Module) -> tuple[list[str], list[str]]:
    names: list[str] = []
    others: list[str] = []
    for one in tree.body:
        match one:
            case ast.FunctionDef(name=name) | ast.Assign([ast.Name(name)], ast.Lambda()):
                names.append(name)
            case ast.ClassDef(name=name, body=body) if {"__init__", "__call__"} <= {
                part.name for part in body if isinstance(part, ast.FunctionDef)
            }:
                names.append(name)
            case ast.AsyncFunctionDef(name=name):
                others.append(f"{name} is an async function: write def {name} without async")
            case ast.If() | ast.Try() | ast.With() | ast.For() | ast.While():
                others += [
                    f"def {part.name} in line {part.lineno} is indented: move it to the margin"
                    for part in ast.walk(one)
                    if isinstance(part, ast.FunctionDef)
                ]
    names = [name for name in dict.fromkeys(names) if name[:1] != "_"]
    if names or others:
        return names, others
    classes = [
        f"class {one.name} needs the methods __init__(self, problem) and __call__(self, node)"
        for one in tree.body
        if isinstance(one, ast.ClassDef)
    ]
    return [], classes or ["no function found: write a function h(node) that returns a number"]


def _problem(request: Mapping[str, Any]) -> Puzzle:
    return read_board(request["puzzle"], request.get("board"), request.get("settings"))


def _shown(problem: Puzzle, example: Counterexample) -> dict[str, Any]:
    """Return a counterexample as a dict for the page."""
    state, after, then = example.state, example.h_successor, ""
    if after is not None:
        action = problem.describe(state, example.action)
        then = f"{action} costs {example.cost:g} and leads to h = {after:g}"
    values = {"h": example.h, "bound": example.bound(), "then": then}
    return {"state": repr(state), "picture": picture_data(problem, state), **values}
