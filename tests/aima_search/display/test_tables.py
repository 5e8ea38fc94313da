"""Tables as data, as text and as HTML."""

from dataclasses import replace
from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

from aima_search.display.pages import table_html, titled_table_html
from aima_search.display.tables import (
    Column,
    StarredCell,
    Table,
    fitted,
    format_value,
    markdown_text,
    rich_table,
    table_text,
)
from tests.aima_search.display.outline import Outline

NASTY = "<script>alert(1)</script> [bold]"
TABLE = Table(
    "a < b [red]",
    [Column("who"), Column("cost", "number", "min"), Column("seconds", "seconds", "min")],
    [
        (NASTY, StarredCell(7, True), 0.5),
        ("two", StarredCell(9, False), None),
        ("three", None, 120.0),
    ],
    "a note",
)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("number", 1234, "1,234"),
        ("number", 0.25, "0.25"),
        ("number", Fraction(9001, 4), "2,250.25"),
        ("number", StarredCell(7, True), "7*"),
        ("number", StarredCell(7, False), "7 "),
        ("seconds", 0.00012, "0.00012"),
        ("seconds", 0.001, "0.00100"),
        ("seconds", 3.14159, "3.14"),
        ("seconds", 99.96, "100"),
        ("seconds", 1234.5, "1,234"),
        ("bytes", 2**20, "< 1 MiB"),
        ("bytes", 3 * 2**20, "3.0 MiB"),
        ("mean", 0.5, "0.5"),
        ("share", 1.0, "100 %"),
        ("p", 0.05, "0.0500"),
        ("ratio", None, "-"),
        ("written", "as it is", "as it is"),
        ("count", None, "-"),
    ],
)
def test_values_are_written_as_people_read_them(kind, value, text):
    assert format_value(kind, value) == text


def test_the_best_value_stands_out_among_the_contenders_only():
    rows = [("fast", 1), ("slow", 5), ("failed", 0)]
    columns = [Column("who"), Column("expanded", "count", "min")]
    everyone = Table("", columns, rows)
    assert [everyone.is_best(row, 1) for row in rows] == [False, False, True]
    solved = Table("", columns, rows, contenders=rows[:2])
    assert [solved.is_best(row, 1) for row in rows] == [True, False, False]


def test_where_all_are_equally_good_none_is_the_best():
    rows = [("one", 3), ("two", 3)]
    table = Table("", [Column("who"), Column("cost", "count", "min")], rows)
    assert not any(table.is_best(row, 1) for row in rows)


def test_text_has_every_value_and_takes_nothing_for_markup():
    lines = table_text(TABLE).splitlines()
    assert lines[0] == TABLE.title
    assert lines[-1] == TABLE.note
    assert [line.split()[-2:] for line in lines if " 0.5" in line] == [["7*", "0.500"]]
    assert NASTY in table_text(TABLE)
    assert all(line == line.rstrip() for line in lines)


def test_html_is_well_formed_and_what_others_wrote_is_text():
    html = titled_table_html(TABLE)
    outline = Outline(html)
    assert outline.open == []
    assert "script" not in outline.tags
    assert NASTY in outline.text
    assert "a < b [red]" in outline.text
    assert html.count('class="number best"') == 2


def test_html_tells_by_what_a_page_may_sort():
    html = table_html(TABLE)
    for key in ('data-key="7"', 'data-key=""', 'data-key="120.0"', 'data-key="two"'):
        assert key in html


def test_markdown_keeps_a_row_on_its_line_and_takes_no_text_for_its_own_signs():
    rows = [("C:\\x | y\n z", 1), ("two", 2)]
    table = Table("title", [Column("a|b"), Column("cost", "count", "min")], rows, "a note")
    assert markdown_text(table).splitlines() == [
        *("**title**", ""),
        "| a\\|b | cost |",
        "| --- | ---: |",
        "| C:\\\\x \\| y z | **1** |",
        "| two | 2 |",
        *("", "a note"),
    ]


def test_a_table_without_titles_has_no_head():
    html = table_html(Table("", [Column(""), Column("", "written")], [("cost", "7")]))
    assert "thead" not in html
    assert "7" in html


def test_spare_columns_give_way_where_there_is_no_room():
    columns = [Column("who"), Column("b*", spare=2), Column("generated", spare=1), Column("cost")]
    table = Table("a title that is far wider than the columns", columns, [("a", "1", "2", "3")])
    assert fitted(table, 80) is table
    without_one = fitted(table, 27)
    assert [column.title for column in without_one.columns] == ["who", "generated", "cost"]
    assert (without_one.rows, without_one.note) == (
        [("a", "2", "3")],
        "not shown, because the terminal is too narrow: b*",
    )
    without_both = fitted(replace(table, note="a note"), 1)
    assert without_both.rows == [("a", "3")]
    assert (
        without_both.note == "a note\nnot shown, because the terminal is too narrow: b*, generated"
    )


def test_the_best_value_stays_the_best_in_fewer_columns():
    columns = [Column("who"), Column("b*", spare=1), Column("cost", "number", "min")]
    rows = [("a", "x" * 9, 1), ("b", "", 2), ("c", "", 3)]
    table = fitted(Table("", columns, rows, contenders=rows[1:]), 12)
    assert [table.is_best(row, 1) for row in table.rows] == [False, True, False]


def test_long_names_are_folded_and_numbers_kept_whole_on_a_narrow_terminal():
    table = Table("", [Column("heuristic"), Column("expanded", "count")], [("partial-x", 1234567)])
    text = StringIO()
    Console(file=text, width=20).print(rich_table(table))
    assert "1,234,567" in text.getvalue()
    assert "…" not in text.getvalue()


def test_what_is_written_already_is_folded_and_not_cut():
    table = Table("", [Column("value", "written")], [("at least 16",), ("1" * 30,)])
    text = StringIO()
    Console(file=text, width=12).print(rich_table(table))
    assert "".join(text.getvalue().split()).endswith(f"atleast16{'1' * 30}")
