"""Playing: what is legal, what it costs, and advice that an exhaustive search agrees with."""

from functools import cache
from heapq import heappop, heappush
from itertools import count
from math import inf
from random import Random

import pytest

from aima_search.apps.play import playing
from aima_search.display import Cell, Scene
from aima_search.model.contract import offered
from aima_search.model.problem import Problem
from aima_search.model.puzzle import PUZZLES, Puzzle
from puzzles import MovIX
from tests.aima_search.apps.play.talking import Refused, Talk
from tests.specimens import Chain

SMALL = [
    ("movix", "2-tiny"),
    ("hitori", "04x04-easy"),
    ("sudoku", "04x04-1-few-open"),
    ("sudoku", "04x04-2-half-open"),
]

TELL_CELLS = [name for name in PUZZLES if offered(PUZZLES.get(name), "changed_cells")]
LOCAL = [name for name in PUZZLES if PUZZLES.get(name).value is not Problem.value]


def game_problem(puzzle, board):
    """Return the problem that is played."""
    kind = PUZZLES.get(puzzle)
    return kind.parse(kind.levels()[board], **kind.read_options(kind.play_settings))


def least_cost(problem, state):
    """Return the least cost from a state to a goal, by nothing but the rules."""
    best, heap, ages = {state: 0}, [(0, 0, state)], count(1)
    while heap:
        cost, _, here = heappop(heap)
        if cost > best[here]:
            continue
        if problem.goal_test(here):
            return cost
        for action in problem.actions(here):
            after = problem.result(here, action)
            there = problem.path_cost(cost, here, action, after)
            if there < best.get(after, inf):
                best[after] = there
                heappush(heap, (there, next(ages), after))
    return None


@pytest.mark.parametrize(("puzzle", "board"), SMALL)
def test_a_random_game_follows_the_rules_and_its_advice_is_right(puzzle, board):
    problem, talk, rng = game_problem(puzzle, board), Talk(), Random(7)
    known = cache(lambda state: least_cost(problem, state))
    for _ in range(6):
        view, state = talk("play", puzzle=puzzle, board=board), problem.initial
        for _ in range(8):
            actions = problem.actions(state)
            assert [one["index"] for one in view["actions"]] == list(range(len(actions)))
            assert view["solved"] == problem.goal_test(state)
            assert view["is_stuck"] == (not actions and not view["solved"])
            best, exact = talk.until("optimum"), known(state)
            assert best["status"] == ("none" if exact is None else "known")
            assert best["remaining"] == exact
            if exact is not None:
                assert best["total"] == view["cost"] + exact
            check_hints(talk, problem, state, known)
            if not actions:
                break
            chosen = rng.randrange(len(actions))
            view = talk("do", action=chosen)
            state = problem.result(state, actions[chosen])


def check_hints(talk, problem, state, known):
    """Hold the three details of a hint against the least costs."""
    hints = [talk.until("hint", detail=detail) for detail in (1, 2, 3)]
    if known(state) in (None, 0):
        assert [hint["status"] for hint in hints] == ["none"] * 3
        return
    rule, cells, move = hints
    assert (rule["cells"], rule["index"], cells["index"]) == ([], None, None)
    assert cells["cells"]
    assert rule["text"]
    assert move["text"] not in ("", rule["text"])
    action = problem.actions(state)[move["index"]]
    after = problem.result(state, action)
    step = problem.path_cost(0, state, action, after)
    assert known(after) is not None
    assert step + known(after) == known(state)


def test_the_cells_of_actions_are_those_that_the_picture_marks():
    view = Talk()("play", puzzle="movix", board="2-tiny")
    problem = MovIX.level("2-tiny")
    for action, shown in zip(problem.actions(problem.initial), view["actions"], strict=True):
        assert (shown["origins"], shown["cells"]) == ([list(action.origin)], [list(action.target)])


@pytest.mark.parametrize("puzzle", TELL_CELLS)
def test_the_cells_that_a_puzzle_tells_are_those_that_its_picture_marks(puzzle):
    problem, rng = game_problem(puzzle, next(iter(PUZZLES.get(puzzle).levels()))), Random(3)
    state = problem.initial
    for _ in range(3):
        ways = [(action, problem.result(state, action)) for action in problem.actions(state)]
        for action, after in ways[:40]:
            cells = list(problem.scene(after, action).positions())
            marked = [(row, column) for row, column, one in cells if one.marked]
            assert sorted(problem.changed_cells(state, action)) == marked
            origins = [(row, column) for row, column, one in cells if one.origin]
            found = offered(problem, "origin_cells")
            assert origins == ([] if found is None else found(state, action))
        if not ways:
            break
        state = rng.choice(ways)[1]


@pytest.mark.parametrize(("puzzle", "board"), [("hitori", "30x30-medium"), ("sudoku", "16x16-1")])
def test_a_large_board_is_drawn_once_however_often_it_is_clicked(puzzle, board, monkeypatch):
    kind, drawn = PUZZLES.get(puzzle), []
    draw = kind.scene
    monkeypatch.setattr(kind, "scene", lambda *given: drawn.append(given) or draw(*given))
    talk = Talk()
    assert len(talk("play", puzzle=puzzle, board=board)["actions"]) > 400
    assert len(drawn) == 1
    talk("do", action=3)
    assert len(drawn) == 1


def test_undo_redo_and_restart_show_what_was_shown():
    talk = Talk()
    seen = [talk("play", puzzle="movix", board="2-tiny")]
    seen += [talk("do", action=action) for action in (3, 0)]
    assert seen[-1]["indices"] == [3, 0]

    def same(view, number):
        return {**view, "can_redo": 0, "at": 0} == {**seen[number], "at": 0}

    assert same(talk("undo"), 1)
    assert same(talk("undo"), 0)
    assert same(talk("undo"), 0)
    assert same(talk("redo"), 1)
    assert same(talk("redo"), 2)
    assert same(talk("redo"), 2)
    assert same(talk("restart"), 0)
    assert same(talk("redo"), 1)
    assert talk("do", action=1)["can_redo"] == 0
    again = Talk()("play", puzzle="movix", board="2-tiny", moves=[3, 1])
    assert again == {**talk("view"), "at": 2}


@pytest.mark.parametrize("puzzle", [name for name in PUZZLES if name not in LOCAL])
def test_following_the_hints_solves_every_first_level_at_the_least_cost(puzzle):
    talk = Talk()
    view = talk("play", puzzle=puzzle)
    total = talk.until("optimum")["total"]
    while not view["solved"]:
        view = talk("do", action=talk.until("hint", detail=3)["index"])
    assert view["cost"] == total


def test_a_hint_says_that_the_best_way_is_too_far_away(monkeypatch):
    monkeypatch.setattr(playing, "MOST_EXPANSIONS", 1_000)
    talk = Talk()
    talk("play", puzzle="queens-local")
    assert talk.until("optimum")["status"] == "unknown"
    hint = talk.until("hint", detail=3)
    assert (hint["status"], hint["index"]) == ("none", None)
    assert hint["text"] == ("no hint is known: an optimal path takes more than 1,000 expansions")


def test_broken_rules_of_hitori_are_told_until_none_is_left():
    talk = Talk()
    view = talk("play", puzzle="hitori", board="04x04-easy")
    assert any(fault.startswith("equal numbers in one line") for fault in view["faults"])
    while not view["solved"]:
        view = talk("do", action=talk.until("hint", detail=3)["index"])
    assert view["faults"] == []


@pytest.mark.parametrize("action", [-1, 99, True])
def test_an_action_that_is_not_there_is_refused_and_changes_nothing(action):
    talk = Talk()
    before = talk("play", puzzle="movix", board="2-tiny")
    with pytest.raises(Refused, match="expected"):
        talk("do", action=action)
    assert talk("view") == before


def test_a_move_of_a_link_that_is_not_there_is_left_out_and_the_others_are_done():
    view = Talk()("play", puzzle="movix", moves=[0, "1", 9999, 1])
    assert (view["moves"], view["indices"]) == (2, [0, 1])
    assert view["refused"].startswith("move 2 of the link is left out: ")
    assert "refused" not in Talk()("play", puzzle="movix", moves=[0, 1])


def test_nothing_is_played_before_a_game_is_begun():
    with pytest.raises(Refused, match='send the request "play" first'):
        Talk()("view")


def test_a_problem_of_a_readers_own_is_played_without_a_picture():
    problem = Chain(3)
    talk = Talk.of_game(problem)
    view = talk("view")
    assert (view["picture"]["svg"], view["picture"]["text"]) == (None, str(problem.initial))
    assert talk.until("optimum")["remaining"] == least_cost(problem, problem.initial)
    while not view["solved"]:
        view = talk("do", action=talk.until("hint", detail=3)["index"])
    assert view["cost"] == least_cost(problem, problem.initial)


def test_what_cannot_be_done_is_explained_where_the_puzzle_explains_it():
    talk = Talk()
    board = "5x5,4:5/1S1H1/2L2/VM3/5"
    talk("play", puzzle="movix", board=board)
    wrong = {
        ((0, 0), (0, 1)): "no piece stands here",
        ((1, 1), (3, 1)): "a wall",
        ((1, 1), (1, 3)): "a piece",
        ((1, 1), (1, 2)): "S jumps",
        ((2, 2), (4, 2)): "L steps",
        ((3, 0), (3, 2)): "V slides",
        ((1, 3), (4, 3)): "H slides",
    }
    for (start, end), words in wrong.items():
        assert words in talk("why_not", start=list(start), end=list(end))["text"]
    with pytest.raises(Refused, match="expected two cells, each a list"):
        talk("why_not", start=["a", 1], end=[0, 0])
    talk("play", puzzle="queens", board="4:1")
    found = [talk("why_not", start=cell, end=cell)["text"] for cell in ([0, 1], [0, 2])]
    assert found == ["a queen attacks this square", "the next queen goes into column 1"]
    talk("play", puzzle="tiles")
    assert "blank" in talk("why_not", start=[0, 0], end=[2, 2])["text"]
    talk("play", puzzle="jugs")
    assert talk("why_not", start=[0, 0], end=[0, 1])["text"] == ""


def test_no_move_of_a_piece_is_one_that_is_explained_away():
    """Each kind's rule is that of the moves: what is refused by its words is no move."""
    problem = MovIX.level("1-first")
    moves = {tuple(map(tuple, action)) for action in problem.actions(problem.initial)}
    taken = {cell for _, cell in problem.initial} | set(problem.walls)
    for kind, start in problem.initial:
        for end in ((row, column) for row in range(6) for column in range(6)):
            if end not in taken and (start, end) not in moves:
                assert problem.why_not(problem.initial, start, end).startswith(kind)


class Lamps(Puzzle):
    """Three lamps in a row; a press also switches the neighbours, so lamps change back."""

    puzzle = "lamps"

    def __init__(self, steps):
        super().__init__((0, 1, 0), (0, 0, 0))
        self.steps = steps

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        return tuple(lamp ^ (abs(place - action) < 2) for place, lamp in enumerate(state))

    def scene(self, state, action=None):
        cells = enumerate("*" if lamp else "" for lamp in state)
        return Scene((tuple(Cell(text, marked=place == action) for place, text in cells),))

    def explain(self):
        return self.steps

    def pictures(self, steps):
        state = self.initial
        for step in steps:
            state = self.result(state, step)
            yield self.scene(state, step)


class NotDrawn(Lamps):
    pictures = Puzzle.pictures


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (Lamps([1, 0, 2]), "deduction"),
        (Lamps([0, 1, 2]), "move"),  # each lamp that is pressed changes back
        (NotDrawn([1, 0, 2]), "move"),
    ],
)
def test_a_hint_is_a_step_only_if_its_cells_do_not_change_back(problem, kind):
    game = playing.GameRequestHandler()
    game.start(problem)
    hint = game.hint(3)
    assert (hint["status"], hint["kind"]) == ("ready", kind)
    assert game.view(0)["explains"] is not isinstance(problem, NotDrawn)
