"""Random boards: paired axes change nothing but themselves, wanted costs are kept."""

import random
from itertools import pairwise

import pytest

from aima_search.base.errors import SearchError
from aima_search.search import breadth_first_graph_search, uniform_cost_search
from puzzles import Hitori, MovIX
from puzzles.movix.generator import random_board
from tests.aima_search.apps.lab.grids import instances


def blocks(found):
    """Return the instances by block, the problem of each by the values of its axes."""
    grouped = {}
    for one in found:
        grouped.setdefault(one.block, []).append((one.axes, MovIX.parse(one.id)))
    return list(grouped.values())


@pytest.mark.parametrize("size", [4, 9, "12x11"])
def test_more_walls_are_added_to_the_same_pieces(size):
    for seed in range(30):
        few, more = (
            random_board(random.Random(seed), size=size, pieces="S1H1", walls=walls)
            for walls in (1, 9)
        )
        for row, other in zip(few, more, strict=True):
            assert all(a == b or (a, b) == ("_", "M") for a, b in zip(row, other, strict=True))


@pytest.mark.parametrize("condition", ["", "solvable = true", "min-cost = 1\nmax-cost = 9"])
def test_a_paired_axis_changes_nothing_else(tmp_path, condition):
    table = 'size = 5\nline = [3, 4]\nwalls = [0, 2, 5]\npaired = ["walls", "line"]\ncount = 4\n'
    found = blocks(instances(tmp_path, table + condition))
    assert [len(block) for block in found] == [6] * 4
    for block in found:
        assert len({problem.initial for _, problem in block}) == 1
        for axes, problem in block:
            assert (problem.line, len(problem.walls)) == (axes["line"], axes["walls"])
        by_walls = sorted((problem.walls for _, problem in block), key=len)
        assert all(a <= b for a, b in pairwise(by_walls))


def test_boards_that_are_not_paired_differ(tmp_path):
    found = blocks(instances(tmp_path, "size = 5\nwalls = [0, 3]\ncount = 5"))
    assert [len(block) for block in found] == [1] * 10


def test_a_paired_grid_grows_without_a_change_to_its_boards(tmp_path):
    table = 'size = {}\nwalls = {}\npaired = "walls"\ncount = {}'

    def ids(*values):
        return {one.id for one in instances(tmp_path, table.format(*values))}

    assert ids([5], [0, 3], 2) < ids([4, 5], [0, 3, 6], 3)


@pytest.mark.parametrize(
    ("condition", "kept"),
    [
        ("solvable = true", lambda cost: cost is not None),
        ("min-cost = 2", lambda cost: cost is not None and cost >= 2),
        ("max-cost = 1", lambda cost: cost is not None and cost <= 1),
        ("min-cost = 1\nmax-cost = 1", lambda cost: cost == 1),
    ],
)
def test_boards_of_a_wanted_cost_are_kept(tmp_path, condition, kept):
    table = 'size = 3\nline = 3\npieces = "S1H1L1"\nwalls = 3\ncount = 6\n'
    costs = []
    for one in instances(tmp_path, table + condition):
        node = breadth_first_graph_search(MovIX.parse(one.id))
        costs.append(None if node is None else node.path_cost)
    assert len(costs) == 6
    assert all(map(kept, costs)), costs
    plain = [MovIX.parse(one.id) for one in instances(tmp_path, table)]
    nodes = [breadth_first_graph_search(problem) for problem in plain]
    assert not all(kept(None if node is None else node.path_cost) for node in nodes)


def test_a_wanted_cost_goes_for_every_option_of_a_board(tmp_path):
    table = 'size = 4\nformulation = ["naive", "deduce"]\ncost = ["shaded", "repeats"]\n'
    found = instances(tmp_path, table + "min-cost = 5\ncount = 2", "hitori")
    problems = [Hitori.parse(one.id, **Hitori.read_options(one.options)) for one in found]
    costs = [uniform_cost_search(problem).path_cost for problem in problems]
    assert len(costs) == 8
    assert len(set(costs)) > 1
    assert min(costs) >= 5, costs


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('size = [4, 5]\npaired = "size"', "paired: unknown option that can be paired 'size'"),
        ('size = 4\npaired = "walls"', "paired: the key 'walls' is missing"),
        ('size = 4\nmin-cost = "2"', "min-cost = '2': expected a number"),
        ("size = 4\nmin-cost = 3\nmax-cost = 2", "max-cost = 2: expected at least 3"),
        ("size = 4\nsolvable = 2", "solvable = 2: expected true or false"),
        ("size = 4\nmin-cost = 999", "none of 100 random boards has a solution with a cost"),
    ],
)
def test_a_fault_is_named(tmp_path, table, words):
    with pytest.raises(SearchError, match=words):
        instances(tmp_path, table)
