"""in a search, h ="""


def my_h(problem):
    columns = problem.columns
    home = {tile: divmod(square, columns) for square, tile in enumerate(problem.goal)}
    factor = 1.25 if len(problem.goal) == 9 else 1

    def h(node):
        distance = 0
        for square, tile in enumerate(node.state):
            if tile:
                (row, column), (to_row, to_column) = divmod(square, columns), home[tile]
                distance += abs(row - to_row) + abs(column - to_column)
        return factor * distance

    return h
