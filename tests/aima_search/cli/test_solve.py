"""``aima-search solve``: the steps as pictures, the statistics, the exit status."""

import json
import re
import subprocess
import sys

import pytest

FIRST = "5x5,4:5/1S1H1/2L2/V4/5"
ROWS = "line 4\n_____\n_S_H_\n__L__\nV____\n_____\n"
TABLE = ["cost", "expanded", "generated", "reopened", "effective branching factor", "seconds"]


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
        assert title.startswith(f"{count}. (")
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
        (["2-tiny", "-a", "weighted-astar", "--weight", "3"], "weighted-astar with"),
        (["7-never"], "proved: there is no solution"),
        (["1-first", "--nodes", "1"], "the node limit was reached"),
        (["2-tiny", "-a", "depth-limited", "--depth", "1"], "no goal found, and nothing proved"),
    ],
)
def test_the_end_is_told_in_words(run, arguments, words):
    assert words in run("solve", "movix", *arguments).out


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
def test_an_ascii_terminal_shows_everything(command):
    arguments = ["movix"] if command == "list" else ["movix", "2-tiny"]
    done = subprocess.run(
        [sys.executable, "-m", "aima_search", command, *arguments],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(filter(None, sys.path))},
    )
    assert done.stdout.isascii()
    assert done.stderr == b""


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
        (["--all", "--gif", "way.gif"], "leave --all out"),
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
