"""Choosing on the page: boards of one's own, options, heuristics, what the browser keeps."""

from urllib.parse import parse_qs, urlsplit

import pytest

from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX
from puzzles.paths import Paths
from tests.aima_search.apps.play.pages import click, wait_for


def test_every_puzzle_can_be_chosen_and_shows_its_first_board(visit):
    *_, last = PUZZLES
    tab = visit(puzzle=last, view="choose")
    wait_for(tab, ".board-id")
    for name in PUZZLES:
        tab.get_by_role("radio", name=name, exact=True).click()
        first = PUZZLES.get(name).page_level or next(iter(PUZZLES.get(name).levels()))
        wait_for(tab, ".what", f"{name} · {first}")
        assert (
            tab.get_by_role("radio", name=name, exact=True).get_attribute("aria-checked") == "true"
        )
        assert f"puzzle={name}" in tab.url


def test_a_fault_in_a_board_of_ones_own_is_marked_at_its_place(visit):
    tab = visit(puzzle="movix", view="choose")
    tab.get_by_text("My own board").click()
    text = tab.get_by_label("The board as text")
    text.fill("line 3\nM_H_\nV_!L\n___M\nS__M\n")
    click(tab, "Use this board")
    assert wait_for(tab, ".choose mark").inner_text() == "!"
    assert "line 3" in wait_for(tab, ".choose .place").inner_text()
    right = MovIX.level("2-tiny").format()
    text.fill(right)
    click(tab, "Use this board")
    wait_for(tab, ".board-id", right)
    tab.locator(".choose mark").wait_for(state="detached")


def test_a_random_board_is_the_one_of_its_seed(visit):
    tab = visit(puzzle="movix", view="choose")
    tab.get_by_text("Random board", exact=True).click()
    tab.get_by_text("More", exact=True).click()
    tab.get_by_label("seed").fill("7")
    click(tab, "Make a board")
    wait_for(tab, ".board-id", MovIX.generate(7).format())


def test_an_option_of_the_board_that_is_wrong_is_told_and_not_taken(visit):
    tab = visit(puzzle="hitori", board="04x04-easy", view="choose")
    tab.get_by_text("Board options").click()
    field = tab.get_by_label("rules", exact=True)
    field.fill("nonsense")
    field.press("Enter")
    wait_for(tab, ".choose .fault", "nonsense")
    assert "nonsense" not in tab.url
    tab.get_by_label("formulation", exact=True).select_option("cascade")
    tab.wait_for_url("**settings.formulation=cascade**")


def test_a_heuristic_of_ones_own_is_kept_by_the_browser(visit):
    tab = visit(puzzle="movix", view="choose")
    tab.get_by_text("My own heuristic").click()
    code = tab.get_by_label("Python")
    code.fill("")
    code.press_sequentially("def mine(node):\n")
    code.press("Tab")
    code.press_sequentially("return 0")
    wait_for(tab, "button", "Use mine.py:mine")
    written = "def mine(node):\n        return 0"  # the line is indented by itself, then by Tab
    assert code.input_value() == written
    tab.reload()
    tab.get_by_text("My own heuristic").click()
    assert tab.get_by_label("Python").input_value() == written


def test_the_theme_is_chosen_and_kept(visit):
    tab = visit(puzzle="movix", view="choose")
    wait_for(tab, ".choose")
    paper = "getComputedStyle(document.querySelector('.card')).backgroundColor"
    seen = {tab.evaluate(paper)}
    for _ in range(2):
        tab.locator("[title^=Theme]").click()
        seen.add(tab.evaluate(paper))
    assert len(seen) == 2
    dark = tab.evaluate(paper)
    tab.reload()
    wait_for(tab, ".choose")
    assert tab.evaluate(paper) == dark


def test_the_help_opens_and_closes_by_keys(visit):
    tab = visit(puzzle="movix", view="choose")
    wait_for(tab, ".choose")
    tab.keyboard.press("?")
    assert "step back" in wait_for(tab, "dialog[open]", "Keys and words").inner_text()
    tab.keyboard.press("Escape")
    tab.locator("dialog[open]").wait_for(state="detached")


def test_what_is_on_the_page_is_downloaded(visit):
    tab = visit(puzzle="movix", board="2-tiny", view="choose")
    wait_for(tab, ".choose .picture svg")
    click(tab, "Download")
    kept = {}
    for kind in ("SVG", "PNG"):
        with tab.expect_download() as download:
            click(tab, f"Picture of the board as {kind}")
        kept[kind] = download.value.path().read_bytes()
    assert kept["SVG"].startswith(b"<svg")
    assert kept["PNG"].startswith(b"\x89PNG")


def test_the_trace_and_the_python_of_a_search_are_downloaded(visit):
    tab = visit(puzzle="movix", board="2-tiny", view="watch", step="2")
    wait_for(tab, ".timeline output", "step 3")
    click(tab, "Download")
    for name, start, part in (
        ("Trace of the search as TXT", "1. f = ", "generated"),
        ("The same in Python as PY", "from ", "MovIX"),
    ):
        with tab.expect_download() as download:
            click(tab, name)
        text = download.value.path().read_text("utf-8")
        assert text.startswith(start)
        assert part in text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"puzzle": "chess"}, "unknown puzzle 'chess'"),
        ({"puzzle": "movix", "board": "nope"}, "MovIX board, row 1, column 1"),
    ],
)
def test_an_address_of_what_there_is_not_leads_to_what_there_is(visit, wrong, message):
    tab = visit(**wrong, view="watch")
    wait_for(tab, ".fault", message)
    wait_for(tab, ".choose .picture svg")
    click(tab, "Watch the search")
    wait_for(tab, ".watch .picture svg")


def test_a_long_board_is_previewed_and_kept_in_the_browser_and_its_address_is_short(visit):
    tab = visit(puzzle="paths", view="choose")
    board = Paths.generate(1, size="60x60", walls=28).format()
    tab.get_by_text("My own board").click()
    tab.get_by_label("The board as text").fill(board)
    wait_for(tab, ".recognised", "Recognised")
    wait_for(tab, ".own-board .picture svg")
    click(tab, "Use this board")
    tab.wait_for_url("**board=%40**")
    assert len(tab.url) < 300
    tab.reload()
    wait_for(tab, ".board-id", board[:50])
    elsewhere = visit()
    elsewhere.goto(tab.url)
    elsewhere.reload()
    wait_for(elsewhere, ".fault", "this browser has not stored the board")
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    click(tab, "Link")
    copied = wait_for(tab, ".tools", "Copied") and tab.evaluate("navigator.clipboard.readText()")
    assert parse_qs(urlsplit(copied).fragment)["board"] == [board]
