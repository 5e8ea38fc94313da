"""Boards that are drawn on the page, by mouse and by keys, or pasted in a format of the world."""

import pytest

from aima_search import solve
from puzzles import Hitori, MovIX, Sudoku
from tests.aima_search.apps.play.pages import click, middle_of, wait_for

DRAWN = ["S_H", "_L_", "V_M"]


def open_drawing(visit, puzzle, board, rows, columns):
    """Return the page with an empty board of a size to be drawn on."""
    tab = visit(puzzle=puzzle, board=board, view="choose")
    tab.get_by_text("Draw a board").click()
    wait_for(tab, ".drawing .picture svg")
    for name, value in (("rows", rows), ("columns", columns)):
        tab.locator(f".drawing input[aria-label={name}]").fill(str(value))
        tab.keyboard.press("Tab")
        tab.wait_for_function(
            "([at, value]) => { const svg = document.querySelector('.drawing .picture svg');"
            " const cells = [...svg.querySelectorAll('rect.cell')];"
            " return new Set(cells.map(one => one.getAttribute(at))).size === value; }",
            arg=["y" if name == "rows" else "x", value],
        )
    click(tab, "Clear")
    return tab


def brush(tab, text):
    """Choose what a click draws."""
    tab.locator(".palette").get_by_role("button", name=text, exact=True).click()


def test_a_board_is_drawn_by_mouse_and_used(visit):
    tab = open_drawing(visit, "movix", "5x5,3:5/1S1H1/2L2/V4/5", 3, 3)
    wait_for(tab, ".drawing .fault", "expected at most 0, the number of pieces")
    assert tab.get_by_role("button", name="Use the drawn board").is_disabled()
    for row, line in enumerate(DRAWN):
        for column, text in enumerate(line):
            if text != "_":
                brush(tab, text)
                tab.mouse.click(*middle_of(tab, row, column))
    wait_for(tab, ".drawn-text", "V_M")
    least = solve(MovIX(DRAWN, line=3)).cost
    wait_for(tab, ".worth", f"A cheapest solution costs {least}")
    click(tab, "Use the drawn board")
    wait_for(tab, ".board-id", MovIX(DRAWN, line=3).format())
    brush(tab, "M")
    tab.mouse.move(*middle_of(tab, 1, 0))
    tab.mouse.down()
    tab.mouse.move(*middle_of(tab, 1, 2), steps=2)
    tab.mouse.up()
    wait_for(tab, ".drawn-text", "MMM")
    click(tab, "Undo")
    wait_for(tab, ".drawn-text", "_L_")
    tab.mouse.click(*middle_of(tab, 0, 0), button="right")
    wait_for(tab, ".drawn-text", "__H")


def test_nothing_of_another_board_is_drawn_on(visit):
    tab = open_drawing(visit, "movix", "5x5,3:5/1S1H1/2L2/V4/5", 3, 3)
    wait_for(tab, ".drawing .fault", "expected at most 0, the number of pieces")
    held = []

    def hold(route):
        if '"draw"' in route.request.post_data and not held:
            held.append(route)
        else:
            route.continue_()

    tab.route("**/ask", hold)
    tab.get_by_label("Level").select_option("2-tiny")
    wait_for(tab, ".board-id", MovIX.level("2-tiny").format())
    tab.wait_for_function("() => !document.querySelector('.drawing .picture svg')")
    assert tab.get_by_role("button", name="Clear").is_disabled()
    tab.locator(".drawing .picture").press("ArrowDown")  # there is nowhere to go
    held[0].continue_()
    wait_for(tab, ".drawing .picture svg")
    wait_for(tab, ".drawn-text", "S")
    assert tab.get_by_role("button", name="Undo").is_disabled()


def test_a_board_is_drawn_by_keys_alone_and_used(visit):
    numbers = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]
    tab = open_drawing(visit, "hitori", "04x04-easy", 3, 3)
    tab.locator(".drawing .picture").focus()
    for row in numbers:
        for number in row:
            tab.keyboard.press(str(number))
            tab.keyboard.press("ArrowRight")
        tab.keyboard.press("ArrowDown")
    wait_for(tab, ".drawn-text", "3 1 2")
    tab.get_by_role("button", name="Use the drawn board").focus()
    tab.keyboard.press("Enter")
    wait_for(tab, ".board-id", Hitori(numbers).format())


def test_a_draft_that_is_no_board_says_why_and_cannot_be_used(visit):
    tab = open_drawing(visit, "sudoku", "04x04-1-few-open", 4, 4)
    tab.locator(".drawing .picture").focus()
    tab.keyboard.press("1")
    tab.keyboard.press("ArrowRight")
    wait_for(tab, ".drawn-text", "1")
    tab.keyboard.press("1")
    wait_for(tab, ".drawing .fault", "row A has the digit 1")
    assert tab.get_by_role("button", name="Use the drawn board").is_disabled()
    tab.keyboard.press("Backspace")
    tab.locator(".drawing .fault").wait_for(state="hidden")
    rows = tab.locator(".drawing input[aria-label=rows]")
    rows.fill("5")
    rows.press("Tab")
    wait_for(tab, ".drawing .fault", "expected a square board")


@pytest.mark.parametrize(
    ("puzzle", "text"),
    [
        ("hitori", "https://puzz.link/p?hitori/3/3/121221312"),
        ("sudoku", "..1.2....4....3."),
    ],
)
def test_a_pasted_text_is_recognised_and_shown_before_it_is_used(visit, puzzle, text):
    kind = {"hitori": Hitori, "sudoku": Sudoku}[puzzle]
    tab = visit(puzzle=puzzle, view="choose")
    before = wait_for(tab, ".board-id").inner_text()
    tab.get_by_text("My own board").click()
    wait_for(tab, ".own-board .note", "pzpr")
    tab.get_by_label("The board as text").fill(text)
    wait_for(tab, ".recognised", "Recognised")
    wait_for(tab, ".own-board .picture svg")
    assert wait_for(tab, ".board-id").inner_text() == before
    tab.get_by_label("The board as text").fill(text[:-2] + "!")
    wait_for(tab, ".recognised", "Not a board yet")
    tab.get_by_label("The board as text").fill(text)
    click(tab, "Use this board")
    wait_for(tab, ".board-id", kind.parse(text).format())


def test_what_is_in_no_cell_is_an_option_and_the_draft_is_kept(visit):
    tab = open_drawing(visit, "movix", "5x5,4:5/1S1H1/2L2/V4/5", 3, 3)
    for row, line in enumerate(DRAWN):
        for column, text in enumerate(line):
            if text in "SLV":
                brush(tab, text)
                tab.mouse.click(*middle_of(tab, row, column))
    wait_for(tab, ".drawing .fault", "line=4")
    tab.get_by_text("Board options").click()
    tab.get_by_role("textbox", name="line", exact=True).fill("3")
    tab.keyboard.press("Tab")
    wait_for(tab, ".drawn-text", "V__")
    tab.locator(".drawing .fault").wait_for(state="hidden")
    click(tab, "Use the drawn board")
    wait_for(tab, ".board-id", MovIX(["S__", "_L_", "V__"], line=3).format())


def test_a_stack_of_pancakes_is_drawn(visit):
    tab = open_drawing(visit, "pancakes", "3,1,2", 3, 3)
    wait_for(tab, ".drawing .fault", "place 1: found size 0")
    brush(tab, "#")
    for row, size in enumerate((1, 3, 2)):
        tab.mouse.move(*middle_of(tab, row, 0))
        tab.mouse.down()
        tab.mouse.move(*middle_of(tab, row, size - 1), steps=3)
        tab.mouse.up()
    wait_for(tab, ".drawn-text", "1,3,2")
    click(tab, "Use the drawn board")
    wait_for(tab, ".board-id", "1,3,2")
