"""Boggle: words of a board by brute force, neighbours, and climbing."""

import random
from io import StringIO
from itertools import pairwise, permutations

import pytest

from aima_search.base.errors import InputError
from aima_search.search import (
    BoggleFinder,
    Wordlist,
    boggle_hill_climbing,
    boggle_neighbors,
    boyan_best,
    cubes16,
    mutate_boggle,
    print_boggle,
    random_boggle,
)

TEXT = "cat cats act acts at tac star sat quit quiz qi tsar zzz"


@pytest.fixture
def words(monkeypatch):
    monkeypatch.setattr(BoggleFinder, "wordlist", Wordlist(StringIO(TEXT)))
    return BoggleFinder.wordlist


def by_hand(board, words):
    """Return the words that some way spells, if it can go on to one more square."""
    neighbours, found = boggle_neighbors(len(board)), set()
    for length in range(1, 6):
        for way in permutations(range(len(board)), length + 1):
            if all(after in neighbours[before] for before, after in pairwise(way)):
                found.add("".join("QU" if board[i] == "Q" else board[i] for i in way[:-1]))
    return found & set(words.words)


@pytest.mark.parametrize("letters", ["CATSZIQUT", "STARTACTS"])
def test_the_words_of_a_board_are_those_that_some_way_spells(letters, words):
    finder = BoggleFinder(list(letters))
    assert set(finder.words()) == by_hand(list(letters), words)
    assert len(finder) == len(finder.words()) > 0


def test_the_points_are_those_of_the_rules(words):
    finder = BoggleFinder()
    finder.found = dict.fromkeys(["CAT", "CATS", "ABCDE", "ABCDEFGH"], True)
    assert finder.score() == 0 + 1 + 2 + 11


def test_a_list_of_words_knows_words_and_beginnings(words):
    assert "CAT" in words
    assert "QI" not in words
    assert len(words) == len(TEXT.split()) - 2
    place, is_word = words.lookup("CA")
    assert (words.words[place], is_word) == ("CAT", False)
    assert words.lookup("X") == (None, False)
    assert words.lookup("ZZZZ") == (None, False)


def test_without_words_the_finder_says_what_to_set():
    with pytest.raises(InputError, match=r"set BoggleFinder.wordlist = Wordlist"):
        BoggleFinder()


@pytest.mark.parametrize("side", [1, 2, 3, 5])
def test_neighbours_are_the_squares_around(side):
    for square, around in enumerate(boggle_neighbors(side * side)):
        expected = [
            other
            for other in range(side * side)
            if max(abs(square // side - other // side), abs(square % side - other % side)) == 1
        ]
        assert sorted(around) == expected


def test_climbing_gains_words_and_undoes_what_does_not(words, capsys):
    board = list("CATSZIQUT")
    before = len(BoggleFinder(board))
    climbed, best = boggle_hill_climbing(board, 60, seed=2)
    assert climbed is board
    assert best == len(BoggleFinder(board)) >= before
    assert capsys.readouterr().out.splitlines()[-3:] == shown(board)
    random.seed(3)
    first = boggle_hill_climbing(None, 5, verbose=False)
    random.seed(3)
    assert boggle_hill_climbing(None, 5, verbose=False) == first
    assert capsys.readouterr().out == ""


def shown(board):
    cells = [("Qu" if letter == "Q" else letter).ljust(2) for letter in board]
    return [" ".join(cells[row : row + 3]).rstrip() for row in (0, 3, 6)]


def test_a_random_board_takes_every_cube_once():
    board = random_boggle(seed=1)
    assert board == random_boggle(seed=1)
    assert len(board) == len(cubes16)
    assert sorted(random_boggle(2, seed=1))
    place, before = mutate_boggle(board, seed=4)
    assert random_boggle(seed=1)[place] == before


def test_a_board_is_printed_row_by_row(capsys):
    print_boggle(["Q", "A", "B", "C"])
    assert capsys.readouterr().out == "Qu A\nB  C\n"
    assert len(boyan_best) == 25
