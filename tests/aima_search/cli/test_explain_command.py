"""explain: the deductions, a line each."""

import json

import pytest


def test_the_steps_and_the_difficulty_are_printed(run):
    status, out, _ = run("explain", "hitori", "05x05-hard")
    steps = [line for line in out.splitlines() if line.split(".")[0].isdecimal()]
    assert status == 0
    assert len(steps) > 3
    assert [int(step.split(".")[0]) for step in steps] == list(range(1, len(steps) + 1))
    report = json.loads(run("explain", "hitori", "05x05-hard", "--json")[1])
    assert report["steps"] == [step.split(". ", 1)[1] for step in steps]
    assert out.endswith(f"difficulty: {report['difficulty']}\n")


def test_a_puzzle_that_cannot_explain_says_so(run):
    assert run("explain", "movix") == (
        2,
        "",
        "aima-search: movix has no way to explain a solution\n",
    )


@pytest.mark.parametrize("puzzle", ["hitori", "sudoku"])
def test_every_step_is_drawn_on_request(run, puzzle):
    status, plain, _ = run("explain", puzzle)
    steps = [line for line in plain.splitlines() if line.split(".")[0].isdecimal()]
    drawn = run("explain", puzzle, "--pictures")[1]
    assert status == 0
    assert [line for line in drawn.splitlines() if line in steps] == steps
    assert drawn.count("┌") + drawn.count("┏") == 1 + len(steps)
    assert drawn.count("[") >= len(steps)  # the cells of each step are marked


def test_pictures_are_not_for_json(run):
    status, _, err = run("explain", "hitori", "--json", "--pictures")
    assert status == 2
    assert "--json" in err
    assert "--pictures" in err
