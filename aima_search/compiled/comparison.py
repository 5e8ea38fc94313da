"""Compares the compiled version of a problem with the Python code that it replaces.

The two are compared on the first states before the first search, on a sample of the states during
every search, and at its end on the h values that the answer depends on. If the results differ for a
state, the error InvalidSolution names this state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any

from aima_search.algorithms.informed import checked_h
from aima_search.base import __version__, cache
from aima_search.base.errors import InvalidSolution
from aima_search.base.limits import check_limits
from aima_search.compiled import kernels, native
from aima_search.model.compiled import CompiledForm, Formula, signed
from aima_search.model.contract import RULES, ProblemLike
from aima_search.model.heuristic import function_of
from aima_search.model.problem import Heuristic, Node, goal_test, successors, transitions

_FIRST = 200  # states that are compared before the first search
_WHOLE = 64  # in every group of so many sampled states, the first is compared in full

_compared: set[tuple[Any, ...]] = set()


class CompiledFormCheck:
    """Checks that compiled ``formulas`` give the same successors, goals and h as Python code."""

    def __init__(
        self,
        problem: ProblemLike,
        form: CompiledForm,
        formulas: Sequence[Formula],
        h: Heuristic | None,
        identities: Mapping[native.Typed, str] | None = None,
    ) -> None:
        self.linked = native.LinkedFormulas(formulas, identities)  # compiles new formulas
        self._problem, self._form, self._h = problem, form, h
        self._h_value = None if h is None else checked_h(h)
        self.expand, self._is_goal = successors(problem), goal_test(problem)
        self._sampled = 0

    def check_first(self) -> None:
        """Check the compiled functions in the first states, unless an earlier search did so."""
        kind = type(self._problem)
        identities = sorted(self.linked.identities.values())
        rules = [getattr(kind, name, None) for name in sorted({*RULES, "compiled"})]
        replaced = [*rules, self._h and function_of(self._h), getattr(self._h, "formula", None)]
        source = [code for rule in replaced if (code := getattr(rule, "__code__", None))]
        compared = kind, *identities, *source
        if compared in _compared:
            return
        version = native.digest_of(__version__, *identities, *source)
        identity = f"compared {kind.__qualname__} {version}"
        if not cache.is_private(identity):
            self.check_nodes(_first_nodes(self._problem))
            cache.write(identity, b"")
        _compared.add(compared)

    def check_nodes(self, nodes: Iterable[Node]) -> None:
        """Check that all compiled functions agree with Python in the states of ``nodes``."""
        for node in nodes:
            check_limits()
            self._check(node)

    def check_sample(self, keys: Iterable[int]) -> None:
        """Check the compiled h in all states, and the other compiled functions in some states."""
        for key in keys:
            check_limits()
            node: Node[Any, Any] = Node(self._form.unpack(key & 2**64 - 1))
            if self._sampled % _WHOLE == 0:
                self._check(node)
            else:
                self._check_h(node, key)
            self._sampled += 1

    def check_h_values(self, keys: Sequence[int], nodes: Iterable[Node] | None = None) -> None:
        """Check that the compiled h agrees with Python in the states that ``keys`` stand for."""
        unpack = self._form.unpack
        nodes = (Node(unpack(key & 2**64 - 1)) for key in keys) if nodes is None else nodes
        for key, node in zip(keys, nodes, strict=True) if self._h is not None else ():
            check_limits()
            self._check_h(node, key)

    def _check(self, node: Node) -> None:
        state, pack = node.state, self._form.pack
        key = pack(state)
        expected = [(signed(pack(s)), float(c)) for _, s, c in self.expand(Node(state))]
        if len(expected) > self._form.most:
            _check_equal("the largest number of successors", state, self._form.most, len(expected))
        successors_here = self.linked.listed(kernels.EXPAND, signed(key), self._form.most)
        is_goal = self.linked.value(kernels.GOAL, signed(key)) != 0
        _check_equal("the state", state, self._form.unpack(key), state)
        _check_equal("the successors", state, successors_here, expected)
        _check_equal("the goal test", state, is_goal, bool(self._is_goal(state)))
        self._check_h(node, signed(key))

    def _check_h(self, node: Node, key: int) -> None:
        if self._h_value is not None:
            value = self.linked.value(kernels.ESTIMATE, key)
            try:
                expected: Any = self._h_value(node)
            except Exception as error:
                if value != value:  # the search raises the same error at this state
                    return
                expected = error
            _check_equal("h", node.state, value, expected)


def _check_equal(what: str, state: Any, found: Any, expected: Any) -> None:
    if found != expected:
        raise InvalidSolution(
            f"wrong answer: the compiled version returned {found!r} as {what} of {state!r}:"
            f" expected {expected!r}, as in Python"
        )


def _first_nodes(problem: ProblemLike) -> Iterator[Node]:
    expand, reached = transitions(problem)[0], {problem.initial}
    waiting = deque([Node(problem.initial)])
    for _ in range(_FIRST):
        if not waiting:
            return
        node = waiting.popleft()
        yield node
        for action, state, cost in expand(node):
            if cost < inf and state not in reached:
                reached.add(state)
                waiting.append(Node(state, node, action))
