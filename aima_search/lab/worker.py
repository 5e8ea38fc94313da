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
from collections.abc import Callable
from types import TracebackType
from typing import Any, TextIO

from aima_search.lab import outcomes
from aima_search.lab.runs import Run, RunResult, as_json

_DATA_SLACK = 512 * 2**20  # bytes beyond the memory limit, where allocation itself fails


def main() -> None:
    """Serve runs until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the laboratory's to handle
    answers = _take_standard_output()
    requests: queue.SimpleQueue[str] = queue.SimpleQueue()
    from aima_search.plugins import load_plugins

    load_plugins()
    import aima_search.runs.solve  # noqa: F401  # imported now, not on the clock of the first run

    gc.freeze()  # the modules are here to stay: no collection has to look at them again
    threading.Thread(target=_read, args=(requests,), daemon=True).start()
    _say(answers, json.dumps({"ready": True}))
    while True:
        run = Run(**json.loads(requests.get()))
        _say(answers, as_json(perform(run)))
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


def perform(run: Run) -> RunResult:
    """Search, and say what came of it whatever happens inside this process."""
    from aima_search.errors import NotApplicable, WrongAnswer
    from aima_search.puzzle import PUZZLES

    problem: Any = None
    try:
        os.chdir(run.folder)
        _bound_memory(run.limit_memory)
        puzzle = PUZZLES.get(run.puzzle)
        problem = puzzle.parse(run.instance)
        return _search(run, problem, lambda: puzzle.parse(run.instance))
    except NotApplicable as error:
        return RunResult(outcomes.NOT_APPLICABLE, str(error))
    except WrongAnswer as error:
        return RunResult(outcomes.WRONG_ANSWER, str(error))
    except MemoryError:
        return RunResult(outcomes.MEMORY_LIMIT, "the allocation of memory failed")
    except BaseException as error:  # sys.exit() in a heuristic is its fault like any other
        is_problem = run.heuristic is None or _is_from_problem(error.__traceback__, problem)
        outcome = outcomes.PROBLEM_RAISED if is_problem else outcomes.HEURISTIC_RAISED
        return RunResult(outcome, describe(error))


def _search(run: Run, problem: Any, parse_again: Callable[[], Any]) -> RunResult:
    from aima_search.catalog.heuristics import file_references
    from aima_search.limits import Limits
    from aima_search.runs.solve import replay, solve

    limits = Limits(run.limit_seconds, run.limit_nodes, run.limit_memory)
    options: dict[str, Any] = {} if run.seed is None else {"seed": run.seed}
    tie_break = run.tie_break or "fifo"
    result = solve(problem, run.algorithm, run.heuristic, limits, tie_break, **options)
    if result.status not in outcomes.OUTCOMES:  # a KeyboardInterrupt that the heuristic raised
        return RunResult(outcomes.HEURISTIC_RAISED, f"the search was {result.status}")
    if result.solved and run.heuristic and file_references(run.heuristic):  # it had the problem
        replay(parse_again(), result.node)
    return RunResult(
        result.status,
        cost=result.cost,
        depth=len(result.actions) if result.solved else None,
        expanded=result.expanded,
        expanded_below_cost=result.expanded_below_cost,
        generated=result.generated,
        reopened=result.reopened,
        max_frontier=result.max_frontier,
        branching_factor=result.branching_factor,
        seconds=result.seconds,
        memory=result.used_memory,
    )


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


def _is_from_problem(trace: TracebackType | None, problem: Any) -> bool:
    """Tell whether the first frame outside of the engine is a method of the problem, not its h."""
    while trace is not None:
        frame = trace.tb_frame
        if problem is None:
            return True
        if frame.f_locals.get("self") is problem:
            return frame.f_code.co_name != "h"
        if not frame.f_globals.get("__name__", "").startswith("aima_search."):
            return False
        trace = trace.tb_next
    return False


def describe(error: BaseException) -> str:
    """Return the error on one line, with the place in the user's file where there is one."""
    from aima_search.catalog.user_files import place_in_user_file

    place = place_in_user_file(error)
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{place}: {text}" if place else text
