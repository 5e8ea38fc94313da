"""Users' heuristics as functions of numbers, which run in Python and in machine code."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from math import nan
from typing import Any

from aima_search.base.errors import NotApplicable
from aima_search.compiled.engines import compiled_form_or_reason
from aima_search.model.compiled import LINK, Formula, list_of_part, numbers_at
from aima_search.model.contract import ProblemLike
from aima_search.model.heuristic import BuiltHeuristic, parameters_of
from aima_search.model.problem import Heuristic


def compiled_heuristic(function: Callable[..., float]) -> Callable[[ProblemLike], Heuristic]:
    """Turn a function into a heuristic that works in Python and in machine code.

    Parameters
    ----------
    function
        ``h(board)`` or ``h(board, goal)``, in the part of Python that numba can compile. ``board``
        contains the numbers of the state, such as the tiles row by row. ``goal`` contains the
        numbers of the goal state. If the function raises an error, or an index is out of bounds,
        the search ends with this error.

    Examples
    --------
    >>> from puzzles import Tiles
    >>> @compiled_heuristic
    ... def misplaced(board, goal):
    ...     count = 0
    ...     for i in range(len(board)):
    ...         if board[i] != 0 and board[i] != goal[i]:
    ...             count += 1
    ...     return count
    >>> from aima_search import solve
    >>> solve(Tiles("123/406/758"), heuristic=misplaced).cost
    2
    """
    takes_goal = len(parameters_of(function)) > 1
    value = _value_of(function, takes_goal)
    value.__qualname__ = function.__qualname__

    @wraps(function)
    def factory(problem: ProblemLike) -> Heuristic:
        form = compiled_form_or_reason(problem)
        if isinstance(form, str) or form.numbers is None:
            reason = form if isinstance(form, str) else "this problem has other states"
            raise NotApplicable(f"{function.__name__} needs lists of numbers as states: {reason}")
        goal, numbers = list(form.goal_numbers), form.numbers
        others = (goal,) if takes_goal else ()
        ints = [len(goal), *goal, *[0] * form.most]
        return BuiltHeuristic(
            lambda node: function(list(map(int, node.state)), *others),
            name=function.__name__,
            formula=lambda: Formula(value, ints, [0.0] * (LINK + len(ints)), parts=[numbers]),
        )

    del factory.__wrapped__  # the factory takes the problem instead
    return factory


def _value_of(function: Any, takes_goal: bool) -> Callable[..., Any]:
    """Return a function for numba that unpacks the board from its key and calls the user's h."""
    function.is_checked = True

    called = function if takes_goal else lambda board, goal: function(board)

    def value(key: Any, ints: Any, floats: Any, raw: Any) -> Any:
        first = LINK + 1 + ints[LINK]
        size = list_of_part(ints, 0, key, ints, floats, first)
        try:
            board, goal = numbers_at(ints, first, size), numbers_at(ints, LINK + 1, ints[LINK])
            return float(called(board, goal))
        except Exception:  # the same function in Python will raise the error
            return nan

    return value
