"""MovIX as a search problem; ``puzzles.movix.rules`` has the rules as functions."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from aima_search.base.errors import BoardError
from aima_search.display import Scene
from aima_search.model.compiled import CompiledForm
from aima_search.model.contract import Abstraction, EditableBoard, Self
from aima_search.model.problem import Node
from aima_search.model.puzzle import Option, Puzzle, read_switch, register_puzzle
from puzzles.grid import RowColumn, in_rows
from puzzles.movix import rules, view
from puzzles.movix.compiled import compiled_form, has_short_keys
from puzzles.movix.formats import WRITERS, parse_rows, parse_text
from puzzles.movix.rules import EMPTY, KINDS, WALL, EmptyBoard, Move, PieceKind, State
from puzzles.text import one_of

if TYPE_CHECKING:
    from puzzles.movix.packed import PackedMovIX


@register_puzzle("movix")
class MovIX(Puzzle[State, Move]):
    """Bring ``line`` pieces onto consecutive cells of a row, a column or a diagonal.

    >>> from aima_search import astar_search
    >>> problem = MovIX(["_____", "_S_H_", "__L__", "V____", "_____"], line=4)
    >>> astar_search(problem).path_cost
    2

    Attributes for heuristics: rows, columns, walls (the set of cells with walls), line.
    """

    comment = "#"
    reads_texts = True
    summary = "bring pieces into a line: S jumps over a piece, L steps, V and H slide"
    default_heuristic = "assignment"
    rules_to_drop = ("others",)
    unit_costs = True
    board_options = (Option("line", int, "number of pieces that must stand in line at the goal"),)
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "easy, 3 or 4 moves": {"cost": "3-4"},
        "medium, 5 to 7 moves": {"cost": "5-7"},
        "hard, 8 to 10 moves": {"cost": "8-10"},
    }
    instance_options = (
        Option("size", str, "rows and columns, such as 6 or 6x7 [6, or 7 with --cost]"),
        Option("line", int, "number of pieces that must stand in line [4, or 5 with --cost]",
               is_paired=True),
        Option("pieces", str, "number of pieces, such as 7, or kinds with their numbers, such as"
               " S1L2 [S1L2V1H1, or S2L1V2H1 with --cost]"),
        Option("walls", int, "number of walls [2, or 5 with --cost]", is_paired=True),
        Option("solvable", read_switch, "yes: generate only boards with a solution [no]"),
        Option("cost", str, "optimal cost, such as 7 or 6-9 [5-12 if no option is given]",
               words="a range"),
        Option("tries", int,
               "with --cost: largest number of random boards to try [30]", least=1),
    )  # fmt: skip
    formats = tuple(WRITERS)
    kinds: Mapping[str, PieceKind] = KINDS

    def __init__(
        self,
        board: str | Iterable[Sequence[str]],
        line: int | None = None,
        *,
        numpieces: int | None = None,
    ) -> None:
        """Set up the search problem of a board.

        board: rows of characters, or any text that ``parse`` accepts. line: the number of
        consecutive cells that must hold pieces; ``numpieces`` is its older name. Raises BoardError
        (a ValueError) for an invalid cell or an invalid ``line``.
        """
        if isinstance(board, str):
            rows, length = parse_text(board, self.kinds)
        else:
            rows, length = parse_rows(board, self.kinds), None
        if None not in (line, numpieces) and line != numpieces:
            raise BoardError(f"MovIX {line=}, {numpieces=}: omit numpieces, the older name of line")
        given = [value for value in (line, numpieces, length) if value is not None]
        if not given:
            raise BoardError("MovIX: give the length of the line to complete, such as line=4")
        marks = [(mark, (r, c)) for r, row in enumerate(rows) for c, mark in enumerate(row)]
        pieces = [(mark, cell) for mark, cell in marks if mark not in (WALL, EMPTY)]
        walls = {cell for mark, cell in marks if mark == WALL}
        self.line = _checked_line(given[0], len(rows), len(rows[0]), len(pieces))
        self.field = EmptyBoard(len(rows), len(rows[0]), walls, self.kinds)
        self.rows, self.columns, self.walls = self.field.rows, self.field.columns, self.field.walls
        self._masks = rules.line_masks(self.field, self.line)
        super().__init__(tuple(sorted(pieces)))

    @property
    def goal_words(self) -> str:
        """The sentence on the page that says how many pieces the player must bring into a line."""
        return f"Goal: {self.line} pieces in one line."

    def actions(self, state: State) -> list[Move]:
        """Return the moves of all pieces; moves of the state's first piece come first."""
        return [move for move, _ in rules.successors(self.field, state)]

    def result(self, state: State, action: Move) -> State:
        """Return the state after a move; ``action`` is a pair (origin cell, target cell)."""
        return rules.result(state, Move(*action))

    def successors(self, state: State) -> Iterator[tuple[Move, State, int]]:
        """Yield (move, next state, 1) for every move; 1 is the cost."""
        for move, after in rules.successors(self.field, state):
            yield move, after, 1

    def goal_test(self, state: State) -> bool:
        """Return True if some line is complete."""
        return rules.won_line(self.field, state, self._masks) is not None

    def describe(self, state: State, action: Move) -> str:
        """Return a move in words, with the kind of the piece that moves."""
        return " ".join([*(kind for kind, cell in state if cell == action[0]), str(action)])

    def packed(self) -> PackedMovIX | None:
        """Return the problem for searches on numpy arrays, or None if the board is too large."""
        if not has_short_keys(self):
            return None
        from puzzles.movix.packed import PackedMovIX  # numpy only when used

        return PackedMovIX(self.field, self._masks, self.initial)

    def compiled(self) -> CompiledForm | str:
        """Return functions that numba can compile, or a text that says why this is not possible."""
        return compiled_form(self, self._masks)

    def relaxed(self, *rules: str) -> list[Abstraction]:
        """Return one simpler problem, in a list: each piece moves as if alone on the board."""
        free = self.rows * self.columns - len(self.walls)
        problem = IndependentPiecesProblem(self)
        entries = free ** len(self.initial)
        return [Abstraction(problem, lambda state: state, "pieces alone", entries)]

    def grid(self, state: State) -> list[str]:
        """Return the rows of the board, with ``M`` for a wall and ``_`` for an empty cell."""
        kinds = {cell: kind for kind, cell in state} | dict.fromkeys(self.walls, WALL)
        return in_rows("".join(kinds.get(cell, EMPTY) for cell in self.field.bits), self.columns)

    def format(self, to: str = "id") -> str:
        """Return the board as text on one line ("id") or in rows of characters ("rows")."""
        return WRITERS[one_of("MovIX format", to, WRITERS)](self.grid(self.initial), self.line)

    def changed_cells(self, state: State, action: Move) -> list[RowColumn]:
        """Return a list with one cell: the cell to which a piece moves."""
        return [action[1]]

    def origin_cells(self, state: State, action: Move) -> list[RowColumn]:
        """Return a list with one cell: the cell from which a piece moves."""
        return [action[0]]

    def why_not(self, state: State, origin: RowColumn, target: RowColumn) -> str:
        """Return the reason why a piece cannot move from one cell to another cell."""
        return rules.why_not(self.field, state, origin, target)

    def drawing(self) -> EditableBoard:
        """Return the board for the page's editor; the user cannot change the goal."""
        return EditableBoard(
            self.grid(self.initial),
            lambda rows, columns: view.pictures(tuple(self.kinds)),
            lambda rows: WRITERS["rows"](["".join(row) for row in rows], self.line),
        )

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random board; ``puzzles.movix.generator.random_problem`` explains the options.

        If you pass no options, the options are ``puzzles.movix.generator.STUDY``.
        """
        from puzzles.movix.generator import STUDY, random_problem  # imports searches

        is_study = not options or options.get("cost") is not None
        return random_problem(random, cls, **(STUDY | options if is_study else options))

    def scene(self, state: State, action: Move | None = None) -> Scene:
        """Return the picture of a state, in which the last move is marked."""
        mask = rules.won_line(self.field, state, self._masks) or 0
        won = [cell for cell, bit in self.field.bits.items() if bit & mask]
        return view.scene(self.grid(state), view.pictures(tuple(self.kinds)), won, action)


def _checked_line(line: Any, rows: int, columns: int, pieces: int) -> int:
    if not isinstance(line, int) or isinstance(line, bool) or line < 1:
        raise BoardError(f"MovIX line={line!r}: expected a whole number from 1 up")
    if line > max(rows, columns):
        raise BoardError(
            f"MovIX line={line}: expected at most {max(rows, columns)}, the longest line of a"
            f" {rows} x {columns} board"
        )
    if line > pieces:
        raise BoardError(f"MovIX line={line}: expected at most {pieces}, the number of pieces")
    return line


class IndependentPiecesProblem(MovIX):
    """MovIX in which each piece moves as if it were alone on the board with the walls.

    A piece of kind S may also jump over an empty cell. Pieces may move through each other, and
    several pieces may stand on one cell. ``successors`` follows these rules, ``result`` does not.
    """

    def __init__(self, board: MovIX) -> None:
        """Set up the simpler problem with the rows, piece kinds and line length of ``board``."""
        self.kinds = board.kinds
        super().__init__(board.grid(board.initial), board.line)

    def successors(self, state: State) -> Iterator[tuple[Move, State, int]]:
        """Yield (move, next state, 1) for every move; 1 is the cost."""
        for index, piece in enumerate(state):
            first = 1 if piece[0] in self.field.jumpers else 0
            for _, move, moved in chain.from_iterable(
                run[first:] for run in self.field.runs(piece)
            ):
                after = [*state[:index], *state[index + 1 :]]
                insort(after, moved)
                yield move, tuple(after), 1

    def h(self, node: Node[State, Move]) -> int:
        """Return how many cells are empty on the fullest line; each of these cells needs a move."""
        occupied = rules.mask_of(self.field, {cell for _, cell in node.state})
        return self.line - max([(occupied & mask).bit_count() for mask in self._masks], default=0)
