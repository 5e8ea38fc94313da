"""All processes of a check share its time limit; no process is started here."""

import json
import os
import pickle
from types import SimpleNamespace

import pytest

from aima_search.apps.grade.results import CheckAborted
from aima_search.apps.grade.sandbox import (
    CheckLimits,
    Sandbox,
    SandboxSession,
    SubmissionRequirements,
)
from aima_search.processes.child import TimeExceeded

GIB = 2**30


@pytest.fixture
def session():
    """Return a session whose requests take ``seconds``; ``opened`` has its sandboxes."""
    opened = []

    def start(contents, part, bounds):
        def answer(message, clock, memory):
            clock._before += found.seconds
            return json.dumps({"number": pickle.loads(message)[0], "value": []}).encode()

        child = SimpleNamespace(
            greeting={"protections": {}},
            worker=os.getpid(),
            largest=GIB // 2 if not opened else GIB // 8,
            company=list,
            company_seconds=0.0,
            queue_seconds=0.0,
            measure_times=list,
            call=answer,
            end=lambda: None,
        )
        opened.append(Sandbox(child, "", bounds, lambda: None))
        return opened[-1]

    found = SandboxSession(
        None, SubmissionRequirements("heuristic", "h.py", "h", ()), CheckLimits(9, GIB),
        SimpleNamespace(open=start),
    )  # fmt: skip
    found.sketch, found.opened, found.seconds = (), opened, 2.0
    return found


def test_each_process_of_a_check_has_the_time_that_is_left(session):
    done = []

    def check():
        with session.check():
            for board in range(8):
                session.sandbox.call("board")
                done.append(board)
                session.restart()

    with pytest.raises(CheckAborted, match=r"the limit is 9 s") as caught:
        check()
    assert (done, caught.value.outcome) == ([0, 1, 2], "time-limit")  # loading took 2 s, too


def test_the_message_about_a_limit_has_the_time_that_counts(session):
    def wait(message, clock, memory):
        clock._before, clock._queued, clock._queued_before = 22.0, lambda: 12.5, 0.0
        raise TimeExceeded

    with session.check():
        session.sandbox._child.call = wait
        with pytest.raises(CheckAborted, match=r"^the code took 9\.5 s: the limit is 9 s"):
            session.sandbox.call("board")


def test_waiting_does_not_count_but_work_of_the_code_always_counts(session, monkeypatch):
    with session.check():
        sandbox = session.sandbox
        clock, child = sandbox._clock, sandbox._child
        clock._before = 6.0
        before = clock.used()
        child.queue_seconds = 3.0
        assert before - clock.used() == pytest.approx(3, abs=0.1)
        monkeypatch.setattr(f"{Sandbox.__module__}.process_time", lambda: sandbox._own_begun + 40)
        assert clock.used() == pytest.approx(0, abs=0.1), "the grader worked in the rest of time"
        child.company_seconds = 2.5
        assert clock.used() == pytest.approx(2.5, abs=0.1)
        child.company_seconds = 99.0
        assert clock.used() == 6.0, "at most all"


def test_loading_the_file_again_takes_none_of_the_time(session):
    with session.check():
        for _ in range(8):
            session.restart()
    assert len(session.opened) == 9
    assert [round(one.seconds_used) for one in session.opened] == [2] * 8 + [4], "and the end"


def test_a_file_that_takes_long_to_load_may_load_for_each_board(session):
    session.seconds = 4.0
    with session.check():
        for _ in range(100):
            session.restart()
    assert len(session.opened) == 101


def test_loading_the_file_again_must_not_take_much_longer_than_before(session):
    def load_without_end():
        with session.check():
            session.seconds = 6.5
            while True:
                session.restart()

    with pytest.raises(CheckAborted, match=r"again for each board took 97\."):
        load_without_end()
    assert len(session.opened) == 16, "6.5 s each: allowed are 36 s, and 4 s for each"


def test_a_doubt_is_about_all_processes_of_a_check(session):
    with session.check():
        session.restart()
        session.sandbox.call("board")
    used = 6 / 9  # loading, the board, and the end
    assert session.last_sandbox.limit_share == pytest.approx(used, abs=0.1)
    session.opened.clear()
    with session.check():
        session.restart()
    assert session.last_sandbox.limit_share == 0.5, "the memory of the first process"
