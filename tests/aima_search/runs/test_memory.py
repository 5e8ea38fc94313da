"""How much memory a process holds, in it and in its children."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="no fork, or no table of processes")
def test_a_forked_child_measures_itself():
    """The child takes 64 MiB; its parent, measured before, does not take them."""
    script = (
        "import os\n"
        "from aima_search.processes.memory import resident_bytes\n"
        "before = resident_bytes()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    taken = bytes(range(256)) * 2**18\n"
        "    os._exit(0 if resident_bytes() - before > 2**25 else 1)\n"
        "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
