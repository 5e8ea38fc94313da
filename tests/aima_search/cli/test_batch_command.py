"""batch: every board of a file, whatever the others are."""

import csv

import pytest

from tests.aima_search.runs.test_batch import BOARDS, outcome, read_results


def test_the_command_reports_a_bad_line_and_goes_on(run, tmp_path):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text("\n".join(text for _, text in BOARDS))
    status, out, err = run("batch", "movix", boards, "--out", results)
    assert status == 2
    assert "line 3: MovIX board, row 1, column 1: found 'n', expected one of" in err
    assert "4 of 4 boards: 2 solved, 1 no-solution, 1 bad-input" in out
    with results.open() as file:
        assert [row["line"] for row in csv.DictReader(file)] == ["1", "2", "3", "4"]


def test_a_fault_of_a_users_heuristic_names_its_own_line(run, tmp_path):
    boards, own = tmp_path / "boards.txt", tmp_path / "my_h.py"
    boards.write_text(f"# two boards\n{BOARDS[0][1]}\n")
    own.write_text("def h(node):\n    return node.state.none\n")
    status, _, err = run("batch", "movix", boards, "--out", tmp_path / "r.csv", "-h", f"{own}:h")
    assert status == 2
    assert "line 2: " in err
    assert "my_h.py, line 2" in err


def test_results_can_be_printed_and_every_board_told_in_a_line(run, tmp_path):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text("\n".join(text for _, text in BOARDS[:2]))
    printed = run("batch", "movix", boards, "--out", "-")
    assert [row["status"] for row in csv.DictReader(printed.out.splitlines())] == [
        "solved",
        "no-solution",
    ]
    assert "2 of 2 boards: 1 solved, 1 no-solution" in printed.err
    told = run("batch", "movix", boards, "--out", results, "--verbose")
    first, second, *_ = told.out.splitlines()
    assert first.startswith("line 1: solved, cost 2, ")
    assert second.startswith("line 2: no-solution, ")
    assert " expanded, " in second
    both = run("batch", "movix", boards, "--out", "-", "--verbose")
    assert "line 1: solved, cost 2, " in both.err
    assert "line 1" not in both.out
    assert run("batch", "movix", boards, "--out", "-", "--resume").status == 2


def test_the_command_goes_on_where_it_stopped(run, tmp_path):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text(BOARDS[0][1])
    assert run("batch", "movix", boards, "--out", results)[0] == 0
    before = results.read_text()
    boards.write_text(f"{BOARDS[0][1]}\n{BOARDS[1][1]}\n")
    assert run("batch", "movix", boards, "--out", results)[0] == 2  # it is there already
    assert results.read_text() == before
    assert run("batch", "movix", boards, "--out", results, "--resume")[0] == 1
    assert results.read_text().startswith(before)
    assert outcome(read_results(results)) == {1: ("solved", 2), 2: ("no-solution", None)}


def test_the_command_says_that_a_limit_was_reached(run, tmp_path):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text(BOARDS[3][1])
    assert run("batch", "movix", boards, "--out", results, "--nodes", 1, "-h", "zero")[0] == 3


@pytest.mark.parametrize("wrong", [("-a", "astr"), ("-h", "manhatan"), ("-h", "max(zero")])
def test_a_wrong_name_is_told_before_the_results_file_is_made(run, tmp_path, wrong):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text(BOARDS[0][1])
    status, out, err = run("batch", "movix", boards, "--out", results, *wrong)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert not results.exists()


def test_a_wrong_value_of_an_option_is_told_without_a_results_file(run, tmp_path):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text("[[1, 2], [2, 1]]")
    status, _, err = run("batch", "hitori", boards, "--out", results, "--formulation", "nave")
    assert status == 2
    assert "did you mean 'naive'?" in err
    assert not results.exists()


def test_another_heuristic_does_not_go_on_with_the_results(run, tmp_path):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text(BOARDS[0][1])
    run("batch", "movix", boards, "--out", results)
    status, _, err = run("batch", "movix", boards, "--out", results, "--resume", "-h", "zero")
    assert status == 2
    assert "written with 'movix astar assignment', but this batch uses 'movix astar zero'" in err


def test_trips_are_answered_on_one_map_that_a_file_has(run, tmp_path):
    trips, arcs, out = tmp_path / "trips.csv", tmp_path / "square.csv", tmp_path / "out.csv"
    trips.write_text("start,goal\n1,4\n4,3\n1,9\n2,2\n")
    arcs.write_text("1>2,3\n2>3,4\n3>4,5\n1>4,13\n4>1,1\n")
    status, _, err = run("batch", "routes", trips, "--map", arcs, "--out", out)
    assert status == 2
    assert "line 4: unknown routes place '9'" in err
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["cost"] for row in rows] == ["12", "8", "", "0"]
    assert "map=square.csv" in rows[0]["configuration"]
    assert run("solve", "routes", "1>4", "--map", arcs).status == 0
    assert run("batch", "routes", "--map", arcs, trips, "--out", tmp_path / "b.csv").status == 2
    assert "found no file, expected one FILE" in run("batch", "routes", "--map", arcs).err
    assert "there is no such file" in run("batch", "routes", trips, "--map", "no.csv").err


@pytest.mark.parametrize(
    ("heuristic", "reason"),
    [
        ("missing.py:h", "there is no such file"),
        ("my.py:nope", "unknown function in"),
        ("broken.py:h", "SyntaxError"),
    ],
)
def test_a_heuristic_that_cannot_be_had_ends_the_command_before_any_board(
    run, tmp_path, heuristic, reason
):
    boards, results = tmp_path / "boards.txt", tmp_path / "results.csv"
    boards.write_text(BOARDS[0][1])
    (tmp_path / "my.py").write_text("def h(node):\n    return 0\n")
    (tmp_path / "broken.py").write_text("def h(\n")
    finished = run("batch", "movix", boards, "--out", results, "-h", tmp_path / heuristic)
    assert (finished.status, len(finished.err.splitlines())) == (2, 1)
    assert reason in finished.err
    assert not results.exists()


def test_a_faulty_board_is_placed_in_its_file_and_in_nothing_else(run, tmp_path):
    file = tmp_path / "many.txt"
    rows = ["." * 9] * 9
    file.write_text("\n".join([*rows, "", *rows[:8], "x........", ""]), encoding="utf-8")
    batch = run("batch", "sudoku", file, "--out", tmp_path / "out.csv").err
    assert "line 19, column 1: found 'x'" in batch
    solve = run("solve", "sudoku", f"{file}:2").err
    assert solve.startswith("aima-search: many.txt, line 19, column 1: found 'x'")
    assert not any("text, line" in text for text in (batch, solve))
