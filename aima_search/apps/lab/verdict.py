"""The report on an experiment in words: a summary of at most five sentences, then the details.

The summary names the best heuristic, its advantage over the next heuristic and over blind search,
the effect of each factor, the runs that were cut short, and the questions without an answer, and
ends with a note. A difference is *shown* (significant) if its p is at most 5 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from aima_search.apps.lab import words
from aima_search.apps.lab.analysis import Analysis, analyse
from aima_search.apps.lab.comparisons import Pair, Ranking
from aima_search.apps.lab.factors import Contrast
from aima_search.apps.lab.local import LocalContrast
from aima_search.apps.lab.results import GridResults, measure_of
from aima_search.apps.lab.words import listed, quoted
from aima_search.base.interchange import counted
from aima_search.base.limits import LIMITS, Limits
from aima_search.catalog.configuration import Configuration
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import NO_SOLUTION, OUTCOMES, SOLVED

_MOST_SENTENCES = 5  # sentences in the summary
_MOST_PARTS = 6  # clauses in a sentence
_FEW_VALUES = 4  # up to this number of values of a factor, each value is mentioned
_TRIVIAL = 4  # expansions; a board is trivial if the median search needs fewer


class Report(GridResults):
    """The results of a grid, with a verdict on them."""

    def verdict(self, measure: str = "expanded") -> str:
        """Return which heuristic is best, by how much, and what is not shown.

        Each paragraph of the summary is one sentence. Paragraphs with details follow.
        """
        found = verdict(analyse(self, measure_of(measure)))
        return "\n\n".join([*found.summary, *found.details])


def load(store: str | Path, grid: str | None = None) -> Report:
    """Return the report on a grid in a store, by default on the grid that was run last."""
    return Report(Path(store), grid)


@dataclass(frozen=True)
class Verdict:
    """A summary of at most five sentences with a note at its end, and paragraphs with details."""

    summary: Sequence[str]
    note: str
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
    note = " ".join(_note(found))
    return Verdict([*sentences[:_MOST_SENTENCES], *filter(None, [note])], note, details)


def _cut_short(found: Analysis) -> Iterator[str]:
    """Yield a sentence on the runs, except local searches, that did not solve their board."""
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
        proved = [results.has_status(config, NO_SOLUTION).any(axis=1) for config in results.facts]
        insoluble = int((np.logical_or.reduce(proved) & np.isnan(results.least_costs)).sum())
        boards = counted(insoluble, results.unit)
        why = f"; {boards} proved to have no solution" if insoluble else ""
        yield (
            f"{careful}{runs:,} of {results.statuses.size:,} runs did not solve their"
            f" {results.unit} ({'; '.join(parts)}){why}."
        )


def _too_easy(found: Analysis) -> Iterator[str]:
    """Yield a warning if most boards, in all their forms, are trivial for most searches."""
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
            " there is little to compare: use larger boards, or a higher lowest cost (min-cost)."
        )


def _best(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield sentences on the best heuristic of an algorithm and its best admissible heuristic."""
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
    """Return a text: which heuristic of an algorithm is best, by how much, and how costly."""
    results, best, rivals = found.results, ranking.best, ranking.rivals
    cheapest, number = len(ranking.order) - len(ranking.costly), len(ranking.order)
    of = f"{number} heuristics"
    if ranking.costly:
        cost = "whose solutions never cost more than the best known"
        of = f"the {cheapest} heuristics (of {number}) {cost}"
    names = listed([str(best.heuristic), *(str(config.heuristic) for config in ranking.equals)])
    costs = "".join(_optimality(found, config) for config in (best, *ranking.equals))
    if cheapest == 1:
        only = f"{names} is the only one of {number} heuristics {cost}"
        return f"{only}; it solves {_solved(results, best)}{costs}"
    if not rivals:
        return f"{of} need the same {found.measure.noun} on each board: {names}{costs}"
    it, solves, subject = "it", "it solves", f"{names} is"
    if ranking.equals:
        it, solves = "they", "each solves"
        subject = f"{names} (the same {found.measure.noun} on each {results.unit}) are"
    shown = [pair for pair in rivals if pair.is_shown and pair.ratio is not None]
    better = [pair for pair in shown if (pair.ratio or 1) < 1]
    second, by = str(rivals[0].second.heuristic), f"then by mean {found.measure.noun}"
    rank = f"ranked first before {second} (by {results.unit}s solved, {by})"
    rank = "the best" if len(better) == len(rivals) else rank
    needed = f"{_solved(results, best)}{_and_needs(found, rivals[0], it, second)}"
    text = f"{subject} {rank} of {of}: {solves} {needed}"
    if better and not rivals[0].is_shown:
        text += _and_needs(found, better[0], it, str(better[0].second.heuristic))
    for pair in [pair.reversed() for pair in shown if pair not in (rivals[0], *better)][:1]:
        text += f"; {_compared(found, pair, str(pair.first.heuristic), str(best.heuristic))}"
    return text + costs


def _solved(results: GridResults, config: Configuration) -> str:
    solved, boards = results.solved_count(config), counted(len(results.boards), results.unit)
    return f"all {boards}" if 1 < solved == len(results.boards) else f"{solved} of {boards}"


def _optimality(found: Analysis, config: Configuration, name: str = "") -> str:
    """Return a clause: how often a search found optimal solutions; "" if they are guaranteed."""
    results, (above, solved) = found.results, found.expensive[config]
    facts, name = results.facts[config], name or str(config.heuristic)
    is_admissible = not config.heuristic or facts["admissible"]
    if not above and (facts["optimal"] or (config.entry.optimal and is_admissible)):
        return ""
    proved = [results.solved[one] for one, facts in results.facts.items() if facts["optimal"]]
    is_proved = proved and (np.logical_or.reduce(proved) | ~results.solved[config]).all()
    word, boards = "optimal" if is_proved else "the cheapest known", counted(solved, results.unit)
    of = f"all {boards}" if not above and solved > 1 else f"{solved - len(above)} of the {boards}"
    costs = f"of {name} were {word} on {of} that it solved"
    if is_admissible or not config.entry.optimal:
        return f"; the solutions {costs}"
    fact = "not admissible" if is_admissible is False else "not proved admissible"
    may = "its solutions may cost more than the optimum"
    return f"; {config.heuristic} is {fact}, so {may} (here those {costs})"


def _compared(found: Analysis, pair: Pair, who: str = "", other: str = "") -> str:
    """Return a clause: what a search solves and needs, compared with another search."""
    results, config = found.results, pair.first
    who = who or f"{config.method}{_tie(results, config)}"
    needed = _and_needs(found, pair, "it", other or _name(results, pair.second))
    costs = _optimality(found, config, str(config.heuristic) if other else who)
    return f"{who} solves {_solved(results, config)}{needed}{costs}"


def _and_needs(found: Analysis, pair: Pair, who: str, other: str) -> str:
    """Return the end of a clause: what a search needs, compared with another search."""
    results, at, left_out = found.results, "", ""
    if pair.ratio is None:
        return f", but no {results.unit} that {other} solves"
    if pair.only_first or pair.only_second:
        both = results.solved_count(pair.first) - pair.only_first
        at = f"on the {counted(both, results.unit)} that both solve"
        left = len(results.boards) - both
        which = f"{left:,} that {who if pair.only_second else other} did not solve"
        which = f"other {left:,}" if pair.only_first and pair.only_second else which
        left_out = f"; the {which} {'is' if left == 1 else 'are'} not in this ratio"
    joined = "; " if pair.is_leaning or pair.is_settled else ", but "
    joined = ", and " if pair.is_settled and not at else joined
    return f"{joined}{words.compared(pair, found.measure, who, other, at)}{left_out}"


def _against_blind(found: Analysis) -> Iterator[str]:
    results, best = found.results, found.best
    if best is None or not best.heuristic:
        return
    blind = [config for config in results.facts if not (config.heuristic or config.entry.local)]
    if blind and not found.blind:
        yield f"Blind search solved no {results.unit} ({', '.join(map(results.label, blind))})."
    for pair in found.methods:
        if pair.first in found.blind[:1] and pair.second == best:
            yield f"Blind search: {_compared(found, pair)}."


def _best_local(found: Analysis) -> Iterator[str]:
    """Yield sentences: the share of runs that local searches solve, and how the best compares."""
    if not found.local_rates:
        return
    rates = sorted(found.local_rates[0][1], key=lambda rate: -rate.rate)
    shares = [
        f"{100 * one.rate:.0f} % ({100 * one.low:.0f} % to {100 * one.high:.0f} %) for"
        f" {_name(found.results, one.configuration)}"
        for one in rates
    ]
    yield (
        "The share of its runs that each local search solves, averaged over"
        f" {counted(rates[0].boards, 'board')} (95 % interval), is {listed(shares)}."
    )
    best, parts = rates[0].configuration, list[str]()
    for pair in sorted(found.local_pairs, key=lambda pair: not pair.is_settled):
        if best in (pair.first, pair.second):
            names = (_name(found.results, config) for config in (pair.first, pair.second))
            start = "of these, " if pair.is_settled and not parts else ""
            parts.append(f"{start}{words.compared(pair, found.measure, *names)}")
    yield from _sentence(parts)


def _sentence(parts: Sequence[str]) -> Iterator[str]:
    """Yield one sentence made of the clauses, or nothing if there are no clauses."""
    text = "; ".join(parts[:_MOST_PARTS])
    yield from [f"{text[0].upper()}{text[1:]}."] if parts else []


def _factors(found: Analysis) -> Iterator[str]:
    """Yield a sentence on the settled effects of axes on the best search and on local searches."""
    parts: list[str] = []
    for one in _settings(found):
        if one.is_settled:
            is_known = parts and isinstance(one, Contrast)
            who = "it" if is_known else _name(found.results, one.configuration)
            change = f"from {one.axis} {quoted(one.base)} to {quoted(one.value)}"
            parts.append(
                f"{'' if parts else 'going '}{change}, {words.compared(one, found.measure, who)}"
            )
    yield from _sentence(parts)


def _settings(found: Analysis) -> Iterator[Contrast | LocalContrast]:
    """Yield the contrasts of the best search, then those of local searches, differences first.

    If an axis has numbers or many values, only its last value is compared with its first.
    """
    for axis in found.factors.values():
        has_few = axis.places is None and len(axis.values) <= _FEW_VALUES
        for one in axis.contrasts:
            if one.configuration == found.best and one.ratio is not None and not one.where:
                yield from [one] if has_few or one.value == axis.values[-1] else []
    yield from sorted(chain(*found.local_contrasts.values()), key=lambda one: one.is_same)


def _not_shown(found: Analysis) -> Iterator[str]:
    """Yield a sentence on the questions that these boards do not answer."""
    asked: dict[str, list[str]] = {}
    estimates: dict[tuple[int, str], list[str]] = {}
    for one, who, than in _questions(found):
        verb, noun, either, side = words.terms(one, found.measure, who)
        proof = f"{than} {words.evidence(one, found.measure)}"
        if one.is_leaning:
            estimates.setdefault((one.family, who), []).append(f"{side} {noun} {proof}")
        elif not one.is_settled:
            asked.setdefault(f"{who} {verb} {either} {noun}", []).append(proof)
    parts = [f"{start} {listed(rest[:_MOST_PARTS], 'or')}" for start, rest in asked.items()]
    whether = f"{words.unsettled(found.results.different)} {', or whether '.join(parts)}"
    points = [words.leaning(rest, family, who) for (family, who), rest in estimates.items()]
    yield from _sentence([*([whether] if parts else []), *points])


def _questions(found: Analysis) -> Iterator[tuple[words.Comparison, str, str]]:
    """Yield comparisons that no other sentence mentions, each with its search and its rival."""
    for pair in [pair for ranking in found.rankings[:1] for pair in ranking.rivals[1:]]:
        if pair.ratio is not None:
            yield pair, str(pair.first.heuristic), f"than {pair.second.heuristic}"
    for one in _settings(found):
        than = f"at {one.axis} {quoted(one.value)} than at {quoted(one.base)}"
        yield one, _name(found.results, one.configuration), than


def _note(found: Analysis) -> Iterator[str]:
    """Yield sentences on the tests, and on the boards that the numbers are from."""
    results, unit = found.results, found.results.unit
    common, boards = int(results.common(results.compared).sum()), len(results.boards)
    families = {
        "two heuristics": found.pairs,
        "two algorithms": found.methods,
        "two settings of one search": found.contrasts,
        "two local searches": found.local_pairs,
        "two settings of one local search": [*chain(*found.local_contrasts.values())],
    }
    counts = [f"{len(family):,} of {name}" for name, family in families.items() if family]
    if not counts:
        return
    if forms := [axis for axis in results.factors if results.is_paired(axis)]:
        yield (
            f"Instances of a board differ in {listed(forms)}; in an interval or a test, a board"
            " counts once, with the mean of its instances."
        )
    each = " Each factor has its own test, and p is corrected for the number of factors."
    each *= len(results.factors) > 1
    shares = " or shares of runs" if found.local_rates else ""
    yield (
        "Each p comes from a permutation test (max-T), corrected for all comparisons of its"
        f" question: {listed(counts)}. These comparisons share the sign flips (or, with different"
        f" boards, the exchanges), so one p may be smaller than with separate tests.{each} The 95 %"
        f" intervals, also those of settings{shares}, are not corrected, so an interval can exclude"
        " equality although p is above 5 %."
    )
    if results.compared and common < boards:
        yield (
            f"Two searches, or two settings on the same boards, are compared on the {unit}s solved"
            f" with both; the means in the tables are over the {common:,} of {boards:,} that all"
            " solved. So their ratios differ."
        )


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


def _costs(found: Analysis, ranking: Ranking) -> str:
    """Return a text: which heuristics found solutions above the best known cost."""
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
    """Return the name of a configuration for use in a sentence."""
    heuristic = f" with {config.heuristic}" if config.heuristic else ""
    return f"{config.method}{heuristic}{_tie(results, config)}"


def _tie(results: GridResults, config: Configuration) -> str:
    """Return the tie-break of a search in words, "" unless the grid has several tie-breaks."""
    return f" and ties broken {config.tie_break}" if results.has_ties and config.tie_break else ""
