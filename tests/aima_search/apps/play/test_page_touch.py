"""A finger on the board of a phone: a swipe scrolls, what is meant for the board stays there."""

from itertools import pairwise
from time import time

import pytest

from tests.aima_search.apps.play.pages import middle_of, moves_done, wait_for

PHONE = {"width": 390, "height": 500}
STEPS = 10
AT_REST = """
async () => {
  for (let before = NaN; before !== scrollY;) {
    before = scrollY;
    await new Promise(done => { setTimeout(done, 300); });
  }
  return scrollY;
}
"""


@pytest.fixture
def phone(visit):
    """Return a function that opens the page on a phone, which scrolls."""

    def open_page(**choice):
        tab = visit(view="play", **choice)
        tab.set_viewport_size(PHONE)
        session = tab.context.new_cdp_session(tab)
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        moves_done(tab, 0)
        wait_for(tab, ".play .rules-text svg")
        return tab, Finger(tab, session)

    return open_page


class Finger:
    """A finger with a clock of its own, as Chromium hears of it before it knows what it means."""

    def __init__(self, tab, session):
        self.tab, self.session = tab, session

    def send(self, kind, *places):
        """Send one event of touch."""
        points = [{"x": x, "y": y} for x, y in places]
        touch = {"type": kind, "touchPoints": points, "timestamp": self.now}
        self.session.send("Input.dispatchTouchEvent", touch)

    def go(self, *places, rest=0.016):
        """Go from place to place, after a rest at the first of them; return how far it scrolled."""
        before = self.tab.evaluate("scrollY")
        self.now = time()
        self.send("touchStart", places[0])
        self.now += rest
        for (x, y), (to_x, to_y) in pairwise(places):
            for step in range(1, STEPS + 1):
                part = step / STEPS
                self.send("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))
                self.now += 0.016
        self.send("touchEnd")
        return self.tab.evaluate(AT_REST) - before


def cells_of(tab, *cells):
    """Return the middles of cells as they are on the screen together."""
    middle_of(tab, 2, 2)
    return [middle_of(tab, *cell, scrolls=False) for cell in cells]


def shaded(tab):
    """Return how many cells are shaded."""
    return tab.locator(".as-text pre").text_content().count("■")


def test_a_swipe_up_or_down_scrolls_and_writes_nothing(phone):
    tab, finger = phone(puzzle="hitori", board="04x04-easy")
    bottom, top = cells_of(tab, (3, 1), (0, 1))
    assert finger.go(bottom, top) > 50
    moves_done(tab, 0)
    assert shaded(tab) == 0


def test_sideways_or_after_a_rest_a_finger_paints(phone):
    tab, finger = phone(puzzle="hitori", board="04x04-easy")
    assert finger.go(*cells_of(tab, (0, 0), (0, 2), (2, 2))) == 0
    moves_done(tab, 1)
    assert shaded(tab) == 5
    assert finger.go(*cells_of(tab, (3, 0), (1, 0)), rest=0.5) == 0
    moves_done(tab, 2)
    assert shaded(tab) == 8
    assert finger.go(*cells_of(tab, (3, 3), (3, 3))) == 0
    moves_done(tab, 3)
    assert shaded(tab) == 9


def test_a_piece_is_dragged_up_and_down_and_an_empty_cell_scrolls(phone):
    tab, finger = phone(puzzle="movix", board="5x5,3:5/1S1H1/2L2/V4/5")
    assert finger.go(*cells_of(tab, (4, 4), (1, 4))) > 50
    moves_done(tab, 0)
    assert finger.go(*cells_of(tab, (3, 0), (1, 0))) == 0
    moves_done(tab, 1)


def test_a_finger_that_stays_where_it_is_takes_a_move_back(phone):
    tab, finger = phone(puzzle="hitori", board="04x04-easy")
    finger.go(*cells_of(tab, (3, 3), (3, 3)))
    moves_done(tab, 1)
    finger.go(*cells_of(tab, (0, 0), (0, 0)), rest=1)
    moves_done(tab, 0)
    assert shaded(tab) == 0
