"""Random directed graphs: compares the cost found by every optimal algorithm with the distance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from math import inf, isclose
from typing import Any

import numpy as np

from aima_search import Limits, Problem, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.path_costs import unboxed
from aima_search.search import bidirectional_search
from tests.attacks.outcome import Attack

Roads = dict[int, dict[int, Any]]
_FEW = Limits(nodes=2_000)  # for the algorithms that forget states
COSTS: tuple[Callable[[random.Random], Any], ...] = (
    lambda rng: rng.randint(0, 9),
    lambda rng: rng.choice([0.0, 0.1, 0.2, 0.3, 0.7, 1.5]),
    lambda rng: rng.random(),
    lambda rng: Fraction(rng.randint(0, 9), 7),
    lambda rng: 0,
    lambda rng: np.uint8(rng.randint(0, 255)),
    lambda rng: np.float16(rng.randint(0, 9) / 4),
    lambda rng: Decimal(rng.randint(0, 9)) / 8,
    lambda rng: rng.choice([inf, 0, 1, 2, 5]),
    lambda rng: rng.choice([2**60, 1, np.int8(100), 0.5]),
)
_ESTIMATES: tuple[Callable[[float], Any], ...] = (float, Fraction, Decimal, np.float32, np.float64)


class Walk(Problem):
    """Travel on roads; h is a share of the distance to the goal: admissible, seldom consistent."""

    def __init__(self, roads: Roads, initial: int, goal: int, shares: list[float]) -> None:
        super().__init__(initial, goal)
        self.roads = roads
        kind = _ESTIMATES[len(shares) % len(_ESTIMATES)]
        self.estimates = [
            far if far == inf else kind(float(far) * share * 0.999)
            for far, share in zip(distances_to(roads, goal), shares, strict=True)
        ]

    def successors(self, state: int) -> Iterator[tuple[int, int, Any]]:
        """Yield the roads from a place."""
        for place, cost in self.roads[state].items():
            yield place, place, cost

    def h(self, node: Any) -> float:
        """Return the share of the distance to the goal."""
        return self.estimates[node.state]


class BothWays(Walk):
    """A problem with ``predecessors``, for searches from both ends."""

    def predecessors(self, state: int) -> Iterator[tuple[int, int, Any]]:
        """Yield the roads to a place."""
        for place, roads in self.roads.items():
            if state in roads:
                yield state, place, roads[state]


def distances_to(roads: Roads, goal: int) -> list[Any]:
    """Return the cost from every place to the goal: relax every road until nothing changes."""
    distance: list[Any] = [0 if place == goal else inf for place in roads]
    for _ in roads:
        for start, there in roads.items():
            for stop, cost in there.items():
                distance[start] = min(distance[start], _exact(cost) + distance[stop])
    return distance


def _exact(cost: Any) -> Any:
    """Return a number that can be added without rounding; infinity stays the same."""
    return cost if cost == inf else Fraction(unboxed(cost))


def attack_graphs(count: int, seed: int = 1) -> list[Attack]:
    """Solve ``count`` random graphs by every optimal algorithm."""
    rng = random.Random(seed)
    names = [name for name in ALGORITHMS if ALGORITHMS.get(name).optimal]
    attacks = {name: Attack(f"random graphs, {name}") for name in names}
    function = Attack("random graphs without a way back, bidirectional_search")
    for number in range(count):
        size, share, cost = rng.randint(1, 10), rng.random() / 2, rng.choice(COSTS)
        roads = {
            start: {stop: cost(rng) for stop in range(size) if rng.random() < share}
            for start in range(size)
        }
        ends, shares = (rng.randrange(size), rng.randrange(size)), [rng.random() for _ in roads]
        walk = BothWays(roads, *ends, shares)
        optimum = distances_to(roads, ends[1])[ends[0]]
        for name, attack in attacks.items():
            _hold(attack, number, walk, name, optimum)
        function.tried += 1
        if not _is_same(bidirectional_search(Walk(roads, *ends, shares)), optimum):
            function.broken.append(f"graph {number}")
    return [*attacks.values(), function]


def _hold(attack: Attack, number: int, walk: Walk, name: str, optimum: Any) -> None:
    result = solve(walk, name, limits=_FEW)
    if result.status == "node-limit":
        return
    attack.tried += 1
    status = "no-solution" if optimum == inf else "solved"
    cost = inf if result.cost is None else result.cost
    if result.status != status or not _is_same(cost, optimum):
        attack.broken.append(f"graph {number}: {result.status}, {cost} in place of {optimum}")


def _is_same(cost: Any, optimum: Any) -> bool:
    return cost == optimum or isclose(cost, optimum)
