"""Checks of a student's problem class, whose states stay in its process, and of written answers."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any, TypeAlias

from aima_search.analysis.enumeration import perft
from aima_search.apps.grade.boards import AssignedBoard, reference_run, space_of
from aima_search.apps.grade.checks import Check, CheckFailed, check_cost
from aima_search.apps.grade.results import CheckResult
from aima_search.apps.grade.sandbox import CheckLimits, Sandbox, SandboxSession
from aima_search.base.errors import CostError, InputError, SearchError
from aima_search.base.interchange import counted, storable_text
from aima_search.base.limits import Limits
from aima_search.checks.problem import check_problem
from aima_search.model.problem import Problem
from aima_search.runs.search import solve

_GRID, _TEXT = "grid", "text"
_MOST_ACTIONS = 2_000_000  # most actions of all states of a problem together
_LONGEST = 80  # characters of an action
_ROUNDING = 1e-5  # the commands of this package print numbers with six digits
_HASHED_ALIKE = 2**61 - 1  # larger numbers have the same hashes as smaller numbers


Steps: TypeAlias = dict[str, tuple[int, Any]]
"""For each action in a state: the next state and the cost."""


def given(board: AssignedBoard, arguments: Sequence[str]) -> list[Any]:
    """Return the values to pass to a student's class; raise InputError for an unknown argument."""
    if board.reference is not None:
        return board.arguments()
    problem = board.problem()
    found: list[Any] = []
    for name in arguments:
        if name == _GRID:
            found.append([list(row) for row in problem.grid(problem.initial)])
        elif name == _TEXT:
            found.append(board.id)
        elif hasattr(problem, name):
            found.append(getattr(problem, name))
        else:
            expected = f"expected {_GRID!r}, {_TEXT!r} or an attribute of the board"
            raise InputError(f"argument {name!r}: {expected}")
    return found


class StudentProblemProxy(Problem[int, str]):
    """A problem for a search. Its methods call the methods of a student's problem in the sandbox.

    The proxy stores the first ``times`` answers for each state. Later calls repeat these answers.
    """

    def __init__(self, sandbox: Sandbox, arguments: Sequence[Any], *, times: int = 1) -> None:
        self._sandbox, self._times = sandbox, times
        self._kept = 0
        self._known: dict[int, deque[Steps]] = defaultdict(deque)
        self._goals: dict[int, deque[bool]] = defaultdict(deque)
        super().__init__(_state(sandbox, sandbox.call("make", list(arguments))))

    def steps(self, state: int) -> Steps:
        """Return the actions of a state, each with the next state and the cost."""
        known = self._known[state]
        if len(known) < self._times:
            self._keep(state, self._sandbox.call("expand", state))
        known.rotate(-1)
        return known[-1]

    def _keep(self, state: int, answer: Any) -> None:
        if not isinstance(answer, list):
            raise self._sandbox.broke_off("the code's answer is not a list of actions")
        self._kept += len(answer)
        if self._kept > _MOST_ACTIONS:
            raise SearchError(f"found more than {_MOST_ACTIONS:,} actions, too many to check")
        steps = (self._step(at, item) for at, item in enumerate(answer))
        self._known[state].appendleft({name: (there, cost) for name, there, cost in steps})

    def actions(self, state: int) -> list[str]:
        """Return the names of the actions of a state."""
        return list(self.steps(state))

    def result(self, state: int, action: str) -> int:
        """Return the state that an action leads to."""
        return self._step_by(state, action)[0]

    def path_cost(self, c: float, state1: int, action: str, state2: int) -> float:
        """Return the cost of a path: ``c`` plus the cost of ``action``."""
        cost: float = self._step_by(state1, action)[1]
        return c + cost

    def _step_by(self, state: int, action: str) -> tuple[int, Any]:
        steps = self.steps(state)
        if action not in steps:
            raise SearchError(f"actions(state) returned {action} in one call, but not in the next")
        return steps[action]

    def goal_test(self, state: int) -> bool:
        """Return True if a state is a goal. If it is not, store its successors for later calls."""
        known = self._goals[state]
        if len(known) < self._times:
            answer = self._sandbox.call("inspect", state)
            if not isinstance(answer, list) or len(answer) not in (1, 2):
                raise self._sandbox.broke_off("the code's answer does not describe a state")
            if not isinstance(answer[0], bool):
                raise self._sandbox.broke_off("the goal test did not return True or False")
            known.appendleft(answer[0])
            if len(answer) == 2 and len(self._known[state]) < self._times:
                self._keep(state, answer[1])
        known.rotate(-1)
        return known[-1]

    def _step(self, at: int, value: Any) -> tuple[str, int, Any]:
        if not isinstance(value, list) or len(value) != 3 or not isinstance(value[0], str):
            raise self._sandbox.broke_off("the code must answer with (action, state, cost) triples")
        action, child, cost = value
        if type(cost) not in (int, float):
            words = storable_text(cost) if isinstance(cost, str) else "not a number"
            raise CostError(f"the cost of {action} is {words}: expected a number")
        return f"{storable_text(action[:_LONGEST])} [{at}]", _state(self._sandbox, child), cost


def _state(sandbox: Sandbox, value: Any) -> int:
    if type(value) is not int or not 0 <= value < _HASHED_ALIKE:
        raise sandbox.broke_off("a state number in the code's answer is not valid")
    return value


class ProblemCheck(Check):
    """A check that tests a student's Problem class on several boards."""

    arguments: Sequence[str] = (_GRID,)

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> None:
        """Raise InputError if a board has no value for an argument of the student's class."""
        given(board, self.arguments)
        perft(board.problem(), 1)

    def model(
        self, board: AssignedBoard, session: SandboxSession, times: int = 1
    ) -> StudentProblemProxy:
        """Return a proxy of the student's problem; the problem itself runs in the sandbox."""
        return StudentProblemProxy(session.sandbox, given(board, self.arguments), times=times)


class ProblemContractCheck(ProblemCheck):
    """Checks that a class is consistent: repeated calls agree, and no method changes a state."""

    kind = "contracts"
    heading = "contracts of a problem"
    verb = "show"

    states: int = 100

    def examine(self, board: AssignedBoard, session: SandboxSession) -> None:
        """Run ``check_problem``. Raise CheckFailed for a fault, or if a method changed a state."""
        report = check_problem(self.model(board, session, times=2), self.states)
        if session.sandbox.fault is not None:  # otherwise the report would contain it
            raise session.sandbox.fault
        changed = session.sandbox.call("changed")
        if isinstance(changed, str) and changed:
            text = f"a method changed the state {storable_text(changed)}"
            raise CheckFailed(f"{text}: return a new state instead")
        if not report.ok:
            raise CheckFailed(str(report).replace("\n", "; "))


class PerftCheck(ProblemCheck):
    """Checks how many action sequences of each length the student's problem has."""

    kind = "perft"
    heading = "number of action sequences"

    depth: int = 3

    def command(self, board: AssignedBoard, session: SandboxSession) -> str:
        """Return the command that counts the action sequences on a board."""
        return board.command("analyse", perft=self.depth)

    def examine(self, board: AssignedBoard, session: SandboxSession) -> None:
        """Count the action sequences of each length; raise CheckFailed if a number is wrong."""
        model = self.model(board, session)
        for length, right in enumerate(perft(board.problem(), self.depth), 1):
            if (count := perft(model, length)[-1]) != right:
                text = f"found {count:,} sequences of {counted(length, 'action')}"
                raise CheckFailed(f"{text}, expected {right:,}")


class OptimalCostCheck(ProblemCheck):
    """Checks that the student's problem has the same optimal cost as the puzzle."""

    kind = "optimal"
    heading = "cost of a cheapest solution"
    verb = "solve"
    needs_optimum = True

    def examine(self, board: AssignedBoard, session: SandboxSession) -> None:
        """Solve the student's problem; raise CheckFailed if its optimal cost is wrong."""
        limits = Limits(nodes=session.bounds.nodes)
        result = solve(self.model(board, session), "uniform-cost", limits=limits)
        check_cost(result, board, session.bounds)


PROBLEM_CHECKS = (ProblemContractCheck, PerftCheck, OptimalCostCheck)

ANSWER = "answer"
"""The kind of a part whose file is a TOML or JSON file with numbers; it contains no code."""

_STATES = "states"
_MOST_STATES = 1_000_000


class NumericAnswerCheck(Check):
    """Checks that a number in a file is the sum of the package's own results on all boards."""

    kind = "value"
    heading = "{answer}"
    counts = ("cost", "expanded", "generated", _STATES)

    answer: str
    algorithm: str
    measure: str
    heuristic: str | None
    tolerance: float = 0
    reveal: bool = False

    def prepare_board(self, board: AssignedBoard, bounds: CheckLimits) -> float:
        """Return the number that the package computes for a board, such as a cost."""
        if self.measure == _STATES:
            return len(space_of(board, _MOST_STATES))
        heuristic = self.heuristic or "zero"
        run = reference_run(board, self.algorithm, heuristic, bounds.nodes, refined=True)
        return getattr(run, self.measure)

    def examine(self, board: AssignedBoard, session: SandboxSession) -> float:
        """Return the right number for a board; ``conclude`` compares the sum with the answer."""
        return self.prepare_board(board, session.bounds)

    def conclude(self, results: Sequence[float], session: SandboxSession) -> CheckResult:
        """Give points if the student's number is the sum of ``results``."""
        (answer,), right = session.sandbox.numbers("answer", 1, self.answer), sum(results)
        text = f"{self.answer} = {answer}"
        if isinstance(answer, str):
            return self.finding(0, f"{text}: expected a number")
        rounding = 0 if float(right).is_integer() else _ROUNDING * abs(right)
        if abs(answer - right) <= max(self.tolerance, rounding):
            return self.finding(self.max_points, f"{text} is right")
        text += f" is not right: the right number is {right:g}" if self.reveal else " is not right"
        return self.finding(0, text)

    def command(self, board: AssignedBoard, session: SandboxSession) -> str:
        """Return a command that prints the right answer for a board."""
        if self.measure == _STATES:
            return board.command("analyse")
        return board.command("solve", algorithm=self.algorithm, heuristic=self.heuristic)
