"""Options of an algorithm on the page: fields take values, show their errors, and keep both."""

from aima_search import solve
from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX
from tests.aima_search.apps.play.pages import click, counts, to_the_end, unfold, wait_for

TINY = {"puzzle": "movix", "board": "2-tiny"}
WEIGHTED = {**TINY, "algorithm": "weighted-astar", "heuristic": "assignment"}
LOCAL = {"puzzle": "sudoku-local", "board": "04x04-1-few-open"}


def in_focus(tab):
    """Return the tag of what has the focus."""
    return tab.evaluate("document.activeElement.tagName")


def test_an_option_is_typed_watched_told_and_kept(visit):
    tab = visit(**WEIGHTED, view="choose")
    unfold(tab, "Search")
    field = tab.get_by_label("weight")
    assert field.get_attribute("placeholder") == "1.4"
    field.fill("0")
    field.press("Tab")
    tab.wait_for_url("**options.weight=0&**")
    assert in_focus(tab) == "INPUT"
    click(tab, "Watch the search")
    wait_for(tab, ".what", "weighted-astar · weight 0 · assignment")
    to_the_end(tab)
    result = solve(MovIX.level("2-tiny"), "weighted-astar", "assignment", weight=0)
    usual = solve(MovIX.level("2-tiny"), "weighted-astar", "assignment")
    assert counts(tab)["expanded"] == result.expanded != usual.expanded
    click(tab, "Download")
    with tab.expect_download() as download:
        click(tab, "The same in Python as PY")
    assert "weight=0)" in download.value.path().read_text("utf-8")
    tab.reload()
    wait_for(tab, ".what", "weighted-astar · weight 0 · assignment")


def test_a_value_that_is_wrong_is_told_at_its_field_and_not_searched_with(visit):
    tab = visit(**WEIGHTED, view="choose")
    unfold(tab, "Search")
    field = tab.get_by_label("weight")
    for wrong in ("nan", "-1", "1e999", "1;2"):
        field.fill(wrong)
        field.press("Enter")
        fault = wait_for(tab, ".field .fault", f"weight '{wrong}': expected a finite number")
        assert "\n" not in fault.inner_text()
        assert field.get_attribute("aria-invalid") == "true"
        assert field.get_attribute("aria-errormessage") == fault.get_attribute("id")
    click(tab, "Watch the search")
    wait_for(tab, ".watch .fault", "weight '1;2': expected a finite number")
    tab.reload()
    tab.get_by_role("button", name="Choose", exact=True).click()
    wait_for(tab, ".field .fault", "weight '1;2'")
    field = tab.get_by_label("weight")
    field.fill("")
    field.press("Enter")
    tab.locator(".field .fault:visible").wait_for(state="detached")
    assert field.get_attribute("aria-invalid") is None
    assert "options" not in tab.url


def test_an_option_of_another_algorithm_is_told_in_an_address_and_left_by_a_choice(visit):
    tab = visit(**{**WEIGHTED, "algorithm": "astar"}, view="choose", **{"options.weight": "2"})
    wait_for(tab, ".field .fault", "unknown option of astar 'weight'")
    tab.get_by_label("Algorithm").select_option("weighted-astar")
    tab.locator(".field .fault:visible").wait_for(state="detached")
    assert tab.get_by_label("weight").input_value() == "2"
    tab.get_by_label("Algorithm").select_option("greedy")
    tab.get_by_label("weight").wait_for(state="detached")
    assert "options" not in tab.url


def test_the_keyboard_goes_on_where_it_was_while_choices_change(visit):
    tab = visit(**WEIGHTED, view="choose")
    unfold(tab, "Search")
    tab.get_by_label("Algorithm").focus()
    tab.keyboard.press("ArrowUp")
    tab.wait_for_url("**algorithm=astar&**")
    tab.keyboard.press("ArrowDown")
    tab.wait_for_url("**algorithm=weighted-astar&**")
    tab.get_by_label("weight").wait_for()
    tab.keyboard.press("Tab")
    assert tab.get_by_label("weight").evaluate("one => one === document.activeElement")
    tab.goto(tab.url.replace("view=choose", "view=compare"))
    wait_for(tab, ".search-card .picture svg")
    tab.get_by_role("button", name="A weighted-astar").click()
    tab.get_by_label("Algorithm").focus()
    tab.keyboard.press("ArrowUp")
    tab.wait_for_url("**algorithm=astar&**")
    tab.keyboard.press("ArrowDown")
    tab.wait_for_url("**algorithm=weighted-astar&**")


def test_searches_are_compared_by_their_options(visit):
    options = {"options.k": "2", "options.seed": "1", "options2.k": "5", "options2.seed": "1"}
    tab = visit(**LOCAL, view="compare", algorithm="beam", algorithm2="beam", **options)
    tab.get_by_role("button", name="B beam").click()
    other = tab.get_by_role("complementary", name="Settings of one search")
    field = other.get_by_label("iterations")
    field.fill("0")
    field.press("Tab")
    wait_for(tab, "article[aria-label='Search B'] h2", "beam · k 5 · seed 1 · iterations 0")
    tab.wait_for_url("**options2.iterations=0**")
    assert in_focus(tab) == "INPUT"
    click(tab, "To the end")
    rows = tab.locator("table tbody tr")
    rows.nth(1).wait_for()
    shown = [row.locator("td").all_inner_texts() for row in rows.all()]
    names = ["beam(k=2, seed=1)", "beam(iterations=0, k=5, seed=1)"]
    assert [row[0] for row in shown] == names
    titles = tab.locator("table thead th").all_inner_texts()
    problem = PUZZLES.get("sudoku-local").level("04x04-1-few-open")
    results = [
        solve(problem, "beam", k=2, seed=1),
        solve(problem, "beam", k=5, seed=1, iterations=0),
    ]
    expected = [f"{result.generated:,}" for result in results]
    assert [row[titles.index("generated")] for row in shown] == expected
    field.fill("-1")
    field.press("Enter")
    wait_for(tab, "article[aria-label='Search B'] .fault", "iterations '-1'")
    wait_for(tab, ".panel .field .fault", "iterations '-1': expected a whole number")
