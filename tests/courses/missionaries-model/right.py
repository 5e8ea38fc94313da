"""The left bank and the boat are the state; who is in the boat is the action."""

from itertools import product


class River:
    def __init__(self, missionaries, cannibals, boat):
        self.all, self.boat = (missionaries, cannibals), boat
        self.initial = (missionaries, cannibals, True)

    def is_safe(self, bank):
        return bank[0] == 0 or bank[0] >= bank[1]

    def actions(self, state):
        return [
            one
            for one in product(range(self.boat + 1), repeat=2)
            if 0 < sum(one) <= self.boat and self.is_possible(self.result(state, one))
        ]

    def is_possible(self, state):
        left = state[:2]
        right = (self.all[0] - left[0], self.all[1] - left[1])
        return min(*left, *right) >= 0 and self.is_safe(left) and self.is_safe(right)

    def result(self, state, action):
        sign = -1 if state[2] else 1
        return state[0] + sign * action[0], state[1] + sign * action[1], not state[2]

    def goal_test(self, state):
        return state == (0, 0, False)

    def path_cost(self, c, state1, action, state2):
        return c + 1
