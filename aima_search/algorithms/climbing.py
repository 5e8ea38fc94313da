"""Local search, such as hill climbing, beam search, annealing and tabu search (AIMA section 4.1).

A local search has one or a few current states, and moves to neighbours with a higher
``problem.value``. The generators ``*_steps`` return a node, and the textbook's functions return
its state. States need no hash, so they may be lists.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from functools import partial
from math import exp, inf
from operator import itemgetter
from random import Random
from typing import Any, TypeAlias

from aima_search.algorithms.best_first import of_finite_cost
from aima_search.algorithms.options import STATES, Schedule, exp_schedule
from aima_search.algorithms.steps import EVALUATED, Step, StepGenerator, drain
from aima_search.base.errors import InputError
from aima_search.base.limits import check_limits
from aima_search.base.seeds import Seed, random_source
from aima_search.model.contract import Action, LocalSearchProblem, State, TransitionModel, offered
from aima_search.model.problem import Node, Successor, cost_function, goal_test

NewState: TypeAlias = Callable[[], State]
"""A function that returns a new initial state in each call."""


def check_new_state(new_state: object) -> None:
    """Raise InputError if ``new_state`` is neither None nor a function."""
    if new_state is not None and not callable(new_state):
        raise InputError(
            f"new_state is {new_state!r}: expected a function without arguments that returns a"
            " state (use restarts= for the number of restarts, walk= for the length of a walk)"
        )


def random_start(
    problem: TransitionModel,
    random: random.Random,
    walk: int = 100,
    new_state: NewState | None = None,
) -> Node:
    """Return a node with a random state, for a new start of a search.

    The state is ``new_state()`` if ``new_state`` is given, else ``problem.random_state(random)`` if
    this method is defined, else the end of a random walk of at most ``walk`` actions.
    """
    if new_state is not None:
        return Node(new_state())
    random_state = offered(problem, "random_state")
    if random_state is not None:
        return Node(random_state(random))
    # The length is random, because walks of a fixed length may never reach half of the states.
    return _walk(problem, Node(problem.initial), random.randrange(walk + 1), random)


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


Scored: TypeAlias = tuple[float, Node[State, Action]]
"""The value of a node's state, and the node."""

Neighbour: TypeAlias = tuple[float, Successor[Action, State]]
"""The value of a neighbour's state, and a triple: the action, the state and the path cost."""

_value = itemgetter(0)

ClimbingMove: TypeAlias = Callable[
    ["_NeighbourSelector", float, Node[State, Action]], "Neighbour[Action, State] | None"
]
"""A function from a climb, its current value and its current node to a neighbour or None."""


def hill_climbing(
    problem: LocalSearchProblem[State, Action], *, sideways: int = 0, seed: Seed = None
) -> State:
    """Move to the best neighbour until no neighbour is better; return the last state [figure 4.2].

    sideways: how many moves in a row may lead to an equally good neighbour.
    """
    return drain(hill_climbing_steps(problem, sideways, seed=seed)).state


def stochastic_hill_climbing(
    problem: LocalSearchProblem[State, Action], *, seed: Seed = None
) -> State:
    """Climb by random moves to better neighbours, and return the state at the end."""
    return drain(stochastic_hill_climbing_steps(problem, seed=seed)).state


def first_choice_hill_climbing(
    problem: LocalSearchProblem[State, Action], tries: int = 100, *, seed: Seed = None
) -> State:
    """Move to the first better neighbour that is found, again and again; return the last state.

    Neighbours are generated one at a time, in random order, so a move is fast even if a state has
    many neighbours. tries: how many neighbours of a state are tried before the climb ends.
    """
    return drain(first_choice_hill_climbing_steps(problem, tries, seed=seed)).state


def random_restart_hill_climbing(
    problem: LocalSearchProblem[State, Action],
    new_state: NewState[State] | None = None,
    restarts: int = 10,
    *,
    walk: int = 100,
    seed: Seed = None,
) -> State:
    """Climb from the initial state and from ``restarts`` random states; return the best state.

    The function ``new_state`` returns a random state; by default, it is the method ``random_state``
    of the problem. If there is no such method, a random state is the end of a random walk of at
    most ``walk`` actions. The search ends when a climb ends in a goal.
    """
    steps = random_restart_hill_climbing_steps(problem, restarts, walk, new_state, seed=seed)
    return drain(steps).state


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

    The search starts from the initial state and ``k - 1`` random states, which are chosen as in
    ``random_restart_hill_climbing``. The search ends when it finds a goal, when no neighbour is
    better than the best current state, or after ``iterations`` moves.
    """
    return drain(local_beam_search_steps(problem, k, walk, new_state, iterations, seed=seed)).state


def simulated_annealing(
    problem: LocalSearchProblem[State, Action],
    schedule: Schedule | None = None,
    *,
    seed: Seed = None,
) -> State:
    """Return the last state of annealing [figure 4.5]; the default schedule is ``exp_schedule()``.

    A move to a better neighbour is always made. The lower the temperature is, the less likely is a
    move to a worse neighbour.
    """
    return drain(simulated_annealing_steps(problem, schedule, seed=seed)).state


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
    problem: LocalSearchProblem[State, Action], sideways: int = 0, *, seed: Seed = None
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb to the best neighbour; ties are broken at random."""
    return _climb(problem, _NeighbourSelector.steepest, random_source(seed), sideways)


def stochastic_hill_climbing_steps(
    problem: LocalSearchProblem[State, Action], *, seed: Seed = None
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb to better neighbours, each chosen at random."""
    return _climb(problem, _NeighbourSelector.any_better, random_source(seed))


def first_choice_hill_climbing_steps(
    problem: LocalSearchProblem[State, Action], tries: int | None = None, *, seed: Seed = None
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb to the first better neighbour; try up to ``tries`` random neighbours (None: all)."""
    return _climb(
        problem, partial(_NeighbourSelector.first_better, tries=tries), random_source(seed)
    )


def random_restart_hill_climbing_steps(
    problem: LocalSearchProblem[State, Action],
    restarts: int = 10,
    walk: int = 100,
    new_state: NewState[State] | None = None,
    sideways: int = 0,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb from the initial state, then from random states; return the best node."""
    random, is_goal = random_source(seed), goal_test(problem)
    check_new_state(new_state)
    climb, step = _NeighbourSelector.steepest, Step(Node(problem.initial))
    best = yield from _climb(problem, climb, random, sideways, step.node, step)
    best_value = _value_there(step)
    for _ in range(restarts):
        if is_goal(best.state):
            break
        start = random_start(problem, random, walk, new_state)
        node = yield from _climb(problem, climb, random, sideways, start, step)
        if _value_there(step) > best_value:
            best_value, best = _value_there(step), node
    return best


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
    STATES.check(k)
    check_new_state(new_state)
    random, is_goal = random_source(seed), goal_test(problem)
    starts = [Node(problem.initial)]
    starts += [random_start(problem, random, walk, new_state) for _ in range(k - 1)]
    for node in starts:
        node.f = problem.value(node.state)
    beam = _best_distinct([(node.f, node) for node in starts], k)
    step = Step(starts[0])
    step.starts, step.generated = starts, k
    climb = _NeighbourSelector(problem, step, random)
    while True:
        value, best = beam[0]
        if step.expanded == iterations:
            return best
        step.node, step.f, step.frontier = best, value, len(beam)
        yield step
        step.expanded += 1
        if is_goal(best.state):
            return best
        neighbours = [
            (there, Node(state, parent, action, cost))
            for _, parent in beam
            for there, (action, state, cost) in climb.neighbours(parent)
        ]
        random.shuffle(neighbours)
        neighbours = _best_distinct(neighbours, k)
        if not neighbours or neighbours[0][0] <= value:
            return best
        beam = neighbours


def simulated_annealing_steps(
    problem: LocalSearchProblem[State, Action],
    schedule: Schedule | None = None,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Move to random neighbours; moves to worse neighbours become rarer with time.

    The default schedule is ``problem.schedule()`` if it is defined, otherwise ``exp_schedule()``.
    """
    random, cost_of = random_source(seed), cost_function(problem)
    default = offered(problem, "schedule") or exp_schedule
    temperature_at = default() if schedule is None else schedule
    node = Node(problem.initial)
    value = problem.value(node.state)
    step = Step(node)
    step.generated = 1
    while True:
        temperature = temperature_at(step.expanded)
        actions = list(problem.actions(node.state)) if temperature > 0 else []
        if not actions:
            return node
        step.node, step.f = node, value
        yield step
        step.expanded += 1
        action = random.choice(actions)
        state = problem.result(node.state, action)
        new_value = problem.value(state)
        step.generated += 1
        if step.emit is not None:
            _emit_value(step, new_value, _without_cost(node, action, state))
        gain = new_value - value
        is_taken = gain > 0 or random.random() < exp(gain / temperature)
        if is_taken and (cost := cost_of(node, action, state)) != inf:
            node, value = Node(state, node, action, cost), new_value


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
    random, is_goal = random_source(seed), goal_test(problem)
    node = best = Node(problem.initial)
    step = Step(node)
    value = best_value = problem.value(node.state)
    climb = _NeighbourSelector(problem, step, random)
    step.generated += 1
    states: deque[Any] = deque([node.state], maxlen=tenure)
    while True:
        step.node, step.f = node, value
        yield step
        moves = step.expanded
        step.expanded += 1
        if is_goal(node.state) or moves == iterations:
            return best
        around = climb.neighbours(node)
        random.shuffle(around)
        around.sort(key=_value, reverse=True)
        move = next((pair for pair in around if pair[1][1] not in states), None)
        if move is None:
            return best
        value, (action, state, cost) = move
        node = Node(state, node, action, cost)
        states.append(state)
        if value > best_value:
            best_value, best = value, node


def iterated_local_search_steps(
    problem: LocalSearchProblem[State, Action],
    strength: int = 4,
    restarts: int = 1000,
    *,
    seed: Seed = None,
) -> StepGenerator[State, Action, Node[State, Action]]:
    """Climb; then repeat: make random actions from the best state, and climb again.

    strength: the number of random actions. A climb moves to the first better neighbour. The last
    state of a climb becomes the new best state, unless it is worse than the old best state.
    """
    random, is_goal = random_source(seed), goal_test(problem)
    move = partial(_NeighbourSelector.first_better, tries=None)
    step = Step(Node(problem.initial))
    best = yield from _climb(problem, move, random, 0, step.node, step)
    best_value, climbs = _value_there(step), 0
    while not is_goal(best.state) and climbs != restarts:
        climbs += 1
        start = _walk(problem, best, strength, random)
        node = yield from _climb(problem, move, random, 0, start, step)
        if _value_there(step) >= best_value:
            best_value, best = _value_there(step), node
    return best


def _climb(
    problem: LocalSearchProblem,
    move: ClimbingMove,
    random: Random,
    sideways: int = 0,
    start: Node | None = None,
    step: Step | None = None,
) -> StepGenerator[Any, Any, Node]:
    """Climb to better neighbours. sideways: how many moves in a row may keep the same value."""
    start = Node(problem.initial) if start is None else start
    step = Step(start) if step is None else step
    value, node, climb = (
        problem.value(start.state),
        start,
        _NeighbourSelector(problem, step, random),
    )
    is_goal, left = goal_test(problem), sideways
    step.generated += 1
    if step.emit is not None:
        _emit_value(step, value, start)
    while True:
        step.node, step.f = node, value
        yield step
        step.expanded += 1
        better = move(climb, value, node)
        if better is None or better[0] < value:
            return node
        if better[0] > value:
            left = sideways
        elif not left or is_goal(node.state):
            return node
        else:
            left -= 1
        value, (action, state, cost) = better
        node = Node(state, node, action, cost)


def _value_there(step: Step) -> float:
    assert step.f is not None
    return step.f


class _NeighbourSelector:
    def __init__(self, problem: LocalSearchProblem, step: Step, random: Random) -> None:
        self._problem, self._step, self._random = problem, step, random
        self._expand, self._cost_of = of_finite_cost(problem), cost_function(problem)

    def steepest(self, value: float, node: Node) -> Neighbour | None:
        around = self.neighbours(node)
        self._random.shuffle(around)  # max returns the first of equally good neighbours
        return max(around, key=_value, default=None)

    def any_better(self, value: float, node: Node) -> Neighbour | None:
        better = [neighbour for neighbour in self.neighbours(node) if neighbour[0] > value]
        return self._random.choice(better) if better else None

    def first_better(self, value: float, node: Node, *, tries: int | None) -> Neighbour | None:
        """Return the first neighbour, in random order, that is better than ``value``, or None."""
        problem, step = self._problem, self._step
        actions = list(problem.actions(node.state))
        self._random.shuffle(actions)
        for action in actions[:tries]:
            state = problem.result(node.state, action)
            step.generated += 1
            new_value = problem.value(state)
            if step.emit is not None:
                _emit_value(step, new_value, _without_cost(node, action, state))
            if new_value > value and (cost := self._cost_of(node, action, state)) != inf:
                return new_value, (action, state, cost)
        return None

    def neighbours(self, node: Node) -> list[Neighbour]:
        value, step = self._problem.value, self._step
        found = [(value(successor[1]), successor) for successor in self._expand(node)]
        step.generated += len(found)
        if step.emit is not None:
            for there, (action, state, cost) in found:
                _emit_value(step, there, Node(state, node, action, cost))
        return found


def _emit_value(step: Step, value: float, node: Node) -> None:
    assert step.emit is not None
    node.f = value
    step.emit(EVALUATED, node)


def _without_cost(node: Node, action: Any, state: Any) -> Node:
    unknown: Any = None  # local search needs no path cost
    return Node(state, node, action, unknown)


def _best_distinct(scored: list[Scored], k: int) -> list[Scored]:
    best: list[Scored] = []
    for value, node in sorted(scored, key=_value, reverse=True):
        if len(best) == k:
            break
        if not any(value == other and node.state == held.state for other, held in best):
            best.append((value, node))
    return best
