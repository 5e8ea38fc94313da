"""Searches next to the watched search: each goes on a little at a time, for one answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from aima_search.algorithms.best_first import Evaluation
from aima_search.algorithms.informed import estimate
from aima_search.algorithms.steps import FATES, KNOWN, REOPENED
from aima_search.analysis.enumeration import PerfectDistances
from aima_search.base.errors import InputError, NotApplicable, UnknownName
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import heuristic_info, make_heuristic
from aima_search.checks.heuristic import Counterexample, check_heuristic, exceeds
from aima_search.display.scene import picture_data
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import Node, goal_test
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.outcomes import NO_SOLUTION, SOLVED
from aima_search.runs.result import COVERED, SearchResult, knows_costs
from aima_search.runs.search import Search
from aima_search.trace.protocol import Asks, own_heuristic, read_board
from aima_search.trace.session import MOST_SECONDS, Session

MOST_EXPANSIONS = 200_000
"""Expansions; after so many an answer stays unknown."""


class BestWay:
    """An optimal way from a state to a goal, looked for by A*."""

    def __init__(self, problem: ProblemLike, state: Any) -> None:
        """Begin; NotApplicable if an action costs less than 0, for then A* proves nothing."""
        if knows_costs(problem, states=COVERED) is False:
            raise NotApplicable("an action costs less than 0: no way is proved to be optimal")
        self.start = state
        there = copy(problem)
        there.initial = state  # type: ignore[misc] # a copy of the user's class is not read-only
        self._search = Search(there, "astar", _admissible(problem), Limits(nodes=MOST_EXPANSIONS))
        self._result: SearchResult | None = None
        self.expanded = 0

    def advance(self) -> SearchResult | None:
        """Search on for 50 ms, or for one longer expansion; None while there is no answer."""
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


def _admissible(problem: ProblemLike) -> str | None:
    """Return None, the problem's own heuristic, if it is known never to overestimate."""
    if isinstance(problem, Puzzle):
        facts = heuristic_info(problem.puzzle, problem.default_heuristic)
        if facts.admissible and type(problem).h is Puzzle.h:
            return None
    return "zero"


# Truth: h* of a node, the least cost from its state to a goal, next to its h.


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
            why = f"h* takes over {MOST_EXPANSIONS:,} expansions"
            return {**told, "status": "unknown", "why": why}
        h, exact = shown["h"], inf if result.cost is None else result.cost
        is_misleading = None if h is None else exceeds(h, exact)
        return {**told, "status": "known", "h_star": exact, "is_misleading": is_misleading}


# Jumps: the next step of a session at which something happens, and the event in words.


_WHOLE = re.compile(r"-?\d{1,18}")


class Event(NamedTuple):
    """What happened at a step: the id of the node that it happened to, and a sentence."""

    node: int
    text: str


class Jumps:
    """The events at which a session can halt.

    f: the node in hand has another f than the node before it. goal: a goal has been generated.
    reopened: a state that had been expanded waits again, by a better path. above: h of the node in
    hand is above h*. state: a state that is named has been generated.
    """

    def __init__(self, session: Session, *, is_proved: bool = False) -> None:
        """Take a session; is_proved: whether its heuristic is proved to be admissible."""
        self._session = session
        self._is_proved = is_proved
        self._h_star: PerfectDistances | None = None

    def to(self, event: str, text: str = "", *, back: bool = False) -> dict[str, Any] | None:
        """Go on (or ``back``) to the next step at which something happens, 50 ms at most.

        "above" computes h* of all states first; a large space is refused. text: the state,
        if ``event`` is "state": a board that ``parse`` reads, or numbers such as "3,4", or a name.

        Returns None if the time is up, and the caller has to ask again; otherwise a ``text`` and a
        ``node``. The node is None if the event happens nowhere.
        """
        if event not in _WORDS:
            raise UnknownName("event", event, _WORDS)
        if event == "above" and self._is_proved:
            raise NotApplicable("h above h*: this heuristic is proved never to be above it")
        happens = self._state(text) if event == "state" else getattr(self, f"_{event}")
        found: list[Event] = []

        def is_there(step: int) -> bool:
            found[:] = filter(None, [happens(step)])
            return bool(found)

        is_found = self._session.go_until(is_there, back=back)
        if is_found is None:
            return None
        if not is_found:
            trace, where = self._session.trace, "before this step" if back else "up to the end"
            if not back and not trace.is_whole:
                where = f"up to step {trace.steps:,}: later steps are only counted"
            return {"text": f"no {_WORDS[event]} {where}", "node": None}
        [node] = self._session.nodes([found[0].node])
        return {"text": found[0].text, "node": node}

    def _f(self, step: int) -> Event | None:
        trace = self._session.trace
        values = trace.expansion_values
        if not 0 < step < len(values) or values[step] == values[step - 1]:
            return None
        before, now = map(_number, values[step - 1 : step + 1])
        return Event(trace.expansions[step], f"f goes from {before} to {now}")

    def _goal(self, step: int) -> Event | None:
        is_goal, states = goal_test(self._session.trace.problem), self._session.trace.states
        return self._first(step, lambda at: is_goal(states[at]), "generates a goal")

    def _reopened(self, step: int) -> Event | None:
        fates = self._session.trace.fates
        says = "finds a better path to a state that had been expanded"
        return self._first(step, lambda at: FATES[fates[at]] == REOPENED, says)

    def _state(self, text: str) -> Callable[[int], Event | None]:
        problem, states = self._session.trace.problem, self._session.trace.states
        wanted = list(read_states(problem, text))
        if not wanted:
            raise InputError("state '': expected a board, numbers such as 3,4, or a name")
        fates = self._session.trace.fates

        def is_new(at: int) -> bool:
            return states[at] in wanted and FATES[fates[at]] != KNOWN

        return lambda step: self._first(step, is_new, "generates that state")

    def _above(self, step: int) -> Event | None:
        trace = self._session.trace
        if step >= len(trace.expansions):
            return None
        at = trace.expansions[step]
        if self._h_star is None:
            self._h_star = PerfectDistances.of(trace.problem)
        h, exact = trace.estimates[at], self._h_star(Node(trace.states[at]))
        if h is None:
            raise NotApplicable("h above h*: this search asks no heuristic")
        text = f"h {_number(h)} is above h* {_number(exact)}"
        return Event(at, text) if exceeds(h, exact) else None

    def _first(self, step: int, is_so: Callable[[int], bool], says: str) -> Event | None:
        """Return what a step says if it is so of a node that the step shows for the first time."""
        trace = self._session.trace
        first = trace.marks[step - 1] if step else 0
        last = trace.marks[step] if step < len(trace.marks) else len(trace.states)
        at = next(filter(is_so, range(first, last)), None)
        if at is None:
            return None
        return Event(at, f"step {step:,} {says}" if step else f"the start {says}")


_WORDS = {
    "f": "other f",
    "goal": "goal",
    "reopened": "reopened state",
    "above": "h above h*",
    "state": "such state",
}


def read_states(problem: object, text: str) -> Iterator[Any]:
    """Yield what a text may mean as a state: its words, its numbers, the start of its board."""
    text = text.strip()
    if not text:
        return
    yield text
    parts = text.strip("()[]").replace(",", " ").split()
    if all(_WHOLE.fullmatch(part) for part in parts):
        yield tuple(map(int, parts))
    if isinstance(problem, Puzzle):
        try:
            yield type(problem).parse(text, **problem.read_options(problem.settings())).initial
        except ValueError:
            return


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


# Drafts: the heuristic that a reader writes, looked at, tried and judged while it is written.
#
# Only ``estimates`` and ``verdict`` run the reader's code; they are asked when the reader says
# so.


STATES = 20_000
"""The number of states on which a heuristic is checked: this takes a second or two."""

_PROBLEM = {"puzzle": str, "board?": str, "settings?": dict}
_HEURISTIC = {**_PROBLEM, "heuristic": str, "source?": str}
OF_DRAFTS: Asks = {
    "syntax": {"source": str},
    "facts": {"puzzle": str, "heuristic": str},
    "example": _PROBLEM,
    "estimates": _HEURISTIC,
    "verdict": _HEURISTIC,
}


@dataclass
class _Trial:
    """A heuristic on a board, and the search for an optimal way to compare it with."""

    request: dict[str, Any]
    h: Evaluation[Any, Any]
    start: float
    way: BestWay


class Drafts:
    """Answers what is asked of one heuristic at a time."""

    def __init__(self) -> None:
        self._trial: _Trial | None = None

    def syntax(self, source: str) -> dict[str, Any]:
        """Return the functions that a text of Python defines, and its fault; run nothing.

        The fault is None, or has ``line`` and ``column``, both from 1, and ``message``.
        """
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError) as error:  # ValueError: null bytes
            line, column = (getattr(error, name, None) or 1 for name in ("lineno", "offset"))
            message = getattr(error, "msg", str(error))
        except (RecursionError, MemoryError):
            line, column, message = 1, 1, "too deeply nested"
        else:
            names = [one.name for one in tree.body if isinstance(one, ast.FunctionDef)]
            return {"fault": None, "functions": [name for name in names if name[:1] != "_"]}
        fault = {"line": line, "column": column, "message": message}
        return {"fault": fault, "functions": []}

    def facts(self, puzzle: str, heuristic: str) -> dict[str, Any]:
        """Return what is proved of a heuristic or an expression; an unknown name is a fault."""
        PUZZLES.get(puzzle)  # an unknown puzzle is an error of its own
        info = heuristic_info(puzzle, heuristic)
        return {name: getattr(info, name) for name in ("admissible", "consistent", "summary")}

    def example(
        self,
        puzzle: str,
        board: str | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Return what ``node.state`` is at the start, as Python prints it, and ``problem.grid``."""
        problem = read_board(puzzle, board, settings)
        return {
            "state": repr(problem.initial),
            "grid": "\n".join(map(repr, problem.grid(problem.initial))),
            "actions": [repr(one) for one in islice(problem.actions(problem.initial), 3)],
        }

    def estimates(self, **request: Any) -> dict[str, Any]:
        """Return h of the start, and h next to h* along an optimal way; 50 ms of search at most.

        status: "searching", "known", or "unknown", and ``why``. way: its nodes, with h, h* and
        whether h is above h*, once they are known.
        """
        trial = self._trial
        if trial is None or trial.request != request:
            problem = _problem(request)
            spec = own_heuristic(request["heuristic"], problem, request.get("source"))
            h = estimate(make_heuristic(spec, problem))
            start = h(Node(problem.initial))
            trial = _Trial(request, h, start, BestWay(problem, problem.initial))
            self._trial = trial
        told: dict[str, Any] = {"h": trial.start, "way": [], "why": ""}
        result = trial.way.advance()
        if result is None:
            return {**told, "status": "searching"}
        if result.status != SOLVED:
            why = result.proof or f"an optimal way takes over {MOST_EXPANSIONS:,} expansions"
            return {**told, "status": "unknown", "why": why}
        assert result.node is not None
        describe = _problem(request).describe
        for node in result.node.path():
            exact, value = result.node.path_cost - node.path_cost, trial.h(node)
            told["way"].append(
                {
                    "action": node.parent and describe(node.parent.state, node.action),
                    "h": value,
                    "h_star": exact,
                    "is_above": bool(exceeds(value, exact)),
                }
            )
        return {**told, "status": "known"}

    def verdict(self, **request: Any) -> dict[str, Any]:
        """Return whether a heuristic is admissible and consistent here, with counterexamples.

        Each counterexample has ``text``, ``state``, ``picture``, ``h`` and ``bound``: what is known
        of h*.
        """
        problem = _problem(request)
        h = own_heuristic(request["heuristic"], problem, request.get("source"))
        report = check_heuristic(problem, h, STATES)
        names = ("admissible", "consistent")
        return {
            **{name: getattr(report, name) for name in names},
            "states": report.states,
            "complete": report.complete,
            "depends_on_path": report.depends_on_path,
            "counterexamples": {
                name: _shown(problem, report.counterexamples[name])
                for name in names
                if name in report.counterexamples
            },
        }


def _problem(request: Mapping[str, Any]) -> Puzzle:
    return read_board(request["puzzle"], request.get("board"), request.get("settings"))


def _shown(problem: Puzzle, example: Counterexample) -> dict[str, Any]:
    told = {
        "state": repr(example.state),
        "picture": picture_data(problem, example.state),
        "h": example.h,
        "bound": example.bound(),
        "then": "",
    }
    if example.h_successor is not None:
        told["then"] = (
            f"{problem.describe(example.state, example.action)} costs {example.cost:g}"
            f" and leads to h = {example.h_successor:g}"
        )
    return told
