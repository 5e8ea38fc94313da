"""Problems and heuristics with one beginner's mistake each, and the sentences that report it."""

from collections import namedtuple
from dataclasses import dataclass

from aima_search import Node, Problem


class Ladder(Problem):
    """Climb from rung 0 to rung 3; this problem has no mistake."""

    def __init__(self, initial=0, goal=3):
        super().__init__(initial, goal)

    def actions(self, state):
        return ["up"] if state == 0 else [] if state > 5 else ["up", "down"]

    def result(self, state, action):
        return state + 1 if action == "up" else state - 1

    def h(self, node):
        return 0


def ladder(**members):
    """Return a ladder in which some members are replaced."""
    return type("Mine", (Ladder,), members)


def counting(make, **members):
    """Return a ladder whose states are ``make(number)``, with the number of the rung."""

    class Mine(Ladder):
        def __init__(self):
            super().__init__(make(0), make(3))
            self.made = {str(make(rung)): rung for rung in range(99)}

        def actions(self, state):
            return ["up"] if self.made[str(state)] < 8 else []

        def result(self, state, action):
            return make(self.made[str(state)] + 1)

    for name, member in members.items():
        setattr(Mine, name, member)
    return Mine


def numbers_of(*values):
    import numpy as np

    return np.array(values)


@dataclass
class Cell:
    row: int


class Thing:
    def __init__(self, row):
        self.row = row

    def __repr__(self):
        return f"Thing({self.row})"


class Changing(Cell):
    def __hash__(self):
        return self.row


def climb(self, state, action):
    state.row += 1
    return state


class UsedUp(Ladder):
    def __init__(self):
        super().__init__()
        self.moves = iter(["up", "down"])

    def actions(self, state):
        return self.moves


class Silent(Ladder):
    def goal_test(self, state):
        state == self.goal  # noqa: B015 - the mistake


class NoSuper(Ladder):
    def __init__(self):
        self.goal = 3


class OfAnotherPackage:
    def __init__(self):
        self.initial_state = 0

    def actions(self, state):
        return ["up"]

    def result(self, state, action):
        return state + 1

    def is_goal(self, state):
        return state == 3

    def cost(self, state, action, state2):
        return 1

    def h(self, node):
        return 0


class Named(namedtuple("Named", "initial goal")):
    def __new__(cls):
        return super().__new__(cls, 0, 3)

    actions, result, h = Ladder.actions, Ladder.result, Ladder.h

    def goal_test(self, state):
        return state == self.goal


class Manhattan:
    def __init__(self, node):
        self.node = node


def far(node, goal):
    return goal - node.state


RETURN = ". Is a `return` missing?"
LIST = ": expected a list of actions"
EMPTY = f"{LIST}, or [] for a state without actions"
COST = "Mine.path_cost(0, 0, 'up', 1) returned "
WHOLE = ": expected a real number, c plus the cost of the action"
SETS = ": expected a state that can be hashed, because searches keep states in sets. "
NUMBER = ": expected a number (float('inf') if no goal can be reached)"
OF_A_NODE = ": expected a function of a node"


def costing(cost):
    return ladder(path_cost=lambda self, c, state1, action, state2: cost)


def with_goal(goal):
    return lambda: Ladder(0, goal)


IN_PROBLEM = {
    "no actions": (
        ladder(actions=lambda self, state: None),
        f"Mine.actions(0) returned None{EMPTY}{RETURN}",
    ),
    "one action": (
        ladder(actions=lambda self, state: 1),
        f"Mine.actions(0) returned 1{EMPTY}. For one action, return [1]",
    ),
    "a word of actions": (
        ladder(actions=lambda self, state: "climb", result=lambda self, state, action: state + 1),
        f"Mine.actions(0) returned the text 'climb'{LIST}, because a loop visits the letters of a"
        " text. For one action, return ['climb']",
    ),
    "a dictionary of actions": (
        ladder(
            actions=lambda self, state: {1: "up"},
            result=lambda self, state, action: state + {"up": 1}[action],
        ),
        f"Mine.actions(0) returned the dict {{1: 'up'}}{LIST}, because a loop visits the keys of a"
        " dict. Return a list, such as [1] or ['up']",
    ),
    "actions used up": (
        UsedUp,
        "UsedUp.actions(0) returned the same list_iterator in two calls: expected a new list"
        " in every call, because a loop can read a list_iterator only once. Make the list inside"
        " actions",
    ),
    "no result": (
        ladder(result=lambda self, state, action: None),
        f"Mine.result(0, 'up') returned None: expected the next state{RETURN}",
    ),
    "a result with its cost": (
        ladder(result=lambda self, state, action: (state + 1, 1)),
        "Mine.result(0, 'up') returned the tuple (1, 1): expected only the state, 1. The cost"
        " belongs in path_cost",
    ),
    "goal test without return": (
        Silent,
        f"Silent.goal_test never returns a value: expected True or False{RETURN}",
    ),
    "goal test of a node": (
        ladder(goal_test=lambda self, node: node.state == 3),
        "Mine.goal_test(0) failed. goal_test gets a state, not a node: write `state`, not"
        " `node.state`",
    ),
    "goal test against a list": (
        counting(lambda rung: (rung,), goal_test=lambda self, state: state == [3]),
        "Mine.goal_test((0,)) compared the state with the list [3], but the type of the states"
        " is tuple: expected a goal of the same type",
    ),
    "short path_cost": (
        ladder(path_cost=lambda self, c, a: c + 1),
        "Mine defines path_cost(self, c, a): expected path_cost(self, c, state1, action, state2)",
    ),
    "short action_cost": (
        ladder(action_cost=lambda self, s, a: 1),
        "Mine defines action_cost(self, s, a): expected action_cost(self, s, a, s1)",
    ),
    "cost of the step": (
        costing(1),
        f"{COST}1, and the same for c = 1000000: expected the cost of the whole path, c plus the"
        " cost of the action",
    ),
    "cost None": (costing(None), f"{COST}None{WHOLE}{RETURN}"),
    "cost text": (costing("1"), f"{COST}the text '1'{WHOLE}"),
    "cost complex": (costing(1j), f"{COST}the complex 1j{WHOLE}"),
    "cost NaN": (costing(float("nan")), f"{COST}nan (not a number, for example inf - inf){WHOLE}"),
    "cost array": (costing(numbers_of(1, 2)), f"{COST}the ndarray array([1, 2]){WHOLE}"),
    "no super().__init__": (
        NoSuper,
        "NoSuper has no attribute initial: expected a call of super().__init__(initial, goal) in"
        " NoSuper.__init__, or an assignment to self.initial",
    ),
    "initial is a node": (
        lambda: Ladder(Node(0)),
        "Ladder.initial is a node: expected a state. Pass node.state",
    ),
    "lists": (
        counting(lambda rung: [rung], goal_test=lambda self, state: state == [3]),
        f"Mine.initial is the list [0]{SETS}Use a tuple, for example tuple(state), in initial and"
        " in result",
    ),
    "sets": (
        counting(lambda rung: {rung}),
        f"Mine.initial is the set {{0}}{SETS}Use a frozenset, for example frozenset(state), in"
        " initial and in result",
    ),
    "dictionaries": (
        counting(lambda rung: {"rung": rung}),
        f"Mine.initial is the dict {{'rung': 0}}{SETS}Use a tuple of its items,"
        " tuple(sorted(d.items())), as initial and as what result returns; the methods can convert"
        " a state back with dict(state)",
    ),
    "arrays": (
        counting(lambda rung: numbers_of(rung, 0)),
        f"Mine.initial is the ndarray array([0, 0]){SETS}Use a tuple of its numbers,"
        " tuple(a.flat), as initial and as what result returns; the methods can convert a state"
        " back with numpy.array(state)",
    ),
    "dataclasses": (
        counting(Cell),
        f"Mine.initial is the Cell Cell(row=0){SETS}In Cell, replace @dataclass by"
        " @dataclass(frozen=True)",
    ),
    "lists in tuples": (
        counting(lambda rung: (rung, [rung])),
        f"Mine.initial is the tuple (0, [0]), with the list [0] in it{SETS}In place of the"
        " list, use a tuple",
    ),
    "pairs as successors": (
        ladder(successors=lambda self, state: [("up", state + 1)]),
        "Mine.successors(0) listed the tuple ('up', 1): expected (action, state, cost) for every"
        " action",
    ),
    "texts as successors": (
        ladder(successors=lambda self, state: ["up"]),
        "Mine.successors(0) listed the text 'up': expected (action, state, cost) for every action",
    ),
    "another package's class": (
        OfAnotherPackage,
        "OfAnotherPackage does not inherit from aima_search.Problem: write class"
        " OfAnotherPackage(Problem). Without it, OfAnotherPackage has no initial, path_cost or"
        " action_cost; no search uses OfAnotherPackage.initial_state: did you mean initial?",
    ),
    "a named tuple": (
        Named,
        "Named does not inherit from aima_search.Problem: write class Named(Problem). Without"
        " it, Named has no path_cost or action_cost",
    ),
    "a set of goals": (
        with_goal({30, 40}),
        "Ladder.goal_test(0) compared the state with the set {30, 40}, but the type of the"
        " states is int: expected a goal of the same type. Write several goals as a list, [30, 40]",
    ),
    "a tuple of goals": (
        with_goal((30, 40)),
        "Ladder.goal_test(0) compared the state with the tuple (30, 40), but the type of the"
        " states is int: expected a goal of the same type. Write several goals as a list, [30, 40]",
    ),
    "a class": (
        lambda: Ladder,
        "got the class Ladder: expected an object of it, Ladder(...)",
    ),
    "a name": (
        lambda: "movix",
        "got the text 'movix': expected a problem, such as MovIX.level('1-first')",
    ),
}
"""Mistakes in a problem: what is wrong, a function that makes the problem, and the sentence."""

ONLY_CHECKED = {
    "a state that result changes": (
        counting(Changing, result=climb),
        "Mine.result(Changing(row=0), 'up') changed its argument, the state, to Changing(row=1):"
        " expected a new state. Copy the state, for example by copy.deepcopy(state), and change"
        " the copy",
    ),
    "states without ==": (
        counting(Thing, goal_test=lambda self, state: state.row == 3),
        "Mine.result(Thing(0), 'up') returned a Thing in two calls, and the two are not equal:"
        " expected equal states, because searches compare states. Define __eq__ and __hash__ in"
        " Thing, or use a tuple as the state",
    ),
}
"""Mistakes that only ``check_problem`` finds, because searches still succeed."""

IN_H = {
    "of a state": (
        lambda state: 3 - state,
        "h(<Node 0>) failed. h gets a node, not a state: begin with `state = node.state`",
    ),
    "of two arguments": (
        far,
        "h is far(node, goal): expected a function of one argument, a node, for example"
        " lambda node: far(node, goal=...)",
    ),
    "None": (lambda node: None, f"h(<Node 0>) returned None{NUMBER}{RETURN}"),
    "a text": (lambda node: "3", f"h(<Node 0>) returned the text '3'{NUMBER}"),
    "a pair": (lambda node: (3, 0), f"h(<Node 0>) returned the tuple (3, 0){NUMBER}"),
    "a class": (
        Manhattan,
        f"h is the class Manhattan{OF_A_NODE}, or an object Manhattan(...) that can be called with"
        " a node",
    ),
    "a method of a class": (
        Ladder.h,
        "h is the method h(self, node) of a class: expected the method of an object, such as"
        " problem.h",
    ),
}
"""Mistakes in an h that a user passes: the function, and the sentence that reports it."""

IN_OWN_H = {
    "without self": (
        ladder(h=lambda node: 0),
        "Mine defines h(node): expected h(self, node)",
    ),
    "without return": (
        ladder(h=lambda self, node: None),
        f"Mine.h(<Node 0>) returned None{NUMBER}{RETURN}",
    ),
}
"""Mistakes in the problem's own h."""
