"""Model a puzzle of your own: jugs of water. With a ``scene`` it is drawn like the others."""

from aima_search import Problem, check_problem, solve
from aima_search.display import Cell, Scene

SIZES = (3, 5)


class Jugs(Problem):
    """Fill, empty and pour until a jug holds the goal; a state says what each jug holds."""

    def actions(self, state):
        """Name all possible actions."""
        return ["fill 3", "fill 5", "empty 3", "empty 5", "pour 3 into 5", "pour 5 into 3"]

    def result(self, state, action):
        """Pour until one jug is empty or the other jug is full."""
        small, large = state
        to_large, to_small = min(small, SIZES[1] - large), min(large, SIZES[0] - small)
        return {
            "fill 3": (SIZES[0], large),
            "fill 5": (small, SIZES[1]),
            "empty 3": (0, large),
            "empty 5": (small, 0),
            "pour 3 into 5": (small - to_large, large + to_large),
            "pour 5 into 3": (small + to_small, large - to_small),
        }[action]

    def goal_test(self, state):
        """Tell whether a jug holds the goal."""
        return self.goal in state

    def scene(self, state, action=None):
        """Draw a cell for each jug, and mark the last jug that the action names."""
        last = None if action is None else SIZES.index(int(action[-1]))
        jugs = tuple(Cell(str(w), "piece", jug, marked=jug == last) for jug, w in enumerate(state))
        return Scene((jugs,), column_labels=tuple(map(str, SIZES)))


problem = Jugs((0, 0), goal=4)
print(check_problem(problem))
print(solve(problem, "breadth-first").animate())
