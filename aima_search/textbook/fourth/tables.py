"""The fourth edition's table of the 8-puzzle by depth, and its effective branching factor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

from aima_search.base.errors import InputError
from aima_search.base.seeds import Seed, random_source
from aima_search.textbook.fourth.counting import CountCalls
from aima_search.textbook.fourth.problems import EightPuzzle, Tiles
from aima_search.textbook.fourth.searches import (
    astar_misplaced_tiles,
    astar_search,
    breadth_first_search,
)
from aima_search.textbook.helpers import shuffled

_FACTORS = tuple(hundredths / 100 for hundredths in range(100, 300))
_COLUMNS = (breadth_first_search, astar_misplaced_tiles, astar_search)


def build_table(table: dict[Any, int], depth: int, state: Any, problem: Any) -> dict[Any, int]:
    """Add the length of the solution of every state that is fewer than ``depth`` actions away.

    As in the notebook, actions are followed depth first and no state twice, so that a state that
    is met first at the last depth hides what lies behind it. ``problem.initial`` is changed.
    """
    waiting = [(state, depth)]
    while waiting:
        state, depth = waiting.pop()
        if depth <= 0 or state in table:
            continue
        problem.initial = state
        table[state] = len(astar_search(problem))
        after = [problem.result(state, action) for action in problem.actions(state)]
        waiting += [(each, depth - 1) for each in reversed(after)]
    return table


def invert_table(table: Mapping[Any, Hashable]) -> dict[Any, list[Any]]:
    """Return the lists of keys by their values."""
    keys = defaultdict(list)
    for key, value in table.items():
        keys[value].append(key)
    return keys


def report8(
    table8: Mapping[int, Sequence[Tiles]],
    M: int,
    Ds: Iterable[int] = range(2, 25, 2),
    searchers: Sequence[Callable[[Any], Any]] = _COLUMNS,
    *,
    seed: Seed = None,
) -> None:
    """Print for depths how many nodes searches make, and the branching factors that come of it.

    ``table8`` has lists of boards by depth; at most ``M`` boards of a depth are drawn.
    """
    random = random_source(seed)
    for depth in Ds:
        boards = table8.get(depth, ())
        if not boards:
            raise InputError(f"the table has no board of depth {depth}: expected one or more")
        boards = random.sample(boards, min(M, len(boards)))
        nodes = [round(_mean_of_results(searcher, boards)) for searcher in searchers]
        cells = [f"{count:{5 if place else 6}}" for place, count in enumerate(nodes)]
        factors = [f"{ebf(depth, count):.2f}" for count in nodes]
        line = f"{depth:2} & {' & '.join(cells)} && {' & '.join(factors)}"
        print(line)  # noqa: T201 - the textbook's function prints


def _mean_of_results(searcher: Callable[[Any], Any], boards: Sequence[Tiles]) -> float:
    total = 0
    for board in boards:
        counted = CountCalls(EightPuzzle(board))
        searcher(counted)
        total += counted._counts["result"]
    return total / len(boards)


def ebf(d: int, N: float, possible_bs: Iterable[float] = _FACTORS) -> float:
    """Return the branching factor of a uniform tree of depth ``d`` with about ``N`` nodes.

    The root is not counted; the answer is the best of ``possible_bs``, the first of equals.
    """
    return min(possible_bs, key=lambda b: abs(N - sum(b**depth for depth in range(1, d + 1))))


def random_state(*, seed: Seed = None) -> Tiles:
    """Return the nine squares of the 8-puzzle in random order; many cannot be solved."""
    return tuple(shuffled(range(9), seed=seed))
