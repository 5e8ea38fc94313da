"""The algorithm as pseudocode next to its search: the line executed last, and its values."""

import re

import pytest

from aima_search import solve
from aima_search.runs.search import Search
from puzzles import QueensLocal, Routes
from tests.aima_search.apps.play.pages import click, settle, to_the_end, wait_for
from tests.aima_search.apps.play.talking import Talk

ROMANIA = {"puzzle": "routes", "board": "1-romania"}
LINE = ".code-lines li[aria-current]"


def values(tab):
    """Return what stands beside the lines, by their numbers from 1."""
    texts = [one.inner_text() for one in tab.locator(".code-lines .value").all()]
    return {number: text for number, text in enumerate(texts, 1) if text}


@pytest.mark.gate("browser")
def test_astar_on_romania_goes_through_the_lines_of_the_book(visit):
    tab = visit(**ROMANIA, view="watch")
    steps = [
        (step.node.state, step.f) for step in Search(Routes.level("1-romania"), "astar", "table")
    ]
    places = [place for place, _ in steps]
    for number, (place, f) in enumerate(steps, 1):
        click(tab, "Step forward")
        settle(tab, f"step {number} of {number}")
        named = "start" if number == 1 else place
        wait_for(tab, LINE, f"{named}: no, so it is expanded")
        assert values(tab)[3].startswith(f"node = {named}, f {f:g} = g")
    assert places[-2:] == ["Fagaras", "Pitesti"]
    assert values(tab)[8].startswith(
        "Bucharest. It is a goal, but it is not returned yet"
    )  # by Fagaras
    to_the_end(tab)
    wait_for(tab, LINE, "yes: Bucharest is returned")
    assert values(tab)[3] == "node = Bucharest, f 418 = g 418 + h 0"


@pytest.mark.gate("browser")
def test_the_lines_of_a_step_are_gone_through_one_by_one(visit):
    tab = visit(**ROMANIA, view="watch", step="1")
    wait_for(tab, LINE, "Sibiu: no")
    count = int(re.search(r"of (\d+)", tab.locator(".pseudocode .place").inner_text())[1])
    for number in range(count - 1, 0, -1):
        tab.keyboard.press("[")
        wait_for(tab, ".pseudocode .place", f"line {number} of {count}")
    wait_for(tab, LINE, "child = ")
    assert list(values(tab)) == [6]
    for _ in range(count):
        tab.keyboard.press("]")
    wait_for(tab, ".timeline output", "step 3 of 3")
    wait_for(tab, ".pseudocode .place", "line 1 of")


@pytest.mark.gate("browser")
@pytest.mark.parametrize(
    ("algorithm", "last"),
    [
        ("breadth-first", "Bucharest: yes"),
        ("depth-first", "is returned"),
        ("iterative-deepening", "is returned"),
        ("ida-star", "is returned"),
    ],
)
def test_every_figure_ends_at_the_line_that_returns(visit, algorithm, last):
    tab = visit(**ROMANIA, algorithm=algorithm, view="watch")
    wait_for(tab, ".code-lines li")
    to_the_end(tab)
    wait_for(tab, LINE, "return")
    assert "Bucharest" in " ".join(values(tab).values())
    assert last in tab.locator(".code-lines").inner_text()


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
