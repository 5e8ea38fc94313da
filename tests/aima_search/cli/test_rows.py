"""``aima-search compare`` shows its progress on a terminal only, and the table at the end."""

import os
import subprocess
import sys

import pytest

from aima_search.cli import output
from tests.aima_search.cli.processes import call, environment

HERE = "HERE IT IS CALLED"
SPEAKS = f"""
import sys

def my_h(node):
    if node.parent is None:
        print({HERE!r}, file=sys.stderr, flush=True)
    return 0
"""
SHOWN_AT_ONCE = """
from aima_search.cli import output
output._PATIENCE = output._INTERVAL = 0

"""
FAST = ["compare", "movix", "2-tiny", "-a", "breadth-first,greedy,astar"]


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(output, "_PATIENCE", 0.0)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("form", [[], ["--json"], ["--csv"]])
def test_elsewhere_the_results_are_alone(run, form):
    finished = run(*FAST, "-h", "zero", *form)
    assert (finished.status, finished.err) == (0, "")


def on_a_terminal(arguments, size=(24, 100)):
    """Return what a command writes to a terminal of so many lines and columns."""
    pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")
    from fcntl import ioctl
    from struct import pack
    from termios import TIOCSWINSZ

    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, pack("HHHH", *size, 0, 0))
    settings = environment(TERM="xterm-256color")
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    with subprocess.Popen([*call(), *arguments], env=settings, **streams) as process:
        os.close(theirs)
        written = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    return process.returncode, written.decode()


def _read(end):
    try:
        return os.read(end, 1 << 16)
    except OSError:  # Linux, when the other end is closed
        return b""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals here")
class TestOnATerminal:
    def test_the_table_follows_the_status_line_and_the_cursor_is_back(self, write):
        reference = write(SHOWN_AT_ONCE + SPEAKS)
        status, text = on_a_terminal([*FAST, "-h", reference])
        before, called, after = text.partition(HERE)
        assert (status, called) == (0, HERE)
        assert "solved" not in before
        assert "solved" in after
        assert text.count("* the cost is proved to be optimal") == 1
        assert text.count("\x1b[?25l") == text.count("\x1b[?25h") > 0

    @pytest.mark.gate("kills")
    @pytest.mark.skipif(sys.platform != "linux", reason="there is no supervisor here")
    def test_a_command_that_had_to_be_killed_leaves_the_cursor_visible(self, write):
        deaf = write(
            f"{SHOWN_AT_ONCE}def my_h(node):\n    return node.depth and sum(range(10**15))\n"
        )
        status, text = on_a_terminal([*FAST, "-h", f"zero,{deaf}", "--seconds", "1"])
        assert status == 3
        assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")
