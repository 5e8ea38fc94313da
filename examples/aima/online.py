"""AIMA 4.5: online depth-first search and LRTA*, two agents that do not know the maze.

python examples/aima/online.py [MAZES [SIDE]]: number of mazes [10], rows and columns [15].
"""

import sys
from statistics import mean

from aima_search import Node, solve
from aima_search.search import LRTAStarAgent, OnlineDFSAgent
from puzzles import Paths


class Maze(Paths):
    """A maze that an agent explores by walking."""

    def output(self, state, action):
        """Return the cell after a step."""
        return self.result(state, action)

    def h(self, state):
        """Return the Manhattan distance of a state or a node to the goal."""
        state = state.state if isinstance(state, Node) else state
        return abs(state[0] - self.goal[0]) + abs(state[1] - self.goal[1])

    def c(self, state, action, after):
        """Return the cost of a step."""
        return 1


def steps(agent, maze):
    """Return the number of steps that an agent takes to the goal."""
    state, count = maze.initial, 0
    while (action := agent(state)) is not None:
        state, count = maze.result(state, action), count + 1
    assert maze.goal_test(state)
    return count


given = [int(text) for text in sys.argv[1:]]
mazes, side = given + [10, 15][len(given) :]
drawn = [Maze.generate(seed, size=side, kind="maze", neighbours=4) for seed in range(mazes)]
shortest = [solve(maze).cost for maze in drawn]
print(f"{mazes} mazes of {side} x {side}; shortest paths: {mean(shortest):.1f} steps on average")
print("agent                          steps   competitive ratio: mean, worst")
for agent in (OnlineDFSAgent, LRTAStarAgent):
    taken = [steps(agent(maze), maze) for maze in drawn]
    ratios = [count / least for count, least in zip(taken, shortest, strict=True)]
    print(f"{agent.__name__:24}{mean(taken):12.1f}{mean(ratios):14.2f}{max(ratios):10.2f}")
