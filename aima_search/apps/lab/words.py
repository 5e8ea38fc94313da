"""Sentences about one comparison each. The evidence is in brackets at the end of the sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isclose
from typing import TypeAlias

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.comparisons import ConfigurationPair, PairComparison
from aima_search.apps.lab.factors import Contrast
from aima_search.apps.lab.local import (
    LocalSearchContrast,
    LocalSearchPair,
    SuccessRateDifference,
)
from aima_search.base.interchange import counted
from aima_search.catalog.configuration import Configuration
from aima_search.runs.statistics import is_few

Comparison: TypeAlias = "PairComparison | SuccessRateDifference"

ALONE = " alone"
"""The word after a p that is not corrected."""

_PERCENT = 1  # a lower ratio is written in percent


@dataclass(frozen=True)
class ComparisonSentence:
    """A sentence that compares two heuristics, two searches or two settings.

    ``asked``: the search, such as "A*". ``first``, ``second``: the two sides, such as "with X" and
    "with Y" for heuristics, or "at size 5" and "at size 4" for settings. For two searches,
    ``asked`` and ``second`` are the names of the searches, and ``first`` is "". ``is_setting``:
    True for two settings. ``blind``: "blind " if the sentence is the first about a blind search.
    ``by_value``: the ratios at each value of a factor as a text, or "" if they are similar.
    """

    found: Analysis
    one: Comparison
    asked: str
    first: str
    second: str
    is_setting: bool = False
    blind: str = ""
    by_value: str = ""

    def __str__(self) -> str:
        """Return the sentence."""
        one, as_, measure = self.one, f" as {self.second}", self.found.measure
        same = f"the same {self._noun}" if self._is_share else measure.same
        if isinstance(one, PairComparison) and one.ratio is None:
            by = ("", self.first) if self.first else ("by ", f"by {self.asked}")
            return f"No {self.found.results.unit} was solved both {by[1]} and {by[0]}{self.second}."
        if one.is_same:
            return self._shown(f"{same}{as_} on each of {self._instances()}")
        if one.is_shown:
            values = f": {self.by_value}" if self.by_value else ""
            return self._shown(f"{self._amount()} ({self._evidence()}){values}")
        if one.is_equal and isinstance(one, PairComparison) and 0 < 0.9 * one.instances <= one.same:
            than = self._of.replace("needed", "took")
            time = f", but it {self._took(than)}" if self.has_time else ""
            return self._shown(f"{same}{as_} on {one.same} of {self._instances()}{time}")
        if one.is_equal:
            return self._shown(f"about {same}{as_} ({self._evidence()})")
        if one.is_leaning:
            text = (
                f"on these boards, {self.blind}{self.asked} {self._verb} {self._side} {self._than}"
            )
            but = "but the difference is not significant after the correction"
            return sentence(f"{text}, {but} ({self._evidence()})")
        these = "this board does" if one.boards == 1 else "these boards do"
        either = "solves a higher or lower" if self._is_share else f"needs more or {self._less}"
        asked = f"{self.blind}{self.asked} {either} {self._noun} {self._than}"
        text = f"{these} not show whether {asked}"
        return sentence(f"{text} ({self._evidence()})")

    def counts(self) -> str:
        """Return a sentence that counts the boards on which the first search is better."""
        one = self.one
        if one.is_same or one.boards < 2 or (isinstance(one, Contrast) and one.sides):
            return ""
        words = ("a lower", "a higher") if self._is_share else (self._less, "more")
        (less, below), (more, above) = zip(words, (one.less, one.more), strict=True)
        if above > below:
            less, below, more, above = more, above, less, below
        start = f"{self._restriction}{self.asked} {self._verb} {less} {self._noun} {self._than} on"
        if below == one.boards:
            return sentence(f"{start} all {counted(below, 'board')}")
        of, same = counted(one.boards, "board"), one.boards - below - above
        share = " share" * self._is_share
        return sentence(f"{start} {below} of {of}, the same on {same} and {more}{share} on {above}")

    def time(self) -> str:
        """Return a sentence on the times of the two searches, or "" if ``has_time`` is False."""
        of = self._of.replace("needed", "took")
        return sentence(f"{self._restriction}{self._who} {self._took(of)}") if self.has_time else ""

    @property
    def effect(self) -> str:
        """The effect of a setting in words, with the evidence in brackets."""
        number, _, evidence = self._evidence().partition(", ")
        change = number.rpartition(": ")[2] + " times" * (not self._is_share)
        settings = f"{self.first} compared with {self.second.removeprefix('at ')}"
        return f"{change} {settings} ({evidence})"

    @property
    def measured(self) -> str:
        """What is compared, such as "the expansions of A* with manhattan"."""
        of = f" that {self.asked} solved" if self._is_share else f" of {self.asked}"
        return f"the {'share of the runs' if self._is_share else self._noun}{of}"

    @property
    def has_time(self) -> bool:
        """True if the two times clearly differ and the compared measure is not the time."""
        one = self.one
        if self.found.measure.name == "seconds" or not isinstance(one, ConfigurationPair):
            return False
        return bool(one.clock and (one.clock[2] < one.near[0] or one.clock[1] > one.near[1]))

    @property
    def times_the_time(self) -> str:
        """The ratio of the two times as a text, such as "22.1 % of the time"."""
        return f"{_times(self._clock[0])} the time"

    @property
    def _clock(self) -> tuple[float, float, float]:
        assert isinstance(self.one, PairComparison)
        assert self.one.clock
        return self.one.clock

    def _took(self, of: str = "") -> str:
        ratio, low, high = self._clock
        evidence = interval(low, high, percent if ratio < _PERCENT else number_text)
        evidence += f", {counted(self.one.boards, 'board')}, not tested"
        return f"took {self.times_the_time}{of} on this machine ({evidence})"

    def _shown(self, text: str) -> str:
        at = f"{self.first}, " if self.is_setting else ""
        return sentence(f"{self._restriction}{at}{self.blind}{self._who} {self._verb} {text}")

    @property
    def _is_share(self) -> bool:
        return isinstance(self.one, SuccessRateDifference)

    @property
    def _who(self) -> str:
        return f"{self.asked} {self.first}" if self.first and not self.is_setting else self.asked

    @property
    def _verb(self) -> str:
        return "solved" if self._is_share else "needed"

    @property
    def _noun(self) -> str:
        return "share of its runs" if self._is_share else self.found.measure.noun

    @property
    def _less(self) -> str:
        is_count = self.found.measure.kind == "count" and not self._is_share
        return "fewer" if is_count else "less"

    @property
    def _side(self) -> str:
        one = self.one
        if isinstance(one, SuccessRateDifference):
            return f"a {'higher' if one.difference > 0 else 'lower'} {self._noun}"
        return f"{'more' if (one.ratio or 1) > 1 else self._less} {self._noun}"

    @property
    def _than(self) -> str:
        return f"{self.first} than {self.second}".lstrip()

    @property
    def _of(self) -> str:
        return f" that it needed {self.second}" if self.first else f" of {self.second}"

    @property
    def _common_instances(self) -> str:
        one, results = self.one, self.found.results
        if isinstance(one, ConfigurationPair) and (one.only_first or one.only_second):
            return f"{one.instances} of {counted(len(results.boards), results.unit)}"
        return ""

    @property
    def _restriction(self) -> str:
        return (
            f"on the {self._common_instances} that both solved, " if self._common_instances else ""
        )

    def _instances(self) -> str:
        if isinstance(self.one, PairComparison) and self.one.instances:
            return counted(self.one.instances, self.found.results.unit)
        return counted(self.one.boards, "board")

    def _amount(self) -> str:
        if isinstance(self.one, SuccessRateDifference):
            than = f"than {self.second}" if self.is_setting else self._than
            return f"{self._side} {than}"
        mean = "on average " * bool(self.by_value)
        return f"{mean}{_times(self.one.ratio or 1)} the {self._noun}{self._of}"

    def _evidence(self) -> str:
        one, number, text = self.one, list[str](), number_text
        if isinstance(one, SuccessRateDifference):
            number = [f"{self._names(' minus ')}: {_points(one.difference)} percentage points"]
            text = _points
        elif not one.is_shown:
            number = [f"{self._names(' / ')}: {number_text(one.ratio or 1)}"]
        else:
            text = percent if (one.ratio or 1) < _PERCENT else number_text
        p = [] if one.is_equal else [_p(one)]
        part = [] if one.is_settled or not self._common_instances else [self._common_instances]
        if isinstance(one, Contrast) and not one.sides and (one.only_first or one.only_second):
            pairs = int(self.found.results.at({one.axis: one.value}).sum())
            unit = self.found.results.unit
            part = [f"solved at both values in {one.instances} of {pairs} pairs of {unit}s"]
        few = _too_few(one)
        parts = [*number, interval(one.low, one.high, text), *p, _boards(one), *part, *few]
        return ", ".join(parts)

    def _names(self, between: str) -> str:
        """Return the names of both sides, joined by ``between``, such as "size 7 / 5"."""
        first = (self.first or self.asked).removeprefix("with ").removeprefix("at ")
        second = self.second.removeprefix("with ").removeprefix("at ")
        if isinstance(self.one, Contrast | LocalSearchContrast):
            second = second.removeprefix(f"{self.one.axis} ")
        return f"{first}{between}{second}"


def of_heuristics(found: Analysis, pair: ConfigurationPair) -> ComparisonSentence:
    """Return the sentence that compares two heuristics of one algorithm."""
    first, second = (f"with {config.heuristic}" for config in (pair.first, pair.second))
    return ComparisonSentence(found, pair, method_name(found, pair.first), first, second)


def of_searches(found: Analysis, pair: ConfigurationPair | LocalSearchPair) -> ComparisonSentence:
    """Return the sentence that compares two searches."""
    return ComparisonSentence(
        found, pair, search_name(found, pair.first), "", search_name(found, pair.second)
    )


def of_settings(found: Analysis, one: Contrast | LocalSearchContrast) -> ComparisonSentence:
    """Return the sentence that compares two values of a factor."""
    name, base, value = search_name(found, one.configuration), quoted(one.base), quoted(one.value)
    return ComparisonSentence(
        found, one, name, f"at {one.axis} {value}", f"at {one.axis} {base}", True
    )


def method_name(found: Analysis, config: Configuration) -> str:
    """Return the algorithm of ``config``; add the tie-break if tie-breaks are compared."""
    is_tied = found.results.has_ties and config.tie_break
    tie = f" (ties broken {config.tie_break})" if is_tied else ""
    return ("A*" if config.method == "astar" else config.method) + tie


def search_name(found: Analysis, config: Configuration) -> str:
    """Return the name of a configuration for use in a sentence."""
    blind = "" if config.entry.local else " search"
    return method_name(found, config) + (f" with {config.heuristic}" if config.heuristic else blind)


@dataclass(frozen=True)
class UnshownEffects:
    """A sentence that lists the settings that have no significant effect on a search."""

    comparisons: Sequence[ComparisonSentence]

    def __str__(self) -> str:
        """Return the sentence with all effects, each with its evidence in brackets."""
        effects = listed([one.effect for one in self.comparisons])
        measured = self.comparisons[0].measured
        return f"These effects on {measured} are not significant: {effects}."


Result: TypeAlias = "ComparisonSentence | UnshownEffects | str"
"""A sentence, or a comparison or several that become a sentence."""


def comparisons_of(result: Result) -> list[ComparisonSentence]:
    """Return the comparisons in a result, as a list."""
    if isinstance(result, UnshownEffects):
        return [*result.comparisons]
    return [] if isinstance(result, str) else [result]


def _p(one: Comparison) -> str:
    alone, corrected = (f"{p:.2g}" for p in (one.p_alone, one.p))
    if not one.is_shown and alone != corrected:
        return f"p = {alone}{ALONE} and {corrected} corrected"
    return "p < 0.001" if one.p < 0.001 else f"p = {corrected}"


def _too_few(one: Comparison) -> list[str]:
    differ = one.less + one.more
    if one.is_settled or (isinstance(one, Contrast) and one.sides):
        return []
    is_lowest = one.p_alone <= 1.01 * 2.0 ** (1 - differ)
    which = "a corrected p" if one.is_leaning else "p"
    return [f"too few of them differ for {which} <= 5 %"] if is_few(differ) or is_lowest else []


def _boards(one: Comparison) -> str:
    if not (isinstance(one, Contrast) and one.sides):
        return counted(one.boards, "board")
    base, there = one.sides
    if base == there:
        return f"{counted(there, 'board')} at each value"
    return f"{base} and {there} different boards"


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
    """Return a fraction as a percentage with three significant digits.

    >>> percent(0.58333)
    '58.3 %'
    """
    return f"{number_text(100 * value)} %"


def _times(ratio: float) -> str:
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
