"""``aima-search list`` and ``show``: what there is, and what it looks like."""

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from aima_search.algorithms.names import ALGORITHMS
from aima_search.catalog.heuristics import heuristic_names
from aima_search.cli.output import print_rows
from aima_search.model.puzzle import PUZZLES


def test_everything_registered_is_listed(run):
    text = run("list").out
    assert all(name in text for name in ["movix", *ALGORITHMS, *heuristic_names("movix")])
    of_one = run("list", "movix").out
    assert "assignment" in of_one
    assert "breadth-first" not in of_one


def test_the_list_of_a_puzzle_explains_its_options(run):
    text = " ".join(run("list", "movix").out.split())
    assert "--line boards number of pieces that must stand in line at the goal" in text
    for option in PUZZLES.get("movix").instance_options:
        assert f"--{option.name} generate {option.help}" in text
    hitori = " ".join(run("list", "hitori").out.split())
    assert "--minimal solve --all only solutions in which" in hitori
    for option in PUZZLES.get("hitori").board_options:
        assert all(f"{name} {meaning}" in hitori for name, meaning in option.meanings.items())
    assert "sandwich a b a: the b is kept" in hitori
    assert "generate" not in run("list").out


def test_a_description_is_shown_as_it_was_written(run, monkeypatch):
    text = "moves [red], [/] and :smile: of"
    monkeypatch.setattr(PUZZLES.get("movix"), "summary", text)
    assert text in run("list", "movix").out


def test_the_list_is_as_wide_as_a_page_where_there_is_no_terminal_and_cuts_no_name(run):
    text = run("list").out
    assert max(map(len, text.splitlines())) <= 100
    assert "…" not in text
    for name in PUZZLES:
        chosen = PUZZLES.get(name)
        for word in [*chosen.levels(), *heuristic_names(name), *chosen.summary.split()]:
            assert word in text


@pytest.mark.parametrize("width", [60, 132])
def test_the_list_is_as_wide_as_the_terminal(run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("FORCE_COLOR", "1")  # with it anything counts as a terminal
    lines = re.sub(r"\x1b\[[0-9;]*m", "", run("list").out).splitlines()
    assert width / 2 < max(map(len, lines)) <= width


def test_the_list_as_json_holds_the_facts(run):
    described = json.loads(run("list", "--json").out)
    movix = described["puzzles"]["movix"]
    assert movix["heuristics"]["manhattan"]["admissible"] is False
    assert movix["heuristics"]["assignment"]["consistent"] is True
    assert movix["options"] == ["line"]
    assert described["puzzles"]["hitori"]["collections"]["hitori"][0] == "1.2 sandwich, once"
    assert set(described["puzzles"]["tiles"]["collections"]["korf"]) == {""}
    assert described["algorithms"]["astar"]["optimal"] is True
    assert set(described["algorithms"]) == set(ALGORITHMS)


def test_show_draws_every_board_it_is_given(run):
    finished = run("show", "movix", "1-first", "2-tiny")
    assert finished.status == 0
    assert "1-first: 6x6,5:" in finished.out
    assert "2-tiny: 4x4,3:" in finished.out


@pytest.mark.parametrize("name", ["short", "盤面" * 4])
def test_columns_of_two_tables_are_aligned_and_no_name_is_wrapped(capsys, name):
    print_rows(["puzzle", "levels", "summary"], [(name, "1", "meaning")], width=20)
    (row,) = [line for line in capsys.readouterr().out.splitlines() if "meaning" in line]
    assert row.split() == [name, "1", "meaning"]
    assert row.index("meaning") - row.index("1") == 23


def test_show_says_what_a_collection_says_of_its_boards(run):
    assert run("show", "hitori", "hitori:7").out.splitlines()[1] == "1.7 corner-triple, once"
    assert run("show", "tiles", "korf:1").out.splitlines()[1].startswith("┌")


def test_show_writes_well_formed_svg(run, tmp_path):
    file = tmp_path / "board.svg"
    assert run("show", "movix", "--svg", file).out.endswith(f"wrote {file}\n")
    assert ElementTree.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_show_writes_a_png(run, tmp_path):
    pytest.importorskip("matplotlib")
    file = tmp_path / "board.png"
    assert run("show", "movix", "--png", file).status == 0
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["solve", "--help"], ["--version"]])
def test_help_is_no_error(run, arguments):
    finished = run(*arguments)
    assert finished.status == 0
    assert finished.err == ""
    assert "Usage" in finished.out or "version" in finished.out


def test_the_module_is_the_command(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "aima_search", "solve", "missionaries", "2-never", "-q"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "proved" in done.stdout


@pytest.mark.parametrize(
    ("part", "there", "missing"),
    [
        (
            "heuristics",
            ["heuristic for every puzzle", "heuristic for movix"],
            ["informed", "levels"],
        ),
        ("algorithms", ["informed", "ida-star"], ["heuristic for", "levels"]),
        ("puzzles", ["levels", "hitori"], ["informed", "heuristic for"]),
    ],
)
def test_a_part_of_the_list_goes_by_its_name(run, part, there, missing):
    text = run("list", part).out
    assert all(one in text for one in there)
    assert not any(one in text for one in missing)
    assert list(json.loads(run("list", part, "--json").out)) == [part]


@pytest.mark.parametrize("command", ["", "lab", "course", "cache"])
def test_no_summary_of_a_command_is_cut(run, command):
    listed = run(*command.split(), "--help").out.split("Commands:")[-1]
    assert "..." not in listed
