"""Local search, such as hill climbing, beam search, annealing and tabu search (AIMA section 4.1).

A search moves from one or a few current states to neighbours with a higher ``problem.value``. The
generators ``*_steps`` return a node whose f is this value, and the textbook's functions return its
state. States need no hash, so they may be lists.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from functools import partial
from math import exp, inf
from operator import attrgetter, itemgetter
from random import Random
from typing import Any, TypeAlias

from aima_search.algorithms.best_first import of_finite_cost
from aima_search.algorithms.options import OPTIONS, Schedule, exp_schedule
from aima_search.algorithms.steps import Fate, Step, StepGenerator, drain, last_state
from aima_search.base.errors import InputError
from aima_search.base.limits import check_limits
from aima_search.base.seeds import Seed, random_source
from aima_search.model.contract import Action, LocalSearchProblem, State, TransitionModel, offered
from aima_search.model.problem import Node, Successor, cost_function, goal_test

NewState: TypeAlias = Callable[[], State]
"""A function that returns a new initial state in each call."""


def random_start(
    problem: TransitionModel,
    random: random.Random,
    walk: int = 100,
    new_state: NewState | None = None,
) -> Node:
    """Return a node with a random state, for a new start of a search.

    The state is ``new_state()`` or, by default, ``problem.random_state(random)``. If the problem
    has no such method, the state is the end of a random walk of at most ``walk`` actions.
    """
    if new_state is not None:
        return Node(new_state())
    random_state = offered(problem, "random_state")
    if random_state is not None:
        return Node(random_state(random))
    # The length is random, because walks of a fixed length may never reach half of the states.
    return _walk(problem, Node(problem.initial), random.randrange(walk + 1), random)


def _check_new_state(new_state: NewState | None) -> None:
    if new_state is not None and not callable(new_state):
        raise InputError(
            f"new_state is {new_state!r}: expected a function new_state() that returns a state (use"
            " restarts=NUMBER to set the number of restarts, walk=NUMBER for the length of a walk)"
        )


def _walk(problem: TransitionModel, node: Node, length: int, random: Random) -> Node:
    cost_of = cost_function(problem)
    for _ in range(length):
        check_limits()
        actions = list(problem.actions(node.state))
        if not actions:
            break
        action = random.choice(actions)
        state = problem.result(node.state, action)
        if (cost := cost_of(node, action, state)) != inf:
            node = Node(state, node, action, cost)
    return node


def first_choice_hill_climbing(
    problem: LocalSearchProblem[State, Action], tries: int = 100, *, seed: Seed = None
) -> State:
    """Repeatedly move to the first better neighbour that is found; return the last state.

    Neighbours are generated one at a time, in random order. tries: how many neighbours of a state
    are tried before the climb ends.
    """
    return drain(first_choice_hill_climbing_steps(problem, tries, seed=seed)).state


def local_beam_search(
    problem: LocalSearchProblem[State, Action],
    k: int = 4,
    new_state: NewState[State] | None = None,
    iterations: int = 1000,
    *,
    walk: int = 100,
    seed: Seed = None,
) -> State:
    """Return the best state that local beam search finds; it keeps ``k`` states at a time.

    The search starts from the initial state and ``k - 1`` random states (see ``random_start``). It
    ends when it finds a goal, when no neighbour is better than the best current state, or after
    ``iterations`` moves.
    """
    return drain(local_beam_search_steps(problem, k, walk, new_state, iterations, seed=seed)).state


def simulated_annealing_full(
    problem: LocalSearchProblem[State, Action],
    schedule: Schedule | None = None,
    *,
    seed: Seed = None,
) -> list[State]:
    """Run simulated annealing, and return a list that contains the state at each time step."""
    last: list[Node[State, Action]] = []

    def steps() -> StepGenerator[State, Action, None]:
        last.append((yield from simulated_annealing_steps(problem, schedule, seed=seed)))

    return [*(step.node.state for step in steps()), last[0].state]


def hill_climbing_steps(
    problem: LocalSearchProblem[State, Action], *, sideways: int = 0, seed: Seed = None
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Move to the best neighbour until no neighbour is better [figure 4.2].

    sideways: how many moves in a row may lead to equally good states. Ties are broken at random.
    """
    climber = _Climber(problem, seed)
    return (yield from climber.climb(climber.steepest, sideways))


hill_climbing = last_state(hill_climbing_steps)


def stochastic_hill_climbing_steps(
    problem: LocalSearchProblem[State, Action], *, seed: Seed = None
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb by random moves to better neighbours."""
    climber = _Climber(problem, seed)
    return (yield from climber.climb(climber.any_better))


stochastic_hill_climbing = last_state(stochastic_hill_climbing_steps)


def first_choice_hill_climbing_steps(
    problem: LocalSearchProblem[State, Action], tries: int | None = None, *, seed: Seed = None
) -> StepGenerator[State, Action, Node[State, Action]]:
    """At each state, try ``tries`` random neighbours (None: all); go to the first better one."""
    climber = _Climber(problem, seed)
    return (yield from climber.climb(partial(climber.first_better, tries=tries)))


def random_restart_hill_climbing_steps(
    problem: LocalSearchProblem[State, Action],
    new_state: NewState[State] | None = None,
    restarts: int = 10,
    *,
    walk: int = 100,
    sideways: int = 0,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb from the initial state and from ``restarts`` random states; find the best state.

    ``new_state()`` returns a random state; for the default, and for ``walk``, see
    ``random_start``. The search ends early if a climb ends in a goal.
    """
    _check_new_state(new_state)
    climber, is_goal = _Climber(problem, seed), goal_test(problem)
    best = yield from climber.climb(climber.steepest, sideways)
    for _ in range(restarts):
        if is_goal(best.state):
            break
        start = random_start(problem, climber.random, walk, new_state)
        node = yield from climber.climb(climber.steepest, sideways, start)
        if node.f > best.f:
            best = node
    return best


random_restart_hill_climbing = last_state(random_restart_hill_climbing_steps)


def local_beam_search_steps(
    problem: LocalSearchProblem[State, Action],
    k: int = 10,
    walk: int = 100,
    new_state: NewState[State] | None = None,
    iterations: int | None = None,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Keep ``k`` states; in each step, replace them by the ``k`` best of all their neighbours."""
    _check_new_state(new_state)
    OPTIONS["k"].check(k)
    climber, is_goal = _Climber(problem, seed), goal_test(problem)
    step, random = climber.step, climber.random
    starts = [step.node]
    starts += [random_start(problem, random, walk, new_state) for _ in range(k - 1)]
    step.starts, beam = starts, _best_distinct([*map(climber.evaluated, starts)], k)
    while step.expanded != iterations:
        step.node, step.f, step.frontier = beam[0], beam[0].f, len(beam)
        yield step
        step.expanded += 1
        if is_goal(beam[0].state):
            break
        neighbours = [_child(node, *each) for node in beam for each in climber.neighbours(node)]
        random.shuffle(neighbours)
        neighbours = _best_distinct(neighbours, k)
        if not neighbours or neighbours[0].f <= beam[0].f:
            break
        beam = neighbours
    return beam[0]


def _best_distinct(nodes: list[Node], k: int) -> list[Node]:
    best: list[Node] = []
    for node in sorted(nodes, key=_value, reverse=True):
        if len(best) == k:
            break
        if not any(node.f == other.f and node.state == other.state for other in best):
            best.append(node)
    return best


def simulated_annealing_steps(
    problem: LocalSearchProblem[State, Action],
    schedule: Schedule | None = None,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Move to random neighbours; moves to worse neighbours become rarer as the temperature falls.

    The default schedule is ``problem.schedule()`` if it is defined, otherwise ``exp_schedule()``.
    The answer is the last state [figure 4.5].
    """
    climber = _Climber(problem, seed)
    step, random = climber.step, climber.random
    default = offered(problem, "schedule") or exp_schedule
    temperature_at = default() if schedule is None else schedule
    node = climber.evaluated(step.node)
    while True:
        temperature = temperature_at(step.expanded)
        actions = list(problem.actions(node.state)) if temperature > 0 else []
        if not actions:
            return node
        step.node, step.f = node, node.f
        yield step
        step.expanded += 1
        action = random.choice(actions)
        state = problem.result(node.state, action)
        value = problem.value(state)
        step.generated += 1
        if step.emit is not None:
            climber.report(node, value, (action, state, _UNKNOWN))
        gain = value - node.f
        if gain > 0 or random.random() < exp(gain / temperature):
            node = climber.move(node, value, action, state) or node


simulated_annealing = last_state(simulated_annealing_steps)


def tabu_search_steps(
    problem: LocalSearchProblem[State, Action],
    tenure: int = 50,
    iterations: int | None = None,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Move to the best neighbour that is not one of the last ``tenure`` states.

    The best neighbour may be worse than the current state. Source: Glover (1989).
    """
    climber, is_goal = _Climber(problem, seed), goal_test(problem)
    step = climber.step
    node = best = climber.evaluated(step.node)
    states: deque[Any] = deque([node.state], maxlen=tenure)
    while True:
        step.node, step.f = node, node.f
        yield step
        step.expanded += 1
        if is_goal(node.state) or step.expanded - 1 == iterations:
            return best
        around = climber.neighbours(node)
        climber.random.shuffle(around)
        around.sort(key=itemgetter(0), reverse=True)
        move = next((each for each in around if each[1][1] not in states), None)
        if move is None:
            return best
        node = _child(node, *move)
        states.append(node.state)
        if node.f > best.f:
            best = node


def iterated_local_search_steps(
    problem: LocalSearchProblem[State, Action],
    strength: int = 4,
    restarts: int = 1000,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb; then repeat: make ``strength`` random actions from the best state, and climb again.

    Each move of a climb leads to the first better neighbour. If a climb ends in a state that is at
    least as good as the best state, this state becomes the best state.
    """
    climber, is_goal = _Climber(problem, seed), goal_test(problem)
    best = yield from climber.climb(climber.first_better)
    for _ in range(restarts):
        if is_goal(best.state):
            break
        start = _walk(problem, best, strength, climber.random)
        node = yield from climber.climb(climber.first_better, 0, start)
        if node.f >= best.f:
            best = node
    return best


_value = attrgetter("f")
_UNKNOWN: Any = None  # the path cost of a node that only an observer sees


def _child(parent: Node, value: float, successor: Successor) -> Node:
    action, state, cost = successor
    child = Node(state, parent, action, cost)
    child.f = value
    return child


class _Climber:
    """Evaluates and counts the neighbours of a state, and chooses the next state."""

    def __init__(self, problem: LocalSearchProblem, seed: Seed) -> None:
        self._problem, self.random = problem, random_source(seed)
        self.step: Step[Any, Any] = Step(Node(problem.initial))
        self._expand, self._cost_of = of_finite_cost(problem), cost_function(problem)

    def climb(
        self, move: Callable[[Node], Node | None], sideways: int = 0, start: Node | None = None
    ) -> StepGenerator[Any, Any, Node]:
        """Climb. ``sideways`` is the highest number of consecutive moves to equally good nodes."""
        step, left = self.step, sideways
        node = self.evaluated(step.node if start is None else start)
        is_goal = goal_test(self._problem)
        while True:
            step.node, step.f = node, node.f
            yield step
            step.expanded += 1
            better = move(node)
            if better is None or better.f < node.f:
                return node
            if better.f > node.f:
                left = sideways
            elif not left or is_goal(node.state):
                return node
            else:
                left -= 1
            node = better

    def steepest(self, node: Node) -> Node | None:
        around = self.neighbours(node)
        self.random.shuffle(around)  # max returns the first of equally good neighbours
        return _child(node, *max(around, key=itemgetter(0))) if around else None

    def any_better(self, node: Node) -> Node | None:
        better = [each for each in self.neighbours(node) if each[0] > node.f]
        return _child(node, *self.random.choice(better)) if better else None

    def first_better(self, node: Node, tries: int | None = None) -> Node | None:
        problem, step = self._problem, self.step
        actions = list(problem.actions(node.state))
        self.random.shuffle(actions)
        for action in actions[:tries]:
            state = problem.result(node.state, action)
            value = problem.value(state)
            step.generated += 1
            if step.emit is not None:
                self.report(node, value, (action, state, _UNKNOWN))
            if value > node.f and (better := self.move(node, value, action, state)):
                return better
        return None

    def neighbours(self, node: Node) -> list[tuple[float, Successor]]:
        """Return (value, (action, state, cost)) for each neighbour, without creating nodes."""
        value = self._problem.value
        around = [(value(successor[1]), successor) for successor in self._expand(node)]
        self.step.generated += len(around)
        if self.step.emit is not None:
            for each in around:
                self.report(node, *each)
        return around

    def report(self, node: Node, value: float, successor: Successor) -> None:
        self.step.report(Fate.EVALUATED, _child(node, value, successor))

    def move(self, node: Node, value: float, action: Any, state: Any) -> Node | None:
        """Return the node after an action, or None if the cost of its path is infinite."""
        cost = self._cost_of(node, action, state)
        return None if cost == inf else _child(node, value, (action, state, cost))

    def evaluated(self, node: Node) -> Node:
        node.f = self._problem.value(node.state)
        self.step.generated += 1
        self.step.report(Fate.EVALUATED, node)
        return node
