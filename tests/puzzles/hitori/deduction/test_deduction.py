from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzles.bits import places_of
from puzzles.hitori.deduction.deducer import MINIMAL_RULES, RULES, SOUND_RULES, Deducer
from puzzles.hitori.deduction.patterns import PATTERNS, find_patterns, pairs
from puzzles.hitori.deduction.position import ImplicationClosures, PartialState, forest_of
from puzzles.hitori.rules import HitoriBoard, geometry
from tests.examples import examples
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards, solvable_boards

any_boards = st.one_of(boards(), solvable_boards())


def board_of(rows: Rows) -> HitoriBoard:
    return HitoriBoard(tuple(map(tuple, rows)))


def agrees(
    board: HitoriBoard, position: PartialState | None, solutions: Iterable[oracle.Shading]
) -> bool:
    """Return True if all solutions agree with the position, None if there is no solution."""
    if position is None:
        return not list(solutions)
    shaded = set(board.geometry.cells_of(position.shaded))
    kept = set(board.geometry.cells_of(position.kept))
    return all(shaded <= solution and kept.isdisjoint(solution) for solution in solutions)


@pytest.mark.parametrize("rule", MINIMAL_RULES)
@examples(60)
@given(rows=any_boards, data=st.data())
def test_each_rule_is_sound_for_the_solutions_it_names(
    rule: str, rows: Rows, data: st.DataObject
) -> None:
    board = board_of(rows)
    every = RULES[rule].sound_for == "every"
    solutions = oracle.solutions(rows) if every else oracle.minimal_solutions(rows)
    deducer = Deducer(board, [rule])
    opening = deducer.opening()
    assert agrees(board, opening, solutions)
    if opening is not None and opening.undecided:
        cells = board.geometry.cells_of(opening.undecided)
        cell, shaded = data.draw(st.sampled_from(cells)), data.draw(st.booleans())
        after = deducer.decide(opening, board.geometry.place(cell), shaded)
        assert agrees(board, after, [s for s in solutions if (cell in s) == shaded])


@examples(200)
@given(any_boards, st.sets(st.sampled_from(SOUND_RULES)))
def test_sound_rules_together_are_sound(rows: Rows, rules: set[str]) -> None:
    board = board_of(rows)
    assert agrees(board, Deducer(board, rules).opening(), oracle.solutions(rows))


@given(any_boards)
def test_the_minimal_rules_together_keep_every_minimal_solution(rows: Rows) -> None:
    board = board_of(rows)
    assert agrees(board, Deducer(board, MINIMAL_RULES).opening(), oracle.minimal_solutions(rows))


@examples(400)
@given(any_boards, st.sets(st.sampled_from(list(RULES))), st.data())
def test_clusters_leave_a_solution_with_the_fewest_shaded_cells(
    rows: Rows, others: set[str], data: st.DataObject
) -> None:
    board = board_of(rows)
    deducer = Deducer(board, {"neighbours", "equals", "clusters"} | others)
    solutions = oracle.solutions(rows)
    opening = deducer.opening()
    assert agrees_with_one_of_the_least(board, opening, solutions)
    others &= set(SOUND_RULES)  # after a choice, the least that is left need not be minimal
    deducer = Deducer(board, {"neighbours", "equals", "clusters"} | others)
    position = PartialState(board)
    if position.open(0, 0) and deducer.close_locally(position) and position.undecided:
        cells = board.geometry.cells_of(position.undecided)
        cell, shaded = data.draw(st.sampled_from(cells)), data.draw(st.booleans())
        after = deducer.decide(position, board.geometry.place(cell), shaded)
        left = [solution for solution in solutions if (cell in solution) == shaded]
        assert agrees_with_one_of_the_least(board, after, left)


def agrees_with_one_of_the_least(
    board: HitoriBoard, position: PartialState | None, solutions: list[oracle.Shading]
) -> bool:
    if position is None:
        return not solutions
    fewest = min(map(len, solutions), default=0)
    least = [solution for solution in solutions if len(solution) == fewest]
    return not least or any(agrees(board, position, [solution]) for solution in least)


def test_a_cluster_is_decided_where_it_can_close_no_ring() -> None:
    board = board_of([[1, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]])
    assert opened_by_clusters(board) == (((0, 0),), ((0, 1), (1, 0)))
    corners = board_of([[3, 1, 4, 5], [2, 6, 7, 8], [2, 9, 10, 11], [12, 1, 13, 14]])
    assert opened_by_clusters(corners) == ((), ())  # a 1 and a 2 may shut in a corner


def opened_by_clusters(board: HitoriBoard) -> tuple[tuple[oracle.Cell, ...], ...]:
    opening = Deducer(board, ["neighbours", "equals", "clusters"]).opening()
    assert opening is not None
    return board.geometry.cells_of(opening.shaded), board.geometry.cells_of(opening.kept)


@examples(200)
@given(any_boards, st.sets(st.sampled_from(["pairs", "closure", "lonely", "needed"])))
def test_deep_probing_leaves_no_decision_that_can_be_refuted(rows: Rows, others: set[str]) -> None:
    board = board_of(rows)
    deducer = Deducer(board, {"neighbours", "equals", "cycles", "deep-probing"} | others)
    slowly = probed_one_by_one(deducer)
    opening = deducer.opening()
    assert (opening and opening.state) == (slowly and slowly.state)


def probed_one_by_one(deducer: Deducer) -> PartialState | None:
    """What deep probing decides: any decision is tried, and after each refutation all again."""
    position = PartialState(deducer.board)
    seeds = pairs(deducer.board) if "pairs" in deducer.rules else (0, 0)
    if not (position.open(*seeds) and deducer.close_locally(position)):
        return None
    while deducer.clashing(position):
        refuted = next(refutations(deducer, position), None)
        if refuted is None:
            break
        bit, shaded = refuted
        settled = position.settle(0 if shaded else bit, bit if shaded else 0)
        if not (settled and deducer.close_locally(position)):
            return None
    return position


def refutations(deducer: Deducer, position: PartialState) -> Iterator[tuple[int, bool]]:
    for place in places_of(position.undecided):
        for shaded in (True, False):
            trial = position.copy()
            settled = trial.settle(*((1 << place, 0) if shaded else (0, 1 << place)))
            if not (settled and deducer.close_cycles(trial)):
                yield 1 << place, shaded


def test_the_minimal_rules_would_lose_other_solutions() -> None:
    lonely = [[1, 2], [3, 4]]
    opening = Deducer(board_of(lonely), ["lonely"]).opening()
    assert not agrees(board_of(lonely), opening, oracle.solutions(lonely))
    needed = [[1, 2, 1]]
    deducer = Deducer(board_of(needed), ["needed"])
    opening = deducer.opening()
    assert opening is not None
    after = deducer.decide(opening, 0, True)
    both_ends = [s for s in oracle.solutions(needed) if (0, 0) in s]
    assert not agrees(board_of(needed), after, both_ends)


@pytest.mark.parametrize("pattern", list(PATTERNS))
@examples(60)
@given(rows=any_boards)
def test_each_pattern_is_sound_for_every_solution(pattern: str, rows: Rows) -> None:
    board = board_of(rows)
    solutions = oracle.solutions(rows)
    for occurrence in PATTERNS[pattern].find(board):
        for solution in solutions:
            assert solution.issuperset(occurrence.shade)
            assert solution.isdisjoint(occurrence.keep)


def boards_by_their_equals(rows: int, columns: int, most: int) -> Iterator[Rows]:
    """Every board of at most so many different numbers, each new number one more than the last."""
    numbers = [[1]]
    for _ in range(rows * columns - 1):
        numbers = [[*b, n] for b in numbers for n in range(1, min(max(b) + 1, most) + 1)]
    for cells in numbers:
        yield [list(cells[at : at + columns]) for at in range(0, len(cells), columns)]


def test_each_pattern_holds_in_every_solution_of_every_small_board() -> None:
    seen: set[str] = set()
    sizes = ((1, 6, 6), (2, 3, 6), (2, 4, 5), (3, 3, 3))
    small = [rows for size in sizes for rows in boards_by_their_equals(*size)]
    long = [[*row, [7, 8, 9, 10, 11, 12]] for row in boards_by_their_equals(1, 6, 6)]
    for rows in (*small, *long):
        solutions = oracle.solutions(rows)
        board = board_of(rows)
        for name, pattern in PATTERNS.items() if solutions else ():
            for occurrence in pattern.find(board):
                assert frozenset.intersection(*solutions).issuperset(occurrence.shade)
                assert frozenset.union(*solutions).isdisjoint(occurrence.keep)
                seen.add(name)
    assert seen == set(PATTERNS)


@pytest.mark.parametrize(
    ("pattern", "rows", "shade", "keep"),
    [
        ("sandwich", ["121"], [], [(0, 1)]),
        ("sandwich", ["1", "2", "1"], [], [(1, 0)]),
        ("adjacent-triple", ["111"], [(0, 0), (0, 2)], [(0, 1)]),
        ("pair-with-third", ["11231"], [(0, 4)], []),
        ("double-pair", ["1212"], [(0, 0), (0, 3)], [(0, 1), (0, 2)]),
        ("flanked-pair", ["1221341"], [(0, 6)], []),
        ("corner-triple", ["112", "134"], [(0, 0)], [(0, 1), (1, 0)]),
        ("corner-triple", ["345", "321", "411"], [(2, 2)], [(1, 2), (2, 1)]),
        ("corner-pairs", ["113", "224", "345"], [(0, 0), (1, 1)], [(0, 1), (1, 0)]),
        ("edge-pairs", ["51236", "71289", "45678"], [], [(0, 0), (0, 3)]),
        ("corner-pair", ["112", "345", "678"], [], [(1, 0)]),
        ("corner-pair", ["123", "425", "678"], [], [(1, 0), (1, 2)]),
        ("corner-pair", ["123", "456", "878"], [], []),
        ("corner-pair", ["123", "456", "788"], [], [(1, 2)]),
        ("either-way", ["12341", "56798", "89123"], [], []),
        ("either-way", ["1213", "4567", "8921"], [], [(0, 1)]),
        ("either-way", ["12113"], [(0, 0)], [(0, 1)]),
    ],
)
def test_patterns_find_what_puzzlers_see(
    pattern: str, rows: list[str], shade: list[oracle.Cell], keep: list[oracle.Cell]
) -> None:
    board = board_of([[int(number) for number in row] for row in rows])
    size = board.geometry
    assert find_patterns(board, [pattern]) == (size.mask(shade), size.mask(keep))


@given(any_boards)
def test_pairs_are_the_sandwiches_and_the_pairs_with_a_third(rows: Rows) -> None:
    board = board_of(rows)
    assert pairs(board) == find_patterns(board, ["sandwich", "pair-with-third"])


@examples(200)
@given(any_boards)
def test_the_rules_find_what_the_patterns_find(rows: Rows) -> None:
    board = board_of(rows)
    opening = Deducer(board, SOUND_RULES).opening()
    assume(opening is not None)
    assert opening is not None
    shade, keep = find_patterns(board, PATTERNS)
    assert not shade & ~opening.shaded
    assert not keep & ~opening.kept


@given(st.integers(2, 6), st.integers(2, 6), st.randoms(use_true_random=False))
def test_the_forest_of_shaded_cells_knows_every_cut(rows: int, columns: int, rng: object) -> None:
    size = geometry(rows, columns)
    cells = set(size.cells)
    shaded: set[oracle.Cell] = set()
    forest = forest_of(size)
    order = list(size.cells)
    rng.shuffle(order)  # type: ignore[attr-defined]
    for cell in order:
        if shaded.isdisjoint(oracle.beside(cell)):
            connected = oracle.is_connected(cells - shaded - {cell})
            assert forest.cuts(size.place(cell)) == (not connected)
            assert forest.copy().shade(size.mask([cell])) == connected
            if connected:
                forest.shade(size.mask([cell]))
                shaded.add(cell)
            assert forest_of(size).shade(size.mask({*shaded, cell})) == connected


@given(any_boards, st.data())
def test_a_closure_is_what_implications_reach(rows: Rows, data: st.DataObject) -> None:
    board = board_of(rows)
    size = board.geometry
    start = (data.draw(st.sampled_from(size.cells)), data.draw(st.booleans()))
    reached, waiting = {start}, [start]
    equals: dict[oracle.Cell, set[oracle.Cell]] = {cell: set() for cell in size.cells}
    for first, second in oracle.clashes(rows):
        equals[first].add(second)
        equals[second].add(first)
    while waiting:
        cell, shaded = waiting.pop()
        near = set(oracle.beside(cell)) & set(size.cells) if shaded else equals[cell]
        new = {(other, not shaded) for other in near} - reached
        reached |= new
        waiting += new
    closures = ImplicationClosures(board)
    for cell in data.draw(st.permutations(size.cells))[:4]:  # known closures are made use of
        closures.closure(size.place(cell), True)
        closures.closure(size.place(cell), False)
    shade, keep = closures.closure(size.place(start[0]), start[1])
    assert set(size.cells_of(shade)) == {cell for cell, shaded in reached if shaded}
    assert set(size.cells_of(keep)) == {cell for cell, shaded in reached if not shaded}
