"""Heuristics that do what they should not, each in its own way."""

import os
import time

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


def talks(node):
    print("hello" * 1000)  # noqa: T201
    return 0
