"""A complete puzzle: with play and hints on the page, and with a compiled version.

A board of Signs is a row of n cells with < or > between them. Write each of the digits 1 to n into
one cell, so that every sign is true. For example, the solution of "_<_>2" is 1 3 2.

    python examples/own_puzzle.py
"""

from typing import NamedTuple

from aima_search import check_problem, solve
from aima_search.base.errors import BoardError
from aima_search.display import Cell, Scene
from aima_search.model.compiled import BitFields, CompiledForm, Formula
from aima_search.model.heuristic import BuiltHeuristic, register_heuristic
from aima_search.model.puzzle import Puzzle, register_puzzle

OPEN = 0


class Write(NamedTuple):
    """An action: write a digit into a cell."""

    place: int
    digit: int

    def __str__(self):
        return f"cell {self.place + 1} = {self.digit}"


class Only(NamedTuple):
    """A step of an explanation; ``because`` is the tuple of the cells that show why."""

    write: Write
    because: tuple[tuple[int, int], ...]
    rule = "only digit"
    sentence = "The other digits are used already, or a sign excludes them."

    def __str__(self):
        return f"{self.rule}: {self.write}"


@register_puzzle("signs")
class Signs(Puzzle):
    """Write digits between signs. A state is the tuple of the digits; 0 is an open cell."""

    summary = "write each digit once, so that the signs between the cells hold"
    unit_costs = True
    default_heuristic = "open-cells"

    def __init__(self, board):
        """Read the row, as a text such as "_<3>_" or as a list like that of ``grid``."""
        row = "".join(board)
        cells, self.signs = row[::2], row[1::2]
        size = len(cells)
        if not 0 < size < 9 or set(self.signs) - set("<>"):
            raise BoardError(f"signs {row!r}: expected up to 8 cells with < or > between them")
        known = ["_", *map(str, range(1, size + 1))]
        for column, cell in enumerate(cells, 1):
            if cell not in known:
                raise BoardError(f"signs, cell {column}: found {cell!r}, expected {known}")
        super().__init__(tuple(map(known.index, cells)))

    def fits(self, state, place, digit):
        """Return True if a digit is not used yet and no sign next to the cell excludes it."""
        if state[place] != OPEN or digit in state:
            return False
        left = state[place - 1] if place else OPEN
        right = state[place + 1] if place + 1 < len(state) else OPEN
        return not (
            (left and (left < digit) != (self.signs[place - 1] == "<"))
            or (right and (digit < right) != (self.signs[place] == "<"))
        )

    def actions(self, state):
        """Return one action for each open cell and each digit that fits there."""
        size = len(state)
        pairs = [(place, digit) for place in range(size) for digit in range(1, size + 1)]
        return [Write(*pair) for pair in pairs if self.fits(state, *pair)]

    def result(self, state, action):
        """Write a digit."""
        return (*state[: action.place], action.digit, *state[action.place + 1 :])

    def goal_test(self, state):
        """Return True if no cell is open; ``actions`` allows only digits that fit."""
        return OPEN not in state

    def grid(self, state):
        """Return the only row, with its signs."""
        cells = ["_" if digit == OPEN else str(digit) for digit in state]
        return ["".join(one + sign for one, sign in zip(cells, [*self.signs, ""], strict=True))]

    def scene(self, state, action=None):
        """Draw the row; mark the cell that was written last."""
        changed = [] if action is None else self.changed_cells(state, action)
        row = enumerate(self.grid(state)[0])
        return Scene((tuple(Cell(one.strip("_"), marked=(0, at) in changed) for at, one in row),))

    # Play on the page.

    goal_words = "Solved as soon as every cell holds a digit."

    def changed_cells(self, state, action):
        """Return the cell of an action; the signs are in the odd columns."""
        return [(0, 2 * action.place)]

    def why_not(self, state, origin, target):
        """Return why nothing can be written into a cell."""
        place, is_sign = divmod(target[1], 2)
        if is_sign:
            return "a sign stands here"
        return "a digit stands here" if state[place] != OPEN else "no digit fits here any more"

    def explain(self):
        """Yield a step for each cell in which only one digit fits."""
        state, digits = self.initial, range(1, len(self.initial) + 1)
        while True:
            for place in range(len(state)):
                fit = [digit for digit in digits if self.fits(state, place, digit)]
                if len(fit) == 1:
                    break
            else:
                return
            write = Write(place, fit[0])
            state = self.result(state, write)
            yield Only(write, tuple((0, 2 * at) for at, one in enumerate(state) if one != OPEN))

    def pictures(self, steps):
        """Yield the board after each step; the new digit is marked."""
        state = self.initial
        for step in steps:
            state = self.result(state, step.write)
            yield self.scene(state, step.write)

    # The same rules in machine code: the key has four bits for each cell.

    def compiled(self):
        """Return the form that numba compiles."""
        size = len(self.initial)
        fields = BitFields(size, 4)
        signs = [sign == "<" for sign in self.signs]
        return CompiledForm(
            expand=Formula(list_writes, [size, *signs], lists=True),
            goal=Formula(is_full, [size]),
            most=size * size,
            pack=fields.pack,
            unpack=fields.unpack,
        )


def list_writes(key, ints, floats, raw, keys, costs):
    """List the keys after every action, in the order of ``actions``."""
    size, count = ints[0], 0
    for place in range(size):
        if key >> 4 * place & 15:
            continue
        for digit in range(1, size + 1):
            fits = True
            for other in range(size):
                there = key >> 4 * other & 15
                if there == digit:
                    fits = False
                if there and other == place - 1 and (there < digit) != (ints[place] == 1):
                    fits = False
                if there and other == place + 1 and (digit < there) != (ints[place + 1] == 1):
                    fits = False
            if fits:
                keys[count], costs[count] = key | digit << 4 * place, 1
                count += 1
    return count


def is_full(key, ints, floats, raw):
    """Return 1 if no cell is open."""
    return 1 if count_open(key, ints, floats, raw) == 0 else 0


def count_open(key, ints, floats, raw):
    """Return the number of open cells."""
    count = 0
    for place in range(ints[0]):
        count += key >> 4 * place & 15 == 0
    return count


@register_heuristic("signs", "open-cells", admissible=True, consistent=True)
def open_cells(problem):
    """Return h, the number of open cells, with a compiled version of h."""
    formula = Formula(count_open, [len(problem.initial)])
    return BuiltHeuristic(lambda node: node.state.count(OPEN), formula=lambda: formula)


if __name__ == "__main__":
    problem = Signs("_<_>2")
    report = check_problem(problem)
    assert report.ok, report
    result = solve(problem)
    print(result.states[-1], result.cost, *problem.explain(), sep="\n")
