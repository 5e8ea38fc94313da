"""Writing on a board, free of the actions of the search; the rules are the puzzle's own."""

import re
from itertools import combinations, pairwise, product
from random import Random

import pytest

from aima_search.display import Cell, Scene
from aima_search.model.contract import AnswerGrid
from aima_search.model.problem import Problem
from puzzles import Hitori, Sudoku
from tests.aima_search.apps.play.talking import Refused, Talk

HITORI, SUDOKU = "04x04-easy", "04x04-3-four-clues"


CELL = re.compile(r"([A-I])([1-9])")


def play(puzzle):
    """Return who plays a small board, and what a player first sees of it."""
    talk = Talk()
    return talk, talk("play", puzzle=puzzle, board=HITORI if puzzle == "hitori" else SUDOKU)


def is_hitori_solved(numbers, shaded):
    """Hold the rules against every pair of cells, and walk over what is white."""
    cells = {(r, c) for r in range(len(numbers)) for c in range(len(numbers[0]))}
    white = cells - shaded
    for (r, c), (s, d) in combinations(sorted(cells), 2):
        if {(r, c), (s, d)} <= shaded and abs(r - s) + abs(c - d) == 1:
            return False
        if {(r, c), (s, d)} <= white and (r == s or c == d) and numbers[r][c] == numbers[s][d]:
            return False
    reached, way = set(), list(sorted(white)[:1])
    while way:
        r, c = way.pop()
        if (r, c) in white - reached:
            reached.add((r, c))
            way += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return bool(white) and reached == white


def test_a_hitori_is_solved_on_paper_as_the_rules_say():
    problem, random = Hitori.level(HITORI), Random(5)
    grid, numbers = Hitori(problem.numbers, "naive").answer_grid(), problem.numbers
    (solution,) = (set(problem.solution_cells(one)) for one in problem.solutions())
    seen = set()
    for number in range(200):
        shaded = set(solution)
        for cell in random.sample(sorted(grid.choices), number % 4):
            shaded ^= {cell}
        kept = random.sample(sorted(set(grid.choices) - shaded), 3)
        written = {**dict.fromkeys(shaded, "shaded"), **dict.fromkeys(kept, "white")}
        state = grid.state(written)
        solved = state is not None and problem.goal_test(state)
        assert solved == is_hitori_solved(numbers, shaded)
        assert solved == (not grid.broken(written))
        seen.add(solved)
        if state is None:
            assert any(not one.is_open for one in grid.broken(written))
        else:
            assert grid.written(state) == dict.fromkeys(shaded, "shaded")
    assert seen == {True, False}


def test_a_sudoku_is_solved_on_paper_as_the_rules_say():
    problem, random = Sudoku.level(SUDOKU), Random(5)
    grid = problem.answer_grid()
    (solution,) = (problem.grid(one) for one in problem.solutions())
    right = {(r, c): str(solution[r][c]) for r, c in grid.choices}
    assert problem.goal_test(grid.state(right))
    for _ in range(100):
        cell = random.choice(sorted(right))
        wrong = {**right, cell: random.choice([text for text in "1234" if text != right[cell]])}
        assert grid.state(wrong) is None
        assert any(cell in one.cells for one in grid.broken(wrong))
        rest = {one: text for one, text in right.items() if one != cell and random.random() < 0.5}
        assert grid.broken(rest) == []
        assert grid.written(grid.state(rest)) == rest


def test_what_the_rules_refuse_is_written_told_and_taken_back():
    talk, view = play("hitori")
    assert [one["is_open"] for one in view["broken"]] == [True] * len(view["broken"])
    view = talk("write", cells=[[0, 0], [0, 1]], text="shaded")
    assert {name: view["broken"][0][name] for name in ("cells", "is_open")} == {
        "cells": [[0, 0], [0, 1]],
        "is_open": False,
    }
    assert (view["cost"], view["actions"], view["solved"], view["is_stuck"]) == (
        None,
        [],
        False,
        False,
    )
    assert "not a state of the search" in view["sheet"]["seen"]
    assert view["picture"]["svg"].count('class="conflict"') == 2
    hint = talk("hint", detail=1)
    assert (hint["status"], hint["cells"]) == ("none", [[0, 0], [0, 1]])
    assert talk("optimum")["status"] == "none"
    view = talk("write", cells=[[0, 1]], text="")
    assert "action" in view["sheet"]["seen"]
    assert view["broken"][0]["is_open"]
    assert talk("undo")["sheet"]["written"] == [[0, 0, "shaded"], [0, 1, "shaded"]]


def test_kept_cells_are_nothing_to_the_search_and_equal_ones_clash():
    talk, view = play("hitori")
    first = view["broken"][0]["cells"]
    after = talk("write", cells=first, text="white")
    assert after["actions"] == view["actions"]
    assert after["picture"]["svg"].count('class="ring"') == len(first)
    assert after["broken"][0]["cells"] == first
    assert not after["broken"][0]["is_open"]
    assert (after["cost"], after["moves"]) == (0, 1)


def test_digits_replace_digits_and_notes_give_way_to_digits():
    talk, view = play("sudoku")
    cell = view["layout"]["cells"][0][:2]
    assert talk("note", cells=[cell], text="2")["sheet"]["notes"] == [[*cell, ["2"]]]
    talk("note", cells=[cell], text="3")
    view = talk("note", cells=[cell], text="2")
    assert view["sheet"]["notes"] == [[*cell, ["3"]]]
    assert 'class="candidate"' in view["picture"]["svg"]
    for digit in "14":
        view = talk("write", cells=[cell], text=digit)
        assert (view["sheet"]["written"], view["sheet"]["notes"]) == ([[*cell, digit]], [])
    with pytest.raises(Refused, match="an empty cell"):
        talk("note", cells=[cell], text="2")
    moves = view["moves"]
    assert talk("write", cells=[cell], text="4")["moves"] == moves  # it stands there


def test_an_address_brings_back_what_was_written_and_what_was_done():
    talk, view = play("sudoku")
    a, b, *_ = (one[:2] for one in view["layout"]["cells"])
    talk("write", cells=[a, b, a], text="3")
    assert talk("view")["indices"][-1].count("_") == 1, "each cell once"
    talk("note", cells=[view["layout"]["cells"][4][:2]], text="2")
    talk("write", cells=[a, b], text="")
    view = talk("do", action=0)
    again = Talk()("play", puzzle="sudoku", board=SUDOKU, moves=view["indices"])
    assert again == talk("view")
    assert [type(move) for move in view["indices"]] == [str, str, str, int]


@pytest.mark.parametrize(
    "game",
    [
        {"puzzle": "sudoku", "board": SUDOKU, "moves": ["0-0*9"]},
        {"puzzle": "sudoku", "board": SUDOKU, "moves": ["x"]},
        {"puzzle": "movix", "moves": ["0-0*1"]},
    ],
)
def test_a_link_with_a_move_that_cannot_be_written_opens_without_it(game):
    view = Talk()("play", **game)
    assert view["moves"] == 0
    assert "expected" in view["refused"]


@pytest.mark.parametrize(
    ("ask", "arguments"),
    [
        ("write", {"cells": [[0, 9]], "text": "1"}),
        ("write", {"cells": [], "text": "1"}),
        ("write", {"cells": ["A1"], "text": "1"}),
        ("write", {"cells": [[0, 0]], "text": "7"}),
        ("note", {"cells": [[0, 0]], "text": ""}),
    ],
)
def test_what_cannot_be_written_is_refused_and_changes_nothing(ask, arguments):
    talk, view = play("sudoku")
    with pytest.raises(Refused, match="expected"):
        talk(ask, **arguments)
    assert talk("view") == view
    given = next(
        (r, c)
        for r in range(4)
        for c in range(4)
        if [r, c] not in [one[:2] for one in view["layout"]["cells"]]
    )
    with pytest.raises(Refused, match="expected a cell"):
        talk("write", cells=[list(given)], text="1")


@pytest.mark.parametrize("puzzle", ["hitori", "sudoku"])
def test_deductions_are_shown_one_after_the_other(puzzle):
    talk, view = play(puzzle)
    first = talk("deduction", step=0)
    assert first["count"] > 1
    boards = [first["picture"]["text"]]
    for step in range(1, first["count"] + 1):
        answer = talk("deduction", step=step)
        assert answer["rule"]
        assert answer["sentence"]
        assert answer["text"]
        boards.append(answer["picture"]["text"])
    assert len(set(boards)) == len(boards)
    for step in (-1, first["count"] + 1):
        with pytest.raises(Refused, match="expected 0 to"):
            talk("deduction", step=step)
    assert talk("view") == view


@pytest.mark.parametrize("puzzle", ["hitori", "sudoku"])
def test_a_hint_says_where_to_look_then_the_rule_then_the_move(puzzle):
    talk, _ = play(puzzle)
    look, rule, move = (talk.until("hint", detail=detail) for detail in (1, 2, 3))
    assert look["where"]
    assert not look["rule"]
    assert not look["cells"]
    assert rule["text"] == rule["sentence"]
    assert rule["rule"]
    assert rule["cells"]
    assert rule["index"] is None
    assert move["index"] is not None
    assert set(map(tuple, rule["where"])) <= set(map(tuple, look["where"])) | set(
        map(tuple, rule["cells"])
    )


class Stripes(Problem):
    """A third-party problem: colour a row from the left, neighbours differently."""

    def __init__(self):
        super().__init__(())

    def actions(self, state):
        return [one for one in ("red", "blue") if state[-1:] != (one,)] if len(state) < 3 else []

    def result(self, state, action):
        return (*state, action)

    def goal_test(self, state):
        return len(state) == 3

    def scene(self, state, action=None):
        return Scene((tuple([Cell(text) for text in state] + [Cell()] * (3 - len(state))),))

    def answer_grid(self):
        return StripesGrid()


class StripesGrid(AnswerGrid):
    def __init__(self):
        self.choices = {(0, column): ("red", "blue") for column in range(3)}

    def written(self, state):
        return {(0, column): text for column, text in enumerate(state)}

    def state(self, written):
        colours = [written.get(cell) for cell in self.choices]
        filled = [one for one in colours if one]
        wrong = any(a == b for a, b in pairwise(filled))
        return None if wrong or colours[: len(filled)] != filled else tuple(filled)


def test_a_third_party_board_is_written_on_in_any_order():
    talk = Talk.of_game(Stripes())
    assert [one[:3] for one in talk("view")["layout"]["cells"]][2] == [0, 2, "(0,2)"]
    view = talk("write", cells=[[0, 2]], text="red")
    assert (view["solved"], view["cost"]) == (False, None)
    assert "not a state" in view["sheet"]["seen"]
    talk("write", cells=[[0, 0]], text="red")
    view = talk("write", cells=[[0, 1]], text="blue")
    assert view["solved"]
    assert "no action leads there" in view["sheet"]["seen"]
    assert "red" in view["picture"]["text"]
    with pytest.raises(Refused, match="expected an empty cell"):
        talk("note", cells=[[0, 1]], text="red")


def test_a_hint_tells_what_was_ruled_out_before_it():
    talk, before = Talk(), []
    view = talk("play", puzzle="sudoku", board="09x09-4-search")
    for _ in range(60):
        hint = talk.until("hint", detail=3)
        if hint["status"] == "none":
            break
        before += hint["before"]
        view = talk("do", action=hint["index"])
    assert view["solved"]
    texts = [note["text"] for note in before]
    assert any("must lie in" in text and ": not " in text for text in texts)
    assert any(" holds (if not " in text for text in texts)
    for note in before:  # the cells that it marks are those that it names
        ruled_out = note["text"].split(": not ")[1]
        named = {(ord(row) - ord("A"), int(column) - 1) for row, column in CELL.findall(ruled_out)}
        assert set(map(tuple, note["cells"])) == named
        assert note["where"]


def test_a_hint_on_a_lost_board_marks_what_a_solution_has_otherwise():
    talk, view = play("sudoku")
    problem = Sudoku.level(SUDOKU)
    solution = problem.grid(next(problem.solutions()))
    for row, column, _, _ in view["layout"]["cells"]:
        for text in "1234":
            if text == str(solution[row][column]):
                continue
            view = talk("write", cells=[[row, column]], text=text)
            if view["cost"] is not None:
                hint = talk.until("hint", detail=1)
                assert "press Undo" in hint["text"]
                assert hint["cells"] == [[row, column]]
            talk("undo")


def test_a_third_party_board_without_a_state_is_told_to_be_taken_back():
    talk = Talk.of_game(Stripes())
    talk("write", cells=[[0, 2]], text="red")
    assert "press Undo" in talk("hint", detail=1)["text"]
    assert talk("optimum")["status"] == "none"


def test_boards_of_a_line_and_prepared_boards_are_solved_as_the_rules_say():
    solved = 0
    for rows in ([[1, 1, 2]], [[1, 2, 1]], [[1], [1], [2]], [[1, 1]], [[1]], [[2, 2], [2, 2]]):
        for is_prepared in (False, True):
            problem = Hitori(rows, "naive", preprocess=is_prepared)
            grid, done = problem.answer_grid(), set(problem.solution_cells(problem.initial))
            for texts in product(("", "shaded", "white"), repeat=len(grid.choices)):
                written = {c: text for c, text in zip(grid.choices, texts, strict=True) if text}
                state = grid.state(written)
                shaded = done | {cell for cell, text in written.items() if text == "shaded"}
                is_solved = is_hitori_solved(rows, shaded)
                assert (state is not None and problem.goal_test(state)) == is_solved
                solved += is_solved
    assert solved


def test_a_full_cage_with_another_total_is_broken():
    cages = [(("A1", "A2"), 7), (("B1", "B2"), 3)]
    grid = Sudoku([[0] * 4] * 4, cages=cages).answer_grid()
    assert grid.broken({(0, 0): "4"}) == []
    (broken,) = grid.broken({(0, 0): "4", (0, 1): "2"})
    assert (broken.words, broken.cells) == (
        "cage at A1 adds up to 6, expected 7",
        ((0, 0), (0, 1)),
    )
