"""The page of the local server in a real browser: who gets in, what is heard of it, Stop."""

import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from aima_search import solve
from puzzles import MovIX
from tests.aima_search.apps.play.pages import counts, to_the_end
from tests.aima_search.apps.play.server.serving import running, until

PATIENCE = 90_000  # milliseconds
WATCH = {"puzzle": "movix", "board": "2-tiny", "algorithm": "astar", "view": "watch"}


@pytest.fixture(scope="module")
def server():
    with running() as server:
        yield server


class Reader:
    """A browser profile, and what it reports: requests elsewhere, errors, pop-ups."""

    def __init__(self, browser, server):
        self.server = server
        self.sessions = set()
        self.context = browser.new_context()
        self.context.set_default_timeout(PATIENCE)
        self.elsewhere, self.errors, self.alerts = [], [], []
        self.context.on("request", self._look)
        self.context.on("page", self._listen)

    def _look(self, request):
        if not request.url.startswith((f"http://127.0.0.1:{self.server.port}/", "data:", "blob:")):
            self.elsewhere.append(request.url)
        self.sessions.add(request.headers.get("x-session"))

    def _listen(self, page):
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console", lambda message: message.type == "error" and self.errors.append(message.text)
        )
        page.on("dialog", lambda dialog: (self.alerts.append(dialog.message), dialog.dismiss()))

    def open(self, key="token", **choice):
        """Return a tab with the page that an address of the server opens."""
        page = self.context.new_page()
        page.goto(self.server.address(key, **choice))
        return page

    def close(self):
        """Leave, and close the sessions: nothing of them arrives while others are counted."""
        self.context.close()
        for session in self.sessions - {None}:
            self.server.sessions.close(session)

    def keep_heuristic(self, source):
        """Let the browser's storage hold a heuristic of one's own."""
        page = self.context.new_page()
        page.goto(f"http://127.0.0.1:{self.server.port}/start.js")
        page.evaluate("source => localStorage['aima-search.heuristics'] = source", source)
        page.close()


@pytest.fixture
def reader(chromium, server):
    reader = Reader(chromium, server)
    yield reader
    reader.close()
    assert reader.elsewhere == []
    assert reader.errors == []
    assert reader.alerts == []


def step_on(page):
    page.get_by_role("button", name="Step forward").click()


def waits(page, text):
    page.get_by_text(text).first.wait_for()


def stands(page, step):
    """Wait until a tab shows a step, and its address has it."""
    waits(page, f"step {step} of")
    page.wait_for_url(re.compile(f"&step={step - 1}(&|$)"))


def session_count(server, count):
    until(lambda: len(server.sessions) == count)


def test_the_secret_leaves_the_address_and_opens_other_tabs_too(server, reader):
    reader.errors = Allowed()
    page = reader.open("ticket", **WATCH)
    waits(page, "Press Play")
    assert server.keys.token not in page.url
    assert "ticket" not in page.url
    assert "#puzzle=movix&board=2-tiny" in page.url
    pasted = reader.context.new_page()
    pasted.goto(page.url)
    waits(pasted, "Press Play")
    again = reader.context.new_page()
    again.goto(server.address("ticket", **WATCH))  # it is used up: this browser has been let in
    waits(again, "Press Play")


def test_without_its_secret_the_page_says_what_opens_it(server, reader):
    before = len(server.sessions)
    page = reader.context.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/#puzzle=movix")
    waits(page, "no token: open the address that aima-search play printed")
    page.goto(server.address("token", **WATCH))  # the same page, as far as the browser knows
    waits(page, "Press Play")
    assert len(server.sessions) == before + 1


def test_a_tab_that_is_closed_ends_its_session(server, reader):
    before = len(server.sessions)
    page, other = reader.open(**WATCH), reader.open(**WATCH)
    for one in (page, other):
        waits(one, "Press Play")
    assert len(server.sessions) == before + 2
    page.close(run_before_unload=True)
    session_count(server, before + 1)
    step_on(other)
    stands(other, 1)
    other.reload()
    stands(other, 1)
    session_count(server, before + 1)


def test_two_tabs_do_not_disturb_each_other(reader):
    page, other = reader.open(**WATCH), reader.open(**{**WATCH, "algorithm": "uniform-cost"})
    for _ in range(2):
        step_on(page)
    stands(page, 2)
    step_on(other)
    stands(other, 1)
    assert "step 2 of" in page.inner_text("body")


def test_back_and_forward_and_reload_show_what_was_there(reader):
    page = reader.open(**{**WATCH, "view": "choose"})
    waits(page, "Watch the search")
    page.get_by_role("button", name="Watch", exact=True).click()
    waits(page, "Press Play")
    for _ in range(3):
        step_on(page)
    stands(page, 3)
    page.go_back()
    waits(page, "Watch the search")
    page.go_forward()
    stands(page, 3)
    page.reload()
    stands(page, 3)
    page.goto("about:blank")
    page.go_back()
    stands(page, 3)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def h(node):\n    raise ValueError('no <b>idea</b>')\n", "no <b>idea</b>"),
        ("def h(node):\n    return '<script>alert(1)</script>'\n", "<script>alert(1)</script>"),
        ("def h(node)\n    return 0\n", "line 1"),
        ("import os\ndef h(node):\n    os._exit(3)\n", "ended: exit status 3"),
    ],
    ids=["raises", "returns text", "does not parse", "ends its process"],
)
def test_a_heuristic_that_fails_is_reported_and_the_page_continues(reader, source, message):
    reader.errors = Allowed()
    reader.keep_heuristic(source)
    page = reader.open(**WATCH, heuristic="mine.py:h")
    if message != "line 1":
        step_on(page)
    waits(page, message)
    assert page.locator("script").count() == 1
    page.goto(reader.server.address("token", **WATCH, heuristic="zero"))
    waits(page, "Press Play")


class Allowed(list):
    """Errors; an error about the status of an answer is expected."""

    def append(self, error):
        if "Failed to load resource" not in str(error):
            super().append(error)


def test_a_heuristic_that_hangs_is_stopped_and_the_page_goes_on(reader):
    reader.keep_heuristic("def h(node):\n    while node.depth: pass\n    return 0\n")
    page = reader.open(**WATCH, heuristic="mine.py:h")
    waits(page, "Press Play")
    step_on(page)
    stands(page, 1)
    is_go = re.compile('"step": ?1').search
    with page.expect_response(lambda answer: "Ended" in answer.text()):
        with page.expect_request(lambda request: is_go(request.post_data or "")):
            step_on(page)
        page.get_by_role("button", name="Stop the search").click()
    waits(page, "Stopped.")
    page.goto(reader.server.address("token", **WATCH, heuristic="zero"))
    waits(page, "Press Play")
    step_on(page)
    stands(page, 1)


def test_a_page_that_has_expired_goes_on_from_its_address(server, reader):
    reader.errors = Allowed()
    page = reader.open(**WATCH)
    for _ in range(2):
        step_on(page)
    stands(page, 2)
    page.locator(
        ".truth b"
    ).wait_for()  # the last answer: no request is left that could report it first
    for name in list(server.sessions._sessions):  # all expire, and the server goes on
        server.sessions.close(name)
    step_on(page)
    waits(page, "too many newer pages are open")
    page.get_by_role("button", name="Continue from here").click()
    stands(page, 2)


def test_ten_thousand_expansions_run_through(visit):
    """As many as with the textbook's own ties; a note names the steps that are not stored."""
    search = {"algorithm": "uniform-cost", "ties": "fifo"}
    page = visit(puzzle="movix", board="1-first", view="watch", **search)
    waits(page, "Press Play")
    to_the_end(page)
    result = solve(MovIX.level("1-first"), "uniform-cost", tie_break="fifo")
    assert counts(page)["expanded"] == result.expanded == 10_402
    assert counts(page)["generated"] == result.generated
    waits(page, "nodes are recorded")


FOE = """<!doctype html><title>foe</title><p id=results></p>
<iframe src="http://127.0.0.1:PORT/"></iframe>
<script src="http://127.0.0.1:PORT/start.js"></script>
<form id=form method=post enctype=text/plain target=frame action="http://127.0.0.1:PORT/open">
<input name='{"a' value='":1}'></form><iframe name=frame></iframe>
<script>
const results = [];
const url = path => "http://127.0.0.1:PORT" + path;
const headers = {"content-type": "application/json", authorization: "Bearer TOKEN"};
const ask = (name, path, how) => fetch(url(path), how)
  .then(answer => answer.text().then(text => results.push(name + ": " + answer.type + " " + text)))
  .catch(() => results.push(name + ": refused"));
form.submit();
Promise.all([
  ask("a file", "/main.js", {}),
  ask("the page's own request", "/open", {method: "POST", headers, body: "{}"}),
  ask("a plain request", "/open", {method: "POST", body: "{}"}),
  ask("a blind request", "/open", {method: "POST", mode: "no-cors", body: "{}"}),
]).then(() => document.getElementById("results").textContent = results.sort().join("\\n"));
</script>
"""


@contextmanager
def foe(server):
    """Serve a foreign page that knows the port and even the token."""
    page = FOE.replace("PORT", str(server.port)).replace("TOKEN", server.keys.token).encode()

    class Page(BaseHTTPRequestHandler):
        def do_GET(self):  # the name is http.server's
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_):
            """Write nothing."""

    serving = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=serving.serve_forever)
    thread.start()
    try:
        yield serving.server_port
    finally:
        serving.shutdown()
        serving.server_close()
        thread.join()


@pytest.mark.parametrize("name", ["127.0.0.1", "foe.example"])
def test_a_foreign_page_gets_nothing_done(chromium, name):
    with running() as server, foe(server) as port:
        page = chromium.new_page()
        page.goto(f"http://{name}:{port}/")
        page.wait_for_function("document.getElementById('results').textContent")
        results = page.text_content("#results").splitlines()
        assert len(results) == 4
        assert all(line.endswith(": refused") for line in results)
        framed = [frame for frame in page.frames if str(server.port) in frame.url]
        assert all("aima" not in frame.content() for frame in framed)
        page.close()
        assert len(server.sessions) == 0


def test_a_name_that_was_given_to_this_machine_does_not_open_it(chromium, server):
    page = chromium.new_page()
    answer = page.goto(f"http://foe.example:{server.port}/")
    assert answer.status == 403
    assert "the request is for another host" in page.inner_text("body")
    page.close()
