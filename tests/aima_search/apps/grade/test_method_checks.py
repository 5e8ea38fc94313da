"""Checks of methods on the requests of small programs: right ones pass, others do not."""

from collections import Counter, deque
from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from types import SimpleNamespace

import pytest

from aima_search import solve
from aima_search.apps.grade.algorithm_checks import ProblemServer
from aima_search.apps.grade.checks import CheckFailed
from aima_search.apps.grade.heuristic_checks import StudentHeuristicProblem
from aima_search.apps.grade.method_checks import (
    ExpansionOrderCheck,
    LateGoalTestCheck,
    off_learned_h,
)
from puzzles import Paths, Routes, Tiles

SIDE = 6
GOAL = SIDE * SIDE - 1
WALLS = {SIDE * row + 1 for row in range(SIDE - 1)} | {SIDE * row + 3 for row in range(1, SIDE)}
NO_H = [0] * (SIDE * SIDE)
ROOMS = Paths.level("6-rooms")
H_VALUES = [2 * (SIDE - 1) - sum(divmod(state, SIDE)) for state in range(SIDE * SIDE)]


class Requests:
    """A grid in which a program searches a corner; ``leads`` holds its expansions."""

    def __init__(self, walls=WALLS):
        self.leads, self.walls = [], walls

    def expand(self, state):
        row, column = divmod(state, SIDE)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        inside = [SIDE * r + c for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE]
        found = [there for there in inside if there not in self.walls]
        self.leads.append((state, [(number, there, 1) for number, there in enumerate(found)]))
        return found


def deepen(requests, path, limit, h_values):
    """Return True at the goal, otherwise the least f above the limit."""
    f = len(path) - 1 + h_values[path[-1]]
    if f > limit or path[-1] == GOAL:
        return f if f > limit else True
    found = []
    for state in requests.expand(path[-1]):
        if state not in path:
            found.append(deepen(requests, [*path, state], limit, h_values))
            if found[-1] is True:
                return True
    return min(found, default=99)


def deepening(next_limit, h_values, *, asks_first=False, walls=WALLS):
    requests, limit = Requests(walls), h_values[0]
    while True:
        if asks_first:
            requests.expand(0)
        found = deepen(requests, [0], limit, h_values)
        if found is True:
            return requests
        limit = next_limit(limit, found)


def breadth_first(again, begin=0, shown=()):
    """Search in breadth, with all states in memory.

    again: expand the path to a state first, without its first `begin` states. shown: a path that is
    expanded for show after each state.
    """
    requests, parent, waiting = Requests(walls=()), {0: None}, deque([0])
    while GOAL not in parent:
        path = [waiting.popleft()]
        while again and parent[path[0]] is not None:
            path.insert(0, parent[path[0]])
        found = [requests.expand(state) for state in [*path[begin:-1], path[-1]]][-1]
        new = [state for state in found if state not in parent]
        parent |= dict.fromkeys(new, path[-1])
        waiting += new
        for state in shown:
            requests.expand(state)
    return requests


def fault(reference, requests):
    check = ExpansionOrderCheck(title="", steps=(1,), boards=(), reference=reference, heuristic="h")
    h_values = dict(enumerate(H_VALUES if reference == "ida-star" else NO_H))
    return check.find_fault(recorded(requests.leads, h_values))


def recorded(leads, h_values, path=(0,), **counts):
    return SimpleNamespace(leads=leads, h_values=lambda: h_values, path=path, **counts)


@pytest.mark.parametrize("asks_first", [False, True])
@pytest.mark.parametrize("next_limit", [lambda limit, found: found, lambda limit, _: limit + 1])
def test_searches_that_deepen_pass(next_limit, asks_first):
    found = deepening(next_limit, H_VALUES, asks_first=asks_first)
    assert sum(number == 0 for number, _ in found.leads) > 4
    assert not fault("ida-star", found)
    assert not fault("ida-star", deepening(next_limit, H_VALUES, walls=()))  # one round suffices


def test_one_search_is_depth_first_and_several_are_not():
    requests = Requests()
    deepen(requests, [0], 40, NO_H)
    assert not fault("depth-first", requests)
    assert "continues from a state with f = 2" in fault("iterative-deepening", requests)
    several = Requests()
    for limit in range(1, 5):
        deepen(several, [0], limit, NO_H)
    assert "started again" in fault("depth-first", several)
    assert not fault("iterative-deepening", several)


@pytest.mark.parametrize("reference", ["depth-first", "iterative-deepening", "ida-star"])
def test_a_search_that_keeps_all_states_is_refused_though_it_asks_for_the_path(reference):
    assert "not a successor" in fault(reference, breadth_first(again=False))
    said = {"depth-first": "started again", "iterative-deepening": "expected a limit of at most 1"}
    wrong = said.get(reference, "left out states below the limit")
    assert wrong in fault(reference, breadth_first(again=True))


@pytest.mark.parametrize("reference", ["iterative-deepening", "ida-star"])
def test_paths_for_show_do_not_hide_a_search_that_keeps_all_states(reference):
    shown = [0, 1, 2, 1 + SIDE, SIDE]
    for states in (shown, shown[:2], [*shown, 2 * SIDE]):
        assert "expected a" in fault(reference, breadth_first(again=True, shown=states))


@pytest.mark.parametrize("rounds", [[[0, 1], [0, 1, 2, 8]], [[0, 1, 7], [0, 1, 2], [0, 1, 2, 8]]])
def test_a_round_that_leaves_out_states_does_not_raise_the_limit(rounds):
    requests = Requests(walls=())
    for state in [0, *(state for states in rounds for state in states)]:
        requests.expand(state)
    assert "expected a limit of at most 1" in fault("iterative-deepening", requests)


@pytest.mark.parametrize(
    ("rounds", "is_right"),
    [
        ([[0, 1, 2, 4, 3, 4, 5], [0, 1, 2, 4, 5, 3, 4, 5, 6]], True),
        ([[0, 1, 2, 4, 3], [0, 1, 2, 4, 5, 3], [0, 1, 2, 4, 5, 6]], False),
    ],
)
def test_a_state_that_was_met_on_a_detour_is_expanded_again(rounds, is_right):
    after = {0: [1, 3], 1: [2], 2: [4], 3: [4], 4: [5], 5: [6], 6: []}  # 4 is met after 2 first
    first = [[0], [0, 1, 3], [0, 1, 2, 3, 4]]
    order = [state for states in [*first, *rounds] for state in states]
    leads = [(state, [(0, there, 1) for there in after[state]]) for state in order]
    for reference in ("iterative-deepening", "ida-star"):
        check = ExpansionOrderCheck(
            title="", steps=(1,), boards=(), reference=reference, heuristic="zero"
        )
        fault = check.find_fault(recorded(leads, dict.fromkeys(after, 0), path=[0, 3, 4, 5]))
        assert (fault == "") == is_right
        assert ("expected a limit of at most 3" in fault) == (not is_right)


def test_a_path_without_its_start_does_not_hide_a_search_that_keeps_all_states():
    assert "expanded there before" in fault("depth-first", breadth_first(again=True, begin=1))


@pytest.mark.parametrize("reference", ["greedy", "weighted-astar"])
@pytest.mark.parametrize("again", [[], [1]])
def test_a_state_with_a_cheaper_path_may_be_expanded_again_or_not(reference, again):
    leads = {0: [(0, 1, 5), (1, 2, 1)], 1: [(0, 3, 9)], 2: [(0, 1, 1)], 3: []}
    h_values = {0: 9, 1: 1, 2: 8, 3: 9}
    check = ExpansionOrderCheck(title="", steps=(1,), boards=(), reference=reference, heuristic="h")
    order = [(state, leads[state]) for state in [0, 1, 2, *again, 3]]
    assert check.find_fault(recorded(order, h_values)) == ""


def test_requests_in_a_row_are_one_expansion():
    leads = {0: [(0, 1, 1), (0, 2, 2)], 1: [], 2: []}
    check = ExpansionOrderCheck(title="", steps=(1,), boards=(), reference="astar", heuristic="h")
    for order, is_right in ([0, 0, 1, 1, 1, 2], True), ([0, 1, 0, 2], False), ([0, 2, 2, 1], False):
        found = recorded([(state, leads[state]) for state in order], {0: 0, 1: 0, 2: 0})
        assert (check.find_fault(found) == "") == is_right


def test_a_goal_that_is_never_tested_for_is_not_tested_on_expansion():
    check = LateGoalTestCheck(title="", steps=(1,), boards=(), reference="astar", heuristic="h")
    order = [(0, [(0, 1, 1), (0, 2, 1)]), (1, []), (1, [])]
    tested = [set(), {1}, {0, 1}, {0, 1, 2}]
    faults = [
        check.find_fault(recorded(order, {0: 0, 1: 0, 2: 0}, path=[0, 1], tested=some))
        for some in tested
    ]
    assert [bool(one) for one in faults] == [True, False, False, True]


def served(search, puzzle, heuristic):
    """Return a recorded search for a path; `search` gets a function for its requests."""

    class Served(ProblemServer):
        def run(self, command, session):
            return search(self, lambda name, number: self._respond(name, [number]))

    return Served(puzzle, heuristic, 1000).search(None)


def test_requests_for_the_same_state_in_a_row_count_once():
    def search(problem, ask):
        there = ask("actions", 0)[0][1]
        for number in (0, there, there, 0):
            ask("actions", number)

    found = served(search, Tiles.generate(1), None)
    assert (found.expanded, len(found.leads)) == (3, 5)


def order_fault(reference, search, puzzle, heuristic):
    found = served(search, puzzle, heuristic)
    assert not found.fault
    check = ExpansionOrderCheck(title="", steps=(1,), boards=(), reference=reference, heuristic="h")
    return check.find_fault(found)


def ida_star(avoided, next_limit):
    """Return IDA*; avoided(path): the states that it does not go to from the end of a path."""

    def search(problem, ask):
        def deeper(path, g, limit):
            f = g + dict(ask("h", path[-1]))[path[-1]]
            if f > limit or ask("is-goal", path[-1]):
                return f, None if f > limit else []
            least = 99
            for action, there, cost in ask("actions", path[-1]):
                if there not in avoided(path):
                    found, plan = deeper([*path, there], g + cost, limit)
                    if plan is not None:
                        return found, [action, *plan]
                    least = min(least, found)
            return least, None

        plan, limit = None, dict(ask("h", 0))[0]
        while plan is None:
            found, plan = deeper([0], 0, limit)
            limit = next_limit(limit, found)
        return plan

    return search


BOARDS = [Tiles.generate(seed, size="3", depth=14) for seed in (2, 5)]
CYCLE = Tiles.generate(618, size="3", depth=16)  # IDA* walks around a cycle, back to the start


@pytest.mark.parametrize(
    ("avoided", "next_limit"),
    [
        (lambda path: path, lambda limit, found: found),
        (lambda path: path, lambda limit, found: limit + 1),
        (lambda path: path[-2:-1], lambda limit, found: found),
        (lambda path: path[-2:-1], lambda limit, found: limit + 1),
        (lambda path: (), lambda limit, found: found),
    ],
)
def test_ida_star_may_check_its_path_or_not(avoided, next_limit):
    for board in (*BOARDS, CYCLE) if avoided([0, 1]) else BOARDS:
        assert not order_fault("ida-star", ida_star(avoided, next_limit), board, "manhattan")


def test_a_search_that_skips_limits_is_not_ida_star():
    search = ida_star(lambda path: path, lambda limit, found: 14)
    faults = [order_fault("ida-star", search, board, "manhattan") for board in BOARDS]
    assert any("expected a limit of at most" in text for text in faults)


def visit_count(problem, ask):
    """Go to the neighbour that was visited least often; ties by cost + h."""
    here, walk, visits, h_values = 0, [], Counter(), {}
    while not ask("is-goal", here):
        visits[here] += 1
        steps = ask("actions", here)
        for _, there, _ in steps:
            h_values.update(ask("h", there))
        action, here, _ = min(
            steps, key=lambda step: (visits[step[1]], step[2] + h_values[step[1]])
        )
        walk.append(action)
    return walk


def lrta_star(problem, ask):
    here, walk, learned = 0, [], {}
    while not ask("is-goal", here):
        steps = ask("actions", here)
        for _, there, _ in steps:
            learned = dict(ask("h", there)) | learned
        action, after, cost = min(steps, key=lambda step: step[2] + learned[step[1]])
        learned[here] = cost + learned[after]
        walk.append(action)
        here = after
    return walk


@pytest.mark.parametrize("requests_at_the_goal", [0, 1, 2])
def test_a_last_request_for_the_goal_is_not_a_step(requests_at_the_goal):
    def search(problem, ask):
        walk = lrta_star(problem, ask)
        goal = next(one for one, state in enumerate(problem.states) if problem.is_goal(state))
        for _ in range(requests_at_the_goal):
            ask("actions", goal)
        return walk

    found = served(search, Routes.level("1-romania"), "straight-line")
    assert found.expanded == len(found.path) - 1


def test_a_walk_that_learns_no_h_is_not_lrta_star():
    maps = [Routes.generate(seed, places=16) for seed in range(6)]
    for search, text in ((lrta_star, ""), (visit_count, "expected the lowest cost + learned h")):
        faults = [order_fault("lrta-star", search, board, "straight-line") for board in maps]
        assert any(faults) == bool(text)
        assert any(text in fault for fault in faults)


ONE_WAY = {
    0: [(1, 1), (3, 1)],
    1: [(0, 1), (3, 1)],
    2: [(6, 1)],
    3: [(0, 1), (5, 1)],
    4: [(1, 2), (5, 2), (6, 3)],
    5: [(1, 3), (6, 1)],
    6: [(2, 1)],
}


def test_ida_star_that_never_returns_to_its_path_keeps_the_order():
    leads, limit = [], 0

    def deeper(path, g):
        """Return the lowest f above the limit, or -1 if the goal is found."""
        if g > limit or path[-1] == 6:
            return g if g > limit else -1
        steps = ONE_WAY[path[-1]]
        leads.append((path[-1], [(0, there, cost) for there, cost in steps]))
        found = []
        for there, cost in steps:
            if there not in path and -1 not in found:
                found.append(deeper([*path, there], g + cost))
        return min(found, default=99)

    while limit >= 0:
        limit = deeper([0], 0)
    found = SimpleNamespace(
        leads=leads, path=[0, 3, 5, 6], h_values=lambda: dict.fromkeys(ONE_WAY, 0)
    )
    check = ExpansionOrderCheck(
        title="", steps=(1,), boards=(), reference="ida-star", heuristic="h"
    )
    assert check.find_fault(found) == ""


def random_walk(random, requests):
    """Return the expansions of LRTA* on a random graph, and h; requests: for each step."""
    size = random.randint(2, 7)
    leads = {
        state: [(0, random.randrange(size), random.randint(0, 3)) for _ in range(4)]
        for state in range(size)
    }
    h_values = {state: random.randint(0, 2) for state in range(size - 1)} | {size - 1: 0}
    learned, here, order = dict(h_values), 0, []
    while here != size - 1 and len(order) < 200:
        order += [(here, leads[here])] * requests
        least = min(cost + learned[there] for _, there, cost in leads[here])
        best = [there for _, there, cost in leads[here] if cost + learned[there] == least]
        learned[here], here = least, random.choice(best)
    return order, h_values


@pytest.mark.parametrize("requests", [1, 2])
def test_a_step_along_a_self_loop_is_a_step_of_lrta_star(requests):
    with_loop = 0
    for seed in range(500):
        order, h_values = random_walk(Random(seed), requests)
        assert off_learned_h(order, h_values) == ""
        with_loop += any(before == after for (before, _), (after, _) in pairwise(order))
    assert with_loop > 50
    loop = [(0, 0, 1), (1, 1, 5)]
    assert "step 2 leads to" in off_learned_h([(0, loop), (0, loop), (1, [])], {0: 0, 1: 0})


def stored_solution(problem, ask):
    """Expand few states to get all actions, and return a stored solution."""
    for number in range(4):
        ask("actions", number)
    return [problem._actions.number(action) for action in solve(ROOMS, "astar").actions]


def test_a_stored_solution_is_no_search_in_any_order():
    found = served(stored_solution, ROOMS, None)
    assert not found.fault
    assert found.cost == solve(ROOMS, "astar").cost
    for kind, reference in [
        (LateGoalTestCheck, "astar"),
        (ExpansionOrderCheck, "breadth-first"),
        (ExpansionOrderCheck, "depth-first"),
    ]:
        found.tested = {0}
        check = kind(title="", steps=(1,), boards=(), reference=reference, heuristic=None)
        assert "starts at a state that was not expanded" in check.find_fault(found)


def astar(tests_early):
    """Return an A* search; with tests_early, it tests each new state with h = 0 for the goal."""

    def search(problem, ask):
        waiting, costs, h_values = [(0, 0, 0, [])], {0: 0}, {}
        while waiting:
            _, g, number, path = heappop(waiting)
            if not tests_early and ask("is-goal", number):
                return path
            for action, there, cost in ask("actions", number):
                h_values.update(ask("h", there))
                if g + cost < costs.get(there, 9999):
                    costs[there] = g + cost
                    found = (costs[there], there, [*path, action])
                    if tests_early and h_values[there] == 0 and ask("is-goal", there):
                        return found[-1]
                    heappush(waiting, (costs[there] + h_values[there], *found))
        return None

    return search


@pytest.mark.parametrize(("tests_early", "cost"), [(False, 418), (True, 450)])
def test_an_early_goal_test_of_few_states_breaks_the_order_of_expansions(tests_early, cost):
    found = served(astar(tests_early), Routes.level("1-romania"), "straight-line")
    assert found.cost == cost
    assert len(found.tested) <= found.expanded + 1
    check = LateGoalTestCheck(title="", steps=(1,), boards=(), reference="astar", heuristic="h")
    assert ("has priority 450" in check.find_fault(found)) == tests_early


def test_an_h_below_0_at_a_goal_is_not_admissible_in_a_search():
    tested = object.__new__(StudentHeuristicProblem)
    for value in (-90.0, 0.5):
        tested.known = {"goal": value}
        with pytest.raises(CheckFailed, match="expected an admissible heuristic"):
            tested.check_bounds(lambda state: 0.0)
    tested.known = {"goal": 0.0, "other": -90.0}
    tested.check_bounds({"goal": 0.0, "other": 3.0}.get)


def test_h_may_add_the_same_numbers_in_another_order():
    answers = [[0.1 + 0.2 + 0.3], [0.3 + 0.2 + 0.1], [0.6000001]]
    tested = object.__new__(StudentHeuristicProblem)
    tested._before = {}
    tested._sandbox = SimpleNamespace(numbers=lambda *request: answers.pop(0))
    assert tested.fetch(["state"]) == tested.fetch(["state"])
    with pytest.raises(CheckFailed, match=r"returned 0\.6000000000000001 and then 0\.6000001 "):
        tested.fetch(["state"])
