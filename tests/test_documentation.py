"""The README's examples run, its links lead somewhere, and the docstrings' examples run."""

import doctest
import re
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages

import click

from aima_search.cli import cli

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PACKAGES = ("aima_search", "puzzles", "heuristics")


def modules():
    for package in PACKAGES:
        yield package
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            is_of_numba = module.name == "aima_search.compiled.replacements"
            needs_numba = is_of_numba and not find_spec("numba")
            if not (module.name.endswith("__main__") or needs_numba):
                yield module.name


def test_the_examples_of_the_readme_run():
    script = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], False).failed)"
    done = subprocess.run(
        [sys.executable, "-c", script, str(README)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_commands_of_the_readme_that_need_no_file_run():
    blocks = re.findall(r"^```sh\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    commands = [
        shlex.split(line, comments=True)[1:]
        for line in "".join(blocks).splitlines()
        if line.startswith(("aima-search explain ", "aima-search generate "))
    ]
    assert len(commands) >= 2
    for command in commands:
        subprocess.run([sys.executable, "-m", "aima_search", *command], check=True)


def test_the_readme_has_every_command():
    text = README.read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `aima-search (\w+)", text, re.MULTILINE))
    assert told == set(cli.list_commands(click.Context(cli)))


def test_a_link_leads_to_what_is_there():
    broken = [
        (name, link)
        for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
        for link in re.findall(r"\]\(([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
        if "://" not in link and not (ROOT / link).exists()
    ]
    assert broken == []


def test_the_table_of_changes_names_files_that_are_there():
    """A bare name lies next to the path before it, or below it; NAME is the name of some puzzle."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = text.partition("| to change | look in |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) > 30
    missing = []
    for row in rows:
        places = [ROOT]
        for path in re.findall(r"`([\w/*.]+(?:/|\.\w+))`", row.split(" | ")[1]):
            pattern = path.replace("NAME", "*").rstrip("/")
            found = [one for place in places for one in place.glob(pattern)]
            missing += [] if found else [(row, path)]
            if path.startswith(("aima_search/", "puzzles/", "heuristics/")):
                places = [ROOT, *found, *(one.parent for one in found)]
    assert missing == []


def test_the_examples_of_the_docstrings_run():
    runner, finder = doctest.DocTestRunner(), doctest.DocTestFinder()
    for name in modules():
        for docstring in finder.find(import_module(name)):
            if docstring.examples:  # a run without examples takes long, too
                runner.run(docstring)
    results = runner.summarize()
    assert results.attempted > 50
    assert results.failed == 0


def test_the_two_commands_are_those_that_the_gate_runs():
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'readme_command "main job"' in gate
    assert 'readme_command "tests"' in gate
    assert "pytest --hypothesis-profile gate" in gate
    assert "-m '(gate or hypothesis or extra) and not waits'" in gate  # what they leave out
    assert "-m waits" in gate
