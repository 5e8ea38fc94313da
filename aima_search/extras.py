"""Optional dependencies: a missing one is an error that names the extra which brings it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from aima_search.errors import MissingExtra

_DISTRIBUTION = "aima-search"


def require(module: str, extra: str) -> Any:
    """Import and return a module; MissingExtra where it is not installed.

    >>> require("no_such_module", "plot")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    aima_search.errors.MissingExtra: this needs no_such_module, which is not installed; ...
    """
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise MissingExtra(name, extra, install_command(extra)) from error


def install_command(extra: str) -> str:
    """Return the shell command that adds an extra to this Python.

    By the name alone it adds to what is installed, wherever that came from: an index, a wheel, a
    folder. A checkout is named, since it may not be installed.
    """
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
    here = Path(__file__).parents[1]
    is_checkout = (here / "setup.cfg").is_file()
    wanted = f'--editable "{here}[{extra}]"' if is_checkout else f'"{_DISTRIBUTION}[{extra}]"'
    return f"{python} -m pip install {wanted}"
