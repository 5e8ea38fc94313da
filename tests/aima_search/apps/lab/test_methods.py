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
    return [text for text in paragraphs if "the expansions of A* with" in text]


def test_each_choice_is_held_against_the_first_search_of_the_grid(tmp_path):
    texts = words(tmp_path)
    assert len(texts) == 3 * 2
    assert texts[0] == (
        "Weighted-astar(weight=1.5) with zero needed 66.7 % of the expansions of A* with zero (no"
        " variation between the boards, p < 0.001, 16 boards)."
    )
    start = (
        "On the 15 of 16 boards that both solved, weighted-astar(weight=2) with zero needed 50 %"
    )
    assert texts[1].startswith(start)


def test_nothing_is_said_where_no_options_are_given(tmp_path):
    text = made_up(tmp_path, by_weight, text=GRID.replace("breadth-first", "greedy")).verdict()
    assert "the expansions of A* with" not in text.replace("on the expansions of A* with", "")


def test_where_nothing_differs_it_is_said_so(tmp_path):
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=WEIGHED).verdict()
    same = (
        "Weighted-astar(weight=1.5) with zero needed the same number of expansions as A* with zero"
        " on each of 8 boards."
    )
    assert same in verdict


def test_one_heuristic_alone_is_not_ranked(tmp_path):
    text = WEIGHED.replace('["zero", "conflicts", "manhattan"]', '"zero"')
    verdict = made_up(tmp_path, by_weight, text=text).verdict()
    assert "A* with zero solved all 8 boards." in verdict
    assert "Choice" not in verdict
