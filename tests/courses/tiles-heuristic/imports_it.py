"""heuristics is not to be used here"""

import heuristics


def my_h(problem):
    return heuristics.get("linear-conflict", problem)
