"""The fourth edition's problems: routes, tiles, jugs, pancakes, frogs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import dist
from operator import ne
from typing import Any

from aima_search.base.errors import BoardError
from aima_search.model.problem import Successor
from aima_search.textbook.fourth.nodes import Problem
from aima_search.textbook.gathering import multimap
from aima_search.textbook.jugs import PourProblem as _PourProblem

Move = tuple[int, int]
Tiles = tuple[int, ...]

straight_line_distance = dist
"""The straight-line distance between two points."""


class Map:
    """Places, the links between them and their distances.

    ``links`` is a dict from pairs of places to distances, or pairs alone, each 1 long. Unless
    ``directed``, a link leads both ways. ``locations`` maps places to points, (0, 0) by default.
    """

    def __init__(
        self,
        links: Mapping[tuple[Any, Any], float] | Iterable[tuple[Any, Any]],
        locations: Mapping[Any, tuple[float, float]] | None = None,
        directed: bool = False,
    ) -> None:
        one_way = dict(links) if isinstance(links, Mapping) else dict.fromkeys(links, 1)
        back = {} if directed else {(b, a): length for (a, b), length in one_way.items()}
        self.distances = {**one_way, **back}
        self.neighbors = multimap(self.distances)
        self.sources = multimap((b, a) for a, b in self.distances)
        self.locations = locations or defaultdict(lambda: (0, 0))


class RouteProblem(Problem):
    """Go from place to place on ``map``, a Map; states and actions are places."""

    map: Map

    def actions(self, state: Any) -> list[Any]:
        """Return the neighbours of a place."""
        return self.map.neighbors[state]

    def result(self, state: Any, action: Any) -> Any:
        """Return the next place, or the same place if no link leads to the next place."""
        return action if action in self.map.neighbors[state] else state

    def action_cost(self, s: Any, action: Any, s1: Any) -> float:
        """Return the length of the link."""
        length: float = self.map.distances[s, s1]
        return length

    def predecessors(self, state: Any) -> Iterator[Successor]:
        """Yield the places from which a link leads to this place."""
        for place in self.map.sources[state]:
            yield state, place, self.map.distances[place, state]

    def h(self, node: Any) -> float:
        """Return the straight-line distance to the goal."""
        places = self.map.locations
        return dist(places[node.state], places[self.goal])


class EightPuzzle(Problem):
    """Slide eight tiles; an action is the square that the blank, 0, changes places with.

    A board is refused if the goal cannot be reached from it.
    """

    reversible = True

    # The squares next to each square, in the order in which they are tried.
    _BESIDE: tuple[Tiles, ...] = (
        *((1, 3), (0, 2, 4), (1, 5)),
        *((0, 4, 6), (1, 3, 5, 7), (2, 4, 8)),
        *((3, 7), (4, 6, 8), (7, 5)),
    )

    def __init__(
        self, initial: Iterable[int], goal: Iterable[int] = (0, 1, 2, 3, 4, 5, 6, 7, 8)
    ) -> None:
        super().__init__(tuple(initial), tuple(goal))
        if inversions(self.initial) % 2 != inversions(self.goal) % 2:
            raise BoardError(
                f"{self.goal} cannot be reached from {self.initial}: expected a board whose"
                " number of inversions is odd if the goal's is odd, and even if it is even"
            )

    def actions(self, state: Tiles) -> tuple[int, ...]:
        """Return the squares next to the blank."""
        return self._BESIDE[state.index(0)]

    def result(self, state: Tiles, action: int) -> Tiles:
        """Return the board after the blank has changed places with square ``action``."""
        tiles, blank = list(state), state.index(0)
        tiles[blank], tiles[action] = tiles[action], 0
        return tuple(tiles)

    def h1(self, node: Any) -> int:
        """Return the number of squares that differ from the goal, the blank's among them."""
        return hamming_distance(node.state, self.goal)

    def h2(self, node: Any) -> int:
        """Return the sum of the tiles' distances in rows and columns from their goals."""
        homes = ((tile, self.goal.index(tile)) for tile in node.state if tile)
        places = ((node.state.index(tile), home) for tile, home in homes)
        return sum(abs(a // 3 - b // 3) + abs(a % 3 - b % 3) for a, b in places)

    def h(self, node: Any) -> int:
        """Return ``h2``."""
        return self.h2(node)


def hamming_distance(A: Sequence[Any], B: Sequence[Any]) -> int:
    """Return in how many places two sequences differ."""
    return sum(map(ne, A, B))


def inversions(board: Sequence[int]) -> int:
    """Return how many pairs of tiles stand the wrong way round, the blank aside."""
    return sum(a > b for a, b in combinations([tile for tile in board if tile], 2))


def board8(board: Sequence[int], fmt: str = 3 * "{} {} {}\n") -> str:
    """Return a board of nine squares as three lines, ``_`` for the blank."""
    return fmt.format(*board).replace("0", "_")


class Board(defaultdict[tuple[int, int], Any]):
    """A board of ``width`` by ``height`` cells (x, y): ``empty`` if unset, ``off`` outside.

    ``board``: another board, which is copied with its size. ``to_move`` says whose turn it is.
    """

    empty = "."
    off = "#"

    width: int
    height: int

    def __init__(
        self, board: Board | None = None, width: int = 8, height: int = 8, to_move: Any = None
    ) -> None:
        super().__init__(None, board or {})
        self.width = width if board is None else board.width
        self.height = height if board is None else board.height
        self.to_move = to_move

    def __missing__(self, key: tuple[int, int]) -> Any:
        x, y = key
        return self.empty if x in range(self.width) and y in range(self.height) else self.off

    def __repr__(self) -> str:
        rows = ([self[x, y] for x in range(self.width)] for y in range(self.height))
        return "\n".join(" ".join(row) for row in rows)

    def __hash__(self) -> int:  # type: ignore[override]  # a plain dict has none
        return hash((frozenset(self.items()), self.to_move))


class PourProblem(_PourProblem, Problem):
    """Fill, dump and pour until some jug of ``sizes`` holds ``goal`` litres."""

    def __init__(self, initial: Sequence[int], goal: int, sizes: Sequence[int]) -> None:
        super().__init__(initial, goals={goal}, capacities=sizes)
        self.goal, self.sizes = goal, self.capacities


class GreenPourProblem(PourProblem):
    """The same, at the cost of the water that is taken."""

    def action_cost(self, s: Tiles, action: tuple[Any, ...], s1: Tiles) -> int:
        """Return the litres that flow from the tap."""
        return sum(s1) - sum(s) if action[0] == "Fill" else 0


class PancakeProblem(Problem):
    """Sort a pile by turning the first ``i`` pancakes of it round; an action is ``i``."""

    reversible = True

    def __init__(self, initial: Iterable[int]) -> None:
        pile = tuple(initial)
        super().__init__(pile, tuple(sorted(pile)))

    def actions(self, state: Tiles) -> range:
        """Return how many pancakes may be turned: two at least."""
        return range(2, len(state) + 1)

    def result(self, state: Tiles, i: int) -> Tiles:
        """Return the pile after the first ``i`` are turned."""
        return state[:i][::-1] + state[i:]

    def h(self, node: Any) -> int:
        """Return the number of neighbours that are not neighbours by size."""
        pile = node.state
        return sum(abs(a - b) > 1 for a, b in pairwise(pile))


class JumpingPuzzle(Problem):
    """Let N frogs and N toads change sides; a state is a text like ``LL.RR``.

    An action (i, j) moves the piece at place i into the gap at j. The gap is next to the piece, or
    behind one other piece.
    """

    def __init__(self, N: int = 2) -> None:
        line = N * "L" + "." + N * "R"
        super().__init__(line, line[::-1])

    def actions(self, state: str) -> set[Move]:
        """Return the moves: L goes right, R goes left, over at most one piece of the other side."""
        places = range(len(state))
        moves = {(i, i + 1) for i in places if state[i : i + 2] == "L."}
        moves |= {(i, i + 2) for i in places if state[i : i + 3] == "LR."}
        moves |= {(i + 1, i) for i in places if state[i : i + 2] == ".R"}
        return moves | {(i + 2, i) for i in places if state[i : i + 3] == ".LR"}

    def result(self, state: str, action: Move) -> str:
        """Return the line after the pieces of two places are exchanged."""
        i, j = action
        pieces = list(state)
        pieces[i], pieces[j] = pieces[j], pieces[i]
        return "".join(pieces)

    def h(self, node: Any) -> int:
        """Return in how many places the line differs from the goal."""
        return hamming_distance(node.state, self.goal)
