"""The algorithm as pseudocode next to its search: the line executed last, and its values."""

import re

import pytest

from aima_search import solve
from aima_search.runs.search import Search
from puzzles import QueensLocal, Routes
from tests.aima_search.apps.play.pages import click, settle, step_shown, to_the_end, wait_for
from tests.aima_search.apps.play.talking import Talk

ROMANIA = {"puzzle": "routes", "board": "1-romania"}
LINE = ".code-lines li[aria-current]"


def values(tab):
    """Return what stands beside the lines, by their numbers from 1."""
    texts = [one.inner_text() for one in tab.locator(".code-lines .value").all()]
    return {number: text for number, text in enumerate(texts, 1) if text}


@pytest.mark.gate("browser")
def test_astar_on_romania_goes_through_the_lines_of_the_book(visit):
    """At every step and at every line, all values are those of the node that is taken."""
    tab = visit(**ROMANIA, view="watch")
    problem = Routes.level("1-romania")
    steps = [(step.node, step.f) for step in Search(problem, "astar", "table")]
    for number, (node, f) in enumerate(steps, 1):
        click(tab, "Step forward")
        settle(tab, f"step {number} of {number}")
        named = "start" if number == 1 else node.state
        wait_for(tab, LINE, f"{named}: no, so it is expanded")
        of_node = values(tab)
        assert list(of_node) == [3, 4]
        assert of_node[3].startswith(f"node = {named}, f {f:g} = g {node.path_cost:g} ")
        roads = problem.graph.get(node.state) if node.state in ("Arad", "Fagaras") else {}
        for child, length in roads.items():
            tab.keyboard.press("]")
            wait_for(tab, LINE, f"child = {child}, ")
            assert f"g {node.path_cost + length:g}" in values(tab)[6]
            assert values(tab) == {**of_node, 6: values(tab)[6]}
            tab.keyboard.press("]")
            if "yes" in wait_for(tab, LINE, f"{child}: ").inner_text():
                tab.keyboard.press("]")
                waits = wait_for(tab, LINE, "into frontier").inner_text()
                assert ("not returned yet" in waits) == (child == "Bucharest")
        assert step_shown(tab).startswith(f"step {number} of")
    to_the_end(tab)
    wait_for(tab, LINE, "yes: Bucharest is returned, cost 418")
    assert values(tab)[3] == "node = Bucharest, f 418 = g 418 + h 0"


@pytest.mark.gate("browser")
def test_the_lines_of_a_step_lead_to_the_steps_around_it(visit):
    tab = visit(**ROMANIA, view="watch", step="1")
    note = tab.locator(".pseudocode > .note")
    wait_for(tab, LINE, "Sibiu: no")
    assert note.inner_text().endswith("New in the frontier: Zerind, Sibiu, Timisoara.")
    for line, step in ((1, 2), (11, 1), (10, 1)):
        tab.keyboard.press("[")
        wait_for(tab, ".pseudocode .place", f"line {line} of this step")
        assert step_shown(tab).startswith(f"step {step} of")
    assert list(values(tab)) == [3, 4, 6, 7]
    assert note.inner_text() == ""
    for line, step in ((11, 1), (1, 2), (2, 2)):
        tab.keyboard.press("]")
        wait_for(tab, ".pseudocode .place", f"line {line} of this step")
        assert step_shown(tab).startswith(f"step {step} of")


ENDS = {
    "breadth-first": {4: "node = Fagaras", 8: "yes: Bucharest is returned, cost 450"},
    "depth-first": {4: "yes: Bucharest is returned, cost "},
    "iterative-deepening": {1: "limit = 3", 6: "yes: Bucharest is returned, cost 450"},
    "ida-star": {2: "limit = 418", 4: "node = Pitesti", 8: "yes: Bucharest is returned, cost 418"},
}


@pytest.mark.gate("browser")
def test_every_figure_ends_at_the_line_that_returns(visit):
    tab = visit(**ROMANIA, algorithm="depth-first", view="watch")
    for algorithm, expected in ENDS.items():
        address = f"puzzle=routes&board=1-romania&algorithm={algorithm}&view=watch"
        tab.evaluate("hash => { location.hash = hash; }", address)
        wait_for(tab, ".pseudocode summary", algorithm)
        to_the_end(tab)
        wait_for(tab, LINE, "return")
        shown = values(tab)
        for line, value in expected.items():
            assert shown[line].startswith(value)


@pytest.mark.parametrize("algorithm", ["astar", "breadth-first", "iterative-deepening", "ida-star"])
def test_the_nodes_that_a_step_generates_are_known_ahead(algorithm):
    """Ahead, they are those of the step after; the search stays where it is."""
    plain, talk = Talk(), Talk()
    for one in (plain, talk):
        one("open", **ROMANIA, algorithm=algorithm)
    made = []
    while not plain("advance")["ended"]:
        talk("advance")
        assert talk("tree") == plain("tree")
        assert [child["id"] for child in talk("tree")["made"]] == made
        ahead = talk("tree", ahead=True)
        made = [child["id"] for child in ahead["made"]]
        assert {**ahead, "made": []} == {**plain("tree"), "made": []}
        assert talk("position")["step"] == plain("position")["step"]
    talk("advance")
    assert talk("tree") == plain("tree")
    assert [child["id"] for child in talk("tree")["made"]] == made != []


def test_what_an_expansion_has_made_are_the_neighbours_of_its_place():
    problem = Routes.level("1-romania")
    talk = Talk()
    talk("open", **ROMANIA, heuristic="table")
    places = []
    for step in range(solve(problem, "astar", "table").expanded):
        position = talk("advance")
        made = talk("tree")["made"]
        if step:
            neighbours = {
                f"{place} ({cost:g})" for place, cost in problem.graph.get(places[-1]).items()
            }
            assert {one["action"] for one in made} == neighbours
        else:
            assert made == []
        assert all(one["is_goal"] == one["action"].startswith("Bucharest") for one in made)
        places.append((position["node"]["action"] or "Arad").split(" ")[0])


def test_h_stands_behind_the_names_of_the_places_of_a_small_map():
    talk = Talk()
    talk("open", **ROMANIA, heuristic="table")
    for _ in range(2):
        shown = set(re.findall(r">(\w+ \d+)</text>", talk("picture")["svg"]))
        assert {"Arad 366", "Sibiu 253", "Bucharest 0"} <= shown
        assert len(shown) == 20
        talk("advance")
    talk("open", **ROMANIA, algorithm="breadth-first")
    talk("advance")
    assert ">Arad</text>" in talk("picture")["svg"]


def test_a_heuristic_that_fails_on_a_place_leaves_the_map_without_numbers():
    talk = Talk()
    source = "def h(node):\n    return {'Arad': 1}[node.state]\n"
    talk("open", **ROMANIA, heuristic="mine.py:h", source=source)
    assert talk("picture") is None


def test_romania_opens_with_the_table_of_the_book():
    assert Talk()("board", **ROMANIA)["heuristic"] == "table"
    assert Talk()("board", puzzle="routes", board="3-australia")["heuristic"] == "straight-line"
    assert Talk()("board", puzzle="movix")["heuristic"] == "assignment"


def moved(rows, words):
    """Return the rows of queens after words such as "column 3 to row 5"."""
    column, row = map(int, re.findall(r"\d+", words)[:2])
    return (*rows[:column], row, *rows[column + 1 :])


@pytest.mark.gate("browser")
def test_local_search_goes_through_the_lines_of_the_book(visit):
    """Every neighbour's value is counted anew: of hill climbing the best, of annealing the gain."""
    problem = QueensLocal.level("1-eight")
    searched = {"algorithm": "hill-climbing", "options.seed": "1", "view": "watch"}
    tab = visit(puzzle="queens-local", board="1-eight", **searched)
    rows = problem.initial
    for number in range(1, 20):
        click(tab, "Step forward")
        wait_for(tab, ".timeline output", f"step {number} of")
        wait_for(tab, LINE, "current = start" if number == 1 else "value")
        if number == 1:
            continue
        best = max(problem.value(problem.result(rows, one)) for one in problem.actions(rows))
        wait_for(tab, ".code-lines .value", f", value {best}")
        assert values(tab)[3].endswith(f", value {best}")
        if best <= problem.value(rows):
            break
        rows = moved(rows, values(tab)[5])
        assert problem.value(rows) == best
    assert values(tab)[4].endswith(f"value {problem.value(rows)}, is returned")
    assert tab.locator(".node-line .badge").inner_text() == "returned"  # it is no goal
    annealing = {"algorithm": "annealing", "options.seed": "1", "step": "0"}
    address = "&".join(f"{name}={value}" for name, value in annealing.items())
    tab.evaluate(
        "hash => { location.hash = hash; }", f"puzzle=queens-local&board=1-eight&{address}"
    )
    tab.get_by_role("button", name="Watch", exact=True).click()
    wait_for(tab, LINE, "current = start")
    rows = problem.initial
    for number in range(2, 7):
        click(tab, "Step forward")
        wait_for(tab, ".timeline output", f"step {number} of")
        settle(tab, f"step {number} of {number}")
        shown = values(tab)
        after = moved(rows, shown[4])
        assert shown[4].endswith(f"value {problem.value(after)}")
        assert shown[5] == f"d = {problem.value(after) - problem.value(rows)}"
        assert int(shown[5][4:]) <= 0 or shown[6].startswith("current = ")
        rows = rows if shown[6].startswith("not taken") else after
        assert shown[6].endswith(f"value {problem.value(rows)}")
    to_the_end(tab)
    wait_for(tab, LINE, "T = 0: ")
