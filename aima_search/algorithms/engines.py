"""Engines carry a search out: on Python objects, a node at a time, or on packed arrays, in batches.

Both give the same statuses and the same costs if an algorithm guarantees an optimum. The packed
engine works if the problem has a packed form and the heuristic an array form; see
``aima_search.model.packed``. Among states of the same f it goes from the highest g down, so that no
tie-break applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.algorithms.options import WEIGHT
from aima_search.algorithms.steps import Step, Steps
from aima_search.base.errors import NotApplicable, UnknownName
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.packed import Packed, array_form_for, packed_form_or_reason
from aima_search.model.problem import Heuristic

if TYPE_CHECKING:
    from aima_search.model.packed import Costs, Keys

OBJECTS, PACKED, AUTO = "objects", "packed", "auto"
ENGINES = (OBJECTS, PACKED, AUTO)


def find_engine(name: str) -> str:
    """Return the name of an engine; UnknownName, a LookupError, if no engine has the name."""
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    return name


def default_engine(problem: object) -> str:
    """Return the engine that a problem states for finding an answer, by default objects."""
    stated = getattr(problem, "default_engine", None)
    return stated if stated in ENGINES else OBJECTS


def no_packed(algorithm: Algorithm) -> str:
    """Return why an algorithm has no packed form."""
    packed = [name for name in ALGORITHMS if ALGORITHMS.get(name).packed]
    return f"{algorithm.name} is not one of {', '.join(packed)}"


def packed_steps(
    algorithm: Algorithm,
    problem: ProblemLike[State, Action],
    h: Heuristic[State, Action] | None,
    name: str | None = None,
    options: Mapping[str, Any] = MappingProxyType({}),
    nodes: int | None = None,
    before: Step[State, Action] | None = None,
) -> Steps[State, Action]:
    """Return the steps of an algorithm on packed arrays; no step goes beyond ``nodes`` expansions.

    name: of the heuristic. before: where a search with objects stands, to go on from what it has
    explored; its own steps are not taken any more. NotApplicable, with the reason, if the
    algorithm, the problem or the heuristic does not fit.
    """
    batches = algorithm.packed
    if batches is None:
        raise NotApplicable(f"engine packed: {no_packed(algorithm)}")
    form = packed_form_or_reason(problem)
    if isinstance(form, str):
        raise NotApplicable(f"engine packed: {form}")
    of_keys = None if h is None else _array_form(h, name, problem, form)
    from aima_search.algorithms.packed import search  # numpy only when used

    if batches.by_layer:
        return search.breadth_first_steps(problem, form, nodes, before)
    weight = options.get("weight", algorithm.defaults.get("weight", 1))
    WEIGHT.check(weight)
    priority = search.Priority(batches.g, batches.h * weight)
    return search.best_first_steps(problem, form, priority, of_keys, nodes, before)


def _array_form(
    h: Heuristic[State, Action], name: str | None, problem: object, form: Packed
) -> Callable[[Keys], Costs]:
    of_keys = array_form_for(h, problem, form)
    if of_keys is None:
        known = name or getattr(h, "__name__", type(h).__name__)
        raise NotApplicable(
            f"engine packed: the heuristic {known} has no array form (with_array_form gives it one)"
        )
    return of_keys
