"""The graph searches of AIMA's editions 3 and 4 get full marks in the chapters about them."""

import heapq
from collections import deque
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from aima_search.apps.grade.adapters import AlgorithmAdapter
from aima_search.apps.grade.algorithm_checks import ProblemServer
from aima_search.apps.grade.assignment import parse_assignment
from aima_search.apps.grade.course import masters
from aima_search.apps.grade.method_checks import ExpansionOrderCheck
from aima_search.apps.grade.sandbox import CheckLimits
from puzzles import Routes, Tiles

pytestmark = pytest.mark.gate("many searches in checks")


class Entry:
    def __init__(self, state, parent=None, action=None, path_cost=0):
        self.state, self.parent, self.action, self.path_cost = state, parent, action, path_cost


def expand(problem, node):
    for action in problem.actions(node.state):
        after = problem.result(node.state, action)
        cost = problem.path_cost(node.path_cost, node.state, action, after)
        yield Entry(after, node, action, cost)


def breadth_first_3(problem):
    """Edition 3, figure 3.11: the states of the frontier and the explored states are separate."""
    node = Entry(problem.initial)
    if problem.goal_test(node.state):
        return node
    frontier, explored = deque([node]), set()
    while frontier:
        node = frontier.popleft()
        explored.add(node.state)
        for child in expand(problem, node):
            if child.state not in explored | {other.state for other in frontier}:
                if problem.goal_test(child.state):
                    return child
                frontier.append(child)
    return None


def breadth_first_4(problem):
    """Edition 4, figure 3.9: a set contains the reached states."""
    node = Entry(problem.initial)
    if problem.goal_test(node.state):
        return node
    frontier, reached = deque([node]), {node.state}
    while frontier:
        for child in expand(problem, frontier.popleft()):
            if problem.goal_test(child.state):
                return child
            if child.state not in reached:
                reached.add(child.state)
                frontier.append(child)
    return None


def best_first_3(problem, f):
    """Edition 3, figure 3.14: a cheaper node replaces the node of its state in the frontier."""
    frontier, explored = {problem.initial: Entry(problem.initial)}, set()
    while frontier:
        node = frontier.pop(min(frontier, key=lambda state: f(frontier[state])))
        if problem.goal_test(node.state):
            return node
        explored.add(node.state)
        for child in expand(problem, node):
            other = frontier.get(child.state)
            if child.state not in explored and (other is None or f(child) < f(other)):
                frontier[child.state] = child
    return None


def best_first_4(problem, f, order=1):
    """Edition 4, figure 3.7: a node stays in the frontier after a cheaper path was found."""
    numbers, node = count(0, order), Entry(problem.initial)
    frontier, reached = [(f(node), next(numbers), node)], {node.state: node}
    while frontier:
        *_, node = heapq.heappop(frontier)
        if problem.goal_test(node.state):
            return node
        for child in expand(problem, node):
            other = reached.get(child.state)
            if other is None or child.path_cost < other.path_cost:
                reached[child.state] = child
                heapq.heappush(frontier, (f(child), next(numbers), child))
    return None


def best_first_4_last(problem, f):
    """The same with the newest of several nodes with equal f first."""
    return best_first_4(problem, f, order=-1)


def tree_search(problem, f):
    """Best-first search that stores no states."""
    numbers, node = count(), Entry(problem.initial)
    frontier = [(f(node), next(numbers), node)]
    while frontier:
        *_, node = heapq.heappop(frontier)
        if problem.goal_test(node.state):
            return node
        for child in expand(problem, node):
            heapq.heappush(frontier, (f(child), next(numbers), child))
    return None


def depth(node):
    return 0 if node.parent is None else 1 + depth(node.parent)


def program(best_first, weight):
    """Return a student's function that searches for the lowest g + weight * h."""
    return lambda problem, h=lambda node: 0: best_first(
        problem, lambda node: node.path_cost + weight * h(node)
    )


BEST_FIRST = (best_first_3, best_first_4, best_first_4_last)
WEIGHTS = {"3.4-uninformed": 0, "3.5.1-astar": 1, "3.5.3-weighted": 2}


class InProcess:
    """A session that runs a student's function in this process."""

    def __init__(self, function, bounds):
        self.function, self.bounds, self.found = function, bounds, {}
        self.sandbox, self.notes = SimpleNamespace(call=self.call, fault=None), ()

    def call(self, command, *arguments, respond):
        def ask(name, *values):
            return respond(name, values)

        adapter = AlgorithmAdapter(self.function, lambda: ask)
        return getattr(adapter, command)(*arguments)

    def cached(self, key, compute):
        if key not in self.found:
            self.found[key] = compute()
        return self.found[key]

    def restart(self):
        """Do nothing, because no process waits for an answer."""


def judged(chapter, function, seed):
    """Return the results of the checks of a chapter's algorithm, with the boards of a seed."""
    [master] = [master for master in masters() if master.name == chapter]
    text = master.assignment(solved=True, seed=seed)
    assignment = parse_assignment(text, Path(), seed_from=f"s{seed}")
    session = InProcess(function, assignment.bounds)
    return [check.judge(session) for check in assignment.parts[0].checks]


BREADTH_FIRST = "3.3-graph-search"
PROGRAMS = {
    **{
        f"{search.__name__}": (BREADTH_FIRST, search)
        for search in (breadth_first_3, breadth_first_4)
    },
    **{
        f"{chapter}, {search.__name__}": (chapter, program(search, weight))
        for chapter, weight in WEIGHTS.items()
        for search in BEST_FIRST
    },
}


@pytest.mark.parametrize(("chapter", "function"), PROGRAMS.values(), ids=PROGRAMS)
def test_the_searches_of_the_book_get_full_marks(chapter, function):
    for seed in range(3):
        results = judged(chapter, function, seed)
        assert [one.message for one in results if one.points < one.max_points] == []


@pytest.mark.parametrize(("chapter", "weight"), [(BREADTH_FIRST, 0), *WEIGHTS.items()])
def test_a_search_that_stores_no_states_fails_the_checks_of_the_order(chapter, weight):
    results = judged(chapter, program(tree_search, weight), 1)
    assert [one.points for one in results if "first" in one.check or "order" in one.check] == [0, 0]


def order_fault(reference, search, puzzle, heuristic):
    """Return what the check of the order finds in a search, without points."""
    session = InProcess(search, CheckLimits())
    served = ProblemServer(puzzle, heuristic, 5000).search(session)
    check = ExpansionOrderCheck(title="", steps=(1,), boards=(), reference=reference, heuristic="h")
    return served.fault or check.find_fault(served)


@pytest.fixture(scope="module")
def boards_for_greedy_search():
    maps = [Routes.generate(seed, places=40) for seed in range(40)]
    return [*maps, *(Tiles.generate(seed, size="3", depth=18) for seed in range(4))]


@pytest.mark.parametrize("search", BEST_FIRST)
def test_greedy_search_of_the_book_keeps_the_order(search, boards_for_greedy_search):
    for puzzle in boards_for_greedy_search:
        heuristic = "straight-line" if isinstance(puzzle, Routes) else "misplaced"
        assert order_fault("greedy", search, puzzle, heuristic) == ""
