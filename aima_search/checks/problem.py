"""Checks of a problem: each check looks for one kind of mistake in the reachable states."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from math import inf, isnan
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias

from aima_search.algorithms.bidirectional import has_predecessors, predecessors
from aima_search.analysis.space import PlainSpace
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.base.interchange import counted
from aima_search.display.scene import picture_of
from aima_search.model.compiled import signed
from aima_search.model.contract import Abstraction, ProblemLike, offered
from aima_search.model.examination import EXPLORED, ProblemFault, ProblemValidator
from aima_search.model.members import contradictions, misspelled, uncallable
from aima_search.model.packed import packed_form
from aima_search.model.problem import (
    Node,
    Successor,
    cost_function,
    goal_test,
    has_unit_costs,
    successors,
)
from aima_search.model.values import described

Faults: TypeAlias = Iterator[str]
ProblemCheck: TypeAlias = Callable[[ProblemLike, list[Node]], Faults]
Expand: TypeAlias = Callable[[Node], Iterable[Successor]]

_ROUNDING = 1e-9  # relative error of a cost


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
    of_members = {}
    if not isinstance(problem, type):
        texts = {name: "; ".join(check(problem)) for name, check in CHECKS_OF_MEMBERS.items()}
        of_members = {name: text for name, text in texts.items() if text}
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


def _explore(problem: ProblemLike, states: int) -> tuple[list[Node], dict[str, str], bool]:
    """Return (nodes, first fault, is_complete); a fault is {check: message}, or {} for none."""
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


def ways_back_agree(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that s is a predecessor of t if and only if an action leads from s to t."""
    if not has_predecessors(problem):
        return
    ahead, back = successors(problem), predecessors(problem)
    try:
        yield from _without_inverse(ahead, back, nodes)
        yield from _without_inverse(back, ahead, nodes, backwards=True)
    except NotApplicable as error:
        yield str(error)


def reversed_problem_agrees(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that ``reversed_problem`` has the reverse of each action, at the same cost."""
    turned = offered(problem, "reversed_problem")
    other: Any = None if turned is None else turned()
    if other is not None:
        yield from _without_inverse(successors(problem), successors(other), nodes)


def _without_inverse(
    expand: Expand, inverse: Expand, nodes: list[Node], backwards: bool = False
) -> Faults:
    """Yield a fault for each action that ``inverse`` does not undo at the same cost."""
    for node in nodes:
        for state, cost in _cheapest(expand(Node(node.state))).items():
            back = _cheapest(inverse(Node(state))).get(node.state)
            if back != cost:
                ends, costs = [node.state, state], [cost, back]
                if backwards:
                    ends.reverse()
                    costs.reverse()
                action, step_back = ("none" if c is None else f"cost {c}" for c in costs)
                yield f"from {ends[0]!r} to {ends[1]!r}: action: {action}, step back: {step_back}"


def _cheapest(steps: Iterable[Successor]) -> dict[Any, float]:
    costs: dict[Any, float] = {}
    for _, state, cost in steps:
        costs[state] = min(cost, costs.get(state, cost))
    return costs


def abstractions_follow(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that each abstract problem keeps all goals and actions, at an equal or lower cost.

    If the abstractions are additive, the sum of an action's costs in all abstractions must not
    exceed the cost of the action.
    """
    abstraction, patterns_of = offered(problem, "abstraction"), offered(problem, "patterns")
    if abstraction is None or patterns_of is None:
        return
    from aima_search.made import abstractions  # only when used

    patterns = list(patterns_of(""))
    named = {f"pattern {pattern}": abstraction(pattern) for pattern in patterns}
    for name, image in named.items():
        is_stored = image.dense is not None and image.entries <= abstractions.MOST_ENUMERATED
        if is_stored and find_spec("numpy") is not None:
            table = abstractions.table_of(image)
            for state, cost in _costs_to_goals(problem, nodes):
                if (stored := table.cost(state)) > cost * (1 + _ROUNDING):
                    yield (
                        f"{name}: the table has {stored} for {state!r}, but a path to a goal costs"
                        f" only {cost}"
                    )
    is_sum = abstractions.are_additive(list(named.values()), patterns)
    yield from _faults_of(problem, nodes, named, is_sum)


def relaxations_follow(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that relaxed problems have every action of the problem, at an equal or lower cost."""
    relaxed, known = offered(problem, "relaxed"), offered(problem, "rules_to_drop")
    if relaxed is None or not known:
        return
    for rules in dict.fromkeys([*((rule,) for rule in known), tuple(known)]):
        parts = relaxed(*rules)
        names = [f"without {', '.join(rules)}, part {i}" for i in range(1, len(parts) + 1)]
        yield from _faults_of(problem, nodes, dict(zip(names, parts, strict=True)), is_sum=True)


def _faults_of(
    problem: ProblemLike, nodes: list[Node], named: Mapping[str, Abstraction], is_sum: bool
) -> Faults:
    """Yield the faults of abstractions. If ``is_sum``, also check that they are additive."""
    expand, is_goal = successors(problem), goal_test(problem)
    for node in nodes:
        state = node.state
        reached = {}  # for each abstraction: the lowest costs of images after at most one action
        for name, abstraction in named.items():
            image = abstraction.image(state)
            if is_goal(state) and not goal_test(abstraction.problem)(image):
                yield f"{name}: {state!r} is a goal, but its image is not a goal"
            steps = successors(abstraction.problem)(Node(image))
            reached[name] = _cheapest([(None, image, 0), *steps])
        for action, after, cost in expand(Node(state)):
            paid: float = 0
            for name, abstraction in named.items():
                image = abstraction.image(after)
                least = reached[name].get(image)
                if least is None:
                    yield (
                        f"{name}: the action {action} in {state!r} has no image, because no"
                        f" abstract action leads from {abstraction.image(state)!r} to {image!r}"
                    )
                    continue
                paid += least
                if least > cost * (1 + _ROUNDING):
                    yield (
                        f"{name}: the action {action} in {state!r} costs {cost}, but its image"
                        f" costs {least}"
                    )
            if is_sum and paid > cost * (1 + _ROUNDING):
                yield (
                    f"{', '.join(named)} are not additive: the action {action} in {state!r} costs"
                    f" {cost}, but its images cost {paid} together"
                )


def symmetries_keep_costs(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that a state and its symmetric state have matching successors, costs and goal tests."""
    if (symmetries := offered(problem, "symmetries")) is None:
        return
    expand, is_goal = successors(problem), goal_test(problem)
    for symmetry in symmetries():
        of_state = symmetry.of_state
        for node in nodes:
            state, image = node.state, of_state(node.state)
            if is_goal(state) != is_goal(image):
                yield f"{state!r} and its image {image!r}: only one of these two states is a goal"
            images = _sorted((of_state(after), cost) for _, after, cost in expand(Node(state)))
            found = _sorted((after, cost) for _, after, cost in expand(Node(image)))
            if images != found:
                yield (
                    f"{state!r} and its image {image!r}: the successors of the first state have"
                    f" the images {images}, but the second state has the successors {found}"
                )


def compiled_form_agrees(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Compare the compiled version with the problem: states, goals, actions, costs and h values."""
    if offered(problem, "compiled") is None:
        return
    from aima_search.compiled.comparison import CompiledFormCheck  # only when used
    from aima_search.compiled.engines import compiled_form_or_reason, formula_of
    from aima_search.compiled.native import reason_not_compilable

    form = compiled_form_or_reason(problem)
    if isinstance(form, str) or reason_not_compilable():
        return
    rules = [form.expand, form.goal]
    methods = [getattr(problem, name, None) for name in ("h", *form.estimates)]
    try:
        CompiledFormCheck(problem, form, rules, None).check_nodes(nodes)
        keys = [signed(form.pack(node.state)) for node in nodes]
        for h in filter(None, methods):
            if (formula := formula_of(h, problem, form)) is not None:
                CompiledFormCheck(problem, form, [*rules, formula], h).check_h_values(keys, nodes)
    except SearchError as error:
        yield str(error).removeprefix("wrong answer: ")


def _sorted(steps: Iterable[tuple[Any, float]]) -> list[tuple[Any, float]]:
    return sorted(steps, key=repr)


def facts_hold(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that no action in the given states contradicts ``unit_costs`` or ``least_cost``."""
    least, most = (1, 1) if has_unit_costs(problem) else (offered(problem, "least_cost"), inf)
    for node in nodes if least is not None else ():
        for action, _, cost in successors(problem)(Node(node.state)):
            if not least <= cost <= most:
                wanted = "1 because of unit_costs" if most == 1 else f"at least least_cost, {least}"
                yield f"the action {action} in {node.state!r} costs {cost}: expected {wanted}"


def proofs_hold(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that ``hopeless`` returns "" for each state from which a goal can be reached."""
    if offered(problem, "hopeless") is None:
        return
    for state, cost in _costs_to_goals(problem, nodes):
        start: Any = copy.copy(problem)
        start.initial = state
        if reason := start.hopeless():
            yield f"{state!r} is hopeless ({reason}), but a path to a goal costs {cost}"


def _costs_to_goals(problem: ProblemLike, nodes: list[Node]) -> Iterator[tuple[Any, float]]:
    """Yield pairs of a state and the cost of a known path from this state to a goal."""
    is_goal, goal = goal_test(problem), offered(problem, "goal")
    for end in nodes:
        if is_goal(end.state):
            yield from ((node.state, end.path_cost - node.path_cost) for node in end.path())
    if has_predecessors(problem) and type(goal) is type(problem.initial) and is_goal(goal):
        come_from, waiting, seen = predecessors(problem), [Node(goal)], {goal}
        for node in waiting:
            yield node.state, node.path_cost
            for action, before, cost in come_from(node):
                if before not in seen and len(seen) < len(nodes):
                    seen.add(before)
                    waiting.append(Node(before, node, action, cost))


def packed_form_agrees(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Check that the packed version agrees with the problem in states, goals, actions and costs."""
    form = packed_form(problem)
    if form is None:
        return
    states = [node.state for node in nodes]
    keys = form.pack(states)
    if getattr(keys, "dtype", None) != "uint64":
        yield f"packed().pack returned {described(keys)}: expected a numpy array of uint64"
        return
    sources, targets, costs = form.successors(keys)
    packed: list[list[tuple[Any, float]]] = [[] for _ in states]
    paid = [1.0] * len(sources) if costs is None else costs.tolist()
    for source, after, cost in zip(sources.tolist(), form.unpack(targets), paid, strict=True):
        packed[source].append((after, cost))
    expand, is_goal = successors(problem), goal_test(problem)
    steps = [[(after, float(cost)) for _, after, cost in expand(Node(state))] for state in states]
    pairs = {
        "states": (states, form.unpack(keys)),
        "goals": ([bool(is_goal(state)) for state in states], form.goals(keys).tolist()),
        "successors": (map(_sorted, steps), map(_sorted, packed)),
    }
    for what, (of_rules, of_form) in pairs.items():
        for state, expected, found in zip(states, of_rules, of_form, strict=True):
            if expected != found:
                yield f"{what} of {state!r} are {expected}, but {found} in the packed version"


CHECKS_OF_MEMBERS: dict[str, Callable[[object], Iterable[str]]] = {
    "names-are-of-the-contract": misspelled,
    "members-can-be-called": lambda problem: uncallable(problem).values(),
    "facts-agree": contradictions,
}
"""The checks of names, signatures and values of members, by name."""

CHECKS: dict[str, ProblemCheck] = {
    check.__name__.replace("_", "-"): check
    for check in (
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
}
"""The checks of every problem, by name."""
