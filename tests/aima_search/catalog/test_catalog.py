"""The catalog: heuristics and problems from names, files, ids and expressions."""

import os
from threading import Thread

import pytest

from aima_search import Node, SearchError, solve
from aima_search.base import files
from aima_search.base.errors import HeuristicError, UnknownName
from aima_search.catalog.boards import make_problem
from aima_search.catalog.heuristics import (
    heuristic_info,
    heuristic_names,
    make_heuristic,
    puzzle_name,
)
from aima_search.model import heuristic
from aima_search.model.heuristic import (
    ANY,
    HeuristicFacts,
    as_factory,
    facts_of,
    register_heuristic,
)
from tests.specimens import Chain


@pytest.fixture(autouse=True)
def registrations_end_with_the_test(monkeypatch):
    monkeypatch.setattr(heuristic, "_registries", {ANY: heuristic.heuristics_for(ANY)})


def test_a_registered_factory_is_called_once_with_the_problem():
    problems = []

    @register_heuristic("chain", "rest", admissible=True, summary="what is left", source="us")
    def rest(problem):
        problems.append(problem)
        return lambda node: problem.goal - node.state

    chain = Chain(5)
    chain.puzzle = "chain"
    result = solve(chain, heuristic="rest")
    assert (result.cost, result.heuristic, problems) == (5, "rest", [chain])
    info = heuristic_info("chain", "rest")
    assert (info.name, info.summary, info.source) == ("rest", "what is left", "us")
    assert (info.admissible, info.consistent) == (True, None)
    assert facts_of(make_heuristic("rest", chain)) == HeuristicFacts(True, None)


def test_a_function_of_node_is_registered_as_it_is_and_its_docstring_sums_it_up():
    @register_heuristic("chain", "three")
    def three(node):
        """Three, always.

        And nothing else.
        """
        return 3

    assert three(Node(0)) == 3
    assert heuristic_info("chain", "three").summary == "Three, always."
    assert heuristic_names("chain") == ["zero", "perfect", "three"]


def test_zero_is_known_for_every_problem_and_every_puzzle():
    assert puzzle_name(Chain(1)) == ANY
    assert make_heuristic("zero", Chain(1))(Node(0)) == 0
    assert heuristic_info("nothing of the kind", "zero").consistent is True


def test_an_expression_has_the_facts_that_follow():
    assert heuristic_info("chain", "max(zero, 0)").admissible is True
    assert heuristic_info("chain", "zero + 1").admissible is False
    assert heuristic_info("chain", "zero + zero").admissible is None
    assert heuristic_info("chain", "max(zero, 1)").admissible is False
    assert heuristic_info("chain", "no/such.py:h").admissible is None
    assert make_heuristic("2 * zero + 3", Chain(1))(Node(0)) == 3


@pytest.mark.parametrize("spec", ["zer", "2 * zer", "max(zero, zer)"])
def test_an_unknown_heuristic_is_answered_with_the_nearest(spec):
    with pytest.raises(UnknownName, match="'zer': did you mean 'zero'"):
        make_heuristic(spec, Chain(1))
    with pytest.raises(LookupError):
        heuristic_info("chain", spec)


def test_names_are_those_of_a_puzzle_or_of_heuristics_for_a_puzzle_to_come():
    with pytest.raises(LookupError, match="unknown puzzle 'movx': did you mean 'movix'"):
        heuristic_names("movx")
    register_heuristic("to-come", "hope")(lambda node: 0)
    assert heuristic_names("to-come")[-1] == "hope"


@pytest.mark.parametrize("attribute", [[[1, 2]], "53..7....", None])
def test_a_strangers_problem_may_call_anything_its_puzzle(attribute):
    chain = Chain(1)
    chain.puzzle = attribute
    assert puzzle_name(chain) == ANY
    assert solve(chain, heuristic="zero").cost == 1


def test_without_a_name_it_is_the_problems_own():
    chain = Chain(1)
    assert make_heuristic(None, chain) == chain.h
    h = lambda node: 4  # noqa: E731
    assert make_heuristic(h, chain) is h
    with pytest.raises(HeuristicError, match="object has no h"):
        make_heuristic(None, object())


def test_a_factory_that_returns_no_function_is_told_what_was_expected():
    register_heuristic("chain", "five")(lambda problem: 5)
    chain = Chain(1)
    chain.puzzle = "chain"
    match = r"five\(problem\) returned 5: .*rename its parameter to node"
    with pytest.raises(HeuristicError, match=match):
        make_heuristic("five", chain)


def test_the_name_of_the_first_parameter_tells_a_heuristic_from_a_factory():
    def factory(problem, weight=2):
        return lambda node: weight

    assert as_factory(factory) is factory
    assert as_factory(lambda node: 7)(Chain(1))(Node(0)) == 7
    assert as_factory(lambda n, scale=3: scale)(Chain(1))(Node(0)) == 3
    for decorated in (lambda node: 7, lambda node: 7 + node.state, factory):
        h = as_factory(lambda *arguments, f=decorated: f(*arguments))(Chain(1))
        assert h(Node(0)) in (2, 7)
    with pytest.raises(HeuristicError, match="takes no parameter"):
        as_factory(lambda: 0)


@pytest.mark.parametrize("reference", [None, "1-first", "5x5,4:5/1S1H1/2L2/V4/5"])
def test_a_problem_comes_from_a_level_or_an_id(reference):
    assert make_problem("movix", reference).puzzle == "movix"


def test_a_problem_comes_from_a_file_with_a_byte_order_mark_too(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text("\ufeff__\nLL\n", encoding="utf-8")
    assert make_problem("movix", str(file), line=2).line == 2


BOARDS = ["3x3:121221312", "2x2:1221", "2x2:1212"]


def test_a_board_of_a_file_of_many_goes_by_its_number(tmp_path):
    file = tmp_path / "boards.txt"
    file.write_text("# three\n\n" + "\n\n".join(BOARDS))
    found = [make_problem("hitori", f"{file}:{number}").format() for number in (1, 2, 3)]
    assert found == BOARDS
    for number in (0, 4):
        with pytest.raises(ValueError, match=rf"board {number} of .*expected a number from 1 to 3"):
            make_problem("hitori", f"{file}:{number}")
    with pytest.raises(
        ValueError, match=r"has 3 boards: expected one board, such as .*boards\.txt:1"
    ):
        make_problem("hitori", str(file))
    with pytest.raises(LookupError, match="neither a file nor a level"):
        make_problem("movix", "nothing.txt:2")


def test_a_file_whose_name_ends_like_a_number_of_a_board_is_itself(tmp_path):
    (tmp_path / "boards").write_text("\n".join(BOARDS))
    own = tmp_path / "boards:2"
    own.write_text("2x1:12")
    assert make_problem("hitori", str(own)).format() == "2x1:12"


def test_a_fault_of_the_only_board_of_a_file_is_told(tmp_path):
    file = tmp_path / "board.txt"
    file.write_text("1 2 1\n2 x 1\n")
    with pytest.raises(ValueError, match="found 'x'"):
        make_problem("hitori", str(file))


@pytest.mark.parametrize(
    ("reference", "complaint"),
    [("1-frst", "did you mean '1-first'"), (".", "neither a file nor a level")],
)
def test_a_reference_to_nothing_is_a_lookup_error(reference, complaint):
    with pytest.raises(LookupError, match=complaint):
        make_problem("movix", reference)


@pytest.mark.parametrize(
    ("reference", "complaint"),
    [
        ("[[1,2],[2,0]]", "row 2, column 2: found 0"),
        ("[[1, 2]," + 60 * " [1, 2]," + "[2, x]]", "found 'x'"),
        ("12/1", "row 2: found 1 cell"),
        ("122", "a square number"),
    ],
)
def test_a_faulty_board_is_answered_with_its_fault(reference, complaint):
    with pytest.raises(ValueError, match=complaint):
        make_problem("hitori", reference)


def test_a_board_longer_than_a_file_name_may_be_is_read():
    rows = [[row * column % 7 + 1 for column in range(12)] for row in range(12)]
    assert len(str(rows)) > 255
    assert make_problem("hitori", str(rows)).grid((0, 0)) == rows


def test_a_puzzle_that_is_not_there_is_answered_with_the_nearest():
    with pytest.raises(LookupError, match="did you mean 'movix'"):
        make_problem("moviks")


def test_a_file_that_is_no_text_or_too_large_is_refused(tmp_path, monkeypatch):
    file = tmp_path / "board.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="expected UTF-8"):
        make_problem("movix", str(file))
    monkeypatch.setattr(files, "MAX_FILE_SIZE", 2)
    with pytest.raises(SearchError, match="expected at most 2 bytes"):
        make_problem("movix", str(file))


def test_a_board_may_be_longer_than_a_file_name_can_be():
    line = "1" + "." * 624
    assert make_problem("sudoku", line).side == 25


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_board_comes_through_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=("__\r\nLL\r\n",))
    writer.start()
    assert make_problem("movix", str(pipe), line=2).format() == "2x2,2:2/LL"
    writer.join()


@pytest.mark.parametrize("name", ["my h", "a+b", "2nd", "max", "all", "", "h.py", "f(x)"])
def test_a_name_that_no_expression_could_hold_is_refused(name):
    with pytest.raises(ValueError, match=r"heuristic name .*: expected a letter"):
        register_heuristic("movix", name)(lambda node: 0)


@pytest.mark.parametrize(
    ("puzzle", "board", "options", "complaint"),
    [
        ("tiles", "123/456/77_", {}, "row 3, column 2: found tile 7 twice"),
        ("tiles", "123 45x 678", {}, "rows with / between them"),
        ("movix", "S_H _L_ V_M", {}, "give the length of the line to complete"),
        ("queens", "0", {}, "side 0: expected 1 to 100"),
        ("queens", "-8", {}, "'-8': expected a side length"),
        ("jugs", "0,5>4", {}, "expected 1 to 6 positive capacities"),
        ("jugs", "3,5>4 from 1", {}, "found 1 levels for 2 jugs, expected one level for each jug"),
        ("routes", "A>B", {}, "map without roads"),
        ("paths", "S.#/.G", {}, "row 2: found 2 cells, expected 3"),
        ("paths", "S.../..G.", {"neighbours": 6}, "neighbours 6: expected 4 or 8"),
        ("routes", "romania", {"goal": "Bukarest"}, "did you mean 'Bucharest'"),
        ("routes", "romana", {}, "neither a file nor a level: 'romana': did you mean '1-romania'"),
        ("tiles", "8-1-esy", {}, "neither a file nor a level: '8-1-esy': did you mean '8-1-easy'"),
        ("tiles", "boards.txt:3", {}, "neither a file nor a level: 'boards.txt:3'"),
    ],
)
def test_what_is_no_name_is_judged_as_a_board(puzzle, board, options, complaint):
    with pytest.raises(SearchError, match=complaint):
        make_problem(puzzle, board, **options)
