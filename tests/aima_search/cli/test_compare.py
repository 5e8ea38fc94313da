"""``aima-search compare``: one table, also as JSON and CSV, with a stranger's heuristic in it."""

import csv
import io
import json
import sys

import pytest

from aima_search.model.puzzle import PUZZLES

FAST = ["--algorithms", "breadth-first,astar,greedy", "--heuristics", "zero,assignment"]
MINE = '''
def my_h(problem):
    """Nothing is known."""
    return lambda node: 0
'''


def test_the_table_has_a_row_for_every_run(run):
    finished = run("compare", "movix", "2-tiny", *FAST)
    assert finished.status == 0
    rows = [line.split() for line in finished.out.splitlines() if " solved " in line]
    assert [row[:2] for row in rows] == [
        ["breadth-first", "-"],
        ["astar", "zero"],
        ["astar", "assignment"],
        ["greedy", "zero"],
        ["greedy", "assignment"],
    ]
    assert [row[3].endswith("*") for row in rows[:3]] == [True] * 3  # marked as optimal
    header = next(line for line in finished.out.splitlines() if "algorithm" in line)
    for column in [
        "status",
        "cost",
        "expanded",
        "generated",
        "b*",
        "frontier",
        "seconds",
        "memory",
    ]:
        assert column in header


def test_a_strangers_heuristic_joins_the_registered_ones(run, write):
    reference = write(MINE)
    finished = run(
        "compare", "movix", "2-tiny", "-a", "astar", "--heuristics", f"all,{reference}", "--json"
    )
    rows = json.loads(finished.out)["rows"]
    heuristics = [row["heuristic"] for row in rows]
    assert {"zero", "partial-alignment", "assignment"} < set(heuristics)
    assert heuristics[-1] == reference
    assert rows[-1]["expanded"] == rows[heuristics.index("zero")]["expanded"]
    assert rows[-1]["cost"] == rows[0]["cost"]


def test_algorithms_with_options_are_rows_of_their_own(run):
    chosen = ["-a", "astar,weighted-astar(weight=1.50)", "--algorithm", "weighted-astar(weight=3)"]
    finished = run("compare", "movix", "2-tiny", *chosen, "-h", "zero")
    rows = [line.split() for line in finished.out.splitlines() if " solved " in line]
    names = ["astar", "weighted-astar(weight=1.5)", "weighted-astar(weight=3)"]
    assert [row[0] for row in rows] == names
    rows = json.loads(run("compare", "movix", "2-tiny", *chosen, "-h", "zero", "--json").out)[
        "rows"
    ]
    assert [row["options"] for row in rows] == [{}, {"weight": 1.5}, {"weight": 3}]
    table = run("compare", "movix", "2-tiny", *chosen, "-h", "zero", "--csv").out
    rows = list(csv.DictReader(io.StringIO(table)))
    assert [row["options"] for row in rows] == ["{}", '{"weight": 1.5}', '{"weight": 3}']


def test_json_and_csv_agree(run, monkeypatch):
    clock = iter(range(10**6))
    monkeypatch.setattr("aima_search.runs.monitor.perf_counter", lambda: next(clock) * 1e-4)
    described = json.loads(run("compare", "movix", "2-tiny", "7-never", *FAST, "--json").out)
    table = run("compare", "movix", "2-tiny", "7-never", *FAST, "--csv").out
    rows = list(csv.DictReader(io.StringIO(table)))
    assert list(described["boards"]) == ["2-tiny", "7-never"]
    assert len(rows) == len(described["rows"]) == 10
    for row, expected in zip(rows, described["rows"], strict=True):
        for name, value in expected.items():
            if name not in ("seconds", "prepared", "used_memory"):
                assert row[name] == ("" if value is None else str(value))


def test_heuristics_given_again_are_all_compared(run):
    finished = run(
        "compare", "movix", "2-tiny", "-a", "astar", "-h", "zero", "-h", "conflicts", "--csv"
    )
    rows = csv.DictReader(io.StringIO(finished.out))
    assert [row["heuristic"] for row in rows] == ["zero", "conflicts"]


def test_a_limit_is_a_row_and_not_an_error(run):
    finished = run("compare", "movix", "1-first", *FAST, "--nodes", "1", "--csv")
    assert finished.status == 0
    statuses = [row["status"] for row in csv.DictReader(io.StringIO(finished.out))]
    assert statuses == ["node-limit"] * 5


def test_a_failure_is_a_row_and_told_below_the_table(run, write):
    reference = write("def my_h(node):\n    return 1 / 0\n")
    finished = run("compare", "movix", "2-tiny", "-a", "astar,bidirectional", "-h", reference)
    assert finished.status == 0
    assert " heuristic-raised " in finished.out
    assert " not-applicable " in finished.out
    place = "my.py, line 2"
    assert f"astar, {reference}: {place}: ZeroDivisionError: division by zero" in finished.out


@pytest.mark.parametrize("name", ["gone.py:h", "max(zero, gone.py:h)"])
def test_a_file_of_heuristics_that_is_not_there_fails_before_any_run(run, name):
    finished = run("compare", "movix", "2-tiny", "-h", name)
    assert (finished.status, finished.out) == (2, "")
    assert finished.err == "aima-search: heuristic file 'gone.py': there is no such file\n"


def test_several_boards_give_totals_and_geometric_means(run):
    boards = ["2-tiny", "4-jump", "7-never"]
    finished = run("compare", "movix", *boards, *FAST)
    text = finished.out
    assert "over the 2 boards that every configuration solved" in " ".join(text.split())
    summary = text[text.index("all boards") :]
    rows = json.loads(run("compare", "movix", *boards, *FAST, "--json").out)["rows"]
    expanded = [
        row["expanded"]
        for row in rows
        if (row["algorithm"], row["heuristic"]) == ("astar", "assignment")
    ]
    line = next(each for each in summary.splitlines() if " assignment " in each and "astar" in each)
    words = line.split()
    mean = (max(expanded[0], 1) * max(expanded[1], 1)) ** 0.5
    assert words[2:5] == ["2", "3", f"{sum(expanded):,}"]
    assert words[6] == f"{mean:,.1f}"


def test_ties_get_a_column_where_there_are_several(run):
    arguments = ["compare", "movix", "2-tiny", "-a", "astar", "-h", "zero"]
    assert "ties" not in run(*arguments).out
    text = run(*arguments, "--tie-breaks", "fifo,lifo").out
    assert "ties" in text
    assert all(any(word in line for line in text.splitlines()) for word in (" fifo ", " lifo "))


def test_a_name_that_looks_like_a_formula_is_none_in_csv(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "=1+1").write_text("line 2\nSS\n__\n")
    table = run("compare", "movix", "=1+1", *FAST, "--csv").out
    assert {row["board"] for row in csv.DictReader(io.StringIO(table))} == {"'=1+1"}


@pytest.mark.parametrize("flag", ["--json", "--csv"])
def test_interrupting_prints_what_is_there(run, write, flag):
    reference = write("def my_h(node):\n    raise KeyboardInterrupt\n")
    finished = run("compare", "movix", "2-tiny", "-a", "breadth-first,astar", "-h", reference, flag)
    assert finished.status == 130
    assert "solved" in finished.out
    assert "interrupted" in finished.out


def test_a_page_is_written_with_every_board(run, tmp_path):
    pytest.importorskip("jinja2", reason="jinja2 is not installed (extra 'report')")
    path = tmp_path / "page.html"
    finished = run("compare", "movix", "2-tiny", "7-never", *FAST, "--csv", "--html", path)
    assert finished.err == f"wrote {path}\n"
    page = path.read_text("utf-8")
    assert page.count("<table>") == 3
    assert "movix: search compared" in page
    assert "4x4,3:M1H1/V2L/3M/S2M" in page


@pytest.mark.parametrize("module", ["jinja2", "matplotlib"])
def test_a_page_that_cannot_be_made_is_told_before_the_runs(run, monkeypatch, tmp_path, module):
    monkeypatch.setitem(sys.modules, module, None)
    finished = run("compare", "movix", "2-tiny", *FAST, "--html", tmp_path / "page.html")
    assert (finished.status, finished.out) == (2, "")
    assert "[report]" in finished.err


def test_the_engine_is_part_of_what_a_run_is_and_what_it_cannot_do_is_a_row(run):
    algorithms = ["--algorithms", "depth-first", "--heuristics", "conflicts"]
    finished = run("compare", "movix", "2-tiny", *algorithms, "--engine", "compiled", "--json")
    [refused] = json.loads(finished.out)["rows"]
    assert refused["options"] == {"engine": "compiled"}
    assert refused["status"] == "not-applicable"
    assert refused["message"].startswith(
        "engine compiled: found the algorithm depth-first, expected one of "
    )
    objects = json.loads(run("compare", "movix", "2-tiny", *algorithms, "--json").out)["rows"][0]
    assert objects["options"] == {}
    table = run("compare", "movix", "2-tiny", *algorithms, "--engine", "auto").out
    assert table.splitlines()[0].rstrip().endswith("V2L/3M/S2M, engine auto")


@pytest.mark.parametrize("puzzle", ["hitori", "sudoku"])
def test_without_a_board_an_example_shows_that_heuristics_differ(run, puzzle):
    status, out, err = run("compare", puzzle, "--algorithms", "astar", "--json")
    assert status == 0
    assert err.startswith(f"no board given, using: {' '.join(PUZZLES.get(puzzle).example)}")
    expanded = [row["expanded"] for row in json.loads(out)["rows"] if row["status"] == "solved"]
    assert max(expanded) > min(expanded) > 1


def test_options_of_the_example_may_be_given(run):
    arguments = ("--formulation", "deduce", "--algorithms", "astar", "--heuristics", "zero")
    _, out, _ = run("compare", "hitori", *arguments)
    assert "nothing to compare, as all searches expand at most 1 node: add --formulation" in out


def test_a_table_of_single_expansions_says_what_to_add(run):
    arguments = ("--algorithms", "astar", "--heuristics", "zero,edge-cover")
    _, out, _ = run("compare", "hitori", "05x05-medium", *arguments)
    (line,) = [line for line in out.splitlines() if "nothing to compare" in line]
    flags = line.partition("add ")[2].partition(" to see")[0].split()
    _, out, _ = run("compare", "hitori", "05x05-medium", *flags, *arguments)
    assert "nothing to compare" not in out


def test_an_unknown_option_names_the_nearest_option_of_the_command(run):
    status, _, err = run("analyse", "movix", "2-tiny", "--heuristics", "zero")
    assert (status, err.count("\n")) == (2, 1)
    assert "did you mean '--heuristic'?" in err
