"""A flood tells at each step the cells that the trace tells, and goes on after its end."""

import pytest

from aima_search import Limits
from aima_search.model.puzzle import PUZZLES
from aima_search.trace.recording import Recording
from puzzles.paths import Paths


def run(problem, algorithm, most=100_000, heuristic=None):
    """Return the recording of a search to its end."""
    recording = Recording(problem, algorithm, heuristic, Limits(nodes=5_000), most=most)
    for _ in recording:
        pass
    recording.result()
    return recording


@pytest.mark.parametrize("level", ["1-wall", "2-swamp", "5-maze", "6-rooms"])
@pytest.mark.parametrize("algorithm", ["astar", "greedy", "breadth-first", "depth-first"])
def test_every_step_shows_the_explored_and_waiting_cells_of_the_trace(level, algorithm):
    problem = Paths.level(level)
    recording = run(problem, algorithm, heuristic="3 * octile" if algorithm == "astar" else None)
    trace, flood = recording.trace, recording.flood
    width = problem.field.width
    told = flood.part(0, 0, 100_000)
    assert told["steps"] == trace.steps == len(told["cells"])
    for step in range(trace.steps):
        explored = {trace.states[at] for at in trace.expansions[:step]}
        waiting = {trace.states[at] for at in trace.frontier(step)} - explored
        cells = {(cell % width, cell // width) for cell in told["cells"][:step]}
        assert cells == explored
        shown = zip(told["waiting"], told["waiting_at"], strict=True)
        rings = {(cell % width, cell // width) for cell, at in shown if at <= step} - cells
        assert rings - {problem.initial} == waiting - {problem.initial}
        at = trace.expansions[step]
        way, back = [], step
        while back >= 0:
            way.append((told["cells"][back] % width, told["cells"][back] // width))
            back = told["parents"][back]
        assert way[::-1] == [trace.states[one] for one in trace.path(at)]
        assert told["g"][step] == round(trace.costs[at], 4)
        f = trace.expansion_values[step]
        assert told["f"][step] == round(trace.costs[at] if f is None else f, 4)


def test_it_goes_on_where_the_trace_ends():
    problem = Paths.level("5-maze")
    whole, short = run(problem, "uniform-cost"), run(problem, "uniform-cost", most=50)
    assert short.trace.steps < whole.trace.steps
    assert short.flood.part(0, 0, 10_000) == whole.flood.part(0, 0, 10_000)


def test_parts_make_up_the_whole():
    flood = run(Paths.level("5-maze"), "astar").flood
    whole = flood.part(0, 0, 100_000)
    parts = {name: [] for name in ("cells", "parents", "g", "f", "waiting", "waiting_at")}
    while True:
        part = flood.part(len(parts["cells"]), len(parts["waiting"]), 7)
        if not part["cells"] and not part["waiting"]:
            break
        for name, values in parts.items():
            values += part[name]
    assert {**parts, "steps": whole["steps"]} == whole


@pytest.mark.parametrize("algorithm", ["ida-star", "bidirectional", "recursive-best-first"])
def test_a_search_that_floods_nothing_has_none(algorithm):
    assert run(Paths.level("1-wall"), algorithm).flood is None


def test_states_that_are_no_cells_have_none():
    assert run(PUZZLES.get("movix").level("2-tiny"), "astar").flood is None
