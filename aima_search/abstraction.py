"""Smaller problems that a problem is mapped onto; heuristics are made from them (AIMA 3.6.2, 3.6.3).

A problem that knows some offers ``abstraction(pattern)``. A *pattern* is what the abstract problem
keeps of a state, in words of the puzzle: tiles, pieces. The *image* of a state is the abstract state
that it is mapped onto. Every action of the problem leads from image to image, along an abstract
action that costs no more, or without any. So an exact cost of the abstract problem is never above
that of the problem itself.

A problem may also offer ``patterns(text)``, the patterns that a text such as "5-5-5" stands for,
and ``symmetries()``, and ``relaxed(name)``, an abstraction by the name of the rule that is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from aima_search.contract import ProblemLike

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from aima_search.packed import Indices, Keys

    SmallCosts: TypeAlias = NDArray[np.uint8]

Pattern: TypeAlias = Sequence[Hashable]
OnProgress: TypeAlias = Callable[[int], object]

NO_COST = 255
"""What a dense table holds in places that no goal can be reached from."""


class DenseTable(Protocol):
    """A numbering of abstract states, and a fast way to the exact costs of all of them.

    Several abstract states may share a place: the least of their costs stands there.
    """

    def costs(self, on_progress: OnProgress | None = None) -> SmallCosts:
        """Return the costs by place, NO_COST where there is none."""

    def place(self, state: Any) -> int:
        """Return the place of a state's image (of a state of the problem itself)."""

    def places(self, keys: Keys) -> Indices:
        """Return the places of the images of packed states."""


@dataclass(frozen=True)
class Abstraction:
    """A smaller problem, and the image that a state has in it.

    problem: the abstract problem, which begins at the image of the problem's initial state.
    image: the abstract state of a state.
    identity: what tells its table from those of all other abstractions: the rules with their
    version, the goal, the pattern.
    entries: how many costs a table of it holds.
    is_additive: every action of the problem is paid for by one of several disjoint patterns at the
    most, so that the sum of their costs is a bound as well.
    dense: a faster way to the table than to enumerate the abstract problem.
    """

    problem: ProblemLike
    image: Callable[[Any], Any]
    identity: str
    entries: int
    is_additive: bool = False
    dense: DenseTable | None = None


@dataclass(frozen=True)
class Symmetry:
    """A map of states onto states of the same cost to a goal; ``of_keys`` is its packed form."""

    of_state: Callable[[Any], Any]
    of_keys: Callable[[Keys], Keys] | None = None
