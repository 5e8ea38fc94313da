"""A sandbox is a submission's process. It answers the grader's requests within limits.

Each check has its own process and folder, so that the code cannot use data of an earlier check.
When the process ends, all processes that it started end too. If possible, the process is forked
from a fork server, which has already imported the allowed modules.
"""

from __future__ import annotations

import os
import pickle
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from errno import EDQUOT, ENOSPC
from shutil import disk_usage
from time import process_time, sleep
from typing import Any, TypeAlias

from aima_search.apps.grade import protocol, results, sandbox_resources
from aima_search.apps.grade.confinement import ConfinementLimits, hide_memory
from aima_search.apps.grade.results import CheckAborted
from aima_search.apps.grade.similarity import LONGEST_SKETCH, UNCOMPARED
from aima_search.apps.grade.submission import SubmissionFiles
from aima_search.base.errors import SearchError
from aima_search.base.interchange import storable_line
from aima_search.base.limits import format_size
from aima_search.catalog.notebooks import ENDING
from aima_search.processes.child import ChildProcess, MemoryExceeded, TimeExceeded
from aima_search.processes.clock import ChildStopwatch, processor_seconds
from aima_search.processes.fork_server import ForkServer, is_possible
from aima_search.processes.memory import count_memory_kills, memory_by_process
from aima_search.processes.messages import BadFrame
from aima_search.processes.process_tree import how_ended

_SANDBOX_MAIN = "aima_search.apps.grade.sandbox_main"
_LONGEST = 4 * 2**20  # bytes of an answer
_TO_START = 3  # seconds of processor time for importing the package
_TO_RELOAD = 4  # times the time limit: how long all later loads in a check may take together,
_PER_RELOAD = 2  # plus, for each of these loads, this number times the time of the first load
_PATIENCE = 10  # times the time limit: how long a process may take if it waits for a processor
_END_PATIENCE = 0.1  # seconds in which a process that the code has started may end
_LIKELY = ("numpy", "puzzles", "heuristics", "aima_search")  # imported if a submission names them
_IMPORTED = {"aima_search": "aima_search.search"}  # import this module instead of the package
_MOST_FORK_SERVERS = 4
_FULL = (ENOSPC, EDQUOT)  # the disk, or the user's quota
_NEARLY_FULL = 2**24  # bytes of free disk space
_MOST_NOTES, _LONGEST_NOTE = 5, 200  # notes about a notebook, and characters of each


@dataclass(frozen=True)
class CheckLimits:
    """The limits of each check of a submission, from the table ``[limits]`` of an assignment.

    hidden: folders that the submission must not list.
    """

    seconds: float = 60
    memory: int = 2**30
    processes: int = 16
    nodes: int = 200_000
    hidden: Sequence[str] = ()

    @property
    def own_seconds(self) -> float:
        """The processor time that the grader's own process may use for a check, in seconds."""
        return 4 * self.seconds + 5


@dataclass(frozen=True)
class SubmissionRequirements:
    """What a part requires: a file with a function or class, and no forbidden imports."""

    kind: str
    file: str
    function: str
    forbidden: Sequence[str]


class SandboxSession:
    """The checks of one part of a submission. Each check gets a new sandbox."""

    def __init__(
        self,
        contents: SubmissionFiles,
        part: SubmissionRequirements,
        bounds: CheckLimits,
        pool: SandboxFactory,
        notes: Sequence[str] = (),
    ) -> None:
        """Store the files of a submission. ``notes`` contains warnings about these files."""
        self.part, self.bounds = part, bounds
        self._contents, self._pool = contents, pool
        self.cache: dict[Any, Any] = {}
        self.last_sandbox: Sandbox | None = None
        """The last sandbox, None if no sandbox was opened yet."""
        self._faulty: CheckAborted | None = None
        self._notes = self.notes = notes
        self.folder = ""
        self.protections: Mapping[str, bool] = {}
        self.sketch: tuple[int, ...] | None = None

    @contextmanager
    def check(self) -> Iterator[None]:
        """Open the sandbox of a check for a ``with`` block.

        Raise CheckAborted if the student's code cannot be loaded, or leaves processes behind.
        """
        self._reloaded = 0.0
        self._to_reload = _TO_RELOAD * self.bounds.seconds
        if self._faulty is not None:
            raise self._faulty
        try:
            self._open()
            self._first_load = self.sandbox.elapsed()
            yield
            self.sandbox.check_end()
        except protocol.MalformedReply as error:
            raise self.sandbox.broke_off(str(error)) from None
        finally:
            self.close()

    def cached(self, key: Any, find: Callable[[], Any]) -> Any:
        """Return the value of a key from the cache. If it is missing, compute it with ``find``."""
        if key not in self.cache:
            self.cache[key] = find()
        return self.cache[key]

    @property
    def sandbox(self) -> Sandbox:
        """The sandbox of the current check."""
        assert self.last_sandbox is not None
        return self.last_sandbox

    def restart(self) -> None:
        """Replace the process by a new process, which has the rest of the check's time."""
        self.close()
        before = self.sandbox
        try:
            self._open()
            self._reloaded += self.sandbox.elapsed()
            self._to_reload += _PER_RELOAD * self._first_load
            if self._reloaded > self._to_reload:
                text = f"loading the code again for each board took {self._reloaded:.1f} s"
                raise CheckAborted(
                    results.TIME_LIMIT, f"{text}: the limit is {self._to_reload:.1f} s"
                )
            self.sandbox.begin(before)  # apart from that, loading the file again does not count
        except SearchError as error:  # not a fault of the submission
            raise CheckAborted(results.NOT_GRADED, str(error)) from None

    def close(self) -> None:
        """End the process of the submission, if there is one."""
        if self.last_sandbox is not None:
            self.last_sandbox.close()

    def _open(self) -> None:
        self.last_sandbox = None
        sandbox = self._pool.open(self._contents, self.part, self.bounds)
        self.last_sandbox = sandbox
        self.folder, self.protections = sandbox.folder, sandbox.protections
        if self.sketch is None:  # in a separate process: no limit of the submission is used up
            self.sketch = (UNCOMPARED,)
            with suppress(CheckAborted):
                self.sketch = sandbox.sketch()
            sandbox.close()
            self._open()
            return
        try:
            notes = sandbox.call("load", self.part.file, self.part.function)
        except CheckAborted as fault:
            self._faulty = None if sandbox.was_killed else fault
            raise
        if self.part.file.endswith(ENDING) and isinstance(notes, list):
            lines = [storable_line(f"a notebook: {note}")[:_LONGEST_NOTE] for note in notes]
            self.notes = (*self._notes, *lines[:_MOST_NOTES])


class SandboxFactory:
    """Starts sandboxes, which are processes that run submissions. Call ``close`` at the end."""

    def __init__(self, folder: str | None, *, confined: bool = True, mounts: bool = False) -> None:
        """Set up the factory. Each sandbox gets a new folder in ``folder``.

        confined: False to run the code without protections. mounts: True if this process may mount
        file systems. Then the folder of a sandbox is a file system of limited size.
        """
        self._folder, self._confined, self._mounts = folder, confined, mounts
        self._user: int | None = None
        self._fork_servers: dict[tuple[Any, ...], ForkServer] = {}
        if confined:
            hide_memory()  # otherwise a process of the same user could read this one

    def open(
        self, contents: SubmissionFiles, part: SubmissionRequirements, bounds: CheckLimits
    ) -> Sandbox:
        """Start a process in a new folder that has the files. Raise SearchError if this fails."""
        if self._confined and self._user is None:
            self._user = sandbox_resources.free_user()
        folder = tempfile.mkdtemp(dir=self._folder, prefix="grade-")
        confinement = ConfinementLimits(
            folder, bounds.memory, _TO_START + bounds.seconds, bounds.processes, self._user,
            bounds.hidden, is_on=self._confined,
        )  # fmt: skip
        settings = {
            "limits": asdict(confinement),
            "kind": part.kind,
            "forbidden": list(part.forbidden),
        }
        own: dict[str, Any] = {"environment": _environment(self._confined)}
        if self._mounts:
            sandbox_resources.mount_file_system(folder, bounds.memory)
        try:
            contents.write(folder, self._user)
            if is_possible():
                own = {"fork_server": self._fork_server(part, _likely_modules(contents))}
            child = ChildProcess(
                _SANDBOX_MAIN,
                settings,
                folder=folder,
                longest=_LONGEST,
                counts_files=self._confined,
                **own,
            )
        except BaseException as error:
            self._end(folder)
            if isinstance(error, OSError):
                raise SearchError("no process could be started for a submission") from None
            raise
        return Sandbox(child, folder, bounds, lambda: self._end(folder))

    def _fork_server(self, part: SubmissionRequirements, wanted: Sequence[str]) -> ForkServer:
        key = part.kind, tuple(part.forbidden), tuple(wanted)
        if key not in self._fork_servers:
            if len(self._fork_servers) == _MOST_FORK_SERVERS:
                self._fork_servers.pop(next(iter(self._fork_servers))).end()
            settings = dict(zip(("kind", "forbidden", "wanted"), key, strict=True))
            environment = _environment(self._confined)
            self._fork_servers[key] = ForkServer(_SANDBOX_MAIN, settings, environment=environment)
        return self._fork_servers[key]

    def _end(self, folder: str) -> None:
        if self._user is not None:
            sandbox_resources.end_all_of(self._user)
        if self._mounts:
            sandbox_resources.unmount(folder)
        sandbox_resources.remove_folder(folder)

    def close(self) -> None:
        """End the fork servers."""
        for fork_server in self._fork_servers.values():
            fork_server.end()
        self._fork_servers.clear()


def _likely_modules(contents: SubmissionFiles) -> list[str]:
    scripts = [text for name, text in contents.files.items() if name.endswith((".py", ".ipynb"))]
    named = [module for module in _LIKELY if any(module.encode() in text for text in scripts)]
    return [_IMPORTED.get(module, module) for module in named]


Respond: TypeAlias = Callable[[str, Sequence[Any]], Any]
"""A function that answers a sandbox's request; it raises MalformedReply for a bad request."""


class Sandbox:
    """A submission's process, which answers requests. ``fault`` is its last error, or None.

    ``was_killed`` is True if SIGKILL ended the process. Another program may have sent SIGKILL.
    At the end, ``seconds_used`` is the time for which the process ran. ``limit_share`` is the
    larger of two shares: the used share of the time limit, and that of the memory limit.
    """

    def __init__(
        self, child: ChildProcess, folder: str, bounds: CheckLimits, ended: Callable[[], object]
    ) -> None:
        """Start the clock of a process. ``ended`` is called when the process has ended.

        The time limit is for all answers of the process together. A submission can also send
        requests to the grader. The grader's total time for these requests is limited, too.
        """
        self._child, self._bounds, self._ended_then = child, bounds, ended
        self.folder = folder
        self.protections: Mapping[str, bool] = child.greeting["protections"]
        self._number = 0
        self.fault: CheckAborted | None = None
        self.was_killed = False
        self.limit_share = self.seconds_used = 0.0
        self._is_closed = False
        self._memory_kills = count_memory_kills()
        child.measures_queue = True
        self.begin()

    def begin(self, before: Sandbox | None = None) -> None:
        """Start the clock. ``before``: another sandbox; the time that it has used counts, too."""
        self._child.measure_times()
        self._own_begun = process_time()
        seconds = self._bounds.seconds
        self._clock = ChildStopwatch(
            seconds, _PATIENCE * seconds, self._not_counted, worked=self._worked
        )
        if before is not None:
            self._clock.count(before.seconds_used)
            self.limit_share = before.limit_share

    def elapsed(self) -> float:
        """Return the seconds since ``begin``, without the time spent waiting for a processor."""
        return self._clock.used()

    def _not_counted(self) -> float:  # the process also waits while the grader works
        return self._child.queue_seconds + process_time()

    def _worked(self) -> float | None:
        seconds = processor_seconds(self._child.worker)
        return None if seconds is None else seconds + self._child.company_seconds

    def call(self, command: str, *arguments: Any, respond: Respond | None = None) -> Any:
        """Send a command to the process; return its answer. Raise CheckAborted if this fails.

        If the process does not answer, it is ended. ``respond`` answers the process's requests.
        """
        if self._is_closed and self.fault is not None:
            raise self.fault
        self._number += 1
        message: tuple[Any, ...] = (self._number, None, command, arguments)
        while True:
            kind, value = self._exchange(message)
            if kind in protocol.FAULTS:
                is_full = any(os.strerror(number) in str(value) for number in _FULL)
                if is_full and _is_on_full_disk(self.folder):
                    text = (
                        "the disk or your quota is full: free some space, or set TMPDIR to another"
                        " folder"
                    )
                    raise self._ended(results.NOT_GRADED, text)
                self.fault = CheckAborted(kind, value)
                raise self.fault
            if kind == protocol.VALUE:
                return value
            if respond is None:
                raise self.broke_off("the code sent the grader a request instead of an answer")
            message = (self._number, value[1], "", respond(value[0], value[2:]))

    def _exchange(self, message: Any) -> tuple[str, Any]:
        clock = self._clock.start()
        try:
            answer = self._child.call(pickle.dumps(message), clock, self._bounds.memory)
            if answer is None:
                raise self._ended(*self._death())
            if clock.is_late():
                raise TimeExceeded
            if process_time() - self._own_begun > self._bounds.own_seconds:
                seconds = self._bounds.own_seconds
                text = f"the grader itself needed more than {seconds:g} s for this code"
                raise self._ended(results.TIME_LIMIT, text)
            return protocol.decode(answer, self._number)
        except TimeExceeded:
            used = clock.used()  # waiting for a processor counts only if it takes very long
            took = used if used > clock.seconds else clock.passed
            text = f"the code took {took:.1f} s: the limit is {clock.seconds:g} s"
            raise self._ended(results.TIME_LIMIT, text) from None
        except MemoryExceeded as passed:
            text = f"the code used {format_size(passed.size)} of memory and files:"
            text = f"{text} the limit is {format_size(self._bounds.memory)}"
            if passed.size <= self._bounds.memory:
                text = "the code replaced its processes too quickly to measure their memory"
            raise self._ended(results.MEMORY_LIMIT, text) from None
        except BadFrame:
            raise self.broke_off("the code sent a message that the grader cannot read") from None
        except protocol.MalformedReply as error:
            raise self.broke_off(str(error)) from None
        finally:
            clock.stop()

    def broke_off(self, what: str) -> CheckAborted:
        """End the process, because its answer is invalid. Return the exception to raise."""
        return self._ended(results.BROKE_OFF, what)

    def numbers(self, command: str, count: int, *arguments: Any) -> list[float | str]:
        """Send a command, and return the answer: a list of ``count`` numbers or texts."""
        answer = self.call(command, *arguments)
        if not isinstance(answer, list) or len(answer) != count:
            raise self.broke_off(f"the code's answer is not a list of {count:,} numbers")
        try:
            return list(map(protocol.number_or_text, answer))
        except protocol.MalformedReply as error:
            raise self.broke_off(str(error)) from None

    def sketch(self) -> tuple[int, ...]:
        """Return hashes of the code, for the comparison with other submissions."""
        found = self.call("sketch")
        if not isinstance(found, list) or not all(type(hash_) is int for hash_ in found):
            raise self.broke_off("the code's answer is not a list of hash values")
        return tuple(found[:LONGEST_SKETCH])

    def check_end(self) -> None:
        """Raise CheckAborted if the process has ended, or if its own child processes still run."""
        if self._is_closed:
            return
        self.call("confirm")
        if self._count_running():
            sleep(_END_PATIENCE)  # a process that has closed its output may still be ending
        if left := self._count_running():
            some = "a process" if left == 1 else f"{left} processes"
            raise self._ended(results.LEFT_PROCESSES, f"the code left {some} behind")

    def _count_running(self) -> int:
        sizes = memory_by_process(self._child.company())
        return sum(map(bool, sizes.values()))  # a process that has ended has the size 0

    def close(self) -> None:
        """End the process and all processes that it has started."""
        if not self._is_closed:
            self._is_closed = True
            self.seconds_used = self.elapsed()
            time_share = self.seconds_used / self._bounds.seconds
            memory_share = self._child.largest / self._bounds.memory
            self.limit_share = max(self.limit_share, time_share, memory_share)
            self._child.end()
            self._ended_then()

    def _ended(self, outcome: str, message: str) -> CheckAborted:
        self.close()
        self.fault = CheckAborted(outcome, message)
        return self.fault

    def _death(self) -> tuple[str, str]:
        code = self._child.wait()
        if code is None:
            return results.BROKE_OFF, "the code closed the pipe for answers"
        if -code == getattr(signal, "SIGXCPU", None):
            return results.TIME_LIMIT, "the code used more processor time than allowed"
        self.was_killed = -code == getattr(signal, "SIGKILL", None)
        if self.was_killed and count_memory_kills() > self._memory_kills:
            text = "the system killed the process, because memory was short: use fewer --jobs"
            return results.NOT_GRADED, text
        text = f"the process of the code ended before its answer: {how_ended(code)}"
        return results.BROKE_OFF, text


def _is_on_full_disk(folder: str) -> bool:
    if os.path.ismount(folder):
        return False
    if disk_usage(folder).free < _NEARLY_FULL:
        return True
    try:  # only a write shows that a quota is used up
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_NEARLY_FULL))
    except OSError as error:
        return error.errno in _FULL
    return False


def can_confine() -> bool:
    """Return True on systems that can isolate processes, such as Linux."""
    return hasattr(os, "fork")


def _environment(confined: bool) -> dict[str, str]:
    one_thread = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    elsewhere = ("XDG_", "MPLCONFIGDIR")  # folders outside the submission's folder
    own = {key: value for key, value in os.environ.items() if not key.startswith(elsewhere)}
    return {
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONUTF8": "1",
        **dict.fromkeys(one_thread, "1"),
        **({} if confined else own),
    }
