"""What stands twice by need says the same: versions, linters of the gate and of a commit."""

import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

import aima_search

ROOT = Path(__file__).parent.parent
GATE = (ROOT / ".ci/run").read_text("utf-8")
HOOKS = re.findall(r"entry: ([a-z]+)( \w+)?", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"))


def settings():
    parser = ConfigParser()
    parser.read(ROOT / "setup.cfg", encoding="utf-8")
    return parser


def test_the_citation_names_the_version_and_the_licence_and_no_person():
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    metadata = settings()["metadata"]
    assert f"\nversion: {aima_search.__version__}\n" in citation
    assert f"\nlicense: {metadata['license']}\n" in citation
    assert re.findall(r"- name: (.*)", citation) == ["The aima-search contributors"]
    assert "family-names" not in citation


def test_a_commit_is_linted_as_the_gate_lints():
    before_a_commit = {f"{tool}{command}" for tool, command in HOOKS}
    in_the_gate = set(re.findall(r"\.venv/bin/(ruff \w+|mypy|vulture)", GATE))
    assert before_a_commit == in_the_gate == {"ruff check", "ruff format", "mypy", "vulture"}
    installed = settings()["options.extras_require"]["lint"]
    for tool, _ in HOOKS:
        assert f"\n{tool}>=" in installed


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_the_gate_finds_the_oldest_and_the_newest_other_python(tmp_path):
    """The versions that answer and are new enough, each once."""
    for version in ("3.9", "3.10", "3.11", "3.12", "3.13", "3.14"):
        python = tmp_path / "versions" / version / "bin" / "python"
        python.parent.mkdir(parents=True)
        known = "exit 1" if version == "3.9" else f"echo {version.replace('.', ' ')} {python}"
        python.write_text(f"#!/bin/sh\n{known}\n")
        python.chmod(0o755)
    own = tmp_path / "bin" / "python3"  # it makes the suite's environment
    own.parent.mkdir()
    own.write_text("#!/bin/sh\necho 3 14\n")
    own.chmod(0o755)
    function = re.search(r"(?ms)^other_pythons\(\).*?^}", GATE)[0]
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"{function}\nother_pythons"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PATH": f"{own.parent}:/usr/bin:/bin", "PYENV_ROOT": str(tmp_path)},
    )
    found = [Path(line).parts[-3] for line in done.stdout.split() if str(tmp_path) in line]
    assert found[-1] == "3.13"
    assert found[0] in ("3.10", "3.13")  # the machine may have a 3.10 of its own
    assert "3.14" not in found


HANGS = "import threading\n\n\ndef test_it_hangs():\n    threading.Event().wait()\n"


@pytest.mark.gate("a long wait")
def test_a_test_that_hangs_ends_the_run_and_is_named(tmp_path):
    (tmp_path / "test_hanging.py").write_text(HANGS)
    settings = ["-c", str(ROOT / "pyproject.toml"), "-o", "faulthandler_timeout=1"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *settings, tmp_path],
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode != 0
    assert "test_hanging.py" in done.stderr
    assert "in test_it_hangs" in done.stderr


@pytest.mark.gate("runs pytest")
@pytest.mark.parametrize(
    ("mark", "fails", "passes"),
    [("browser", 1, True), ("browser", 2, False), ("gate('no browser')", 1, False)],
)
def test_only_a_browser_test_gets_a_second_try(tmp_path, mark, fails, passes):
    runs = tmp_path / "runs.txt"
    (tmp_path / "test_flaky.py").write_text(
        f"import pathlib, pytest\n\n\n@pytest.mark.{mark}\ndef test_it():\n"
        f"    runs = pathlib.Path({str(runs)!r})\n"
        "    done = len(runs.read_text()) if runs.exists() else 0\n"
        "    runs.write_text('x' * (done + 1))\n"
        f"    assert done >= {fails}\n"
    )
    command = [sys.executable, "-m", "pytest", "-m", "", "-o", "cache_dir=failed"]
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(tmp_path)]
    subprocess.run([*command, *settings, "test_flaky.py"], cwd=tmp_path, check=False)
    again = subprocess.run(
        [sys.executable, str(ROOT / "tools/flaky.py"), str(tmp_path / "failed")],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTEST_ADDOPTS": " ".join(settings)},
    )
    assert (again.returncode == 0) == passes, again.stdout + again.stderr
    assert len(runs.read_text()) == (2 if mark == "browser" else 1)
    assert ("flaky (failed, then" in again.stdout) == passes
