"""``Registry``: a collection of named entries, such as algorithms, puzzles or heuristics."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, TypeVar

from aima_search.base.errors import InputError, UnknownName

EntryT = TypeVar("EntryT")

INSTALLATION = Path(__file__).resolve().parents[2]
"""The folder of the packages aima_search, puzzles and heuristics."""

LEFT_OUT: set[str] = set()  # packages whose plug-ins are not loaded


def origin_of(thing: Any) -> str:
    """Return the file that defines a class or function; if there is none, the module's name."""
    name = getattr(thing, "__module__", None) or "an unknown module"
    return getattr(sys.modules.get(name), "__file__", None) or str(name)


class Registry(Generic[EntryT]):
    """A collection of objects by name, such as all algorithms; plug-ins can add objects.

    If a name is missing, the registry imports ``module`` of the bundled ``package``. The default
    for ``module`` is the first word of the name: queens for queens-local. If the name is still
    missing, the registry calls ``load``, which can add it. ``synonyms`` maps wrong names to names
    that error messages suggest.
    """

    def __init__(
        self,
        kind: str,
        load: Callable[[], None] = lambda: None,
        package: str = "",
        module: str = "",
    ) -> None:
        self.kind, self._load, self._package, self._module = kind, load, package, module
        self.synonyms: dict[str, str] = {}  # keys are in lower case, without "-" and "_"
        self._entries: dict[str, EntryT] = {}
        self._origins: dict[str, str] = {}
        _registries.append(self)

    def register(self, name: str, entry: EntryT, origin: str = "") -> None:
        """Store ``entry`` under ``name``; an older entry with the same name and file is replaced.

        origin: the file that defines the entry. Raise InputError if another file uses ``name``.
        """
        if not name or name != name.strip():
            raise InputError(
                f"{self.kind} name {name!r}: expected a name without spaces at the start or end"
            )
        before = self._origins.setdefault(name, origin)
        if before != origin:
            raise InputError(
                f"{self.kind} {name!r} of {origin}: the name is already registered by {before},"
                " so choose another name"
            )
        self._entries[name] = entry

    def get(self, name: str) -> EntryT:
        """Return the entry ``name``; if it is missing, raise UnknownName with a similar name."""
        if (entry := self.find(name)) is None:
            meant = self.synonyms.get(str(name).lower().replace("-", "").replace("_", ""), "")
            raise UnknownName(self.kind, name, self._entries, meant)
        return entry

    def find(self, name: str) -> EntryT | None:
        """Return the entry ``name``, or None if it is unknown. Load its module if necessary."""
        if name not in self._entries and self._package:
            load_bundled(self._package, self._module or name)
        if name not in self._entries:
            self._load()
        return self._entries.get(name)

    def origin(self, name: str) -> str:
        """Return the file that defines the entry ``name``, or "" if the file is not known."""
        return self._origins.get(name, "")

    def put_first(self, names: Iterable[str]) -> None:
        """Move the entries with these names to the start of the registry."""
        first = {name: self._entries[name] for name in names if name in self._entries}
        self._entries = first | self._entries

    def names(self) -> list[str]:
        """Return the names of all entries in the order of registration."""
        self._load()
        return list(self._entries)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.find(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())


_registries: list[Registry[Any]] = []


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Context manager for an import: if it fails, remove the entries that the module registered."""
    before = {id(registry): set(registry._entries) for registry in _registries}
    try:
        yield
    except BaseException:
        modules = list(sys.modules.items())
        there = {name for pair in modules for name in (pair[0], getattr(pair[1], "__file__", ""))}
        for registry in _registries:
            for name in registry._entries.keys() - before.get(id(registry), ()):
                if registry._origins[name] not in there:
                    del registry._entries[name], registry._origins[name]
        raise


def load_bundled(package: str, name: str) -> None:
    """Import the bundled module for ``name``, such as ``sudoku`` for "sudoku-local"."""
    if package in LEFT_OUT:
        return
    module = name.partition("-")[0]
    folder = INSTALLATION / package
    if module.isidentifier() and any(folder.glob(f"{module}*")):
        spec = find_spec(package)
        if spec is not None and spec.origin == str(folder / "__init__.py"):
            with suppress(ModuleNotFoundError):
                importlib.import_module(f"{package}.{module}")
