"""The verdict in plain words: which heuristic is best, by what, how sure, where it loses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp, inf

from aima_search.algorithms.names import ALGORITHMS
from aima_search.lab.report.axis_words import axis_words
from aima_search.lab.report.findings import findings
from aima_search.lab.report.local import local_words
from aima_search.lab.report.measures import measure_of
from aima_search.lab.report.methods import dearer, method_words, side_by_side
from aima_search.lab.report.pairs import Pair, compare_pairs, log_ratios, mean_ratio
from aima_search.lab.report.results import GridResults
from aima_search.lab.report.words import clock_words, how_sure, times
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import MEASURES, Measure
from aima_search.runs.statistics import is_sure

_FEW = 3  # boards, below which nothing is said of a part of them


def verdict(results: GridResults, measure: str = "expanded") -> list[str]:
    """Return the verdict, a paragraph a question, for every algorithm with heuristics."""
    chosen = measure_of(measure)
    paragraphs = []
    faults = findings(results)
    if faults:
        runs = sum(fault.runs for fault in faults)
        paragraphs.append(
            f"Careful: {runs} {_plural('run', runs)} ended in a way that should not happen;"
            " see the unexpected outcomes."
        )
    if results.missing:
        paragraphs.append(f"Not finished: {results.missing} runs of the grid are still missing.")
    groups: dict[Configuration, list[Configuration]] = {}
    for how in results.compared:
        if how.heuristic:
            groups.setdefault(how.without_heuristic, []).append(how)
    pairs = compare_pairs(results, chosen)
    said = [text for group in groups.values() for text in _group(results, chosen, group, pairs)]
    said += method_words(results, chosen)
    said += _blind(results, chosen)
    said += local_words(results)
    if not said and results.best_costs:
        said.append("No heuristic to judge: only searches without one solved boards.")
    said = said or ["Nothing was solved: there is nothing to compare."]
    if any(row.solved for row in results):
        said += axis_words(results, chosen)
    hopeless = results.without_solution
    if hopeless:
        boards = f"{len(hopeless)} of the {len(results.instances)} boards"
        said.append(f"It is proved for {boards} that there is no solution.")
    return paragraphs + said


def _group(
    results: GridResults, measure: Measure, group: Sequence[Configuration], pairs: Sequence[Pair]
) -> Iterator[str]:
    """Yield what is to be said of the heuristics of one algorithm."""
    order = results.ranked(measure, group)
    best = order[0]
    if len(order) == 1:
        others = {how.heuristic for how in results.facts} - {best.heuristic, None}
        if not others and any(best in searches for searches in side_by_side(results)):
            return  # which are told of below
        why = "solved anything" if others else "is in the grid"
        yield f"{_where(results, best)}only {best.heuristic} {why}: no comparison."
        return
    own = _own_pairs(best, group, pairs)
    rivals = {pair.second: pair for pair in own}
    unsure = [
        how for how in order[1:] if not _is_same(rivals[how]) and not is_sure(rivals[how].adjusted)
    ]
    text = [
        _first_sentence(results, measure, order, "leads" if unsure else "is the best heuristic")
    ]
    equal = [how for how in order[1:] if _is_same(rivals[how])]
    if len(equal) == len(order) - 1:
        yield f"{_where(results, best)}all heuristics are equally good: {_equals(order, rivals)}."
        yield from filter(None, [_costs(results, order), _by_time(results, group, best)])
        return
    if equal:
        text.append(f"No difference: {_equals([best, *equal], rivals)}.")
    text.append(_runner_up(rivals[next(how for how in order[1:] if how not in equal)]))
    text.append(_others(own, measure, unsure))
    yield " ".join(filter(None, text))
    yield from filter(None, [_losses(results, measure, best, own), _costs(results, order)])
    if measure.name != "seconds":
        yield from filter(None, [_by_time(results, group, best)])
    yield from filter(None, [_preparations(results, group)])


def _where(results: GridResults, how: Configuration) -> str:
    several = len({one.without_heuristic for one in results.facts if one.heuristic}) > 1
    return f"With {how.method}{_tie(results, how)}: " if several else ""


def _tie(results: GridResults, how: Configuration) -> str:
    ties = {one.tie_break for one in results.facts if one.tie_break}
    return f" and ties broken {how.tie_break}" if len(ties) > 1 else ""


def _first_sentence(
    results: GridResults, measure: Measure, order: Sequence[Configuration], how_good: str
) -> str:
    """Return why the first is the best: most boards solved, then least of the measure."""
    best, common = order[0], results.solved_by_all(order)
    solved = {how: results.solved_count(how) for how in order}
    equals = [how for how in order[1:] if solved[how] == solved[best]]
    means = {how: results.mean_of(how, measure, common) for how in order}
    least = min(order, key=lambda how: inf if means[how] is None else means[how] or 0)
    text = f"{_where(results, best)}{best.heuristic} {how_good}: it solved"
    text += f" {solved[best]} of {len(results.instances)} boards"
    if not equals:
        text += ", more than any other"
    elif len(equals) < len(order) - 1:
        text += f", as did {', '.join(str(how.heuristic) for how in equals)}"
    else:
        text += ", as did all others"
    on = f"on the {len(common)} boards that all of them solved"
    if means[best] is None:
        return f"{text}."
    if _is_least(means[best], means[least]):
        return f"{text}, and {measure.phrase} {on} ({means[best]:,.3g} in the geometric mean)."
    return (
        f"{text}. {least.heuristic} {measure.phrase} {on} ({means[least]:,.3g} against"
        f" {means[best]:,.3g} in the geometric mean), but it solved {solved[least]} boards only."
    )


def _is_least(mean: float | None, least: float | None) -> bool:
    return mean is not None and least is not None and mean <= least * (1 + 1e-9)


def _runner_up(pair: Pair) -> str:
    rival = pair.second.heuristic
    if pair.ratio is None:
        return f"No board was solved by both it and the next, {rival}."
    return (
        f"The next, {rival}, needs {times(1 / pair.ratio)} on the {pair.instances} boards that"
        f" both solved (less for {pair.worse}, more for {pair.better}); {how_sure(pair)}."
    )


def _equals(same: Sequence[Configuration], rivals: Mapping[Configuration, Pair]) -> str:
    boards = min(rivals[how].instances for how in same[1:])
    names = ", ".join(str(how.heuristic) for how in same)
    return f"{names} need exactly as much on each of the {boards} boards that they solved"


def _is_same(pair: Pair) -> bool:
    """Tell whether two configurations did the same on all boards that both solved."""
    return pair.instances > 0 and pair.better == pair.worse == 0


def _others(own: Sequence[Pair], measure: Measure, unsure: Sequence[Configuration]) -> str:
    """Return how many rivals are beaten beyond chance, and which are not told apart from it."""
    beaten = sum(pair.effect > 0 and is_sure(pair.adjusted) for pair in own)
    best = own[0].first.heuristic
    text = f"{best} needs {measure.less} than {beaten} of its {len(own)} rivals beyond chance"
    names = ", ".join(str(how.heuristic) for how in unsure)
    return f"{text}; not told apart from it: {names}." if names else f"{text}."


def _losses(
    results: GridResults, measure: Measure, best: Configuration, own: Sequence[Pair]
) -> str:
    """Return where the best heuristic loses: to whom, how often, on which boards above all."""
    worst = max(own, key=lambda pair: pair.worse)
    if not worst.worse:
        return f"It loses nowhere: on no board does a rival need {measure.less}."
    text = (
        f"Where it loses: {worst.second.heuristic} needs {measure.less} on"
        f" {worst.worse} of {worst.instances} boards"
    )
    ratios = dict(log_ratios(results, measure, best, worst.second))
    places = []
    for axis, values in results.axes.items():
        for value in values:
            here = [r for i, r in ratios.items() if results.instances[i].get(axis) == value]
            if len(here) >= _FEW and sum(here) > 1e-9:
                ratio = exp(-sum(here) / len(here))
                places.append((ratio, f"where {axis} is {value} ({times(ratio)})"))
    if places:
        listed = ", ".join(text for _, text in sorted(places)[:3])
        return f"{text}, in the mean {listed}."
    return f"{text}, scattered over all kinds of boards."


def _costs(results: GridResults, order: Sequence[Configuration]) -> str:
    """Return whose solutions are dearer than need be."""
    too_dear = []
    for how in order:
        above, of = dearer(results, how)
        if above:
            too_dear.append((how, len(above), of))
    if not too_dear:
        return "All of them found solutions of the same, least known cost."
    facts = results.facts[order[0]]
    promise = (
        f" {order[0].heuristic} is declared admissible; where that holds no solution is cheaper."
        if facts["admissible"] and facts["optimal"]
        else ""
    )
    listed = "; ".join(f"{how.heuristic} on {worse} of {of}" for how, worse, of in too_dear)
    text = f"Solutions dearer than the best known: {listed}."
    optimal = [how for how in order if how not in [one for one, _, _ in too_dear]]
    if order[0] in optimal or not optimal:
        return text + promise
    return f"{text} The best heuristic that was never dearer is {optimal[0].heuristic}."


def _by_time(results: GridResults, group: Sequence[Configuration], best: Configuration) -> str:
    """Return what the clock says of the boards that all solved."""
    seconds = measure_of("seconds")
    common = results.solved_by_all(group)
    if not common:
        return ""
    fastest = min(group, key=lambda how: results.mean_of(how, seconds, common) or 0)
    if fastest == best:
        return f"By the clock {best.heuristic} is the fastest too."
    own = _own_pairs(best, group, compare_pairs(results, seconds))
    pair = next(pair for pair in own if pair.second == fastest)
    if pair.ratio is None:
        return ""
    return (
        f"By the clock {fastest.heuristic} is the fastest: on the {pair.instances} boards that both"
        f" solved {best.heuristic} takes {times(pair.ratio)}; {how_sure(pair)}."
    )


def _preparations(results: GridResults, group: Sequence[Configuration]) -> str:
    """Return what the heuristics took to prepare, if that is worth a word."""
    prepared = MEASURES["prepared"]
    means = {
        how.heuristic: results.mean_of(how, prepared, results.solved_by_all([how])) for how in group
    }
    told = [f"{name} {mean:.2g} s" for name, mean in means.items() if mean is not None]
    if not told:
        return ""
    return f"The clock leaves out what they are prepared in, a board: {', '.join(told)}."


def _blind(results: GridResults, measure: Measure) -> Iterator[str]:
    """Yield what blind search costs beside the best informed configuration."""
    informed = [how for how in results.compared if how.heuristic]
    blind = [
        how
        for how in results.facts
        if not how.heuristic and not ALGORITHMS.get(how.algorithm).local
    ]
    if not blind or not informed:
        return
    best = results.ranked(measure, informed)[0]
    parts = []
    for how in blind:
        ratio = mean_ratio(results, measure, how, best)
        solved = f"{results.solved_count(how)} of {len(results.instances)} solved"
        if ratio is not None:
            clock = clock_words(ratio, mean_ratio(results, measure_of("seconds"), how, best))
            parts.append(f"{results.label(how)} {times(ratio)}{clock} ({solved})")
        else:
            parts.append(f"{results.label(how)} not comparable ({solved})")
    yield (
        f"What blind search costs, in {measure.title}, beside {results.label(best)} on the boards"
        f" that both solved: {'; '.join(parts)}."
    )


def _own_pairs(
    best: Configuration, group: Sequence[Configuration], pairs: Sequence[Pair]
) -> list[Pair]:
    """Return the pairs of the best with the others of its group, seen from the best."""
    own = [pair if pair.first == best else pair.reversed() for pair in pairs]
    return [pair for pair in own if pair.first == best and pair.second in group]


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"
