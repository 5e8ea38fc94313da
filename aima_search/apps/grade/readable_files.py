"""The files that the process of a submission can read, limited by Landlock (Linux)."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from sysconfig import get_paths

from aima_search.apps.grade.system_calls import call_library


@dataclass(frozen=True)
class ReadablePaths:
    """The files and folders that can be read, and the folders that can only be listed."""

    places: Sequence[str]
    listed: Sequence[str]


_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/etc/passwd")
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_OF_PROCESS = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu")


def readable_places(forbidden: Iterable[str]) -> ReadablePaths:
    """Return the files that imports need; leave out forbidden modules that are not Python's."""
    hidden = {os.path.realpath(place) for module in forbidden for place in _places_of(module)}
    listed: list[str] = []
    places: list[str] = []

    def let(root: str) -> None:
        if not any(place.startswith(f"{root}{os.sep}") for place in hidden):
            places.append(root)
            return
        listed.append(root)
        for entry in os.scandir(root):
            if entry.path not in hidden and not entry.is_symlink():
                let(entry.path)

    for root in dict.fromkeys(map(os.path.realpath, (*_folders_of_python(), *_SYSTEM))):
        if root not in hidden and os.path.exists(root):
            let(root)
    return ReadablePaths([*places, *_OF_PROCESS], listed)


def _places_of(module: str) -> Iterator[str]:
    """Yield the files and folders of a module; nothing for a module of Python itself."""
    top, *rest = module.split(".")
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        return
    pythons = get_paths()["stdlib"], get_paths()["platstdlib"]
    for place in spec.submodule_search_locations or [spec.origin or ""] if spec else ():
        is_pythons = place.startswith(pythons) and "-packages" not in place
        if is_pythons or not os.path.isabs(place):
            continue
        base = Path(place).with_suffix("") if not rest and os.path.isfile(place) else Path(place)
        base = base.joinpath(*rest)
        yield from map(str, (base, base.with_suffix(".py")))
        yield from map(str, base.parent.glob(f"{base.name}.*.so"))
        yield from map(str, (base.parent / "__pycache__").glob(f"{base.name}.*.pyc"))


def _folders_of_python() -> list[str]:
    """Return the folders of Python and its libraries, and of packages imported from elsewhere."""
    sites = ("site-packages", "dist-packages")
    whole = {sys.prefix, sys.base_prefix, sys.exec_prefix}
    whole |= {entry for entry in sys.path if os.path.basename(entry) in sites}
    packages = set()
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not any(file.startswith(f"{root}{os.sep}") for root in whole):
            paths = getattr(sys.modules.get(module.__name__.partition(".")[0]), "__path__", None)
            packages |= set(paths) if paths else {file}
    return [*whole, *packages]


def may_enter(path: str) -> bool:
    """Return True if every user may enter a folder and its parents."""
    return all(
        not folder.exists() or folder.stat().st_mode & 0o001
        for folder in (Path(path), *Path(path).parents)
    )


_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # system calls
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER, _TRUNCATE = 1, 2, 4, 8, 1 << 14
_REMOVE_FILE = 1 << 5  # a removed file that is still open would not be counted
_LOOK = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # number of rights by version; later versions have 16
_NETWORK_RIGHTS, _SCOPES = 3, 3  # connect and bind (version 4); sockets and signals (version 6)


def restrict_files(readable: ReadablePaths, writable: Iterable[str]) -> None:
    """Restrict this process and its children permanently to these files and folders.

    No file can be removed, not even in a writable place. If the version of Landlock allows it, TCP
    connections and signals to other processes are blocked too.
    """
    version = call_library("syscall", _CREATE_RULESET, None, 0, 1)
    every = (1 << _FILE_RIGHTS.get(version, 16)) - 1
    handled = [every, _NETWORK_RIGHTS, _SCOPES][: 1 + (version >= 4) + (version >= 6)]
    attributes = struct.pack(f"={len(handled)}Q", *handled)
    ruleset = call_library("syscall", _CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:  # Landlock is missing
        return
    rights = dict.fromkeys(readable.listed, _READ_FOLDER) | dict.fromkeys(readable.places, _LOOK)
    for path, allowed in (rights | dict.fromkeys(writable, every & ~_REMOVE_FILE)).items():
        with suppress(OSError):  # a missing place needs no rule
            descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)  # type: ignore[attr-defined,unused-ignore]
            rights_here = allowed if os.path.isdir(path) else allowed & _OF_FILES
            call_library(
                "syscall", _ADD_RULE, ruleset, 1, struct.pack("=Qi", rights_here, descriptor), 0
            )
            os.close(descriptor)
    call_library("syscall", _RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
