"""Techniques: every strike against all solutions, ratings against those of another program."""

import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from puzzles import Sudoku
from puzzles.sudoku.deduction import TECHNIQUES
from puzzles.sudoku.deduction.marks import PencilMarks
from puzzles.sudoku.generator import random_solution
from puzzles.sudoku.rules import box_layout, jigsaw_layout

REGIONS_6 = "112222122333111343555344565664566644"
RATINGS = [
    (puzzle, float(rating))
    for puzzle, rating, *_ in (
        line.split("\t")
        for line in (Path(__file__).parents[1] / "golden" / "ratings.tsv").read_text().splitlines()
        if not line.startswith("#")
    )
]
MOST_SOLUTIONS = 60
ONE_SOLUTION_ONLY = {"unique-rectangle", "bivalue-universal-grave"}


def neighbours(cell, n):
    row, column = divmod(cell, n)
    places = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * n + c for r, c in places if 0 <= r < n and 0 <= c < n]


def random_cages(rng, digits, n):
    """Cages of up to four cells, different digits in each, that cover the board."""
    left, cages = set(range(n * n)), []
    while left:
        cage = [rng.choice(sorted(left))]
        left.discard(cage[0])
        for _ in range(rng.randint(0, 3)):
            used = {digits[cell] for cell in cage}
            around = {other for cell in cage for other in neighbours(cell, n)} & left
            free = sorted(cell for cell in around if digits[cell] not in used)
            if free:
                cage.append(rng.choice(free))
                left.discard(cage[-1])
        cages.append(([divmod(cell, n) for cell in cage], sum(digits[cell] for cell in cage)))
    return cages


def random_puzzle(rng, kind):
    """A puzzle of a kind; "several" has lost givens of a puzzle with one solution."""
    box = rng.choice([(2, 3), (3, 3)]) if kind in ("diagonals", "several") else (3, 3)
    if kind in ("plain", "several", "diagonals"):
        problem = Sudoku.generate(rng, box=box, diagonals=kind == "diagonals")
        lost = rng.randint(1, 2) if kind == "several" else 0
        givens = list(problem.givens)
        for cell in rng.sample([cell for cell, digit in enumerate(givens) if digit], lost):
            givens[cell] = 0
        layout, options = problem.layout, {"box": box, "diagonals": kind == "diagonals"}
    elif kind == "jigsaw":
        layout, options = jigsaw_layout(REGIONS_6), {"regions": REGIONS_6}
        givens = random_solution(layout, rng)
        for cell in rng.sample(range(36), 36):
            fewer = [*givens[:cell], 0, *givens[cell + 1 :]]
            if Sudoku(
                [fewer[first : first + 6] for first in range(0, 36, 6)], **options
            ).is_unique():
                givens = fewer
    else:
        layout, options = box_layout(rng.choice([(2, 2), (2, 3)])), {}
        digits = random_solution(layout, rng)
        givens = [digit if rng.random() < 0.1 else 0 for digit in digits]
        options = {"box": layout.box, "cages": random_cages(rng, digits, layout.side)}
    n = layout.side
    return Sudoku([givens[first : first + n] for first in range(0, n * n, n)], **options)


def check_every_technique(problem):
    """Check what every technique finds on the way of an explanation; return how often each did."""
    bitboard, used = problem.bitboard, Counter()
    found = [bitboard.digits(state) for state in problem.solutions(limit=MOST_SOLUTIONS)]
    if not found or len(found) == MOST_SOLUTIONS:
        return used
    possible = [{solution[cell] - 1 for solution in found} for cell in range(bitboard.cells)]
    state = problem.initial
    while bitboard.open_cells(state):
        marks, first = PencilMarks(bitboard, state, lambda: len(found) == 1), None
        used["boards"] += 1
        for technique in TECHNIQUES.values():
            if first is not None and (first.placement or technique.name == "nested-forcing-chains"):
                break
            for one in islice(technique.find(marks), 40):
                used[technique.name] += 1
                first = first or one
                assert one.strikes or one.placement, technique.name
                for cell, digit in one.strikes:
                    assert marks.domains[cell] >> digit & 1, (technique.name, one, problem)
                    assert digit not in possible[cell], (technique.name, one, problem)
                if one.placement:
                    assert possible[one.placement[0]] == {one.placement[1]}, (one, problem)
        if first is None:
            break
        placed = first.placement
        state = (
            bitboard.place(state, placed) if placed else bitboard.remove(state, list(first.strikes))
        )
    if len(found) > 1:
        assert not used.keys() & ONE_SOLUTION_ONLY
    return used


KINDS = ("plain", "several", "diagonals", "jigsaw", "killer")


@pytest.mark.parametrize("kind", KINDS)
def test_no_technique_strikes_a_digit_of_a_solution(kind):
    used = Counter()
    for seed in range(3):
        used += check_every_technique(random_puzzle(random.Random(f"{kind}{seed}"), kind))
    assert len(used) > 5


@pytest.mark.gate("thousands of boards")
def test_no_technique_strikes_a_digit_of_a_solution_on_thousands_of_boards():
    used = Counter()
    for kind in KINDS:
        for seed in range(12):
            used += check_every_technique(random_puzzle(random.Random(f"{kind}{seed}"), kind))
    assert used["boards"] > 2_500
    assert set(TECHNIQUES) - set(used) == {"search"}


def test_ratings_up_to_4_2_are_those_of_sukaku_explainer():
    easy = [(puzzle, rating) for puzzle, rating in RATINGS if rating <= 4.2]
    sample = [*easy[::5], *(one for one in easy if one[1] in (1.7, 2.3, 2.8, 3.2, 3.6, 4.1, 4.2))]
    assert [Sudoku(puzzle).rating() for puzzle, _ in sample] == [r for _, r in sample]


def test_ratings_from_4_3_to_7_are_those_of_sukaku_explainer():
    players = [(puzzle, rating) for puzzle, rating in RATINGS if 4.3 <= rating <= 7.0]
    assert len(players) == 141
    sample = players[::6]
    equal = sum(Sudoku(puzzle).rating() == rating for puzzle, rating in sample)
    assert equal >= 0.95 * len(sample)


@pytest.mark.gate("365 puzzles, some of them very hard")
def test_ratings_rise_with_those_of_sukaku_explainer():
    from scipy.stats import spearmanr

    ratings = [(theirs, Sudoku(puzzle).rating()) for puzzle, theirs in RATINGS]
    assert len(ratings) == 365
    assert [(theirs, ours) for theirs, ours in ratings if theirs <= 4.2 and theirs != ours] == []
    assert sum(theirs == ours for theirs, ours in ratings if 4.2 < theirs <= 7.0) >= 0.95 * 141
    assert spearmanr(*zip(*ratings, strict=True)).statistic > 0.99
    hard = [pair for pair in ratings if pair[0] > 4.2]
    assert spearmanr(*zip(*hard, strict=True)).statistic > 0.98


def test_a_unique_rectangle_is_used_on_boards_with_one_solution_only():
    find, wrong = TECHNIQUES["unique-rectangle"].find, 0
    for seed in (0, 1, 2, 3):
        problem = random_puzzle(random.Random(seed), "several")
        solutions = [problem.bitboard.digits(state) for state in problem.solutions(limit=2)]
        if len(solutions) < 2:
            continue
        state = problem.initial
        for step in problem.explain():
            assert step.rule not in ONE_SOLUTION_ONLY
            for found in find(PencilMarks(problem.bitboard, state, lambda: True)):
                wrong += any(one[c] == d + 1 for one in solutions for c, d in found.strikes)
            gone = [(row * problem.side + column, d - 1) for (row, column), d in step.removed]
            state = problem.bitboard.remove(state, gone)
            if step.placement:
                (row, column), digit = step.placement
                state = problem.bitboard.place(state, (row * problem.side + column, digit - 1))
    assert wrong > 0


NESTED = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
TEXTS = {
    "full-house": "E6 = 4: the last empty cell of column 6",
    "naked-single": "H6 = 6: no other digit fits in H6",
    "direct-hidden-pair": "A3 = 2: 4 and 6 of row A lie in A1 A2, which leaves one place for 2",
    "claiming": "3 in column 6 must lie in box 8: not 3 in G5 H4 H5",
    "naked-pair": "H1 H4 of row H hold 1 and 7: not 1 in H3, not 7 in H2 H3 H6",
    "x-wing": "6 in A6 A9 I6 I9 takes columns 6 9: not 6 in D9 G6 G9",
}


def test_steps_describe_their_patterns():
    texts = {}
    for puzzle, _ in RATINGS[:8]:
        for step in Sudoku(puzzle).explain():
            texts.setdefault(step.rule, step)
    assert {name: str(texts[name]) for name in TEXTS} == TEXTS
    pair = texts["naked-pair"]
    assert pair.because == ((7, 0), (7, 3))
    assert sorted(map(str, pair.removed)) == ["H2 = 7", "H3 = 1", "H3 = 7", "H6 = 7"]
    assert pair.rating == 3.0
    assert pair.sentence.startswith("Two cells of a unit hold the same two digits.")


def test_a_board_that_no_chain_solves_is_solved_by_nested_ones():
    problem = Sudoku(NESTED)
    assert problem.difficulty() == "nested-forcing-chains"
