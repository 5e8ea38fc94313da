"""The intervals, against what they are by definition."""

from math import sqrt

import pytest

from aima_search.runs.statistics import wilson


@pytest.mark.parametrize(("successes", "runs"), [(0, 5), (9, 10), (10, 10), (1, 400)])
def test_the_interval_is_that_of_wilson(successes, runs):
    """The seen rate is 1.96 standard errors away from each bound."""
    seen, z = successes / runs, 1.959963985
    for bound in wilson(successes, runs):
        if 0 < bound < 1:
            assert abs(seen - bound) == pytest.approx(z * sqrt(bound * (1 - bound) / runs))
        else:
            assert bound == pytest.approx(seen)
