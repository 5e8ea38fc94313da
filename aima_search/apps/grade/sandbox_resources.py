"""What a grader borrows for a submission, and gives back: a user without processes, a folder.

A grader that is killed gives nothing back. Its processes end with it. The locks of its folders end
with it too, and the next grader removes folders without a lock.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aima_search.apps.grade.confinement import NEW_MOUNTS, unshare
from aima_search.apps.grade.readable_files import may_enter
from aima_search.apps.grade.system_calls import call_library
from aima_search.base.errors import InputError, SearchError

_USERS = range(20_000, 60_000)
_STRIDE = 7_919  # the distance between two users that are tried
_TRIES = 100
_PREFIX = "aima-search-grade-"
_SMALLEST_FILE = 2**15  # bytes; a file system has a place for a file of this size on average
_NO_DEVICES_NO_SET_USER, _PRIVATE, _OF_ALL, _DETACHED = 2 | 4, 1 << 18, 1 << 14, 2  # of mount(2)


def free_user() -> int | None:
    """Return the number of a user without a name and processes, None if this user is not root."""
    if os.name != "posix" or os.geteuid() != 0:
        return None
    taken = _users_of_processes()
    for attempt in range(_TRIES):
        user = _USERS[(os.getpid() + attempt * _STRIDE) % len(_USERS)]
        if user not in taken and not _has_name(user):
            return user
    raise SearchError(
        f"no user between {_USERS[0]} and {_USERS[-1]} is free for submissions:"
        " let other graders end first"
    )


def _has_name(user: int) -> bool:
    import pwd

    try:
        return bool(pwd.getpwuid(user))
    except KeyError:
        return False


def _users_of_processes() -> set[int]:
    import psutil

    users: set[int] = set()
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            users |= set(process.uids())
    return users


def end_all_of(user: int) -> None:
    """Kill every process of a user who was free, in a way that leaves no process out."""
    subprocess.run(
        ["/bin/sh", "-c", "kill -9 -1"],
        user=user,
        group=user,
        extra_groups=[],
        stderr=subprocess.DEVNULL,
        check=False,
    )


def can_mount() -> bool:
    """Give this process its own mounts, which end with it; False if this is not allowed."""
    if not unshare(NEW_MOUNTS):
        return False
    return call_library("mount", None, b"/", None, _PRIVATE | _OF_ALL, None) == 0


def mount_file_system(folder: str, size: int) -> bool:
    """Put an empty file system into a folder, in memory and of a size at most."""
    text = f"size={size},nr_inodes={size // _SMALLEST_FILE},mode=700".encode()
    place = os.fsencode(folder)
    return call_library("mount", b"none", place, b"tmpfs", _NO_DEVICES_NO_SET_USER, text) == 0


def unmount(folder: str) -> None:
    """Drop the file system in a folder with all its files."""
    call_library("umount2", os.fsencode(folder), _DETACHED)


@contextmanager
def temporary_folder() -> Iterator[str]:
    """Make a folder for a while; it is removed with all that is in it, however deep.

    Folders in it may be for users that are borrowed, so these may enter it.
    """
    for_others = os.name == "posix" and os.geteuid() == 0
    places, lock = _places(), None
    place = next((place for place in places if not for_others or may_enter(place)), None)
    if place is None:
        raise InputError(f"folder {places[0]!r} is closed to others: set TMPDIR to an open folder")
    while lock is None:  # if another grader has removed it before it was locked
        folder = tempfile.mkdtemp(prefix=_PREFIX, dir=place)
        lock = _locked(folder, wait=True)
    if for_others:
        os.chmod(folder, 0o711)  # to be entered, not to be read
    try:
        yield folder
    finally:
        remove_folder(folder)
        os.close(lock)


def remove_left_folders() -> None:
    """Remove the folders that graders of this user have left because they were killed."""
    for place in dict.fromkeys(os.path.realpath(place) for place in _places()):
        with suppress(OSError):
            for folder in Path(place).glob(f"{_PREFIX}*"):
                if _is_own(folder) and (lock := _locked(str(folder), wait=False)) is not None:
                    remove_folder(str(folder))
                    os.close(lock)


def _is_own(folder: Path) -> bool:
    """Return True if a path is a folder that belongs to this user or to a borrowed user."""
    with suppress(OSError):
        found = folder.lstat()
        is_borrowed = os.geteuid() == 0 and found.st_uid in _USERS
        return stat.S_ISDIR(found.st_mode) and (found.st_uid == os.geteuid() or is_borrowed)
    return False


def _locked(folder: str, *, wait: bool) -> int | None:
    """Return a descriptor that keeps a folder locked, None if it is gone, or locked by others."""
    import fcntl

    try:
        descriptor = _opened(folder)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        if os.path.samestat(os.fstat(descriptor), os.lstat(folder)):
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None


def _opened(folder: str) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    try:
        return os.open(folder, flags)
    except PermissionError:  # a submission of this user has closed it
        os.chmod(folder, 0o700)
        return os.open(folder, flags)


def remove_folder(folder: str) -> None:
    """Remove a folder with all that is in it, closed folders and deep ones too."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for tool in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):  # what was closed, or is deep
            subprocess.run([*tool, folder], stderr=subprocess.DEVNULL, check=False)


def _places() -> list[str]:
    return [tempfile.gettempdir(), "/tmp", "/var/tmp"]
