"""Notes on a report: how its numbers and tests were computed, and what they do not show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import Difference
from aima_search.apps.lab.words import listed
from aima_search.base.interchange import counted
from aima_search.runs.statistics import MOST_EXACT, samples


def notes(found: Analysis) -> Iterator[str]:
    """Yield all notes: how the tests were computed, and which boards they include."""
    results, correction = found.results, correction_in_words(found)
    if not correction:
        return
    if forms := [axis for axis in results.factors if results.is_paired(axis)]:
        mean = "geometric mean" if results.compared else "mean share"
        yield (
            f"Instances of one board differ only in {listed(forms)}. In an interval, a test or a"
            f" number of boards, a board counts once, with the {mean} of its instances."
        )
    yield (
        'Each p comes from a two-sided permutation test of ranks. Unless "alone" follows it, p'
        f" is corrected {correction}."
    )
    yield from _tests(found)
    if results.compared and not results.common(results.compared).all():
        yield from _unsolved(found)
    if results.compared and found.measure.name != "seconds":
        yield "Times have intervals, but no test and no correction."


def correction_in_words(found: Analysis) -> str:
    """Return how p-values were corrected, as a phrase; "" if nothing is compared."""
    within = ", also within values of other factors" * any(one.where for one in found.contrasts)
    families: dict[str, Sequence[Difference]] = {
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


def _tests(found: Analysis) -> Iterator[str]:
    random, exact = f"{samples(found.results.different):,} random", MOST_EXACT.bit_length()
    yield (
        "All comparisons on the same boards that are corrected together use the same flips of"
        f" signs: all flips if at most {exact} boards differ in any of them, otherwise"
        f" {random} flips. If a comparison differs on n boards, its p is at least about 2 / 2^n."
    )
    of = "logarithm of the ratio" if found.results.compared else "difference, cut at -100 and 100"
    if any(one.sides for one in found.contrasts):
        of += " (for different boards, of the difference of two mean logarithms)"
        yield (
            f"For different boards, a test uses {random} exchanges, or all exchanges if there are"
            f" at most {MOST_EXACT:,}, of boards that agree in all other factors. In this test, and"
            " in its ratio and interval, a run that a limit stopped counts up to the limit."
        )
    tested = tested_factors(found)
    if tested > 1:
        yield (
            "For settings, the correction is made inside each factor, and p is then multiplied by"
            f" the number of factors ({tested}), up to 1."
        )
    yield (
        "A large p, even p = 1, never shows that two searches or two settings are equal. The 95 %"
        f" intervals are t intervals of the mean {of}. They are approximate and are not corrected."
        " The tests use ranks and are corrected. For these reasons, an interval can exclude"
        f" {1 if found.results.compared else 0} although p is above 5 %."
    )


def tested_factors(found: Analysis) -> int:
    """Return the number of options whose values the report compares by a test."""
    effects = [axis.contrasts for axis in found.factors.values()]
    return max(sum(map(bool, own)) for own in (effects, found.local_contrasts.values()))


def _unsolved(found: Analysis) -> Iterator[str]:
    results, unit = found.results, found.results.unit
    solved = f"{int(results.common(results.compared).sum()):,} of {len(results.boards):,}"
    yield (
        f"Two searches, or two settings on the same boards, are compared on the {unit}s solved with"
        f" both. The means in the first table are over the {solved} that all solved, and other"
        " tables name their instances. So the ratio of two means in a table can differ from the"
        f" ratio in the summary. {unit.capitalize()}s that a search did not solve are hard for it."
        " Without them, this search probably looks better than it is, and so does the setting at"
        " which it failed."
    )
