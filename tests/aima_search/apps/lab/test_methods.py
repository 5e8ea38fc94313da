"""Choices of an algorithm's options in words: what each takes next to the first search."""

import json

from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

WEIGHED = GRID.replace(
    '["astar", "breadth-first"]',
    json.dumps(["astar", "weighted-astar(weight=1.5)", "weighted-astar(weight=2)"]),
)


def by_weight(board, run):
    weight = run.options.get("weight", 1)
    if weight == 2 and board == 1:
        return None
    return solved(round(600 * board / weight), cost=6 if weight == 2 and board % 2 else 4)


def words(tmp_path, text=WEIGHED, count=4):
    paragraphs = made_up(tmp_path, by_weight, text=text, count=count).verdict().split("\n\n")
    return [text for text in paragraphs if "of astar with" in text and "settle" not in text]


def test_each_choice_is_held_against_the_first_search_of_the_grid(tmp_path):
    texts = words(tmp_path)
    assert len(texts) == 3 * 2
    assert texts[0].startswith(
        "zero: weighted-astar(weight=1.5) solves all 16 boards, and it needs 0.667 times"
        " (no variation between the boards; fewer on all 16 boards; p < 0.001) the expansions of"
        " astar with zero; the solutions of weighted-astar(weight=1.5) were optimal on all 16"
        " boards that it solved."
    )
    assert "=2) solves 15 of 16 boards; on the 15 boards that both solve, it needs 0.5" in texts[1]
    assert " were optimal on 8 of the 15 boards that it solved." in texts[1]


def test_nothing_is_said_where_no_options_are_given(tmp_path):
    text = made_up(tmp_path, by_weight, text=GRID.replace("breadth-first", "greedy")).verdict()
    assert "solves all 16 boards, and it needs" not in text.partition("greedy: ")[2]
    assert "greedy solves" not in text


def test_where_nothing_differs_it_is_said_so(tmp_path):
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=WEIGHED).verdict()
    same = (
        "weighted-astar(weight=1.5) solves all 8 boards, and it needs the same expansions as astar"
        " with zero on each of 8 boards"
    )
    assert same in verdict


def test_one_heuristic_alone_is_not_ranked(tmp_path):
    text = WEIGHED.replace('["zero", "conflicts", "manhattan"]', '"zero"')
    verdict = made_up(tmp_path, by_weight, text=text).verdict()
    assert "zero: weighted-astar(weight=1.5) solves all 8 boards" in verdict
    assert "ranked first" not in verdict
    assert "is the best" not in verdict
