"""A game: a person plays a board with the actions of the problem that the search uses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from aima_search.base.errors import InputError
from aima_search.base.interchange import RowColumn
from aima_search.display import Scene
from aima_search.display.scene import picture_data, picture_of, scene_data
from aima_search.model.contract import AnswerGrid, BrokenRule, ProblemLike, Written, offered
from aima_search.model.problem import Node, goal_test, successors
from aima_search.model.puzzle import Puzzle, action_words

Cells = list[list[int]]
Notes = Mapping[RowColumn, Sequence[str]]


@dataclass(frozen=True)
class Position:
    """The position of a game after a move.

    node: the search node, or None if the board is not a state of the search. is_path: True if
    actions lead from the start to this position. move: the last move, as the index of an action or
    as a text. words: a description of this move. seen: a message about the move.
    """

    node: Node | None
    is_path: bool = True
    written: Written = field(default_factory=dict)
    notes: Notes = field(default_factory=dict)
    changed: tuple[RowColumn, ...] = ()
    move: int | str = 0
    words: str = ""
    seen: str = ""

    @property
    def cost(self) -> float | None:
        """The cost of the actions that lead to this position; None if ``is_path`` is False."""
        return self.node.path_cost if self.is_path and self.node is not None else None


class Game:
    """A game in progress: its moves so far, and what the player can do next.

    If the problem has an ``answer_grid()``, a player can also write texts into cells.
    """

    def __init__(self, problem: ProblemLike) -> None:
        self.problem = problem
        self._is_goal = goal_test(problem)
        self._expand = successors(problem)
        make = offered(problem, "answer_grid")
        self.answer_grid: AnswerGrid | None = None if make is None else make()
        self._changed_cells = offered(problem, "changed_cells")
        self._origin_cells = offered(problem, "origin_cells")
        start = Node(problem.initial)
        written = {} if self.answer_grid is None else self.answer_grid.written(start.state)
        self._past = [Position(start, written=written)]
        self._future: list[Position] = []
        self.at = -1  # the number of moves, undone and repeated moves so far
        self._update()

    @property
    def now(self) -> Position:
        """The current position of the game."""
        return self._past[-1]

    @property
    def state(self) -> Any:
        """The current board as a state, or None if the texts in the cells do not form a state."""
        return None if self.now.node is None else self.now.node.state

    @property
    def actions(self) -> Sequence[Any]:
        """The possible actions. A request names an action by its index in this list."""
        return [action for action, _, _ in self._successors]

    def _update(self) -> None:
        self.at += 1
        self._successors = [] if self.now.node is None else list(self._expand(self.now.node))
        self._scenes: dict[int, Scene | None] = {}

    def play(self, moves: Sequence[Any]) -> str:
        """Do ``moves`` in order; each move is the index of an action or a text for ``read_move``.

        Invalid moves are left out. Return the first error. Return "" if all moves are valid.
        """
        refused = ""
        for number, move in enumerate(moves, 1):
            try:
                if isinstance(move, str):
                    cells, text, is_note = read_move(self._grid, move)
                    (self.note if is_note else self.write)(cells, text)
                else:
                    self.do(move)
            except InputError as error:
                refused = refused or f"move {number} of the link is left out: {error}"
        return refused

    def do(self, action: int) -> None:
        """Do an action, given by its index in ``actions``."""
        if type(action) is not int or not 0 <= action < len(self._successors):
            last = len(self._successors) - 1
            known = f"0 to {last}" if last >= 0 else "no action, because none is possible"
            raise InputError(f"action {action!r}: expected {known}")
        now = self._position_after(action)
        if self.answer_grid is not None and self.now.node is not None and now.node is not None:
            before = self.answer_grid.written(self.now.node.state)
            after = self.answer_grid.written(now.node.state)
            added = {cell: text for cell, text in after.items() if before.get(cell) != text}
            written, notes = {**self.now.written, **added}, _without(self.now.notes, added)
            now = replace(now, written=written, notes=notes, changed=tuple(added))
        self._go_on(now)

    def _position_after(self, index: int) -> Position:
        action, state, cost = self._successors[index]
        node, words = Node(state, self.now.node, action, cost), self.label(index)
        seen = f"{words}: an action of the search"
        return Position(node, self.now.is_path, move=index, words=words, seen=seen)

    def _go_on(self, after: Position) -> None:
        self._past.append(after)
        self._future.clear()
        self._update()

    def write(self, cells: Sequence[Any], text: str) -> None:
        """Write a text into cells instead of their old text; "" erases the old text."""
        places = _checked(self._grid, cells, text)
        before = self.now
        others = {cell: old for cell, old in before.written.items() if cell not in places}
        written = {**others, **dict.fromkeys(places, text)} if text else others
        notes = _without(before.notes, places)
        if (written, notes) != (before.written, before.notes):
            words = " ".join(map(self._grid.name, places)) + (f" = {text}" if text else " erased")
            move = write_move(self._grid, places, text)
            now = self._position_after_writing(written, words)
            self._go_on(replace(now, written=written, notes=notes, changed=places, move=move))

    def note(self, cells: Sequence[Any], text: str) -> None:
        """Write a small note into a cell that has no answer. If the note is there, remove it."""
        grid, before = self._grid, self.now
        (place,) = _checked(grid, cells[:1], text)
        if not grid.has_notes or not text or place in before.written:
            raise InputError(f"note {text!r} at {grid.name(place)}: expected an empty cell")
        move = write_move(grid, (place,), text, is_note=True)
        words = f"{grid.name(place)} note {text}"
        old = before.notes.get(place, ())
        new = tuple(note for note in old if note != text) if text in old else (*old, text)
        notes = {cell: texts for cell, texts in {**before.notes, place: new}.items() if texts}
        self._go_on(replace(before, notes=notes, changed=(place,), move=move, words=words, seen=""))

    @property
    def _grid(self) -> AnswerGrid:
        if self.answer_grid is None:
            raise InputError("this puzzle has no cells to fill: expected the number of an action")
        return self.answer_grid

    def _position_after_writing(self, written: Written, words: str) -> Position:
        state = self._grid.state(written)
        if state is None:
            seen = f"{words}: not legal, so the board is not a state of the search"
            return Position(None, False, words=words, seen=seen)
        for known in reversed(self._past):
            if known.node is not None and known.node.state == state:
                seen = f"{words}: no change for the search"
                return Position(known.node, known.is_path, words=words, seen=seen)
        for index, (_, after, _) in enumerate(self._successors):
            if after == state:
                return self._position_after(index)
        seen = f"{words}: a state of the search, but no action leads there from here"
        return Position(Node(state), False, words=words, seen=seen)

    def undo(self) -> None:
        """Undo the last move, if there is a move."""
        if len(self._past) > 1:
            self._future.append(self._past.pop())
            self._update()

    def redo(self) -> None:
        """Redo the last move that was undone, if there is such a move."""
        if self._future:
            self._past.append(self._future.pop())
            self._update()

    def restart(self) -> None:
        """Go back to the start; ``redo`` can repeat all moves."""
        while len(self._past) > 1:
            self._future.append(self._past.pop())
        self._update()

    def view(self) -> dict[str, Any]:
        """Return the data that the page shows, such as the picture, the actions and the cost."""
        now, broken, sheet = self.now, self.broken(), None
        solved = now.node is not None and bool(self._is_goal(now.node.state))
        if self.answer_grid is not None:
            written = [[*cell, text] for cell, text in now.written.items()]
            notes = [[*cell, list(texts)] for cell, texts in now.notes.items()]
            sheet = {"written": written, "notes": notes, "seen": now.seen}
        return {
            "picture": self._picture(broken),
            "at": self.at,
            "moves": len(self._past) - 1,
            "cost": now.cost,
            "can_redo": len(self._future),
            "path": [position.words for position in self._past[1:]],
            "indices": [position.move for position in self._past[1:]],
            "actions": list(map(self._action, range(len(self._successors)))),
            "solved": solved,
            "faults": [rule.words for rule in broken],
            "broken": list(map(vars, broken)),
            "sheet": sheet,
            "is_stuck": now.node is not None and not self._successors and not solved,
        }

    def _picture(self, broken: Sequence[BrokenRule]) -> dict[str, Any]:
        now, problem = self.now, self.problem
        if self.answer_grid is None and now.node is not None:
            return picture_data(problem, now.node.state, now.node.action)
        return scene_data(_drawn(self._blank, self._grid, now, broken))

    @cached_property
    def _blank(self) -> Scene:
        board = picture_of(self.problem, self.problem.initial)
        if board is None:
            raise InputError("a puzzle with an answer grid must define scene(state, action)")
        return board

    def broken(self) -> Sequence[BrokenRule]:
        """Return the rules that the current board breaks."""
        if self.answer_grid is not None:
            return self.answer_grid.broken(self.now.written)
        if self.now.node is None or not isinstance(self.problem, Puzzle):
            return ()
        return [BrokenRule(words, ()) for words in self.problem.faults(self.now.node.state)]

    def _action(self, index: int) -> dict[str, Any]:
        cells, origins = self.marks(index)
        return {"index": index, "label": self.label(index), "cells": cells, "origins": origins}

    def label(self, index: int) -> str:
        """Return the words that describe the action with this index."""
        return action_words(self.problem, self.state, self._successors[index][0])

    def marks(self, index: int) -> tuple[Cells, Cells]:
        """Return two lists: the changed cells to mark and the cells from which pieces move."""
        if self._changed_cells is not None:
            asked = self.state, self._successors[index][0]
            origins = [] if self._origin_cells is None else self._origin_cells(*asked)
            return list(map(list, self._changed_cells(*asked))), list(map(list, origins))
        scene = self.scene_after(index)
        places = [] if scene is None else list(scene.positions())
        changed = [[row, column] for row, column, cell in places if cell.marked]
        return changed, [[row, column] for row, column, cell in places if cell.origin]

    def scene_after(self, index: int) -> Scene | None:
        """Return the picture of the state after an action; the picture marks what has changed."""
        if index not in self._scenes:
            action, after, _ = self._successors[index]
            self._scenes[index] = picture_of(self.problem, after, action)
        return self._scenes[index]

    def leads_to(self, index: int, picture: Scene, *, marked: bool = False) -> bool:
        """Return True if ``picture`` shows the result of the action number ``index``.

        Only the changed cells are compared. If ``marked`` is True, they must also be marked.
        """
        changed, _ = self.marks(index)
        if marked and not all(picture.cells[row][column].marked for row, column in changed):
            return False  # an explanation's step without its own picture
        scene = self.scene_after(index) if changed else None
        if scene is None:
            return False
        pairs = [(scene.cells[row][column], picture.cells[row][column]) for row, column in changed]
        return all((cell.text, cell.role) == (goal.text, goal.role) for cell, goal in pairs)


def _without(notes: Notes, cells: Iterable[RowColumn]) -> Notes:
    return {cell: texts for cell, texts in notes.items() if cell not in cells}


def _drawn(scene: Scene, grid: AnswerGrid, now: Position, rules: Sequence[BrokenRule]) -> Scene:
    """Return the picture of the initial board with the player's entries, notes and mistakes."""
    broken = {cell for rule in rules for cell in rule.cells if not rule.is_open}
    squares = [list(row) for row in scene.cells]
    for (row, column), text in now.written.items():
        squares[row][column] = grid.look(squares[row][column], text)
    for (row, column), texts in now.notes.items():
        shown = tuple(text if text in texts else "" for text in grid.choices[row, column])
        squares[row][column] = replace(squares[row][column], candidates=shown)
    for row, column in {*broken, *now.changed}:
        place = (row, column)
        marked, conflict = place in now.changed, place in broken
        squares[row][column] = replace(squares[row][column], marked=marked, conflict=conflict)
    return replace(scene, cells=tuple(map(tuple, squares)))


def layout_data(grid: AnswerGrid) -> dict[str, Any]:
    """Return data for the page: which texts a player can write into which cell.

    ``kinds`` contains each list of allowed texts once. ``cells`` has four values for each cell that
    accepts texts: its row, its column, its name, and the index of its list in ``kinds``.
    """
    kinds = list(dict.fromkeys(map(tuple, grid.choices.values())))
    cells = [
        [*cell, grid.name(cell), kinds.index(tuple(texts))] for cell, texts in grid.choices.items()
    ]
    facts = {"has_notes": grid.has_notes, "open_words": grid.open_words}
    return {"kinds": kinds, "cells": cells, **facts}


def _checked(grid: AnswerGrid, cells: Sequence[Any], text: str) -> tuple[RowColumn, ...]:
    """Return the cells of a request without duplicates; raise InputError for invalid cells."""
    places: dict[RowColumn, None] = {}
    for cell in cells:
        is_pair = isinstance(cell, list | tuple) and list(map(type, cell)) == [int, int]
        texts = grid.choices.get(tuple(cell)) if is_pair else None
        if texts is None:
            raise InputError(f"cell {cell!r}: expected a cell to fill in, as [row, column]")
        if text and text not in texts:
            known = " ".join(texts)
            raise InputError(f"{grid.name(tuple(cell))}: found {text!r}, expected one of {known}")
        places[tuple(cell)] = None
    if not places:
        raise InputError("got no cells, expected at least one cell")
    return tuple(places)


def write_move(
    grid: AnswerGrid, cells: Sequence[RowColumn], text: str, *, is_note: bool = False
) -> str:
    """Return a move as text for the page's URL: cells, ``*``, and the choice's number (from 1).

    >>> class Line(AnswerGrid):
    ...     choices = {(0, 0): "ab", (0, 1): "ab"}
    >>> write_move(Line(), [(0, 0), (0, 1)], "b")
    '0-0_0-1*2'
    """
    number = 1 + list(grid.choices[cells[0]]).index(text) if text else 0
    places = "_".join(f"{row}-{column}" for row, column in cells)
    return f"{places}*{'n' * is_note}{number}"


def read_move(grid: AnswerGrid, move: str) -> tuple[tuple[RowColumn, ...], str, bool]:
    """Return the cells and the text of a move, and whether the text is a note."""
    try:
        places, _, number = move.partition("*")
        cells = [tuple(map(int, place.split("-"))) for place in places.split("_")]
        at = int(number.removeprefix("n"))
        text = grid.choices[cells[0]][at - 1] if at > 0 else ""  # type: ignore[index] # pairs, or KeyError
    except (ValueError, KeyError, IndexError):
        expected = "expected cells, '*' and the number of a choice, such as 0-1_0-2*1"
        raise InputError(f"move {move[:40]!r}: {expected}") from None
    return _checked(grid, cells, text), text, number.startswith("n")
