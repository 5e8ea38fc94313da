"""Rows of ``aima-search compare`` are shown as they are done, on a terminal and elsewhere."""

import os
import re
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


def lines_of(text):
    return [line.partition(", cost")[0] for line in text.splitlines()]


@pytest.mark.usefixtures("impatient")
def test_elsewhere_a_row_is_a_line_as_soon_as_it_is_done(run, write):
    reference = write(SPEAKS)
    finished = run(*FAST, "-h", f"zero,{reference}")
    assert lines_of(finished.err) == [
        "2-tiny: breadth-first: solved",
        "2-tiny: greedy, zero: solved",
        HERE,
        f"2-tiny: greedy, {reference}: solved",
        "2-tiny: astar, zero: solved",
        HERE,
        f"2-tiny: astar, {reference}: solved",
    ]
    assert re.search(r"cost \d+, expanded \d+, seconds [\d.]+$", finished.err)
    assert "2-tiny: " not in finished.out.partition("\n")[2]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_forms_for_programs_are_alone(run, form):
    finished = run(*FAST, "-h", "zero", form)
    assert (finished.status, finished.err) == (0, "")


def test_what_is_done_at_once_is_not_told_twice(run, monkeypatch):
    monkeypatch.setattr(output, "_PATIENCE", float("inf"))
    assert run(*FAST, "-h", "zero").err == ""


def test_rows_that_were_held_back_are_told_with_the_first_that_is_late(run, monkeypatch):
    clock = iter([0.0, 0.1, 0.2, *[5.0] * 1000])
    monkeypatch.setattr(output.Progress, "is_late", lambda self: next(clock) > 2)
    finished = run(*FAST, "-h", "zero,conflicts")
    assert len(finished.err.splitlines()) == 5


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
    def test_the_table_follows_the_lines_and_the_cursor_is_back(self, write):
        reference = write(SHOWN_AT_ONCE + SPEAKS)
        status, text = on_a_terminal([*FAST, "-h", reference])
        before, called, _ = text.partition(HERE)
        assert (status, called) == (0, HERE)
        assert "breadth-first: solved" in before
        assert "greedy, " not in before.rpartition("breadth-first: solved")[2]
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
