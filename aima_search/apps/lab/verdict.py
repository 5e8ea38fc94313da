"""The report on an experiment in words: a summary of at most five sentences, then the details.

The summary names the best heuristic, its advantage over the next heuristic and over blind search,
the effect of each factor, the runs that were cut short, and the questions without an answer, and
ends with a note. A difference is significant, or *shown*, if its p is at most 5 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from aima_search.apps.lab.analysis import Analysis, analyse
from aima_search.apps.lab.comparisons import Pair, Ranking
from aima_search.apps.lab.factors import Contrast
from aima_search.apps.lab.local import LocalContrast
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.apps.lab.words import (
    fewer,
    listed,
    needs,
    points_text,
    ratio_text,
    solves,
    unsettled,
)
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration
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
    """A summary of at most five sentences with a note on them, and paragraphs with details."""

    summary: Sequence[str]
    details: Sequence[str]


def verdict(found: Analysis) -> Verdict:
    """Return the verdict on a grid."""
    cut_short = list(_cut_short(found))
    is_alarming = bool(found.faults or found.results.missing)
    sentences = [
        *(cut_short if is_alarming else ()),
        *_too_easy(found),
        *(text for ranking in found.rankings[:1] for text in _best(found, ranking)),
        *_against_blind(found),
        *_best_local(found),
        *_factors(found),
        *_not_shown(found),
        *(() if is_alarming else cut_short),
    ]
    if not found.best and not found.local_rates:
        sentences.append("Nothing was solved: there is nothing to compare.")
    details = [*sentences[_MOST_SENTENCES:], *_details(found)]
    return Verdict([*sentences[:_MOST_SENTENCES], *_note(found)], details)


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
    """Yield a warning if most boards are trivial for most searches in all their forms."""
    results, expanded = found.results, MEASURES["expanded"]
    taken = np.array([results.values(config, expanded) for config in results.compared])
    solved = np.array([results.solved[config] for config in results.compared])
    most: dict[int, float] = {}
    for place, block in enumerate(results.blocks.tolist()):
        if taken.size and (there := solved[:, place]).any():
            most[block] = max(most.get(block, 0), float(np.median(taken[there, place])))
    median = float(np.median([*most.values()])) if most else _TRIVIAL
    if median < _TRIVIAL:
        yield (
            f"Half of the boards take at most {median:g} expansions (median of the searches), so"
            " there is little to compare: set min-cost, or use larger boards."
        )


def _best(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield which heuristic is the best of an algorithm, and which admissible heuristic is."""
    results, best = found.results, ranking.best
    if len(ranking.order) == 1:
        return
    yield f"With {best.method}{_tie(results, best)}, {_first(found, ranking)}."
    if best.entry.optimal and not results.facts[best]["admissible"]:
        pairs = [pair for pair in ranking.pairs if results.facts[pair.second]["admissible"]]
        for pair in pairs[:1]:
            sure = f"For solutions that are sure to be optimal, use {pair.second.heuristic}"
            it = _compared(found, pair.reversed(), "it", str(best.heuristic))
            yield f"{sure}, which is admissible: {it}."


def _first(found: Analysis, ranking: Ranking) -> str:
    """Return which heuristic is the best of an algorithm, by how much, and at what cost."""
    results, best, rivals = found.results, ranking.best, ranking.rivals
    cheapest, noun = len(ranking.order) - len(ranking.costly), found.measure.noun
    of = f"{cheapest} heuristics"
    if ranking.costly:
        of += " whose solutions never cost more than the best known"
    names = listed([str(best.heuristic), *(str(config.heuristic) for config in ranking.equals)])
    costs = "".join(_optimality(found, config) for config in (best, *ranking.equals))
    solved = f"solves {results.solved_count(best)} of {counted(len(results.boards), results.unit)}"
    if cheapest == 1:
        return (
            f"{names} is the only one of {len(ranking.order)} heuristics whose solutions never cost"
            f" more than the best known; it {solved}{costs}"
        )
    if not rivals:
        return f"{of} need the same {noun} on each board: {names}{costs}"
    it, subject = "it", f"{names} is"
    if ranking.equals:
        it, subject = "each", f"{names} (equal on each board) are"
    shown = [pair for pair in rivals if pair.is_shown and pair.ratio is not None]
    better = [pair for pair in shown if (pair.ratio or 1) < 1]
    rank = f"ranked first (by {results.unit}s solved, then {noun})"
    rank = "the best" if len(better) == len(rivals) else rank
    second, next_solved = rivals[0].second, results.solved_count(rivals[0].second)
    few = f", which solves {next_solved}" if next_solved < results.solved_count(best) else ""
    needed = _and_needs(found, rivals[0], f"the next, {second.heuristic}{few}")
    text = f"{subject} {rank} of {of}: {it} {solved}{needed}"
    if better and not rivals[0].is_shown:
        text += f"; {it} {needs(better[0], found.measure, str(better[0].second.heuristic))}"
    for pair in [pair.reversed() for pair in shown if pair not in (rivals[0], *better)][:1]:
        text += (
            f"; {pair.first.heuristic} solves {results.solved_count(pair.first)}"
            f"{_and_needs(found, pair, str(best.heuristic))}"
        )
    return text + costs


def _optimality(found: Analysis, config: Configuration) -> str:
    """Return on how many boards a search found optimal solutions, "" if it guarantees them."""
    results, (above, solved) = found.results, found.expensive[config]
    facts = results.facts[config]
    is_admissible = not config.heuristic or facts["admissible"]
    if not above and (facts["optimal"] or (config.entry.optimal and is_admissible)):
        return ""
    proved = [results.solved[one] for one, facts in results.facts.items() if facts["optimal"]]
    is_proved = proved and (np.logical_or.reduce(proved) | ~results.solved[config]).all()
    word = "optimal" if is_proved else "the cheapest known"
    costs = f"were {word} on {solved - len(above)} of {counted(solved, results.unit)}"
    if is_admissible or not config.entry.optimal:
        return f"; its solutions {costs}"
    fact = "not admissible" if is_admissible is False else "not proved admissible"
    may = "its solutions may cost more than the optimum"
    return f"; {config.heuristic} is {fact}, so {may} (here they {costs})"


def _and_needs(found: Analysis, pair: Pair, other: str) -> str:
    """Return what a search needs compared with another, after what it solves."""
    if pair.ratio is None:
        return f", but no {found.results.unit} that {other} solves"
    both = counted(found.results.solved_count(pair.first) - pair.only_first, found.results.unit)
    where = [f"on the {both} that both solve"] if pair.only_first or pair.only_second else []
    joined = " and" if pair.is_settled else ", but"
    return f"{joined} {needs(pair, found.measure, other, *where)}"


def _against_blind(found: Analysis) -> Iterator[str]:
    results, best = found.results, found.best
    if best is None or not best.heuristic:
        return
    blind = [config for config in results.facts if not (config.heuristic or config.entry.local)]
    if blind and not found.blind:
        yield f"Blind search solved no board ({', '.join(map(results.label, blind))})."
    for pair in found.methods:
        if pair.first in found.blind[:1] and pair.second == best:
            yield f"Blind search: {_compared(found, pair)}."


def _compared(found: Analysis, pair: Pair, who: str = "", other: str = "") -> str:
    """Return how many boards a search solves and what it needs, compared with another search."""
    results, config = found.results, pair.first
    solved = f"{results.solved_count(config)} of {counted(len(results.boards), results.unit)}"
    needed = _and_needs(found, pair, other or _name(results, pair.second))
    who = who or f"{config.method}{_tie(results, config)}"
    return f"{who} solves {solved}{needed}{_optimality(found, config)}"


def _best_local(found: Analysis) -> Iterator[str]:
    if not found.local_rates:
        return
    label = found.results.label
    order = sorted(found.local_rates[0][1], key=lambda rate: -rate.rate)
    rates = [
        f"{label(rate.configuration)} {100 * rate.rate:.0f} % ({100 * rate.low:.0f} % to"
        f" {100 * rate.high:.0f} %)"
        for rate in order
    ]
    boards = counted(order[0].boards, "board")
    parts = [", ".join(rates)]
    parts += [
        solves(pair, label(pair.first), label(pair.second))
        for pair in found.local_pairs
        if order[0].configuration in (pair.first, pair.second)
    ]
    yield (
        "Share of its runs that each local search solved, every board counted once (95 % interval"
        f" over {boards}): {'; '.join(parts)}."
    )


def _factors(found: Analysis) -> Iterator[str]:
    """Yield a sentence on the effects that are settled: those on the best search, and on shares."""
    parts = [
        f"from {contrast.axis} {contrast.base} to {contrast.value},"
        f" {_name(found.results, contrast.configuration)}"
        f" {needs(contrast, found.measure, '', *_boards_of(found, contrast))}"
        for contrast in _of_best(found)
        if contrast.is_settled
    ]
    parts += [
        f"from {one.axis} {one.base} to {one.value},"
        f" {solves(one, found.results.label(one.configuration))}"
        for family in found.local_contrasts.values()
        for one in family
        if one.is_settled and not one.is_same
    ]
    if parts:
        yield f"Going {'; '.join(parts[:_MOST_PARTS])}."


def _boards_of(found: Analysis, contrast: Contrast) -> list[str]:
    """Return on which boards a contrast rests, if some boards were not solved."""
    is_paired = found.results.is_paired(contrast.axis)
    cut = "boards solved at both values" if is_paired else "unsolved runs counted up to their limit"
    return [cut] if contrast.only_first or contrast.only_second else []


def _of_best(found: Analysis) -> list[Contrast]:
    """Return the contrasts of the best search.

    If the values are numbers, or many, only the last value is compared with the first.
    """
    return [
        contrast
        for axis in found.factors.values()
        for contrast in axis.contrasts
        if contrast.configuration == found.best
        and not contrast.where
        and contrast.ratio is not None
        and (
            contrast.value == axis.values[-1]
            or (axis.places is None and len(axis.values) <= _FEW_VALUES)
        )
    ]


def _not_shown(found: Analysis) -> Iterator[str]:
    """Yield a sentence on the questions that these boards do not answer."""
    measure, results = found.measure, found.results
    more = f"needs more or {fewer(measure)} {measure.noun}"
    parts = [
        f"{pair.first.heuristic} {more} than {pair.second.heuristic} {ratio_text(pair, measure)}"
        for ranking in found.rankings[:1]
        for pair in ranking.rivals[1:]
        if pair.ratio is not None and not pair.is_settled
    ]
    changes = [
        f"{_at(contrast)} {ratio_text(contrast, measure, *_boards_of(found, contrast))}"
        for contrast in _of_best(found)
        if not contrast.is_settled
    ]
    if changes and found.best:
        parts.append(f"{_name(results, found.best)} {more} {listed(changes, 'or')}")
    parts += [
        f"{results.label(one.configuration)} solves a higher or lower share {_at(one)}"
        f" {points_text(one)}"
        for family in found.local_contrasts.values()
        for one in family
        if not one.is_settled
    ]
    if parts:
        yield f"{unsettled(results.different)} whether {', or whether '.join(parts[:_MOST_PARTS])}."


def _at(contrast: Contrast | LocalContrast) -> str:
    return f"at {contrast.axis} {contrast.value} than at {contrast.base}"


def _note(found: Analysis) -> Iterator[str]:
    """Yield a paragraph on the tests, and on the boards that the numbers rest on."""
    results, unit = found.results, found.results.unit
    common, boards = int(results.common(results.compared).sum()), len(results.boards)
    of_search, texts = found.pairs or found.methods or found.contrasts, []
    if of_search or found.local_pairs:
        texts.append(
            "p is corrected for all comparisons of the same question. The intervals are not, so an"
            " interval can exclude equality although p is above 5 %."
        )
    if of_search and common < boards:
        texts.append(
            f"Two searches are compared on the {unit}s that both solved. The means in the tables"
            f" are over the {common:,} of {boards:,} that all solved, so their ratios differ."
        )
    yield from [" ".join(texts)] if texts else ()


def _details(found: Analysis) -> Iterator[str]:
    for number, ranking in enumerate(found.rankings):
        if len(ranking.order) == 1:
            continue
        parts = [*(_best(found, ranking) if number else ()), _costs(found, ranking)]
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
    last = " (ranked last)" if ranking.costly else ""
    return f"Solutions that cost more than the best known{last}: {', '.join(parts)}."


def _name(results: GridResults, config: Configuration) -> str:
    """Return the name of a configuration as part of a sentence."""
    heuristic = f" with {config.heuristic}" if config.heuristic else ""
    return f"{config.method}{heuristic}{_tie(results, config)}"


def _tie(results: GridResults, config: Configuration) -> str:
    """Return the tie-break of a search in words, "" unless the grid has several tie-breaks."""
    return f" and ties broken {config.tie_break}" if results.has_ties and config.tie_break else ""
