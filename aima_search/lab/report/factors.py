"""What an axis does: paired where the boards are the same but for it, and said where they are not.

A *twin* of a board is the one that differs from it in one axis only: the same pieces with more
walls, the same board in another formulation. Values of a paired axis are compared on twins alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log

from aima_search.lab.instances import Axis
from aima_search.lab.report.pairs import block_means
from aima_search.lab.report.results import GridResults
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import holm, signed_rank


@dataclass(frozen=True)
class Contrast:
    """A configuration at two values of an axis, on the same boards.

    boards: that it solved at both, counted once whatever their other options. more, less: on how
    many of them ``value`` took more, or less, than ``base``, in the mean over those options.
    only_base, only_value: how often a board was solved at one of them alone. ratio:
    geometric mean of value / base. effect: rank-biserial correlation, +1 where ``value`` always
    takes more. p: of the signed-rank test; ``adjusted`` with Holm's correction.
    """

    axis: str
    base: Axis
    value: Axis
    configuration: Configuration
    boards: int
    more: int
    less: int
    only_base: int
    only_value: int
    ratio: float | None
    effect: float
    p: float
    adjusted: float = 1.0


def twins(results: GridResults, axis: str) -> list[dict[Axis, str]]:
    """Return the groups of boards that differ in an axis only: its values to the instances."""
    groups: dict[tuple[object, ...], dict[Axis, str]] = {}
    for instance, axes in results.instances.items():
        others = tuple(sorted((name, str(axes[name])) for name in axes if name != axis))
        if axis in axes:
            groups.setdefault((results.blocks[instance], others), {})[axes[axis]] = instance
    return list(groups.values())


def is_paired(results: GridResults, axis: str) -> bool:
    """Tell whether some board stands at several values of an axis."""
    return any(len(group) > 1 for group in twins(results, axis))


def boards_at(
    results: GridResults, axis: str, configurations: Sequence[Configuration]
) -> dict[Axis, list[str]]:
    """Return for each value of an axis the boards that all the configurations solved there.

    Of a paired axis only those that they solved at every value: the same boards everywhere.
    """
    common = set(results.solved_by_all(configurations))
    values = results.axes[axis]
    if not is_paired(results, axis):
        axes = results.instances
        return {
            value: [i for i in axes if i in common and axes[i].get(axis) == value]
            for value in values
        }
    whole = [
        group
        for group in twins(results, axis)
        if len(group) == len(values) and common.issuperset(group.values())
    ]
    return {value: [group[value] for group in whole] for value in values}


def contrasts(results: GridResults, measure: Measure) -> list[Contrast]:
    """Return each value of each paired axis against its first one, p corrected for all of them."""
    found = [
        _contrast(results, measure, axis, values[0], value, how)
        for axis, values in results.axes.items()
        if is_paired(results, axis)
        for value in values[1:]
        for how in results.compared
    ]
    adjusted = holm([one.p for one in found])
    return [replace(one, adjusted=p) for one, p in zip(found, adjusted, strict=True)]


def _contrast(
    results: GridResults, measure: Measure, axis: str, base: Axis, value: Axis, how: Configuration
) -> Contrast:
    found: list[tuple[str, float]] = []
    only = {base: 0, value: 0}
    for group in twins(results, axis):
        if not {base, value} <= group.keys():
            continue
        trials = {at: results.trials[how].get(group[at]) for at in (base, value)}
        solved = [at for at, trial in trials.items() if trial is not None and trial.is_solved]
        if len(solved) == 1:
            only[solved[0]] += 1
        taken = [trial.measures[measure.name] for trial in trials.values() if trial is not None]
        before, after = taken if len(taken) == 2 else (None, None)
        if len(solved) == 2 and before is not None and after is not None:
            ratio = log(measure.floored(after) / measure.floored(before))
            found.append((group[base], ratio))
    differences = block_means(results, found)
    p, effect = signed_rank(differences)
    return Contrast(
        axis,
        base,
        value,
        how,
        boards=len(differences),
        more=sum(difference > 0 for difference in differences),
        less=sum(difference < 0 for difference in differences),
        only_base=only[base],
        only_value=only[value],
        ratio=exp(sum(differences) / len(differences)) if differences else None,
        effect=0.0 - effect,
        p=p,
    )


def unpaired(results: GridResults) -> list[str]:
    """Return the axes whose values stand on other boards, so that chance is in their difference."""
    return [axis for axis in results.axes if not is_paired(results, axis)]
