"""Converts path costs to Python numbers, because the numbers of numpy can overflow silently."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf
from typing import Any

from aima_search.base.errors import CostError

_WIDE = 2**63

PLAIN = {int, float}


def unboxed(value: float) -> float:
    """Convert a numpy number, or an array with one number, to a Python number."""
    item: Callable[[], float] | None = getattr(value, "item", None)
    return value if item is None else item()


def total_cost(node: Any, action: Any, cost: float) -> float:
    """Add an action's cost to a node's path cost; raise CostError if their types do not fit."""
    before: float = node.path_cost
    try:
        return before + (unboxed(cost) if getattr(cost, "shape", None) == () else cost)
    except (TypeError, ValueError):
        raise CostError(
            f"the action {action} in {node.state!r} costs {cost!r}, and the path to this state"
            f" costs {before!r}: expected numbers of one type, such as float or Decimal"
        ) from None


def check_path_cost(node: Any) -> None:
    """Raise CostError if a path cost is not a number or is minus infinity."""
    try:
        if node.path_cost > -inf:
            return
    except (TypeError, ValueError, ArithmeticError):  # texts, arrays, Decimal("NaN")
        pass
    raise no_cost(node)


def no_cost(node: Any) -> CostError:
    """Return the error for a node whose path cost is not a number."""
    last = "" if node.parent is None else f" after the action {node.action}"
    return CostError(f"the path to {node} costs {node.path_cost!r}{last}: expected a number")


def plain_path_costs(path_cost: Callable[..., float]) -> Callable[[Any, Any, Any], float]:
    """Return a function of (node, action, state) that returns the path cost as a Python number."""
    wraps = False  # True if path costs may overflow, because one had fewer than 64 bits

    def of_path(node: Any, action: Any, state: Any) -> float:
        nonlocal wraps
        here = node.path_cost
        try:
            cost: float = path_cost(_widened(here) if wraps else here, node.state, action, state)
            if type(cost) in PLAIN:
                return cost
            dtype = getattr(cost, "dtype", None)
            if not wraps and dtype is not None and dtype.itemsize < 8 and dtype.kind in "iuf":
                wraps = True
                cost = path_cost(_widened(here), node.state, action, state)
        except OverflowError:  # for example 300 + an 8-bit number, or 2**70 + a 64-bit number
            if "numpy" not in sys.modules:
                raise
            cost = path_cost(here if wraps else _widened(here), node.state, action, state)
        except TypeError:
            _check_added_cost(path_cost, node, action, state)
            raise
        return unboxed(cost)

    return of_path


class _AddedCostRecorder:
    def __add__(self, cost: Any) -> Any:
        self.added = cost
        return self

    __radd__ = __add__


def _check_added_cost(path_cost: Callable[..., Any], node: Any, action: Any, state: Any) -> None:
    recorder = _AddedCostRecorder()
    try:
        path_cost(recorder, node.state, action, state)
    except Exception:  # the caller re-raises the problem's own error
        return
    if hasattr(recorder, "added"):
        total_cost(node, action, recorder.added)


def _widened(value: float) -> Any:
    """Return a Python number as a 64-bit numpy number, so that sums with it have 64 bits."""
    import numpy as np

    if type(value) is float:
        return np.float64(value)
    return np.int64(value) if type(value) is int and abs(value) < _WIDE else value
