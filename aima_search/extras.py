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

    The package comes from where it came from: a checkout, a folder, else the index.
    """
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable or "python"
    return f"{python} -m pip install {_requirement(extra)}"


def _requirement(extra: str) -> str:
    here = Path(__file__).parents[1]
    if (here / "setup.cfg").is_file():  # a checkout, installed or not
        return f'--editable "{here}[{extra}]"'
    source = _source()
    return f'"{source}[{extra}]"' if source else f'"{_DISTRIBUTION}[{extra}]"'


def _source() -> Path | None:
    """Return the folder that this package was installed from, None where it was none."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        text = distribution(_DISTRIBUTION).read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    origin = json.loads(text or "{}")
    if "dir_info" not in origin:  # not a folder
        return None
    folder = Path(url2pathname(urlsplit(origin["url"]).path))
    return folder if folder.is_dir() else None
