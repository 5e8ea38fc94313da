"""Guards in a submission's process: they detect honest mistakes, and explain them in messages.

A program can get around the guards. Therefore, the operating system also protects other files, and
hides forbidden modules. A heuristic may use the rules of its puzzle, even if ENGINE is forbidden.
Then the puzzle's module gets a *stub*, which has empty classes, in place of a forbidden module.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, all_suffixes
from types import FrameType, ModuleType
from typing import Any

from aima_search.catalog.user_files import load_function, place_at

ENGINE = (
    *("algorithms", "analysis", "apps", "checks", "compiled", "made", "runs", "search", "trace"),
    *("search2020", "search2e", "search4e"),
    *("catalog.configuration", "catalog.heuristics", "textbook.distances"),
)
"""The modules of the package with searches or heuristics."""


class _ForbiddenModuleStub(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__module__": self.__name__})


class StubFinder(MetaPathFinder, Loader):
    """Makes Python import a stub in place of each forbidden module of ENGINE."""

    def __init__(self, forbidden: Sequence[str]) -> None:
        self._forbidden = forbidden

    def find_spec(self, name: str, *context: object) -> ModuleSpec | None:
        """If the module is in ENGINE and forbidden, return the spec of a stub, otherwise None."""
        package, _, inner = name.partition(".")
        is_engine = package == "aima_search" and is_among(inner, ENGINE)
        if is_engine and is_among(name, self._forbidden):
            return ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return a new stub, which Python uses in place of the forbidden module."""
        return _ForbiddenModuleStub(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: a stub has no code to run."""


def is_among(module: str, modules: Sequence[str]) -> bool:
    """Return True if ``modules`` contains ``module`` or one of its parent packages."""
    return any(module == name or module.startswith(f"{name}.") for name in modules)


_TO_WRITE = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CHANGES = {  # audit events, with the number of path arguments
    **dict.fromkeys(("os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.truncate"), 1),
    **dict.fromkeys(("os.rename", "os.link", "os.symlink"), 2),
}
_MODULE_ENDINGS = tuple(all_suffixes())


class WriteGuard:
    """Stops the code from writing modules, and from changing anything outside a folder.

    New modules are forbidden because the comparison of submissions would not see them. ``found`` is
    the first path outside the folder that the code tried to change.
    """

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder)
        self.found = ""
        sys.addaudithook(self._see)

    def _see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & _TO_WRITE:
                self._check(path)
        elif event in _CHANGES:
            for path in arguments[: _CHANGES[event]]:
                self._check(path)

    def _check(self, path: Any) -> None:
        if not isinstance(path, str | bytes | os.PathLike):
            return
        name = os.fsdecode(path)
        path_with_end = f"{os.path.realpath(name)}{os.sep}"
        if name != os.devnull and not path_with_end.startswith(f"{self._folder}{os.sep}"):
            self.found = self.found or name
            text = f"{name!r} must not be changed: change files in the current folder only"
            raise PermissionError(text)
        if name.lower().endswith(_MODULE_ENDINGS):  # importlib goes on without its own .pyc files
            raise PermissionError(f"cannot create {name!r}: add this file to your submission")


class ImportGuard(MetaPathFinder):
    """Refuses forbidden imports. ``found`` describes the first forbidden import."""

    def __init__(self, folder: str, forbidden: Sequence[str]) -> None:
        self._folder = os.path.realpath(folder) + os.sep
        self._forbidden = forbidden
        self.found = ""
        if forbidden:
            sys.meta_path.insert(0, self)

    def find_spec(self, name: str, *context: object) -> None:
        """Raise ImportError if a submission imports a forbidden module."""
        if is_among(name, self._forbidden) and (place := self._place()):
            self.found = self.found or f"{place}: {name} must not be imported here"
            raise ImportError(f"{name} must not be imported here")

    def _place(self) -> str:
        frame: FrameType | None = sys._getframe(2)
        while frame is not None and frame.f_code.co_filename.startswith(_FILES_OF_IMPORTS):
            frame = frame.f_back
        file = os.sep if frame is None else frame.f_code.co_filename
        is_own = file.startswith(self._folder) or not os.path.isabs(file)  # or in exec()
        return place_at(file, frame.f_lineno) if frame and is_own else ""


_LIBRARY = os.path.dirname(os.__file__)
_FILES_OF_IMPORTS = (
    *("<frozen", f"{_LIBRARY}/importlib", f"{_LIBRARY}/pkgutil.py"),
    load_function.__code__.co_filename,
)
