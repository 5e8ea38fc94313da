"""A tile slides to a square next to it: it needs as many moves as its home is away, at least.

In its line, a tile between another one and that one's home has to step aside and back.
"""


def my_h(problem):
    columns = problem.columns
    home = {tile: divmod(square, columns) for square, tile in enumerate(problem.goal)}

    def conflicts(line):
        """Return how many tiles of a line, given by their homes in it, have to leave it."""
        left = 0
        while True:
            crossed = [
                sum((a > b) == (i < j) and a != b for j, b in enumerate(line) if j != i)
                for i, a in enumerate(line)
            ]
            if not any(crossed):
                return left
            del line[crossed.index(max(crossed))]
            left += 1

    def h(node):
        distance = 0
        rows, lines = {}, {}
        for square, tile in enumerate(node.state):
            if tile:
                (row, column), (to_row, to_column) = divmod(square, columns), home[tile]
                distance += abs(row - to_row) + abs(column - to_column)
                if row == to_row:
                    rows.setdefault(row, []).append(to_column)
                if column == to_column:
                    lines.setdefault(column, []).append(to_row)
        return distance + 2 * sum(map(conflicts, [*rows.values(), *lines.values()]))

    return h
