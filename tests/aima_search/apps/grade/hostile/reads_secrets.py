"""Reads the assignment, a file of mode 600 and the memory of the grader; fails if it can read one.

outcome: like zero
"""

import os

found = []
for path in ("@TARGET@/course.toml", "@TARGET@/secret", f"/proc/{os.getppid()}/environ", "/etc/shadow"):
    try:
        with open(path, "rb") as file:
            found.append((path, file.read(10)))
    except OSError:
        pass


def my_h(node):
    return -1 if found else 0
