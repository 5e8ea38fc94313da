"""``Search`` runs a search step by step; ``solve`` runs a search to its end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import Any, Generic, cast
from warnings import warn

from aima_search.algorithms.frontier import tie_break_of
from aima_search.algorithms.names import Algorithm
from aima_search.algorithms.options import write_value
from aima_search.algorithms.steps import RareGarbageCollection, Step, StepGenerator, remembered
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.base.interchange import counted
from aima_search.base.limits import LIMITS, LimitReached, Limits, LimitScope
from aima_search.catalog.combine import facts_of_maximum
from aima_search.catalog.configuration import Configuration, parse_algorithm
from aima_search.catalog.heuristics import HeuristicSpec, announce, make_heuristic
from aima_search.compiled.engines import (
    AUTO,
    COMPILED,
    OBJECTS,
    CompiledSearch,
    auto_steps,
    find_engine,
)
from aima_search.model.contract import Action, LocalSearchProblem, ProblemLike, Self, State, offered
from aima_search.model.diagnosis import check_premises, explain
from aima_search.model.heuristic import HeuristicFacts, facts_of, parameters_of, with_facts
from aima_search.model.problem import OWN_HEURISTIC, Heuristic, Node, goal_test
from aima_search.model.puzzle import Puzzle
from aima_search.runs.deadline import DeadlineScope
from aima_search.runs.monitor import CurveRecorder, LimitMonitor, SolutionRecorder
from aima_search.runs.outcomes import (
    INTERRUPTED,
    NO_SOLUTION,
    NODE_LIMIT,
    NOT_FOUND,
    SOLVED,
    STOPPED,
)
from aima_search.runs.result import (
    SearchLimitReached,
    SearchResult,
    goal_premise,
    make_result,
    no_negative_cost,
    proved_if,
    replay,
)

_MISPLACED = "the algorithm is a function, so it is used as h: write heuristic=h"
_FOR_COMPILING = 10.0  # seconds; compile only if so much of the time limit is left
_AT_A_LIMIT = {limit.status for limit in LIMITS.values()}
FEW = 3
"""If a search needs at most this number of expansions, it shows nothing about heuristics."""


class Search(Generic[State, Action]):
    """A search that you run step by step.

    If you iterate over a Search, you get a ``Step`` for each expansion. This is always the same
    object, with new values. The clock runs from the start to the end, even during pauses. If a
    limit is reached or you press Ctrl-C, the steps end, and the status of the result gives the
    reason. If you use a Search in a ``with`` statement, the search stops at the end of the block.
    In the block, Python's garbage collector runs less often, as in ``solve``. This makes long
    searches 20 % faster.

    Parameters
    ----------
    problem, algorithm, heuristic, limits, tie_break, engine, **options
        As in ``solve``.

    Examples
    --------
    >>> from aima_search.search import EightPuzzle
    >>> search = Search(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8)))
    >>> [(step.node.state.index(0), step.f) for step in search]
    [(6, 2), (7, 2)]
    >>> search.result().status, search.result().cost
    ('solved', 2)
    """

    def __init__(
        self,
        problem: ProblemLike[State, Action],
        algorithm: str | Configuration = "astar",
        heuristic: HeuristicSpec[State, Action] | None = None,
        limits: Limits | None = None,
        tie_break: str | None = None,
        *,
        engine: str | None = None,
        **options: Any,
    ) -> None:
        """Start the clock. The heuristic is prepared later, at the first step."""
        is_h = callable(algorithm) and "problem" not in parameters_of(algorithm)
        if is_h and heuristic is None:
            warn(_MISPLACED, stacklevel=3)
            algorithm, heuristic = "astar", algorithm
        if options or not isinstance(algorithm, Configuration):
            algorithm = parse_algorithm(algorithm, **options)
        self.options, chosen = algorithm.values, algorithm.entry
        self.problem, self.algorithm = problem, chosen
        self._requested = find_engine(engine or OBJECTS)
        self._engine, self._engine_note = OBJECTS, ""
        if chosen.local and offered(problem, "value") is None:
            raise NotApplicable(
                f"{chosen.name} searches for the state with the highest value: define the method"
                f" value(state) in {type(problem).__name__}"
            )
        self._heuristic = heuristic
        self._tie_break = tie_break_of(problem) if tie_break is None else tie_break
        self._monitor = LimitMonitor(limits, keep_f=chosen.f_bounds_cost)
        self._curve = CurveRecorder() if chosen.local else None
        self._solutions = SolutionRecorder(partial(replay, problem)) if chosen.bounded else None
        self._answer: Any = None
        self._proof_of_no_solution = self._fault = ""
        self._facts: list[HeuristicFacts] = []  # of h and h_back
        self._status: str | None = None
        self._result: SearchResult[State, Action] | None = None
        self._steps = self._run()

    def __iter__(self) -> Iterator[Step[State, Action]]:
        return self

    def __next__(self) -> Step[State, Action]:
        with LimitScope(self._monitor.check_limits) as self._is_nested:
            return next(self._steps)

    def __enter__(self) -> Self:
        self._patience = RareGarbageCollection()
        self._patience.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._patience.__exit__()
        self.stop()

    @property
    def limits(self) -> Limits:
        """The limits of the search."""
        return self._monitor.limits

    def stop(self) -> None:
        """End the search now; ``result()`` then describes the search up to this point."""
        self._steps.close()
        if self._status is None:
            self._end(STOPPED)

    def result(self) -> SearchResult[State, Action]:
        """Return the result. If the search has not ended yet, stop the search first."""
        self.stop()
        if self._result is None:
            self._result = self._make_result()
        return self._result

    def _run(self) -> StepGenerator[State, Action, None]:
        try:
            is_puzzle = isinstance(self.problem, Puzzle) and not self.algorithm.local
            hopeless = offered(self.problem, "hopeless") if is_puzzle else None
            if hopeless is not None and (reason := str(hopeless())):
                self._proof_of_no_solution = reason
                self._end(NO_SOLUTION)
                return
            notes = self._curve or self._solutions
            note = None if notes is None else notes.note
            self._answer = yield from self._monitor.watch(self._start(), note)
            if self._solutions is not None:
                self._solutions.note_solution(self._answer)
            self._end(self._checked(_status(self.algorithm, self.problem, self._answer)))
        except (LimitReached, KeyboardInterrupt) as end:
            self._end_by(end)
        except Exception as error:
            explain(error)
            raise

    def _checked(self, status: str) -> str:
        """Return the status; if the problem has a mistake, replace NO_SOLUTION by NOT_FOUND."""
        algorithm, step, monitor = self.algorithm, self._monitor.step, self._monitor
        claims = algorithm.optimal or algorithm.shallowest or algorithm.bounded
        is_start = isinstance(self._answer, Node) and self._answer.parent is None
        if self._is_nested or algorithm.local or is_start or perf_counter() > monitor.end:
            return status
        # the node limit, too, because a mistake can make a search endless
        if status in (NO_SOLUTION, NODE_LIMIT) or (status == SOLVED and claims):
            try:
                nodes = remembered(self.problem, None if algorithm.joins else step)
                check_premises(self.problem, nodes, no_goal=status != SOLVED)
            except SearchError as error:
                self._fault = str(error)
                return NOT_FOUND if status == NO_SOLUTION else status
        return status

    def _start(self) -> StepGenerator[State, Action, Any]:
        h, options = None, self.options
        if self.algorithm.informed:
            h = self._monitor.prepare(partial(make_heuristic, self._heuristic, self.problem))
            self._facts.append(facts_of(h))
        if "h_back" in self.algorithm.parameters and "h_back" not in options:
            h_back = self._monitor.prepare(partial(self._from_start, h))
            options = {**options, "h_back": h_back}
        if options.get("h_back") is not None:
            self._facts.append(facts_of(options["h_back"]))
        tie_break = self._tie_break if self.algorithm.best_first else None
        given = {"h": h, "tie_break": tie_break}
        arguments = options | {name: value for name, value in given.items() if value is not None}
        if self._requested == OBJECTS:
            return self.steps_of(arguments)
        compiled = partial(CompiledSearch, self.algorithm, self.problem, h, options, tie_break)
        if self._requested == COMPILED:
            self._set_engine(COMPILED, "")
            return self._compiled_steps(compiled())
        objects = self.steps_of(arguments)
        return auto_steps(objects, compiled, self._compiled_steps, self._set_engine)

    def _compiled_steps(self, compiled: CompiledSearch) -> StepGenerator[State, Action, Any]:
        from aima_search.compiled.search import compiled_steps  # numpy only when used

        monitor = self._monitor
        steps = partial(compiled_steps, compiled, monitor.make_room, monitor.limits.nodes)
        if compiled.is_cached():
            return steps()
        if self._requested == AUTO and monitor.end - perf_counter() < _FOR_COMPILING:
            raise NotApplicable("not enough time is left to compile the search")
        announce("machine code, once for this computer")
        return monitor.prepare(steps)

    def _from_start(self, h: Any) -> Heuristic[State, Action] | None:
        """Return a heuristic for the cost from the start to a node, or None if none can be made."""
        from_start: Heuristic[State, Action] | None = getattr(h, "from_start", None)
        if from_start is not None:
            return with_facts(from_start, facts_of(h))
        turn = offered(self.problem, "reversed_problem")
        other = None if turn is None or callable(self._heuristic) else turn()
        return None if other is None else make_heuristic(self._heuristic, other)

    def _set_engine(self, engine: str, note: str) -> None:
        if engine == COMPILED:
            self._before_slices = self._monitor.f_counts.copy()
        elif self._engine == COMPILED:  # the work of the compiled engine is discarded
            self._monitor.f_counts = self._before_slices
        self._engine, self._engine_note = engine, note

    def steps_of(self, options: dict[str, Any]) -> StepGenerator[State, Action, Any]:
        """Return the steps of the algorithm. Redefine this method to record the steps."""
        return self.algorithm.steps(self.problem, **options)

    def _end_by(self, end: LimitReached | KeyboardInterrupt) -> None:
        """End this search; raise ``end`` again if it must also end an outer search."""
        if self._status == SOLVED:  # the replay of the solution was interrupted
            self._answer = None
        if isinstance(end, LimitReached):
            self._end(self._checked(end.status) if end.status == NODE_LIMIT else end.status)
        elif self._status in (None, SOLVED):
            self._end(INTERRUPTED)
        if self._is_nested and getattr(end, "owner", None) is not self._monitor:
            raise end

    def _end(self, status: str) -> None:
        self._status = status
        self._monitor.stop()

    def _make_result(self) -> SearchResult[State, Action]:
        monitor, algorithm, status = self._monitor, self.algorithm, self._status
        assert status is not None
        node = self._answer if isinstance(self._answer, Node) else None
        if status == SOLVED and not (algorithm.local or algorithm.bounded):
            replay(self.problem, node)
        if (status == STOPPED or (algorithm.local and node is None)) and monitor.step is not None:
            node = monitor.step.node
        if self._solutions is not None:
            node = self._solutions.best or node
        below_cost = None
        if status == SOLVED and algorithm.f_bounds_cost and node is not None:
            below_cost = monitor.expanded_below(node.path_cost)
        known = self._known_of(node)
        return make_result(
            status=status,
            node=node,
            algorithm=algorithm.name,
            options={name: write_value(value) for name, value in self.options.items()},
            heuristic=heuristic_name(self._heuristic) if algorithm.informed else None,
            tie_break=self._tie_break if algorithm.best_first else None,
            engine=self._engine,
            engine_note=self._engine_note,
            proof=self._proof_of_no_solution,
            fault=self._fault,
            **known,
            expanded_below_cost=below_cost,
            **monitor.counts(),
            **self._local_search_fields(node),
            **self._anytime_fields(False if self._fault else known["no_negative_cost"]),
            problem=self.problem,
        )

    def _known_of(self, node: Node | None) -> dict[str, Any]:
        algorithm, step, costs = self.algorithm, self._monitor.step, None
        admissible = facts_of_maximum(self._facts).admissible
        if (algorithm.optimal or algorithm.bounded) and node is not None:
            explored = step.explored() if step is not None and step.explored is not None else ()
            states = getattr(step, "expanded", 0) if algorithm.bounded else None
            costs = no_negative_cost(self.problem, chain(node.path(), explored), states)
        rests_on = self._rests_on(admissible, costs)
        return {"admissible": admissible, "no_negative_cost": costs, "rests_on": rests_on}

    def _rests_on(self, admissible: bool | None, costs: bool | None) -> str:
        step = self._monitor.step
        if self._solutions is not None and self._solutions.best is not None:
            return proved_if(self.algorithm, self.problem, admissible, costs) or ""
        if self._status != NO_SOLUTION:
            return ""
        dead_ends = 1 if step is None else step.dead_ends  # no step: h is infinite at the root
        if admissible or not dead_ends:
            return goal_premise(self.algorithm, self.problem)
        is_of_states = self._engine == COMPILED and not self.algorithm.holds_path
        kind = "state" if step is None or step.explored is not None or is_of_states else "path"
        noun = "a dead end" if dead_ends == 1 else "dead ends"
        return f"h is right about {counted(dead_ends, kind)} that it calls {noun}"

    def _local_search_fields(self, node: Node[State, Action] | None) -> dict[str, Any]:
        step, curve = self._monitor.step, self._curve
        if curve is None:
            return {}
        value = step.f if step and node is None else None
        if node is not None:
            value = cast(LocalSearchProblem[State, Action], self.problem).value(node.state)
        if value is not None:
            value = value or 0  # replaces -0.0
            curve.end(step.expanded if step else 0, value)
        return {"value": value, "best_value": curve.best, "curve": tuple(curve.points)}

    def _anytime_fields(self, no_negative_cost: bool | None) -> dict[str, Any]:
        if self._solutions is None or self._solutions.best is None:
            return {}
        if no_negative_cost is False:
            return {"curve": tuple(self._solutions.points)}
        step = self._monitor.step
        bound = step.lower_bound if step else self._solutions.best.path_cost
        self._solutions.note_bound(step.expanded if step else 0, bound)
        curve, bounds = tuple(self._solutions.points), tuple(self._solutions.bounds)
        return {"lower_bound": bound, "curve": curve, "bounds": bounds}


def _status(algorithm: Algorithm, problem: ProblemLike, answer: Any) -> str:
    if algorithm.local:
        return SOLVED if goal_test(problem)(answer.state) else NOT_FOUND
    if isinstance(answer, Node):
        return SOLVED
    return NO_SOLUTION if answer is None else NOT_FOUND


def heuristic_name(heuristic: HeuristicSpec | None) -> str:
    """Return the name of a heuristic for results; for None, the name of the problem's own ``h``."""
    if heuristic is None:
        return OWN_HEURISTIC
    return heuristic if isinstance(heuristic, str) else getattr(heuristic, "__name__", "h")


def solve(
    problem: ProblemLike[State, Action],
    algorithm: str | Configuration = "astar",
    heuristic: HeuristicSpec[State, Action] | None = None,
    limits: Limits | None = None,
    tie_break: str | None = None,
    *,
    engine: str | None = None,
    on_step: Callable[[Step[State, Action]], object] | None = None,
    raise_on_limit: bool = False,
    **options: Any,
) -> SearchResult[State, Action]:
    """Search for a solution. If a limit or Ctrl-C ends the search, the result's status says so.

    Parameters
    ----------
    problem
        The problem to solve.
    algorithm
        A name, or a name with options such as "weighted-astar(weight=2)".
    heuristic
        A function of a node, a registered name, an expression or ``file.py:name``; by default, the
        problem's ``h``. Uninformed algorithms ignore the heuristic.
    limits
        Limits on time, nodes and memory.
    tie_break
        The name of a tie-break; by default, the problem's ``default_tie_break`` or "high-g-lifo".
        The textbook's functions use "fifo". Algorithms without tie-breaks ignore the name.
    engine
        "objects" for Python, or "compiled" for machine code (extra ``fast``). Both engines expand
        the same nodes. "auto" begins in Python and restarts a long search in machine code. The
        default is "auto", or "objects" if you pass ``on_step``.
    on_step
        A function that is called with the ``Step`` of each expansion. In machine code, one step
        stands for many expansions.
    raise_on_limit
        If True, raise SearchLimitReached if a limit is reached.
    **options
        Options of the algorithm, such as ``weight`` of weighted A* or ``seed`` of local search.

    Raises
    ------
    LookupError
        If an algorithm, a heuristic or a tie-break has an unknown name.
    NotApplicable
        If ``engine`` is "compiled", but the search cannot be compiled.

    Examples
    --------
    >>> from puzzles import Tiles
    >>> result = solve(Tiles("724506831"), heuristic="manhattan")
    >>> result.status, result.cost, result.expanded
    ('solved', 20, 99)
    """
    engine = (AUTO if on_step is None else OBJECTS) if engine is None else engine
    search = Search(problem, algorithm, heuristic, limits, tie_break, engine=engine, **options)
    result = pull_to_end(search, on_step)
    if raise_on_limit and result.status in _AT_A_LIMIT:
        raise SearchLimitReached(result.status, result)
    return result


def pull_to_end(
    search: Search[State, Action], on_step: Callable[[Step[State, Action]], object] | None = None
) -> SearchResult[State, Action]:
    """Run a search to its end or to a limit, and return its result."""
    try:
        monitor = search._monitor
        with (
            RareGarbageCollection(),
            LimitScope(monitor.check_limits) as search._is_nested,
            DeadlineScope(monitor.limits.seconds, monitor),
        ):
            deque(search._steps if on_step is None else map(on_step, search._steps), maxlen=0)
            return search.result()  # replays the solution
    except (LimitReached, KeyboardInterrupt) as end:  # raised in ``on_step`` or in the replay
        search._steps.close()
        search._end_by(end)
    return search.result()


def solution_of(problem: Puzzle, limits: Limits) -> SearchResult:
    """Return the result of the puzzle's default search."""
    if offered(type(problem), "value") is not None:  # local search can solve it
        return solve(problem, "annealing", limits=limits, seed=1)
    return solve(problem, limits=limits)


def count_expansions(problem: Puzzle) -> int:
    """Return how many nodes the default search expands, but stop counting at ``FEW + 1``."""
    return sum(1 for _ in islice(Search(problem), FEW + 1))


def settings_with_a_search(
    problem: Puzzle, settings: Mapping[str, str]
) -> Mapping[str, str] | None:
    """Return the first of ``plain_settings`` that makes the search expand more than FEW nodes.

    If none of them does, return None. Every search also uses the board options ``settings``.
    """
    for chosen in problem.plain_settings:
        options = problem.read_options({**settings, **chosen})
        if count_expansions(type(problem).parse(problem.instance_text(), **options)) > FEW:
            return chosen
    return None
