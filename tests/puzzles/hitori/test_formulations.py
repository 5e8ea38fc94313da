from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import astar_search, solve
from aima_search.runs.solution_views import pictures_of
from puzzles import Hitori
from puzzles.hitori.deduction.deducer import RULES
from puzzles.hitori.deduction.patterns import PATTERNS
from puzzles.hitori.formulations import FORMULATIONS
from puzzles.hitori.rules import BLANK, CellDecision, State
from tests.examples import examples
from tests.puzzles.hitori import oracle
from tests.puzzles.hitori.oracle import Rows, boards, solvable_boards

SMALL = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]


def reachable(problem: Hitori, most: int = 200) -> Iterator[State]:
    """Up to ``most`` states, breadth first."""
    states = [problem.initial]
    seen = set(states)
    for state in states:
        yield state
        for _, after, _ in problem.successors(state):
            if after not in seen and len(seen) < most:
                seen.add(after)
                states.append(after)


@examples(150)
@given(
    st.one_of(boards(3, 4), solvable_boards(3, 4)),
    st.sampled_from(list(FORMULATIONS)),
    st.one_of(st.none(), st.sets(st.sampled_from(list(RULES)))),
    st.one_of(st.booleans(), st.sets(st.sampled_from(list(PATTERNS)))),
    st.sampled_from(["zero", "line-excess", "edge-cover", "edge-cover-adjacent", None]),
)
def test_astar_shades_as_few_cells_as_can_be(
    rows: Rows, formulation: str, rules: Any, preprocess: Any, heuristic: str | None
) -> None:
    import heuristics

    problem = Hitori(rows, formulation, rules=rules, preprocess=preprocess)
    node = astar_search(problem, None if heuristic is None else heuristics.get(heuristic, problem))
    least = min(map(len, oracle.solutions(rows)), default=None)
    assert (node is None) == (least is None)
    if node is not None:
        prepared = problem.initial.shaded.bit_count()  # before the first step: that costs nothing
        assert node.path_cost + prepared == least
        assert preprocess or formulation == "cascade-once-opening" or prepared == 0
        assert problem.violations(node.state) == []
        assert node.state.shaded.bit_count() == least


@given(solvable_boards(3, 4))
def test_naive_shades_any_one_cell_that_may_be_shaded(rows: Rows) -> None:
    problem = Hitori(rows, "naive")
    everything = {(r, c) for r in range(len(rows)) for c in range(len(rows[0]))}
    clashes = oracle.clashes(rows)
    for state in reachable(problem, 40):
        shaded = set(problem.board.geometry.cells_of(state.shaded))
        repeated = {cell for pair in clashes if shaded.isdisjoint(pair) for cell in pair}
        expected = {
            cell
            for cell in repeated
            if shaded.isdisjoint(oracle.beside(cell))
            and oracle.is_connected(everything - shaded - {cell})
        }
        actions = problem.actions(state)
        assert len(actions) == len(expected)
        assert {mark.cell for mark in actions if mark.shaded} == expected
        for mark in actions:
            after = problem.board.geometry.cells_of(problem.result(state, mark).shaded)
            assert set(after) == shaded | {mark.cell}


@given(solvable_boards(3, 4))
def test_cascade_keeps_neighbours_and_shades_what_they_forbid(rows: Rows) -> None:
    problem = Hitori(rows, "cascade")
    size = problem.board.geometry
    for state in reachable(problem, 40):
        shaded, kept = set(size.cells_of(state.shaded)), set(size.cells_of(state.kept))
        assert shaded.isdisjoint(kept)
        for cell in shaded:
            around = [other for other in oracle.beside(cell) if other in size.cells]
            assert kept.issuperset(around)
        for first, second in oracle.clashes(rows):
            assert (first in kept) <= (second in shaded)
            assert (second in kept) <= (first in shaded)


@given(boards(3, 4), st.sampled_from(list(FORMULATIONS)), st.booleans())
def test_successors_are_actions_results_and_costs(
    rows: Rows, formulation: str, preprocess: bool
) -> None:
    problem = Hitori(rows, formulation, preprocess=preprocess)
    for state in reachable(problem, 30):
        listed = list(problem.successors(state))
        assert problem.actions(state) == [mark for mark, _, _ in listed]
        for mark, after, cost in listed:
            assert problem.result(state, mark) == after
            assert problem.path_cost(3, state, mark, after) == 3 + cost
            assert cost == (after.shaded & ~state.shaded).bit_count()
            assert not state.shaded & ~after.shaded
            assert not state.kept & ~after.kept
            assert hash(after) == hash(State(*after))
            assert len({after, tuple(after)}) == 1


@given(solvable_boards(4, 4), st.sampled_from(list(FORMULATIONS)))
def test_a_state_has_the_same_successors_in_a_problem_made_anew(
    rows: Rows, formulation: str
) -> None:
    problem = Hitori(rows, formulation, rules=set(RULES) - {"deep-probing", "probing"})
    for state in reachable(problem, 10):
        anew = Hitori(rows, formulation, rules=problem.rules)
        assert list(anew.successors(state)) == list(problem.successors(state))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_problem_that_was_searched_can_be_sent_to_another_process(formulation: str) -> None:
    problem = Hitori(SMALL, formulation)
    node = astar_search(problem)
    assert node is not None
    copy = pickle.loads(pickle.dumps(problem))
    assert copy.goal_test(pickle.loads(pickle.dumps(node.state)))
    assert list(copy.successors(copy.initial)) == list(problem.successors(problem.initial))


def test_options_of_the_command_line_name_rules_and_patterns() -> None:
    options = {option.name: option.read for option in Hitori.board_options}
    assert options["rules"]("cycles,equals") == ("equals", "cycles")
    assert options["rules"]("all") == tuple(RULES)
    assert options["rules"]("none") == ()
    assert options["preprocess"]("sandwich") == ("sandwich",)
    assert options["preprocess"]("all") == tuple(PATTERNS)
    assert Hitori(SMALL, preprocess="all").preprocess == tuple(PATTERNS)
    assert Hitori(SMALL, preprocess="none").preprocess == ()
    notebook = Hitori(SMALL, preprocess="notebook")
    assert len(notebook.preprocess) == 5
    assert notebook.settings()["preprocess"] == "notebook"
    assert Hitori(SMALL, preprocess="corner-pair,sandwich").preprocess == (
        "sandwich",
        "corner-pair",
    )
    problem = Hitori.parse("3x3:121221312", formulation="naive", preprocess="sandwich", rules=())
    assert (problem.formulation, problem.preprocess) == ("naive", ("sandwich",))
    assert problem.rules == frozenset()


def test_all_that_is_deduced_at_once_is_one_action() -> None:
    problem = Hitori(SMALL)
    assert problem.initial == BLANK
    (mark,) = problem.actions(problem.initial)
    assert str(mark) == "shade (0,2)"
    assert problem.grid(problem.result(problem.initial, mark)) == [[1, 2, 0], [2, 0, 1], [3, 1, 2]]


def test_any_decision_of_the_opening_leads_to_all_of_it() -> None:
    problem = Hitori(
        [[2, 6, 1, 4], [1, 5, 5, 6], [6, 3, 2, 3]], rules=set(RULES) - {"lonely", "pairs"}
    )
    ((mark, opening, _),) = problem.successors(problem.initial)
    assert problem.result(problem.initial, mark) == opening
    assert problem.result(problem.initial, CellDecision((1, 1), False)) == opening


@examples(150)
@given(
    st.one_of(boards(3, 4), solvable_boards(3, 4)),
    st.sampled_from([name for name in FORMULATIONS if name != "cascade-once-opening"]),
    st.sets(st.sampled_from(list(PATTERNS)), min_size=1),
)
def test_a_search_starts_on_the_prepared_board_with_every_solution(
    rows: Rows, formulation: str, patterns: set[str]
) -> None:
    problem = Hitori(rows, formulation, preprocess=patterns)
    size = problem.board.geometry
    shaded, kept = (set(size.cells_of(cells)) for cells in problem.initial)
    solutions = oracle.solutions(rows)
    for solution in solutions:
        assert shaded <= solution
        assert kept.isdisjoint(solution)
    if solutions:  # all neighbours of shaded cells stay, all equals of kept cells go
        assert kept.issuperset({c for s in shaded for c in oracle.beside(s)} & set(size.cells))
        for first, second in oracle.clashes(rows):
            assert (first in kept) <= (second in shaded)
            assert (second in kept) <= (first in shaded)
        steps = problem.preparation()
        assert (steps[-1].state if steps else BLANK) == problem.initial
        assert {cell for step in steps for cell in step.shade} == shaded
        assert {cell for step in steps for cell in step.keep} == kept


def test_a_cascade_forces_the_equals_of_cells_that_were_kept_by_the_preparation() -> None:
    rows = [[4, 1, 4, 5, 6], [7, 8, 9, 2, 3], [1, 2, 3, 4, 9], [5, 6, 7, 8, 4], [2, 1, 5, 3, 7]]
    blank = Hitori(rows, "cascade-once")
    prepared = Hitori(rows, "cascade-once", preprocess="sandwich")
    size = blank.board.geometry
    assert prepared.initial.kept >> size.place((0, 1)) & 1  # and so the other 1 of its column goes
    without = blank.result(blank.initial, CellDecision((0, 0), True))
    after = prepared.result(prepared.initial, CellDecision((0, 0), True))
    assert size.cells_of(without.shaded) == ((0, 0), (4, 1))
    assert size.cells_of(after.shaded) == ((0, 0), (4, 1))
    assert prepared.path_cost(0, prepared.initial, CellDecision((0, 0), True), after) == 1


def test_the_preparation_is_an_action_where_the_formulation_has_it_so() -> None:
    rows = [[1, 2, 1], [2, 2, 1], [3, 1, 2]]
    problem = Hitori(rows, "cascade-once-opening", preprocess="all", cost="actions")
    assert problem.initial == BLANK
    assert problem.preparation() == []
    ((mark, opening, cost),) = problem.successors(problem.initial)
    assert opening == Hitori(rows, "cascade-once", preprocess="all").initial
    assert (str(mark), cost) == ("shade (0,2)", 1)
    blank = Hitori(rows, "cascade-once-opening")
    assert blank.actions(BLANK) == Hitori(rows, "cascade-once").actions(BLANK)


def test_settings_have_all_instead_of_every_name() -> None:
    told = Hitori(SMALL, preprocess=True).settings()
    assert (told["rules"], told["preprocess"]) == ("all", "all")
    told = Hitori(SMALL, rules=["cycles"], preprocess=["sandwich"]).settings()
    assert (told["rules"], told["preprocess"]) == ("cycles", "sandwich")


@given(solvable_boards(3, 4), st.sampled_from(list(FORMULATIONS)), st.booleans())
def test_a_search_may_start_in_any_state(rows: Rows, formulation: str, preprocess: bool) -> None:
    problem = Hitori(rows, formulation, preprocess=preprocess, rules=("neighbours", "equals"))
    for state in list(reachable(problem, 10)):
        expected = list(problem.successors(state))
        elsewhere = Hitori(rows, formulation, preprocess=preprocess, rules=problem.rules)
        elsewhere.initial = state
        assert list(elsewhere.successors(state)) == expected


def test_a_board_that_the_preparation_refutes_has_no_actions() -> None:
    problem = Hitori([[1, 1, 1, 1], [2, 3, 4, 5]], "cascade", preprocess="all")
    assert problem.opening is None
    assert problem.actions(problem.initial) == []
    assert solve(problem).status == "no-solution"


def test_marks_print_as_what_they_do() -> None:
    assert str(CellDecision((2, 3), True)) == "shade (2,3)"
    assert str(CellDecision((2, 3), False)) == "keep (2,3)"


@pytest.mark.parametrize(
    ("formulation", "mark", "words"),
    [
        ("naive", CellDecision((0, 2), True), "shade (0,2)"),
        ("cascade", CellDecision((1, 1), True), "shade (1,1), shade (0,2), keep 4 cells"),
        ("cascade-once", CellDecision((0, 0), True), "shade (0,0), shade (1,1), keep 4 cells"),
        ("shade-else-fix", CellDecision((0, 0), False), "keep (0,0)"),
        ("corner-order", CellDecision((0, 0), False), "keep (0,0), shade (0,2)"),
        ("deduce", CellDecision((0, 2), True), "shade (0,2), shade (1,1), keep 7 cells"),
        ("deduce", CellDecision((0, 1), False), "keep (0,1), shade (0,2) (1,1), keep 6 cells"),
    ],
)
def test_the_description_of_a_step_has_all_its_decisions(
    formulation: str, mark: CellDecision, words: str
) -> None:
    problem = Hitori(SMALL, formulation)
    assert problem.describe(problem.initial, mark) == words


def test_the_captions_of_a_solution_have_all_decisions() -> None:
    (_, picture) = pictures_of(solve(Hitori(SMALL)))
    assert picture.caption == "1. shade (0,2), shade (1,1), keep 7 cells"


def test_the_first_caption_shows_that_the_board_was_prepared() -> None:
    (prepared,) = pictures_of(solve(Hitori(SMALL, "naive", preprocess="all")))
    assert prepared.caption == "0. prepared, 7 deductions"
    assert pictures_of(solve(Hitori(SMALL)))[0].caption == "start"


def test_a_mark_against_the_rules_is_an_error() -> None:
    problem = Hitori(SMALL)
    with pytest.raises(ValueError, match=r"keep \(1,1\) breaks a rule"):
        problem.result(problem.initial, CellDecision((1, 1), False))


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (3, 0), (0, 3), (9, 9)])
def test_a_mark_outside_the_board_is_an_error(cell: tuple[int, int]) -> None:
    problem = Hitori(SMALL)
    with pytest.raises(
        ValueError, match=r"outside the board of 3 x 3; expected \(0,0\) to \(2,2\)"
    ):
        problem.result(problem.initial, CellDecision(cell, False))


def equals_left(rows: Rows, shaded: set[oracle.Cell], cell: oracle.Cell) -> list[int]:
    """How often the number of a cell stands unshaded in its row, and in its column."""
    row, column = cell
    lines = ([(row, c) for c in range(len(rows[0]))], [(r, column) for r in range(len(rows))])
    return [
        sum(rows[r][c] == rows[row][column] for r, c in line if (r, c) not in shaded)
        for line in lines
    ]


@given(solvable_boards(3, 4))
def test_the_costs_agree_with_their_names(rows: Rows) -> None:
    repeats = Hitori(rows, "naive", cost="repeats")
    for state in reachable(repeats, 20):
        shaded = set(repeats.board.geometry.cells_of(state.shaded))
        for mark, _, cost in repeats.successors(state):
            counts = [n for n in equals_left(rows, shaded, mark.cell) if n > 1]
            assert cost == 10_000 * sum(counts)


def test_the_published_cost_of_repeats() -> None:
    problem = Hitori(SMALL, "naive", cost="repeats")
    costs = {mark.cell: cost for mark, _, cost in problem.successors(problem.initial)}
    assert costs[0, 0] == 20_000  # two in its row, one in its column
    assert costs[0, 2] == 40_000


def test_a_step_that_shades_several_costs_the_repeats_of_its_own_cell() -> None:
    rows = [[1, 1, 1], [2, 3, 4], [5, 6, 7]]
    cascade = Hitori(rows, "cascade", cost="repeats")
    after = cascade.result(cascade.initial, CellDecision((0, 0), True))
    assert cascade.grid(after)[0] == [0, 1, 0]
    assert cascade.path_cost(0, cascade.initial, CellDecision((0, 0), True), after) == 30_000


@given(solvable_boards(3, 4), st.sampled_from(list(FORMULATIONS)))
def test_actions_cost_one_each(rows: Rows, formulation: str) -> None:
    problem = Hitori(rows, formulation, cost="actions")
    node = astar_search(problem, lambda node: 0)
    assert node is not None
    assert node.path_cost == len(node.solution())


def repeated(rows: Rows, shaded: set[oracle.Cell]) -> list[oracle.Cell]:
    """The unshaded cells whose number another unshaded cell of their line has, row by row."""
    clashes = [pair for pair in oracle.clashes(rows) if shaded.isdisjoint(pair)]
    return sorted({cell for pair in clashes for cell in pair})


def is_allowed(rows: Rows, shaded: set[oracle.Cell]) -> bool:
    """Return True if no two shaded cells touch and the others are connected."""
    cells = {(r, c) for r, line in enumerate(rows) for c in range(len(line))}
    apart = all(shaded.isdisjoint(oracle.beside(cell)) for cell in shaded)
    return apart and oracle.is_connected(cells - shaded)


def marked(rows: Rows, shaded: set[oracle.Cell], cell: oracle.Cell) -> set[oracle.Cell]:
    """As a notebook marks a cell: with it go all equals of the cells beside it."""
    pairs = [pair for pair in oracle.clashes(rows) if shaded.isdisjoint(pair)]
    beside = oracle.beside(cell)
    gone = {b for a, b in pairs if a in beside} | {a for a, b in pairs if b in beside}
    return shaded | {cell} | gone


def notebook_moves(rows: Rows, shaded: set[oracle.Cell]) -> dict[oracle.Cell, set[oracle.Cell]]:
    """The cells that the notebook would mark, each with the cells shaded after it."""
    after = {
        cell: marked(rows, shaded, cell)
        for cell in repeated(rows, shaded)
        if shaded.isdisjoint(oracle.beside(cell))
    }
    return {cell: then for cell, then in after.items() if is_allowed(rows, then)}


@given(solvable_boards(3, 4))
def test_cascade_once_is_the_space_of_the_notebook(rows: Rows) -> None:
    problem = Hitori(rows, "cascade-once")
    size = problem.board.geometry
    for state in reachable(problem, 40):
        moves = notebook_moves(rows, set(size.cells_of(state.shaded)))
        found = {m.cell: set(size.cells_of(s.shaded)) for m, s, _ in problem.successors(state)}
        assert found == moves
        assert state.kept == size.around(state.shaded)


def test_searches_of_the_notebooks_board_expand_what_the_notebooks_do() -> None:
    numbers = "345513 562321 531454 143422 316145 121534"
    rows: Rows = [[int(digit) for digit in row] for row in numbers.split()]
    problem = Hitori(rows, "cascade-once", cost="actions")
    blind = solve(problem, "uniform-cost", tie_break="fifo")
    informed = solve(problem, "astar", "repeated-lines", tie_break="fifo")
    assert (blind.expanded, blind.cost, informed.expanded, informed.cost) == (811, 4, 15, 4)
    waiting, known = [frozenset[oracle.Cell]()], {frozenset[oracle.Cell]()}
    for expanded, shaded in enumerate(waiting):  # grows: first in, first out
        if not repeated(rows, set(shaded)):
            assert expanded == blind.expanded
            break
        for after in map(frozenset, notebook_moves(rows, set(shaded)).values()):
            if after not in known:
                known.add(after)
                waiting.append(after)


@given(solvable_boards(3, 4))
def test_shade_else_fix_decides_the_first_repeated_cell(rows: Rows) -> None:
    problem = Hitori(rows, "shade-else-fix")
    size, clashes = problem.board.geometry, oracle.clashes(rows)
    for state in reachable(problem, 40):
        shaded, kept = set(size.cells_of(state.shaded)), set(size.cells_of(state.kept))
        expected = {}
        for cell in [one for one in repeated(rows, shaded) if one not in kept][:1]:
            if is_allowed(rows, shaded | {cell}):
                expected[CellDecision(cell, True)] = (shaded | {cell}, kept)
            equals = {a if b == cell else b for a, b in clashes if cell in (a, b)}
            if kept.isdisjoint(equals):
                expected[CellDecision(cell, False)] = (shaded, kept | {cell})
        found = {
            mark: tuple(set(size.cells_of(cells)) for cells in after)
            for mark, after, _ in problem.successors(state)
        }
        assert found == expected


@given(solvable_boards(3, 4))
def test_the_corner_order_resolves_row_and_column_in_turn(rows: Rows) -> None:
    problem = Hitori(rows, "corner-order")
    size, height, width = problem.board.geometry, len(rows), len(rows[0])
    lines: list[list[oracle.Cell]] = []
    for at in range(max(height, width)):
        lines += [[(at, c) for c in range(width)]] if at < height else []
        lines += [[(r, at) for r in range(height)]] if at < width else []
    groups = [
        [(r, c) for r, c in line if rows[r][c] == number]
        for line in lines
        for number in dict.fromkeys(rows[r][c] for r, c in line)
    ]
    for state in reachable(problem, 40):
        shaded = set(size.cells_of(state.shaded))
        open_groups = [[c for c in group if c not in shaded] for group in groups]
        first = next((group for group in open_groups if len(group) > 1), [])
        after = {cell: shaded | set(first) - {cell} for cell in first}
        expected = {cell: then for cell, then in after.items() if is_allowed(rows, then)}
        found = {m.cell: set(size.cells_of(s.shaded)) for m, s, _ in problem.successors(state)}
        assert found == expected
        assert not any(mark.shaded for mark in problem.actions(state))


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ({"formulation": "deduced"}, "deduce"),
        ({"rules": ["cycle"]}, "cycles"),
        ({"preprocess": ["sandwhich"]}, "sandwich"),
        ({"cost": "shade"}, "shaded"),
        ({"cost": "repeat"}, "repeats"),
        ({"formulation": "cascade-one"}, "cascade-once"),
    ],
)
def test_unknown_names_are_lookup_errors_with_the_nearest(
    arguments: dict[str, Any], hint: str
) -> None:
    with pytest.raises(LookupError, match=f"did you mean '{hint}'"):
        Hitori(SMALL, **arguments)


def test_rules_that_are_no_names_are_refused() -> None:
    with pytest.raises(ValueError, match="expected True, False or names"):
        Hitori(SMALL, rules=5)  # type: ignore[arg-type]
    assert Hitori(SMALL, rules="cycles").rules == {"cycles"}
    assert Hitori(SMALL, rules="none").rules == Hitori(SMALL, rules=False).rules == frozenset()


def test_names_of_rules_may_have_blanks_after_the_commas():
    problem = Hitori("121/221/312", rules="neighbours, equals", preprocess="sandwich , corner-pair")
    assert problem.rules == {"neighbours", "equals"}
