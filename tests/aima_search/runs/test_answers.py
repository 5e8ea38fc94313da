"""The answers of a comparison: which configuration is best, true for any rows."""

import re

import pytest
from hypothesis import given

from aima_search import Limits, compare
from aima_search.runs.comparison_views import answers
from puzzles import MovIX
from tests.examples import examples
from tests.specimens import Chain, journeys

BOARD = MovIX.level("2-tiny")


def test_the_best_are_named_with_their_numbers():
    rows = compare(BOARD, ["astar", "greedy"], "manhattan, conflicts, zero")
    said = list(answers(rows))
    expanded = {row.configuration.label(): row.expanded for row in rows if row.proved_optimal}
    best = min(expanded, key=expanded.get)
    assert said[0] == (
        "Fewest expansions with a proof that the cost is optimal:"
        f" {best}, {expanded[best]:,} for the board."
    )
    assert said[1].startswith("Fastest: ")
    assert said[2].startswith(
        "Not optimal, because the heuristic is not admissible: astar, manhattan; astar, manhattan"
        " found cost 4 where 3 is optimal."
    )


def test_one_configuration_has_no_answers():
    assert list(answers(compare(BOARD, ["astar"], "zero"))) == []


def test_no_solutions_are_reported():
    rows = compare(Chain(90), ["astar", "greedy"], "problem.h", Limits(nodes=9))
    assert list(answers(rows)) == ["No configuration solved the board."]
    both = compare([Chain(90), Chain(3)], ["astar", "greedy"], "problem.h", Limits(nodes=9))
    assert list(answers(both)) == ["No configuration solved all 2 boards."]


def test_text_and_html_have_the_same_answers():
    rows = compare(BOARD, ["astar", "greedy"], "conflicts, zero")
    for sentence in answers(rows):
        assert sentence in str(rows)
        assert sentence in rows._repr_html_()
    assert not re.search(r"\n\n\n", str(rows))


@examples(20)
@given(journeys())
def test_the_answers_are_true_for_any_rows(journey):
    rows = compare(journey, ["astar", "greedy", "uniform-cost", "breadth-first"], "problem.h")
    said = list(answers(rows))
    solved = [row for row in rows if row.solved]
    if not solved:
        assert said == ["No configuration solved the board."]
        return
    proved = [row for row in solved if row.proved_optimal]
    if proved:
        least = min(row.expanded for row in proved)
        assert said[0].endswith(f"{least:,} for the board.")
        for row in proved:
            assert (row.configuration.label() in said[0]) == (row.expanded == least)
    optimum = min(row.cost for row in solved)
    worse = [row for row in solved if row.algorithm == "astar" and row.cost > optimum * (1 + 1e-9)]
    assert any("not admissible" in one for one in said) == bool(worse)


@pytest.mark.parametrize("count", [3, 4, 6])
def test_few_are_named_and_the_others_counted(count):
    names = [f"max({', '.join(['zero'] * number)})" for number in range(2, count + 2)]
    first = next(answers(compare(Chain(1), ["astar"], names)))
    assert first.count("max(zero") == min(count, 3)
    assert ("others" in first) == (count > 4)
    assert ("1 other," in first) == (count == 4)
