"""Counts the calls of a problem's methods and compares searches, as the textbook's module does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from aima_search.algorithms import uninformed
from aima_search.algorithms.memory_bounded import recursive_best_first_search
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Node as _Node
from aima_search.model.problem import Problem, cost_function, goal_test
from aima_search.textbook.graphs import australia_map, romania_map
from aima_search.textbook.routes import GraphProblem
from aima_search.textbook.utilities import name, print_table

Searcher = Callable[[Any], Any]
_SEARCHERS = (
    uninformed.breadth_first_tree_search, uninformed.breadth_first_graph_search,
    uninformed.depth_first_graph_search, uninformed.iterative_deepening_search,
    uninformed.depth_limited_search, recursive_best_first_search,
)  # fmt: skip


class InstrumentedProblem(Problem[State, Action]):
    """Forwards the calls of methods to a problem, and counts these calls.

    ``succs`` counts calls of ``actions``, ``goal_tests`` counts calls of ``goal_test``, and
    ``states`` counts calls of ``result``. ``found`` is the last goal state that was tested.
    """

    def __init__(self, problem: ProblemLike[State, Action]) -> None:
        self.problem = problem
        self.succs = self.goal_tests = self.states = 0
        self.found: State | None = None

    def actions(self, state: State) -> Iterable[Action]:
        """Count one expansion, and return the actions of the state."""
        self.succs += 1
        return self.problem.actions(state)

    def result(self, state: State, action: Action) -> State:
        """Count one generated state, and return the state that the action leads to."""
        self.states += 1
        return self.problem.result(state, action)

    def goal_test(self, state: State) -> bool:
        """Count one goal test, and return its result. Store a goal in ``found``."""
        self.goal_tests += 1
        is_goal = goal_test(self.problem)(state)
        if is_goal:
            self.found = state
        return is_goal

    def path_cost(self, c: float, state1: State, action: Action, state2: State) -> float:
        """Return the path cost, computed by the problem's ``path_cost`` or ``action_cost``."""
        return cost_function(self.problem)(_Node(state1, path_cost=c), action, state2)

    def value(self, state: State) -> float:
        """Return the problem's value of a state; this call changes no counter."""
        valued: Any = self.problem
        return valued.value(state)

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "problem":  # not set yet in a copy or an unpickled object
            raise AttributeError(attribute)
        return getattr(self.problem, attribute)

    def __repr__(self) -> str:
        return f"<{self.succs:4d}/{self.goal_tests:4d}/{self.states:4d}/{str(self.found)[:4]}>"

    def __str__(self) -> str:
        return repr(self)

    def _repr_svg_(self) -> None:
        """Return None, so that a notebook shows the counts instead of a picture of the problem."""


def compare_searchers(
    problems: Iterable[Any],
    header: Sequence[str] | None = None,
    searchers: Iterable[Searcher] = _SEARCHERS,
) -> None:
    """Print the counts of each searcher for each problem, with one row for each searcher.

    A cell shows the numbers of expansions, goal tests and states, and then the goal. ``header`` is
    a list of column titles.
    """
    problems = list(problems)
    table = []
    for searcher in searchers:
        counted: list[InstrumentedProblem] = [InstrumentedProblem(problem) for problem in problems]
        for problem in counted:
            searcher(problem)
        table.append([name(searcher), *map(repr, counted)])
    print_table(table, header)


def compare_graph_searchers() -> None:
    """Print the textbook's comparison of graph searches on its maps."""
    romania = [("Arad", "Bucharest"), ("Oradea", "Neamt")]
    problems = [GraphProblem(*trip, romania_map) for trip in romania]
    names = [f"romania_map({start}, {goal})" for start, goal in romania]
    problems.append(GraphProblem("Q", "WA", australia_map))
    compare_searchers(problems, ["Searcher", *names, "australia_map"])
