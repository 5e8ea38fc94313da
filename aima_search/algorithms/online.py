"""Agents, online search, and plans for actions with several outcomes (AIMA 3.1, 4.3 and 4.5).

An *agent* is called with a percept and returns the next action, or None to stop. The path of an
online search's answer is the whole walk. The cost of this path divided by the optimal cost is the
*competitive ratio*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import inf
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

from aima_search.algorithms.best_first import Evaluation, of_finite_cost, report_failures
from aima_search.algorithms.informed import checked_h, cost_plus_h
from aima_search.algorithms.steps import Fate, Step
from aima_search.algorithms.uninformed import CUTOFF, StepsOrCutoff
from aima_search.base.path_costs import check_path_cost
from aima_search.model.contract import ProblemLike
from aima_search.model.heuristic import facts_of
from aima_search.model.problem import Expand, Heuristic, Node, Problem, goal_test, heuristic_of


class SimpleProblemSolvingAgentProgram:
    """An agent that formulates a goal and a problem, solves the problem and acts [figure 3.1].

    A subclass defines the methods ``update_state``, ``formulate_goal``, ``formulate_problem`` and
    ``search``. ``search`` returns a solution (its list of actions or its last node), or None.
    """

    def __init__(self, initial_state: Any = None) -> None:
        self.state = initial_state
        self.seq: list[Any] = []

    def __call__(self, percept: Any) -> Any:
        """Return the next action after a percept, or None if there is no solution."""
        self.state = self.update_state(self.state, percept)
        if not self.seq:
            goal = self.formulate_goal(self.state)
            found = self.search(self.formulate_problem(self.state, goal)) or ()
            self.seq = list(found.solution() if hasattr(found, "solution") else found)
        return self.seq.pop(0) if self.seq else None

    def update_state(self, state: Any, percept: Any) -> Any:
        """Return the agent's knowledge of the world after ``percept``."""
        raise NotImplementedError

    def formulate_goal(self, state: Any) -> Any:
        """Return the goal that the agent chooses in ``state``."""
        raise NotImplementedError

    def formulate_problem(self, state: Any, goal: Any) -> Any:
        """Return the problem of getting from ``state`` to ``goal``."""
        raise NotImplementedError

    def search(self, problem: Any) -> Any:
        """Return a solution (a list of actions, or the last node), or None if there is none."""
        raise NotImplementedError


class OnlineSearchProblem(Problem):
    """A problem on a graph; to learn where an action leads, an agent must take the action.

    ``graph.graph_dict`` is ``{state: {action: next state}}``. ``graph.least_costs`` has an estimate
    of the cost from each state to a goal.
    """

    def __init__(self, initial: Any, goal: Any, graph: Any) -> None:
        super().__init__(initial, goal)
        self.graph = graph

    def actions(self, state: Any) -> list[Any]:
        """Return the actions in ``state``."""
        return list(self.graph.graph_dict[state])

    def output(self, state: Any, action: Any) -> Any:
        """Return the state that ``action`` leads to."""
        return self.graph.graph_dict[state][action]

    def result(self, state: Any, action: Any) -> Any:
        """Return ``output(state, action)``. The function ``solve`` needs this method."""
        return self.output(state, action)

    def h(self, state: Any) -> float:
        """Return the estimated cost from ``state`` to a goal; ``state`` can also be a Node."""
        state = state.state if isinstance(state, Node) else state
        return self.graph.least_costs[state]

    def c(self, s: Any, a: Any, s1: Any) -> float:
        """Return 1, which is the cost of the action ``a`` from ``s`` to ``s1``."""
        return 1

    def update_state(self, percept: Any) -> Any:
        """Return the state that ``percept`` shows; subclasses may override this method."""
        raise NotImplementedError


class OnlineDFSAgent:
    """An agent that explores states depth-first, and walks back from dead ends [figure 4.21].

    If every action can be undone by another action, the agent explores until it is at a goal or
    has visited all reachable states. It takes untried actions from the end of ``untried[s]``. The
    attributes ``result[s, a]``, ``untried[s]`` and ``unbacktracked[s]`` are as in the figure.
    """

    def __init__(self, problem: Any) -> None:
        self.problem = problem
        self.s: Any = None
        self.a: Any = None
        self.result: dict[tuple[Any, Any], Any] = {}
        self.untried: dict[Any, list[Any]] = {}
        self.unbacktracked: dict[Any, list[Any]] = {}

    def __call__(self, percept: Any) -> Any:
        """Return the next action. Return None at a goal, or if all states were explored."""
        state = self.update_state(percept)
        if goal_test(self.problem)(state):
            self.a = None
        else:
            if state not in self.untried:
                self.untried[state] = list(self.problem.actions(state))
                self.unbacktracked[state] = []
            # Without a last action, the agent had stopped and was then moved to this state.
            if self.a is not None and (self.s, self.a) not in self.result:
                self.result[self.s, self.a] = state
                self.unbacktracked[state].insert(0, self.s)
            if self.untried[state]:
                self.a = self.untried[state].pop()
            else:
                self.a = self._backtrack(state)
        self.s = state
        return self.a

    def update_state(self, percept: Any) -> Any:
        """Return the state that a percept shows; in this class, the state is the percept."""
        return percept

    def _backtrack(self, state: Any) -> Any:
        while self.unbacktracked[state]:
            target = self.unbacktracked[state].pop(0)
            for action in self.problem.actions(state):
                if self.result[state, action] == target:
                    return action
        return None


class LRTAStarAgent:
    """An agent that learns the costs from states to a goal while it acts [figure 4.24].

    The problem defines ``output(s, a)``, ``h(s)`` and ``c(s, a, s1)`` for states ``s`` and ``s1``,
    like ``OnlineSearchProblem``. ``H[s]`` is the learnt cost from state ``s`` to a goal.
    """

    def __init__(self, problem: Any) -> None:
        self.problem = problem
        self.H: dict[Any, float] = {}
        self.s: Any = None
        self.a: Any = None

    def __call__(self, s1: Any) -> Any:
        """Learn from the last move, and return the best action in ``s1``, or None at a goal."""
        if goal_test(self.problem)(s1):
            self.a = None
            return None
        if s1 not in self.H:
            self.H[s1] = self.problem.h(s1)
        if self.s is not None:
            self.H[self.s] = min(cost for cost, _ in self._costs(self.s))
        costs = self._costs(s1)
        self.a = min(costs, key=itemgetter(0))[1] if costs else None
        self.s = s1
        return self.a

    def LRTA_cost(self, s: Any, a: Any, s1: Any, H: dict[Any, float]) -> float:  # noqa: N802
        """Return c(s, a, s1) plus the learnt cost from ``s1``, or h(s) if ``s1`` is None."""
        if s1 is None:
            return float(self.problem.h(s))
        return float(self.problem.c(s, a, s1) + (H[s1] if s1 in H else self.problem.h(s1)))

    def _costs(self, s: Any) -> list[tuple[float, Any]]:
        return [
            (self.LRTA_cost(s, action, self.problem.output(s, action), self.H), action)
            for action in self.problem.actions(s)
        ]


def lrta_star_steps(problem: ProblemLike, h: Heuristic | None = None) -> StepsOrCutoff:
    """Raise h of the current state, then walk to the neighbour with the lowest sum of cost and h.

    If h is admissible, the learnt h of the initial state is a lower bound on the cost of every
    solution (``step.lower_bound``). CUTOFF means that the walk came to a dead end. If no solution
    exists, the walk ends in a dead end or runs forever.
    Source: Korf, "Real-time heuristic search" (1990).
    """
    h = heuristic_of(problem, h)
    of_node, is_goal, expand = checked_h(h), goal_test(problem), of_finite_cost(problem)
    proves = facts_of(h).admissible is not False
    node: Node = Node(problem.initial)
    start, step = node.state, Step(node)
    node.f = of_node(node)
    learnt: dict[Any, float] = {start: node.f}
    in_vain: Counter[Any] = Counter()  # how often the walk left a state without raising its h
    while not is_goal(node.state):
        step.node, step.f = node, learnt[node.state]
        step.lower_bound = learnt[start] if proves else 0
        yield step
        around = list(_neighbour_values(node, expand, of_node, learnt, step))
        least = min((value for value, _ in around), default=inf)
        equal = [child for value, child in around if value == least]
        best = min(equal, key=lambda child: in_vain[child.state], default=node)
        for _, child in around:
            step.report(Fate.QUEUED if child is best and least < inf else Fate.DROPPED, child)
        step.expanded += 1
        before = learnt[node.state]
        learnt[node.state] = _higher(before, least)
        in_vain[node.state] += learnt[node.state] == before
        if least == inf:
            step.frontier = 0
            return CUTOFF
        node = best
    step.node = node
    return node


def _neighbour_values(
    node: Node, expand: Expand, of_node: Evaluation, learnt: dict[Any, float], step: Step
) -> Iterator[tuple[float, Node]]:
    """Yield (cost of the move + learnt h, neighbour) for each neighbour of ``node``."""
    evaluate = of_node if step.emit is None else report_failures(of_node, step.emit)
    for action, state, cost in expand(node):
        child = Node(state, node, action, cost)
        check_path_cost(child)
        step.generated += 1
        if state not in learnt:
            learnt[state] = evaluate(child)
        child.f = learnt[state]
        move = Node(state, path_cost=cost - node.path_cost)
        move.h = child.f
        yield _total(move), child


_total = cost_plus_h(attrgetter("h"))  # g + h for numbers of every kind


def _higher(first: float, second: float) -> float:
    try:
        return max(first, second)
    except TypeError:  # a fraction and a decimal number
        return max(first, second, key=float)


def online_depth_first_steps(problem: ProblemLike) -> StepsOrCutoff:
    """Take an untried action of the current state; if there is none, go back to the previous state.

    Return None (no solution) if all actions of all states were tried. Return CUTOFF if other states
    have untried actions, but the walk cannot go back.
    """
    is_goal, expand = goal_test(problem), of_finite_cost(problem)
    node: Node = Node(problem.initial)
    step = Step(node)
    tried: dict[Any, int] = {}  # the number of tried actions of each state
    untried = 0  # the number of untried actions of all visited states
    before: dict[Any, list[Any]] = {}  # the states from which the walker came, the latest last
    while not is_goal(node.state):
        step.node, state = node, node.state
        yield step
        step.expanded += 1
        moves = list(expand(node))
        if state not in tried:
            tried[state], untried = 0, untried + len(moves)
            before.setdefault(state, [])
        if tried[state] < len(moves):
            chosen = moves[tried[state]]
            tried[state] += 1
            untried -= 1
            before.setdefault(chosen[1], []).append(state)
        else:
            back = None
            while before[state] and back is None:
                target = before[state].pop()
                back = next((move for move in moves if move[1] == target), None)
            if back is None:
                step.frontier = 0
                return CUTOFF if untried else None
            chosen = back
        action, after, cost = chosen
        node = Node(after, node, action, cost)
        step.generated += 1
        step.report(Fate.QUEUED, node)
    step.node = node
    return node


Plan: TypeAlias = list[Any]
"""``[]`` in a goal, otherwise ``[action, {state: plan for each state it may lead to}]``."""


def and_or_graph_search(problem: Any) -> Plan | None:
    """Return a plan that reaches a goal for every outcome of its actions, or None [figure 4.11].

    ``problem.result(state, action)`` returns the list of states that the action may lead to. Plans
    have no loops: reaching a state again on the same path counts as a failure.

    >>> from aima_search.search import GraphProblemStochastic, vacuum_world
    >>> and_or_graph_search(GraphProblemStochastic("State_3", ["State_7", "State_8"], vacuum_world))
    ['Suck', {'State_7': []}]
    >>> and_or_graph_search(GraphProblemStochastic("State_1", ["State_7", "State_8"], vacuum_world))
    ['Suck', {'State_7': [], 'State_5': ['Right', {'State_6': ['Suck', {'State_8': []}]}]}]
    """
    is_goal, actions_of, result = goal_test(problem), problem.actions, problem.result
    state = problem.initial
    if is_goal(state):
        return []
    on_path = {state}
    above: list[tuple[Any, ...]] = []  # the choices on the path, the latest last
    actions = iter(actions_of(state))
    plans: dict[Any, Plan] | None = None  # None: try the next action
    found: dict[Any, Plan] = {}  # plans by state
    while True:
        if plans is None:
            for action in actions:
                outcomes, plans = iter(result(state, action)), {}
                break
            else:
                on_path.remove(state)
                if not above:
                    return None
                state, actions, *_ = above.pop()
                continue
        for outcome in outcomes:
            if outcome in found or is_goal(outcome):
                plans[outcome] = found.get(outcome, [])
                continue
            if outcome not in on_path:
                above.append((state, actions, action, outcomes, plans, outcome))
                on_path.add(outcome)
                state, actions = outcome, iter(actions_of(outcome))
            plans = None
            break
        else:
            found[state] = plan = [action, plans]
            on_path.remove(state)
            if not above:
                return plan
            state, actions, action, outcomes, plans, outcome = above.pop()
            plans[outcome] = plan
