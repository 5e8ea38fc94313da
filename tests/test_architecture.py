"""The house rules: how imports run, what is never written, how long a file may be."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import nodes_of

ROOT = Path(__file__).parent.parent
PACKAGES = ("aima_search", "puzzles", "heuristics")
FILES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
MAY_USE = {
    "aima_search": {"aima_search"},
    "puzzles": {"aima_search", "puzzles"},
    "heuristics": {"aima_search", "puzzles", "heuristics"},
}


def offenders(rule, files=FILES):
    """Return the files that break a rule, and how, as a failed test lists them.

    rule: takes a path and returns what is wrong with that file, something empty if nothing is.
    """
    found = {str(path.relative_to(ROOT)): rule(path) for path in files}
    return {path: wrong for path, wrong in found.items() if wrong}


def module_of(path):
    """Return the dotted name of a file; a package has the name of its ``__init__``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imported_by(path):
    """Return the dotted names of the modules that a file imports."""
    names = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = module_of(path).split(".")[: -node.level] if node.level else []
            names.add(".".join([*base, *filter(None, [node.module])]))
            if node.module in ("puzzles", "heuristics", "aima_search"):
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def test_imports_run_one_way():
    def against_the_way(path):
        ours = {name.split(".")[0] for name in imported_by(path)} & set(PACKAGES)
        return ours - MAY_USE[path.relative_to(ROOT).parts[0]]

    assert offenders(against_the_way) == {}


PUZZLES = sorted(path.name for path in (ROOT / "puzzles").iterdir() if path.is_dir())


def test_puzzles_do_not_know_each_other():
    def of_others(path):
        others = {f"puzzles.{name}" for name in PUZZLES if name != path.relative_to(ROOT).parts[1]}
        return {".".join(name.split(".")[:2]) for name in imported_by(path)} & others

    folders = [ROOT / "puzzles" / name for name in PUZZLES if not name.startswith("_")]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    assert offenders(of_others, files) == {}


COMMAND_LINE = {
    ROOT / "aima_search" / "__main__.py",
    *(ROOT / "aima_search/cli").rglob("*.py"),
    *(ROOT / "aima_search/apps").glob("*/*command*.py"),
    *(ROOT / "aima_search/apps").glob("*/cli/*.py"),
}


def test_only_the_command_line_knows_the_command_line():
    def of_the_command_line(path):
        used = imported_by(path)
        return {
            name
            for name in used
            if name.split(".")[0] == "click" or name.startswith("aima_search.cli")
        }

    assert offenders(of_the_command_line, sorted(set(FILES) - COMMAND_LINE)) == {}


def forbidden(path):
    """Return the lines of a file that evaluate, print, end, or import or catch everything."""
    lines = path.read_text(encoding="utf-8").splitlines()
    never = {"eval", "exec", "compile", "__import__"}
    if path not in COMMAND_LINE:
        never |= {"exit", "quit", "sys.exit", "os._exit", "print"}
    if path.name == "fork_server.py":  # a fork never goes on with what its parent was doing
        never.remove("os._exit")
    found = []
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom):
            facades = ("aima_search.textbook.shared_names", "aima_search.search2020")
            is_facade = node.module in facades
            wrong = [alias.name for alias in node.names] == ["*"] and not is_facade
        elif isinstance(node, ast.ExceptHandler):
            wrong = node.type is None
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            may_print = called == "print" and "# noqa: T201" in lines[node.end_lineno - 1]
            wrong = called in never and not may_print
        else:
            continue
        if wrong:
            found.append(f"line {node.lineno}: {lines[node.lineno - 1].strip()}")
    return found


def test_nothing_is_evaluated_printed_star_imported_or_ended():
    assert offenders(forbidden) == {}


@pytest.mark.parametrize(
    "line",
    ["from math import *", "eval('1')", "print(1)", "sys.exit(1)", "try: f()\nexcept: f()"],
)
def test_a_forbidden_line_is_found(line, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "bad.py").write_text(f"x = 1\n{line}\n")
    assert len(forbidden(tmp_path / "bad.py")) == 1


def test_a_file_has_at_most_five_hundred_lines_and_says_what_it_is_for():
    def too_long_silent_or_unfinished(path):
        text = path.read_text(encoding="utf-8")
        faults = {
            "too long": len(text.splitlines()) > 500,
            "without a docstring": not ast.get_docstring(nodes_of(path)[0]),
            "TODO": "TODO" in text,
        }
        return [fault for fault, is_found in faults.items() if is_found]

    assert offenders(too_long_silent_or_unfinished) == {}


def test_importing_the_engine_imports_nothing_heavy():
    code = "import sys, aima_search, aima_search.search; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert "aima_search.algorithms.informed" in loaded
    heavy = {"scipy", "numpy", "rich", "click", "matplotlib", "psutil", "puzzles", "heuristics"}
    assert heavy.isdisjoint(loaded)


@pytest.mark.gate("it starts Python with a profile function")
def test_a_solve_runs_through_few_files():
    command = [sys.executable, str(ROOT / "tools/walk.py")]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    files, returns = re.search(r": (\d+) files, \d+ moves, (\d+) of them", output).groups()
    assert int(files) <= 32, output
    assert int(returns) <= 45, output
