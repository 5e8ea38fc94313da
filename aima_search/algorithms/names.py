"""The registry of the algorithms, with their names, options and properties.

``register_algorithm`` adds an algorithm. Third-party packages declare their modules as entry points
of the group ``aima_search.algorithms``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from aima_search.algorithms import (
    anytime,
    bidirectional,
    climbing,
    genetic,
    informed,
    memory_bounded,
    online,
    uninformed,
)
from aima_search.algorithms.options import OPTIONS
from aima_search.algorithms.steps import StepGenerator
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.limits import LIMITS
from aima_search.base.option import Option
from aima_search.base.plugins import load_plugins
from aima_search.base.registry import Registry, origin_of

_Steps = TypeVar("_Steps", bound="Callable[..., StepGenerator[Any]]")


class KernelSpec(NamedTuple):
    """Tells the compiled engine how to run an algorithm.

    g: 1 if f includes the path cost, otherwise 0. h: 1 if f includes h, otherwise 0.
    in_layers: True for breadth-first search. deepens: True for IDA*.
    """

    g: float = 0
    h: float = 0
    in_layers: bool = False
    deepens: bool = False


@dataclass(frozen=True)
class Algorithm:
    """A search algorithm with its name, its function, and properties such as ``optimal``.

    steps: a generator function, which returns the node that it found. Its parameters are a
        problem, ``h`` (a heuristic), ``tie_break`` (the order of nodes with the same f), and the
        options.
    optimal: it finds a cheapest solution if costs are above 0 and h (if it is used) is admissible.
    complete: in a finite space, it finds a solution or proves that there is no solution.
    shallowest: it finds a solution with the fewest actions; this is optimal if costs are equal.
    local: it searches for a state with the best ``value``. anytime: it continues after a solution.
    bounded: it proves a lower bound on the optimal cost.
    f_bounds_cost: f(n) is a lower bound on the cost of a solution through n if h is admissible.
    kernel: parameters for the compiled engine, or None if the engine cannot run the algorithm.
    holds_path: the frontier is the path to the current node. joins: the algorithm joins the paths
        of two searches, so its answer is a new node.
    own_options: the options that are not in ``algorithms.options``.
    """

    name: str
    steps: Callable[..., StepGenerator[Any]]
    summary: str
    optimal: bool = False
    complete: bool = True
    shallowest: bool = False
    local: bool = False
    anytime: bool = False
    bounded: bool = False
    f_bounds_cost: bool = False
    kernel: KernelSpec | None = None
    holds_path: bool = False
    joins: bool = False
    own_options: tuple[Option, ...] = ()

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters of ``steps`` besides the problem, with their default values."""
        [_, *others] = inspect.signature(self.steps).parameters.values()
        return {parameter.name: parameter.default for parameter in others}

    @cached_property
    def informed(self) -> bool:
        """True if the algorithm takes a heuristic."""
        return "h" in self.parameters

    @cached_property
    def best_first(self) -> bool:
        """True if the algorithm is a best-first search, which takes a tie-break."""
        return "tie_break" in self.parameters

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """The algorithm's options, such as ``weight`` or ``seed``, with their default values."""
        needed = ("h", "tie_break")
        return {name: value for name, value in self.parameters.items() if name not in needed}

    @cached_property
    def written_options(self) -> dict[str, Option]:
        """A dict {name: option} of all options whose values can be written as text."""
        known = {**OPTIONS, **{option.name: option for option in self.own_options}}
        return {name: known[name] for name in self.defaults if name in known}

    def read_options(self, given: Mapping[str, object]) -> dict[str, Any]:
        """Convert the values in ``given`` (texts or numbers); return a dict {option: value}.

        Raises UnknownName for an unknown option, and InputError for a bad value.
        """
        values: dict[str, Any] = {}
        for name, value in given.items():
            self._check_name(name)
            option = self.written_options.get(name)
            if option is None:
                raise InputError(f"{name} {value!r}: expected a Python function")
            is_unset = value is None and self.defaults[name] is None
            values[name] = None if is_unset else option.read(value)
        return values

    def check_options(self, given: Mapping[str, Any]) -> None:
        """Raise an error if an option in ``given`` is unknown or its value is not allowed."""
        for name, value in given.items():
            self._check_name(name)
            is_unset = value is None and self.defaults[name] is None
            if name in self.written_options and not is_unset:
                self.written_options[name].check(value)

    def _check_name(self, name: str) -> None:
        if name in LIMITS and name not in self.defaults:
            raise InputError(
                f"{name!r} is a limit, not an option of {self.name}: use"
                f" limits=Limits({name}=...), or --{name}"
            )
        if name not in self.defaults:
            raise UnknownName(f"option of {self.name}", name, self.defaults)

    @property
    def takes_seed(self) -> bool:
        """True if the algorithm draws random numbers."""
        return "seed" in self.defaults


_SYNONYMS = {
    "bfs": "breadth-first", "dfs": "depth-first", "dls": "depth-limited",
    **dict.fromkeys(("ucs", "dijkstra", "cheapestfirst"), "uniform-cost"),
    **dict.fromkeys(("ids", "iddfs"), "iterative-deepening"),
    **dict.fromkeys(("gbfs", "bestfirst", "greedybestfirst"), "greedy"), "a*": "astar",
    "wa*": "weighted-astar", "ida*": "ida-star", "rbfs": "recursive-best-first", "sma*": "sma-star",
    "lrta*": "lrta-star", "sa": "annealing", "ga": "genetic", "hc": "hill-climbing",
    "simulatedannealing": "annealing",
}  # fmt: skip
"""Usual names of algorithms, for the hint of an unknown name."""

ALGORITHMS: Registry[Algorithm] = Registry("algorithm", load=load_plugins)
ALGORITHMS.synonyms.update(_SYNONYMS)


def register_algorithm(name: str, summary: str = "", **facts: Any) -> Callable[[_Steps], _Steps]:
    """Return a decorator that registers a generator of steps as an algorithm; see ``Algorithm``.

    summary: the text in lists of algorithms (default: the first line of the docstring). facts:
    values of other fields of ``Algorithm``, such as ``optimal=True``.
    """

    def register(steps: _Steps) -> _Steps:
        line = summary or (inspect.getdoc(steps) or "").partition("\n")[0]
        ALGORITHMS.register(name, Algorithm(name, steps, line, **facts), origin_of(steps))
        return steps

    return register


def _register(name: str, steps: Callable[..., Any], summary: str, **facts: Any) -> None:
    register_algorithm(name, summary, **facts)(steps)


# fmt: off
_register("breadth-first", uninformed.breadth_first_steps,
          "shallowest node first; tests new nodes for the goal at once",
          shallowest=True, kernel=KernelSpec(in_layers=True))
_register("depth-first", uninformed.depth_first_steps, "deepest node first")
_register("depth-limited", uninformed.depth_limited_steps,
          "tree search down to a given depth", complete=False, holds_path=True)
_register("iterative-deepening", uninformed.iterative_deepening_steps,
          "depth-limited search with growing limits; cuts cycles", holds_path=True, shallowest=True)
_register("uniform-cost", informed.uniform_cost_steps,
          "cheapest path first", optimal=True, f_bounds_cost=True, kernel=KernelSpec(g=1))
_register("bidirectional", bidirectional.bidirectional_steps,
          "from start and goal; needs one goal state and predecessors", joins=True, optimal=True)
_register("bidirectional-astar", bidirectional.bidirectional_astar_steps,
          "from start and goal, lowest max(g + h, 2 g) first; needs one goal state and"
          " predecessors", joins=True, optimal=True)
_register("greedy", informed.greedy_steps, "lowest h first", kernel=KernelSpec(h=1))
_register("astar", informed.astar_steps,
          "lowest g + h first", optimal=True, f_bounds_cost=True, kernel=KernelSpec(g=1, h=1))
_register("weighted-astar", informed.weighted_astar_steps,
          "lowest g + weight * h first; with weight >= 1, costs at most weight times the optimum",
          kernel=KernelSpec(g=1, h=1))
_register("anytime-astar", anytime.anytime_astar_steps,
          "weighted A* that continues with lower weights, and proves a bound on the optimal cost",
          optimal=True, anytime=True, bounded=True)
_register("beam-search", anytime.beam_search_steps,
          "lowest g + h first, in layers of at most width nodes; drops the other nodes",
          complete=False)
_register("ida-star", memory_bounded.ida_star_steps,
          "depth-first search below a growing bound on g + h",
          holds_path=True, optimal=True, f_bounds_cost=True,
          kernel=KernelSpec(g=1, h=1, deepens=True))
_register("recursive-best-first", memory_bounded.recursive_best_first_steps,
          "follows the best path until another path is better; cuts cycles",
          holds_path=True, optimal=True, f_bounds_cost=True)
_register("sma-star", memory_bounded.sma_star_steps,
          "lowest g + h first, with at most capacity nodes in memory; drops the worst nodes",
          complete=False, bounded=True)
_register("breadth-first-tree", uninformed.breadth_first_tree_steps,
          "shallowest path first; remembers no states", shallowest=True, complete=False)
_register("depth-first-tree", uninformed.depth_first_tree_steps,
          "deepest path first; remembers no states", complete=False)
_register("uniform-cost-tree", informed.uniform_cost_tree_steps,
          "cheapest path first; remembers no states",
          optimal=True, complete=False, f_bounds_cost=True)
_register("greedy-tree", informed.greedy_tree_steps,
          "lowest h first; remembers no states", complete=False)
_register("astar-tree", informed.astar_tree_steps,
          "lowest g + h first; remembers no states",
          optimal=True, complete=False, f_bounds_cost=True)
_register("lrta-star", online.lrta_star_steps,
          "walks to the neighbour with the lowest sum of cost and h; raises h on its path",
          complete=False, bounded=True)
_register("online-depth-first", online.online_depth_first_steps,
          "walks along untried actions, and goes back where no action is left", complete=False)
for _name, _steps, _summary in (
    ("hill-climbing", climbing.hill_climbing_steps, "moves to the best neighbour if it is better"),
    ("stochastic-hill-climbing", climbing.stochastic_hill_climbing_steps,
     "moves to a random better neighbour"),
    ("first-choice-hill-climbing", climbing.first_choice_hill_climbing_steps,
     "moves to the first better neighbour, in random order"),
    ("random-restart-hill-climbing", climbing.random_restart_hill_climbing_steps,
     "hill climbing from random states"),
    ("beam", climbing.local_beam_search_steps, "keeps the best k of all neighbours of k states"),
    ("annealing", climbing.simulated_annealing_steps,
     "moves to random neighbours, to worse ones less and less often"),
    ("tabu", climbing.tabu_search_steps,
     "moves to the best neighbour that is not one of the last states"),
    ("iterated-local-search", climbing.iterated_local_search_steps,
     "hill climbing, repeated after some random actions"),
    ("genetic", genetic.genetic_search_steps, "crossover and mutation of a population"),
):
    _register(_name, _steps, _summary, local=True, complete=False)
# fmt: on
