"""check: what it proves, what it shows, what it returns."""

import json

from aima_search.checks.heuristic import PROPERTIES
from puzzles import MovIX


def test_what_a_heuristic_declares_is_proved(run):
    status, out, _ = run("check", "movix", "2-tiny", "--heuristic", "assignment")
    assert status == 0
    assert "300" in out
    assert "not admissible" not in out


def test_a_counterexample_is_drawn_with_h_and_h_star(run):
    status, out, _ = run("check", "movix", "2-tiny", "--heuristic", "manhattan-line")
    assert status == 0  # it does not declare to be admissible
    assert "not admissible, on 2-tiny:\nh = 2, h* = 1\n" in out
    assert "┌" in out
    assert "(3, 1) -> (2, 0) costs 1 and leads to h = 0" in out


def test_a_broken_promise_is_exit_status_1(run, tmp_path):
    path = tmp_path / "my.py"
    path.write_text(
        "import heuristics\n"
        "@heuristics.register('movix', 'boast', admissible=True)\n"
        "def boast(node):\n"
        "    '''Always three.'''\n"
        "    return 3\n"
    )
    for name in (f"{path}:boast", "boast"):  # the first registers it
        status, out, _ = run("check", "movix", "2-tiny", "--heuristic", name)
        assert status == 1
        assert "boast is declared admissible, but is not" in " ".join(out.split())


def test_a_space_that_is_not_covered_proves_nothing(run):
    status, out, _ = run("check", "movix", "1-first", "--heuristic", "zero", "--states", 200)
    assert status == 0
    assert "without a counterexample is not proved" in out
    reports = json.loads(
        run("check", "movix", "1-first", "-h", "zero", "--states", 200, "--json")[1]
    )
    assert reports["boards"]["1-first"]["admissible"] is None
    assert reports["boards"]["1-first"]["complete"] is False


def test_json_holds_the_report(run):
    status, out, _ = run("check", "movix", "2-tiny", "-h", "assignment", "--json")
    report = json.loads(out)["boards"]["2-tiny"]
    assert status == 0
    assert report["admissible"] is report["consistent"] is report["deterministic"] is True
    assert 0.9 < report["accuracy"]["exact"] < 1


def test_what_is_proved_of_a_heuristic_that_looks_at_the_path_is_said(run, tmp_path):
    path = tmp_path / "my.py"
    path.write_text(
        "def late(node):\n    return 0 if node.depth < 50 else 9\n"
        "def looks(node):\n    return 0 * node.depth\n"
        "def below(node):\n    return -1\n"
    )
    status, out, _ = run("check", "movix", "2-tiny", "-h", f"{path}:late")
    assert (status, out.count("?")) == (0, len(PROPERTIES))
    assert "h depends on the path to a state" in " ".join(out.split())
    _, out, _ = run("check", "movix", "2-tiny", "-h", f"{path}:late", "--json")
    report = json.loads(out)["boards"]["2-tiny"]
    assert (report["depends_on_path"], report["admissible"]) == (True, None)
    _, out, _ = run("check", "movix", "2-tiny", "-h", f"{path}:looks")
    assert "the proof covers only a shortest path, no path" in " ".join(out.split())
    _, out, _ = run("check", "movix", "2-tiny", "-h", f"{path}:below")
    assert "not admissible, on 2-tiny:\nh = -1, h* = 0 (a goal)\n" in out
    _, out, _ = run("check", "movix", "2-tiny", "-h", "zero")
    assert "path" not in out


def test_without_a_board_the_levels_with_a_small_space_are_checked(run):
    status, out, _ = run("check", "movix", "-h", "zero", "--json")
    reports = json.loads(out)["boards"]
    assert status == 0
    states = {level: report["states"] for level, report in reports.items()}
    assert states == {"2-tiny": 300, "3-walls": 8348, "4-jump": 3020, "7-never": 489}
    assert set(states) < set(MovIX.levels())
    assert all(report["complete"] and report["admissible"] for report in reports.values())


def test_a_solution_is_judged(run, tmp_path):
    (tmp_path / "mine.txt").write_text("- - x\n- - -\n- - -\n")
    command = ["check", "hitori", "[[1,2,1],[2,2,1],[3,1,2]]", "--solution"]
    wrong = run(*command, tmp_path / "mine.txt")
    assert wrong.status == 1
    assert "equal numbers in one line: (1,0) (1,1)" in wrong.out
    right = run(*command, "..x\n.x.\n...", "--json")
    assert (right.status, json.loads(right.out)["solved"]) == (0, True)
    assert "solved" in run("check", "tiles", "123/456/078", "--solution", "RIGHT;RIGHT").out
    assert "--heuristic or --solution" in run("check", "tiles").err


def test_a_board_without_a_solution_has_the_reason_instead_of_a_comparison(run):
    status, out, _ = run("check", "jugs", "2,4>3", "3,5>4", "--heuristic", "zero")
    assert status == 0
    assert "2,4>3: no goal can be reached, so h is not compared with h*\n" in out
    assert "3,5>4: " not in out


def test_an_infinite_h_is_the_reason_of_a_missing_comparison(run, tmp_path):
    (tmp_path / "own.py").write_text("def h(node):\n    return float('inf')\n")
    out = run("check", "movix", "2-tiny", "--heuristic", f"{tmp_path / 'own.py'}:h").out
    assert (
        "2-tiny: h is infinite in all states from which a goal can be reached,"
        " so h is not compared with h*\n" in out
    )
