"""The widget: what a notebook keeps of it, what it answers, and the page in a cell."""

import json
import subprocess
import sys

import pytest

from aima_search import Limits, solve
from aima_search.apps.play.conversation import PageRequestDispatcher
from aima_search.apps.play.files import widget_module, widget_style
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.search import EightPuzzle, GraphProblem, romania_map
from puzzles import Hitori, MovIX, Sudoku
from tests.specimens import Chain

pytest.importorskip("anywidget", reason="anywidget is not installed (extra 'widget')")

pytestmark = pytest.mark.gate("the packages of a notebook")
VIEW = "application/vnd.jupyter.widget-view+json"
ADDRESS = "http://127.0.0.1:9/"  # nobody listens here: the test itself answers
CELL = '<!doctype html><link rel="stylesheet" href="style.css"><div id="cell"></div>'
RENDERING = """
async page => {
  const { default: widget } = await import("/widget.js");
  const listening = new Set();
  const model = {
    get: () => page,
    on: (name, listener) => listening.add(listener),
    off: (name, listener) => listening.delete(listener),
    send: async content => {
      const reply = JSON.parse(await kernel(JSON.stringify(content)));
      for (const listener of listening) listener(reply);
    },
  };
  model.widget_manager = { kernel: { interrupt: async () => { window.interrupted = true; } } };
  const unmount = widget.render({ model, el: document.getElementById("cell") });
  window.unmount = () => { unmount(); return listening.size; };
}
"""


def watch(*given, **named):
    from aima_search.apps.play import watch as made

    return made(*given, **named)


def play(problem):
    from aima_search.apps.play import play as made

    return made(problem)


def answers(widget):
    """Return what asks a widget as a front end does."""
    sent = []
    widget.send = lambda content, buffers=None: sent.append(content)

    def ask(**request):
        content = {"reader": "me", "request": {"version": 1, "id": 7, **request}}
        widget._handle_custom_msg(content, [])
        reply = sent.pop()
        assert (reply["reader"], reply["answer"]["id"]) == ("me", 7)
        return reply["answer"]

    return ask


def position_of(ask, **request):
    """Return where the search of a widget stands after a request to go."""
    [reply] = ask(ask="go", epoch=0, **request)["answer"]["searches"]
    return reply["position"]


def end_of(ask):
    while not (position := position_of(ask, step=2**50))["ended"]:
        pass
    return position


@pytest.mark.parametrize("algorithm", ["astar", "uniform-cost", "ida-star", "breadth-first"])
def test_a_watched_search_is_the_one_that_solve_does(algorithm):
    problem = MovIX.level("2-tiny")
    expected = solve(problem, algorithm)
    position = end_of(answers(watch(problem, algorithm)))
    assert (position["status"], position["expanded"]) == ("solved", expected.expanded)


def test_heuristics_limits_and_options_are_kept():
    problem = MovIX.level("2-tiny")
    position = end_of(answers(watch(problem, "astar", lambda node: 0)))
    assert position["expanded"] == solve(problem, "astar", lambda node: 0).expanded
    position = end_of(answers(watch(problem, "uniform-cost", limits=Limits(nodes=5))))
    assert (position["status"], position["expanded"]) == ("node-limit", 5)
    weighted = watch(problem, "weighted-astar", "combined", weight=3, tie_break="lifo")
    expected = solve(problem, "weighted-astar", "combined", weight=3, tie_break="lifo")
    assert end_of(answers(weighted))["expanded"] == expected.expanded


def test_what_cannot_be_searched_is_refused_by_the_cell():
    with pytest.raises(NotApplicable):
        watch(MovIX.level("2-tiny"), "hill-climbing")
    with pytest.raises(SearchError):
        watch(MovIX.level("2-tiny"), "no-such-algorithm")
    for unknown in ("nope", "max(zero, nope)"):
        with pytest.raises(LookupError, match="unknown movix heuristic 'nope'"):
            watch(MovIX.level("2-tiny"), "astar", unknown)


def test_a_third_party_problem_is_watched_and_played():
    assert end_of(answers(watch(Chain(5))))["status"] == "solved"
    ask = answers(play(Chain(2)))
    labels = [one["label"] for one in ask(ask="view", epoch=0)["answer"]["actions"]]
    assert labels == ["up"]
    ask(ask="do", epoch=0, at=0, action=0)
    assert ask(ask="do", epoch=0, at=1, action=0)["answer"]["solved"] is True


def test_a_board_is_played_a_decision_at_a_time_as_on_the_page():
    view = answers(play(Sudoku.level()))(ask="view", epoch=0)["answer"]
    asked = {"version": 1, "ask": "play", "epoch": 1, "puzzle": "sudoku"}
    page = PageRequestDispatcher().answer(asked)["answer"]
    assert len(view["actions"]) > len(Sudoku.level().actions(Sudoku.level().initial))
    assert view["actions"] == page["actions"]


def test_a_fault_is_an_answer():
    reply = answers(watch(Chain(5)))(ask="go", epoch=0, step="one")
    assert "expected a whole number" in reply["error"]["message"]


def test_an_interrupt_ends_the_search_and_the_widget_answers_on():
    def h(node):
        if node.depth:
            raise KeyboardInterrupt  # as a kernel does that is interrupted meanwhile
        return 0

    ask = answers(watch(MovIX.level("2-tiny"), "astar", h))
    position = end_of(ask)  # a busy machine needs several requests
    assert position["status"] == "interrupted"
    assert position_of(ask) == position


def test_an_interrupt_of_anything_else_is_told_as_stopped(monkeypatch):
    def interrupted(self, request):
        raise KeyboardInterrupt

    ask = answers(watch(MovIX.level("2-tiny")))
    with monkeypatch.context() as patched:
        patched.setattr(PageRequestDispatcher, "answer", interrupted)
        assert ask(ask="go", epoch=0)["error"] == {"kind": "Ended", "message": "stopped"}
    assert position_of(ask)["expanded"] == 0


def test_a_still_picture_is_kept_where_nothing_shows_widgets():
    data, _ = watch(MovIX.level("2-tiny"), "astar", "combined")._repr_mimebundle_()
    assert VIEW in data
    assert data["text/html"].startswith("<figure><svg")
    words = "movix: astar with combined; the steps are shown in notebooks that support widgets"
    assert data["text/plain"] == words
    assert words in data["text/html"]
    data, _ = play(Chain(3))._repr_mimebundle_()
    assert data["text/html"].startswith("<figure><pre>0</pre>")
    assert "<b>" not in watch(Chain(3), "astar", named("<b>"))._repr_mimebundle_()[0]["text/html"]


def named(name):
    def h(node):
        return 0

    h.__name__ = name
    return h


def test_without_the_extra_the_error_names_it():
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from aima_search.apps.play import play; from puzzles import MovIX; play(MovIX.level())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MissingExtra: this needs anywidget, which cannot be imported" in done.stderr
    assert "the extra 'widget' installs it" in done.stderr


@pytest.fixture
def shown(chromium):
    """Return a function that shows a widget in a page that stands for a notebook."""
    pages = []

    def show(widget):
        files = {
            "": ("text/html", CELL),
            "widget.js": ("text/javascript", widget_module()),
            "style.css": ("text/css", widget_style()),
        }
        wrong = []

        def answer(route):
            kind, text = files[route.request.url.removeprefix(ADDRESS)]
            route.fulfill(content_type=f"{kind}; charset=utf-8", body=text)

        sent = []
        widget.send = lambda content, buffers=None: sent.append(content)

        def kernel(content):
            widget._handle_custom_msg(json.loads(content), [])
            return json.dumps(sent.pop() if sent else {})

        page = chromium.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.route("**/*", answer)
        page.expose_function("kernel", kernel)
        page.goto(ADDRESS)
        page.evaluate(RENDERING, widget.page)
        pages.append((page, wrong))
        return page

    yield show
    for page, wrong in pages:
        page.close()
        assert wrong == []


def test_a_search_is_gone_through_in_a_cell(shown):
    problem = MovIX.level("2-tiny")
    expected = solve(problem, "astar", "combined")
    page = shown(watch(problem, "astar", "combined"))
    page.wait_for_selector(".view.watch svg")
    page.wait_for_selector(".what:has-text('astar · combined')")
    assert page.locator("nav button").count() == 0  # nothing to choose
    page.locator(".view.watch").get_by_role("button", name="End", exact=False).first.click()
    page.wait_for_selector(f"text=cost {expected.cost}, {expected.depth} actions")
    assert page.inner_text(".panels").startswith(f"{expected.expanded}\n")
    assert page.locator(".solution li").count() == expected.depth


def test_the_options_of_a_search_are_told_in_its_cell(shown):
    page = shown(watch(MovIX.level("2-tiny"), "weighted-astar", "combined", weight=3))
    page.wait_for_selector(".view.watch svg")
    page.wait_for_selector(".what:has-text('weighted-astar · weight 3 · combined')")


def test_a_board_is_played_in_a_cell(shown):
    page = shown(play(Chain(2)))
    page.wait_for_selector(".chip")
    page.click(".chip:has-text('up')")
    page.wait_for_selector("text=2 legal actions")
    page.click(".chip:has-text('up')")
    page.wait_for_selector("text=/Solved in 2 moves/")


def test_the_cursor_is_seen_in_a_notebook_that_shows_its_cells_in_a_shadow(shown):
    page = shown(play(MovIX.level("2-tiny")))
    page.wait_for_selector(".play svg")
    page.evaluate(
        """() => {
          const host = document.body.appendChild(document.createElement("div"));
          host.attachShadow({ mode: "open" }).append(document.getElementById("cell"));
        }"""
    )
    page.focus(".play .picture")
    page.wait_for_selector(".marks .cursor", state="attached")


def test_a_board_is_written_on_in_a_cell_and_its_deductions_are_shown(shown):
    problem = Hitori.level()
    page = shown(play(problem))
    page.wait_for_selector(".view svg")
    page.focus(".play .picture")
    shaded, at = problem.solution_cells(next(problem.solutions())), (0, 0)
    for row, column in shaded:
        for _ in range((row - at[0]) % problem.rows):
            page.keyboard.press("ArrowDown")
        for _ in range((column - at[1]) % problem.columns):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("s")
        at = (row, column)
    page.wait_for_selector(f"text=/Solved in {len(shaded)} moves/")
    page.click("text=How it is solved")
    page.wait_for_selector(".replay output:has-text('step 1 of')")


def test_the_rules_of_a_puzzle_are_drawn_in_its_cell(shown):
    page = shown(play(Hitori.level()))
    page.wait_for_selector(".rules-text figure:nth-of-type(2) svg")
    assert page.locator(".rules-text li").count() == 3
    page = shown(play(Chain(2)))
    page.wait_for_selector(".chip")
    assert page.is_hidden(".rules")


def test_the_address_is_left_alone_and_nothing_is_stored(shown):
    page = shown(play(Hitori.level()))
    page.wait_for_selector(".view svg")
    assert page.url == ADDRESS
    assert page.evaluate("localStorage.length") == 0


def test_a_kernel_that_does_not_answer_is_told(shown):
    widget = play(Chain(3))
    heard = widget._handle_custom_msg
    page = shown(widget)
    page.wait_for_selector(".chip")
    assert page.is_hidden(".aima-late")
    kept = []
    widget._handle_custom_msg = lambda content, buffers: kept.append(content)
    page.click(".chip:has-text('up')")
    page.wait_for_selector(".aima-late:visible")
    assert "The kernel does not answer yet" in page.inner_text(".aima-late")
    widget._handle_custom_msg = heard


def test_stop_interrupts_a_kernel_that_is_busy_and_the_page_goes_on(shown):
    widget = watch(MovIX.level("2-tiny"))
    page = shown(widget)
    page.wait_for_selector(".frontier")
    heard, kept = widget._handle_custom_msg, []
    widget._handle_custom_msg = lambda content, buffers: kept.append(content)
    page.click("button[aria-label='Step forward']")
    page.click("button[aria-label='Stop the search']")
    page.wait_for_selector(".node-line:has-text('Stopped')")
    assert page.evaluate("interrupted")
    widget._handle_custom_msg = heard
    page.click("button[aria-label='Step forward']")
    page.wait_for_selector(".timeline output:has-text('step 1 of')")


def test_the_textbooks_map_is_drawn_and_its_search_shaded(shown):
    problem = GraphProblem("Arad", "Bucharest", romania_map)
    page = shown(watch(problem))
    page.wait_for_selector(".picture svg text.name:has-text('Bucharest')")
    page.click("button[aria-label='To the end']")
    page.wait_for_selector("text=cost 418, 4 actions")
    assert page.locator(".picture svg line.road").count() == 23


def test_keys_stay_in_a_cell_whose_pressed_button_is_disabled(shown):
    page = shown(watch(MovIX.level("2-tiny"), "astar", "combined"))
    page.wait_for_selector(".frontier")
    page.click("button[aria-label='To the end']")  # at the end it can be pressed no more
    page.wait_for_selector("button[aria-label='To the end']:disabled")
    page.keyboard.press("Home")
    page.wait_for_selector(".timeline output:has-text('step 1 of')")


def test_keys_of_a_cell_are_no_shortcuts_of_jupyterlab(shown):
    page = shown(play(MovIX.level("2-tiny")))
    page.wait_for_selector(".view svg")
    for place in (".play .picture", "button:has-text('Hint')", ".aima-page"):
        page.focus(place)  # JupyterLab looks at it before the elements around it
        assert page.evaluate("document.activeElement.hasAttribute('data-lm-suppress-shortcuts')")


def test_a_cell_follows_the_theme_of_its_notebook(shown):
    page = shown(watch(Chain(3)))
    page.wait_for_selector(".frontier")
    for light, theme in (("false", "dark"), ("true", "light")):
        page.evaluate("reply => { document.body.dataset.jpThemeLight = reply; }", light)
        page.wait_for_selector(f".aima-page[data-theme={theme}]")


def test_a_cell_is_as_high_as_what_it_shows(shown):
    page = shown(watch(GraphProblem("Arad", "Bucharest", romania_map)))
    page.wait_for_selector(".frontier")
    page.evaluate("cell.style.cssText = 'position: relative; overflow-y: auto'")
    assert page.evaluate("cell.scrollHeight - cell.clientHeight") == 0


def test_a_cell_that_is_cleared_listens_no_more(shown):
    page = shown(watch(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))))
    page.wait_for_selector(".view.watch svg")
    assert page.evaluate("unmount()") == 0
    assert page.locator("#cell *").count() == 0
