"""The notebooks of a course run from top to bottom, and their exercises can be judged."""

import json
import re
from pathlib import Path

import pytest

from aima_search import solve
from aima_search.analysis import enumerate_space
from aima_search.apps import grade
from puzzles import Missionaries, Tiles
from tests.aima_search.apps.grade.assignments import solution_of
from tests.test_examples import code_cells, run, shown_by

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "examples" / "courses" / "notebooks"
NOTEBOOKS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
SOLUTIONS = {
    "chapter-3": "3.1-problems",
    "chapter-3-6": "3.6-heuristics",
    "chapter-4": "4.1-local-search",
}


def answers(name):
    """Return the numbers that the exercises of a notebook ask for, from the package itself."""
    if name == "chapter-3":
        three, five = Missionaries.level("1-three"), Missionaries.level("3-five")
        return {
            "states": len(enumerate_space(three)),
            "crossings": solve(five, "uniform-cost").cost,
            "expanded": solve(three, "breadth-first").expanded,
        }
    found = solve(Tiles.level("8-1-easy"), "astar", lambda node: manhattan(node.state))
    return {"cost": found.cost, "expanded": found.expanded} if name == "chapter-3-6" else {}


def manhattan(state):
    """Return how far the tiles of the board 8-1-easy are from their homes."""
    places = [(divmod(at, 3), divmod(tile - 1, 3)) for at, tile in enumerate(state) if tile]
    return sum(abs(r - goal_r) + abs(c - goal_c) for (r, c), (goal_r, goal_c) in places)


def test_there_is_a_notebook_a_chapter_without_outputs_with_exercises_that_are_judged():
    assert sorted(SOLUTIONS) == NOTEBOOKS
    for name in NOTEBOOKS:
        cells = code_cells(FOLDER / f"{name}.ipynb")
        assert [(cell["outputs"], cell["execution_count"]) for cell in cells] == [
            ([], None) for _ in cells
        ]
        text = "\n".join("".join(cell["source"]) for cell in cells)
        asked = grade.read_assignment(FOLDER / f"{name}.toml")
        assert f"aima-search grade {name}.toml" in (FOLDER / f"{name}.ipynb").read_text("utf-8")
        for part in asked.parts:
            if part.kind == "answer":
                wanted = {check.answer for check in part.checks}
                assert wanted == set(re.findall(r"^(\w+) = 0$", text, re.MULTILINE))
            else:
                assert part.file == f"{name}.ipynb"
                assert re.search(rf"(def|class) {part.function}\b", text)
        assert sum(check.max_points for part in asked.parts for check in part.checks) == 10


@pytest.mark.gate("a notebook")
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_as_it_is_handed_out(name, tmp_path):
    for module in ("nbclient", "ipykernel", "pandas"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra 'gate')")
    executed = tmp_path / f"{name}.ipynb"
    done = run("-m", "tests.execute_notebook", FOLDER / executed.name, executed, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    shown = [shown_by(cell) for cell in code_cells(executed)]
    assert sum(not one for one in shown) <= 2, "a cell that shows nothing defines something"
    assert sum("image/svg+xml" in one for one in shown) >= 1


def solved(name, folder):
    """Write a notebook with its exercises done, and the answers, into a folder."""
    folder.mkdir()
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    (cell,) = (one for one in notebook["cells"] if "# your turn" in "".join(one["source"]))
    cell["source"] = solution_of(SOLUTIONS[name])
    (folder / f"{name}.ipynb").write_text(json.dumps(notebook), "utf-8")
    lines = [f"{key} = {value}\n" for key, value in answers(name).items()]
    (folder / "answer.toml").write_text("".join(lines) or "# nothing\n", "utf-8")
    return folder


@pytest.mark.gate("confinement")
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_the_exercises_of_a_notebook_are_judged(name, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    text = (FOLDER / f"{name}.ipynb").read_text("utf-8")
    (empty / f"{name}.ipynb").write_text(text, "utf-8")
    (empty / "answer.toml").write_text(
        "states = 0\ncrossings = 0\nexpanded = 0\ncost = 0\n", "utf-8"
    )
    done = solved(name, tmp_path / "done")
    scores = grade.run(FOLDER / f"{name}.toml", [empty, done])
    assert scores["done"].points == 10, scores["done"]
    assert scores["empty"].points <= 4
    unexpected = {"raised", "import-failed", "not-found", "time-limit", "broke-off"}
    assert not {part.outcome for part in scores["empty"].parts} & unexpected, scores["empty"]
