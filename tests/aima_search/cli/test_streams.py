"""Standard output that is closed, full, ASCII only or read no further; an early Ctrl-C."""

import os
import re
from pathlib import Path

import pytest

from tests.aima_search.cli.processes import call, environment, run

COMMANDS = [
    "list",
    "list movix --json",
    "show movix",
    "solve movix 2-tiny",
    "solve hitori 05x05-hard --quiet",
    "compare movix 2-tiny -a astar -h zero",  # nothing takes long: no progress is printed
    "analyse movix 2-tiny",
    "explain hitori",
    "generate movix",
    "solve --help",
]
pytestmark = pytest.mark.gate("many processes")
every_command = pytest.mark.parametrize("command", COMMANDS)


@every_command
def test_a_reader_who_has_gone_is_no_error_and_no_proof(command):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run([*call(), *command.split()], stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


@every_command
def test_a_closed_output_changes_nothing_else(command):
    done = run([*call("sh", "-c", 'exec "$@" >&-', "sh"), *command.split()])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@every_command
def test_a_full_disk_is_one_line(command):
    with open("/dev/full", "w") as full:
        done = run([*call(), *command.split()], stdout=full)
    assert done.returncode == 2
    assert done.stderr.startswith("aima-search: 'standard output': No space left on device: fix")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "command",
    [
        "compare movix 2-tiny -a astar -h zero --html full.html",
        "solve movix 2-tiny -q --html full.html",
        "solve movix 2-tiny -q --gif full.gif",
        "solve movix 2-tiny -q --png full.png",
        "solve movix 2-tiny -q --trace full.txt",
        "analyse movix 2-tiny --png full.png",
        "show movix --svg full.svg",
        "show movix --png full.png",
    ],
)
def test_a_file_on_a_full_disk_is_named(run, tmp_path, monkeypatch, command):
    path = tmp_path / command.split()[-1]
    path.symlink_to("/dev/full")
    monkeypatch.chdir(tmp_path)
    done = run(*command.split())
    assert done.status == 2
    last = done.err.splitlines()[-1]
    assert re.match(f"aima-search: '.*{path.name}': No space left on device: fix this", last)


@pytest.mark.parametrize("command", ["solve", "compare -a astar -h zero", "analyse", "show"])
def test_ascii_output_takes_names_in_other_characters(tmp_path, command):
    board = tmp_path / "b\u00e4r.txt"
    board.write_text("line 2\nSS\n__\n")
    ascii_only = environment(PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    done = run([*call(), *command.split(), "movix", str(board)], env=ascii_only)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


INTERRUPTED = """
import sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from aima_search.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["click", "aima_search.cli", "aima_search.catalog.user_files"])
def test_ctrl_c_during_the_start_is_one_line(module):
    done = run([*call(code=INTERRUPTED.format(module=module)), "list"])
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "aima-search: interrupted\n")
