"""What a heuristic is, and heuristics by name, under a puzzle's name or ``ANY`` for every puzzle.

An entry is a *factory*: called once with the problem, it returns h, a function of a node. A
``BuiltHeuristic`` is an h that also carries its facts.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar
from weakref import WeakKeyDictionary

from aima_search.base.errors import HeuristicError, InputError, UnknownName
from aima_search.base.registry import Registry, load_plugins, origin_of
from aima_search.model.compiled import Formula, constant
from aima_search.model.contract import Action, State, offered
from aima_search.model.problem import Heuristic, Node, heuristic_of

ANY = "*"
RESERVED = ("all", "max", "min")  # words of expressions and lists, not names of heuristics
Factory: TypeAlias = Callable[..., Heuristic]
_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Facts:
    """Whether a heuristic is admissible and consistent: True, False, or None for not known."""

    admissible: bool | None = None
    consistent: bool | None = None


@dataclass(frozen=True)
class HeuristicInfo(Facts):
    """The facts of a heuristic with its name, one line about it and its source.

    details: the author's text beyond that line.
    """

    name: str = ""
    summary: str = ""
    source: str = ""
    details: str = ""


UNKNOWN = Facts()
NEVER_WRONG = Facts(admissible=True, consistent=True)


@dataclass(frozen=True, eq=False)
class BuiltHeuristic:
    """A heuristic built for a problem: called with a node, it returns the estimate.

    function: the h itself; the algorithms call it directly, see ``plain``. refinement: the work it
    offers to do later, see ``algorithms.refinement``. formula: makes its compiled form, see
    ``with_formula``. bytes: what its preparation keeps, None if not known; the seconds are a
    measure of the run that pays for it. source: a paper or a section of the book. from_start: an
    estimate of the cost from the initial state to a node, None if it has no such estimate. guides:
    see ``with_guides``.
    """

    function: Heuristic
    name: str = ""
    facts: Facts = UNKNOWN
    refinement: Any = None
    formula: Callable[[], Formula | None] | None = None
    bytes: int | None = None
    source: str = ""
    from_start: Heuristic | None = None
    guides: Callable[[], Iterable[Heuristic]] | None = None

    def __call__(self, node: Any) -> float:
        """Return the estimate for a node."""
        return self.function(node)

    @property
    def __name__(self) -> str:
        """Its name, as functions have it."""
        return self.name

    def __repr__(self) -> str:
        return f"<heuristic {self.name or 'without a name'}>"


def built(h: Heuristic, **known: Any) -> BuiltHeuristic:
    """Return a heuristic with further facts, besides those known before.

    >>> h = built(lambda node: 0, name="nothing", facts=NEVER_WRONG)
    >>> h(None), h.facts.admissible, built(h, bytes=8).name
    (0, True, 'nothing')
    """
    if isinstance(h, BuiltHeuristic):
        return replace(h, **known)
    return BuiltHeuristic(h, **{"name": getattr(h, "__name__", ""), **known})


def plain(h: Heuristic) -> Heuristic:
    """Return the function that a heuristic calls: the algorithms call it for every node."""
    return h.function if isinstance(h, BuiltHeuristic) else h


def with_facts(h: Heuristic, facts: Facts) -> BuiltHeuristic:
    """Return the heuristic with its facts."""
    return built(h, facts=facts)


def facts_of(h: Any) -> Facts:
    """Return the facts of a heuristic or of a registered function; facts may be unknown.

    A registered function carries its facts also if it is named as ``file.py:name``.
    """
    if isinstance(h, FunctionType):
        return _stated.get(h, UNKNOWN)
    facts = h.facts if isinstance(h, BuiltHeuristic) else UNKNOWN
    return facts if isinstance(facts, Facts) else UNKNOWN


def with_formula(h: Heuristic, make: Callable[[], Formula | None]) -> BuiltHeuristic:
    """Return the heuristic with its compiled form, which is made when a search asks for it.

    The keys are those of the compiled form of the problem that h was made for. None: this instance
    has no form.
    """
    return built(h, formula=make)


def with_guides(h: Heuristic, make: Callable[[], Iterable[Heuristic]]) -> BuiltHeuristic:
    """Return the heuristic with its guides: estimates that may be too high, but lead to a solution.

    A search makes them if it finds no solution by h itself, see ``anytime_astar_steps``.
    """
    return built(h, guides=make)


def guides_of(h: Any, problem: Any = None) -> Callable[[], Iterable[Heuristic]] | None:
    """Return what makes the guides of a heuristic, None for a heuristic without guides.

    problem: may say by ``h_guides`` which guides its own ``h`` has.
    """
    if isinstance(h, BuiltHeuristic):
        return h.guides
    make = offered(problem, "h_guides")
    return make() if make is not None and h == problem.h else None


_stated: WeakKeyDictionary[FunctionType, Facts] = WeakKeyDictionary()


@dataclass(frozen=True)
class HeuristicEntry(HeuristicInfo):
    """A registered heuristic: its facts and the factory that builds it for a problem.

    takes: what may stand in parentheses after its name, in words, if it is made from the problem;
    the factory is then called with the problem and that text. puzzle: whose rules it relies on.
    """

    factory: Factory = heuristic_of
    takes: str = ""
    puzzle: str = ANY


_registries: dict[str, Registry[HeuristicEntry]] = {}


def heuristics_for(puzzle: str) -> Registry[HeuristicEntry]:
    """Return the registry of one puzzle's heuristics (made on first use)."""
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
    """Return a decorator that registers a factory (or an h of ``node``) under a name.

    ``summary`` defaults to the first line of the function's docstring; what follows, up to the
    examples, are its details. A fact left out is not known; facts stated are promises that
    ``check_heuristic`` can put to the proof. ``takes``: see ``HeuristicEntry``.
    """

    def decorate(function: _F) -> _F:
        if not re.fullmatch(r"[A-Za-z_][\w-]*", name) or name in RESERVED:
            raise InputError(
                f"heuristic name {name!r}: expected a letter, then letters, digits, - and _,"
                f" and none of {', '.join(RESERVED)}"
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
            _stated[function] = Facts(admissible, consistent)
        return function

    return decorate


def as_factory(function: Callable[..., Any]) -> Factory:
    """Return a factory: the function itself, or for an h of ``node`` a function that returns it.

    The name of the first parameter decides: ``node`` (or ``n``) marks an h.
    """
    required = parameters_of(function)
    if len(required) != 1:
        taken = f"takes {', '.join(required)}" if required else "takes no parameter"
        raise HeuristicError(
            f"{getattr(function, '__name__', function)!r} {taken}: expected"
            " h(node), or a factory h(problem) that returns such a function"
        )
    if required[0] in ("node", "n"):
        return lambda problem: function
    return function


def parameters_of(function: Callable[..., Any]) -> list[str]:
    """Return the names of the parameters that a call must fill by position."""
    plain = getattr(function, "__func__", function)
    if type(plain) is FunctionType and not vars(plain):  # ten times as fast as inspect
        code, defaults = plain.__code__, plain.__defaults__ or ()
        names = list(code.co_varnames[plain is not function : code.co_argcount])
        return names[: len(names) - len(defaults)] or names[:1]
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some built-in functions have no signature
        return ["node"]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    named = [one for one in parameters if one.kind in positional]
    required = [one.name for one in named if one.default is inspect.Parameter.empty]
    return required or [one.name for one in named[:1]]


def names_for(puzzle: str) -> list[str]:
    """Return the names of the heuristics that a puzzle's problems can have, general ones first."""
    general = heuristics_for(ANY).names()
    return [*general, *(name for name in heuristics_for(puzzle).names() if name not in general)]


def heuristic_entry(puzzle: str, name: str) -> HeuristicEntry:
    """Return a registered heuristic; UnknownName, with the nearest name, for an unknown name."""
    own = heuristics_for(puzzle)
    entry = own.find(name) or heuristics_for(ANY).find(name)
    if entry is None:
        raise UnknownName(own.kind, name, names_for(puzzle))
    return entry


@register_heuristic(ANY, "zero", admissible=True, consistent=True, source="AIMA 3.5")
def zero(problem: object) -> BuiltHeuristic:
    """0 everywhere: A* becomes uniform-cost search."""
    return BuiltHeuristic(lambda node: 0, formula=lambda: constant(0))


class WithDefaultHeuristic(Generic[State, Action]):
    """A puzzle whose ``h`` is one of its registered heuristics, prepared when it is first used."""

    puzzle: ClassVar[str]
    default_heuristic: ClassVar[str] = "zero"

    _h: Heuristic[State, Action] | None = None
    _built: Any = None  # the same with its facts and forms

    def h(self, node: Node[State, Action]) -> float:
        """Estimate the cost to go by the puzzle's default heuristic."""
        return self.prepared_h()(node)

    def prepared_h(self) -> Heuristic[State, Action]:
        """Return the default heuristic for this board, prepared when it is first used."""
        if self._h is None:
            self._built = heuristic_entry(self.puzzle, self.default_heuristic).factory(self)
            self._h = plain(self._built)
        return self._h

    def h_formula(self) -> Formula | None:
        """Return the compiled form of the default heuristic, None if it has none."""
        self.prepared_h()
        make = getattr(self._built, "formula", None)
        return None if make is None else make()

    def h_guides(self) -> Callable[[], Iterable[Heuristic]] | None:
        """Return what makes the guides of the default heuristic, None if it has none."""
        self.prepared_h()
        return guides_of(self._built)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_h": None, "_built": None}  # it is built again when it is needed
