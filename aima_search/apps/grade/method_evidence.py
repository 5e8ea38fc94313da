"""Evidence of a local search's method in the questions that it asked: how it walked, what it bred.

Annealing draws one neighbour of many and accepts it by chance: always if it is better, otherwise
with a probability that falls with the difference and with time. Each of these is tested by a count,
as a distance from what is expected, in standard deviations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aima_search.apps.grade.algorithm_checks import ServedProblem

_MOST = 1000  # steps whose neighbours are all valued: that takes time


@dataclass(frozen=True)
class Step:
    """A step of a walk: when it was made, how much worse it made the value, and its neighbours'."""

    time: int
    loss: float
    losses: Sequence[float]

    def share(self, low: float, high: float) -> float:
        """Return the share of the neighbours that lose more than `low` and at most `high`."""
        return sum(low < loss <= high for loss in self.losses) / len(self.losses)


def steps_of(walks: Sequence[ServedProblem]) -> tuple[list[Step], list[Step]]:
    """Return all steps, without neighbours, and steps drawn at random with them."""
    share = _MOST / max(1, sum(len(walk.leads) for walk in walks))
    random = Random(0)  # no period: a walk might have the same
    steps, detailed = [], []
    for walk in walks:
        for time, ((at, leads), (to, _)) in enumerate(pairwise(walk.leads)):
            loss = walk.value(at) - walk.value(to)
            steps.append(Step(time, loss, ()))
            if leads and random.random() < share:
                losses = [walk.value(at) - walk.value(there) for _, there, _ in leads]
                detailed.append(Step(time, loss, losses))
    return steps, detailed


def excess_of_better(detailed: Sequence[Step]) -> float:
    """Return how many more steps made it better than if neighbours were drawn at random."""
    shares = [step.share(-float("inf"), -_TINY) for step in detailed]
    better = sum(step.loss < 0 for step in detailed)
    return _deviation(better - sum(shares), sum(share * (1 - share) for share in shares))


def fall_with_loss(steps: Sequence[Step], detailed: Sequence[Step]) -> float:
    """Return how much less often large losses were accepted than small losses, for their number."""
    least = min((loss for step in detailed for loss in step.losses if loss > 0), default=0.0)
    small = sum(step.share(0, least) for step in detailed)
    large = sum(step.share(least, float("inf")) for step in detailed)
    taken = [step.loss > least for step in steps if step.loss > 0]
    return _fall(sum(taken), len(taken), large / ((small + large) or 1))


def fall_with_time(steps: Sequence[Step], detailed: Sequence[Step]) -> float:
    """Return how much less often losses were accepted late than early."""
    times = sorted(step.time for step in steps)
    middle = times[len(times) // 2] if times else 0
    early, late = (
        sum(step.share(0, float("inf")) for step in detailed if (step.time > middle) == is_late)
        for is_late in (False, True)
    )
    taken = [step.time > middle for step in steps if step.loss > 0]
    return _fall(sum(taken), len(taken), late / ((early + late) or 1))


_TINY = 1e-9


def _fall(count: int, total: int, share: float) -> float:
    """Return how far a count is below its expected share of a total."""
    return _deviation(total * share - count, total * share * (1 - share))


def _deviation(difference: float, variance: float) -> float:
    return difference / sqrt(variance) if variance > 0 else 0.0


def count_breeding_children(walk: ServedProblem) -> tuple[int, int]:
    """Return how many children two different parents had, and how many of these became parents.

    A child that was changed afterwards is still the same child.
    """
    child_of: dict[int, int] = {}
    parents = set[int]()
    for name, given, made in walk.bred:
        if name == "recombine" and given[0] != given[1]:
            parents |= {child_of[parent] for parent in given if parent in child_of}
            if made not in given:
                child_of.setdefault(made, made)
        elif name == "mutate" and given[0] in child_of:
            child_of.setdefault(made, child_of[given[0]])
    return len(set(child_of.values())), len(parents)
