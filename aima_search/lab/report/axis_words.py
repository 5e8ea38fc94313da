"""What each axis of a grid does, in words: the effect, its interval and the test, or why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from aima_search.lab.instances import Axis
from aima_search.lab.report.factors import Contrast, contrasts, is_paired, unpaired
from aima_search.lab.report.local import LocalContrast, local_contrasts
from aima_search.lab.report.results import GridResults, as_number
from aima_search.lab.report.words import clock_words, times
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import is_sure, p_text, sureness, wilson

_C = TypeVar("_C", Contrast, LocalContrast)
_MOST_PARTS = 12  # of a sentence
_MOST_VALUES = 6  # of an axis at each value of which another one is told of


def axis_words(results: GridResults, measure: Measure) -> list[str]:
    """Return what is to be said of the axes of a grid, a paragraph each."""
    grouping = [axis for axis in results.axes if _groups(results, axis)]
    paired = [axis for axis in grouping if is_paired(results, axis)]
    said: list[str] = []
    for axis in paired:
        said += _paired(results, measure, axis)
        if len(results.axes[axis]) == 2:
            others = [one for one in paired if one != axis and _is_of_words(results, one)]
            said += [text for one in others for text in _at_each(results, measure, axis, one)]
    rest = [axis for axis in unpaired(results) if axis in grouping]
    if rest:
        said.append(
            f"Not tested: what {' and '.join(rest)} {'does' if len(rest) == 1 else 'do'}. Other"
            " boards stand at each value, so that chance is in the difference; the means are in the"
            " tables by axis."
        )
    return said


def _groups(results: GridResults, axis: str) -> bool:
    """Tell whether an axis groups boards, and does not name each of them."""
    return len(results.axes[axis]) < len(set(results.blocks.values())) or is_paired(results, axis)


def _is_of_words(results: GridResults, axis: str) -> bool:
    values = results.axes[axis]
    return len(values) <= _MOST_VALUES and None in map(as_number, values)


def _paired(results: GridResults, measure: Measure, axis: str) -> Iterator[str]:
    found = [one for one in contrasts(results, measure) if one.axis == axis]
    told = _of_interest(results, axis, found)
    if told:
        parts = _parts(results, told, len(results.compared) > 1)
        yield f"What {axis} does, in {measure.title}, on the same boards. {parts}."
    local = _of_interest(results, axis, local_contrasts(results, axis))
    if local:
        parts = "; ".join(_local_part(results, one) for one in local[:_MOST_PARTS])
        yield f"What {axis} does to local search, by runs solved on the same boards: {parts}."
    if not told and not local:
        yield f"What {axis} does cannot be told: nothing was solved."


def _of_interest(results: GridResults, axis: str, found: Sequence[_C]) -> list[_C]:
    """Return the contrasts to tell of: of numbers those of the last value with the first."""
    last = results.axes[axis][-1]
    numbers = None not in map(as_number, results.axes[axis])
    return [one for one in found if not numbers or one.value == last]


def _at_each(results: GridResults, measure: Measure, axis: str, other: str) -> Iterator[str]:
    """Yield what a switch does at each value of another axis."""
    base, value = results.axes[axis]
    told = []
    for at in results.axes[other]:
        every = contrasts(results, measure, {other: at})
        found = [one for one in every if one.axis == axis]
        parts = "; ".join(_effect(results, one, len(results.compared) > 1) for one in found)
        told += [f"{at}: {parts}"] if parts else []
    if told:
        yield f"At each {other}, {axis} from {base} to {value}. {'. '.join(told)}."


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
    for solved, value in ((one.solved_base, one.base), (one.solved_value, one.value)):
        low, high = wilson(solved, one.runs)
        rates.append(f"{solved} of {one.runs} at {value} ({low:.0%} to {high:.0%})")
    sure = "beyond chance" if is_sure(one.adjusted) else "may be chance"
    return f"{results.label(one.configuration)} {', '.join(rates)}, {p_text(one.adjusted)}: {sure}"
