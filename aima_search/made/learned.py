"""Learned heuristics: weighted sums of heuristics (features), fitted to exact costs (AIMA 3.6.5).

A *feature* is a heuristic in the sum. A *sample* is a state with h*, its exact cost to a goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog, nnls

from aima_search.base.errors import InputError, NotApplicable
from aima_search.base.limits import Limits, LimitScope
from aima_search.base.seeds import Seed, random_source
from aima_search.catalog.combine import weighted_sum
from aima_search.catalog.expressions import split_list
from aima_search.catalog.heuristics import heuristic_info, make_heuristic, puzzle_name
from aima_search.model.contract import ProblemLike
from aima_search.model.heuristic import UNKNOWN, names_for, with_facts
from aima_search.model.problem import Heuristic, Node, all_successors
from aima_search.runs.search import solve

SAMPLES = 200
NODES = 20_000
"""The largest number of expansions to find the exact cost of one sample."""

ONE_SIDED = "one-sided"
_TRIES = 20  # states on the random walk, for each requested sample
_SEARCHES = 10  # times NODES: the limit for all searches together
_DIGITS = 3  # decimals of a weight in an expression


@dataclass(frozen=True)
class Sample:
    """A state of a problem, and its exact cost to a goal."""

    problem: ProblemLike
    state: Any
    cost: float


@dataclass(frozen=True)
class LearnedHeuristic:
    """A learned heuristic: the features (heuristics), their weights, and its error on the samples.

    error: the mean of |h - h*|. above: the share of samples with h > h*. samples: the number of
    samples. In states outside the samples, h may be above h* even if ``above`` is 0.
    """

    features: tuple[str, ...]
    weights: tuple[float, ...]
    error: float
    above: float
    samples: int

    @property
    def expression(self) -> str:
        """The weighted sum as an expression, such as "2 * conflicts + 1"."""
        terms = zip(self.weights, self.features, strict=True)
        used = [f"{weight:.{_DIGITS}f} * {name}" for weight, name in terms if weight > 0]
        return " + ".join(used) or "zero"

    def heuristic(self, problem: ProblemLike) -> Heuristic:
        """Return a heuristic for ``problem``: the weighted sum of the features."""
        return self._sum([make_heuristic(name, problem) for name in self.features])

    def _sum(self, parts: Sequence[Heuristic]) -> Heuristic:
        return with_facts(weighted_sum(*zip(self.weights, parts, strict=True)), UNKNOWN)

    def __str__(self) -> str:
        return (
            f"{self.expression}: mean error {self.error:.2f} on {self.samples} samples,"
            f" above h* on {self.above:.1%} of them"
        )


def fit(
    features: Sequence[str],
    samples: Iterable[Sample],
    *,
    one_sided: bool = False,
    made: Mapping[int, list[Heuristic]] = MappingProxyType({}),
) -> LearnedHeuristic:
    """Return h, the weighted sum of features that is closest to h* on the samples.

    The weights are >= 0 and minimize the sum of (h - h*)**2. one_sided: minimize the sum of h* - h
    with h <= h* for every sample. made: a dict from ``id(problem)`` to heuristics, one per feature.

    Raises InputError if there are no features, NotApplicable if no sample has finite features.
    """
    if not features:
        raise InputError("learned(): expected names of heuristics, separated by commas")
    rows, costs = _training_data(features, samples, dict(made))
    weights: NDArray[np.float64] | None
    if not one_sided:
        weights = nnls(rows, costs)[0]
    else:
        bounds = [(0, None) if column.any() else (0, 0) for column in rows.T]
        weights = linprog(-rows.sum(axis=0), rows, costs, bounds=bounds).x
    if weights is None:  # a sample has a negative cost
        raise NotApplicable(
            "learned(one-sided): a sample state has a negative cost: leave out 'one-sided'"
        )
    values = rows @ weights
    return LearnedHeuristic(
        tuple(features),
        tuple(float(weight) for weight in weights),
        error=float(np.abs(values - costs).mean()),
        above=float((values > costs + 1e-9).mean()),
        samples=len(costs),
    )


def sample(
    problem: ProblemLike,
    count: int = SAMPLES,
    *,
    seed: Seed = 0,
    heuristic: str = "zero",
    nodes: int = NODES,
) -> list[Sample]:
    """Return up to ``count`` samples: states with their exact cost to a goal, found by A*.

    Each search begins at a state of a random walk from the initial state. The states on the
    solutions are the samples.

    heuristic: an admissible heuristic for A*.
    nodes: the limit on the expansions of one search; a search that reaches it gives no samples.
        The sampling ends after ten times this number of expansions, even if samples are missing.
    """
    rng, expand = random_source(seed), all_successors(problem)
    h = make_heuristic(heuristic, problem)
    costs: dict[Any, float] = {}
    tried, state, spent = set(), problem.initial, 0
    with LimitScope():  # Ctrl-C ends the sampling rather than one search
        for _ in range(_TRIES * count):
            if state not in costs and state not in tried:
                tried.add(state)
                start = copy(problem)
                start.initial = state  # type: ignore[misc]
                result = solve(start, "astar", h, Limits(nodes=nodes))
                spent += result.expanded
                if result.node is not None:
                    path, cost = result.node.path(), result.node.path_cost
                    costs.update((node.state, cost - node.path_cost) for node in path)
            if len(costs) >= count or spent >= _SEARCHES * nodes:
                break
            following = [after for _, after, _ in expand(Node(state))]
            state = rng.choice(following) if following else problem.initial
    return [Sample(problem, state, cost) for state, cost in list(costs.items())[:count]]


def _training_data(
    features: Sequence[str], samples: Iterable[Sample], made: dict[int, list[Heuristic]]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    table = []
    for one in samples:
        if id(one.problem) not in made:
            made[id(one.problem)] = [make_heuristic(name, one.problem) for name in features]
        row = [float(h(Node(one.state))) for h in made[id(one.problem)]]
        if all(map(isfinite, row)):
            table.append([*row, float(one.cost)])
    if not table:
        raise NotApplicable("learned: found no sample state with a known cost and finite h values")
    found = np.array(table)
    return found[:, :-1], found[:, -1]


def learned_of(problem: ProblemLike, text: str) -> Heuristic:
    """Return the heuristic "learned(FEATURE, ...)" after fitting it to states of the problem.

    text: the names of the features and, for ``one_sided=True``, the word "one-sided". A* computes
    h* of these states, with the heuristic "max-admissible" if the puzzle has it.
    """
    names = split_list(text)
    features = [name for name in names if name != ONE_SIDED]
    if not features:
        raise InputError(f"learned({text}): expected names of heuristics, separated by commas")
    puzzle = puzzle_name(problem)
    for name in features:
        heuristic_info(puzzle, name)  # an unknown name fails before the searches
    guide = "max-admissible" if "max-admissible" in names_for(puzzle) else "zero"
    samples = sample(problem, heuristic=guide)
    parts = [make_heuristic(name, problem) for name in features]
    one_sided = ONE_SIDED in names
    return fit(features, samples, one_sided=one_sided, made={id(problem): parts})._sum(parts)
