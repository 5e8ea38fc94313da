"""Missionaries and cannibals as a problem."""

from aima_search import Problem


class River(Problem):
    """Some missionaries and cannibals on the left bank of a river, and a boat."""

    def __init__(self, missionaries, cannibals, boat):
        super().__init__(initial=(missionaries, cannibals, "left"), goal=(0, 0, "right"))
        self.boat = boat

    def actions(self, state):
        """Return who can cross, so that everybody is safe on both banks afterwards."""
        return []

    def result(self, state, action):
        """Return the state after a crossing."""
        return state
