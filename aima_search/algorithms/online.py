"""Agents that act while they search (AIMA sections 3.1 and 4.5).

An agent is called with a percept and returns the action to take, or None to stop. Its problem may
be of any type: the agent acts there, and need not be able to ask what an action would lead to.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from aima_search.model.problem import Node, Problem, goal_test


class SimpleProblemSolvingAgentProgram:
    """An agent that formulates a goal and a problem, solves it and then acts [figure 3.1].

    Subclasses define the four methods below. ``search`` returns a sequence of actions, a
    node whose path is the solution, or None.
    """

    def __init__(self, initial_state: Any = None) -> None:
        self.state = initial_state
        self.seq: list[Any] = []

    def __call__(self, percept: Any) -> Any:
        """Return the next action after a percept, or None if there is no solution."""
        self.state = self.update_state(self.state, percept)
        if not self.seq:
            goal = self.formulate_goal(self.state)
            problem = self.formulate_problem(self.state, goal)
            self.seq = _actions(self.search(problem))
        return self.seq.pop(0) if self.seq else None

    def update_state(self, state: Any, percept: Any) -> Any:
        """Return what the agent knows of the world after ``percept``."""
        raise NotImplementedError

    def formulate_goal(self, state: Any) -> Any:
        """Return what is to be achieved."""
        raise NotImplementedError

    def formulate_problem(self, state: Any, goal: Any) -> Any:
        """Return the problem of getting from ``state`` to ``goal``."""
        raise NotImplementedError

    def search(self, problem: Any) -> Any:
        """Return the actions that solve ``problem``."""
        raise NotImplementedError


class OnlineSearchProblem(Problem):
    """A graph of named actions, ``{state: {action: next state}}``, known only by acting.

    ``graph.least_costs`` estimates the cost from each state to a goal.
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
        """Return the state that ``action`` leads to, so that offline searches work too."""
        return self.output(state, action)

    def h(self, state: Any) -> float:
        """Return the estimated cost from a state, or from a node's state, to a goal."""
        state = state.state if isinstance(state, Node) else state
        estimate: float = self.graph.least_costs[state]
        return estimate

    def c(self, s: Any, a: Any, s1: Any) -> float:
        """Return the cost of going from ``s`` to ``s1`` by ``a``."""
        return 1

    def update_state(self, percept: Any) -> Any:
        """Return the state that a percept shows; for subclasses."""
        raise NotImplementedError


class OnlineDFSAgent:
    """An agent that explores depth-first by walking, and walks back [figure 4.21].

    It sees every state that can be reached, provided every action can be undone by
    another; a way that cannot be walked back is given up. Attributes as in the figure:
    ``result[s, a]``, ``untried[s]``, ``unbacktracked[s]``.
    """

    def __init__(self, problem: Any) -> None:
        self.problem = problem
        self.s: Any = None
        self.a: Any = None
        self.result: dict[tuple[Any, Any], Any] = {}
        self.untried: dict[Any, list[Any]] = {}
        self.unbacktracked: dict[Any, list[Any]] = {}

    def __call__(self, percept: Any) -> Any:
        """Return the next action, or None in a goal and when everything is explored."""
        state = self.update_state(percept)
        if goal_test(self.problem)(state):
            self.a = None
        else:
            self._notice(state)
            if self.untried[state]:
                self.a = self.untried[state].pop(0)
            else:
                self.a = self._way_back(state)
        self.s = state
        return self.a

    def update_state(self, percept: Any) -> Any:
        """Return the state that a percept shows: the percept itself, unless overridden."""
        return percept

    def _notice(self, state: Any) -> None:
        """Note the actions of a new state, and where the last action has led."""
        if state not in self.untried:
            self.untried[state] = list(self.problem.actions(state))
            self.unbacktracked[state] = []
        # Without an action the agent had stopped, and was put where it is now.
        if self.a is not None and (self.s, self.a) not in self.result:
            self.result[self.s, self.a] = state
            self.unbacktracked[state].insert(0, self.s)

    def _way_back(self, state: Any) -> Any:
        """Return an action known to lead where the agent came from."""
        while self.unbacktracked[state]:
            target = self.unbacktracked[state].pop(0)
            for action in self.problem.actions(state):
                if self.result[state, action] == target:
                    return action
        return None


class LRTAStarAgent:
    """An agent that learns as it goes how far each state is from a goal [figure 4.24].

    The problem offers ``output(s, a)``, ``h(s)`` of a state and ``c(s, a, s1)``, as an
    ``OnlineSearchProblem`` does. ``H[s]`` is what has been learnt.
    """

    def __init__(self, problem: Any) -> None:
        self.problem = problem
        self.H: dict[Any, float] = {}
        self.s: Any = None
        self.a: Any = None

    def __call__(self, s1: Any) -> Any:
        """Return the action of least estimated cost in state ``s1``, or None in a goal."""
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
        """Return the estimated cost of reaching a goal from ``s`` by way of ``s1``."""
        if s1 is None:
            return float(self.problem.h(s))
        estimate = H[s1] if s1 in H else self.problem.h(s1)
        return float(self.problem.c(s, a, s1) + estimate)

    def _costs(self, s: Any) -> list[tuple[float, Any]]:
        """Return the actions with their costs; they need no hash."""
        return [
            (self.LRTA_cost(s, action, self.problem.output(s, action), self.H), action)
            for action in self.problem.actions(s)
        ]


def _actions(found: Any) -> list[Any]:
    if found is None:
        return []
    return list(found.solution()) if hasattr(found, "solution") else list(found)
