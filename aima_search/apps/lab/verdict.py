"""The report on an experiment, in words: a summary of at most five sentences, then the details.

The summary says which heuristic is best and by how much, what blind search costs, what each factor
does, what was cut short, and what is not shown. A difference is *shown* if its p is at most 5 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aima_search.apps.lab.analysis import Analysis, analyse
from aima_search.apps.lab.comparisons import Pair
from aima_search.apps.lab.factors import Contrast, Factor
from aima_search.apps.lab.permutation import LEVEL
from aima_search.apps.lab.rankings import Ranking
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.apps.lab.words import counted, evidence, listed, p_text, time_words, times
from aima_search.catalog.configuration import Configuration
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import NO_SOLUTION, OUTCOMES, SOLVED

_MOST_SENTENCES = 5  # of the summary
_MOST_PARTS = 6  # of a sentence
_FEW_VALUES = 4  # of a factor, each of which has its part of a sentence
_TRIFLE = 4  # expansions; boards that take fewer in the median compare nothing


class Report(GridResults):
    """The results of a grid, with a verdict on them."""

    def verdict(self, measure: str = "expanded") -> str:
        """Return in plain words which heuristic is best, by how much, and what is not shown.

        The first five sentences at most, a paragraph each, sum it up; the others are details.
        """
        words = verdict(analyse(self, measure_of(measure)))
        return "\n\n".join([*words.summary, *words.details])


def load(store: str | Path, grid: str | None = None) -> Report:
    """Return the report on a grid in a store: the named grid, by default the last grid run."""
    return Report(Path(store), grid)


@dataclass(frozen=True)
class Verdict:
    """The summary: at most five sentences. The details: paragraphs."""

    summary: Sequence[str]
    details: Sequence[str]


def verdict(found: Analysis) -> Verdict:
    """Return the verdict on a grid."""
    cut_short = list(_cut_short(found))
    is_alarming = bool(found.faults or found.results.missing)
    sentences = [
        *(cut_short if is_alarming else ()),
        *_trifles(found),
        *(_best(found, ranking) for ranking in found.rankings[:1] if len(ranking.order) > 1),
        *_against_blind(found),
        *_best_local(found),
        *_factors(found),
        *_not_shown(found),
        *(() if is_alarming else cut_short),
    ]
    if not found.best and not found.local_rates:
        sentences.append("Nothing was solved: there is nothing to compare.")
    details = [*sentences[_MOST_SENTENCES:], *_details(found)]
    return Verdict(sentences[:_MOST_SENTENCES], details)


def _cut_short(found: Analysis) -> Iterator[str]:
    """Yield what runs did instead of solving their board; local searches have rates instead."""
    results = found.results
    of_search = [config for config in results.facts if not config.entry.local]
    counts = {
        name: sum(int(results.has_status(config, name).sum()) for config in of_search)
        for name in OUTCOMES
        if name != SOLVED
    }
    parts = [f"{count:,} {name}" for name, count in counts.items() if count]
    parts += [f"{results.missing:,} still missing"] if results.missing else []
    if parts:
        runs = sum(counts.values()) + results.missing
        text = f"{runs:,} of {results.statuses.size:,} runs did not solve their board:"
        proved = [results.has_status(config, NO_SOLUTION).any(axis=1) for config in results.facts]
        hopeless = int((np.logical_or.reduce(proved) & np.isnan(results.least_costs)).sum())
        why = f"; {counted(hopeless, results.unit)} proved to have no solution" if hopeless else ""
        yield f"{'Careful: ' if found.faults else ''}{text} {', '.join(parts)}{why}."


def _trifles(found: Analysis) -> Iterator[str]:
    """Yield a warning if most boards take no search worth the name, however they are set."""
    results, expanded = found.results, MEASURES["expanded"]
    puzzle = PUZZLES.get(results.puzzle) if results.puzzle in PUZZLES else None
    settings = {one.name for one in puzzle.board_options if one.is_setting} if puzzle else set()
    axes = [codes for axis, (_, codes) in results.axes_of_boards.items() if axis not in settings]
    keys = np.column_stack([results.blocks, *axes]).tolist()
    taken = np.array([results.values(config, expanded) for config in results.compared])
    solved = np.array([results.solved[config] for config in results.compared])
    most: dict[tuple[int, ...], float] = {}
    for place, key in enumerate(map(tuple, keys)):
        if taken.size and (there := solved[:, place]).any():
            most[key] = max(most.get(key, 0), float(np.median(taken[there, place])))
    median = float(np.median([*most.values()])) if most else _TRIFLE
    if median < _TRIFLE:
        yield (
            f"Half of the boards take {median:g} expansions at most, in the median of the searches,"
            " so that there is little to compare: set min-cost, or ask for larger boards."
        )


def _best(found: Analysis, ranking: Ranking) -> str:
    """Return which heuristic is the best of an algorithm, and by how much."""
    results, best = found.results, ranking.best
    who, rivals = f"With {best.method}{_tie(results, best)},", ranking.rivals
    rest = len(ranking.order) - len(ranking.costly)
    of = f"{rest} heuristics"
    if ranking.costly:
        of += " whose solutions never cost more than the best known"
    solved = f"solves {results.solved_count(best)} of {counted(len(results.boards), results.unit)}"
    if rest == 1:
        return (
            f"{who} {best.heuristic} is the only one of {len(ranking.order)} heuristics whose"
            f" solutions never cost more than the best known; it {solved}."
        )
    if not rivals:
        return f"{who} {of} take the same on each board: {_names(ranking)}."
    shown = [pair for pair in rivals if pair.is_shown and pair.ratio is not None]
    better = [pair for pair in shown if (pair.ratio or 1) < 1]
    verb = "is the best of" if len(better) == len(rivals) else "leads among"
    text = f"{who} {best.heuristic} {verb} {of}: it {solved} and {_next(found, rivals[0])}"
    if better and better[0] != rivals[0]:
        other, ratio = better[0].second.heuristic, better[0].ratio or 1
        text += f", and {times(ratio)} those of {other} {evidence(better[0])}"
    for pair in [pair.reversed() for pair in shown if pair not in better][:1]:
        text += (
            f"; {pair.first.heuristic} solves {results.solved_count(pair.first)} and needs"
            f" {times(pair.ratio or 1)} its {found.measure.noun} {evidence(pair)}"
        )
    return f"{text}."


def _next(found: Analysis, pair: Pair) -> str:
    """Return what the best needs next to a rival."""
    rival, solved = pair.second.heuristic, found.results.solved_count(pair.second)
    few = f", which solves {solved}" if solved < found.results.solved_count(pair.first) else ""
    if pair.ratio is None:
        return f"shares no solved board with the next, {rival}{few}"
    return (
        f"needs {times(pair.ratio)} the {found.measure.noun} of the next, {rival}{few}"
        f"{time_words(pair)} {evidence(pair)}"
    )


def _against_blind(found: Analysis) -> Iterator[str]:
    results, best = found.results, found.best
    if best is None or not best.heuristic:
        return
    asked = [config for config in results.facts if not (config.heuristic or config.entry.local)]
    if asked and not found.blind:
        yield f"Blind search solved no board ({', '.join(map(results.label, asked))})."
    for pair in found.methods:
        if (pair.first, pair.second) == (*found.blind[:1], best):
            yield f"Blind search: {_beside(found, pair)}."


def _beside(found: Analysis, pair: Pair) -> str:
    """Return what a search needs next to another."""
    results, config = found.results, pair.first
    other = _name(results, pair.second)
    solved = counted(results.solved_count(config), results.unit)
    text = f"{config.method}{_tie(results, config)} solves {solved}"
    if pair.ratio is None:
        return f"{text}, none of which {other} solves"
    if pair.is_same:
        return f"{text} and takes the same as {other} on each of them"
    needs = f"needs {times(pair.ratio)} the {found.measure.noun} of {other}"
    above, _ = found.expensive[config]
    price = f"; {len(above)} of its solutions cost more than the best known" if above else ""
    return f"{text} and {needs}{time_words(pair)} {evidence(pair)}{price}"


def _best_local(found: Analysis) -> Iterator[str]:
    if not found.local_rates:
        return
    _, rates = found.local_rates[0]
    order = sorted(rates, key=lambda one: -one.rate)
    parts = [
        f"{found.results.label(one.configuration)} {one.solved:,} of {one.runs:,}"
        f" ({one.low:.0%} to {one.high:.0%})"
        for one in order
    ]
    first = {one.configuration for one in order[:2]}
    pair = next((one for one in found.local_pairs if {one.first, one.second} == first), None)
    differ = f"; the first two {_differ(pair.p_solved)}" if pair else ""
    yield f"Runs of local search that solved (95 % interval): {', '.join(parts)}{differ}."


def _differ(p: float) -> str:
    return f"{'differ' if p <= LEVEL else 'are not shown to differ'} ({p_text(p)})"


def _factors(found: Analysis) -> Iterator[str]:
    """Yield what is shown of the factors."""
    parts: list[str] = []
    latest = None
    for axis in found.factors.values():
        for one in _of_best(found, axis):
            if one.is_shown and one.ratio is not None:
                needs = f"{times(one.ratio)} the {found.measure.noun}"
                if one.configuration != latest:
                    needs = f"{_name(found.results, one.configuration)} needs {needs}"
                latest = one.configuration
                change = f"from {axis.name} {one.base} to {one.value}"
                parts.append(f"{change} {needs}{time_words(one)} ({p_text(one.p)})")
    for contrasts in found.local_contrasts.values():
        parts += [
            f"from {one.axis} {one.base.point[one.axis]} to {one.value.point[one.axis]}"
            f" {found.results.label(one.base.configuration)} solves {one.value.rate:.0%} instead"
            f" of {one.base.rate:.0%} of its runs ({p_text(one.p)})"
            for one in contrasts
            if one.is_shown
        ]
    if parts:
        yield f"Going {listed(parts[:_MOST_PARTS])}."


def _of_best(found: Analysis, axis: Factor) -> list[Contrast]:
    """Return the contrasts of the best search, or of the first search for which one is shown.

    Only the last value stands against the first if the values are numbers, or many.
    """
    has_few = axis.places is None and len(axis.values) <= _FEW_VALUES
    asked = [
        one for one in axis.contrasts if not one.where and (has_few or one.value == axis.values[-1])
    ]
    order = [found.best, *found.blind[:1], *found.results.compared]
    shown = [
        config for config in order if any(c.is_shown for c in asked if c.configuration == config)
    ]
    chosen = (shown or order)[0]
    return [one for one in asked if one.configuration == chosen]


def _not_shown(found: Analysis) -> Iterator[str]:
    """Yield the questions to which these boards give no answer."""
    results, parts = found.results, []
    for ranking in found.rankings[:1]:
        left = [pair for pair in ranking.rivals if not pair.is_shown]
        parts += [
            f"{ranking.best.heuristic} differs from {pair.second.heuristic} ({p_text(pair.p)})"
            for pair in left[:_MOST_PARTS]
        ]
    for pair in found.methods:
        is_asked = (pair.first, pair.second) == (*found.blind[:1], found.best)
        if is_asked and not (pair.is_shown or pair.is_same):
            parts.append(f"{pair.first.method} differs from the best search ({p_text(pair.p)})")
    for axis in found.factors.values():
        values = [one.p for one in _of_best(found, axis)]
        values += [one.p for one in found.local_contrasts.get(axis.name, ())]
        if values and min(values) > LEVEL:
            parts.append(f"{axis.name} has an effect ({p_text(min(values))})")
    if parts:
        boards = counted(results.different, "board")
        yield f"Not shown by these {boards}: that {listed(parts[:_MOST_PARTS], 'or')}."


# The details.


def _details(found: Analysis) -> Iterator[str]:
    for number, ranking in enumerate(found.rankings):
        about = [_best(found, ranking)] if number and len(ranking.order) > 1 else []
        if len(ranking.order) > 1:
            same = [str(pair.second.heuristic) for pair in ranking.pairs if pair.is_same]
            if same and ranking.rivals:
                about.append(f"The same on each board: {ranking.best.heuristic}, {listed(same)}.")
            about += [_costs(found, ranking), *_premise(found, ranking)]
        if about:
            yield f"{ranking.best.method}{_tie(found.results, ranking.best)}: {' '.join(about)}"
    said = {(*found.blind[:1], found.best)}
    for pair in found.methods:
        is_of_best = not pair.first.heuristic and pair.second == found.best
        if (is_of_best or pair.first.heuristic) and (pair.first, pair.second) not in said:
            label = f"{pair.first.heuristic}: " if pair.first.heuristic else ""
            yield f"{label}{_beside(found, pair)}."


def _names(ranking: Ranking) -> str:
    return ", ".join(
        str(config.heuristic) for config in ranking.order if config not in ranking.costly
    )


def _costs(found: Analysis, ranking: Ranking) -> str:
    """Return whose solutions cost more than need be, and who is ranked last because of that."""
    parts = []
    for config in ranking.order:
        above, of = found.expensive[config]
        if above:
            mean = ranking.means[config]
            took = "" if mean is None else f", {mean:,.3g} {found.measure.noun} in the mean"
            parts.append(
                f"{config.heuristic} on {len(above)} of {counted(of, found.results.unit)}{took}"
            )
    if not parts:
        return "All heuristics found solutions of the same, least known cost."
    who = "Ranked last, because its" if len(parts) == 1 else "Ranked last, because their"
    who = who if ranking.costly else "Some"
    return f"{who} solutions cost more than the best known: {'; '.join(parts)}."


def _premise(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield what the best heuristic's cheap solutions rest on, if nothing promises them."""
    best, admissible = ranking.best, found.results.facts[ranking.best]["admissible"]
    if best.entry.optimal and not admissible and not found.expensive[best][0]:
        what = "not admissible" if admissible is False else "not declared admissible"
        yield f"{best.heuristic} is {what}: that its solutions are cheapest holds on these boards."


def _name(results: GridResults, config: Configuration) -> str:
    """Return the name of a configuration within a sentence."""
    heuristic = f" with {config.heuristic}" if config.heuristic else ""
    return f"{config.method}{heuristic}{_tie(results, config)}"


def _tie(results: GridResults, config: Configuration) -> str:
    """Return how a search breaks ties, "" if it breaks none, or if all do it alike."""
    return f" and ties broken {config.tie_break}" if results.has_ties and config.tie_break else ""
