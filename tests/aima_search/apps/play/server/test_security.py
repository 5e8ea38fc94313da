"""The server answers only the page, opened by a person who has its address."""

import socket

import pytest

from aima_search.apps.play.server import HEADERS, LONGEST_BODY, TokenAuthentication
from tests.aima_search.apps.play.server.serving import Client, running


@pytest.fixture(scope="module")
def server():
    with running() as server:
        yield server


@pytest.fixture
def client(server):
    client = Client(server)
    yield client
    client.connection.close()


def test_it_listens_on_this_machine_alone(server):
    assert server.server_address[0] == "127.0.0.1"


FOREIGN = {
    "a foreign host": {"host": "aima.example:80"},
    "a host without the port": {"host": "127.0.0.1"},
    "a foreign origin": {"origin": "http://aima.example"},
    "another port's origin": {"origin": "http://127.0.0.1:1"},
    "a secure origin": {"origin": "https://{host}"},
    "an opaque origin": {"origin": "null"},
    "no origin": {"origin": None},
    "another site, by the browser's header": {"sec_fetch_site": "cross-site"},
    "no token": {"authorization": None},
    "a wrong token": {"authorization": "Bearer {token}x"},
    "a token that is no ASCII": {"authorization": "Bearer \xe9"},
    "another way to authorize": {"authorization": "Basic {token}"},
}


@pytest.mark.parametrize("path", ["/open", "/ask", "/end", "/close"])
@pytest.mark.parametrize("case", FOREIGN)
def test_a_foreign_request_is_refused(server, client, case, path):
    known = {"host": client.host, "token": client.token}
    changes = {
        name: text and text.format(**known) if "{" in (text or "") else text
        for name, text in FOREIGN[case].items()
    }
    before = len(server.sessions)
    status, headers, reply = client.post(path, **changes)
    assert (status, reply["error"]["kind"]) == (403, "Refused")
    assert "access-control-allow-origin" not in headers
    assert len(server.sessions) == before


def test_the_page_s_own_request_is_not(server, client):
    assert client.post("/open")[0] == 200
    named = {"host": f"localhost:{server.port}", "origin": f"http://localhost:{server.port}"}
    assert client.post("/open", **named, sec_fetch_site="same-origin")[0] == 200


@pytest.mark.parametrize("changes", [{"host": "aima.example"}, {"origin": "http://aima.example"}])
def test_a_foreign_page_gets_no_file(client, changes):
    assert client.get("/start.js")[0] == 200
    assert client.get("/start.js", **changes)[0] == 403


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_page_is_refused(client, kind):
    status, _, reply = client.post("/open", content_type=kind)
    assert (status, reply["error"]["kind"]) == (415, "Refused")


def test_json_may_tell_its_encoding(client):
    assert client.post("/open", content_type="application/json; charset=utf-8")[0] == 200


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'"open"', b"1", b"\xff", b"[" * 100_000, b'{"a":' * 50_000, b"9" * 5000],
    ids=lambda body: f"{body[:6]!r} of {len(body)}",
)
@pytest.mark.parametrize("path", ["/enter", "/open", "/ask", "/end", "/close"])
def test_a_body_that_is_no_object_is_refused(client, path, body):
    status, _, reply = client.post(path, body)
    assert (status, reply["error"]["kind"]) == (400, "Malformed")


def test_a_body_that_is_too_long_is_refused(client):
    body = b" " * (LONGEST_BODY - 2) + b"{}"
    assert client.post("/open", body)[0] == 200
    status, _, reply = client.post("/open", body + b" ")
    assert (status, reply["error"]["kind"]) == (413, "TooLarge")


def test_a_body_that_does_not_tell_its_length_is_refused(client):
    client.connection.putrequest("POST", "/open")
    for name, value in {**client.headers(), "transfer-encoding": "chunked"}.items():
        client.connection.putheader(name, value)
    client.connection.endheaders()
    assert client.connection.getresponse().status == 411


def test_what_is_no_http_does_not_disturb_it(server, client):
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as other:
        other.sendall(b"\x00\x01 nonsense\r\n\r\n")
        assert b"Refused" in other.recv(1000)
        assert other.recv(1000) == b""
    assert client.post("/open")[0] == 200


@pytest.mark.parametrize("path", ["/start.js", "/nowhere", "/open", "/../setup.cfg", "/start.js/"])
def test_every_answer_has_the_headers_that_keep_a_page_to_itself(client, path):
    _, headers, _ = client.get(path)
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "server" not in headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


def test_refusals_have_them_too(client):
    status, headers, _ = client.post("/ask", host="aima.example")
    assert (status, headers["x-content-type-options"]) == (403, "nosniff")
    assert headers["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/page/main.js", 404),
        ("/..%2f..%2fsetup.cfg", 404),
        ("/start.js%00", 404),
        ("//etc/passwd", 404),
        ("/open", 405),
        ("/ask", 405),
    ],
)
def test_nothing_but_the_page_s_files_is_served(client, path, status):
    assert client.get(path)[0] == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_do_nothing(client, method):
    client.connection.request(method, "/ask", b"{}", client.headers())
    assert client.connection.getresponse().status == 405


def test_a_ticket_is_good_for_the_token_once(server, client):
    without = {"authorization": None}
    wrong = client.post("/enter", {"ticket": "x" + server.keys.ticket}, **without)
    assert wrong[0] == 403
    assert client.post("/enter", {"ticket": 1}, **without)[0] == 403
    assert client.post("/enter", {"ticket": "\ud800"}, **without)[0] == 403
    right = client.post("/enter", {"ticket": server.keys.ticket}, **without)
    assert right[2]["answer"] == {"token": server.keys.token}
    again = client.post("/enter", {"ticket": server.keys.ticket}, **without)
    assert (again[0], "was already used" in again[2]["error"]["message"]) == (403, True)
    foreign = client.post("/enter", {"ticket": server.keys.ticket}, origin="http://aima.example")
    assert foreign[0] == 403


def test_secrets_are_long_and_never_the_same():
    one, other = TokenAuthentication(), TokenAuthentication()
    secrets = {one.token, one.ticket, other.token, other.ticket}
    assert len(secrets) == 4
    assert min(map(len, secrets)) >= 43  # 256 bits


def test_the_address_tells_its_secret_to_nobody_but_the_page(server):
    assert server.address("token").startswith(f"http://127.0.0.1:{server.port}/#token=")
    address = server.address("ticket", puzzle="movix", board="5x5,4:5/1S1H1/2L2/V4/5")
    assert server.keys.token not in address
    assert address.endswith("&puzzle=movix&board=5x5%2C4%3A5%2F1S1H1%2F2L2%2FV4%2F5")


@pytest.mark.gate("many requests")
def test_many_requests_on_one_connection(client):
    for _ in range(50):
        status, _, content = client.get("/start.js")
        assert (status, content[:2]) == (200, b"//")
    assert client.connection.sock is not None
