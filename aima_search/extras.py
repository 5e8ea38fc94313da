"""Optional dependencies: a missing one is an error that names the extra which brings it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from aima_search.errors import MissingExtra


def require(module: str, extra: str) -> Any:
    """Import and return a module; MissingExtra where it is not installed.

    >>> require("no_such_module", "plot")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    aima_search.errors.MissingExtra: this needs no_such_module, which is not installed: ...
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(module.partition(".")[0], extra) from error
