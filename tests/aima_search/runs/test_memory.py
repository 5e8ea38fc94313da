"""How much memory a process holds, in it and in its children."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aima_search.processes import memory


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


@pytest.mark.parametrize(
    ("group", "file"),
    [
        ("0::/jobs/inner", "sys/fs/cgroup/jobs/memory.max"),
        ("1:cpu:/other\n4:memory:/inner", "sys/fs/cgroup/memory/inner/memory.limit_in_bytes"),
        ("4:memory:/docker/123", "sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ],
)
def test_the_limit_of_a_container_counts(tmp_path, monkeypatch, group, file):
    monkeypatch.setattr(memory, "Path", lambda path: Path(f"{tmp_path}{path}"))
    for path, text in (("proc/self/cgroup", group), (file, "4096\n")):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    assert memory.memory_of_machine() == 4096
    (tmp_path / file).write_text("max\n", "utf-8")
    assert memory.memory_of_machine() > 4096
