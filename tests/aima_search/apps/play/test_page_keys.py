"""Keys that are pressed while an answer is under way: each is taken, in its order."""

import json
import time

import pytest

from tests.aima_search.apps.play.pages import (
    PATIENCE,
    Cursor,
    click,
    in_view,
    moves_done,
    settle,
    wait_for,
)
from tests.aima_search.apps.play.test_page_comparing import TWO
from tests.aima_search.apps.play.test_page_playing import MOVES

JUMPS = {"puzzle": "movix", "board": "4-jump", "heuristic": "3 * assignment", "view": "watch"}
TINY = {"puzzle": "movix", "board": "2-tiny"}


class Held:
    """The first request of a name, which is answered late."""

    def __init__(self, tab, name):
        self.tab = tab
        self.name = name
        self.route = None
        tab.route("**/ask", self.hear)

    def hear(self, route):
        if self.route is None and json.loads(route.request.post_data)["ask"] == self.name:
            self.route = route
        else:
            route.continue_()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end = time.monotonic() + PATIENCE / 1000
        while self.route is None:
            assert time.monotonic() < end, f"nobody asked {self.name!r}"
            self.tab.wait_for_timeout(10)
        self.route.continue_()


@pytest.mark.parametrize("name", ["catalog", "open", "go"])
def test_a_jump_is_made_that_was_asked_for_while_the_page_opened(visit, name):
    tab = visit(**JUMPS)
    wait_for(tab, ".frontier")
    with Held(tab, name):
        tab.reload()
        wait_for(tab, ".tabs")
        tab.keyboard.press("f")
    wait_for(tab, ".jump-result", "f changes from 15 to 13")
    settle(tab, "step 2 of 2")


@pytest.mark.parametrize("name", ["catalog", "board", "open", "go"])
def test_compare_takes_a_key_that_was_pressed_while_it_opened(visit, name):
    tab = visit(**TWO)
    wait_for(tab, ".search-card .picture svg")
    with Held(tab, name):
        tab.reload()
        wait_for(tab, ".tabs")
        tab.keyboard.press("ArrowRight")
    settle(tab, "step 1 of 1")


@pytest.mark.parametrize("view", ["watch", "compare"])
def test_a_key_is_for_the_board_that_is_being_opened(visit, view):
    """Another board is chosen while the view of the last is still there."""
    tab = visit(**{**TWO, "view": view, "step": 2})
    settle(tab, "step 3 of 3")
    other = tab.evaluate("() => location.hash").replace("2-tiny", "1-first").replace("step=2", "")
    with Held(tab, "open"):
        tab.evaluate("hash => { location.hash = hash; }", other)
        tab.keyboard.press("ArrowRight")
    settle(tab, "step 1 of 1")


def test_another_view_is_a_key_away_while_a_view_opens(visit):
    tab = visit(**TWO)
    wait_for(tab, ".search-card .picture svg")
    click(tab, "Choose")
    with Held(tab, "board"):
        tab.evaluate("() => { location.hash = '#puzzle=movix&board=1-first&view=watch'; }")
        wait_for(tab, ".watch")
        tab.keyboard.press("1")
        wait_for(tab, ".choose")


@pytest.mark.parametrize("keys", ["f ArrowRight", "ArrowRight f ArrowRight", "f f"])
def test_keys_pressed_in_a_row_are_taken_in_a_row(visit, keys):
    tab = visit(**JUMPS)
    wait_for(tab, "[role=status].unseen", "before the first step")
    for key in keys.split():
        tab.keyboard.press(key)
    settle(tab, "step 3 of 3")


def test_moves_made_before_the_answer_to_the_last_are_made(visit):
    tab = visit(**TINY, view="play")
    moves_done(tab, 0)
    cursor = Cursor(tab)
    with Held(tab, "do"):
        for cells in MOVES[:2]:
            for cell in cells:
                cursor.go(*cell)
                tab.keyboard.press("Enter")
        tab.keyboard.press("u")
    moves_done(tab, 1)
    wait_for(tab, "button:enabled", "Redo")
    first = f"{MOVES[0][0]} -> {MOVES[0][1]}"
    assert wait_for(tab, ".moves li").inner_text().endswith(first)


SMALL = """least => [...document.querySelectorAll(".aima-page *")].filter(one => {
  const hasText = [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim());
  if (!hasText || !one.checkVisibility() || one.closest(".picture, .unseen")) return false;
  const scale = one.closest("svg") ? one.getScreenCTM().d : 1;
  return parseFloat(getComputedStyle(one).fontSize) * scale < least;
}).map(one => one.outerHTML)"""


def test_curves_that_were_drawn_before_a_lecture_are_large_in_it(visit):
    tab = visit(puzzle="movix", board="2-tiny", view="watch", step="2")
    tab.set_viewport_size({"width": 1920, "height": 1080})
    tab.reload()
    settle(tab, "step 3 of 3")
    tab.keyboard.press("l")
    wait_for(tab, "[data-lecture] .curves svg")
    assert tab.evaluate(SMALL, 18) == []


def test_a_lecture_is_given_by_keys_alone_in_large_type(visit):
    tab = visit(lesson="why-10445", part="3")
    tab.set_viewport_size({"width": 1920, "height": 1080})
    wait_for(tab, ".guide .note", "step 3 of")
    for key, text in (
        ("l", "step 3 of"),
        ("n", "step 4 of"),
        ("b", "step 3 of"),
        ("n", "step 4 of"),
    ):
        tab.keyboard.press(key)
        wait_for(tab, ".guide .note", text)
    wait_for(tab, ".truth .badge", "misleading")
    lesson, board = (tab.locator(one).bounding_box() for one in (".guide", ".watch .picture svg"))
    assert lesson["x"] + lesson["width"] <= board["x"]
    assert lesson["y"] < board["y"] + board["height"]
    assert in_view(tab, ".watch .transport")
    assert tab.locator(".watch").bounding_box()["width"] > 1400
    for view, sign in (
        ("3", ".watch .curves svg"),
        ("4", ".search-cards .picture svg"),
        ("1", ".forms"),
        ("2", ".play svg"),
    ):
        tab.keyboard.press(view)
        wait_for(tab, sign)
        assert tab.evaluate(SMALL, 18) == [], view
