"""Run every command of ``aima-search``; stop at a traceback or an unexpected exit status.

    python tools/every_command.py AIMA_SEARCH

The gate runs this with the lowest versions of the dependencies that setup.cfg allows.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

GRID = """puzzle = "movix"
algorithms = ["astar"]
heuristics = ["zero", "conflicts"]
[[instances]]
levels = ["2-tiny", "1-first"]
"""
COMMANDS = {
    "--help": 0,
    "--version": 0,
    "": 0,
    "list": 0,
    "list movix --json": 0,
    "list checks": 0,
    "show movix 2-tiny --svg b.svg --png b.png": 0,
    "solve movix 2-tiny --gif s.gif --html s.html --png s.png": 0,
    "solve movix nope": 2,
    "solve": 2,
    "nope": 2,
    "compare movix 2-tiny --html c.html": 0,
    "check movix 2-tiny --heuristic conflicts": 0,
    "explain hitori": 0,
    "analyse movix 2-tiny": 0,
    "generate tiles --count 2": 0,
    "convert tiles 8-2-book --to rows": 0,
    "batch tiles boards.txt --jobs 2": 0,
    "lab run grid.toml --store s.sqlite": 0,
    "lab report s.sqlite --html r.html": 0,
    "grade": 2,
    "play --export page": 0,
    "cache": 0,
}


def main(program: str) -> None:
    """Run the commands in a temporary folder; program: the path of ``aima-search``."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "grid.toml").write_text(GRID)
        Path(folder, "boards.txt").write_text("123/450/786\n123/456/708\n")
        for command, status in COMMANDS.items():
            done = subprocess.run(
                [program, *command.split()], cwd=folder, capture_output=True, text=True, check=False
            )
            said = done.stdout + done.stderr
            if done.returncode != status or "Traceback" in said:
                sys.exit(f"aima-search {command}: exit {done.returncode}, not {status}\n{said}")
    print(f"{len(COMMANDS)} commands ended as they should")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))
