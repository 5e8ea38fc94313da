"""Files to download: the comparison, the trace, and a Python script of the searches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from aima_search.algorithms.options import ExponentialSchedule
from aima_search.apps.play.open_search import PageTraceSession
from aima_search.base.errors import InputError, UnknownName
from aima_search.catalog.expressions import FileReference, parse_reference
from aima_search.display.tables import formatted_rows
from aima_search.model.contract import offered
from aima_search.model.puzzle import Puzzle
from aima_search.runs.compare import Comparison, comparison_of
from aima_search.runs.comparison_views import SHELL_ADVICE, board_table, messages
from aima_search.trace.protocol import OWN_FILE
from aima_search.trace.trace import trace_text


def download(what: str, searches: Sequence[PageTraceSession]) -> dict[str, str]:
    """Return the name, the media type and the text of a file about some searches.

    ``what`` is "csv", "python" or "trace". A trace file contains only the first search.
    """
    if what not in _KINDS:
        raise UnknownName("download", what, _KINDS)
    if not searches:
        raise InputError("download: got no searches, expected one or more")
    kind, suffix, write = _KINDS[what]
    name = type(searches[0].trace.problem).__name__.lower()
    return {"name": f"{name}{suffix}", "type": kind, "text": write(searches)}


def _csv(searches: Sequence[PageTraceSession]) -> str:
    comparison = _compared(searches)
    if not comparison.rows:
        raise InputError("no search has ended, so there are no results: go to the end of a search")
    return comparison.as_csv()


_KINDS: dict[str, tuple[str, str, Callable[[Sequence[PageTraceSession]], str]]] = {
    "csv": ("text/csv", ".csv", _csv),
    "trace": ("text/plain", ".txt", lambda searches: trace_text(searches[0].trace)),
    "python": ("text/x-python", ".py", lambda searches: script(searches)),
}

_DISTORTED = ("seconds", "used_memory")  # by the recording and by pauses


def _compared(searches: Sequence[PageTraceSession]) -> Comparison:
    names = set()
    for search in searches:
        problem = search.trace.problem
        id_of = offered(problem, "instance_text")
        names.add(search.request.get("board") or (id_of and id_of()) or type(problem).__name__)
    if len(names) != 1:
        raise InputError(f"found searches on {len(names)} boards: expected only one board")
    ended = []
    for search in searches:
        if (outcome := search.outcome()) is not None:
            values = {**outcome.values, **dict.fromkeys(_DISTORTED)}
            about = search.configuration, search.recording.limits, search.recording.options
            ended.append((*about, replace(outcome, values=values)))
    return comparison_of(names.pop(), searches[0].trace.problem, ended)


def table_data(searches: Sequence[PageTraceSession]) -> dict[str, Any]:
    """Return a table that compares searches, as a dict for the page."""
    comparison = _compared(searches)
    if not comparison.rows:
        return {"title": "", "columns": [], "rows": [], "best": [], "notes": []}
    table = board_table(comparison, comparison.boards[0])
    kept = [
        place
        for place, column in enumerate(table.columns)
        if not column.is_numeric or any(row[place] is not None for row in table.rows)
    ]
    table = table.with_columns(kept)
    columns = [{"name": column.title, "is_numeric": column.is_numeric} for column in table.columns]
    return {
        "title": table.title,
        "columns": columns,
        "rows": list(formatted_rows(table)),
        "best": [[table.is_best(row, place) for place in range(len(row))] for row in table.rows],
        "notes": [*filter(None, [table.note]), *messages(comparison, SHELL_ADVICE)],
    }


def script(searches: Sequence[PageTraceSession]) -> str:
    """Return a Python script that repeats the searches of the page."""
    problem = searches[0].trace.problem
    if not isinstance(problem, Puzzle):
        raise InputError(f"{type(problem).__name__}: expected a registered puzzle")
    has_limits = any(search.request.get("limits") for search in searches)
    lines = [f"from aima_search import {'Limits, solve' if has_limits else 'solve'}"]
    values = (value for search in searches for value in search.recording.options.values())
    if any(isinstance(value, ExponentialSchedule) for value in values):
        lines.append("from aima_search.search import exp_schedule")
    name, module, settings = type(problem).__name__, problem.__module__, problem.settings()
    package = module.partition(".")[0]
    is_exported = getattr(sys.modules.get(package), name, None) is type(problem)
    lines += [f"from {package if is_exported else module} import {name}", *_sources(searches), ""]
    options = f", **{name}.read_options({settings!r})" if settings else ""
    lines.append(f"problem = {name}.parse({problem.instance_text()!r}{options})")
    for search in searches:
        lines += ["", f"result = solve({', '.join(_arguments(search))})"]
        counts = "result.status, result.cost, result.expanded"
        lines.append(f"print({search.configuration.label()!r}, {counts})")
    return "\n".join([*lines, ""])


def _sources(searches: Sequence[PageTraceSession]) -> list[str]:
    texts = dict.fromkeys(filter(None, (search.request.get("source") for search in searches)))
    if any(OWN_FILE in (_heuristic(search) or "") for search in searches):
        return [f"# your own heuristics are read from {OWN_FILE} in the current folder"]
    return ["", *(text.rstrip("\n") for text in texts)] if texts else []


def _heuristic(search: PageTraceSession) -> str | None:
    """Return the Python code for the argument ``heuristic``, or None for the default."""
    text = search.configuration.heuristic
    reference = parse_reference(text or "")
    if isinstance(reference, FileReference):
        return reference.function
    return None if text is None else repr(text)


def _arguments(search: PageTraceSession) -> Iterator[str]:
    configuration, request = search.configuration, search.request
    yield "problem"
    yield repr(configuration.algorithm)
    if (heuristic := _heuristic(search)) is not None:
        yield heuristic
    if request.get("limits"):
        yield f"limits=Limits(**{request['limits']!r})"
    if configuration.tie_break is not None:
        yield f"tie_break={configuration.tie_break!r}"
    for name, value in search.recording.options.items():
        if not isinstance(value, int | float | str | ExponentialSchedule | None):
            raise InputError(
                f"{name} is a {type(value).__name__}: expected a value that a script can contain (a"
                " number, a text, None or an ExponentialSchedule)"
            )
        yield f"{name}={value!r}"
