"""Heuristics, and registries for the heuristics of each puzzle and for general heuristics.

An entry of a registry has a *factory*, which is a function that takes a problem and returns h. The
heuristic h is a function of a node. A ``BuiltHeuristic`` is h with its name and its properties.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from numbers import Number
from types import FunctionType
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from aima_search.base.errors import HeuristicError, InputError, UnknownName
from aima_search.base.plugins import load_plugins
from aima_search.base.registry import Registry, origin_of
from aima_search.model.compiled import Formula, constant
from aima_search.model.contract import Action, State, offered
from aima_search.model.problem import Heuristic, Node, heuristic_of

ANY = "*"
RESERVED = ("all", "max", "min")  # words in expressions and lists, so not names of heuristics
Factory: TypeAlias = Callable[..., Heuristic]
_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True)
class HeuristicFacts:
    """Properties of a heuristic, such as ``admissible``; None means that a value is unknown."""

    admissible: bool | None = None
    consistent: bool | None = None


@dataclass(frozen=True)
class HeuristicInfo(HeuristicFacts):
    """A heuristic's name, one-line summary, details and source, and whether it is admissible.

    The details of an admissible heuristic may end with "Admissible:" and a proof.
    """

    name: str = ""
    summary: str = ""
    source: str = ""
    details: str = ""

    @property
    def proof(self) -> str:
        """The proof that the heuristic is admissible, or "" if its docstring contains no proof."""
        return self.details.partition("Admissible: ")[2]


UNKNOWN = HeuristicFacts()
NEVER_WRONG = HeuristicFacts(admissible=True, consistent=True)


class Refinement(NamedTuple):
    """Two heuristics for A*: ``bound`` is fast, and ``refine`` is more accurate.

    When A* generates a node, it calls ``bound``. Before A* expands a node, it calls ``refine``. If
    ``refine(node)`` is higher than ``node.h``, the node returns to the frontier, and A* calls
    ``refine`` again later. So ``refine`` may raise ``node.h`` step by step. Both functions may
    store results on nodes; ``bound`` can use what ``refine`` stored on the node's parent. Both
    functions must return at most ``h(node)``. All other algorithms call h. If ``refine`` finally
    returns ``h(node)``, A* expands the same nodes as with h. ``instead`` can be a third heuristic:
    when ``refine`` starts to cost more time than it saves, A* calls only this third heuristic.
    """

    bound: Heuristic
    refine: Heuristic
    instead: Heuristic | None = None


@dataclass(frozen=True, eq=False)
class BuiltHeuristic:
    """A heuristic for one problem. Call it with a node to get the h value of this node.

    A factory may return a BuiltHeuristic instead of a function, for example to add a
    version of h that numba compiles. An example is "open-cells" in ``examples/own_puzzle.py``.

    function: the function h, which takes a node. refinement: two heuristics that A* calls instead
    of h (see ``heuristics.with_refinement``). formula: a function without arguments that
    returns h as a ``Formula`` for numba, or None. bytes: the memory of the heuristic's tables, or
    None if unknown. source: a paper or a section of the book. from_start: a heuristic for the cost
    from the initial state to a node. guides: a function that returns additional heuristics, which
    may overestimate; ``anytime-astar`` uses them if h alone finds no solution soon.
    """

    function: Heuristic
    name: str = ""
    facts: HeuristicFacts = UNKNOWN
    refinement: Refinement | None = None
    formula: Callable[[], Formula | None] | None = None
    bytes: int | None = None
    source: str = ""
    from_start: Heuristic | None = None
    guides: Callable[[], Iterable[Heuristic]] | None = None

    def __call__(self, node: Any) -> float:
        """Return the h value of a node."""
        return self.function(node)

    @property
    def __name__(self) -> str:
        """The name of the heuristic, for code that reads the ``__name__`` of functions."""
        return self.name

    def __repr__(self) -> str:
        return f"<heuristic {self.name or 'without a name'}>"


def built(h: Heuristic, **known: Any) -> BuiltHeuristic:
    """Return ``h`` as a BuiltHeuristic whose fields, such as ``name``, have the given values.

    >>> h = built(lambda node: 0, name="nothing", facts=NEVER_WRONG)
    >>> h(None), h.facts.admissible, built(h, bytes=8).name
    (0, True, 'nothing')
    """
    if isinstance(h, BuiltHeuristic):
        return replace(h, **known)
    return BuiltHeuristic(h, **{"name": getattr(h, "__name__", ""), **known})


def function_of(h: Heuristic) -> Heuristic:
    """Return ``h``, or its function if it is a BuiltHeuristic: the function is faster to call."""
    return h.function if isinstance(h, BuiltHeuristic) else h


def with_facts(h: Heuristic, facts: HeuristicFacts) -> BuiltHeuristic:
    """Return ``h`` as a BuiltHeuristic with these facts, for example that h is admissible."""
    return built(h, facts=facts)


def facts_of(h: Any) -> HeuristicFacts:
    """Return what is known about ``h``, for example that it is admissible; else UNKNOWN."""
    if isinstance(h, FunctionType):
        return _stated.get(h, UNKNOWN)
    facts = h.facts if isinstance(h, BuiltHeuristic) else UNKNOWN
    return facts if isinstance(facts, HeuristicFacts) else UNKNOWN


def with_formula(h: Heuristic, make: Callable[[], Formula | None]) -> BuiltHeuristic:
    """Return ``h`` with a version in machine code, for searches with the compiled engine.

    ``make()`` returns a ``Formula`` for h, or None if h cannot be compiled.
    """
    return built(h, formula=make)


def with_guides(h: Heuristic, make: Callable[[], Iterable[Heuristic]]) -> BuiltHeuristic:
    """Return ``h`` with additional heuristics that may overestimate but find solutions fast.

    Parameters
    ----------
    h
        The heuristic.
    make
        A function that returns the additional heuristics; ``anytime-astar`` calls it when needed.
    """
    return built(h, guides=make)


def guides_of(h: Any, problem: Any = None) -> Callable[[], Iterable[Heuristic]] | None:
    """Return the function that makes the additional heuristics of ``h``; None if ``h`` has none.

    The function comes from ``with_guides`` or, if h is ``problem.h``, from ``h_guides``.
    """
    if isinstance(h, BuiltHeuristic):
        return h.guides
    make = offered(problem, "h_guides")
    return make() if make is not None and h == problem.h else None


def with_refinement(
    h: Heuristic[State, Action],
    bound: Heuristic[State, Action],
    refine: Heuristic[State, Action],
    *,
    instead: Heuristic[State, Action] | None = None,
) -> BuiltHeuristic:
    """Return a heuristic: A* calls ``bound`` and ``refine``, and all other searches call ``h``.

    Parameters
    ----------
    h
        The heuristic for all searches except A*.
    bound
        A cheap heuristic, which A* calls when it generates a node.
    refine
        An expensive heuristic, which A* calls when a node leaves the frontier.
    instead
        A heuristic that replaces ``bound`` and ``refine`` when they no longer save time.
    """
    last = None if instead is None else function_of(instead)
    return built(h, refinement=Refinement(function_of(bound), function_of(refine), last))


def refinement_of(h: Any) -> Refinement | None:
    """Return the ``Refinement`` that ``with_refinement`` added to ``h``, or None."""
    return h.refinement if isinstance(h, BuiltHeuristic) else None


_stated: WeakKeyDictionary[FunctionType, HeuristicFacts] = WeakKeyDictionary()
"""What is known about registered functions, to which ``file.py:name`` may also refer."""


@dataclass(frozen=True)
class HeuristicEntry(HeuristicInfo):
    """A registered heuristic: its properties, and the function that builds h for a problem.

    takes: a description of the text that users may write in parentheses after the name. The
    function that builds h gets the problem and this text. puzzle: the puzzle whose rules h uses.
    """

    factory: Factory = heuristic_of
    takes: str = ""
    puzzle: str = ANY


_registries: dict[str, Registry[HeuristicEntry]] = {}


def heuristics_for(puzzle: str) -> Registry[HeuristicEntry]:
    """Return the registry of a puzzle's heuristics; ``ANY`` means the general heuristics."""
    if puzzle not in _registries:
        kind = "heuristic" if puzzle == ANY else f"{puzzle} heuristic"
        _registries[puzzle] = Registry(kind, load_plugins, "heuristics", puzzle)
    return _registries[puzzle]


def register_heuristic(
    puzzle: str,
    name: str,
    *,
    admissible: bool | None = None,
    consistent: bool | None = None,
    summary: str | None = None,
    source: str = "",
    takes: str = "",
) -> Callable[[_F], _F]:
    """Register a heuristic under a name; use this function as a decorator.

    You can decorate h itself, which is a function of ``node``. You can also decorate a factory: a
    function that takes the problem and returns h.

    Parameters
    ----------
    puzzle, name
        The name of the puzzle, and the name of the heuristic.
    admissible, consistent
        True or False, or None if unknown. To test both properties, use ``check_heuristic``.
    summary
        The line for tables; by default, the first line of the docstring. The rest of the docstring,
        up to the examples, is shown on the puzzle's page. The last paragraph may start with
        "Admissible:" and prove that h is admissible; reports on experiments contain this proof.
    source
        The paper or book that describes the heuristic.
    takes
        A description of the argument, if the heuristic has one, as in ``landmarks(8)``.
    """

    def decorate(function: _F) -> _F:
        if not re.fullmatch(r"[A-Za-z_][\w-]*", name) or name in RESERVED:
            raise InputError(
                f"heuristic name {name!r}: expected a letter, then letters, digits, - and _;"
                f" the names {', '.join(RESERVED)} are reserved"
            )
        first, _, rest = (inspect.getdoc(function) or "").partition("\n")
        entry = HeuristicEntry(
            admissible=admissible,
            consistent=consistent,
            name=name,
            summary=(first if summary is None else summary).strip().split("\n")[0],
            source=source,
            details=" ".join(rest.partition(">>>")[0].split()),
            factory=as_factory(function),
            takes=takes,
            puzzle=puzzle,
        )
        heuristics_for(puzzle).register(name, entry, origin_of(function))
        if isinstance(function, FunctionType):
            _stated[function] = HeuristicFacts(admissible, consistent)
        return function

    return decorate


def as_factory(function: Callable[..., Any]) -> Factory:
    """Return ``function`` as a factory, which takes a problem and returns h."""
    required = parameters_of(function)
    if len(required) != 1:
        parameters = ", ".join(required) or "no parameter"
        raise HeuristicError(
            f"{getattr(function, '__name__', function)!r} takes {parameters}: expected"
            " a function h(node), or a function h(problem) that returns such a function"
        )
    if required[0] in ("node", "n"):
        return lambda problem: function
    if not required[0].startswith("*"):
        return function

    def factory(problem: Any, *arguments: str) -> Any:  # a decorator may have hidden the parameter
        with suppress(AttributeError):  # of problem.state
            if not isinstance(h := function(problem, *arguments), Number):
                return h
        return function

    return factory


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """Return the names of the required parameters; if all are optional, only the first name."""
    unbound = getattr(function, "__func__", function)
    code = unbound.__code__ if type(unbound) is FunctionType and not vars(unbound) else None
    names = list(code.co_varnames[unbound is not function : code.co_argcount]) if code else []
    if names:  # ten times as fast as inspect
        defaults = unbound.__defaults__ or ()
        return names[: len(names) - len(defaults)] or names[:1]
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some built-in functions have no signature
        return ["node"]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    named = [p for p in parameters if p.kind in positional]
    if not named:  # often of a decorator
        return [f"*{p.name}" for p in parameters if p.kind is p.VAR_POSITIONAL]
    return [p.name for p in named if p.default is p.empty] or [p.name for p in named[:1]]


def names_for(puzzle: str) -> list[str]:
    """Return the names of all heuristics for a puzzle; the general heuristics come first."""
    general = heuristics_for(ANY).names()
    return [*general, *(name for name in heuristics_for(puzzle).names() if name not in general)]


def heuristic_entry(puzzle: str, name: str) -> HeuristicEntry:
    """Return the heuristic registered under ``name``; raise UnknownName if the name is unknown."""
    registry = heuristics_for(puzzle)
    entry = registry.find(name) or heuristics_for(ANY).find(name)
    if entry is None:
        raise UnknownName(registry.kind, name, names_for(puzzle))
    return entry


@register_heuristic(ANY, "zero", admissible=True, consistent=True, source="AIMA 3.5")
def zero(problem: object) -> BuiltHeuristic:
    """The value 0 for every state, so that A* becomes uniform-cost search."""
    return BuiltHeuristic(lambda node: 0, formula=lambda: constant(0))


class DefaultHeuristicMixin(Generic[State, Action]):
    """A base class for puzzles; ``h`` calls the heuristic that ``default_heuristic`` names."""

    puzzle: ClassVar[str]
    default_heuristic: ClassVar[str]

    _h: Heuristic[State, Action] | None = None
    _built: Any = None  # the same heuristic as a BuiltHeuristic

    def h(self, node: Node[State, Action]) -> float:
        """Return the h value of the puzzle's default heuristic."""
        return self.prepared_h()(node)

    def prepared_h(self) -> Heuristic[State, Action]:
        """Return the puzzle's default heuristic, built for this board."""
        if self._h is None:
            self._built = heuristic_entry(self.puzzle, self.default_heuristic).factory(self)
            self._h = function_of(self._built)
        return self._h

    def h_formula(self) -> Formula | None:
        """Return the compiled version of the default heuristic, or None if there is none."""
        self.prepared_h()
        make = getattr(self._built, "formula", None)
        return None if make is None else make()

    def h_guides(self) -> Callable[[], Iterable[Heuristic]] | None:
        """Return None, or a function without arguments that returns additional heuristics."""
        self.prepared_h()
        return guides_of(self._built)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_h": None, "_built": None}  # h is built again when needed
