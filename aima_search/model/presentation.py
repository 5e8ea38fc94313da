"""The contract, what people see: pictures, play on the page, explanations; see ``contract``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias

from aima_search.base.errors import MissingMethod, NotApplicable
from aima_search.base.interchange import RowColumn
from aima_search.model.dialects import Action, State

if TYPE_CHECKING:
    from aima_search.display import Scene


class MapPictures(Protocol):
    """Pictures of maps, on which a search is watched as it spreads and cells can be painted.

    Cells are numbered row by row, from 0, as in the picture.
    """

    def cell_number(self, state: Any, /) -> int:
        """Return the number of the cell that a state is.

        used by: traces, which store a search on a large map as numbers. without it: a trace stores
        every node.
        """

    @property
    def named_places(self) -> Sequence[str]:
        """The states that are names of places, which the picture of a map shows.

        used by: the page, which writes h behind the names. without it: no h is written there.
        """

    def painting(self) -> Mapping[str, Any]:
        """Return what a person can change while the search is watched.

        "marks": a text with one character for each cell, "" if no cell can be painted; "handles":
        numbers of cells whose content can be dragged. used by: the page. without it: nothing can be
        painted.
        """

    def redrawn(self, marks: Mapping[int, str], move: tuple[int, int] | None = None, /) -> Any:
        """Return the problem with other characters in some cells, or with a content moved.

        move: from which cell to which. InputError if that is not possible. used by: the page,
        together with ``painting``. without it: nothing can be painted.
        """


class Play(Protocol):
    """A puzzle that a person plays on the page. Cells are (row, column), from 0."""

    @property
    def goal_words(self) -> str:
        """What a player has to reach, in one sentence.

        used by: the page. without it: it shows no such sentence.
        """

    def changed_cells(self, state: Any, action: Any, /) -> Sequence[RowColumn]:
        """Return the cells that an action changes in a state, or moves something to.

        They are the cells that ``scene`` marks after the action. used by: the page after every
        click, for every legal action. without it: the page draws a picture for every legal action
        to see what is marked, which is slow on large boards.
        """

    def origin_cells(self, state: Any, action: Any, /) -> Sequence[RowColumn]:
        """Return the cells that something leaves by an action; a player drags from them.

        used by: the page, together with ``changed_cells``. without it: nothing is dragged.
        """

    def why_not(self, state: Any, origin: RowColumn, target: RowColumn, /) -> str:
        """Return in words why no action leads from a cell to a cell; "" if there is no reason.

        Both are the same cell if the player only chose one. used by: the page. without it: the page
        does not say why a move is refused.
        """

    def answer_grid(self) -> AnswerGrid:
        """Return the cells that a player fills in, free of the actions of the search.

        used by: the page. without it: a player chooses among the legal actions.
        """

    def drawing(self) -> Drawing:
        """Return how boards are drawn by hand, cell by cell.

        used by: the page. without it: a board is written as text.
        """

    def format_of(self, text: str, /) -> str:
        """Return the name of the format that a text is in.

        used by: the page, for a board that is pasted. without it: the page compares the text with
        what ``format`` writes.
        """


class Pictures(Generic[State, Action]):
    """Pictures of states. ``Puzzle`` inherits these defaults."""

    def scene(self, state: State, action: Action | None = None, /) -> Scene:
        """Return the picture of a state; mark the cells that ``action``, if given, has changed.

        used by: notebooks, the page, ``aima-search show``, animations. without it: the text of the
        state is shown.
        """
        raise MissingMethod(f"{type(self).__name__} does not define scene(state, action)")

    def grid(self, state: State, /) -> Sequence[Sequence[Any]]:
        """Return the rows of the board as a user sees them, here the texts of the picture.

        A puzzle that defines ``grid`` can be made again from the rows. used by: ``format``, results
        in Python and JSON. without it: the texts of ``scene``.
        """
        return [[cell.text for cell in row] for row in self.scene(state).cells]

    def path_scene(
        self,
        states: Sequence[State],
        explored: Mapping[State, float] = MappingProxyType({}),
        frontier: Collection[State] = (),
    ) -> Scene | None:
        """Return one picture of a path and of a search, if the states are places on one picture.

        explored: the path costs of expanded states. frontier: states that wait. None if there is no
        such picture. used by: the page, ``solve``. without it: a picture for each state.
        """
        return None


class Explanation(Generic[State, Action]):
    """What a puzzle says in words and proves by itself. ``Puzzle`` inherits these defaults."""

    puzzle: ClassVar[str]

    def hopeless(self) -> str:
        """Return why the initial state has no solution, if that is clear without a search, or "".

        used by: every search of a puzzle, before its first step. without it: the search finds out.
        """
        return ""

    def describe(self, state: State, action: Action, /) -> str:
        """Return in words what an action does in a state.

        used by: the page, ``explain``. without it: ``str(action)``.
        """
        return str(action)

    def faults(self, state: State, /) -> Sequence[str]:
        """Return in words what is wrong with a state as a solution.

        used by: the page, answers of local searches. without it: nothing is said.
        """
        return ()

    def solution_text(self, node: Any, /) -> str:
        """Return a solution on one line.

        used by: ``aima-search solve``. without it: the actions.
        """
        return "; ".join(map(str, node.solution()))

    def preparation(self) -> Sequence[Any]:
        """Return the steps from the given board to the initial state, which cost nothing.

        Each step prints as a line. used by: solutions in words. without it: there are no such
        steps.
        """
        return ()

    def explain(self) -> Iterable[Any]:
        """Yield the steps by which a person would solve the board; see ``ExplanationStep``.

        A hint tells the first step that one legal action carries out: the cells that ``pictures``
        marks after the step are those that the action changes, they look the same after the action,
        and the search's solution leaves them so.

        used by: ``aima-search explain``, hints on the page. without it: a hint is the next action
        of a cheapest solution.
        """
        raise self._lacks("way to explain a solution")

    def pictures(self, steps: Iterable[Any], /) -> Iterable[Scene]:
        """Yield a picture of the board after each of the steps of ``explain``.

        used by: hints on the page, ``explain --pictures``. without it: there are no hints from
        ``explain``.
        """
        raise self._lacks("pictures of an explanation")

    def difficulty(self) -> str:
        """Return the name of the hardest step that ``explain`` needs.

        used by: ``explain --rating``. without it: the command says that there is none.
        """
        raise self._lacks("measure of difficulty")

    def rating(self) -> float:
        """Return how hard the hardest step of ``explain`` is to see, on the puzzle's own scale.

        used by: ``explain --rating``, ``batch --rating``. without it: the command says that there
        is none.
        """
        raise self._lacks("rating of its boards")

    def solutions(self, limit: int | None = None, **flags: bool) -> Iterator[State]:
        """Yield every solution exactly once, as states, at most ``limit`` of them.

        used by: ``aima-search solve --all``. without it: the command refuses the puzzle.
        """
        raise self._lacks("way to list all solutions")

    def solution_cells(self, state: State, /) -> Sequence[RowColumn]:
        """Return the cells that make up a solution, row by row.

        used by: ``aima-search solve --cells``. without it: the command refuses the puzzle.
        """
        raise self._lacks("solutions that are sets of cells")

    def _lacks(self, what: str) -> NotApplicable:
        return NotApplicable(f"{self.puzzle} has no {what}")


class ExplanationStep(Protocol):
    """A step of ``explain``. It prints as a line; the other members are optional."""

    @property
    def rule(self) -> str:
        """The name of the rule. used by: hints. without it: "a deduction"."""

    @property
    def sentence(self) -> str:
        """What the rule says. used by: hints. without it: nothing is shown."""

    @property
    def because(self) -> Iterable[RowColumn]:
        """The cells that show why. used by: hints. without it: no cells are marked."""


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
    small notes, too. open_words: what follows the number of broken rules that are still open.
    """

    choices: Mapping[RowColumn, Sequence[str]]
    has_notes: bool = False
    open_words: str = "rules not met yet"

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
