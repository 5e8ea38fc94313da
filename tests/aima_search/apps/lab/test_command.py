"""``aima-search lab run`` and ``lab report``."""

import csv
import json
import sys

import pytest

from aima_search.apps.lab import run_grid
from tests.aima_search.apps.lab.grids import SMALL, SPECIMENS

pytestmark = pytest.mark.gate("processes of a laboratory")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """The store of the small grid."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "small.toml").write_text(SMALL)
    run_grid(folder / "small.toml", folder / "small.sqlite", jobs=1)
    return folder / "small.sqlite"


def test_a_second_run_has_nothing_to_do(run, tmp_path):
    (tmp_path / "small.toml").write_text(SMALL)
    command = ("lab", "run", tmp_path / "small.toml", "--store", tmp_path / "s.sqlite", "--jobs", 1)
    status, out, _ = run(*command)
    assert (status, out.splitlines()[0]) == (0, "18 of 18 runs: 18 solved")
    status, out, _ = run(*command)
    assert (status, out.splitlines()[0]) == (0, "18 of 18 runs (18 stored before): 18 solved")


def test_the_report_is_printed(run, store):
    status, out, err = run("lab", "report", store)
    assert (status, err) == (0, "")
    assert out.startswith("small: 18 runs on 6 boards of movix\n")
    for words in (
        "whether blind breadth-first search needs",
        "geometric means over the 6 of 6 boards",
        "expanded by line",
    ):
        assert words in out
    assert "Unexpected" not in out


def test_the_report_as_json_and_csv(run, store, tmp_path):
    _, out, _ = run("lab", "report", store, "--json", "--measure", "seconds")
    report = json.loads(out)
    assert (report["missing"], report["measure"], len(report["runs"])) == (0, "seconds", 18)
    assert {pair["first"]["heuristic"] for pair in report["pairs"]} == {"zero"}
    file = tmp_path / "runs.csv"
    _, out, err = run("lab", "report", store, "--csv", file)
    assert (out.count("blind breadth-first search needs"), err) == (1, f"wrote {file}\n")
    with file.open(newline="") as text:
        assert len(list(csv.DictReader(text))) == 18


def test_the_report_for_a_paper(run, store):
    _, out, _ = run("lab", "report", store, "--markdown")
    assert out.startswith("# small: 18 runs on 6 boards of movix\n\n")
    assert "\n| configuration | solved | of | expanded |" in out
    assert "\n| --- | ---: | ---: | ---: |" in out
    _, out, _ = run("lab", "report", store, "--latex")
    assert (
        out.count(r"\begin{tabular}") == out.count(r"\end{tabular}") == out.count(r"\toprule") > 4
    )
    assert r"95 \%" not in out.replace(r"\%", "")
    assert "astar, assignment & 6 & 6 &" in out


def test_the_report_as_files(run, store, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    pytest.importorskip("jinja2", reason="jinja2 is not installed (extra 'report')")
    page = tmp_path / "report.html"
    _, _, err = run("lab", "report", store, "--html", page)
    assert f"wrote {page}" in err
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_extra_that_a_page_needs_is_named_before_the_work(run, store, tmp_path, monkeypatch):
    for module in ("matplotlib", "jinja2"):
        monkeypatch.setitem(sys.modules, module, None)
    status, out, err = run("lab", "report", store, "--html", tmp_path / "report.html")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "[report]" in err


def test_faults_are_told_while_running_and_first_in_the_report(run, tmp_path):
    grid = tmp_path / "grid.toml"
    (tmp_path / "specimens.py").write_text(SPECIMENS.read_text())
    grid.write_text(
        'puzzle = "movix"\nheuristics = ["zero", "specimens.py:raises"]\n'
        '[instances]\nlevels = ["1-first", "2-tiny"]\n[limits]\nnodes = 10\n'
    )
    store = tmp_path / "store.sqlite"
    status, out, err = run("lab", "run", grid, "--store", store, "--jobs", 1)
    assert status == 0
    assert "2 heuristic-raised" in out
    assert err.count("RuntimeError: no idea") == 1
    status, out, _ = run("lab", "report", store)
    assert status == 1
    assert out.index("Unexpected") < out.index("Careful: ") < out.index("Outcomes")


def test_wrong_arguments_are_one_line(run, tmp_path, store):
    (tmp_path / "bad.toml").write_text('puzzle = "movix"\nwals = 1\n')
    for arguments, words in [
        (("run", tmp_path / "none.toml"), "there is no such file"),
        (("run", tmp_path / "bad.toml"), "line 2 wals: unknown key 'wals'"),
        (("report", tmp_path / "none.sqlite"), "there is no such file"),
        (("report", tmp_path / "bad.toml"), "is not a results store"),
        (("report", store, "--measure", "expandet"), "did you mean 'expanded'"),
        (("report", store, "--grid", "smal"), "did you mean 'small'"),
    ]:
        status, out, err = run("lab", *arguments)
        assert (status, out) == (2, ""), err
        assert words in err
        assert err.count("\n") == 1
    assert not (tmp_path / "none.sqlite").exists()


def test_no_expected_outcome_at_all_is_a_status_of_its_own(run, tmp_path):
    (tmp_path / "specimens.py").write_text(SPECIMENS.read_text())
    text = 'puzzle = "movix"\nheuristics = {}\n[instances]\nlevels = "2-tiny"\n'
    (tmp_path / "bad.toml").write_text(text.format("'specimens.py:raises'"))
    (tmp_path / "half.toml").write_text(text.format("['specimens.py:raises', 'zero']"))
    command = ("--store", tmp_path / "s.sqlite", "--jobs", 1)
    status, out, _ = run("lab", "run", tmp_path / "bad.toml", *command)
    assert (status, out.splitlines()[0]) == (3, "1 of 1 runs: 1 heuristic-raised")
    assert run("lab", "run", tmp_path / "half.toml", *command)[0] == 0
    retried = run("lab", "run", tmp_path / "bad.toml", *command, "--retry", "unexpected")
    assert (retried[0], retried[1].splitlines()[0]) == (3, "1 of 1 runs: 1 heuristic-raised")
    assert run("lab", "run", tmp_path / "bad.toml", *command, "--retry", "bad")[0] == 2
