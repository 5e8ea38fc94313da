"""The report on an experiment in words: a choice, at most five sentences, details and notes.

The sentences say by how much the best heuristic is better, compare it with blind search, and
describe the effects of factors. They also name differences that are not shown. All other results
are details. A difference is *shown* (significant) if its p-value is at most 5 %.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log
from pathlib import Path

import numpy as np

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import PairComparison, Ranking
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.apps.lab.words import (
    Comparison,
    ComparisonSentence,
    Result,
    do_not_show,
    listed,
    method_name,
    notes,
    search_name,
    sentence,
    untested,
)
from aima_search.base.interchange import counted
from aima_search.base.limits import LIMITS, Limits
from aima_search.catalog.configuration import Configuration
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import NO_SOLUTION, OUTCOMES, SOLVED

PROOF = "it is admissible: "
"""The beginning of the sentence that says why the chosen heuristic is admissible."""

_MOST_SENTENCES = 5  # sentences in the summary
_MOST_NAMES = 4  # heuristics in a list, or the last is the number of the others
_FEW_VALUES = 4  # up to this number of values of a factor, each value is mentioned
_TRIVIAL = 4  # expansions; a board is trivial if the median search needs fewer


class Report(GridResults):
    """The results of an experiment (grid), with a verdict on the results."""

    def verdict(self, measure: str = "expanded") -> str:
        """Return paragraphs that say which heuristic is best, and by how much it is better."""
        found = verdict(Analysis(self, measure_of(measure)))
        return "\n\n".join(chain(*found.sections.values()))


def load(store: str | Path, grid: str | None = None) -> Report:
    """Return the report on an experiment, by default on the last experiment in the store."""
    return Report(Path(store), grid)


@dataclass(frozen=True)
class Verdict:
    """What a report says in words. ``choice``: the chosen heuristic and why, or "" if none."""

    choice: str
    sentences: Sequence[str]
    details: Sequence[str]
    note: str

    @property
    def summary(self) -> list[str]:
        """The paragraphs of the summary. The first paragraph is ``choice``, if it is not empty."""
        return [*filter(None, [self.choice]), *self.sentences]

    @property
    def sections(self) -> dict[str, Sequence[str]]:
        """A dict from headings ("" for the summary) to paragraphs, without empty sections."""
        note = list(filter(None, [self.note]))
        sections = {"": self.summary, "Details": self.details, "Notes": note}
        return {heading: paragraphs for heading, paragraphs in sections.items() if paragraphs}


def verdict(found: Analysis) -> Verdict:
    """Return the verdict on the results of an experiment."""
    cut_short = list(_cut_short(found))
    is_alarming = bool(found.faults or found.results.missing)
    best: list[Result] = []
    safer: list[str] = []
    if found.main_ranking is not None:
        best += comparisons_with_best(found, found.main_ranking)
        safer += admissible_alternative(found, found.main_ranking)
    lead: list[Result] = [*(cut_short if is_alarming else ()), *_too_easy(found), *best[:1], *safer]
    lead += [*_against_blind(found), *_local_searches(found)]
    if not (found.best or found.local_rates):
        lead.append("Nothing was solved.")
    strongest, others, unshown = _effects(found)
    rivals = found.main_ranking.rivals if found.main_ranking else []
    open_pairs = [ComparisonSentence(found, pair) for pair in rivals if not pair.is_settled]
    unknown = [result for result in (*unshown, *open_pairs) if result not in best]
    described = [*filter(None, [untested(found)])]
    most = _MOST_SENTENCES - len(described)
    first = [*lead, *strongest][: most - bool(unknown)]
    first += [*unknown, *best[1:]][: most - len(first)]
    first += described
    rest = [*best[1:], *lead, *strongest, *others, *unknown, *_details(found), *cut_short]
    comparisons = [result for result in (*first, *rest) if isinstance(result, ComparisonSentence)]
    times = [result.time() for result in comparisons]
    sentences = [*map(str, first)]
    details = [text for text in dict.fromkeys([*map(str, rest), *times]) if text]
    details = [text for text in details if text not in sentences]
    chosen = "" if is_alarming else choice(found)
    return Verdict(chosen, sentences, details, " ".join(notes(found)))


def choice(found: Analysis) -> str:
    """Return why the report chooses its heuristic. Return "" if it chooses no heuristic."""
    ranking = found.main_ranking
    if ranking is None or len(ranking.order) == 1:
        return ""
    best, summary = ranking.best, found.results.facts[ranking.best].get("summary")
    text = f"Choice: h' = {best.heuristic} with {method_name(found, best)}."
    is_described = summary and summary != best.heuristic  # an expression stands for itself
    meaning = [f"{best.heuristic}: {summary}"] if is_described else []
    return " ".join([text, *meaning, *map(sentence, _reasons(found, ranking))])


def _reasons(found: Analysis, ranking: Ranking) -> Iterator[str]:
    results, best = found.results, ranking.best
    counts = [results.solved_count(config) for config in ranking.order]
    is_safe = results.facts[best]["optimal"] and results.facts[best]["admissible"] is True
    more = ", more than any other heuristic" * (counts[0] > max(counts[1:]))
    proof = results.facts[best].get("proof", "").rstrip(".") if is_safe else ""
    proof = re.sub(r"\bh\b", "h'", proof)
    if proof:
        yield f"{PROOF}{proof}"
        also = "; h' is also consistent" * (results.facts[best]["consistent"] is True)
        yield f"so the solutions are optimal{also}"
    is_admissible = "is admissible and " * (is_safe and not proof)
    yield f"it {is_admissible}solved {solved_text(results, best)}{more}"
    kind = "admissible heuristic" if is_safe else "heuristic"
    yield from _differences(found, ranking, kind)
    if ranking.costly:
        these, were = ("heuristics", "were") if ranking.costly[1:] else ("heuristic", "was")
        why = "because some of the solutions cost more than the best known"
        yield f"the {these} {_names(ranking.costly)} {were} not chosen, {why}"


def _differences(found: Analysis, ranking: Ranking, kind: str) -> Iterator[str]:
    noun, is_count = found.measure.noun, found.measure.kind == "count"
    less, fewest = ("fewer", "fewest") if is_count else ("less", "least")
    unit = found.results.unit
    better = [pair.second for pair in ranking.beaten]
    if better:
        yield f"it needed significantly {less} {noun} than {_names(better)}"
    unlike = [pair.second for pair in ranking.rivals if not pair.is_settled]
    if unlike:
        yield f"no significant difference to {_names(unlike)} was found"
    if ranking.equals:
        same = f"{found.measure.same} as {_names(ranking.equals)}"
        yield f"on each {unit} that it solved, it needed {same}"
    if not better and (unlike or ranking.equals):
        others = " of the others" * bool(ranking.costly)
        most = f"the {kind}{others} that solved the most {unit}s, with the {fewest} {noun}"
        yield f"so {do_not_show(found)} which heuristic is best, and {most}, was chosen"
    equal = [pair.second for pair in ranking.rivals if pair.is_equal]
    if equal:
        yield f"it needed about {found.measure.same} as {_names(equal)}"


def _names(configurations: Iterable[Configuration]) -> str:
    names = [str(config.heuristic) for config in configurations]
    if len(names) > _MOST_NAMES:
        names[_MOST_NAMES - 1 :] = [f"{len(names) - _MOST_NAMES + 1} others"]
    return listed(names)


def comparisons_with_best(found: Analysis, ranking: Ranking) -> Iterator[Result]:
    """Yield the results that compare the best heuristic with others, most important first."""
    results, best, better = found.results, ranking.best, ranking.beaten
    if len(ranking.order) == 1:
        yield sentence(f"{search_name(found, best)} solved {solved_text(results, best)}")
        return
    rivals = sorted(ranking.rivals, key=lambda pair: (pair not in better, pair.is_equal))
    yield from (ComparisonSentence(found, pair) for pair in rivals[:1])
    if ranking.equals:
        yield _equals(found, ranking)
    others = [pair for pair in rivals[1:] if pair.is_settled and pair not in better]
    yield from (ComparisonSentence(found, pair) for pair in others)


def admissible_alternative(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """If the best heuristic is not admissible, yield advice to use an admissible one."""
    facts = found.results.facts
    is_admissible = facts[ranking.best]["admissible"]
    if not ranking.best.entry.optimal or is_admissible:
        return
    safe = [config.heuristic for config in ranking.order if facts[config]["admissible"]]
    use = f", so use {safe[0]} if the solutions must be optimal" if safe else ""
    is_not = "is not" if is_admissible is False else "is not declared"
    yield f"The heuristic {ranking.best.heuristic} {is_not} admissible{use}."


def _equals(found: Analysis, ranking: Ranking) -> str:
    results, same = found.results, [ranking.best, *ranking.equals]
    sure = [config for config in same if results.facts[config]["admissible"]]
    only = f", but of these only {_names(sure)} {'are' if sure[1:] else 'is'} admissible"
    only *= 0 < len(sure) < len(same) and ranking.best.entry.optimal
    each = f"each of the {counted(results.solved_count(same[0]), results.unit)} that it solved"
    who = method_name(found, same[0])
    return sentence(f"{who} needed {found.measure.same} with {_names(same)} on {each}{only}")


def solved_text(results: GridResults, config: Configuration) -> str:
    """Return how many boards a configuration solved, for example "all 24 instances"."""
    solved, boards = results.solved_count(config), counted(len(results.boards), results.unit)
    return f"all {boards}" if 1 < solved == len(results.boards) else f"{solved} of {boards}"


def cost_sentences(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield a sentence that compares heuristics by the costs of solutions."""
    unit, who = found.results.unit, method_name(found, ranking.best)
    costly = [config for config in ranking.order if found.expensive[config][0]]
    if costly:
        parts = []
        for config in costly:
            above, boards = found.expensive[config]
            parts.append(f"{len(above)} of {counted(boards, unit)} with {config.heuristic}")
        yield f"The solutions of {who} cost more than the best known on {listed(parts)}."
    else:
        yield f"With every heuristic, all solutions of {who} have the least known cost."


def _cut_short(found: Analysis) -> Iterator[str]:
    results = found.results
    of_search = [config for config in results.facts if not config.entry.local]
    counts = {
        name: sum(int(results.has_status(config, name).sum()) for config in of_search)
        for name in OUTCOMES
        if name != SOLVED
    }
    ended = {name: outcome.words for name, outcome in OUTCOMES.items()}
    for name, limit in Limits(**results.plan["limits"]).given().items():
        ended[LIMITS[name].status] = f"the limit of {LIMITS[name].words(limit)} was reached"
    parts = [f"{ended[name]}: {count:,}" for name, count in counts.items() if count]
    parts += [f"not run yet: {results.missing:,}"] if results.missing else []
    if parts:
        runs, careful = sum(counts.values()) + results.missing, "Careful: " * bool(found.faults)
        yield (
            f"{careful}{runs:,} of {results.statuses.size:,} runs did not solve their"
            f" {results.unit} ({', '.join(parts)})."
        )
    proved = [results.has_status(config, NO_SOLUTION).any(axis=1) for config in results.facts]
    if insoluble := int((np.logical_or.reduce(proved) & np.isnan(results.least_costs)).sum()):
        yield f"{counted(insoluble, results.unit)} proved to have no solution."


def _too_easy(found: Analysis) -> Iterator[str]:
    results, expanded = found.results, MEASURES["expanded"]
    if not results.compared:
        return
    taken = [
        np.where(results.solved[config], results.values(config, expanded), np.inf)
        for config in results.compared
    ]
    hardest = np.zeros(results.different)  # of the instances of each board
    np.maximum.at(hardest, results.blocks, np.median(taken, axis=0))
    median = np.median(hardest)
    if median < _TRIVIAL:
        yield (
            f"Half of the boards take at most {median:g} expansions (median of the searches"
            f"{', hardest instance' * (results.unit == 'instance')}), so there is little to"
            " compare: use larger boards, or a higher lowest cost (min-cost)."
        )


def _optimality(found: Analysis, config: Configuration) -> Iterator[str]:
    results, (above, solved) = found.results, found.expensive[config]
    facts = results.facts[config]
    is_admissible = not config.heuristic or facts["admissible"]
    if not above and (facts["optimal"] or (config.entry.optimal and is_admissible)):
        return
    proved = [results.solved[one] for one, facts in results.facts.items() if facts["optimal"]]
    is_proved = proved and (np.logical_or.reduce(proved) | ~results.solved[config]).all()
    word, boards = "optimal" if is_proved else "the cheapest known", counted(solved, results.unit)
    of = f"all {boards}" if not above and solved > 1 else f"{solved - len(above)} of the {boards}"
    yield f"The solutions of {search_name(found, config)} were {word} on {of} that it solved."


def _against_blind(found: Analysis) -> Iterator[Result]:
    results = found.results
    if found.best is None or not found.best.heuristic:
        return
    blind = [config for config in results.facts if not (config.heuristic or config.entry.local)]
    if blind and not found.blind:
        names = listed([search_name(found, config) for config in blind], "or")
        yield f"No {results.unit} was solved by {names}."
    if found.best_with_blind is not None:
        yield ComparisonSentence(found, found.best_with_blind)


def _local_searches(found: Analysis) -> Iterator[Result]:
    if not found.local_rates:
        return
    rates = sorted(found.local_rates[()], key=lambda rate: -rate.rate)
    counts = [f"{search_name(found, rate.configuration)} {rate.solved:,}" for rate in rates[1:]]
    first, best = rates[0], rates[0].configuration
    all_ = "all of " if first.solved == first.runs else f"{first.solved:,} of "
    solved = f"{search_name(found, best)} solved {all_}its {first.runs:,} runs"
    yield sentence(listed([solved, *counts]) if counts else solved)
    for pair in sorted(found.local_pairs, key=lambda pair: not pair.is_settled):
        if best in (pair.first, pair.second):
            yield ComparisonSentence(found, pair)


def _effects(found: Analysis) -> tuple[Sequence[Result], Sequence[Result], Sequence[Result]]:
    """Return three lists: the strongest clear effects, other clear effects, unclear effects."""

    def strength(one: Comparison) -> float:
        size = log(one.ratio or 1) if isinstance(one, PairComparison) else one.difference
        return abs(size) if one.is_shown else 0

    contrasts = sorted(_contrasts(found), key=strength, reverse=True)
    effects = [ComparisonSentence(found, contrast) for contrast in contrasts]
    settled = [effect for effect in effects if effect.one.is_settled]
    axes = dict.fromkeys(effect.one.axis for effect in settled)
    strongest = [next(effect for effect in settled if effect.one.axis == axis) for axis in axes]
    unshown = [effect for effect in effects if effect not in settled]
    unshown.sort(key=lambda effect: not effect.one.is_leaning)
    return strongest, [effect for effect in settled if effect not in strongest], unshown


def _contrasts(found: Analysis) -> Iterator[Comparison]:
    for axis in found.factors.values():
        has_few = axis.places is None and len(axis.values) <= _FEW_VALUES
        for one in axis.contrasts:
            is_of_best = one.first == found.best and one.ratio is not None
            if is_of_best and not one.where and (has_few or one.value == axis.values[-1]):
                yield one
    yield from chain(*found.local_contrasts.values())


def _details(found: Analysis) -> Iterator[Result]:
    for ranking in found.rankings:
        if len(ranking.order) > 1:
            yield from comparisons_with_best(found, ranking)
            yield from admissible_alternative(found, ranking)
            yield from cost_sentences(found, ranking)
            for config in [ranking.best, *ranking.equals]:
                yield from _optimality(found, config)
    for pair in found.methods:
        if pair.first.heuristic or pair.second == found.best:
            yield ComparisonSentence(found, pair)
            yield from _optimality(found, pair.first)
