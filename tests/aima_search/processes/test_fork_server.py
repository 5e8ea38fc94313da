"""What a fork server forks is a child like any other, and ends with it."""

import os
import threading

import psutil
import pytest

from aima_search.processes import fork_server as fork_server_module
from aima_search.processes.child import ChildProcess
from aima_search.processes.fork_server import ForkServer
from aima_search.processes.memory import size_of_files
from aima_search.processes.messages import BadFrame

ECHO = "tests.aima_search.processes.echo"
pytestmark = pytest.mark.skipif(not fork_server_module.is_possible(), reason="forks on Linux")


@pytest.fixture
def fork_server():
    fork_server = ForkServer(ECHO, {"fact": 3}, environment={**os.environ, "OWN": "yes"})
    yield fork_server
    fork_server.end()


def say(child, text):
    return child.call(f"say {text}".encode(), child.clock(60).start())


def test_it_tells_what_was_prepared_and_serves_many_threads_at_once(fork_server):
    assert fork_server.facts == {"known": 3}
    answers = []

    def ask(number):
        child = ChildProcess(ECHO, {"greeting": number}, fork_server=fork_server)
        answers.append((child.greeting["said"], say(child, number)))
        child.end()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(answers) == [(number, f"{number}".encode()) for number in range(6)]


def test_answers_do_not_cross_between_children(fork_server):
    other = ForkServer(ECHO, {"fact": 4})
    servers = [fork_server, other]
    children = [ChildProcess(ECHO, fork_server=servers[number % 2]) for number in range(4)]
    forgers = [ChildProcess(ECHO, fork_server=server) for server in servers]
    children += [ChildProcess(ECHO, fork_server=servers[number % 2]) for number in range(4, 6)]
    for number, child in enumerate(children):
        child.send(f"say {number}".encode())
        child.send(b"prepared")
    for forger in forgers:  # writes into every descriptor that it has
        with pytest.raises(BadFrame):
            forger.call(b"write-junk", forger.clock(60).start())
    for number, child in reversed([*enumerate(children)]):
        clock = child.clock(60).start()
        assert [child.answer(clock), child.answer(clock)] == [
            b"%d" % number,
            b"%d" % (3 + number % 2),
        ]
    for server in servers:  # the forgers did not reach their fork server
        child = ChildProcess(ECHO, fork_server=server)
        assert say(child, "again") == b"again"
        child.end()
    for child in children + forgers:
        child.end()
    other.end()


def test_a_child_whose_fork_got_no_answer_does_not_share_the_pipes_of_the_next(
    fork_server, monkeypatch
):
    forked = []
    call = ForkServer._call

    def call_and_kill_once(self, request, *seconds):
        answer = call(self, request, *seconds)
        if request[0] == "fork" and not forked:
            forked.append(psutil.Process(answer))
            keeper = psutil.Process(self._child.pid)
            keeper.kill()  # and so the fork server ends, but not what it has forked
            keeper.wait()
            raise OSError("killed before its answer")
        return answer

    monkeypatch.setattr(ForkServer, "_call", call_and_kill_once)
    child = ChildProcess(ECHO, fork_server=fork_server)
    assert psutil.wait_procs(forked, timeout=20)[1] == []
    assert (psutil.Process(child.worker).ppid(), child.company()) == (child.pid, [])
    assert say(child, "mine") == b"mine"
    child.end()


def test_its_children_end_with_it_and_it_is_said(fork_server):
    child = ChildProcess(ECHO, fork_server=fork_server)
    worker = psutil.Process(child.worker)
    fork_server.end()
    assert psutil.wait_procs([worker], timeout=20)[1] == []
    assert not child.is_alive()
    child.end()
    with pytest.raises(OSError, match="ended"):
        ChildProcess(ECHO, fork_server=fork_server)


def test_a_child_has_its_folder_and_nothing_of_the_fork_servers_pipes(fork_server, tmp_path):
    children = [ChildProcess(ECHO, folder=str(tmp_path), fork_server=fork_server) for _ in range(2)]
    here, there = (psutil.Process(one.worker) for one in children)
    assert here.cwd() == str(tmp_path)
    assert here.environ()["OWN"] == "yes"
    pipes = [{os.readlink(f"/proc/{one.pid}/fd/{n}") for n in fds(one)} for one in (here, there)]
    keeper = psutil.Process(fork_server._child.worker)
    of_nursery = {os.readlink(f"/proc/{keeper.pid}/fd/{n}") for n in fds(keeper)}
    assert pipes[0] & pipes[1] & of_nursery <= {"/dev/null"}
    for one in children:
        one.end()


def fds(process):
    return os.listdir(f"/proc/{process.pid}/fd")


def test_a_module_that_cannot_be_prepared_is_an_error():
    with pytest.raises(OSError, match="ended"):
        ForkServer(ECHO, {"no": "such setting"})


def test_what_cannot_be_measured_is_beyond_every_limit(tmp_path):
    (tmp_path / "file").write_bytes(b"x" * 10_000)
    assert 10_000 < size_of_files(str(tmp_path), 10**9) < 10**9
    assert size_of_files(str(tmp_path / "gone"), 10**9) == 0
    deep = os.open(tmp_path, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 250, dir_fd=deep)
        inner = os.open("d" * 250, os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = inner
    os.close(deep)
    assert size_of_files(str(tmp_path), 10**9) == 10**9 + 1
