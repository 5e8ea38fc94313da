"""Abstractions: smaller problems from which heuristics are made (AIMA 3.6.2, 3.6.3)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from aima_search.model.compiled import Formula

if TYPE_CHECKING:  # type checkers know numpy even if it is not installed
    import numpy as np
    from numpy.typing import NDArray

    from aima_search.model.dialects import ProblemLike

Costs8: TypeAlias = "NDArray[np.uint8]"
Pattern: TypeAlias = Sequence[Hashable]
OnProgress: TypeAlias = Callable[[int], object]

NO_COST = 255
"""The entry of a dense table for states from which no goal can be reached."""


class DenseNumbering(Protocol):
    """Numbers the abstract states, and computes the exact costs of all of them at once.

    The number of an abstract state is its *place* in a table of costs. Several abstract states may
    share a place, which has the lowest of their costs. bytes: the approximate memory for ``costs``.
    """

    bytes: int

    def costs(self, on_progress: OnProgress | None = None) -> Costs8:
        """Return an array of the costs by place; NO_COST means that no goal can be reached."""

    def place(self, state: Any) -> int:
        """Return the place (see the class) of the abstract state of ``state``."""

    def formula(self, costs: Costs8, symmetry: Symmetry | None) -> Formula | None:
        """Return a formula for machine code that looks up the cost of a state in ``costs``."""


@dataclass(frozen=True)
class Abstraction:
    """A smaller problem, and a function from the states of the problem to its abstract states.

    A *pattern* is the part of a state that the abstract problem keeps, such as some tiles. The
    *image* of a state is its abstract state. An action of the problem either does not change the
    image, or an abstract action that costs at most as much leads to the new image. So the exact
    cost in the abstract problem never exceeds the cost in the problem itself. If ``relaxed``
    returns several abstractions, the sum of their costs is the cost of the relaxed problem.

    problem: the abstract problem, which begins at the image of the initial state. image: a function
    from a state to its abstract state. identity: a text that identifies the table, with the rules
    and their version, the goal and the pattern. entries: the number of costs in the table.
    is_additive: True if every action of the problem counts for at most one of several disjoint
    patterns, so that the sum of the patterns' costs is a lower bound too. dense: a faster way to
    compute the table than enumeration.
    """

    problem: ProblemLike
    image: Callable[[Any], Any]
    identity: str
    entries: int
    is_additive: bool = False
    dense: DenseNumbering | None = None


@dataclass(frozen=True)
class Symmetry:
    """A function that maps each state to a state with the same cost to a goal."""

    of_state: Callable[[Any], Any]
