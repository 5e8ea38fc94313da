"""The options of the algorithms: known, read from text, bounded; whatever else is refused."""

import random
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from math import inf, nan

import pytest

from aima_search import Search, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import OPTIONS, write_value
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.limits import LIMITS
from aima_search.base.option import WHOLE
from puzzles import MovIX, SudokuLocal

FUNCTIONS = {"new_state", "h_back"}
WITH_OPTIONS = [name for name in ALGORITHMS if ALGORITHMS.get(name).defaults]
CASES = [
    (name, option)
    for name in WITH_OPTIONS
    for option in ALGORITHMS.get(name).written_options.values()
]
IDS = [f"{name}-{option.name}" for name, option in CASES]
FIT = {"schedule": "3, 0.1, 50", "pmut": "0.5"}


def problem_for(name):
    return SudokuLocal.level() if ALGORITHMS.get(name).local else MovIX.level()


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_every_option_is_described_but_for_functions(name):
    algorithm = ALGORITHMS.get(name)
    told = {*algorithm.written_options}
    assert told == set(algorithm.defaults) - FUNCTIONS
    for option in algorithm.written_options.values():
        default = signature(algorithm.steps).parameters[option.name].default
        assert algorithm.defaults[option.name] == default
        assert (default is None) == bool(option.without)
        if default is not None:
            assert option.read(str(default)) == default


def test_no_option_is_described_that_no_algorithm_has():
    assert set(OPTIONS) <= {option.name for _, option in CASES}


@pytest.mark.parametrize(("name", "option"), CASES, ids=IDS)
def test_a_text_that_is_no_value_is_refused_in_one_line(name, option):
    wrong = ["nan", "inf", "-inf", "1e999", "", " ", "1;2", "one", "--", "x", "0x1", "9" * 5_000]
    for text in wrong:
        with pytest.raises(InputError) as refused:
            ALGORITHMS.get(name).read_options({option.name: text})
        message = str(refused.value)
        assert message.startswith(f"{option.name} '")
        assert "\n" not in message


@pytest.mark.parametrize(("name", "option"), CASES, ids=IDS)
def test_a_value_that_is_none_is_refused_before_the_search(name, option):
    problem = problem_for(name)
    negative = [] if option.name == "seed" else [-1]
    for wrong in (nan, inf, -inf, True, [1], ["1"], {"a": 1}, 1j, object(), *negative):
        with pytest.raises(InputError, match=f"^{option.name} .*expected"):
            ALGORITHMS.get(name).read_options({option.name: wrong})
        with pytest.raises(InputError, match=f"^{option.name} .*expected"):
            Search(problem, name, **{option.name: wrong})


@pytest.mark.parametrize(("name", "option"), CASES, ids=IDS)
def test_bounds_are_kept_and_reached(name, option):
    for bound, by in ((option.least, -1), (option.greatest, 1)):
        if bound is not None:
            assert option.read(str(bound)) == bound
            for beyond in (bound + by, str(bound + by)):
                with pytest.raises(InputError, match=f"expected .*{bound}"):
                    option.read(beyond)
    if option.kind == WHOLE:
        for half in (1.5, "1.5"):
            with pytest.raises(InputError, match="a whole number"):
                option.read(half)


@pytest.mark.parametrize(("name", "option"), CASES, ids=IDS)
def test_what_is_read_is_searched_with(name, option):
    [(_, value)] = (
        ALGORITHMS.get(name).read_options({option.name: FIT.get(option.name, "2")}).items()
    )
    search = Search(problem_for(name), name, **{option.name: value})
    assert search.options == {option.name: value}
    assert next(iter(search)).expanded == 0
    assert option.read(str(write_value(value))) == value


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_in_place_of_an_option_says_where_it_belongs(name):
    with pytest.raises(InputError, match=rf"use limits=Limits\({name}=...\), or --{name}"):
        solve(problem_for("astar"), **{name: 5})


def test_a_name_that_is_no_option_says_which_are():
    with pytest.raises(UnknownName, match="unknown option of beam 'wall': did you mean 'walk'"):
        ALGORITHMS.get("beam").read_options({"wall": "3"})
    with pytest.raises(UnknownName, match="unknown option of astar 'weight': known: none"):
        ALGORITHMS.get("astar").read_options({"weight": "3"})
    for name in ("h", "tie_break", "problem", "engine", "most", "__class__"):
        with pytest.raises(UnknownName):
            ALGORITHMS.get("weighted-astar").read_options({name: "1"})


def test_a_function_is_not_read_from_a_text():
    with pytest.raises(InputError, match="expected a Python function"):
        ALGORITHMS.get("beam").read_options({"new_state": "mine"})


def test_what_is_left_open_may_be_said_to_be():
    assert ALGORITHMS.get("beam").read_options({"iterations": None}) == {"iterations": None}
    with pytest.raises(InputError, match="k None"):
        ALGORITHMS.get("beam").read_options({"k": None})


def test_python_gives_numbers_of_other_kinds_and_other_seeds():
    for weight in (Fraction(3, 2), Decimal("1.5"), 2):
        Search(MovIX.level(), "weighted-astar", weight=weight)
    for seed in (None, "a text", random, random.Random(1), -3):
        Search(SudokuLocal.level(), "hill-climbing", seed=seed)
    Search(SudokuLocal.level(), "annealing", schedule=lambda t: 0)
    with pytest.raises(InputError, match="seed"):
        ALGORITHMS.get("annealing").read_options({"seed": "a text"})


def test_a_value_is_written_as_a_table_can_hold_it():
    def mine():
        """Of nobody."""

    written = [write_value(one) for one in (3, 1.5, None, "text", mine, random.Random(1))]
    assert written == [3, 1.5, None, "text", "mine", "Random"]
