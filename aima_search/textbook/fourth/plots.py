"""Pictures of searches on grids as the fourth edition's notebook shows them: matplotlib plots."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from aima_search.base.extras import require
from aima_search.textbook.fourth.grids import GridProblem
from aima_search.textbook.fourth.nodes import Node, g, path_states
from aima_search.textbook.fourth.searches import best_first_reaching
from aima_search.textbook.peaks import Point


def plot_grid_problem(
    grid: GridProblem,
    solution: Node,
    reached: Collection[Point] = (),
    title: str = "Search",
    show: bool = True,
) -> None:
    """Plot obstacles, the cells reached, the way found and its ends; print its cost.

    ``show=False`` leaves the plot open, for a script that adds to it or saves it.
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
    """Plot A*, weighted A* by every weight, and greedy search on a grid."""

    def plot(weight_of_cost: float, weight: float, title: str) -> None:
        def f(node: Node) -> float:
            return weight_of_cost * g(node) + weight * grid.h(node)

        plot_grid_problem(grid, *best_first_reaching(grid, f), title)

    plot(1, 1, "A*")
    for weight in weights:
        plot(1, weight, f"Weighted ({weight}) A*")
    plot(0, 1, "Greedy best-first")


def transpose(matrix: Iterable[Iterable[Any]]) -> list[tuple[Any, ...]]:
    """Return the columns of rows."""
    return list(zip(*matrix, strict=True))
