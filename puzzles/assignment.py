"""The cheapest assignment of workers to jobs, for small matrices of small numbers.

Successive shortest augmenting paths with prices (Kuhn 1955; Jonker and Volgenant 1987): at the
matrices of a puzzle, up to about ten by ten, no slower than handing arrays to a library, and
without the wait for the library's import.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf


def least_assignment_cost(costs: Sequence[Sequence[float]]) -> float:
    """Return the least total cost of giving every job its own worker, infinity if there is none.

    costs: a row a job, a column a worker, not fewer workers than jobs; infinity forbids a pair.
    Time: jobs squared times workers.

    >>> least_assignment_cost([[1, 2, 3], [1, 5, 9]])
    3
    """
    job_price = [min(row) for row in costs]
    if inf in job_price:
        return inf
    worker_price = [0.0] * len(costs[0])
    job_of: list[int | None] = [None] * len(costs[0])
    unassigned = []
    for job, row in enumerate(costs):  # cheapest workers first, where they are free
        worker = row.index(job_price[job])
        if job_of[worker] is None:
            job_of[worker] = job
        else:
            unassigned.append(job)
    for job in unassigned:
        if not _augment(costs, job, job_of, job_price, worker_price):
            return inf
    return sum([costs[job][worker] for worker, job in enumerate(job_of) if job is not None])


def _augment(
    costs: Sequence[Sequence[float]],
    job: int,
    job_of: list[int | None],
    job_price: list[float],
    worker_price: list[float],
) -> bool:
    """Give ``job`` a worker by the shortest chain of changes; False where there is none.

    Prices keep every reduced cost (cost - job price - worker price) from falling below 0, and
    at 0 for assigned pairs; the chain is a shortest path in reduced costs.
    """
    distance = [inf] * len(worker_price)
    previous: list[int | None] = [None] * len(worker_price)
    visited: list[int] = []
    waiting = list(range(len(worker_price)))
    current: int | None = job
    reached, last = 0.0, None
    while current is not None:
        row, price = costs[current], reached - job_price[current]
        best, nearest = inf, -1
        for worker in waiting:
            through = price + row[worker] - worker_price[worker]
            if through < distance[worker]:
                distance[worker] = through
                previous[worker] = last
            if distance[worker] < best:
                best, nearest = distance[worker], worker
        if nearest < 0:
            return False
        reached, last = best, nearest
        waiting.remove(nearest)
        visited.append(nearest)
        current = job_of[nearest]
    for worker in visited[:-1]:
        owner = job_of[worker]
        assert owner is not None
        job_price[owner] += reached - distance[worker]
        worker_price[worker] -= reached - distance[worker]
    job_price[job] += reached
    while last is not None:  # shift the workers along the chain
        before = previous[last]
        job_of[last] = job if before is None else job_of[before]
        last = before
    return True
