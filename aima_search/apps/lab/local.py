"""Local search over its seeds: how often it succeeds, how sure that is, how far else it gets.

Every run counts here, as one draw: a success rate stands with its Wilson interval (1927), and two
configurations are compared run by run on the same boards, by who solved it (McNemar's exact test)
and by the value at the end (Wilcoxon's signed-rank test), each with Holm's correction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

import numpy as np

from aima_search.apps.lab.comparisons import corrected, twins_at
from aima_search.apps.lab.results import GridResults, Mask
from aima_search.catalog.configuration import Configuration
from aima_search.runs.convergence import Curves
from aima_search.runs.instances import Axis
from aima_search.runs.statistics import holm, mcnemar, signed_rank, wilson


@dataclass(frozen=True)
class LocalPair:
    """Two local searches on the same boards and repetitions.

    only_first, only_second: runs that only this search solved. higher, lower: runs at whose end
    the first search had the higher, or the lower, value. effect: +1 if it always had the higher.
    """

    first: Configuration
    second: Configuration
    runs: int
    only_first: int
    only_second: int
    p_solved: float
    higher: int
    lower: int
    effect: float
    p_value: float


@dataclass(frozen=True)
class LocalRate:
    """A local search at some values of axes: how often it solved, and how far else it got.

    low, high: the interval of the rate. values: the mean at the end of a run, of the best of each
    run, the best of all. efforts: means of iterations and of evaluations, the median of the seconds
    of runs that solved, the seconds of all runs by the number of solutions.
    """

    configuration: Configuration
    point: Mapping[str, Axis]
    runs: int
    solved: int
    low: float
    high: float
    values: Sequence[float | None]
    efforts: Sequence[float | None]

    @property
    def rate(self) -> float:
        """The share of the runs that solved."""
        return self.solved / self.runs


@dataclass(frozen=True)
class LocalContrast:
    """A local search at two values of an axis, run by run on the same boards.

    p: of McNemar's test; ``adjusted`` with Holm's correction.
    """

    base: LocalRate
    value: LocalRate
    p: float
    adjusted: float = 1.0


def local_rates(results: GridResults) -> list[tuple[list[str], list[LocalRate]]]:
    """Return the rates of local searches, split by no axis, by each axis and by all of them."""
    searches, axes = local_searches(results), list(results.axes)
    splits = [[], *([axis] for axis in axes), *([axes] if len(axes) > 1 else [])]
    found = []
    for split in splits if searches else []:
        every = product(searches, _points(results, split))
        rates = [_rate(results, how, at, results.at(at)[:, None]) for how, at in every]
        found.append((split, [one for one in rates if one.runs]))
    return found


def local_searches(results: GridResults) -> list[Configuration]:
    """Return the local searches of a grid that have finished runs."""
    return [
        how for how in results.facts if how.chosen.algorithm.local and results.has_ended(how).any()
    ]


def _points(results: GridResults, split: Sequence[str]) -> list[dict[str, Axis]]:
    every = product(*(results.axes[axis] for axis in split))
    return [dict(zip(split, values, strict=True)) for values in every]


def _rate(
    results: GridResults, how: Configuration, point: Mapping[str, Axis], there: Mask
) -> LocalRate:
    """Return the rate of the runs that have ended there: boards x repetitions."""
    there = there & results.has_ended(how)
    solved = there & results.has_solved(how)
    runs, successes = int(there.sum()), int(solved.sum())
    low, high = wilson(successes, runs) if runs else (0.0, 1.0)

    def known(combine: Any, name: str, where: Mask = there) -> float | None:
        """Return a combination of what is known of some runs, None if that is nothing."""
        values = results.measured(how, name)[where]
        values = values[~np.isnan(values)]
        return float(combine(values)) if len(values) else None

    seconds = known(np.sum, "seconds")
    return LocalRate(
        *(how, point, runs, successes, low, high),
        [known(np.mean, "value"), known(np.mean, "best_value"), known(np.max, "best_value")],
        [
            *(known(np.mean, name) for name in ("expanded", "generated")),
            known(np.median, "seconds", solved),
            seconds / successes if seconds is not None and successes else None,
        ],
    )


def local_contrasts(results: GridResults, axis: str) -> list[LocalContrast]:
    """Return each value of a paired axis against the first value, for each local search."""
    found = []
    for value in results.axes[axis][1:]:
        places = twins_at(results, axis, value)
        for how in local_searches(results):
            ended, solved = (
                [of(how)[own] for own in places] for of in (results.has_ended, results.has_solved)
            )
            both = np.logical_and(*ended)
            if not both.any():
                continue
            rates = []
            for at, own in zip((results.axes[axis][0], value), places, strict=True):
                there = np.zeros_like(results.has_ended(how))
                there[own] = both
                rates.append(_rate(results, how, {axis: at}, there))
            alone = [both & solved[one] & ~solved[1 - one] for one in (0, 1)]
            p = mcnemar(*(int(one.sum()) for one in alone))
            found.append(LocalContrast(rates[0], rates[1], p))
    return corrected(found)


def compare_local(results: GridResults) -> list[LocalPair]:
    """Return every two local searches compared, both p corrected for the number of pairs."""
    searches = combinations(local_searches(results), 2)
    pairs = [_compare(results, first, second) for first, second in searches]
    solved = holm([pair.p_solved for pair in pairs])
    values = holm([pair.p_value for pair in pairs])
    return [
        replace(pair, p_solved=p, p_value=q)
        for pair, p, q in zip(pairs, solved, values, strict=True)
    ]


def _compare(results: GridResults, first: Configuration, second: Configuration) -> LocalPair:
    """Compare two searches run by run; if values differ in scale, only signs count."""
    both = results.has_ended(first) & results.has_ended(second)
    one, other = (results.has_solved(how)[both] for how in (first, second))
    only_first, only_second = int((one & ~other).sum()), int((other & ~one).sum())
    values = [results.measured(how, "value")[both] for how in (first, second)]
    differences = values[0] - values[1]
    differences = differences[~np.isnan(differences)]
    if results.axes:
        differences = np.sign(differences)
    p, effect = signed_rank(differences)
    return LocalPair(
        first,
        second,
        runs=int(both.sum()),
        only_first=only_first,
        only_second=only_second,
        p_solved=mcnemar(only_first, only_second),
        higher=int((differences > 0).sum()),
        lower=int((differences < 0).sum()),
        effect=0.0 - effect,
        p_value=p,
    )


def curves(results: GridResults) -> list[tuple[dict[str, Axis], Curves]]:
    """Return the curves of local searches at each combination of the axes' values.

    A curve is of a run: its value over its iterations.
    """
    searches = local_searches(results)
    rows = [row for row in results.curved() if row.configuration in searches] if searches else []
    found: list[tuple[dict[str, Axis], Curves]] = []
    for point in _points(results, list(results.axes)) if rows else ():
        names = set(results.names(results.at(point)))
        there = [row for row in rows if row.board in names]
        own = {how: [r.outcome.curve for r in there if r.configuration == how] for how in searches}
        found += [(point, own)] if there else []
    return found
