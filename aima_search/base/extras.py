"""Imports of optional modules, which may not be installed, or may be missing in a browser."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aima_search.base.errors import MissingExtra, MissingModule


def require(module: str, extra: str) -> Any:
    """Import and return a module; raise MissingExtra if the module is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        if in_browser():
            raise MissingModule(f"the extra {extra!r}", [name]) from error
        is_there = name in sys.modules or find_spec(name) is not None
        failure = f"{type(error).__name__}: {error}" if is_there else ""
        raise MissingExtra(name, extra, install_command(extra), failure) from error


def in_browser() -> bool:
    """Return True if Python runs in a browser, where packages cannot be installed."""
    return sys.platform == "emscripten"


PROCESSES = "_multiprocessing"
"""A module that Python lacks where processes cannot be started; an argument for ``need``."""


def need(what: str, *modules: str) -> None:
    """Raise MissingModule if a module is missing. ``what``: the feature that needs the modules."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise MissingModule(what, ["processes" if n == PROCESSES else n for n in missing])


def install_command(extra: str) -> str:
    """Return the shell command that installs the optional dependencies ``extra``."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
    here = Path(__file__).parents[2]
    is_checkout = (here / "setup.cfg").is_file()
    wanted = f'--editable "{here}[{extra}]"' if is_checkout else f'"aima-search[{extra}]"'
    return f"{python} -m pip install {wanted}"


def versions() -> dict[str, str]:
    """Return the system, the number of processors, and the versions of Python and the packages."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from aima_search.base import __version__

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
