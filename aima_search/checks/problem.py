"""Contract checks of a problem: small, named, each for one kind of fault.

Each check looks at states reached from the initial state and returns what is wrong, or None.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isnan
from typing import Any

from aima_search.algorithms.bidirectional import has_a_way_back, predecessors
from aima_search.analysis.plain_space import PlainSpace, UnhashableError
from aima_search.base.errors import NotApplicable
from aima_search.checks.abstraction import (
    abstractions_follow,
    relaxations_follow,
    symmetries_keep_costs,
)
from aima_search.model.contract import ProblemLike
from aima_search.model.problem import (
    Node,
    Problem,
    Successor,
    cost_function,
    goal_test,
    successors,
)

Check = Callable[[ProblemLike, list[Node]], "str | None"]


@dataclass(frozen=True)
class ProblemReport:
    """The faults found, by the name of the check; ``states`` is the number of states checked."""

    faults: dict[str, str]
    states: int

    @property
    def ok(self) -> bool:
        """Whether the checks found no fault."""
        return not self.faults

    def __str__(self) -> str:
        if self.ok:
            return f"no fault found in {self.states:,} state{'s' if self.states != 1 else ''}"
        return "\n".join(f"{name}: {fault}" for name, fault in self.faults.items())


# A problem under check may break its contract, so it has no type here.
def check_problem(problem: Any, states: int = 1_000) -> ProblemReport:
    """Run every check on the first ``states`` states, breadth first."""
    nodes, faults = _explore(problem, states)
    if not faults:
        checks = {**CHECKS, **(CHECKS_OF_ACTIONS if _has_actions(problem) else {})}
        found = {name: check(problem, nodes) for name, check in checks.items()}
        faults = {name: fault for name, fault in found.items() if fault is not None}
    return ProblemReport(faults, len(nodes))


def _explore(problem: ProblemLike, states: int) -> tuple[list[Node], dict[str, str]]:
    """Return nodes of the first states, all of them expanded, or what went wrong on the way."""
    looked_at: list[Node] = []
    try:
        space = PlainSpace(problem)
        while not space.complete and space.expanded < states:
            looked_at.append(space.nodes[space.expanded])
            space.expand_next()
    except UnhashableError as error:
        return looked_at, {"states-are-hashable": str(error)}
    except Exception as error:
        return looked_at, {"states-can-be-explored": f"{type(error).__name__}: {error}"}
    return looked_at, {}


def actions_repeat(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """The same state gives the same actions each time."""
    for node in nodes:
        first, second = list(problem.actions(node.state)), list(problem.actions(node.state))
        if first != second:
            return f"actions({node.state!r}) gave {first} and then {second}"
    return None


def results_repeat(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """The same action leads to the same state each time."""
    for node in nodes:
        for action in problem.actions(node.state):
            first, second = (problem.result(node.state, action) for _ in range(2))
            if first != second:
                return f"result({node.state!r}, {action}) gave {first!r} and then {second!r}"
    return None


def states_are_left_alone(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """Neither result nor goal_test changes the state it is given."""
    for node in nodes:
        before = copy.deepcopy(node.state)
        goal_test(problem)(node.state)
        list(successors(problem)(node))
        for action in problem.actions(node.state) if _has_actions(problem) else ():
            problem.result(node.state, action)
        if node.state != before:
            return f"{before!r} was changed to {node.state!r}: return a new state"
    return None


def costs_are_not_negative(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """No action costs less than nothing."""
    for node in nodes:
        for action, _, cost in successors(problem)(node):
            if isnan(cost) or cost < node.path_cost:
                return f"{action} from {node.state!r} costs {cost - node.path_cost}"
    return None


def successors_agree(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """``successors``, if defined, says the same as actions, result and the cost."""
    cost_of = cost_function(problem)
    for node in nodes:
        singly = []
        for action in problem.actions(node.state):
            state = problem.result(node.state, action)
            singly.append((action, state, cost_of(node, action, state)))
        at_once = list(successors(problem)(node))
        if singly != at_once:
            return f"successors({node.state!r}) gave {at_once}, one by one {singly}"
    return None


def goals_repeat(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """The same state is a goal each time, or each time not."""
    for node in nodes:
        first, second = (bool(goal_test(problem)(node.state)) for _ in range(2))
        if first != second:
            return f"goal_test({node.state!r}) was {first} and then {second}"
    return None


def ways_back_agree(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """``predecessors`` or ``reversible``, if defined, says the same as the actions."""
    if not has_a_way_back(problem):
        return None
    expand, come_from = successors(problem), predecessors(problem)
    try:
        for node in nodes:
            here = Node(node.state)
            for state, cost in _cheapest(expand(here)).items():
                back = _cheapest(come_from(Node(state))).get(node.state)
                if back != cost:
                    return _no_agreement(node.state, state, cost, back)
            for before, cost in _cheapest(come_from(here)).items():
                ahead = _cheapest(expand(Node(before))).get(node.state)
                if ahead != cost:
                    return _no_agreement(before, node.state, ahead, cost)
    except NotApplicable as error:
        return str(error)
    return None


def _cheapest(steps: Iterable[Successor]) -> dict[Any, float]:
    costs: dict[Any, float] = {}
    for _, state, cost in steps:
        costs[state] = min(cost, costs.get(state, cost))
    return costs


def _no_agreement(before: Any, after: Any, ahead: float | None, back: float | None) -> str:
    told = ["no way" if cost is None else f"a cost of {cost}" for cost in (ahead, back)]
    return f"from {before!r} to {after!r} the actions know {told[0]}, the way back {told[1]}"


def _has_actions(problem: object) -> bool:
    """Tell whether the problem defines ``actions``; ``successors`` alone may stand for it."""
    return getattr(type(problem), "actions", None) is not Problem.actions


def _by_name(*checks: Check) -> dict[str, Check]:
    return {check.__name__.replace("_", "-"): check for check in checks}


CHECKS = _by_name(
    states_are_left_alone,
    costs_are_not_negative,
    goals_repeat,
    ways_back_agree,
    abstractions_follow,
    relaxations_follow,
    symmetries_keep_costs,
)
"""The checks of every problem, by name."""

CHECKS_OF_ACTIONS = _by_name(actions_repeat, results_repeat, successors_agree)
"""The checks of a problem that defines ``actions`` and ``result``, by name."""
