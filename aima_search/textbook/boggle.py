"""Boggle: finds the words on a square of letters, and finds boards with many words.

A board is a list of letters row by row; a square is an index into this list. "Q" stands for "QU".
"""

from __future__ import annotations

from bisect import bisect, bisect_left
from string import ascii_uppercase
from typing import Any, ClassVar, TextIO

from aima_search.base.errors import InputError
from aima_search.base.seeds import Seed, random_source
from aima_search.textbook.utilities import exact_sqrt

ALPHABET = ascii_uppercase

cubes16 = [
    *("FORIXB", "MOQABJ", "GURILW", "SETUPL"),
    *("CMPDAE", "ACITAO", "SLCRAE", "ROMASH"),
    *("NODESW", "HEFIYE", "ONUDTK", "TEVIGN"),
    *("ANEDVZ", "PINESH", "ABILYT", "GKYLEU"),
]
"""The letters on the six sides of the sixteen cubes."""

boyan_best = list("RSTCSDEIAEGNLRPEATESMSSID")
"""The best board of 5 x 5 that Justin Boyan found."""


def random_boggle(n: int = 4, *, seed: Seed = None) -> list[str]:
    """Return an ``n`` x ``n`` board of letters, made by rolling the game's letter cubes."""
    random = random_source(seed)
    cubes = [cubes16[square % len(cubes16)] for square in range(n * n)]
    random.shuffle(cubes)
    return [random.choice(cube) for cube in cubes]


def print_boggle(board: list[str]) -> None:
    """Print a board, one line for each row."""
    side = exact_sqrt(len(board))
    cells = [("Qu" if letter == "Q" else letter).ljust(2) for letter in board]
    for start in range(0, len(board), side):
        print(" ".join(cells[start : start + side]).rstrip())  # noqa: T201 - the textbook's prints


def boggle_neighbors(n2: int, cache: Any = None) -> list[list[int]]:
    """Return the neighbours of each square of a board with ``n2`` squares."""
    side = exact_sqrt(n2)
    steps = ((-1, 0), (-1, -1), (-1, 1), (1, 0), (1, -1), (1, 1), (0, -1), (0, 1))
    around = []
    for square in range(n2):
        row, column = divmod(square, side)
        cells = ((row + down, column + right) for down, right in steps)
        inside = range(side)
        around.append([r * side + c for r, c in cells if r in inside and c in inside])
    return around


class Wordlist:
    """All words of a file that have at least ``min_len`` letters, in upper case and sorted.

    ``bounds`` maps each letter to (i, j); the words that begin with this letter are ``words[i:j]``.

    >>> from io import StringIO
    >>> words = Wordlist(StringIO("search of seat"))
    >>> "SEAT" in words, words.lookup("SEAR"), len(words)
    (True, (0, False), 2)
    """

    def __init__(self, file: TextIO, min_len: int = 3) -> None:
        self.words = sorted(word for word in file.read().upper().split() if len(word) >= min_len)
        self.bounds = {
            letter: (bisect(self.words, letter), bisect(self.words, chr(ord(letter) + 1)))
            for letter in ALPHABET
        }

    def lookup(self, prefix: str, lo: int = 0, hi: int | None = None) -> tuple[int | None, bool]:
        """Return (index, is_equal) for the first word that starts with ``prefix``.

        ``is_equal`` is True if the word is ``prefix`` itself. Only ``words[lo:hi]`` is searched. If
        no word is found, return (None, False).
        """
        words = self.words
        place = bisect_left(words, prefix, lo, hi)
        if place < len(words) and words[place].startswith(prefix):
            return place, words[place] == prefix
        return None, False

    def __contains__(self, word: str) -> bool:
        return self.lookup(word)[1]

    def __len__(self) -> int:
        return len(self.words)


class BoggleFinder:
    """Finds the words on a board. The letters of a word lie on a path that repeats no square.

    First set ``BoggleFinder.wordlist = Wordlist(open(file))``, with a text file of words.
    """

    wordlist: ClassVar[Any] = None
    scores: ClassVar[list[int]] = [0, 0, 0, 0, 1, 2, 3, 5] + [11] * 100

    board: list[str]
    neighbors: list[list[int]]

    def __init__(self, board: list[str] | None = None) -> None:
        if self.wordlist is None:
            raise InputError(
                "BoggleFinder has no words: first set BoggleFinder.wordlist = Wordlist(open(FILE));"
                " FILE is a text file of words"
            )
        self.found: dict[str, bool] = {}
        if board:
            self.set_board(board)

    def set_board(self, board: list[str] | None = None) -> BoggleFinder:
        """Find all words on ``board``, and return ``self``. The default board is random."""
        self.board = random_boggle() if board is None else board
        self.neighbors = boggle_neighbors(len(self.board))
        self.found = {}
        for square, letter in enumerate(self.board):
            lo, hi = self.wordlist.bounds[letter]
            self.find(lo, hi, square, [], "")
        return self

    def find(self, lo: int, hi: int, i: int, visited: list[int], prefix: str) -> None:
        """Find the words that begin with ``prefix`` and continue with the letter of square ``i``.

        Only ``words[lo:hi]`` of the word list is searched. As in the textbook's module, a word is
        not stored if its path contains all neighbours of the word's last square.
        """
        if i in visited:
            return
        place, is_word = self.wordlist.lookup(prefix, lo, hi)
        if place is None:
            return
        if is_word:
            self.found[prefix] = True
        prefix += "QU" if self.board[i] == "Q" else self.board[i]
        for neighbour in self.neighbors[i]:
            self.find(place, hi, neighbour, [*visited, i], prefix)

    def words(self) -> list[str]:
        """Return the words found on the board."""
        return list(self.found)

    def score(self) -> int:
        """Return the total points of the found words; a word's points depend on its length."""
        return sum(self.scores[len(word)] for word in self.found)

    def __len__(self) -> int:
        return len(self.found)


def boggle_hill_climbing(
    board: list[str] | None = None, ntimes: int = 100, verbose: bool = True, *, seed: Seed = None
) -> tuple[list[str], int]:
    """Change a random letter ``ntimes`` times; return the board and its number of words.

    The board is changed in place. A change is undone if it does not give more words. If ``verbose``
    is True, the function prints every improvement and the last board.
    """
    random = random_source(seed)
    finder = BoggleFinder()
    board = random_boggle(seed=random) if board is None else board
    best = len(finder.set_board(board))
    for turn in range(ntimes):
        square, letter = mutate_boggle(board, seed=random)
        words = len(finder.set_board(board))
        if words <= best:
            board[square] = letter
            continue
        best = words
        if verbose:
            print(best, turn, board)  # noqa: T201 - the textbook's function prints
    if verbose:
        print_boggle(board)
    return board, best


def mutate_boggle(board: list[str], *, seed: Seed = None) -> tuple[int, str]:
    """Put a random letter on a random square; return the square and its old letter."""
    random = random_source(seed)
    square = random.randrange(len(board))
    before, board[square] = board[square], random.choice(random.choice(cubes16))
    return square, before
