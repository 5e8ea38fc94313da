"""Every view of the page as axe-core sees it: in light and in dark, in a window and on a phone."""

from urllib.parse import urlencode

from tests.aima_search.apps.play.pages import click, to_the_end, wait_for
from tests.axe import violations as axe_violations

WIDE, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
BOARD = {"puzzle": "movix", "board": "2-tiny"}
VIEWS = [
    ({"view": "learn"}, ".lesson-card"),
    ({**BOARD, "view": "choose"}, ".choose .picture svg"),
    ({**BOARD, "view": "play"}, ".play svg"),
    ({"puzzle": "hitori", "view": "play"}, ".play svg"),
    ({"puzzle": "sudoku", "board": "04x04-1-few-open", "view": "play"}, ".play svg"),
    ({**BOARD, "view": "watch", "step": "3"}, ".truth b"),
    ({"puzzle": "routes", "view": "watch", "step": "3"}, ".truth b"),
    ({**BOARD, "view": "compare", "step": "2"}, ".search-cards > :nth-child(2) .picture svg"),
    ({"lesson": "why-10445", "part": "4"}, ".truth .badge"),
]


OPEN = "for (const one of document.querySelectorAll('.page-main details')) one.open = true"


def violations(tab):
    """Return what is wrong with the page, with all its details opened."""
    tab.evaluate(OPEN)
    return axe_violations(tab, "moderate")


def test_no_view_keeps_anybody_out(visit):
    tab = visit(puzzle="chess")
    wait_for(tab, ".fault p")
    assert violations(tab) == []
    for choice, sign in VIEWS:
        tab.evaluate("address => { location.hash = address; }", urlencode(choice))
        wait_for(tab, sign)
        for scheme, size in (("light", PHONE), ("dark", WIDE)):
            tab.emulate_media(color_scheme=scheme)
            tab.set_viewport_size(size)
            assert violations(tab) == [], (choice, scheme)


def test_neither_does_what_opens_and_what_ends(visit):
    tab = visit(**BOARD, view="watch")
    wait_for(tab, ".watch .picture svg")
    to_the_end(tab)
    assert violations(tab) == []
    for name in ("Help", "Download"):
        click(tab, name)
        wait_for(tab, "dialog[open]")
        assert violations(tab) == [], name
        tab.keyboard.press("Escape")
    click(tab, "Compare")
    wait_for(tab, ".search-cards > :nth-child(2) .picture svg")
    wait_for(tab, ".scroll tbody tr:nth-child(2)")  # both stand where the first one ended
    assert violations(tab) == []
    tab.get_by_role("button", name="Choose", exact=True).click()
    wait_for(tab, ".choose .picture svg")
    assert violations(tab) == []


def test_neither_does_a_lecture_a_figure_nor_a_new_board(visit):
    tab = visit(lesson="why-10445", part="4")
    tab.set_viewport_size({"width": 1920, "height": 1080})
    wait_for(tab, ".truth .badge")
    click(tab, "Lecture")
    assert violations(tab) == []
    click(tab, "Lecture")
    tab.get_by_role("button", name="Play", exact=True).first.click()
    wait_for(tab, ".play .numbers li", "0 moves")
    click(tab, "New")
    wait_for(tab, "dialog[open]")
    assert violations(tab) == []
    figure = visit(**BOARD, view="watch", step="2", figure="yes")
    wait_for(figure, ".truth b")
    assert axe_violations(figure) == []  # a part of another page
