"""Generate the graded collection of MovIX: boards by cost, each with a note on what is special.

python tools/grade_movix.py [CANDIDATES] > puzzles/movix/collections/movix.txt
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from aima_search import Limits, solve
from aima_search.model.problem import Node
from puzzles import MovIX

HEADING = "# The boards `movix:1` to `movix:60` are sorted by their optimal costs."
LIMITS = Limits(nodes=20_000)
KINDS: tuple[tuple[range, dict[str, Any], range], ...] = (  # costs, options, numbers of walls
    (range(3, 5), {"size": 5, "line": 4, "pieces": "S1L1V1H1"}, range(5)),
    (range(5, 7), {"size": 6, "line": 4, "pieces": "S2L1V1H1"}, range(2, 8)),
    (range(7, 9), {"size": 7, "line": 5, "pieces": "S2L1V2H1"}, range(2, 10)),
    (range(9, 11), {"size": 7, "line": 5, "pieces": "S3L1V1H1"}, range(2, 10)),
)


class JumpsCount(MovIX):
    """MovIX where a move costs 1000 and a jump 1001, so that A* also minimizes the jumps."""

    def successors(self, state: Any) -> Iterator[Any]:
        """Yield (move, state, cost) for every move."""
        kinds = {cell: kind for kind, cell in state}
        for move, after, _ in super().successors(state):
            yield move, after, 1_001 if kinds[move.origin] == "S" else 1_000


class Graded(NamedTuple):
    """A board and the results of searches on it."""

    board: MovIX
    cost: int
    jumps: int
    by_manhattan: int
    without_walls: int
    h: int
    expanded: int


def main() -> None:
    """Print the collection: for each cost and each theme, the best of the candidates."""
    candidates = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    chosen: list[tuple[Graded, str]] = []
    for seed, kinds, themes in ((1, KINDS, THEMES), (2, KINDS[:2], THEMES[:3])):
        random = Random(seed)
        for costs, options, walls in kinds:
            for cost in costs:
                drawn = list(_drawn(random, cost, options, walls, candidates))
                chosen += _chosen(drawn, themes)
    print(f"{HEADING}\n")
    for one, words in sorted(chosen, key=lambda pair: (pair[0].cost, pair[0].expanded)):
        print(f"# costs {one.cost}; {words}\n{one.board.format()}")


def _drawn(
    random: Random, cost: int, options: dict[str, Any], walls: range, count: int
) -> Iterator[Graded]:
    """Yield ``count`` random boards with this optimal cost, with their search results."""
    while count:
        board = MovIX.generate(random, cost=cost, walls=random.choice(walls), **options, tries=99)
        graded = _measured(board)
        if not board.remark and graded is not None:
            count -= 1
            yield graded


def _measured(board: MovIX) -> Graded | None:
    """Return the results of four searches on a board, None if a search finds no solution."""
    proof = solve(board, "astar", "supported-assignment", LIMITS)
    h = board.prepared_h()
    counted = solve(JumpsCount(board.format()), "astar", lambda node: 1_000 * h(node), LIMITS)
    greedy = solve(board, "greedy", "manhattan", LIMITS)
    rows = [row.replace("M", "_") for row in board.grid(board.initial)]
    free = solve(MovIX(rows, board.line), "astar", "supported-assignment", LIMITS)
    if not all(result.solved for result in (proof, counted, greedy, free)):
        return None
    return Graded(
        board,
        int(proof.cost),
        int(counted.cost) % 1_000,
        int(greedy.cost),
        int(free.cost),
        int(h(Node(board.initial))),
        proof.expanded,
    )


def _jumps(one: Graded) -> str:
    words = {0: "no jump is needed", 1: "one move must be a jump"}
    return words.get(one.jumps, f"{one.jumps} moves must be jumps")


THEMES: tuple[tuple[Callable[[Graded], float], Callable[[Graded], str]], ...] = (
    (
        lambda one: one.by_manhattan,
        lambda one: f"greedy search with manhattan takes {one.by_manhattan} moves",
    ),
    (lambda one: one.jumps, _jumps),
    (lambda one: -one.without_walls, lambda one: f"without its walls it costs {one.without_walls}"),
    (lambda one: -one.h, lambda one: f"pieces that do not block each other need {one.h}"),
    (lambda one: -one.jumps, _jumps),
    (
        lambda one: one.expanded,
        lambda one: f"A* with the best heuristic expands {one.expanded} nodes",
    ),
)


def _chosen(drawn: list[Graded], themes: Iterable[Any]) -> Iterator[tuple[Graded, str]]:
    """Yield, for each theme, the best of the remaining boards, and a note on the board."""
    left = list(drawn)
    for worth, words in themes:
        best = max(left, key=worth)
        left.remove(best)
        yield best, words(best)


if __name__ == "__main__":
    main()
