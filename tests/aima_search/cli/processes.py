"""Runs the command line in a separate process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def call(*before, code="from aima_search.__main__ import main; main()"):
    """Return the command of a process that runs the command line of ``aima-search``."""
    return [*before, sys.executable, "-c", code]


def environment(**values):
    path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    return {**os.environ, "PYTHONPATH": path, **values}


def run(arguments, **settings):
    settings = {"stdout": subprocess.PIPE, "env": environment(), **settings}
    return subprocess.run(arguments, stderr=subprocess.PIPE, text=True, check=False, **settings)
