"""TypeError: unhashable type: 'list'"""


class River:
    def __init__(self, missionaries, cannibals, boat):
        self.initial = [missionaries, cannibals, 1]

    def actions(self, state):
        return [(1, 1)]

    def result(self, state, action):
        state[0] -= 1
        return state

    def goal_test(self, state):
        return sum(state) == 0
