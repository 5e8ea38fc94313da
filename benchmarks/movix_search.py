"""One A* search of a MovIX board, within limits of CPU time, expansions and memory."""

from __future__ import annotations

import gc
from time import process_time
from typing import NamedTuple

from aima_search.algorithms.informed import astar_steps
from aima_search.algorithms.refinement import watched
from aima_search.algorithms.steps import Step, Steps, drain
from aima_search.catalog.heuristics import HeuristicSpec, make_heuristic
from aima_search.model.problem import Node
from benchmarks.measure import resident_bytes
from puzzles.movix import MovIX

_LOOK_EVERY = 1_000  # expansions between two looks at the clock and the memory


class Effort(NamedTuple):
    """What one search may take: CPU seconds, expansions, resident bytes of the process."""

    seconds: float
    expanded: float
    memory: float


class Run(NamedTuple):
    """How one search ended: ``cost`` is None without a solution; seconds are of CPU."""

    is_finished: bool
    cost: float | None
    expanded: int
    seconds: float
    refined: int = 0


def search(
    problem: MovIX, heuristic: HeuristicSpec, effort: Effort, tie_break: str = "fifo"
) -> Run:
    """Run A* within limits; the construction of the heuristic is part of its time."""
    gc.collect()
    start = process_time()
    step: Step | None = None

    def watch(steps: Steps) -> Steps:
        nonlocal step
        while True:
            try:
                step = next(steps)
            except StopIteration as stop:
                answer: Node | None = stop.value
                return answer
            if step.expanded % _LOOK_EVERY == 0 and _is_exceeded(effort, step.expanded, start):
                raise TimeoutError
            yield step

    def look() -> None:
        if process_time() - start > effort.seconds:
            raise TimeoutError

    try:
        h = watched(make_heuristic(heuristic, problem), look)
        node = drain(watch(astar_steps(problem, h, tie_break=tie_break)))
        cost, is_finished = node.path_cost if node else None, True
    except TimeoutError:
        cost, is_finished = None, False
    expanded, refined = (step.expanded, step.refined) if step else (0, 0)
    return Run(is_finished, cost, expanded, process_time() - start, refined)


def _is_exceeded(effort: Effort, expanded: int, start: float) -> bool:
    return (
        expanded >= effort.expanded
        or process_time() - start > effort.seconds
        or resident_bytes() > effort.memory
    )
