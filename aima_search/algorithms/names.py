"""The algorithms by name, with their facts."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from aima_search.algorithms import (
    bidirectional,
    genetic,
    informed,
    local,
    memory_bounded,
    uninformed,
)
from aima_search.algorithms.options import OPTIONS
from aima_search.algorithms.steps import StepsTo
from aima_search.errors import InputError, UnknownName
from aima_search.option import Option
from aima_search.registry import Registry


@dataclass(frozen=True)
class Algorithm:
    """A search algorithm and what the textbook says of it.

    steps: generator function of a problem (and ``h=``, ``tie_break=`` or ``seed=`` where the
        facts say so) that returns the node found.
    informed: takes a heuristic. optimal: cheapest solution for every admissible heuristic
        (blind ones: for any costs above 0). complete: finds a solution of any finite space, or
        ends with the proof that there is none. shallowest: fewest actions, so optimal where all
    cost the same. local: looks for the best ``value``. best_first: takes a tie-break.
    holds_path: what waits is the path to the node in hand. joins: its answer is joined from two
        searches, and none of the nodes that these made.
    """

    name: str
    steps: Callable[..., StepsTo[Any]]
    summary: str
    informed: bool = False
    optimal: bool = False
    complete: bool = True
    shallowest: bool = False
    local: bool = False
    best_first: bool = False
    holds_path: bool = False
    joins: bool = False

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """What may be set, ``weight``, ``limit``, ``seed``, ..., with what it is otherwise."""
        [_, *own] = inspect.signature(self.steps).parameters.values()
        return {one.name: one.default for one in own if one.name not in ("h", "tie_break")}

    @property
    def options(self) -> list[str]:
        """The names of what may be set."""
        return list(self.defaults)

    @property
    def written_options(self) -> list[Option]:
        """Those that a text can be written for: all but functions."""
        return [OPTIONS[name] for name in self.options if name in OPTIONS]

    def read_options(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Return the values of options that texts or numbers stand for, by their names.

        A name that is none of its options is an UnknownName, a value that is none an InputError.
        """
        return {name: self._read(name, value) for name, value in given.items()}

    def _read(self, name: str, given: object) -> Any:
        self._check_name(name)
        if name not in OPTIONS:
            raise InputError(f"{name} {given!r}: expected a function, which only Python can give")
        if given is None and self.defaults[name] is None:
            return None
        return OPTIONS[name].read(given)

    def check_options(self, given: Mapping[str, Any]) -> None:
        """Refuse names and values that it cannot search with; see ``read_options``."""
        for name, value in given.items():
            self._check_name(name)
            is_left_open = value is None and self.defaults[name] is None
            if name in OPTIONS and not is_left_open:
                OPTIONS[name].check(value)

    def _check_name(self, name: str) -> None:
        if name not in self.defaults:
            raise UnknownName(f"option of {self.name}", name, self.defaults)

    @property
    def takes_seed(self) -> bool:
        """Whether it draws random numbers."""
        return "seed" in self.options

    @property
    def f_bounds_cost(self) -> bool:
        """Whether f = g + h, so that expansions with f below the optimal cost mean something."""
        return self.name in _BOUNDING


_BOUNDING = {
    *("uniform-cost", "uniform-cost-tree"),
    *("astar", "astar-tree", "ida-star", "recursive-best-first"),
}

ALGORITHMS: Registry[Algorithm] = Registry("algorithm")


def _register(name: str, steps: Callable[..., StepsTo[Any]], summary: str, **facts: bool) -> None:
    ALGORITHMS.register(name, Algorithm(name, steps, summary, **facts))


_register(
    "breadth-first",
    uninformed.breadth_first_steps,
    "shallowest node first; ends where a goal is made",
    shallowest=True,
)
_register("depth-first", uninformed.depth_first_steps, "deepest node first")
_register(
    "depth-limited",
    uninformed.depth_limited_steps,
    "tree, to a given depth",
    complete=False,
    holds_path=True,
)
_register(
    "iterative-deepening",
    uninformed.iterative_deepening_steps,
    "depth-limited, ever deeper; cuts cycles",
    holds_path=True,
    shallowest=True,
)
_register(
    "uniform-cost",
    informed.uniform_cost_steps,
    "cheapest path first",
    optimal=True,
    best_first=True,
)
_register(
    "bidirectional",
    bidirectional.bidirectional_steps,
    "from both ends; needs one goal state and a way back",
    joins=True,
    optimal=True,
)
_register("greedy", informed.greedy_steps, "lowest h first", informed=True, best_first=True)
_register(
    "astar",
    informed.astar_steps,
    "lowest g + h first",
    informed=True,
    optimal=True,
    best_first=True,
)
_register(
    "weighted-astar",
    informed.weighted_astar_steps,
    "lowest g + weight * h first; weight from 1 up: at most that times the optimum",
    informed=True,
    best_first=True,
)
_register(
    "ida-star",
    memory_bounded.ida_star_steps,
    "depth-first below a growing bound on g + h",
    holds_path=True,
    informed=True,
    optimal=True,
)
_register(
    "recursive-best-first",
    memory_bounded.recursive_best_first_steps,
    "best path while no alternative is better; cuts cycles",
    holds_path=True,
    informed=True,
    optimal=True,
)
_register(
    "breadth-first-tree",
    uninformed.breadth_first_tree_steps,
    "shallowest path first; remembers no states",
    shallowest=True,
    complete=False,
)
_register(
    "depth-first-tree",
    uninformed.depth_first_tree_steps,
    "deepest path first; remembers no states",
    complete=False,
)
_register(
    "uniform-cost-tree",
    informed.uniform_cost_tree_steps,
    "cheapest path first; remembers no states",
    optimal=True,
    complete=False,
    best_first=True,
)
_register(
    "greedy-tree",
    informed.greedy_tree_steps,
    "lowest h first; remembers no states",
    informed=True,
    complete=False,
    best_first=True,
)
_register(
    "astar-tree",
    informed.astar_tree_steps,
    "lowest g + h first; remembers no states",
    informed=True,
    optimal=True,
    complete=False,
    best_first=True,
)
for _name, _steps, _summary in (
    ("hill-climbing", local.hill_climbing_steps, "best neighbour while it is better"),
    ("stochastic-hill-climbing", local.stochastic_hill_climbing_steps, "any better neighbour"),
    (
        "first-choice-hill-climbing",
        local.first_choice_hill_climbing_steps,
        "first better neighbour met",
    ),
    (
        "random-restart-hill-climbing",
        local.random_restart_hill_climbing_steps,
        "hill climbing from many starts",
    ),
    ("beam", local.local_beam_search_steps, "best k of all neighbours of k states"),
    ("annealing", local.simulated_annealing_steps, "worse neighbours too, ever less often"),
    ("genetic", genetic.genetic_search_steps, "crossover and mutation of a population"),
):
    _register(_name, _steps, _summary, local=True, complete=False)
