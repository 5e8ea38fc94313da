"""Modules that do more than hold names: they import late, warn, and explain what they lack.

A script may put its own ``Node`` into the textbook's module, and its searches look ``Node`` up
there. Our searches do not: they use our own ``Node``. An assignment without effect gets a warning.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from opcode import opname
from types import ModuleType
from typing import Any, NoReturn

from aima_search.algorithms.memory_bounded import recursive_best_first_search
from aima_search.algorithms.uninformed import (
    breadth_first_graph_search,
    breadth_first_tree_search,
    depth_first_graph_search,
    depth_limited_search,
    iterative_deepening_search,
)
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Node as _Node
from aima_search.model.problem import Problem, cost_function, goal_test
from aima_search.textbook.routes import GraphProblem, australia_map, romania_map
from aima_search.textbook.utilities import name, print_table


class LazyModule(ModuleType):
    """Stands for the module of its name; the first use of an attribute imports the module.

    An attribute that was used is kept, and is found as fast as in the module from then on.
    A star import of the textbook's module brings ``np``, which most scripts never touch.
    """

    def __getattr__(self, name: str) -> Any:
        if name == "__wrapped__":  # tools ask every object for it, to find what the object wraps
            raise AttributeError(name)
        value = getattr(import_module(self.__name__), name)
        setattr(self, name, value)
        return value

    def __dir__(self) -> list[str]:
        return dir(import_module(self.__name__))


np: Any = LazyModule("numpy")
plt: Any = LazyModule("matplotlib.pyplot")

LOOKED_UP = frozenset({"Node", "PriorityQueue", "best_first_graph_search", "memoize"})
"""Names that the textbook's searches look up in their module, where scripts replace them."""


class _Facade(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if name in LOOKED_UP:
            warnings.warn(
                f"{self.__name__}.{name} was replaced, but the searches of this module go on with"
                " theirs: for other ties define __lt__ in the class of the states, for another"
                " search write it in the script",
                stacklevel=2,
            )
        super().__setattr__(name, value)

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):  # Python asks for many such names
            raise AttributeError(name)
        caller = sys._getframe(1)
        is_import = opname[caller.f_code.co_code[caller.f_lasti]] == "IMPORT_FROM"
        # "from search import name" would hide the words of an AttributeError
        raise (ImportError if is_import else AttributeError)(_words_for(self, name))


def set_up_facade(module: str) -> None:
    """Let a module name the nearest name for one that it lacks, and warn of replaced searches."""
    sys.modules[module].__class__ = _Facade


_CHAPTERS = {
    "logic": """Bool Expr Expression F PartialExpr Symbol T arity defaultkeydict expr
        expr_handle_infix_ops extend infix_ops subexpressions symbols""",
    "games and constraints": "MCT_Node failure_test injection ucb",
    "probability and learning": """clip conv1D cross_entropy_loss dot_product dotproduct
        element_wise_product elu elu_derivative gaussian gaussian_kernel gaussian_kernel_1D
        gaussian_kernel_2D histogram inverse_matrix isclose leaky_relu leaky_relu_derivative
        linear_kernel map_vector matrix_multiplication mean mean_boolean_error mean_error
        mean_squared_error_loss ms_error norm normalize polynomial_kernel random_weights
        rbf_kernel relu relu_derivative rms_error rounder scalar_matrix_product
        scalar_vector_product sigmoid sigmoid_derivative step tanh tanh_derivative vector_clip
        vector_to_diagonal weighted_choice""",
    "data, which are files of its repository": "AIMAFile DataFile open_data",
}
ELSEWHERE = {name: chapter for chapter, names in _CHAPTERS.items() for name in names.split()}
"""The part of the textbook to which each name belongs."""


def _words_for(module: ModuleType, name: str) -> str:
    if name in ELSEWHERE:
        return (
            f"{module.__name__} has no {name!r}: it has what search uses, and {name} is of the"
            f" textbook's part on {ELSEWHERE[name]}; import it from the textbook's own utils"
        )
    from difflib import get_close_matches  # slow to import

    near = get_close_matches(name, [one for one in dir(module) if one[:1] != "_"], n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return (
        f'{module.__name__} has no {name!r}: {hint}The command "aima-search port search.py'
        f" SCRIPT.py\" lists what a copy of the textbook's module has and this module lacks"
    )


# Counting by wrapping the problem, as the textbook does it: InstrumentedProblem.
#
# ``solve`` counts more, and faster; this is for scripts that count calls.


Searcher = Callable[[Any], Any]


class InstrumentedProblem(Problem[State, Action]):
    """Passes everything on to a problem and counts the calls.

    succs: calls of ``actions``. goal_tests: calls of ``goal_test``. states: calls of ``result``.
    found: the last goal seen.
    """

    def __init__(self, problem: ProblemLike[State, Action]) -> None:
        self.problem = problem
        self.succs = self.goal_tests = self.states = 0
        self.found: State | None = None

    def actions(self, state: State) -> Iterable[Action]:
        """Count one expansion."""
        self.succs += 1
        return self.problem.actions(state)

    def result(self, state: State, action: Action) -> State:
        """Count one generated state."""
        self.states += 1
        return self.problem.result(state, action)

    def goal_test(self, state: State) -> bool:
        """Count one goal test, and remember a goal."""
        self.goal_tests += 1
        is_goal = goal_test(self.problem)(state)
        if is_goal:
            self.found = state
        return is_goal

    def path_cost(self, c: float, state1: State, action: Action, state2: State) -> float:
        """Return the path cost, under the name of either edition."""
        return cost_function(self.problem)(_Node(state1, path_cost=c), action, state2)

    def value(self, state: State) -> float:
        """Return the value of a state, if the problem has values."""
        valued: Any = self.problem
        value: float = valued.value(state)
        return value

    def __getattr__(self, attribute: str) -> Any:
        if attribute == "problem":  # not set yet: a copy or an unpickled object
            raise AttributeError(attribute)
        return getattr(self.problem, attribute)

    def __repr__(self) -> str:
        found = str(self.found)[:4]
        return f"<{self.succs:4d}/{self.goal_tests:4d}/{self.states:4d}/{found}>"

    def __str__(self) -> str:
        """Return the counts, as a subclass shows them."""
        return repr(self)

    def _repr_svg_(self) -> None:
        """Show the counts in a notebook too, not the picture of the problem."""


def compare_searchers(
    problems: Iterable[Any],
    header: Sequence[str] | None = None,
    searchers: Iterable[Searcher] = (
        breadth_first_tree_search,
        breadth_first_graph_search,
        depth_first_graph_search,
        iterative_deepening_search,
        depth_limited_search,
        recursive_best_first_search,
    ),
) -> None:
    """Print a table: a row a searcher, a column a problem, in it expansions/goal tests/states.

    ``header`` is the row above; it may be shorter than the table.
    """
    problems = list(problems)
    table = []
    for searcher in searchers:
        counted: list[InstrumentedProblem] = [InstrumentedProblem(one) for one in problems]
        for problem in counted:
            searcher(problem)
        table.append([name(searcher), *map(repr, counted)])
    print_table(table, header)


def compare_graph_searchers() -> None:
    """Print the textbook's comparison on its maps."""
    compare_searchers(
        problems=[
            GraphProblem("Arad", "Bucharest", romania_map),
            GraphProblem("Oradea", "Neamt", romania_map),
            GraphProblem("Q", "WA", australia_map),
        ],
        header=[
            "Searcher",
            "romania_map(Arad, Bucharest)",
            "romania_map(Oradea, Neamt)",
            "australia_map",
        ],
    )
