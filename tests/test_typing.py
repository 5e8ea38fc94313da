"""What type checkers and editors tell users: right code passes strictly, wrong code is named."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# A script as a user writes it. Where a line ends in "# wrong:", mypy has to say what follows.
SCRIPT = '''
from collections.abc import Iterator

import heuristics
import puzzles
from aima_search import Limits, Node, Problem, Search, SearchResult, astar_search, compare, solve
from aima_search import slove  # wrong: has no attribute "slove"
from aima_search import check_heuristic, search4e
from aima_search.search import EightPuzzle, InstrumentedProblem
from aima_search.search import breadth_first_graph_search, hill_climbing
from aima_search.utils import *
from puzzles import Hitori, MovIX, Sudoku, SudokuLocal

Jugs = tuple[int, int]

manhattan_distance((1, 2), (3, 4)).upper()  # wrong: "float" has no attribute "upper"


class Pouring(Problem[Jugs, str]):
    def actions(self, state: Jugs) -> Iterator[str]:
        yield from ("fill", "pour", "empty")

    def result(self, state: Jugs, action: str) -> Jugs:
        full, part = state
        if action == "fill":
            return 5, part
        if action == "empty":
            return full, 0
        poured = min(full, 3 - part)
        return full - poured, part + poured

    def goal_test(self, state: Jugs) -> bool:
        return state[0] == 4

    def value(self, state: Jugs) -> float:
        return state[0]


class Untyped(Problem):
    def actions(self, state: int) -> list[int]:
        return [1, 2]

    def result(self, state: int, action: int) -> int:
        return state + action


class Stranger:
    """Fourth edition, and no child of ours."""

    initial = 10

    def actions(self, number: int) -> list[str]:
        return ["halve", "decrease"]

    def result(self, number: int, action: str) -> int:
        return number // 2 if action == "halve" else number - 1

    def is_goal(self, number: int) -> bool:
        return number == 1

    def action_cost(self, number: int, action: str, then: int) -> float:
        return 1


class Goalless:
    initial = 10

    def actions(self, number: int) -> list[str]:
        return []

    def result(self, number: int, action: str) -> int:
        return number


def missing(node: Node[Jugs, str]) -> float:
    return 0 if node.state[0] == 4 else 1


def of_texts(node: Node[str, str]) -> float:
    return len(node.state)


def of_anything(node: Node) -> float:
    return 0


def use() -> None:
    pouring = Pouring((0, 0))
    pouring.inital  # wrong: "Pouring" has no attribute "inital"
    found = astar_search(pouring, missing)
    found.state  # wrong: Item "None"
    assert found is not None
    jugs: Jugs = found.state
    text: str = found.state  # wrong: expression has type "tuple[int, int]"
    names: list[str] = found.solution()
    numbers: list[int] = found.solution()  # wrong: expression has type "list[str]"
    found.path()[-1].stat  # wrong: has no attribute "stat"
    top: Jugs = hill_climbing(pouring)
    astar_search(pouring, of_texts)  # wrong: Argument 2 to "astar_search"
    astar_search(pouring, of_anything)
    astar_search(pouring, lambda node: abs(node.state[0] - 4))
    astar_search(pouring, lambda node: node.cost)  # wrong: has no attribute "cost"
    astar_search(Goalless())  # wrong: Argument 1 to "astar_search"
    stranger = astar_search(Stranger(), lambda node: float(node.state > 1))
    assert stranger is not None
    halves: list[str] = stranger.solution()
    number: str = stranger.state  # wrong: expression has type "int"
    anything = breadth_first_graph_search(Untyped(0, 3))
    assert anything is not None
    anything.state.whatever_it_may_be if anything.depth > 5 else None
    counted = InstrumentedProblem(pouring)
    root: Jugs = counted.initial
    check_heuristic(pouring, of_texts)  # wrong: Argument 2 to "check_heuristic"
    report = check_heuristic(pouring, missing)
    report.admisible  # wrong: has no attribute "admisible"
    fourth: list[str] = search4e.astar_search(pouring, missing).solution()
    search4e.astar_search(pouring, of_texts)  # wrong: Argument 2 to "astar_search"
    tiles: tuple[int, ...] = EightPuzzle((1, 2, 3, 4, 5, 6, 7, 0, 8)).initial


def use_solve() -> None:
    result = solve(Pouring((0, 0)), heuristic=missing, limits=Limits(nodes=1_000))
    actions: list[str] = result.actions
    states: list[int] = result.states  # wrong: expression has type "list[tuple[int, int]]"
    typed: SearchResult[Jugs, str] = result
    result.costs  # wrong: "SearchResult[tuple[int, int], str]" has no attribute "costs"
    print(result.cost + 1)  # wrong: Unsupported operand types for +
    solve(Pouring((0, 0)), heuristic=of_texts)  # wrong: Argument "heuristic" to "solve"
    solve(Goalless())  # wrong: Argument 1 to "solve"
    halves: list[str] = solve(Stranger(), "uniform-cost").actions
    search = Search(Pouring((0, 0)), heuristic=missing)
    for step in search:
        jugs: Jugs = step.node.state
        step.node.stat  # wrong: "Node[tuple[int, int], str]" has no attribute "stat"
        step.expandd  # wrong: "Step[tuple[int, int], str]" has no attribute "expandd"
    end: Jugs = search.result().states[-1]
    compare([Pouring((0, 0))], ["uniform-cost"]).row  # wrong: has no attribute "row"
    compare(3)  # wrong: Argument 1 to "compare"


class Wide(MovIX):
    width = 5


def use_puzzles() -> None:
    line: int = MovIX.level("2-tiny").line
    MovIX.level("2-tiny").lines  # wrong: "MovIX" has no attribute "lines"
    MovIX.levell("2-tiny")  # wrong: has no attribute "levell"
    wide: int = Wide.parse("5x5,4:5/1S1H1/2L2/V4/5").width + Wide.generate(1).width
    puzzles.Movix  # wrong: Module has no attribute "Movix"
    movix = MovIX.level("2-tiny")
    h = heuristics.get("max(partial-alignment, conflicts)", movix)
    estimate: float = h(Node(movix.initial))
    heuristics.get("zero", movix)(movix.initial)  # wrong: Argument 1 has incompatible type
    moved = solve(movix, heuristic="assignment").actions[0]
    row: int = moved.target[0]
    moved.tarmac  # wrong: "Move" has no attribute "tarmac"
    shaded = solve(Hitori.level()).actions[0]
    shaded.cel  # wrong: "CellDecision" has no attribute "cel"
    digit: int = solve(Sudoku.level()).actions[0].digit
    fixed = SudokuLocal.level().value(SudokuLocal.level().initial)
    fixed.cost  # wrong: "float" has no attribute "cost"


if __name__ == "__main__":
    use()
    use_solve()
    use_puzzles()
'''


def wrong_lines():
    """Return what is to be said of each wrong line, by its number."""
    lines = enumerate(SCRIPT.splitlines(), 1)
    return {number: line.split("# wrong: ")[1] for number, line in lines if "# wrong: " in line}


def copy_mypy_cache(folder):
    """Copy what mypy knows about this project, if it has checked the project; the gate does so."""
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")


@pytest.mark.gate("mypy, which takes long")
def test_mypy_passes_right_code_strictly_and_reports_wrong_code(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed (extra 'gate')")
    script = tmp_path / "assignment.py"
    script.write_text(SCRIPT, encoding="utf-8")
    copy_mypy_cache(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", f"--config-file={ROOT / 'pyproject.toml'}", str(script)],
        capture_output=True,
        text=True,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        cwd=tmp_path,
    )
    said = {int(n): text for n, text in re.findall(r":(\d+): error: (.*)", done.stdout)}
    expected = wrong_lines()
    assert said.keys() == expected.keys(), done.stdout + done.stderr
    assert [said[n] for n, text in expected.items() if text not in said[n]] == []


def test_the_same_script_without_its_wrong_lines_runs(tmp_path):
    right = [line for line in SCRIPT.splitlines() if "# wrong: " not in line]
    script = tmp_path / "assignment.py"
    script.write_text("\n".join(right), encoding="utf-8")
    runpy.run_path(str(script), run_name="__main__")
