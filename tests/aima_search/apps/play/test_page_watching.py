"""Watching on the page: the counts of ``solve``, steps forward and back, links, what goes wrong."""

import json
import re

import pytest

from aima_search import solve
from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX
from tests.aima_search.apps.play.pages import (
    Delay,
    click,
    counts,
    in_view,
    settle,
    to_the_end,
    unfold,
    wait_for,
)

TINY = {"puzzle": "movix", "board": "2-tiny", "view": "watch"}
RAISES = "def h(node):\n    if node.depth:\n        raise ValueError('no idea')\n    return 0\n"
HANGS = "def h(node):\n    while True:\n        pass\n"


def with_heuristic(visit, source, **choice):
    """Open the page, write a heuristic, and watch the search that it leads."""
    tab = visit(**{**TINY, "view": "choose", **choice})
    unfold(tab, "My own heuristic")
    tab.get_by_label("Python").fill(source)
    click(tab, "Use mine.py:h")
    wait_for(tab, ".what", "2-tiny")
    click(tab, "Watch the search")
    return tab


@pytest.mark.parametrize(
    ("puzzle", "algorithm"),
    [
        ("movix", "astar"),
        ("movix", "uniform-cost"),
        ("movix", "ida-star"),
        ("movix", "depth-first"),
        ("hitori", "greedy"),
        ("sudoku", "recursive-best-first"),
        ("sudoku-local", "hill-climbing"),
    ],
)
def test_the_counts_and_the_cost_are_those_of_solve(visit, puzzle, algorithm):
    level = "2-tiny" if puzzle == "movix" else next(iter(PUZZLES.get(puzzle).levels()))
    result = solve(PUZZLES.get(puzzle).level(level), algorithm)
    tab = visit(puzzle=puzzle, board=level, view="watch", algorithm=algorithm)
    wait_for(tab, ".frontier")
    to_the_end(tab)
    shown = counts(tab)
    assert shown["expanded"] == result.expanded
    assert shown["generated"] == result.generated
    assert wait_for(tab, ".status .badge").inner_text() == result.status
    assert f"cost {result.cost:g}, " in wait_for(tab, ".solution").inner_text()


def test_deductions_before_the_search_are_shown_with_their_reasons(visit):
    choice = {"puzzle": "hitori", "board": "04x04-easy", "view": "watch"}
    prepared = {"settings.formulation": "naive", "settings.preprocess": "sandwich"}
    tab = visit(**choice, **prepared, step="0")
    wait_for(tab, ".node-line summary", "Before the search: ").click()
    reasons = tab.locator(".node-line li").all_inner_texts()
    problem = PUZZLES.get("hitori").level("04x04-easy")
    expected = type(problem)(problem.numbers, "naive", preprocess="sandwich").preparation()
    assert reasons == list(map(str, expected))


def test_a_step_back_shows_what_was_shown_before(visit):
    tab = visit(**TINY, algorithm="uniform-cost")
    wait_for(tab, ".frontier")

    def shown():
        parts = (".node-line", ".counts", ".frontier tbody")
        texts = [tab.locator(part).inner_text() for part in parts]
        return [tab.locator(".picture").inner_html(), *texts]

    seen = []
    for step in range(1, 6):
        click(tab, "Step forward")
        settle(tab, f"step {step} of")
        seen.append(shown())
    for step in range(4, 0, -1):
        tab.keyboard.press("ArrowLeft")
        settle(tab, f"step {step} of 5")
        assert shown() == seen[step - 1]
    assert len({one[0] for one in seen}) > 1


def test_the_slider_and_keys_go_to_any_step_seen(visit):
    tab = visit(**TINY, algorithm="uniform-cost", step="9")
    settle(tab, "step 10 of 10")
    tab.get_by_role("slider", name="Step").fill("3")
    settle(tab, "step 4 of 10")
    for key, step in (("Home", 1), (".", 2), ("End", 10), (",", 9), ("Shift+ArrowLeft", 1)):
        tab.locator("h1").click()
        tab.keyboard.press(key)
        settle(tab, f"step {step} of 10")


def test_space_plays_to_the_end_and_pauses_there(visit):
    tab = visit(**TINY)
    wait_for(tab, ".frontier")
    tab.keyboard.press(" ")
    wait_for(tab, ".status .badge", "solved")
    wait_for(tab, "button.primary", "Play")


def test_the_address_restores_the_step_on_reload_and_back_the_view(visit):
    tab = visit(**TINY, algorithm="uniform-cost")
    wait_for(tab, ".frontier")
    for step in (1, 2, 3):
        click(tab, "Step forward")
        settle(tab, f"step {step} of")
    picture = tab.locator(".picture").inner_html()
    assert "step=2" in tab.url
    tab.reload()
    settle(tab, "step 3 of 3")
    assert tab.locator(".picture").inner_html() == picture
    tab.get_by_role("button", name="Choose", exact=True).click()
    wait_for(tab, ".choose")
    tab.go_back()
    wait_for(tab, ".watch")
    tab.go_forward()
    wait_for(tab, ".choose")


def test_keys_and_buttons_jump_to_what_happens_and_show_it(visit):
    tab = visit(puzzle="movix", board="4-jump", heuristic="3 * assignment", view="watch")
    wait_for(tab, ".frontier")
    tab.set_viewport_size({"width": 1280, "height": 720})
    for key, words, step in (
        ("f", "f changes from 15 to 13", "step 2 of 2"),
        ("o", "step 61 finds a better path", "step 62 of 62"),
        ("a", "h 9 is above h* 7", "step 63 of 63"),
        ("Shift+F", "f changes from 20 to 18", "step 62 of 63"),
    ):
        tab.keyboard.press(key)
        wait_for(tab, ".jump-result", words)
        settle(tab, step)
    tab.evaluate("window.scrollTo(0, 0)")
    for part in (".picture svg", ".transport", ".jumps"):
        assert in_view(tab, part), part
    click(tab, "Next goal")
    wait_for(tab, ".jump-result", "step 142 generates a goal")
    click(tab, "Next goal")
    wait_for(tab, ".jump-result", "a goal: not found after this step")


def test_a_state_that_is_named_is_gone_on_to_however_late_the_search_is_open(visit):
    tab = visit(Delay(200, 400), puzzle="routes", board="1-romania", view="watch")
    tab.get_by_label("State to go to").fill("Pitesti")
    tab.keyboard.press("Enter")
    wait_for(tab, ".jump-result", "generates that state")
    tab.locator(".jump-result .button").click()
    wait_for(tab, ".node-line", "Pitesti")
    tab.get_by_label("State to go to").fill("nowhere")
    tab.keyboard.press("Enter")
    wait_for(tab, ".jump-result", "this state: not found after this step")


def test_a_heuristic_that_raises_is_told_with_its_line(visit):
    tab = with_heuristic(visit, RAISES)
    wait_for(tab, ".frontier")
    click(tab, "To the end")
    assert "line 3" in wait_for(tab, ".watch .fault").inner_text()
    assert "no idea" in wait_for(tab, ".watch .fault").inner_text()
    click(tab, "Show line 3")
    wait_for(tab, ".watch .editor[open]")  # beside the search
    selected = "(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)"
    assert tab.evaluate(selected).strip() == "raise ValueError('no idea')"


def test_a_heuristic_that_returns_text_is_told_in_view_of_the_board(visit):
    tab = with_heuristic(visit, "def h(node):\n    return 'far'\n")
    wait_for(tab, ".frontier")
    click(tab, "Step forward")
    assert "'far'" in wait_for(tab, ".watch .fault").inner_text()
    tab.evaluate("window.scrollTo(0, 0)")
    for part in (".picture svg", ".transport", ".watch .fault"):
        assert in_view(tab, part), part


def test_stop_ends_a_heuristic_that_hangs_and_another_search_goes_on(visit):
    tab = with_heuristic(visit, HANGS)
    wait_for(tab, ".frontier")
    click(tab, "Step forward")
    click(tab, "Stop the search")
    wait_for(tab, ".node-line", "Stopped")
    tab.get_by_role("button", name="Choose", exact=True).click()
    unfold(tab, "Search")
    tab.locator(".option:visible", has_text="zero").first.click()
    click(tab, "Watch the search")
    wait_for(tab, ".what", "zero")
    to_the_end(tab)
    wait_for(tab, ".status .badge", "solved")


def test_what_hangs_is_told_on_every_view_and_can_be_ended_there(visit):
    tab = with_heuristic(visit, HANGS)
    wait_for(tab, ".frontier")
    click(tab, "Step forward")
    tab.get_by_role("button", name="Choose", exact=True).click()
    wait_for(tab, ".choose")
    unfold(tab, "Search")
    tab.locator(".option:visible", has_text="zero").first.click()
    place = tab.locator(".page-main").bounding_box()
    tab.get_by_text("Waiting for an answer").wait_for()
    assert tab.locator(".page-main").bounding_box() == place  # nothing moves below the pointer
    click(tab, "Stop what is running")
    tab.get_by_text("Waiting for an answer").wait_for(state="hidden")
    tab.locator(".option:visible", has_text="zero").first.click()
    click(tab, "Watch the search")
    to_the_end(tab)
    wait_for(tab, ".status .badge", "solved")


def test_markup_is_text_wherever_it_comes_from(visit):
    markup = "<img src=x onerror=alert(1)><script>alert(1)</script>"
    source = f'def h(node):\n    """{markup}"""\n    raise ValueError("{markup}")\n'
    tab = with_heuristic(visit, source)
    wait_for(tab, ".frontier")
    click(tab, "Step forward")
    assert markup in wait_for(tab, ".watch .fault").inner_text()
    tab.get_by_role("button", name="Choose", exact=True).click()
    tab.get_by_text("My own board").click()
    tab.get_by_label("The board as text").fill(markup)
    click(tab, "Use this board")
    wait_for(tab, ".choose .fault:visible")
    assert tab.locator(".aima-page img, .aima-page script").count() == 0


def test_the_advice_on_a_board_without_a_search_is_applied_by_its_button(visit):
    tab = visit(puzzle="hitori", board="04x04-easy", view="watch")
    advice = wait_for(tab, ".watch .advice")
    advice.get_by_role("button").click()
    advice.wait_for(state="hidden")
    assert "settings.formulation=" in tab.url


@pytest.mark.parametrize("puzzle", ["hitori", "sudoku"])
def test_a_puzzle_opens_where_a_search_has_something_to_show(visit, puzzle):
    tab = visit(puzzle="movix", view="choose")
    tab.get_by_role("radio", name=puzzle, exact=True).click()
    wait_for(tab, ".what", puzzle)
    assert not tab.locator(".option b", has_text="manhattan").count()
    click(tab, "Watch the search")
    wait_for(tab, ".frontier")
    assert not tab.locator(".watch .advice").is_visible()
    to_the_end(tab)
    assert counts(tab)["expanded"] > 3


def test_the_search_is_changed_in_a_panel_next_to_it(visit):
    tab = visit(**TINY, step="2")
    settle(tab, "step 3 of 3")
    tab.get_by_text("Search settings", exact=True).click()
    tab.get_by_label("Algorithm", exact=True).select_option("breadth-first")
    wait_for(tab, ".what", "breadth-first")
    wait_for(tab, ".timeline output", "not started")
    to_the_end(tab)
    assert counts(tab)["expanded"] == solve(MovIX.level("2-tiny"), "breadth-first").expanded
    tab.get_by_label("Algorithm", exact=True).select_option("astar")
    tab.get_by_text("My own heuristic").click()
    tab.get_by_label("Python").fill("def blind(node):\n    return 0\n")
    click(tab, "Use mine.py:blind")
    wait_for(tab, ".what", "mine.py:blind")


def test_a_node_of_the_frontier_is_looked_at_and_left_again(visit):
    tab = visit(**TINY, algorithm="uniform-cost", step="4")
    settle(tab, "step 5 of 5")
    in_hand = tab.locator(".node-line b").inner_text()
    last = tab.locator(".frontier tbody .linklike").last
    looked_at = last.inner_text()
    last.click()
    wait_for(tab, ".node-line button", "Back to the current node")
    assert tab.locator(".node-line b").inner_text() == looked_at
    click(tab, "Back to the current node")
    tab.locator(".node-line button").wait_for(state="detached")
    assert tab.locator(".node-line b").inner_text() == in_hand


def test_stop_leaves_nothing_to_be_told_and_the_search_is_opened_again(visit):
    tab = visit(puzzle="movix", view="watch", algorithm="uniform-cost", board="5-long")
    wait_for(tab, ".frontier")
    for step in (1, 2, 3):  # it goes on from the step that the address has
        click(tab, "To the end")
        tab.get_by_role("button", name="Pause", exact=True).wait_for()
        wait_for(tab, ".counts .numbers b", re.compile("[1-9]"))
        click(tab, "Stop the search")
        wait_for(tab, ".node-line", "Stopped")
        wait_for(tab, "button.primary", "Play")
        click(tab, "Step forward")
        settle(tab, f"step {step} of {step}")
        assert tab.locator(".fault:visible").all_inner_texts() == []


def test_to_the_end_nothing_is_asked_but_steps_and_the_end_is_the_searchs_own(visit):
    """The search is longer than its record: see the limit of a ``Record``."""
    board = MovIX.level("1-first")
    result = solve(board, "uniform-cost")
    tab = visit(puzzle="movix", board="1-first", view="watch", algorithm="uniform-cost")
    settle_at_the_start(tab)
    asked = []
    tab.on("request", lambda request: asked.append(json.loads(request.post_data)))
    click(tab, "To the end")
    wait_for(tab, ".status .badge")
    wait_for(tab, "[role=status].unseen", "ended:")
    assert {one["ask"] for one in asked} == {"go"}
    brief = [place for place, one in enumerate(asked) if one["show"] == {}]
    assert brief
    assert brief == list(range(len(brief)))
    shown = wait_for(tab, ".timeline output").inner_text()
    assert re.fullmatch(f"step {result.expanded:,}; only the first [0-9,]+ steps are stored", shown)
    wait_for(tab, ".node-line", "the last state of the solution")
    assert shows(tab, board, result.states[-1])
    tab.locator(".solution .linklike").first.click()
    wait_for(tab, ".node-line", f"{result.actions[0]} in the solution")
    assert shows(tab, board, result.states[1])


def settle_at_the_start(tab):
    wait_for(tab, ".node-line", "Press Play")
    wait_for(tab, "[role=status].unseen", "before the first step")


def shows(tab, problem, state):
    """Return True if the picture shows a state, by the text of the board below it."""
    shown = tab.locator(".watch .as-text pre").text_content()
    return re.sub(r"[^A-Z■\n]", "", shown) == re.sub(r"[^A-Z■\n]", "", str(problem.scene(state)))


def test_an_anytime_search_shows_its_solutions_and_what_it_has_proved(visit):
    board = PUZZLES.get("tiles").level("8-3-hardest")
    result = solve(board, "anytime-astar", "manhattan")
    [first, *_, best] = [cost for _, cost in result.curve]
    choice = {"puzzle": "tiles", "board": "8-3-hardest", "heuristic": "manhattan", "view": "watch"}
    tab = visit(**choice, algorithm="anytime-astar", step="3")
    wait_for(tab, "svg[aria-label='no solution yet, no solution costs less than 21']")
    to_the_end(tab)
    plot = tab.locator(".curves svg").nth(2)
    wait_for(tab, f"svg[aria-label='best solution {best:g}, no solution costs less than {best:g}']")
    assert f"{first:g}" in plot.locator(".axis.end").all_text_contents()
    paths = [plot.locator(kind).get_attribute("d") for kind in (".found", ".proved")]
    assert paths[0].count("L") == 2 * len(result.curve) - 1
    ends = [re.findall(r"[\d.]+", path)[-2:] for path in paths]
    assert ends[0] == ends[1]  # they meet
    other = visit(**choice, algorithm="astar", step="3")
    settle(other, "step 4")
    assert other.locator(".curves svg").count() == 2


def test_the_tree_has_room_for_the_moves_next_to_its_nodes(visit):
    tab = visit(puzzle="queens", view="watch", algorithm="depth-first", step=4)
    settle(tab, "step 5 of 5")
    ends = "nodes => nodes.map(node => node.getBoundingClientRect().right)"
    labels = tab.locator(".search-tree text.label")
    assert labels.last.text_content().startswith("queen in column")
    (end,) = tab.locator(".search-tree").evaluate_all(ends)
    assert max(labels.evaluate_all(ends)) <= end


SIZES = """view => [...document.querySelectorAll(`.${view} :is(.stage, .search-card, .reel) text`)]
  .filter(one => one.closest("svg").querySelector(".road"))
  .map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d)"""


@pytest.mark.parametrize("view", ["watch", "play", "compare", "learn"])
def test_the_names_of_a_map_are_large_enough_to_be_read(visit, view):
    tab = visit(puzzle="routes", board="1-romania", view=view)
    tab.set_viewport_size({"width": 1280, "height": 720})
    wait_for(tab, f".{view} .board .road")
    assert min(tab.evaluate(SIZES, view)) >= 12
    if view == "watch":
        assert in_view(tab, ".watch .transport")


@pytest.mark.parametrize("view", ["watch", "play", "compare", "learn"])
def test_on_a_phone_a_map_is_moved_to_where_the_search_stands(visit, view):
    tab = visit(puzzle="routes", board="1-romania", view=view)
    tab.set_viewport_size({"width": 390, "height": 844})
    wait_for(tab, f".{view} .board .road")
    assert min(tab.evaluate(SIZES, view)) >= 11
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    if view in ("watch", "compare"):
        click(tab, "To the end")
        wait_for(tab, f".{view} .picture .caption", "Pitesti - Bucharest: 418")
        place = tab.locator(f".{view} .picture .piece").first.bounding_box()
        assert 0 < place["x"] < 390 - place["width"]
