"""Finds and removes what sandboxes need: an unused user id, a folder and a file system.

Each grader locks its folders. If a grader is killed, its processes end and the system releases the
locks. The next grader removes the folders that have no lock.
"""

from __future__ import annotations

import os
import random
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aima_search.apps.grade.confinement import NEW_MOUNTS, may_enter, unshare
from aima_search.base.errors import InputError, SearchError
from aima_search.processes.process_tree import call_library

_USERS = range(20_000, 60_000)
_STRIDE = 7_919  # distance between two numbers to try
_TRIES = 100
_PREFIX = "aima-search-grade-"
_SMALLEST_FILE = 2**15  # bytes per file, which determines the number of files of a file system
_NO_DEVICES_NO_SET_USER, _PRIVATE, _OF_ALL, _DETACHED = 2 | 4, 1 << 18, 1 << 14, 2  # of mount(2)
_STATUS = Path("/proc/self/status")
_RIGHTS = {"CHOWN": 0, "DAC_OVERRIDE": 1, "SETGID": 6, "SETUID": 7}  # bits of capabilities(7)


def free_user() -> int | None:
    """Return an unused user id, or None if the grader cannot run code as another user."""
    if not _is_root():
        return None
    taken = _users_of_processes()
    first = os.getpid()
    # process ids are alike in all containers of a host, which share the limit of each user
    with suppress(OSError):
        first += random.Random(os.readlink("/proc/self/ns/pid")).randrange(len(_USERS))
    for attempt in range(_TRIES):
        user = _USERS[(first + attempt * _STRIDE) % len(_USERS)]
        if user not in taken and not _has_name(user):
            return user
    raise SearchError(
        f"all user ids for submissions ({_USERS[0]} to {_USERS[-1]}) are in use: wait until other"
        " graders end"
    )


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0 and all(map(_are_mapped, ("uid", "gid")))


def _check_rights() -> None:
    if _is_root() and _STATUS.exists():
        held = int(_STATUS.read_text("utf-8").partition("CapEff:")[2].split()[0], 16)
        if missing := [f"CAP_{name}" for name, bit in _RIGHTS.items() if not held >> bit & 1]:
            raise InputError(
                f"root needs {', '.join(missing)} to run submissions as another user: start the"
                " container with these capabilities, or do not grade as root"
            )


def _are_mapped(kind: str) -> bool:
    # root in a user namespace, for example of Apptainer, may have no other users
    with suppress(OSError, ValueError):
        lines = Path(f"/proc/self/{kind}_map").read_text("ascii").splitlines()
        ranges = [range(int(first), int(first) + int(n)) for first, _, n in map(str.split, lines)]
        return any(_USERS[0] in mapped and _USERS[-1] in mapped for mapped in ranges)
    return True  # not Linux


def _has_name(user: int) -> bool:
    import pwd

    try:
        return bool(pwd.getpwuid(user))
    except KeyError:
        return False


def _users_of_processes() -> set[int]:
    import psutil

    processes = psutil.process_iter(["uids"])
    return {user for process in processes for user in process.info["uids"] or ()}


def end_all_of(user: int) -> None:
    """Kill all processes of a user with one system call."""
    subprocess.run(
        ["/bin/sh", "-c", "kill -9 -1"],
        user=user,
        group=user,
        extra_groups=[],
        stderr=subprocess.DEVNULL,
        check=False,
    )


def can_mount() -> bool:
    """Make it possible for this process to mount file systems. Return False if this fails."""
    flags = _PRIVATE | _OF_ALL
    return unshare(NEW_MOUNTS) and call_library("mount", None, b"/", None, flags, None) == 0


def mount_file_system(folder: str, size: int) -> bool:
    """Mount an empty in-memory file system on a folder. It can hold ``size`` bytes."""
    text = f"size={size},nr_inodes={size // _SMALLEST_FILE},mode=700".encode()
    place = os.fsencode(folder)
    return call_library("mount", b"none", place, b"tmpfs", _NO_DEVICES_NO_SET_USER, text) == 0


def unmount(folder: str) -> None:
    """Unmount the file system on a folder. This deletes all files in the file system."""
    call_library("umount2", os.fsencode(folder), _DETACHED)


@contextmanager
def temporary_folder() -> Iterator[str]:
    """Create a temporary folder that other users may enter. Remove it after the ``with`` block."""
    for_others = os.name == "posix" and os.geteuid() == 0
    places, lock = _places(), None
    place = next((place for place in places if not for_others or may_enter(place)), None)
    if place is None:
        raise InputError(
            f"other users cannot enter the folder {places[0]!r}: set TMPDIR to a folder that all"
            " users can enter"
        )
    _check_rights()
    while lock is None:  # another grader may remove it before it is locked
        folder = tempfile.mkdtemp(prefix=_PREFIX, dir=place)
        lock = _locked(folder, wait=True)
        if lock is None and os.path.lexists(folder):
            os.rmdir(folder)
            raise InputError(
                f"the folder {place!r} does not support locks: set TMPDIR to a folder on a local"
                " disk"
            )
    if for_others:
        os.chmod(folder, 0o711)  # enter, not read
    try:
        yield folder
    finally:
        remove_folder(folder)
        os.close(lock)


def remove_left_folders() -> None:
    """If a grader of this user no longer runs, remove its temporary folders."""
    for place in dict.fromkeys(os.path.realpath(place) for place in _places()):
        with suppress(OSError):
            for folder in Path(place).glob(f"{_PREFIX}*"):
                if _is_own(folder) and (lock := _locked(str(folder), wait=False)) is not None:
                    remove_folder(str(folder))
                    os.close(lock)


def _is_own(folder: Path) -> bool:
    with suppress(OSError):
        found = folder.lstat()
        is_borrowed = os.geteuid() == 0 and found.st_uid in _USERS
        return stat.S_ISDIR(found.st_mode) and (found.st_uid == os.geteuid() or is_borrowed)
    return False


def _locked(folder: str, *, wait: bool) -> int | None:
    import fcntl

    with suppress(OSError):
        descriptor = _opened(folder)
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            if os.path.samestat(os.fstat(descriptor), os.lstat(folder)):
                return descriptor
        os.close(descriptor)
    return None


def _opened(folder: str) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    try:
        return os.open(folder, flags)
    except PermissionError:  # a submission has removed the permissions
        os.chmod(folder, 0o700)
        return os.open(folder, flags)


def remove_folder(folder: str) -> None:
    """Remove a folder and its content, even if permissions are missing or paths are long."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for tool in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*tool, folder], stderr=subprocess.DEVNULL, check=False)


def _places() -> list[str]:
    return [tempfile.gettempdir(), "/tmp", "/var/tmp"]
