"""The boards of a file by name: a faulty board is one faulty board, and the rest can be used."""

import pytest

from aima_search.base.errors import BoardError, InputError
from aima_search.catalog.boards import make_problem, make_problems
from aima_search.model.boards import LoadedBoards, boards_of
from aima_search.model.puzzle import Puzzle
from aima_search.runs.batch import BatchSettings, solve_boards
from aima_search.runs.compare import compare
from puzzles import MovIX, Paths

MAP = "type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n"
SCENARIOS = (
    "version 1\n"
    "0 a.map 3 2 0 0 2 1 3\n"
    "0 a.map 3 2 0 0 1 0 1\n"
    "0 a.map 9 9 0 0 1 0 1\n"
    "0 gone.map 3 2 0 0 1 0 1\n"
    "0 a.map 3 2 2 0 0 0 2\n"
)


@pytest.fixture
def scenarios(tmp_path):
    (tmp_path / "a.map").write_text(MAP)
    file = tmp_path / "a.map.scen"
    file.write_text(SCENARIOS)
    return file


def test_boards_have_names_and_numbers_and_faults_theirs(scenarios):
    boards = Paths.load(scenarios)
    assert list(boards) == ["a.map.scen:1", "a.map.scen:2", "a.map.scen:5"]
    assert list(boards.faults) == ["a.map.scen:3", "a.map.scen:4"]
    assert "line 4: " in boards.faults["a.map.scen:3"]
    assert "gone.map" in boards.faults["a.map.scen:4"]
    rows = compare(boards, ["astar"], ["zero"]).rows
    assert [(row.board, row.status) for row in rows] == [(name, "solved") for name in boards]


def test_boards_without_a_fault_have_an_empty_dict_of_faults():
    assert LoadedBoards().faults == {}


def test_a_board_is_read_whatever_is_wrong_with_others(scenarios):
    assert make_problem("paths", f"{scenarios}:1").goal == (2, 1)
    with pytest.raises(BoardError, match=r"9 x 9|expected"):
        make_problem("paths", f"{scenarios}:3")
    with pytest.raises(BoardError):  # whoever asks for all of them is told
        make_problems(Paths, str(scenarios))


def test_a_batch_goes_on_after_a_faulty_board(scenarios):
    boards = list(boards_of(Paths, SCENARIOS, scenarios))
    for workers in (1, 2):
        rows = list(solve_boards(BatchSettings("paths"), boards, workers))
        rows.sort(key=lambda row: row.extra["line"])
        assert [row.status for row in rows] == [
            "solved", "solved", "bad-input", "bad-input", "solved"
        ]  # fmt: skip


def test_options_are_those_of_parse_and_a_file_without_boards_says_so(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("2x2,2:LL/2\n\n2x2,2:2/LL\n")
    assert [board.line for board in MovIX.load(file).values()] == [2, 2]
    file.write_text("nothing\nof this kind\n")
    with pytest.raises(InputError, match=r"two\.txt.*no board of movix.*line 1"):
        MovIX.load(file)
    with pytest.raises(InputError, match="there is no such file"):
        MovIX.load(tmp_path / "gone.txt")


WAREHOUSE = "#####\n#@$.#\n#####\n\n#####\n# @ #\n#$.##\n#####\n"


def test_rows_of_hashes_are_rows_unless_the_puzzle_says_that_they_are_comments(tmp_path):
    class Warehouse(Puzzle):
        puzzle = "warehouse"

        def __init__(self, board):
            self.rows = board.split("/")

    file = tmp_path / "two.txt"
    file.write_text(WAREHOUSE)
    first, second = Warehouse.load(file).values()
    assert first.rows == ["#####", "#@$.#", "#####"]
    assert second.rows == ["#####", "# @ #", "#$.##", "#####"]
    Warehouse.comment = "; "
    file.write_text(f"; two of them\n{WAREHOUSE}; the end\n")
    assert [board.rows for board in Warehouse.load(file).values()] == [first.rows, second.rows]
