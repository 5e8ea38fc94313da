"""Functions that compare, copy and describe the values of a user's problem."""

from __future__ import annotations

from copy import copy, deepcopy
from gc import get_referents, is_tracked
from math import inf, isnan
from reprlib import Repr
from types import FunctionType, ModuleType
from typing import Any

from aima_search.base.path_costs import unboxed

_FAMILIES = ((int, float, complex), (str,), (tuple,), (list,), (set, frozenset), (dict,))
_UNCHANGING = {int, float, bool, str, bytes, type(None)}
_MOST_COPIED = 1_000
_brief = Repr()
_brief.maxstring = _brief.maxother = 60


def is_number(value: Any) -> bool:
    """Return True if a value can be used as a cost or as the value of a heuristic."""
    try:
        return not isinstance(value, str) and bool(unboxed(value) <= inf)
    except (TypeError, ValueError, ArithmeticError):
        return False


def is_unchanging(state: Any) -> bool:
    """Return True if a state is a number, a text or None, or a tuple of them."""
    kind = type(state)
    return kind in _UNCHANGING or (kind is tuple and _UNCHANGING.issuperset(map(type, state)))


def copy_of(state: Any) -> Any:
    """Return a deep copy of a state, or the state itself if it cannot be copied.

    Some parts are not copied, for example the parent of a node.
    """
    if is_unchanging(state):
        return state
    kind = type(state)
    is_object = family_of(state) is None
    kept, parts, waiting = {}, {id(state)}, [state]
    while waiting and len(parts) < _MOST_COPIED:
        for part in get_referents(waiting.pop()):
            if id(part) in parts or not is_tracked(part):
                continue
            # a copied object is not equal to the original object if its class has no __eq__
            is_kept = type(part) is kind if is_object else is_by_identity(part)
            if is_kept:
                kept[id(part)] = part
            elif not isinstance(part, type | FunctionType | ModuleType):
                parts.add(id(part))
                waiting.append(part)
    try:
        return copy(state) if waiting else deepcopy(state, kept)
    except Exception:  # the user's class may raise any error
        return state


def is_same(one: Any, other: Any) -> bool:
    """Return True if two values are equal, or have the same class and equal attributes."""
    if one is other:
        return True
    try:
        if one == other:
            return True
    except ValueError:  # arrays
        return repr(one) == repr(other)
    parts = [getattr(value, "__dict__", None) for value in (one, other)]
    return type(one) is type(other) and is_by_identity(one) and is_same(*parts)


def is_by_identity(value: Any) -> bool:
    """Return True if the class of a value does not define ==."""
    return not any("__eq__" in vars(kind) for kind in type(value).__mro__[:-1])


def is_like(value: Any, state: Any) -> bool:
    """Return True if two values have the same type and, for tuples, items of the same types."""
    if type(value) is not type(state):
        return False
    return not isinstance(value, tuple) or list(map(type, value)) == list(map(type, state))


def has_like(values: Any, state: Any) -> bool:
    """Return True if ``values`` is a collection that contains an item of the type of ``state``."""
    if not isinstance(values, tuple | list | set | frozenset | dict) or is_like(values, state):
        return False
    return any(is_like(value, state) for value in values)


def family_of(value: Any) -> Any:
    """Return the built-in types whose values can equal ``value``; None for a user's class."""
    return next((kinds for kinds in _FAMILIES if isinstance(value, kinds)), None)


def unhashable_part(state: Any) -> Any:
    """Return the part of a state that cannot be hashed, or None if the state can be hashed."""
    try:
        hash(state)
    except TypeError:
        parts = map(unhashable_part, state if isinstance(state, tuple) else ())
        return next((part for part in parts if part is not None), state)
    return None


def compared_values(test: Any, state: Any) -> list[Any]:
    """Return the values that the goal test ``test`` compares with ``state``."""
    kind: Any = type(state)
    others: list[Any] = []

    def note(self: Any, other: Any) -> Any:
        others.append(other)
        return kind.__eq__(self, other)

    try:
        test(type(kind.__name__, (kind,), {"__eq__": note, "__hash__": kind.__hash__})(state))
    except Exception:  # the type has no subclasses, or the test fails
        return []
    return others


def show(value: Any) -> str:
    """Return the repr of ``value``, shortened if it is long."""
    try:
        return _brief.repr(value)
    except Exception:  # the user's class has a faulty __repr__
        return f"<{type(value).__name__}>"


def described(value: Any) -> str:
    """Return a text with a value and its type, such as "the list [3]", for error messages."""
    if isinstance(value, float) and isnan(value):
        return "nan (not a number, for example inf - inf)"
    is_plain = value is None or isinstance(value, int | float)
    return show(value) if is_plain else f"the {kind_of(value)} {show(value)}"


def kind_of(value: Any) -> str:
    """Return the name of a value's type for messages; a str is called "text"."""
    return "text" if isinstance(value, str) else type(value).__name__
