"""Every number on the screen belongs to one search at one step, however late its answer comes.

Every request and answer is delayed by a random time, so that Stop overtakes what it ends, and some
are lost. Meanwhile a reader presses at random. The page notes what each of its frames shows, and
what was shown is looked up in searches of the same boards without a page.
"""

import json
import random
import re
from functools import cache

import pytest

from aima_search.model.puzzle import PUZZLES
from aima_search.trace import Recording, TraceSession
from tests.aima_search.apps.play.pages import Delay, click, wait_for

BOARD = {"puzzle": "movix", "board": "2-tiny"}
HEURISTICS = ("zero", "assignment", "combined")
MOST_DELAY = 250  # milliseconds
LOST = 0.06  # of the requests
PRESSES = 60
WATCHED = [
    *(
        "Step forward",
        "Step forward",
        "Step back",
        "To the end",
        "Play the steps",
        "Stop the search",
    ),
    *("Next goal", "Next f", "Previous page", "Back to the current node", "Continue from here"),
]
COMPARED = [
    *("Step forward", "Step back", "To the end", "Play the steps", "Stop the searches", "Remove A"),
    *("Add a search", "Open the searches again", "Continue from here"),
]
PLAYED = ["Hint", "Undo", "Redo", "Restart", "How it is solved", "Back to the game", "Step forward"]
NOTE = """() => {
  window.seen = new Set();
  const texts = name => [...document.querySelectorAll(name)].map(one => one.innerText);
  const look = () => {
    const view = document.querySelector(".aima-page")?.dataset.view;
    const place = view && texts(`.${view} .timeline output`)[0];
    const shown = {
      watch: () => [texts(".what")[0], place, texts(".counts li:not([hidden])"),
        document.querySelector(".hurries") ? "" : texts(".frontier .of")[0]],
      compare: () => [place, texts(".search-cards article h2 > span:nth-child(2)"),
        texts(".search-cards .card-counts")],
      play: () => [texts(".play .numbers li"), texts(".play .moves").join("").split("\\n")],
    }[view];
    if (shown) window.seen.add(JSON.stringify([view, ...shown()]));
    requestAnimationFrame(look);
  };
  look();
}"""

START = "puzzle=movix&board=2-tiny&algorithm=astar&heuristic=zero"
PRESS = """name => [...document.querySelectorAll("button")].find(one => one.checkVisibility()
  && !one.disabled && (one.getAttribute("aria-label") ?? one.textContent) === name)?.click()"""


@cache
def counts_of(algorithm, heuristic):
    """Return the counts at every step of a search without a page."""
    problem = PUZZLES.get(BOARD["puzzle"]).level(BOARD["board"])
    session = TraceSession(Recording(problem, algorithm, heuristic))
    while not session.advance()["ended"] or not session.is_done:
        pass
    places = [session.rewind(step) for step in range(session.last + 1)]
    names = ("expanded", "generated", "reopened", "frontier")
    return [[place[name] for name in names] for place in places]


def search_in(title):
    """Return the counts of the search that a heading names."""
    found = re.search(r"(astar|greedy|breadth-first)(?: +· +(\S+))?$", title.strip())
    return counts_of(found[1], found[2])


def numbers(text):
    return [int(one.replace(",", "")) for one in re.findall("[0-9][0-9,]*", text)]


def at(place, search):
    """Return the counts that a search has at a place such as "step 3 of 9"."""
    if place == "not started":
        return [0, 0, 0, 0]
    step, _ = numbers(place)
    return search[min(step, len(search)) - 1]


def check_watch(what, place, counts, frontier):
    if "\N{EN DASH}" in counts[0]:  # nothing is known yet
        assert not frontier
        return
    expected = at(place, search_in(what))
    assert [numbers(one)[0] for one in counts[:4]] == expected
    if frontier:
        assert numbers(frontier)[0] == expected[3]


def check_compare(place, titles, cards):
    for title, card in zip(titles, cards, strict=True):
        if card:
            expanded, generated, _, frontier = at(place, search_in(title))
            assert numbers(card) == [expanded, generated, frontier]


def check_play(scores, moves):
    for score in scores:
        if score.endswith(" moves"):
            assert numbers(score) == [len([one for one in moves if one.strip()])]


CHECKS = {"watch": check_watch, "compare": check_compare, "play": check_play}


def press(tab, chance):
    """Do one thing at random that the page offers in its view."""
    kind = chance.random()
    if kind < 0.15:
        view = chance.choice(["Watch", "Compare", "Play", "Learn"])
        tab.get_by_role("button", name=view, exact=True).first.click()
    elif kind < 0.3:
        chosen = {
            "heuristic": chance.choice(HEURISTICS),
            "algorithm": chance.choice(["astar", "greedy"]),
        }
        choice = {**BOARD, **chosen, "view": chance.choice(["watch", "compare"])}
        address = "&".join(f"{name}={value}" for name, value in choice.items())
        tab.evaluate("address => { location.hash = address; }", address)
    else:
        view = tab.evaluate("document.querySelector('.aima-page').dataset.view")
        name = chance.choice({"watch": WATCHED, "compare": COMPARED}.get(view, PLAYED))
        tab.evaluate(PRESS, name)  # at once: it may be gone a moment later
    tab.wait_for_timeout(MOST_DELAY * chance.random())


def reach(tab, view, selector, text):
    """Go to a view by the address, over whatever is left of presses and dropped answers."""
    tab.evaluate("address => { location.hash = address; }", f"{START}&view={view}")
    there = tab.locator(f"{selector}:visible", has_text=text).first
    offer = tab.get_by_role("button", name="Continue from here", exact=True)
    there.or_(offer).first.wait_for()
    while not there.is_visible():
        tab.evaluate(PRESS, "Continue from here")
        there.or_(offer).first.wait_for()


@pytest.mark.gate("browser")
@pytest.mark.parametrize("seed", [1, 2])
def test_every_number_belongs_to_one_search_at_one_step(visit, seed):
    delay = Delay(0, MOST_DELAY, LOST, seed)
    tab = visit(delay, **BOARD, view="watch", algorithm="astar", heuristic="zero")
    wait_for(tab, ".tabs")
    tab.evaluate(NOTE)
    chance = random.Random(seed)
    for _ in range(PRESSES):
        press(tab, chance)
    tab.evaluate(Delay().script())
    reach(
        tab,
        "compare&heuristic2=assignment",
        ".search-cards > :nth-child(2) .card-counts",
        "expanded",
    )
    reach(tab, "play", ".play .numbers li", "moves")
    reach(tab, "watch&step=1", ".watch .timeline output", "step 2 of")
    click(tab, "To the end")
    wait_for(tab, "[role=status].unseen", "ended: solved")
    seen = [json.loads(one) for one in tab.evaluate("[...window.seen]")]
    assert {view for view, *_ in seen} == set(CHECKS)
    for view, *shown in seen:
        CHECKS[view](*shown)
