"""The golden text of Hitori: perft counts and a path to a solution, for each formulation.

To write it again, use
``python -m tests.puzzles.hitori.playthrough > tests/golden/hitori.formulations.txt``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from aima_search import astar_search
from puzzles import Hitori
from puzzles.hitori.formulations import FORMULATIONS

BOARD = "1 4 2 3/3 3 1 3/4 3 3 1/3 1 4 3".replace("/", "\n")
SEVERAL = "7 5 6 1/3 7 4 7/5 6 2 4/2 1 6 6".replace("/", "\n")


def perft(problem: Hitori, depth: int) -> list[int]:
    """Return the number of paths of 0, 1, ... actions from the initial state."""
    counts, states = [], [problem.initial]
    for _ in range(depth + 1):
        counts.append(len(states))
        states = [after for state in states for _, after, _ in problem.successors(state)]
    return counts


def playthrough() -> Iterator[str]:
    """Yield the lines of the golden text."""
    for name, text in (("one solution", BOARD), ("several solutions", SEVERAL)):
        yield f"== {name}: {Hitori(text).format()}"
        for formulation in FORMULATIONS:
            problem = Hitori(text, formulation)
            yield f"-- {formulation}: perft {' '.join(map(str, perft(problem, 4)))}"
            node = astar_search(problem)
            assert node is not None
            for step in node.path():
                action = "start" if step.action is None else str(step.action)
                actions = ", ".join(map(str, problem.actions(step.state)))
                yield f"{action}; cost {step.path_cost}; actions: {actions or 'none'}"
                yield str(problem.scene(step.state, step.action))
        yield "-- explained"
        yield from map(str, Hitori(text).explain())


if __name__ == "__main__":
    sys.stdout.write("\n".join(playthrough()) + "\n")
