"""The verdict in plain words: which heuristic is best, by what, how sure, where it loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf

from aima_search.apps.lab.report.analysis import Analysis
from aima_search.apps.lab.report.axis_words import axis_words
from aima_search.apps.lab.report.local_tables import local_words
from aima_search.apps.lab.report.pairs import Pair
from aima_search.apps.lab.report.rankings import Payoff, Ranking
from aima_search.apps.lab.report.results import GridResults
from aima_search.apps.lab.report.words import clock_words, differ, how_sure, times
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import Measure


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
        if facts["admissible"] and facts["optimal"]
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
