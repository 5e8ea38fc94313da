"""Repeat the browser tests that failed, one after the other, while nothing else runs.

Each folder is a cache folder of pytest, which lists the tests that failed. The command fails if a
test fails again, or if a failed test is not marked ``browser``: only browser tests are repeated.

    python tools/flaky.py CACHE_FOLDER...
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:randomly")


def main() -> None:
    """Exit with status 1 unless every failed test passes now."""
    failed = [test for folder in sys.argv[1:] for test in failures(Path(folder))]
    if not failed:
        return
    others = sorted(set(failed) - set(browser_tests(failed)))
    if others:
        sys.exit("failed, and not browser tests:\n" + "\n".join(others))
    if subprocess.run([*PYTEST, "-m", "browser", *failed], check=False).returncode:
        sys.exit("browser tests that failed twice are above")
    print("flaky (failed, then passed alone):\n" + "\n".join(failed))


def failures(folder: Path) -> list[str]:
    """Return the tests that failed in the last run with this cache folder."""
    file = folder / "v" / "cache" / "lastfailed"
    return sorted(json.loads(file.read_text("utf-8"))) if file.exists() else []


def browser_tests(tests: list[str]) -> list[str]:
    """Return the tests that are marked ``browser``."""
    listed = [*PYTEST, "-m", "browser", "--collect-only", "-q", "-o", "addopts=", *tests]
    done = subprocess.run(listed, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()


if __name__ == "__main__":
    main()
