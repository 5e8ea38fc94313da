"""The types of all that a problem must offer, and may offer; ``Problem`` offers it all.

``State`` and ``Action`` are the types of a problem's states and actions, ``Answer`` is the type of
a search's answer. If nobody says, they are anything: ``class Mine(Problem)`` is as right as
``class Mine(Problem[tuple[int, int], str])``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias

from aima_search.base.deprecation import renamed_names
from aima_search.base.interchange import RowColumn
from aima_search.model.compiled import Formula

if TYPE_CHECKING:  # type checkers know it even if it is not installed; the defaults are for them
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import TypeVar

    State = TypeVar("State", default=Any)
    Action = TypeVar("Action", default=Any)
    Answer = TypeVar("Answer", default=Any)
else:
    from typing import TypeVar

    State = TypeVar("State")
    Action = TypeVar("Action")
    Answer = TypeVar("Answer")

Costs8: TypeAlias = "NDArray[np.uint8]"
Indices: TypeAlias = "NDArray[np.int64]"
Keys: TypeAlias = "NDArray[np.uint64]"


class StateSpace(Protocol[State, Action]):
    """The methods that both editions of the textbook share."""

    @property
    def initial(self) -> State:
        """The state from which a search starts."""

    def actions(self, state: State, /) -> Iterable[Action]:
        """Return the actions applicable in a state."""

    def result(self, state: State, action: Action, /) -> State:
        """Return the state that an action leads to."""


class ThirdEdition(StateSpace[State, Action], Protocol[State, Action]):
    """A problem as the textbook's third edition writes it."""

    def goal_test(self, state: State, /) -> bool:
        """Tell whether a state is a goal."""

    def path_cost(self, c: float, state1: State, action: Action, state2: State, /) -> float:
        """Return the cost of a path that costs ``c`` and goes on by an action."""


class FourthEdition(StateSpace[State, Action], Protocol[State, Action]):
    """A problem as the textbook's fourth edition writes it."""

    def is_goal(self, state: State, /) -> bool:
        """Tell whether a state is a goal."""

    def action_cost(self, s: State, a: Action, s1: State, /) -> float:
        """Return the cost of an action."""


ProblemLike: TypeAlias = ThirdEdition[State, Action] | FourthEdition[State, Action]
"""A problem that a search takes: a ``Problem``, or any class that speaks one of both dialects."""


class ValuedProblem(StateSpace[State, Action], Protocol[State, Action]):
    """A problem that local search takes: it looks for the highest value."""

    def value(self, state: State, /) -> float:
        """Return how good a state is."""


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


Written: TypeAlias = Mapping[RowColumn, str]
"""What is written on a board: texts by their cells; other cells are open."""


@dataclass(frozen=True)
class Broken:
    """A rule that a board breaks as it stands: in words, with the cells that break it.

    is_open: cells that are still open can mend it.
    """

    words: str
    cells: tuple[RowColumn, ...]
    is_open: bool = False


class AnswerGrid(Generic[State]):
    """What a player writes on a board, cell by cell, free of the actions of the search.

    A problem with ``answer_grid()`` is played on the grid that it returns. The rules stay the
    problem's: the board is solved if ``state`` gives a state that passes the goal test.

    choices: the texts that a cell may hold, in the order in which clicks go through them, by cells
    (row, column) from 0; other cells are given. has_notes: cells take several of their texts as
    small notes, too.
    """

    choices: Mapping[RowColumn, Sequence[str]]
    has_notes: bool = False

    def written(self, state: State) -> Written:
        """Return what is written on the board in a state of the search."""
        raise NotImplementedError

    def state(self, written: Written) -> State | None:
        """Return the state that the search has of a written board; None if it has no state."""
        raise NotImplementedError

    def broken(self, written: Written) -> Sequence[Broken]:
        """Return every rule that is broken."""
        return ()

    def name(self, cell: RowColumn) -> str:
        """Return what a cell is called."""
        return f"({cell[0]},{cell[1]})"

    def look(self, square: Any, text: str) -> Any:
        """Return the ``display.Cell`` of the initial board with a text written into it."""
        return replace(square, text=text, role="placed")


def rows_apart(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows of a drawn board as lines, with blanks between the texts of cells."""
    return "".join(" ".join(row) + "\n" for row in rows)


@dataclass(frozen=True)
class Drawing:
    """How boards are drawn by hand, cell by cell; a puzzle offers it as ``drawing()``.

    rows: the texts of the cells of the board as it is. cells: a function of the numbers of rows and
    columns that returns what a cell may hold, an open cell first, each text with its look, a
    ``display.Cell``; BoardError if no board has this size. write: the text that ``parse`` reads, of
    other rows with all else as it is.
    """

    rows: Sequence[Sequence[str]]
    cells: Callable[[int, int], Mapping[str, Any]]
    write: Callable[[Sequence[Sequence[str]]], str] = rows_apart


__getattr__ = renamed_names(__name__, {"Sheet": "AnswerGrid"})
