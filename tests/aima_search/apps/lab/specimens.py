"""Heuristics that misbehave, each in a different way."""

import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

import puzzles.movix.rules

_kept = []


def good(node):
    return 0


def raises(node):
    raise RuntimeError("no idea")


def never_returns(node):
    while True:
        pass


def sleeps(node):
    time.sleep(1000)


def eats_memory(node):
    _kept.append(b"x" * 10**7)
    return 0


def eats_at_once(node):
    return len([b"x" * 10**7 for _ in range(10**6)])


def ends_the_process(node):
    os._exit(7)


def leaves(node):
    raise SystemExit("bye")


def lies_about_costs(node):
    if node.parent is not None:
        node.path_cost = 0
    return 0


def moves_the_goal(problem):
    problem.goal_test = lambda state: True
    return good


def is_text(node):
    return "seven"


def takes_a_state(state):
    def of_a_state(state):
        return len(state) - len(state[0])

    return of_a_state


def talks(node):
    print("hello" * 1000)  # noqa: T201
    return 0


def leaves_a_thread(node):
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    return 0


def leaves_an_alarm(node):
    signal.alarm(1)
    return 0


def leaves_a_handler(node):
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    return 0


def leaves_the_folder(node):
    os.chdir("/")
    return 0


def leaves_a_limit(node):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (50, 60))
    return 0


def leaves_a_patch(node):
    puzzles.movix.rules.won_line = lambda *arguments: 1
    return 0


def leaves_a_child(node):
    _sleeper()
    return 0


def leaves_a_child_in_a_session_of_its_own(node):
    _sleeper(start_new_session=True)
    return 0


def leaves_an_orphan(node):
    subprocess.run(["sh", "-c", "setsid sleep 600 >/dev/null 2>&1 &"], check=True)
    return 0


def _sleeper(**how):
    if not _kept:
        _kept.append(subprocess.Popen([sys.executable, "-c", _SLEEP], **how))


_SLEEP = "import time; time.sleep(600)"


def forks(node):
    if not _kept:
        _kept.append(os.fork())
    return 0


def forks_a_sleeper(node):
    if not _kept:
        _kept.append(os.fork())
        if not _kept[0]:
            os.setsid()
            time.sleep(600)
    return 0


def forks_and_raises(node):
    forks(node)
    raise RuntimeError("after a fork")


def asks_processes(node):
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(abs, (0,))


def eats_memory_in_a_child(node):
    if not _kept:
        _kept.append(os.fork())
        if not _kept[0]:
            eaten = [b"x" * 10**7 for _ in range(40)]
            time.sleep(600)
            os._exit(len(eaten))
    return time.sleep(0.05) or 0


def writes_everywhere(node):
    _write_everywhere(b"junk\n")
    return 0


def writes_half_a_line_and_waits(node):
    _write_everywhere(b"AIMA")
    return time.sleep(600)


def _write_everywhere(text):
    for descriptor in range(3, 40):
        with suppress(OSError):
            os.write(descriptor, text)


def closes_everything(node):
    os.closerange(3, 256)
    return 0


def says_half_a_character(node):
    raise RuntimeError("half of a pair: \ud800")


class Unspeakable(Exception):
    def __str__(self):
        raise ValueError("no")


def has_no_text(node):
    raise Unspeakable


def is_inside_a_call(node):
    _sleeper(start_new_session=True)
    return sum(range(10**13))  # Python cannot interrupt this call


def is_ended_with_the_machine(node):
    os.kill(os.getpid(), signal.SIGTERM)
    return time.sleep(600)
