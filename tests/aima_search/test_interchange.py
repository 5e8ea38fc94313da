"""What other programs read: JSON with numbers of every kind, CSV that no spreadsheet runs."""

import csv
import json
from decimal import Decimal
from fractions import Fraction
from io import StringIO

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from aima_search.base.interchange import csv_cell, csv_row, json_value, read_cell
from aima_search.model.puzzle import natural_key


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(7, 2), "3.5"),
        (Fraction(4), "4"),
        (np.int64(5), "5"),
        (np.float32(0.5), "0.5"),
        (np.float64(0.1), "0.1"),
        (np.bool_(True), "true"),
        (np.array([3]), "3"),
        (np.array([3.0, 4.0]), '"[3. 4.]"'),
        (Decimal("0.1"), "0.1"),
        (1j, '"1j"'),
        (Fraction(10**400, 3), json.dumps(str(Fraction(10**400, 3)))),
        ({"S"}, "\"{'S'}\""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_json_has_a_number_for_every_number(value, written):
    assert json.dumps({"cost": value}, default=json_value) == f'{{"cost": {written}}}'


FORMULAS = ["=1+1", "@SUM(A1)", "+1+1", "-a", "=", "-", "'=1+1", "''@x", "\t=1", "-1e5x", "--1"]
NO_FORMULAS = ["a=1", "-1", "+1.5e3", "-inf", "", "'", "'s", "5x5,4:5/5", " =1", "max(a, b)"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_text_that_a_spreadsheet_would_run_begins_with_an_apostrophe(text):
    assert csv_cell(text) == "'" + text


@pytest.mark.parametrize("text", NO_FORMULAS)
def test_other_texts_and_numbers_are_left_alone(text):
    assert csv_cell(text) == text
    assert csv_row({"text": text, "number": -2, "nothing": None}) == {
        "text": text,
        "number": -2,
        "nothing": None,
    }


@example("=\0")
@given(st.text("=+-@'1a\t\r ", max_size=6) | st.text(max_size=6))
def test_what_is_written_is_read_again(text):
    written = StringIO(newline="")
    csv.writer(written).writerow([csv_cell(text)])
    (row,) = csv.reader(StringIO(written.getvalue(), newline="")) if text else ([""],)
    assert read_cell(row[0]) == text.replace("\0", "\u2400")
    assert not written.getvalue().lstrip('"').startswith(("=", "@"))


def test_names_are_sorted_by_their_numbers_and_other_digits_are_letters():
    names = ["try-10", "٣", "try-9", "10", "a", "9"]
    assert sorted(names, key=natural_key) == ["9", "10", "a", "try-9", "try-10", "٣"]
