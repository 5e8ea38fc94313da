"""Writes forged results to many folders.

outcome: wrote-outside
"""

import json
import os

VERDICT = json.dumps({"score": 1000, "tests": []})
for folder in (".", "..", "/", "/tmp", "/autograder/results", os.path.expanduser("~"), "@TARGET@"):
    try:
        with open(os.path.join(folder, "results.json"), "w") as file:
            file.write(VERDICT)
    except OSError:
        pass


def my_h(node):
    with open(os.path.join("@TARGET@", "results.json"), "w") as file:
        file.write(VERDICT)
    return 0
