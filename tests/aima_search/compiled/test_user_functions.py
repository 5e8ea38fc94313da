"""A user's own h says the same in machine code as in Python, or machine code is not used."""

from enum import IntEnum
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, compiled_heuristic, solve
from aima_search.base.errors import NotApplicable
from aima_search.compiled import native
from aima_search.runs import monitor
from puzzles import Pancakes, Tiles
from tests.aima_search.compiled.roads import Roads
from tests.examples import examples

pytest.importorskip("numba")
from aima_search.compiled import search as compiled_search
from aima_search.compiled.replacements import OverflowCheckPipeline

BOARD = Pancakes("5,3,7,1,6,2,4")
WEIGHT = 1
settings = ModuleType("settings")
settings.SHIFT = 0


def gaps(board):
    count = 0
    for place in range(1, len(board)):
        if abs(board[place] - board[place - 1]) != 1:
            count += 1
    return count


@compiled_heuristic
def weighted(board):
    return WEIGHT * gaps(board) + settings.SHIFT


def both(h, problem=BOARD, **more):
    """Return what each engine says."""
    found = [solve(problem, "astar", h, engine=one, **more) for one in ("compiled", "objects")]
    return [(one.status, one.cost, one.expanded) for one in found]


def test_a_global_variable_is_read_again_for_every_search(monkeypatch):
    said = []
    for weight in (1, 3, 1):
        monkeypatch.setitem(globals(), "WEIGHT", weight)
        compiled, objects = both(weighted)
        assert compiled == objects
        said.append(compiled)
    assert said[0] == said[2] != said[1]


def test_a_value_of_a_module_and_a_called_function_are_read_again(monkeypatch):
    before = native.digest_of(weighted(BOARD).formula().function)
    monkeypatch.setattr(settings, "SHIFT", 2)
    shifted = native.digest_of(weighted(BOARD).formula().function)
    monkeypatch.setitem(globals(), "gaps", lambda board: 0)
    assert len({before, shifted, native.digest_of(weighted(BOARD).formula().function)}) == 3


def red_of(colours):
    return lambda key: key + colours.RED


def test_an_enumeration_and_its_members_are_read_again():
    one, same, other = (IntEnum("Colour", {"RED": value}) for value in (1, 1, 2))
    assert native.digest_of(red_of(one)) == native.digest_of(red_of(same))
    assert native.digest_of(red_of(one)) != native.digest_of(red_of(other))
    assert native.digest_of(one.RED) != native.digest_of(other.RED)


def closing_over(number):
    return lambda key, *, shift=1: key + number + shift


def test_a_closure_and_a_default_are_read_again():
    one, same, other = closing_over(1), closing_over(1), closing_over(2)
    assert native.digest_of(one) == native.digest_of(same) != native.digest_of(other)
    same.__kwdefaults__["shift"] = 2
    assert native.digest_of(one) != native.digest_of(same)
    one.__closure__[0].cell_contents = 2
    assert native.digest_of(one) == native.digest_of(other)


TABLE = {1: 2}


@compiled_heuristic
def by_table(board):
    return TABLE[board[0]]


def test_what_cannot_be_read_is_refused_by_its_name(at_once):
    with pytest.raises(NotApplicable, match="uses TABLE, which is of the type dict"):
        solve(BOARD, "astar", by_table, engine="compiled")
    result = solve(Pancakes("2,1"), "astar", compiled_heuristic(lambda board: len(TABLE)))
    assert (result.engine, result.cost) == ("objects", 1)


def test_a_function_that_calls_itself_is_compiled_or_refused(at_once):
    @compiled_heuristic
    def descending(board):
        return down(len(board))

    assert solve(BOARD, "astar", descending).solved


def down(number):
    return 0 if number == 0 else down(number - 1)


def grown(board):
    """Return a number of hundreds of bits, in the end a small one."""
    total = 1
    for number in board:
        total = total * 1_000_003 + number
        total *= number + 2
        total -= number << 3
    return total**2 % 3


grows = compiled_heuristic(grown)


@examples(60)
@given(st.permutations(range(1, 8)), st.integers(1, 7))
def test_whole_numbers_do_not_wrap(numbers, size):
    ranks = sorted(numbers[:size])
    problem = Pancakes([1 + ranks.index(number) for number in numbers[:size]])
    linked = native.LinkedFormulas([grows(problem).formula()])
    value = linked.value(0, problem.compiled().pack(problem.initial))
    assert value == grown(list(problem.initial)) or (size > 1 and value != value)
    assert size > 1 or value == value


@pytest.mark.parametrize(
    ("operation", "fits", "beyond"),
    [
        (lambda a, b: a + b, (2**62, 2**62 - 1), (2**62, 2**62)),
        (lambda a, b: a - b, (-(2**62), 2**62), (-(2**62), 2**62 + 1)),
        (lambda a, b: a * b, (2**31, -(2**32)), (2**31, 2**32)),
        (lambda a, b: a << b, (-1, 62), (1, 63)),
        (lambda a, b: a << b, (0, 99), (3, 62)),
        (lambda a, b: a**b, (-2, 61), (2, 63)),
        (lambda a, b: a**b, (-1, 2**62 + 1), (2, -1)),
        (lambda a, b: a**b, (0, 0), (3, 40)),
    ],
)
def test_an_operator_is_exact_or_raises(operation, fits, beyond):
    import numba

    compiled = numba.njit(pipeline_class=OverflowCheckPipeline)(operation)
    assert compiled(*fits) == operation(*fits)
    with pytest.raises(OverflowError):
        compiled(*beyond)
    assert compiled(0.5, 3) == operation(0.5, 3) if operation(1, 1) != 2 else True


FAR = Tiles.generate(3, size=3, depth=18)
BETWEEN = (0, 0, 0)


@compiled_heuristic
def late(board):
    """Return 0 in Python; with numbers that wrap, 50 where three tiles are in certain places."""
    is_there = board[0] == BETWEEN[0] and board[1] == BETWEEN[1] and board[2] == BETWEEN[2]
    factor, product, rest = 1_001 + board[3], 1, 1
    for _ in range((7 + board[4]) * is_there):
        product = product * factor
        rest = rest * factor % 1_009
    return 0 if product % 1_009 == rest else 50


def test_a_number_that_wraps_on_late_states_changes_no_answer(at_once, monkeypatch):
    expected = solve(FAR, "astar", late, engine="objects")
    monkeypatch.setitem(globals(), "BETWEEN", tuple(map(int, expected.states[15][:3])))
    result = solve(FAR, "astar", late)
    assert (result.cost, result.expanded) == (18, expected.expanded)
    assert result.engine == "objects"
    assert "NaN as h of" in result.engine_note


SLOW = 0.02


class Slow:
    """A clock that goes on when h is called, at first or later."""

    def __init__(self, after):
        self.calls, self.after = 0, after

    def __call__(self):
        return SLOW * max(0, self.calls - self.after)

    def h(self, node):
        self.calls += 1
        return 0


@pytest.mark.parametrize("after", [0, 3_000])
@pytest.mark.parametrize("engine", ["compiled", "objects"])
def test_a_slow_h_ends_soon_after_the_limit(engine, after, monkeypatch):
    slow = Slow(after)
    monkeypatch.setattr(monitor, "perf_counter", slow)
    monkeypatch.setattr(compiled_search, "perf_counter", slow)
    board = Tiles("867/254/301")
    result = solve(board, "astar", slow.h, engine=engine, limits=Limits(seconds=0.5))
    assert result.status == "time-limit"
    assert slow() <= 0.5 + 4 * SLOW


def test_the_path_of_an_answer_is_made_under_the_limit(monkeypatch):
    class Street(Roads):
        looks = 0

        def successors(self, state):
            self.looks += 1
            return super().successors(state)

        def compiled(self):
            return super().compiled()

        def __call__(self):
            return float(self.looks > 1_000)

    street = Street([[(place + 1, 1)] for place in range(5_000)] + [[]], [0] * 5_001)
    monkeypatch.setattr(monitor, "perf_counter", street)
    result = solve(street, "uniform-cost", engine="compiled", limits=Limits(seconds=0.5))
    assert (result.status, result.node) == ("time-limit", None)
    assert street.looks < 1_100


@pytest.mark.parametrize("module", ["numba", "llvmlite.binding"])
@pytest.mark.parametrize(
    "error", [ImportError("no such\nlibrary"), AttributeError("_ARRAY_API"), OSError("libz.so")]
)
def test_numba_that_does_not_import_is_a_reason_to_go_on_in_python(
    at_once, module, error, monkeypatch, tmp_path
):
    def import_module(name):
        if name == module:
            raise error
        return __import__(name, fromlist=["x"])

    monkeypatch.setattr(native, "import_module", import_module)
    monkeypatch.setattr(native, "_addresses", {})
    monkeypatch.setattr(native, "_faults", [])
    monkeypatch.setenv("AIMA_SEARCH_CACHE", "off")
    native._platform.cache_clear()
    for _ in range(2):
        result = solve(BOARD, "astar", lambda node: 0)
        assert (result.engine, result.status) == ("objects", "solved")
        expected = f"{module} is installed, but its import fails: {type(error).__name__}: "
        assert result.engine_note.startswith(expected)
        assert "\n" not in result.engine_note
    native._platform.cache_clear()
