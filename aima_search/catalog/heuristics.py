"""Finds heuristics by name, by expression or by ``file.py:name``, and stores their tables."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, fields
from typing import Any, TypeAlias, TypeVar

from aima_search.base.errors import HeuristicError, InputError, SearchError, UnknownName, add_note
from aima_search.base.limits import check_limits
from aima_search.catalog.expressions import (
    FileReference,
    Reference,
    build,
    parse_reference,
    references_of,
)
from aima_search.catalog.user_files import load_function
from aima_search.model.contract import Action, OnProgress, ProblemLike, State, offered
from aima_search.model.heuristic import (
    ANY,
    UNKNOWN,
    BuiltHeuristic,
    HeuristicFacts,
    HeuristicInfo,
    as_factory,
    built,
    facts_of,
    heuristic_entry,
    heuristics_for,
    names_for,
    parameters_of,
    with_facts,
)
from aima_search.model.problem import Heuristic, heuristic_of
from aima_search.model.puzzle import PUZZLES, Puzzle


@dataclass(frozen=True)
class TableProgress:
    """The progress of the computation of a heuristic's table.

    what: a description of the table. done: the number of computed entries. entries: the final
    number of entries, or 0 if unknown. needs: the necessary memory in bytes, or 0 if it is small.
    """

    what: str
    done: int
    entries: int
    needs: int

    def __str__(self) -> str:
        whole = f" of {self.entries:,}" if self.entries else ""
        return f"preparing {self.what}: {self.done:,}{whole} entries"


TableT = TypeVar("TableT")
Watcher: TypeAlias = Callable[[TableProgress], object]
_watchers: ContextVar[tuple[Watcher, ...]] = ContextVar("watchers", default=())


class TableProgressScope:
    """In the ``with`` block, ``watcher`` is called with the progress of tables."""

    __slots__ = ("_before", "_watcher")

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher

    def __enter__(self) -> None:
        self._before = _watchers.set((*_watchers.get(), self._watcher))

    def __exit__(self, *_: object) -> None:
        _watchers.reset(self._before)


def announce(what: str, entries: int = 0, needs: int = 0) -> OnProgress:
    """Report that the computation of a table begins; return a function that reports progress.

    The returned function takes the number of computed entries, and checks the limits of the search.
    """

    def on_progress(done: int) -> None:
        check_limits()
        for watcher in _watchers.get():
            watcher(TableProgress(what, done, entries, needs))

    on_progress(0)
    return on_progress


MOST_SHARED = 2**28  # bytes of all shared tables; the least recently used are dropped first

_shared: OrderedDict[str, Any] = OrderedDict()


def shared(identity: str, make: Callable[[], TableT]) -> TableT:
    """Return the table that all problems with this ``identity`` share; ``make`` computes it.

    A table's attribute ``bytes`` is its size. If all tables together are too large, the least
    recently used tables are removed.
    """
    table: TableT = _shared.pop(identity, None) or make()
    _shared[identity] = table
    while sum(stored.bytes for stored in _shared.values()) > MOST_SHARED:
        _shared.popitem(last=False)
    return table


def forget_shared() -> None:
    """Remove all tables that ``shared`` stores, so that the next run computes them again."""
    _shared.clear()


HeuristicSpec: TypeAlias = str | Heuristic[State, Action]
"""A registered name, an expression, ``file.py:name``, or a function of a node."""


def heuristic_names(puzzle: str) -> list[str]:
    """Return the names of a puzzle's heuristics; the general heuristics come first.

    Raises
    ------
    UnknownName
        If no puzzle has the name ``puzzle``, and no heuristics are registered under this name.
    """
    if not _is_known(puzzle):
        raise UnknownName("puzzle", puzzle, PUZZLES)
    made = PUZZLES.get(puzzle).made_heuristics if puzzle in PUZZLES else ()
    return [n for n in names_for(puzzle) if n in made or not heuristic_entry(puzzle, n).takes]


def _is_known(puzzle: str) -> bool:
    return puzzle in PUZZLES or bool(heuristics_for(puzzle).names())


def puzzle_name(problem: object) -> str:
    """Return the name of the puzzle to which a problem belongs, or ``ANY`` if there is none."""
    if isinstance(problem, Puzzle):
        try:
            return problem.puzzle
        except AttributeError:  # the class is not registered
            return ANY
    name = offered(problem, "puzzle", frozenset())  # may be anything in a user's class
    return name if isinstance(name, str) and _is_known(name) else ANY


def heuristic_info(puzzle: str, spec: str) -> HeuristicInfo:
    """Return the properties, such as ``admissible``, of a heuristic or of an expression."""
    reference = parse_reference(spec)
    if isinstance(reference, str):
        entry = heuristic_entry(puzzle, reference)
        return HeuristicInfo(**{f.name: getattr(entry, f.name) for f in fields(HeuristicInfo)})

    def stand_in(part: Reference) -> Heuristic:
        if isinstance(part, FileReference):
            return with_facts(lambda node: 0, UNKNOWN)
        name = part if isinstance(part, str) else part.name
        return with_facts(lambda node: 0, heuristic_entry(puzzle, name))

    facts = facts_of(build(spec, stand_in))
    return HeuristicInfo(facts.admissible, facts.consistent, name=spec, summary=spec)


def make_heuristic(
    spec: HeuristicSpec[State, Action] | None, problem: ProblemLike[State, Action] | None = None
) -> Heuristic[State, Action]:
    """Return a heuristic for a problem: a function that takes a node and returns h.

    Parameters
    ----------
    spec
        A registered name, an expression of names, ``file.py:name``, a function of a node, or None
        for the problem's own ``h``.
    problem
        The problem to search.
    """
    if problem is None:
        raise HeuristicError(f"no problem given: expected heuristics.get({spec!r}, problem)")
    if spec is None:
        own = heuristic_of(problem, None)
        if isinstance(problem, Puzzle) and getattr(own, "__func__", None) is Puzzle.h:
            problem.prepared_h()  # prepare h now, not when it is first called
        return own
    if isinstance(spec, str):
        return built(build(spec, lambda part: _named(part, problem)), name=spec.strip())
    if not callable(spec):
        raise HeuristicError(
            f"heuristic {spec!r}: expected a name, an expression, file.py:name or a function of a"
            " node"
        )
    if not isinstance(spec, BuiltHeuristic) and parameters_of(spec)[:1] == ["problem"]:
        return _checked(spec, problem, getattr(spec, "__name__", "the factory"))
    return spec


def file_references(spec: str) -> list[FileReference]:
    """Return the ``file.py:name`` references in the heuristic ``spec``, in their order."""
    return [part for part in references_of(spec) if isinstance(part, FileReference)]


def load_files(spec: str) -> None:
    """Import the user's files that ``spec`` names, to find errors in these files early."""
    for reference in file_references(spec):
        load_function(reference)


def _named(part: Reference, problem: ProblemLike) -> Heuristic:
    given: tuple[str, ...] = ()
    if isinstance(part, FileReference):
        function = load_function(part)
        factory, facts, source = as_factory(function), facts_of(function), str(part)
    else:
        name, arguments = (part, "") if isinstance(part, str) else (part.name, part.arguments)
        entry = heuristic_entry(puzzle_name(problem), name)
        if arguments and not entry.takes:
            raise InputError(
                f"heuristic {part!s}: remove the parentheses, because {name} takes no argument"
            )
        factory = entry.factory
        given = (arguments,) if entry.takes else ()
        facts, source = HeuristicFacts(entry.admissible, entry.consistent), entry.source
        if entry.puzzle != ANY and offered(problem, "puzzle") is None:
            facts = UNKNOWN  # the problem has redefined rules of the puzzle
    h = _checked(factory, problem, str(part), *given)
    return built(h, source=source, facts=facts_of(h) if facts == UNKNOWN else facts)


def _checked(factory: Callable[..., Any], problem: object, name: str, *given: str) -> Heuristic:
    try:
        heuristic: Heuristic = factory(problem, *given)
    except Exception as error:
        if not isinstance(error, SearchError):
            add_note(
                error,
                f"{name} was called with the problem, because the name of its first parameter is"
                " not node: begin a function of a node with def h(node)",
            )
        raise
    if not callable(heuristic):
        raise HeuristicError(
            f"{name}(problem) returned {heuristic!r}: expected a function of a node (if {name}"
            " itself is the heuristic, rename its parameter to node)"
        )
    return heuristic
