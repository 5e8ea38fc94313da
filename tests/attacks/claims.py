"""Random graphs with random h values: whatever a search states must be true.

A solution must be a path; "no solution" must mean that there is none, unless the result has a
condition; a lower bound must not exceed the optimum if h is admissible. Limits stop some searches.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from math import inf, isclose
from typing import Any

from aima_search import Limits, SearchError, solve
from aima_search.algorithms.names import ALGORITHMS
from tests.attacks.graphs import COSTS, BothWays, distances_to
from tests.attacks.outcome import Attack

_MOST = 3_000  # largest limit on expansions
_WILD = (0, 1e308, -1e308, 1e-308, inf, -5, 2**70, -0.0)
_ESTIMATES: Mapping[str, Callable[[float, random.Random], float]] = {
    "admissible": lambda h, rng: h,
    "too high": lambda h, rng: h * rng.choice([1, 2, 5]) if h < inf else h,
    "negative": lambda h, rng: h - rng.randint(0, 9),
    "infinite": lambda h, rng: inf if rng.random() < 0.3 else h,
    "wild": lambda h, rng: rng.choice(_WILD),
}
_OPTIONS: Mapping[str, Callable[[random.Random], dict[str, Any]]] = {
    "anytime-astar": lambda rng: {"weight": rng.choice([1, 1.0001, 3, 1e9])},
    "weighted-astar": lambda rng: {"weight": rng.choice([0, 1, 2, 100])},
    "sma-star": lambda rng: {"capacity": rng.randint(2, 12)},
    "beam-search": lambda rng: {"width": rng.randint(1, 4)},
}
_NAMES = (
    *_OPTIONS,
    *("astar", "bidirectional-astar", "ida-star", "recursive-best-first", "greedy"),
    *("uniform-cost", "bidirectional", "breadth-first", "depth-first"),
    *("lrta-star", "online-depth-first"),
)


def attack_claims(count: int, seed: int = 1) -> list[Attack]:
    """Solve ``count`` random graphs by every algorithm."""
    rng = random.Random(seed)
    attacks = {name: Attack(f"claims of {name}") for name in _NAMES}
    for number in range(count):
        size, share, cost = rng.randint(1, 9), rng.random() * 0.6, rng.choice(COSTS)
        roads = {
            start: {stop: cost(rng) for stop in range(size) if rng.random() < share}
            for start in range(size)
        }
        ends = rng.randrange(size), rng.randrange(size)
        walk = BothWays(roads, *ends, [rng.random() for _ in roads])
        kind = rng.choice(list(_ESTIMATES))
        walk.estimates = [_ESTIMATES[kind](float(h), rng) for h in walk.estimates]
        optimum = float(distances_to(roads, ends[1])[ends[0]])
        for name, attack in attacks.items():
            attack.tried += 1
            options = _OPTIONS.get(name, lambda rng: {})(rng)
            limits = Limits(nodes=rng.choice([0, 1, 3, 10, _MOST]))
            try:
                result = solve(walk, name, limits=limits, **options)
                faults = list(_faults(result, walk, optimum, kind))
            except SearchError as error:
                faults = [] if kind == "wild" else [f"{type(error).__name__}: {error}"]
            except Exception as error:
                faults = [f"{type(error).__name__}: {error}"]
            attack.broken += [f"graph {number}, {kind}: {fault}" for fault in faults]
    return list(attacks.values())


def _faults(result: Any, walk: BothWays, optimum: float, kind: str) -> Iterator[str]:
    cost = None if result.cost is None else float(result.cost)
    says_so = result.rests_on and kind in ("infinite", "wild")
    if result.status == "no-solution" and optimum < inf and not says_so:
        yield f"no solution, and one costs {optimum}"
    if cost is not None:
        if (result.states[0], result.states[-1]) != (walk.initial, walk.goal):
            yield f"a solution from {result.states[0]} to {result.states[-1]}"
        if cost < optimum and not isclose(cost, optimum):
            yield f"a solution of {cost}, below {optimum}"
        is_best = kind == "admissible" and ALGORITHMS.get(result.algorithm).optimal
        if result.solved and is_best and not isclose(cost, optimum):
            yield f"a solution of {cost} in place of {optimum}"
    bound = result.lower_bound
    if bound is not None and kind == "admissible" and bound > optimum * (1 + 1e-9):
        yield f"a bound of {bound}, above {optimum}"
