"""Checks of a student's heuristic. The search runs in the grader, and requests h in messages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import isclose
from typing import Any

from aima_search.apps.grade import boards
from aima_search.apps.grade.checks import BELOW_COST, EXPANDED, Check, CheckFailed, check_cost
from aima_search.apps.grade.results import CheckResult
from aima_search.apps.grade.sandbox import CheckLimits, SandboxSession
from aima_search.base.limits import Limits
from aima_search.catalog.expressions import FileReference
from aima_search.checks.heuristic import check_heuristic, exceeds
from aima_search.model.problem import Expand, Node, Successor, transitions
from aima_search.runs.outcomes import NODE_LIMIT
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve

_AT_ONCE = 500  # states in a message
_ROUNDING = 1e-9  # the largest difference of two sums of the same numbers


class StudentHeuristicProblem:
    """A board's problem with the student's h. ``known`` contains the h values requested so far."""

    def __init__(self, session: SandboxSession, board: boards.AssignedBoard) -> None:
        """Create the student's heuristic for a board."""
        self._problem, self._sandbox = board.problem(), session.sandbox
        self.known: dict[Any, float] = {}
        key = board.puzzle, board.id, board.options
        self._before: dict[Any, float] = session.cached(key, dict)
        self._f_values: Counter[float] = Counter()  # number of expansions by f
        self._sandbox.call("board", board.puzzle, board.id, dict(board.options))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._problem, name)

    def h_value(self, node: Node) -> float:
        """Return the student's h value of a node's state; request it if it is not in ``known``."""
        if node.state not in self.known:
            self.prepare([node.state])
        return self.known[node.state]

    def prepare(self, states: Iterable[Any]) -> None:
        """Request the h values of all states that are not in ``known``."""
        missing = list(dict.fromkeys(state for state in states if state not in self.known))
        if missing:
            self.known.update(zip(missing, self.fetch(missing), strict=True))

    def fetch(self, states: Sequence[Any], at_once: int = _AT_ONCE) -> list[float]:
        """Request the h values of all ``states``, even of those in ``known``, and return them."""
        found: list[float] = []
        for start in range(0, len(states), at_once):
            some = states[start : start + at_once]
            answer = self._sandbox.numbers("h_values", len(some), some)
            found += map(self._checked, some, answer)
        return found

    def _checked(self, state: Any, value: float | str) -> float:
        if isinstance(value, str):
            text = f"h returned {value}: expected a number"
            raise CheckFailed(f"{text}, or float('inf') if no goal can be reached", state)
        known = self._before.setdefault(state, value)
        if not isclose(known, value, rel_tol=_ROUNDING, abs_tol=_ROUNDING):
            text = f"h returned {known!r} and then {value!r} for the same state"
            raise CheckFailed(f"{text}: expected a value that depends only on the state", state)
        return known

    def check_bounds(self, optimal_cost: Callable[[Any], float]) -> None:
        """Raise CheckFailed if an h in ``known`` is above the optimal cost, or < 0 at a goal."""
        for state, h in self.known.items():
            if exceeds(h, cost := optimal_cost(state)) or (h < 0 and not cost):
                text = f"in a search, h = {h:g} in the picture, but the optimal cost is {cost:g}"
                raise CheckFailed(f"{text}: expected an admissible heuristic", state)

    def _f(self, node: Node) -> float:
        return node.path_cost + self.h_value(node)

    def expanded_but_ties(self, result: SearchResult, best: float) -> int:
        """Return the number of expanded nodes whose f differs from the optimal cost ``best``."""
        replayed = Counter(map(self._f, result.node.path()[:-1] if result.node else ()))
        expanded = self._f_values - replayed
        return sum(times for f, times in expanded.items() if not boards.is_least(f, best))

    def watched_transitions(self) -> tuple[Expand, bool]:
        """Like ``transitions``, but expanding a node also fetches h of the successors."""
        expand, of_paths = transitions(self._problem)

        def fetching(node: Node) -> list[Successor]:
            found = list(expand(node))
            self.prepare(state for _, state, _ in found)
            self._f_values[self._f(node)] += 1
            return found

        return fetching, of_paths


class HeuristicCheck(Check):
    """The base class for checks that test a student's heuristic."""

    verb = "solve"

    def command(self, board: boards.AssignedBoard, session: SandboxSession) -> str:
        """Return a command that repeats the search; run it in the submission's folder."""
        heuristic = FileReference(session.part.file, session.part.function)
        algorithm = getattr(self, "algorithm", "astar")
        other = "" if algorithm == "astar" else algorithm
        return board.command(self.verb, algorithm=other, heuristic=heuristic)


class HeuristicPropertyCheck(HeuristicCheck):
    """Checks properties of h, such as admissibility, in every state of small boards."""

    kind = "properties"
    holds = "proved for all states"
    verb = "check"

    properties: Sequence[str]
    states: int = 50_000
    partial: bool = False

    def default_title(self) -> str:
        """Return the names of the checked properties, such as "admissible, consistent"."""
        return ", ".join(name.replace("_", "-") for name in self.properties)

    @property
    def conditions(self) -> int:
        """The number of properties times the number of boards."""
        return len(self.properties) * len(self.boards)

    def prepare_board(self, board: boards.AssignedBoard, bounds: CheckLimits) -> None:
        """Enumerate the states of a board."""
        boards.space_of(board, self.states)

    def examine(self, board: boards.AssignedBoard, session: SandboxSession) -> None:
        """Test the properties in all states of a board. Raise CheckFailed for a counterexample."""
        if board is not self.boards[0]:
            session.restart()  # the code may store values by state, and the boards share states
        tested = StudentHeuristicProblem(session, board)
        parts = [some for _, some in boards.space_of(board, self.states).parts()]
        try:
            for some in parts:
                tested.prepare(some)
            for some in reversed(parts):  # the values must not depend on the order
                tested.fetch(some[::-1])
        except CheckFailed as bad:
            bad.count = len(self.properties)
            raise
        found = check_heuristic(board.problem(), tested.h_value, self.states).counterexamples
        examples = [found[name] for name in self.properties if name in found]
        if examples:
            first = examples[0]
            name = first.property.replace("_", " ")
            text = f"not {name}: h = {first.h:g} and {first.bound()} in the picture"
            if first.h_successor is not None:
                text += f"; {first.action} costs {first.cost:g} and leads to a state where"
                text += f" h = {first.h_successor:g}"
            raise CheckFailed(text, first.state, len(examples))


class FewHeuristicExpansionsCheck(HeuristicCheck):
    """Gives points if a search with h (by default A*) expands few nodes on all boards together."""

    kind = "expanded"
    heading = "number of expansions of {algorithm}"
    measures = (EXPANDED, BELOW_COST, "cost")
    algorithms = ("astar", "weighted-astar", "greedy", "ida-star", "recursive-best-first")
    counts = (EXPANDED, BELOW_COST)

    at_most: Sequence[float]
    relative_to: str = ""
    algorithm: str
    optimal: bool = True
    admissible: bool = False
    measure: str

    def prepare_board(self, board: boards.AssignedBoard, bounds: CheckLimits) -> None:
        """Compute the reference values of this check, such as the optimal cost of a board."""
        if self.relative_to:
            boards.reference_run(board, self.algorithm, self.relative_to, bounds.nodes)
        if self.optimal or self.measure == BELOW_COST:
            boards.optimal_cost(board, bounds.nodes)
        if self.admissible:
            boards.least_costs(board)

    def _unit(self, bounds: CheckLimits) -> int:
        if not self.relative_to:
            return 1
        return self.reference_total(self.algorithm, self.relative_to, bounds, self.measure)

    def examine(self, board: boards.AssignedBoard, session: SandboxSession) -> SearchResult:
        """Search a board with h. Raise CheckFailed for a wrong result or too many expansions."""
        most = int(round(self.at_most[0] * self._unit(session.bounds), 9))  # 1.4 * 45 is below 63
        nodes = most + 1 if self.measure == EXPANDED else session.bounds.nodes
        tested = StudentHeuristicProblem(session, board)
        result = solve(tested, self.algorithm, tested.h_value, Limits(nodes=max(nodes, 1)))
        if result.status == NODE_LIMIT:
            raise CheckFailed(f"the search expanded more than {most:,} nodes")
        if self.admissible:
            tested.check_bounds(boards.least_costs(board))
        if self.optimal:
            check_cost(result, board, session.bounds)
        session.restart()  # ask again, one by one, in an order that shows no paths of the search
        StudentHeuristicProblem(session, board).fetch([*tested.known][::-1], at_once=1)
        if self.measure == EXPANDED:
            return result
        best = boards.optimal_cost(board, session.bounds.nodes)
        return replace(result, expanded_below_cost=tested.expanded_but_ties(result, best))

    def conclude(self, results: Sequence[SearchResult], session: SandboxSession) -> CheckResult:
        """Give points for the number of expansions, and return the check's result."""
        expanded = dict(self.values(results))[self.measure]
        which = "" if self.measure == EXPANDED else " (without ties)"
        text = f"{expanded:,} nodes expanded{which}"
        return self.within(expanded, text, self._unit(session.bounds))


class HeuristicOptimalityCheck(HeuristicCheck):
    """Checks that A* with h finds an optimal solution."""

    kind = "optimal"
    heading = "A* finds a cheapest solution"
    holds = "the solution is optimal"
    measures = ("cost", "expanded")
    needs_optimum = True

    partial: bool = False

    def examine(self, board: boards.AssignedBoard, session: SandboxSession) -> SearchResult:
        """Search a board by A* with h. Raise CheckFailed if the solution is not optimal."""
        tested = StudentHeuristicProblem(session, board)
        result = solve(tested, "astar", tested.h_value, Limits(nodes=session.bounds.nodes))
        check_cost(result, board, session.bounds)
        return result


HEURISTIC_CHECKS = (HeuristicPropertyCheck, FewHeuristicExpansionsCheck, HeuristicOptimalityCheck)
