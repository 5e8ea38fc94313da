"""The named deductions, weakest first, and for which solutions each is sound.

A rule is *sound for every solution*; or only for *minimal* solutions, none of whose shaded cells
can be unshaded; or for *one of the least*: if there are solutions, the rule leaves a solution with
the fewest shaded cells. As a least solution is minimal, all rules together find a least solution,
but do not count all solutions.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from aima_search.base.errors import BoardError, UnknownName


class Rule(NamedTuple):
    """A deduction: its name, one line about it, and for which solutions it is sound."""

    name: str
    summary: str
    sound_for: Literal["every", "minimal", "one of the least"]


_ALL = (
    Rule("neighbours", "the neighbours of a shaded cell are kept", "every"),
    Rule("equals", "the equals of a kept cell in its lines are shaded", "every"),
    Rule(
        "pairs", "between two equals a cell is kept; further equals of a pair are shaded", "every"
    ),
    Rule("cycles", "a cell whose shading would cut the unshaded cells apart is kept", "every"),
    Rule("closure", "a decision that forces a contradiction by itself is wrong", "every"),
    Rule("probing", "a decision whose forced cells cut the board is wrong", "every"),
    Rule("deep-probing", "a decision that the rules above refute step by step is wrong", "every"),
    Rule("lonely", "a cell without an unshaded equal in its lines is kept", "minimal"),
    Rule("needed", "a shaded cell has a kept equal in one of its lines", "minimal"),
    Rule(
        "clusters",
        "cells that concern no others: as few as possible are shaded",
        "one of the least",
    ),
)
RULES: dict[str, Rule] = {rule.name: rule for rule in _ALL}
"""The deductions by name, weakest first."""

SOUND_RULES = tuple(rule.name for rule in _ALL if rule.sound_for == "every")
"""The rules that hold for every solution."""

MINIMAL_RULES = tuple(rule.name for rule in _ALL if rule.sound_for != "one of the least")
"""The rules that hold for every minimal solution."""


def check_rules(rules: Collection[str]) -> frozenset[str]:
    """Return the rules as a set; UnknownName (a LookupError) names an unknown rule."""
    if isinstance(rules, str) or not isinstance(rules, Collection):
        raise BoardError(f"Hitori rules={rules!r}: expected a collection of names")
    for name in rules:
        if name not in RULES:
            raise UnknownName("Hitori rule", str(name), RULES)
    return frozenset(rules)


def read_rules(text: str) -> tuple[str, ...]:
    """Return the names in a text: by commas, or "all", or "none"."""
    return {"all": tuple(RULES), "none": ()}.get(text, tuple(text.split(",")))
