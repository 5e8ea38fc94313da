"""The engine "objects" runs a search in Python, and the engine "compiled" in machine code.

The engine "auto" begins with Python objects. If the search is long, it starts again in machine
code. A heuristic without a compiled version is called back in Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.steps import Steps
from aima_search.base.errors import CostError, InvalidSolution, NotApplicable, UnknownName
from aima_search.base.interchange import short_number
from aima_search.base.path_costs import PLAIN
from aima_search.compiled import kernels, native
from aima_search.model.compiled import CompiledForm, Formula
from aima_search.model.contract import (
    Action,
    ProblemLike,
    State,
    has_same_rules,
    lacks_form,
    offered,
)
from aima_search.model.heuristic import BuiltHeuristic, function_of, refinement_of
from aima_search.model.problem import Heuristic

OBJECTS, COMPILED, AUTO = "objects", "compiled", "auto"
ENGINES = (OBJECTS, COMPILED, AUTO)

_TIES = {  # the rank, and True if the newest node comes first
    "fifo": (kernels.NO_RANK, False),
    "lifo": (kernels.NO_RANK, True),
    "high-g": (kernels.HIGH_G, False),
    "high-g-lifo": (kernels.HIGH_G, True),
    "low-h": (kernels.LOW_H, False),
}
_LOADED, _CACHED, _NEW = 0.003, 0.1, 0.5
"""Seconds after which a search starts again in machine code that is loaded, cached or new."""
_CHECK_EVERY = 16  # expansions between two readings of the clock


def find_engine(name: str) -> str:
    """Return ``name`` if an engine has this name, otherwise raise UnknownName."""
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    return name


class CompiledSearch:
    """A search in machine code. Raises NotApplicable if the search cannot run in machine code.

    tie_break: the name of the tie-break, or None if the algorithm has no tie-break.
    """

    def __init__(
        self,
        algorithm: Algorithm,
        problem: ProblemLike[State, Action],
        h: Heuristic[State, Action] | None,
        options: Mapping[str, Any],
        tie_break: str | None,
    ) -> None:
        weight = options.get("weight", algorithm.defaults.get("weight", 1))
        if algorithm.kernel is None:
            known = ", ".join(name for name in ALGORITHMS if ALGORITHMS.get(name).kernel)
            raise _not_applicable(f"found the algorithm {algorithm.name}, expected one of {known}")
        if tie_break is not None and tie_break not in _TIES:
            known = ", ".join(_TIES)
            raise _not_applicable(f"found the tie-break {tie_break}, expected one of {known}")
        if refinement_of(h) is not None:
            raise _not_applicable(
                "the heuristic computes a second h value for some nodes, which compiled code does"
                ' not support: use engine="objects"'
            )
        if type(weight) not in PLAIN or kernels.is_refused(weight):
            raise _not_applicable(
                f"the weight is {short_number(weight)}: expected an int or float below 2**53"
            )
        reason = lacks_form(problem, "compiled") or native.reason_not_compilable()
        form = reason or offered(problem, "compiled")()
        if isinstance(form, str):
            raise _not_applicable(form)
        self.kernel = algorithm.kernel._replace(h=algorithm.kernel.h * weight)
        self.rank, self.newest_first = _TIES[tie_break or "fifo"]
        self.problem, self.form, self.h = problem, form, h
        self.formula = None if h is None else formula_of(h, problem, form)
        self.identities: dict[native.Typed, str] = {}

    def is_loaded(self) -> bool:
        """Return True if the search can start without loading or compiling machine code."""
        return all(map(native.is_loaded, self._identities()))

    def is_cached(self) -> bool:
        """Return True if every function of the search is already compiled."""
        self.identities = native.identities_of(self.formulas())  # variables may have changed
        return all(map(native.is_cached, self._identities()))

    def _identities(self) -> list[str]:
        kernel = kernels.DEEPENING if self.kernel.deepens else kernels.BEST_FIRST
        return [native.identity_of(*kernel), *self.identities.values()]

    def formulas(self) -> list[Formula]:
        """Return the formulas for the successors and the goal test, and for h if h is used."""
        formulas = [self.form.expand, self.form.goal]
        return formulas if self.formula is None else [*formulas, self.formula]


def compiled_form_or_reason(problem: object) -> CompiledForm | str:
    """Return the functions that numba can compile for a problem, or why there are none.

    The functions come from the problem's method ``compiled``. They are not used if a subclass
    redefines a rule such as ``actions``, or if the problem is a wrapper that forwards attributes.
    """
    return lacks_form(problem, "compiled") or offered(problem, "compiled")()


def formula_of(h: Heuristic, problem: object, form: CompiledForm) -> Formula | None:
    """Return the formula that computes h in machine code, or None if there is no formula.

    h can be a BuiltHeuristic with a formula, ``problem.h``, or a method in ``form.estimates``.
    """
    if isinstance(h, BuiltHeuristic):
        return None if h.formula is None else h.formula()
    function = function_of(h)
    name = getattr(function, "__name__", "")
    if getattr(function, "__self__", None) is not problem:
        return None
    if name == "h" and (make := offered(problem, "h_formula")) is not None:
        return make()
    if name in form.estimates and has_same_rules(problem, "compiled", {name}):
        return form.estimates[name]()
    return None


def _not_applicable(reason: str) -> NotApplicable:
    return NotApplicable(f"engine compiled: {reason}")


def auto_steps(
    objects: Steps[Any, Any],
    make: Callable[[], CompiledSearch],
    start: Callable[[CompiledSearch], Steps[Any, Any]],
    report: Callable[[str, str], object],
) -> Steps[Any, Any]:
    """Start a search in Python; if the search is long, continue it in machine code if possible.

    ``report`` is called with the name of the engine that continues, and with the reason.
    """
    began, compiled = perf_counter(), None
    due = began + (_LOADED if "llvmlite" in sys.modules else _CACHED)  # importing it is slow
    while True:
        try:
            step = next(objects)
        except StopIteration as end:
            return end.value
        if not step.expanded % _CHECK_EVERY and perf_counter() > due:
            try:
                compiled = make() if compiled is None else compiled
                known = _CACHED if compiled.is_cached() else _NEW
                due = began + (_LOADED if compiled.is_loaded() else known)
                if perf_counter() > due:
                    return (yield from _continue_compiled(start(compiled), step.expanded, report))
            except (NotApplicable, CostError, InvalidSolution) as reason:
                report(OBJECTS, str(reason).removeprefix("engine compiled: "))
                yield step
                return (yield from objects)
        yield step


def _continue_compiled(
    steps: Steps[Any, Any], expanded: int, report: Callable[[str, str], object]
) -> Steps[Any, Any]:
    """Continue a search in machine code, after ``expanded`` expansions in Python.

    ``steps`` repeats the search from the start. Steps with fewer expansions are not yielded again.
    """
    report(COMPILED, f"after {expanded:,} expansions in Python")
    step = None
    while step is None or step.expanded < expanded:
        try:
            step = next(steps)
        except StopIteration as end:
            if step is not None:
                whole, step.expanded = step.expanded, expanded
                yield step
                step.expanded = whole
            return end.value
    yield step
    return (yield from steps)
