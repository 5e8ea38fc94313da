"""The README's examples run, its links lead somewhere, and the docstrings' examples run."""

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from aima_search.cli import COMMANDS

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PACKAGES = ("aima_search", "puzzles", "heuristics")


def modules():
    for package in PACKAGES:
        yield package
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith("__main__"):
                yield module.name


def test_the_examples_of_the_readme_run():
    script = "import doctest, sys; sys.exit(doctest.testfile(sys.argv[1], False).failed)"
    done = subprocess.run(
        [sys.executable, "-c", script, str(README)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_readme_is_short_and_has_every_command():
    text = README.read_text(encoding="utf-8")
    assert len(text) <= 8_500  # the rest stands in the site
    told = set(re.findall(r"^\| `aima-search (\w+)", text, re.MULTILINE))
    assert told == set(COMMANDS)


def test_a_link_leads_to_what_is_there():
    broken = [
        (name, link)
        for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
        for link in re.findall(r"\]\(([^)#]+)", (ROOT / name).read_text(encoding="utf-8"))
        if "://" not in link and not (ROOT / link).exists()
    ]
    assert broken == []


def test_the_examples_of_the_docstrings_run():
    results = {name: doctest.testmod(import_module(name)) for name in modules()}
    assert sum(result.attempted for result in results.values()) > 50
    assert [name for name, result in results.items() if result.failed] == []


def test_the_two_commands_are_those_that_the_gate_runs():
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert 'readme_command "main job"' in gate
    assert 'readme_command "tests"' in gate
    assert "pytest -m 'gate or hypothesis' --hypothesis-profile gate" in gate  # what they leave out
