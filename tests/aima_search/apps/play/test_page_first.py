"""The first screen: a map that is painted while two searches flood it, and boards that move."""

import pytest

from aima_search import solve
from puzzles.paths import Paths
from tests.aima_search.apps.play.pages import click, wait_for

MAP = Paths.generate(1, size="30x60", walls=28)
SPOT = """
cell => {
  const svg = document.querySelector(".first .picture svg"), box = svg.getBoundingClientRect();
  const x = cell % 60 + 0.75, y = Math.floor(cell / 60) + 0.75;
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  return [box.x + x / width * box.width, box.y + y / height * box.height];
}
"""


def shows(tab, problem):
    """Wait until the page shows what two searches of a map come to."""
    for side, algorithm in (("A*", "astar"), ("Greedy search", "greedy")):
        result = solve(problem, algorithm, "octile")
        cost = f"{result.cost:,.2f}".rstrip("0").rstrip(".")
        expected = f"{result.expanded:,} expanded, a path of cost {cost}"
        wait_for(tab, f"article[aria-label='{side}'] .card-counts", expected)


def test_both_searches_run_again_while_a_wall_is_painted_and_the_goal_is_dragged(visit):
    tab = visit(view="learn")
    shows(tab, MAP)
    cells = MAP.painting()["marks"]
    goal = MAP.painting()["handles"][1]
    first = next(at for at in range(goal - 65, goal - 55) if cells[at] == ".")
    tab.mouse.move(*tab.evaluate(SPOT, first))
    tab.mouse.down()
    problem = MAP
    for at in range(3):  # the button is held: what is found is shown before it is let go
        tab.mouse.move(*tab.evaluate(SPOT, first - 60 * at))
        problem = problem.redrawn({first - 60 * at: "#"})
        shows(tab, problem)
    tab.mouse.up()
    tab.mouse.move(*tab.evaluate(SPOT, goal))
    tab.mouse.down()
    tab.mouse.move(*tab.evaluate(SPOT, goal - 25), steps=3)
    tab.mouse.up()
    problem = problem.redrawn({}, (goal, goal - 25))
    shows(tab, problem)
    click(tab, "Compare them step by step")
    wait_for(tab, ".search-cards > :nth-child(2) .picture svg")
    assert "heuristic2=octile" in tab.url


def test_the_boards_move_until_they_are_halted_and_lead_on(visit):
    tab = visit(view="learn")
    board = tab.locator("article[aria-label=movix] svg")
    wait_for(tab, "article[aria-label=movix] svg")
    before = board.inner_html()
    tab.wait_for_function(
        "before => document.querySelector('article[aria-label=movix] svg').innerHTML !== before",
        arg=before,
    )
    click(tab, "Pause")
    click(tab, "Resume")
    click(tab, "Play it yourself")
    wait_for(tab, ".play .numbers li", "0 moves")


@pytest.mark.gate("browser")
def test_nothing_moves_for_those_who_want_no_motion(visit):
    tab = visit(puzzle="movix", view="watch")
    tab.emulate_media(reduced_motion="reduce")
    click(tab, "Learn")
    shows(tab, MAP)
    wait_for(tab, "article[aria-label=movix] svg")
    assert tab.get_by_role("button", name="Resume", exact=True).is_visible()


@pytest.mark.gate("browser")
def test_a_view_chosen_before_the_page_knows_its_puzzles_is_shown_once(visit):
    tab = visit(puzzle="movix", view="watch")
    tab.route("**/ask", lambda route: (tab.wait_for_timeout(100), route.continue_()))
    tab.reload()
    click(tab, "Learn")
    shows(tab, MAP)
    assert tab.locator(".fault p").count() == 0
