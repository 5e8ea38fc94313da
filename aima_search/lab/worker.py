"""The process in which runs are searched: reads runs on standard input, answers on its output.

A line of JSON each way. It ends when its input does, in the middle of a search too, so that no
worker outlives the laboratory that started it.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import signal
import sys
import threading
from typing import TextIO

from aima_search.lab.task import Task, ending_as_line
from aima_search.runs import outcomes
from aima_search.runs.record import Ending

_DATA_SLACK = 512 * 2**20  # bytes beyond the memory limit, where allocation itself fails


def main() -> None:
    """Serve runs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the laboratory's to handle
    answers = _take_standard_output()
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    from aima_search.plugins import load_plugins

    load_plugins()
    import aima_search.runs.attempt  # noqa: F401  # imported now, not on the clock of the first run

    gc.freeze()  # the modules are here to stay: no collection has to look at them again
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    _say(answers, json.dumps({"ready": True}))
    while True:
        task = Task.from_line(requests.get())
        _say(answers, ending_as_line(perform(task)))
        gc.collect()  # what one run leaves behind is not the next one's memory


def _take_standard_output() -> TextIO:
    """Return the standard output and let what a heuristic prints go nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for good
    return answers


def _read(requests: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        requests.put(line)
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))  # in the middle of a search


def _say(answers: TextIO, line: str) -> None:
    answers.write(line + "\n")
    answers.flush()


def perform(task: Task) -> Ending:
    """Search, and say what came of it whatever happens inside this process."""
    from aima_search.catalog.user_files import provide
    from aima_search.puzzle import PUZZLES
    from aima_search.runs.attempt import attempt, describe

    run = task.run
    try:
        provide(task.files)
        if task.folder and os.path.isdir(task.folder):
            os.chdir(task.folder)
        _bound_memory(run.limit_memory)
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
