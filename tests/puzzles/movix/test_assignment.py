"""The cheapest assignment and its variations, against trying all."""

from itertools import permutations
from math import inf

from hypothesis import given
from hypothesis import strategies as st

from puzzles.movix.assignment import cheapest_assignment, forced_assignments, least_assignment_cost

prices = st.sampled_from([0, 1, 1, 2, 3, 5, inf])


@st.composite
def matrices(draw):
    workers = draw(st.integers(1, 5))
    jobs = draw(st.integers(1, min(workers, 4)))
    row = st.lists(prices, min_size=workers, max_size=workers)
    return draw(st.lists(row, min_size=jobs, max_size=jobs))


def all_ways(costs):
    """Every choice of a worker for each job, and what it costs."""
    for workers in permutations(range(len(costs[0])), len(costs)):
        yield workers, sum(row[worker] for row, worker in zip(costs, workers, strict=True))


def least_where(costs, is_wanted):
    return min([cost for workers, cost in all_ways(costs) if is_wanted(workers)], default=inf)


@given(matrices())
def test_the_least_assignment_is_that_of_trying_all(costs):
    assert least_assignment_cost(costs) == least_where(costs, lambda workers: True)


@given(matrices(), st.integers(0, 12))
def test_an_assignment_is_found_where_it_costs_no_more_than_asked(costs, most):
    least = least_assignment_cost(costs)
    assignment = cheapest_assignment(costs, most)
    assert (assignment is not None) == (least <= most)
    assert assignment is None or assignment.cost == least


@given(matrices())
def test_the_prices_prove_the_assignment(costs):
    assignment = cheapest_assignment(costs)
    if assignment is None:
        return
    for job, row in enumerate(costs):
        for worker, cost in enumerate(row):
            prices = assignment.job_price[job] + assignment.worker_price[worker]
            assert cost >= prices
            assert cost == prices or assignment.worker_of[job] != worker
    for worker, price in enumerate(assignment.worker_price):
        assert price <= 0
        assert price == 0 or worker in assignment.worker_of


@given(matrices(), st.integers(0, 4))
def test_every_way_to_fix_one_workers_part_costs_the_least_there_is(costs, slack):
    assignment = cheapest_assignment(costs)
    if assignment is None:
        assert forced_assignments(costs, inf) is None
        return
    most = assignment.cost + slack
    found = {(worker, job): cost for worker, job, cost in forced_assignments(costs, most)}
    for worker in range(len(costs[0])):
        idle = least_where(costs, lambda workers: worker not in workers)  # noqa: B023
        assert found.pop((worker, None), inf) == (idle if idle <= most else inf)
        for job in range(len(costs)):
            cost = least_where(costs, lambda workers: workers[job] == worker)  # noqa: B023
            assert found.pop((worker, job), inf) == (cost if cost <= most else inf)
    assert not found
