"""Optional members of a problem for people: pictures, explanations and playing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias

from aima_search.base.errors import MissingOptionalMember, NotApplicable
from aima_search.base.interchange import RowColumn
from aima_search.model.dialects import Action, State

if TYPE_CHECKING:
    from aima_search.display import Scene


class InteractiveMapMembers(Protocol):
    """Members for searches that the page draws on a map. Cells are numbered row by row, from 0."""

    def cell_number(self, state: Any, /) -> int:
        """Return the number of the cell that shows ``state`` on the map.

        used by: traces, which store this number on large maps. if missing: traces store nodes.
        """

    @property
    def named_places(self) -> Sequence[str]:
        """The names of the places on the map; each name is a state of the problem.

        used by: the page, which shows the h value of each place. if missing: it shows no h values.
        """

    def painting(self) -> Mapping[str, Any]:
        """Return a dict that says what a user can change on the map.

        The value of "marks" is a text with a character for each cell: a user can change these
        characters. The value of "handles" is a list of cell numbers: a user can drag these cells to
        other cells. used by: the page. if missing: the map cannot be changed.
        """

    def redrawn(self, marks: Mapping[int, str], move: tuple[int, int] | None = None, /) -> Any:
        """Return the problem for the edited map.

        marks: a dict from the number of a changed cell to the new character. move: None, or (a, b)
        if the user dragged cell a to cell b. Raise InputError if the change is not possible.
        used by: the page, together with ``painting``. if missing: the map cannot be changed.
        """


class PlayMembers(Protocol):
    """Members for puzzles that a person plays on the page. Cells are (row, column), from 0.

    To find the action for a click, the page calls ``changed_cells`` and ``origin_cells`` for every
    legal action. How a player chooses an action depends on the action's changed cells and origin
    cells:

    - *An action with one changed cell and no origin cell:* the player clicks the cell.
    - *An action with origin cells:* the player clicks or drags from an origin cell to a changed
      cell. If the player has not picked up anything, a click on the changed cell is enough.
    - *An action with several changed cells and no origin cell,* for example an exchange: the player
      clicks one of the cells, and then another one.

    If several actions fit the click, a menu shows the text of ``describe`` for each of these
    actions. If no action fits the click, the page shows the text of ``why_not``. Players can also
    choose any action from a list next to the board.

    The method ``changed_cells`` may return only some of the cells that change. In the puzzle Lights
    Out, for example, a press changes a cell and its neighbours. There, return only the pressed
    cell, so that a click on a cell presses this cell. ``scene`` has to mark the cells that
    ``changed_cells`` returns; ``check_problem`` compares the two methods.
    """

    @property
    def goal_words(self) -> str:
        """What a player has to reach, in one sentence.

        used by: the page. if missing: the page shows no sentence about the goal.
        """

    def changed_cells(self, state: Any, action: Any, /) -> Sequence[RowColumn]:
        """Return the cells that ``action`` changes, without the cells of ``origin_cells``.

        After the action, ``scene`` must mark these cells. To find the action for a click, the page
        compares the click with these cells: see ``PlayMembers``. used by: the page, for every legal
        action after every click. if missing: the page calls ``scene(state, action)`` for every
        legal action and uses the cells marked in the scene. This is slow on large boards.
        """

    def origin_cells(self, state: Any, action: Any, /) -> Sequence[RowColumn]:
        """Return the cells of the pieces that ``action`` moves. A player can drag these pieces.

        used by: the page, if the puzzle defines ``changed_cells``. if missing: a player
        cannot drag pieces.
        """

    def why_not(self, state: Any, origin: RowColumn, target: RowColumn, /) -> str:
        """Return why a move from ``origin`` to ``target`` is illegal, or "" to give no reason.

        If the player chose only one cell, ``target`` equals ``origin``. used by: the page.
        if missing: the page gives no reason for a refused move.
        """

    def answer_grid(self) -> AnswerGrid:
        """Return the cells that a player fills in.

        used by: the page. if missing: a player chooses among the legal actions.
        """

    def drawing(self) -> EditableBoard:
        """Return an ``EditableBoard``, with which a user draws a board cell by cell.

        used by: the page. if missing: a board is entered as text.
        """


class PictureDefaults(Generic[State, Action]):
    """Methods for pictures of states; a ``Puzzle`` has a default for each method."""

    def scene(self, state: State, action: Action | None = None, /) -> Scene:
        """Return the picture of a state, and mark the cells that ``action`` changed.

        used by: notebooks, the page, ``aima-search show``, animations. if missing: the text of the
        state appears instead.
        """
        raise MissingOptionalMember(f"{type(self).__name__} does not define scene(state, action)")

    def grid(self, state: State, /) -> Sequence[Sequence[Any]]:
        """Return the rows of the board in ``state``, in a form that the constructor accepts.

        used by: ``format`` and results in JSON or Python. if missing: the rows contain the texts
        of the cells in ``scene``.
        """
        return [[cell.text for cell in row] for row in self.scene(state).cells]

    def path_scene(
        self,
        states: Sequence[State],
        explored: Mapping[State, float] = MappingProxyType({}),
        frontier: Collection[State] = (),
    ) -> Scene | None:
        """Return a map that shows a path and the states that a search has reached.

        ``states``: the states of the path. ``explored``: a dict from each expanded state to its
        path cost. Return None if the puzzle has no map. used by: the page, ``solve``. if missing:
        each state of the path has its own picture.
        """
        return None


class ExplanationDefaults(Generic[State, Action]):
    """Methods for texts, explanations and proofs; a ``Puzzle`` has a default for each method."""

    puzzle: ClassVar[str]

    def hopeless(self) -> str:
        """Return the reason why there is no solution, or "" if there may be a solution.

        used by: every search of a puzzle. If the method returns a reason, the search ends before
        its first step. if missing: the search starts at once.
        """
        return ""

    def describe(self, state: State, action: Action, /) -> str:
        """Return a text that says what an action does in a state.

        used by: the page, ``aima-search solve``, captions of pictures. if missing: the text is
        ``str(action)``.
        """
        return str(action)

    def faults(self, state: State, /) -> Sequence[str]:
        """Return the rules that a state breaks, as texts.

        Define this method if a state can break rules, as in a local search that starts with a
        full board. If the puzzle has an ``answer_grid``, the page calls the method ``broken`` of
        this grid, and does not call ``faults``.

        used by: ``judge``, ``solve`` for local searches, the page. if missing: no broken rules are
        shown.
        """
        return ()

    def solution_text(self, node: Any, /) -> str:
        """Return one line of text that describes a solution; ``node`` is the solution's last node.

        used by: ``aima-search batch`` and ``solve --all``. if missing: the actions are printed.
        """
        return "; ".join(map(str, node.solution()))

    def preparation(self) -> Sequence[Any]:
        """Return the steps that prepare the board before the search; these steps cost nothing.

        ``str(step)`` must be one line. used by: texts of solutions. if missing: these texts begin
        with the first action.
        """
        return ()

    def explain(self) -> Iterable[Any]:
        """Yield the steps by which a person would solve the board; see ``ExplanationStep``.

        As a hint, the page shows the first of these steps that one legal action can carry out. This
        action must change at least one cell. Each changed cell must meet three conditions:

        - The cell is marked in the picture that ``pictures`` yields for the step.
        - After the action, ``scene`` gives the cell the same text and ``role`` as this picture.
        - The cell still has this text and role at the end of a cheapest path. The page checks
          this only if it finds such a path within 200,000 expansions.

        If there is no such step, or if you do not define ``pictures``, the hint is the next action
        of a cheapest path. The tutorial "My own puzzle" shows how to get a hint in Python.
        used by: hints on the page, ``aima-search explain``. if missing: a hint is an action of a
        cheapest path.
        """
        raise NotApplicable(f"{self.puzzle} has no way to explain a solution")

    def pictures(self, steps: Iterable[Any], /) -> Iterable[Scene]:
        """Yield a picture of the board after each step of ``explain``.

        used by: the page, for hints and "How it is solved"; and ``explain --pictures``.
        if missing: the page shows no steps of ``explain``, and each hint is an action.
        """
        raise NotApplicable(f"{self.puzzle} cannot show an explanation as pictures")

    def difficulty(self) -> str:
        """Return the name of the hardest step that ``explain`` needs.

        used by: ``explain``, ``batch --rating``. if missing: ``explain`` prints no difficulty,
        and the option ``--rating`` is refused.
        """
        raise NotApplicable(f"{self.puzzle} has no measure of difficulty")

    def rating(self) -> float:
        """Return the difficulty of the hardest step of ``explain``, on the puzzle's own scale.

        used by: ``explain``, ``batch --rating``. if missing: ``explain`` does not print the rating,
        and the option ``--rating`` is refused.
        """
        raise NotApplicable(f"{self.puzzle} cannot rate its boards")

    def solutions(self, limit: int | None = None, **flags: bool) -> Iterator[State]:
        """Yield each solution once, as a state; stop after ``limit`` solutions.

        Define ``solutions`` if a solution is a state, such as a filled Sudoku, rather than a list
        of moves. If the user gives an option of ``solution_flags``, such as ``--minimal``,
        ``flags`` is ``{"minimal": True}``. used by: ``aima-search solve --all``. if missing:
        ``--all`` finds all optimal paths.
        """
        raise NotApplicable(f"{self.puzzle} has no way to list all solutions")

    def solution_cells(self, state: State, /) -> Sequence[RowColumn]:
        """Return the positions (row, column) of the cells that make up a solution, row by row.

        Define ``solution_cells`` if a solution is a set of cells, such as the shaded cells of
        Hitori. used by: ``aima-search solve --cells``. if missing: the option ``--cells`` is
        refused.
        """
        raise NotApplicable(f"{self.puzzle} cannot show a solution as a list of cells")


class ExplanationStep(Protocol):
    """A step of ``explain``: any object whose ``str`` is one line, for example a text.

    ``aima-search explain`` prints this line for each step; with ``--json``, it prints a JSON list
    of the lines. A step can also have attributes, which are optional. Only the page uses the
    attributes of a step, for hints and for "How it is solved".
    """

    @property
    def rule(self) -> str:
        """The name of the rule; by default "a deduction"."""

    @property
    def sentence(self) -> str:
        """The text of the rule; by default ""."""

    @property
    def because(self) -> Iterable[RowColumn]:
        """The cells that are the reason for the step; the page marks them. The default is ()."""

    @property
    def advice(self) -> str:
        """A text: what the player can do. The default is ``str(step)`` without the rule's name."""


Written: TypeAlias = Mapping[RowColumn, str]
"""The texts that are written on a board, by cell; other cells are open."""


@dataclass(frozen=True)
class BrokenRule:
    """A broken rule of the puzzle: a text for the player, and the cells that break the rule.

    is_open: True if the player can still satisfy the rule by filling more cells.
    """

    words: str
    cells: tuple[RowColumn, ...]
    is_open: bool = False


class AnswerGrid(Generic[State]):
    """The cells that a player fills in; ``answer_grid()`` of a problem returns this object.

    The board is solved when the player's texts describe a goal state (see the method ``state``).

    - choices: a dict whose keys are the cells that the player fills in. Its values are lists of the
      possible texts. The page offers the texts of a cell in this order.
    - has_notes: True if a cell may also hold several of its texts as small notes.
    - open_words: the words after a number on the page, as in "3 rules not met yet". This number
      counts the broken rules that have ``is_open=True``.
    """

    choices: Mapping[RowColumn, Sequence[str]]
    has_notes: bool = False
    open_words: str = "rules not met yet"

    def written(self, state: State) -> Written:
        """Return the texts in the filled cells of ``state``: a dict {cell: text}."""
        raise NotImplementedError

    def state(self, written: Written) -> State | None:
        """Return the state with the answers ``written``, or None if there is no such state."""
        raise NotImplementedError

    def broken(self, written: Written) -> Sequence[BrokenRule]:
        """Return a ``BrokenRule`` for each broken rule."""
        return ()

    def name(self, cell: RowColumn) -> str:
        """Return a cell's name, as players see it, such as "(0,2)"."""
        return f"({cell[0]},{cell[1]})"

    def look(self, square: Any, text: str) -> Any:
        """Return a copy of ``square``, the picture of a cell, with the player's ``text`` in it."""
        return replace(square, text=text, role="placed")


def spaced_rows(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows of a board as lines, with spaces between the texts of the cells."""
    return "".join(" ".join(row) + "\n" for row in rows)


@dataclass(frozen=True)
class EditableBoard:
    """A board that a user can draw cell by cell. ``Puzzle.drawing()`` returns this object.

    ``rows``: the texts of the cells, row by row. ``cells(height, width)`` returns a dict from the
    possible texts of a cell to their pictures, ``display.Cell`` objects. The first text in the dict
    means an empty cell. If boards cannot have this height and width, ``cells`` raises BoardError.
    ``write(rows)`` returns a text that ``parse`` accepts.
    """

    rows: Sequence[Sequence[str]]
    cells: Callable[[int, int], Mapping[str, Any]]
    write: Callable[[Sequence[Sequence[str]]], str] = spaced_rows
