"""The book's figures, run again on a small scale: every script of examples/aima meets the book."""

import ast
import re
import runpy
import sys
from pathlib import Path

import pytest

from aima_search.apps.lab import read_grid

FOLDER = Path(__file__).parent.parent / "examples" / "aima"
SCRIPTS = sorted(path.name for path in FOLDER.glob("*.py"))


@pytest.fixture
def printed(monkeypatch, capsys, tmp_path):
    """A function that runs a script with arguments and returns the lines that it prints."""

    def run(name, *arguments):
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        runpy.run_path(str(FOLDER / name), run_name="__main__")
        return capsys.readouterr().out.splitlines()

    return run


def numbers(line):
    return [float(word) for word in re.findall(r"\d+(?:\.\d+)?", line.replace(",", ""))]


def test_each_script_is_short_and_says_which_figure_it_is():
    for name in SCRIPTS:
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 55
        assert re.match(r"AIMA|Korf|Moving AI", ast.get_docstring(ast.parse(text)))


def test_every_script_is_run_here():
    own = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in SCRIPTS if f'"{name}"' not in own] == []


@pytest.mark.gate("long searches")
def test_the_table_of_8_puzzles_is_near_the_books(printed):
    """Within 15 % for blind and misplaced, 30 % for Manhattan, b* within 0.05."""
    rows = [numbers(line) for line in printed("figure_3_26.py", 60, 12)[2:]]
    assert [row[0] for row in rows] == [6, 8, 10, 12]
    for _, *values in rows:
        for place, most in ((0, 0.15), (4, 0.15), (8, 0.3)):
            nodes, book, factor, its = values[place : place + 4]
            assert nodes == pytest.approx(book, rel=most)
            assert factor == pytest.approx(its, abs=0.05)


@pytest.mark.gate("long searches")
def test_the_grid_of_that_table_is_read():
    grid = read_grid(FOLDER / "figure-3-26.toml")
    depths = [instance.axes["depth"] for instance in grid.instances]
    assert sorted(set(depths)) == list(range(6, 29, 2))
    assert depths.count(20) > 95, "boards that are drawn twice are one, as there are few near 6"
    assert "aima-search lab run examples/aima/figure-3-26.toml" in (
        FOLDER / "figure-3-26.toml"
    ).read_text(encoding="utf-8")


def test_romania_is_searched_as_in_the_book(printed):
    lines = printed("romania.py")
    for ours, book in (lines[1:3], lines[4:6]):
        assert ours.removeprefix("  expanded") == book.removeprefix("  the book")


@pytest.mark.gate("long searches")
def test_eight_queens_are_solved_as_often_as_in_the_book(printed):
    lines = printed("eight_queens.py", 200)
    assert "each board has 56 neighbours" in lines[0]
    for line, book in ((lines[2], 14), (lines[3], 94)):
        share, low, high = numbers(line.partition("sideways moves")[2] or line)[:3]
        assert low < book < high
        assert low < share < high
    climbs, steps = numbers(lines[-1].partition("moves")[2])[:2]
    assert climbs == pytest.approx(1.06, abs=0.15)
    assert steps == pytest.approx(25, rel=0.3)


def test_weights_keep_their_promise_and_save_expansions(printed):
    lines = printed("weighted_astar.py", 50)
    rows = [numbers(line) for line in lines[2:9]]
    assert [row[0] for row in rows] == [1, 1.1, 1.25, 1.5, 2, 3, 5]
    assert rows[0][1] <= rows[-1][1]
    assert rows[-1][3] < rows[0][3]


def test_memory_is_paid_in_time(printed):
    lines = printed("time_and_memory.py", 5, 12)
    counts = {line.split()[0]: numbers(line)[-2:] for line in lines[2:8]}
    assert counts["iterative-deepening"][0] > counts["breadth-first"][0]
    assert counts["iterative-deepening"][1] < counts["breadth-first"][1] / 10
    assert counts["bidirectional"][0] < counts["breadth-first"][0] / 5
    assert counts["ida-star"][1] < counts["astar"][1]
    assert "breadth-first 111,110, iterative deepening 123,450" in lines[-1]


def test_agents_get_out_of_mazes(printed):
    ratios = [numbers(line)[-2:] for line in printed("online.py", 3, 9)[2:]]
    assert all(1 <= mean <= worst for mean, worst in ratios)


@pytest.mark.gate("long searches")
def test_korfs_easiest_board_takes_the_published_moves(printed):
    assert numbers(printed("korf.py", 1, 30_000)[1])[1:3] == [41, 41]


def test_ways_are_as_long_as_they_are_known_to_be(printed, tmp_path):
    assert "12 scenarios" in printed("arena.py")[0]
    assert (tmp_path / "buckets.png").stat().st_size > 10_000
    (tmp_path / "small.map").write_text(
        "type octile\nheight 2\nwidth 3\nmap\n...\n...\n", encoding="utf-8"
    )
    scenarios = tmp_path / "small.map.scen"
    scenarios.write_text("version 1\n0 small.map 3 2 0 0 2 1 2.41421\n", encoding="utf-8")
    assert "1 scenarios" in printed("arena.py", scenarios)[0]
    scenarios.write_text("version 1\n0 small.map 3 2 0 0 2 1 3.0\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        printed("arena.py", scenarios)
