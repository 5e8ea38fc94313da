"""Checks of a problem: each check looks for one kind of mistake in the reachable states."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from math import isnan
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias

from aima_search.analysis.space import PlainSpace
from aima_search.base.errors import SearchError
from aima_search.base.interchange import counted
from aima_search.checks.optional_members import (
    Faults,
    abstractions_follow,
    compiled_form_agrees,
    facts_hold,
    packed_form_agrees,
    proofs_hold,
    relaxations_follow,
    reversed_problem_agrees,
    symmetries_keep_costs,
    ways_back_agree,
)
from aima_search.display.scene import picture_of
from aima_search.model.contract import ProblemLike, offered
from aima_search.model.examination import EXPLORED, ProblemFault, ProblemValidator
from aima_search.model.members import contradictions, misspelled, uncallable
from aima_search.model.problem import Node, cost_function, goal_test, successors

ProblemCheck: TypeAlias = Callable[[ProblemLike, list[Node]], Faults]


@dataclass(frozen=True)
class ProblemReport:
    """The result of ``check_problem``; ``faults`` has a description for each failed check.

    without_goal: True if all reachable states were checked and none of them is a goal.
    """

    faults: dict[str, str]
    states: int
    without_goal: bool = False

    @property
    def ok(self) -> bool:
        """True if the checks found no fault in the problem."""
        return not self.faults

    def __str__(self) -> str:
        if self.ok:
            goal = ", but none of these states is a goal" * self.without_goal
            return f"no fault found in {counted(self.states, 'state')}{goal}"
        return "\n".join(f"{name}: {fault}" for name, fault in self.faults.items())


def check_problem(problem: Any, states: int = 1_000) -> ProblemReport:
    """Check the methods of a problem on its first states, in breadth-first order.

    Parameters
    ----------
    problem
        An object of any class with the methods and attributes of the contract.
    states
        The number of states to examine.

    Examples
    --------
    >>> from puzzles import Jugs
    >>> print(check_problem(Jugs("3,5>4")))
    no fault found in 16 states
    """
    of_members = {} if isinstance(problem, type) else _of_members(problem)
    if "members-can-be-called" in of_members:
        return ProblemReport(of_members, 0)
    nodes, faults, is_complete = _explore(problem, states)
    without_goal = False
    if not faults:
        found = {name: _first_fault(check, problem, nodes) for name, check in CHECKS.items()}
        faults = {name: fault for name, fault in found.items() if fault is not None}
        is_goal = goal_test(problem)
        without_goal = is_complete and not any(is_goal(node.state) for node in nodes)
    return ProblemReport({**of_members, **faults}, len(nodes), without_goal)


def _first_fault(check: ProblemCheck, problem: Any, nodes: list[Node]) -> str | None:
    try:
        return next(check(problem, nodes), None)
    except Exception as error:
        frame = extract_tb(error.__traceback__)[-1]
        place = f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
        return f"{type(error).__name__}: {error} ({place})"


def _of_members(problem: object) -> dict[str, str]:
    found = {name: "; ".join(check(problem)) for name, check in CHECKS_OF_MEMBERS.items()}
    return {name: faults for name, faults in found.items() if faults}


def _explore(problem: ProblemLike, states: int) -> tuple[list[Node], dict[str, str], bool]:
    """Return the examined nodes, the first fault, and True if all reachable states are examined."""
    nodes: list[Node] = []
    examination = ProblemValidator(problem, hashed=True, by_value=True)
    try:
        examination.check_members()
        examination.examine(Node(problem.initial))
        space = PlainSpace(problem)
        while not space.complete and space.expanded < states:
            nodes.append(space.nodes[space.expanded])
            examination.examine(nodes[-1])
            space.expand_next()
        examination.check_goal([node.state for node in nodes])
    except ProblemFault as fault:
        return nodes, {fault.check: str(fault)}, False
    except SearchError as error:
        return nodes, {EXPLORED: str(error)}, False
    return nodes, {}, space.complete


def costs_are_not_negative(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that no action has a negative cost."""
    for node in nodes:
        for action, _, cost in successors(problem)(node):
            if isnan(cost) or cost < node.path_cost:
                yield f"the action {action} in {node.state!r} costs {cost - node.path_cost}"


def successors_agree(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that ``successors``, if defined, agrees with ``actions``, ``result`` and the costs."""
    if offered(problem, "actions") is None:
        return
    cost_of = cost_function(problem)
    for node in nodes:
        expected = []
        for action in problem.actions(node.state):
            state = problem.result(node.state, action)
            expected.append((action, state, cost_of(node, action, state)))
        listed = list(successors(problem)(node))
        if listed != expected:
            yield (
                f"successors({node.state!r}) returns {listed}, but actions, result and the cost"
                f" give {expected}"
            )


def dialects_agree(problem: Any, nodes: list[Node]) -> Faults:
    """Check that ``goal_test`` agrees with ``is_goal``, and ``path_cost`` with ``action_cost``."""
    older, newer = offered(problem, "goal_test"), offered(problem, "is_goal")
    if older is not None and newer is not None:
        for node in nodes:
            yield from _difference("goal_test and is_goal", older, newer, node.state)
    older, newer = offered(problem, "path_cost"), offered(problem, "action_cost")
    if older is not None and newer is not None:
        for node in nodes:
            for action, after, _ in successors(problem)(node):
                step = node.state, action, after
                yield from _difference("path_cost and action_cost", partial(older, 0), newer, *step)


def _difference(names: str, older: Any, newer: Any, *given: Any) -> Faults:
    values = older(*given), newer(*given)
    if values[0] != values[1]:
        yield f"{names} return {values[0]!r} and {values[1]!r} for {given!r}"


def marked_cells_agree(problem: Any, nodes: list[Node]) -> Faults:
    """Check that ``scene`` marks the cells that ``changed_cells`` and ``origin_cells`` return."""
    changed, origins = offered(problem, "changed_cells"), offered(problem, "origin_cells")
    for node in nodes[:10] if changed is not None else ():
        for action, after, _ in successors(problem)(node):
            scene = picture_of(problem, after, action)
            places = [] if scene is None else list(scene.positions())
            marked = {(row, column) for row, column, cell in places if cell.marked}
            left = {(row, column) for row, column, cell in places if cell.origin}
            step = node.state, action
            cells = set(changed(*step)), set() if origins is None else set(origins(*step))
            if scene is not None and cells != (marked, left):
                yield (
                    f"the action {action} in {node.state!r} changes and leaves the cells {cells},"
                    f" but the picture marks {marked, left}"
                )


def _by_name(*checks: ProblemCheck) -> dict[str, ProblemCheck]:
    return {check.__name__.replace("_", "-"): check for check in checks}


CHECKS_OF_MEMBERS: dict[str, Callable[[object], Iterable[str]]] = {
    "names-are-of-the-contract": misspelled,
    "members-can-be-called": lambda problem: uncallable(problem).values(),
    "facts-agree": contradictions,
}
"""The checks of names, signatures and values of members, by name."""

CHECKS = _by_name(
    costs_are_not_negative,
    dialects_agree,
    marked_cells_agree,
    ways_back_agree,
    abstractions_follow,
    relaxations_follow,
    symmetries_keep_costs,
    facts_hold,
    proofs_hold,
    reversed_problem_agrees,
    packed_form_agrees,
    compiled_form_agrees,
    successors_agree,
)
"""The checks of every problem, by name."""
