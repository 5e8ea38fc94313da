"""Playing on the page, to the end: by mouse, by clicks, by keys, by hints."""

import re

import pytest

from aima_search import solve
from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX, Sudoku
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
from tests.aima_search.apps.play.talking import Talk

TINY = {"puzzle": "movix", "board": "2-tiny", "view": "play"}


def cells_of(action):
    """Return the cells of a move of a piece: its place, and the place that it goes to."""
    numbers = [int(number) for number in re.findall(r"\d+", str(action))]
    return tuple(numbers[:2]), tuple(numbers[2:])


MOVES = [cells_of(action) for action in solve(MovIX.level("2-tiny")).actions]


def test_pieces_are_moved_to_the_goal_by_clicks(visit):
    tab = visit(**TINY)
    moves_done(tab, 0)
    for number, cells in enumerate(MOVES, 1):
        for cell in cells:
            click_cell(tab, *cell)
        moves_done(tab, number)
    message = f"Solved in {len(MOVES)} moves, which is optimal."
    assert wait_for(tab, ".message.solved", "optimal").inner_text() == message


def test_several_digits_of_a_cell_are_a_menu(visit):
    tab = visit(puzzle="sudoku", board="04x04-3-four-clues", view="play")
    moves_done(tab, 0)
    click_cell(tab, 0, 0)
    items = tab.locator("[role=menuitem]")
    items.first.wait_for()
    assert items.count() > 1
    labels = [item.get_attribute("aria-label") for item in items.all()]
    tab.keyboard.press("Escape")
    items.first.wait_for(state="hidden")
    click_cell(tab, 0, 0)
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    moves_done(tab, 1)
    assert tab.locator(".moves li").inner_text() == labels[1]


def test_what_leads_nowhere_is_told(visit):
    problem = Sudoku.level("04x04-3-four-clues")
    right = problem.grid(solve(problem).states[-1])[0][0]
    tab = visit(puzzle="sudoku", board="04x04-3-four-clues", view="play")
    moves_done(tab, 0)
    click_cell(tab, 0, 0)
    items = tab.locator("[role=menuitem]")
    items.first.wait_for()
    wrong = next(item for item in items.all() if not item.inner_text().endswith(str(right)))
    wrong.click()
    moves_done(tab, 1)
    assert tab.get_by_text("No solution can be reached").count() == 0  # nobody has asked
    tab.get_by_label("Show moves left").check()
    wait_for(tab, ".play .note", "No solution can be reached from here")


def test_moves_are_undone_done_again_and_kept_by_the_address(visit):
    tab = visit(**TINY)
    moves_done(tab, 0)
    board = tab.locator(".as-text pre")
    start = board.text_content()
    drag(tab, *MOVES[0])
    moves_done(tab, 1)
    assert re.search(r"moves=\d+$", tab.url)
    moved = wait_for(tab, ".moves li").inner_text()
    tab.keyboard.press("u")
    moves_done(tab, 0)
    assert board.text_content() == start
    tab.keyboard.press("r")
    moves_done(tab, 1)
    tab.reload()
    moves_done(tab, 1)
    assert wait_for(tab, ".moves li").inner_text() == moved


def test_what_is_not_allowed_changes_nothing(visit):
    tab = visit(**TINY)
    moves_done(tab, 0)
    (start, _), wall = MOVES[0], (0, 0)
    drag(tab, start, wall)
    tab.mouse.click(*middle_of(tab, *wall))
    click(tab, "Hint")  # asked after them, so answered after them
    wait_for(tab, ".hint-card", "enough from here")
    moves_done(tab, 0)


def test_what_is_not_allowed_is_explained_at_the_cell(visit):
    tab = visit(puzzle="movix", board="5x5,4:5/1S1H1/2L2/VM3/5", view="play")
    moves_done(tab, 0)
    for start, end, words in (
        ((1, 1), (2, 1), "S jumps over"),
        ((1, 1), (3, 1), "a wall"),
        ((2, 2), (1, 3), "a piece"),
    ):
        drag(tab, start, end)
        bubble = wait_for(tab, ".play .bubble", words).bounding_box()
        board = tab.locator(".play .stage .picture").bounding_box()
        assert bubble["y"] >= board["y"] + board["height"]  # over no cell
        assert tab.locator(".play .marks .explained").count() == 1
    moves_done(tab, 0)


def test_a_press_that_is_broken_off_while_it_waits_leaves_no_mark(visit):
    tab = visit(**TINY)
    moves_done(tab, 0)
    held = []
    tab.route("**/ask", lambda route: route.continue_() if held else held.append(route))
    with tab.expect_request("**/ask"):
        drag(tab, *MOVES[0])
    x, y = middle_of(tab, 1, 0)
    how = {"button": 0, "clientX": x, "clientY": y, "bubbles": True}
    board = tab.locator(".playable .picture")
    board.dispatch_event("pointerdown", how)
    wait_for(tab, ".picture.waits")
    board.dispatch_event("pointercancel", how)
    assert tab.locator(".picture.waits").count() == 0
    held[0].continue_()


@pytest.mark.parametrize("puzzle", ["movix", "hitori"])
def test_hints_grow_and_lead_to_the_goal(visit, puzzle):
    level = "2-tiny" if puzzle == "movix" else next(iter(PUZZLES.get(puzzle).levels()))
    tab = visit(puzzle=puzzle, board=level, view="play")
    for number in range(20):
        moves_done(tab, number)
        if tab.get_by_role("button", name="Hint").is_disabled():  # before the page shows "solved"
            break
        tab.keyboard.press("h")
        wait_for(tab, ".hint-card button", "More detail")
        assert tab.locator(".marks .hinted").count() == 0
        tab.keyboard.press("h")
        wait_for(tab, ".marks .hinted")
        tab.keyboard.press("h")
        wait_for(tab, ".hint-card button", "Do it").click()
    wait_for(tab, ".message.solved")


def test_a_game_that_was_ended_from_outside_goes_on_where_it_was(visit):
    """A hint never comes; stopping it loses the game on the server."""
    tab = visit(**TINY)
    moves_done(tab, 0)
    click_cell(tab, *MOVES[0][0])
    click_cell(tab, *MOVES[0][1])
    moves_done(tab, 1)
    held = []

    def hold(route):
        if '"hint"' in route.request.post_data and not held:
            held.append(route)
        else:
            route.continue_()

    tab.route("**/ask", hold)
    click(tab, "Hint")
    click(tab, "Stop what is running")
    stopped = {"version": 1, "error": {"kind": "Ended", "message": "stopped"}}
    held[0].fulfill(json=stopped)
    tab.get_by_text("Waiting for an answer").wait_for(state="hidden")
    click(tab, "Hint")
    wait_for(tab, ".hint-card", "are enough from here")
    moves_done(tab, 1)
    assert tab.locator(".fault:visible").count() == 0


@pytest.mark.parametrize("puzzle", ["movix", "hitori", "sudoku"])
def test_the_board_its_buttons_and_a_hint_are_in_view_together(visit, puzzle):
    tab = visit(puzzle=puzzle, view="play")
    moves_done(tab, 0)
    for press, shown in (("Hint", ".hint-card button"), ("More detail", ".marks .hinted")):
        click(tab, press)
        wait_for(tab, shown)
        for part in (".picture svg", ".tools-row", ".hint-card"):
            assert in_view(tab, part), part
        buttons, card = (
            tab.locator(part).first.bounding_box() for part in (".tools-row", ".hint-card")
        )
        assert buttons["y"] + buttons["height"] <= card["y"]
    if puzzle == "hitori":
        unfold(tab, "3 earlier deductions")
        wait_for(tab, ".hint-card li", "sandwich: keep (0,3)")


@pytest.mark.parametrize("size", [(1280, 400), (390, 700)], ids=["low", "phone"])
def test_a_message_is_in_view_wherever_the_page_is_scrolled_to(visit, size):
    tab = visit(**TINY)
    moves_done(tab, 0)
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    tab.get_by_text("legal actions").click()
    tab.keyboard.press("h")
    wait_for(tab, ".hint-card button", "More detail")
    for place in (0, 100_000):
        tab.evaluate("place => window.scrollTo(0, place)", place)
        assert in_view(tab, ".hint-card"), place


def test_the_rules_stand_open_at_the_first_visit_and_are_a_click_away_later(visit):
    tab = visit(puzzle="hitori", view="play")
    moves_done(tab, 0)
    rules = wait_for(tab, ".play .rules-text")
    assert rules.locator("li").all_inner_texts() == [
        "no number repeats among the unshaded cells of a row or a column,",
        "no two shaded cells share an edge,",
        "the unshaded cells are connected along edges.",
    ]
    tab.reload()
    moves_done(tab, 0)
    rules.wait_for(state="hidden")
    tab.get_by_text("The rules").click()
    rules.wait_for()


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_boards_of_the_rules_are_drawn_and_stay_in_their_card(visit, size):
    tab = visit(puzzle="movix", view="choose")
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for name in ("movix", "hitori", "sudoku", "routes"):
        blocks = [one["pictures"] for one in Talk()("rules", puzzle=name) if "pictures" in one]
        captions = [one["caption"] for pictures in blocks for one in pictures]
        for view in ("choose", "play"):
            tab.evaluate("hash => { location.hash = hash; }", f"puzzle={name}&view={view}")
            card = f".{view} .rules-text"
            tab.wait_for_function(
                "([at, count, last]) => document.querySelectorAll(at + ' svg').length === count"
                " && [...document.querySelectorAll(at + ' figcaption')].at(-1).innerText === last",
                arg=[card, len(captions), captions[-1]],
            )
            assert tab.locator(f"{card} pre").count() == 0
            shown = tab.locator(f"{card} figcaption").all_inner_texts()
            assert shown == [caption for caption in captions if caption]
            right = tab.locator(card).bounding_box()
            for picture in tab.locator(f"{card} .rules-pictures svg").all():
                box = picture.bounding_box()
                assert 20 <= box["width"] <= right["width"]
                assert box["height"] <= 200
                assert box["x"] + box["width"] <= right["x"] + right["width"] + 1


@pytest.mark.parametrize(
    ("puzzle", "board", "message"),
    [("movix", "2-tiny", "row 1, column 0"), ("sudoku", "04x04-1-few-open", "row B, column 1")],
)
def test_rows_are_called_alike_by_voice_and_picture(visit, puzzle, board, message):
    tab = visit(puzzle=puzzle, board=board, view="play")
    wait_for(tab, ".picture svg text.label", message.split()[1].rstrip(","))
    tab.locator(".playable .picture").focus()
    tab.keyboard.press("ArrowDown")
    wait_for(tab, "[role=status].unseen", message)


def test_a_link_in_the_rules_is_its_text(visit):
    tab = visit(puzzle="queens-local", view="play")
    text = wait_for(tab, ".play .rules-text").inner_text()
    assert "the text formats are the same as for queens." in text


def test_a_new_board_is_made_and_the_levels_go_on_into_the_graded_collection(visit):
    tab = visit(puzzle="movix", board="7-never", view="play")
    moves_done(tab, 0)
    click(tab, "Next level")
    wait_for(tab, ".what", "movix:1")
    wait_for(tab, ".play .task", "4 pieces in one line")
    tab.get_by_label("Level").select_option("movix:60")
    wait_for(tab, ".what", "movix:60")
    tab.get_by_role("button", name="Next level").wait_for(state="hidden")  # it was the last
    click(tab, "New")
    tab.locator("dialog[open] summary", has_text="More").press("Enter")
    tab.get_by_role("dialog").get_by_label("line").fill("5")
    tab.get_by_role("dialog").get_by_label("seed").fill("7")
    click(tab, "Make a board")
    wait_for(tab, ".play .task", "5 pieces in one line")
    moves_done(tab, 0)
    assert MovIX.generate(7, line=5).format().split("/")[-1] in tab.url.replace("%2F", "/")


def test_a_press_too_many_on_the_last_level_leads_nowhere(visit):
    tab = visit(puzzle="movix", board="movix:59", view="play")
    moves_done(tab, 0)
    held = []
    tab.route("**/ask", lambda route: route.continue_() if held else held.append(route))
    with tab.expect_request("**/ask"):
        click(tab, "Next level")
    button = tab.get_by_role("button", name="Next level")
    button.press("Enter")
    button.press("Enter")  # both wait for the board to be shown
    held[0].continue_()
    button.wait_for(state="hidden")
    moves_done(tab, 0)
    click(tab, "Hint")  # asked after them
    wait_for(tab, ".hint-card button", "More detail")
    assert tab.locator(".what").inner_text().endswith("movix:60")


def test_time_runs_while_a_board_is_played_and_is_hidden_on_request(visit):
    tab = visit(**TINY)
    wait_for(tab, "[role=timer]", "0:02")
    tab.get_by_label("Time").uncheck()
    tab.locator("[role=timer]").wait_for(state="hidden")
    tab.reload()
    moves_done(tab, 0)
    assert not tab.locator("[role=timer]").is_visible()


def test_the_same_digits_are_marked(visit):
    level = "09x09-1-hidden-singles"
    digits = Sudoku.level(level).grid(Sudoku.level(level).initial)
    row, column = next((r, c) for r in range(9) for c in range(9) if digits[r][c])
    tab = visit(puzzle="sudoku", board=level, view="play")
    moves_done(tab, 0)
    Cursor(tab).go(row, column)
    count = sum(line.count(digits[row][column]) for line in digits) - 1
    tab.wait_for_function(
        "count => document.querySelectorAll('.marks .same').length === count", arg=count
    )


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["laptop", "phone"])
def test_the_board_and_the_marks_on_it_are_as_large_as_there_is_room(visit, size):
    tab = visit(puzzle="hitori", view="play")
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    board = wait_for(tab, ".play .picture svg").bounding_box()
    assert board["height"] > 480 or board["width"] > 360
    assert tab.locator(".play .marks").bounding_box() == board


FIRST = """() => [...document.querySelectorAll(".page-main *")].find(
  one => one.tabIndex >= 0 && one.checkVisibility() && !one.disabled).getAttribute("aria-label")"""


def test_a_large_board_is_first_by_tab_is_enlarged_and_left_by_the_picture_of_a_level(visit):
    tab = visit(puzzle="hitori", board="15x15-hard", view="play")
    moves_done(tab, 0)
    assert tab.evaluate(FIRST).startswith("Board: arrow keys")
    board, frame = (tab.locator(f".play .stage .picture{one}").first for one in (" svg", ""))
    width = board.bounding_box()["width"]
    click(tab, "Zoom in")
    tab.keyboard.press("+")
    assert board.bounding_box()["width"] == pytest.approx(2 * width, abs=2)
    frame.focus()
    tab.keyboard.press("ArrowUp")  # from the first row to the last
    cursor, area = (one.bounding_box() for one in (tab.locator(".marks .cursor"), frame))
    assert cursor["y"] + cursor["height"] <= area["y"] + area["height"]
    click_cell(tab, 14, 2)
    moves_done(tab, 1)
    assert wait_for(tab, ".moves li").inner_text() == "shade (14,2)"
    assert board.bounding_box()["width"] == pytest.approx(2 * width, abs=2)
    unfold(tab, "Pictures of the levels")
    wait_for(tab, ".levels .picture svg")
    click(tab, "4 x 4, easy")
    wait_for(tab, ".what", "hitori · 04x04-easy")
    tab.get_by_role("button", name="Zoom in").wait_for(state="hidden")
    assert tab.get_by_label("Level").locator("option:checked").inner_text() == "4 x 4, easy"
