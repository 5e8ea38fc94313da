"""Choices: everything that is registered, boards with their places of faults, and advice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search import Limits, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.apps.play.conversation import ASKS, PageRequestDispatcher
from aima_search.catalog.heuristics import heuristic_names
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.search import FEW
from tests.aima_search.apps.play.talking import Refused, Talk
from tests.examples import examples


def test_the_catalog_holds_all_that_is_registered():
    catalog = Talk()("catalog")
    assert [one["name"] for one in catalog["puzzles"]] == list(PUZZLES)
    assert [one["name"] for one in catalog["algorithms"]] == list(ALGORITHMS)


@pytest.mark.parametrize("name", list(PUZZLES))
def test_a_puzzle_tells_its_levels_and_heuristics(name):
    answer = Talk()("puzzle", puzzle=name)
    kind = PUZZLES.get(name)
    assert {one["name"]: one["text"] for one in answer["levels"]} == dict(kind.levels())
    left_out = ["manhattan"] if name == "sudoku" else []  # it never applies there
    expected = [one for one in heuristic_names(name) if one not in left_out]
    assert [one["name"] for one in answer["heuristics"]] == expected
    assert answer["default_heuristic"] in heuristic_names(name)


@pytest.mark.parametrize("name", list(PUZZLES))
def test_the_id_of_a_board_makes_it_again(name):
    board = Talk()("board", puzzle=name)
    again = Talk()("board", puzzle=name, board=board["id"], settings=board["settings"])
    assert again["picture"] == board["picture"]


LEVELS = [(name, level) for name in PUZZLES for level in list(PUZZLES.get(name).levels())[:9]]


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_advice_is_given_where_there_is_no_search_and_helps(name, level):
    answer, kind = Talk()("board", puzzle=name, board=level), PUZZLES.get(name)
    expanded = solve(kind.level(level), limits=Limits(nodes=FEW + 1)).expanded
    if answer["advice"] is None:
        assert expanded > FEW or not kind.plain_settings
        return
    assert expanded <= FEW
    problem = kind.parse(kind.levels()[level], **kind.read_options(answer["advice"]["settings"]))
    assert solve(problem, limits=Limits(nodes=FEW + 1)).expanded > FEW


def test_a_fault_in_a_board_has_its_place():
    with pytest.raises(Refused) as refused:
        Talk()("board", puzzle="movix", board="_S_\n_Q_")
    fault = refused.value.fault
    assert (fault["kind"], fault["row"], fault["column"]) == ("BoardError", 2, 2)
    assert "file" not in fault


def test_a_seed_makes_the_same_board():
    asked = {"puzzle": "movix", "options": {"size": "5"}}
    boards = [Talk()("generate", **asked, seed=seed) for seed in (3, 3, 4)]
    assert boards[0] == boards[1] != boards[2]
    with pytest.raises(Refused, match="unknown option of generate movix 'colour'"):
        Talk()("generate", puzzle="movix", seed=1, options={"colour": "red"})


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"ask": "catalog"}, "version"),
        ({"version": 1}, "unknown request"),
        ({"version": 1, "ask": "puzle"}, "did you mean 'puzzle'"),
        ({"version": 1, "ask": "puzzle"}, "the argument puzzle is missing"),
        ({"version": 1, "ask": "do", "epoch": 1, "at": 0, "action": "1"}, "a whole number"),
        ({"version": 1, "ask": "view", "epoch": 0, "search": 1}, "unknown argument of view"),
        ({"version": 1, "ask": "__init__"}, "unknown request"),
        ([], "expected a JSON object, got a list"),
    ],
)
def test_a_request_that_is_none_is_told_what_is_expected(request_, message):
    assert message in Talk().raw(request_)["error"]["message"]


LEAVES = st.none() | st.booleans() | st.integers(-3, 300) | st.floats() | st.text(max_size=8)
JSON = (
    LEAVES | st.lists(LEAVES, max_size=3) | st.dictionaries(st.text(max_size=5), LEAVES, max_size=3)
)
NAMES = sorted({name.rstrip("?") for types in ASKS.values() for name in types})


@examples(40)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(sorted(set(ASKS) - {"generate"})),
            st.dictionaries(st.sampled_from(NAMES), JSON, max_size=3),
        ),
        max_size=4,
    )
)
def test_no_request_brings_the_conversation_down(asked):
    talk = Talk(PageRequestDispatcher())
    talk("open", puzzle="movix", board="2-tiny", limits={"nodes": 50})
    talk("play", puzzle="movix", board="2-tiny")
    for ask, arguments in asked:
        answer = talk.raw({"version": 1, "ask": ask, **arguments})
        assert ("answer" in answer) != ("error" in answer)
        if "error" in answer:
            assert answer["error"]["kind"] in KINDS, answer
            assert "\n" not in answer["error"]["message"]


KINDS = {"InputError", "UnknownName", "NotApplicable", "BoardError", "Superseded"}


def test_forms_offer_the_values_of_options_that_have_few():
    talk, offered = Talk(), set()
    for one in talk("catalog")["puzzles"]:
        facts, kind = talk("puzzle", puzzle=one["name"]), PUZZLES.get(one["name"])
        for option in facts["generate"]:
            for value in option["among"]:
                assert kind.read_instance_options({option["name"]: value})
                offered.add(option["name"])
        for option in facts["settings"]:
            for value in option["among"]:
                assert kind.read_options({option["name"]: value})
    assert {"difficulty", "kind", "symmetric", "goal"} <= offered


WITH_PRESETS = [
    (name, preset["name"])
    for name in PUZZLES
    for preset in Talk()("puzzle", puzzle=name)["presets"]
]


@pytest.mark.parametrize(("puzzle", "name"), WITH_PRESETS)
def test_a_preset_makes_a_board_that_can_be_played(puzzle, name):
    presets = {one["name"]: one["options"] for one in Talk()("puzzle", puzzle=puzzle)["presets"]}
    made = Talk()("generate", puzzle=puzzle, seed=1, options=presets[name])
    view = Talk()("play", puzzle=puzzle, **made)
    assert not view["solved"]
    assert view["actions"]


@pytest.mark.parametrize("puzzle", ["movix", "routes", "sudoku", "tiles"])
def test_a_board_that_is_only_an_unknown_name_is_refused_with_the_names_of_the_levels(puzzle):
    with pytest.raises(Refused) as refused:
        Talk()("board", puzzle=puzzle, board="nope")
    assert all(name in str(refused.value) for name in PUZZLES.get(puzzle).levels())
