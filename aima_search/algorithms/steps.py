"""Every algorithm is a generator that yields a ``Step`` before each expansion, and returns a node.

Limits, counters, traces and progress bars wrap this generator. To *drain* a generator is to run it
to its end.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import wraps
from inspect import signature
from threading import RLock
from typing import Any, Generic, ParamSpec, TypeAlias

from aima_search.base.limits import LimitScope, check_limits
from aima_search.base.names import renamed_attribute
from aima_search.model.contract import Action, Answer, State
from aima_search.model.diagnosis import check_path, check_premises, explained
from aima_search.model.problem import Node

_PATIENCE = 200_000  # new objects between two collections; Python's default is 700 to 2,000


class Fate:
    """What can happen to a node. The search passes one of these texts to ``Step.emit``."""

    UNDECIDED = "undecided"  # generated, but not evaluated yet
    QUEUED = "queued"  # in the frontier, or the next node on the path
    KNOWN = "known"  # no better than the known path to its state, or a cycle
    REOPENED = "reopened"  # a better path to a state that had been expanded
    PRUNED = "pruned"  # its f is infinite: no goal can be reached
    BEYOND = "beyond"  # its f or its depth is beyond the limit, or no better than the best solution
    EVALUATED = "evaluated"  # a neighbour in local search
    TAKEN = "taken"  # a neighbour in local search that became the current state
    REPLACED = "replaced"  # replaced in the frontier by a better path to its state
    DROPPED = "dropped"  # removed from the frontier to save memory
    GOAL = "goal"


FATES: tuple[str, ...] = tuple(value for name, value in vars(Fate).items() if name.isupper())

Emit: TypeAlias = Callable[[str, Node[Any, Any]], None]
"""Called with the fate of a node, and the node."""


class Step(Generic[State, Action]):
    """The progress of a search. The search changes this object from step to step.

    ``node``: the node that will be expanded next. ``f``: the f value of ``node``; None in
    uninformed searches. ``expanded``, ``generated``, ``reopened``: the counts so far. ``refined``:
    how often a node went back into the frontier with a higher f. ``frontier``: the number of
    waiting nodes after the last expansion, including ``node``. ``explored``: a function that
    returns the best known node of each state, or None. In local search, ``f`` is the value of the
    current node, ``expanded`` counts iterations, and ``generated`` counts evaluated states.

    ``emit(fate, node)``: a function that an observer sets, or None. For each generated node, the
    search calls ``emit`` with one of ``FATES``, and again if the fate changes while the node waits.
    ``starts``: the first nodes of the search. ``limit``: the bound on f or on the depth in the
    current round. ``dead_ends``: how many nodes with h = inf the current round left out.
    ``dead_end``: inf, or None if the search does not leave out such nodes. ``found``: the best
    solution so far, if a search continues after its first solution. ``lower_bound``: a lower bound
    on the cost of all solutions, if h is admissible.
    """

    __slots__ = (
        "dead_end", "dead_ends", "emit", "expanded", "explored", "f", "found", "frontier",
        "generated", "limit", "lower_bound", "node", "refined", "reopened", "starts",
    )  # fmt: skip

    def __init__(self, node: Node[State, Action]) -> None:
        self.node = node
        self.f: float | None = None
        self.expanded = 0
        self.generated = 0
        self.reopened = 0
        self.refined = 0
        self.frontier = 1
        self.explored: Callable[[], Iterable[Node[State, Action]]] | None = None
        self.starts: Sequence[Node[State, Action]] = (node,)
        self.limit: float | None = None
        self.dead_end: float | None = None
        self.dead_ends = 0
        self.emit: Emit | None = None
        self.found: Node[State, Action] | None = None
        self.lower_bound: float | None = None

    def report(self, fate: str, node: Node[State, Action]) -> None:
        """Call ``emit(fate, node)`` if an observer has set ``emit``."""
        if self.emit is not None:
            self.emit(fate, node)

    tell = renamed_attribute("tell", "emit")


Arguments = ParamSpec("Arguments")
StepGenerator: TypeAlias = Generator[Step[State, Action], None, Answer]
Steps: TypeAlias = StepGenerator[State, Action, Node[State, Action] | None]


def drain(steps: StepGenerator[State, Action, Answer], problem: Any = None) -> Answer:
    """Run a search to its end and return its answer, such as the goal node or None."""
    return run_to_end(steps, problem)[1]


def last_state(
    steps: Callable[Arguments, StepGenerator[State, Action, Node[State, Action]]],
) -> Callable[Arguments, State]:
    """Return a function that runs ``steps`` and returns the state it finds."""

    @wraps(steps)
    def search(*arguments: Arguments.args, **options: Arguments.kwargs) -> State:
        return drain(steps(*arguments, **options)).state

    search.__name__ = search.__qualname__ = steps.__name__.removesuffix("_steps")
    search.__annotations__ = {**steps.__annotations__, "return": "State"}
    vars(search)["__signature__"] = signature(steps).replace(return_annotation="State")
    return search


@explained
def run_to_end(
    steps: StepGenerator[State, Action, Answer], problem: Any = None, keep_nodes: bool = False
) -> tuple[Step[State, Action] | None, Answer]:
    """Run a search to its end; return the pair (last step or None, answer).

    The limits of an enclosing ``with`` block apply. If ``problem`` is given and the answer is None
    (no solution), all methods of the problem are checked for mistakes. If the answer is a node, the
    only check is whether ``result`` changed a state in place. keep_nodes: if False, a search with
    an answer forgets its nodes.
    """
    step: Step[State, Action] | None = None
    with RareGarbageCollection(), LimitScope() as is_nested:
        try:
            while True:
                step = next(steps)
                if is_nested:
                    check_limits()
        except StopIteration as end:
            answer: Answer = end.value
            if answer is not None and step is not None and not keep_nodes:
                step.explored = None  # before garbage collection visits the nodes
    if problem is not None and answer is None:
        check_premises(problem, remembered(problem, step), no_goal=True)
    elif problem is not None and isinstance(answer, Node):
        check_path(problem, answer)
    return step, answer


def remembered(problem: Any, step: Step[State, Action] | None) -> Iterator[Node[State, Action]]:
    """Yield the nodes that a search has stored, or only the root if it has stored none."""
    nodes = () if step is None or step.explored is None else step.explored()
    yield from nodes or [Node(problem.initial)]


_lock = RLock()  # a collection while it is locked may end a search
_open_blocks = 0  # the number of open blocks of RareGarbageCollection
_usual = (0, 0, 0)  # the thresholds of garbage collection outside of all blocks


class RareGarbageCollection:
    """Makes Python's garbage collector run less often inside a ``with`` block.

    A search keeps millions of objects. Garbage collection cannot free them, but would take a fifth
    of the search's time. It is not switched off, because a user's problem may create cycles. If
    several threads use such blocks, the end of the last block restores the settings.
    """

    def __enter__(self) -> None:
        global _open_blocks, _usual
        with _lock:
            _open_blocks += 1
            if _open_blocks == 1:
                _usual = gc.get_threshold()
                if 0 < _usual[0] < _PATIENCE:  # otherwise it is off or runs rarely already
                    gc.set_threshold(_PATIENCE, *_usual[1:])

    def __exit__(self, *_: object) -> None:
        global _open_blocks
        with _lock:
            _open_blocks -= 1
            if _open_blocks == 0:
                gc.set_threshold(*_usual)


def drain_with_report(
    steps: Steps[State, Action], display: bool, problem: Any
) -> Node[State, Action] | None:
    """Run a search to its end; if ``display`` is True, print the textbook's line of node counts."""
    if not display:
        return drain(steps, problem)
    step, node = run_to_end(steps, problem)
    expanded, waiting = (step.expanded, step.frontier - 1) if step else (0, 0)
    if node is not None:
        line = f"{expanded} paths have been expanded and {waiting} paths remain in the frontier"
        print(line)  # noqa: T201 - the textbook's function prints
    return node
