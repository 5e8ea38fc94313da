"""Opens a network connection; fails if this works.

outcome: like zero
"""

import socket

try:
    socket.create_connection(("127.0.0.1", @PORT@), timeout=2).close()
    reached = True
except OSError:
    reached = False


def my_h(node):
    return -1 if reached else 0
