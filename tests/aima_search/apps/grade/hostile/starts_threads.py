"""Starts a thread that keeps the processor busy, so that each answer waits for it.

outcome: like zero
"""

import threading


def work():
    while True:
        sum(range(1000))


threading.Thread(target=work, daemon=True).start()
assert threading.active_count() > 1


def my_h(node):
    return 0
