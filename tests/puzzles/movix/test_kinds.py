"""A new kind of piece is a row of a table: whatever is declared of the board holds for it too."""

from collections import Counter
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heuristics
from aima_search import Limits, Node, check_heuristic, check_problem, solve
from aima_search.base.errors import BoardError, NotApplicable
from aima_search.compiled import native
from aima_search.compiled.engines import compiled_form_or_reason
from puzzles import MovIX
from puzzles.grid import DIAGONAL
from puzzles.movix.rules import KINDS, PieceKind
from tests.examples import examples

KNIGHT = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
QUEEN = ((0, 1), (1, 0), (0, -1), (-1, 0), *DIAGONAL)


class Chess(MovIX):
    """MovIX with bishops, queens that go two cells at most, and knights."""

    kinds = MappingProxyType(
        {
            "D": PieceKind("D slides along its diagonals", DIAGONAL),
            "Q": PieceKind("Q goes one or two cells in a straight line", QUEEN, reach=2),
            "N": PieceKind("N goes as a knight", KNIGHT, reach=1),
            **KINDS,
        }
    )


ADMISSIBLE = [
    name for name in heuristics.names("movix") if heuristics.info("movix", name).admissible
]


@st.composite
def boards(draw, kinds="DQSLVH"):
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(2, 4))
    places = draw(st.permutations([(r, c) for r in range(rows) for c in range(columns)]))
    pieces = draw(st.lists(st.sampled_from(kinds), min_size=2, max_size=3))
    marks = dict(zip(places, [*pieces, *"M" * draw(st.integers(0, 2))], strict=False))
    board = ["".join(marks.get((r, c), "_") for c in range(columns)) for r in range(rows)]
    most = min(sum(mark != "M" for mark in marks.values()), max(rows, columns))
    return Chess(board, draw(st.integers(1, most)))


def moves(board):
    """Every (origin, target), from the words of the rules alone."""
    at = {(r, c): mark for r, row in enumerate(board) for c, mark in enumerate(row)}
    straight, diagonal = [(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    rays = {"D": diagonal, "Q": straight + diagonal, "L": straight + diagonal}
    rays |= {"N": KNIGHT, "V": [(1, 0), (-1, 0)], "H": [(0, 1), (0, -1)]}
    farthest = {"Q": 2, "L": 1, "N": 1}
    for (r, c), mark in at.items():
        for dr, dc in straight if mark == "S" else ():
            over, target = at.get((r + dr, c + dc), "_"), (r + 2 * dr, c + 2 * dc)
            if over not in "_M" and at.get(target) == "_":
                yield (r, c), target
        for dr, dc in rays.get(mark, ()):
            for distance in range(1, 1 + farthest.get(mark, 9)):
                target = r + distance * dr, c + distance * dc
                if at.get(target) != "_":
                    break
                yield (r, c), target


def near(problem, most=25):
    states = [problem.initial]
    for state in states[:6]:
        states += [after for _, after, _ in problem.successors(state)]
    return states[:most]


@examples(60)
@given(boards("DQNSLVH"))
def test_moves_are_those_of_the_rules_in_every_form(problem):
    states = near(problem)
    expected = [Counter(moves(problem.grid(state))) for state in states]
    ways = [[move for move, _, _ in problem.successors(state)] for state in states]
    assert [
        Counter((move.origin, move.target) for move in of_state) for of_state in ways
    ] == expected
    packed = problem.packed()
    places, targets, _ = packed.successors(packed.pack(states))
    assert packed.unpack(packed.pack(states)) == states
    found = Counter(zip(places.tolist(), packed.unpack(targets), strict=True))
    after = ((at, to) for at, state in enumerate(states) for _, to, _ in problem.successors(state))
    assert found == Counter(after)


@examples(25)
@given(boards())
def test_every_declared_fact_holds_with_the_new_kinds(problem):
    for name in ADMISSIBLE:
        report = check_heuristic(problem, name)
        info = heuristics.info("movix", name)
        assert report.complete
        assert report.admissible, (name, report)
        assert not info.consistent or report.consistent, (name, report)


@examples(10)
@given(boards())
def test_the_checks_of_a_problem_find_nothing(problem):
    report = check_problem(problem, states=40)
    assert report.ok, report


@pytest.mark.extra
@pytest.mark.skipif(native.reason_not_compilable() != "", reason="numba is not installed")
def test_the_compiled_form_lists_the_same_moves():
    problem = Chess(["Q___D", "_____", "__N__", "____S", "V___H"], line=4)
    form = compiled_form_or_reason(problem)
    assert form.most >= 16 + 4 + 8 + 4 + 4 + 4  # what the pieces can do alone, from the best cells
    one, other = (
        solve(problem, "breadth-first", limits=Limits(nodes=300), engine=engine)
        for engine in ("objects", "compiled")
    )
    assert (one.expanded, one.generated) == (other.expanded, other.generated)


def test_a_kind_of_which_nothing_is_proved_is_refused():
    problem = Chess(["N__", "__D", "___"], line=2)
    h = heuristics.get("partial-alignment", problem)  # it only counts pieces
    assert h(Node(problem.initial)) == 1
    for name in ("assignment", "conflicts", "supported-assignment", "costly-jumps"):
        with pytest.raises(NotApplicable, match="pieces of kind N: each direction"):
            heuristics.get(name, problem)


def test_a_board_knows_the_kinds_of_its_class():
    with pytest.raises(BoardError, match="found 'D'"):
        MovIX(["D_", "_L"], line=2)
    problem = Chess(["D_", "_L"], line=2)
    assert Chess.parse(problem.format()).initial == problem.initial
    assert problem.why_not(problem.initial, (0, 0), (0, 1)) == "D slides along its diagonals"
    assert set(problem.drawing().cells(2, 2)) == {*Chess.kinds, "_", "M"}
    assert problem.scene(problem.initial).cells[0][0].text == "D"
