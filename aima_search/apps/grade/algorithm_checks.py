"""Checks of a student's algorithm.

The grader counts each request for the actions of a state as an expansion, and replays the solution
that the algorithm returns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import accumulate, pairwise
from math import inf
from random import Random
from typing import Any, ClassVar, TypeAlias

from aima_search.apps.grade.boards import AssignedBoard, is_least, optimal_cost, reference_run
from aima_search.apps.grade.checks import BELOW_COST, EXPANDED, Check, CheckFailed
from aima_search.apps.grade.protocol import MalformedReply, Numbering
from aima_search.apps.grade.results import CheckResult
from aima_search.apps.grade.sandbox import CheckLimits, SandboxSession
from aima_search.base.errors import SearchError
from aima_search.catalog.heuristics import make_heuristic
from aima_search.model.contract import offered
from aima_search.model.problem import Expand, Heuristic, Node, Successor, goal_test, successors
from aima_search.model.puzzle import Puzzle
from aima_search.textbook.utilities import multimap

BREEDING = {"random_state": 0, "recombine": 2, "mutate": 1}
"""The requests of genetic algorithms, each with the number of states that it gets."""


ExpansionList: TypeAlias = Sequence[tuple[int, Sequence[tuple[int, int, float]]]]
"""For each expansion: the number of the state, and its successors as (action, state, cost)."""


class ProblemServer:
    """Answers the requests of a student's algorithm about a board, and records the requests.

    leads: a list with a pair (state, successors) for each request for actions.
    expanded: like ``len(leads)``, but consecutive requests for the same state count once.
    tested: the states that were tested for the goal.
    valued_at: for each state, ``len(leads)`` when its value was first requested.
    looks_around: True if, before each move, the values of all neighbours had been requested.
    bred: the calls of genetic operators as triples (operator, parents, new state).
    path, cost: the solution that was found. best: the optimal cost. last: the state in which a
        local search ended. fault: a text about a mistake in the answer, or "".
    offers: the problem's optional methods. slips: True if actions sometimes happen twice.
    """

    def __init__(
        self, problem: Puzzle, heuristic: str | None, most: int, *, slips: bool = False
    ) -> None:
        self.problem, self._most = problem, most
        self._expand, self._is_goal = successors(problem), goal_test(problem)
        if slips:
            self._expand = _slipping(self._expand)
        self._h: Heuristic = make_heuristic(heuristic, problem) if heuristic else lambda node: 0
        self.offers = ["h"] * (heuristic is not None)
        self.offers += ["value"] * (offered(problem, "value") is not None)
        if all(offered(problem, method) is not None for method in BREEDING):
            self.offers += BREEDING
        self._random = Random(repr(problem.initial))
        self.bred: list[tuple[str, Sequence[int], int]] = []
        self._numbered, self._actions = Numbering(), Numbering()
        self._numbered.number(problem.initial)
        self.states, self._sent = self._numbered.values, 0
        self.leads: list[tuple[int, list[tuple[int, int, float]]]] = []
        self._found: dict[int, list[tuple[int, int, float]]] = {}
        self._values: dict[int, float] = {}
        self.expanded = 0
        self.tested = set[int]()
        self.path, self.cost, self.best = [0], inf, inf
        self.last, self.fault = 0, ""
        self.valued_at: dict[int, int] = {}
        self.looks_around = False

    def run(self, command: str, session: SandboxSession) -> Any:
        """Run the algorithm and return its answer. Raise CheckFailed after too many requests."""
        try:
            return session.sandbox.call(command, 0, self.offers, respond=self._respond)
        except CheckFailed:
            session.restart()  # the process still waits for an answer
            raise

    def search(self, session: SandboxSession) -> ProblemServer:
        """Run the student's search for a path, and replay the solution that the search returns."""
        try:
            path = self.run("search", session)
            if path is None:
                raise CheckFailed("the algorithm found no solution")
            self.cost = self._replay(path)
            self.expanded -= bool(self.leads) and self.leads[-1][0] == self.path[-1]
        except SearchError as error:
            self.fault = str(error)
        return self

    def improve(self, session: SandboxSession) -> ProblemServer:
        """Run the student's local search, and store the state in which the search ended."""
        try:
            number = self.run("improve", session)
            self.state_of(number)
            self.last = number
        except CheckFailed as error:
            self.fault = str(error)
        self.looks_around = all(
            self.valued_at.get(there, inf) <= count
            for count, ((before, found), (after, _)) in enumerate(pairwise(self.leads), 1)
            if before != after
            for _, there, _ in found
        )
        self._forget_neighbours()
        return self

    def _forget_neighbours(self) -> None:
        """After the search, forget the neighbours that it did not visit. This saves memory."""
        kept = {0, self.last, *self._found}
        kept.update(*((made, *parents) for _, parents, made in self.bred))
        visited = {
            number: [step for step in found if step[1] in kept]
            for number, found in self._found.items()
        }
        self.leads = [(number, visited[number]) for number, _ in self.leads]
        for number in set(range(len(self.states))) - kept:
            self.states[number] = None
        self._found, self._numbered = {}, Numbering()

    def losses(self, number: int) -> list[float]:
        """Return a list: the value of a state minus the value of each of its neighbours."""
        value, steps = self.value(number), self._expand(Node(self.states[number]))
        return [value - float(self.problem.value(there)) for _, there, _ in steps]

    def _respond(self, name: str, arguments: Sequence[Any]) -> Any:
        if name not in ("actions", "is-goal", *self.offers):
            raise MalformedReply("the code sent an unknown request")
        are_whole = all(type(argument) is int for argument in arguments)
        if not are_whole or len(arguments) != BREEDING.get(name, 1):
            raise MalformedReply("the code sent a request with wrong arguments")
        states = list(map(self.state_of, arguments))
        if name in BREEDING:
            if len(self.bred) == self._most:
                methods = ", ".join(BREEDING)
                raise CheckFailed(f"the algorithm made more than {self._most:,} calls of {methods}")
            made = self._numbered.number(getattr(self.problem, name)(*states, self._random))
            self.bred.append((name, arguments, made))
            return made
        (number,), (state,) = arguments, states
        if name == "actions":
            return self._successors(number)
        if name == "is-goal":
            self.tested.add(number)
            return self.is_goal(state)
        if name == "h":
            numbers = dict.fromkeys([number, *range(self._sent, len(self.states))])
            self._sent = len(self.states)
            return [(number, self._h(Node(self.states[number]))) for number in numbers]
        self.valued_at.setdefault(number, len(self.leads))
        return self.value(number)

    def state_of(self, number: Any) -> Any:
        """Return the state with this number. Raise MalformedReply if there is no such state."""
        if type(number) is not int or not 0 <= number < len(self.states):
            raise MalformedReply("the code sent a state that the problem did not return")
        return self.states[number]

    def value(self, number: int) -> float:
        """Return the value of the state with this number. This does not count as a request."""
        if number not in self._values:
            self._values[number] = float(self.problem.value(self.states[number]))
        return self._values[number]

    def is_goal(self, state: Any) -> bool:
        """Return True if a state is a goal. This does not count as a request."""
        return bool(self._is_goal(state))

    def h_values(self) -> dict[int, float]:
        """Return a dict from the number of each state to its h value (0 without a heuristic)."""
        return {number: self._h(Node(state)) for number, state in enumerate(self.states)}

    def _successors(self, number: int) -> list[tuple[int, int, float]]:
        self.expanded += not self.leads or self.leads[-1][0] != number
        if len(self.leads) == self._most:
            raise CheckFailed(f"the algorithm expanded more than {self._most:,} states")
        if number not in self._found:
            self._found[number] = [
                (self._actions.number(action), self._numbered.number(state), cost)
                for action, state, cost in self._expand(Node(self.states[number]))
            ]
        self.leads.append((number, self._found[number]))
        return self._found[number]

    @property
    def expanded_below_cost(self) -> int:
        """The number of expanded nodes with f below the optimal cost."""
        costs, h_values = path_costs(self.leads), self.h_values()
        f = [costs[number] + h_values[number] for number, _ in self.leads]
        return sum(not is_least(value, self.best) for value in f)

    @property
    def held(self) -> int:
        """The largest number of states that wait for their expansion at the same time."""
        met, changes = {0: 0}, Counter[int]()
        for count, (number, leads) in enumerate(self.leads, 1):
            changes[met[number]] += 1
            changes[count] -= 1
            met |= dict.fromkeys([number, *(there for _, there, _ in leads)], count)
        return max(accumulate(changes[count] for count in range(len(self.leads) + 1)))

    def _replay(self, path: Any) -> float:
        if not isinstance(path, list):
            raise MalformedReply("the code's answer is not a list of actions")
        node = Node(self.problem.initial)
        for nth, number in enumerate(path, 1):
            if type(number) is not int or not 0 <= number < len(self._actions.values):
                raise MalformedReply("the code sent an action that the problem did not return")
            action = self._actions.values[number]
            step = next((step for step in self._expand(node) if step[0] == action), None)
            if step is None:
                raise SearchError(f"action {nth} of the solution ({action}) is not possible")
            node = Node(step[1], node, action, step[2])
            self.path.append(self._numbered.number(node.state))
        if not self.is_goal(node.state):
            raise SearchError(f"the solution of {len(path)} actions does not end at a goal")
        return node.path_cost

    def follow(self, plan: Any) -> None:
        """Follow all branches of a plan. Raise SearchError if a branch does not end in a goal."""
        if plan is None and self._has_plan():
            raise SearchError("the algorithm found no plan, although a plan exists")
        waiting = [] if plan is None else [(0, plan)]
        while waiting:
            number, plan = waiting.pop()
            state = self.state_of(number)
            if not plan:
                if not self.is_goal(state):
                    raise SearchError(f"the plan ends in {state}, which is not a goal")
                continue
            try:
                number, pairs = plan
                action, plans = self._actions.values[number], dict(pairs)
            except (TypeError, ValueError, IndexError):
                text = "the plan has an action that the problem did not return"
                raise MalformedReply(text) from None
            outcomes = self._outcomes(state).get(action, [])
            if not outcomes:
                raise SearchError(f"the action {action!r} of the plan is not possible in {state}")
            for outcome in outcomes:
                there = self._numbered.number(outcome)
                if there not in plans:
                    raise SearchError(
                        f"the plan has no entry for {outcome}, an outcome of {action!r} in {state}"
                    )
                waiting.append((there, plans[there]))

    def _outcomes(self, state: Any) -> dict[Any, list[Any]]:
        return multimap((action, there) for action, there, _ in self._expand(Node(state)))

    def _has_plan(self) -> bool:
        leads: dict[Any, list[list[Any]]] = {}
        waiting = [self.problem.initial]
        while waiting:
            if (state := waiting.pop()) not in leads:
                leads[state] = list(self._outcomes(state).values())
                waiting += [there for outcomes in leads[state] for there in outcomes]
            if len(leads) > self._most:
                raise CheckFailed(
                    f"the algorithm found no plan, but the board has more than {self._most:,}"
                    " states, so the grader cannot find out whether a plan exists"
                )
        safe: set[Any] = set()  # the states with a plan; they grow backwards from the goals
        more = {state for state in leads if self.is_goal(state)}
        while more:
            safe |= more
            reach = {state for state in leads if any(map(safe.issuperset, leads[state]))}
            more = reach - safe
        return self.problem.initial in safe


def path_costs(expansions: ExpansionList) -> dict[int, float]:
    """Return {number of a state: lowest path cost}. Paths contain only steps of ``expansions``."""
    leads, costs = dict(expansions), {0: 0.0}
    waiting = [(0.0, 0)]
    while waiting:
        g, number = heappop(waiting)
        for _, there, cost in leads.get(number, ()) if g == costs[number] else ():
            if (after := g + cost) < costs.get(there, inf):
                costs[there] = after
                heappush(waiting, (after, there))
    return costs


def _slipping(expand: Expand) -> Expand:
    """Return a variant of ``expand`` in which each action may also be done twice in a row."""

    def slip(node: Node) -> list[Successor]:
        found = list(expand(node))
        return found + [
            (action, further, cost + more)
            for action, there, cost in found
            for other, further, more in expand(Node(there))
            if other == action
        ]

    return slip


class AlgorithmCheck(Check):
    """The base class of checks that compare a student's algorithm with ours."""

    measures: ClassVar[Sequence[str]] = (EXPANDED, "cost")
    needs_optimum = True

    reference: str
    heuristic: str | None

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> None:
        """Run the package's own algorithm on a board."""
        reference_run(board, self.reference, self.heuristic or "zero", bounds.nodes)

    def examine(self, board: AssignedBoard, session: SandboxSession) -> ProblemServer:
        """Run the student's algorithm on a board. Checks with the same heuristic share the run."""

        def search() -> ProblemServer:
            served = ProblemServer(board.problem(), self.heuristic, session.bounds.nodes)
            served.best = optimal_cost(board, session.bounds.nodes)
            return served.search(session)

        served: ProblemServer = session.cached((board, self.heuristic), search)
        if fault := served.fault or self.find_fault(served):
            raise CheckFailed(fault)
        return served

    def find_fault(self, served: ProblemServer) -> str:
        """Return a text about a mistake in the search, or "" if there is no mistake."""
        return ""

    def command(self, board: AssignedBoard, session: SandboxSession) -> str:
        """Return the command that runs the package's own algorithm on a board."""
        return board.command("solve", algorithm=self.reference, heuristic=self.heuristic)


class OptimalSolutionCheck(AlgorithmCheck):
    """Checks that the algorithm finds an optimal solution of each board."""

    kind = "optimal"
    heading = "finds a cheapest solution"
    holds = "the solution is optimal"

    partial: bool = False

    def find_fault(self, served: ProblemServer) -> str:
        """Return an error message if the solution is not optimal, otherwise ""."""
        if is_least(served.cost, served.best):
            return ""
        return f"the solution costs {served.cost:g}: expected an optimal cost of {served.best:g}"


class FewExpansionsCheck(AlgorithmCheck):
    """Gives points for few expansions, compared with the package's own algorithm."""

    kind = "expanded"
    heading = "number of expansions"
    measures = (EXPANDED, BELOW_COST, "cost")
    counts = (EXPANDED, BELOW_COST)

    at_most: Sequence[float]
    measure: str

    def conclude(self, results: Sequence[ProblemServer], session: SandboxSession) -> CheckResult:
        """Give points for the number of expansions, and return the check's result."""
        expanded = dict(self.values(results))[self.measure]
        taken = self.reference_total(self.reference, self.heuristic, session.bounds, self.measure)
        which = "" if self.measure == EXPANDED else " (without ties)"
        text = f"{expanded:,} states expanded{which}, and {taken:,} by {self.reference}"
        return self.within(expanded, text, taken)


ALGORITHM_CHECKS = (OptimalSolutionCheck, FewExpansionsCheck)
