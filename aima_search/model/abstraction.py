"""Smaller problems, onto which a problem is mapped to make heuristics (AIMA 3.6.2, 3.6.3)."""

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
"""Stands in a dense table at places from which no goal can be reached."""


class DenseNumbering(Protocol):
    """A numbering of abstract states, and a fast way to all their exact costs.

    Several abstract states may share a place: it has the least of their costs. bytes: the memory
    that ``costs`` needs, about.
    """

    bytes: int

    def costs(self, on_progress: OnProgress | None = None) -> Costs8:
        """Return the costs by place, NO_COST for a place without a cost."""

    def place(self, state: Any) -> int:
        """Return the place of a state's image (of a state of the problem itself)."""

    def formula(self, costs: Costs8, symmetry: Symmetry | None) -> Formula | None:
        """Return the compiled form of the cost of a state's image, or of its mirror image's."""


@dataclass(frozen=True)
class Abstraction:
    """A smaller problem, onto which a problem is mapped to make heuristics (AIMA 3.6.2, 3.6.3).

    A problem with abstractions offers ``abstraction(pattern)``. A *pattern* is the part of a state
    that the abstract problem keeps, in words of the puzzle: tiles, pieces. The *image* of a state
    is its abstract state. Every action of the problem leads from image to image, along an abstract
    action that costs no more, or without an action. So an exact cost of the abstract problem is
    never above that of the problem itself.

    A problem may also offer ``patterns(text)``, the patterns that a text such as "5-5-5" stands
    for, ``symmetries()``, and ``relaxed(*rules)``, the problem without some of its rules, which are
    among its ``rules_to_drop``. If the problem then falls into parts that do not touch each other,
    these are several abstractions, and the sum of their costs is the cost.

    problem: the abstract problem, which begins at the image of the problem's initial state.
    image: the abstract state of a state.
    identity: a text that no other abstraction's table has: the rules with their version, the goal,
    the pattern. entries: how many costs a table of it holds. is_additive: of several disjoint
    patterns at most one pays for an action of the problem, so that the sum of their costs is a
    bound as well. dense: a faster way to the table than to enumerate the abstract problem.
    """

    problem: ProblemLike
    image: Callable[[Any], Any]
    identity: str
    entries: int
    is_additive: bool = False
    dense: DenseNumbering | None = None


@dataclass(frozen=True)
class Symmetry:
    """A map of states onto states of the same cost to a goal."""

    of_state: Callable[[Any], Any]
