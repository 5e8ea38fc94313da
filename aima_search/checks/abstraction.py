"""Whether abstractions and symmetries of a problem keep their promises; see ``contract``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aima_search.model.contract import Abstraction, ProblemLike
from aima_search.model.problem import Node, goal_test, successors

_ROUNDING = 1e-9  # of a cost, relative


def abstractions_follow(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """Every action has an image that costs no more, and goals have goals as images.

    Additive abstractions of the problem's disjoint patterns together cost no more than the action.
    """
    offering: Any = problem
    if not (hasattr(problem, "abstraction") and hasattr(problem, "patterns")):
        return None
    from aima_search.made.pattern_database import are_additive  # only when used

    patterns = list(offering.patterns(""))
    abstractions: list[Abstraction] = [offering.abstraction(pattern) for pattern in patterns]
    is_sum = are_additive(abstractions, patterns)
    names = [f"pattern {pattern}" for pattern in patterns]
    return _fault_of(problem, nodes, dict(zip(names, abstractions, strict=True)), is_sum)


def relaxations_follow(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """The problem has every action, at no higher cost, without one rule and without all rules."""
    offering: Any = problem
    every: tuple[str, ...] = tuple(getattr(problem, "rules_to_drop", ()))
    for rules in dict.fromkeys([*((rule,) for rule in every), every] if every else []):
        parts = offering.relaxed(*rules)
        names = [f"without {', '.join(rules)}, part {i}" for i in range(1, len(parts) + 1)]
        fault = _fault_of(problem, nodes, dict(zip(names, parts, strict=True)), is_sum=True)
        if fault is not None:
            return fault
    return None


def _fault_of(
    problem: ProblemLike,
    nodes: list[Node],
    named: Mapping[str, Abstraction],
    is_sum: bool,
) -> str | None:
    """Return what is wrong with abstractions at some states, or None if nothing is wrong."""
    expand, is_goal = successors(problem), goal_test(problem)
    for node in nodes:
        state = node.state
        for name, one in named.items():
            if is_goal(state) and not goal_test(one.problem)(one.image(state)):
                return f"{name}: {state!r} is a goal, its image is no goal"
        fans = [_cheapest_images(one, state) for one in named.values()]
        for action, after, cost in expand(Node(state)):
            paid: float = 0
            for (name, one), fan in zip(named.items(), fans, strict=True):
                image = one.image(after)
                if image not in fan:
                    return (
                        f"{name}: {action} from {state!r} has no image, for nothing leads from"
                        f" {one.image(state)!r} to {image!r}"
                    )
                if fan[image] > cost * (1 + _ROUNDING):
                    return (
                        f"{name}: {action} from {state!r} costs {cost}, its image costs"
                        f" {fan[image]}"
                    )
                paid += fan[image]
            if is_sum and paid > cost * (1 + _ROUNDING):
                return (
                    f"{', '.join(named)} are not additive: {action} from {state!r} costs {cost},"
                    f" its images cost {paid} together"
                )
    return None


def _cheapest_images(abstraction: Abstraction, state: Any) -> dict[Any, float]:
    """Return the images that at most one abstract action leads to, with the least costs."""
    image = abstraction.image(state)
    costs: dict[Any, float] = {image: 0}
    for _, after, cost in successors(abstraction.problem)(Node(image)):
        costs[after] = min(cost, costs.get(after, cost))
    return costs


def symmetries_keep_costs(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """A symmetry maps goals onto goals, and the actions of a state onto those of its image."""
    offering: Any = problem
    if not hasattr(problem, "symmetries"):
        return None
    expand, is_goal = successors(problem), goal_test(problem)
    for symmetry in offering.symmetries():
        of_state = symmetry.of_state
        for node in nodes:
            state, image = node.state, of_state(node.state)
            if is_goal(state) != is_goal(image):
                return f"{state!r} and its image {image!r}: only one of the two is a goal"
            here = sorted(
                ((of_state(after), cost) for _, after, cost in expand(Node(state))), key=repr
            )
            there = sorted(((after, cost) for _, after, cost in expand(Node(image))), key=repr)
            if here != there:
                return (
                    f"{state!r} and its image {image!r}: the images of the states after the first"
                    f" are {here}, the states after the second {there}"
                )
    return None
