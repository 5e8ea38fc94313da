"""Painting on the board that is watched, by mouse and by keys; boards on dark pages."""

import io
import re
from urllib.parse import parse_qsl

import pytest

from aima_search import solve
from aima_search.display.drawing import corner_of
from puzzles.movix import MovIX
from puzzles.paths import Paths
from tests.aima_search.apps.play.pages import click, to_the_end, wait_for

SPOT = """
([row, column, left, top]) => {
  const svg = document.querySelector(".picture svg");
  const box = svg.getBoundingClientRect();
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const [x, y] = [left + column + 0.5, top + row + 0.5];
  return [box.x + x / width * box.width, box.y + y / height * box.height];
}
"""


def drag(tab, start, end, corner=(0.25, 0.25)):
    """Drag from a cell (row, column) to another; corner: of the cells in the picture, (x, y)."""
    tab.mouse.move(*tab.evaluate(SPOT, [*start, *corner]))
    tab.mouse.down()
    tab.mouse.move(*tab.evaluate(SPOT, [*end, *corner]), steps=6)
    tab.mouse.up()


def shows(tab, problem):
    """Wait until the search of a board has ended on the page."""
    tab.wait_for_url(
        lambda url: dict(parse_qsl(url.partition("#")[2]))["board"] == problem.format()
    )
    result = solve(problem)
    actions = f"cost {result.cost:,.2f}".rstrip("0").rstrip(".")
    wait_for(tab, ".solution p", f"{actions}, {len(result.actions)} actions")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["laptop", "phone"])
def test_walls_start_and_goal_are_painted_by_mouse_and_by_keys(visit, size):
    tab = visit(puzzle="paths", board="1-wall", view="watch")
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    wait_for(tab, ".frontier")
    to_the_end(tab)
    tab.get_by_label("change the map", exact=True).check()
    tab.evaluate("window.scrollTo(0, 0)")
    problem = Paths.level("1-wall")
    drag(tab, (0, 3), (0, 5))
    problem = problem.redrawn(dict.fromkeys((3, 4, 5), "#"))
    shows(tab, problem)
    tab.evaluate("window.scrollTo(0, 0)")
    drag(tab, (3, 6), (5, 0))
    problem = problem.redrawn({}, (3 * 8 + 6, 5 * 8))
    shows(tab, problem)
    tab.locator(".picture").focus()
    tab.keyboard.press("ArrowUp")  # from the cell where the last stroke began
    tab.keyboard.press(" ")
    problem = problem.redrawn({2 * 8 + 6: "#"})
    wait_for(tab, "[role=status].unseen", "ended:")
    shows(tab, problem)
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("s")
    problem = problem.redrawn({}, (problem.cell_number(problem.initial), 2 * 8 + 7))
    shows(tab, problem)
    tab.get_by_role("button", name="Choose", exact=True).click()
    shown = wait_for(tab, ".board-id").inner_text()
    painted = Paths.parse(shown)
    assert (painted.initial, painted.goal) == (problem.initial, problem.goal)
    tab.get_by_text("My own board", exact=True).click()
    assert tab.get_by_label("The board as text").input_value() == shown


def test_a_long_stroke_is_few_elements_and_each_cell_of_it_is_told_once(visit):
    tab = visit(view="learn")
    wait_for(tab, ".first .card-counts", "a path of cost")
    requests = []
    tab.on("request", lambda one: '"paint"' in (one.post_data or "") and requests.append(one))
    place = tab.locator(".first .picture svg").first.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    with tab.expect_response(lambda answer: '"paint"' in (answer.request.post_data or "")):
        tab.mouse.move(x, y)
        tab.mouse.down()
    for by in range(1, 9):
        tab.mouse.move(x + by / 4, y)
    assert len(requests) <= 2  # two pixels are at most one cell more
    tab.mouse.move(x + 120, y, steps=20)
    layer = tab.locator(".paint-layer")
    assert layer.locator("> *").count() == 4
    assert layer.bounding_box() == pytest.approx(place, abs=0.5)
    tab.mouse.up()


def test_a_wall_painted_on_the_first_board_is_searched_by_all_that_are_compared(visit):
    names = {"algorithm": "astar", "algorithm2": "uniform-cost"}
    tab = visit(puzzle="paths", board="1-wall", view="compare", **names)
    wait_for(tab, "article[aria-label='Search B'] .picture svg")
    click(tab, "To the end")
    rows = tab.locator(".scroll tbody tr")
    rows.nth(1).wait_for()
    tab.get_by_label("change the map of A", exact=True).check()
    tab.locator("article[aria-label='Search A'] svg").first.scroll_into_view_if_needed()
    drag(tab, (0, 3), (0, 5))
    problem = Paths.level("1-wall").redrawn(dict.fromkeys((3, 4, 5), "#"))
    tab.wait_for_url(
        lambda url: dict(parse_qsl(url.partition("#")[2]))["board"] == problem.format()
    )
    for name, row in zip(names.values(), (0, 1), strict=True):
        text = re.compile(rf"^{solve(problem, name).expanded:,}$")
        rows.nth(row).locator("td", has_text=text).first.wait_for()


def test_boards_are_dimmed_on_a_dark_page_and_are_no_negatives(visit):
    image = pytest.importorskip("PIL.Image")
    tab = visit(puzzle="movix", board="2-tiny", view="choose")
    corner = corner_of(MovIX.level("2-tiny").scene(MovIX.level("2-tiny").initial))
    free, wall = {}, {}
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        wait_for(tab, ".choose .picture svg")
        grey = image.open(io.BytesIO(tab.screenshot())).convert("L")
        for colours, cell in ((free, (2, 1)), (wall, (2, 3))):
            colours[scheme] = grey.getpixel(tuple(tab.evaluate(SPOT, [*cell, *corner])))
    assert wall["light"] < 100
    assert wall["dark"] < 100
    assert 200 < free["dark"] < free["light"] - 15
