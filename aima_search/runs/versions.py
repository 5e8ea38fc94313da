"""What an experiment was run with: versions of the package, of Python and of the machine."""

from __future__ import annotations

import os
import platform

from aima_search import __version__


def versions() -> dict[str, str]:
    """Return the versions by name."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"aima-search": __version__}
    for package in ("numpy", "scipy"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # in a browser
            found[package] = "not installed"
    found["Python"] = f"{platform.python_implementation()} {platform.python_version()}"
    found["system"] = f"{platform.system()} {platform.release()} {platform.machine()}"
    found["processors"] = str(os.cpu_count())
    return found
