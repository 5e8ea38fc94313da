"""Boards that the deductions of their puzzle decide: a search of them shows nothing."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from aima_search.model.puzzle import Puzzle
from aima_search.runs.search import Search

FEW = 3
"""Expansions; a search of so few shows nothing."""


def count_expansions(problem: Puzzle) -> int:
    """Return the number of expansions of a search, counted a little beyond FEW."""
    return sum(1 for _ in islice(Search(problem), FEW + 1))


def settings_with_a_search(
    problem: Puzzle, settings: Mapping[str, str]
) -> Mapping[str, str] | None:
    """Return those of the puzzle's plain settings under which a search of the board shows more.

    settings: the other board options, as text. None if no plain settings show more.
    """
    for chosen in problem.plain_settings:
        options = problem.read_options({**settings, **chosen})
        if count_expansions(type(problem).parse(problem.instance_text(), **options)) > FEW:
            return chosen
    return None
