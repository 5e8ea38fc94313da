"""What programs of courses take from the textbook's module is here under the same names."""

import random as real_random
import subprocess
import sys
from collections import deque as real_deque

import pytest

import aima_search.search
import aima_search.search2020
import aima_search.utils
from aima_search import solve
from aima_search.search import (
    FIFOQueue,
    GraphProblem,
    PriorityQueue,
    Stack,
    astar_graph_search,
    astar_search,
    astar_tree_search,
    breadth_first_graph_search,
    breadth_first_search,
    compare_searchers,
    depth_first_graph_search,
    graph_search,
    greedy_best_first_graph_search,
    greedy_search,
    recursive_best_first_search,
    romania_map,
    tree_search,
    vacumm_world,
    vacuum_world,
)
from tests.specimens import Journey

ROMANIA = GraphProblem("Arad", "Bucharest", romania_map)


@pytest.mark.parametrize("module", ["search", "search2020", "utils", "utils2020"])
def test_a_star_import_brings_the_modules_that_the_textbooks_brings(module):
    scope = {}
    exec(f"from aima_search.{module} import *", scope)
    assert scope["random"] is real_random
    assert scope["sys"] is sys
    assert scope["math"].pi > 3
    assert scope["np"].arange(3).sum() == 3
    assert "arange" in vars(scope["np"])  # and is found without a detour from now on
    assert "zeros" in dir(scope["np"])
    if not module.startswith("utils"):
        assert scope["deque"] is real_deque


@pytest.mark.parametrize("module", ["search", "search2020", "search4e", "utils", "utils2020"])
def test_numpy_is_imported_when_it_is_touched_and_not_before(module):
    code = f"from aima_search.{module} import *; import sys; print('numpy' in sys.modules)"
    if module != "search4e":
        code += "; np.zeros(1); print('numpy' in sys.modules)"
    said = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert said == ["False", "True"][: len(said)]
    assert said[0] == "False"


def test_a_star_import_of_the_older_module_brings_what_it_imported_itself():
    scope = {}
    exec("from aima_search.search2020 import *", scope)
    assert scope["argmin"]([3, -4], key=abs) == 3
    assert scope["argmax"]([3, -4], key=abs) == -4
    assert scope["defaultdict"](list)["new"] == []
    assert scope["itemgetter"](1)("ab") == "b"


@pytest.mark.parametrize("edition", [aima_search.search, aima_search.search2020])
def test_whoever_replaces_what_the_searches_do_not_look_up_is_told(edition):
    own = edition.Node
    for value in (type("Mine", (own,), {}), own):
        with pytest.warns(UserWarning, match=r"\.Node was replaced, but .* define __lt__") as told:
            edition.Node = value
        assert told[0].filename == __file__
        assert edition.Node is value
    edition.label = "Romania"  # of no concern
    del edition.label


def test_the_names_that_courses_gave_to_the_searches():
    assert greedy_search(ROMANIA).solution() == ["Sibiu", "Fagaras", "Bucharest"]
    assert greedy_search(ROMANIA, lambda node: 0) is not None
    by_h = greedy_best_first_graph_search(ROMANIA, ROMANIA.h)
    assert greedy_search(ROMANIA).solution() == by_h.solution()
    assert astar_graph_search(ROMANIA).path_cost == astar_search(ROMANIA).path_cost == 418
    assert vacumm_world is vacuum_world


def test_breadth_first_search_prints_under_its_name(capsys):
    compare_searchers([ROMANIA], None, [breadth_first_search, greedy_search])
    rows = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert rows == ["breadth_first_search", "greedy_search"]
    assert (
        breadth_first_search(ROMANIA).solution() == breadth_first_graph_search(ROMANIA).solution()
    )


def test_the_searches_of_older_modules_take_any_frontier():
    links = {"A": {"B": 5, "C": 1}, "B": {"D": 1}, "C": {"D": 9}, "D": {"A": 1}}
    journey = Journey(links, "A", "D")
    for search, cost in ((tree_search, 6), (graph_search, 10)):  # the first path to D came by C
        assert search(journey, FIFOQueue()).solution() == ["B", "D"]
        assert search(journey, Stack()).solution() == ["C", "D"]
        cheapest = PriorityQueue("min", lambda node: node.path_cost)
        assert search(journey, cheapest).path_cost == cost
    assert graph_search(Journey(links, "A", "nowhere"), FIFOQueue()) is None
    by_stack = graph_search(ROMANIA, Stack())
    assert by_stack.solution() == depth_first_graph_search(ROMANIA).solution()


def test_a_queue_of_a_given_length_is_full_at_some_time():
    queue = FIFOQueue(2, ["a"])
    queue.append("b")
    with pytest.raises(IndexError, match="it holds 2 items at most"):
        queue.append("c")
    assert queue.pop() == "a"


class SecondEdition(aima_search.search.Problem):
    def successor(self, state):
        return [("on", state + 1)]


class WithActions(SecondEdition):
    def __init__(self, initial, goal):
        super().__init__(initial, goal)
        self.actions = ["on"]


class Stranger:
    initial, goal = 0, 3

    def successor(self, state):
        return [("on", state + 1)]

    def goal_test(self, state):
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        return c + 1


@pytest.mark.parametrize("problem", [SecondEdition(0, 3), WithActions(0, 3), Stranger()])
@pytest.mark.parametrize("search", [astar_search, breadth_first_graph_search])
def test_a_problem_of_the_second_edition_runs_in_every_search(search, problem):
    problem.h = lambda node: 0
    assert search(problem).solution() == ["on"] * 3
    assert solve(problem, "uniform-cost").cost == 3


class Watched(GraphProblem):
    """Finds its way by what the last call of ``result`` left behind, as some students do."""

    def __init__(self):
        super().__init__("Arad", "Bucharest", romania_map)
        self.last, self.seen = None, []

    def result(self, state, action):
        self.last = action
        return action

    def h(self, node):
        if node.parent is not None:
            self.seen.append((node.parent.state, self.last))
        return 0


@pytest.mark.parametrize(
    "search", [astar_search, greedy_search, astar_tree_search, recursive_best_first_search]
)
def test_every_child_is_made_before_the_first_is_evaluated(search):
    problem = Watched()
    assert search(problem).state == "Bucharest"
    assert len(problem.seen) > 10
    assert all(last == problem.actions(parent)[-1] for parent, last in problem.seen)


def students_best_first(edition, problem, f):
    """A student's own best-first search on the queue that the module offers, counting."""
    f = edition.memoize(f, "f")
    frontier = edition.PriorityQueue("min", f)
    frontier.append(edition.Node(problem.initial))
    explored = set()
    while frontier:
        node = frontier.pop()
        if problem.goal_test(node.state):
            return node, len(explored), len(frontier.heap)
        explored.add(node.state)
        for child in node.expand(problem):
            if child.state not in explored and child not in frontier:
                frontier.append(child)
            elif child in frontier and f(child) < frontier[child]:
                del frontier[child]
                frontier.append(child)
    return None


@pytest.mark.parametrize("edition", [aima_search.search, aima_search.search2020])
@pytest.mark.parametrize("cost", [lambda n: n.depth, lambda n: n.path_cost])
def test_a_students_own_search_on_the_queue_counts_what_the_editions_search_does(
    edition, cost, capsys
):
    for board in ((2, 4, 3, 1, 5, 6, 7, 8, 0), (1, 2, 3, 0, 4, 6, 7, 5, 8)):
        puzzle = edition.EightPuzzle(board)

        def f(node, puzzle=puzzle):
            return cost(node) + puzzle.h(node)

        node, expanded, waiting = students_best_first(edition, puzzle, f)
        found = edition.best_first_graph_search(puzzle, f, display=True)
        assert found.solution() == node.solution()
        printed = capsys.readouterr().out.split()
        assert (int(printed[0]), int(printed[6])) == (expanded, waiting)


def test_a_program_of_the_second_edition_runs_with_one_changed_line():
    scope = {}
    exec("from aima_search.search2e import *", scope)

    class Countdown(scope["Problem"]):
        def successor(self, state):
            return [(f"-{step}", state - step) for step in (1, 2) if step <= state]

    class Priced(Countdown):
        def path_cost(self, c, state1, action, state2):
            return c + (state1 - state2) ** 2

    for name in ("breadth_first_graph_search", "iterative_deepening_search"):
        assert scope[name](Countdown(5, 0)).path_cost == 3
    assert scope["astar_search"](Priced(5, 0), lambda node: node.state).solution() == ["-1"] * 5
    assert scope["tree_search"](Countdown(3, 0), scope["FIFOQueue"]()).path_cost == 2
    trip = scope["GraphProblem"]("Arad", "Bucharest", scope["romania"])
    assert scope["astar_search"](trip).path_cost == 418
