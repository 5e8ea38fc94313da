"""What is asked over HTTP is answered by the session's process, and is data all the way."""

import json
import threading

import pytest

from tests.aima_search.apps.play.server.serving import PATIENCE, Client, running, that_hangs, until

SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def server():
    with running(most=3) as server:
        yield server


@pytest.fixture
def tab(server):
    """Return a function that opens tabs, to be closed after the test."""
    opened = []

    def open_tab():
        opened.append(Client(server).enter())
        return opened[-1]

    yield open_tab
    for client in opened:
        client.post("/close")
        client.connection.close()


def test_the_page_is_served_whole(server):
    client = Client(server)
    status, headers, content = client.get("/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b'src="./start.js"' in content
    for path, kind in (("/main.js", "text/javascript"), ("/styles/base.css", "text/css")):
        status, headers, content = client.get(path)
        assert (status, headers["content-type"]) == (200, f"{kind}; charset=utf-8")
        assert content
    client.connection.close()


def test_an_answer_is_the_conversations_with_the_number_of_its_request(tab):
    status, headers, reply = tab().post("/ask", {"version": 1, "id": 41, "ask": "catalog"})
    assert (status, headers["content-type"], reply["id"]) == (200, "application/json", 41)
    assert "movix" in [one["name"] for one in reply["answer"]["puzzles"]]


def test_two_tabs_do_not_disturb_each_other(tab):
    one, other = tab(), tab()
    assert one.session != other.session
    for client, puzzle in ((one, "movix"), (other, "hitori")):
        assert client.ask("play", puzzle=puzzle)["puzzle"] == puzzle
    assert [client.ask("view")["puzzle"] for client in (one, other)] == ["movix", "hitori"]
    one.post("/end")
    assert one.ask("view")["kind"] == "Superseded"
    assert other.ask("view")["puzzle"] == "hitori"


MARKED = [
    {"ask": SCRIPT},
    {"ask": "play", "epoch": 1, "puzzle": SCRIPT},
    {"ask": "play", "epoch": 1, "puzzle": "movix", "board": SCRIPT},
    {"ask": "play", "epoch": 1, "puzzle": "movix", "settings": {SCRIPT: SCRIPT}},
    {"ask": "facts", "puzzle": "movix", "heuristic": SCRIPT},
    {"ask": "options", "algorithm": SCRIPT, "options": {}},
    {"ask": "estimates", "puzzle": "movix", "heuristic": "mine.py:h", "source": SCRIPT},
    {"ask": "view", "epoch": 0, SCRIPT: 1},
]


def test_markup_is_data(tab):
    client = tab()
    for request in MARKED:
        status, headers, reply = client.post("/ask", {"version": 1, "id": SCRIPT, **request})
        assert (status, reply["id"]) == (200, SCRIPT)
        assert reply["error"]["message"], request
        assert headers["content-type"] == "application/json"
        assert headers["x-content-type-options"] == "nosniff"


def test_markup_in_the_docstring_of_a_heuristic_is_data(tab):
    client = tab()
    source = f'def h(node):\n    """{SCRIPT}"""\n    raise ValueError("{SCRIPT}")\n'
    asked = {"puzzle": "movix", "heuristic": "mine.py:h", "source": source}
    client.ask("open", algorithm="astar", **asked)
    assert SCRIPT in json.dumps(client.ask("advance"))


@pytest.mark.gate("kills")
def test_stop_ends_what_hangs_and_the_tab_goes_on(tab, tmp_path):
    client, stopping = tab(), tab()
    stopping.post("/close")
    stopping.session = client.session  # the same tab, by another of its connections
    search, hangs = that_hangs(tmp_path)
    client.ask("open", **search)
    found = []
    asking = threading.Thread(target=lambda: found.append(client.ask("advance")))
    asking.start()
    until(hangs)
    assert stopping.post("/end")[2]["answer"] == {}
    asking.join(PATIENCE)
    assert [one["kind"] for one in found] == ["Ended"]
    assert client.ask("play", puzzle="movix")["moves"] == 0


def test_a_session_that_is_not_there_has_expired(tab):
    client = tab()
    client.post("/close")
    for path in ("/ask", "/end"):
        status, _, reply = client.post(path, {"version": 1, "ask": "view"})
        assert (status, reply["error"]["kind"]) == (200, "Expired")
    assert client.post("/close")[0] == 200


def test_the_tab_that_was_not_used_for_longest_makes_place_for_another(server, tab):
    first, second = tab(), tab()
    for client in (first, second, first, tab()):
        client.ask("play", puzzle="movix")
    tab()
    assert len(server.sessions) == 3
    assert second.ask("view")["kind"] == "Expired"
    assert first.ask("view")["moves"] == 0
