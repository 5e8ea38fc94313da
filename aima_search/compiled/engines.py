"""Engines carry a search out: on Python objects, or in machine code, with the same counts.

The compiled engine works if the problem has a compiled form; see ``aima_search.model.compiled``. A
heuristic without a form is called back in Python.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from math import nan
from time import perf_counter
from typing import Any

from aima_search.algorithms.informed import checked_h
from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.options import WEIGHT
from aima_search.algorithms.refinement import refinement_of
from aima_search.algorithms.steps import Steps
from aima_search.base.errors import CostError, NotApplicable, UnknownName, WrongAnswer
from aima_search.base.interchange import PLAIN, short_number
from aima_search.base.limits import check_limits
from aima_search.compiled import kernels, native
from aima_search.compiled.comparison import Comparison
from aima_search.model.compiled import CompiledForm, Formula
from aima_search.model.contract import Action, ProblemLike, State, has_same_rules, offered
from aima_search.model.heuristic import BuiltHeuristic, function_of
from aima_search.model.problem import Heuristic, Node

OBJECTS, COMPILED, AUTO = "objects", "compiled", "auto"
ENGINES = (OBJECTS, COMPILED, AUTO)

_TIES = {  # the rank, and whether the newest comes first
    "fifo": (kernels.NO_RANK, False),
    "lifo": (kernels.NO_RANK, True),
    "high-g": (kernels.HIGH_G, False),
    "high-g-lifo": (kernels.HIGH_G, True),
    "low-h": (kernels.LOW_H, False),
}
_BETWEEN_LOOKS = 0.01  # seconds between two looks at the limits in a slice


def find_engine(name: str) -> str:
    """Return the name of an engine; UnknownName, a LookupError, if no engine has the name."""
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    return name


class Compiled:
    """A search that machine code can carry out; NotApplicable, with the reason, if it cannot.

    tie_break: None for an algorithm without ties.
    """

    def __init__(
        self,
        algorithm: Algorithm,
        problem: ProblemLike[State, Action],
        h: Heuristic[State, Action] | None,
        options: Mapping[str, Any],
        tie_break: str | None,
    ) -> None:
        self._weight = options.get("weight", algorithm.defaults.get("weight", 1))
        WEIGHT.check(self._weight)
        if algorithm.kernel is None:
            known = [name for name in ALGORITHMS if ALGORITHMS.get(name).kernel]
            raise _not_applicable(f"{algorithm.name} is not one of {', '.join(known)}")
        if tie_break is not None and tie_break not in _TIES:
            raise _not_applicable(f"the tie-break {tie_break} is not one of {', '.join(_TIES)}")
        if refinement_of(h) is not None:
            raise _not_applicable("the heuristic refines its estimates, which only objects do")
        if type(self._weight) not in PLAIN:
            raise _not_applicable(f"the weight {self._weight!r} is neither an int nor a float")
        if kernels.is_refused(self._weight):
            raise _not_applicable(f"the weight {short_number(self._weight)} is not below 2**53")
        if reason := _lacks_form(problem) or native.why_not():
            raise _not_applicable(reason)
        form = compiled_form_or_reason(problem)
        if isinstance(form, str):
            raise _not_applicable(form)
        self._kernel, self._ties = algorithm.kernel, _TIES[tie_break or "fifo"]
        self._problem, self._form, self._h = problem, form, h
        self._formula = None if h is None else formula_of(h, problem, form)

    def is_loaded(self) -> bool:
        """Return True if all machine code is in this process."""
        return all(map(native.is_loaded, self._functions()))

    def is_cached(self) -> bool:
        """Return True if all machine code is in this process or in the cache."""
        return all(map(native.is_cached, self._functions()))

    def _functions(self) -> list[native.Typed]:
        formulas = [self._form.expand, self._form.goal]
        formulas += [] if self._formula is None else [self._formula]
        kernel = kernels.DEEPENING if self._kernel.deepens else kernels.BEST_FIRST
        return [kernel, *(one for formula in formulas for one in native.functions_of(formula))]

    def steps(
        self, nodes: int | None = None, make_room: Callable[[int], object] = int
    ) -> Steps[Any, Any]:
        """Return the steps, after the forms were compiled, and compared if they are new.

        nodes: no step goes beyond so many expansions. make_room: is called with the number of bytes
        that the search is about to take.
        """
        from aima_search.compiled import search  # numpy only when used

        kernel, formula, form = self._kernel, self._formula, self._form
        failure: list[BaseException] = []
        formulas = [form.expand, form.goal, *([] if formula is None else [formula])]
        comparison = Comparison(self._problem, form, formulas, None if formula is None else self._h)
        comparison.check_first()
        linked = comparison.linked
        if formula is None and self._h is not None:
            linked = native.Linked([*formulas, _called_back(self._h, form, failure)])
        task = search.Task(self._problem, form, linked, self._h, comparison, failure, make_room)
        if kernel.deepens:
            return search.deepening_steps(task, kernel, nodes)
        kernel = kernel._replace(h=kernel.h * self._weight)
        return search.best_first_steps(task, kernel, self._ties, nodes)


def compiled_form_or_reason(problem: object) -> CompiledForm | str:
    """Return the compiled form of a problem, or the reason why it has none.

    A compiled form does not stand for a subclass, or an instance, that has redefined one of the
    methods that ``compiled`` stands for. A wrapper that forwards unknown attributes has no form.
    """
    if reason := _lacks_form(problem):
        return reason
    compiled = offered(problem, "compiled")
    if compiled is None:
        name = type(problem).__name__
        return f"the compiled form of {name} does not know the methods that it redefines"
    form: CompiledForm | str = compiled()
    return form


def _lacks_form(problem: object) -> str:
    name, kinds = type(problem).__name__, type(problem).__mro__
    is_there = any("compiled" in vars(kind) for kind in kinds)
    return "" if is_there else f"{name} has no compiled form (it does not define compiled())"


def formula_of(h: Heuristic, problem: object, form: CompiledForm) -> Formula | None:
    """Return the compiled form of a heuristic, None if it has none.

    The problem's form may know that of a method of the problem: its ``estimates`` do not stand for
    a redefined method, nor does ``h_formula()`` of a puzzle for a redefined ``h``.
    """
    if isinstance(h, BuiltHeuristic):
        return None if h.formula is None else h.formula()
    function = function_of(h)
    name = getattr(function, "__name__", "")
    if getattr(function, "__self__", None) is not problem:
        return None
    if name == "h" and (make := offered(problem, "h_formula")) is not None:
        made: Formula | None = make()
        return made
    if name in form.estimates and has_same_rules(problem, "compiled", {name}):
        return form.estimates[name]()
    return None


def _not_applicable(reason: str) -> NotApplicable:
    return NotApplicable(f"engine compiled: {reason}")


class _StateOnly(Node[Any, Any]):
    """A node of which a heuristic sees the state alone: the other parts are not there yet."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise _not_applicable(f"the heuristic looks at node.{name}, and only node.state is there")


def _called_back(h: Heuristic, form: CompiledForm, failure: list[BaseException]) -> Formula:
    """Return a heuristic in Python as machine code calls it; an exception of it goes into failure.

    A failure is NaN to the kernel, which stops there.
    """
    value_of, unpack = checked_h(h), form.unpack

    due = 0.0

    def call(key: int, *_: object) -> float:
        nonlocal due
        try:
            if perf_counter() > due:  # a slice of many slow calls may take long
                check_limits()
                due = perf_counter() + _BETWEEN_LOOKS
            value = value_of(_StateOnly(unpack(key & 2**64 - 1)))
            if type(value) in PLAIN and not kernels.is_refused(value):
                return value
            failure.append(
                _not_applicable(f"the estimate {value!r} is no plain number up to 2**53")
            )
        except BaseException as error:  # a limit, or Ctrl-C, ends a search so too
            failure.append(error)
        return nan

    called = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, *[ctypes.c_void_p] * 3)(call)
    return Formula(called, address=ctypes.cast(called, ctypes.c_void_p).value)


# The engine "auto": objects begin, and machine code goes on once that pays.

_LOADED, _CACHED, _NEW = 0.003, 0.1, 0.5
"""Seconds after which a search goes on in machine code that is loaded, cached or new."""
_LOOKED_AT = 16  # expansions between two looks at the clock


def by_need(
    objects: Steps[Any, Any],
    make: Callable[[], Compiled],
    start: Callable[[Compiled], Steps[Any, Any]],
    report: Callable[[str, str], object],
) -> Steps[Any, Any]:
    """Pass on the steps of the object engine and, if the search is long, those of machine code.

    These begin anew, and are passed on from where objects stood. What machine code cannot do is
    left to the objects. report: is called with the engine that goes on, and why.
    """
    began, compiled = perf_counter(), None
    due = began + (_LOADED if "llvmlite" in sys.modules else _CACHED)  # its import is slow
    while True:
        try:
            step = next(objects)
        except StopIteration as end:
            node: Node[Any, Any] | None = end.value
            return node
        if not step.expanded % _LOOKED_AT and perf_counter() > due:
            try:
                compiled = make() if compiled is None else compiled
                known = _CACHED if compiled.is_cached() else _NEW
                due = began + (_LOADED if compiled.is_loaded() else known)
                if perf_counter() > due:
                    return (yield from _go_on(start(compiled), step.expanded, report))
            except (NotApplicable, CostError, WrongAnswer) as reason:
                report(OBJECTS, str(reason).removeprefix("engine compiled: "))
                yield step
                return (yield from objects)
        yield step


def _go_on(
    steps: Steps[Any, Any], expanded: int, report: Callable[[str, str], object]
) -> Steps[Any, Any]:
    """Pass on the steps from so many expansions on, and in any case the last."""
    report(COMPILED, f"after {expanded:,} expansions with objects")
    step = None
    while step is None or step.expanded < expanded:
        try:
            step = next(steps)
        except StopIteration as end:
            if step is not None:  # no limit stands between here and the end
                whole, step.expanded = step.expanded, expanded
                yield step
                step.expanded = whole
            node: Node[Any, Any] | None = end.value
            return node
    yield step
    return (yield from steps)
