"""The process in which runs are searched: reads tasks on standard input, answers on its output.

A frame each way. Its keeper ends it with the laboratory; what a heuristic forks never answers.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import tempfile

from aima_search.lab.task import Task
from aima_search.lab.workers import protocol
from aima_search.lab.workers.frames import read_frame, write_frame
from aima_search.runs import outcomes
from aima_search.runs.record import Ending

_DATA_SLACK = 512 * 2**20  # bytes beyond the memory limit, where allocation itself fails


def main() -> None:
    """Serve runs until standard input ends."""
    _stay_within_reach()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the laboratory's to handle
    requests, answers = _take_standard_streams()
    home = _home()
    from aima_search.lab.workers.traces import Traces
    from aima_search.plugins import load_plugins

    load_plugins()
    import aima_search.runs.attempt  # noqa: F401  # imported now, not on the clock of the first run

    gc.freeze()  # the modules are here to stay: no collection has to look at them again
    own = os.getpid()
    traces = Traces()
    write_frame(answers, protocol.ready(own))
    while (request := read_frame(requests)) is not None:
        task, nonce = protocol.read_request(request)
        os.chdir(task.folder if task.folder and os.path.isdir(task.folder) else home)
        _bound_memory(task.run.limit_memory)
        traces.begin()
        ending = perform(task)
        if os.getpid() != own:  # a heuristic has forked: this is nobody's worker
            os.kill(os.getpid(), signal.SIGKILL)
        left = traces.left()
        write_frame(answers, protocol.answer(task.run.key, nonce, ending, left))
        gc.collect()  # what one run leaves behind is not the next one's memory


def _stay_within_reach() -> None:
    """Take care that this process ends with the laboratory, whatever a search is doing."""
    if hasattr(os, "fork"):
        from aima_search.lab.workers.keeper import become_kept

        become_kept()
    else:
        import threading

        import psutil

        def end_with(parent: psutil.Process) -> None:
            parent.wait()
            os.kill(os.getpid(), signal.SIGTERM)

        parent = psutil.Process(os.getppid())
        threading.Thread(target=end_with, args=(parent,), daemon=True).start()


def _take_standard_streams() -> tuple[int, int]:
    """Return descriptors of the input and the output; what a heuristic prints goes nowhere."""
    requests, answers = os.dup(0), os.dup(1)
    for stream, mode in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
        nowhere = os.open(os.devnull, mode)
        os.dup2(nowhere, stream)
        os.close(nowhere)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for good
    return requests, answers


def _home() -> str:
    """Return the folder of runs that have none: that of the laboratory, if it is there."""
    try:
        return os.getcwd()
    except OSError:
        return tempfile.gettempdir()


def perform(task: Task) -> Ending:
    """Search, and say what came of it whatever happens inside this process."""
    from aima_search.catalog.user_files import provide
    from aima_search.puzzle import PUZZLES
    from aima_search.runs.attempt import attempt, describe

    run = task.run
    try:
        provide(task.files)
        puzzle = PUZZLES.get(run.puzzle)
        options = dict(run.options) | ({} if run.seed is None else {"seed": run.seed})
        ending = attempt(
            lambda: puzzle.parse(run.instance, **puzzle.read_options(run.board_options)),
            run.configuration,
            limits=run.limits,
            options=options,
            replay_on_new=True,
        )
    except BaseException as error:  # nothing that a run does may end the worker
        return Ending(outcomes.PROBLEM_RAISED, describe(error))
    if ending.status == outcomes.INTERRUPTED:  # Ctrl-C does not come here, but anybody can raise it
        return Ending(outcomes.HEURISTIC_RAISED, "the search was interrupted from inside")
    return ending


def _bound_memory(limit: int | None) -> None:
    """Let allocation fail well above the limit, where it comes faster than it can be watched."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    soft = hard if limit is None else limit + _DATA_SLACK
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
