"""The rule of time on a busy machine: what was withheld is granted, up to a cap."""

import os

import pytest

from aima_search.processes.clock import (
    ChildStopwatch,
    QueueMeter,
    seconds_in_queue,
    total_time_limit,
)


class World:
    """A clock on the wall, and a process that waits for a processor for a part of the time."""

    def __init__(self, waits=0.0):
        self.now, self.waited, self._waits = 100.0, 7.0, waits

    def go_on(self, seconds):
        self.now += seconds
        self.waited += self._waits * seconds

    def clock(self, *limits):
        return ChildStopwatch(*limits, queued=lambda: self.waited, now=lambda: self.now)


def late_after(world, clock):
    """Return how many seconds it takes until a running clock is late."""
    began = world.now
    while not clock.is_late():
        world.go_on(0.25)
        assert world.now - began < 1000
    return world.now - began


@pytest.mark.parametrize("threads", [1, 2, 4, 64])
@pytest.mark.parametrize("waits", [0.0, 0.25, 0.5, 0.75, 0.99, 1.0])
@pytest.mark.parametrize("seconds", [0.05, 1, 10])
def test_a_command_never_lives_longer_than_twice_its_limit_and_five_seconds(
    seconds, waits, threads
):
    """However busy the machine is, and though all of its threads waited at the same time."""
    world = World(waits * threads)
    lived = late_after(world, world.clock(seconds).start())
    assert seconds < lived <= 2 * seconds + 5 + 0.25


@pytest.mark.parametrize(
    ("waits", "expected"), [(0, 10), (0.2, 12.5), (0.5, 20), (0.6, 25), (0.9, 25)]
)
def test_time_that_was_withheld_is_granted_up_to_the_cap(waits, expected):
    world = World(waits)
    assert late_after(world, world.clock(10).start()) == pytest.approx(expected, abs=0.26)


def test_what_a_process_waited_before_the_clock_was_made_is_not_granted():
    world = World(1.0)
    world.go_on(1000)
    world._waits = 0
    assert late_after(world, world.clock(10).start()) == pytest.approx(10, abs=0.26)


def test_a_clock_that_stands_still_is_never_late():
    world = World()
    clock = world.clock(10).start()
    world.go_on(6)
    clock.stop()
    world.go_on(1000)
    assert (clock.passed, clock.is_late()) == (6, False)
    clock.start()
    world.go_on(4.5)
    assert (clock.passed, clock.is_late()) == (10.5, True)


def test_time_in_which_the_measuring_process_was_stopped_does_not_count():
    world = World()
    clock = world.clock(10).start()
    world.go_on(1000)
    clock.skip(1000)
    world.go_on(0.5)
    clock.skip(0.5)  # a short delay counts
    assert clock.passed == 0.5
    assert late_after(world, clock) == pytest.approx(9.5, abs=0.26)


def test_without_a_limit_nothing_is_late():
    world = World()
    clock = world.clock().start()
    world.go_on(1e9)
    assert not clock.is_late()


def test_a_cap_of_its_own():
    world = World(1.0)
    assert late_after(world, world.clock(2, 8).start()) == pytest.approx(8, abs=0.26)
    assert total_time_limit(10) == 25


def test_processor_time_counts_even_if_many_threads_wait_for_each_other():
    world = World(16.0)
    clock = ChildStopwatch(
        10, 100, lambda: world.waited, lambda: world.now, lambda: 3 + (world.now - 100) / 2
    )
    assert late_after(world, clock.start()) == pytest.approx(20, abs=0.26)


def test_processor_time_that_is_unknown_is_all_time():
    world = World(1.0)
    clock = ChildStopwatch(10, 100, lambda: world.waited, lambda: world.now, lambda: None)
    assert late_after(world, clock.start()) == pytest.approx(10, abs=0.26)


@pytest.mark.parametrize(
    ("waits", "expected"),
    [
        ([{1: 5, 2: 0}, {1: 5, 2: 3}, {1: 5, 2: 4}], 4),  # one sleeps, the other waits
        ([{1: 5, 2: 7}, {1: 7, 2: 10}, {1: 7, 2: 11, 3: 2}], 5),  # they wait at the same time
        ([{1: 5}, {1: 5, 2: 3}, {1: 6}, {1: 6, 2: 2}], 6),  # the second ends; another has its id
    ],
)
def test_the_thread_that_waits_longest_counts(monkeypatch, waits, expected):
    meter = QueueMeter()
    for now in waits:
        monkeypatch.setattr(
            "aima_search.processes.clock.glob",
            lambda path, root_dir, now=now: [path.replace("*", str(thread)) for thread in now],
        )
        monkeypatch.setattr(
            "aima_search.processes.clock.seconds_in_queue",
            lambda place, now=now: now[int(place.split("/")[-1])],
        )
        meter.measure([42])
        if now is waits[0]:
            before = meter.seconds
    assert meter.seconds - before == expected


def test_waiting_for_a_processor_is_told_by_the_system():
    assert seconds_in_queue(os.getpid()) >= 0
    assert seconds_in_queue(2**30) == 0


def test_only_the_main_thread_of_a_process_is_asked(monkeypatch, tmp_path):
    read = []
    monkeypatch.setattr(
        "aima_search.processes.clock.Path.read_text",
        lambda path, encoding: read.append(str(path)) or "1 3000000000 7",
    )
    assert seconds_in_queue(42) == 3.0
    assert read == ["/proc/42/schedstat"]
