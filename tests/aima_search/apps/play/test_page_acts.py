"""No press is lost and no choice overwritten, however late the answers, however quick the reader.

Every act is done a fixed time after the one before it, without waiting for what it brings. At the
end the page shows what all of them together mean.
"""

import pytest

from aima_search import solve
from puzzles import MovIX, Routes
from tests.aima_search.apps.play.pages import Delay, click_cell, unfold, wait_for

SCREEN, PHONE = (1280, 720), (390, 844)
SHORT, LATE, RANDOM = Delay(200, 200), Delay(500, 500), Delay(0, 500, seed=3)
ROMANIA = {"puzzle": "routes", "board": "1-romania"}
HOLDS = "words => document.querySelector('.editor textarea').value.includes(words)"
QUICK = 20_000  # milliseconds to find a control; not an answer


def in_panel(tab, letter):
    """Open the settings of a search, unless they are open."""
    row = tab.locator(f".configuration[aria-label='Search {letter}'] [aria-expanded]")
    if row.get_attribute("aria-expanded") == "false":
        row.click(timeout=QUICK)
    tab.locator(f".panel h2 .letter:text-is('{letter}')").wait_for(timeout=QUICK)


def heuristic(tab, name):
    """Type the name of a heuristic."""
    field = tab.locator(".panel").get_by_label("Heuristic", exact=True)
    field.fill(name)
    field.press("Enter")


def choose_three_searches(visit, delay, between, size):
    """Choose and run three searches; each act comes ``between`` milliseconds after the last."""
    choice = {**ROMANIA, "view": "compare", "heuristic": "zero", "heuristic2": "zero"}
    tab = visit(delay, **choice)
    tab.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    wait_for(tab, "article[aria-label='Search B'] .card-counts", "expanded")
    acts = [
        lambda: tab.get_by_role("button", name="Add a search", exact=True).click(),
        lambda: in_panel(tab, "A"),
        lambda: tab.locator(".panel").get_by_label("Algorithm").select_option("uniform-cost"),
        lambda: in_panel(tab, "B"),
        lambda: tab.locator(".panel").get_by_label("Algorithm").select_option("greedy"),
        lambda: heuristic(tab, "straight-line"),
        lambda: tab.locator(".configuration").nth(2).wait_for(),
        lambda: in_panel(tab, "C"),
        lambda: heuristic(tab, "straight-line"),
        lambda: tab.get_by_role("button", name="To the end", exact=True).click(),
    ]
    for act in acts:
        act()
        tab.wait_for_timeout(between)
    problem = Routes.level("1-romania")
    searches = [("uniform-cost", None), ("greedy", "straight-line"), ("astar", "straight-line")]
    for letter, (algorithm, h) in zip("ABC", searches, strict=True):
        card = f"article[aria-label='Search {letter}']"
        wait_for(tab, f"{card} h2", f"{algorithm} · {h}" if h else algorithm)
        expanded = solve(problem, algorithm, h).expanded
        wait_for(tab, f"{card} .card-counts", f"{expanded} expanded")
    assert "algorithm2=greedy" in tab.url


@pytest.mark.gate("browser")
@pytest.mark.waits
@pytest.mark.parametrize(
    ("delay", "between", "size"),
    [  # not all pairs: if all answers come before the next act, only the quickest acts matter
        (None, 50, SCREEN),
        (None, 250, PHONE),
        *((SHORT, between, SCREEN) for between in (50, 250)),
        *((LATE, between, SCREEN) for between in (50, 250, 1000)),
        *((RANDOM, between, SCREEN) for between in (50, 250, 1000)),
        (RANDOM, 250, PHONE),
    ],
)
def test_three_searches_are_chosen_one_after_the_other(visit, delay, between, size):
    choose_three_searches(visit, delay, between, size)


@pytest.mark.gate("browser")
@pytest.mark.waits
@pytest.mark.parametrize("delay", [LATE, RANDOM], ids=["late", "random"])
def test_the_last_click_is_on_the_drawn_board_however_soon_it_is_used(visit, delay):
    tab = visit(delay, puzzle="movix", board="3x3,3:S1H/1L1/V1H", view="choose")
    wait_for(tab, ".board-id", "3x3,3")
    unfold(tab, "Draw a board")
    wait_for(tab, ".drawing .picture svg")
    tab.get_by_role("button", name="M", exact=True).click()
    click_cell(tab, 2, 2)
    tab.get_by_role("button", name="Use the drawn board", exact=True).click()
    drawn = MovIX([list("S_H"), list("_L_"), list("V_M")], line=3)
    wait_for(tab, ".board-id", drawn.format())


@pytest.mark.gate("browser")
@pytest.mark.waits
def test_a_view_opens_after_the_choice_that_was_made_before(visit):
    tab = visit(Delay(500, 500), **ROMANIA, view="choose")
    wait_for(tab, ".choose .picture svg")
    unfold(tab, "Search")
    tab.get_by_label("Algorithm").select_option("greedy")
    tab.get_by_role("button", name="hops", exact=False).first.click()
    tab.get_by_role("button", name="Watch", exact=True).click()
    wait_for(tab, ".what", "greedy · hops")
    tab.get_by_role("button", name="To the end", exact=True).click()
    expanded = solve(Routes.level("1-romania"), "greedy", "hops").expanded
    wait_for(tab, ".watch .counts li", f"{expanded} expanded".replace(" ", "\n", 1))


@pytest.mark.gate("browser")
def test_two_tabs_keep_a_draft_each_and_offer_the_newer_one(visit):
    first = visit(**ROMANIA, view="choose")
    second = first.context.new_page()
    second.goto(first.url)
    for tab, number in ((first, 1), (second, 2)):
        wait_for(tab, ".choose .picture svg")
        unfold(tab, "My own heuristic")
        tab.get_by_label("Python").fill(f"def h(node):\n    return {number}\n")
        wait_for(tab, ".functions", "Use mine.py:h")
    first.reload()
    wait_for(first, ".offer", "Another tab has a newer draft")
    assert "return 1" in first.get_by_label("Python").input_value()
    first.get_by_role("button", name="Take the newer draft", exact=True).click()
    first.wait_for_function(HOLDS, arg="return 2")
    first.get_by_role("button", name="Restore my own code", exact=True).click()
    first.wait_for_function(HOLDS, arg="return 1")


@pytest.mark.gate("browser")
def test_what_is_wrong_with_a_link_is_said_once_and_the_rest_is_done(visit):
    tab = visit(puzzle="movix", board="2-tiny", view="watch", ties="nope")
    wait_for(tab, ".fault p", "ties nope: expected one of")
    assert "ties=nope" not in tab.url
    tab = visit(puzzle="movix", board="2-tiny", view="play", moves="0.9999")
    wait_for(tab, ".fault p", "9999")
    wait_for(tab, ".play .numbers li", "1 moves")
    assert tab.locator(".fault:visible p").count() == 1


PRESS_SOON = """([address, selector]) => new Promise(done => {
  const press = () => done(document.querySelector(selector).click());
  addEventListener("popstate", () => setTimeout(press, 30), { once: true });
  location.hash = address;
})"""


@pytest.mark.gate("browser")
def test_a_press_between_an_address_and_its_board_raises_no_error(visit):
    tab = visit(Delay(150, 150), puzzle="movix", board="2-tiny", view="compare")
    wait_for(tab, "article[aria-label='Search B'] .card-counts", "expanded")
    tab.evaluate(PRESS_SOON, ["puzzle=tiles&view=compare", ".configuration button"])
    wait_for(tab, ".what", "tiles")
    wait_for(tab, "article[aria-label='Search B'] .card-counts", "expanded")
    tab.evaluate("location.hash = 'puzzle=paths&view=watch'")
    wait_for(tab, ".watch .paint")
    tab.evaluate(PRESS_SOON, ["puzzle=paths&board=6-rooms&view=watch", ".watch .paint input"])
    wait_for(tab, ".timeline output", "not started")
    tab.evaluate("location.hash = 'puzzle=movix&view=choose'")
    wait_for(tab, ".choose .gallery")
    unfold(tab, "My own heuristic")
    for name in ("tiles", "routes"):
        tab.get_by_role("radio", name=name, exact=True).click()
        unfold(tab, "What is node.state here?")
    wait_for(tab, ".example", "Arad")
