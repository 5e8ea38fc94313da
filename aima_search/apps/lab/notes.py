"""Notes on a report: how its numbers and tests were computed, and what they do not show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.words import listed
from aima_search.base.interchange import counted
from aima_search.runs.statistics import MOST_EXACT, samples


def notes(found: Analysis) -> Iterator[str]:
    """Yield all notes: how the tests were computed, and which boards they include."""
    if correction := correction_in_words(found):
        yield from _instances(found)
        yield (
            'Each p comes from a two-sided permutation test of ranks. Unless "alone" follows it, p'
            f" is corrected {correction}."
        )
        yield from _tests(found)
        yield from _unsolved(found)
        if found.results.compared and found.measure.name != "seconds":
            yield "Times have intervals, but no test and no correction."


def correction_in_words(found: Analysis) -> str:
    """Return how p-values were corrected, as a phrase; "" if nothing is compared."""
    within = ", also within values of other factors" * any(one.where for one in found.contrasts)
    families = {
        "heuristics": found.pairs,
        "algorithms": found.methods,
        f"settings (each value with the first, for each search{within})": found.contrasts,
        "local searches": found.local_pairs,
        "settings of a local search": [*chain(*found.local_contrasts.values())],
    }
    numbers = {name: sum(one.boards > 0 for one in own) for name, own in families.items()}
    counts = [
        f"the {counted(number, 'pair')} of {name}" for name, number in numbers.items() if number
    ]
    method = "for the number of comparisons (step-down max-T of Westfall and Young)"
    return f"{method}, separately for {listed(counts)}" if counts else ""


def _instances(found: Analysis) -> Iterator[str]:
    results = found.results
    if forms := [axis for axis in results.factors if results.is_paired(axis)]:
        mean = "geometric mean of the ratios" if results.compared else "mean share"
        other = " (in a comparison of different boards, of its values)" * _has_sides(found)
        yield (
            f"Instances of one board differ only in {listed(forms)}. In an interval, a test or a"
            f" number of boards, a board counts once, with the {mean} of its instances{other}."
        )


def _has_sides(found: Analysis) -> bool:
    """Return True if any factor has values that are compared on different boards."""
    return any(one.sides for one in found.contrasts)


def _tests(found: Analysis) -> Iterator[str]:
    random, exact = f"{samples(found.results.different):,} random", MOST_EXACT.bit_length()
    yield (
        "All comparisons on the same boards that are corrected together use the same flips of"
        f" signs: all flips if at most {exact} boards differ in any of them, otherwise"
        f" {random} flips. If a comparison differs on n boards, its p is at least about 2 / 2^n."
    )
    if _has_sides(found):
        some = f"{random} exchanges, or all exchanges if there are at most {MOST_EXACT:,}"
        yield (
            f"For different boards, a test uses {some}, of boards that agree in all other factors."
            " In this test, and in its ratio and interval, a run that a limit stopped counts up to"
            " the limit."
        )
    tested = tested_factors(found)
    if tested > 1:
        yield (
            "For settings, the correction is made inside each factor, and p is then multiplied by"
            f" the number of factors ({tested}), up to 1."
        )
    yield "A large p, even p = 1, never shows that two searches or two settings are equal."
    of, equality = ("logarithm of the ratio", 1) if found.results.compared else ("difference", 0)
    cut = "" if found.results.compared else ", cut at -100 and 100"
    cut += " (for different boards, of the difference of two mean logarithms)" * _has_sides(found)
    yield (
        f"The 95 % intervals are t intervals of the mean {of}{cut}. They are approximate and are"
        " not corrected. The tests use ranks and are corrected. For these reasons, an interval can"
        f" exclude {equality} although p is above 5 %."
    )


def tested_factors(found: Analysis) -> int:
    """Return the number of options whose values the report compares by a test."""
    effects = [axis.contrasts for axis in found.factors.values()]
    return max(sum(map(bool, own)) for own in (effects, found.local_contrasts.values()))


def _unsolved(found: Analysis) -> Iterator[str]:
    results, unit = found.results, found.results.unit
    common, boards = results.common(results.compared), len(results.boards)
    if not results.compared or common.all():
        return
    reasons = ["it is over other instances"] if len(results.compared) > 2 else []
    if any(results.is_paired(axis) for axis in results.factors):
        reasons.append("each instance counts once in the table, and each board in a comparison")
    yield (
        f"Two searches, or two settings on the same boards, are compared on the {unit}s solved with"
        f" both. The means in the first table are over the {int(common.sum()):,} of {boards:,} that"
        " all solved, and other tables name their instances."
    )
    if reasons:
        is_not = "The ratio of two means in a table is not the ratio in the summary"
        yield f"{is_not}, because {listed(reasons)}."
    yield (
        f"{unit.capitalize()}s that a search did not solve are hard for it. Without them, this"
        " search probably looks better than it is, and so does the setting at which it failed."
    )
