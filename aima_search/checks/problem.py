"""Contract checks of a problem: small, named, each for one kind of fault.

Each check looks at states reached from the initial state and yields what is wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from math import inf, isnan
from typing import Any

from aima_search.algorithms.bidirectional import has_a_way_back, predecessors
from aima_search.analysis.space import PlainSpace
from aima_search.base.errors import NotApplicable, SearchError
from aima_search.display.scene import picture_of
from aima_search.model.contract import Abstraction, ProblemLike, offered
from aima_search.model.examination import EXPLORED, Examination, Fault
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

Faults = Iterator[str]
ProblemCheck = Callable[[ProblemLike, list[Node]], Faults]
Expand = Callable[[Node], Iterable[Successor]]


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
    of_members = {} if isinstance(problem, type) else _of_members(problem)
    if "members-can-be-called" in of_members:
        return ProblemReport(of_members, 0)
    nodes, faults = _explore(problem, states)
    if not faults:
        checks = {**CHECKS, **(CHECKS_OF_ACTIONS if _has_actions(problem) else {})}
        found = {name: next(check(problem, nodes), None) for name, check in checks.items()}
        faults = {name: fault for name, fault in found.items() if fault is not None}
    return ProblemReport({**of_members, **faults}, len(nodes))


def _of_members(problem: object) -> dict[str, str]:
    """Return what is wrong with the names and the signatures of the members, without a state."""
    found = {name: "; ".join(check(problem)) for name, check in CHECKS_OF_MEMBERS.items()}
    return {name: faults for name, faults in found.items() if faults}


def _explore(problem: ProblemLike, states: int) -> tuple[list[Node], dict[str, str]]:
    """Return nodes of the first states, all of them expanded, or what went wrong on the way."""
    looked_at: list[Node] = []
    examination = Examination(problem, hashed=True, by_value=True)
    try:
        examination.check_members()
        examination.examine(Node(problem.initial))
        space = PlainSpace(problem)
        while not space.complete and space.expanded < states:
            looked_at.append(space.nodes[space.expanded])
            examination.examine(looked_at[-1])
            space.expand_next()
        examination.check_goal([node.state for node in looked_at])
    except Fault as fault:
        return looked_at, {fault.check: str(fault)}
    except SearchError as error:
        return looked_at, {EXPLORED: str(error)}
    return looked_at, {}


def costs_are_not_negative(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """No action costs less than nothing."""
    for node in nodes:
        for action, _, cost in successors(problem)(node):
            if isnan(cost) or cost < node.path_cost:
                yield f"{action} from {node.state!r} costs {cost - node.path_cost}"


def successors_agree(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """``successors``, if defined, says the same as actions, result and the cost."""
    cost_of = cost_function(problem)
    for node in nodes:
        singly = []
        for action in problem.actions(node.state):
            state = problem.result(node.state, action)
            singly.append((action, state, cost_of(node, action, state)))
        at_once = list(successors(problem)(node))
        if singly != at_once:
            yield f"successors({node.state!r}) gave {at_once}, one by one {singly}"


def dialects_agree(problem: Any, nodes: list[Node]) -> Faults:
    """The members of both editions, if a problem defines both, say the same."""
    for one, other, times in (("goal_test", "is_goal", 0), ("path_cost", "action_cost", 1)):
        first, second = offered(problem, one), offered(problem, other)
        if first is None or second is None:
            continue
        for node in nodes:
            state = node.state
            steps = (
                [(state, *way[:2]) for way in successors(problem)(node)] if times else [(state,)]
            )
            for given in steps:
                values = first(*[0] * times, *given), second(*given)
                if values[0] != values[1]:
                    yield f"{one} and {other} give {values[0]!r} and {values[1]!r} for {given!r}"


def marked_cells_agree(problem: Any, nodes: list[Node]) -> Faults:
    """``changed_cells`` and ``origin_cells``, if defined, are those that ``scene`` marks."""
    changed, origins = offered(problem, "changed_cells"), offered(problem, "origin_cells")
    for node in nodes[:10] if changed is not None else ():
        for action, after, _ in successors(problem)(node):
            scene = picture_of(problem, after, action)
            places = [] if scene is None else list(scene.positions())
            marked = {(row, column) for row, column, cell in places if cell.marked}
            left = {(row, column) for row, column, cell in places if cell.origin}
            given = node.state, action
            said = set(changed(*given)), set() if origins is None else set(origins(*given))
            if scene is not None and said != (marked, left):
                yield (
                    f"{action} from {node.state!r} changes and leaves {said}, and the picture"
                    f" marks {marked, left}"
                )


def ways_back_agree(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """``predecessors`` or ``reversible``, if defined, says the same as the actions."""
    if not has_a_way_back(problem):
        return
    ahead, back = successors(problem), predecessors(problem)
    try:
        yield from _unlike(ahead, back, nodes)
        yield from _unlike(back, ahead, nodes, turned=True)
    except NotApplicable as error:
        yield str(error)


def turned_round_agrees(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """The problem of ``reversed_problem`` has every action backwards, at the same cost."""
    turned = offered(problem, "reversed_problem")
    other: Any = None if turned is None else turned()
    if other is None:
        return
    yield from _unlike(successors(problem), successors(other), nodes)


def _unlike(ahead: Expand, back: Expand, nodes: list[Node], turned: bool = False) -> Faults:
    """Yield which way from a state is not, at the same cost, among the ways back.

    turned: the two have changed places.
    """
    for node in nodes:
        for state, cost in _cheapest(ahead(Node(node.state))).items():
            other = _cheapest(back(Node(state))).get(node.state)
            if other != cost:
                said = [f"a cost of {cost}", "no way" if other is None else f"a cost of {other}"]
                ends = [node.state, state]
                if turned:
                    ends.reverse()
                    said.reverse()
                yield (
                    f"from {ends[0]!r} to {ends[1]!r} the actions know {said[0]}, the way back"
                    f" {said[1]}"
                )


def _cheapest(steps: Iterable[Successor]) -> dict[Any, float]:
    costs: dict[Any, float] = {}
    for _, state, cost in steps:
        costs[state] = min(cost, costs.get(state, cost))
    return costs


def _has_actions(problem: object) -> bool:
    """Tell whether the problem defines ``actions``; ``successors`` alone may stand for it."""
    return offered(problem, "actions") is not None


# Whether abstractions and symmetries of a problem keep their promises; see ``contract``.


_ROUNDING = 1e-9  # of a cost, relative


def abstractions_follow(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Every action has an image that costs no more, and goals have goals as images.

    Additive abstractions of the problem's disjoint patterns together cost no more than the action.
    """
    abstraction, patterns_of = offered(problem, "abstraction"), offered(problem, "patterns")
    if abstraction is None or patterns_of is None:
        return
    from aima_search.made.abstractions import (  # only when used
        MOST_ENUMERATED,
        are_additive,
        table_of,
    )

    patterns = list(patterns_of(""))
    named = {f"pattern {pattern}": abstraction(pattern) for pattern in patterns}
    for name, one in named.items():
        is_stored = one.dense is not None and one.entries <= MOST_ENUMERATED
        if is_stored and find_spec("numpy") is not None:
            table = table_of(one)
            for state, cost in _ways_to_goals(problem, nodes):
                if (stored := table.cost(state)) > cost * (1 + _ROUNDING):
                    yield f"{name}: {stored} is stored for {state!r}, and a way costs {cost}"
    is_sum = are_additive(list(named.values()), patterns)
    yield from _faults_of(problem, nodes, named, is_sum)


def relaxations_follow(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """The problem has every action, at no higher cost, without one rule and without all rules."""
    relaxed = offered(problem, "relaxed")
    every = () if relaxed is None else tuple(offered(problem, "rules_to_drop") or ())
    for rules in dict.fromkeys([*((rule,) for rule in every), every] if every else []):
        parts = relaxed(*rules)
        names = [f"without {', '.join(rules)}, part {i}" for i in range(1, len(parts) + 1)]
        yield from _faults_of(problem, nodes, dict(zip(names, parts, strict=True)), is_sum=True)


def _faults_of(
    problem: ProblemLike, nodes: list[Node], named: Mapping[str, Abstraction], is_sum: bool
) -> Faults:
    """Yield what is wrong with abstractions at some states."""
    expand, is_goal = successors(problem), goal_test(problem)
    for node in nodes:
        state = node.state
        for name, one in named.items():
            if is_goal(state) and not goal_test(one.problem)(one.image(state)):
                yield f"{name}: {state!r} is a goal, its image is no goal"
        fans = []  # the images that at most one abstract action leads to, with the least costs
        for one in named.values():
            image = one.image(state)
            steps = successors(one.problem)(Node(image))
            fans.append(_cheapest([(None, image, 0), *steps]))
        for action, after, cost in expand(Node(state)):
            paid: float = 0
            for (name, one), fan in zip(named.items(), fans, strict=True):
                image = one.image(after)
                if image not in fan:
                    yield (
                        f"{name}: {action} from {state!r} has no image, for nothing leads from"
                        f" {one.image(state)!r} to {image!r}"
                    )
                elif fan[image] > cost * (1 + _ROUNDING):
                    yield (
                        f"{name}: {action} from {state!r} costs {cost}, its image costs"
                        f" {fan[image]}"
                    )
                paid += fan.get(image, 0)
            if is_sum and paid > cost * (1 + _ROUNDING):
                yield (
                    f"{', '.join(named)} are not additive: {action} from {state!r} costs {cost},"
                    f" its images cost {paid} together"
                )


def symmetries_keep_costs(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """A symmetry maps goals onto goals, and the actions of a state onto those of its image."""
    symmetries = offered(problem, "symmetries")
    if symmetries is None:
        return
    expand, is_goal = successors(problem), goal_test(problem)
    for symmetry in symmetries():
        of_state = symmetry.of_state
        for node in nodes:
            state, image = node.state, of_state(node.state)
            if is_goal(state) != is_goal(image):
                yield f"{state!r} and its image {image!r}: only one of the two is a goal"
            here = sorted(
                ((of_state(after), cost) for _, after, cost in expand(Node(state))), key=repr
            )
            there = sorted(((after, cost) for _, after, cost in expand(Node(image))), key=repr)
            if here != there:
                yield (
                    f"{state!r} and its image {image!r}: the images of the states after the first"
                    f" are {here}, the states after the second {there}"
                )


# Whether facts, proofs and fast forms of a problem say what its rules say.


def facts_hold(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """Costs are as ``unit_costs`` and ``least_cost`` say, and states as many as ``count_bound``."""
    least, most = (1, 1) if has_unit_costs(problem) else (offered(problem, "least_cost"), inf)
    for node in nodes if least is not None else ():
        for action, _, cost in successors(problem)(Node(node.state)):
            if not least <= cost <= most:
                said = "1 with unit_costs" if most == 1 else f"at least least_cost = {least}"
                yield f"{action} from {node.state!r} costs {cost}: expected {said}"
    bound = offered(problem, "count_bound")
    if bound is not None and len(nodes) > bound():
        yield f"count_bound() is {bound()}, and {len(nodes)} states can be reached"


def proofs_hold(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """No state with a way to a goal is said to be ``hopeless``."""
    if offered(problem, "hopeless") is None:
        return
    for state, cost in _ways_to_goals(problem, nodes):
        start: Any = copy.copy(problem)
        start.initial = state
        if reason := start.hopeless():
            yield f"{state!r} is said to be hopeless ({reason}), and a way to a goal costs {cost}"


def _ways_to_goals(problem: ProblemLike, nodes: list[Node]) -> Iterator[tuple[Any, float]]:
    """Yield states with the costs of ways from them to goals, found forwards or backwards."""
    is_goal, goal = goal_test(problem), offered(problem, "goal")
    for end in nodes:
        if is_goal(end.state):
            yield from ((node.state, end.path_cost - node.path_cost) for node in end.path())
    if has_a_way_back(problem) and type(goal) is type(problem.initial) and is_goal(goal):
        come_from, waiting, seen = predecessors(problem), [Node(goal)], {goal}
        for node in waiting:
            yield node.state, node.path_cost
            for action, before, cost in come_from(node):
                if before not in seen and len(seen) < len(nodes):
                    seen.add(before)
                    waiting.append(Node(before, node, action, cost))


def packed_form_agrees(problem: ProblemLike, nodes: list[Node]) -> Faults:
    """The packed form has the states, goals, actions and costs of the problem."""
    form = packed_form(problem)
    if form is None:
        return
    states = [node.state for node in nodes]
    keys = form.pack(states)
    sources, targets, costs = form.successors(keys)
    fans: list[list[tuple[Any, float]]] = [[] for _ in states]
    paid = [1.0] * len(sources) if costs is None else costs.tolist()
    for source, after, cost in zip(sources.tolist(), form.unpack(targets), paid, strict=True):
        fans[source].append((after, cost))
    expand = successors(problem)
    plain = [[(after, float(cost)) for _, after, cost in expand(Node(one))] for one in states]
    pairs = {
        "states": (states, form.unpack(keys)),
        "goals": ([bool(goal_test(problem)(state)) for state in states], form.goals(keys).tolist()),
        "successors": (
            [sorted(fan, key=repr) for fan in plain],
            [sorted(f, key=repr) for f in fans],
        ),
    }
    for what, (of_rules, of_form) in pairs.items():
        for state, one, other in zip(states, of_rules, of_form, strict=True):
            if one != other:
                yield f"{what} of {state!r} are {one}, those of the packed form {other}"


def _by_name(*checks: ProblemCheck) -> dict[str, ProblemCheck]:
    return {check.__name__.replace("_", "-"): check for check in checks}


CHECKS_OF_MEMBERS: dict[str, Callable[[object], Iterator[str]]] = {
    "names-are-of-the-contract": misspelled,
    "members-can-be-called": uncallable,
    "facts-agree": contradictions,
}
"""The checks of the members' names, signatures and values, by name."""

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
    turned_round_agrees,
    packed_form_agrees,
)
"""The checks of every problem, by name."""

CHECKS_OF_ACTIONS = _by_name(successors_agree)
"""The checks of a problem that defines ``actions`` and ``result``, by name."""
