"""What is said once is added by one edit of one file: in a copy of the project, seen everywhere."""

import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.gate("copies of the project, and their command lines")

ROOT = Path(__file__).parent.parent
GRID = """
puzzle = "movix"
algorithms = ["astar"]
heuristics = ["zero", "mine.py:h"]
[[instances]]
levels = ["2-tiny"]
"""


class Copy:
    """A copy of the project in a folder, to be edited and run."""

    def __init__(self, folder):
        self.folder = folder
        for package in ("aima_search", "puzzles", "heuristics"):
            shutil.copytree(ROOT / package, folder / package)

    def edit(self, file, before, after):
        """Replace what stands once in a file."""
        path = self.folder / file
        text = path.read_text("utf-8")
        assert text.count(before) == 1, f"{before!r} stands {text.count(before)} times in {file}"
        path.write_text(text.replace(before, after), "utf-8")

    def run(self, *arguments):
        """Run the copy's command line."""
        return subprocess.run(
            [sys.executable, "-m", "aima_search", *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path)


def test_a_limit(copy):
    copy.edit(
        "aima_search/base/limits.py",
        "    memory: int | str | None = _limit(",
        """    generated: int | None = _limit(
        "generated-limit",
        "nodes that are made",
        Option("generated", int, "Limit on nodes that are made."),
        "{:,} nodes made".format,
        1_000,
        counts="generated",
    )
    memory: int | str | None = _limit(""",
    )
    solved = copy.run("solve", "movix", "1-first", "-q", "--generated", "100")
    assert solved.returncode == 3
    assert "the generated limit was reached" in solved.stdout
    how = ("-h", "zero", "--generated", "100")
    compared = copy.run("compare", "movix", "1-first", "-a", "astar", *how)
    assert "stopped by the limit of 100 nodes made" in compared.stdout
    assert "to raise the limit, use --generated 1000" in compared.stdout
    (row,) = json.loads(copy.run("compare", "movix", "-a", "astar", *how, "--json").stdout)["rows"]
    assert (row["status"], row["limit_generated"]) == ("generated-limit", 100)
    (copy.folder / "boards.txt").write_text("4x4,3:M1H1/V2L/3M/S2M\n")
    copy.run("batch", "movix", "boards.txt", "--generated", "5", "--out", "results.csv")
    with (copy.folder / "results.csv").open(newline="") as file:
        assert [row["limit_generated"] for row in csv.DictReader(file)] == ["5"]
    grid = GRID.replace(', "mine.py:h"', "") + "[limits]\ngenerated = "
    (copy.folder / "grid.toml").write_text(grid + "5\n")
    told = copy.run("lab", "run", "grid.toml", "--jobs", "1")
    assert "1 generated-limit" in told.stdout, told.stderr
    told = copy.run("lab", "report", "grid.sqlite", "--html", "report.html")
    assert "5 nodes made" in (copy.folder / "report.html").read_text("utf-8"), told.stderr
    (copy.folder / "grid.toml").write_text(grid + "2.5\n")
    told = copy.run("lab", "run", "grid.toml", "--jobs", "1")
    assert "generated = 2.5: expected a whole number" in told.stderr


def test_a_store_that_is_older_than_a_limit_keeps_its_runs(copy):
    (copy.folder / "grid.toml").write_text(GRID.replace(', "mine.py:h"', ""))
    copy.run("lab", "run", "grid.toml", "--jobs", "1")
    copy.edit(
        "aima_search/base/limits.py",
        "    memory: int | str | None = _limit(",
        """    generated: int | None = _limit(
        "generated-limit", "nodes", Option("generated", int, "."), str, 1, counts="generated"
    )
    memory: int | str | None = _limit(""",
    )
    again = copy.run("lab", "run", "grid.toml", "--jobs", "1")
    assert "1 stored before" in again.stdout, again.stderr


def test_an_outcome(copy):
    copy.edit(
        "aima_search/runs/outcomes.py",
        "_ALL = (\n",
        '_ALL = (\n    OutcomeKind("too-deep", "deeper than it should be", "nobody goes there"),\n',
    )
    (copy.folder / "mine.py").write_text(
        "from aima_search.base.limits import LimitReached\n"
        'def h(node):\n    raise LimitReached("too-deep")\n'
    )
    (copy.folder / "grid.toml").write_text(GRID)
    how = ("movix", "2-tiny", "-h", "mine.py:h")
    solved = copy.run("solve", *how, "-q")
    assert (solved.returncode, "deeper than it should be" in solved.stdout) == (3, True)
    (row,) = json.loads(copy.run("compare", *how, "-a", "astar", "--json").stdout)["rows"]
    assert row["status"] == "too-deep"
    (copy.folder / "boards.txt").write_text("4x4,3:M1H1/V2L/3M/S2M\n")
    batch = copy.run("batch", "movix", "boards.txt", "-h", "mine.py:h", "--out", "results.csv")
    assert (batch.returncode, "too-deep" in batch.stdout) == (3, True)
    with (copy.folder / "results.csv").open(newline="") as file:
        assert [row["status"] for row in csv.DictReader(file)] == ["too-deep"]
    told = copy.run("lab", "run", "grid.toml", "--jobs", "1")
    assert "1 too-deep" in told.stdout, told.stderr
    report = json.loads(copy.run("lab", "report", "grid.sqlite", "--json").stdout)
    (outcomes,) = (table for table in report["tables"] if "too-deep" in table["columns"])
    at = outcomes["columns"].index("too-deep")
    assert [row[at] for row in outcomes["rows"]] == [0, 1]
    again = copy.run("lab", "run", "grid.toml", "--jobs", "1", "--retry", "too-deep")
    assert "1 stored before" in again.stdout
