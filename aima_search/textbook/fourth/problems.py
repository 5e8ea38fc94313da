"""The fourth edition's problems, such as routes, tiles and jugs, and the notebook's instances."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import dist
from operator import getitem, ne
from random import Random
from typing import Any

from aima_search.base.errors import BoardError
from aima_search.base.seeds import Seed, random_source
from aima_search.model.problem import Successor
from aima_search.textbook.distances import GridHeuristicMixin, distances_to
from aima_search.textbook.fourth.nodes import Problem
from aima_search.textbook.grids import GridPoint
from aima_search.textbook.jugs import PourProblem as _PourProblem
from aima_search.textbook.utilities import multimap


class GridProblem(GridHeuristicMixin, Problem):
    """Go around obstacles on an infinite grid; an action is the next cell.

    Each step goes in one of the ``directions``; by default, there are eight. The cost of a step is
    its length. If obstacles enclose the goal, the search never ends.
    """

    initial: GridPoint
    goal: GridPoint
    least_cost = 0
    directions: Sequence[GridPoint] = (
        (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
    )  # fmt: skip

    def __init__(
        self,
        initial: GridPoint = (15, 30),
        goal: GridPoint = (130, 30),
        obstacles: Iterable[GridPoint] = (),
        **attributes: Any,
    ) -> None:
        super().__init__(initial, goal, **attributes)
        self.obstacles = set(obstacles) - {initial, goal}

    def actions(self, state: GridPoint) -> list[GridPoint]:
        """Return the free cells around a cell."""
        x, y = state
        around = ((x + dx, y + dy) for dx, dy in self.directions)
        return [cell for cell in around if cell not in self.obstacles]

    def result(self, state: GridPoint, action: GridPoint) -> GridPoint:
        """Return the next cell, or the same cell if the next cell is an obstacle."""
        return state if action in self.obstacles else action

    def action_cost(self, s: GridPoint, action: GridPoint, s1: GridPoint) -> float:
        """Return the length of the step, as the distance between the two cells."""
        return dist(s, s1)

    def successors(self, state: GridPoint) -> Iterator[Successor]:
        """Yield the free cells around a cell, each with its distance."""
        for cell in self.actions(state):
            yield cell, cell, dist(state, cell)

    def predecessors(self, state: GridPoint) -> Iterator[Successor]:
        """Yield (action, previous cell, cost) for each step to ``state``."""
        x, y = state
        for dx, dy in self.directions if state not in self.obstacles else ():
            cell = x - dx, y - dy
            yield state, cell, dist(cell, state)


def line(x: int, y: int, dx: int, dy: int, length: int) -> set[GridPoint]:
    """Return ``length`` cells of a line: (x, y), (x + dx, y + dy), (x + 2*dx, y + 2*dy), ..."""
    return {(x + i * dx, y + i * dy) for i in range(length)}


def random_lines(
    X: Sequence[int] = range(15, 130),
    Y: Sequence[int] = range(60),
    N: int = 150,
    lengths: Sequence[int] = range(6, 12),
    *,
    seed: Seed = None,
) -> set[GridPoint]:
    """Return the cells of ``N`` random lines. A line starts at an x in ``X`` and a y in ``Y``."""
    random, cells = random_source(seed), set()
    for _ in range(N):
        x, y = random.choice(X), random.choice(Y)
        dx, dy = random.choice(((0, 1), (1, 0)))
        cells |= line(x, y, dx, dy, random.choice(lengths))
    return cells


Move = tuple[int, int]
Tiles = tuple[int, ...]

straight_line_distance = dist
"""The straight-line distance between two points."""


class Map:
    """A map of places, with the length of each link between two places.

    ``links`` is a dict from pairs of places to distances, or a list of pairs. Links in a list have
    the length 1. Links lead both ways unless ``directed`` is True. ``locations`` is a dict from
    places to points; by default, every place is at (0, 0).
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
    """Go from one place to another on ``map``, a Map; states and actions are places."""

    map: Map

    @property
    def least_cost(self) -> float:
        """The length of the shortest link on the map."""
        return min(self.map.distances.values(), default=0)

    def actions(self, state: Any) -> list[Any]:
        """Return the neighbours of a place."""
        return self.map.neighbors[state]

    def result(self, state: Any, action: Any) -> Any:
        """Return the next place, or the same place if there is no link."""
        return action if action in self.map.neighbors[state] else state

    def action_cost(self, s: Any, action: Any, s1: Any) -> float:
        """Return the length of the link between two places."""
        return self.map.distances[s, s1]

    def predecessors(self, state: Any) -> Iterator[Successor]:
        """Yield (action, previous place, cost) for each link to ``state``."""
        for place in self.map.sources[state]:
            yield state, place, self.map.distances[place, state]

    def h(self, node: Any) -> float:
        """Return the straight-line distance to the goal."""
        places = self.map.locations
        return dist(places[node.state], places[self.goal])


class EightPuzzle(Problem):
    """Slide the eight tiles of a 3 x 3 board; an action is the square of the tile that moves.

    The number 0 stands for the blank. Raises BoardError if the goal cannot be reached.
    """

    reversible = True

    # The squares next to each square, in the order of the actions.
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
                f"{self.goal} cannot be reached from {self.initial}: expected an odd number of"
                " inversions in both boards, or an even number in both"
            )

    def actions(self, state: Tiles) -> tuple[int, ...]:
        """Return the squares next to the blank."""
        return self._BESIDE[state.index(0)]

    def result(self, state: Tiles, action: int) -> Tiles:
        """Return the board after the tile on the square ``action`` has moved to the blank."""
        tiles, blank = list(state), state.index(0)
        tiles[blank], tiles[action] = tiles[action], 0
        return tuple(tiles)

    def h1(self, node: Any) -> int:
        """Return the number of squares that differ from the goal, including the blank's square."""
        return hamming_distance(node.state, self.goal)

    def h2(self, node: Any) -> int:
        """Return the sum of the Manhattan distances of all tiles from their goals."""
        return sum(map(getitem, distances_to(self.goal, 3), node.state))

    def h(self, node: Any) -> int:
        """Return the heuristic ``h2``, the sum of the Manhattan distances of all tiles."""
        return self.h2(node)


def hamming_distance(A: Sequence[Any], B: Sequence[Any]) -> int:
    """Return the number of places where two sequences differ."""
    return sum(map(ne, A, B))


def inversions(board: Sequence[int]) -> int:
    """Return how many pairs of tiles on a board are in the wrong order, ignoring the blank."""
    return sum(a > b for a, b in combinations([tile for tile in board if tile], 2))


def board8(board: Sequence[int], fmt: str = 3 * "{} {} {}\n") -> str:
    """Return a 3 x 3 board as a text of three lines, in which ``_`` stands for the blank."""
    return fmt.format(*board).replace("0", "_")


class Board(defaultdict[tuple[int, int], Any]):
    """A dict from the cells (x, y) of a board to their contents.

    A cell that is not in the dict contains ``empty`` if it is on the board, otherwise ``off``.
    ``board`` is a board to copy, and ``to_move`` is the player whose turn it is.
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

    def __hash__(self) -> int:  # type: ignore[override]  # a plain dict has no hash
        return hash((frozenset(self.items()), self.to_move))


class PourProblem(_PourProblem, Problem):
    """Fill, empty and pour jugs of the given ``sizes`` until a jug holds ``goal`` litres."""

    def __init__(self, initial: Sequence[int], goal: int, sizes: Sequence[int]) -> None:
        super().__init__(initial, goals={goal}, capacities=sizes)
        self.goal, self.sizes = goal, self.capacities


class GreenPourProblem(PourProblem):
    """A ``PourProblem`` in which an action costs as many litres as it takes from the tap."""

    least_cost = 0

    def action_cost(self, s: Tiles, action: tuple[Any, ...], s1: Tiles) -> int:
        """Return the litres that the action takes from the tap."""
        return sum(s1) - sum(s) if action[0] == "Fill" else 0


class PancakeProblem(Problem):
    """Sort a stack of pancakes; the action ``i`` flips the first ``i`` pancakes."""

    reversible = True

    def __init__(self, initial: Iterable[int]) -> None:
        pile = tuple(initial)
        super().__init__(pile, tuple(sorted(pile)))

    def actions(self, state: Tiles) -> range:
        """Return the actions 2, 3, ...; action ``i`` flips the first ``i`` pancakes."""
        return range(2, len(state) + 1)

    def result(self, state: Tiles, i: int) -> Tiles:
        """Return the stack after its first ``i`` pancakes are flipped."""
        return state[:i][::-1] + state[i:]

    def h(self, node: Any) -> int:
        """Return how many adjacent pancakes differ in size by more than 1 (the gap heuristic)."""
        return sum(abs(a - b) > 1 for a, b in pairwise(node.state))


class JumpingPuzzle(Problem):
    """Let N animals ``L`` and N animals ``R`` change sides, such as from ``LL.RR`` to ``RR.LL``.

    An action (i, j) moves an animal from i to the empty place j, with or without a jump over one
    animal of the other kind.
    """

    def __init__(self, N: int = 2) -> None:
        line = N * "L" + "." + N * "R"
        super().__init__(line, line[::-1])

    def actions(self, state: str) -> set[Move]:
        """Return the possible moves (i, j). ``L`` moves to the right, ``R`` moves to the left."""
        places = range(len(state))
        moves = {(i, i + 1) for i in places if state[i : i + 2] == "L."}
        moves |= {(i, i + 2) for i in places if state[i : i + 3] == "LR."}
        moves |= {(i + 1, i) for i in places if state[i : i + 2] == ".R"}
        return moves | {(i + 2, i) for i in places if state[i : i + 3] == ".LR"}

    def result(self, state: str, action: Move) -> str:
        """Return the state after the action (i, j): the animal at i moves to the empty place j."""
        i, j = action
        pieces = list(state)
        pieces[i], pieces[j] = pieces[j], pieces[i]
        return "".join(pieces)

    def h(self, node: Any) -> int:
        """Return the number of places where the state differs from the goal."""
        return hamming_distance(node.state, self.goal)


class MultiGoalProblem(Problem):
    """A problem with several goal states, which are in the collection ``goals``."""

    def __init__(self, initial: Any = None, goals: Collection[Any] = (), **attributes: Any) -> None:
        super().__init__(initial, **attributes)
        self.goals = goals

    def is_goal(self, state: Any) -> bool:
        """Return True if a state is one of the goals."""
        return state in self.goals


_SUCKED = {1: {5, 7}, 2: {4, 8}, 3: {7}, 4: {2, 4}, 5: {1, 5}, 6: {8}, 7: {3, 7}, 8: {6, 8}}


class ErraticVacuum(MultiGoalProblem):
    """The erratic vacuum cleaner in a world of two squares, with states 1 to 8 (AIMA figure 4.9).

    In odd states, the cleaner is on the left. In states 7 and 8, both squares are clean. "suck" on
    a dirty square may also clean the other square. On a clean square, "suck" may leave dirt.
    """

    table: dict[str, dict[int, set[int]]] = {  # noqa: RUF012 - scripts read it at the class
        "suck": _SUCKED,
        "forward": {state: {state + state % 2} for state in _SUCKED},
        "backward": {state: {state - 1 + state % 2} for state in _SUCKED},
    }

    def actions(self, state: int) -> list[str]:
        """Return the three actions, which are possible in every state."""
        return list(self.table)

    def results(self, state: int, action: str) -> set[int]:
        """Return the states that an action may lead to."""
        return self.table[action][state]


_ROADS = (
    "OZ 71, OS 151, AZ 75, AS 140, AT 118, LT 111, LM 70, DM 75, CD 120, CR 146, CP 138, RS 80,"
    " FS 99, BF 211, BP 101, BG 90, BU 85, HU 98, EH 86, UV 142, IV 92, IN 87, PR 97"
)
_PLACES = (
    "A 76 497, B 400 327, C 246 285, D 160 296, E 558 294, F 285 460, G 368 257, H 548 355,"
    " I 488 535, L 162 379, M 160 343, N 407 561, O 117 580, P 311 372, R 227 412, S 187 463,"
    " T 83 414, U 471 363, V 535 473, Z 92 539"
)

_roads = (road.split() for road in _ROADS.split(","))
_places = (place.split() for place in _PLACES.split(","))
romania = Map(
    {(ends[0], ends[1]): int(length) for ends, length in _roads},
    {name: (int(x), int(y)) for name, x, y in _places},
)

r0 = RouteProblem("A", "A", map=romania)
r1 = RouteProblem("A", "B", map=romania)
r2 = RouteProblem("N", "L", map=romania)
r3 = RouteProblem("E", "T", map=romania)
r4 = RouteProblem("O", "M", map=romania)

goal = (0, 1, 2, 3, 4, 5, 6, 7, 8)
"""The goal of the puzzles with eight tiles."""

e1 = EightPuzzle((1, 4, 2, 0, 7, 5, 3, 6, 8))
e2 = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 8, 0))
e3 = EightPuzzle((4, 0, 2, 5, 1, 3, 7, 8, 6))
e4 = EightPuzzle((7, 2, 4, 5, 0, 6, 8, 3, 1))
e5 = EightPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1))

_pours: list[tuple[Tiles, int, Tiles]] = [  # initial levels, goal, sizes
    ((1, 1, 1), 13, (2, 16, 32)),
    ((0, 0, 0), 21, (8, 11, 31)),
    ((0, 0), 8, (7, 9)),
    ((0, 0, 0), 21, (8, 11, 31)),  # twice, as in the notebook
    ((0, 0), 4, (3, 5)),
]
p1, p2, p3, p4, p5 = (PourProblem(*pour) for pour in _pours)
g1, g2, g3, g4, g5 = (GreenPourProblem(*pour) for pour in _pours)

c0 = PancakeProblem((2, 1, 4, 6, 3, 5))
c1 = PancakeProblem((4, 6, 2, 5, 1, 3))
c2 = PancakeProblem((1, 3, 7, 5, 2, 6, 4))
c3 = PancakeProblem((1, 7, 2, 6, 3, 5, 4))
c4 = PancakeProblem((1, 3, 5, 7, 9, 2, 4, 6, 8))

j3 = JumpingPuzzle(N=3)
j9 = JumpingPuzzle(N=9)

frame = line(-10, 20, 0, 1, 20) | line(150, 20, 0, 1, 20)
cup = line(102, 44, -1, 0, 15) | line(102, 20, -1, 0, 20) | line(102, 44, 0, -1, 24)
_walls = line(50, 35, 0, -1, 10) | line(60, 37, 0, -1, 17) | line(70, 31, 0, -1, 19)

_random = Random(42)  # shared by all grids, as in the notebook
d1, d2, d3, d4, d5 = (
    GridProblem(obstacles=random_lines(N=lines, seed=_random) | frame)
    for lines in (100, 150, 200, 250, 300)
)
d6 = GridProblem(obstacles=cup | frame)
d7 = GridProblem(obstacles=cup | frame | _walls)
