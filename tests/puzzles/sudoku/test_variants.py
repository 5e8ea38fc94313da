"""Jigsaw, diagonals and killer: ids in both directions, solutions by the rules alone."""

import random

import pytest

from aima_search.algorithms.informed import astar_search
from aima_search.base.errors import BoardError
from puzzles import Sudoku
from puzzles.sudoku.deduction.propagation import allowed, combinations_of, remainders
from puzzles.sudoku.rules import Cage, ContradictoryGivens, box_layout, is_solution
from tests.puzzles.sudoku.oracle import flat

REGIONS_6 = "112222122333111343555344565664566644"
JIGSAW_6 = "6j:c5b6_4c2a2o1a6a2a4,acad__b_a__a_bcb___b_a_ba_a__ab"


def brute_force(groups, totals, givens):
    """Solutions of side 4 by trying everything; groups hold different digits."""
    n, digits = 4, list(givens)
    of_cell = [[g for g in groups if cell in g] for cell in range(n * n)]

    def fill(cell):
        if cell == n * n:
            if all(sum(digits[c] for c in cells) == total for cells, total in totals):
                yield tuple(digits)
            return
        choices = [givens[cell]] if givens[cell] else range(1, n + 1)
        for digit in choices:
            digits[cell] = 0
            if all(digits[c] != digit or c == cell for g in of_cell[cell] for c in g if c < cell):
                digits[cell] = digit
                yield from fill(cell + 1)
        digits[cell] = givens[cell]

    return set(fill(0))


def lines(n):
    rows = [range(r * n, r * n + n) for r in range(n)]
    return [*rows, *[range(c, n * n, n) for c in range(n)]]


def areas(labels):
    return [[i for i, label in enumerate(labels) if label == name] for name in sorted(set(labels))]


@pytest.mark.parametrize("regions", ["1112112233423444", "1122112233443344", "1111222233334444"])
def test_jigsaws_of_side_4_have_the_solutions_of_brute_force(regions):
    sizes = {label: regions.count(label) for label in regions}
    if set(sizes.values()) != {4}:
        with pytest.raises(BoardError, match="region"):
            Sudoku([[0] * 4] * 4, regions=regions)
        return
    problem = Sudoku([[1, 0, 0, 0], *[[0] * 4] * 3], regions=regions)
    groups = lines(4) + areas(regions)
    found = {flat(problem, state) for state in problem.solutions()}
    assert found == brute_force(groups, [], [1] + [0] * 15)


def test_a_jigsaw_id_is_read_solved_and_written():
    problem = Sudoku(JIGSAW_6)
    assert problem.layout.regions == tuple(int(c) - 1 for c in REGIONS_6)
    assert problem.format() == JIGSAW_6
    assert problem.box is None
    (solution,) = problem.solutions()
    rows = problem.grid(solution)
    units = lines(6) + areas(REGIONS_6)
    digits = [d for row in rows for d in row]
    assert all({digits[c] for c in unit} == set(range(1, 7)) for unit in units)
    assert astar_search(problem).state == solution
    same = Sudoku(problem.grid(problem.initial), regions=REGIONS_6)
    assert same.format() == JIGSAW_6


def test_diagonals_are_part_of_the_id():
    problem = Sudoku.generate(2, box=(3, 3), diagonals=True)
    text = problem.format()
    assert text.startswith("3x3x:")
    assert Sudoku(text).layout.diagonals
    assert Sudoku(text).is_unique()
    plain = Sudoku(text.replace("3x3x:", "3x3:"))
    assert not plain.is_unique()  # the diagonals are what makes it so


def random_cages(rng, n, digits):
    """Cut the board into cages of 1 to 3 cells of a row with different digits."""
    cages, cell = [], 0
    while cell < n * n:
        size = min(rng.randint(1, 3), n - cell % n)
        cells = tuple(range(cell, cell + size))
        cages.append((cells, sum(digits[c] for c in cells)))
        cell += size
    return cages


@pytest.mark.parametrize("seed", range(8))
def test_killers_of_side_4_have_the_solutions_of_brute_force(seed):
    rng = random.Random(seed)
    base = Sudoku([[0] * 4] * 4)
    digits = [d for row in base.grid(rng.choice(list(base.solutions()))) for d in row]
    cages = random_cages(rng, 4, digits)
    named = [([divmod(c, 4) for c in cells], total) for cells, total in cages]
    problem = Sudoku([[0] * 4] * 4, cages=named)
    boxes = [unit.cells for unit in problem.layout.units[8:12]]
    groups = [*lines(4), *boxes, *(cells for cells, _ in cages)]
    expected = brute_force(groups, cages, [0] * 16)
    assert {flat(problem, state) for state in problem.solutions()} == expected
    assert tuple(digits) in expected
    again = Sudoku(problem.format())
    assert again.layout == problem.layout
    assert again.format() == problem.format()
    node = astar_search(problem)
    assert is_solution(problem.layout, problem.bitboard.digits(node.state))


@pytest.mark.parametrize("propagation", ["none", "forward-checking", "singles", "locked"])
def test_a_killer_is_solved_under_every_propagation(propagation):
    cages = [(["A1", "A2"], 3), (["B1", "B2"], 7), (["A3", "B3"], 7), (["C1", "D1"], 4),
             (["C2"], 2), (["C4", "D4", "D3"], 7)]  # fmt: skip
    killer = Sudoku([[0] * 4] * 4, cages=cages)
    expected = {flat(killer, state) for state in killer.solutions()}
    problem = Sudoku([[0] * 4] * 4, cages=cages, propagation=propagation)
    node = astar_search(problem)
    assert (node is None) == (not expected)
    if node:
        assert flat(problem, node.state) in expected


def test_equal_givens_in_a_cage_contradict_each_other():
    with pytest.raises(ContradictoryGivens, match="cage at A1 has the digit 1 in A1 and in B3"):
        Sudoku([[1, 0, 0, 0], [0, 0, 1, 0], *[[0] * 4] * 2], cages=[(["A1", "B3", "A2"], 6)])


@pytest.mark.parametrize(
    ("cages", "expected"),
    [
        ([(["A1", "A2"], 2)], "expected 3 to 7"),
        ([(["A1", "A2"], 8)], "expected 3 to 7"),
        ([(["A1", "A1"], 4)], "expected 1 to 4 different cells"),
        ([(["A1", "A2"], 3), (["A2", "A3"], 3)], "in no other cage"),
        ([(["A1", "E1"], 3)], "A1 to D4"),
        ([([(0, 4)], 3)], "a row and a column from 0 to 3"),
        ([([], 3)], "0 cells"),
        ([(["A1"], "3")], "expected cells and a total"),
        ([(["A1"],)], "expected cells and a total"),
        ([(7, 3)], "expected cells and a total"),
        ([([("A", 1)], 3)], "expected a name from A1 to D4"),
    ],
)
def test_cages_that_cannot_be_are_refused(cages, expected):
    with pytest.raises(BoardError, match=expected):
        Sudoku([[0] * 4] * 4, cages=cages)


@pytest.mark.parametrize("cells", [(-1, 0), (15, 16)])
def test_a_layout_refuses_cages_with_cells_outside_the_board(cells):
    with pytest.raises(BoardError, match="cage 1: expected cells of the board"):
        box_layout((2, 2), cages=(Cage(cells, 5),))


def test_combinations_are_all_sets_with_the_total():
    expected = {
        bits
        for bits in range(1 << 9)
        if bits.bit_count() == 3 and sum(d + 1 for d in range(9) if bits >> d & 1) == 10
    }
    assert set(combinations_of(3, 10, 9)) == expected
    assert len(expected) == 4  # 127 136 145 235


@pytest.mark.parametrize("seed", range(40))
def test_domains_keep_every_digit_of_every_way_to_fill_a_cage(seed):
    rng = random.Random(seed)
    size = rng.randint(1, 3)
    domains = tuple(rng.randint(1, 63) for _ in range(size))
    total = rng.randint(size * (size + 1) // 2, size * (13 - size) // 2)
    ways = [()]
    for domain in domains:
        digits = [d + 1 for d in range(6) if domain >> d & 1]
        ways = [(*way, d) for way in ways for d in digits if d not in way]
    ways = [way for way in ways if sum(way) == total]
    left = allowed(domains, total)
    if left is None:
        assert not ways
        return
    for cell, domain in enumerate(domains):
        assert left[cell] | domain == domain
        for way in ways:
            assert left[cell] >> way[cell] - 1 & 1


def test_the_rest_of_a_unit_is_a_cage_too():
    cages = [(["A1", "A2", "A3"], 6), (["B1", "C1"], 5)]
    rests = list(remainders(Sudoku([[0] * 4] * 4, cages=cages).layout))
    assert ((3,), 4) in [(cage.cells, cage.total) for cage in rests]
    assert all(cage.total <= 10 for cage in rests)
