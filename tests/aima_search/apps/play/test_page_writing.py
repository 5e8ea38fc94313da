"""Writing on the board of the page: Hitori and Sudoku as people play them, by mouse and by keys."""

import pytest

from aima_search import solve
from puzzles import Hitori, Sudoku
from tests.aima_search.apps.play.pages import (
    Cursor,
    click,
    click_cell,
    drag,
    in_view,
    middle_of,
    moves_done,
    unfold,
    wait_for,
)

SUDOKU = "04x04-3-four-clues"
SOLUTION = Sudoku.level(SUDOKU).grid(solve(Sudoku.level(SUDOKU)).states[-1])


@pytest.fixture
def hitori(visit):
    """A Hitori on the page, and how many cells look like something."""
    tab = visit(puzzle="hitori", board="04x04-easy", view="play")
    moves_done(tab, 0)
    return tab


@pytest.fixture
def sudoku(visit):
    tab = visit(puzzle="sudoku", board=SUDOKU, view="play")
    moves_done(tab, 0)
    return tab


def rings(tab):
    """Return how many cells have a ring."""
    return tab.locator(".play rect.ring").count()


def text_of(tab):
    """Return the board as text."""
    return tab.locator(".as-text pre").text_content()


def test_clicks_shade_then_ring_then_open_and_the_right_button_rings(hitori):
    looks = [text_of(hitori)]
    for number in (1, 2, 3):
        click_cell(hitori, 1, 1)
        moves_done(hitori, number)
        looks.append(text_of(hitori))
    assert "■" in looks[1]
    assert "■" not in looks[2]
    assert rings(hitori) == 0
    assert looks[3].count("■") == 0
    hitori.mouse.click(*middle_of(hitori, 2, 2), button="right")
    moves_done(hitori, 4)
    assert rings(hitori) == 1
    hitori.mouse.click(*middle_of(hitori, 2, 2), button="right")
    moves_done(hitori, 5)
    assert rings(hitori) == 0


def test_two_keys_shade_and_ring_and_others_open(hitori):
    Cursor(hitori).go(1, 1)
    for number, (key, look) in enumerate((("s", (1, 0)), ("w", (0, 1)), ("Delete", (0, 0))), 1):
        hitori.keyboard.press(key)
        moves_done(hitori, number)
        assert (text_of(hitori).count("■"), rings(hitori)) == look
    hitori.keyboard.press("Enter")
    moves_done(hitori, 4)
    assert text_of(hitori).count("■") == 1


def test_a_drag_paints_what_its_first_cell_becomes(hitori):
    hitori.mouse.click(*middle_of(hitori, 1, 0), button="right")
    moves_done(hitori, 1)
    drag(hitori, (0, 0), (3, 0))
    moves_done(hitori, 2)
    assert text_of(hitori).count("■") == 4
    assert rings(hitori) == 0


def test_shaded_cells_that_touch_are_marked_and_said_at_the_cell(hitori):
    click_cell(hitori, 0, 0)
    moves_done(hitori, 1)
    assert hitori.locator(".marks .wrong").count() == 0
    click_cell(hitori, 0, 1)
    wait_for(hitori, ".play .bubble", "shaded cells touch")
    assert hitori.locator(".marks .wrong").count() == 2
    wait_for(hitori, ".play .seen", "not a state of the search")
    click_cell(hitori, 0, 1)
    moves_done(hitori, 3)
    assert hitori.locator(".marks .wrong").count() == 0
    wait_for(hitori, ".play .seen", "no change for the search")


def test_equal_numbers_that_are_kept_white_are_marked(hitori):
    numbers = Hitori.level("04x04-easy").numbers
    row, first, second = next(
        (row, a, b)
        for row, line in enumerate(numbers)
        for a in range(4)
        for b in range(a + 1, 4)
        if line[a] == line[b]
    )
    assert hitori.locator(".marks .open").count() == 0  # nobody has asked
    hitori.locator(".broken summary").click()
    assert hitori.locator(".marks .open").count() > 0
    for number, column in enumerate((first, second), 1):
        hitori.mouse.click(*middle_of(hitori, row, column), button="right")
        moves_done(hitori, number)
    assert hitori.locator(".marks .wrong").count() == 2
    wait_for(hitori, ".play .bubble", "equal numbers in one line")


def test_digits_replace_digits_and_three_keys_erase(sudoku):
    cursor, done = Cursor(sudoku), 0
    cursor.go(0, 0)
    empty = text_of(sudoku)
    for key in ("Delete", "Backspace", "0"):
        for digit in "12":
            sudoku.keyboard.press(digit)
            done += 1
            moves_done(sudoku, done)
        assert text_of(sudoku) != empty
        sudoku.keyboard.press(key)
        done += 1
        moves_done(sudoku, done)
        assert text_of(sudoku).replace("[", " ").replace("]", " ") == empty


def test_pencil_marks_are_written_by_shift_or_a_switch(sudoku):
    Cursor(sudoku).go(0, 0)
    sudoku.keyboard.press("Shift+Digit2")
    moves_done(sudoku, 1)
    sudoku.keyboard.press("p")
    sudoku.keyboard.press("3")
    moves_done(sudoku, 2)
    assert sudoku.locator(".play text.candidate").all_text_contents() == ["2", "3"]
    click(sudoku, "Pencil")
    click_cell(sudoku, 0, 0)
    wait_for(sudoku, "[role=menuitem]", "4").click()
    moves_done(sudoku, 3)
    assert sudoku.locator(".play text.candidate").count() == 0


def test_a_given_cell_and_a_digit_too_many_say_why(sudoku):
    givens = Sudoku.level(SUDOKU).grid(Sudoku.level(SUDOKU).initial)
    given = next((r, c) for r in range(4) for c in range(4) if givens[r][c])
    click_cell(sudoku, *given)
    wait_for(sudoku, ".play .bubble", "this cell is given")
    click_cell(sudoku, 0, 0)
    sudoku.keyboard.press("Escape")
    sudoku.locator(".playable .picture").focus()
    sudoku.keyboard.press("9")
    wait_for(sudoku, ".play .bubble", "no 9 here: 1 to 4")
    moves_done(sudoku, 0)


def test_what_is_written_comes_back_by_the_address_and_by_undo(hitori):
    click_cell(hitori, 0, 0)
    moves_done(hitori, 1)
    hitori.mouse.click(*middle_of(hitori, 2, 2), button="right")
    moves_done(hitori, 2)
    before = text_of(hitori)
    hitori.reload()
    moves_done(hitori, 2)
    assert text_of(hitori) == before
    hitori.keyboard.press("u")
    moves_done(hitori, 1)
    assert rings(hitori) == 0


def test_deductions_are_gone_through_on_and_back_and_the_game_is_as_it_was(hitori):
    click_cell(hitori, 3, 3)
    moves_done(hitori, 1)
    before = text_of(hitori)
    click(hitori, "How it is solved")
    wait_for(hitori, ".replay output", "step 1 of")
    seen = []
    for step in (2, 3):
        hitori.keyboard.press("ArrowRight")
        wait_for(hitori, ".replay output", f"step {step} of")
        seen.append(text_of(hitori))
        assert hitori.locator(".marks .hinted").count() > 0
        assert in_view(hitori, ".replay [role=status]")
        assert in_view(hitori, ".play .picture svg")
    hitori.keyboard.press("ArrowLeft")
    wait_for(hitori, ".replay output", "step 2 of")
    assert text_of(hitori) == seen[0]
    click_cell(hitori, 0, 0)
    click(hitori, "Back to the game")
    moves_done(hitori, 1)
    assert text_of(hitori) == before


def test_a_hint_shows_where_to_look_then_the_rule_then_the_move(sudoku):
    sudoku.keyboard.press("h")
    wait_for(sudoku, ".hint-card", "ook at the marked cell")
    assert sudoku.locator(".marks .reason").count() > 0
    sudoku.keyboard.press("h")
    wait_for(sudoku, ".hint-card b", "hidden single")
    wait_for(sudoku, ".hint-card", "Only one cell of this unit can hold the digit")
    sudoku.keyboard.press("h")
    wait_for(sudoku, ".hint-card button", "Do it").click()
    moves_done(sudoku, 1)


def test_a_hint_stays_marked_while_the_broken_rules_are_listed(hitori):
    hitori.keyboard.press("h")
    wait_for(hitori, ".hint-card", "ook at the marked cell")
    unfold(hitori, "repeated")
    wait_for(hitori, ".broken li")
    assert hitori.locator(".marks .reason").count() > 0
