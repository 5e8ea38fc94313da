"""Compiled forms compared with the Python that they stand for: before a search, and during it.

A form is compared on the first states before the first search, on a sample of the expansions of
every search, and on all that an answer rests on. WrongAnswer names the first state on which the two
differ.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Any

from aima_search.algorithms.informed import checked_h
from aima_search.base import __version__, cache
from aima_search.base.errors import WrongAnswer
from aima_search.base.limits import check_limits
from aima_search.compiled import kernels, native
from aima_search.compiled.digest import digest_of
from aima_search.model.compiled import CompiledForm, Formula, signed
from aima_search.model.contract import RULES, ProblemLike
from aima_search.model.heuristic import function_of
from aima_search.model.problem import Heuristic, Node, goal_test, successors, transitions

_FIRST = 200  # states that are compared before the first search
_WHOLE = 64  # of so many sampled states, all that the form says of the first is compared

_compared: set[tuple[type, str]] = set()


class Comparison:
    """A problem's form and formulas, next to the problem and the heuristic.

    formulas: to expand, the goal, the estimate if there is one. h: None without that formula.
    """

    def __init__(
        self,
        problem: ProblemLike,
        form: CompiledForm,
        formulas: Sequence[Formula],
        h: Heuristic | None,
    ) -> None:
        self.linked = native.Linked(formulas)  # compiled, if they are new
        self._problem, self._form, self._formulas, self._h = problem, form, formulas, h
        self._h_value = None if h is None else checked_h(h)
        self._expand, self._is_goal = successors(problem), goal_test(problem)
        self._sampled = 0

    def check_first(self) -> None:
        """Compare all on the first states that can be reached, once for each source."""
        kind = type(self._problem)
        functions = [one[0] for each in self._formulas for one in native.functions_of(each)]
        rules = [getattr(kind, name, None) for name in sorted({*RULES, "compiled"})]
        stood_for = [*rules, self._h and function_of(self._h), getattr(self._h, "formula", None)]
        source = [code for one in stood_for if (code := getattr(one, "__code__", None))]
        made_of = digest_of(__version__, *functions, *source)
        identity = f"compared {kind.__qualname__} {made_of}"
        if (kind, made_of) in _compared:
            return
        if not cache.is_private(identity):
            for node in _first_nodes(self._problem):
                self._check(node)
            cache.write(identity, b"")
        _compared.add((kind, made_of))

    def check_sample(self, keys: Iterable[int]) -> None:
        """Compare the estimates of some states that were expanded, and all of a few of them."""
        for key in keys:
            check_limits()
            node: Node[Any, Any] = Node(self._form.unpack(key & 2**64 - 1))
            if self._sampled % _WHOLE == 0:
                self._check(node)
            else:
                self._check_h(node, key)
            self._sampled += 1

    def check_estimates(self, keys: Sequence[int], nodes: Iterable[Node] | None = None) -> None:
        """Compare the estimates of states, given by their keys, or of nodes."""
        if self._h is None:
            return
        unpack = self._form.unpack
        nodes = (Node(unpack(key & 2**64 - 1)) for key in keys) if nodes is None else nodes
        for key, node in zip(keys, nodes, strict=True):
            check_limits()
            self._check_h(node, key)

    def _check(self, node: Node) -> None:
        key = self._form.pack(node.state)
        here, start = signed(key), Node(node.state)
        successors_here = [
            (signed(self._form.pack(state)), float(cost)) for _, state, cost in self._expand(start)
        ]
        listed = self.linked.listed(kernels.EXPAND, here, self._form.most)
        is_goal = self.linked.value(kernels.GOAL, here) != 0
        self._check_equal("its state", node, self._form.unpack(key), node.state)
        self._check_equal("its successors", node, listed, successors_here)
        self._check_equal("whether it is a goal", node, is_goal, bool(self._is_goal(node.state)))
        self._check_h(node, here)

    def _check_h(self, node: Node, key: int) -> None:
        if self._h_value is not None:
            value = self.linked.value(kernels.ESTIMATE, key)
            try:
                right: Any = self._h_value(node)
            except Exception as error:
                if value != value:  # the search raises the same if it comes here
                    return
                right = error
            self._check_equal("its estimate", node, value, right)

    def _check_equal(self, what: str, node: Node, said: Any, right: Any) -> None:
        if said != right:
            raise WrongAnswer(
                f"wrong answer: the compiled form does not say {what} as the problem does, for"
                f" {node.state!r}: {said!r}, not {right!r}"
            )


def _first_nodes(problem: ProblemLike) -> Iterator[Node]:
    """Yield a node for each of the first states that can be reached."""
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
