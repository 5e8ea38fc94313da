"""Sentences about comparisons, with their evidence in brackets, and notes on the whole report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isclose
from typing import TypeAlias

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import Difference, PairComparison
from aima_search.apps.lab.local import SuccessRateDifference
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration
from aima_search.runs.statistics import is_few

Comparison: TypeAlias = PairComparison | SuccessRateDifference

_PERCENT = 1  # a lower ratio is written in percent


@dataclass
class ComparisonSentence:
    """A sentence that compares two heuristics, two searches or two settings.

    asked, first, second: parts of the sentence, for example "A*", "with X" and "with Y".
    """

    found: Analysis
    one: Comparison

    def __post_init__(self) -> None:
        """Choose the words of the sentence."""
        one, measure, results = self.one, self.found.measure, self.found.results
        self.asked, self.first, self.second = self._names()
        self.who = self.asked if one.axis else f"{self.asked} {self.first}".rstrip()
        self.than = f"{self.first} than {self.second}".lstrip()
        self.restriction = ""  # the boards that both solved
        self.do_not_show = do_not_show(self.found)
        if isinstance(one, SuccessRateDifference):
            self.verb, self.same = "solved", "the same share of its runs"
            self.either = "solves a higher or lower share of its runs"
            self.side = f"a {'higher' if one.difference > 0 else 'lower'} share of its runs"
            return
        less = "fewer" if measure.kind == "count" else "less"
        self.verb, self.same = "needed", measure.same
        self.either = f"needs more or {less} {measure.noun}"
        self.side = f"{'more' if (one.ratio or 1) > 1 else less} {measure.noun}"
        if not one.axis and (one.only_first or one.only_second):
            boards = counted(len(results.boards), results.unit)
            self.restriction = f"the {one.instances} of {boards} that both solved"
            do = "does" if one.instances == 1 else "do"
            self.do_not_show = f"{self.restriction} {do} not show"

    def _names(self) -> tuple[str, str, str]:
        found, one = self.found, self.one
        if one.axis:
            value, base = (f"at {one.axis} {quoted(value)}" for value in (one.value, one.base))
            return search_name(found, one.first), value, base
        if one.first.heuristic and one.first.without_heuristic == one.second.without_heuristic:
            first, second = (f"with {config.heuristic}" for config in (one.first, one.second))
            return method_name(found, one.first), first, second
        return search_name(found, one.first), "", search_name(found, one.second)

    def __str__(self) -> str:
        """Return the sentence."""
        one, boards = self.one, self.restriction or "these boards"
        if isinstance(one, PairComparison) and one.ratio is None:
            by = "" if self.first else "by "
            sides = f"{by}{self.first or self.asked} and {by}{self.second}"
            return f"No {self.found.results.unit} was solved both {sides}."
        if one.is_settled:
            at = f"{self.first}, " if one.axis else ""
            return sentence(f"{self._on()}{at}{self.who} {self.verb} {self._result()}")
        if one.is_leaning:
            text = f"on {boards}, {self.asked} {self.verb} {self.side} {self.than}, but the"
            text += " difference is not significant after the correction"
        else:
            text = f"{self.do_not_show} whether {self.asked} {self.either} {self.than}"
        return sentence(f"{text} ({self._number()}, {self._evidence()})")

    def _on(self) -> str:
        return f"on {self.restriction}, " if self.restriction else ""

    def _result(self) -> str:
        one, noun = self.one, self.found.measure.noun
        if one.is_same:
            return f"{self.same} as {self.second} on each of {counted(one.boards, 'board')}"
        if one.is_equal:
            return f"about {self.same} as {self.second} ({self._number()}, {self._evidence()})"
        if isinstance(one, SuccessRateDifference):
            return f"{self.side} than {self.second} ({self._number()}, {self._evidence()})"
        of = f" that it needed {self.second}" if self.first else f" of {self.second}"
        return f"{_ratio_text(one.ratio or 1)} the {noun}{of} ({self._evidence()})"

    def time(self) -> str:
        """Return a sentence on the times of two searches, or "" if the times are similar."""
        one = self.one
        if self.found.measure.name == "seconds" or one.axis or not isinstance(one, PairComparison):
            return ""
        ratio, low, high = one.clock or (1, 1, 1)
        if low <= one.near[1] and high >= one.near[0]:
            return ""
        of = f" that it took {self.second}" if self.first else f" of {self.second}"
        ends = interval(low, high, percent if ratio < _PERCENT else number_text)
        evidence = f"({ends}, {counted(one.boards, 'board')}, not tested)"
        took = f"{self.who} took {_ratio_text(ratio)} the time{of} on this machine {evidence}"
        return sentence(f"{self._on()}{took}")

    def _number(self) -> str:
        """Return a ratio, such as "h1 / h2: 1.3", or a difference of two success rates, as text."""
        one = self.one
        first = (self.first or self.asked).removeprefix("with ").removeprefix("at ")
        second = self.second.removeprefix("with ").removeprefix("at ")
        if one.axis:
            second = second.removeprefix(f"{one.axis} ")
        if isinstance(one, SuccessRateDifference):
            return f"{first} minus {second}: {_points(one.difference)} percentage points"
        return f"{first} / {second}: {number_text(one.ratio or 1)}"

    def _evidence(self) -> str:
        one, text = self.one, number_text
        if isinstance(one, SuccessRateDifference):
            text = _points
        elif one.is_shown and (one.ratio or 1) < _PERCENT:
            text = percent
        parts = [interval(one.low, one.high, text), "" if one.is_equal else _p(one)]
        parts.append(counted(one.boards, "board"))
        if isinstance(one, PairComparison) and one.axis and (one.only_first or one.only_second):
            results = self.found.results
            pairs = f"{int(results.at({one.axis: one.value}).sum())} pairs of {results.unit}s"
            parts.append(f"solved at both values in {one.instances} of {pairs}")
        if not one.is_settled and is_few(one.less + one.more):
            parts.append("too few of them differ for p <= 5 %")
        return ", ".join(filter(None, parts))


Result: TypeAlias = ComparisonSentence | str


def do_not_show(found: Analysis) -> str:
    """Return "this board does not show" or "these boards do not show"."""
    is_one = found.results.different == 1
    return "this board does not show" if is_one else "these boards do not show"


def method_name(found: Analysis, config: Configuration) -> str:
    """Return the algorithm of ``config``; add the tie-break if tie-breaks are compared."""
    is_tied = found.results.has_ties and config.tie_break
    tie = f" (ties broken {config.tie_break})" if is_tied else ""
    return ("A*" if config.method == "astar" else config.method) + tie


def search_name(found: Analysis, config: Configuration) -> str:
    """Return the name of a configuration for use in a sentence."""
    name = method_name(found, config)
    if config.heuristic:
        return f"{name} with {config.heuristic}"
    return name if config.entry.local else f"blind {name} search"


def notes(found: Analysis) -> Iterator[str]:
    """Yield all notes: how the tests were computed, and which boards they include."""
    results, correction = found.results, _correction(found)
    if not correction:
        return
    if results.paired:
        mean = "geometric mean" if results.compared else "mean share"
        yield (
            f"Instances of one board differ only in {listed(results.paired)}. In an interval, a"
            f" test or a number of boards, a board counts once, with the {mean} of its instances."
        )
    yield (
        'Each p comes from a two-sided permutation test of ranks. Unless "alone" follows it, p'
        f" is corrected {correction}. A difference is called significant if this p is at most 5 %."
        " A large p, even p = 1, never shows that two searches or two settings are equal."
    )
    whatever = "whatever the values of their options"
    if any(contrast.where for contrast in found.contrasts):
        whatever += ", except in a table row that names a value of another option"
    of = "logarithm of the ratio" if results.compared else "difference, cut at -100 and 100"
    yield (
        f"The 95 % intervals are t intervals of the mean {of}. They are approximate and are not"
        f" corrected, so an interval can exclude {1 if results.compared else 0} although p is above"
        " 5 %."
    )
    if results.compared:
        yield f"A ratio is a geometric mean over the boards, {whatever}."
    if results.compared and not results.common(results.compared).all():
        yield (
            "Two searches, or two settings on the same boards, are compared on the"
            f" {results.unit}s solved with both, so a ratio can differ from the ratio of two means"
            f" in a table. {results.unit.capitalize()}s that a search did not solve are hard for"
            " it. Without them, this search probably looks better than it is, and so does the"
            " setting at which it failed."
        )
    if results.compared and found.measure.name != "seconds":
        yield "Times are not tested."


def untested(found: Analysis) -> str:
    """Return a sentence about the options without a statistical test; "" if all have a test."""
    results = found.results
    axes = [axis for axis in results.axes if axis not in results.paired]
    text = "No test compares the values of {}, because they have different boards (the key paired"
    text += " allows a test, if the puzzle offers it)."
    return text.format(listed(axes)) if axes else ""


def _correction(found: Analysis) -> str:
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
    effects = [axis.contrasts for axis in found.factors.values()]
    tested = max(sum(map(bool, own)) for own in (effects, found.local_contrasts.values()))
    inside = f"; p of a setting is also multiplied by the number of factors ({tested})"
    inside *= tested > 1
    method = "for the number of comparisons (step-down max-T of Westfall and Young), separately for"
    return f"{method} {listed(counts)}{inside}" if counts else ""


def _p(one: Difference) -> str:
    alone, corrected = (f"{p:.2g}" for p in (one.p_alone, one.p))
    if not one.is_shown and alone != corrected:
        return f"p = {alone} alone and {corrected} corrected"
    return "p < 0.001" if one.p < 0.001 else f"p = {corrected}"


def sentence(text: str) -> str:
    """Return a text as a sentence, with a capital letter and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def number_text(value: float) -> str:
    """Return a number with three significant digits.

    >>> number_text(0.03214), number_text(1234.5)
    ('0.0321', '1,230')
    """
    return f"{float(f'{value:.3g}'):,.12g}"


def percent(value: float) -> str:
    """Return a fraction as a percentage with three significant digits, such as "58.3 %"."""
    return f"{number_text(100 * value)} %"


def _ratio_text(ratio: float) -> str:
    return f"{percent(ratio)} of" if ratio < _PERCENT else f"{number_text(ratio)} times"


def _points(value: float) -> str:
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")  # + 0: avoids -0.0


def interval(low: float | None, high: float | None, text: Callable[[float], str]) -> str:
    """Return an interval as a text."""
    if low is None or high is None:
        return "no interval"
    if isclose(low, high):
        return "no variation between the boards"
    return f"95 % interval {text(low)} to {text(high)}"


def quoted(value: object) -> str:
    """Return a value as a text, with quotation marks if the text contains a comma."""
    return f'"{value}"' if "," in str(value) else str(value)


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return the parts as a list in words, for example "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last
