"""One picture of a whole search whose states are places: explored, waiting, the way."""

import pytest

from aima_search import SearchError, solve
from aima_search.display import render_svg, render_text
from aima_search.trace import TraceSession
from aima_search.trace.recording import Recording, record
from puzzles import MovIX, Paths, Routes


def cells_of(scene, is_such):
    return {(column, row) for row, column, cell in scene.positions() if is_such(cell)}


@pytest.mark.parametrize("algorithm", ["astar", "uniform-cost", "greedy", "breadth-first"])
def test_what_was_expanded_is_shaded_by_its_cost_and_what_waits_is_ringed(algorithm):
    problem = Paths.level("6-rooms")
    trace = record(problem, algorithm)
    scene, way = trace.scene(), set(trace.answer.path_states())
    costs = {}
    for at in trace.expansions:
        costs.setdefault(trace.states[at], trace.costs[at])
    shaded = cells_of(scene, lambda cell: cell.shade is not None)
    assert shaded == set(costs) - way - {problem.initial}
    waiting = {trace.states[at] for at in trace.frontier(trace.steps - 1)}
    assert cells_of(scene, lambda cell: cell.origin) == waiting - set(costs) - way
    shades = {(x, y): scene.cells[y][x].shade for x, y in shaded}
    nearest, farthest = min(shaded, key=costs.get), max(shaded, key=costs.get)
    assert shades[nearest] < shades[farthest] <= 1
    assert "\u2591" in render_text(scene)
    assert render_text(scene, unicode=False).isascii()


def test_a_map_shows_them_too():
    trace = record(Routes.level("1-romania"))
    names = {cell.note: cell for _, _, cell in trace.scene().positions() if cell.note}
    assert {name for name, cell in names.items() if cell.shade is not None} == {
        trace.states[at] for at in trace.expansions
    }
    assert names["Zerind"].origin
    assert not names["Neamt"].origin


def test_a_session_shows_how_far_it_got_when_a_node_was_in_hand():
    problem = Paths.level("1-wall")
    session = TraceSession(Recording(problem, "uniform-cost"))
    first = session.advance(2)["node"]["id"]
    early = session.picture(first)
    session.advance(20)
    late = session.picture(session.position()["node"]["id"])
    assert early["text"].count("\u2591") < late["text"].count("\u2591")
    assert session.picture(first) == early
    assert early["rows"] == 6


def test_other_puzzles_have_no_such_picture(tmp_path):
    trace = record(MovIX.level())
    assert trace.scene() is None
    with pytest.raises(SearchError, match="MovIX does not draw all states in one picture"):
        trace.save(tmp_path / "search.svg")
    assert not (tmp_path / "search.svg").exists()


def test_the_command_line_writes_it(run, tmp_path):
    file = tmp_path / "search.svg"
    assert run("solve", "paths", "1-wall", "--quiet", "--trace", str(file)).status == 0
    assert file.read_text(encoding="utf-8") == render_svg(record(Paths.level("1-wall")).scene())


def test_a_large_board_is_drawn_in_runs_of_one_colour():
    problem = Paths.generate(1, size=40, walls=20)
    scene = problem.path_scene(solve(problem).states)
    svg = render_svg(scene)
    assert svg.count('class="cell"') < 900
    assert svg.count('class="grid"') == 39 + 39
