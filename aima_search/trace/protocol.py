"""Requests of pages and widgets, and the answers to them.

A request is ``{"version": 1, "ask": NAME, ...arguments}``. An answer is either ``{"version": 1,
"answer": ...}`` or ``{"version": 1, "error": {...}}``. If the request has an ``id``, the answer has
the same ``id``. Requests and answers are JSON; infinity is written as the text "inf".
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Collection, Mapping
from inspect import signature
from numbers import Real
from pathlib import Path
from traceback import walk_tb
from typing import Any, TypeAlias, cast

from aima_search.base.errors import BoardError, InputError, SearchError, UnknownName
from aima_search.base.interchange import json_value
from aima_search.base.limits import LIMITS, Limits
from aima_search.catalog.boards import board_of_collection
from aima_search.catalog.configuration import Configuration, parse_algorithm
from aima_search.catalog.expressions import FileReference, parse_reference
from aima_search.catalog.heuristics import HeuristicSpec, file_references, make_heuristic
from aima_search.catalog.user_files import PREFIX, provide_texts
from aima_search.model.boards import parse_board
from aima_search.model.puzzle import PUZZLES, Puzzle, first_level
from aima_search.runs.attempt import describe, exception_status
from aima_search.trace.recording import Recording

VERSION = 1
_LIBRARIES = {Path(__file__).parents[1], Path(os.__file__).parent}
Asks: TypeAlias = Mapping[str, Mapping[str, type]]
"""The names of requests, each with its arguments and their types; "name?" is optional."""

OWN_FILE = "mine.py"
"""The file name that stands for the Python code in the argument ``source`` of a request."""


def reply(
    request: Mapping[str, Any], asks: Asks, answer: Callable[[str, dict[str, Any]], Any]
) -> dict[str, Any]:
    """Call ``answer(name, arguments)`` for a request; return the value or the error as a dict."""
    head: dict[str, Any] = {"version": VERSION}
    try:
        if isinstance(request, Mapping) and "id" in request:
            head["id"] = as_json(request["id"])
        name, arguments = _read_request(request, asks)
        return {**head, "answer": as_json(answer(name, arguments))}
    except (Exception, SystemExit) as error:
        return {**head, "error": fault(error)}


def open_recording(
    puzzle: str,
    board: str | None = None,
    settings: Mapping[str, str] | None = None,
    algorithm: str | Configuration = "astar",
    heuristic: str | None = None,
    tie_break: str | None = None,
    limits: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    source: str | None = None,
) -> Recording:
    """Start a search on a board, and return the search with its recorded steps.

    limits: the arguments of ``Limits``. options: options of the algorithm, as texts or numbers.
    source: Python code. To use its function f, set ``heuristic`` to "mine.py:f".
    """
    problem = read_board(puzzle, board, settings)
    h = None if heuristic is None else own_heuristic(heuristic, problem, source)
    chosen = parse_algorithm(algorithm).with_texts(options or {})
    for name in limits or {}:
        if name not in LIMITS:
            raise UnknownName("limit", name, LIMITS)
    return Recording(problem, chosen, h, Limits(**(limits or {})), tie_break)


_TYPES = {"str": str, "int": int, "bool": bool, "Mapping": dict, "Sequence": list}


def arguments_of(function: Callable[..., Any]) -> dict[str, type]:
    """Return a dict from the names of a request's arguments to their types.

    ``function`` answers the request. A "?" after a name means that the argument is optional.
    Parameters whose type is not in ``_TYPES`` are left out.
    """
    found = {}
    for name, parameter in signature(function).parameters.items():
        annotation = re.split(r"\W", str(parameter.annotation))[0]
        if annotation in _TYPES:
            optional = "" if parameter.default is parameter.empty else "?"
            found[f"{name}{optional}"] = _TYPES[annotation]
    return found


def asks_of(home: object, *names: str) -> dict[str, dict[str, type]]:
    """Return {name: types of the arguments} for functions of the class or module ``home``."""
    return {name: arguments_of(getattr(home, name)) for name in names}


def read_board(
    puzzle: str, board: str | None = None, settings: Mapping[str, str] | None = None
) -> Puzzle:
    """Return the puzzle instance that a request describes.

    board: the name of a level, or a board's text; by default the first level. settings: the
    puzzle's board options as texts; references to files are not allowed.
    """
    kind = PUZZLES.get(puzzle)
    for name, text in (settings or {}).items():
        if isinstance(parse_reference(text), FileReference):
            raise InputError(f"option {name} is {text!r}: expected a value, not a file")
    if board is None:
        board = first_level(kind)
    options = kind.read_options(settings or {})
    bundled = board_of_collection(kind, board)
    if bundled is not None:
        return cast(Puzzle, parse_board(kind, bundled, **options))
    levels = kind.levels()
    try:
        return kind.parse(levels.get(board, board), **options)
    except BoardError as error:
        if board in levels or not re.fullmatch(r"[a-z][\w-]{1,40}", board):
            raise
        text = f"{error}. {board!r} is not a level; the levels are {', '.join(levels)}"
        raise BoardError(text) from None


def refuse_files(heuristic: str, allowed: Collection[str]) -> None:
    """Raise InputError if a heuristic uses a file whose path is not in ``allowed``."""
    if any(reference.path not in allowed for reference in file_references(heuristic)):
        raise InputError(f"heuristic {heuristic!r}: expected a name or an expression, not a file")


def own_heuristic(heuristic: str, problem: Puzzle, source: str | None) -> HeuristicSpec:
    """Return the heuristic of a request. It may use functions in ``source``, but no files."""
    texts = {} if source is None else {OWN_FILE: source}
    refuse_files(heuristic, texts)
    try:
        provide_texts(texts)
    except UnicodeEncodeError as error:  # JSON can contain half of a surrogate pair
        raise InputError(
            f"{OWN_FILE}, character {error.start + 1}: found an incomplete Unicode character (half"
            " of a surrogate pair): delete or replace it"
        ) from None
    if source is None:
        return heuristic
    return make_heuristic(heuristic, problem)  # not later, because the next request may change it


def _read_request(request: Mapping[str, Any], asks: Asks) -> tuple[str, dict[str, Any]]:
    if not isinstance(request, Mapping):
        raise InputError(f"request: expected a JSON object, got a {type(request).__name__}")
    if request.get("version") != VERSION:
        raise InputError(f"request: found version {request.get('version')!r}, expected {VERSION}")
    name = request.get("ask")
    if not isinstance(name, str) or name not in asks:
        raise UnknownName("request", name, asks)  # type: ignore[arg-type] # it may be anything
    given = {key: request[key] for key in request if key not in ("version", "ask", "id")}
    return name, checked_arguments(name, given, asks[name])


def checked_arguments(
    request: str, given: Mapping[str, Any], types: Mapping[str, type]
) -> dict[str, Any]:
    """Check the arguments of a request; raise InputError if one is missing or has a wrong type."""
    known = {name.rstrip("?"): kind for name, kind in types.items()}
    for name, value in given.items():
        if name not in known:
            raise UnknownName(f"argument of {request}", name, known)
        if type(value) is not known[name]:
            raise InputError(f"{request}: {name} is {value!r}, expected {_WORDS[known[name]]}")
    for name in types:
        if not name.endswith("?") and name not in given:
            raise InputError(f"{request}: the argument {name} is missing")
    return dict(given)


_WORDS = {
    int: "a whole number",
    str: "a text",
    dict: "an object",
    list: "a list",
    bool: "true or false",
}


def fault(error: BaseException) -> dict[str, Any]:
    """Return an error as a dictionary: its kind, its message and, if known, its place.

    The place is a file and a line or, for a BoardError, a line, row or column of the board's text.
    """
    data: dict[str, Any] = {"kind": type(error).__name__}
    if isinstance(error, SearchError):
        data["message"] = str(error)
    else:
        data |= {"message": describe(error), "status": exception_status(error)}
    if isinstance(error, BoardError):
        found = re.findall(r"\b(line|row|column) (\d+)\b", str(error))
        data |= {name: int(number) for name, number in reversed(found)}
    if not isinstance(error, InputError):
        data |= _place_in_user_code(error.__cause__ or error)
    return data


def _place_in_user_code(error: BaseException) -> dict[str, Any]:
    if isinstance(error, SyntaxError) and error.filename:
        return {"file": error.filename, "line": error.lineno}
    loaded: dict[str, Any] = {}
    other: dict[str, Any] = {}
    for frame, line in walk_tb(error.__traceback__):
        file = frame.f_code.co_filename
        if frame.f_globals.get("__name__", "").startswith(PREFIX):
            loaded = {"file": file, "line": line}
        elif file[:1] != "<" and _LIBRARIES.isdisjoint(Path(file).parents):
            other = {"file": file, "line": line}
    return loaded or other


def as_json(value: Any) -> Any:
    """Return a value converted to the types that JSON has."""
    if value is None or isinstance(value, str) or type(value) in (int, bool):
        return value
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    if isinstance(value, Real) and not math.isfinite(value):
        return str(float(value))
    return value if type(value) is float else json_value(value)
