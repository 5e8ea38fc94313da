"""The lines of Python that search what the lanes search."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from aima_search.algorithms.options import ExponentialSchedule
from aima_search.apps.play.lane import Lane
from aima_search.base.errors import InputError
from aima_search.catalog.expressions import FileReference, parse_reference
from aima_search.model.puzzle import Puzzle
from aima_search.trace.protocol import OWN_FILE


def script(lanes: Sequence[Lane]) -> str:
    """Return a script that runs every lane's search and prints its cost and counts."""
    problem = lanes[0].problem
    if not isinstance(problem, Puzzle):
        raise InputError(f"{type(problem).__name__}: expected a registered puzzle")
    has_limits = any(lane.request.get("limits") for lane in lanes)
    names = "Limits, solve" if has_limits else "solve"
    lines = [f"from aima_search import {names}", *_schedules(lanes)]
    lines += [_import_of(type(problem)), *_sources(lanes), ""]
    lines += [f"problem = {_problem(problem)}"]
    for lane in lanes:
        lines += ["", f"result = solve({', '.join(_arguments(lane))})", _print_of(lane)]
    return "\n".join([*lines, ""])


def _schedules(lanes: Sequence[Lane]) -> Iterator[str]:
    """Yield the import that a schedule needs, if a schedule is given."""
    if any(isinstance(one, ExponentialSchedule) for lane in lanes for one in lane.options.values()):
        yield "from aima_search.search import exp_schedule"


def _import_of(kind: type[Puzzle]) -> str:
    package = kind.__module__.partition(".")[0]
    is_exported = getattr(sys.modules.get(package), kind.__name__, None) is kind
    return f"from {package if is_exported else kind.__module__} import {kind.__name__}"


def _problem(problem: Puzzle) -> str:
    name, settings = type(problem).__name__, problem.settings()
    options = f", **{name}.read_options({settings!r})" if settings else ""
    return f"{name}.parse({problem.instance_text()!r}{options})"


def _sources(lanes: Sequence[Lane]) -> Iterator[str]:
    """Yield the reader's own code, or a comment that names its file, if the code is used."""
    texts = dict.fromkeys(lane.request["source"] for lane in lanes if lane.request.get("source"))
    if texts and all(
        _function(lane) or OWN_FILE not in (lane.how.heuristic or "") for lane in lanes
    ):
        yield from ("", *(text.rstrip("\n") for text in texts))
    elif texts:
        yield f"# the heuristics of your own are read from {OWN_FILE}, in the folder you start in"


def _function(lane: Lane) -> str | None:
    """Return the name of the reader's function, if this function is the whole heuristic."""
    reference = parse_reference(lane.how.heuristic or "")
    return reference.function if isinstance(reference, FileReference) else None


def _arguments(lane: Lane) -> Iterator[str]:
    how, request = lane.how, lane.request
    yield "problem"
    yield repr(how.algorithm)
    if how.heuristic is not None:
        yield _function(lane) or repr(how.heuristic)
    if request.get("limits"):
        yield f"limits=Limits(**{request['limits']!r})"
    if how.tie_break is not None:
        yield f"tie_break={how.tie_break!r}"
    for name, value in lane.options.items():
        if not isinstance(value, int | float | str | ExponentialSchedule | None):
            raise InputError(
                f"{name} is a {type(value).__name__}: expected what a script can write down"
            )
        yield f"{name}={value!r}"


def _print_of(lane: Lane) -> str:
    return f"print({lane.how.label()!r}, result.status, result.cost, result.expanded)"
