"""My heuristic for sliding tiles. It is never too high because ..."""


def my_h(problem):
    """Return a heuristic for a board: a function of a node."""
    goal = problem.goal

    def h(node):
        return 0 if node.state == goal else 1

    return h
