"""The rooms of a puzzle: their names, what is exported, and that no file needs itself."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import puzzles
from aima_search.model.puzzle import Puzzle
from tests.sources import nodes_of

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(path.parent for path in (ROOT / "puzzles").glob("*/__init__.py"))
LARGE = [folder for folder in FOLDERS if len(list(folder.glob("*.py"))) > 1]
ROOMS = ("rules", "problem", "view", "formats", "generator", "levels")


def files_of(folder):
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in folder.rglob("*.py")
    }


def imported_by(path, known):
    """Return the known modules that a file imports, anywhere and for whatever reason in it."""
    found = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names & known
            if names - known:  # a name of the module itself, not one of its files
                found.add(node.module)
    return found & known


def circle_of(imports):
    """Return a circle of modules, each imported by the next, and nothing without a circle."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return error.args[1]
    return []


@pytest.mark.parametrize("folder", LARGE, ids=[f.name for f in LARGE])
def test_a_puzzle_of_several_files_has_the_same_rooms_as_the_others(folder):
    missing = [
        room
        for room in ROOMS
        if not (folder / f"{room}.py").is_file() and not any((folder / room).glob("*.*"))
    ]
    assert not missing


@pytest.mark.parametrize("folder", LARGE, ids=[f.name for f in LARGE])
def test_no_file_of_a_puzzle_imports_in_a_circle(folder):
    files = files_of(folder)
    imports = {name: imported_by(path, set(files)) for name, path in files.items()}
    assert sum(map(len, imports.values())) > len(files) / 2
    assert not circle_of(imports)


def test_a_lazy_import_and_one_for_types_close_a_circle(tmp_path):
    texts = {
        "a": "def f():\n    from p.b import g\n",
        "b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p import c\n",
        "c": "import p.a\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    known = {"p.a", "p.b", "p.c"}
    imports = {f"p.{name}": imported_by(tmp_path / f"{name}.py", known) for name in texts}
    assert imports == {"p.a": {"p.b"}, "p.b": {"p.c"}, "p.c": {"p.a"}}
    assert set(circle_of(imports)) == known
    assert not circle_of(imports | {"p.c": set()})


def test_the_package_has_the_problem_classes_and_nothing_else():
    assert {"Hitori", "MovIX", "Sudoku", "SudokuLocal"} <= set(puzzles.__all__)
    for name in puzzles.__all__:
        assert issubclass(getattr(puzzles, name), Puzzle)
        assert getattr(puzzles, name).__name__ == name
    assert not {"State", "Mark", "Placement", "random_board"} & set(dir(puzzles))


def test_puzzles_have_one_order_whatever_is_imported_first():
    names = "from aima_search.model.puzzle import PUZZLES; print(PUZZLES.names())"
    told = {
        subprocess.check_output([sys.executable, "-c", f"{first}; {names}"], text=True)
        for first in ("pass", "from puzzles import Tiles, Queens")
    }
    assert len(told) == 1
    assert "['hitori', 'movix', 'sudoku', 'sudoku-local', " in told.pop()


def test_type_checkers_are_told_of_every_bundled_class():
    tree = ast.parse((ROOT / "puzzles" / "__init__.py").read_text(encoding="utf-8"))
    told = next(node for node in tree.body if isinstance(node, ast.If))
    names = [alias.name for line in told.body for alias in line.names]
    assert sorted(names) == puzzles.__all__
