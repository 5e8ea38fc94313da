"""What limits may be: numbers that make sense, each refused with what was given."""

import pytest

from aima_search.base.errors import InputError
from aima_search.base.limits import Limits


@pytest.mark.parametrize(
    ("limit", "value"),
    [
        *(("nodes", value) for value in (2.5, -1, True, False, "3", float("inf"), float("nan"))),
        *(("seconds", value) for value in (-0.1, True, "3", float("nan"), [1])),
        *(("memory", value) for value in (0.5, -1, True, float("inf"), "much")),
    ],
)
def test_what_is_no_limit_is_refused(limit, value):
    with pytest.raises(InputError, match=limit):
        Limits(**{limit: value})


def test_whole_numbers_of_any_kind_are_counts():
    limits = Limits(seconds=2.5, nodes=1e6, memory=2.0**20)
    assert (limits.seconds, limits.nodes, limits.bytes) == (2.5, 1_000_000, 2**20)
    assert {type(limits.nodes), type(limits.bytes)} == {int}
    assert Limits(seconds=float("inf")).seconds == float("inf")
