"""The report on an experiment, in words: a summary of at most ten sentences, then the details.

It says which heuristic is best, by what, how sure, where it loses, what it rests on; what each axis
of the grid does; how often local search succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import NamedTuple

import numpy as np

from aima_search.apps.lab.analysis import Analysis, Payoff, Ranking, analyse
from aima_search.apps.lab.comparisons import AxisFinding, Contrast, Pair
from aima_search.apps.lab.local import LocalContrast
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.catalog.configuration import Configuration
from aima_search.runs.instances import Axis
from aima_search.runs.outcomes import NO_SOLUTION
from aima_search.runs.statistics import is_sure, p_text, sureness

_MOST_SENTENCES = 10  # of the summary
_MOST_PARTS = 6  # of a sentence
_NOTABLE = 0.05  # of what is as much
_DETAIL = 9  # the rank of a sentence that the summary leaves out


class Topic(NamedTuple):
    """Sentences on one thing, each with its rank: the summary has those of the lowest ranks.

    about: what every paragraph of them begins with.
    """

    sentences: Sequence[tuple[int, str]]
    about: str = ""


class Report(GridResults):
    """The results of a grid, with a verdict on them."""

    def verdict(self, measure: str = "expanded") -> str:
        """Return in plain words which heuristic is best, by what, how sure, where it loses.

        At most ten sentences sum it up; all other paragraphs are details.
        """
        words = verdict(analyse(self, measure_of(measure)))
        return "\n\n".join([*words.summary, *words.details])


def load(store: str | Path, grid: str | None = None) -> Report:
    """Return the report on a grid in a store: the named grid, by default the last grid run."""
    return Report(Path(store), grid)


@dataclass(frozen=True)
class Verdict:
    """Paragraphs: those of the summary have at most ten sentences together."""

    summary: Sequence[str]
    details: Sequence[str]


def verdict(found: Analysis) -> Verdict:
    """Return the verdict, a paragraph a question."""
    topics = list(_topics(found))
    ranked = [
        (rank, at, place)
        for at, topic in enumerate(topics)
        for place, (rank, _) in enumerate(topic.sentences)
        if rank < _DETAIL
    ]
    chosen = {(at, place) for _, at, place in sorted(ranked)[:_MOST_SENTENCES]}
    summary: list[str] = []
    details: list[str] = []
    for at, topic in enumerate(topics):
        parts: tuple[list[str], list[str]] = [], []
        for place, (_, sentence) in enumerate(topic.sentences):
            parts[(at, place) not in chosen].append(sentence)
        for said, own in zip((summary, details), parts, strict=True):
            said += [topic.about + " ".join(own)] if own else []
    return Verdict(summary, details)


def _topics(found: Analysis) -> Iterator[Topic]:
    results = found.results
    if found.faults:
        runs = _counted(sum(fault.runs for fault in found.faults), "run")
        words = "ended in a way that should not happen; see the unexpected outcomes."
        yield Topic([(0, f"Careful: {runs} {words}")])
    if missing := results.missing:
        yield Topic([(0, f"Not finished: {missing} runs of the grid are still missing.")])
    said = [_ranking(found, ranking) for ranking in found.rankings]
    said += [Topic([(4, _methods(found, group))]) for group in found.methods]
    said += [Topic(_local(found))] if found.local_rates else []
    if not any(topic.sentences for topic in said):
        no_heuristic = "No heuristic to judge: only searches without one solved boards."
        nothing = "Nothing was solved: there is nothing to compare."
        said = [Topic([(1, nothing if np.isnan(results.least_costs).all() else no_heuristic)])]
    yield from said
    if not np.isnan(results.least_costs).all() or found.local_rates:
        yield from _axes(found)
    proved = [results.has_status(how, NO_SOLUTION).any(axis=1) for how in results.facts]
    if hopeless := (np.logical_or.reduce(proved) & np.isnan(results.least_costs)).sum():
        boards = f"{hopeless} of the {len(results.boards)} boards"
        yield Topic([(3, f"It is proved for {boards} that there is no solution.")])


def _ranking(found: Analysis, ranking: Ranking) -> Topic:
    results, best = found.results, ranking.best
    several = len({how.without_heuristic for how in results.facts if how.heuristic}) > 1
    about = f"With {best.method}{_tie(results, best)}: " if several else ""
    if len(ranking.order) == 1:
        others = {how.heuristic for how in results.facts} - {best.heuristic, None}
        compared = {how for group in found.methods for p in group for how in (p.first, p.second)}
        if not others and best in compared:
            return Topic([])  # the words on methods are about it
        why = "solved anything" if others else "is in the grid"
        only = "only" if about else "Only"
        return Topic([(1, f"{only} {best.heuristic} {why}: no comparison.")], about)
    behind = [] if best in ranking.costly else list(ranking.costly)
    order = [how for how in ranking.order if how not in behind]
    rivals = {pair.second: pair for pair in ranking.pairs}
    equal = [how for how in order[1:] if rivals[how].is_same]
    different = [rivals[how] for how in order[1:] if how not in equal]
    topic = [(1, _first_sentence(found, ranking, order, different))]
    if equal and not different:
        who = "heuristics whose solutions never cost more" if behind else "heuristics"
        words = f"{who} are equally good: {_equals(order, rivals)}."
        topic = [(1, f"{'all' if about else 'All'} {words}")]
    topic.append((1 if behind else 3, _costs(found, ranking, behind)))
    topic += [(2, text) for text in _premise(found, ranking)]
    if different:
        topic.append((2, _runner_up(different[0])))
        topic.append((_DETAIL, _losses(ranking)))
    if found.measure.name != "seconds" or not different:
        topic += [(3, text) for text in _by_time(ranking)]
    if ranking.payoffs:
        told = "; ".join(map(_payoff, ranking.payoffs))
        topic.append((3, f"Preparation weighed, done once for all boards, in medians: {told}."))
    return Topic(topic, about)


def _tie(results: GridResults, how: Configuration) -> str:
    """Return how a search breaks ties, "" if it breaks none, or if all do it alike."""
    return f" and ties broken {how.tie_break}" if results.has_ties and how.tie_break else ""


def _first_sentence(
    found: Analysis, ranking: Ranking, order: Sequence[Configuration], different: Sequence[Pair]
) -> str:
    """Return why the first is the best: most boards solved, then least of the measure."""
    results, best = found.results, ranking.best
    is_best = all(is_sure(pair.adjusted) for pair in different)
    text = f"{best.heuristic} {'is the best heuristic' if is_best else 'leads'}"
    if len(order) < len(ranking.order):
        text += " among those whose solutions never cost more than the best known"
    text += f": it solved {results.solved_count(best)} of {len(results.boards)} boards"
    equals = [how for how in order[1:] if results.solved_count(how) == results.solved_count(best)]
    if not equals:
        text += ", more than any other" * (len(order) > 1)
    elif len(equals) == len(ranking.order) - 1:
        text += ", as did all others"
    else:
        text += f", as did {', '.join(str(how.heuristic) for how in equals)}"
    means = {how: inf if ranking.means[how] is None else ranking.means[how] or 0 for how in order}
    least = min(order, key=means.__getitem__)
    if len(order) == 1 or means[best] == inf:
        return f"{text}."
    on = f"{found.measure.phrase} on the {_counted(ranking.common, 'board')} that all of them"
    mean = found.measure.mean_words.removesuffix("s")
    if means[best] <= means[least] * (1 + 1e-9):
        return f"{text}, and {on} solved ({means[best]:,.3g} in the {mean})."
    return (
        f"{text}, while {least.heuristic} {on} solved ({means[least]:,.3g} against"
        f" {means[best]:,.3g} in the {mean}), but solved"
        f" {_counted(results.solved_count(least), 'board')} only."
    )


def _admissible(found: Analysis, how: Configuration) -> str:
    is_admissible = found.results.facts[how]["admissible"]
    if is_admissible is None:
        return "not declared admissible"
    return "declared admissible" if is_admissible else "not admissible"


def _premise(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield what the best heuristic's cheap solutions rest on, if nothing promises them."""
    best, admissible = ranking.best, found.results.facts[ranking.best]["admissible"]
    if best.chosen.algorithm.optimal and not admissible and best not in ranking.costly:
        name = best.heuristic
        yield (
            f"That no solution of {name} cost more rests on these boards alone: it is"
            f" {_admissible(found, best)}."
        )


def _runner_up(pair: Pair) -> str:
    rival = pair.second.heuristic
    if pair.ratio is None:
        return f"No board was solved by both {pair.first.heuristic} and the next, {rival}."
    return (
        f"The next, {rival}, needs {times(1 / pair.ratio)} on the"
        f" {_counted(pair.boards, 'board')} that both solved (less for {pair.more}, more for"
        f" {pair.less}); {how_sure(pair)}."
    )


def _equals(same: Sequence[Configuration], rivals: Mapping[Configuration, Pair]) -> str:
    boards = min(rivals[how].boards for how in same[1:])
    names = ", ".join(str(how.heuristic) for how in same)
    return f"{names} need exactly as much on each of the {boards} boards that they solved"


def _losses(ranking: Ranking) -> str:
    worst = max(ranking.pairs, key=lambda pair: pair.more)
    if not worst.more:
        return "It loses nowhere: on no board does a rival need less."
    text = (
        f"Where it loses: {worst.second.heuristic} needs less on {worst.more} of"
        f" {worst.boards} boards"
    )
    if not ranking.losses:
        return f"{text}, scattered over all kinds of boards."
    places = [f"where {axis} is {value} ({times(ratio)})" for axis, value, ratio in ranking.losses]
    return f"{text}, in the mean {', '.join(places[:3])}."


def _costs(found: Analysis, ranking: Ranking, behind: Sequence[Configuration]) -> str:
    """Return whose solutions cost more than need be, and who is ranked last because of that."""
    told = []
    for how in ranking.order:
        above, of = found.expensive[how]
        if above:
            mean = ranking.means[how]
            took = "" if mean is None else f"; {mean:,.3g} {found.measure.title} in the mean"
            why = f" ({_admissible(found, how)}{took})" if behind else ""
            told.append(f"{how.heuristic} on {len(above)} of {of}{why}")
    if not told:
        return "All of them found solutions of the same, least known cost."
    who = "Ranked last, with solutions" if behind else "Solutions"
    cheapest = [str(how.heuristic) for how in ranking.order if not found.expensive[how][0]]
    is_told = behind or not cheapest
    best = "" if is_told else f"; the best heuristic that never cost more is {cheapest[0]}"
    return f"{who} more expensive than the best known: {'; '.join(told)}{best}."


def _by_time(ranking: Ranking) -> Iterator[str]:
    best, pair = ranking.best.heuristic, ranking.clock
    if pair is None or pair.ratio is None:
        return
    if pair.ratio <= 1:
        yield f"By the clock {best} is the fastest too."
    else:
        yield (
            f"By the clock {pair.second.heuristic} is the fastest: on the"
            f" {_counted(pair.boards, 'board')} that both solved {best} takes"
            f" {times(pair.ratio)}; {how_sure(pair)}."
        )


def _payoff(one: Payoff) -> str:
    rival = one.rival.heuristic
    text = f"{one.configuration.heuristic} takes {one.preparation:.2g} s more than {rival}, and"
    on = f"on the {_counted(one.boards, 'board')} that both solved"
    pays_from, *ends = map(one.pays_from, (one.saved, one.high, one.low))
    if pays_from is None:
        return f"{text} never pays: it saves no time {on}"
    first, last = (f"{count:,}" if count else "never" for count in ends)
    spread = f"; by the quartiles of what it saves: {first} to {last}" if first != last else ""
    count = _counted(pays_from, "board")
    return f"{text} pays from {count} on: it saves {one.saved:.2g} s a board {on}{spread}"


def _methods(found: Analysis, group: Sequence[Pair]) -> str:
    first = group[0].second
    if group[0].first.heuristic:
        ties = _tie(found.results, first)
        who = f"Searches with {first.heuristic}{ties} next to {first.method}"
    else:
        who = f"What blind search costs next to {found.results.label(first)}"
    told = "; ".join(_beside(found, pair) for pair in group)
    return f"{who}, in {found.measure.title}, on the boards that both solved: {told}."


def _beside(found: Analysis, pair: Pair) -> str:
    how, results = pair.first, found.results
    name = how.method if how.heuristic else results.label(how)
    solved = f"{results.solved_count(how)} of {len(results.boards)} solved"
    if pair.ratio is None:
        return f"{name} not comparable ({solved})"
    above, of = found.expensive[how]
    price = "never more expensive than the best known"
    if above:
        price = f"more expensive than the best known on {len(above)} of {of}"
        price += f", by {max(above) - 1:.0%} at most"
    if pair.is_same:
        return f"{name} exactly as much on each ({solved}, {price})"
    clock = clock_words(pair.ratio, pair.clock)
    return f"{name} {times(pair.ratio)}{clock} ({solved}, {price}); {how_sure(pair)}"


def _local(found: Analysis) -> list[tuple[int, str]]:
    _, rates = found.local_rates[0]
    order = sorted(rates, key=lambda one: -one.rate)
    parts = [
        f"{found.results.label(one.configuration)} {one.solved} of {one.runs}"
        f" ({one.low:.0%} to {one.high:.0%})"
        for one in order
    ]
    text = f"Local search, runs solved (95 % interval of the rate): {'; '.join(parts)}."
    topic = [(1, text)]
    if len(order) > 1:
        first = {one.configuration for one in order[:2]}
        pair = next(one for one in found.local_pairs if {one.first, one.second} == first)
        words = "differ beyond chance" if is_sure(pair.p_solved) else "may differ by chance"
        test = f"({p_text(pair.p_solved)}, McNemar's test on the same boards)"
        topic.append((1, f"The first two {words} {test}."))
    return topic


def _axes(found: Analysis) -> Iterator[Topic]:
    grouping = [axis for axis in found.axes.values() if axis.groups]
    for axis in grouping:
        if axis.is_paired:
            yield Topic([(2, text) for text in _paired(found, axis)])
            yield Topic([(_DETAIL, text) for text in _at_each(found, axis)])
    rest = [axis.name for axis in grouping if not axis.is_paired]
    if rest:
        text = (
            f"Not tested: what {' and '.join(rest)} {'does' if len(rest) == 1 else 'do'}. Other"
            " boards stand at each value, so that chance is in the difference; the means are in"
            " the tables by axis."
        )
        yield Topic([(_DETAIL, text)])


def _paired(found: Analysis, axis: AxisFinding) -> Iterator[str]:
    results, last = found.results, axis.values[-1]
    told = [one for one in axis.contrasts if axis.places is None or one.value == last]
    if told:
        several = len(results.compared) > 1
        by_step: dict[tuple[Axis, Axis], list[str]] = {}
        for one in told[:_MOST_PARTS]:
            by_step.setdefault((one.base, one.value), []).append(_effect(results, one, several))
        parts = [f"from {base} to {value} {'; '.join(of)}" for (base, value), of in by_step.items()]
        left = len(told) - _MOST_PARTS
        parts += [f"{left} more are in the table"] if left > 0 else []
        how = f"in {found.measure.title}, on the same boards"
        yield f"What {axis.name} does, {how}: {'; '.join(parts)}."
    local = found.local_contrasts[axis.name]
    local = [one for one in local if axis.places is None or one.value.point[axis.name] == last]
    if local:
        text = "; ".join(_local_part(results, one) for one in local[:_MOST_PARTS])
        yield f"What {axis.name} does to local search, by runs solved on the same boards: {text}."
    if not told and not local:
        yield f"What {axis.name} does cannot be told: nothing was solved."


def _at_each(found: Analysis, axis: AxisFinding) -> Iterator[str]:
    several = len(found.results.compared) > 1
    for other, by_value in axis.at_each.items():
        told = []
        for at, contrasts in by_value.items():
            parts = "; ".join(_effect(found.results, one, several) for one in contrasts)
            told += [f"{at}: {parts}"] if parts else []
        if told:
            base, value = axis.values
            yield f"At each {other}, {axis.name} from {base} to {value}. {'. '.join(told)}."


def _effect(results: GridResults, one: Contrast, several: bool) -> str:
    name = f"{results.label(one.configuration)} " if several else "the search "
    alone = [
        f"{count} solved at {value} alone"
        for count, value in ((one.only_second, one.base), (one.only_first, one.value))
        if count
    ]
    if one.ratio is None:
        return f"{name}is not comparable ({', '.join(['no board solved at both', *alone])})"
    if one.is_same:
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
    for rate in (one.base, one.value):
        (value,) = rate.point.values()
        rates.append(f"{rate.solved} of {rate.runs} at {value} ({rate.low:.0%} to {rate.high:.0%})")
    sure = "beyond chance" if is_sure(one.adjusted) else "may be chance"
    label = results.label(one.base.configuration)
    return f"{label} {', '.join(rates)}, {p_text(one.adjusted)}: {sure}"


def times(ratio: float) -> str:
    """Return how much something takes of another thing.

    >>> times(0.5), times(1 / 30), times(1.001)
    ('0.5 times as much', '1/30 of that', 'as much')
    """
    if 0.995 < ratio < 1.005:
        return "as much"
    return f"{ratio:,.3g} times as much" if ratio >= 0.1 else f"1/{1 / ratio:,.0f} of that"


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


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word if count == 1 else f'{word}s'}"
