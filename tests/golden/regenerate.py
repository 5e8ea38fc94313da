"""Writes the golden files again: ``python -m tests.golden.regenerate [PUZZLE...]``.

Review the difference.

The files of a puzzle are: perft counts (sequences of 1, 2 and 3 actions) of its small levels; a
playthrough of its first small level, with the picture and all h values at each step; and the random
boards of five seeds. If a seed gives another board, CHANGELOG says so under "changed".
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from aima_search import Node, solve
from aima_search.analysis import enumerate_space
from aima_search.base.errors import NotApplicable
from aima_search.catalog.heuristics import heuristic_names, make_heuristic
from aima_search.model.problem import successors
from aima_search.model.puzzle import PUZZLES

FOLDER = Path(__file__).parent
SMALL = 5_000  # most states of a small level
PERFT_LIMIT = 100_000  # most sequences that are counted


def small_levels(name):
    """Yield (name, problem) for each bundled level of a puzzle with a small state space."""
    for level in PUZZLES.get(name).levels():
        problem = PUZZLES.get(name).level(level)
        if enumerate_space(problem, SMALL).complete:
            yield level, problem


def names_of_small_levels(name):
    """Return the names of the small levels from the golden file, without enumerating spaces."""
    golden = FOLDER / f"{name}.perft.json"
    return list(json.loads(golden.read_text(encoding="utf-8"))) if golden.exists() else []


def perft(problem, depths=(1, 2, 3)):
    """Return the number of sequences of 1, 2, ... actions; stop if there are too many."""
    counts, states = [], [problem.initial]
    for _ in depths:
        states = [state for s in states for _, state, _ in successors(problem)(Node(s))]
        if len(states) > PERFT_LIMIT:
            break
        counts.append(len(states))
    return counts


def perft_text(name):
    """Return the perft file of a puzzle."""
    counts = {level: perft(problem) for level, problem in small_levels(name)}
    return json.dumps(counts, indent=2) + "\n"


def playthrough(name):
    """Return the playthrough file of a puzzle."""
    level, problem = next(small_levels(name))
    result = solve(problem)
    lines = [f"{name} {level}: {problem.format()}", f"cost {result.cost}", ""]
    for node in result.node.path():
        if node.action is not None:
            lines.append(f"{node.depth}. {node.action}")
        picture = str(problem.scene(node.state, node.action)).splitlines()
        lines += [line.rstrip() for line in picture]
        lines += [f"{len(list(successors(problem)(node)))} actions, {estimates(problem, node)}", ""]
    return "\n".join(lines)


def estimates(problem, node):
    """Return the values of all applicable registered heuristics at a node."""
    values = []
    for name in heuristic_names(problem.puzzle):
        try:
            values.append(f"{name} {make_heuristic(name, problem)(node):g}")
        except NotApplicable:
            continue
    return ", ".join(values)


def boards(name):
    """Return the boards of five seeds, with the initial state if the id does not determine it."""
    return "".join(f"{seed} {_board(name, seed)}\n" for seed in range(1, 6))


def _board(name, seed):
    problem = PUZZLES.get(name).generate(seed)
    text = problem.format()
    if type(problem).parse(text).initial == problem.initial:
        return text
    rows = (" ".join(map(str, row)) for row in problem.grid(problem.initial))
    return f"{text} from {' / '.join(rows)}"


FILES = {"perft.json": perft_text, "playthrough.txt": playthrough, "boards.txt": boards}


def main():
    """Write the golden files of the puzzles that the command line names, or of all puzzles."""
    for name in sys.argv[1:] or PUZZLES.names():
        for outcome, text in FILES.items():
            (FOLDER / f"{name}.{outcome}").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
