"""Comparing on the page: in step, to the end, the table, the reasons, a session that is gone."""

from urllib.parse import urlencode

from aima_search import solve
from puzzles import MovIX
from tests.aima_search.apps.play.pages import Delay, click, settle, wait_for

TWO = {
    "puzzle": "movix",
    "board": "2-tiny",
    "view": "compare",
    "algorithm": "astar",
    "heuristic": "assignment",
    "algorithm2": "breadth-first",
}


def cards(tab):
    """Return the counts in the cards of the searches."""
    return tab.locator(".card-counts").all_inner_texts()


def open_settings(tab, letter):
    """Open the panel that changes a search."""
    tab.locator(f".configuration[aria-label='Search {letter}'] [aria-expanded]").click()


def test_two_searches_go_on_in_step(visit):
    tab = visit(**TWO)
    wait_for(tab, ".search-card .picture svg")
    for step in (1, 2, 3):
        click(tab, "Step forward")
        settle(tab, f"step {step} of {step}")
    third = cards(tab)
    assert all(text.startswith("2 expanded") for text in third)
    click(tab, "Step back")
    settle(tab, "step 2 of 3")
    assert cards(tab) != third
    click(tab, "Step forward")
    settle(tab, "step 3 of 3")
    assert cards(tab) == third


def test_the_table_says_what_compare_does(visit):
    tab = visit(**TWO)
    wait_for(tab, ".search-card .picture svg")
    click(tab, "To the end")
    rows = tab.locator("table tbody tr")
    rows.nth(1).wait_for()
    expected = [
        solve(MovIX.level("2-tiny"), "astar", "assignment").expanded,
        solve(MovIX.level("2-tiny"), "breadth-first").expanded,
    ]
    shown = [row.locator("td").all_inner_texts() for row in rows.all()]
    titles = tab.locator("table thead th").all_inner_texts()
    assert [int(row[titles.index("expanded")].replace(",", "")) for row in shown] == expected
    assert [row[titles.index("status")] for row in shown] == ["solved", "solved"]
    tab.locator("table thead button", has_text="expanded").click()
    assert rows.first.locator("td").all_inner_texts()[0] == shown[0][0]  # fewer
    tab.locator("table thead button", has_text="expanded").click()
    assert [row.locator("td").all_inner_texts() for row in rows.all()] == shown[::-1]
    assert tab.locator("th[aria-sort=descending]").inner_text().strip() == "expanded"
    wait_for(tab, f".bars svg[aria-label='expansions: A {expected[0]}, B {expected[1]}']")
    tab.get_by_text("Why do they differ?").click()
    wait_for(tab, ".difference .picture svg")


def test_an_anytime_search_shows_its_solutions_and_what_it_has_proved(visit):
    tab = visit(**{**TWO, "algorithm": "anytime-astar"})
    wait_for(tab, ".search-card .picture svg")
    click(tab, "To the end")
    best = solve(MovIX.level("2-tiny"), "anytime-astar", "assignment").cost
    words = f"best solution {best:g}, no solution costs less than {best:g}"
    wait_for(tab, f".curves svg[aria-label='{words}']")
    assert tab.locator(".curves p").all_inner_texts() == ["Solutions of search A"]
    open_settings(tab, "A")
    tab.get_by_label("Algorithm").select_option("astar")
    tab.locator(".curves svg").wait_for(state="detached")


def test_a_heuristic_of_ones_own_is_written_next_to_the_searches(visit):
    tab = visit(**TWO)
    wait_for(tab, ".search-card .picture svg")
    open_settings(tab, "B")
    tab.get_by_label("Algorithm").select_option("astar")
    tab.get_by_text("My own heuristic").click()
    tab.get_by_label("Python").fill("def h(node):\n    return node.nothing\n")
    click(tab, "Use mine.py:h")
    wait_for(tab, "article[aria-label='Search B'] h2", "astar · mine.py:h")
    board, panel = (tab.locator(one).bounding_box() for one in (".search-cards", ".panel"))
    assert panel["x"] >= board["x"] + board["width"]
    click(tab, "Close the settings")
    click(tab, "Step forward")
    click(tab, "Show line 2")
    selected = "(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)"
    assert tab.evaluate(selected).strip() == "return node.nothing"
    assert "view=compare" in tab.url


def test_searches_are_added_changed_and_removed(visit):
    tab = visit(**TWO)
    wait_for(tab, ".search-card .picture svg")
    click(tab, "Add a search")
    wait_for(tab, "[aria-label='Search C'] .picture svg")
    wait_for(tab, ".panel h2", "C")  # of the new search
    tab.get_by_label("Algorithm").select_option("greedy")
    wait_for(tab, "article[aria-label='Search C'] h2", "greedy")
    assert "algorithm3=greedy" in tab.url
    click(tab, "Remove A")
    wait_for(tab, "article[aria-label='Search A'] h2", "breadth-first")
    tab.locator("article[aria-label='Search C']").wait_for(state="detached")
    tab.go_back()
    wait_for(tab, "article[aria-label='Search C'] h2", "greedy")


def test_a_heuristic_that_is_not_known_is_told_in_its_place_and_the_other_goes_on(visit):
    tab = visit(**{**TWO, "heuristic": "asignment"})
    click(tab, "Step forward")
    wait_for(tab, "article[aria-label='Search A'] .fault", "assignment")
    wait_for(tab, "article[aria-label='Search B'] .card-counts", "0 expanded")


def test_a_session_that_is_gone_is_told_and_the_page_goes_on_from_its_address(visit, server):
    """It goes on, too, if its first request is lost."""
    tab = visit(Delay(), **TWO, step="2")
    tab.add_init_script("window.delay([0, 0, 1, 1])")
    tab.reload()
    wait_for(tab, "button", "Continue from here")
    tab.evaluate(Delay().script())
    click(tab, "Continue from here")
    settle(tab, "step 3 of 3")
    before = cards(tab)
    for name in list(server.sessions._sessions):
        server.sessions.close(name)
    click(tab, "Step forward")
    click(tab, "Continue from here")
    settle(tab, "step 3 of 3")
    assert cards(tab) == before


def test_a_puzzle_that_is_left_while_it_is_loaded_leaves_nothing_behind(visit):
    tab = visit(puzzle="movix", board="2-tiny", view="watch", step="3")
    wait_for(tab, ".truth b")
    for address in ("puzzle=routes&view=watch", "puzzle=movix&board=2-tiny&view=compare&step=2"):
        tab.evaluate("address => { location.hash = address; }", address)
    wait_for(tab, ".search-cards > :nth-child(2) .picture svg")


LEAVE = """
address => new Promise(done => {
  addEventListener("popstate", done, { once: true });
  location.hash = address;
})
"""


def test_a_comparison_that_is_left_before_all_is_shown_leads_the_next_one_nowhere(visit):
    tab = visit(**TWO)
    wait_for(tab, "[role=status].unseen", "Step 0.")
    held = []

    def hold(route):
        if '"table"' in route.request.post_data and not held:
            held.append(route)
        else:
            route.continue_()

    tab.route("**/ask", hold)
    with tab.expect_request(lambda request: '"table"' in (request.post_data or "")):
        click(tab, "To the end")
    tab.evaluate(LEAVE, urlencode({**TWO, "algorithm3": "greedy"}))
    held[0].continue_()
    wait_for(tab, "[role=status].unseen", "Step 1.")
    assert "step=0" in tab.url
