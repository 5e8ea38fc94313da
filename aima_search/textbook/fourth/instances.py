"""The fourth edition's instances: the map of Romania by initials, and boards, jugs and piles."""

from __future__ import annotations

from random import Random

from aima_search.textbook.fourth.grids import GridProblem, line, random_lines
from aima_search.textbook.fourth.problems import (
    EightPuzzle,
    GreenPourProblem,
    JumpingPuzzle,
    Map,
    PancakeProblem,
    PourProblem,
    RouteProblem,
)

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

p1 = PourProblem((1, 1, 1), 13, sizes=(2, 16, 32))
p2 = PourProblem((0, 0, 0), 21, sizes=(8, 11, 31))
p3 = PourProblem((0, 0), 8, sizes=(7, 9))
p4 = PourProblem((0, 0, 0), 21, sizes=(8, 11, 31))
p5 = PourProblem((0, 0), 4, sizes=(3, 5))

g1 = GreenPourProblem((1, 1, 1), 13, sizes=(2, 16, 32))
g2 = GreenPourProblem((0, 0, 0), 21, sizes=(8, 11, 31))
g3 = GreenPourProblem((0, 0), 8, sizes=(7, 9))
g4 = GreenPourProblem((0, 0, 0), 21, sizes=(8, 11, 31))
g5 = GreenPourProblem((0, 0), 4, sizes=(3, 5))

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

_random = Random(42)  # goes on from grid to grid, as the notebook's does
d1, d2, d3, d4, d5 = (
    GridProblem(obstacles=random_lines(N=lines, seed=_random) | frame)
    for lines in (100, 150, 200, 250, 300)
)
d6 = GridProblem(obstacles=cup | frame)
d7 = GridProblem(obstacles=cup | frame | _walls)
