"""Complete boards: penalties by difference against their definition; what searches find."""

import random
from math import comb

import pytest

from aima_search.algorithms.climbing import (
    hill_climbing,
    local_beam_search,
    random_restart_hill_climbing,
    simulated_annealing,
)
from aima_search.algorithms.genetic import genetic_search
from aima_search.base.errors import BoardError, InputError, NotApplicable, UnknownName
from aima_search.model.problem import Node
from puzzles import Sudoku, SudokuLocal
from puzzles.sudoku.local import NEIGHBOURHOODS
from puzzles.sudoku.local.filling import COSTS, Exchange
from puzzles.sudoku.rules import Placement
from tests.puzzles.sudoku.oracle import is_solution

VARIANTS = {
    "3x3": lambda: Sudoku.generate(1),
    "2x3": lambda: Sudoku.generate(1, box=(2, 3)),
    "3x3 with diagonals": lambda: Sudoku.generate(1, diagonals=True),
    "jigsaw": lambda: Sudoku("6j:c5b6_4c2a2o1a6a2a4,acad__b_a__a_bcb___b_a_ba_a__ab"),
}


def cost_by_definition(problem, rows):
    """The cost from the rows alone, by the words of its definition."""
    n, digits = problem.side, [digit for row in rows for digit in row]
    lines = [range(r * n, r * n + n) for r in range(n)] + [range(c, n * n, n) for c in range(n)]
    boxes = [
        [c for c in range(n * n) if problem.layout.regions[c] == number] for number in range(n)
    ]
    diagonals = [range(0, n * n, n + 1), range(n - 1, n * n - 1, n - 1)]
    lines += diagonals if problem.layout.diagonals else []
    units = [[digits[c] for c in unit] for unit in lines + boxes]
    counts = [unit.count(d) for unit in units for d in range(1, n + 1)]
    return {
        "notebook": 0.05 * sum(abs(count - 1) for count in counts),
        "missing": counts.count(0),
        "conflicts": sum(comb(count, 2) for count in counts),
        "units": sum(sorted(unit) != list(range(1, n + 1)) for unit in units),
    }[problem.cost_name]


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_value_by_difference_is_value_by_definition_along_a_walk(variant, neighbourhood, cost):
    problem = SudokuLocal(VARIANTS[variant](), neighbourhood=neighbourhood, cost=cost, seed=3)
    rng, state, branches = random.Random(5), problem.initial, []
    for _ in range(60):
        actions = problem.actions(state)
        after = problem.result(state, rng.choice(actions))
        assert -problem.value(after) == pytest.approx(
            cost_by_definition(problem, problem.grid(after))
        )
        branches.append(state)
        # Now on to the neighbour, now to stay, now back to an older state: the tally must follow.
        state = rng.choice([after, after, state, rng.choice(branches)])
    assert len(set(branches)) > 10


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_a_cost_of_ones_own_is_asked_for_every_filling(tmp_path, neighbourhood):
    def twice_missing(rows):
        columns = zip(*rows, strict=True)
        return 2 * sum(len(line) - len(set(line)) for line in (*rows, *columns))

    puzzle = Sudoku.generate(2, box=(2, 3))
    problem = SudokuLocal(puzzle, neighbourhood=neighbourhood, cost=twice_missing, seed=1)
    for state in (problem.initial, *[after for _, after, _ in problem.successors(problem.initial)]):
        assert problem.cost(state) == -problem.value(state) == twice_missing(problem.grid(state))
    (tmp_path / "mine.py").write_text("def f(rows): return 0.5 * len(rows)", encoding="utf-8")
    spec = f"{tmp_path / 'mine.py'}:f"
    filed = SudokuLocal(puzzle, neighbourhood=neighbourhood, cost=spec)
    assert filed.value(filed.initial) == -3
    assert filed.settings()["cost"] == spec
    for wrong in (lambda rows: -1, lambda rows: None, lambda rows: float("nan")):
        with pytest.raises(InputError, match="expected a number from 0 up"):
            SudokuLocal(puzzle, neighbourhood=neighbourhood, cost=wrong)


def test_a_cost_of_nothing_does_not_make_a_filling_a_solution():
    puzzle = Sudoku.generate(2, box=(2, 3))
    problem = SudokuLocal(puzzle, cost=lambda rows: 0)
    assert not problem.goal_test(problem.initial)
    assert problem.actions(problem.initial)
    (solution,) = puzzle.solutions()
    assert problem.goal_test(problem.state(puzzle.grid(solution)))


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_successors_agree_with_actions_and_result(neighbourhood):
    problem = SudokuLocal(Sudoku.generate(2, box=(2, 3)), neighbourhood=neighbourhood)
    state = problem.initial
    expected = [(a, problem.result(state, a), 1) for a in problem.actions(state)]
    found = list(problem.successors(state))
    assert found == expected
    assert [after.penalty for _, after, _ in found] == [after.penalty for _, after, _ in expected]


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_steps_change_free_cells_only(neighbourhood):
    puzzle = Sudoku.generate(2, box=(2, 3))
    problem = SudokuLocal(puzzle, neighbourhood=neighbourhood)
    for state in (problem.initial, problem.random_state(random.Random(8))):
        for _, after, _ in problem.successors(state):
            for given_digit, digit in zip(puzzle.givens, after.digits, strict=True):
                assert given_digit in (0, digit)


@pytest.mark.parametrize("neighbourhood", ["cells", "boxes"])
def test_a_long_walk_needs_no_look_at_the_digits_on_the_way(neighbourhood):
    problem = SudokuLocal(Sudoku.generate(2, box=(2, 3)), neighbourhood=neighbourhood)
    exchanges = [a for a in problem.actions(problem.initial) if isinstance(a, Exchange)]
    rng, state, digits = random.Random(1), problem.initial, list(problem.initial.digits)
    for _ in range(5_000):
        exchange = rng.choice(exchanges)
        state = problem.result(state, exchange)
        one, other = (row * 6 + column for row, column in exchange)
        digits[one], digits[other] = digits[other], digits[one]
    assert list(state.digits) == digits


@pytest.mark.parametrize(("neighbourhood", "first"), [("boxes", 18), ("rows", 0)])
def test_boxes_or_rows_hold_every_digit_once_and_stay_so(neighbourhood, first):
    problem = SudokuLocal(Sudoku.generate(2), neighbourhood=neighbourhood)
    for state in (problem.initial, *[after for _, after, _ in problem.successors(problem.initial)]):
        for unit in problem.layout.units[first : first + 9]:
            assert {state.digits[cell] for cell in unit.cells} == set(range(1, 10))


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_a_solution_is_the_goal_and_has_no_actions(neighbourhood):
    puzzle = Sudoku.generate(3)
    (solution,) = puzzle.solutions()
    problem = SudokuLocal(puzzle, neighbourhood=neighbourhood)
    state = problem.state(puzzle.grid(solution))
    assert problem.goal_test(state)
    assert problem.value(state) == 0
    assert list(problem.actions(state)) == []
    assert problem.mutate(state, random.Random(1)) == state
    assert not problem.goal_test(problem.initial)


@pytest.mark.parametrize("neighbourhood", ["cells", "boxes", "rows"])
def test_annealing_solves_a_small_board(neighbourhood):
    problem = SudokuLocal(Sudoku.generate(1, box=(2, 3)), neighbourhood=neighbourhood, seed=1)
    schedule = problem.schedule(60_000)
    state = simulated_annealing(problem, schedule, seed=1)
    assert problem.goal_test(state)
    assert is_solution(problem.grid(state), (2, 3))
    assert simulated_annealing(problem, schedule, seed=1) == state
    assert schedule(60_000) == 0 < schedule(59_999)


@pytest.mark.parametrize("neighbourhood", ["cells", "boxes"])
@pytest.mark.parametrize(
    "search",
    [
        hill_climbing,
        local_beam_search,
        lambda problem, seed: genetic_search(problem, ngen=100, seed=seed),
        lambda problem, seed: random_restart_hill_climbing(problem, restarts=3, seed=seed),
    ],
)
def test_local_searches_improve_on_where_they_start(search, neighbourhood):
    problem = SudokuLocal(Sudoku.generate(1, box=(2, 3)), neighbourhood=neighbourhood, seed=2)
    random.seed(1)
    before = random.getstate()
    found = search(problem, seed=4)
    assert problem.value(found) > problem.value(problem.initial)
    assert search(problem, seed=4) == found
    assert random.getstate() == before


def test_singles_first_fixes_the_cells_of_singles():
    puzzle = Sudoku.level("09x09-4-search")
    problem = SudokuLocal(puzzle, singles_first=True)
    closed = puzzle.bitboard.close_under_singles(puzzle.initial)
    assert problem.fixed == tuple(puzzle.bitboard.digits(closed))
    assert len(problem.free) < len(SudokuLocal(puzzle).free)
    easy = SudokuLocal(Sudoku.level("09x09-1-hidden-singles"), singles_first=True)
    assert easy.goal_test(easy.initial)
    with pytest.raises(BoardError, match="leads to a contradiction"):
        SudokuLocal([[1, 2, 3, 0], [0, 0, 0, 4], [0] * 4, [0] * 4], singles_first=True)


def test_the_seed_decides_the_fill():
    puzzle = Sudoku.generate(2)
    assert SudokuLocal(puzzle, seed=1).initial == SudokuLocal(puzzle, seed=1).initial
    assert SudokuLocal(puzzle, seed=1).initial != SudokuLocal(puzzle, seed=2).initial
    assert SudokuLocal(puzzle, seed=random.Random(1)).initial == SudokuLocal(puzzle, seed=1).initial


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_children_mix_their_parents(neighbourhood):
    problem = SudokuLocal(Sudoku.generate(2), neighbourhood=neighbourhood)
    rng = random.Random(1)
    x, y = problem.random_state(rng), problem.random_state(rng)
    child = problem.recombine(x, y, rng)
    assert child not in (x, y)
    assert all(digit in pair for digit, *pair in zip(child.digits, x.digits, y.digits, strict=True))
    assert -problem.value(child) == pytest.approx(cost_by_definition(problem, problem.grid(child)))


def test_steps_print_what_they_do():
    problem = SudokuLocal(Sudoku.generate(2))
    exchange = problem.actions(problem.initial)[0]
    change = problem.actions(problem.initial)[-1]
    assert isinstance(exchange, Exchange)
    assert isinstance(change, Placement)
    after = problem.result(problem.initial, exchange)
    assert after.digits == problem.result(problem.initial, exchange).digits
    picture = problem.scene(after, exchange)
    marked = {(r, c) for r, c, cell in picture.positions() if cell.marked}
    assert marked == set(exchange)
    assert problem.scene(problem.initial, change).cells[change.cell[0]][change.cell[1]].marked


def test_a_state_must_fit_the_givens():
    problem = SudokuLocal("12..34..2.......")
    with pytest.raises(BoardError, match="found 2 in A1, expected the given 1"):
        problem.state(["2111"] * 4)
    with pytest.raises(BoardError, match="found 0 in A3, expected a digit"):
        problem.state(["12.." * 1, "3411", "2111", "1111"])
    with pytest.raises(BoardError, match="3 rows"):
        problem.state(["1234"] * 3)


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_a_search_can_start_from_a_given_filling(neighbourhood):
    problem = SudokuLocal(Sudoku.generate(2), neighbourhood=neighbourhood, seed=5)
    rows = problem.grid(problem.initial)
    line = "".join(str(digit) for row in rows for digit in row)
    for board in (rows, line, "\n".join(line[i : i + 9] for i in range(0, 81, 9))):
        for givens in (problem.givens, problem.format(), problem.format("line")):
            again = SudokuLocal(board, givens=givens, neighbourhood=neighbourhood)
            assert again.initial == problem.initial
            assert again.initial.penalty == problem.initial.penalty
            assert again.format() == problem.format()


def test_a_filling_for_boxes_has_every_digit_in_every_box():
    latin = ["1234", "2341", "3412", "4123"]  # rows and columns are complete, boxes are not
    cells = SudokuLocal("." * 16)
    assert not cells.goal_test(cells.state(latin))
    with pytest.raises(BoardError, match="every digit once in box 1"):
        SudokuLocal("." * 16, neighbourhood="boxes").state(latin)


def test_what_does_not_apply_is_refused():
    with pytest.raises(NotApplicable, match="no cages"):
        SudokuLocal([[0] * 4] * 4, cages=[(["A1"], 1)])
    with pytest.raises(UnknownName, match="did you mean 'boxes'"):
        SudokuLocal("." * 16, neighbourhood="box")


def test_local_problems_are_puzzles_too():
    problem = SudokuLocal.level()
    assert SudokuLocal.parse(problem.format()).initial == problem.initial
    assert "SudokuLocal.parse('2x2:" in repr(problem)
    node = Node(problem.initial).expand(problem)[0]
    assert node.path_cost == 1
    assert "A" in str(problem)
    assert repr(problem.initial).startswith("<Filling 2 3")


def test_the_faults_of_a_filling_are_the_digits_that_a_unit_has_more_than_once():
    givens = "1..............."
    filling = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 3, 3]]
    problem = SudokuLocal(filling, givens=givens)
    assert problem.faults(problem.initial) == [
        "3 is 3 times in row D",
        "3 is twice in column 3",
        "3 is twice in column 4",
        "3 is 3 times in box 4",
    ]
    filling[3] = [4, 3, 2, 1]
    solved = SudokuLocal(filling, givens=givens)
    assert solved.faults(solved.initial) == []
    assert solved.goal_test(solved.initial)


class Interleaved(tuple):
    """Steps between which somebody else looks at the problem from elsewhere, as a thread may do."""

    def __iter__(self):
        for step in super().__iter__():
            self.look(step)
            yield step


class Shared(SudokuLocal):
    def actions(self, state):
        steps = Interleaved(super().actions(state))
        steps.look = self.look
        return steps

    def look(self, step):
        pass


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_two_that_search_one_problem_do_not_disturb_each_other(neighbourhood):
    problem = Shared(Sudoku.generate(2, box=(2, 3)), neighbourhood=neighbourhood, seed=1)
    alone = [filling.penalty for _, filling, _ in problem.successors(problem.initial)]
    elsewhere = problem.random_state(random.Random(2))
    problem.look = lambda step: problem.result(elsewhere, step)
    disturbed = [filling.penalty for _, filling, _ in problem.successors(problem.initial)]
    assert disturbed == alone


@pytest.mark.parametrize("neighbourhood", NEIGHBOURHOODS)
def test_an_interruption_leaves_the_values_right(monkeypatch, neighbourhood):
    problem = SudokuLocal(Sudoku.generate(2, box=(2, 3)), neighbourhood=neighbourhood, seed=1)
    first, *_, last = problem.actions(problem.initial)
    after = problem.result(problem.initial, first)
    expected = -problem.value(problem.state(problem.grid(problem.result(after, last))))

    def interrupt(*_):
        raise KeyboardInterrupt

    after = problem.result(problem.initial, first)
    with monkeypatch.context() as patch:
        patch.setattr("puzzles.sudoku.local.filling.FilledBoard.settle", interrupt)  # it has moved
        with pytest.raises(KeyboardInterrupt):
            problem.result(after, last)
    assert -problem.value(problem.result(problem.result(problem.initial, first), last)) == expected
