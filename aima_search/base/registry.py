"""Registry: names to things, with nearest-name hints; behind algorithms, puzzles, heuristics.

Also the names of packages that import nothing before it is used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any, Generic, TypeVar

from aima_search.base.errors import InputError, UnknownName

Entry = TypeVar("Entry")


def origin_of(thing: Any) -> str:
    """Return the file of a class or a function, or its module if it has no file."""
    name = getattr(thing, "__module__", None) or "an unknown module"
    return getattr(sys.modules.get(name), "__file__", None) or str(name)


class Registry(Generic[Entry]):
    """A named collection to which plug-ins add; ``load`` is called before a name counts as missing.

    >>> fruit = Registry("fruit")
    >>> fruit.register("apple", 1)
    >>> fruit.get("aple")
    Traceback (most recent call last):
    aima_search.base.errors.UnknownName: unknown fruit 'aple': did you mean 'apple'?
    """

    def __init__(self, kind: str, load: Callable[[], None] = lambda: None) -> None:
        self.kind = kind
        self._load = load
        self._entries: dict[str, Entry] = {}
        self._origins: dict[str, str] = {}
        _everyone.append(self)

    def register(self, name: str, entry: Entry, origin: str = "") -> None:
        """Add an entry, or replace the entry of that name (a notebook cell run again).

        origin: where the entry comes from; InputError if the name has another origin already.
        """
        if not name or name != name.strip():
            raise InputError(f"{self.kind} name {name!r}: expected a name without outer blanks")
        before = self._origins.setdefault(name, origin)
        if before != origin:
            raise InputError(
                f"{self.kind} {name!r}: registered by {origin}, and before by {before}: expected"
                " a name that nobody has taken"
            )
        self._entries[name] = entry

    def get(self, name: str) -> Entry:
        """Return an entry; an unknown name raises UnknownName with the nearest known one."""
        if name not in self._entries:
            self._load()
        try:
            return self._entries[name]
        except KeyError:
            raise UnknownName(self.kind, name, self._entries) from None

    def origin(self, name: str) -> str:
        """Return where an entry comes from, "" if nobody said so."""
        return self._origins.get(name, "")

    def drop(self, origins: Container[str]) -> set[str]:
        """Take out all entries that come from one of the origins; return these origins."""
        dropped = [name for name in self._entries if self.origin(name) in origins]
        for name in dropped:
            del self._entries[name]
        return {self.origin(name) for name in dropped}

    def take_back(self, known: Container[str], origins: Container[str]) -> None:
        """Take out the entries that are not known, unless they come from one of the origins."""
        for name in [one for one in self._entries if one not in known]:
            if self._origins[name] not in origins:
                del self._entries[name], self._origins[name]

    def names(self) -> list[str]:
        """Return the names in the order of registration."""
        self._load()
        return list(self._entries)

    def __contains__(self, name: object) -> bool:
        if name not in self._entries:
            self._load()
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())


_everyone: list[Registry[Any]] = []


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Import in this block: what a module registered before it failed is taken back."""
    before = {id(one): set(one._entries) for one in _everyone}
    try:
        yield
    except BaseException:
        modules = list(sys.modules.items())
        there = {name for pair in modules for name in (pair[0], getattr(pair[1], "__file__", ""))}
        for one in _everyone:
            one.take_back(before.get(id(one), ()), there)
        raise


def import_when_used(package: str, name: str) -> Any:
    """Return what a package offers under a name, for its ``__getattr__``; "__all__" are the names.

    A package offers what its ``__init__`` imports for type checkers, ``from home import name as
    name``: the one list of its names. A name is imported when it is first used.
    """
    homes = names_when_used(package)
    if name == "__all__":
        return sorted(homes)
    if name not in homes:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    found = getattr(import_module(homes[name]), name)
    setattr(sys.modules[package], name, found)
    return found


def offer_when_used(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package; see ``import_when_used``."""

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *names_when_used(package)})

    return partial(import_when_used, package), names


@cache
def names_when_used(package: str) -> Mapping[str, str]:
    """Return the names that a package offers, each with the module that defines it."""
    loader: Any = sys.modules[package].__loader__
    import ast  # slow to import, and not every start needs it

    return {
        alias.asname: str(node.module)
        for block in ast.parse(loader.get_source(package)).body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None
    }
