"""A limit belongs to somebody: it ends all that works for its search, and no other search.

The clock of these tests goes on by 5 ms whenever somebody looks at it, and can
press Ctrl-C when it is looked at.
"""

import signal
from math import inf

import pytest

from aima_search import Limits, SearchError, astar_search, check_heuristic, solve
from aima_search.base.limits import LimitReached, LimitScope, check_limits
from aima_search.catalog.heuristics import forget_shared
from aima_search.made.learned import sample
from aima_search.model.heuristic import names_for
from aima_search.model.puzzle import PUZZLES
from aima_search.runs import monitor
from aima_search.runs.search import Search
from puzzles import MovIX
from tests.specimens import Chain

TICK, SECONDS = 0.005, 0.2
FEW = 12  # looks at the clock after an end: those of the searches that end, and of their counts


class Clock:
    """Counts the looks, and presses Ctrl-C at one of them; ``ends`` are the ends that came."""

    def __init__(self):
        self.looks, self.ctrl_c, self.ends = 0, inf, []

    def __call__(self):
        self.looks += 1
        if self.looks == self.ctrl_c:
            self.ends.append(self.looks)
            signal.raise_signal(signal.SIGINT)
        return self.looks * TICK


@pytest.fixture
def clock(monkeypatch):
    """Return the clock that every search looks at."""
    forget_shared()
    ticking = Clock()

    class Noted(LimitReached):
        def __init__(self, *about):
            super().__init__(*about)
            ticking.ends.append(ticking.looks)

    monkeypatch.setattr(monitor, "perf_counter", ticking)
    monkeypatch.setattr(monitor, "LimitReached", Noted)
    return ticking


class CallsSolve:
    """An h that asks another search, which has limits of its own, and takes what it says."""

    def __init__(self, problem):
        self.easier = Chain(10**9)

    def __call__(self, node):
        return solve(self.easier, "breadth-first", limits=Limits(seconds=60)).cost or 0


class CallsAStar(CallsSolve):
    """An h that calls a function of the textbook."""

    def __call__(self, node):
        return astar_search(self.easier, lambda node: 0) and 0


class Pulls(CallsSolve):
    """An h that pulls at a search, and keeps its errors to itself."""

    def __call__(self, node):
        search = Search(self.easier, "depth-first", limits=Limits(seconds=60))
        try:
            for _ in search:
                pass
        except Exception:
            return 0
        return search.result().expanded


OF_USERS = (CallsSolve, CallsAStar, Pulls)


def made_of(name):
    """Return heuristics that are made of one of a puzzle's own."""
    return [f"learned({name})", f"learned(learned({name}), zero)", f"max(2 * {name}, perfect)"]


def specs_of(puzzle):
    """Return the heuristics of a puzzle by name, those that are made of others, a user's."""
    names = [name for name in names_for(puzzle) if name != "learned"]
    return [*names, *made_of(PUZZLES.get(puzzle).default_heuristic), *OF_USERS]


def board_of(puzzle):
    """Return the largest of a puzzle's boards."""
    texts = PUZZLES.get(puzzle).levels().values()
    return PUZZLES.get(puzzle).parse(max(texts, key=len))


def search(puzzle, spec, **limits):
    """Return the status of a search, "refused" if the heuristic does not fit the puzzle."""
    board = board_of(puzzle)
    try:
        h = spec if isinstance(spec, str) else spec(board)
        return solve(board, "astar", h, Limits(nodes=300, **limits), engine="objects").status
    except SearchError:
        return "refused"


ALL = [(puzzle, spec) for puzzle in PUZZLES for spec in specs_of(puzzle)]
SOME = [
    ("tiles", "learned(manhattan)"),
    ("tiles", "relaxed"),
    ("pancakes", "pattern-database"),
    *(("pancakes", one) for one in OF_USERS),
]


def ids(value):
    return value if isinstance(value, str) else getattr(value, "__name__", None)


def hold_a_limit(clock, puzzle, spec):
    status = search(puzzle, spec, seconds=SECONDS)
    if clock.ends:
        assert (status, len(clock.ends)) == ("time-limit", 1)
        assert clock.looks - clock.ends[0] <= FEW


def hold_one_interruption(clock, puzzle, spec, at):
    clock.ctrl_c = at
    status = search(puzzle, spec)
    if clock.ends:
        assert status == "interrupted"
        assert clock.looks - at <= FEW


@pytest.mark.parametrize(("puzzle", "spec"), SOME, ids=ids)
def test_a_limit_ends_whatever_a_heuristic_does(clock, puzzle, spec):
    hold_a_limit(clock, puzzle, spec)


@pytest.mark.parametrize("at", [3, 40])
@pytest.mark.parametrize(("puzzle", "spec"), SOME, ids=ids)
def test_one_interruption_ends_whatever_a_heuristic_does(clock, puzzle, spec, at):
    hold_one_interruption(clock, puzzle, spec, at)


@pytest.mark.gate("every heuristic of every puzzle")
@pytest.mark.parametrize(("puzzle", "spec"), ALL, ids=ids)
def test_every_heuristic_is_held_to_the_limit_of_its_search(clock, puzzle, spec):
    hold_a_limit(clock, puzzle, spec)
    for at in (2, 40):
        clock.__init__()
        forget_shared()
        hold_one_interruption(clock, puzzle, spec, at)


def test_an_inner_search_keeps_its_own_limits_and_goes_on(clock):
    inner = []

    def h(node):
        inner.append(solve(Chain(10**9), limits=Limits(seconds=0.01)).status)
        return 0

    assert solve(Chain(5), heuristic=h, limits=Limits(seconds=60)).solved
    assert {*inner} == {"time-limit"}


def test_every_step_is_timed(clock):
    assert solve(Chain(10**9), limits=Limits(seconds=SECONDS)).expanded <= SECONDS / TICK


@pytest.mark.parametrize(
    "work",
    [
        lambda tiny: sample(tiny, 20),
        lambda tiny: check_heuristic(tiny, lambda node: solve(Chain(10**9), "breadth-first").cost),
        lambda tiny: astar_search(tiny, lambda node: solve(Chain(10**9), "breadth-first").cost),
    ],
    ids=["samples", "a check", "a function of the textbook"],
)
def test_work_that_is_no_search_lets_an_interruption_through(clock, work):
    clock.ctrl_c = 30
    with pytest.raises(KeyboardInterrupt):
        work(MovIX.level("2-tiny"))
    assert clock.looks - 30 <= FEW


def test_a_search_pulled_at_by_hand_is_at_work_only_inside_of_a_step():
    search = Search(Chain(10**9), limits=Limits(nodes=3))
    next(search)
    assert solve(Chain(10**9), limits=Limits(nodes=50)).expanded == 50
    assert len(list(search)) == 2


def test_a_block_that_was_left_in_its_beginning_is_forgotten():
    def passed():
        raise LimitReached("time-limit")

    LimitScope(passed).__enter__()  # as if Ctrl-C came before the block had begun
    check_limits()
    assert solve(Chain(3)).solved
    with LimitScope() as is_nested:
        assert not is_nested
