"""The result of a search: its status, its solution, its counts, and what the search proved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any, Generic

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.analysis.enumeration import has_no_negative_cost
from aima_search.base.errors import InvalidSolution, SearchError
from aima_search.base.interchange import short_number
from aima_search.base.limits import check_limits
from aima_search.base.path_costs import check_path_cost
from aima_search.catalog.configuration import write_algorithm
from aima_search.compiled.engines import OBJECTS
from aima_search.model.contract import Action, ProblemLike, State, has_same_rules
from aima_search.model.diagnosis import explained
from aima_search.model.problem import (
    Expand,
    Node,
    excludes_negative_costs,
    goal_test,
    has_unit_costs,
    successors,
)
from aima_search.runs.outcomes import OUTCOMES, SOLVED

if TYPE_CHECKING:
    from aima_search.runs.solution_views import Animation


_MOST = 10**12  # larger bounds on cost / optimal cost are useless and count as no bound


@dataclass(frozen=True)
class SearchResult(Generic[State, Action]):
    """The result of one search. You can print it, or show it in a notebook.

    Attributes
    ----------
    status
        One of ``outcomes.STATUSES``.
    node
        The last node of the best solution, or None. A local search returns its best or current
        node. A stopped search without a solution returns its current node.
    expanded, generated, reopened, max_frontier
        Numbers of expanded, generated and reopened nodes, and the largest size of the frontier.
    expanded_below_cost
        Number of expansions of nodes with f below the cost of the solution. The tie-break does not
        change this number. None without a solution, or if the algorithm's f is not a lower bound.
    refined
        Number of times that a node returned to the frontier with a higher f.
    seconds, prepared
        Duration of the search and duration of the preparation of the heuristic, in seconds.
    peak_memory, used_memory
        Highest memory use of the process in bytes, and the increase since the start.
        None if the memory use is not known, for example in a browser.
    engine, engine_note
        "objects" or "compiled". If you chose "auto", the note is the reason for this engine.
    fault
        A mistake in the problem that was found after the search, or "". If there is a mistake, the
        cost is not proved to be optimal, and "not-found" replaces the status "no-solution".
    proof
        The reason why there is no solution, if ``Puzzle.hopeless`` proved this before the search.
    rests_on
        The condition under which "no-solution" or the lower bound is proved, for example "h is
        admissible"; "" if there is no condition.
    admissible, no_negative_cost
        ``admissible`` is True if h is admissible or if the search uses no h. ``no_negative_cost``
        is True if no action has a negative cost. Each is None if this is not known.
    options
        The options of the algorithm by name.
    value, best_value
        For a local search, the value of the last state and the highest value of all states.
    lower_bound
        For a search that improves its solution, a lower bound on the cost of every solution; 0 if h
        is not admissible, None if an action has a negative cost.
    curve, bounds
        For a search that improves its solution, ``curve`` has the pair (expansions, cost) of each
        solution, and ``bounds`` has pairs (expansions, lower bound). For a local search, ``curve``
        has pairs (iterations, value).
    problem
        The problem, for pictures. It is ignored when results are compared or pickled.
    """

    status: str
    node: Node[State, Action] | None
    algorithm: str
    heuristic: str | None
    tie_break: str | None
    expanded: int
    generated: int
    reopened: int
    expanded_below_cost: int | None
    max_frontier: int
    seconds: float
    peak_memory: int | None
    used_memory: int | None
    refined: int = 0
    prepared: float | None = None
    engine: str = OBJECTS
    engine_note: str = ""
    proof: str = ""
    fault: str = ""
    rests_on: str = ""
    admissible: bool | None = None
    no_negative_cost: bool | None = None
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    value: float | None = None
    best_value: float | None = None
    lower_bound: float | None = None
    curve: tuple[tuple[int, float], ...] = field(default=(), repr=False)
    bounds: tuple[tuple[int, float], ...] = field(default=(), repr=False)
    problem: ProblemLike[State, Action] | None = field(default=None, repr=False, compare=False)

    @property
    def method(self) -> str:
        """The algorithm with its options, as a text that ``solve`` accepts."""
        return write_algorithm(self.algorithm, self.options)

    @property
    def words(self) -> str:
        """The outcome in words, for example "optimal, if h is admissible"."""
        words = OUTCOMES[self.status].words
        if self.fault:
            return f"{words}{', not proved to be optimal' * self.solved}: {self.fault}"
        if not self.has_solution:
            return f"no solution, if {self.rests_on}" if self.rests_on else words
        is_bound = self.value is None and bool(self.curve)
        if self.solved and not self.rests_on and (not is_bound or self.lower_bound is not None):
            return words
        known = bound_words(self.cost, self.lower_bound, self.rests_on)
        return f"{words}; the {'' if self.solved else 'best '}solution costs {known}"

    @property
    def solved(self) -> bool:
        """True if a goal was found."""
        return self.status == SOLVED

    @property
    def has_solution(self) -> bool:
        """True if a solution was found, even if a limit ended the search for a better solution."""
        return self.solved or (self.value is None and bool(self.curve))

    @property
    def bound(self) -> float | None:
        """An upper bound on (cost / optimal cost), if h is admissible; None if it is unknown."""
        if self.lower_bound is None or self.cost is None:
            return None
        return bound_of(self.cost, self.lower_bound)

    @property
    def optimal_if(self) -> str | None:
        """The conditions under which the cost is proved optimal; None if there is no proof.

        To find out if an action has a negative cost, this property may enumerate states.
        """
        is_known = self.algorithm in ALGORITHMS  # the algorithm of a trace may be unknown
        if not (self.solved and is_known) or self.fault:
            return None
        algorithm = ALGORITHMS.get(self.algorithm)
        if not (algorithm.optimal or algorithm.shallowest):
            return None
        costs = self.no_negative_cost
        if costs is None and self.problem is not None:
            costs = no_negative_cost(self.problem, states=self.expanded)
        return proved_if(algorithm, self.problem, self.admissible, costs)

    @property
    def cost(self) -> float | None:
        """The path cost of the solution, or None if no solution was found."""
        return self.node.path_cost if self.has_solution and self.node else None

    @property
    def actions(self) -> list[Action]:
        """The actions of the solution; empty if no solution was found."""
        return self.node.solution() if self.has_solution and self.node else []

    @property
    def states(self) -> list[State]:
        """The states of the solution, the initial state first; empty if no solution was found."""
        return self.node.path_states() if self.has_solution and self.node else []

    @property
    def depth(self) -> int | None:
        """The number of actions of the solution, or None if no solution was found."""
        return self.node.depth if self.has_solution and self.node else None

    @property
    def total_seconds(self) -> float:
        """The time of the search plus the time of preparing the heuristic, in seconds."""
        return self.seconds + (self.prepared or 0)

    @property
    def branching_factor(self) -> float | None:
        """The effective branching factor b* (AIMA 3.6.1), or None if no solution was found."""
        return effective_branching_factor(self.generated, self.depth) if self.depth else None

    def animate(self, seconds: float = 0.8) -> Animation:
        """Return the solution as an animation, in which each state is shown for ``seconds``.

        A notebook plays the animation. To write the animation to a file, call its method
        ``save("solution.gif")`` or ``save("solution.html")``. Raise NotApplicable if there is no
        solution, or if the problem has no ``scene``.
        """
        from aima_search.runs.solution_views import make_animation

        return make_animation(self, seconds)

    def __str__(self) -> str:
        from aima_search.runs.solution_views import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        from aima_search.runs.solution_views import result_html

        return result_html(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "problem": None}


def make_result(**fields: Any) -> SearchResult:
    """Return ``SearchResult(**fields)``; the constructor would set the frozen fields one by one."""
    result: SearchResult = SearchResult.__new__(SearchResult)
    vars(result).update(fields)
    return result


NO_NEGATIVE_COST = "no action costs less than 0"
COVERED = 1_000  # the largest number of states to enumerate in order to know the costs
_LEAST_COVERED = 100


def proved_if(
    algorithm: Algorithm, problem: object, admissible: bool | None, costs: bool | None
) -> str | None:
    """Return the conditions under which a cost is optimal or a lower bound is correct.

    Return "" if there are no conditions, and None if there is no proof. ``admissible``, ``costs``:
    the attributes ``admissible`` and ``no_negative_cost`` of the SearchResult.
    """
    one_goal = goal_premise(algorithm, problem)
    if algorithm.shallowest:
        return one_goal if has_unit_costs(problem) else None
    if not (algorithm.optimal or algorithm.bounded) or False in (admissible, costs):
        return None
    premises = ((admissible, "h is admissible"), (costs, NO_NEGATIVE_COST), (None, one_goal))
    return " and ".join(words for known, words in premises if known is None and words)


def goal_premise(algorithm: Algorithm, problem: object) -> str:
    """Return the assumption about goals that ``algorithm`` needs, or "" if it needs none."""
    is_known = has_same_rules(problem, "__init__", {"goal_test", "is_goal"})
    return "no other state than goal is a goal" if algorithm.joins and not is_known else ""


def is_proved(optimal_if: str | None) -> bool:
    """Return True if the cost is optimal, assuming that no action has a negative cost."""
    return optimal_if in ("", NO_NEGATIVE_COST)


def no_negative_cost(
    problem: ProblemLike, nodes: Iterable[Node] = (), states: int | None = None
) -> bool | None:
    """Return True if no action has a negative cost, False if one has, None if this is unknown.

    nodes: the actions that lead to these nodes are checked first. states: the approximate number of
    other states whose actions are checked then, or None for no other states.
    """
    known = excludes_negative_costs(problem)
    if known is None and any(map(_has_negative_cost, nodes)):
        return False
    if known is None and states is not None:
        return has_no_negative_cost(problem, min(max(states, _LEAST_COVERED), COVERED))
    return known


def _has_negative_cost(node: Node) -> bool:
    try:
        return node.parent is not None and node.path_cost < node.parent.path_cost
    except TypeError:  # costs that cannot be compared
        return False


def bound_of(cost: Any, lower_bound: Any) -> float | None:
    """Return the largest possible ratio of cost to optimal cost, or None if it is unknown.

    >>> bound_of(26, 25), bound_of(0, 0), bound_of(1, 0)
    (1.04, 1.0, None)
    """
    if cost <= lower_bound:
        return 1.0
    if not lower_bound > 0:
        return None
    bound: float | Fraction
    try:
        bound = float(cost) / float(lower_bound)
    except OverflowError:  # whole numbers that are too large for floats
        bound = Fraction(cost) / Fraction(lower_bound)
    return float(bound) if bound < _MOST else None


def bound_words(cost: Any, lower_bound: Any, rests_on: str = "") -> str:
    """Return in words how close a cost is to the optimal cost.

    >>> bound_words(26, 25)
    '26, at most 4 % above the optimum'
    """
    bound = None if lower_bound is None else bound_of(cost, lower_bound)
    if bound is None:
        return f"{short_number(cost)}, but nothing is proved about the optimum"
    above = max(ceil(round((bound - 1) * 1000, 6)), 1) / 10  # per cent, rounded up
    is_optimum = cost <= lower_bound  # ``bound`` may be inexact
    far = "which is the optimum" if is_optimum else f"at most {above:g} % above the optimum"
    return f"{short_number(cost)}, {far}{f', if {rests_on}' if rests_on else ''}"


def effective_branching_factor(nodes: int, depth: int) -> float:
    """Solve ``nodes = b + b**2 + ... + b**depth`` for b, with a precision of six digits.

    >>> round(effective_branching_factor(52, 5), 2)  # the textbook's example
    1.92
    """
    low, high = 0.0, float(max(nodes, 1))
    while high - low > 1e-7 * high:
        middle = (low + high) / 2
        total = 0.0
        for _ in range(depth):
            total = (total + 1) * middle
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return (low + high) / 2


class SearchLimitReached(SearchError):
    """Raised when a limit has ended a search. ``result`` is the result of the search.

    ``limit`` is the status of the result: "time-limit", "node-limit" or "memory-limit".
    """

    def __init__(self, limit: str, result: SearchResult) -> None:
        took = f"{result.expanded:,} expansions and {result.total_seconds:.2f} s"
        super().__init__(f"{limit} after {took}")
        self.limit = limit
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.limit, self.result)


@explained
def replay(problem: ProblemLike[State, Action], node: Node[State, Action] | None) -> None:
    """Check that the path to ``node`` is a solution with correct costs.

    Raise InvalidSolution if the path or a path cost is wrong. Raise CostError if a cost is not a
    number.
    """
    assert node is not None
    path, expand = node.path(), successors(problem)
    if _is_known_to_differ(path[0].state, problem.initial):
        start = path[0].state
        raise InvalidSolution(
            f"wrong answer: the path starts at {start!r}; the initial state is {problem.initial!r}"
        )
    for parent, child in pairwise(path):
        check_limits()
        check_path_cost(child)
        if not _leads(expand, parent, child):
            raise InvalidSolution(
                f"wrong answer: {child.action} does not lead from {parent.state!r}"
                f" to {child.state!r} with path cost {child.path_cost}"
            )
    if not goal_test(problem)(node.state):
        raise InvalidSolution(f"wrong answer: {node.state!r} is not a goal")


def _is_known_to_differ(state: Any, other: Any) -> bool:
    if state is other:
        return False
    defines_equality = vars(object)["__eq__"] is not getattr(type(state), "__eq__", None)
    return (defines_equality or type(state) is not type(other)) and bool(state != other)


def _leads(expand: Expand, parent: Node, child: Node) -> bool:
    expected = (child.action, child.state, child.path_cost)
    made = []
    for successor in expand(parent):
        if _is_equal(successor, expected):
            return True
        made.append(successor)
    # a state or action that differs from its second version cannot be compared: it counts as equal
    for first, second in zip(made, expand(parent), strict=False):
        if first[2] == child.path_cost and all(
            _is_equal(part, wanted) or not _is_equal(part, repeated)
            for part, wanted, repeated in zip(first[:2], expected[:2], second[:2], strict=True)
        ):
            return True
    return False


def _is_equal(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except ValueError:  # for example, the comparison of two arrays is not a bool
        return False
