"""The report on an experiment in words: a summary of at most five sentences, then the details.

The summary names the best heuristic, its advantage over the next heuristic and over blind search,
the effect of each factor, the runs that were cut short, and the questions without an answer. A
difference is significant, or *shown*, if its p is at most 5 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aima_search.apps.lab.analysis import Analysis, analyse
from aima_search.apps.lab.comparisons import Pair, Ranking
from aima_search.apps.lab.factors import Contrast, Factor
from aima_search.apps.lab.permutation import LEVEL
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.apps.lab.words import listed, needs, p_text
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import NO_SOLUTION, OUTCOMES, SOLVED

_MOST_SENTENCES = 5  # in the summary
_MOST_PARTS = 6  # in a sentence
_FEW_VALUES = 4  # if a factor has not more values, each value is mentioned
_TRIVIAL = 4  # expansions; a board is trivial if the median search needs fewer


class Report(GridResults):
    """The results of a grid, with a verdict on them."""

    def verdict(self, measure: str = "expanded") -> str:
        """Return which heuristic is best, by how much, and what is not shown.

        Each paragraph of the summary is one sentence. Paragraphs with details follow.
        """
        words = verdict(analyse(self, measure_of(measure)))
        return "\n\n".join([*words.summary, *words.details])


def load(store: str | Path, grid: str | None = None) -> Report:
    """Return the report on a grid in a store; by default on the grid that was run last."""
    return Report(Path(store), grid)


@dataclass(frozen=True)
class Verdict:
    """A summary of at most five sentences, and paragraphs with details."""

    summary: Sequence[str]
    details: Sequence[str]


def verdict(found: Analysis) -> Verdict:
    """Return the verdict on a grid."""
    cut_short = list(_cut_short(found))
    is_alarming = bool(found.faults or found.results.missing)
    sentences = [
        *(cut_short if is_alarming else ()),
        *_too_easy(found),
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
    """Yield a sentence on the runs that did not solve their board; local search is left out."""
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
        insoluble = int((np.logical_or.reduce(proved) & np.isnan(results.least_costs)).sum())
        boards = counted(insoluble, results.unit)
        why = f"; {boards} proved to have no solution" if insoluble else ""
        yield f"{'Careful: ' if found.faults else ''}{text} {', '.join(parts)}{why}."


def _too_easy(found: Analysis) -> Iterator[str]:
    """Yield a warning if most boards are trivial for most searches, whatever the settings."""
    results, expanded = found.results, MEASURES["expanded"]
    options = PUZZLES.get(results.puzzle).board_options if results.puzzle in PUZZLES else ()
    settings = {option.name for option in options if option.is_setting}
    axes = [codes for axis, (_, codes) in results.axes_of_boards.items() if axis not in settings]
    keys = np.column_stack([results.blocks, *axes]).tolist()
    taken = np.array([results.values(config, expanded) for config in results.compared])
    solved = np.array([results.solved[config] for config in results.compared])
    most: dict[tuple[int, ...], float] = {}
    for place, key in enumerate(map(tuple, keys)):
        if taken.size and (there := solved[:, place]).any():
            most[key] = max(most.get(key, 0), float(np.median(taken[there, place])))
    median = float(np.median([*most.values()])) if most else _TRIVIAL
    if median < _TRIVIAL:
        yield (
            f"Half of the boards take at most {median:g} expansions (median of the searches), so"
            " there is little to compare: set min-cost, or use larger boards."
        )


def _best(found: Analysis, ranking: Ranking) -> str:
    """Return a sentence on which heuristic is the best of an algorithm, and by how much."""
    results, best = found.results, ranking.best
    who, rivals = f"With {best.method}{_tie(results, best)},", ranking.rivals
    cheapest = len(ranking.order) - len(ranking.costly)
    of = f"{cheapest} heuristics"
    if ranking.costly:
        of += " whose solutions never cost more than the best known"
    solved = f"solves {results.solved_count(best)} of {counted(len(results.boards), results.unit)}"
    if cheapest == 1:
        return (
            f"{who} {best.heuristic} is the only one of {len(ranking.order)} heuristics whose"
            f" solutions never cost more than the best known; it {solved}."
        )
    if not rivals:
        return f"{who} {of} take the same on each board: {_names(ranking)}."
    it, subject = "it", f"{best.heuristic} is"
    if ranking.equals:
        names = listed([str(best.heuristic), *ranking.equals])
        it, subject = "each", f"{names} (equal on each board) are"
    rank, first = _rank(found, rivals), _next(found, rivals[0])
    text = f"{who} {subject} {rank} {of}: {it} {solved} and {first}"
    shown = [pair for pair in rivals[1:] if pair.is_shown and pair.ratio is not None]
    better = [pair for pair in shown if (pair.ratio or 1) < 1]
    if better and not rivals[0].is_shown:
        text += f"; {it} {_needs(found, better[0], str(better[0].second.heuristic))}"
    for pair in [pair.reversed() for pair in shown if pair not in better][:1]:
        text += (
            f"; {pair.first.heuristic} solves {results.solved_count(pair.first)} and"
            f" {_needs(found, pair, str(best.heuristic))}"
        )
    return f"{text}."


def _rank(found: Analysis, rivals: Sequence[Pair]) -> str:
    """Return the rank of the best heuristic; without a shown difference it is only tied."""
    better = [pair for pair in rivals if pair.is_shown and (pair.ratio or 1) < 1]
    first = rivals[0]
    if first in better:
        return "the best of" if len(better) == len(rivals) else "in the lead among"
    best, second = map(found.results.solved_count, (first.first, first.second))
    return "ranked first among" if first.is_shown or best > second else "tied for first among"


def _next(found: Analysis, pair: Pair) -> str:
    """Return how much the best heuristic needs compared with the next one."""
    best, solved = map(found.results.solved_count, (pair.first, pair.second))
    few = f", which solves {solved}" if solved < best else ""
    rival = f"the next, {pair.second.heuristic}{few}"
    return (
        f"shares no solved board with {rival}" if pair.ratio is None else _needs(found, pair, rival)
    )


def _needs(found: Analysis, pair: Pair, other: str) -> str:
    """Return what a search needs compared with another, as a verb; the pair has a ratio."""
    both = counted(found.results.solved_count(pair.first) - pair.only_first, found.results.unit)
    where = [f"on the {both} that both solve"] if pair.only_first or pair.only_second else []
    return needs(pair, found.measure, other, *where)


def _blind_pair(found: Analysis) -> Pair | None:
    """Return the best blind search compared with an equal search, otherwise with the best one."""
    pairs = [pair for pair in found.methods if pair.first in found.blind[:1]]
    ranked = found.rankings[0].order if found.rankings else ()
    equal = [pair for pair in pairs if pair.is_same and pair.second in ranked]
    return next(iter([*equal, *(pair for pair in pairs if pair.second == found.best)]), None)


def _against_blind(found: Analysis) -> Iterator[str]:
    results, best = found.results, found.best
    if best is None or not best.heuristic:
        return
    blind = [config for config in results.facts if not (config.heuristic or config.entry.local)]
    if blind and not found.blind:
        yield f"Blind search solved no board ({', '.join(map(results.label, blind))})."
    if pair := _blind_pair(found):
        yield f"Blind search: {_compared(found, pair)}."


def _compared(found: Analysis, pair: Pair) -> str:
    """Return how many boards a search solves and what it needs, compared with another search."""
    results, config = found.results, pair.first
    other = _name(results, pair.second)
    solved = f"{results.solved_count(config)} of {counted(len(results.boards), results.unit)}"
    text = f"{config.method}{_tie(results, config)} solves {solved}"
    if pair.ratio is None:
        return f"{text}, none of which {other} solves"
    if pair.is_same:
        return f"{text} and takes the same as {other} on each of them"
    above, _ = found.expensive[config]
    costs = f"; {len(above)} of its solutions cost more than the best known" if above else ""
    return f"{text} and {_needs(found, pair, other)}{costs}"


def _best_local(found: Analysis) -> Iterator[str]:
    if not found.local_rates:
        return
    _, rates = found.local_rates[0]
    order = sorted(rates, key=lambda rate: -rate.rate)
    parts = [
        f"{found.results.label(rate.configuration)} {rate.solved:,} of {rate.runs:,}"
        f" ({rate.low:.0%} to {rate.high:.0%})"
        for rate in order
    ]
    first = {rate.configuration for rate in order[:2]}
    pair = next((pair for pair in found.local_pairs if {pair.first, pair.second} == first), None)
    differ = f"; the first two {_differ(pair.p_solved)}" if pair else ""
    yield f"Runs of local search that solved (95 % interval): {', '.join(parts)}{differ}."
    repeated = [
        f"{found.results.label(rate.configuration)} {rate.repeated:,} of {rate.runs:,}"
        for rate in order
        if rate.repeated > rate.runs / 2
    ]
    if repeated:
        yield (
            "Runs with the same outcome, value and evaluations as an earlier run on their board:"
            f" {', '.join(repeated)}; so the intervals of these searches are too narrow."
        )


def _differ(p: float) -> str:
    return f"{'differ' if p <= LEVEL else 'do not differ'} significantly ({p_text(p)})"


def _factors(found: Analysis) -> Iterator[str]:
    """Yield a sentence on the effects that are shown: those on the best search, and on shares."""
    parts = [
        _effect(found, contrast)
        for axis in found.factors.values()
        for contrast in _of_best(found, axis)
        if contrast.is_shown and contrast.ratio is not None
    ]
    for contrasts in found.local_contrasts.values():
        parts += [
            f"from {local.axis} {local.base.point[local.axis]} to {local.value.point[local.axis]},"
            f" {found.results.label(local.base.configuration)} solves {local.value.rate:.0%}"
            f" instead of {local.base.rate:.0%} of its runs ({p_text(local.p)})"
            for local in contrasts
            if local.is_shown
        ]
    if parts:
        yield f"Going {'; '.join(parts[:_MOST_PARTS])}."


def _effect(found: Analysis, contrast: Contrast) -> str:
    """Return the effect of a factor on a search, and which boards it rests on."""
    name = _name(found.results, contrast.configuration)
    is_paired = found.results.is_paired(contrast.axis)
    cut = "boards solved at both values" if is_paired else "unsolved runs counted up to their limit"
    where = [cut] if contrast.only_first or contrast.only_second else []
    change = f"from {contrast.axis} {contrast.base} to {contrast.value}"
    return f"{change}, {name} {needs(contrast, found.measure, '', *where)}"


def _of_best(found: Analysis, axis: Factor) -> list[Contrast]:
    """Return the contrasts of the best search.

    If the values are numbers, or many, only the last value is compared with the first.
    """
    has_few = axis.places is None and len(axis.values) <= _FEW_VALUES
    return [
        contrast
        for contrast in axis.contrasts
        if contrast.configuration == found.best
        and not contrast.where
        and (has_few or contrast.value == axis.values[-1])
    ]


def _not_shown(found: Analysis) -> Iterator[str]:
    """Yield a sentence on the questions that these boards do not answer."""
    parts = [
        f"{ranking.best.heuristic} differs from {pair.second.heuristic} ({p_text(pair.p)})"
        for ranking in found.rankings[:1]
        for pair in ranking.rivals[1:]
        if not pair.is_shown
    ][:_MOST_PARTS]
    of_best = {
        name: [contrast.p for contrast in _of_best(found, axis)]
        for name, axis in found.factors.items()
    }
    of_local = {name: [one.p for one in family] for name, family in found.local_contrasts.items()}
    target = f"the {found.measure.noun} of {_name(found.results, found.best)}" if found.best else ""
    for families, what in ((of_best, target), (of_local, "the share of runs that solve")):
        axes = [
            f"{name} ({p_text(min(values))})"
            for name, values in families.items()
            if values and min(values) > LEVEL
        ]
        parts += [f"{listed(axes, 'or')} changes {what}"] if axes else []
    if parts:
        boards = counted(found.results.different, "board")
        yield f"The results on {boards} do not settle whether {', or whether '.join(parts)}."


def _details(found: Analysis) -> Iterator[str]:
    for number, ranking in enumerate(found.rankings):
        if len(ranking.order) == 1:
            continue
        parts = [_best(found, ranking)] if number else []
        parts += [_costs(found, ranking), *_premise(found, ranking)]
        yield f"{ranking.best.method}{_tie(found.results, ranking.best)}: {' '.join(parts)}"
    for pair in found.methods:
        is_of_best = not pair.first.heuristic and pair.second == found.best
        if (is_of_best and pair.first not in found.blind[:1]) or pair.first.heuristic:
            label = f"{pair.first.heuristic}: " if pair.first.heuristic else ""
            yield f"{label}{_compared(found, pair)}."
    if len({found.results.solved_count(config) for config in found.blind}) > 1 and found.rankings:
        yield (
            "The blind searches solved different instances, so do not compare these ratios with"
            " each other."
        )


def _names(ranking: Ranking) -> str:
    return ", ".join(
        str(config.heuristic) for config in ranking.order if config not in ranking.costly
    )


def _costs(found: Analysis, ranking: Ranking) -> str:
    """Return which heuristics found solutions that cost more than the best known."""
    parts = [
        f"{config.heuristic} on {len(above)} of {counted(solved, found.results.unit)}"
        for config in ranking.order
        for above, solved in [found.expensive[config]]
        if above
    ]
    if not parts:
        return "All heuristics found solutions of the same, least known cost."
    start = "Ranked last, because its" if len(parts) == 1 else "Ranked last, because their"
    start = start if ranking.costly else "Some"
    return f"{start} solutions cost more than the best known: {', '.join(parts)}."


def _premise(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield a warning if no guarantee makes the best heuristic's solutions optimal."""
    best, admissible = ranking.best, found.results.facts[ranking.best]["admissible"]
    if best.entry.optimal and not admissible and not found.expensive[best][0]:
        fact = "not admissible" if admissible is False else "not declared admissible"
        yield (
            f"{best.heuristic} is {fact}: its solutions are the cheapest found on these boards, but"
            " perhaps not on others."
        )


def _name(results: GridResults, config: Configuration) -> str:
    """Return the name of a configuration as part of a sentence."""
    heuristic = f" with {config.heuristic}" if config.heuristic else ""
    return f"{config.method}{heuristic}{_tie(results, config)}"


def _tie(results: GridResults, config: Configuration) -> str:
    """Return the tie-break of a search in words, "" unless the grid has several tie-breaks."""
    return f" and ties broken {config.tie_break}" if results.has_ties and config.tie_break else ""
