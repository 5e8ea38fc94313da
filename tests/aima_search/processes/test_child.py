"""A child seen from outside: greeted, asked within limits, ended with all that it has started."""

import itertools
import os
import queue
import select
import subprocess
import sys
import threading
from contextlib import nullcontext
from glob import glob
from time import monotonic

import psutil
import pytest

from aima_search.processes import messages, process_tree
from aima_search.processes.child import ChildProcess, MemoryExceeded, TimeExceeded
from aima_search.processes.clock import ChildStopwatch
from aima_search.processes.fork_server import ForkServer
from aima_search.processes.messages import BadFrame, ThreadedConnection
from aima_search.processes.process_tree import descendants

ECHO = "tests.aima_search.processes.echo"


@pytest.fixture(params=["started", "forked", "by threads"])
def child(request, fork_server, monkeypatch):
    if request.param == "by threads":
        monkeypatch.setattr("aima_search.processes.child.connect", ThreadedConnection)
    own = {"fork_server": fork_server} if request.param == "forked" else {}
    child = ChildProcess(ECHO, {"greeting": "hello"}, longest=1000, **own)
    yield child
    child.end()


@pytest.fixture(scope="module")
def fork_server():
    fork_server = ForkServer(ECHO, {"fact": 3})
    yield fork_server
    fork_server.end()


def ask(child, request, seconds=60.0, memory=None):
    return child.call(request.encode(), child.clock(seconds).start(), memory)


def test_it_is_greeted_with_its_settings_and_answers(child):
    assert child.greeting == {"said": "hello"}
    assert ask(child, "say one") == b"one"
    assert ask(child, "say two") == b"two"
    assert psutil.Process(child.worker).is_running()


def test_the_time_of_processes_that_have_ended_counts(child, monkeypatch):
    clocks = {1: [1.0, 2.0, None], 2: [None, 4.0, 5.0]}
    monkeypatch.setattr(
        "aima_search.processes.child.processor_seconds", lambda process: clocks[process].pop(0)
    )
    monkeypatch.setattr(child, "company", lambda: [one for one in clocks if clocks[one]])
    found = []
    for _ in range(4):
        child._measure_memory(2**40)
        found.append(child.company_seconds)
    assert found == [1.0, 6.0, 7.0, 7.0]


def test_the_waiting_of_this_process_and_of_all_others_counts(child, monkeypatch):
    waits = iter([[1.0, 2.0], [0.25], [1.0, 3.0], [0.5]])
    monkeypatch.setattr(child, "company", lambda: [7])
    measured = []
    for meter in (child._queue, child._own_queue):

        def measure(processes, meter=meter):
            measured.append(processes)
            meter.seconds = max(next(waits))

        monkeypatch.setattr(meter, "measure", measure)
    found = []
    child._measure_memory(2**40)
    assert measured == [], "only on request, because it takes time"
    child.measures_queue = True
    for _ in range(2):
        child._measure_memory(2**40)
        found.append(child.queue_seconds)
    assert (found, measured[:2]) == ([2.25, 3.5], [[child.worker, 7], [os.getpid()]])


@pytest.mark.parametrize("settings", [{"ends": True}, {"greeting": None, "raises": True}])
def test_a_child_that_does_not_greet_cannot_be_started(settings):
    with pytest.raises(OSError, match="failed while it imported"):
        ChildProcess(ECHO, settings)


def test_an_answer_that_does_not_come_in_time(child):
    with pytest.raises(TimeExceeded, match=r"after \d+\.\d s"):
        ask(child, "sleep", 0.2)


def test_a_pause_of_this_process_is_no_delay_of_the_child(child, monkeypatch):
    now, answers = [0.0], iter([None, None, b"answer"])

    class Stopped:
        close = child._connection.close

        def receive(self, seconds):
            now[0] += 100  # as if this process had been stopped while it waited
            return next(answers)

    monkeypatch.setattr("aima_search.processes.child.perf_counter", lambda: now[0])
    monkeypatch.setattr(child, "_connection", Stopped())
    assert child.answer(ChildStopwatch(10, now=lambda: now[0]).start()) == b"answer"


@pytest.mark.parametrize(("ended", "is_excess"), [(itertools.count(10**7), True), ([10**7], False)])
def test_processes_that_always_end_before_they_are_measured_are_an_excess(
    child, monkeypatch, ended, is_excess
):
    ended = itertools.cycle(ended)
    monkeypatch.setattr(
        "aima_search.processes.child.memory_by_process", lambda processes: {1: 5, next(ended): 0}
    )
    with pytest.raises(MemoryExceeded) if is_excess else nullcontext():
        for _ in range(100):
            child._measure_memory(2**30)


@pytest.mark.skipif(sys.platform != "linux", reason="lists of Linux")
def test_a_thread_that_has_just_ended_hides_no_child(monkeypatch):
    own = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    found = glob(f"/proc/{os.getpid()}/task/*/children")
    ended = found[0].replace(f"/task/{os.getpid()}", "/task/1")
    monkeypatch.setattr(process_tree, "glob", lambda path: [ended, *glob(path)])
    assert own.pid in descendants(os.getpid())
    own.communicate(b"")


WITHOUT_MAIN_THREAD = pytest.param(
    "hold-without-main-thread",
    marks=pytest.mark.skipif(sys.platform != "linux", reason="a call of Linux"),
)


@pytest.mark.parametrize("how", ["hold", "hold-in-a-fork", WITHOUT_MAIN_THREAD])
def test_memory_is_counted_over_the_group(child, how):
    with pytest.raises(MemoryExceeded) as passed:
        ask(child, how, memory=150 * 2**20)
    assert passed.value.size > 150 * 2**20


def test_a_confined_child_has_its_limit_between_requests_too(tmp_path, fork_server):
    child = ChildProcess(ECHO, {}, folder=str(tmp_path), counts_files=True, fork_server=fork_server)
    try:
        assert ask(child, "hold-later", memory=150 * 2**20) == b"held later"
        assert child.wait() == -9  # nobody asks it anything
        with pytest.raises(MemoryExceeded) as passed:
            ask(child, "say more", memory=150 * 2**20)
        assert child.largest == passed.value.size > 150 * 2**20
    finally:
        child.end()


@pytest.mark.parametrize("how", ["write-junk", "say " + "x" * 2000])
def test_what_is_no_message_or_too_long_is_not_believed(child, how):
    with pytest.raises(BadFrame):
        ask(child, how)


@pytest.mark.gate("a flood of half a second")
def test_a_child_that_floods_its_output_takes_no_memory_here(child):
    before = psutil.Process().memory_info().rss
    ask(child, "flood")
    end = monotonic() + 0.5
    while monotonic() < end:
        assert psutil.Process().memory_info().rss - before < 50 * 2**20


@pytest.mark.parametrize(("how", "code"), [("exit 7", 7), ("kill", -9)])
def test_its_end_is_told(child, how, code):
    assert ask(child, how) is None
    assert child.wait() == code
    assert not child.is_alive()
    assert ask(child, "say more") is None


@pytest.mark.parametrize("child", ["started", "forked"], indirect=True)
def test_it_does_not_have_to_read_what_it_is_sent(child):
    """Its pipe is full, and it hears of nothing."""
    with pytest.raises(TimeExceeded):
        ask(child, "stop-reading", 0.2)
    with pytest.raises(TimeExceeded):
        ask(child, "x" * 10**6, 0.2)
    child.end()
    assert not child.is_alive()


def test_nothing_that_it_has_started_is_left(child):
    assert ask(child, "start-in-a-session-of-its-own") == b"started"
    (started,) = (psutil.Process(one) for one in child.company())
    child.end()
    assert psutil.wait_procs([started], timeout=20)[1] == []


def test_a_fork_of_it_never_answers(child):
    assert ask(child, "fork") == b"forked"
    assert ask(child, "say next") == b"next"


def test_another_thread_ends_it_while_it_is_asked(child):
    asking = threading.Timer(0.3, child.end)
    asking.start()
    assert child.call(b"sleep", ChildStopwatch().start()) is None
    asking.join()
    assert child.call(b"say more", ChildStopwatch().start()) is None


def test_threads_close_their_pipes_after_the_last_use(monkeypatch):
    is_closed, found = threading.Event(), queue.SimpleQueue()

    def write_late(descriptor, content):
        is_closed.wait()
        found.put(os.fstat(descriptor))

    monkeypatch.setattr(messages, "write_frame", write_late)
    (reading, requests), (answers, writing) = os.pipe(), os.pipe()
    connection = ThreadedConnection(os.fdopen(requests, "wb", 0), os.fdopen(answers, "rb"), 99)
    connection.send(b"")
    for _ in range(3):  # answers that nobody asks for
        os.write(writing, messages._frame(b""))
    connection.close()
    is_closed.set()
    assert found.get(timeout=20)
    poll = select.poll()
    poll.register(writing, 0)
    assert poll.poll(20_000) == [(writing, select.POLLERR)], "nobody reads this pipe"
    os.close(writing)
    os.close(reading)


def test_no_descriptor_is_left():
    def number():
        return len(os.listdir("/proc/self/fd"))

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("the system does not list them")
    before = number()
    for _ in range(3):
        one = ChildProcess(ECHO, {"greeting": ""})
        ask(one, "say a")
        one.end()
    end = monotonic() + 20
    while number() > before:
        assert monotonic() < end
