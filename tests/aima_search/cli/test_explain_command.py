"""explain: the deductions, a line each."""

import json


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
