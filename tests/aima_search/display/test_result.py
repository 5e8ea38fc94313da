"""A search result as text, in a notebook, and on its way to another process."""

import pickle
import re
from dataclasses import replace

import pytest

from aima_search import Limits, SearchLimitReached, solve
from aima_search.model.puzzle import Puzzle
from aima_search.search import EightPuzzle, NQueensProblem
from puzzles import Hitori, MovIX, Sudoku
from tests.aima_search.display.outline import Outline
from tests.specimens import Chain

NASTY = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def result():
    return solve(MovIX.level("2-tiny"), heuristic="assignment", tie_break="fifo")


def test_it_prints_how_it_ended_and_what_it_took(result):
    lines = str(result).splitlines()
    assert lines[0] == "astar with assignment: solved"
    assert lines[1].split() == ["cost", "3"]
    assert [line.split()[-1] for line in lines if "generated" in line] == ["76"]
    unsolved = solve(MovIX.level("7-never"))
    assert str(unsolved).startswith("astar with problem.h: proved: there is no solution\n cost ")


def test_a_notebook_shows_the_statistics_and_a_picture_of_every_state(result):
    html = result._repr_html_()
    outline = Outline(html)
    assert outline.open == []
    widths = [float(one) for one in re.findall(r'<svg [^>]*?width="([0-9.]+)', html)]
    assert len(widths) == 4
    assert max(widths) < 190  # so that several stand side by side
    assert "start" in outline.texts
    assert [text for text in outline.texts if text.startswith("3. ")] == ["3. L (1, 1) -> (2, 0)"]


def test_a_long_solution_is_shown_in_part_with_its_ends():
    puzzle = EightPuzzle((8, 6, 7, 2, 5, 4, 3, 0, 1))
    long = solve(puzzle, "greedy")
    outline = Outline(long._repr_html_())
    assert len(long.states) > 24
    assert outline.tags.count("svg") == 24
    assert {"start", f"{len(long.actions)}. {long.actions[-1]}"} <= set(outline.texts)
    assert f"24 of {len(long.states)} pictures" in outline.text


@pytest.mark.parametrize("problem", [Chain(3), MovIX.level("7-never")])
def test_without_pictures_or_a_solution_the_statistics_are_shown(problem):
    html = solve(problem, "uniform-cost")._repr_html_()
    assert "<svg" not in html
    assert "expanded" in html


def test_a_name_is_text(result):
    def h(node):
        return 0

    h.__name__ = NASTY
    html = solve(Chain(3), heuristic=h)._repr_html_()
    assert NASTY not in html
    assert NASTY in Outline(html).text


def test_the_problem_is_no_part_of_the_outcome(result):
    other = replace(result, problem=None)
    assert other == result
    assert hash(other) == hash(result)
    assert "problem" not in repr(result)


def test_a_pickled_result_leaves_its_problem_behind():
    problem = Chain(3)
    problem.unpicklable = lambda: None
    result = solve(problem, "breadth-first")
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert (again.problem, result.problem) == (None, problem)
    assert "astar" not in str(again)
    assert "expanded" in again._repr_html_()


def test_a_limit_that_was_raised_can_be_pickled_with_its_result():
    problem = Chain(30)
    problem.unpicklable = lambda: None
    with pytest.raises(SearchLimitReached) as caught:
        solve(problem, "breadth-first", limits=Limits(nodes=3), raise_on_limit=True)
    assert pickle.loads(pickle.dumps(caught.value)).result.expanded == 3


def test_the_textbooks_tiles_show_the_tile_that_moved():
    puzzle = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 0, 8))
    assert "8 · " not in str(puzzle)
    (moved,) = [c.text for _, _, c in puzzle.scene(puzzle.goal, "RIGHT").positions() if c.marked]
    assert moved == "8"
    assert str(puzzle.scene(puzzle.goal, "RIGHT")).count("[8]∘") == 1


def test_the_textbooks_queens_show_who_attacks_whom():
    attacked = str(NQueensProblem(4).scene((0, 1, -1, -1)))
    assert attacked.count("!Q!") == 2
    assert str(NQueensProblem(4).scene((1, 3, -1, -1), 3)).count("[Q]") == 1


def test_a_problem_without_a_picture_prints_as_what_it_is():
    assert str(Chain(3)) == repr(Chain(3)) == "Chain(0, 3)"
    assert Chain(3)._repr_svg_() is None


@pytest.mark.parametrize("puzzle", [MovIX, Hitori, Sudoku])
def test_a_puzzle_is_shown_as_its_first_state(puzzle):
    problem = puzzle.level()
    assert problem._repr_svg_() == problem.scene(problem.initial)._repr_svg_()
    assert str(problem) == str(problem.scene(problem.initial))


def test_a_puzzle_with_neither_text_nor_picture_still_has_a_name():
    class Bare(Puzzle):
        pass

    assert str(Bare("start")) == repr(Bare("start")) == "Bare('start')"
    assert Bare("start")._repr_svg_() is None
