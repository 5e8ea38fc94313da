"""The exported page in a real browser: Python runs there, and nothing is asked from elsewhere.

The page's own views are tested with the server's; here it is what the export brings to them.
"""

import json
import shutil
from http.server import BaseHTTPRequestHandler
from itertools import count, islice

import pytest

from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.play.conversation import answer
from aima_search.model.puzzle import PUZZLES
from tests.aima_search.apps.play.export.conftest import PATIENCE, running, serving
from tests.searched_everything import HARDER

ASKING = """
async () => {
  const { makeAsk } = await import("./ask.js");
  await new Promise((ready, fail) => {
    window.ask = makeAsk(state => {
      if (state.ready) ready();
      if (state.failed) fail(new Error(state.failed));
    });
  });
}
"""
SEARCHING = """
async opening => {
  try {
    const epoch = window.epochs = (window.epochs ?? 0) + 1;
    for (let { searches: [search] } = await ask({ ask: "open", epoch, searches: [opening] });;) {
      if (search.position?.ended) return search.position;
      if (search.fault) return search.fault;
      [search] = (await ask({ ask: "go", epoch, step: 2 ** 50, patience: 250 })).searches;
    }
  } catch (error) {
    return error.fault;
  }
}
"""
FAULT = (
    "async request => { try { return await ask(request); } catch (error) { return error.fault; } }"
)
EPOCHS = count(1)
COUNTS = ("status", "expanded", "generated", "reopened", "frontier", "steps", "nodes")


@pytest.fixture
def elsewhere():
    """A server of another origin that counts who asks it."""
    asked = []

    class Counting(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(204)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, *_):
            """Write nothing."""

    with running(Counting) as address:
        yield address, asked


@pytest.fixture(scope="module")
def asking(chromium, exported):
    """A page that has started a worker of its own, as ``window.ask``, and shows nothing.

    What it asks from elsewhere is refused and counted.
    """
    with serving(exported.folder) as address, chromium.new_context() as context:
        refused = []

        def guard(route):
            if route.request.url.endswith("/start.js"):  # no page that asks too
                route.fulfill(body="", content_type="text/javascript")
            elif route.request.url.startswith((address, "data:", "blob:")):
                route.continue_()
            else:
                refused.append(route.request.url)
                route.abort()

        context.route("**/*", guard)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.refused = refused
        page.goto(address)
        page.evaluate(ASKING)
        yield page
        assert refused == []


def searched(page, **opening):
    return page.evaluate(SEARCHING, opening)


def own(source):
    return {"heuristic": "mine.py:h", "source": source}


def searched_here(**opening):
    """Return the result of a search in this Python: its outcome, or the fault."""
    epoch = next(EPOCHS)
    request = {"ask": "open", "searches": [opening]}
    while True:
        reply = json.loads(answer(json.dumps({"version": 1, "id": 1, "epoch": epoch, **request})))
        [search] = reply["answer"]["searches"]
        if search.get("position", {}).get("ended"):
            return search["position"]
        if search.get("fault"):
            return search["fault"]
        request = {"ask": "go", "step": 2**50}


def test_the_page_comes_up_by_itself_and_goes_on_without_a_server(chromium, exported):
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        wrong = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda message: wrong.append(message.text) if message.type == "error" else None,
        )
        with serving(exported.folder) as address:
            page.goto(f"{address}#puzzle=movix&board=2-tiny&algorithm=astar&view=choose")
            page.wait_for_selector("#page svg")
            assert page.is_hidden("#loading")
            page.locator("summary", has_text="Search").first.click()
            page.get_by_label("Algorithm").select_option("weighted-astar")
            page.get_by_label("weight").fill("none")
            page.get_by_label("weight").press("Enter")
            page.wait_for_selector(".field .fault:has-text('expected a finite number')")
        context.set_offline(True)
        page.evaluate("location.hash = '#puzzle=sudoku&view=choose'")
        page.wait_for_selector(".what:has-text('sudoku')")
        assert page.locator("#page svg").count() >= 1
        assert wrong == []


def test_every_algorithm_finds_on_a_fourth_of_the_puzzles_what_it_finds_here(asking):
    compared = 0
    for number, puzzle in enumerate(PUZZLES):
        level, settings = HARDER.get(puzzle, (None, {}))
        for algorithm, facts in islice(ALGORITHMS._entries.items(), number % 4, None, 4):
            opening = {
                "puzzle": puzzle,
                "algorithm": algorithm,
                "settings": settings,
                "limits": {"nodes": 150},
                **({"board": level} if level else {}),
                **({"options": {"seed": 1}} if facts.takes_seed else {}),
            }
            here, there = searched_here(**opening), searched(asking, **opening)
            names = COUNTS if "expanded" in here else ("kind", "message")
            assert [there[name] for name in names] == [here[name] for name in names], opening
            compared += here.get("expanded", 0) > 0
    assert compared > 12


@pytest.mark.parametrize(
    ("puzzle", "algorithm", "options"),
    [
        ("movix", "weighted-astar", {"weight": "0.5"}),
        ("sudoku-local", "annealing", {"schedule": "2, 0.1, 9", "seed": "3"}),
        ("movix", "weighted-astar", {"weight": "1e999"}),
        ("sudoku-local", "beam", {"k": "9" * 5_000}),
    ],
)
def test_an_option_is_taken_and_refused_as_here(asking, puzzle, algorithm, options):
    opening = {"puzzle": puzzle, "algorithm": algorithm, "options": options}
    here, there = searched_here(**opening), searched(asking, **opening)
    names = COUNTS if "expanded" in here else ("kind", "message")
    assert [there[name] for name in names] == [here[name] for name in names]


def test_a_limit_that_nothing_there_can_keep_is_refused(asking):
    limits = {"memory": "1GiB"}
    fault = searched(asking, puzzle="movix", limits=limits)
    assert fault["kind"] == "MissingModule"
    assert fault["message"].startswith(
        "a memory limit needs psutil, which this Python does not have"
    )


def test_stop_ends_what_never_ends_and_the_next_request_is_answered(asking):
    source = "def h(node):\n    while True:\n        pass\n"
    fault = asking.evaluate(
        """async source => {
          const epoch = window.epochs = (window.epochs ?? 0) + 1;
          const search = { puzzle: "movix", heuristic: "mine.py:h", source };
          await ask({ ask: "open", epoch, searches: [search] });
          const stuck = ask({ ask: "go", epoch, step: 1 });
          await new Promise(resolve => setTimeout(resolve, 300));
          const at = performance.now();
          ask.end();
          const fault = await stuck.then(() => null, error => error.fault);
          return { ...fault, ended: performance.now() - at };
        }""",
        source,
    )
    assert (fault["kind"], fault["message"]) == ("Ended", "stopped")
    assert fault["ended"] < 1000
    closed = asking.evaluate(FAULT, {"ask": "go", "epoch": 10**6})
    assert closed["message"]
    position = searched(asking, puzzle="movix", board="2-tiny")
    assert position["status"] == "solved"


def test_what_a_reader_writes_asks_nobody_else(asking, elsewhere):
    address, asked = elsewhere
    source = f"""
import js
from pyodide.code import run_js

def h(node):
    for way in ("fetch", "XMLHttpRequest", "importScripts", "WebSocket"):
        try:
            if way == "fetch":
                js.fetch({address!r} + "fetch")
            elif way == "XMLHttpRequest":
                request = js.XMLHttpRequest.new()
                request.open("GET", {address!r} + "request", False)
                request.send()
            elif way == "WebSocket":
                js.WebSocket.new({address!r}.replace("http", "ws"))
            else:
                run_js("import('" + {address!r} + "script.js')")
        except Exception:
            pass
    return 0
"""
    position = searched(asking, puzzle="movix", board="2-tiny", **own(source))
    assert position["status"] == "solved"
    asking.wait_for_timeout(500)
    assert asked == []
    assert asking.refused == []


def test_a_heuristic_that_fails_is_told_with_its_line(asking):
    source = "def h(node):\n    return nothing\n"
    position = searched(asking, puzzle="movix", **own(source))
    assert position["status"] == "heuristic-raised"
    assert "nothing" in position["message"]


def test_a_python_that_ends_is_started_anew(asking):
    source = "import os\ndef h(node):\n    os.abort()\n"
    reply = searched(asking, puzzle="movix", **own(source))
    assert reply["kind"] == "Broken"
    assert reply["message"].endswith("was restarted: open it again")
    assert searched(asking, puzzle="movix", board="2-tiny")["status"] == "solved"


def loading_text(chromium, address):
    """Return the message of a page that does not start."""
    with chromium.new_context() as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.wait_for_selector("#loading.wrong")
        return page.inner_text("#loading")


@pytest.mark.parametrize("is_strict", [False, True], ids=["lenient", "nosniff"])
def test_a_server_of_wrong_media_types_is_told(chromium, exported, is_strict):
    types = {".js": "text/plain", ".mjs": "application/octet-stream"}
    headers = {"X-Content-Type-Options": "nosniff"} if is_strict else {}
    with serving(exported.folder, types, headers) as address, chromium.new_context() as context:
        page = context.new_page()
        page.goto(address)
        if is_strict:  # not even what would look into it is run
            page.wait_for_selector("#loading-help")
        else:
            page.wait_for_selector("#loading.wrong")
            message = page.inner_text("#loading-words")
            assert message.startswith("The server sends start.js as text/plain, but browsers run")
        assert "run python -m http.server --bind 127.0.0.1 8000" in page.inner_text("#loading")


def test_wrong_types_of_pyodide_alone_are_told(chromium, exported):
    with serving(exported.folder, {".mjs": "application/octet-stream"}) as address:
        message = loading_text(chromium, address)
    assert "sends pyodide/pyodide.mjs as application/octet-stream" in message
    assert "python -m http.server" in message


@pytest.mark.parametrize("missing", ["aima_search.zip", "pyodide/pyodide.asm.wasm", "main.js"])
def test_a_folder_that_is_not_complete_is_told(chromium, exported, tmp_path, missing):
    shutil.copytree(exported.folder, tmp_path / "page")
    (tmp_path / "page" / missing).unlink()
    with serving(tmp_path / "page") as address:
        message = loading_text(chromium, address)
    assert f"The server has no {missing} (status 404)" in message


def test_a_page_that_is_opened_as_a_file_says_what_serves_it(chromium, exported):
    message = loading_text(chromium, (exported.folder / "index.html").as_uri())
    assert "opened as a file" in message
    assert "run python -m http.server --bind 127.0.0.1 8000" in message
