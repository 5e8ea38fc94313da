"""The boards of an assignment, and what the engine finds on them, once for all submissions."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.analysis.enumeration import enumerate_plainly, enumerate_space
from aima_search.analysis.space import Space
from aima_search.catalog.heuristics import heuristic_info, make_heuristic
from aima_search.errors import InputError
from aima_search.lab.instances import Instance
from aima_search.limits import Limits
from aima_search.problem import Heuristic, Node
from aima_search.puzzle import PUZZLES, Puzzle
from aima_search.runs.result import SearchResult
from aima_search.runs.solve import solve

_TOLERANCE = 1e-9
_KEPT = 64  # boards, or runs on them, that are remembered


@dataclass(frozen=True)
class Board:
    """A board by its id and options, with the name under which it is shown."""

    puzzle: str
    name: str
    id: str
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, puzzle: str, instance: Instance) -> Board:
        """Return the board of an instance; a bundled level is shown by its name."""
        options = tuple(instance.options.items())
        level = instance.axes.get("level")
        name = str(level) if level is not None and not options else instance.name
        return cls(puzzle, name, instance.id, options)

    def problem(self) -> Puzzle:
        """Return the problem, a new one."""
        chosen = PUZZLES.get(self.puzzle)
        return chosen.parse(self.id, **chosen.read_options(dict(self.options)))

    def settings(self) -> Mapping[str, str]:
        """Return the options by their names."""
        return dict(self.options)

    def words(self) -> str:
        """Return it as the command line reads it: the level, or the id, and its options."""
        own = [] if self.name == self.id else [self.name]
        options = [f"--{name}={value}" for name, value in self.options]
        return shlex.join([*(own if own and not options else [self.id]), *options])


@lru_cache(_KEPT)
def space_of(board: Board, states: int) -> Space:
    """Return the whole state space of a board; InputError if it has more than so many states."""
    space = enumerate_space(board.problem(), states)
    if not space.complete:
        raise InputError(
            f"board {board.name!r} has more than {states:,} states: what is to be proved needs"
            " a smaller one"
        )
    return space


@lru_cache(_KEPT)
def first_states(board: Board, count: int) -> list[Any]:
    """Return the first states of a board, breadth first, at most so many."""
    return enumerate_plainly(board.problem(), count).states(0, count)


def _one_by_one(h: Heuristic, node: Node) -> float:
    return h(node)


@lru_cache(_KEPT)
def reference_run(board: Board, algorithm: str, heuristic: str, nodes: int) -> SearchResult:
    """Return what the engine itself finds; InputError if it finds no solution.

    The heuristic is asked node by node, as a student's heuristic is: it offers no refinement.
    """
    problem = board.problem()
    h: Heuristic | None = None
    if ALGORITHMS.get(algorithm).informed:
        h = partial(_one_by_one, make_heuristic(heuristic, problem))
    result = solve(problem, algorithm, h, Limits(nodes=nodes))
    if not result.solved:
        raise InputError(
            f"board {board.name!r}: {algorithm} finds no solution within {nodes:,} expansions"
            f" ({result.status})"
        )
    return result


def optimal_cost(board: Board, nodes: int) -> float:
    """Return the cost of a cheapest solution: by A*, if the puzzle's own heuristic allows that."""
    own = PUZZLES.get(board.puzzle).default_heuristic
    is_safe = heuristic_info(board.puzzle, own).admissible
    algorithm = "astar" if is_safe else "uniform-cost"
    cost = reference_run(board, algorithm, own, nodes).cost
    assert cost is not None
    return cost


def is_tie(f: float, best: float) -> bool:
    """Tell whether f is the least cost: how many of these are expanded depends on their order."""
    return abs(f - best) <= _TOLERANCE * max(1, best)
