"""The Python code of an exported page: this package's own files and pure Python plug-ins, zipped.

The files are taken from the place of installation, a checkout or not. The command line and the
other ways to the page stay behind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, entry_points
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from aima_search.base.registry import GROUPS, INSTALLATION

_OURS = "aima-search"
_PACKAGES = ("aima_search", *filter(None, GROUPS.values()))  # no package for algorithms
_STAYS_BEHIND = (
    *("aima_search/__main__.py", "aima_search/cli", "aima_search/apps/play/files.py"),
    *("aima_search/apps/play/page", "aima_search/apps/play/server"),
    *("aima_search/apps/play/export", "aima_search/apps/play/widget"),
)
_COMPILED = {".so", ".pyd", ".dylib", ".dll"}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same files make the same archive


@dataclass
class Code:
    """An archive of code, the plug-ins of others in it, and why other plug-ins were left out."""

    archive: bytes = b""
    plugins: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def pack_code() -> Code:
    """Return the code that runs in the browser."""
    code = Code()
    files = dict(_own_files())
    for distribution in _plugins():
        reason = _obstacle(distribution)
        if reason:
            code.left_out.append(f"{distribution.name}: {reason}")
        else:
            code.plugins.append(distribution.name)
            files.update(_files_of_plugin(distribution))
    code.archive = _zipped(files)
    return code


def _own_files() -> Iterator[tuple[str, bytes]]:
    for package in _PACKAGES:
        for name, path in _files_in(INSTALLATION / package):
            if not any(name == one or name.startswith(f"{one}/") for one in _STAYS_BEHIND):
                yield name, path.read_bytes()


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a package, by their names from the folder that the package is in."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder.parent).as_posix(), path


def _plugins() -> list[Distribution]:
    """Return the distributions of others that announce puzzles or heuristics."""
    found = {
        point.dist.name: point.dist
        for group in GROUPS
        for point in entry_points(group=group)
        if point.dist is not None
    }
    return [dist for name, dist in sorted(found.items()) if _normal(name) != _OURS]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _obstacle(distribution: Distribution) -> str:
    """Return what keeps a plug-in out of the browser, "" if nothing does."""
    needed = {
        _normal(match[0])
        for line in distribution.requires or ()
        if "extra ==" not in line and (match := re.match(r"[\w.-]+", line))
    }
    others = sorted(needed - {_OURS})
    if others:
        return f"it needs {', '.join(others)}, which the page does not have"
    for top in _modules(distribution):
        paths = _files_of_module(distribution, top)
        if not paths:
            return f"the files of its module {top!r} were not found"
        compiled = [name for name, path in paths if path.suffix in _COMPILED]
        if compiled:
            return f"it is not pure Python ({compiled[0]})"
    return ""


def _modules(distribution: Distribution) -> list[str]:
    """Return the names of the modules that a distribution announces."""
    points = [point for point in distribution.entry_points if point.group in GROUPS]
    return sorted({re.split(r"[.:]", point.value, maxsplit=1)[0] for point in points})


def _files_of_module(distribution: Distribution, top: str) -> list[tuple[str, Path]]:
    beside = str(distribution.locate_file(""))
    spec = PathFinder.find_spec(top, [beside]) or find_spec(top)
    if spec is None or spec.origin is None:
        return []
    origin = Path(spec.origin)
    return list(_files_in(origin.parent)) if spec.parent == top else [(origin.name, origin)]


def _files_of_plugin(distribution: Distribution) -> Iterator[tuple[str, bytes]]:
    for top in _modules(distribution):
        for name, path in _files_of_module(distribution, top):
            yield name, path.read_bytes()
    folder = f"{distribution.name.replace('-', '_')}-{distribution.version}.dist-info"
    for name, text in (
        ("METADATA", f"Name: {distribution.name}\nVersion: {distribution.version}\n"),
        ("entry_points.txt", distribution.read_text("entry_points.txt") or ""),
    ):
        yield f"{folder}/{name}", text.encode()


def _zipped(files: dict[str, bytes]) -> bytes:
    archive = BytesIO()
    with ZipFile(archive, "w") as written:
        for name in sorted(files):
            written.writestr(ZipInfo(name, _LONG_AGO), files[name], ZIP_DEFLATED, 9)
    return archive.getvalue()
