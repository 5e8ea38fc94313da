"""A heuristic of one's own on the page: written, tried, judged, sent as a link."""

from urllib.parse import parse_qsl

from aima_search import check_heuristic
from puzzles import MovIX
from tests.aima_search.apps.play.pages import click, counts, in_view, to_the_end, unfold, wait_for

TINY = {"puzzle": "movix", "board": "2-tiny"}
TOO_FAR = "def h(node):\n    return 3 * node.state[0][1][1]\n"


def editor(visit, **choice):
    """Open the page with the editor."""
    tab = visit(**{**TINY, "view": "choose", **choice})
    unfold(tab, "My own heuristic")
    return tab, tab.get_by_label("Python")


def nearest():
    """Return the value at the counterexample that a check of this heuristic finds."""
    report = check_heuristic(MovIX.level("2-tiny"), lambda node: 3 * node.state[0][1][1])
    return report.counterexamples["admissible"].h


def test_a_new_reader_writes_a_heuristic_and_finds_its_counterexample(visit):
    write_a_heuristic(visit, (1280, 720))


def write_a_heuristic(visit, size):
    """Write a heuristic, find its counterexample and correct it, in a window of a size."""
    tab, code = editor(visit)
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    unfold(tab, "What is node.state here?")
    wait_for(tab, ".example pre", "(('H', (0, 2)), ('L', (1, 3)), ('S', (3, 0)), ('V', (1, 0)))")
    code.fill("def h(node):\n    return (1 +\n")
    message = wait_for(tab, ".editor .fault").inner_text()
    assert message.startswith("line 2, column 12: '(' was never closed")
    assert message.count("never closed") == message.count("column") == 1
    assert wait_for(tab, ".editor .fault mark").inner_text() == "("
    code.fill(TOO_FAR)
    tab.locator(".editor > .fault").wait_for(state="hidden")
    click(tab, "Try mine.py:h")
    wait_for(tab, ".draft", "At the start h = 6")
    wait_for(tab, ".draft", "above h* at 4 of 4 states")
    assert tab.locator(".draft tbody tr").count() == 4
    click(tab, "Is mine.py:h admissible?")
    wait_for(tab, ".draft", "It is not admissible")
    wait_for(tab, ".counterexample figcaption", f"Not admissible: h = {nearest():g}, h* = 0")
    assert tab.locator(".counterexample .picture svg").first.is_visible()
    code.fill("def h(node):\n    return 0\n")
    code.press("Control+Enter")
    wait_for(tab, ".draft", "h is never above h*")
    click(tab, "Is mine.py:h admissible?")
    wait_for(tab, ".draft", "It is admissible here: checked on all")
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    code.fill("def h(node):\n    while node.depth:\n        pass\n    return 0\n")
    click(tab, "Use mine.py:h")
    tab.wait_for_url("**heuristic=mine.py**")
    click(tab, "Watch the search")
    wait_for(tab, ".watch .frontier")
    click(tab, "To the end")
    click(tab, "Stop the search")
    wait_for(tab, ".node-line", "Stopped")


def test_a_draft_that_hangs_is_ended_and_another_is_tried(visit):
    tab, code = editor(visit)
    code.fill("def h(node):\n    while True:\n        pass\n")
    click(tab, "Try mine.py:h")
    click(tab, "Stop what is running")
    wait_for(tab, ".draft", "Stopped.")
    code.fill("def h(node):\n    return 1 / 0\n")
    click(tab, "Try mine.py:h")
    wait_for(tab, ".draft .fault", "division by zero")
    click(tab, "Show line 2")
    code.fill("def h(node):\n    return 0\n")
    click(tab, "Try mine.py:h")
    wait_for(tab, ".draft", "At the start h = 0")


def test_a_link_carries_the_code_which_runs_only_once_it_was_seen(visit):
    tab, code = editor(visit)
    code.fill(TOO_FAR)
    click(tab, "Use mine.py:h")
    tab.wait_for_url("**code=**")
    sent = dict(parse_qsl(tab.url.partition("#")[2]))
    message = f"This code makes a link {len(sent['code'])} characters longer."
    wait_for(tab, ".editor", message)
    other = visit(**{**sent, "view": "watch"})
    wait_for(other, ".choose .offer", "It has not run yet")
    assert wait_for(other, ".offer pre").inner_text().strip() == TOO_FAR.strip()
    assert in_view(other, ".offer pre")
    for view in ("Watch", "Compare"):
        other.get_by_role("button", name=view, exact=True).click()
        wait_for(other, f".{view.lower()} .fault", "read it under Choose")
        assert not other.locator(".frontier tbody tr").count()
    other.get_by_role("button", name="Choose", exact=True).click()
    click(other, "Run this code")
    wait_for(other, ".watch .frontier")
    to_the_end(other)
    assert counts(other)["expanded"] > 0
    assert "code=" in other.url


def test_code_of_a_link_that_is_left_never_runs_and_ones_own_code_comes_back(visit):
    tab, code = editor(visit)
    code.fill(TOO_FAR)
    click(tab, "Use mine.py:h")
    tab.wait_for_url("**code=**")
    address = tab.url
    code.fill("def h(node):\n    return 1\n")
    wait_for(tab, ".editor", "characters longer")
    tab.goto("about:blank")
    tab.goto(address)
    wait_for(tab, ".offer", "This link contains a heuristic")
    click(tab, "Discard it")
    tab.locator(".offer").wait_for(state="hidden")
    assert tab.get_by_label("Python").input_value() == "def h(node):\n    return 1\n"
    tab.goto("about:blank")
    tab.goto(address)
    click(tab, "Run this code")
    wait_for(tab, ".offer", "Your earlier code is still stored")
    click(tab, "Restore my own code")
    tab.locator(".offer").wait_for(state="hidden")
    assert tab.get_by_label("Python").input_value() == "def h(node):\n    return 1\n"


def test_a_link_whose_code_is_torn_says_so(visit):
    tab = visit(**TINY, heuristic="mine.py:h", view="watch", code="S0lNU8jQ")
    wait_for(tab, ".fault", "the code in this link cannot be read")


def test_an_unknown_heuristic_is_told_when_it_is_chosen(visit):
    tab = visit(**TINY, view="choose")
    unfold(tab, "Search")
    field = tab.get_by_label("Heuristic", exact=True)
    field.fill("combine")
    field.press("Enter")
    wait_for(tab, ".choose .fault", "did you mean 'combined'")
    assert "combine&" not in tab.url
    field.fill("max(combined, zero)")
    field.press("Enter")
    tab.wait_for_url("**heuristic=max**")
