"""The process of a worker from inside: searches one run after the other, as the laboratory asks."""

from __future__ import annotations

import gc
import os
import pickle
import tempfile

from aima_search.apps.lab.worker import Task, write_answer
from aima_search.processes.parent import Parent, Traces
from aima_search.processes.system import bound_memory
from aima_search.runs.outcomes import HEURISTIC_RAISED, INTERRUPTED, PROBLEM_RAISED
from aima_search.runs.record import Ending


def main() -> None:
    """Serve runs until the laboratory asks for no more."""
    laboratory = Parent()
    home = _home()
    from aima_search.base.registry import load_plugins

    load_plugins()
    import aima_search.runs.batch  # noqa: F401  # imported now, not on the clock of the first run

    gc.freeze()  # the modules are here to stay: no collection has to look at them again
    traces = Traces()
    laboratory.greet()
    while (request := laboratory.next()) is not None:
        nonce, task = pickle.loads(request)
        os.chdir(task.folder if task.folder and os.path.isdir(task.folder) else home)
        bound_memory(task.run.limits.bytes)
        traces.begin()
        ending = perform(task)
        left = traces.left(of_user=bool(task.files or task.scripts))
        laboratory.answer(write_answer(nonce, ending, left))
        gc.collect()  # the garbage of a run must not count as memory of the next run


def _home() -> str:
    """Return the folder of runs without a folder: the laboratory's, if it exists here."""
    try:
        return os.getcwd()
    except OSError:
        return tempfile.gettempdir()


def perform(task: Task) -> Ending:
    """Search, and say what came of it whatever happens inside this process."""
    from aima_search.catalog.heuristics import forget_shared
    from aima_search.catalog.user_files import provide, register_from
    from aima_search.model.puzzle import PUZZLES
    from aima_search.runs.batch import attempt, describe

    run = task.run
    try:
        provide(task.files)
        register_from(task.scripts)
        forget_shared()
        puzzle = PUZZLES.get(run.puzzle)
        ending = attempt(
            lambda: puzzle.parse(run.instance, **puzzle.read_options(run.board_options)),
            run.configuration,
            limits=run.limits,
            options=run.arguments,
            replay_on_new=True,
        )
    except BaseException as error:  # nothing that a run does may end the worker
        return Ending(PROBLEM_RAISED, describe(error))
    if ending.status == INTERRUPTED:  # Ctrl-C does not come here, but a run can raise it
        return Ending(HEURISTIC_RAISED, "the search was interrupted from inside")
    return ending
