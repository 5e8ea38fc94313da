"""What a function of a user takes by position, with and without asking ``inspect``."""

import functools

import pytest

from aima_search.model.heuristic import parameters_of


def plain(node):
    return 0


def with_defaults(node, weight=2, *rest, scale=1, **more):
    return 0


def only_defaults(problem=None, weight=2):
    return 0


def only_by_name(*, node):
    return 0


def by_position(node, more, /):
    return 0


@functools.wraps(with_defaults)
def wrapped(*arguments):
    return 0


class Called:
    def __call__(self, node):
        return 0

    def method(self, node, weight=1):
        return 0

    def with_any(self, *given):
        return 0


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (plain, ["node"]),
        (with_defaults, ["node"]),
        (only_defaults, ["problem"]),
        (only_by_name, []),
        (by_position, ["node", "more"]),
        (lambda: 0, []),
        (lambda *given, **options: 0, ["*given"]),
        (wrapped, ["node"]),
        (functools.partial(by_position, 1), ["more"]),
        (Called(), ["node"]),
        (Called().method, ["node"]),
        (Called().with_any, ["*given"]),
        (max, ["node"]),
    ],
)
def test_the_parameters_that_a_call_must_fill(function, names):
    assert parameters_of(function) == names
