"""generate and convert."""

import re

from puzzles import Hitori, MovIX

ID = "4x4,3:M1H1/V2L/3M/S2M"


def test_generate_follows_its_seed_and_the_puzzle_options(run):
    arguments = ("generate", "movix", "--count", 3, "--seed", 5, "--size", "5x6", "--line", 3)
    status, out, _ = run(*arguments)
    assert status == 0
    assert out == run(*arguments)[1]
    boards = out.split()
    assert len(set(boards)) == 3
    assert all(board.startswith("5x6,3:") for board in boards)
    assert out != run(*arguments[:-4], "--line", 3)[1]


def test_convert_goes_from_id_to_rows_and_back(run):
    status, rows, _ = run("convert", "movix", ID, "--to", "rows")
    assert status == 0
    assert rows.startswith("line 3\nM_H_\nV__L\n")
    assert run("convert", "movix", "-", stdin=rows) == (0, f"{ID}\n", "")
    assert run("convert", "movix", "2-tiny") == (0, f"{ID}\n", "")


def test_convert_reports_a_bad_board_and_goes_on(run, tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text(f"1x1,1:Q\n{ID}\n")
    status, out, err = run("convert", "movix", path)
    assert (status, out) == (2, f"{ID}\n")
    assert err == (
        "aima-search: line 1: MovIX board, row 1, column 1: found 'Q',"
        " expected one of S L V H M, or _ or . for an empty cell\n"
    )


def test_wrong_arguments_are_one_line(run):
    for arguments, words in [
        (("convert", "movix", "no-such-file.txt"), "neither a file nor a level"),
        (("convert", "movix", "2-tinny"), "did you mean '2-tiny'"),
        (("convert", "movix", ID, "--to", "svg"), "expected one of id, rows"),
        (("generate", "movix", "--size", "big"), "size 'big'"),
        (("generate", "movix", "--colour", "red"), "unknown movix option '--colour'"),
        (("generate", "movix", "what"), "found 'what'"),
        (("generate", "movix", "--to", "svg"), "expected one of id, rows"),
        (("generate", "hitori", "--size", "1x9"), "expected sides from 3 to 50"),
        (("generate", "hitori", "--difficulty", "hrad"), "did you mean 'hard'"),
        (("generate", "movix", "--solvable", "perhaps"), "expected yes or no"),
    ]:
        status, out, err = run(*arguments)
        assert (status, out) == (2, "")
        assert words in err
        assert err.count("\n") == 1


def test_generated_boards_are_solvable_on_request(run):
    options = ("--size", 4, "--line", 4, "--pieces", "S2H2", "--walls", 3, "--solvable", "yes")
    _, out, _ = run("generate", "movix", "--count", 5, *options)
    from aima_search import astar_search

    assert all(astar_search(MovIX(board)) is not None for board in out.split())


def test_the_deductions_that_a_hitori_board_needs_are_told_if_they_were_asked_for(run):
    for asked in (("--difficulty", "sandwich"), ("--rating", "1.2")):
        _, out, err = run("generate", "hitori", "--size", 5, *asked)
        board = Hitori(out)
        assert board.difficulty() == "sandwich"
        assert re.fullmatch("board 1 needs (neighbours, )?(equals, )?sandwich: rating 1.2\n", err)
    assert run("generate", "hitori", "--size", 5).err == ""


def test_boards_found_before_an_interruption_are_printed(run, monkeypatch):
    boards = [MovIX(ID)]

    def generate(_rng):
        if not boards:
            raise KeyboardInterrupt
        return boards.pop()

    monkeypatch.setattr(MovIX, "generate", generate)
    status, out, err = run("generate", "movix", "--count", 2)
    assert (status, out, err.strip()) == (130, f"{ID}\n", "aima-search: interrupted")


def test_the_hardest_board_is_printed_with_its_cost(run):
    status, out, err = run("generate", "pancakes", "--hardest", "--pancakes", 5)
    assert (status, err) == (0, "board 1 costs 5, the highest cost of 120 reachable states\n")
    assert run("solve", "pancakes", out.strip())[0] == 0


def test_a_cost_that_no_climb_finds_is_found_in_a_small_space(run):
    options = ("--size", "5x5", "--pieces", "S1L1V1H1", "--walls", 4, "--line", 4, "--cost", 13)
    status, out, _ = run("generate", "movix", *options)
    assert status == 0
    assert re.search(r"\n cost +13\n", run("solve", "movix", out.strip())[1])
