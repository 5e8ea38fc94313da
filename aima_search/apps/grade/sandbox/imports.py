"""Keeps forbidden modules from a submission: in its text, and while it runs.

The text is looked at before anything is run. While the code runs, an import of a module is refused,
however it was put together, and heuristics that were registered by such a module are taken away.
Code that looks for the module in the memory of its process is not kept from it.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from pathlib import Path
from sysconfig import get_paths
from types import FrameType
from typing import Any

from aima_search.catalog import user_files
from aima_search.catalog.files import ENDING, OWN_HELPER, place_in, script_of
from aima_search.catalog.user_files import place_at
from aima_search.model.heuristic import forget_heuristics


def forbidden_import(folder: str, forbidden: Sequence[str]) -> str:
    """Return the first import that is not allowed, with its place; "" if all are allowed."""
    files = sorted(one for one in Path(folder).rglob("*") if one.suffix in (".py", ENDING))
    for path in files if forbidden else ():
        tree, script = ast.Module([], []), ""
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # Python reports it
            content = script_of(path.name, path.read_bytes())
            tree = ast.parse(content)
            script = content if isinstance(content, str) else ""
        for line, module in _named(tree):
            is_own = module.partition(".")[0] == OWN_HELPER and _is_next_to(path, module)
            if not is_own and _is_among(module, forbidden):
                return f"{place_in(path.name, line, script)}: {module} is not to be used here"
    return ""


def _is_next_to(path: Path, module: str) -> bool:
    """Tell whether a module is a file of the submission next to the file that imports it."""
    there = path.with_name(f"{module.partition('.')[0]}.py")
    return there != path and there.is_file()


def _named(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the lines and modules of imports; a text that names a module may become an import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def _is_among(module: str, forbidden: Sequence[str]) -> bool:
    return any(module == one or module.startswith(f"{one}.") for one in forbidden)


_LOADER, _SITE = (user_files.__file__, "find"), f"{os.sep}site-packages{os.sep}"
_OWN_PACKAGE = __name__.partition(".")[0]
_FOR_OTHERS = tuple(get_paths()[name] + os.sep for name in ("stdlib", "platstdlib"))


class Refused(ImportError):
    """A submission's code imports a module that it may not import."""


class ImportGuard(MetaPathFinder):
    """Refuses imports by a submission's code; ``found``: the first import, with its place."""

    def __init__(self, folder: str) -> None:
        self._own = (os.path.realpath(folder) + os.sep, "<")  # where its code is: "<string>" too
        self._forbidden: Sequence[str] = ()
        self.found = ""

    def forbid(self, modules: Sequence[str]) -> None:
        """Refuse modules from now on, and take away the heuristics that they have registered."""
        if not modules:
            return
        self._forbidden = modules
        there = [name for name in sys.modules if _is_among(name, modules)]
        packages = {name.partition(".")[0] for name in forget_heuristics(there)} - {_OWN_PACKAGE}
        for name in there:
            if name.partition(".")[0] in packages:
                del sys.modules[name]
        as_usual, by_name = builtins.__import__, importlib.import_module

        def guarded(name: str, *context: Any, **more: Any) -> Any:
            importer, _, names, level = (*context, *(None,) * 4)[:4]
            names, level = more.get("fromlist", names), more.get("level", level)
            package = str((more.get("globals", importer) or {}).get("__package__"))
            wanted = f"{package}.{name}" if level else name
            self._look_at(wanted, *(f"{wanted}.{one}" for one in names or ()))
            return as_usual(name, *context, **more)

        def import_module(name: str, package: str | None = None) -> Any:
            self._look_at(name)
            return by_name(name, package)

        builtins.__import__ = guarded
        sys.meta_path.insert(0, self)
        importlib.import_module, importlib.__import__ = import_module, guarded

    def find_spec(self, name: str, *context: object) -> None:
        """Refuse a module that is to be loaded, however it was asked for; find nothing."""
        self._look_at(name)

    def _look_at(self, *modules: str) -> None:
        """Raise Refused if a module is forbidden, and a submission's code asks for it."""
        wanted = next((one for one in modules if _is_among(str(one), self._forbidden)), None)
        if wanted is None or (place := self._place()) is None:
            return
        self.found = self.found or f"{place}: {wanted} is not to be used here"
        raise Refused(f"{wanted} is not to be used here")

    def _place(self) -> str | None:
        """Return the line from which an import comes, None if it is not a submission's.

        Python's library imports for others, and so does the loader of a submission's file.
        """
        frame: FrameType | None = sys._getframe(3)
        while frame is not None:
            file = frame.f_code.co_filename
            if file.startswith(self._own) and not file.startswith("<frozen"):
                return place_at(file, frame.f_lineno)
            is_for_others = file.startswith((*_FOR_OTHERS, "<frozen")) and _SITE not in file
            if not is_for_others and (file, frame.f_code.co_name) != _LOADER:
                return None
            frame = frame.f_back
        return None
