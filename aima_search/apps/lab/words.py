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
from aima_search.runs.statistics import MOST_EXACT, is_few, samples

Comparison: TypeAlias = PairComparison | SuccessRateDifference

_PERCENT = 1  # a lower ratio is written in percent


@dataclass
class ComparisonSentence:
    """A sentence that compares two heuristics, two searches or two settings.

    blind: "blind " if the sentence is the first about a blind search.
    by_value: the ratios at each value of a factor as a text, or "" if they are similar.
    others: comparisons of other settings of the same search, without a significant difference.

    asked, first, second: two heuristics give "A*", "with X" and "with Y"; two settings give "A*",
    "at size 5" and "at size 4"; two searches give "A*", "" and "IDA*".
    """

    found: Analysis
    one: Comparison
    blind: str = ""
    by_value: str = ""
    others: Sequence[ComparisonSentence] = ()

    def __post_init__(self) -> None:
        """Choose the words of the sentence."""
        one, measure, results = self.one, self.found.measure, self.found.results
        self.asked, self.first, self.second = self._names()
        self.verb, self.noun, self.same = "needed", measure.noun, measure.same
        self.less, self.more = "fewer" if measure.kind == "count" else "less", "more"
        self.either = f"needs more or {self.less}"
        self.measured = f"the {measure.noun} of {self.asked}"
        is_more = isinstance(one, PairComparison) and (one.ratio or 1) > 1
        if isinstance(one, SuccessRateDifference):
            is_more = one.difference > 0
            self.verb, self.noun, self.same = "solved", "of its runs", "the same share of its runs"
            self.less, self.more = "a lower share", "a higher share"
            self.either = "solves a higher or lower share"
            self.measured = f"the share of the runs that {self.asked} solved"
        self.side = f"{self.more if is_more else self.less} {self.noun}"
        self.who = self.asked if one.axis else f"{self.asked} {self.first}".rstrip()
        self.than = f"{self.first} than {self.second}".lstrip()
        self.common = self.restriction = ""  # the boards that both solved
        if isinstance(one, PairComparison) and (one.only_first or one.only_second):
            if not one.axis:
                self.common = f"{one.instances} of {counted(len(results.boards), results.unit)}"
                self.restriction = f"on the {self.common} that both solved, "
            else:
                pairs = f"{int(results.at({one.axis: one.value}).sum())} pairs of {results.unit}s"
                self.common = f"solved at both values in {one.instances} of {pairs}"
        self.took, self.time_evidence = self._times()

    def _names(self) -> tuple[str, str, str]:
        found, one = self.found, self.one
        if one.axis:
            value, base = (f"at {one.axis} {quoted(value)}" for value in (one.value, one.base))
            return search_name(found, one.first), value, base
        if one.first.heuristic and one.first.without_heuristic == one.second.without_heuristic:
            first, second = (f"with {config.heuristic}" for config in (one.first, one.second))
            return method_name(found, one.first), first, second
        return search_name(found, one.first), "", search_name(found, one.second)

    def _times(self) -> tuple[str, str]:
        """Return the ratio of the times, such as "took 22.1 % of the time of A*", with evidence.

        If the times do not clearly differ, or if they are the measure, return ("", "").
        """
        one = self.one
        if self.found.measure.name == "seconds" or one.axis or not isinstance(one, PairComparison):
            return "", ""
        ratio, low, high = one.clock or (1, 1, 1)
        if low <= one.near[1] and high >= one.near[0]:
            return "", ""
        ends = interval(low, high, percent if ratio < _PERCENT else number_text)
        of = f" that it took {self.second}" if self.first else f" of {self.second}"
        evidence = f"on this machine ({ends}, {counted(one.boards, 'board')}, not tested)"
        return f"took {_ratio_text(ratio)} the time{of}", evidence

    def __str__(self) -> str:
        """Return the sentence."""
        one, asked = self.one, f"{self.blind}{self.asked}"
        if self.others:
            effects = listed([effect._effect() for effect in (self, *self.others)])
            return f"These effects on {self.measured} are not significant: {effects}."
        if isinstance(one, PairComparison) and one.ratio is None:
            by = "" if self.first else "by "
            sides = f"{by}{self.first or self.asked} and {by}{self.second}"
            return f"No {self.found.results.unit} was solved both {sides}."
        if one.is_same or one.is_shown or one.is_equal:
            at = f"{self.first}, " if self.one.axis else ""
            return sentence(
                f"{self.restriction}{at}{self.blind}{self.who} {self.verb} {self._result()}"
            )
        if one.is_leaning:
            text = f"on these boards, {asked} {self.verb} {self.side} {self.than}, but the"
            text += " difference is not significant after the correction"
        else:
            these = "this board does" if one.boards == 1 else "these boards do"
            text = f"{these} not show whether {asked} {self.either} {self.noun} {self.than}"
        return sentence(f"{text} ({self._number()}, {self._evidence()})")

    def _result(self) -> str:
        one, same = self.one, f"{self.same} as {self.second} on"
        if one.is_shown and isinstance(one, SuccessRateDifference):
            than = f"than {self.second}" if self.one.axis else self.than
            return f"{self.side} {than} ({self._number()}, {self._evidence()})"
        if one.is_shown and isinstance(one, PairComparison):
            mean = "on average " if self.by_value else ""
            of = f" that it needed {self.second}" if self.first else f" of {self.second}"
            values = f": {self.by_value}" if self.by_value else ""
            ratio = f"{mean}{_ratio_text(one.ratio or 1)} the {self.noun}{of}"
            return f"{ratio} ({self._evidence()}){values}"
        instances = counted(one.boards, "board")
        if isinstance(one, PairComparison) and one.instances:
            instances = counted(one.instances, self.found.results.unit)
            if not one.is_same and one.same >= 0.9 * one.instances:
                time = f", but it {self.took} {self.time_evidence}" if self.took else ""
                return f"{same} {one.same} of {instances}{time}"
        if one.is_same:
            return f"{same} each of {instances}"
        return f"about {self.same} as {self.second} ({self._number()}, {self._evidence()})"

    def counts(self) -> str:
        """Return a sentence that counts the boards on which the first search is better."""
        one = self.one
        if one.is_same or one.boards < 2:
            return ""
        both = [(one.less, self.less), (one.more, self.more)]
        (below, less), (above, more) = sorted(both, key=lambda count: -count[0])
        boards, same = counted(one.boards, "board"), one.boards - below - above
        on = f"{below} of {boards}, the same on {same} and {more} on {above}"
        on = f"all {boards}" if below == one.boards else on
        verb = f"{self.restriction}{self.asked} {self.verb}"
        return sentence(f"{verb} {less} {self.noun} {self.than} on {on}")

    def time(self) -> str:
        """Return a sentence on the times of the two searches, or "" if the times are similar."""
        text = f"{self.restriction}{self.who} {self.took} {self.time_evidence}"
        return sentence(text) if self.took else ""

    def _effect(self) -> str:
        number = self._number().rpartition(": ")[2]
        times = "" if isinstance(self.one, SuccessRateDifference) else " times"
        settings = f"{self.first} compared with {self.second.removeprefix('at ')}"
        return f"{number}{times} {settings} ({self._evidence()})"

    def _number(self) -> str:
        """Return the ratio or the difference of both sides, such as "size 7 / 5: 1.3"."""
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
        if one.axis or not one.is_settled:
            parts.append(self.common)
        differ = one.less + one.more
        is_lowest = one.p_alone <= 1.01 * 2.0 ** (1 - differ)
        if not one.is_settled and (is_few(differ) or is_lowest):
            which = "a corrected p" if one.is_leaning else "p"
            parts.append(f"too few of them differ for {which} <= 5 %")
        return ", ".join(filter(None, parts))


Result: TypeAlias = ComparisonSentence | str


def method_name(found: Analysis, config: Configuration) -> str:
    """Return the algorithm of ``config``; add the tie-break if tie-breaks are compared."""
    is_tied = found.results.has_ties and config.tie_break
    tie = f" (ties broken {config.tie_break})" if is_tied else ""
    return ("A*" if config.method == "astar" else config.method) + tie


def search_name(found: Analysis, config: Configuration) -> str:
    """Return the name of a configuration for use in a sentence."""
    blind = "" if config.entry.local else " search"
    return method_name(found, config) + (f" with {config.heuristic}" if config.heuristic else blind)


def notes(found: Analysis) -> Iterator[str]:
    """Yield all notes: how the tests were computed, and which boards they include."""
    results, correction = found.results, correction_in_words(found)
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
        f" is corrected {correction}."
    )
    yield from _tests(found)
    if results.compared and not results.common(results.compared).all():
        yield from _unsolved(found)
    if results.compared and found.measure.name != "seconds":
        yield "Times have intervals, but no test and no correction."


def untested(found: Analysis) -> str:
    """Return a sentence that names the options whose values are not compared by a test, or ""."""
    results = found.results
    axes = [axis for axis in results.axes if axis not in results.paired]
    values = "The values of {} have different boards, so the tables and plots describe their"
    values += " results, but no test compares them (the key paired allows a test, if the puzzle"
    values += " offers it for this option)."
    return values.format(listed(axes)) if axes else ""


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
    yield (
        "All comparisons that are corrected together use the same flips of signs: all flips if at"
        f" most {MOST_EXACT} boards differ in any of them, otherwise"
        f" {samples(found.results.different):,} random flips. If a comparison differs on n boards,"
        " its p is at least about 2 / 2^n."
    )
    of = "logarithm of the ratio" if found.results.compared else "difference, cut at -100 and 100"
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
    """Return a value as a text. A list, which contains commas, is put in quotation marks."""
    return f'"{value}"' if "," in str(value) else str(value)


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return the parts as a list in words, for example "a, b and c"."""
    *first, last = parts
    return f"{', '.join(first)} {word} {last}" if first else last
