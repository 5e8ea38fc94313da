"""``aima-search solve``: the steps as pictures, the statistics, the exit status."""

import json
import re
import sys
from ast import literal_eval
from io import BytesIO, TextIOWrapper
from math import inf

import pytest

from aima_search import Limits, solve
from aima_search.cli import output
from aima_search.compiled import engines
from aima_search.display import render_text
from aima_search.model.puzzle import PUZZLES
from aima_search.search import exp_schedule
from puzzles import Hitori, MovIX, SudokuLocal

FIRST = "5x5,4:5/1S1H1/2L2/V4/5"
ROWS = "line 4\n_____\n_S_H_\n__L__\nV____\n_____\n"
TABLE = ["cost", "expanded", "generated", "reopened", "effective branching factor", "seconds"]
BEAM = {"k": 2, "iterations": 3, "seed": 1}
COOLING = {"schedule": exp_schedule(2, 0.1, 9), "seed": 1}


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["2-tiny"], 0),
        (["7-never"], 1),
        (["1-first", "--nodes", "1"], 3),
        (["1-first", "--seconds", "0"], 3),
        (["1-first", "--memory", "1MiB"], 3),
        (["2-tiny", "-a", "depth-limited", "--depth", "1"], 3),
        (["nothing"], 2),
    ],
)
def test_the_exit_status_tells_how_it_ended(run, arguments, status):
    assert run("solve", "movix", *arguments).status == status


def test_every_step_is_printed_with_its_picture_and_the_moved_piece_marked(run):
    finished = run("solve", "movix", FIRST)
    assert finished.status == 0
    assert finished.out.startswith(f"{FIRST}: {FIRST}\n")
    pictures = finished.out.split("\n\n")[1:3]
    for count, picture in enumerate(pictures, 1):
        title, _, *lines = picture.splitlines()
        assert re.match(rf"{count}\. [HLSV] \(", title)
        row = int(re.search(r"-> \((\d+), ", title)[1])
        (marked,) = [line for line in lines if "[" in line]
        assert marked.startswith(f"{row} ")
    assert all(label in finished.out for label in TABLE)


def test_quiet_leaves_the_pictures_out(run):
    finished = run("solve", "movix", FIRST, "--quiet")
    assert finished.out.startswith("astar with assignment: solved\n")
    assert "->" not in finished.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["2-tiny", "-a", "breadth-first"], "breadth-first: solved"),
        (["2-tiny", "-h", "zero"], "astar with zero: solved"),
        (["2-tiny", "-a", "weighted-astar", "--weight", "3"], "weighted-astar(weight=3) with"),
        (["7-never"], "proved: there is no solution"),
        (["1-first", "--nodes", "1"], "the node limit was reached"),
        (["2-tiny", "-a", "depth-limited", "--depth", "1"], "no goal found, and nothing proved"),
    ],
)
def test_the_end_is_told_in_words(run, arguments, words):
    assert words in run("solve", "movix", *arguments).out


@pytest.mark.parametrize(
    ("puzzle", "algorithm", "flags", "options"),
    [
        ("movix", "weighted-astar", ["--weight", "3"], {"weight": 3}),
        ("movix", "weighted-astar(weight=0.5)", [], {"weight": 0.5}),
        ("movix", "weighted-astar(weight=3)", [], {"weight": 3}),
        ("movix", "weighted-astar(weight=3)", ["--weight", "3.0"], {"weight": 3}),
        ("movix", "depth-limited", ["--depth", "4"], {"limit": 4}),
        ("sudoku-local", "beam(k=2, iterations=3)", ["--seed=1"], BEAM),
        ("sudoku-local", "annealing(schedule=2, 0.1, 9)", ["--seed", "1"], COOLING),
    ],
)
def test_an_option_is_the_one_of_solve(run, puzzle, algorithm, flags, options):
    finished = run("solve", puzzle, "-a", algorithm, *flags, "--json", "--nodes", "300")
    found = json.loads(finished.out)
    problem = PUZZLES.get(puzzle).level()
    result = solve(problem, algorithm, limits=Limits(nodes=300), **options)
    assert found["status"] == result.status
    assert [found["expanded"], found["generated"]] == [result.expanded, result.generated]


def test_json_describes_the_solution(run):
    finished = run("solve", "movix", FIRST, "--json", "-h", "zero")
    result = json.loads(finished.out)
    assert (result["puzzle"], result["board"], result["status"]) == ("movix", FIRST, "solved")
    assert (result["cost"], result["algorithm"], result["heuristic"]) == (2, "astar", "zero")
    assert len(result["actions"]) == len(result["grids"]) - 1 == 2
    assert "".join(result["grids"][0][1]) == "_S_H_"
    unsolved = json.loads(run("solve", "movix", "7-never", "--json").out)
    assert (unsolved["status"], unsolved["cost"], unsolved["actions"]) == ("no-solution", None, [])


@pytest.mark.parametrize("source", ["file", "standard input", "option"])
def test_a_board_may_be_a_file_or_come_through_standard_input(run, tmp_path, source):
    (tmp_path / "board.txt").write_text(ROWS)
    if source == "file":
        finished = run("solve", "movix", tmp_path / "board.txt", "--json")
    elif source == "standard input":
        finished = run("solve", "movix", "-", "--json", stdin=ROWS)
    else:
        text = ROWS.replace("line 4\n", "")
        finished = run("solve", "movix", "-", "--line=4", "--json", stdin=text)
    assert json.loads(finished.out)["board"] == FIRST


def test_without_a_board_the_first_level_is_solved(run):
    assert run("solve", "movix", "-q", "--json").out.count('"status": "solved"') == 1


@pytest.mark.parametrize("command", ["show", "solve", "compare", "list"])
def test_an_ascii_terminal_shows_everything(run, monkeypatch, command):
    monkeypatch.setattr(output, "_PATIENCE", inf)  # however slow the machine is just now
    written = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(written, encoding="ascii"))
    finished = run(command, "movix", *(["2-tiny"] if command != "list" else []))
    assert (finished.status, finished.err) == (0, "")
    text = written.getvalue().decode("ascii")
    assert ("movix" if command == "list" else "S") in text
    assert "\\u" not in text  # as what is not drawn in ASCII would be written


def test_the_solution_is_written_as_an_animation(run, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    gif, html = tmp_path / "way.gif", tmp_path / "way.html"
    finished = run("solve", "movix", FIRST, "--json", "--gif", gif, "--html", html)
    assert (finished.status, json.loads(finished.out)["cost"]) == (0, 2)
    assert finished.err == f"wrote {gif}\nwrote {html}\n"
    assert gif.read_bytes().startswith(b"GIF89a")
    assert html.read_text("utf-8").startswith("<!doctype html>")


def test_without_a_solution_no_animation_is_written_and_it_says_so(run, tmp_path):
    finished = run("solve", "movix", "7-never", "-q", "--html", tmp_path / "way.html")
    assert finished.status == 1
    assert finished.err.count("\n") == 1
    assert finished.err.startswith("no animation: no solution")
    assert not (tmp_path / "way.html").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--gif", "way.png"], "'--gif': 'way.png': expected a name that ends in .gif"),
        (["--gif", ".gif"], "'--gif': '.gif': expected a name that ends in .gif"),
        (["--html", "way"], "'--html': 'way': expected a name that ends in .html"),
        (["--all", "--gif", "way.gif"], "omit --all"),
        (["--all", "--last"], "omit --all"),
        (["--png", "way.gif"], "'--png': 'way.gif': expected a name that ends in .png"),
        (["--last", "--quiet"], "omit --quiet and --json"),
        (["--last", "--json"], "omit --quiet and --json"),
    ],
)
def test_a_name_that_will_not_do_is_told_before_the_search(run, arguments, words):
    finished = run("solve", "movix", FIRST, *arguments)
    assert (finished.status, finished.out) == (2, "")
    assert words in finished.err


def test_a_gif_that_cannot_be_drawn_is_told_before_the_search(run, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    finished = run("solve", "movix", FIRST, "--gif", tmp_path / "way.gif")
    assert (finished.status, finished.out) == (2, "")
    assert "[plot]" in finished.err


def test_only_the_last_board_is_printed_on_request(run):
    problem = MovIX.parse(FIRST)
    solution = solve(problem, heuristic="assignment")
    last = run("solve", "movix", FIRST, "--last").out
    title, after, *picture = last.split("\n\n")[0].splitlines()
    assert (title, after) == (f"{FIRST}: {FIRST}", "after 2 actions:")
    assert picture == render_text(problem.scene(solution.states[-1])).splitlines()
    assert "astar with assignment: solved" in last


def test_the_last_board_is_written_as_a_picture(run, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    file = tmp_path / "last.png"
    finished = run("solve", "movix", FIRST, "-q", "--png", file)
    assert (finished.status, finished.err) == (0, f"wrote {file}\n")
    assert file.read_bytes().startswith(b"\x89PNG")
    other = tmp_path / "none.png"
    finished = run("solve", "movix", "7-never", "-q", "--png", other)
    assert (finished.status, finished.err) == (1, "no picture: there is no solution to draw\n")
    assert not other.exists()


STUCK = ["sudoku-local", "04x04-3-four-clues", "-a", "hill-climbing", "--seed", "5"]


def test_a_failed_local_search_tells_the_value_and_what_is_still_wrong(run, tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    finished = run("solve", *STUCK, "--last", "--png", tmp_path / "left.png")
    assert finished.status == 3
    failure = json.loads(run("solve", *STUCK, "--json").out)["failure"]
    problem = SudokuLocal(failure["grid"], givens=SudokuLocal.level(STUCK[1]).givens)
    assert failure["value"] == problem.value(problem.initial) < 0
    assert failure["faults"] == problem.faults(problem.initial) != []
    assert f"no solution, but a board with value {failure['value']}:" in finished.out
    assert "broken rules: " + "; ".join(failure["faults"]) in " ".join(finished.out.split())
    assert (tmp_path / "left.png").is_file()


def test_a_local_search_that_a_limit_ended_tells_what_it_had(run):
    arguments = ["sudoku-local", "06x06-1-wide", "-a", "annealing", "--seed", "5", "--nodes", "20"]
    finished = run("solve", *arguments, "--last")
    assert finished.status == 3
    assert "no solution, but a board with value -" in finished.out
    assert run("solve", "movix", FIRST, "--nodes", "0", "--last").out.startswith(
        f"{FIRST}: {FIRST}\n\nastar with assignment: the node limit"
    )
    assert json.loads(run("solve", "movix", FIRST, "--json").out)["failure"] is None


@pytest.mark.parametrize(
    "algorithm",
    ["breadth-first-tree", "depth-first-tree", "uniform-cost-tree", "greedy-tree", "astar-tree"],
)
def test_tree_searches_go_by_name(run, algorithm):
    """On a board whose tree is finite: a Sudoku fills up."""
    finished = run("solve", "sudoku", "04x04-1-few-open", "-a", algorithm, "-q")
    assert finished.status == 0
    assert finished.out.startswith(algorithm)


def test_every_solution_is_printed(run):
    board = "[[3,1,4],[1,2,3],[1,3,4]]"
    grids = [Hitori(board).grid(state) for state in Hitori(board).solutions()]
    assert len(grids) > 1
    finished = run("solve", "hitori", board, "--all")
    assert (finished.status, finished.err) == (0, "")
    assert finished.out.count("┌") == len(grids)
    assert finished.out.endswith(f"\n{len(grids)} solutions\n")
    as_json = json.loads(run("solve", "hitori", board, "--all", "--json").out)
    assert as_json["solutions"] == [[list(row) for row in grid] for grid in grids]
    first = run("solve", "hitori", board, "--all", "--at-most", "1")
    assert first.status == 0
    assert first.out.endswith("\n1 solution, and more\n")
    assert run("solve", "hitori", "[[1,1],[1,1]]", "--all") == (
        1,
        "[[1,1],[1,1]]: 2x2:1111\n\n0 solutions\n",
        "",
    )


def test_solutions_that_are_states_end_at_a_limit_on_time(run):
    finished = run("solve", "sudoku", "." * 81, "--all", "--quiet", "--seconds", "0.3")
    assert finished.status == 3
    assert re.search(r"\n[1-9][\d,]* solutions$", finished.out.rstrip())
    assert finished.err == "aima-search: time-limit after 0.3 s: there may be more solutions\n"
    in_time = run("solve", "hitori", "[[1,1],[2,1]]", "--all", "--cells", "--seconds", "60")
    assert (in_time.status, in_time.err) == (0, "")
    assert in_time.out == run("solve", "hitori", "[[1,1],[2,1]]", "--all", "--cells").out


def test_solutions_of_a_file_of_boards_are_told_as_cells_or_counted(run, tmp_path):
    boards = tmp_path / "boards.txt"
    boards.write_text("[[3,1,4],[1,2,3],[1,3,4]] # several\n[[1,2,1],[2,2,1],[3,1,2]]\n")
    cells = run("solve", "hitori", boards, "--all", "--minimal", "--cells")
    assert (cells.status, cells.err) == (0, "")
    first, second = cells.out.strip().split("\n\n")
    problem = Hitori("[[3,1,4],[1,2,3],[1,3,4]]")
    expected = [problem.board.geometry.cells_of(s[0]) for s in problem.solutions(minimal=True)]
    assert [tuple(literal_eval(line)) for line in first.splitlines()] == expected
    assert second == "[(0, 2), (1, 1)]"
    quiet = run("solve", "hitori", boards, "--all", "-q")
    assert "┌" not in quiet.out
    assert quiet.out.count(" solution") == 2
    assert quiet.out.endswith(f"{boards}:2: 3x3:121221312\n\n1 solution\n")
    both = json.loads(run("solve", "hitori", boards, "--all", "--json").out)
    assert [len(board["solutions"]) for board in both] == [len(list(problem.solutions())), 1]
    assert "--cells needs --all" in run("solve", "hitori", boards, "--cells").err
    assert (
        "cannot show a solution as a list of cells"
        in run("solve", "sudoku", "--all", "--cells").err
    )


def test_the_minimal_solutions_are_asked_for_by_a_flag_that_the_list_tells(run):
    board = "[[3,1,4],[1,2,3],[1,3,4]]"
    every = json.loads(run("solve", "hitori", board, "--all", "--json").out)["solutions"]
    minimal = json.loads(run("solve", "hitori", board, "--all", "--minimal", "--json").out)
    assert 0 < len(minimal["solutions"]) < len(every)
    assert all(grid in every for grid in minimal["solutions"])
    assert "use `aima-search list PUZZLE`" in " ".join(run("solve", "--help").out.split())
    text = " ".join(run("list", "hitori").out.split())
    assert "--minimal solve --all only solutions in which no shaded cell" in text
    assert "--minimal needs --all" in run("solve", "hitori", board, "--minimal").err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ["movix", "-h", "zero", "--tie-break", "state"],
            "found the tie-break state, expected one of",
        ),
        (["movix", "-h", "supported-assignment"], "computes a second h value for some nodes"),
        (["sudoku"], "Sudoku has no compiled version"),
        (["movix", "-a", "depth-first"], "found the algorithm depth-first, expected"),
    ],
)
def test_an_engine_that_cannot_work_is_refused_with_the_reason(run, arguments, reason):
    finished = run("solve", *arguments, "--engine", "compiled")
    assert finished.status == 2
    assert reason in finished.err


def test_a_long_search_goes_on_in_machine_code_unless_it_is_traced(run, monkeypatch):
    """Sudoku has no compiled version, and the search that asks for it says so."""
    for name in ("_LOADED", "_CACHED", "_NEW"):
        monkeypatch.setattr(engines, name, -1)
    short = ["solve", "sudoku", "04x04-1-few-open", "-q"]
    assert "Sudoku has no compiled version" in run(*short).out
    assert "compiled" not in run(*short, "--engine", "objects").out
    assert "compiled" not in run(*short, "--trace").out


def test_each_better_solution_is_a_line_and_a_limit_keeps_the_best(run):
    board = ["solve", "tiles", "8,6,7/2,5,4/3,0,1", "-a", "anytime-astar", "-q"]
    cut = run(*board, "--nodes", "3000")
    assert cut.status == 3
    [first, *_] = cut.out.splitlines()
    assert re.fullmatch(
        r"after [\d,]+ expansions: a solution of cost 3\d, at most .+ optimum", first
    )
    assert "node-limit" not in cut.out
    assert "the node limit was reached; the best solution costs 3" in cut.out
    as_json = json.loads(run(*board, "--nodes", "3000", "--json").out)
    assert as_json["status"] == "node-limit"
    assert as_json["cost"] == len(as_json["actions"]) == as_json["curve"][-1][1]
    assert as_json["lower_bound"] <= 31 <= as_json["cost"]
    assert as_json["bound"] == as_json["cost"] / as_json["lower_bound"]
    assert as_json["bounds"][-1][1] == as_json["lower_bound"]


def test_a_solution_that_ends_the_search_at_once_is_a_line_too(run):
    lines = run("solve", "tiles", "8-1-easy", "-a", "anytime-astar", "-q").out.splitlines()
    assert lines[0] == "after 95 expansions: a solution of cost 12, which is the optimum"
    assert sum(line.startswith("after") for line in lines) == 1


def test_every_path_of_a_board_is_printed_in_order_of_cost(run):
    two = run("solve", "paths", "S../.../..G", "--all", "--at-most", "2")
    assert "1. cost 4: " in two.out
    assert two.out.count("│ S") == 2  # a picture for each path
    assert "2 solutions, and more" in two.out
    assert "6 solutions" in run("solve", "paths", "S../.../..G", "--all", "-q").out
    romania = json.loads(run("solve", "routes", "--all", "--within", "1.1", "--json").out)
    assert [path["cost"] for path in romania["solutions"]] == [418, 450]
    limited = run("solve", "tiles", "--all", "--within", "1.5", "--nodes", "100")
    assert (limited.status, "there may be more" in limited.err) == (3, True)
    assert (
        "--within cannot be used with --all" in run("solve", "hitori", "--all", "--within", "2").err
    )
    assert "--within needs --all" in run("solve", "paths", "--within", "2").err
