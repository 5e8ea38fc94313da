"""The examples run: every script, and the notebook cell by cell."""

import ast
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("[a-z]*.py"))
NOTEBOOK = EXAMPLES / "coursework.ipynb"
EXTRAS = {"animate_a_solution.py": ["matplotlib"], "plot_a_comparison.py": ["matplotlib", "pandas"]}

LONG = {*EXTRAS, "run_a_lab.py"}
LEAVES_MARKS = {"own_format.py", "own_puzzle.py"}  # in the process that runs it

WIDGET = "application/vnd.jupyter.widget-view+json"

every_script = pytest.mark.parametrize("name", SCRIPTS)
with_its_extras = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.gate("plots, or workers") if name in LONG else ())
        for name in SCRIPTS
    ],
)


def run(*arguments, folder):
    """Run this Python in a folder, with the packages of this checkout."""
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def code_cells(path):
    """Return the cells of a notebook that hold code."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


@with_its_extras
def test_a_script_runs_without_a_warning_and_prints_what_it_found(
    name, tmp_path, monkeypatch, capsys
):
    for module in EXTRAS.get(name, []):
        pytest.importorskip(module, reason=f"{module} is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLES)  # as Python does for a script
    if name in LEAVES_MARKS:
        finished = run("-W", "error", str(EXAMPLES / name), folder=tmp_path)
        assert (finished.returncode, finished.stderr) == (0, "")
        assert len(finished.stdout.splitlines()) > 1
        return
    runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) > 1


@every_script
def test_a_script_is_short_and_says_what_it_shows(name):
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    most = 200 if name == "own_puzzle.py" else 45  # the page of the contract shows it
    assert len(text.splitlines()) <= most
    assert ast.get_docstring(ast.parse(text))


def test_the_notebook_is_kept_without_outputs():
    for cell in code_cells(NOTEBOOK):
        assert (cell["outputs"], cell["execution_count"]) == ([], None)


in_a_notebook = pytest.mark.gate("a notebook")


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """What every code cell of the notebook shows, by the kind of output."""
    for module in ("nbclient", "ipykernel", "matplotlib", "pandas", "anywidget"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra 'gate')")
    executed = tmp_path_factory.mktemp("notebook") / NOTEBOOK.name
    done = run("-m", "tests.execute_notebook", NOTEBOOK, executed, folder=executed.parent)
    assert done.returncode == 0, done.stderr
    return [shown_by(cell) for cell in code_cells(executed)]


def shown_by(cell):
    """Return what an executed cell shows: kind of output to content."""
    shown = {}
    for output in cell["outputs"]:
        assert output.get("name") != "stderr", output["text"]
        kinds = output.get("data") or {"printed": output["text"]}
        for kind, content in kinds.items():
            text = content if isinstance(content, dict) else "".join(content)  # or its lines
            shown[kind] = text if kind == WIDGET else shown.get(kind, "") + text
    return shown


@in_a_notebook
def test_every_cell_of_the_notebook_shows_itself(outputs):
    kinds = [set(shown) for shown in outputs]
    assert sum("image/svg+xml" in kind for kind in kinds) == 2  # the board, the counterexample
    assert sum("image/png" in kind for kind in kinds) == 1  # the plot
    assert sum("text/html" in kind for kind in kinds) == 6  # results, tables, the animation, ...
    assert sum(WIDGET in kind for kind in kinds) == 1
    assert sum(not kind for kind in kinds) == 1  # the file that defines heuristics


@in_a_notebook
def test_the_search_to_watch_is_a_still_picture_where_no_widgets_are(outputs):
    [shown] = [shown for shown in outputs if WIDGET in shown]
    assert shown["text/html"].startswith("<figure><svg")
    assert "movix: astar with assignment" in shown["text/plain"]


@in_a_notebook
def test_the_notebook_comes_to_its_conclusion(outputs):
    printed = " ".join("".join(shown.get("printed", "") for shown in outputs).split())
    for words in (
        "no fault found",
        "my-missing: admissible True, consistent True",
        "my-distances: admissible False",
        "Choice: h' = assignment with A*.",
        "It is admissible: h' is the fewest moves of a simpler problem",
        "It solved all 24 boards.",
        "p < 0.001, ",
    ):
        assert words in printed, printed
