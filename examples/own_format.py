"""Add a text format to a puzzle: the format of janko.at, which has rows below headings."""

from aima_search.base.errors import BoardError
from puzzles import Hitori
from puzzles.hitori.formats import register_format
from puzzles.hitori.formats.layouts import lines_of, number_rows, write_rows


def read_janko(text):
    """Return the rows below [problem]; ignore the parts below other headings."""
    section, rows = "", []
    for number, line in lines_of(text):
        if line.strip().startswith("["):
            section = line.strip().strip("[]").lower()
        elif section == "problem":
            rows.append((number, line))
    if not rows:
        raise BoardError("Hitori: the text has no rows, expected rows of numbers below [problem]")
    return number_rows(rows, blanks=".-")


def write_janko(rows):
    """Return the text of a board, with its rows below [problem]."""
    return f"[problem]\n{write_rows(rows)}[end]\n"


register_format("janko", read_janko, write_janko, sign=r"(?is).*^[ \t]*\[problem\]")

problem = Hitori("[problem]\n1 2 1\n2 2 1\n3 1 2\n[solution]\n- - x\n- x -\n- - -\n[moves]\n")
print(problem)
print(problem.format("janko"), end="")
assert Hitori.parse(problem.format("janko")).numbers == problem.numbers
