"""The problem as its users see it: boards in, states, actions, grids, pictures."""

import random

import pytest

from aima_search.algorithms.informed import astar_search
from aima_search.base.errors import BoardError, InputError, UnknownName
from aima_search.display import render_text
from aima_search.runs.search import solve
from puzzles import Sudoku
from puzzles.sudoku.rules import Placement, box_layout, default_box, jigsaw_layout, read_box
from tests.puzzles.sudoku.oracle import is_solution

TEXT = "..1.2....4....3."


def test_rows_and_text_give_the_same_board():
    rows = [[0, 0, 1, 0], [2, 0, 0, 0], [0, 4, 0, 0], [0, 0, 3, 0]]
    for board in (rows, tuple(map(tuple, rows)), TEXT, ["..1.", "2...", ".4..", "..3."],
                  [[None, ".", "1", "0"], *rows[1:]]):  # fmt: skip
        problem = Sudoku(board)
        assert problem.grid(problem.initial) == rows
        assert problem.format("line") == TEXT


@pytest.mark.parametrize("box", [3, (3,), (2, 3, 4), "3", (2.0, 2), "axb", ("2", "2")])
def test_a_box_that_is_none_is_refused(box):
    with pytest.raises(BoardError, match=r"expected \(rows, columns\), such as \(2, 3\)"):
        Sudoku(TEXT, box=box)


def test_a_box_is_two_numbers_or_a_text():
    assert Sudoku(TEXT, box=[2, 2]).box == Sudoku(TEXT, box="2x2").box == (2, 2)
    assert Sudoku("2x3:zj", box=[2, 3]).box == (2, 3)


def test_numpy_rows_are_read():
    numpy = pytest.importorskip("numpy")
    assert Sudoku(numpy.array([[0, 1, 0, 0], *[[0] * 4] * 3])).givens[1] == 1


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (5, "5"),
        (-1, "-1"),
        (1.5, "1.5"),
        (True, "True"),
        ("\u0663", "'\u0663'"),
        ("12", "'12'"),
    ],
)
def test_a_bad_cell_of_a_list_is_named(cell, shown):
    with pytest.raises(BoardError, match="row B, column 3: found ") as error:
        Sudoku([[0] * 4, [0, 0, cell, 0], [0] * 4, [0] * 4])
    assert shown in str(error.value)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], "0 rows"),
        ([[0] * 3] * 3, "3 rows"),
        ([[0] * 4] * 3 + [[0] * 5], "row D: found 5 cells"),
        ([[0] * 26] * 26, "26 rows"),
        ([[0] * 7] * 7, "side 7: expected 4, 6, 8"),
        ([[0] * 11] * 11, "side 11: expected 4, 6, 8"),
        ([1, 2, 3, 4], "expected rows of digits"),
        (None, "expected rows of digits"),
    ],
)
def test_boards_that_cannot_be_are_refused(rows, expected):
    with pytest.raises(BoardError, match=expected):
        Sudoku(rows)


def test_the_default_box_is_square_or_wide():
    sides = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)
    boxes = [default_box(side) for side in sides]
    assert boxes == [
        (2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5),
    ]  # fmt: skip
    for side in set(range(4, 26)) - set(sides):
        with pytest.raises(BoardError, match="expected 4, 6, 8"):
            default_box(side)


@pytest.mark.parametrize("rows", range(2, 6))
@pytest.mark.parametrize("columns", range(2, 6))
def test_boxes_tile_the_board(rows, columns):
    layout = box_layout((rows, columns))
    n = layout.side
    assert n == rows * columns
    assert len(layout.units) == 3 * n
    for unit in layout.units[2 * n :]:
        places = [divmod(cell, n) for cell in unit.cells]
        assert len({r for r, _ in places}) == rows
        assert len({c for _, c in places}) == columns
        assert len(set(places)) == n
    for cell in range(n * n):
        assert sum(cell in unit.cells for unit in layout.units) == 3
        assert len(layout.peers[cell]) == 2 * (n - 1) + (rows - 1) * (columns - 1)


def test_regions_have_as_many_cells_as_the_side():
    with pytest.raises(BoardError, match="region 'a': found 5 cells, expected 4"):
        jigsaw_layout("aaaaabbbccccdddd")
    with pytest.raises(BoardError, match="15 labels"):
        jigsaw_layout("aaaabbbbccccddd")
    assert jigsaw_layout("aabbaabbccddccdd").regions == box_layout((2, 2)).regions


def test_placements_print_as_cells_and_digits():
    problem = Sudoku(TEXT, branching="first-empty-cell", propagation="none")
    assert [str(a) for a in problem.actions(problem.initial)] == ["A1 = 3", "A1 = 4"]
    assert problem.actions(problem.initial)[0] == Placement((0, 0), 3) == ((0, 0), 3)
    assert repr([Placement((8, 11), 12)]) == "[I12 = 12]"


def test_candidates_of_a_cell_are_given_by_place_or_name():
    problem = Sudoku(TEXT)
    assert problem.candidates(problem.initial, "A1") == (3, 4)
    assert problem.candidates(problem.initial, (0, 0)) == (3, 4)
    assert problem.candidates(problem.initial, "b1") == (2,)
    for name in ("", "E1", "A5", "A0", "AA", "A\u0663", "A100"):
        with pytest.raises(BoardError, match="expected a name from A1 to D4"):
            problem.candidates(problem.initial, name)
    for cell in ((0, 4), (4, 0), (-1, 0), (0, -1)):
        with pytest.raises(BoardError, match="a row and a column from 0 to 3"):
            problem.candidates(problem.initial, cell)


def test_states_are_values():
    problem = Sudoku(TEXT)
    first, second = Sudoku(TEXT), Sudoku(TEXT)
    assert first.initial == second.initial
    assert hash(first.initial) == hash(second.initial)
    action = problem.actions(problem.initial)[0]
    before = problem.initial
    after = problem.result(problem.initial, action)
    assert problem.initial == before != after
    assert problem.result(problem.initial, tuple(action)) == after


def test_the_solution_starts_at_the_givens_and_ends_in_a_full_board():
    problem = Sudoku.level("09x09-4-search")
    result = solve(problem)
    assert result.status == "solved"
    assert result.cost == problem.givens.count(0)
    assert [d for row in problem.grid(result.states[0]) for d in row] == list(problem.givens)
    assert is_solution(problem.grid(result.states[-1]), (3, 3))
    assert problem.goal_test(result.states[-1])
    assert not any(problem.goal_test(state) for state in result.states[:-1])


def test_a_full_board_is_its_own_solution():
    (solution,) = Sudoku(TEXT).solutions()
    full = Sudoku(Sudoku(TEXT).grid(solution))
    assert full.goal_test(full.initial)
    assert astar_search(full).path_cost == 0
    assert list(full.actions(full.initial)) == []
    assert full.is_unique()


LARGE = [pytest.param(box, marks=pytest.mark.gate("large boards")) for box in [(4, 5), (5, 5)]]


@pytest.mark.parametrize("box", [(2, 4), (2, 5), (3, 4), (4, 3), (3, 5), (4, 4), *LARGE])
def test_all_sizes_are_solved(box):
    problem = Sudoku.generate(random.Random(1), box=box)
    node = astar_search(problem)
    assert is_solution(problem.grid(node.state), box)
    assert node.path_cost == problem.givens.count(0)


def test_a_result_that_propagation_refutes_is_only_placed():
    problem = Sudoku([[1, 2, 0, 0], [0, 0, 0, 0], [0, 0, 4, 0], [0, 0, 0, 0]])
    for digit in problem.candidates(problem.initial, "A3"):
        after = problem.result(problem.initial, ((0, 2), digit))
        assert problem.grid(after)[0][2] == digit


def test_pictures_show_boxes_givens_and_the_last_placement():
    problem = Sudoku(TEXT, branching="first-empty-cell", propagation="none")
    assert str(problem).splitlines() == [
        "    1 2   3 4  ",
        "  ┏━━━━━┳━━━━━┓",
        "A ┃ · · ┃ 1 · ┃",
        "B ┃ 2 · ┃ · · ┃",
        "  ┣━━━━━╋━━━━━┫",
        "C ┃ · 4 ┃ · · ┃",
        "D ┃ · · ┃ 3 · ┃",
        "  ┗━━━━━┻━━━━━┛",
    ]
    action = problem.actions(problem.initial)[1]
    picture = problem.scene(problem.result(problem.initial, action), action)
    assert picture.cells[0][0].text == "4"
    assert picture.cells[0][0].marked
    assert picture.cells[0][0].role == "placed"
    assert picture.cells[0][2].role == "given"
    assert "[4]" in render_text(picture)
    assert "<svg" in problem._repr_svg_()


def test_pictures_of_variants():
    killer = Sudoku([[0] * 4] * 4, cages=[(["A1", "A2"], 3), (["C3", "D3"], 7)])
    scene = killer.scene(killer.initial)
    assert scene.cells[0][0].note == "3"
    assert scene.cages[0] == (0, 0, None, None)
    assert scene.cages[2][2] == scene.cages[3][2] == 1
    jigsaw = Sudoku([[0] * 4] * 4, regions="1122112233443344")
    assert jigsaw.scene(jigsaw.initial).regions[0] == (0, 0, 1, 1)
    large = Sudoku([[16, *[0] * 15], *[[0] * 16] * 15])
    assert large.scene(large.initial).cells[0][0].text == "16"


def test_a_clash_is_marked_in_the_picture():
    from puzzles.sudoku.view import scene

    layout = box_layout((2, 2))
    picture = scene(layout, [0] * 16, [[1, 0, 0, 1], *[[0] * 4] * 3])
    assert [cell.conflict for cell in picture.cells[0]] == [True, False, False, True]


def test_options_of_the_command_line_are_read():
    assert read_box("2x3") == (2, 3)
    options = {option.name: option for option in Sudoku.board_options}
    assert options["box"].read("3x2") == (3, 2)
    for bad in ("2", "2x", "ax3", "2x3x4", "\u0662x3"):
        with pytest.raises(InputError, match="rows and columns of a box"):
            options["box"].read(bad)
    with pytest.raises(UnknownName, match="unknown sudoku level"):
        Sudoku.level("nothing")


def test_a_problem_prints_as_what_makes_it_again():
    problem = Sudoku(TEXT)
    assert repr(problem) == "Sudoku.parse('2x2:b1a2d4d3a')"
    assert Sudoku.parse("2x2:b1a2d4d3a").initial == problem.initial


def test_a_problem_that_no_text_describes_prints_all_the_same():
    problem = Sudoku([[0] * 4] * 4, cages=[(["A1", "A2"], 3)])
    with pytest.raises(BoardError, match="expected every cell in a cage"):
        problem.format()
    assert repr(problem).startswith("Sudoku(")
    assert repr(problem) in repr([problem])
