"""Builds the files of a release, and tries them like a new user: ``python tools/release.py``.

It writes a wheel and a source distribution to ``dist/`` (this needs the extra ``release``), and
checks both. It installs the wheel without extras, and then with each extra, by the command in the
error about the missing extra. ``--quick`` tries only the wheel without extras.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tarfile
import tempfile
import venv
from collections.abc import Sequence
from importlib.metadata import PathDistribution
from pathlib import Path
from shutil import rmtree
from zipfile import Path as ZipPath
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
PACKAGES = ("aima_search", "puzzles", "heuristics")
MOST_BYTES = 1_300_000  # a larger wheel would contain pictures or data by mistake
FOR_DEVELOPERS = {"test", "gate", "lint", "bench", "docs", "release"}

IMPORT_ALL = """
import importlib, pkgutil, re
from importlib.metadata import requires
extras = [one for one in requires("aima-search") if "extra ==" in one]
optional = {re.match("[A-Za-z0-9_]+", one)[0] for one in extras}
for name in ("aima_search", "puzzles", "heuristics"):
    for module in pkgutil.walk_packages(importlib.import_module(name).__path__, name + "."):
        try:
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        except ModuleNotFoundError as error:  # reported when it is used
            if error.name.partition(".")[0] not in optional:
                raise
"""
COMPARED = "from aima_search import compare; from puzzles import MovIX; "
COMPARED += "print(compare(MovIX.level('2-tiny'), ['astar'], ['zero'])"
PLAYED = "from aima_search.apps.play.widget import play; from puzzles import MovIX; "
PLAYED += "print(play(MovIX.level('2-tiny')))"
ASKING = {  # for each extra, a command that needs this extra
    "fast": "aima-search solve movix 2-tiny --heuristic zero --engine compiled",
    "plot": "aima-search show movix --png board.png",
    "report": "aima-search compare movix 2-tiny --seconds 60 --html page.html",
    "data": f'python -c "{COMPARED}.dataframe())"',
    "distributed": "aima-search lab run grid.toml --scheduler local --jobs 1",
    "widget": f'python -c "{PLAYED}"',
}
PAGE = """
import re, signal, subprocess, sys, urllib.request
command = [sys.executable, "-m", "aima_search", "play", "--port", "0", "--no-browser"]
streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
with subprocess.Popen(command, **streams) as server:
    told = server.stdout.readline()
    print(told)
    address = re.search("http://[^ ]+", told)
    if address:
        with urllib.request.urlopen(address[0].strip()) as answer:
            assert b"</html>" in answer.read()
        server.send_signal(signal.SIGTERM)  # a job in the background may ignore SIGINT
sys.exit(0 if address else server.returncode)
"""
TEXTBOOK = "from aima_search.search import *; "
TEXTBOOK += "print(astar_search(EightPuzzle((1, 2, 3, 4, 5, 6, 0, 7, 8))))"
GRID = """
puzzle = "movix"
algorithms = ["astar"]
heuristics = ["zero"]
[[instances]]
levels = "2-tiny"
"""
WITH_THE_CORE = [  # the exit status and the command
    (0, "aima-search --version"),
    (0, "aima-search list"),
    (0, "aima-search solve movix 2-tiny"),
    (1, "aima-search solve movix 7-never --quiet"),
    (2, "aima-search solve movix no-such-board"),
    (0, "aima-search compare movix 2-tiny --seconds 60"),
    (0, "aima-search check movix 2-tiny --heuristic assignment"),
    (0, "aima-search explain hitori"),
    (0, "aima-search lab run grid.toml"),
    (0, "python page.py"),
    (0, f"python -c {shlex.quote(TEXTBOOK)}"),
]


class Failed(Exception):
    """The release has a fault."""


def main(arguments: Sequence[str]) -> None:
    """Build a wheel and a source distribution; check, install and try them."""
    os.environ["PIP_NO_COMPILE"] = "1"  # most files are never imported, so do not compile them
    rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    run(sys.executable, "-m", "twine", "check", "--strict", *DIST.iterdir())
    (wheel,) = DIST.glob("*.whl")
    (source,) = DIST.glob("*.tar.gz")
    check_wheel(wheel)
    with tempfile.TemporaryDirectory() as folder:
        core = Environment(Path(folder) / "core")
        core.install(wheel)
        core.run([core.python, "-W", "error", "-c", IMPORT_ALL])
        for status, command in WITH_THE_CORE:
            core.run(core.words(command), status)
        for extra in extras_of(wheel):
            core.lacks(extra)
        if "--quick" not in arguments:
            for extra in extras_of(wheel):
                try_extra(Path(folder), core, extra)
            try_source(Path(folder), core, source)
    print(f"released as it should be: {wheel.name}, {wheel.stat().st_size:,} bytes; {source.name}")


def check_wheel(wheel: Path) -> None:
    """Raise Failed if the wheel lacks a file of the packages, has other files, or is too large."""
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=ROOT, check=True, capture_output=True, text=True
    )
    with ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    wanted = set(listed.stdout.split("\n")) - {""}
    if held != wanted:
        raise Failed(
            f"{wheel.name}: lacks {wanted - held or '-'}, should not hold {held - wanted or '-'}"
        )
    if wheel.stat().st_size > MOST_BYTES:
        raise Failed(
            f"{wheel.name}: {wheel.stat().st_size:,} bytes, expected {MOST_BYTES:,} at most"
        )


def extras_of(wheel: Path) -> list[str]:
    """Return the extras for users; raise Failed for an extra that this script cannot try."""
    (info,) = (part for part in ZipPath(wheel).iterdir() if part.name.endswith(".dist-info"))
    named = PathDistribution(info).metadata.get_all("Provides-Extra") or []
    extras = [extra for extra in named if extra not in FOR_DEVELOPERS]
    if set(extras) != set(ASKING):
        raise Failed(f"extras {sorted(extras)}: expected those of ASKING, {sorted(ASKING)}")
    return extras


def try_extra(folder: Path, core: Environment, extra: str) -> None:
    """Install an extra by the command in its error; its command then works, others still fail."""
    added = Environment(folder / extra, core)
    run(*shlex.split(added.lacks(extra)))
    added.run(added.words(ASKING[extra]))
    brought = {"report": {"plot"}}.get(extra, set()) | {extra}  # an extra can include another extra
    for other in ASKING.keys() - brought:
        added.lacks(other)


def try_source(folder: Path, core: Environment, source: Path) -> None:
    """Unpack the source distribution, and install it by the command in its error message."""
    with tarfile.open(source) as packed:
        packed.extractall(folder, filter="data")
    checkout = folder / source.name.removesuffix(".tar.gz")
    core.run([core.python, "-m", "pip", "uninstall", "--yes", "--quiet", "aima-search"])
    for path in ("pyproject.toml", "LICENSE", "CHANGELOG.md", "tests/conftest.py"):
        if not (checkout / path).is_file():
            raise Failed(f"{source.name}: lacks {path}")
    command = [core.python, "-m", "aima_search", "show", "movix", "--png", "board.png"]
    told = core.run(command, 2, cwd=checkout)
    run(*shlex.split(told.partition("installs it: ")[2]))
    core.run(command, cwd=checkout)


class Environment:
    """A new virtual environment; with a base environment, it also has the packages of the base."""

    def __init__(self, folder: Path, below: Environment | None = None) -> None:
        venv.create(folder, with_pip=below is None)
        self.folder = folder
        self.python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        for name, text in (("grid.toml", GRID), ("page.py", PAGE)):
            (folder / name).write_text(text, encoding="utf-8")
        if below is not None:
            (self._packages() / "below.pth").write_text(f"{below._packages()}\n", encoding="utf-8")

    def _packages(self) -> Path:
        told = self.run(
            [self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
        )
        return Path(told.strip())

    def install(self, *what: object) -> None:
        """Install packages or wheels in this environment."""
        run(self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what)

    def words(self, command: str) -> list[object]:
        """Return the words of a command, as this environment's Python runs it."""
        name, *rest = shlex.split(command)
        return [self.python, *(["-m", "aima_search"] if name == "aima-search" else []), *rest]

    def lacks(self, extra: str) -> str:
        """Return the command in the error about a missing extra."""
        command = ASKING[extra]
        told = self.run(self.words(command), 1 if command.startswith("python -c") else 2)
        last = told.strip().splitlines()[-1]
        if f"the extra {extra!r} installs it: " not in last:
            raise Failed(f"{command}: told {last!r}, expected the extra {extra!r}")
        return last.partition("installs it: ")[2]

    def run(self, command: Sequence[object], status: int = 0, cwd: Path | None = None) -> str:
        """Run a command and return its output with its errors; Failed for another exit status."""
        done = subprocess.run(
            [str(word) for word in command],
            cwd=cwd or self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode != status:
            raise Failed(
                f"{shlex.join(map(str, command))}: status {done.returncode}\n{done.stdout}"
            )
        return done.stdout


def run(*command: object) -> None:
    """Print and run a command; raise an error if it fails."""
    print("+", shlex.join(map(str, command)), flush=True)
    subprocess.run([str(word) for word in command], check=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Failed as failure:
        sys.exit(str(failure))
