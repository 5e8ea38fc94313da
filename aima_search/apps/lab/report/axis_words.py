"""The effect of each axis of a grid in words: its size, interval and test, or why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from aima_search.apps.lab.report.analysis import Analysis
from aima_search.apps.lab.report.axes import AxisFinding
from aima_search.apps.lab.report.factors import Contrast
from aima_search.apps.lab.report.local import LocalContrast
from aima_search.apps.lab.report.results import GridResults
from aima_search.apps.lab.report.words import clock_words, times
from aima_search.runs.instances import Axis
from aima_search.runs.statistics import is_sure, p_text, sureness

_C = TypeVar("_C", Contrast, LocalContrast)
_MOST_PARTS = 12  # of a sentence


def axis_words(found: Analysis) -> list[str]:
    """Return what is to be said of the axes of a grid, a paragraph each."""
    grouping = [axis for axis in found.axes.values() if axis.groups]
    said: list[str] = []
    for axis in grouping:
        if axis.is_paired:
            said += _paired(found, axis)
            said += _at_each(found, axis)
    rest = [axis.name for axis in grouping if not axis.is_paired]
    if rest:
        said.append(
            f"Not tested: what {' and '.join(rest)} {'does' if len(rest) == 1 else 'do'}. Other"
            " boards stand at each value, so that chance is in the difference; the means are in the"
            " tables by axis."
        )
    return said


def _paired(found: Analysis, axis: AxisFinding) -> Iterator[str]:
    results = found.results
    told = _of_interest(axis, axis.contrasts)
    if told:
        parts = _parts(results, told, len(results.compared) > 1)
        yield f"What {axis.name} does, in {found.measure.title}, on the same boards. {parts}."
    local = _of_interest(axis, axis.local)
    if local:
        parts = "; ".join(_local_part(results, one) for one in local[:_MOST_PARTS])
        yield (
            f"What {axis.name} does to local search, by runs solved on the same boards: {parts}."
        )
    if not told and not local:
        yield f"What {axis.name} does cannot be told: nothing was solved."


def _of_interest(axis: AxisFinding, found: Sequence[_C]) -> list[_C]:
    """Return the contrasts worth a word: for numbers only the last value with the first."""
    return [one for one in found if axis.places is None or one.value == axis.values[-1]]


def _at_each(found: Analysis, axis: AxisFinding) -> Iterator[str]:
    """Yield what a switch does at each value of another axis."""
    for other, by_value in axis.at_each.items():
        told = []
        for at, contrasts in by_value.items():
            several = len(found.results.compared) > 1
            parts = "; ".join(_effect(found.results, one, several) for one in contrasts)
            told += [f"{at}: {parts}"] if parts else []
        if told:
            base, value = axis.values
            yield f"At each {other}, {axis.name} from {base} to {value}. {'. '.join(told)}."


def _parts(results: GridResults, told: Sequence[Contrast], several: bool) -> str:
    by_step: dict[tuple[Axis, Axis], list[str]] = {}
    for one in told[:_MOST_PARTS]:
        by_step.setdefault((one.base, one.value), []).append(_effect(results, one, several))
    parts = [f"From {base} to {value} {'; '.join(of)}" for (base, value), of in by_step.items()]
    left = len(told) - _MOST_PARTS
    return ". ".join([*parts, *([f"{left} more are in the table"] if left > 0 else [])])


def _effect(results: GridResults, one: Contrast, several: bool) -> str:
    """Return the effect on a configuration, with its interval and the test."""
    name = f"{results.label(one.configuration)} " if several else "the search "
    alone = [
        f"{count} solved at {value} alone"
        for count, value in ((one.only_base, one.base), (one.only_value, one.value))
        if count
    ]
    if one.ratio is None:
        return f"{name}is not comparable ({', '.join(['no board solved at both', *alone])})"
    if one.more == one.less == 0:
        return ", ".join([f"{name}takes the same on each of {one.boards} boards", *alone])
    interval = (
        f"95 % interval {one.low:.2g} to {one.high:.2g}" if one.low is not None else "no interval"
    )
    sure = sureness(one.adjusted) or "may be chance"
    facts = [interval, f"{one.boards} boards", f"effect {one.effect:+.2f}", p_text(one.adjusted)]
    clock = clock_words(one.ratio, one.clock)
    return f"{name}takes {times(one.ratio)}{clock} ({', '.join([*facts, *alone])}: {sure})"


def _local_part(results: GridResults, one: LocalContrast) -> str:
    rates = []
    for solved, value, (low, high) in (
        (one.solved_base, one.base, one.interval_base),
        (one.solved_value, one.value, one.interval_value),
    ):
        rates.append(f"{solved} of {one.runs} at {value} ({low:.0%} to {high:.0%})")
    sure = "beyond chance" if is_sure(one.adjusted) else "may be chance"
    return f"{results.label(one.configuration)} {', '.join(rates)}, {p_text(one.adjusted)}: {sure}"
