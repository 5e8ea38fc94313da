"""Lazy imports of the names of a package, and deprecated names."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from aima_search.base.errors import MissingModule


def import_when_used(package: str, name: str, load: Callable[[], None] = lambda: None) -> Any:
    """Import and return the object ``name`` of a package, such as ``MovIX`` of ``puzzles``.

    If ``name`` is not in ``names_when_used(package)``, call ``load``, which can define more names.
    Raise MissingModule if a module needed for the import is missing, for example in a browser.
    """
    sources = names_when_used(package)
    if name == "__all__":
        return sorted(sources)
    if name in sources:
        module, name_there = sources[name]
        try:
            setattr(sys.modules[package], name, getattr(import_module(module), name_there))
        except (ImportError, AttributeError) as error:
            if file := _hiding_file():
                raise ImportError(
                    f"{file}: rename your file, because it hides the Python module with the same"
                    " name"
                ) from error
            if isinstance(error, ModuleNotFoundError):
                raise MissingModule(name, [error.name or module]) from error
            raise
    elif not name.startswith("__"):
        load()
    try:
        return vars(sys.modules[package])[name]
    except KeyError:
        raise AttributeError(f"module {package!r} has no attribute {name!r}") from None


def offer_when_used(
    package: str, load: Callable[[], None] = lambda: None, **renamed: str
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a package that imports names only when needed."""

    def find(name: str) -> Any:
        if name in renamed:
            warn_renamed(f"{package}.{name}", renamed[name])
        return import_when_used(package, renamed.get(name, name), load)

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names_when_used(package)})

    return find, names


@cache
def names_when_used(package: str) -> Mapping[str, tuple[str, str]]:
    """Return a dict of the names that a package imports only when they are used.

    Each value is a pair: the module, and the name in this module. The names come from the block
    ``if TYPE_CHECKING:`` of ``__init__``, from lines such as ``from module import thing as name``.
    """
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


def _hiding_file() -> str | None:
    modules = map(sys.modules.get, sys.stdlib_module_names)
    files = [getattr(module, "__file__", None) or "" for module in modules]
    here = os.path.abspath(sys.path[0] if sys.path else "")
    return next((file for file in files if os.path.dirname(file) == here), None)


def warn_renamed(old: str, new: str) -> None:
    """Warn that the name ``old`` is deprecated."""
    message = f"{old} is deprecated and will be removed in the next release: use {new}"
    warnings.warn(message, DeprecationWarning, stacklevel=3)


def renamed_attribute(old: str, new: str) -> Any:
    """Return a property for the old name of the attribute ``new``; each use gives a warning."""

    def read(self: Any) -> Any:
        warn_renamed(f"{type(self).__name__}.{old}", new)
        return getattr(self, new)

    def write(self: Any, value: Any) -> None:
        warn_renamed(f"{type(self).__name__}.{old}", new)
        setattr(self, new, value)

    return property(read, write)


def renamed_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a module with renamed names; ``names`` maps old to new names."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warn_renamed(f"{module}.{name}", names[name])
        return getattr(sys.modules[module], names[name])

    return find
