"""on small-2x3, not admissible: h = 2 and h* = 1 in the picture"""


def my_h(problem):
    columns = problem.columns

    def h(node):
        distance = 0
        for square, tile in enumerate(node.state):
            home = problem.goal.index(tile)
            distance += abs(square // columns - home // columns)
            distance += abs(square % columns - home % columns)
        return distance

    return h
