"""Writes distributions (installed packages), and runs Python with them on the module path."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def install(folder, name, module, text, group="puzzles"):
    """Write a distribution with a plug-in module, as if pip had installed it."""
    (folder / f"{module}.py").write_text(text)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[aima_search.{group}]\n{name} = {module}\n")


def run(installed, *arguments, cwd=None):
    """Run Python with a folder and the project's packages on the module path."""
    path = os.pathsep.join([str(installed), str(ROOT), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
