"""Whether abstractions and symmetries of a problem keep their promises; see ``contract``."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from aima_search.contract import Abstraction, ProblemLike
from aima_search.problem import Node, Successor, goal_test, successors

_ROUNDING = 1e-9  # of a cost, relative


def abstractions_follow(problem: ProblemLike, nodes: list[Node]) -> str | None:
    """Every action has an image that costs no more, and goals have goals as images.

    Additive abstractions of the problem's disjoint patterns together cost no more than the action.
    """
    offering: Any = problem
    if not (hasattr(problem, "abstraction") and hasattr(problem, "patterns")):
        return None
    patterns = list(offering.patterns(""))
    abstractions: list[Abstraction] = [offering.abstraction(pattern) for pattern in patterns]
    return faults_of(problem, nodes, patterns, abstractions)


def faults_of(
    problem: ProblemLike,
    nodes: list[Node],
    patterns: Sequence[Sequence[Hashable]],
    abstractions: Sequence[Abstraction],
) -> str | None:
    """Return what is wrong with abstractions of patterns at some states, None for no fault."""
    expand, is_goal = successors(problem), goal_test(problem)
    parts = [part for pattern in patterns for part in pattern]
    is_sum = len(set(parts)) == len(parts) and all(one.is_additive for one in abstractions)
    for node in nodes:
        state = node.state
        for pattern, one in zip(patterns, abstractions, strict=True):
            if is_goal(state) and not goal_test(one.problem)(one.image(state)):
                return f"pattern {pattern}: {state!r} is a goal, its image is no goal"
        fans = [_cheapest_images(one, state) for one in abstractions]
        for action, after, cost in expand(Node(state)):
            paid: float = 0
            for pattern, one, fan in zip(patterns, abstractions, fans, strict=True):
                image = one.image(after)
                if image not in fan:
                    return (
                        f"pattern {pattern}: {action} from {state!r} has no image, for nothing"
                        f" leads from {one.image(state)!r} to {image!r}"
                    )
                if fan[image] > cost * (1 + _ROUNDING):
                    return (
                        f"pattern {pattern}: {action} from {state!r} costs {cost}, its image"
                        f" costs {fan[image]}"
                    )
                paid += fan[image]
            if is_sum and paid > cost * (1 + _ROUNDING):
                return (
                    f"patterns {list(patterns)} are not additive: {action} from {state!r} costs"
                    f" {cost}, its images cost {paid} together"
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
                return f"{state!r} and its image {image!r}: only one of them is a goal"
            here = _sorted_steps(
                (of_state(after), cost) for _, after, cost in _steps(expand, state)
            )
            there = _sorted_steps((after, cost) for _, after, cost in _steps(expand, image))
            if here != there:
                return (
                    f"{state!r} and its image {image!r}: the images of the states after the first"
                    f" are {here}, the states after the second {there}"
                )
    return None


def _steps(expand: Any, state: Any) -> list[Successor]:
    return list(expand(Node(state)))


def _sorted_steps(steps: Any) -> list[tuple[Any, float]]:
    return sorted(steps, key=repr)
