"""A student's heuristic as the engine asks it: whole expansions at once, each state once.

The engine searches here, on a stand-in for the problem. The stand-in fetches the estimates of all
children of an expansion at once: the same search, in fewer messages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aima_search.apps.grade.boards import (
    AssignedBoard,
    first_states,
    is_least,
    optimal_cost,
    reference_run,
    space_of,
)
from aima_search.apps.grade.box import Bounds, Work
from aima_search.apps.grade.checks import (
    BELOW_COST,
    EXPANDED,
    Check,
    Verdict,
    command,
    points_within,
)
from aima_search.apps.grade.results import Misbehaved
from aima_search.apps.grade.wire import Odd
from aima_search.base.errors import SearchError
from aima_search.base.limits import Limits
from aima_search.checks.heuristic import Counterexample, check_heuristic
from aima_search.model.problem import Expand, Node, Successor, transitions
from aima_search.runs.outcomes import NODE_LIMIT
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solve

_AT_ONCE = 500  # states in a message


class BadEstimate(Exception):
    """An estimate that is not a number, or that never came: the state, and a message."""

    def __init__(self, state: Any, message: str, fault: Misbehaved | None = None) -> None:
        super().__init__(message)
        self.state, self.message, self.fault = state, message, fault

    def verdict(self, board: AssignedBoard, command: str) -> Verdict:
        """Return the verdict on a number that is none; raise the fault if no number came."""
        if self.fault is not None:
            raise self.fault from None
        return Verdict(0, f"on {board.name}, {self.message}", command, self.state, board)


class Estimates:
    """The estimates of a board's states that were fetched; ``calls``: how many these are."""

    def __init__(self, work: Work, board: AssignedBoard) -> None:
        """Let the heuristic be built for the board; it has to estimate as in other checks."""
        box = self._box = work.box
        self._known: dict[Any, float] = {}
        key = (board.puzzle, board.id, str(board.settings()))
        self._before: dict[Any, float] = work.once(key, dict)
        box.ask("board", board.puzzle, board.id, board.settings())
        self.calls = 0

    def h(self, node: Node) -> float:
        """Return the estimate of a node's state."""
        value = self._known.get(node.state)
        return self.fetch([node.state])[0] if value is None else value

    def prepare(self, states: Iterable[Any]) -> None:
        """Fetch what is not known yet."""
        missing = list(dict.fromkeys(one for one in states if one not in self._known))
        if missing:
            self._known.update(zip(missing, self.fetch(missing), strict=True))

    def fetch(self, states: Sequence[Any]) -> list[float]:
        """Ask for the estimates of states, known ones too."""
        found: list[float] = []
        for start in range(0, len(states), _AT_ONCE):
            found += self._ask(states[start : start + _AT_ONCE])
        return found

    def _ask(self, states: Sequence[Any]) -> list[float]:
        self.calls += len(states)
        try:
            values = self._box.numbers("estimate", len(states), states)
        except Misbehaved as fault:
            if not 0 <= fault.at < len(states):
                raise
            raise BadEstimate(states[fault.at], fault.message, fault) from None
        numbers = [value for value in values if not isinstance(value, Odd)]
        if len(numbers) < len(values):
            at = next(at for at, value in enumerate(values) if isinstance(value, Odd))
            raise BadEstimate(
                states[at],
                f"h returned {values[at].text}: expected a number"  # type: ignore[union-attr]
                " (float('inf') if no goal can be reached)",
            )
        for state, value in zip(states, numbers, strict=True):
            if (known := self._before.setdefault(state, value)) != value:
                raise BadEstimate(
                    state,
                    f"h returned {known:g} and, asked again of the same state, {value:g}:"
                    " expected a function of the state",
                )
        return numbers


class Fetching:
    """Stands in for a problem: the children of an expansion are estimated at once."""

    def __init__(self, problem: Any, estimates: Estimates) -> None:
        self._problem, self._estimates = problem, estimates
        self._f_values: Counter[float] = Counter()  # how often nodes of an f were expanded

    def __getattr__(self, name: str) -> Any:
        return getattr(self._problem, name)

    def _f(self, node: Node) -> float:
        return node.path_cost + self._estimates.h(node)

    def expanded_but_ties(self, result: SearchResult, best: float) -> int:
        """Return how many nodes a search expanded whose f is not the least cost."""
        replayed = Counter(map(self._f, result.node.path()[:-1] if result.node else ()))
        expanded = self._f_values - replayed
        return sum(times for f, times in expanded.items() if not is_least(f, best))

    def watched_transitions(self) -> tuple[Expand, bool]:
        """Return what ``problem.transitions`` does."""
        expand, of_paths = transitions(self._problem)
        prepare = self._estimates.prepare

        def fetching(node: Node) -> list[Successor]:
            found = list(expand(node))
            prepare(state for _, state, _ in found)
            self._f_values[self._f(node)] += 1
            return found

        return fetching, of_paths


# Checks of a student's heuristic on whole state spaces: what is proved of it, or refuted.


@dataclass(frozen=True, kw_only=True)
class Properties(Check):
    """Proves that h is admissible and so on, on every state of small boards."""

    kind = "properties"

    properties: Sequence[str]
    boards: Sequence[AssignedBoard]
    states: int = 50_000
    partial: bool = False

    def own_title(self) -> str:
        """Return the properties."""
        return ", ".join(one.replace("_", "-") for one in self.properties)

    def prepare(self, bounds: Bounds) -> None:
        """Find all states."""
        for board in self.boards:
            space_of(board, self.states)

    def judge(self, work: Work) -> Verdict:
        """Look for the first board on which something does not hold."""
        faults = [fault for board in self.boards for fault in self._faults(work, board)]
        asked = len(self.properties) * len(self.boards)
        on = ", ".join(board.name for board in self.boards)
        again = command(work, self.boards[0], "check")
        verdict = self.partly(faults, asked, Verdict(self.max_points, f"proved on {on}", again))
        if not (faults and self.partial):
            return verdict
        told = f"{verdict.message} ({asked - len(faults)} of {asked} hold)"
        return replace(verdict, message=told)

    def _faults(self, work: Work, board: AssignedBoard) -> list[Verdict]:
        """Return what does not hold on a board, the smallest counterexample each."""
        again = command(work, board, "check")
        try:
            estimates = _all_estimates(work, board, self.states)
        except BadEstimate as bad:
            return [bad.verdict(board, again)] * len(self.properties)
        report = check_heuristic(board.problem(), estimates.h, self.states)
        examples = [
            report.counterexamples[name]
            for name in self.properties
            if name in report.counterexamples
        ]
        return [Verdict(0, _told(one, board), again, one.state, board) for one in examples]


def _all_estimates(work: Work, board: AssignedBoard, states: int) -> Estimates:
    """Fetch the estimates of all states twice: they must be the same in another order."""
    estimates = Estimates(work, board)
    space = space_of(board, states)
    for _, some in space.parts():
        estimates.prepare(some)
    for _, some in reversed(list(space.parts())):
        some.reverse()
        estimates.fetch(some)
    return estimates


def _told(example: Counterexample, board: AssignedBoard) -> str:
    """Return a counterexample in a student's words; the picture shows the state."""
    name = example.property.replace("_", " ")
    at = f"not {name} on {board.name}: h = {example.h:g} and {example.bound()} in the picture"
    if example.h_successor is None:
        return at
    return (
        f"{at}; {example.action} costs {example.cost:g} and leads to a state where"
        f" h = {example.h_successor:g}"
    )


@dataclass(frozen=True, kw_only=True)
class CallTime(Check):
    """Points for how long a call of h takes, on average over the first states of each board.

    The processor's time counts, with what was prepared: for the board, or when the file was read.
    """

    kind = "time"
    asks = "time of a call, in ms"
    measures = ("milliseconds",)
    alone = True  # the seconds of a process whose end is not waited for are counted nowhere

    boards: Sequence[AssignedBoard]
    at_most: Sequence[float]
    states: int = 500

    def judge(self, work: Work) -> Verdict:
        """Measure what the process has used of the processor when the last estimate is here."""
        calls = 0
        for board in self.boards:
            again = command(work, board, "solve")
            states = first_states(board, self.states)
            estimates = Estimates(work, board)
            try:
                estimates.fetch(states)
            except BadEstimate as bad:
                return bad.verdict(board, again)
            calls += len(states)
        used = work.box.used
        taken = 1000 * used.processor / calls
        points = points_within(self.at_most, self.steps, taken)
        bounds = " / ".join(f"{bound:g}" for bound in self.at_most)
        message = (
            f"{taken:.3g} ms of the processor a call, of {calls:,} calls and what came before them:"
            f" at most {bounds} ms was asked for; others had the processor for"
            f" {used.waited / (used.waited + used.processor):.0%} of the time, which does not count"
        )
        values = [("milliseconds", round(taken, 6))]
        return Verdict(points, message, command(work, self.boards[0], "solve"), values=values)


# Checks of a student's heuristic in a search: how much is expanded with it, and at what cost.
#
# All searching and counting is done here; the student's code is asked for numbers.


@dataclass(frozen=True, kw_only=True)
class Expanded(Check):
    """Points for how few nodes A* expands with h, on all boards together."""

    kind = "expanded"
    measures = (EXPANDED, BELOW_COST, "cost")
    algorithms = ("astar", "weighted-astar", "greedy", "ida-star", "recursive-best-first")
    counts = (EXPANDED, BELOW_COST)

    boards: Sequence[AssignedBoard]
    at_most: Sequence[float]
    relative_to: str = ""
    algorithm: str
    optimal: bool = True
    measure: str

    def own_title(self) -> str:
        """Return what is counted."""
        return f"nodes that {self.algorithm} expands"

    def prepare(self, bounds: Bounds) -> None:
        """Search the boards with the heuristic that h is compared with."""
        self._bounds(bounds)
        for board in self.boards if self.optimal else ():
            optimal_cost(board, bounds.nodes)

    def _bounds(self, bounds: Bounds) -> list[float]:
        """Return the bounds as numbers of nodes."""
        if not self.relative_to:
            return list(self.at_most)
        runs = [
            reference_run(board, self.algorithm, self.relative_to, bounds.nodes)
            for board in self.boards
        ]
        taken = sum(getattr(run, self.measure) for run in runs)
        return [share * taken for share in self.at_most]

    def judge(self, work: Work) -> Verdict:
        """Search each board, within the expansions that still give points."""
        limits = self._bounds(work.bounds)
        counted, expanded, cost = 0, 0, 0.0
        for board in self.boards:
            again = command(work, board, "solve", self.algorithm)
            left = int(limits[0]) - counted + 1 if self.measure == EXPANDED else work.bounds.nodes
            result, fetching = _search(work, board, self.algorithm, left)
            if isinstance(result, Verdict):
                return result
            expanded += result.expanded
            if self.measure == EXPANDED:
                counted += result.expanded
            else:
                counted += fetching.expanded_but_ties(
                    result, optimal_cost(board, work.bounds.nodes)
                )
            if result.status == NODE_LIMIT or counted > limits[0]:
                most = _most(limits, self.steps)
                told = f"expanded {self._which()}more than {limits[0]:,.0f}: {most}"
                return Verdict(0, told, again)
            fault = _wrong_cost(result, board, work.bounds) if self.optimal else ""
            if fault:
                return Verdict(0, fault, again)
            cost += result.cost or 0
        points = points_within(limits, self.steps, counted)
        message = f"expanded {self._which()}{counted:,}: {_most(limits, self.steps)}"
        values = [(EXPANDED, expanded), (self.measure, counted), ("cost", cost)]
        again = command(work, self.boards[0], "solve", self.algorithm)
        return Verdict(points, message, again, values=values)

    def _which(self) -> str:
        return "" if self.measure == EXPANDED else "(ties left out) "


def _most(bounds: Sequence[float], steps: Sequence[float]) -> str:
    """Return bounds with their points in words."""
    words = [f"{bound:,.0f} ({points:g})" for bound, points in zip(bounds, steps, strict=True)]
    return f"at most {' / '.join(words)} for the points in brackets"


def _search(
    work: Work, board: AssignedBoard, algorithm: str, nodes: int
) -> tuple[SearchResult | Verdict, Fetching]:
    """Search a board with the student's h; a verdict if its estimates are no numbers.

    What the search asked comes with it.
    """
    again = command(work, board, "solve", algorithm)
    estimates = Estimates(work, board)
    fetching = Fetching(board.problem(), estimates)
    try:
        limits = Limits(nodes=max(nodes, 1))
        return solve(fetching, algorithm, estimates.h, limits), fetching
    except BadEstimate as bad:
        return bad.verdict(board, again), fetching
    except SearchError as error:
        return Verdict(0, f"on {board.name}, {error}", again), fetching


def _wrong_cost(result: SearchResult, board: AssignedBoard, bounds: Bounds) -> str:
    """Return what is wrong with the cost of an answer, "" if it is the least cost."""
    best = optimal_cost(board, bounds.nodes)
    if not result.solved:
        return f"on {board.name} it ended without a solution ({result.status}): one costs {best:g}"
    assert result.cost is not None
    if is_least(result.cost, best):
        return ""
    return f"on {board.name} the solution costs {result.cost:g}: the cheapest costs {best:g}"


@dataclass(frozen=True, kw_only=True)
class Optimal(Check):
    """A* finds a cheapest solution with h."""

    kind = "optimal"
    asks = "A* finds a cheapest solution"
    measures = ("cost", "expanded")

    boards: Sequence[AssignedBoard]
    partial: bool = False

    def prepare(self, bounds: Bounds) -> None:
        """Find the least costs."""
        for board in self.boards:
            optimal_cost(board, bounds.nodes)

    def judge(self, work: Work) -> Verdict:
        """Search each board."""
        faults: list[Verdict] = []
        expanded, cost = 0, 0.0
        for board in self.boards:
            again = command(work, board, "solve")
            result, _ = _search(work, board, "astar", work.bounds.nodes)
            if isinstance(result, Verdict):
                faults.append(result)
                continue
            expanded, cost = expanded + result.expanded, cost + (result.cost or 0)
            if fault := _wrong_cost(result, board, work.bounds):
                faults.append(Verdict(0, fault, again))
        values = [("cost", cost), ("expanded", expanded)]
        told = f"the cheapest on {', '.join(board.name for board in self.boards)}"
        again = command(work, self.boards[0], "solve")
        right = Verdict(self.max_points, told, again, values=values)
        return self.partly(faults, len(self.boards), right)
