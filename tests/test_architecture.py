"""The house rules: which way imports run, what is never written, how long a file may be."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("aima_search", "puzzles", "heuristics")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MAY_USE = {
    "aima_search": {"aima_search"},
    "puzzles": {"aima_search", "puzzles"},
    "heuristics": {"aima_search", "puzzles", "heuristics"},
}

every_file = pytest.mark.parametrize(
    "path", FILES, ids=[str(path.relative_to(ROOT)) for path in FILES]
)


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def module_of(path):
    """Return the dotted name of a file; a package's is that of its ``__init__``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imported_by(path):
    """Return the dotted names of the modules that a file imports."""
    names = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = module_of(path).split(".")[: -node.level] if node.level else []
            names.add(".".join([*base, *filter(None, [node.module])]))
            if node.module in ("puzzles", "heuristics", "aima_search"):
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@every_file
def test_imports_run_one_way(path):
    package = path.relative_to(ROOT).parts[0]
    ours = {name.split(".")[0] for name in imported_by(path)} & set(PACKAGES)
    assert ours <= MAY_USE[package]


PUZZLES = sorted(path.name for path in (ROOT / "puzzles").iterdir() if path.is_dir())


@pytest.mark.parametrize("puzzle", [name for name in PUZZLES if not name.startswith("_")])
def test_puzzles_do_not_know_each_other(puzzle):
    others = {f"puzzles.{name}" for name in PUZZLES if name != puzzle}
    for path in (ROOT / "puzzles" / puzzle).rglob("*.py"):
        used = {".".join(name.split(".")[:2]) for name in imported_by(path)}
        assert not used & others


COMMAND_LINE = {ROOT / "aima_search" / "__main__.py", *(ROOT / "aima_search/cli").rglob("*.py")}


@pytest.mark.parametrize("path", sorted(set(FILES) - COMMAND_LINE), ids=str)
def test_only_the_command_line_knows_the_command_line(path):
    used = imported_by(path)
    assert not {name for name in used if name.split(".")[0] == "click"}
    assert not {name for name in used if name.startswith("aima_search.cli")}


@every_file
def test_nothing_is_evaluated_printed_star_imported_or_ended(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    is_command_line = module_of(path).startswith("aima_search.cli.")
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom):
            assert [alias.name for alias in node.names] != ["*"]
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        assert called not in ("eval", "exec", "compile", "__import__")
        if not is_command_line:
            assert called not in ("exit", "quit", "sys.exit", "os._exit")
            assert called != "print" or "# noqa: T201" in lines[node.end_lineno - 1]


@every_file
def test_a_file_has_at_most_four_hundred_lines_and_says_what_it_is_for(path):
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    assert ast.get_docstring(tree_of(path))
    assert "TODO" not in text


def test_importing_the_engine_imports_nothing_heavy():
    code = "import sys, aima_search, aima_search.search; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert "aima_search.algorithms.informed" in loaded
    heavy = {"scipy", "numpy", "rich", "click", "matplotlib", "psutil", "puzzles", "heuristics"}
    assert heavy.isdisjoint(loaded)
