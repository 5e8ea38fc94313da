"""The boards of an assignment, and a cache of the package's own results on these boards."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.analysis.enumeration import enumerate_space
from aima_search.analysis.space import Space
from aima_search.base.errors import InputError
from aima_search.base.limits import Limits
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.heuristics import heuristic_info, make_heuristic
from aima_search.catalog.user_files import load_function
from aima_search.model.puzzle import PUZZLES, Puzzle
from aima_search.runs.attempt import describe
from aima_search.runs.instances import Instance
from aima_search.runs.result import COVERED, SearchResult, no_negative_cost
from aima_search.runs.search import solve

_TOLERANCE = 1e-9
_LONGEST = 40  # characters of a name
_MOST_STATES = 200_000  # states of a board, if the optimal costs of all its states are needed
_KEPT = 64  # entries of a cache of states
_KEPT_RUNS = 4096  # more than the runs of an assignment: they must not be repeated while grading


@dataclass(frozen=True)
class AssignedBoard:
    """A board of an assignment. Users see its ``name``.

    level: the name of a level of the package, or "". reference: the teacher's Python class, or
    None for a puzzle. With a class, ``puzzle`` is "", and ``id`` has the arguments of the class.
    """

    puzzle: str
    name: str
    id: str
    options: tuple[tuple[str, str], ...] = ()
    reference: FileReference | None = None
    level: str = ""

    @classmethod
    def of(cls, puzzle: str, instance: Instance, place: str) -> AssignedBoard:
        """Return the board for an instance. A name that is too long is replaced by ``place``."""
        options = tuple(instance.options.items())
        level = "" if options else str(instance.axes.get("level", ""))
        name = level or (instance.name if len(instance.name) <= _LONGEST else place)
        return cls(puzzle, name, instance.id, options, level=level)

    def problem(self) -> Puzzle:
        """Return a new problem object for this board."""
        if self.reference is not None:
            make = load_function(self.reference)
            try:
                made: Puzzle = make(*self.arguments())
            except Exception as error:
                text = f"{self.reference} failed to create {self.name}: {describe(error)}"
                raise InputError(text) from None
            return made
        chosen = PUZZLES.get(self.puzzle)
        return chosen.parse(self.id, **chosen.read_options(dict(self.options)))

    def arguments(self) -> list[Any]:
        """Return the arguments to pass to the teacher's Python class (``reference``)."""
        return json.loads(self.id)

    def of_class(self, reference: FileReference) -> AssignedBoard:
        """Return a copy of this board whose problem is made by a teacher's Python class."""
        arguments = ", ".join(map(repr, self.arguments()))
        return replace(self, name=f"{reference.function}({arguments})", reference=reference)

    def command(self, verb: str, **options: object) -> str:
        """Return the command ``verb`` for this board, or "" if the board belongs to no puzzle."""
        words = [self.level or self.id, *(f"--{name}={value}" for name, value in self.options)]
        for name, value in options.items():
            words += [f"--{name}", str(value)] if value else []
        return "" if self.reference else f"aima-search {verb} {self.puzzle} {shlex.join(words)}"


def has_class_arguments(boards: Sequence[AssignedBoard]) -> bool:
    """Return True if the boards are arguments for a Python class, not boards of a puzzle."""
    return not boards[0].puzzle


@lru_cache(_KEPT)
def space_of(board: AssignedBoard, states: int) -> Space:
    """Return the state space of a board. Raise InputError if it has more than ``states`` states."""
    space = enumerate_space(board.problem(), states)
    if not space.complete:
        text = f"has more than {states:,} states: a proof needs a smaller board"
        raise InputError(f"board {board.name!r} {text}")
    return space


_spaces: dict[Hashable, list[tuple[dict[str, Any], Space]]] = {}  # by puzzle and options


def least_costs(board: AssignedBoard) -> Callable[[Any], float]:
    """Return a function that maps a state to the optimal cost from this state.

    Boards with the same rules share one computation. Raise InputError if there are too many states.
    """
    problem = board.problem()
    rules = {name: value for name, value in vars(problem).items() if name != "initial"}
    known = _spaces.setdefault((board.puzzle, board.options), [])
    for others, space in known:
        with suppress(LookupError, ValueError):  # ValueError: arrays cannot be compared as a whole
            if rules == others:
                space.index(problem.initial)
                break
    else:
        space = space_of(board, _MOST_STATES)
        known.append((rules, space))
    costs = space.h_star
    return lambda state: float(costs[space.index(state)])


@lru_cache(_KEPT_RUNS)
def reference_run(
    board: AssignedBoard, algorithm: str, heuristic: str, nodes: int, refined: bool = False
) -> SearchResult:
    """Return the result of the package's own algorithm; raise InputError if it finds no solution.

    Unless ``refined`` is True, A* uses no ``Refinement`` of the heuristic, because a student's
    heuristic has none.
    """
    problem = board.problem()
    h = None
    if ALGORITHMS.get(algorithm).informed:
        function = make_heuristic(heuristic, problem)
        h = function if refined else lambda node: function(node)
    result = solve(problem, algorithm, h, Limits(nodes=nodes))
    if not result.solved:
        text = f"finds no solution within {nodes:,} expansions ({result.status})"
        raise InputError(f"board {board.name!r}: {algorithm} {text}")
    return result


def optimal_cost(board: AssignedBoard, nodes: int) -> float:
    """Search a board with an optimal algorithm, and return the cost of the solution."""
    heuristic, is_safe = "zero", False
    if board.reference is None:
        heuristic = PUZZLES.get(board.puzzle).default_heuristic
        is_safe = bool(heuristic_info(board.puzzle, heuristic).admissible)
    if no_negative_cost(board.problem(), states=COVERED) is False:
        text = "an action has a negative cost, so optimality cannot be proved"
        raise InputError(f"board {board.name!r}: {text}")
    cost = reference_run(board, "astar" if is_safe else "uniform-cost", heuristic, nodes).cost
    assert cost is not None
    return cost


def is_least(cost: float, best: float) -> bool:
    """Return True if ``cost`` equals the optimal cost ``best``, apart from rounding errors."""
    return abs(cost - best) <= _TOLERANCE * max(1, best)
