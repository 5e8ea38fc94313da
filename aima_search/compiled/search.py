"""Searches in machine code. Each is a generator of steps; a step follows many expansions.

The arrays grow between two steps. The problem's own methods make the nodes of steps and answers.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from math import inf, nan
from time import perf_counter
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from aima_search.algorithms.informed import checked_h
from aima_search.algorithms.steps import Step, Steps
from aima_search.base.errors import CostError, InvalidSolution, NotApplicable
from aima_search.base.limits import check_limits
from aima_search.base.path_costs import PLAIN
from aima_search.compiled import kernels
from aima_search.compiled.comparison import CompiledFormCheck
from aima_search.compiled.engines import CompiledSearch
from aima_search.compiled.native import LinkedFormulas, Typed, address_of, identity_of
from aima_search.model.compiled import CompiledForm, Formula, signed
from aima_search.model.contract import Action, ProblemLike, State
from aima_search.model.problem import Heuristic, Node

_FIRST_SLICE, _LONGEST_SLICE = 64, 1_000_000  # in expansions
_BETWEEN_CHECKS = 0.01  # seconds between two checks of the limits in a slice
_SLICE_SECONDS = 0.04  # a slice should take this long; a limit or Ctrl-C waits for its end
_LEAST_ROOM = 2**10
_MOST_ROWS = 2**31 - 2
_GROWTH, _SMALL = 10, 2**18  # large arrays grow by a tenth, smaller ones faster
_LOAD = 0.7  # largest load of the hash table
_MOST_DEAD, _LEAST_DEAD = 10_000, 100  # compared dead ends after a proof, after a solution

_function_type = cache(ctypes.PYFUNCTYPE)
_logs: list[NDArray[np.int64]] = []  # logs of searches that found a solution, for later searches


class SliceStep(Step[State, Action]):
    """A ``Step`` that stands for many expansions; its ``node`` is created when you read it."""

    __slots__ = ("_log", "make_node", "max_frontier")

    def __init__(self, start: Node[State, Action], make_node: Callable[[], Node]) -> None:
        self.make_node = make_node
        self.max_frontier = 1
        self._log: list[tuple[NDArray[np.float64], NDArray[np.int64]]] = []
        super().__init__(start)

    @property
    def node(self) -> Node[State, Action]:
        """The node that is to be expanded next."""
        return self.make_node()

    @node.setter
    def node(self, node: Node[State, Action]) -> None:
        """Do nothing, because the node is created when it is read."""

    def take(self, n: NDArray[np.int64], log: NDArray[np.int64]) -> None:
        """Update this step's counts from the arrays ``n`` and ``log`` of the compiled search."""
        self.expanded, self.generated = int(n[kernels.EXPANDED]), int(n[kernels.GENERATED])
        self.reopened, self.dead_ends = int(n[kernels.REOPENED]), int(n[kernels.DEAD_ENDS])
        self.frontier = int(n[kernels.WAITING])
        self.max_frontier = max(int(n[kernels.MOST_WAITING]), self.frontier)
        used = 2 * log[kernels.USED :][: n[kernels.LOGGED]]
        self._log.append((log[used].view(np.float64), log[used + 1]))
        log[used + 1] = n[kernels.LOGGED] = 0

    def expanded_below(self, cost: float) -> int:
        """Return how many expanded nodes had an f below ``cost``."""
        return sum(int(numbers[f < cost].sum()) for f, numbers in self._log)


def compiled_steps(
    task: CompiledSearch, make_room: Callable[[int], object], nodes: int | None
) -> Steps[Any, Any]:
    """Test the machine code of the search on some states, and return the steps of the search.

    nodes: the largest number of expansions. make_room: a function that is called before memory is
    allocated; its argument is the number of bytes that will be allocated.
    """
    run = _DeepeningRun if task.kernel.deepens else _BestFirstRun
    return run(task, make_room).steps(nodes)


class _KernelRun:
    """A search in machine code that returns to Python after each slice of about 0.04 seconds."""

    every = kernels.EVERY

    def __init__(
        self, task: CompiledSearch, make_room: Callable[[int], object], code: Typed
    ) -> None:
        self.task, self.form, self.make_room = task, task.form, make_room
        formulas, h = task.formulas(), task.h if task.formula else None
        self.comparison = CompiledFormCheck(task.problem, task.form, formulas, h, task.identities)
        self.comparison.check_first()
        self.linked, self.failure = self.comparison.linked, list[BaseException]()
        if task.h is not None and task.formula is None:
            called = _called_back(task.h, task.form, self.failure)
            self.linked = LinkedFormulas([*formulas, called], task.identities)
        self.n = np.zeros(kernels.REGISTERS, dtype=np.int64)
        self.x = np.zeros(kernels.REGISTERS)
        self.x[kernels.OF_G], self.x[kernels.OF_H] = task.kernel.g, task.kernel.h
        self.n[kernels.MOST], self.n[kernels.WAITING] = max(self.form.most, 1), 1
        try:
            self.log = _logs.pop()  # faster than a new array, which is large
        except IndexError:
            self.log = np.zeros(kernels.WORDS, dtype=np.int64)
        self.initial = signed(self.form.pack(task.problem.initial))
        count = code[0].__code__.co_argcount
        call = _function_type(ctypes.c_int64, *[ctypes.c_void_p] * count)
        self._kernel = call(address_of(*code, identity_of(*code)))
        self._size = _FIRST_SLICE
        self.step: SliceStep[Any, Any]
        self.arrays: Sequence[NDArray[Any]]  # the kernel's other arguments

    def is_goal(self) -> bool:
        return self.linked.value(kernels.GOAL, self.initial) != 0

    def slices(self, nodes: int | None) -> Steps[Any, Any]:
        """Search; yield a step before the first expansion and after each group of expansions."""
        n, step = self.n, self.step
        n[kernels.END] = n[kernels.EXPANDED]
        arrays = [n, self.x, self.linked.links, *self.arrays, self.log, self.log]
        sizes, addresses = list[int](), list[int]()
        while True:
            began, before = perf_counter(), int(n[kernels.EXPANDED])
            if sizes != (now := [array.size for array in arrays]):  # resized arrays have moved
                sizes, addresses = now, [array.ctypes.data for array in arrays]
            status = int(self._kernel(*addresses))
            step.take(n, self.log)
            step.f = None if n[kernels.IN_LAYERS] else float(self.x[kernels.F])
            if status not in (kernels.FOUND, kernels.EMPTY, kernels.STOPPED):
                self.refuse(status)
            self.comparison.check_sample(self.sample(before))
            if status != kernels.STOPPED:
                return self.answer(is_found=status == kernels.FOUND)
            if expanded := step.expanded - before:  # adapt the next slice to the time of this one
                wanted = expanded * _SLICE_SECONDS / max(perf_counter() - began, 1e-6)
                self._size = int(min(max(wanted, 1), 16 * self._size, _LONGEST_SLICE))
            yield step
            self.grow()
            n[kernels.END] = step.expanded + self._size
            if nodes is not None:
                n[kernels.END] = min(step.expanded + self._size, max(nodes, step.expanded + 1))

    def sample(self, before: int) -> list[int]:
        """Return the keys of some states that were expanded after the first ``before`` states."""
        first, last = before // self.every, -(-int(self.n[kernels.EXPANDED]) // self.every)
        places = np.arange(first, last) % kernels.SAMPLES
        return self.log[kernels.SAMPLED + places].tolist()

    def answer(self, is_found: bool) -> Node | None:
        """Check the h values on which the answer depends; return a goal node or None."""
        compare = self.comparison.check_h_values
        most = _MOST_DEAD
        if is_found:
            keys, node = self.path_keys()[0], self.path()
            compare(keys, node.path())
            most = min(most, _LEAST_DEAD + int(self.n[kernels.EXPANDED]) // kernels.EVERY)
        elif not self.is_proof():
            return None
        dead = self.dead_keys()
        compare(dead[:: -(-len(dead) // most) or 1].tolist())
        if is_found:
            _logs.append(self.log)
        return node if is_found else None

    def is_proof(self) -> bool:
        """Return True if an empty frontier proves that there is no solution."""
        return True

    def dead_keys(self) -> NDArray[np.int64]:
        """Return dead ends that the search found, as integers. IDA* stores only some of them."""
        raise NotImplementedError

    def path_keys(self) -> tuple[list[int], list[float]]:
        """Return the states (as integers) and the path costs on the path to the current node."""
        raise NotImplementedError

    def grow(self) -> None:
        """Call ``make_room`` with the number of new bytes, then enlarge arrays that are full."""
        raise NotImplementedError

    def root_h(self) -> float:
        value = self.linked.value(kernels.ESTIMATE, self.initial)
        self.check_h(self.initial, value)
        return value

    def refuse(self, status: int) -> NoReturn:
        """Raise the error that the kernel's status stands for."""
        if status == kernels.BAD_ESTIMATE:
            self.check_h(int(self.n[kernels.REFUSED]), self.x[kernels.F])
        if status == kernels.BAD_COST:
            raise CostError(
                "engine compiled: the cost of an action is negative or not a number"
                ' (engine="objects" allows negative costs)'
            )
        raise NotApplicable(
            "engine compiled: the cost or f value of a path is above 2**53, where floats are not"
            ' exact: use engine="objects", or smaller numbers'
        )

    def check_h(self, key: int, value: float) -> None:
        """Raise an error if h failed, or if its value is unusable."""
        if not kernels.is_refused(value):
            return
        node = Node(self.form.unpack(key & 2**64 - 1))
        failure = self.failure.pop() if self.failure else None
        if isinstance(failure, NotApplicable) or not isinstance(failure, Exception | None):
            raise failure
        if value != value:
            if self.task.h is not None:
                _call_again(self.task.problem, self.task.h, node)
            if failure is not None:
                raise failure
            raise InvalidSolution(
                f"wrong answer: the compiled version returned NaN as h of {node.state!r}"
            )
        raise NotApplicable(
            f"engine compiled: h of {node.state!r} is {value:g}, but floats are not exact above"
            ' 2**53: use engine="objects"'
        )

    def path(self) -> Node:
        """Return the current node; check each step of its path with the problem's own methods."""
        unpack, expand = self.form.unpack, self.comparison.expand
        node: Node[Any, Any] = Node(self.task.problem.initial)
        for key, cost in list(zip(*self.path_keys(), strict=True))[1:]:
            check_limits()
            state = unpack(key & 2**64 - 1)
            found = next((s for s in expand(node) if s[1] == state and s[2] == cost), None)
            if found is None:
                raise InvalidSolution(
                    f"wrong answer: the compiled version returned {state!r}, with path cost"
                    f" {cost:g}, as a successor of {node.state!r}, but Python did not"
                )
            node = Node(state, node, found[0], found[2])
        return node


class _BestFirstRun(_KernelRun):
    """Best-first or breadth-first search."""

    def __init__(self, task: CompiledSearch, make_room: Callable[[int], object]) -> None:
        super().__init__(task, make_room, kernels.BEST_FIRST)
        n, x, kernel = self.n, self.x, task.kernel
        n[kernels.RANK], n[kernels.NEWEST] = task.rank, task.newest_first
        n[kernels.IN_LAYERS], n[kernels.BY_COST] = kernel.in_layers, kernel.g != 0
        n[kernels.HAS_ESTIMATE] = task.h is not None
        self.size, self.heap_size = 0, 0
        self.rows, self.parents = np.zeros(0, np.int64), np.zeros(0, np.int32)
        self.marks, self.table = np.zeros(0, np.uint8), np.zeros(0, np.int32)
        self.heap, self.heap_rows = np.zeros(0), np.zeros(0, np.int32)
        most = int(n[kernels.MOST])
        self.arrays = (
            *(self.rows, self.rows, self.parents, self.marks, self.table),
            *(self.heap, self.heap_rows, np.zeros(most, np.int64), np.zeros(most)),
        )
        self.grow()
        self.rows[0], self.parents[0], n[kernels.ROWS], n[kernels.IN_HAND] = self.initial, -1, 1, -1
        self.step = SliceStep(Node(task.problem.initial), self.path)
        self.step.dead_end = inf
        if kernel.in_layers:
            return
        value = 0.0 if task.h is None else self.root_h()
        x[kernels.F] = f = kernels.evaluate(0.0, value, x)
        if kernels.is_rounded(f):
            self.refuse(kernels.TOO_LARGE)
        if f == inf:
            self.marks[0], n[kernels.WAITING] = kernels.DEAD, 0
        else:
            self.heap[:2] = f, value if task.rank == kernels.LOW_H else 0
            self.heap_rows[0], n[kernels.ENTRIES] = -1 if task.newest_first else 1, 1

    def steps(self, nodes: int | None) -> Steps[Any, Any]:
        if self.n[kernels.IN_LAYERS] and self.is_goal():
            return self.path()
        return (yield from self.slices(nodes))

    def grow(self) -> None:
        n, most = self.n, int(self.n[kernels.MOST])
        size = _room(int(n[kernels.ROWS]) + most, self.size)
        entries = self.heap_size
        if not n[kernels.IN_LAYERS]:
            entries = _room(int(n[kernels.ENTRIES]) + most, entries)
        slots = 1 << (int(size / _LOAD)).bit_length()
        slots = slots if slots > len(self.table) else 0
        if needs := (size - self.size) * 21 + (entries - self.heap_size) * 20 + 4 * slots:
            self.make_room(needs)
        if size > _MOST_ROWS:
            raise MemoryError(f"the search has {size:,} nodes: expected at most {_MOST_ROWS:,}")
        for array, words in ((self.rows, 2), (self.parents, 1), (self.marks, 1)):
            array.resize(words * size, refcheck=False)
        self.heap.resize(2 * entries, refcheck=False)
        self.heap_rows.resize(entries, refcheck=False)
        if slots:
            self.table.resize(0, refcheck=False)  # free the old table first
            self.table.resize(slots, refcheck=False)
            n[kernels.FILLED], n[kernels.MASK] = 0, slots - 1
        n[kernels.ROOM], n[kernels.HEAP_ROOM] = self.size, self.heap_size = size, entries

    def dead_keys(self) -> NDArray[np.int64]:
        return self.rows[2 * np.flatnonzero(self.marks[: self.n[kernels.ROWS]] == kernels.DEAD)]

    def path_keys(self) -> tuple[list[int], list[float]]:
        row, rows = int(max(self.n[kernels.IN_HAND], 0)), []
        while row >= 0:
            rows.append(row)
            row = int(self.parents[row])
        places = 2 * np.array(rows[::-1], dtype=np.int64)
        costs = self.rows[places + 1].view(np.float64).tolist()
        return self.rows[places].tolist(), costs


class _DeepeningRun(_KernelRun):
    """IDA*: rounds of depth-first search with a rising bound on f."""

    every = kernels.EVERY_AGAIN

    def __init__(self, task: CompiledSearch, make_room: Callable[[int], object]) -> None:
        super().__init__(task, make_room, kernels.DEEPENING)
        self.frames, self.gf = np.zeros(0, np.int64), np.zeros(0)
        self.keys, self.costs = np.zeros(0, np.int64), np.zeros(0)
        self.seen = np.zeros(kernels.SEEN + kernels.DEAD_KEYS, dtype=np.int64)
        self.arrays = self.frames, self.gf, self.keys, self.costs, self.seen
        self.grow()
        self.root_f = self.x[kernels.BEYOND] = self.root_h()
        self.raise_bound()
        if self.root_f == inf:
            self.comparison.check_h_values([self.initial])
        self.step = SliceStep(Node(task.problem.initial), self.path)

    def steps(self, nodes: int | None) -> Steps[Any, Any]:
        while self.x[kernels.BOUND] < inf:
            if self.is_goal():
                return self.path()
            answer = yield from self.slices(nodes)
            if answer is not None:
                return answer
            self.raise_bound()
        self.step.frontier = 0
        return None

    def raise_bound(self) -> None:
        """Begin the next round of IDA*; its bound is the least f above the last bound."""
        self.x[kernels.BOUND], self.x[kernels.BEYOND] = self.x[kernels.BEYOND], inf
        self.n[kernels.DEPTH] = self.n[kernels.DEAD_ENDS] = 0
        self.frames[0], self.gf[:2], self.x[kernels.F] = self.initial, (0, self.root_f), self.root_f
        self.seen[: kernels.SEEN] = 0

    def grow(self) -> None:
        most, before = int(self.n[kernels.MOST]), len(self.gf) // 2
        size = _room(int(self.n[kernels.DEPTH]) + 2, before)
        if size > before:
            self.make_room((size - before) * (40 + 16 * most))
        for array, words in ((self.frames, kernels.FRAME), (self.gf, 2)):
            array.resize(words * size, refcheck=False)
        for array in (self.keys, self.costs):
            array.resize(most * size, refcheck=False)
        self.n[kernels.ROOM] = size

    def is_proof(self) -> bool:
        return bool(self.x[kernels.BEYOND] == inf)

    def dead_keys(self) -> NDArray[np.int64]:
        return self.seen[kernels.SEEN :][: int(self.n[kernels.DEAD_ENDS])]

    def path_keys(self) -> tuple[list[int], list[float]]:
        depth = int(self.n[kernels.DEPTH])
        keys = self.frames[: kernels.FRAME * (depth + 1) : kernels.FRAME]
        return keys.tolist(), self.gf[: 2 * depth + 2 : 2].tolist()


def _call_again(problem: ProblemLike, h: Heuristic, node: Node) -> None:
    """Call h again, so that the traceback of its error contains ``problem`` and ``node``."""
    checked_h(h)(node)


def _room(wanted: int, size: int) -> int:
    growth = max(size // _GROWTH, min(3 * size, _SMALL), _LEAST_ROOM)
    return size if wanted <= size else max(wanted, size + growth)


class _StateOnlyNode(Node[Any, Any]):
    def __init__(self, state: Any) -> None:
        self.state = state

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise NotApplicable(
            f"engine compiled: the heuristic reads node.{name}: expected only node.state"
        )


def _called_back(h: Heuristic, form: CompiledForm, failure: list[BaseException]) -> Formula:
    """Return a formula that calls ``h`` in Python. An error of ``h`` is added to ``failure``."""
    value_of, unpack, due = checked_h(h), form.unpack, 0.0

    def call(key: int, *_: object) -> float:
        nonlocal due
        try:
            if perf_counter() > due:  # many slow calls may take long
                check_limits()
                due = perf_counter() + _BETWEEN_CHECKS
            value = value_of(_StateOnlyNode(unpack(key & 2**64 - 1)))
            if type(value) in PLAIN and not kernels.is_refused(value):
                return value
            failure.append(
                NotApplicable(
                    f"engine compiled: h is {value!r}: expected an int or a float up to 2**53"
                )
            )
        except BaseException as error:  # including a limit and Ctrl-C
            failure.append(error)
        return nan

    called = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, *[ctypes.c_void_p] * 3)(call)
    return Formula(called, address=ctypes.cast(called, ctypes.c_void_p).value)
