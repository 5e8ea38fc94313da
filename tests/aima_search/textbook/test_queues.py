"""PriorityQueue against a list that is sorted anew each time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from aima_search.model.problem import Node
from aima_search.textbook.older_searches import PriorityQueue as HeapQueue
from aima_search.textbook.queues import PriorityQueue


class Equal:
    """Equal to others of its key and in no order."""

    def __init__(self, key):
        self.key = key

    def __eq__(self, other):
        return self.key == other.key


class HashableEqual(Equal):
    def __hash__(self):
        return hash(self.key)


class QueueAgainstList(RuleBasedStateMachine):
    """Do the same to a queue and to a list in order of arrival; compare every answer."""

    kind, order = HashableEqual, "min"

    def __init__(self):
        super().__init__()
        self.queue = PriorityQueue(self.order, lambda item: item.key % 7)
        self.list = []

    def in_order(self):
        sign = 1 if self.order == "min" else -1
        return sorted(self.list, key=lambda item: sign * (item.key % 7))

    @rule(key=st.integers(0, 20))
    def append(self, key):
        item = self.kind(key)
        self.queue.append(item)
        self.list.append(item)

    @precondition(lambda self: self.list)
    @rule()
    def pop(self):
        expected = self.in_order()[0]
        assert self.queue.pop() is expected
        self.list = [item for item in self.list if item is not expected]

    @rule(key=st.integers(0, 20))
    def delete(self, key):
        place = next((i for i, item in enumerate(self.list) if item.key == key), None)
        if place is None:
            with pytest.raises(KeyError):
                del self.queue[self.kind(key)]
        else:
            del self.queue[self.kind(key)]
            del self.list[place]

    @rule(key=st.integers(0, 20))
    def look_up(self, key):
        asked = self.kind(key)
        is_there = any(item.key == key for item in self.list)
        assert (asked in self.queue) == is_there
        if is_there:
            assert self.queue[asked] == key % 7
        else:
            with pytest.raises(KeyError):
                self.queue[asked]

    @invariant()
    def holds_the_same(self):
        assert len(self.queue) == len(self.list)
        assert [id(item) for item in self.queue] == [id(item) for item in self.in_order()]


class UnhashableQueueAgainstList(QueueAgainstList):
    kind = Equal


class LargestFirstQueueAgainstList(QueueAgainstList):
    order = "max"


TestHashable = QueueAgainstList.TestCase
TestUnhashable = UnhashableQueueAgainstList.TestCase
TestLargestFirst = LargestFirstQueueAgainstList.TestCase


@given(st.lists(st.integers()))
def test_items_leave_sorted(numbers):
    for order, expected in [
        ("min", sorted(numbers)),
        (min, sorted(numbers)),
        ("max", sorted(numbers, reverse=True)),
        (max, sorted(numbers, reverse=True)),
    ]:
        queue = PriorityQueue(order)
        queue.extend(numbers)
        assert [queue.pop() for _ in numbers] == expected
        assert not queue


def test_an_item_is_found_by_an_equal_one_and_gives_its_f():
    queue = PriorityQueue("max", lambda node: node.path_cost)
    queue.append(Node("A", path_cost=3))
    assert Node("A") in queue
    assert queue[Node("A")] == 3
    assert Node("B") not in queue


def test_f_may_be_anything_that_can_be_compared():
    queue = PriorityQueue(f=str.lower)
    queue.extend(["b", "A", "c"])
    assert [queue.pop() for _ in range(3)] == ["A", "b", "c"]


def test_deleted_items_do_not_pile_up():
    queue = PriorityQueue()
    queue.append(-1)
    for number in range(1000):
        queue.append(number)
        del queue[number]
    assert len(queue._heap) < 20
    assert queue.pop() == -1


def test_an_empty_queue_has_nothing_to_pop():
    with pytest.raises(IndexError, match="empty"):
        PriorityQueue().pop()


def test_an_unknown_order_is_refused():
    with pytest.raises(ValueError, match="expected 'min' or 'max'"):
        PriorityQueue("best")


class CountsHashes(HashableEqual):
    asked = 0

    def __hash__(self):
        type(self).asked += 1
        return super().__hash__()


@pytest.mark.parametrize("kind", [PriorityQueue, HeapQueue])
def test_a_queue_asks_for_a_hash_only_once_somebody_looks_for_an_item(kind):
    CountsHashes.asked = 0
    queue = kind("min", lambda item: item.key)
    items = [CountsHashes(key) for key in range(5)]
    queue.extend(items)
    assert queue.pop() is items[0]
    assert CountsHashes.asked == 0
    assert items[3] in queue
    assert queue[items[2]] == 2
    queue.append(items[0])
    assert queue.pop() is items[0]
    assert items[0] not in queue
    assert len(queue) == 4
