"""Grades the submissions of a class, one by one or in parallel."""

from __future__ import annotations

import atexit
import json
import pickle
import queue
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from aima_search.apps.grade.assignment import Assignment, AssignmentPart, read_assignment
from aima_search.apps.grade.grader import (
    TO_PREPARE,
    Grader,
    order,
    pack_assignment,
    unpack_assignment,
)
from aima_search.apps.grade.intake import SubmissionFinder
from aima_search.apps.grade.results import (
    MEMORY_LIMIT,
    NOT_GRADED,
    PASSED,
    TIME_LIMIT,
    CheckAborted,
    CheckResult,
    ClassResults,
    PartResult,
    collect,
)
from aima_search.apps.grade.results_file import LockedResultsFile
from aima_search.apps.grade.sandbox import can_confine
from aima_search.apps.grade.sandbox_resources import remove_left_folders, temporary_folder
from aima_search.apps.grade.submission import Submission
from aima_search.base.errors import InputError, NotApplicable, SearchError, UnknownName
from aima_search.base.limits import check_jobs
from aima_search.processes.child import ChildProcess, ChildProcessOwner, TimeExceeded
from aima_search.processes.fork_server import ForkServer, is_possible
from aima_search.processes.memory import memory_of
from aima_search.processes.messages import BadFrame
from aima_search.processes.pools import ClusterPool, LocalPool, Pool
from aima_search.processes.process_tree import how_ended
from aima_search.runs.attempt import describe

_GRADER = "aima_search.apps.grade.grader"
_TO_READ = 60.0  # seconds to read a submission
_TO_WAIT = 60.0  # seconds to wait for a worker of a cluster
_AS_GIVEN = SubmissionFinder()


def run(
    assignment: str | Path | Assignment,
    submissions: Sequence[str | Path],
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    out: Path | None = None,
    resume: bool = False,
    again: Collection[str] = (),
    intake: SubmissionFinder = _AS_GIVEN,
    confined: bool = True,
    on_result: Callable[[PartResult], object] = lambda result: None,
    on_protections: Callable[[Mapping[str, bool]], object] | None = None,
) -> ClassResults:
    """Grade submissions (files, folders or archives) and return their scores.

    scheduler: None for ``jobs`` processes on this machine, "local" for a Dask cluster on this
        machine, or the address of a cluster. The cluster's workers must be able to open the paths.
    out: a file to which each result is written immediately. resume: True to keep the results in
        this file, and to grade only parts without a result.
    again: names of submissions to grade again. intake: finds each submission's student.
    confined: False to run your own submission without a sandbox.
    on_result: called with each result, including results that were already in the file.
    on_protections: called once with a dict {protection: True if it works}, but not for a cluster.
    """
    if not isinstance(assignment, Assignment):
        assignment = read_assignment(assignment)
    check_jobs(jobs)
    if confined:
        _check_system()
    handed_in = intake.submissions(submissions)
    _import_nothing_of(handed_in)
    assignment = _with_hidden_folders(assignment, handed_in, out)
    results, history, file = list[PartResult](), list[PartResult](), None
    with _ending_by_signal(), ExitStack() as open_ones:
        if out is not None:
            file = LockedResultsFile(out, assignment.name, assignment.key(), resume=resume)
            history = open_ones.enter_context(file).done
        tasks = _tasks(assignment, handed_in, history, again)
        graded = _graded_here(assignment, tasks)
        if confined:
            pool = open_ones.enter_context(_pool(assignment, jobs, scheduler, on_protections))
            graded = _graded(pool, assignment, tasks)
        for task, result in graded:
            if file is not None and result.content not in task.known:
                file.add(result)
            results.append(result)
            on_result(result)
    return _collected(assignment, handed_in, results, history)


def _collected(
    assignment: Assignment,
    submissions: Sequence[Submission],
    results: Sequence[PartResult],
    history: Sequence[PartResult],
) -> ClassResults:
    facts = {
        submission.name: submission.facts(assignment.late, assignment.seed_of(submission.student))
        for submission in submissions
    }
    known = {(submission.name, submission.origin) for submission in submissions}
    earlier = [result for result in history if (result.submission, result.origin) in known]
    return collect(assignment.name, [p.name for p in assignment.parts], facts, results, earlier)


def _check_system() -> None:
    if not can_confine():
        raise NotApplicable(
            "submissions run in a sandbox, which needs Linux or macOS; on other systems,"
            " --trust-me checks your own submission"
        )
    remove_left_folders()


def _import_nothing_of(submissions: Sequence[Submission]) -> None:
    folders = {submission.path.absolute() for submission in submissions}
    folders |= {folder.parent for folder in folders}
    package = Path(__file__).parents[3]
    sys.path[:] = [
        entry
        for entry in sys.path
        if (at := Path(entry).absolute()) == package or at not in folders
    ]


def _with_hidden_folders(
    assignment: Assignment, submissions: Sequence[Submission], out: Path | None
) -> Assignment:
    folders = {source.path.parent for submission in submissions for source in submission.sources}
    folders |= {assignment.folder, *([] if out is None else [out.parent])}
    hidden = [str(folder.resolve()) for folder in folders]
    return replace(assignment, bounds=replace(assignment.bounds, hidden=hidden))


@dataclass(frozen=True)
class PartGradingTask:
    """A task: grade a part of a submission. ``known`` maps hashes of graded files to results."""

    submission: Submission
    part: int
    known: Mapping[str, PartResult] = field(default_factory=dict)


def _tasks(
    assignment: Assignment,
    handed_in: Sequence[Submission],
    history: Sequence[PartResult],
    again: Collection[str],
) -> list[PartGradingTask]:
    names = [submission.name for submission in handed_in]
    if unknown := sorted(set(again) - set(names)):
        raise UnknownName("submission", unknown[0], names)
    known: dict[tuple[str, str], dict[str, PartResult]] = defaultdict(dict)
    for result in history:
        if result.content and result.is_graded and result.submission not in again:
            known[result.submission, result.part][result.content] = result
    return [
        PartGradingTask(submission, at, known[submission.name, part.name])
        for submission in handed_in
        for at, part in enumerate(assignment.parts)
    ]


def _graded_here(
    assignment: Assignment, tasks: Sequence[PartGradingTask]
) -> Iterator[tuple[PartGradingTask, PartResult]]:
    assignment.prepare()
    with (
        TemporaryDirectory(prefix="aima-search-", ignore_cleanup_errors=True) as folder,
        closing(Grader(assignment, folder, confined=False)) as grader,
    ):
        for task in tasks:
            grader.read(task.submission)
            grader.prepare()
            part = assignment.parts[task.part]
            yield task, _joined(part, {at: grader.grade(task.part, at) for at in order(part)})


def _graded(
    pool: Pool[PartGradingTask, PartResult],
    assignment: Assignment,
    tasks: Sequence[PartGradingTask],
) -> Iterator[tuple[PartGradingTask, PartResult]]:
    answers = queue.SimpleQueue[tuple[PartGradingTask, PartResult | SearchError | None]]()
    for task in tasks:
        pool.submit(task, lambda task, answer: answers.put((task, answer)))
    for _ in tasks:
        while True:
            try:
                task, answer = answers.get(timeout=_TO_WAIT)
                break
            except queue.Empty:
                if trouble := pool.trouble:
                    raise SearchError(f"{trouble}; to continue, use --resume") from None
        if isinstance(answer, SearchError):
            raise answer
        lost = CheckAborted(NOT_GRADED, "every worker that tried to grade this part ended")
        yield task, answer or _failed(assignment, task, lost)


@contextmanager
def _pool(
    assignment: Assignment,
    jobs: int,
    scheduler: str | None,
    on_protections: Callable[[Mapping[str, bool]], object] | None,
) -> Iterator[Pool[PartGradingTask, PartResult]]:
    if scheduler is not None:
        assignment.prepare()  # so that errors in the assignment are reported here
        graded_there = partial(execute, pack_assignment(assignment))
        try:
            with closing(ClusterPool(scheduler, jobs, graded_there)) as cluster:
                yield cluster
        finally:
            remove_left_folders()  # left by local workers that were killed
        return
    failed = partial(_failed, assignment)
    with (
        closing(GradingContext(assignment)) as context,
        closing(LocalPool(jobs, lambda: GradingWorker(context), failed)) as pool,
    ):
        if on_protections is not None:
            with closing(GradingWorker(context)) as worker:
                on_protections(worker.protections())
        yield pool


_of_thread = threading.local()


def execute(assignment: str, task: PartGradingTask) -> PartResult | None:
    """Grade a part of a submission in a Dask worker. Each thread has its own grading process."""
    if not task.submission.path.exists():
        raise InputError(f"the worker cannot find {task.submission.path}: use a shared folder")
    if getattr(_of_thread, "assignment", None) != assignment:
        _end_worker()
        _check_system()
        context = GradingContext(unpack_assignment(assignment))
        atexit.register(context.close)
        _of_thread.worker, _of_thread.assignment = GradingWorker(context), assignment
    worker: GradingWorker = _of_thread.worker
    try:
        return worker.execute(task)
    except Exception as error:  # a fault of the grader: the other submissions are still graded
        _end_worker()
        return _failed(worker.context.assignment, task, error)


def _end_worker() -> None:
    if getattr(_of_thread, "assignment", None) is not None:
        _of_thread.worker.close()
        _of_thread.worker.context.close()
        _of_thread.assignment = None


@contextmanager
def _ending_by_signal() -> Iterator[None]:
    """Treat SIGTERM like Ctrl-C, so that this process removes its files before it ends."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


class GradingContext:
    """A prepared assignment, and a folder for the files of all grading processes."""

    def __init__(self, assignment: Assignment) -> None:
        """Prepare the assignment; raise InputError if a check cannot use one of its boards."""
        self.assignment = assignment
        self._fork_server = None
        with ExitStack() as opened:
            self._folder = opened.enter_context(temporary_folder())
            if is_possible():
                self._fork_server = ForkServer(_GRADER, {"assignment": pack_assignment(assignment)})
                opened.callback(self._fork_server.end)
                if fault := self._fork_server.facts:
                    raise InputError(fault)
            else:
                assignment.prepare()
            self.close = opened.pop_all().close

    def start(self) -> ChildProcess:
        """Start a grading process; raise OSError if the system refuses."""
        child = ChildProcess(_GRADER, {"folder": self._folder}, fork_server=self._fork_server)
        if self._fork_server is None:
            child.call(pack_assignment(self.assignment).encode(), child.clock(float("inf")).start())
        return child


class GradingWorker(ChildProcessOwner):
    """Grades parts in a process, one by one. A check fails if the process returns no result."""

    def __init__(self, context: GradingContext) -> None:
        super().__init__()
        self.context = context
        self._first_size = 0  # bytes of the process at its start
        self._is_suspect = False  # True if memory was short in the process
        self._last: tuple[Submission, str] | None = None  # in the process, with its hash

    def execute(self, task: PartGradingTask, /) -> PartResult | None:
        """Grade a part of a submission. Return None if this worker is closed during the grading."""
        part = self.context.assignment.parts[task.part]
        try:
            known = task.known.get(_twice(lambda: self._read(task.submission)))
            return known or _joined(part, dict(self._graded_checks(task, part)))
        except CheckAborted as halted:
            return _failed(self.context.assignment, task, halted)
        except OSError:
            if self._is_closed:
                return None
            raise

    def protections(self) -> Mapping[str, bool]:
        """Return a dict that says which protections work, or {} if no process could start."""
        try:
            found: dict[str, bool] = self._answer(self._send("protections"), _TO_READ)
        except CheckAborted:  # the first submission will report the reason
            return {}
        return found

    def _send(self, *request: Any) -> ChildProcess:
        if self._is_closed:
            raise OSError("the worker is closed")
        if self._child is None:
            try:
                self._child = self.context.start()
            except OSError as error:
                raise CheckAborted(NOT_GRADED, f"no process could be started: {error}") from None
            self._first_size, self._is_suspect = memory_of([self._child.worker]), False
        self._child.send(pickle.dumps(request))
        return self._child

    def _answer(self, child: ChildProcess, seconds: float, if_late: str = TIME_LIMIT) -> Any:
        try:
            answer = child.answer(child.clock(seconds).start())
        except (TimeExceeded, BadFrame) as error:
            self._end()
            text = f"the grader spent too much time on this submission: {error}"
            raise CheckAborted(if_late, text) from None
        if answer is not None:
            return json.loads(answer)
        code = child.wait()
        self._end()
        if self._is_closed:
            raise OSError("the worker is closed")
        if code == -getattr(signal, "SIGXCPU", 0):
            most = self.context.assignment.bounds.own_seconds
            text = f"checking the answer took the grader more than {most:g} s"
            raise CheckAborted(TIME_LIMIT, text)
        text = f"the process that grades ended twice during this check: {how_ended(code)}"
        raise CheckAborted(NOT_GRADED, text)

    def _read(self, submission: Submission) -> str:
        if self._child is None or self._last is None or self._last[0] != submission:
            if self._child is not None:  # it may have little memory left
                grown = memory_of([self._child.worker]) - self._first_size
                if self._is_suspect or grown > self.context.assignment.bounds.memory / 2:
                    self._end()
            # a slow disk is not the student's fault
            content = self._answer(self._send("read", submission), _TO_READ, NOT_GRADED)
            self._last = submission, content
        return self._last[1]

    def _prepared(self, submission: Submission) -> str:
        content = self._read(submission)
        try:
            self._answer(self._send("prepare"), TO_PREPARE)
        except CheckAborted as halted:
            if halted.outcome != TIME_LIMIT:
                raise
            text = f"the grader could not prepare this student's boards in {TO_PREPARE:g} s"
            raise CheckAborted(NOT_GRADED, text) from None
        return content

    def _graded_checks(
        self, task: PartGradingTask, part: AssignmentPart
    ) -> Iterator[tuple[int, PartResult]]:
        bounds = self.context.assignment.bounds
        left, lost = order(part), set[int]()
        while left:
            content = _twice(lambda: self._prepared(task.submission))
            child = self._send("grade", task.part, left)
            for check in list(left):
                try:
                    facts = self._answer(child, 10 * (bounds.seconds + bounds.own_seconds))
                    left.remove(check)
                    result = PartResult.from_dict(facts)
                    self._is_suspect |= result.outcome in (MEMORY_LIMIT, NOT_GRADED)
                    yield check, result
                except CheckAborted as halted:
                    if halted.outcome == NOT_GRADED and check not in lost:
                        lost.add(check)  # repeat once: another program may have killed it
                        break
                    left.remove(check)
                    failed = _failed(self.context.assignment, task, halted)
                    own = (failed.findings[check],)
                    yield check, replace(failed, content=content, findings=own)
                    break


def _twice(action: Callable[[], str]) -> str:
    try:
        return action()
    except CheckAborted as halted:
        if halted.outcome != NOT_GRADED:
            raise
        return action()  # another program may have killed the process


def _failed(assignment: Assignment, task: PartGradingTask, error: Exception) -> PartResult:
    part = assignment.parts[task.part]
    if not isinstance(error, CheckAborted):
        error = CheckAborted(NOT_GRADED, describe(error))
    failed = [check.finding(0, error.message, outcome=error.outcome) for check in part.checks]
    one = task.submission
    return PartResult(one.name, "", part.name, part.kind, tuple(failed), origin=one.origin)


def _joined(part: AssignmentPart, found: Mapping[int, PartResult]) -> PartResult:
    results = [found[at] for at in range(len(part.checks))]
    probed = [result.protections for result in results if result.protections] or [{}]
    return replace(
        results[0],
        findings=tuple(
            _with_needs(part, [finding for result in results for finding in result.findings])
        ),
        protections={name: all(protections[name] for protections in probed) for name in probed[0]},
        notes=tuple(dict.fromkeys(note for result in results for note in result.notes)),
        sketch=max((result.sketch for result in results), key=len),
    )


def _with_needs(part: AssignmentPart, findings: Sequence[CheckResult]) -> Iterator[CheckResult]:
    lacking = ""
    for check, finding in zip(part.checks, findings, strict=True):
        if lacking and finding.points:
            text = f"no points, because a needed check failed: {lacking}"
            yield check.finding(0, text, finding.command)
        else:
            yield finding
        if check.needed and finding.outcome != PASSED:
            is_seen = check.visibility == "visible"
            lacking = lacking or (check.title if is_seen else "a hidden check")
