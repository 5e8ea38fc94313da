"""Functions that print tables about the 8-puzzle, plot grids and compute branching factors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any

from aima_search.base.errors import InputError
from aima_search.base.extras import require
from aima_search.base.seeds import Seed, random_source
from aima_search.textbook.fourth import searches
from aima_search.textbook.fourth.nodes import CountCalls, Node, g, path_states
from aima_search.textbook.fourth.problems import EightPuzzle, GridProblem, Tiles
from aima_search.textbook.grids import GridPoint
from aima_search.textbook.utilities import multimap, shuffled

_FACTORS = tuple(hundredths / 100 for hundredths in range(100, 300))
_COLUMNS = (searches.breadth_first_search, searches.astar_misplaced_tiles, searches.astar_search)


def build_table(table: dict[Any, int], depth: int, state: Any, problem: Any) -> dict[Any, int]:
    """Solve ``problem`` from each state near ``state``; store the solution lengths in ``table``.

    A depth-first search to depth ``depth - 1`` finds these states. It visits no state again, even
    if it finds a shorter path to the state. So, like the textbook's notebook, it may miss some
    states near ``state``. The function changes ``problem.initial``.
    """
    waiting = [(state, depth)]
    while waiting:
        state, depth = waiting.pop()
        if depth <= 0 or state in table:
            continue
        problem.initial = state
        table[state] = len(searches.astar_search(problem))
        after = [problem.result(state, action) for action in problem.actions(state)]
        waiting += [(each, depth - 1) for each in reversed(after)]
    return table


def invert_table(table: Mapping[Any, Hashable]) -> dict[Any, list[Any]]:
    """Return a dict from each value to the list of its keys."""
    return multimap((value, key) for key, value in table.items())


def report8(
    table8: Mapping[int, Sequence[Tiles]],
    M: int,
    Ds: Iterable[int] = range(2, 25, 2),
    searchers: Sequence[Callable[[Any], Any]] = _COLUMNS,
    *,
    seed: Seed = None,
) -> None:
    """Print each searcher's number of generated nodes and branching factor on the 8-puzzle.

    ``table8`` maps depths to boards. For each depth, at most ``M`` random boards are solved.
    """
    random = random_source(seed)
    for depth in Ds:
        boards = table8.get(depth, ())
        if not boards:
            raise InputError(f"the table has no board of depth {depth}: expected at least one")
        boards = random.sample(boards, min(M, len(boards)))
        nodes = []
        for searcher in searchers:
            problems = [CountCalls(EightPuzzle(board)) for board in boards]
            for problem in problems:
                searcher(problem)
            results = [problem._counts["result"] for problem in problems]
            nodes.append(round(sum(results) / len(boards)))
        cells = [f"{count:{5 if place else 6}}" for place, count in enumerate(nodes)]
        factors = [f"{ebf(depth, count):.2f}" for count in nodes]
        line = f"{depth:2} & {' & '.join(cells)} && {' & '.join(factors)}"
        print(line)  # noqa: T201 - the textbook's function prints


def ebf(d: int, N: float, possible_bs: Iterable[float] = _FACTORS) -> float:
    """Return the effective branching factor of a search that generated ``N`` nodes to depth ``d``.

    A uniform tree of this branching factor and depth ``d`` has about ``N`` nodes below the root.
    """
    return min(possible_bs, key=lambda b: abs(N - sum(b**depth for depth in range(1, d + 1))))


def random_state(*, seed: Seed = None) -> Tiles:
    """Return a random board of the 8-puzzle. Half of these boards are unsolvable."""
    return tuple(shuffled(range(9), seed=seed))


def plot_grid_problem(
    grid: GridProblem,
    solution: Node,
    reached: Collection[GridPoint] = (),
    title: str = "Search",
    show: bool = True,
) -> None:
    """Plot the obstacles, the reached cells, the path, the start and the goal; print the path cost.

    If ``show`` is False, do not show the plot yet: a script can then add to it or save it.
    """
    plt = require("matplotlib.pyplot", "plot")
    plt.figure(figsize=(16, 10))
    plt.axis("off")
    plt.axis("equal")
    for cells, style in (
        (grid.obstacles, {"marker": "s", "color": "darkgrey"}),
        (reached, {"marker": ".", "s": 1, "color": "blue"}),
        (path_states(solution), {"marker": "s", "color": "blue"}),
        ([grid.initial], {"marker": "D", "s": 81, "color": "green"}),
        ([grid.goal], {"marker": "8", "s": 81, "color": "red"}),
    ):
        if cells:
            plt.scatter(*transpose(cells), **style)
    if show:
        plt.show()
    line = f"{title} search: {solution.path_cost:.1f} path cost, {len(reached):,d} states reached"
    print(" " * 11 + line)  # noqa: T201 - the textbook's function prints


def plots(grid: GridProblem, weights: Iterable[float] = (1.4, 2)) -> None:
    """Plot A*, weighted A* with each weight, and greedy search on a grid."""

    def plot(weight_of_cost: float, weight: float, title: str) -> None:
        def f(node: Node) -> float:
            return weight_of_cost * g(node) + weight * grid.h(node)

        plot_grid_problem(grid, *searches.best_first_reaching(grid, f), title)

    plot(1, 1, "A*")
    for weight in weights:
        plot(1, weight, f"Weighted ({weight}) A*")
    plot(0, 1, "Greedy best-first")


def transpose(matrix: Iterable[Iterable[Any]]) -> list[tuple[Any, ...]]:
    """Return the columns of a table that is given as rows."""
    return list(zip(*matrix, strict=True))
