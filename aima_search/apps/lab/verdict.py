"""The verdict in plain words: which heuristic is best, by what, how sure, where it loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import TypeVar

from aima_search.apps.lab.analysis import Analysis, Payoff, Ranking
from aima_search.apps.lab.axes import AxisFinding
from aima_search.apps.lab.comparisons import Contrast, Pair
from aima_search.apps.lab.local import LocalContrast
from aima_search.apps.lab.results import GridResults
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.measures import Measure
from aima_search.runs.statistics import is_sure, p_text, sureness


def verdict(found: Analysis) -> list[str]:
    """Return the verdict, a paragraph a question, for every algorithm with heuristics."""
    results = found.results
    paragraphs = []
    if found.faults:
        runs = sum(fault.runs for fault in found.faults)
        paragraphs.append(
            f"Careful: {_counted(runs, 'run')} ended in a way that should not happen;"
            " see the unexpected outcomes."
        )
    if results.missing:
        paragraphs.append(f"Not finished: {results.missing} runs of the grid are still missing.")
    said = [text for ranking in found.rankings for text in _group(found, ranking)]
    said += [_method(found, group) for group in found.methods]
    said += _blind(found)
    said += local_words(found)
    if not said and results.best_costs:
        said.append("No heuristic to judge: only searches without one solved boards.")
    said = said or ["Nothing was solved: there is nothing to compare."]
    if any(row.solved for row in results):
        said += axis_words(found)
    hopeless = results.without_solution
    if hopeless:
        boards = f"{len(hopeless)} of the {len(results.instances)} boards"
        said.append(f"It is proved for {boards} that there is no solution.")
    return paragraphs + said


def _group(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield the words on the heuristics of one algorithm."""
    results, measure = found.results, found.measure
    order, best = ranking.order, ranking.best
    if len(order) == 1:
        others = {how.heuristic for how in results.facts} - {best.heuristic, None}
        compared = {how for group in found.methods for p in group for how in (p.first, p.second)}
        if not others and best in compared:
            return  # the words on methods are about it
        why = "solved anything" if others else "is in the grid"
        yield f"{_where(results, best)}only {best.heuristic} {why}: no comparison."
        return
    rivals = {pair.second: pair for pair in ranking.pairs}
    unsure = [how for how in order[1:] if not rivals[how].is_same and not differ(rivals[how])]
    text = [
        _first_sentence(results, measure, ranking, "leads" if unsure else "is the best heuristic")
    ]
    equal = [how for how in order[1:] if rivals[how].is_same]
    if len(equal) == len(order) - 1:
        yield f"{_where(results, best)}all heuristics are equally good: {_equals(order, rivals)}."
        yield from filter(None, [_costs(found, order), _by_time(ranking), *_payoffs(ranking)])
        return
    if equal:
        text.append(f"No difference: {_equals([best, *equal], rivals)}.")
    text.append(_runner_up(rivals[next(how for how in order[1:] if how not in equal)]))
    text.append(_others(ranking.pairs, measure, unsure))
    yield " ".join(filter(None, text))
    yield from filter(None, [_losses(measure, ranking), _costs(found, order)])
    if measure.name != "seconds":
        yield from filter(None, [_by_time(ranking)])
    yield from filter(None, [_preparations(ranking), *_payoffs(ranking)])


def _where(results: GridResults, how: Configuration) -> str:
    several = len({one.without_heuristic for one in results.facts if one.heuristic}) > 1
    return f"With {how.method}{_tie(results, how)}: " if several else ""


def _tie(results: GridResults, how: Configuration) -> str:
    """Return how a search breaks ties, "" if it breaks none, or if all do it alike."""
    return f" and ties broken {how.tie_break}" if results.has_ties and how.tie_break else ""


def _first_sentence(results: GridResults, measure: Measure, ranking: Ranking, how_good: str) -> str:
    """Return why the first is the best: most boards solved, then least of the measure."""
    order, best, solved, means = ranking.order, ranking.best, ranking.solved, ranking.means
    equals = [how for how in order[1:] if solved[how] == solved[best]]
    least = min(order, key=lambda how: inf if means[how] is None else means[how] or 0)
    text = f"{_where(results, best)}{best.heuristic} {how_good}: it solved"
    text += f" {solved[best]} of {len(results.instances)} boards"
    if not equals:
        text += ", more than any other"
    elif len(equals) < len(order) - 1:
        text += f", as did {', '.join(str(how.heuristic) for how in equals)}"
    else:
        text += ", as did all others"
    on = f"on the {_counted(ranking.common, 'board')} that all of them solved"
    if means[best] is None:
        return f"{text}."
    if _is_least(means[best], means[least]):
        return f"{text}, and {measure.phrase} {on} ({means[best]:,.3g} in the geometric mean)."
    return (
        f"{text}. {least.heuristic} {measure.phrase} {on} ({means[least]:,.3g} against"
        f" {means[best]:,.3g} in the geometric mean), but it solved"
        f" {_counted(solved[least], 'board')} only."
    )


def _is_least(mean: float | None, least: float | None) -> bool:
    return mean is not None and least is not None and mean <= least * (1 + 1e-9)


def _runner_up(pair: Pair) -> str:
    rival = pair.second.heuristic
    if pair.ratio is None:
        return f"No board was solved by both {pair.first.heuristic} and the next, {rival}."
    return (
        f"The next, {rival}, needs {times(1 / pair.ratio)} on the"
        f" {_counted(pair.instances, 'board')} that both solved (less for {pair.worse}, more for"
        f" {pair.better}); {how_sure(pair)}."
    )


def _equals(same: Sequence[Configuration], rivals: Mapping[Configuration, Pair]) -> str:
    boards = min(rivals[how].instances for how in same[1:])
    names = ", ".join(str(how.heuristic) for how in same)
    return f"{names} need exactly as much on each of the {boards} boards that they solved"


def _others(own: Sequence[Pair], measure: Measure, unsure: Sequence[Configuration]) -> str:
    """Return how many rivals are beaten beyond chance, and the rivals that may be equal."""
    beaten = sum(pair.effect > 0 and differ(pair) for pair in own)
    best = own[0].first.heuristic
    rivals = _counted(len(own), "rival")
    text = f"{best} needs {measure.less} than {beaten} of its {rivals} beyond chance"
    names = ", ".join(str(how.heuristic) for how in unsure)
    return f"{text}; not told apart from it: {names}." if names else f"{text}."


def _losses(measure: Measure, ranking: Ranking) -> str:
    """Return where the best heuristic loses: to whom, how often, on which boards above all."""
    worst = max(ranking.pairs, key=lambda pair: pair.worse)
    if not worst.worse:
        return f"It loses nowhere: on no board does a rival need {measure.less}."
    text = (
        f"Where it loses: {worst.second.heuristic} needs {measure.less} on"
        f" {worst.worse} of {worst.instances} boards"
    )
    if not ranking.losses:
        return f"{text}, scattered over all kinds of boards."
    places = [f"where {one.axis} is {one.value} ({times(one.ratio)})" for one in ranking.losses]
    return f"{text}, in the mean {', '.join(places[:3])}."


def _costs(found: Analysis, order: Sequence[Configuration]) -> str:
    """Return whose solutions cost more than need be."""
    expensive = []
    for how in order:
        above, of = found.expensive[how]
        if above:
            expensive.append((how, len(above), of))
    if not expensive:
        return "All of them found solutions of the same, least known cost."
    facts = found.results.facts[order[0]]
    promise = (
        f" {order[0].heuristic} is declared admissible; if that holds, no solution is cheaper."
        if facts["optimal"]
        else ""
    )
    listed = "; ".join(f"{how.heuristic} on {worse} of {of}" for how, worse, of in expensive)
    text = f"Solutions more expensive than the best known: {listed}."
    optimal = [how for how in order if how not in [one for one, _, _ in expensive]]
    if order[0] in optimal or not optimal:
        return text + promise
    return f"{text} The best heuristic that never cost more is {optimal[0].heuristic}."


def _by_time(ranking: Ranking) -> str:
    """Return what the clock says of the boards that all solved."""
    best, pair = ranking.best.heuristic, ranking.clock
    if ranking.fastest == ranking.best:
        return f"By the clock {best} is the fastest too."
    if pair is None or pair.ratio is None:
        return ""
    return (
        f"By the clock {pair.second.heuristic} is the fastest: on the"
        f" {_counted(pair.instances, 'board')} that both solved {best} takes {times(pair.ratio)};"
        f" {how_sure(pair)}."
    )


def _preparations(ranking: Ranking) -> str:
    """Return what the heuristics took to prepare, if that is worth a word."""
    told = [f"{how.heuristic} {mean:.2g} s" for how, mean in ranking.prepared.items()]
    if not told:
        return ""
    return f"The clock leaves out what they are prepared in, a board: {', '.join(told)}."


def _payoffs(ranking: Ranking) -> Iterator[str]:
    """Yield whether notable preparation pays, done once for all boards."""
    if ranking.payoffs:
        told = "; ".join(map(_payoff, ranking.payoffs))
        yield f"Preparation weighed, done once for all boards: {told}."


def _payoff(one: Payoff) -> str:
    rival, boards = one.rival.heuristic, f"on the {_counted(one.boards, 'board')} that both solved"
    text = f"{one.configuration.heuristic}, {one.preparation:.2g} s more than {rival},"
    if one.pays_from is None:
        return f"{text} never pays: it saves no time {boards}"
    count = _counted(one.pays_from, "board")
    return f"{text} pays from {count} on: it saves {one.saved:.2g} s a board {boards}"


def _method(found: Analysis, group: Sequence[Pair]) -> str:
    """Return what searches take next to the grid's first search with the same heuristic."""
    first = group[0].second
    told = [_beside(found, pair) for pair in group]
    ties = _tie(found.results, first)
    return (
        f"Searches with {first.heuristic}{ties} next to {first.method}, in {found.measure.title},"
        f" on the boards that both solved: {'; '.join(told)}."
    )


def _beside(found: Analysis, pair: Pair) -> str:
    how = pair.first
    solved = f"{found.results.solved_count(how)} of {len(found.results.instances)} solved"
    if pair.ratio is None:
        return f"{how.method} not comparable ({solved})"
    told = ", ".join([solved, *_price(found, how)])
    if pair.is_same:
        return f"{how.method} exactly as much on each ({told})"
    clock = clock_words(pair.ratio, pair.clock)
    return f"{how.method} {times(pair.ratio)}{clock} ({told}); {how_sure(pair)}"


def _price(found: Analysis, how: Configuration) -> Iterator[str]:
    above, of = found.expensive[how]
    if not above:
        yield "never more expensive than the best known"
    else:
        yield f"more expensive than the best known on {len(above)} of {of}"
        yield f"by {max(above) - 1:.0%} at most"


def _blind(found: Analysis) -> Iterator[str]:
    """Yield what blind search costs next to the best informed configuration."""
    if not found.blind:
        return
    results = found.results
    parts = []
    for pair in found.blind:
        label = results.label(pair.first)
        solved = f"{results.solved_count(pair.first)} of {len(results.instances)} solved"
        if pair.ratio is not None:
            clock = clock_words(pair.ratio, pair.clock)
            parts.append(f"{label} {times(pair.ratio)}{clock} ({solved})")
        else:
            parts.append(f"{label} not comparable ({solved})")
    best = results.label(found.blind[0].second)
    yield (
        f"What blind search costs, in {found.measure.title}, next to {best} on the boards"
        f" that both solved: {'; '.join(parts)}."
    )


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word if count == 1 else f'{word}s'}"


# Ratios, and how sure they are, in words.


_NOTABLE = 0.05  # of what is as much


def times(ratio: float) -> str:
    """Return how much something takes of another thing.

    >>> times(0.5), times(1 / 30), times(1.001)
    ('0.5 times as much', '1/30 of that', 'as much')
    """
    if 0.995 < ratio < 1.005:
        return "as much"
    return f"{ratio:,.3g} times as much" if ratio >= 0.1 else f"1/{1 / ratio:,.0f} of that"


def differ(pair: Pair) -> bool:
    """Tell whether two differ beyond chance."""
    return is_sure(pair.adjusted)


def how_sure(pair: Pair) -> str:
    """Return in words whether two differ beyond chance."""
    p = p_text(pair.adjusted)
    if sure := sureness(pair.adjusted):
        return f"that they differ is {sure} ({p}, effect {pair.effect:+.2f})"
    return f"that may be chance ({p}): more boards are needed to tell them apart"


def clock_words(ratio: float, clock: float | None) -> str:
    """Return the ratio of seconds in words if it says the opposite of another ratio, else "".

    >>> clock_words(0.5, 1.5), clock_words(0.5, 0.8), clock_words(0.5, 1.01)
    (', but 1.5 times as much by the clock', '', '')
    """
    disagree = clock is not None and (
        (ratio < 1 - _NOTABLE and clock > 1 + _NOTABLE)
        or (ratio > 1 + _NOTABLE and clock < 1 - _NOTABLE)
    )
    return f", but {times(clock)} by the clock" if clock is not None and disagree else ""


# The effect of each axis of a grid in words: its size, interval and test, or why not.


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


def local_words(found: Analysis) -> list[str]:
    """Return in words which local search solves most, and how sure that is; none without any."""
    if not found.local.rates:
        return []
    _, rates = found.local.rates[0]
    order = sorted(rates, key=lambda one: -one.rate)
    parts = [
        f"{found.results.label(one.configuration)} {one.solved} of {one.runs}"
        f" ({one.low:.0%} to {one.high:.0%})"
        for one in order
    ]
    text = f"Local search, runs solved (95 % interval of the rate): {'; '.join(parts)}."
    if len(order) > 1:
        first = {one.configuration for one in order[:2]}
        pair = next(one for one in found.local.pairs if {one.first, one.second} == first)
        words = "differ beyond chance" if is_sure(pair.p_solved) else "may differ by chance"
        text += f" The first two {words} ({p_text(pair.p_solved)}, McNemar's test on the same"
        text += " boards)."
    return [text]
