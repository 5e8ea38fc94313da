"""The contents of Sudoku's golden texts. ``python -m tests.puzzles.sudoku.playthrough`` writes them
again; review the difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import heuristics
from aima_search.model.problem import Node
from puzzles import Sudoku, SudokuLocal
from puzzles.sudoku.bitboard import BRANCHINGS
from puzzles.sudoku.deduction.propagation import PROPAGATIONS

GOLDEN = Path(__file__).parent / "golden"
PERFT_BOARD = "12..34..21..4..."


def perft(problem, depth: int) -> list[int]:
    """Return the number of paths of each length up to ``depth``."""
    counts, level = [], Counter({problem.initial: 1})
    for _ in range(depth + 1):
        counts.append(sum(level.values()))
        following: Counter = Counter()
        for state, ways in level.items():
            for _, after, _ in problem.successors(state):
                following[after] += ways
        level = following
    return counts


def perft_table() -> Iterator[str]:
    yield f"Paths of length 0, 1, 2, ... from {PERFT_BOARD} (4 solutions), by formulation"
    for branching in BRANCHINGS:
        for propagation in PROPAGATIONS:
            problem = Sudoku(PERFT_BOARD, branching=branching, propagation=propagation)
            counts = " ".join(map(str, perft(problem, PERFT_BOARD.count("."))))
            yield f"{branching:20} {propagation:17} {counts}"
    for neighbourhood in ("cells", "boxes"):
        local = SudokuLocal(PERFT_BOARD, neighbourhood=neighbourhood, seed=1)
        counts = " ".join(map(str, perft(local, 3)))
        yield f"{'local':20} {neighbourhood:17} {counts}"


def playthrough() -> Iterator[str]:
    problem = Sudoku(PERFT_BOARD, branching="most-constrained", propagation="forward-checking")
    node: Node | None = Node(problem.initial)
    names = [name for name in heuristics.names("sudoku") if name != "manhattan"]
    estimates = {name: heuristics.get(name, problem) for name in names}
    settings = f"branching={problem.branching}, propagation={problem.propagation}"
    yield f"# Sudoku.parse({problem.format()!r}), {settings}"
    while node is not None:
        yield ""
        yield f"path cost {node.path_cost}, goal {problem.goal_test(node.state)}"
        yield str(problem.scene(node.state, node.action))
        yield ", ".join(f"{name} {h(node)}" for name, h in estimates.items())
        yield f"actions {problem.actions(node.state)}"
        children = node.expand(problem)
        node = children[-1] if children else None


TEXTS = {"perft.txt": perft_table, "playthrough.txt": playthrough}


def write_all() -> None:
    for name, lines in TEXTS.items():
        (GOLDEN / name).write_text("\n".join(lines()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
