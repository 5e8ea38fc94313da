"""A third-party search algorithm, in a module that a package announces as a plug-in."""

from aima_search.algorithms.names import register_algorithm
from aima_search.algorithms.steps import Fate, Step
from aima_search.base.option import Option
from aima_search.model.problem import Node, goal_test, heuristic_of

MOST = Option("most", int, "largest number of expansions", least=1)


@register_algorithm("plunge", complete=False, own_options=(MOST,))
def plunge_steps(problem, h=None, *, most=1000):
    """Go to the child with the lowest h, never to an earlier state; there is no backtracking.

    Return the node of the goal, or "cutoff" if the search gives up: None would mean a proof that
    there is no solution.
    """
    h_of, is_goal = heuristic_of(problem, h), goal_test(problem)
    node, seen = Node(problem.initial), {problem.initial}
    step = Step(node)
    while not is_goal(node.state):
        step.node = node
        yield step
        step.expanded += 1
        if step.expanded == most:
            return "cutoff"
        children = node.expand(problem)
        step.generated += len(children)
        new = [child for child in children if child.state not in seen]
        for child in new:
            child.h = h_of(child)
            seen.add(child.state)
        if step.emit is not None:  # an observer is set: report the children
            for child in children:
                step.emit(Fate.QUEUED if child in new else Fate.KNOWN, child)
        if not new:
            return "cutoff"
        node = min(new, key=lambda child: child.h)
    return node
