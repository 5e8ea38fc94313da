"""The cheapest assignment of workers to jobs, for small matrices of small numbers.

The method is successive shortest augmenting paths with prices (Kuhn 1955; Jonker and Volgenant
1987). Up to about ten workers and jobs, this is as fast as an array library, and needs no import.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple, TypeAlias

CostMatrix: TypeAlias = Sequence[Sequence[float]]
"""A row for each job, a column for each worker (at least as many); infinity: not allowed."""

_NOBODY = -1


class OptimalAssignment(NamedTuple):
    """A cheapest assignment of workers to jobs, and prices that prove that it is cheapest.

    If a worker does a job, the cost is exactly the price of the worker plus the price of the job.
    For every other pair of a worker and a job, the cost is at least the sum of the two prices. The
    price of a worker is at most 0. The price of a worker without a job is 0.
    """

    cost: float
    worker_of: list[int]
    job_price: list[float]
    worker_price: list[float]


def least_assignment_cost(costs: CostMatrix) -> float:
    """Return the least total cost of giving each job its own worker, or infinity if impossible.

    The time is proportional to (number of jobs) squared times the number of workers.

    >>> least_assignment_cost([[1, 2, 3], [1, 5, 9]])
    3
    """
    found = cheapest_assignment(costs)
    return inf if found is None else found.cost


def cheapest_assignment(costs: CostMatrix, most: float = inf) -> OptimalAssignment | None:
    """Return a cheapest assignment, or None if every assignment costs more than ``most``."""
    job_price: list[float] = [min(row) for row in costs]
    cost = sum(job_price)
    if cost > most or cost == inf:
        return None
    worker_price: list[float] = [0] * len(costs[0])
    job_of = [_NOBODY] * len(costs[0])
    unassigned = []
    for job, row in enumerate(costs):  # give each job its cheapest worker if this worker is free
        for worker, price in enumerate(row):
            if price == job_price[job] and job_of[worker] == _NOBODY:
                job_of[worker] = job
                break
        else:
            unassigned.append(job)
    for job in unassigned:
        cost += _augment(costs, job, job_of, job_price, worker_price, most - cost)
        if cost > most or cost == inf:
            return None
    worker_of = [_NOBODY] * len(costs)
    for worker, job in enumerate(job_of):
        if job != _NOBODY:
            worker_of[job] = worker
    return OptimalAssignment(cost, worker_of, job_price, worker_price)


def _augment(
    costs: CostMatrix,
    job: int,
    job_of: list[int],
    job_price: list[float],
    worker_price: list[float],
    most: float,
) -> float:
    """Give ``job`` a worker at the lowest extra cost, and return this extra cost.

    If ``job`` takes the worker of a second job, the second job takes a new worker, and so on (a
    *chain*). If the extra cost is above ``most``, change nothing and return a lower bound of it.
    """
    distance = [inf] * len(worker_price)
    previous = [_NOBODY] * len(worker_price)
    visited: list[int] = []
    waiting = list(range(len(worker_price)))
    current = job
    reached: float = 0
    last = _NOBODY
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


ConstrainedAssignmentCost: TypeAlias = "tuple[int, int | None, float]"
"""A worker, a job (None for no job), and the least cost of an assignment with this pair."""


def forced_assignments(costs: CostMatrix, most: float) -> list[ConstrainedAssignmentCost] | None:
    """Return (worker, job, least total cost if the worker does the job) for all workers and jobs.

    The job None means that the worker stays idle. Totals above ``most`` are left out. The result is
    None if all totals are above ``most``.
    """
    if (assignment := cheapest_assignment(costs, most)) is None:
        return None
    cost, worker_of, job_price, worker_price = assignment
    slack = most - cost
    reduced = [
        [entry - of_job - of_worker for entry, of_worker in zip(row, worker_price, strict=True)]
        for row, of_job in zip(costs, job_price, strict=True)
    ]
    chains = _chains(reduced, assignment, slack)
    home = [len(costs)] * len(worker_price)  # the pool of idle workers
    for job, worker in enumerate(worker_of):
        home[worker] = job
    forced: list[ConstrainedAssignmentCost] = []
    for job, (row, chain) in enumerate(zip(reduced, chains, strict=False)):
        for worker, more in enumerate(row):
            if more <= slack and more + chain[home[worker]] <= slack:
                forced.append((worker, job, cost + more + chain[home[worker]]))
    for worker, price in enumerate(worker_price):
        more = chains[-1][home[worker]] - price
        if more <= slack:
            forced.append((worker, None, cost + more))
    return forced


def _chains(reduced: CostMatrix, assignment: OptimalAssignment, slack: float) -> list[list[float]]:
    """Return a table with the lowest cost of a chain from each job to each other job.

    In a chain, the worker of each job takes the next job. The last row and column of the table are
    for the pool of idle workers. A cost up to ``slack`` is exact; a higher cost may be too high.
    """
    worker_of, worker_price = assignment.worker_of, assignment.worker_price
    chains = [[*[row[worker] for row in reduced], -worker_price[worker]] for worker in worker_of]
    idle = [worker for worker in range(len(worker_price)) if worker not in worker_of]
    chains.append([*[min([row[worker] for worker in idle], default=inf) for row in reduced], 0])
    for middle, onward in enumerate(chains):
        for start, chain in enumerate(chains):
            first = chain[middle]
            if first <= slack and start != middle:
                chain[:] = [
                    straight if straight <= first + rest else first + rest
                    for straight, rest in zip(chain, onward, strict=True)
                ]
    return chains
