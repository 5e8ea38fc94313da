"""What stands in for a heuristic: a name or a factory is refused with the line that would work."""

import pytest

import heuristics
from aima_search import astar_search, compare
from aima_search.base.errors import HeuristicError
from aima_search.search import greedy_best_first_graph_search, recursive_best_first_search
from puzzles import MovIX

BOARD = MovIX.level("2-tiny")


@pytest.mark.parametrize(
    "search", [astar_search, greedy_best_first_graph_search, recursive_best_first_search]
)
@pytest.mark.parametrize("h", ["partial-alignment", heuristics.movix.partial_alignment])
def test_the_textbooks_functions_say_how_a_heuristic_is_made(search, h):
    with pytest.raises(HeuristicError) as raised:
        search(BOARD, h)
    line = str(raised.value).partition("such as ")[2]
    assert line == "heuristics.get('partial-alignment', problem)"
    made = eval(line, {"heuristics": heuristics, "problem": BOARD})
    assert search(BOARD, made).path_cost >= 3


def test_the_keys_of_a_comparison_are_of_any_kind():
    rows = compare({1: BOARD, "1": BOARD, ("a", 2): BOARD}, ["astar"], ["zero"]).rows
    assert [row.board for row in rows] == ["1", "1 (2)", "('a', 2)"]
