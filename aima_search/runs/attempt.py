"""The function ``attempt``, which runs one search and returns an outcome even after an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from aima_search.algorithms import informed
from aima_search.algorithms.steps import Step
from aima_search.base import errors
from aima_search.base.interchange import storable_text
from aima_search.base.limits import LimitReached, Limits
from aima_search.catalog import heuristics
from aima_search.catalog.configuration import Configuration
from aima_search.catalog.heuristics import HeuristicSpec, file_references
from aima_search.catalog.user_files import frames_of, place_in_user_file
from aima_search.runs import outcomes
from aima_search.runs.measures import values_of
from aima_search.runs.record import RunOutcome
from aima_search.runs.result import SearchResult, replay
from aima_search.runs.search import solve

_MODULES_THAT_CALL_H = (heuristics.__name__, informed.__name__)


def attempt(
    make_problem: Callable[[], Any],
    configuration: Configuration,
    heuristic: HeuristicSpec | None = None,
    limits: Limits | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    on_step: Callable[[Step], object] | None = None,
    replay_on_new: bool = False,
    describe_solution: Callable[[Any, SearchResult], str] = lambda problem, result: "",
) -> RunOutcome:
    """Create a problem, solve it, and return the outcome. Most errors also become an outcome.

    heuristic: the function to use instead of the configuration's heuristic.
    replay_on_new: if the heuristic is in a user's file, also replay the solution on a new problem,
        because the user's code may have changed the first problem.
    describe_solution: a function that returns the text for ``RunOutcome.solution``.
    """
    try:
        problem = make_problem()
    except (errors.UnknownName, KeyboardInterrupt, LimitReached):
        raise  # an unknown option is an error for all boards
    except ValueError as error:
        return RunOutcome(outcomes.BAD_INPUT, str(error))
    except BaseException as error:
        return RunOutcome(outcomes.PROBLEM_RAISED, describe(error))
    try:
        result = solve(
            problem,
            configuration,
            configuration.heuristic if heuristic is None else heuristic,
            limits,
            configuration.tie_break,
            engine=configuration.engine,
            on_step=on_step,
            **(options or {}),
        )
        spec = configuration.heuristic
        if replay_on_new and result.solved and spec and file_references(spec):
            replay(make_problem(), result.node)
        solution = describe_solution(problem, result) if result.solved else ""
    except errors.NotApplicable as error:
        return RunOutcome(outcomes.NOT_APPLICABLE, str(error))
    except errors.InvalidSolution as error:
        return RunOutcome(outcomes.WRONG_ANSWER, errors.with_notes(error))
    except MemoryError:
        return RunOutcome(outcomes.MEMORY_LIMIT, "the allocation of memory failed")
    except (KeyboardInterrupt, LimitReached):
        raise
    except BaseException as error:  # not only Exception: a heuristic may raise SystemExit
        return RunOutcome(exception_status(error), describe(error))
    note = f"engine {result.engine}: {result.engine_note}" if result.engine_note else ""
    return outcome_of(result, result.fault or note, solution)


def outcome_of(result: SearchResult, note: str = "", solution: str = "") -> RunOutcome:
    """Convert the result of a search to the outcome of a run."""
    proved = result.curve, result.bounds, result.optimal_if
    return RunOutcome(result.status, note, values_of(result), solution, *proved)


def exception_status(error: BaseException) -> str:
    """Return HEURISTIC_RAISED if h raised the exception, otherwise PROBLEM_RAISED."""
    if isinstance(error, errors.HeuristicError):
        return outcomes.HEURISTIC_RAISED
    modules = {frame.f_globals.get("__name__") for frame, _ in frames_of(error)}
    is_of_problem = modules.isdisjoint(_MODULES_THAT_CALL_H)
    return outcomes.PROBLEM_RAISED if is_of_problem else outcomes.HEURISTIC_RAISED


def describe(error: BaseException) -> str:
    """Return an error as one line of text, with the file and line if a user's file raised it."""
    place = place_in_user_file(error)
    try:
        message = errors.with_notes(error)
    except Exception:  # the __str__ of the user's class failed
        message = "(no message, because its __str__ failed)"
    text = storable_text(" ".join(f"{type(error).__name__}: {message}".split()))
    return f"{place}: {text}" if place and place not in text else text
