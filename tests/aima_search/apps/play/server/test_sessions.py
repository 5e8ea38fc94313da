"""Sessions: one does not disturb another, whatever runs in it; each has its limits."""

import json
import threading
from contextlib import ExitStack
from time import monotonic

import psutil
import pytest

from aima_search.apps.play.sessions import (
    Refusal,
    ServerSession,
    SessionLimits,
    Sessions,
    encoded_answer,
)
from tests.aima_search.apps.play.server.serving import PATIENCE, SEARCH, that_hangs, until


@pytest.fixture
def session_with():
    """Return a function that makes a session with limits, to be ended after the test."""
    with ExitStack() as made:

        def make(limits):
            sessions = Sessions(limits)
            made.callback(sessions.close_all)
            session = ServerSession(limits, sessions.start_process)
            made.callback(session.close)
            return session

        yield make


@pytest.fixture
def session(session_with):
    return session_with(SessionLimits(memory=300 * 2**20))


@pytest.fixture
def sessions():
    """Return a function that makes sessions, to be ended after the test."""
    made = []

    def make():
        made.append(Sessions(SessionLimits()))
        return made[-1]

    yield make
    for one in made:
        one.close_all()


def ask(session, ask, **arguments):
    return json.loads(session.call(json.dumps({"version": 1, "ask": ask, **arguments}).encode()))


def refused(session, *asked, **arguments):
    """Return the fault of a request that got no answer."""
    with pytest.raises(Refusal) as raised:
        ask(session, *asked, **arguments)
    return raised.value.fault


def opened(session, source=None, **more):
    own = {} if source is None else {"source": source, "heuristic": "mine.py:h"}
    reply = ask(session, "open", epoch=1, searches=[{**SEARCH, **own, **more}])
    assert "position" in reply["answer"]["searches"][0], reply
    return session


def step_of(session, step):
    """Go to a step and return where the search stands."""
    return ask(session, "go", epoch=1, step=step)["answer"]["searches"][0]["position"]["step"]


def fault_of(session):
    """Return the search's answer about its first step."""
    [search] = ask(session, "go", epoch=1, step=0)["answer"]["searches"]
    return search["fault"] or {"message": search["position"]["message"]}


def test_a_search_goes_on_from_request_to_request(session):
    opened(session)
    assert step_of(session, 0) == 0
    assert step_of(session, 2) == 2


def test_a_heuristic_that_never_returns_is_stopped(session, tmp_path):
    search, hangs = that_hangs(tmp_path)
    opened(session, **search)
    found = []
    asking = threading.Thread(target=lambda: found.append(refused(session, "go", epoch=1, step=0)))
    asking.start()
    until(hangs)
    process = psutil.Process(session.start().worker)
    started = monotonic()
    session.end()
    asking.join(PATIENCE)
    assert monotonic() - started < PATIENCE
    assert [fault["kind"] for fault in found] == ["Ended"]
    assert psutil.wait_procs([process], timeout=PATIENCE)[1] == []
    assert ask(session, "go", epoch=1)["error"]["kind"] == "Superseded"
    assert step_of(opened(session), 0) == 0


def test_a_second_request_waits_for_the_first(session, tmp_path):
    search, hangs = that_hangs(tmp_path)
    opened(session, **search)
    found = []
    asking = threading.Thread(target=lambda: refused(session, "go", epoch=1, step=0))
    asking.start()
    until(hangs)
    waiting = threading.Thread(
        target=lambda: found.append(ask(session, "play", epoch=2, puzzle="movix"))
    )
    waiting.start()
    session.end()
    for thread in (asking, waiting):
        thread.join(PATIENCE)
    assert [one["answer"]["moves"] for one in found] == [0]


EATS = "def h(node):\n    eaten = []\n    while True: eaten.append(bytearray(2**20))\n"
EATS_AT_ONCE = "def h(node):\n    return len(bytearray(2**40))\n"
FORKS = "import os\ndef h(node):\n    if os.fork() == 0: return 1\n    return 0\n"
STARTS = "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'while 1: pass'])\n"
TALKS = "import os, sys\ndef h(node):\n    print('AIMA' * 9); os.write(1, b'{}' * 99); return 0\n"
EXITS = "import os\ndef h(node):\n    os._exit(7)\n"


@pytest.mark.gate("kills")
def test_a_heuristic_that_eats_memory_ends_its_own_session_alone(session, session_with):
    other = opened(session_with(SessionLimits()))
    step_of(other, 0)
    process = psutil.Process(opened(session, EATS).start().worker)
    fault = refused(session, "go", epoch=1, step=0)
    assert (fault["kind"], fault["status"]) == ("Expired", "memory-limit")
    assert fault["message"].endswith("the limit of a page is 300.0 MiB")
    assert psutil.wait_procs([process], timeout=PATIENCE)[1] == []
    assert step_of(other, 1) == 1
    assert step_of(opened(session), 0) == 0


def test_more_memory_than_there_is_is_an_error_of_the_heuristic(session):
    assert "MemoryError" in fault_of(opened(session, EATS_AT_ONCE))["message"]
    assert step_of(opened(session), 0) == 0


@pytest.mark.gate("kills")
def test_an_answer_that_takes_too_long_is_ended(session_with, tmp_path):
    search, _ = that_hangs(tmp_path)
    session = opened(session_with(SessionLimits(seconds=3)), **search)
    fault = refused(session, "go", epoch=1, step=0)
    assert (fault["kind"], fault["status"]) == ("Expired", "time-limit")
    assert fault["message"].endswith("the limit of an answer is 3 s")


@pytest.mark.gate("kills")
def test_a_session_starts_although_the_fork_server_was_killed():
    sessions = Sessions(SessionLimits())
    try:
        first = opened(sessions.get(sessions.open()))
        for process in _fork_servers():
            process.kill()
        assert refused(first, "go", epoch=1, step=1)["kind"] == "Expired"
        assert step_of(opened(sessions.get(sessions.open())), 1) == 1
        assert step_of(opened(first), 1) == 1
    finally:
        sessions.close_all()
    assert _fork_servers() == []


def test_after_the_end_of_all_sessions_no_process_is_started(sessions):
    ended = sessions()
    ended.close_all()
    with pytest.raises(OSError, match="shutting down"):
        ended.start_process()
    assert _fork_servers() == []


def _fork_servers():
    return [
        process
        for process in psutil.Process().children(recursive=True)
        if any("fork_server" in part for part in process.cmdline())
    ]


def test_what_a_heuristic_prints_is_no_answer(session):
    opened(session, TALKS)
    for step in range(4):
        assert ask(session, "go", epoch=1, step=step, id=step)["id"] == step


@pytest.mark.gate("kills")
def test_what_a_heuristic_forks_never_answers(session):
    opened(session, FORKS)
    for step in range(4):
        assert ask(session, "go", epoch=1, step=step, id=step)["id"] == step


@pytest.mark.gate("kills")
def test_a_heuristic_that_ends_its_process_says_so_once(session):
    fault = refused(opened(session, EXITS), "go", epoch=1, step=0)
    assert fault["message"] == "the process of this page ended: exit status 7"
    assert step_of(opened(session), 0) == 0


@pytest.mark.gate("kills")
def test_a_process_that_ended_between_two_requests_is_missed(session):
    opened(session)
    process = session.start()
    psutil.Process(process.worker).kill()
    process.wait()
    fault = refused(session, "go", epoch=1, step=0)
    assert fault["message"] == "the process of this page ended: signal SIGKILL"
    assert step_of(opened(session), 0) == 0


@pytest.mark.gate("kills")
def test_a_session_leaves_nothing_that_its_heuristic_has_started(session):
    opened(session, STARTS + "def h(node): return 0\n")
    keeper = psutil.Process(session.start().pid)
    started = keeper.children(recursive=True)
    assert len(started) == 2
    session.close()
    assert psutil.wait_procs(started, timeout=PATIENCE)[1] == []
    assert refused(session, "go", epoch=1)["kind"] == "Ended"


def test_a_reader_s_own_code_runs_in_the_process_of_the_session_alone(session):
    source = "import os\nclass Mine(Exception): pass\ndef h(node): raise Mine(os.getpid())\n"
    assert str(session.start().worker) in fault_of(opened(session, source))["message"]


def test_a_session_whose_process_died_is_forgotten(sessions):
    house = sessions()
    name = house.open()
    opened(house.get(name), EXITS)
    with pytest.raises(Refusal) as raised:
        house.call(name, b'{"version": 1, "ask": "go", "epoch": 1, "step": 0}')
    assert raised.value.fault["kind"] == "Expired"
    assert raised.value.fault["status"] == "worker-died"
    assert len(house) == 0


def test_no_session_is_opened_after_the_end(sessions):
    house = sessions()
    name = house.open()
    house.close_all()
    with pytest.raises(Refusal):
        house.open()
    with pytest.raises(Refusal):
        house.get(name)


@pytest.mark.parametrize("thrown", [SystemExit(3), KeyboardInterrupt(), RecursionError("deep")])
def test_whatever_is_raised_is_an_answer(thrown):
    def answer(request):
        raise thrown

    reply = json.loads(encoded_answer(answer, b'{"version": 1, "id": 5, "ask": "view"}'))
    assert reply["error"]["kind"] == type(thrown).__name__
    assert reply["id"] == 5


def test_an_answer_that_is_too_long_is_refused(monkeypatch):
    monkeypatch.setattr("aima_search.apps.play.sessions.LONGEST_ANSWER", 100)
    short = encoded_answer(lambda request: {"answer": "x" * 50}, b'{"id": 1}')
    assert json.loads(short) == {"answer": "x" * 50}
    long = json.loads(encoded_answer(lambda request: {"answer": "x" * 100}, b'{"id": 1}'))
    assert (long["error"]["kind"], long["id"]) == ("TooLarge", 1)


def test_an_answer_that_is_no_json_is_an_error():
    reply = json.loads(encoded_answer(lambda request: {"answer": float("nan")}, b"{}"))
    assert reply["error"]["kind"] == "ValueError"
