"""Lazy imports of a package's names."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from aima_search.base.errors import MissingModule


def import_when_used(package: str, name: str, load: Callable[[], None] = lambda: None) -> Any:
    """Import a name of a package, for its ``__getattr__``; for "__all__" return the list of names.

    The package's ``__init__`` lists the names for type checkers, by ``from module import thing as
    name``. load: a function that may define more names; called for a name that is not listed. Raise
    MissingModule if the import of a listed name needs a module that is missing, as in a browser.
    """
    sources = names_when_used(package)
    if name == "__all__":
        return sorted(sources)
    if name in sources:
        module, name_there = sources[name]
        try:
            setattr(sys.modules[package], name, getattr(_import(module), name_there))
        except ModuleNotFoundError as error:
            raise MissingModule(name, [error.name or module]) from error
    elif not name.startswith("__"):
        load()
    try:
        return vars(sys.modules[package])[name]
    except KeyError:
        raise AttributeError(f"module {package!r} has no attribute {name!r}") from None


def offer_when_used(
    package: str, load: Callable[[], None] = lambda: None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package; load: see ``import_when_used``."""

    def find(name: str) -> Any:
        return import_when_used(package, name, load)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names_when_used(package)})

    return find, names


@cache
def names_when_used(package: str) -> Mapping[str, tuple[str, str]]:
    """Return a dict from each lazily imported name of a package to (module, name in the module)."""
    import ast  # slow to import

    loader: Any = sys.modules[package].__loader__
    return {
        alias.asname: (str(node.module), alias.name)
        for block in ast.parse(loader.get_source(package)).body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None
    }


def _import(name: str) -> ModuleType:
    """Import a module; if a user's file hides a module of Python, name the file in the error."""
    try:
        return import_module(name)
    except (ImportError, AttributeError) as error:
        modules = map(sys.modules.get, sys.stdlib_module_names)
        files = [getattr(module, "__file__", None) for module in modules]
        here = os.path.abspath(sys.path[0] if sys.path else "")
        for file in files:
            if file and os.path.dirname(file) == here:
                raise ImportError(
                    f"{file}: rename your file, because it hides a module of Python that has the"
                    " same name"
                ) from error
        raise
