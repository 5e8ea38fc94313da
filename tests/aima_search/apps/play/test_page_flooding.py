"""Searches on large grids: the cells on the page are those that the search has expanded."""

import pytest

from aima_search import Search
from puzzles.paths import Paths
from tests.aima_search.apps.play.pages import click, settle, to_the_end, wait_for

BOARD = Paths.generate(3, size="40", kind="walls", walls=25)
LARGE = {"puzzle": "paths", "board": BOARD.format(), "heuristic": "octile"}
CELLS = """
canvas => {
  const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const found = { expanded: [], waiting: 0, contour: 0 };
  for (let at = 0; at < data.length; at += 4) {
    const cell = at / 4;
    if (data[at + 3] === 215) found.expanded.push([cell % width, Math.floor(cell / width)]);
    if (data[at + 3] === 150) found.waiting += 1;
    if (data[at + 3] === 230) found.contour += 1;
  }
  return found;
}
"""


def expanded(algorithm, steps=None):
    """Return the cells that a search expands in its first steps."""
    states = [step.node.state for step in Search(BOARD, algorithm, "octile")]
    return set(states if steps is None else states[:steps])


def shown(tab, place=".flood"):
    """Return what the image of a search shows, its cells as a set."""
    found = tab.locator(place).first.evaluate(CELLS)
    return {**found, "expanded": set(map(tuple, found["expanded"]))}


def test_every_step_shows_the_cells_that_the_search_has_expanded(visit):
    tab = visit(**LARGE, view="watch", step="9")
    settle(tab, "step 10 of 10")
    assert shown(tab)["expanded"] == expanded("astar", 9)
    to_the_end(tab)
    assert shown(tab)["expanded"] == expanded("astar")
    assert shown(tab)["waiting"]
    path = tab.locator(".flood-path path").get_attribute("d")
    assert path.count("L") + 1 == tab.locator(".moves li").count() + 1
    tab.keyboard.press("Home")
    wait_for(tab, ".timeline output", "step 1 of")
    wait_for(tab, "[role=status].unseen", "Step 1.")
    assert shown(tab)["expanded"] == set()
    tab.keyboard.press("End")
    wait_for(tab, "[role=status].unseen", "ended:")
    tab.get_by_label("contours of f").check()
    tab.wait_for_function(f"() => ({CELLS})(document.querySelector('.flood')).contour > 0")
    both = shown(tab)
    assert both["expanded"] < expanded("astar")
    assert len(both["expanded"]) + both["contour"] == len(expanded("astar"))
    tab.locator(".moves button").nth(2).click()
    wait_for(tab, ".node-line", "in the solution")
    assert tab.locator(".flood-path path").get_attribute("d").count("L") == 3


def test_three_searches_flood_a_map_side_by_side(visit):
    names = {"algorithm": "astar", "algorithm2": "weighted-astar", "algorithm3": "greedy"}
    same = {"heuristic2": "octile", "heuristic3": "octile"}
    tab = visit(**LARGE, **names, **same, view="compare")
    wait_for(tab, ".search-card:nth-child(3) .flood")
    click(tab, "To the end")
    for place in (1, 2, 3):
        wait_for(tab, f".search-card:nth-child({place}) .badge", "solved")
    wait_for(tab, ".scroll tbody tr:nth-child(3)")
    for place, algorithm in enumerate(names.values(), 1):
        found = shown(tab, f".search-card:nth-child({place}) .flood")
        assert found["expanded"] == expanded(algorithm), algorithm


@pytest.mark.parametrize("algorithm", ["ida-star", "bidirectional"])
def test_a_search_that_floods_nothing_is_drawn_as_before(visit, algorithm):
    tab = visit(**LARGE, view="watch", algorithm=algorithm, step="3")
    settle(tab, "step 4 of 4")
    assert tab.locator(".flood").count() == 0
    assert tab.locator(".picture svg path.cells").count()
