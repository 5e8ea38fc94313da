"""What ``Puzzle`` and ``register_puzzle`` do for every puzzle."""

import random

import pytest

from aima_search.base.errors import InputError, SearchError
from aima_search.model.puzzle import PUZZLES, Option, Puzzle, read_switch, register_puzzle
from puzzles import Hitori, QueensLocal, Sudoku, SudokuLocal


class Row(Puzzle):
    """A row of letters, with one setting and one option that is no setting."""

    puzzle = "row"
    board_options = (
        Option("open-end", read_switch, "yes: the row has an open end [no]", is_setting=True),
        Option("backwards", read_switch, "yes: read the text from the end [no]"),
    )

    def __init__(self, text, open_end=False, backwards=False):
        super().__init__(text[::-1] if backwards else text)
        self.open_end = open_end

    def grid(self, state):
        return [state]


class Needy(Row):
    def __init__(self, text, *, open_end):
        super().__init__(text, open_end)


def test_a_repr_has_the_settings_that_are_not_the_defaults():
    assert repr(Row.parse("abc")) == "Row.parse('abc')"
    assert repr(Row.parse("abc", open_end=True)) == "Row.parse('abc', open_end=True)"
    assert repr(Row.parse("abc", backwards=True)) == "Row.parse('cba')"


@pytest.mark.parametrize(
    "problem",
    [
        Sudoku.parse("..1.2....4....3.", propagation="none", branching="any-empty-cell"),
        SudokuLocal.parse("..1.2....4....3.", neighbourhood="boxes", cost="missing", seed=4),
        Hitori.parse("121/221/312", formulation="cascade", rules="equals,needed"),
        QueensLocal.parse("8", seed=3),
    ],
    ids=lambda problem: problem.puzzle,
)
def test_a_repr_makes_the_same_problem_again(problem):
    again = eval(repr(problem))
    assert (
        again.settings() == problem.settings() != type(problem).parse(problem.format()).settings()
    )
    assert again.initial == problem.initial


def test_a_repr_never_fails():
    del (broken := Row.parse("abc", open_end=True)).open_end
    assert repr(broken) == "Row.parse('abc')"
    assert repr(Needy("abc", open_end=True)) == "Needy.parse('abc')"
    assert repr(SudokuLocal("..1.2....4....3.", cost=len, seed=random.Random(1))).endswith("a')")


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("example", "2-plus"),
        ("example", ("2-plus", {})),
        ("formats", "id"),
        ("made_heuristics", None),
        ("board_options", Option("wrap", read_switch, "help")),
        ("instance_options", ("size",)),
    ],
)
def test_an_attribute_that_is_not_a_tuple_of_the_right_type_is_refused(attribute, value):
    kind = type("Mine", (Row,), {attribute: value, "__module__": __name__})
    with pytest.raises(InputError) as raised:
        register_puzzle("mine")(kind)
    assert str(raised.value).startswith(f"Mine.{attribute} is {value!r}: expected a tuple of ")
    assert "mine" not in PUZZLES


def test_a_class_without_a_name_is_refused_where_its_name_is_needed():
    class Nameless(Puzzle):
        """It is not registered."""

    for needs_name in (lambda: Nameless.parse("1\n2"), Nameless.level, lambda: Nameless.puzzle):
        with pytest.raises(SearchError, match="Nameless is not registered: write @register_puzzle"):
            needs_name()
