"""The warnings for a grid with too few boards, and that they are right."""

import numpy as np
import pytest

from aima_search.apps.lab import parse_grid
from aima_search.apps.lab.factors import prospects
from aima_search.runs.statistics import LEVEL, sign_flip_test

GRID = """
puzzle = "movix"
algorithms = ["astar", "breadth-first"]
heuristics = ["zero", "conflicts"]
[[instances]]
size = [4, 5]
line = 3
walls = [0, 1]
paired = "walls"
count = {count}
"""


@pytest.mark.parametrize(("count", "sentences"), [(1, 2), (2, 2), (3, 0)])
def test_a_grid_names_the_questions_it_cannot_answer(tmp_path, count, sentences):
    found = prospects(parse_grid(GRID.format(count=count), tmp_path))
    assert len(found) == sentences, found
    few = f"{2 * count} boards: too few to show"
    assert (
        found
        == [
            f"{few} a difference between searches; use at least 6",
            f"{few} the effect of walls from 0 to 1; use at least 6",
        ][:sentences]
    )


def test_the_clearest_results_are_shown_from_these_numbers_on():
    """The effect of two factors needs more, because p is corrected for the number of factors."""
    for factors, least in ((1, 6), (2, 7)):
        for n in (least - 1, least):
            p = sign_flip_test([np.ones(n)])[0][0] * factors
            assert (p <= LEVEL) == (n == least)


@pytest.mark.parametrize(("count", "sentences"), [(5, 3), (6, 2), (7, 0)])
def test_local_searches_are_compared_over_boards(tmp_path, count, sentences):
    """Two paired factors are tested; what is not paired is not."""
    text = f"""
puzzle = "sudoku-local"
algorithms = ["tabu", "annealing"]
repetitions = 50
[instances]
box = "2x2"
neighbourhood = ["boxes", "rows"]
cost = ["missing", "conflicts"]
clues = 6
count = {count}
"""
    found = prospects(parse_grid(text, tmp_path))
    assert len(found) == sentences, found
    unpaired = text.replace("clues = 6", "clues = [5, 6]")
    assert "clues" not in " ".join(prospects(parse_grid(unpaired, tmp_path)))
