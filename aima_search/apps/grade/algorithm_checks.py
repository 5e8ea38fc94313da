"""Checks of a student's algorithm: it asks for the rules here, and its answer is replayed.

Its own counts are not read: an expansion is a question for the actions of a state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import inf
from random import Random
from typing import Any, ClassVar, TypeAlias

from aima_search.apps.grade.boards import AssignedBoard, is_least, optimal_cost, reference_run
from aima_search.apps.grade.box import Bounds, Work
from aima_search.apps.grade.checks import BELOW_COST, EXPANDED, Check, Verdict, points_within
from aima_search.apps.grade.wire import BadAnswer
from aima_search.base.errors import SearchError
from aima_search.catalog.heuristics import make_heuristic
from aima_search.model.problem import Expand, Node, Successor, goal_test, successors
from aima_search.model.puzzle import Puzzle


def has_values(problem: Puzzle) -> bool:
    """Tell whether the states of a problem have values, for local search."""
    try:
        problem.value(problem.initial)
    except NotImplementedError:
        return False
    return True


BREEDING = {"random_state": 0, "recombine": 2, "mutate": 1}
"""What can be asked of a problem whose states can be bred: of how many states."""


Expanded: TypeAlias = Sequence[tuple[int, Sequence[tuple[int, int, float]]]]
"""The states expanded, by number, each with the (action, state, cost) of what it leads to."""


class TooMany(Exception):
    """The algorithm has expanded, or bred, more nodes than it may."""


class Served:
    """The rules of a board, asked by a student's algorithm; ``expanded``, ``tested``: how often.

    offers: what can be asked besides the rules. slips: whether the rules are those of ice, where an
    action may happen twice.
    """

    def __init__(
        self, problem: Puzzle, heuristic: str | None, most: int, *, slips: bool = False
    ) -> None:
        self.problem, self._most = problem, most
        self._expand, self._is_goal = successors(problem), goal_test(problem)
        if slips:
            self._expand = _slipping(self._expand)
        self._h = None if heuristic is None else make_heuristic(heuristic, problem)
        self.offers = ["estimate"] * (self._h is not None) + ["value"] * has_values(problem)
        if all(hasattr(problem, question) for question in BREEDING):
            self.offers += BREEDING
        self._random = Random(repr(problem.initial))
        self.bred: list[tuple[str, Sequence[int]]] = []
        self.states = [problem.initial]
        self._numbers = {problem.initial: 0}
        self._actions: list[Any] = []
        self._action_numbers: dict[Any, int] = {}
        self._untold: list[int] = [0]
        self._leads: list[tuple[int, list[tuple[int, int, float]]]] = []
        self._values: dict[int, float] = {}
        self.expanded = self.tested = self.valued = 0

    def respond(self, name: str, arguments: Sequence[Any]) -> Any:
        """Answer a question of the algorithm; BadAnswer for a bad question, TooMany at the end."""
        if name not in ("actions", "is-goal", *self.offers):
            raise BadAnswer("an unknown question")
        if len(arguments) != BREEDING.get(name, 1) or any(
            type(one) is not int for one in arguments
        ):
            raise BadAnswer("a question about no state")
        if not all(0 <= one < len(self.states) for one in arguments):
            raise BadAnswer("a question about a state that it was not given")
        if name in BREEDING:
            return self._bred(name, arguments)
        (number,) = arguments
        if name == "actions":
            return self._successors(number)
        if name == "is-goal":
            self.tested += 1
            return bool(self._is_goal(self.states[number]))
        if name == "estimate":
            return self._estimates(number)
        self.valued += 1
        return self.value(number)

    def _bred(self, name: str, parents: Sequence[int]) -> int:
        self.bred.append((name, parents))
        if len(self.bred) > self._most:
            raise TooMany
        states = (self.states[one] for one in parents)
        return self._number(getattr(self.problem, name)(*states, self._random))

    def state_of(self, number: Any) -> Any:
        """Return the state of a number; BadAnswer for a number that was not given."""
        if type(number) is not int or not 0 <= number < len(self.states):
            raise BadAnswer("a state that it was not given")
        return self.states[number]

    def value(self, number: int) -> float:
        """Return the value of a state; this is not counted."""
        if number not in self._values:
            self._values[number] = float(self.problem.value(self.states[number]))
        return self._values[number]

    def is_goal(self, state: Any) -> bool:
        """Tell whether a state is a goal; this is not counted."""
        return bool(self._is_goal(state))

    def _successors(self, number: int) -> list[tuple[int, int, float]]:
        self.expanded += 1
        if self.expanded > self._most:
            raise TooMany
        found = []
        for action, state, cost in self._expand(Node(self.states[number])):
            there = self._number(state)
            at = self._action_numbers.setdefault(action, len(self._actions))
            if at == len(self._actions):
                self._actions.append(action)
            found.append((at, there, cost))
        self._leads.append((number, found))
        return found

    def _number(self, state: Any) -> int:
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
            self._untold.append(number)
        return number

    def _estimates(self, number: int) -> list[tuple[int, float]]:
        """Return the estimate of a state, with the estimates of all states made since the last."""
        assert self._h is not None
        numbers = dict.fromkeys([number, *self._untold])
        self._untold = []
        return [(one, self._h(Node(self.states[one]))) for one in numbers]

    def expanded_but_ties(self, best: float) -> int:
        """Return the number of expansions, without those of states with f = the least cost.

        In A* all others have f < that cost; in a search without estimates f may be greater. g is
        the least cost that the answers so far allow.
        """
        leads, costs = dict(self._leads), {0: 0.0}
        waiting = [(0.0, 0)]
        while waiting:
            g, number = heappop(waiting)
            for _, there, cost in leads.get(number, ()) if g == costs[number] else ():
                if g + cost < costs.get(there, inf):
                    costs[there] = g + cost
                    heappush(waiting, (g + cost, there))
        h = self._h or (lambda node: 0)
        f = {number: costs[number] + h(Node(self.states[number])) for number in leads}
        return sum(not is_least(f[number], best) for number, _ in self._leads)

    def order(self) -> tuple[Expanded, dict[int, float]]:
        """Return the states expanded so far with where they lead, and the estimates of all."""
        h = self._h or (lambda node: 0)
        estimates = {number: h(Node(state)) for number, state in enumerate(self.states)}
        return list(self._leads), estimates

    def replay(self, path: Any) -> float:
        """Return the cost of a path; SearchError if it is no path, or does not end at a goal."""
        if not isinstance(path, list):
            raise BadAnswer("something that is not a list of actions")
        node = Node(self.problem.initial)
        for length, number in enumerate(path, 1):
            if type(number) is not int or not 0 <= number < len(self._actions):
                raise BadAnswer("an action that it was not given")
            action = self._actions[number]
            steps = (one for one in self._expand(node) if one[0] == action)
            step = next(steps, None)
            if step is None:
                raise SearchError(
                    f"action {length} of its solution, {action}, cannot be done there"
                )
            node = Node(step[1], node, action, step[2])
        if not self._is_goal(node.state):
            raise SearchError(f"its solution of {len(path)} actions does not end at a goal")
        return node.path_cost

    def follow(self, plan: Any) -> None:
        """Go through all that may happen by a plan; SearchError where it does not reach a goal."""
        if plan is None and self._has_plan():
            raise SearchError("it found no plan: there is one")
        waiting = [] if plan is None else [(0, plan)]
        while waiting:
            number, plan = waiting.pop()
            state = self.state_of(number)
            if not plan:
                if not self._is_goal(state):
                    raise SearchError(f"its plan ends in {state}, which is no goal")
                continue
            try:
                number, pairs = plan
                action, plans = self._actions[number], dict(pairs)
            except (TypeError, ValueError, IndexError):
                raise BadAnswer("no plan of actions that it was given") from None
            outcomes = self._outcomes(state).get(action, [])
            if not outcomes:
                raise SearchError(f"its plan has {action!r} in {state}, where that cannot be done")
            if lacking := [one for one in outcomes if self._number(one) not in plans]:
                told = f"for {lacking[0]}, where {action!r} in {state} may lead"
                raise SearchError(f"its plan has nothing {told}")
            waiting += [(there, plans[there]) for there in map(self._number, outcomes)]

    def _outcomes(self, state: Any) -> dict[Any, list[Any]]:
        """Return the states that each action may lead to."""
        found: dict[Any, list[Any]] = {}
        for action, there, _ in self._expand(Node(state)):
            found.setdefault(action, []).append(there)
        return found

    def _has_plan(self) -> bool:
        """Tell whether there is a plan; TooMany if there are too many states.

        The states from which a goal is reached whatever happens grow from the goals on.
        """
        leads: dict[Any, list[list[Any]]] = {}
        waiting = [self.problem.initial]
        while waiting:
            if (state := waiting.pop()) not in leads:
                leads[state] = list(self._outcomes(state).values())
                waiting += [there for outcomes in leads[state] for there in outcomes]
            if len(leads) > self._most:
                raise TooMany
        safe: set[Any] = set()
        more = {state for state in leads if self._is_goal(state)}
        while more:
            safe |= more
            reach = {state for state in leads if any(map(safe.issuperset, leads[state]))}
            more = reach - safe
        return self.problem.initial in safe


def _slipping(expand: Expand) -> Expand:
    """Return what actions lead to on ice: where each leads, or leads if it happens twice."""

    def slip(node: Node) -> list[Successor]:
        found = list(expand(node))
        return found + [
            (action, further, cost + more)
            for action, there, cost in found
            for other, further, more in expand(Node(there))
            if other == action
        ]

    return slip


@dataclass(frozen=True)
class Found:
    """What an algorithm did on a board; fault: what is wrong with its answer, "" for nothing.

    expanded_below_cost: the expansions without ties, of an answer without a fault. order: what
    was expanded; estimates: of all states.
    """

    expanded: int
    tested: int
    cost: float
    fault: str = ""
    expanded_below_cost: int = 0
    order: Expanded = ()
    estimates: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class OfAlgorithms(Check):
    """A check of a student's algorithm on boards, compared with the engine's own."""

    measures: ClassVar[Sequence[str]] = (EXPANDED, "cost")

    boards: Sequence[AssignedBoard]
    reference: str
    heuristic: str | None

    def prepare(self, bounds: Bounds) -> None:
        """Search the boards."""
        for board in self.boards:
            self.taken(board, bounds)
            optimal_cost(board, bounds.nodes)

    def taken(self, board: AssignedBoard, bounds: Bounds, measure: str = EXPANDED) -> int:
        """Return what the engine's own algorithm expands."""
        own = self.heuristic or "zero"
        run = reference_run(board, self.reference, own, bounds.nodes)
        taken: int = getattr(run, measure)
        return taken

    def found(self, board: AssignedBoard, work: Work) -> Found:
        """Return what the algorithm does on a board; it is run once for all checks."""
        found: Found = work.once((board, self.heuristic), lambda: self._run(board, work))
        return found

    def _run(self, board: AssignedBoard, work: Work) -> Found:
        served = Served(board.problem(), self.heuristic, work.bounds.nodes)
        box = work.box
        try:
            path = box.ask("search", 0, served.offers, respond=served.respond)
            cost = float("inf") if path is None else served.replay(path)
        except TooMany:
            work.restart()
            fault = f"it expanded more than {work.bounds.nodes:,} nodes"
            return Found(served.expanded, served.tested, float("inf"), fault)
        except BadAnswer as error:
            raise box.broke_off(error) from None
        except SearchError as error:
            return Found(served.expanded, served.tested, float("inf"), str(error))
        if path is None:
            return Found(served.expanded, served.tested, cost, "it found no solution")
        below = served.expanded_but_ties(optimal_cost(board, work.bounds.nodes))
        order, estimates = served.order()
        return Found(served.expanded, served.tested, cost, "", below, order, estimates)

    def command(self, board: AssignedBoard) -> str:
        """Return the command that shows what the engine's own algorithm does."""
        own = f" --heuristic {self.heuristic}" if self.heuristic else ""
        return f"{board.command('solve')} --algorithm {self.reference}{own}"

    def values(self, found: Sequence[Found]) -> list[tuple[str, float]]:
        """Return what was measured."""
        expanded, cost = sum(one.expanded for one in found), sum(one.cost for one in found)
        return [("expanded", expanded), *([("cost", cost)] if cost < float("inf") else [])]

    def judge(self, work: Work) -> Verdict:
        """Search the boards until something is wrong."""
        found = []
        for board in self.boards:
            found.append(self.found(board, work))
            if wrong := found[-1].fault or self.wrong(found[-1]):
                return self.fault(board, found[-1], wrong)
        return self.right(found, work)

    def wrong(self, found: Found) -> str:
        """Return what is wrong with the search that led to an answer, "" for nothing."""
        return ""

    def right(self, found: Sequence[Found], work: Work) -> Verdict:
        """Return the verdict on answers that are right, one of each board."""
        raise NotImplementedError

    def fault(self, board: AssignedBoard, found: Found, wrong: str) -> Verdict:
        """Return the verdict on what is wrong with an answer."""
        told = f"on {board.name}, {wrong}"
        return Verdict(0, told, self.command(board), values=self.values([found]))


@dataclass(frozen=True, kw_only=True)
class Finds(OfAlgorithms):
    """The algorithm finds a cheapest solution of each board."""

    kind = "optimal"
    asks = "finds a cheapest solution"

    partial: bool = False

    def judge(self, work: Work) -> Verdict:
        """Search the boards."""
        found = [self.found(board, work) for board in self.boards]
        wrong = []
        for board, one in zip(self.boards, found, strict=True):
            best = optimal_cost(board, work.bounds.nodes)
            if one.fault or not is_least(one.cost, best):
                told = f"its solution costs {one.cost:g}: the cheapest costs {best:g}"
                wrong.append(self.fault(board, one, one.fault or told))
        told = f"the cheapest on {', '.join(board.name for board in self.boards)}"
        again = self.command(self.boards[0])
        right = Verdict(self.max_points, told, again, values=self.values(found))
        return self.partly(wrong, len(found), right)


@dataclass(frozen=True, kw_only=True)
class Expansions(OfAlgorithms):
    """Points for how few nodes the algorithm expands, as a multiple of the engine's expansions."""

    kind = "expanded"
    asks = "nodes that it expands"
    measures = (EXPANDED, BELOW_COST, "cost")
    counts = (EXPANDED, BELOW_COST)

    at_most: Sequence[float]
    measure: str

    def right(self, found: Sequence[Found], work: Work) -> Verdict:
        """Compare the expansions."""
        taken = sum(self.taken(board, work.bounds, self.measure) for board in self.boards)
        expanded = sum(getattr(one, self.measure) for one in found)
        points = points_within([share * taken for share in self.at_most], self.steps, expanded)
        bounds = " / ".join(f"{share:g}" for share in self.at_most)
        message = (
            f"it asked for the actions of {expanded:,} states"
            f"{'' if self.measure == EXPANDED else ' (ties left out)'}, {self.reference} for"
            f" {taken:,}: at most {bounds} times as many was asked for"
        )
        values = [*self.values(found), (self.measure, expanded)]
        return Verdict(points, message, self.command(self.boards[0]), values=values)


@dataclass(frozen=True, kw_only=True)
class GoalTests(OfAlgorithms):
    """It tests for the goal when a node is expanded, not when the node is generated."""

    kind = "goal-test"
    asks = "tests for the goal on expansion"

    def wrong(self, found: Found) -> str:
        """Return what is wrong with the tests: only the last state tested is not expanded."""
        if found.tested <= found.expanded + 1:
            return ""
        return (
            f"it tested {found.tested:,} states and expanded {found.expanded:,}: expected a test"
            " of a state when it is expanded only"
        )

    def right(self, found: Sequence[Found], work: Work) -> Verdict:
        """Return all points."""
        return Verdict(self.max_points, "it tested no state that it did not expand")
