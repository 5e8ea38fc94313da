"""The edition until 2020 against its plain algorithm: every expansion, in its order."""

from heapq import heapify, heappop, heappush
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import search, search2020
from aima_search.algorithms.steps import drain
from aima_search.textbook.older_searches import PriorityQueue, best_first_steps, is_totally_ordered
from tests.specimens import Journey, journeys


class Weak:
    """A place whose order knows odd from even and nothing else."""

    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return hash(self.number)

    def __lt__(self, other):
        return self.number % 2 < other.number % 2


class Between(search2020.Problem):
    """A journey whose states are places of a class."""

    def __init__(self, journey, kind):
        super().__init__(kind(journey.initial))
        self.journey, self.kind = journey, kind

    def actions(self, state):
        return self.journey.actions(state.number)

    def result(self, state, action):
        return self.kind(self.journey.result(state.number, action))

    def goal_test(self, state):
        return self.journey.goal_test(state.number)

    def action_cost(self, s, a, s1):
        return self.journey.action_cost(s.number, a, s1.number)


def plain_best_first(problem, f):
    """Return the states in the order of expansion by a heap of pairs that is searched through."""
    node = search2020.Node(problem.initial)
    heap, explored, order = [(f(node), node)], set(), []
    while heap:
        _, node = heappop(heap)
        if problem.goal_test(node.state):
            return order, node.path_cost
        explored.add(node.state)
        order.append(node.state)
        for child in node.expand(problem):
            places = [place for place, (_, other) in enumerate(heap) if other == child]
            if places and f(child) < heap[places[0]][0]:
                del heap[places[0]]
                heapify(heap)
                heappush(heap, (f(child), child))
            elif not places and child.state not in explored:
                heappush(heap, (f(child), child))
    return order, None


def expansions(problem, f):
    steps, order = best_first_steps(problem, f), []

    def watched():
        node = yield from steps
        order.append(node)

    for step in watched():
        order.insert(len(order), step.node.state)
    node = order.pop()
    return order, None if node is None else node.path_cost


@given(journey=journeys(st.integers(0, 3)))
def test_every_expansion_is_the_plain_algorithms_whatever_the_estimate(journey):
    def f(node):
        return node.path_cost + journey.h(node)

    assert expansions(journey, f) == plain_best_first(journey, f)


@given(journey=journeys(st.integers(0, 3)))
def test_so_it_is_where_the_order_of_the_states_is_not_total(journey):
    problem = Between(journey, Weak)
    assert expansions(problem, lambda node: node.path_cost) == plain_best_first(
        problem, lambda node: node.path_cost
    )


class Counted(Weak):
    """A place whose order is total, and counts how often it is asked."""

    asked = 0

    def __lt__(self, other):
        Counted.asked += 1
        return self.number < other.number

    __hash__ = Weak.__hash__


class WeakAndCounted(Counted):
    def __lt__(self, other):
        Counted.asked += 1
        return self.number % 2 < other.number % 2

    __hash__ = Weak.__hash__


def times_asked(search, *arguments):
    Counted.asked = 0
    search(*arguments)
    return Counted.asked


@pytest.mark.parametrize("kind", [Counted, WeakAndCounted])
@given(journey=journeys(st.integers(0, 3)))
def test_states_are_asked_for_their_order_no_more_than_by_the_plain_algorithm(kind, journey):
    problem = Between(journey, kind)

    def f(node):
        return node.path_cost

    plain = times_asked(plain_best_first, problem, f)
    assert times_asked(expansions, problem, f) <= plain


@pytest.mark.parametrize(
    "states", [[(1, (2, "a")), (1, (3, "b")), (0, (9, ""))], ["b", "a"], [b"b", b"a"], [True, 2]]
)
def test_a_total_order_is_known_where_every_part_of_a_state_has_one(states):
    assert all(map(is_totally_ordered, states))


@pytest.mark.parametrize("state", [frozenset(), (1, frozenset()), float("nan"), Weak(1), (None,)])
def test_an_order_that_may_leave_two_states_unordered_is_not_total(state):
    assert not is_totally_ordered(state)


@given(journey=journeys(st.integers(0, 3)))
def test_a_state_without_a_total_order_among_others_leaves_no_replaced_node_behind(journey):
    class Boxed(Between):
        def __init__(self):
            super().__init__(journey, lambda number: Box((number, *[frozenset()] * (number > 3))))

    class Box(tuple):
        number = property(lambda self: self[0])

    problem = Boxed()
    assert expansions(problem, lambda node: node.path_cost) == plain_best_first(
        problem, lambda node: node.path_cost
    )


def test_states_are_compared_whatever_they_are_and_not_expanded_twice():
    fork = Journey({"A": {"C": 1, "B": 1}, "C": {"G": 1}, "B": {"G": 1}}, "A", "G")
    assert search2020.uniform_cost_search(fork).solution() == ["B", "G"]
    assert search.uniform_cost_search(fork).solution() == ["C", "G"]
    roads = {"A": {"B": 1, "C": 3}, "B": {"C": 1}, "C": {"G": 6}}
    misled = Journey(roads, "A", "G", {"A": 0, "B": 7, "C": 0, "G": 0})
    assert search.astar_search(misled).path_cost == 8
    assert search2020.astar_search(misled).path_cost == 9


def test_states_without_an_order_are_an_error_as_they_were():
    class Place:
        pass

    class Fork(search2020.Problem):
        def actions(self, state):
            return ["left", "right"]

        def result(self, state, action):
            return Place()

    with pytest.raises(TypeError, match="'<' not supported"):
        search2020.uniform_cost_search(Fork(Place(), "nowhere"))


@pytest.mark.parametrize("edition", [search, search2020])
def test_both_editions_agree_on_the_cost_and_print_the_line(edition, capsys):
    board = edition.EightPuzzle((2, 4, 3, 1, 5, 6, 7, 8, 0))
    node = edition.astar_search(board, display=True)
    assert node.path_cost == 8
    assert "paths have been expanded and" in capsys.readouterr().out
    assert edition.greedy_best_first_graph_search(board, board.h) is not None
    assert edition.greedy_search(board).solution()
    assert edition.astar_graph_search(board, board.manhattan).path_cost == 8
    assert edition.best_first_graph_search(board, lambda n: n.depth).path_cost == 8


def test_the_blank_counts_as_misplaced_in_the_older_edition():
    node = search.Node((1, 2, 3, 4, 5, 6, 7, 0, 8))
    boards = [edition.EightPuzzle(node.state) for edition in (search, search2020)]
    assert [board.h(node) for board in boards] == [1, 2]


def test_the_older_edition_has_the_older_names_and_not_the_newer():
    assert {"astar_search", "compare_searchers", "romania_map"} <= set(dir(search2020))
    assert {"astar_tree_search", "NPuzzle", "TravelingSalesman"}.isdisjoint(dir(search2020))


def test_a_queue_compares_items_and_shows_its_own_heap():
    queue = PriorityQueue("min", len)
    queue.extend(["two", "one", "three", "six"])
    assert [queue.pop(), queue.pop()] == ["one", "six"]
    assert queue.heap[0] == (3, "two")
    heappush(queue.heap, (1, "a"))
    assert "a" in queue
    assert (len(queue), queue["a"], queue.pop()) == (3, 1, "a")
    queue.heap.clear()
    assert not queue
    assert "two" not in queue
    for call in (queue.pop, lambda: queue["two"], lambda: queue.__delitem__("two")):
        with pytest.raises(LookupError):
            call()
    with pytest.raises(ValueError, match="expected 'min' or 'max'"):
        PriorityQueue("least")


@given(numbers=st.lists(st.integers(0, 9)), deleted=st.integers(0, 9))
def test_a_queue_empties_in_order_with_items_that_have_no_hash_too(numbers, deleted):
    for wrap, order, sign in (
        (lambda x: x, "min", 1),
        (lambda x: [x], "min", 1),
        (lambda x: x, "max", -1),
    ):
        queue = PriorityQueue(order, lambda item: item[0] if isinstance(item, list) else item)
        queue.extend(map(wrap, numbers))
        expected = list(numbers)
        if deleted in numbers:
            assert queue[wrap(deleted)] == sign * deleted
            del queue[wrap(deleted)]
            expected.remove(deleted)
        assert (wrap(deleted) in queue) is (deleted in expected)
        left = [queue.pop() for _ in range(len(queue))]
        assert all(
            sign * (b[0] - a[0] if isinstance(a, list) else b - a) >= 0 for a, b in pairwise(left)
        )
        assert sorted(left) == sorted(map(wrap, expected))


def test_a_step_of_the_older_search_tells_how_far_it_is():
    fork = Journey({"A": {"C": 1, "B": 1}, "C": {"G": 1}, "B": {"G": 1}}, "A", "G")
    seen = [
        (step.expanded, step.generated, step.frontier)
        for step in best_first_steps(fork, lambda node: node.path_cost)
    ]
    assert seen == [(0, 0, 1), (1, 2, 2), (2, 3, 2)]
    assert drain(best_first_steps(fork, lambda node: 0)).path_cost == 2
