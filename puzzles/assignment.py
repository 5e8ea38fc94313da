"""The cheapest assignment of workers to jobs, for small matrices of small numbers.

Successive shortest augmenting paths with prices (Kuhn 1955; Jonker and Volgenant 1987): at the
matrices of a puzzle, up to about ten by ten, no slower than handing arrays to a library, and
without the wait for the library's import.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple, TypeAlias

Costs: TypeAlias = Sequence[Sequence[float]]
"""A row a job, a column a worker, not fewer workers than jobs; infinity forbids a pair."""

_NOBODY = -1


class Assignment(NamedTuple):
    """A cheapest assignment: who does each job, and the prices that prove it the cheapest.

    No cost is below the sum of the prices of its job and its worker, those of the assigned pairs
    are equal to it, and the price of a worker is 0 where it has no job, and never above.
    """

    cost: float
    worker_of: list[int]
    job_price: list[float]
    worker_price: list[float]


def least_assignment_cost(costs: Costs) -> float:
    """Return the least total cost of giving every job its own worker, infinity if there is none.

    Time: jobs squared times workers.

    >>> least_assignment_cost([[1, 2, 3], [1, 5, 9]])
    3
    """
    assignment = cheapest_assignment(costs)
    return inf if assignment is None else assignment.cost


def cheapest_assignment(costs: Costs, most: float = inf) -> Assignment | None:
    """Return a cheapest assignment, None where there is none that costs at most ``most``."""
    job_price = [min(row) for row in costs]
    bound = sum(job_price)
    if bound > most or bound == inf:
        return None
    worker_price = [0.0] * len(costs[0])
    job_of = [_NOBODY] * len(costs[0])
    unassigned = []
    for job, row in enumerate(costs):  # cheapest workers first, where they are free
        worker = row.index(job_price[job])
        if job_of[worker] == _NOBODY:
            job_of[worker] = job
        else:
            unassigned.append(job)
    for job in unassigned:
        bound += _augment(costs, job, job_of, job_price, worker_price, most - bound)
        if bound > most or bound == inf:
            return None
    worker_of = [_NOBODY] * len(costs)
    for worker, job in enumerate(job_of):
        if job != _NOBODY:
            worker_of[job] = worker
    cost = sum([row[worker] for row, worker in zip(costs, worker_of, strict=True)])
    return Assignment(cost, worker_of, job_price, worker_price)


def _augment(
    costs: Costs,
    job: int,
    job_of: list[int],
    job_price: list[float],
    worker_price: list[float],
    most: float,
) -> float:
    """Give ``job`` a worker by the shortest chain of changes; return what the chain costs.

    Where that is more than ``most``, nothing is changed, and the number is a lower bound.
    Prices keep every reduced cost (cost - job price - worker price) from falling below 0, and
    at 0 for assigned pairs; the chain is a shortest path in reduced costs.
    """
    distance = [inf] * len(worker_price)
    previous = [_NOBODY] * len(worker_price)
    visited: list[int] = []
    waiting = list(range(len(worker_price)))
    current = job
    reached, last = 0.0, _NOBODY
    while current != _NOBODY:
        row, price = costs[current], reached - job_price[current]
        best, nearest = inf, _NOBODY
        for worker in waiting:
            through = price + row[worker] - worker_price[worker]
            if through < distance[worker]:
                distance[worker] = through
                previous[worker] = last
            if distance[worker] < best:
                best, nearest = distance[worker], worker
        if best > most or nearest == _NOBODY:
            return best
        reached, last = best, nearest
        waiting.remove(nearest)
        visited.append(nearest)
        current = job_of[nearest]
    for worker in visited[:-1]:
        job_price[job_of[worker]] += reached - distance[worker]
        worker_price[worker] -= reached - distance[worker]
    job_price[job] += reached
    while last != _NOBODY:  # shift the workers along the chain
        before = previous[last]
        job_of[last] = job if before == _NOBODY else job_of[before]
        last = before
    return reached


class Forced(NamedTuple):
    """Least total costs of an assignment in which one worker's part is given."""

    idle: float
    at_job: list[float]


def forced_costs(costs: Costs, assignment: Assignment, most: float) -> list[Forced]:
    """Return for each worker what it costs to leave it idle, and to give it each of the jobs.

    A total above ``most`` may be returned as infinity. Forcing one pair displaces a worker, who
    displaces the next; the chain ends at the job left open, or at the pool of idle workers.
    """
    cost, worker_of, job_price, worker_price = assignment
    chains = _chains(costs, assignment, most - cost)
    pool = len(costs)
    home = dict(zip(worker_of, range(pool), strict=True))
    forced = []
    for worker, price in enumerate(worker_price):
        to_home = [chain[home.get(worker, pool)] for chain in chains]
        base = cost - price
        at_job = [
            base + row[worker] - of_job + rest
            for row, of_job, rest in zip(costs, job_price, to_home, strict=False)  # not the pool
        ]
        forced.append(Forced(base + to_home[pool], at_job))
    return forced


def _chains(costs: Costs, assignment: Assignment, slack: float) -> list[list[float]]:
    """Return the shortest chains from job to job, in reduced costs; the last job is the pool.

    A step from a job is its worker's way to another one. Those longer than ``slack`` may be
    left at infinity, which leaves little to do where there is no slack.
    """
    _, worker_of, job_price, worker_price = assignment
    chains = []
    for job, worker in enumerate(worker_of):
        price = worker_price[worker]
        steps = [row[worker] - of_job - price for row, of_job in zip(costs, job_price, strict=True)]
        steps.append(-price)
        steps[job] = 0
        chains.append(steps)
    idle = [worker for worker in range(len(worker_price)) if worker not in worker_of]
    entries = [
        min([row[worker] for worker in idle], default=inf) - of_job
        for row, of_job in zip(costs, job_price, strict=True)
    ]
    chains.append([*entries, 0])
    for middle, onward in enumerate(chains):
        for start, chain in enumerate(chains):
            first = chain[middle]
            if first <= slack and start != middle:
                chain[:] = [
                    straight if straight <= first + rest else first + rest
                    for straight, rest in zip(chain, onward, strict=True)
                ]
    return chains
