"""Stand-ins for the engine in the process of a heuristic part.

The rules of a puzzle are there, and some of their modules import the engine. Where an assignment
forbids the engine, they get an empty module in its place: what is not in memory cannot be found.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

ENGINE = (
    *("algorithms", "analysis", "apps", "checks", "compiled", "made", "runs", "search", "trace"),
    *("search2020", "search2e", "search4e", "catalog.configuration", "catalog.heuristics"),
)
"""The modules of the package that search, or know heuristics."""


class _Stub(ModuleType):
    """A module in which every name is an empty class."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__module__": self.__name__})


class StubFinder(MetaPathFinder, Loader):
    """Finds a stub for every module of the engine that is forbidden."""

    def __init__(self, forbidden: Sequence[str]) -> None:
        self._forbidden = forbidden

    def find_spec(self, name: str, *context: object) -> ModuleSpec | None:
        """Return the spec of a stub, None for any other module."""
        package, _, inner = name.partition(".")
        is_engine = package == "aima_search" and is_among(inner, ENGINE)
        if is_engine and is_among(name, self._forbidden):
            return ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the stub."""
        return _Stub(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Leave it empty."""

    def install(self) -> None:
        """Answer every import from now on."""
        sys.meta_path.insert(0, self)


def is_among(module: str, modules: Sequence[str]) -> bool:
    """Return True if a module is one of some modules, or is inside of one."""
    return any(module == name or module.startswith(f"{name}.") for name in modules)
