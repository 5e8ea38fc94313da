"""The choice of a heuristic with its reasons, and comparisons of the best heuristic with others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import Ranking
from aima_search.apps.lab.results import GridResults
from aima_search.apps.lab.words import (
    Result,
    listed,
    method_name,
    of_heuristics,
    search_name,
    sentence,
)
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration

PROOF = "it is admissible: "
"""The beginning of the sentence that says why the chosen heuristic is admissible."""

_FEW = 4  # up to this number of heuristics, each is named


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
        costly = listed([str(config.heuristic) for config in ranking.costly])
        yield f"not chosen, because some solutions cost more than the best known: {costly}"


def _differences(found: Analysis, ranking: Ranking, kind: str) -> Iterator[str]:
    noun, is_count = found.measure.noun, found.measure.kind == "count"
    less, fewest, many = (
        ("fewer", "fewest", "as many") if is_count else ("less", "least", "as much")
    )
    unit = found.results.unit
    better = [pair.second for pair in ranking.beaten]
    if better:
        yield f"it needed significantly {less} {noun} than {_names(better)}"
    unlike = [pair.second for pair in ranking.rivals if not pair.is_settled]
    if unlike:
        which, are = ("difference", "is") if len(unlike) == 1 else ("differences", "are")
        yield f"the {which} to {_names(unlike)} {are} not significant"
    if ranking.equals:
        yield f"on each {unit}, it needed {found.measure.same} as {_names(ranking.equals)}"
    if not better and (unlike or ranking.equals):
        others = " of the others" * bool(ranking.costly)
        most = f"the {kind}{others} that solved the most {unit}s, with the {fewest} {noun}"
        yield f"so these boards do not show which heuristic is best, and {most}, was chosen"
    equal = [pair.second.heuristic for pair in ranking.rivals if pair.is_equal]
    if equal:
        yield f"it needed about {many} {noun} as {equal[0]}"
    alike = (of_heuristics(found, pair) for pair in ranking.rivals if not pair.is_shown)
    timed = next((comparison for comparison in alike if comparison.has_time), None)
    if timed is not None:
        yield f"{timed.who} {timed.took()} (not tested)"


def _names(configurations: Sequence[Configuration]) -> str:
    """Return the names of the heuristics, or only their number if they are many."""
    if len(configurations) > _FEW:
        return f"{len(configurations)} other heuristics"
    return listed([str(config.heuristic) for config in configurations])


def comparisons_with_best(found: Analysis, ranking: Ranking) -> Iterator[Result]:
    """Yield the results that compare the best heuristic with others, most important first."""
    results, best, rivals = found.results, ranking.best, ranking.rivals
    if len(ranking.order) == 1:
        yield f"{sentence(search_name(found, best))[:-1]} solved {solved_text(results, best)}."
        return
    better = ranking.beaten
    unlike = [pair for pair in rivals if not pair.is_equal]
    yield from (of_heuristics(found, pair) for pair in (better or unlike)[:1])
    if not rivals:
        yield from [*cost_sentences(found, ranking)][-1:]
    if ranking.equals:
        yield _equals(found, ranking)
    others = [pair for pair in rivals if pair.is_equal][:1]
    others += [pair for pair in rivals if pair.is_shown and pair not in [*better, *unlike[:1]]]
    yield from (of_heuristics(found, pair) for pair in others)


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
    names = [str(config.heuristic) for config in same]
    sure = [str(config.heuristic) for config in same if results.facts[config]["admissible"]]
    only = f", but of these only {listed(sure)} {'are' if sure[1:] else 'is'} admissible"
    only *= 0 < len(sure) < len(same) and ranking.best.entry.optimal
    each = f"each of the {counted(results.solved_count(same[0]), results.unit)}"
    each += "" if results.solved[same[0]].all() else " that it solved"
    who = method_name(found, same[0])
    return sentence(f"{who} needed {found.measure.same} with {listed(names)} on {each}{only}")


def solved_text(results: GridResults, config: Configuration) -> str:
    """Return how many boards a configuration solved, for example "all 24 instances"."""
    solved, boards = results.solved_count(config), counted(len(results.boards), results.unit)
    return f"all {boards}" if 1 < solved == len(results.boards) else f"{solved} of {boards}"


def cost_sentences(found: Analysis, ranking: Ranking) -> Iterator[str]:
    """Yield sentences that compare heuristics by solved boards and by the costs of solutions."""
    results, unit, who = found.results, found.results.unit, method_name(found, ranking.best)
    solved = [f"{config.heuristic} {results.solved_count(config)}" for config in ranking.order]
    if len({results.solved_count(config) for config in ranking.order}) > 1:
        yield sentence(f"{unit}s that {who} solved with each heuristic: {', '.join(solved)}")
    costly = [config for config in ranking.order if found.expensive[config][0]]
    if costly:
        parts = []
        for config in costly:
            above, boards = found.expensive[config]
            parts.append(f"{len(above)} of {counted(boards, unit)} with {config.heuristic}")
        text = f"the solutions of {who} cost more than the best known on {listed(parts)}"
        if ranking.costly and not any(results.facts[config]["admissible"] for config in costly):
            text += f", which {'are' if costly[1:] else 'is'} not admissible"
        yield sentence(text)
    elif len(results.compared) > 1:
        on = f"on each {unit}, the solutions of {who} have the same, least known cost"
        yield sentence(f"{on} with every heuristic")
