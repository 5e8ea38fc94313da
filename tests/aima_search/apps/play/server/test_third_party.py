"""A third-party puzzle on the server: listed, solved like the others, its texts harmless."""

import json
import sys

import pytest

from tests.aima_search.apps.play.server.serving import Client, running
from tests.aima_search.apps.play.server.third_party import MARKUP, SOURCE
from tests.aima_search.catalog.packages import install


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose sessions know the puzzle: their processes have the path of this process."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder, "stairs", "third_party_stairs", SOURCE)
    sys.path.insert(0, str(folder))
    try:
        with running() as server:
            yield server
    finally:
        sys.path.remove(str(folder))


@pytest.fixture
def client(server):
    client = Client(server).enter()
    yield client
    client.post("/close")
    client.connection.close()


def test_it_is_there_and_tells_its_texts_as_they_are(client):
    summaries = {one["name"]: one["summary"] for one in client.ask("catalog")["puzzles"]}
    assert summaries["stairs"] == MARKUP
    facts = client.ask("puzzle", puzzle="stairs")
    assert [one["name"] for one in facts["levels"]] == ["low", MARKUP]
    assert "steps" in [one["name"] for one in facts["heuristics"]]


def test_every_algorithm_that_applies_ends_at_the_foot_of_the_stairs(client):
    """In nine: a step of 2 halves the way but for the odd one, whatever the number of steps."""
    names = client.ask("board", puzzle="stairs", board="9")["algorithms"]
    assert {"astar", "ida-star", "breadth-first", "uniform-cost"} <= set(names)
    for name in names:
        client.ask("open", puzzle="stairs", board="9", algorithm=name)
        position = client.ask("advance", count=10_000)
        while not position["ended"]:
            position = client.ask("advance", count=10_000)
        assert position["status"] == "solved", name
        steps = [one["action"] for one in client.ask("solution")[1:]]
        assert sum(int(one.split()[-1]) for one in steps) == 9, name
        if name in ("astar", "ida-star", "breadth-first", "uniform-cost"):
            assert len(steps) == 5, name


def test_a_picture_has_no_markup_but_its_own(client):
    client.ask("open", puzzle="stairs", board="9", algorithm="astar")
    node = client.ask("advance", count=1)["node"]["id"]
    svg = client.ask("picture", node=node)["svg"]
    assert "&lt;script&gt;" in svg
    assert "<script" not in svg
    assert "<img" not in svg


def test_what_its_heuristic_raises_is_told(client):
    client.ask("open", puzzle="stairs", board="9", algorithm="astar", heuristic="raises")
    assert MARKUP in json.dumps(client.ask("advance", count=1), ensure_ascii=False)


def test_in_a_browser_all_of_it_is_text(server, visit):
    """Chosen, played and watched: no image is fetched, no script runs, no dialog opens."""
    tab = visit(puzzle="stairs", board=MARKUP, view="choose")
    tab.get_by_text(MARKUP).first.wait_for()
    tab.locator(".choose .rules-text p", has_text="All of it.").wait_for()
    assert tab.locator(".choose .rules-text figure svg").count() == 4
    assert MARKUP in tab.locator(".choose .rules-text pre").inner_text()
    for view in ("Play", "Watch", "Compare"):
        tab.get_by_role("button", name=view, exact=True).click()
        tab.locator(".page-main svg").first.wait_for()
        tab.get_by_text("alert(2)").first.wait_for()
    assert tab.locator(".aima-page img, .aima-page script").count() == 0


def test_what_is_written_and_drawn_is_text_too(server, visit):
    tab = visit(puzzle="paper", board="low", view="play")
    tab.locator(".playable .picture svg").first.wait_for()
    tab.locator(".playable .picture").focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("Enter")
    tab.get_by_role("menuitem").first.click()
    tab.locator(".bubble", has_text=MARKUP).wait_for()
    tab.locator(".seen", has_text=MARKUP).wait_for()
    tab.get_by_role("button", name="How it is solved").click()
    tab.locator(".replay output", has_text="of 2").wait_for()
    tab.keyboard.press("End")
    tab.locator(".replay", has_text=MARKUP).wait_for()
    tab.get_by_role("button", name="Choose", exact=True).click()
    tab.get_by_text("Draw a board").click()
    tab.locator(".palette button", has_text=MARKUP).click()
    tab.locator(".drawing .picture").focus()
    tab.keyboard.press("Enter")
    tab.locator(".drawn-text", has_text=MARKUP).wait_for()
    assert tab.locator(".aima-page img, .aima-page script").count() == 0
