"""The one place that runs a search and catches what goes wrong: whatever comes is an ending."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aima_search.algorithms import informed
from aima_search.algorithms.steps import Step
from aima_search.base.errors import NotApplicable, UnknownName, WrongAnswer
from aima_search.base.interchange import storable_text
from aima_search.base.limits import Limits
from aima_search.catalog import heuristics
from aima_search.catalog.heuristics import HeuristicSpec, file_references
from aima_search.catalog.user_files import passed_through, place_in_user_file
from aima_search.runs.configuration import Configuration
from aima_search.runs.measures import values_of
from aima_search.runs.outcomes import (
    BAD_INPUT,
    HEURISTIC_RAISED,
    MEMORY_LIMIT,
    NOT_APPLICABLE,
    PROBLEM_RAISED,
    WRONG_ANSWER,
)
from aima_search.runs.record import Ending
from aima_search.runs.replay import replay
from aima_search.runs.result import SearchResult
from aima_search.runs.solve import solve

_WHERE_HEURISTICS_ARE_CALLED = (heuristics.__name__, informed.__name__)


def attempt(
    make_problem: Callable[[], Any],
    how: Configuration,
    heuristic: HeuristicSpec | None = None,
    limits: Limits | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    on_step: Callable[[Step], object] | None = None,
    replay_on_new: bool = False,
    describe_solution: Callable[[Any, SearchResult], str] = lambda problem, result: "",
) -> Ending:
    """Make the problem, search it, and say what came of it; Ctrl-C is an ending too.

    heuristic: the function that the configuration's heuristic names, if it names a function.
    replay_on_new: the solution of a heuristic of a user's file, which had the problem in its
    hands, is followed once more on a problem that it never held. describe_solution: gives the
    ending's ``solution``.
    """
    try:
        problem = make_problem()
    except UnknownName:  # of an option: a mistake of whoever asks, on every board alike
        raise
    except ValueError as error:
        return Ending(BAD_INPUT, str(error))
    except Exception as error:
        return Ending(PROBLEM_RAISED, describe(error))
    try:
        result = solve(
            problem,
            how.algorithm,
            how.heuristic if heuristic is None else heuristic,
            limits,
            how.tie_break,
            engine=how.engine,
            on_step=on_step,
            **(options or {}),
        )
        if replay_on_new and result.solved and how.heuristic and file_references(how.heuristic):
            replay(make_problem(), result.node)
        solution = describe_solution(problem, result) if result.solved else ""
    except NotApplicable as error:
        return Ending(NOT_APPLICABLE, str(error))
    except WrongAnswer as error:
        return Ending(WRONG_ANSWER, str(error))
    except MemoryError:
        return Ending(MEMORY_LIMIT, "the allocation of memory failed")
    except (Exception, SystemExit) as error:  # sys.exit() in a heuristic is a fault like any other
        return Ending(who_raised(error), describe(error))
    note = f"engine {result.engine}: {result.engine_note}" if result.engine_note else ""
    return Ending(result.status, note, values_of(result), solution, result.curve, result.bounds)


def who_raised(error: BaseException) -> str:
    """Tell whose fault an error is: it is the heuristic's if it came through where h is called."""
    modules = {frame.f_globals.get("__name__") for frame, _ in passed_through(error)}
    return PROBLEM_RAISED if modules.isdisjoint(_WHERE_HEURISTICS_ARE_CALLED) else HEURISTIC_RAISED


def describe(error: BaseException) -> str:
    """Return an error on one line, with its place if it arose in a user's file."""
    place = place_in_user_file(error)
    try:
        said = str(error)
    except Exception:  # a class of a user's own, whose text fails
        said = "it has no text"
    text = storable_text(" ".join(f"{type(error).__name__}: {said}".split()))
    return f"{place}: {text}" if place else text
