"""Starts threads that write to the pipes and keep the processor busy.

outcome: like zero
"""

import threading


def work():
    while True:
        sum(range(1000))


for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
assert threading.active_count() > 2


def my_h(node):
    return 0
