"""Puzzles and heuristics by name: what is registered, and how a name becomes a thing.

A heuristic is registered under a puzzle's name, or under ``ANY`` for every puzzle, as a
*factory*: called once with the problem, it returns h, which is called with nodes.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias, TypeVar

from aima_search.algorithms.informed import heuristic_of
from aima_search.catalog.combine import facts_of, with_facts
from aima_search.catalog.expressions import build
from aima_search.errors import BoardError, HeuristicError, UnknownName
from aima_search.facts import NEVER_WRONG, UNKNOWN, Facts, HeuristicInfo
from aima_search.plugins import load_function, load_plugins
from aima_search.problem import Heuristic
from aima_search.registry import Registry

ANY = "*"
RESERVED = ("all", "max", "min")  # words of expressions and lists, not names of heuristics
MAX_NAME = 32  # characters of a level's name; a longer word is meant as a board
MAX_PATH = 1000  # characters of a file's name
# What is no name: lists, rows of numbers, ids, several lines, what is too long for one.
MEANT_AS_BOARD = rf"\s*[\[(]|[0-9][0-9\s,;|/.]+\Z|.*[:\n]|.{{{MAX_NAME + 1}}}"
MAX_FILE_SIZE = 10_000_000  # bytes of a board's file
Factory: TypeAlias = Callable[[Any], Heuristic]
_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True)
class HeuristicEntry(HeuristicInfo):
    """A registered heuristic: its facts and the factory that builds it for a problem."""

    factory: Factory = heuristic_of  # type: ignore[assignment]


PUZZLES: Registry[Any] = Registry("puzzle", load=load_plugins)
"""Problem classes by puzzle name; see ``aima_search.puzzle.Puzzle`` for what they offer."""

_heuristics: dict[str, Registry[HeuristicEntry]] = {}


def make_problem(
    puzzle: str, reference: str | None = None, *, text: str | None = None, **options: Any
) -> Any:
    """Return an instance of a puzzle.

    ``reference`` is a bundled level's name, a file, or a board's text such as an id; None is the
    first bundled level. ``text`` is the board itself, where the caller has read it. ``options``
    go to the puzzle.
    """
    chosen = PUZZLES.get(puzzle)
    levels = chosen.levels()
    if text is not None:
        return chosen.parse(text, **options)
    if reference is None:
        reference = first_level(chosen)
    if reference in levels:
        return chosen.parse(levels[reference], **options)
    if is_file(reference):
        return chosen.parse(read_file(Path(reference)), **options)
    try:
        return chosen.parse(reference, **options)
    except ValueError:
        if re.match(MEANT_AS_BOARD, reference):
            raise
        kind = f"{puzzle} board, neither a file nor a level:"
        raise UnknownName(kind, reference, levels) from None


def first_level(puzzle: Any) -> str:
    """Return the name of a puzzle's first bundled level, its default board."""
    name: str | None = next(iter(puzzle.levels()), None)
    if name is None:
        raise BoardError(f"{puzzle.puzzle} has no bundled levels: name a board")
    return name


def is_file(reference: str) -> bool:
    """Tell whether a text names something to read from: a file, or a pipe such as a shell's <(...).

    A board's text may be no possible name of a file, which is no error.
    """
    try:
        path = Path(reference)
        return len(reference) < MAX_PATH and path.exists() and not path.is_dir()
    except (OSError, ValueError):  # too long for the system, or with a null character
        return False


def read_file(path: Path) -> str:
    """Return the text of a file of boards; BoardError where it is too large or not text."""
    if not is_file(str(path)):
        raise BoardError(f"file {str(path)!r}: there is no such file")
    with path.open("rb") as file:
        content = file.read(MAX_FILE_SIZE + 1)
    if len(content) > MAX_FILE_SIZE:
        raise BoardError(f"file {str(path)!r}: larger than {MAX_FILE_SIZE:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BoardError(f"file {str(path)!r}: not UTF-8 text ({error.reason})") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def heuristics_for(puzzle: str) -> Registry[HeuristicEntry]:
    """Return the registry of one puzzle's heuristics (made on first use)."""
    if puzzle not in _heuristics:
        kind = "heuristic" if puzzle == ANY else f"{puzzle} heuristic"
        _heuristics[puzzle] = Registry(kind, load=load_plugins)
    return _heuristics[puzzle]


def register_heuristic(
    puzzle: str,
    name: str,
    *,
    admissible: bool | None = None,
    consistent: bool | None = None,
    summary: str | None = None,
    source: str = "",
) -> Callable[[_F], _F]:
    """Return a decorator that registers a factory (or an h of ``node``) under a name.

    ``summary`` defaults to the first line of the function's docstring. A fact left out
    is not known; facts stated are promises that ``check_heuristic`` can be held against.
    """

    def decorate(function: _F) -> _F:
        if not _is_name(name) or name in RESERVED:
            raise BoardError(
                f"heuristic name {name!r}: expected a letter, then letters, digits, - and _,"
                f" and none of {', '.join(RESERVED)}"
            )
        text = summary if summary is not None else (inspect.getdoc(function) or "")
        entry = HeuristicEntry(
            admissible=admissible,
            consistent=consistent,
            name=name,
            summary=text.strip().split("\n")[0],
            source=source,
            factory=as_factory(function),
        )
        heuristics_for(puzzle).register(name, entry)
        if isinstance(function, FunctionType):  # known also where it is named as file.py:name
            with_facts(function, Facts(admissible, consistent))
        return function

    return decorate


def as_factory(function: Callable[..., Any]) -> Factory:
    """Return a factory: the function itself, or for an h of ``node`` one that returns it.

    They are told apart by the name of the first parameter: ``node`` (or ``n``) marks an h.
    """
    required = _parameters(function)
    if len(required) != 1:
        taken = f"takes {', '.join(required)}" if required else "takes no parameter"
        raise HeuristicError(
            f"{getattr(function, '__name__', function)!r} {taken}: expected"
            " h(node), or a factory h(problem) that returns such a function"
        )
    if required[0] in ("node", "n"):
        return lambda problem: function
    return function


def _parameters(function: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters that a call must fill by position."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not tell
        return ["node"]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    named = [one for one in parameters if one.kind in positional]
    required = [one.name for one in named if one.default is inspect.Parameter.empty]
    return required or [one.name for one in named[:1]]


def heuristic_names(puzzle: str) -> list[str]:
    """Return the names of the heuristics registered for a puzzle, general ones first.

    UnknownName where neither a puzzle nor a heuristic is registered under the puzzle's name.
    """
    if not _is_known(puzzle):
        raise UnknownName("puzzle", puzzle, PUZZLES)
    general = heuristics_for(ANY).names()
    return [*general, *(name for name in heuristics_for(puzzle).names() if name not in general)]


def _is_known(puzzle: str) -> bool:
    """Tell whether a puzzle, or some heuristic for it, is registered."""
    return puzzle in PUZZLES or bool(heuristics_for(puzzle).names())


def heuristic_entry(puzzle: str, name: str) -> HeuristicEntry:
    """Return a registered heuristic; UnknownName with the nearest name where there is none."""
    own = heuristics_for(puzzle)
    if name in own:
        return own.get(name)
    if name in heuristics_for(ANY):
        return heuristics_for(ANY).get(name)
    raise UnknownName(own.kind, name, heuristic_names(puzzle))


def heuristic_info(puzzle: str, spec: str) -> HeuristicInfo:
    """Return the facts of a registered heuristic, or those that follow for an expression."""
    if _is_name(spec):
        entry = heuristic_entry(puzzle, spec)
        return HeuristicInfo(**{f.name: getattr(entry, f.name) for f in fields(HeuristicInfo)})

    def stand_in(name: str) -> Heuristic:
        if _is_file_reference(name):
            return with_facts(lambda node: 0, Facts())
        entry = heuristic_entry(puzzle, name)
        return with_facts(lambda node: 0, Facts(entry.admissible, entry.consistent))

    facts = facts_of(stand_in(spec) if _is_file_reference(spec) else build(spec, stand_in))
    return HeuristicInfo(facts.admissible, facts.consistent, name=spec, summary=spec)


def make_heuristic(spec: str | Heuristic | None, problem: Any) -> Heuristic:
    """Return h(node) for a problem.

    ``spec`` is a registered name, an expression over names, ``file.py:name``, a function
    of a node, or None for the problem's own ``h``.
    """
    if spec is None:
        return heuristic_of(problem, None)
    if not isinstance(spec, str):
        return _function(spec, problem)
    return _named(spec, problem) if _is_atom(spec) else build(spec, lambda n: _named(n, problem))


def load_files(spec: str) -> None:
    """Import the files that the ``file.py:name`` parts of a heuristic refer to.

    What is wrong with them is known then before the first run.
    """

    def load(name: str) -> Heuristic:
        if _is_file_reference(name):
            load_function(name)
        return zero

    load(spec) if _is_atom(spec) else build(spec, load)


def _function(function: Any, problem: Any) -> Heuristic:
    """Return an h given as a function; a factory is known by its parameter, ``problem``."""
    if not callable(function):
        raise HeuristicError(
            f"heuristic {function!r}: expected a name, an expression, file.py:name"
            " or a function of a node"
        )
    if next(iter(_parameters(function)), "node") == "problem":
        return _checked(function, problem, getattr(function, "__name__", "the factory"))
    heuristic: Heuristic = function
    return heuristic


def puzzle_name(problem: Any) -> str:
    """Return the name of the puzzle a problem belongs to, ``ANY`` for a stranger's.

    A stranger's ``puzzle`` may be anything, a grid of numbers for instance.
    """
    name = getattr(problem, "puzzle", ANY)
    return name if isinstance(name, str) and _is_known(name) else ANY


def _named(name: str, problem: Any) -> Heuristic:
    if _is_file_reference(name):
        function = load_function(name)
        return _with(facts_of(function), _checked(as_factory(function), problem, name))
    entry = heuristic_entry(puzzle_name(problem), name)
    facts = Facts(entry.admissible, entry.consistent)
    return _with(facts, _checked(entry.factory, problem, name))


def _with(facts: Facts, heuristic: Heuristic) -> Heuristic:
    return heuristic if facts == UNKNOWN else with_facts(heuristic, facts)


def _checked(factory: Factory, problem: Any, name: str) -> Heuristic:
    heuristic = factory(problem)
    if not callable(heuristic):
        raise HeuristicError(
            f"{name} returned {heuristic!r} for the problem: expected a function of a node"
            " (name the parameter 'node' to define h(node) directly)"
        )
    return heuristic


def _is_name(spec: str) -> bool:
    return re.fullmatch(r"[A-Za-z_][\w-]*", spec) is not None


def _is_file_reference(spec: str) -> bool:
    return re.fullmatch(r"[^(),*+]*\.py:\w+", spec) is not None


def _is_atom(spec: str) -> bool:
    return _is_name(spec) or _is_file_reference(spec)


@register_heuristic(ANY, "zero", admissible=True, consistent=True, source="AIMA 3.5")
def zero(node: Any) -> float:
    """0 everywhere: A* becomes uniform-cost search."""
    return 0


with_facts(zero, NEVER_WRONG)
