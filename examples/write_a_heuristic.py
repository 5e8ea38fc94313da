"""Write a heuristic, give it a name, and compare it with the registered heuristics."""

import heuristics
from aima_search import compare
from puzzles import MovIX


@heuristics.register("movix", "lonely-pieces")
def lonely_pieces(problem):
    """Return h, the number of pieces that have no other piece next to them."""

    def h(node):
        cells = {cell for _, cell in node.state}
        return sum(not neighbours(cell) & cells for cell in cells)

    return h


def neighbours(cell):
    """Return the eight cells around a cell."""
    row, column = cell
    around = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return around - {cell}


boards = {name: MovIX.level(name) for name in ("2-tiny", "1-first", "4-jump")}
comparison = compare(boards, ["astar"], ["zero", "conflicts", "assignment", "lonely-pieces"])
print(comparison)
