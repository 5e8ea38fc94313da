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
    return [text for text in paragraphs if "next to astar" in text]


def test_each_choice_is_held_against_the_first_search_of_the_grid(tmp_path):
    zero, conflicts, manhattan = words(tmp_path)
    assert zero.replace("zero", "conflicts") == conflicts
    start = "Searches with manhattan next to astar, in expanded, on the boards that both solved: "
    assert manhattan.startswith(start)
    first, second = manhattan.removeprefix(start).split("; weighted-astar(weight=2)")
    assert first.startswith("weighted-astar(weight=1.5) 0.667 times as much (16 of 16 solved")
    assert "never more expensive than the best known" in first
    assert "that they differ is very sure (p < 0.001, effect +1.00)" in first
    assert second.startswith(" 0.5 times as much (15 of 16 solved")
    assert "more expensive than the best known on 7 of 15, by 50% at most" in second


def test_a_few_boards_may_be_chance(tmp_path):
    assert all("that may be chance" in text for text in words(tmp_path, count=1))


def test_nothing_is_said_where_no_options_are_given(tmp_path):
    assert words(tmp_path, GRID.replace("breadth-first", "greedy")) == []


def test_a_single_search_is_held_against_nothing(tmp_path):
    text = GRID.replace('["astar", "breadth-first"]', '"weighted-astar(weight=2)"')
    assert "Searches with" not in made_up(tmp_path, by_weight, text=text).verdict()


def test_where_nothing_differs_it_is_said_so(tmp_path):
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=WEIGHED).verdict()
    assert "weighted-astar(weight=1.5) exactly as much on each (8 of 8 solved, never" in verdict


def test_one_heuristic_alone_is_not_said_to_have_no_comparison(tmp_path):
    text = WEIGHED.replace('["zero", "conflicts", "manhattan"]', '"zero"')
    paragraph, of_axes = made_up(tmp_path, by_weight, text=text).verdict().split("\n\n")[1:]
    assert paragraph.startswith("Searches with zero next to astar")
    assert of_axes.startswith("Not tested: what size and walls do.")
