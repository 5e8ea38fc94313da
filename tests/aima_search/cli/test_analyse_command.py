"""analyse: what it counts, draws, writes, and says of what it leaves out."""

import json
import re
import sys

import pytest

from aima_search.cli.analyse import print_histogram
from tests.puzzles.movix import oracle

BOARD = ["M_H_", "V__L", "___M", "S__M"]  # 2-tiny


def test_the_tables_hold_the_counts(run):
    status, out, err = run("analyse", "movix", "2-tiny")
    assert (status, err) == (0, "")
    rows = dict(re.findall(r"^ ([a-z ,]+?) {2,}([\d,]+) $", out, re.MULTILINE))
    assert rows["states"] == "300"
    assert rows["goals"] == "33"
    assert rows["strongly connected components"] == "1"
    for title in ("from the start", "to the nearest goal", "branching"):
        assert f"\n{title}" in out
    assert "█" in out


def test_json_holds_the_same(run):
    status, out, _ = run("analyse", "movix", "2-tiny", "--json", "--perft", 2)
    answer = json.loads(out)
    _, states = oracle.fewest_moves(BOARD, 3)
    assert status == 0
    assert answer["complete"] is True
    assert answer["states"] == sum(answer["depths"]) == states
    assert sum(answer["distances"].values()) + answer["unsolvable"] == states
    assert answer["perft"] == [oracle.perft(BOARD, 1), oracle.perft(BOARD, 2)]


def test_a_cap_is_said_with_what_was_covered(run):
    status, out, _ = run("analyse", "movix", "1-first", "--states", 500, "-h", "zero")
    assert status == 0
    assert ", but there are more" in " ".join(out.split())
    assert "raise --states" in out
    assert "strongly connected" not in out
    assert "zero cannot be compared with h*, because h* needs all states" in out
    answer = json.loads(
        run("analyse", "movix", "1-first", "--states", 500, "-h", "zero", "--json")[1]
    )
    assert answer["complete"] is False
    assert answer["distances"] is answer["h_against_h_star"] is None


def test_a_heuristic_is_held_against_the_exact_cost(run):
    _, out, _ = run("analyse", "movix", "2-tiny", "--heuristic", "manhattan-line")
    assert "manhattan-line against h*" in out
    assert "h = h* at 210 and h > h* at 37 of 300 solvable states" in out
    answer = json.loads(run("analyse", "movix", "2-tiny", "-h", "perfect", "--json")[1])
    heat = answer["h_against_h_star"]
    assert (heat["exact"], heat["above"], heat["states"]) == (300, 0, 300)
    for row, counts in enumerate(heat["counts"]):
        assert all(count == 0 for column, count in enumerate(counts) if column != row)


def test_an_unsolvable_board_is_said(run):
    _, out, _ = run("analyse", "movix", "7-never", "-h", "perfect")
    assert "to the nearest goal" not in out
    assert "of 0 solvable states; h is infinite at 489 of 489 unsolvable states" in out


@pytest.mark.gate("three plots")
def test_a_png_file_is_written(run, tmp_path):
    pytest.importorskip("matplotlib")
    for number, options in enumerate([["2-tiny", "-h", "manhattan"], ["7-never"], ["1-first"]]):
        path = tmp_path / f"{number}.png"
        status, out, _ = run("analyse", "movix", *options, "--states", 400, "--png", path)
        assert status == 0
        assert f"wrote {path}" in out
        assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_without_matplotlib_the_extra_is_named(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, _, err = run("analyse", "movix", "2-tiny", "--png", tmp_path / "shape.png")
    assert status == 2
    assert "[plot]" in err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--heuristic", "manhatan"], "did you mean 'manhattan'"),
        (["--perft", "0"], "--perft"),
        (["--states", "0"], "--states"),
        (["2-tiny", "4-jump"], "expected only one"),
        (["8-none"], "8-none"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run, options, words):
    status, out, err = run("analyse", "movix", *options)
    assert status == 2
    assert words in err
    assert err.count("\n") == 1
    assert out == ""


def test_many_values_share_rows(capsys):
    print_histogram("title", "cost", {value / 2: 1 for value in range(100)})
    rows = [line for line in capsys.readouterr().out.splitlines() if " to " in line]
    assert len(rows) == 34 - 1  # the last of three at a time stands alone
    assert all(line.split()[-3:-1] == ["3.0", "%"] for line in rows)
