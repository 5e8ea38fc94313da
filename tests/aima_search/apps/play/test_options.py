"""The options of an algorithm: offered, taken, shown with a search's name, refused in a line."""

import csv
import io

import pytest

from aima_search import Limits, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import write_value
from aima_search.model.puzzle import PUZZLES
from aima_search.search import exp_schedule
from puzzles import SudokuLocal
from tests.aima_search.apps.play.talking import Refused, Talk

MOVIX = {"puzzle": "movix", "board": "2-tiny"}
FUNCTIONS = ("new_state", "h_back")  # no text can give them
LOCAL = {"puzzle": "sudoku-local", "board": "04x04-1-few-open"}
GIVEN = {  # by the page: texts
    "depth-limited": {"limit": "6"},
    "weighted-astar": {"weight": "2.5"},
    "anytime-astar": {"weight": "2.5", "guided": "50"},
    "sma-star": {"capacity": "20"},
    "beam-search": {"width": "3"},
    "hill-climbing": {"sideways": "2", "seed": "3"},
    "stochastic-hill-climbing": {"seed": "3"},
    "first-choice-hill-climbing": {"tries": "4", "seed": "3"},
    "random-restart-hill-climbing": {
        "restarts": "2",
        "walk": "5",
        "sideways": "2",
        "seed": "3",
    },
    "beam": {"k": "2", "walk": "5", "iterations": "3", "seed": "3"},
    "annealing": {"schedule": "2, 0.1, 9", "seed": "3"},
    "tabu": {"tenure": "3", "iterations": "9", "seed": "3"},
    "iterated-local-search": {"strength": "2", "restarts": "3", "seed": "3"},
    "genetic": {"ngen": "4", "pmut": "0.5", "n": "6", "seed": "3"},
}
CASES = [(name, option) for name, options in GIVEN.items() for option in options]


def asked(algorithm, **more):
    """Return the request for a search by an algorithm."""
    board = LOCAL if ALGORITHMS.get(algorithm).local else MOVIX
    return {**board, "algorithm": algorithm, **more}


def options_of(talk, algorithm):
    [one] = [one for one in talk("catalog")["algorithms"] if one["name"] == algorithm]
    return {option["name"]: option for option in one["options"]}


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_the_catalog_tells_every_option_that_a_text_can_give(name):
    options = options_of(Talk(), name)
    assert list(options) == [one for one in ALGORITHMS.get(name).defaults if one not in FUNCTIONS]
    assert set(options) == set(GIVEN.get(name, ()))
    for one in options.values():
        assert one["kind"] in ("number", "whole number", "numbers")
        assert one["default"] == ALGORITHMS.get(name).defaults[one["name"]]
        assert one["help"]
        assert (one["default"] is None) == bool(one["without"])


@pytest.mark.parametrize("name", list(GIVEN))
def test_a_search_with_options_is_the_one_of_solve(name):
    talk = Talk()
    understood = talk("options", algorithm=name, options=GIVEN[name])
    talk("open", **asked(name, options=GIVEN[name], limits={"nodes": 500}))
    position = talk.to_end()
    request = asked(name)
    values = dict(talk.session().recording.options)
    assert {one: write_value(value) for one, value in values.items()} == understood
    problem = PUZZLES.get(request["puzzle"]).level(request["board"])
    heuristic = {"heuristic": problem.default_heuristic} if ALGORITHMS.get(name).informed else {}
    result = solve(problem, name, **heuristic, limits=Limits(nodes=500), **values)
    assert position["status"] == result.status
    assert [position[one] for one in ("expanded", "generated")] == [
        result.expanded,
        result.generated,
    ]


@pytest.mark.parametrize(("name", "option"), CASES)
def test_a_wrong_value_is_refused_in_one_line_and_nothing_is_opened(name, option):
    """What else is wrong is refused in the same place: see the options of the algorithms."""
    talk = Talk()
    for wrong in (float("nan"), "nan", ["1"]):
        for ask, request in (
            ("options", {"algorithm": name, "options": {option: wrong}}),
            ("open", asked(name, options={**GIVEN[name], option: wrong})),
        ):
            with pytest.raises(Refused) as refused:
                talk(ask, **request)
            error = refused.value.fault
            assert error["kind"] == "InputError"
            assert error["message"].startswith(f"{option} ")
            assert "expected" in error["message"]
            assert "\n" not in error["message"]
            assert "file" not in error
    assert talk.go()["searches"] == []


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_a_name_that_is_no_option_is_refused(name):
    talk = Talk()
    for other in ("colour", "h", "tie_break", "most", "engine", "problem", ""):
        for ask, request in (
            ("options", {"algorithm": name, "options": {other: "1"}}),
            ("open", asked(name, options={other: "1"})),
        ):
            with pytest.raises(Refused, match=f"unknown option of {name} '{other}'"):
                talk(ask, **request)


def test_options_that_are_no_object_are_refused():
    with pytest.raises(Refused, match="expected an object"):
        Talk()("open", **asked("beam", options=["k", "2"]))
    with pytest.raises(Refused, match="expected a Python function"):
        Talk()("open", **asked("beam", options={"new_state": "mine.py:start"}))


def ended(*searches):
    """Return a talk with searches to their ends, each an algorithm with its options."""
    talk = Talk()
    for search, (algorithm, options) in enumerate(searches):
        talk("open", search=search, **asked(algorithm, options=options, limits={"nodes": 500}))
        talk.to_end(search)
    return talk


def test_the_table_tells_lanes_apart_by_their_options():
    weights = [{}, {"weight": "3"}, {"weight": "0.5"}]
    talk = ended(*(("weighted-astar", options) for options in weights))
    names = [row[0] for row in talk("table")["rows"]]
    assert names == ["weighted-astar", "weighted-astar(weight=3)", "weighted-astar(weight=0.5)"]


def test_the_table_tells_the_seed_of_one_lane():
    [row] = ended(("annealing", GIVEN["annealing"]))("table")["rows"]
    assert row[0] == "annealing(schedule=2, 0.1, 9, seed=3)"
    [row] = ended(("annealing", {}))("table")["rows"]
    assert row[0] == "annealing"


def test_csv_has_the_options_and_the_seed():
    talk = ended(("annealing", GIVEN["annealing"]), ("beam", {"k": "2"}))
    rows = list(csv.DictReader(io.StringIO(talk("download", what="csv", searches=[0, 1])["text"])))
    assert [row["options"] for row in rows] == ['{"schedule": "2, 0.1, 9"}', '{"k": 2}']
    assert [row["seed"] for row in rows] == ["3", ""]


@pytest.mark.parametrize("name", list(GIVEN))
def test_the_script_searches_with_the_options(name, capsys):
    talk = Talk()
    talk("open", **asked(name, options=GIVEN[name], limits={"nodes": 500}))
    position = talk.to_end()
    text = talk("download", what="python", searches=[0])["text"]
    exec(text, {"__name__": "__main__"})
    done = capsys.readouterr().out
    assert int(done.split()[-1]) == position["expanded"]
    for option, value in GIVEN[name].items():
        assert f"{option}={value}" in done


def test_functions_of_a_notebook_are_named_where_they_can_be_and_not_in_a_script():
    def cooling(t):
        return max(0, 3 - t)

    talk = Talk.of_search(SudokuLocal.level(), "annealing", schedule=cooling, seed=1)
    talk.to_end()
    assert talk("table")["rows"][0][0] == "annealing(schedule=cooling, seed=1)"
    assert '"schedule": "cooling"' in talk("download", what="csv")["text"].replace('""', '"')
    with pytest.raises(Refused, match="schedule is a function: expected"):
        talk("download", what="python")
    talk = Talk.of_search(SudokuLocal.level(), "annealing", schedule=exp_schedule(2), seed="a")
    written = talk("download", what="python")["text"]
    assert "schedule=exp_schedule(2, 0.005, 100), seed='a'" in written
