"""A new reader's first quarter of an hour on the page: by role, name and text, as it is seen.

A lesson begun, searches watched, compared and stopped, three puzzles solved, a board drawn. By
mouse alone, and by keys alone; on a screen, and on a phone; with answers at once, late, and in
random order.
"""

import pytest

from aima_search import solve
from puzzles import Hitori, MovIX, Sudoku
from tests.aima_search.apps.play.pages import (
    Cursor,
    Delay,
    click_cell,
    drag,
    moves_done,
    settle,
    unfold,
    wait_for,
)

SCREEN, PHONE = (1280, 720), (390, 844)
LATE, RANDOM = Delay(500, 500), Delay(0, 500)
BOARDS = {"hitori": "04x04-easy", "sudoku": "04x04-1-few-open", "movix": "2-tiny"}
TINY = {"puzzle": "movix", "board": BOARDS["movix"]}
DRAWN = [list("S_H"), list("_L_"), list("V_M")]


class Mouse:
    """A new reader without a keyboard."""

    def __init__(self, tab):
        self.tab = tab

    def press(self, name):
        """Press a button."""
        self.tab.get_by_role("button", name=name, exact=True).click()

    def begin(self):
        """Find the board."""

    def shade(self, cell):
        """Shade a cell."""
        click_cell(self.tab, *cell)

    def fill(self, cell, digit):
        """Write a digit into a cell."""
        click_cell(self.tab, *cell)
        wait_for(self.tab, "[role=menuitem]", str(digit)).click()

    def move(self, start, end):
        """Move a piece."""
        drag(self.tab, start, end)

    def draw(self, cell, text):
        """Draw a text into a cell."""
        self.press(text if text != "_" else "empty")
        click_cell(self.tab, *cell)


class Keys(Mouse):
    """A new reader without a mouse: whatever is used is reached by the Tab key."""

    def reach(self, selector):
        """Press Tab until something has the focus."""
        for _ in range(80):
            if self.tab.evaluate("name => document.activeElement?.matches(name)", selector):
                return
            self.tab.keyboard.press("Tab")
        raise AssertionError(f"no way to {selector} by Tab")

    def press(self, name):
        button = self.tab.get_by_role("button", name=name, exact=True, disabled=False)
        button.evaluate("one => one.setAttribute('data-wanted', '')")
        self.reach("[data-wanted]")
        self.tab.keyboard.press("Enter")
        self.tab.evaluate("document.querySelector('[data-wanted]')?.removeAttribute('data-wanted')")

    def begin(self):
        self.reach(".playable .picture")
        self.cursor = Cursor(self.tab)

    def shade(self, cell):
        self.cursor.go(*cell)
        self.tab.keyboard.press("Enter")

    def fill(self, cell, digit):
        self.cursor.go(*cell)
        self.tab.keyboard.press(str(digit))

    def move(self, start, end):
        for cell in (start, end):
            self.cursor.go(*cell)
            self.tab.keyboard.press("Enter")

    def draw(self, cell, text):
        self.cursor.go(*cell)
        self.tab.keyboard.press({"_": "Delete"}.get(text, text))


def go(tab, **choice):
    """Follow a link of the page."""
    address = "&".join(f"{name}={value}" for name, value in choice.items())
    tab.evaluate("hash => { location.hash = hash; }", address)


def solved(tab, moves):
    """Wait until the board is solved by so many moves."""
    wait_for(tab, ".message.solved", f"Solved in {moves} move")


def open_puzzle(tab, puzzle):
    """Open a puzzle to be played."""
    go(tab, puzzle=puzzle, board=BOARDS[puzzle], view="play")
    wait_for(tab, ".what", f"{puzzle} · {BOARDS[puzzle]}")
    moves_done(tab, 0)


def solve_all(tab, hand):
    """Solve a Hitori, a Sudoku and a MovIX."""
    hitori = Hitori.level(BOARDS["hitori"])
    open_puzzle(tab, "hitori")
    wait_for(tab, ".broken summary", "6 repeated numbers left")
    hand.begin()
    shaded = hitori.solution_cells(next(hitori.solutions()))
    for number, cell in enumerate(shaded, 1):
        hand.shade(cell)
        moves_done(tab, number)
    solved(tab, len(shaded))
    assert tab.locator(".broken:visible").count() == 0
    hand.press("How it is solved")
    wait_for(tab, ".replay output", "step 1 of")
    hand.press("Back to the game")
    sudoku = Sudoku.level(BOARDS["sudoku"])
    solution, givens = sudoku.grid(next(sudoku.solutions())), sudoku.grid(sudoku.initial)
    cells = [(r, c) for r in range(4) for c in range(4) if not givens[r][c]]
    open_puzzle(tab, "sudoku")
    hand.begin()
    for number, (row, column) in enumerate(cells, 1):
        hand.fill((row, column), solution[row][column])
        moves_done(tab, number)
    solved(tab, len(cells))
    moves = [tuple(map(tuple, action)) for action in solve(MovIX.level(BOARDS["movix"])).actions]
    open_puzzle(tab, "movix")
    hand.begin()
    for number, (start, end) in enumerate(moves, 1):
        hand.move(start, end)
        moves_done(tab, number)
    solved(tab, len(moves))


def begin_lesson(tab, hand):
    """Begin the first lesson, and go on to the h that lies: the words and the numbers agree."""
    wait_for(tab, ".lesson-card a", "Begin the lesson").click()
    for title in ("Blind", "A first h", "A better h"):
        wait_for(tab, ".guide h2", title)
        tab.get_by_role("link", name="Next").click()
    wait_for(tab, ".guide-words", "16 at the start, where the true cost is 7")
    wait_for(tab, ".truth", "h 16, h* 7 misleading")
    hand.press("Leave")
    wait_for(tab, ".lesson-card")


def watch(tab, hand):
    """Find what is wrong with an address, and one press enough after what was stopped."""
    go(tab, **{**TINY, "heuristic": "nope"}, view="watch")
    wait_for(tab, ".fault p", "unknown movix heuristic 'nope'")
    assert not tab.locator(".watch .frontier tbody tr, .watch .truth b").count()
    assert tab.locator(".watch .node-line").inner_text() == ""  # nothing is being opened
    go(tab, puzzle="movix", board="1-first", algorithm="uniform-cost", view="watch")
    wait_for(tab, ".what", "1-first")
    hand.press("To the end")
    hand.press("Stop the search")
    wait_for(tab, ".node-line", "Stopped")
    hand.press("Step forward")
    settle(tab, "step 1 of 1")


def compare(tab, hand):
    """Choose a heuristic and go to the end at once: the counts are those of ``solve``."""
    names = {"algorithm": "astar", "algorithm2": "astar", "heuristic": "zero"}
    go(tab, **TINY, **names, heuristic2="combined", view="compare")
    wait_for(tab, "article[aria-label='Search B'] .picture svg")
    hand.press("B astar · combined")
    field = tab.get_by_label("Heuristic", exact=True)
    field.fill("assignment")
    hand.press("To the end")
    for letter, heuristic in (("A", "zero"), ("B", "assignment")):
        search = f"article[aria-label='Search {letter}']"
        wait_for(tab, f"{search} h2", heuristic)
        wait_for(tab, f"{search} .badge", "solved")
        expanded = solve(MovIX.level("2-tiny"), "astar", heuristic).expanded
        wait_for(tab, f"{search} .card-counts", f"{expanded} expanded")


def play_on(tab, hand):
    """Go on to the next level, solve it by hints, and make a board."""
    go(tab, puzzle="movix", board="7-never", view="play")
    wait_for(tab, ".what", "7-never")
    moves_done(tab, 0)
    hand.press("Next level")
    wait_for(tab, ".what", "movix:1")
    wait_for(tab, ".play .task", "4 pieces")
    for number in range(3):
        moves_done(tab, number)
        for _ in range(3):
            hand.press("Hint")
        wait_for(tab, ".hint-card button", "Do it").click()
    solved(tab, 3)
    wait_for(tab, "[role=timer]", ":")
    hand.press("New")
    tab.locator("dialog[open] summary", has_text="More").press("Enter")
    tab.get_by_role("dialog").get_by_label("line").fill("5")
    hand.press("Make a board")
    wait_for(tab, ".play .task", "5 pieces")
    moves_done(tab, 0)


def draw_board(tab, hand):
    """Draw a board of MovIX over another of its size, and use it."""
    go(tab, puzzle="movix", board="3x3,3:S_H/_L_/V_H".replace("_", "1"), view="choose")
    wait_for(tab, ".board-id", "3x3,3")
    unfold(tab, "Draw a board")
    wait_for(tab, ".drawing .picture svg")
    hand.begin()
    for row, line in enumerate(DRAWN):
        for column, text in enumerate(line):
            if text == "M":
                hand.draw((row, column), text)
    wait_for(tab, ".drawn-text", "V_M")
    hand.press("Use the drawn board")
    wait_for(tab, ".board-id", MovIX(DRAWN, line=3).format())


def quarter_of_an_hour(tab, kind, size):
    """Do what a new reader does; nothing goes beyond the right edge."""
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    hand = kind(tab)
    for part in (begin_lesson, watch, compare, solve_all, play_on, draw_board):
        part(tab, hand)
        assert tab.evaluate("document.documentElement.scrollWidth") <= size[0], part


@pytest.mark.parametrize(
    ("kind", "delay", "size"),
    [  # the exported page has the rest: the mouse on a phone, and random delays on a screen
        pytest.param(Mouse, None, SCREEN, id="mouse-screen"),
        pytest.param(Keys, LATE, SCREEN, id="keys-late-screen", marks=pytest.mark.waits),
        pytest.param(Keys, LATE, PHONE, id="keys-late-phone", marks=pytest.mark.waits),
        pytest.param(Mouse, RANDOM, PHONE, id="mouse-random-phone", marks=pytest.mark.waits),
    ],
)
def test_a_new_reader_uses_every_view(visit, kind, delay, size):
    quarter_of_an_hour(visit(delay, view="learn"), kind, size)
