"""Paths as a search problem, like the textbook's grid but with terrain and corner rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import index
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from aima_search.base.errors import BoardError, InputError, NotApplicable
from aima_search.base.interchange import plain_table
from aima_search.display import Scene
from aima_search.model.compiled import CompiledForm, Formula, is_key
from aima_search.model.contract import EditableBoard, Self
from aima_search.model.puzzle import Option, Puzzle, register_puzzle, split_boards
from aima_search.textbook.grids import GridPoint, GridProblem
from puzzles.grid import in_rows
from puzzles.paths import formats, rules, view
from puzzles.paths.generator import KINDS, random_field
from puzzles.paths.rules import CORNERS, DIAGONAL_LENGTH, NEIGHBOURS, CellStep, MoveRules, PathGrid

if TYPE_CHECKING:
    from puzzles.paths.packed import PackedPaths


@register_puzzle("paths")
class Paths(Puzzle[GridPoint, str], GridProblem):
    """Walk on a grid from one cell to another; a state is a cell (column, row).

    >>> from aima_search import astar_search
    >>> astar_search(Paths("S.#/..#/#.G")).solution()
    ['right', 'down', 'down', 'right']
    """

    comment = "#"
    reads_texts = True
    summary = "find the cheapest path on a grid with walls and terrain, with 4 or 8 neighbours"
    default_heuristic = "octile"
    least_cost = 0
    board_options = (
        Option("neighbours", int, "number of neighbours of a cell, 4 or 8 [as in the text, or 4]"),
        Option("corners", str, f"wall corners that a diagonal move may cut: {', '.join(CORNERS)}"
               " [none]", among=CORNERS),
        Option("start", formats.parse_cell,
               "start cell, written as column,row [the S on the grid]"),
        Option("goal", formats.parse_cells,
               "goal cell, or several goals, such as 1,2 or 1,2+3,4 [every G on the grid]"),
        Option("numbers", str, "what the numbers in cells mean: walls or costs",
               among=formats.NUMBERS),
    )  # fmt: skip
    instance_options = (
        Option("size", str, "rows and columns, such as 20 or 20x30 [20]"),
        Option("kind", str, f"kind of grid, one of {', '.join(KINDS)} [walls]", among=KINDS),
        Option("walls", int, "percentage of cells that are walls, for boards of --kind walls [25]"),
        Option("neighbours", int, "number of neighbours of a cell, 4 or 8 [8]"),
        Option("terrain", int, "largest cost of a cell, 1 to 9 [1]"),
    )
    formats = formats.FORMATS

    def __init__(
        self,
        board: Any,
        neighbours: int | None = None,
        corners: str | None = None,
        start: GridPoint | None = None,
        goal: GridPoint | Collection[GridPoint] | None = None,
        numbers: str | None = None,
    ) -> None:
        """Set up the search problem of a grid.

        board: rows of characters, any text that ``parse`` accepts, or an array of characters or of
        numbers. numbers: "walls" if 0 is a free cell and 1 is a wall; "costs" if a number is the
        cost of entering a cell, and infinity or NaN is a wall.
        ``neighbours``, ``corners``, ``start`` and ``goal`` replace the values in the text. A cell
        is (column, row); ``goal`` may be a list of cells. Raises BoardError for an invalid board.
        """
        read = _read(board, numbers)
        default = read.moves or MoveRules()
        moves = rules.check_moves(
            default.neighbours if neighbours is None else neighbours,
            default.corners if corners is None else corners,
        )
        is_grid = isinstance(board, PathGrid)
        field: PathGrid = board if is_grid else PathGrid(read.rows, moves, read.costs)
        self.field = field
        self.neighbours, self.corners = field.moves
        first = read.start if start is None else _cell(start)
        [begin] = self._checked_ends("start", () if first is None else (first,))
        goals = self._checked_ends("goal", read.goals if goal is None else _cells(goal))
        self.goals = tuple(dict.fromkeys(goals))
        end: Any = self.goals[0] if len(self.goals) == 1 else list(self.goals)
        size, directions = (field.width, field.height), NEIGHBOURS[self.neighbours]
        GridProblem.__init__(self, begin, end, *size, directions=directions)

    def _checked_ends(self, name: str, ends: tuple[GridPoint, ...]) -> tuple[GridPoint, ...]:
        if not ends:
            raise BoardError(
                f"paths grid: the {name} is missing, expected {name[0].upper()} in a cell,"
                f" {name}=(column, row), or --{name} X,Y"
            )
        for x, y in ends:
            if not self.field.is_free((x, y)):
                raise BoardError(f"paths {name} {x},{y}: expected a free cell on the grid")
        return ends

    def passable(self, cell: GridPoint) -> bool:
        """Return True if a cell is on the grid and not a wall."""
        return self.field.is_free(cell)

    def actions(self, state: GridPoint) -> list[str]:
        """Return the directions in which a step is possible."""
        return [action for action, _, _ in self.field.steps(state)]

    def path_cost(self, c: float, state1: GridPoint, action: str, state2: GridPoint) -> float:
        """Return the cost so far plus the cost of the step."""
        return c + next(cost for _, there, cost in self.field.steps(state1) if there == state2)

    def successors(self, state: GridPoint) -> list[CellStep]:
        """Return (direction, next cell, cost) for every step from the cell ``state``."""
        return self.field.steps(state)

    def predecessors(self, state: GridPoint) -> Iterator[CellStep]:
        """Yield (direction, previous cell, cost) for every step to the cell ``state``."""
        cost_here = self.field.cost(state)
        for action, before, _ in self.field.steps(state):
            is_diagonal = before[0] != state[0] and before[1] != state[1]
            yield _BACK[action], before, (DIAGONAL_LENGTH if is_diagonal else 1.0) * cost_here

    def reversed_problem(self) -> Self | None:
        """Return the grid with start and goal exchanged.

        Returns None if there are several goals, or cells with a cost other than 1.
        """
        marks = {mark for row in self.field.rows for mark in row}
        if len(self.goals) > 1 or self.field.costs or marks & set("23456789"):
            return None
        return type(self)(self.field, start=self.goal, goal=self.initial)

    def packed(self) -> PackedPaths:
        """Return the problem with states as numbers in numpy arrays."""
        from puzzles.paths.packed import PackedPaths  # numpy only when used

        return PackedPaths(self.field, self.goals)

    def compiled(self) -> CompiledForm | str:
        """Return functions that numba can compile, or a text that says why this is not possible."""
        if len(self.goals) > 1 or self.field.costs:
            return "some cell costs have no mark, or there are several goals"
        expand, span = self.field.compiled
        goal = (self.goal[1] + 1) * span + self.goal[0] + 1
        return CompiledForm(
            expand=expand,
            goal=Formula(is_key, [goal]),
            most=8,
            pack=lambda cell: (cell[1] + 1) * span + cell[0] + 1,
            unpack=lambda key: (key % span - 1, key // span - 1),
            numbers=Formula(rules.place_of, [span], lists=True),
            goal_numbers=self.goal,
        )

    def cell_number(self, state: GridPoint) -> int:
        """Return the number of a cell in the picture, row by row from 0."""
        return state[1] * self.field.width + state[0]

    def painting(self) -> dict[str, Any]:
        """Return what a user can change on the grid: its terrain, the start and the goals."""
        return {"marks": "".join(self.field.rows), "handles": self._end_numbers()}

    def _end_numbers(self) -> list[int]:
        return [self.cell_number(end) for end in (self.initial, *self.goals)]

    def redrawn(self, marks: Mapping[int, str], move: tuple[int, int] | None = None) -> Self:
        """Return the grid after the user has painted cells, or moved the start or a goal.

        Cells are numbered as in the picture. A wall under the start or a goal is removed.
        """
        width, cells, ends = self.field.width, list("".join(self.field.rows)), self._end_numbers()
        if move is not None:
            if move[0] not in ends:
                raise InputError(f"cell {move[0]}: expected the start or a goal (cells {ends})")
            ends = [move[1] if end == move[0] else end for end in ends]
        for cell in (*marks, *ends):
            if not 0 <= cell < len(cells):
                raise InputError(f"cell {cell}: expected 0 to {len(cells) - 1}")
        for cell, mark in marks.items():
            if mark not in rules.TERRAIN or len(mark) != 1:
                raise InputError(f"terrain {mark!r}: expected one of {rules.TERRAIN}")
            cells[cell] = mark
        for cell in ends:
            cells[cell] = cells[cell].replace(rules.WALL, rules.FREE)
        rows = rules.check_rows(["".join(row) for row in in_rows(cells, width)])
        start, *goals = ((end % width, end // width) for end in ends)
        costs = self.field.costs.items()
        left = {cell: cost for cell, cost in costs if self.cell_number(cell) not in marks}
        return type(self)(PathGrid(rows, self.field.moves, left), start=start, goal=goals)

    def hopeless(self) -> str:
        """Return a text if the start is in water and all goals on land, or the reverse; else ""."""
        start, *goals = [self.field.rows[y][x] == "~" for x, y in (self.initial, *self.goals)]
        return "" if start in goals else "only the start, or only the goal, is in water"

    @classmethod
    def split(cls, text: str) -> Iterator[tuple[int, str]]:
        """Yield (line number, text) for every grid, or every scenario, in a file."""
        lines = text.splitlines()
        if not any(map(formats.is_scenario, lines[:3])):
            yield from split_boards(text)
        else:
            yield from ((at, line) for at, line in enumerate(lines, 1) if formats.is_scenario(line))

    @classmethod
    def with_files(cls, text: str, read: Callable[[str], str]) -> str:
        """Convert a scenario into a grid with start and goal; return any other text unchanged."""
        return formats.with_map(text, read) if formats.is_scenario(text) else text

    def format(self, to: str = "id") -> str:
        """Return the grid as text on one line ("id") or in rows ("rows")."""
        return formats.write(self.field, self.initial, self.goals, to)

    def drawing(self) -> EditableBoard:
        """Return the grid for the page's editor, in which the user can change the cells."""
        if self.field.costs:
            raise NotApplicable("paths: only costs 1 to 9 can be drawn: type the board as text")
        head, lines = formats.drawn(self.field, self.initial, self.goals)
        head, _, _ = head.partition(" ")  # the start and the goal are not counted
        return EditableBoard(
            lines,
            lambda rows, columns: view.PICTURES,
            lambda rows: "\n".join([f"{head}:", *map("".join, rows), ""]),
        )

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random grid; see ``puzzles.paths.generator.random_field`` for the options."""
        field, start, goal = random_field(random, **options)
        return cls(field, start=start, goal=goal)

    def describe(self, state: GridPoint, action: str) -> str:
        """Return a step in words: its direction, and the cell to which it leads."""
        x, y = self.result(state, action)
        return f"{action} to {x},{y}"

    def scene(self, state: GridPoint, action: str | None = None) -> Scene:
        """Return a picture of the grid that shows the walker in the cell ``state``."""
        moved = action is not None
        return view.scene(self.field, self.initial, self.goals, state, moved=moved)

    def path_scene(
        self,
        states: Sequence[GridPoint],
        explored: Mapping[GridPoint, float] = MappingProxyType({}),
        frontier: Collection[GridPoint] = (),
    ) -> Scene:
        """Return a picture of the grid with a path, the explored cells and the frontier."""
        return view.scene(
            self.field,
            self.initial,
            self.goals,
            states[-1],
            path=set(states),
            explored=explored,
            frontier=set(frontier),
        )


_NAMES = {step: name for name, step in NEIGHBOURS[8].items()}
_BACK = {name: _NAMES[-x, -y] for name, (x, y) in NEIGHBOURS[8].items()}


def _cell(cell: Any) -> GridPoint:
    try:
        x, y = map(index, cell)
    except (TypeError, ValueError):
        raise BoardError(f"paths cell {cell!r}: expected whole numbers (column, row)") from None
    return x, y


def _cells(goal: Any) -> tuple[GridPoint, ...]:
    are_several = isinstance(goal, Collection) and not any(isinstance(x, int) for x in goal)
    return tuple(map(_cell, goal if are_several else [goal]))


def _read(board: Any, numbers: str | None) -> formats.ParsedGrid:
    if isinstance(board, PathGrid):
        return formats.ParsedGrid(board.rows, board.moves)
    if isinstance(board, str):
        return formats.parse_text(board, numbers)
    table = plain_table(board, whole=False)
    if isinstance(table, list) and table and all(isinstance(row, str) for row in table):
        return formats.parse_text("\n".join(table), numbers)
    if not isinstance(table, list) or not all(isinstance(row, list) for row in table):
        raise BoardError(f"paths grid: found {table!r:.80}, expected rows of characters, or a text")
    return formats.parse_table(table, numbers)
