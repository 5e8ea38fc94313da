"""Adding an algorithm is one registration: the template's, and all that know it at once."""

import csv
import io
import json
from pathlib import Path

import pytest

from aima_search import solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps import grade, lab
from aima_search.apps.lab import runner
from aima_search.apps.lab.tables import mean_table, outcome_table
from aima_search.base.errors import InputError, UnknownName
from aima_search.trace import record
from puzzles import MovIX
from tests.aima_search.apps.grade.assignments import check, top_for
from tests.aima_search.apps.lab.in_this_process import InThisProcess
from tests.aima_search.apps.play.talking import Talk
from tests.aima_search.catalog.packages import install
from tests.aima_search.catalog.packages import run as run_python

TEMPLATE = Path(__file__).parents[1] / "template/algorithms/plunge.py"


@pytest.fixture
def plunge(monkeypatch):
    """The template's algorithm; it is forgotten after the test."""
    monkeypatch.setattr(ALGORITHMS, "_entries", dict(ALGORITHMS._entries))
    monkeypatch.setattr(ALGORITHMS, "_origins", dict(ALGORITHMS._origins))
    exec(compile(TEMPLATE.read_text("utf-8"), str(TEMPLATE), "exec"), {"__name__": "plunge"})
    return solve(MovIX.level("2-tiny"), "plunge", "manhattan")


def test_its_entry_has_its_parameters(plunge):
    entry = ALGORITHMS.get("plunge")
    assert (entry.informed, entry.best_first, entry.complete) == (True, False, False)
    assert entry.summary.startswith("Go to the child with the lowest h")
    assert entry.defaults == {"most": 1000}
    assert [option.help for option in entry.written_options.values()] == [
        "largest number of expansions"
    ]


def test_it_is_listed_with_its_option(plunge, run):
    listed = json.loads(run("list", "--json").out)
    assert listed["algorithms"]["plunge"]["complete"] is False
    assert "plunge" in run("list").out


def test_it_runs(plunge, run):
    assert plunge.status == "solved"
    found = run("solve", "movix", "2-tiny", "--algorithm", "plunge", "-h", "manhattan", "--json")
    assert json.loads(found.out)["expanded"] == plunge.expanded
    stopped = solve(MovIX.level("2-tiny"), "plunge(most=1)", "manhattan")
    assert (stopped.status, stopped.expanded) == ("not-found", 1)
    with pytest.raises(InputError, match="most '0': expected a whole number from 1 up"):
        solve(MovIX.level("2-tiny"), "plunge(most=0)", "manhattan")


def test_it_is_compared(plunge, run):
    given = ("--algorithms", "astar,plunge", "--heuristics", "manhattan", "--json")
    rows = json.loads(run("compare", "movix", "2-tiny", *given).out)["rows"]
    assert {row["algorithm"]: row["expanded"] for row in rows}["plunge"] == plunge.expanded


def test_its_option_is_read_and_shown_wherever_options_are(plunge, run, tmp_path, monkeypatch):
    """The one line that describes it, ``MOST``, is all that was added."""
    how = ("movix", "2-tiny", "-h", "manhattan", "--json")
    given = run("solve", *how, "-a", "plunge(most=1)")
    assert (json.loads(given.out)["status"], json.loads(given.out)["expanded"]) == ("not-found", 1)
    named = ("plunge(most=1)", "plunge(most=2)")
    rows = json.loads(run("compare", *how, "-a", ",".join(named)).out)["rows"]
    assert [(row["options"], row["expanded"]) for row in rows] == [
        ({"most": 1}, 1),
        ({"most": 2}, 2),
    ]
    (tmp_path / "boards.txt").write_text(MovIX.level("2-tiny").format())
    out = tmp_path / "results.csv"
    run("batch", "movix", tmp_path / "boards.txt", "-a", named[0], "-h", "zero", "--out", out)
    (row,) = csv.DictReader(io.StringIO(out.read_text("utf-8")))
    assert json.loads(row["options"]) == {"most": 1}
    done = stored(tmp_path, monkeypatch, named)
    assert [label for label, *_ in mean_table(done).rows] == []  # neither solves a board
    assert [label for label, *_ in outcome_table(done).rows] == [f"{one}, zero" for one in named]
    told = {one["name"]: one["options"] for one in Talk()("catalog")["algorithms"]}
    assert [(one["name"], one["default"]) for one in told["plunge"]] == [("most", 1000)]


def stored(folder, monkeypatch, algorithms):
    """Run a grid without processes of its own: they would not know the algorithm."""
    monkeypatch.setattr(runner, "RunWorker", InThisProcess)
    grid = f"""
        puzzle = "movix"
        algorithms = {json.dumps(algorithms)}
        heuristics = ["zero"]
        [[instances]]
        levels = ["2-tiny"]
    """
    lab.run_grid(lab.parse_grid(grid, folder), folder / "results.sqlite", jobs=1)
    return lab.load(folder / "results.sqlite")


def test_it_is_traced(plunge, run):
    trace = record(MovIX.level("2-tiny"), "plunge", "manhattan")
    assert trace.steps == plunge.expanded
    assert trace.is_whole
    assert [node.fate for node in trace].count("goal") == 1
    assert len(trace) == plunge.generated + 1
    known = [node for node in trace if node.fate == "known"]
    assert {node.state for node in known} <= {node.state for node in trace if node not in known}
    lines = run("solve", "movix", "2-tiny", "-a", "plunge", "-h", "manhattan", "-q", "--trace")
    assert "\ngoal: " in lines.out


def test_it_plays_on_the_page(plunge):
    talk = Talk()
    talk("open", puzzle="movix", board="2-tiny", algorithm="plunge", heuristic="manhattan")
    position = talk.to_end()
    assert (position["status"], position["expanded"]) == ("solved", plunge.expanded)
    assert len(talk("solution")) == plunge.depth + 1
    assert "plunge" in [one["name"] for one in talk("catalog")["algorithms"]]


def test_it_is_what_an_assignment_asks_for(plunge, tmp_path):
    asked = {"answer": "expanded", "measure": "expanded", "boards": "small"}
    text = top_for("answer") + check("value", algorithm="plunge", heuristic="manhattan", **asked)
    handed = tmp_path / "answers.toml"
    handed.write_text(f"expanded = {plunge.expanded}\n", "utf-8")
    asked_for = grade.parse_assignment(text, tmp_path)
    (score,) = grade.run(asked_for, [handed], confined=False)  # only this process knows plunge
    assert [finding.outcome for finding in score.parts[0].findings] == ["passed"]


def test_a_package_announces_it(tmp_path):
    install(tmp_path, "stranger", "plunging", TEMPLATE.read_text("utf-8"), group="algorithms")
    script = (
        "from aima_search import solve; from puzzles import MovIX;"
        "print(solve(MovIX.level('2-tiny'), 'plunge', 'manhattan').status)"
    )
    assert run_python(tmp_path, "-c", script).stdout == "solved\n"


def test_a_name_that_is_taken_stays_what_it_was(plunge):
    before = ALGORITHMS.get("astar")
    text = TEMPLATE.read_text("utf-8").replace('"plunge"', '"astar"')
    with pytest.raises(InputError, match="algorithm 'astar' of plunge: the name is already"):
        exec(text, {"__name__": "plunge"})
    assert ALGORITHMS.get("astar") is before


def test_without_it_nobody_knows_it():
    with pytest.raises(UnknownName, match="unknown algorithm 'plunge'"):
        solve(MovIX.level("2-tiny"), "plunge")
