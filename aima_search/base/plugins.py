"""Plug-ins: installed packages that bring puzzles, heuristics, algorithms and commands.

A plug-in declares a module as an entry point of a group such as ``aima_search.puzzles``. When the
module is imported, it registers its entries. The bundled packages ``puzzles`` and ``heuristics``
need no entry point. If a user's file has the name of a plug-in, the plug-ins are loaded without the
user's file, and the user can still import this file.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import module_from_spec
from itertools import takewhile
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import NamedTuple

from aima_search.base.errors import SearchError
from aima_search.base.limits import LimitReached
from aima_search.base.registry import INSTALLATION, LEFT_OUT, all_or_nothing

GROUPS = {
    "aima_search.algorithms": "",
    "aima_search.puzzles": "puzzles",
    "aima_search.heuristics": "heuristics",
}
"""The bundled package ("" if there is none) of each group of entry points."""

COMMANDS = "aima_search.commands"
"""The group of the companions' commands; ``list NAME`` is called by ``aima-search list NAME``."""


class PluginError(SearchError, ImportError):
    """A plug-in that could not be imported."""


class PluginWarning(UserWarning):
    """A warning about one plug-in; the other plug-ins still work."""


_loading = RLock()


def load_plugins() -> None:
    """Import every plug-in once; if the import of a third-party plug-in fails, only warn."""
    with _loading:  # other threads wait, so that they find no half-imported package
        load_plugins_once()


@cache
def load_plugins_once() -> None:
    """Import every plug-in; ``load_plugins`` calls this function while it holds a lock."""
    loader = _ShadowedPluginLoader()
    try:
        for group, module, folder in _announced():
            try:
                with all_or_nothing():
                    loader.load(module, folder)
            except (KeyboardInterrupt, LimitReached):
                raise
            except BaseException as error:
                message = (
                    f"plug-in {module!r} (entry point of {group}) failed to import:"
                    f" {type(error).__name__}: {error}"
                )
                if module in GROUPS.values():
                    raise PluginError(message) from error
                warnings.warn(" ".join(message.split()), PluginWarning, stacklevel=2)
    finally:
        loader.restore()


def has_plugins() -> bool:
    """Return True if there are third-party plug-ins."""
    return any(module not in GROUPS.values() for _, module, _ in _announced())


def is_announced(origin: str) -> bool:
    """Return True if the file ``origin`` is part of this package or of an installed plug-in."""
    if origin not in _files:
        packages = {"aima_search", *(module.partition(".")[0] for _, module, _ in _announced())}
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] in packages:
                _files.add(getattr(module, "__file__", None))
    return origin in _files


_files: set[str | None] = set()
"""The files that ``is_announced`` has found: to search all modules again takes long."""


def _announced() -> Iterator[tuple[str, str, Path]]:
    """Yield the plug-ins, each as (group, module, folder); bundled packages come first."""
    for group, bundled in GROUPS.items():
        if bundled and bundled not in LEFT_OUT:
            yield group, bundled, INSTALLATION
    points = [point for point in _entry_points() if point.module.partition(".")[0] not in LEFT_OUT]
    for group, bundled in GROUPS.items():
        others = [point for point in points if point.group == group and point.module != bundled]
        folders = {point.module: point.folder for point in reversed(others)}
        for module in sorted(folders):
            yield group, module, folders[module]


def announced_commands() -> dict[str, str]:
    """Return the commands of installed packages, as a dict from names to "module:function"."""
    points = [*_entry_points_of_checkout(), *_entry_points()]
    return {point.name: point.value for point in reversed(points) if point.group == COMMANDS}


class _EntryPoint(NamedTuple):
    group: str
    name: str
    value: str
    folder: Path

    @property
    def module(self) -> str:
        """The name of the module: the first part of ``module:attribute [extras]``."""
        return self.value.partition("[")[0].partition(":")[0].strip()


def _entry_points_of_checkout() -> Iterator[_EntryPoint]:
    with suppress(OSError):  # only a checkout has this file
        text = (INSTALLATION / "setup.cfg").read_text(encoding="utf-8")
        _, _, after = text.partition(f"\n{COMMANDS} =\n")
        for line in takewhile(lambda line: line.startswith(" "), after.splitlines()):
            name, _, value = map(str.strip, line.partition("="))
            yield _EntryPoint(COMMANDS, name, value, INSTALLATION)


@cache
def _entry_points() -> list[_EntryPoint]:  # as importlib.metadata does, but ten times faster
    found: list[_EntryPoint] = []
    seen: set[str] = set()
    for place in sys.path:
        for info in sorted(Path(place).glob("*.*-info")):
            package = info.stem.partition("-")[0].replace(".", "_").lower()
            if package not in seen:  # like Python, use the first package with this name
                seen.add(package)
                found += _entry_points_of(info)
    return found


def _entry_points_of(info: Path) -> Iterator[_EntryPoint]:
    group = ""
    with suppress(OSError):  # most packages have no entry points
        text = (info / "entry_points.txt").read_text(encoding="utf-8")
        for line in map(str.strip, text.splitlines()):
            if line.startswith("["):
                group = line.strip("[]").strip()
            elif group in (*GROUPS, COMMANDS) and line and not line.startswith("#"):
                name, _, value = line.partition("=")
                yield _EntryPoint(group, name.strip(), value.strip(), info.parent)


class _ShadowedPluginLoader:
    """Loads plug-ins even if ``import`` would find a user's file with the same name first."""

    def __init__(self) -> None:
        self._removed: dict[str, ModuleType] = {}
        self._files: dict[str, str] = {}  # user files, by module name

    def load(self, module: str, folder: Path) -> None:
        """Import a plug-in's module; look in ``folder`` first."""
        name = module.partition(".")[0]
        spec = PathFinder.find_spec(name, [str(folder)])
        if spec is not None and spec.origin is not None:
            self._remove(name, spec.origin)
            if name not in sys.modules:
                _execute(name, spec)
        importlib.import_module(module)
        if module in GROUPS.values():
            if not hasattr(sys.modules[module], "load_all"):
                raise ImportError(_overwritten(module))
            sys.modules[module].load_all()
        if name in self._files:  # import all its modules now, because later it will be hidden
            from pkgutil import walk_packages  # slow to import

            path = getattr(sys.modules[name], "__path__", ())
            for part in walk_packages(path, f"{name}."):
                with suppress(ImportError):  # a missing package is reported when it is used
                    importlib.import_module(part.name)

    def restore(self) -> None:
        for name, file in self._files.items():
            sys.modules.pop(name, None)
            warnings.warn(
                f"{file} has the same name as the package {name!r} with plug-ins for aima-search:"
                f" the plug-ins work, but 'import {name}' imports your file",
                PluginWarning,
                stacklevel=2,
            )
        sys.modules.update(self._removed)

    def _remove(self, name: str, origin: str) -> None:
        found: ModuleType | ModuleSpec | None = sys.modules.get(name) or PathFinder.find_spec(name)
        file = getattr(found, "__file__" if isinstance(found, ModuleType) else "origin", None)
        if file is not None and Path(file).resolve() == Path(origin).resolve():
            return
        names = [other for other in sys.modules if f"{other}.".startswith(f"{name}.")]
        removed = {other: sys.modules.pop(other) for other in names}
        if file is not None:  # None for a folder without __init__.py
            self._removed.update(removed)
            self._files[name] = file


def _overwritten(package: str) -> str:
    from importlib.metadata import distributions

    file = f"{package}/__init__.py"
    others = [
        f"{other.metadata['Name']} {other.version}"
        for other in distributions()
        if other.metadata["Name"] != "aima-search" and file in map(str, other.files or ())
    ]
    by = " and ".join(dict.fromkeys(others)) or "another package"
    return (
        f"{by} was installed over the package {package!r} of aima-search: uninstall it, and install"
        " aima-search again with pip install --force-reinstall --no-deps"
    )


def _execute(name: str, spec: ModuleSpec) -> None:
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
