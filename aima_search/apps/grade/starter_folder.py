"""The folder that ``grade --template`` writes: an assignment, samples and Gradescope's scripts."""

from __future__ import annotations

from pathlib import Path

from aima_search.base.errors import InputError

_SOURCE = Path(__file__).parent / "template"
_SCRIPTS = ("setup.sh", "run_autograder")


def write_template(folder: Path) -> list[Path]:
    """Write the files into a folder, which must be new or empty; return their paths.

    Their texts lie in this package, under names that end in ".txt".
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"folder {str(folder)!r}: expected a new or empty folder")
    written = []
    for source in sorted(_SOURCE.rglob("*.txt")):
        path = folder / source.relative_to(_SOURCE).with_suffix("")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
        if path.name in _SCRIPTS:
            path.chmod(0o755)
        written.append(path)
    return written
