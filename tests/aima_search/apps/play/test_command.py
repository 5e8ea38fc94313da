"""``aima-search play``: what it prints, and that nothing is left of it however it ends."""

import json
import os
import re
import signal
import socket
import subprocess
import urllib.parse
from contextlib import contextmanager

import psutil
import pytest

from aima_search.apps.play import command as play
from aima_search.processes.fork_server import is_possible
from puzzles import MovIX
from tests.aima_search.apps.play.server.serving import PATIENCE, Client, that_hangs, until
from tests.aima_search.catalog.packages import install
from tests.aima_search.cli.processes import call, environment

on_posix = pytest.mark.skipif(os.name != "posix", reason="the signals are those of POSIX")


class Tab(Client):
    """A tab of a server in another process; the address of the server is known."""

    def __init__(self, address):
        parts = urllib.parse.urlsplit(address)
        self.port = parts.port
        self.keys = self
        self.token = urllib.parse.parse_qs(parts.fragment)["token"][0]
        super().__init__(self)


@contextmanager
def hangups(handler):
    """Start processes that begin with this handler of SIGHUP, also if nohup started the tests."""
    if not hasattr(signal, "SIGHUP"):
        yield
        return
    before = signal.signal(signal.SIGHUP, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


class Playing:
    """The command in a process of its own, with one session that hangs."""

    def __init__(self, hangup=signal.SIG_DFL, **variables):
        with hangups(hangup):
            self.process = subprocess.Popen(
                [*call(), "play", "--port", "0", "--no-browser"],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment(**variables),
                text=True,
            )
        self.address = self.process.stdout.readline().split()[-1]
        self.process.stdout.readline()

    def hang(self, folder):
        """Let a session hang in a heuristic, and return all processes of the server."""
        self.tab = Tab(self.address).enter()
        search, hangs = that_hangs(folder)
        self.tab.ask("open", **search)
        body = json.dumps({"version": 1, "ask": "go", "epoch": 1, "step": 0}).encode()
        self.tab.connection.request("POST", "/ask", body, self.tab.headers())
        until(hangs)
        return psutil.Process(self.process.pid).children(recursive=True)

    def end(self):
        self.tab.connection.close()
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, err


@pytest.mark.gate("kills")
@on_posix
@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("SIGINT", "ended"),
        ("SIGTERM", "ended"),
        ("SIGHUP", "ended because the terminal was closed"),
    ],
)
def test_a_signal_ends_it_in_one_line_and_leaves_no_process(number, words, tmp_path):
    playing = Playing()
    children = playing.hang(tmp_path)
    forking = 2 if is_possible() else 0  # the fork server and its keeper
    assert len(children) == 3 + forking  # the server, the page's process and its keeper
    playing.process.send_signal(getattr(signal, number))
    assert playing.end() == (0, "", f"aima-search: {words}\n")
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []


@pytest.mark.gate("kills")
@on_posix
def test_a_server_that_is_killed_leaves_no_process(tmp_path):
    playing = Playing()
    children = playing.hang(tmp_path)
    playing.process.kill()
    playing.end()
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []


@pytest.mark.gate("kills")
@on_posix
def test_who_has_nohup_closes_the_terminal_and_goes_on(tmp_path):
    playing = Playing(hangup=signal.SIG_IGN)
    children = playing.hang(tmp_path)
    playing.process.send_signal(signal.SIGHUP)
    other = Tab(playing.address)
    assert other.post("/open")[0] == 200
    other.connection.close()
    playing.process.send_signal(signal.SIGINT)
    assert playing.end() == (0, "", "aima-search: ended\n")
    assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []


def test_the_address_holds_what_was_chosen(run, monkeypatch):
    monkeypatch.setattr(
        "aima_search.apps.play.server.LocalServer.run",
        lambda server: server.server_close(),
    )
    done = run("play", "movix", "5x5,4:5/1S1H1/2L2/V4/5", "--no-browser", "--port", "0")
    address = urllib.parse.urlsplit(done.out.splitlines()[0].split()[-1])
    chosen = dict(urllib.parse.parse_qsl(address.fragment))
    assert chosen.pop("token")
    assert chosen == {"puzzle": "movix", "board": "5x5,4:5/1S1H1/2L2/V4/5"}
    done = run("play", "hitori", "--formulation", "naive", "--no-browser", "--port", "0")
    assert "&puzzle=hitori&board=05x05-hard" in done.out
    assert "&settings.formulation=naive" in done.out
    done = run("play", "--no-browser", "--port", "0")
    assert re.search(r"/#token=[\w-]+$", done.out.splitlines()[0])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["movics"], "did you mean 'movix'?"),
        (["movix", "no-such-level"], "no-such-level"),
        (["movix", "1-first", "2-tiny"], "expected only one"),
        (["--port", "70000"], "--port"),
        (["--seconds", "0"], "--seconds"),
        (["--memory", "much"], "memory size 'much': expected a number and a unit"),
    ],
)
def test_what_cannot_be_opened_is_one_line(run, arguments, words):
    done = run("play", *arguments)
    assert (done.status, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert words in done.err


def test_a_board_that_no_address_can_hold_is_one_line(run, monkeypatch):
    monkeypatch.setattr(MovIX, "instance_text", lambda problem: "")
    done = run("play", "movix", "5x5,4:5/1S1H1/2L2/V4/5")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("movix cannot write this board as text, which the address needs\n")


@pytest.mark.gate("kills")
@on_posix
def test_a_plug_in_that_fails_is_one_line_and_the_page_opens(tmp_path):
    install(tmp_path, "broken", "broken_plug_in", "1 / 0\n")
    path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    playing = Playing(PYTHONPATH=path)
    playing.hang(tmp_path)
    playing.process.send_signal(signal.SIGINT)
    status, _, lines = playing.end()
    fault, ended = lines.splitlines()
    assert status == 0
    assert "plug-in 'broken_plug_in'" in fault
    assert ended == "aima-search: ended"


def test_a_busy_port_is_one_line(run):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run("play", "--port", port, "--no-browser")
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"aima-search: port {port}: another program uses it; use --port 0 to find a free port\n"
    )


@pytest.fixture
def opening(run, monkeypatch):
    """Return a function that opens the page with a browser, and the addresses that it opens."""
    opened = []

    def open_with(browser, **variables):
        for name in play._DISPLAYS:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(play.sys, "platform", "linux")
        monkeypatch.setattr(play.webbrowser, "open", lambda url: opened.append(url) or browser(url))
        monkeypatch.setattr("aima_search.apps.play.server.LocalServer.run", wait)
        return run("play", "movix", "--port", "0"), opened

    def wait(server):
        server.server_close()
        for thread in play.threading.enumerate():
            if thread.name == "browser":
                thread.join(PATIENCE)

    return open_with


def test_the_browser_gets_a_ticket_instead_of_the_token(opening):
    done, (address,) = opening(lambda url: True, DISPLAY=":0")
    assert "/#token=" in done.out
    assert "/#ticket=" in address
    assert address.endswith("&puzzle=movix&board=1-first")
    assert done.err == "aima-search: ended\n"


def fails(url):
    raise play.webbrowser.Error("no")


@pytest.mark.parametrize("browser", [lambda url: False, fails])
def test_a_browser_that_does_not_open_is_one_line(opening, browser):
    done, _ = opening(browser, DISPLAY=":0")
    message = "aima-search: could not open a browser: open the address above yourself\n"
    assert done.err == message + "aima-search: ended\n"


def test_no_browser_is_looked_for_where_there_is_no_screen(opening):
    done, opened = opening(lambda url: True)
    assert (opened, "could not open a browser" in done.err) == ([], True)
