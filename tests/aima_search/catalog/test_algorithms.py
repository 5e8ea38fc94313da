"""Algorithms with their options as one text: what is read, what is refused, and how."""

import pickle
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import compare
from aima_search.algorithms.names import ALGORITHMS, Algorithm
from aima_search.base.errors import InputError, SearchError, UnknownName
from aima_search.catalog.configuration import (
    Configuration,
    options_as_texts,
    parse_algorithm,
)
from aima_search.catalog.expressions import split_list
from aima_search.search import exp_schedule
from puzzles import MovIX
from tests.examples import examples


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_a_name_alone_has_no_options(name):
    how = parse_algorithm(name)
    assert (how.entry, how.values, how.method) == (ALGORITHMS.get(name), {}, name)


READ = {
    "weighted-astar(weight=2)": ("weighted-astar", {"weight": 2}),
    " weighted-astar ( weight = 1.50 ) ": ("weighted-astar", {"weight": 1.5}),
    "depth-limited(limit=7)": ("depth-limited", {"limit": 7}),
    "beam(k=4, walk=10,iterations=3)": ("beam", {"k": 4, "walk": 10, "iterations": 3}),
    "annealing(schedule=2, 0.1, 9, seed=3)": (
        "annealing",
        {"schedule": exp_schedule(2, 0.1, 9), "seed": 3},
    ),
    "genetic(pmut=1e-2)": ("genetic", {"pmut": 0.01}),
}


@pytest.mark.parametrize("text", READ)
def test_options_are_read_as_the_algorithm_reads_them(text):
    how = parse_algorithm(text)
    assert (how.algorithm, how.values) == READ[text]


REFUSED = {
    "astr": "unknown algorithm 'astr': did you mean 'astar'",
    "weighted-astr(weight=2)": "unknown algorithm 'weighted-astr': did you mean 'weighted-astar'",
    "weighted-astar(wieght=2)": "option of weighted-astar 'wieght': did you mean 'weight'",
    "astar(weight=2)": "unknown option of astar 'weight': known: none",
    "weighted-astar(weight=x)": "'weighted-astar(weight=x)': weight 'x': expected a finite number",
    "weighted-astar(weight=-1)": "weight '-1': expected a finite number from 0 up",
    "weighted-astar(weight=inf)": "weight 'inf': expected a finite number",
    "weighted-astar(weight=)": "weight '': expected a finite number",
    "weighted-astar(weight=1, 2)": "weight '1, 2': expected a finite number",
    "weighted-astar(weight=1, weight=1)": "found weight twice, expected it once",
    "weighted-astar(weight=2": "expected a name, or a name with options such as weighted-astar(",
    "weighted-astar(2)": "expected a name, or a name with options",
    "weighted-astar()": "expected a name, or a name with options",
    "weighted-astar(=2)": "expected a name, or a name with options",
    "weighted-astar weight=2": "expected a name, or a name with options",
    "beam(k=2.5)": "k '2.5': expected a whole number from 1 up",
    "beam(k=__import__('os'))": "expected a whole number",
    "beam(new_state=x)": "new_state 'x': expected a Python function",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_wrong_is_said_in_one_line(text):
    with pytest.raises((InputError, UnknownName)) as raised:
        parse_algorithm(text)
    assert REFUSED[text] in str(raised.value)
    assert "\n" not in str(raised.value)


@examples(200)
@given(st.text("weighted-astrbmk(=),. 0123\n'\"", max_size=30))
def test_whatever_is_given_is_read_or_refused(text):
    with suppress(SearchError):
        how = parse_algorithm(text)
        how.entry.check_options(how.values)


numbers = st.floats(0, 1e12, allow_nan=False) | st.integers(0, 10**20)


@given(numbers, numbers)
def test_equal_weights_are_written_alike_and_others_are_not(one, other):
    written = [options_as_texts({"weight": number}) for number in (one, other)]
    assert (written[0] == written[1]) == (one == other)


@given(st.fixed_dictionaries({"schedule": st.tuples(numbers, numbers), "seed": st.integers()}))
def test_what_a_configuration_is_called_is_read_back(values):
    values["schedule"] = exp_schedule(*values["schedule"])
    how = Configuration("annealing", options=options_as_texts(values))
    assert split_list(f"astar,{how.method}") == ["astar", how.method]
    again = parse_algorithm(how.method)
    assert again.values == values == how.values


def test_options_in_two_places_have_to_agree():
    chosen = parse_algorithm("beam(k=2)")
    assert chosen.joined({"walk": 3}).values == {"k": 2, "walk": 3}
    assert chosen.joined({"k": 2}) == parse_algorithm(chosen) == chosen
    with pytest.raises(InputError, match=r"'beam\(k=2\)': found k=2 and k=3, expected only one"):
        chosen.joined({"k": 3})


def test_a_comparison_reads_the_text_of_an_algorithm_once(monkeypatch):
    read, given = Algorithm.read_options, []
    monkeypatch.setattr(
        Algorithm, "read_options", lambda *args: given.append(args[1]) or read(*args)
    )
    rows = compare(MovIX.level("2-tiny"), ["weighted-astar(weight=2)"], ["conflicts", "zero"]).rows
    assert [row.run.options for row in rows] == [{"weight": 2}] * 2
    assert given == [{"weight": "2"}]


def test_a_configuration_survives_pickling_and_equals_one_of_the_same_texts():
    how = parse_algorithm("annealing(schedule=2, 0.1, 9)").with_parts(heuristic="zero")
    sent = pickle.loads(pickle.dumps(how))
    assert (sent, hash(sent)) == (how, hash(how))
    assert sent.values == how.values == {"schedule": exp_schedule(2, 0.1, 9)}
