"""Greedy, uniform-cost, A* and weighted A* search, as graph and tree search (AIMA 3.4.2, 3.5).

h is called with a node; the default is the problem's own ``h``. The generators ``*_steps`` leave
out nodes of infinite f, which are dead ends. The functions with the textbook's names run these
generators to their ends, but expand nodes of infinite f last.
"""

from __future__ import annotations

from math import inf

from aima_search.algorithms.best_first import Evaluation, best_first_steps, functions_for_one_search
from aima_search.algorithms.options import OPTIONS
from aima_search.algorithms.steps import Steps, drain_with_report
from aima_search.base.errors import HeuristicError
from aima_search.base.path_costs import PLAIN, no_cost, unboxed
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.heuristic import function_of, refinement_of
from aima_search.model.problem import Heuristic, Node, heuristic_of

USUAL_WEIGHT = 1.4
"""The default weight of h in weighted A*."""


def path_cost(node: Node) -> float:
    """Return g(n), the cost of the path to ``node``; uniform-cost search uses this as f."""
    cost = node.path_cost
    if cost != cost or cost is None:  # NaN, or a path_cost that returns nothing
        raise no_cost(node)
    return cost


def checked_h(h: Heuristic[State, Action]) -> Evaluation[State, Action]:
    """Return a function that computes h, stores it as ``node.h``, and checks its type."""
    h = function_of(h)

    def f(node: Node[State, Action]) -> float:
        node.h = value = h(node)
        try:
            if type(value) not in PLAIN:
                node.h = value = unboxed(value)
            if value <= inf:  # False for NaN
                return value
        except (TypeError, ValueError, ArithmeticError):  # arrays of several numbers, decimal NaN
            pass
        raise _not_a_number(node)

    return f


def cost_plus_h(h: Heuristic[State, Action], weight: float = 1) -> Evaluation[State, Action]:
    """Return the function f(n) = g(n) + weight * h(n), which also stores and checks h(n)."""
    h = function_of(h)
    if not (is_plain := weight == 1):
        OPTIONS["weight"].check(weight)

    def f(node: Node[State, Action]) -> float:
        node.h = value = h(node)
        try:
            if type(value) not in PLAIN:
                node.h = value = unboxed(value)
            value = node.path_cost + (value if is_plain else weight * value)
            if value < inf:
                return value
        except (TypeError, ValueError, ArithmeticError):  # arrays, huge or decimal numbers
            pass
        return _f_of_unusual_numbers(node, weight)

    return f


def _f_of_unusual_numbers(node: Node, weight: float = 1) -> float:
    from decimal import Decimal  # rarely needed

    g, h_value = node.path_cost, checked_h(lambda _: node.h)(node)
    if g != g:
        raise no_cost(node)
    if inf in (g, h_value):
        return inf
    try:
        if isinstance(h_value, Decimal) and not isinstance(g, Decimal | int):
            h_value = float(h_value)
        elif isinstance(g, Decimal) and not isinstance(h_value, Decimal):
            h_value = Decimal(float(h_value))
        if isinstance(h_value, Decimal) and not isinstance(weight, int | Decimal):
            weight = Decimal(float(weight))  # the weight may be a fraction
        value = g + weight * h_value
        if value < inf:
            return value
    except TypeError:
        raise no_cost(node) from None
    except ArithmeticError:
        pass
    raise HeuristicError(
        f"f of {node} is too large for a floating-point number: use a smaller weight, or smaller"
        " costs and h values"
    )


def _checked_f(f: Evaluation) -> Evaluation:
    def checked_f(node: Node) -> float:
        value = f(node)
        if value is None or value != value:
            node.h = value
            raise _not_a_number(node)
        return unboxed(value)

    return checked_f


def _not_a_number(node: Node) -> HeuristicError:
    return HeuristicError(
        f"the heuristic returned {node.h!r} for {node}: expected a number"
        " (float('inf') if no goal can be reached)"
    )


def uniform_cost_steps(problem: ProblemLike, *, tie_break: str = "fifo") -> Steps:
    """Best-first search by path cost; the solution is optimal, and no heuristic is needed."""
    return best_first_steps(problem, path_cost, tie_break=tie_break, by_cost=True)


def uniform_cost_tree_steps(problem: ProblemLike, *, tie_break: str = "fifo") -> Steps:
    """Uniform-cost search that does not remember states."""
    return best_first_steps(problem, path_cost, tie_break=tie_break, remember=False)


def greedy_tree_steps(
    problem: ProblemLike, h: Heuristic | None = None, *, tie_break: str = "fifo"
) -> Steps:
    """Greedy search that does not remember states, so it may never end."""
    f = _of_possible_paths(checked_h(heuristic_of(problem, h)))
    return best_first_steps(problem, f, tie_break=tie_break, remember=False)


def _of_possible_paths(f: Evaluation) -> Evaluation:
    return lambda node: inf if node.path_cost == inf else f(node)


def astar_tree_steps(
    problem: ProblemLike, h: Heuristic | None = None, *, tie_break: str = "fifo"
) -> Steps:
    """A* that does not remember states; the solution is optimal if h is admissible."""
    f = cost_plus_h(heuristic_of(problem, h))
    return best_first_steps(problem, f, tie_break=tie_break, remember=False)


def greedy_steps(
    problem: ProblemLike, h: Heuristic | None = None, *, tie_break: str = "fifo"
) -> Steps:
    """Best-first search by h alone; it is fast if h is good, but a solution may be expensive."""
    f = _of_possible_paths(checked_h(heuristic_of(problem, h)))
    return best_first_steps(problem, f, tie_break=tie_break)


def astar_steps(
    problem: ProblemLike, h: Heuristic | None = None, *, tie_break: str = "fifo"
) -> Steps:
    """Best-first search by g + h that reopens states; solutions are optimal if h is admissible."""
    return _by_cost_plus_h(problem, h, 1, tie_break)


def weighted_astar_steps(
    problem: ProblemLike,
    h: Heuristic | None = None,
    *,
    weight: float = USUAL_WEIGHT,
    tie_break: str = "fifo",
) -> Steps:
    """Search by f = g + weight * h; for the cost of the solution, see ``weighted_astar_search``."""
    return _by_cost_plus_h(problem, h, weight, tie_break)


def _by_cost_plus_h(
    problem: ProblemLike,
    h: Heuristic | None,
    weight: float,
    tie_break: str | None,
    dead_end: float | None = inf,
) -> Steps:
    h = heuristic_of(problem, h)
    refinement = refinement_of(h)
    bound, refine = (h, None) if refinement is None else functions_for_one_search(refinement)
    f = cost_plus_h(bound, weight)
    refined = None if refine is None else cost_plus_h(refine, weight)
    return best_first_steps(
        problem, f, tie_break=tie_break, by_cost=True, refine=refined, dead_end=dead_end
    )


def best_first_graph_search(
    problem: ProblemLike[State, Action],
    f: Evaluation[State, Action],
    display: bool = False,
    *,
    tie_break: str | None = None,
) -> Node[State, Action] | None:
    """Expand the node with the lowest ``f(node)`` first; return a goal node (or None).

    ``f`` may set attributes of a node and read these attributes later. All best-first searches
    print the number of expanded nodes if ``display`` is True, and expand nodes with f = inf last.
    The default ``tie_break`` is "state" if the class of the states defines ``<``, otherwise "fifo".
    """
    return _search(problem, _checked_f(f), display, tie_break)


def best_first_tree_search(
    problem: ProblemLike[State, Action],
    f: Evaluation[State, Action] | None = None,
    display: bool = False,
    *,
    h: Heuristic[State, Action] | None = None,
    tie_break: str | None = None,
) -> Node[State, Action] | None:
    """Best-first search by ``f`` that does not remember states.

    If ``f`` is None, this is greedy search by ``h`` (by default, the problem's own heuristic).
    """
    order = checked_h(heuristic_of(problem, h)) if f is None else _checked_f(f)
    return _search(problem, order, display, tie_break, remember=False)


greedy_best_first_tree_search = best_first_tree_search


def greedy_best_first_graph_search(
    problem: ProblemLike[State, Action],
    f: Heuristic[State, Action] | None = None,
    display: bool = False,
    *,
    h: Heuristic[State, Action] | None = None,
    tie_break: str | None = None,
) -> Node[State, Action] | None:
    """Best-first search with f(n) = h(n); you can pass the heuristic as ``f`` or as ``h``."""
    h = heuristic_of(problem, f if h is None else h)
    return _search(problem, checked_h(h), display, tie_break)


greedy_best_first_search = greedy_best_first_graph_search


def greedy_search(
    problem: ProblemLike, h: Heuristic | None = None, display: bool = False
) -> Node | None:
    """Run best-first search with f(n) = h(n); if ``h`` is None, use the problem's own ``h``."""
    return greedy_best_first_graph_search(problem, h, display)


def uniform_cost_search(
    problem: ProblemLike[State, Action], display: bool = False, *, tie_break: str | None = None
) -> Node[State, Action] | None:
    """Expand the cheapest path first (AIMA figure 3.14)."""
    return _search(problem, path_cost, display, tie_break, by_cost=True)


def uniform_cost_tree_search(
    problem: ProblemLike[State, Action], display: bool = False, *, tie_break: str | None = None
) -> Node[State, Action] | None:
    """Uniform-cost search that does not remember states."""
    return _search(problem, path_cost, display, tie_break, remember=False)


def astar_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
    *,
    tie_break: str | None = None,
) -> Node[State, Action] | None:
    """Run A* search with f(n) = g(n) + h(n); return a goal node, or None for no solution."""
    return weighted_astar_search(problem, h, 1, display, tie_break=tie_break)


astar_graph_search = astar_search


def astar_tree_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    display: bool = False,
    *,
    tie_break: str | None = None,
) -> Node[State, Action] | None:
    """Run A* search without a table of reached states; a state can be expanded several times."""
    f = cost_plus_h(heuristic_of(problem, h))
    return _search(problem, f, display, tie_break, remember=False)


def weighted_astar_search(
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None = None,
    weight: float = USUAL_WEIGHT,
    display: bool = False,
    *,
    tie_break: str | None = None,
) -> Node[State, Action] | None:
    """Run A* with f = g + weight * h.

    If h is admissible and weight >= 1, the solution costs at most weight * optimum.
    """
    steps = _by_cost_plus_h(problem, h, weight, tie_break, dead_end=None)
    return drain_with_report(steps, display, problem)


def _search(
    problem: ProblemLike,
    f: Evaluation,
    display: bool,
    tie_break: str | None,
    *,
    by_cost: bool = False,
    remember: bool = True,
) -> Node | None:
    steps = best_first_steps(
        problem, f, tie_break=tie_break, by_cost=by_cost, remember=remember, dead_end=None
    )
    return drain_with_report(steps, display, problem)
