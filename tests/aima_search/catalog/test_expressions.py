"""Heuristic expressions: the grammar, and that no text does anything but build or complain."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aima_search import Node
from aima_search.base.errors import ExpressionError, UnknownName
from aima_search.catalog.expressions import build, split_list

PARTS = {
    "made(4-4)": 17,
    "made(x(1), a)": 19,
    "a": 3,
    "b-c": 5,
    "max_x": 7,
    "my.py:h": 11,
    "dir/my.py:h": 13,
}


def lookup(reference):
    name = str(reference)
    if name not in PARTS:
        raise UnknownName("heuristic", name, PARTS)
    return lambda node: PARTS[name]


def value(text):
    return build(text, lookup)(Node("state"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", 3),
        ("  a ", 3),
        ("max(a, b-c)", 5),
        ("min(a,b-c)", 3),
        ("max(a)", 3),
        ("a + b-c", 8),
        ("2 * a", 6),
        ("a*2", 6),
        ("2 * a + 1", 7),
        ("2 * (a + 1)", 8),
        ("2 * 3 * a", 18),
        ("0.5 * a", 1.5),
        ("0 * a", 0),
        ("4", 4),
        ("1.5", 1.5),
        ("2 * 3", 6),
        ("1 + 2", 3),
        ("((a))", 3),
        ("max_x", 7),
        ("my.py:h + dir/my.py:h", 24),
        ("max(min(a, b-c), 2 * a, 1)", 6),
        ("max(1, 2)", 2),
        ("max(made(4-4), a)", 17),
        ("2 * made( x(1), a )", 38),
    ],
)
def test_an_expression_has_its_value(text, expected):
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "character", "found"),
    [
        ("", 1, "the end"),
        ("a +", 4, "the end"),
        ("a b-c", 3, "'b-c'"),
        ("max(a", 6, "the end"),
        ("max a", 5, "'a'"),
        ("max()", 5, "')'"),
        ("(a", 3, "the end"),
        ("a)", 2, "')'"),
        ("a * b-c", 5, "'b-c'"),
        ("-1 * a", 1, "'-'"),
        ("a ** 2", 4, "'*'"),
        ("a / 2", 3, "'/'"),
        ("1.2.3", 1, "'1'"),
        ("2a", 1, "'2'"),
        ("made(4-4", 9, "the end"),
        ("made(4 = 4)", 8, "'='"),
        ("a; import os", 2, "';'"),
        ("__import__('os')", 12, '"\'"'),
    ],
)
def test_a_mistake_is_named_with_its_character(text, character, found):
    with pytest.raises(ExpressionError) as caught:
        build(text, lambda name: lambda node: 0)
    assert f"character {character}: found {found}, expected " in str(caught.value)


def test_a_name_that_is_not_registered_is_answered_by_the_lookup():
    with pytest.raises(UnknownName, match="'b-d': did you mean 'b-c'"):
        build("2 * max(a, b-d)", lookup)


@pytest.mark.parametrize("text", ["(" * 9_000, "max(" * 60 + "1" + ")" * 60])
def test_deep_nesting_is_refused_and_no_recursion_error(text):
    with pytest.raises(ExpressionError, match="levels of parentheses"):
        build(text, lookup)


def test_an_endless_text_is_refused():
    with pytest.raises(ExpressionError, match="at most"):
        build("a" * 10_001, lookup)


def test_fifty_levels_are_enough_for_anybody():
    assert value("(" * 50 + "a" + ")" * 50) == 3


@pytest.mark.parametrize("digits", ["9" * 5000, "9" * 400, "9" * 400 + ".0 * a"])
def test_a_number_too_large_for_anything_is_an_error_of_the_expression(digits):
    with pytest.raises(ExpressionError):
        build(digits, lookup)


def test_a_blank_that_is_none_is_named_itself():
    with pytest.raises(ExpressionError, match="character 4"):
        build("1 +\u00a02", lookup)


WORDS = ["a", "b-c", "max", "min", "(", ")", ",", "*", "+", "2", "1.5", " ", "my.py:h", "os", "."]


@given(st.text() | st.lists(st.sampled_from(WORDS), max_size=12).map("".join))
@example("max(a,")
@example("a\x1c+a")
@example("\ud800")
def test_any_text_builds_or_complains_and_nothing_else(text):
    try:
        heuristic = build(text, lookup)
    except (ExpressionError, UnknownName):
        return
    assert heuristic(Node("state")) >= 0


def test_nothing_is_evaluated():
    asked = []

    def overhear(reference):
        asked.append(str(reference))
        return lambda node: 0

    for text in ("exit", "print", "__builtins__", "os.py:system"):
        build(text, overhear)
    assert asked == ["exit", "print", "__builtins__", "os.py:system"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("a", ["a"]),
        ("all, max(a, b), my.py:h", ["all", "max(a, b)", "my.py:h"]),
        ("max(a, min(b, c)),d", ["max(a, min(b, c))", "d"]),
        (" , a,, b ,", ["a", "b"]),
    ],
)
def test_a_list_is_split_at_the_commas_outside_of_parentheses(text, parts):
    assert split_list(text) == parts


def test_a_fault_is_told_before_any_part_is_made():
    asked = []
    with pytest.raises(ExpressionError, match="found the end"):
        build("max(a, 2 * b-c", asked.append)
    assert asked == []
