from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.base.errors import InputError
from aima_search.display import Cell, Scene, render_text, rich_text
from aima_search.display.palette import FILLED


def picture(text: str) -> str:
    """The lines of an indented literal, bars on both sides of each line taken off."""
    return "\n".join(line.strip()[1:-1] for line in text.strip().splitlines())


def numbers(*rows: str) -> tuple[tuple[Cell, ...], ...]:
    return tuple(tuple(Cell(text.strip("."), "given") for text in row.split()) for row in rows)


def ids(*rows: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)


MOVE = Scene(
    (
        (Cell(), Cell(role="wall"), Cell("S", "piece", 0, marked=True), Cell(origin=True)),
        (Cell("L", "piece", 1, goal=True), Cell("V", "piece", 2, goal=True), Cell(), Cell()),
    ),
    title="S left",
    caption="cost 3",
    row_labels=("1", "2"),
    column_labels=tuple("abcd"),
)


def test_given_cells_are_told_from_those_that_were_filled_in() -> None:
    def cell(text: str, role: Any, **marks: bool) -> Cell:
        return Cell(text, role, **marks)

    scene = Scene(
        (
            (cell("4", "given", conflict=True), cell("4", "placed", conflict=True), Cell()),
            (cell("1", "given"), cell("2", "placed", marked=True), cell("3", "placed")),
        )
    )
    assert render_text(scene) == picture(
        """
        |┌──────────┐|
        |│!'4!!4! · │|
        |│ '1 [2] 3 │|
        |└──────────┘|
        """
    )
    assert rich_text(scene).plain == render_text(scene)
    only_given = Scene((scene.cells[1][:1],))
    assert "'" not in render_text(only_given)


def test_a_board_has_one_frame_and_marks_beside_its_cells() -> None:
    assert render_text(MOVE) == picture(
        """
        |S left|
        |    a b c d  |
        |  ┌─────────┐|
        |1 │ · █[S]∘ │|
        |2 │*L*V*· · │|
        |  └─────────┘|
        |cost 3|
        """
    )


def test_the_plain_picture_is_ascii() -> None:
    assert render_text(MOVE, unicode=False) == picture(
        """
        |S left|
        |    a b c d  |
        |  +---------+|
        |1 | . #[S]_ ||
        |2 |*L*V*. . ||
        |  +---------+|
        |cost 3|
        """
    )


def test_five_by_five_fits_in_seven_lines_of_thirteen_columns() -> None:
    lines = render_text(Scene(((Cell(),) * 5,) * 5)).splitlines()
    assert [len(line) for line in lines] == [13] * 7


def test_numbers_are_right_aligned_and_marks_stay_close_to_them() -> None:
    cells = (
        (Cell("12", "given"), Cell("7", "shaded", marked=True), Cell("3", "given", conflict=True)),
        (Cell("4", "given"), Cell(role="wall"), Cell("11", "given", conflict=True)),
    )
    assert render_text(Scene(cells)) == picture(
        """
        |┌──────────┐|
        |│ 12 [■]!3!│|
        |│  4 ██!11!│|
        |└──────────┘|
        """
    )


def test_a_piece_that_stands_on_an_origin_is_in_parentheses() -> None:
    assert "│(S)│" in render_text(Scene(((Cell("S", "piece", origin=True),),)))


def test_regions_are_separated_by_thick_lines() -> None:
    scene = Scene(numbers("1 . 3", ". 2 .", "3 . 1"), regions=ids("aab", "acb", "ccb"))
    assert render_text(scene) == picture(
        """
        |┏━━━━━━━┳━━━┓|
        |┃ 1   · ┃ 3 ┃|
        |┃   ┏━━━┫   ┃|
        |┃ · ┃ 2 ┃ · ┃|
        |┣━━━┛   ┃   ┃|
        |┃ 3   · ┃ 1 ┃|
        |┗━━━━━━━┻━━━┛|
        """
    )


def test_cages_have_light_lines_and_notes_above_their_cells() -> None:
    cells = (
        (Cell("1", "placed", note="10"), Cell(), Cell()),
        (Cell(note="7"), Cell(), Cell(candidates=("1", "2"))),
    )
    scene = Scene(cells, cages=ids("aab", "cbb"), regions=ids("xxx", "yyy"))
    assert render_text(scene) == picture(
        """
        |┏━━━━━━━━━┯━━━━┓|
        |┃ 10      │    ┃|
        |┃  1    · │  · ┃|
        |┣━━━━┯━━━━┷━━━━┫|
        |┃ 7  │         ┃|
        |┃  · │  ·    · ┃|
        |┗━━━━┷━━━━━━━━━┛|
        """
    )
    assert render_text(scene, unicode=False) == picture(
        """
        |+---------+----+|
        || 10      :    ||
        ||  1    . :  . ||
        |+----+----+----+|
        || 7  :         ||
        ||  . :  .    . ||
        |+----+---------+|
        """
    )


def test_a_scene_prints_as_its_picture() -> None:
    assert str(MOVE) == render_text(MOVE)


def test_colours_change_no_character() -> None:
    assert rich_text(MOVE).plain == render_text(MOVE)
    assert any("on #0072b2" in str(span.style) for span in rich_text(MOVE).spans)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    height, width = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    cells = st.builds(
        Cell,
        text=st.text("ABC<&\"'0123456789$", max_size=3),
        role=st.sampled_from(("empty", "wall", "shaded", "given", "placed", "piece")),
        kind=st.integers(0, 20),
        marked=st.booleans(),
        origin=st.booleans(),
        goal=st.booleans(),
        conflict=st.booleans(),
        note=st.text("0123456789", max_size=2),
        candidates=st.lists(st.sampled_from(("", "1", "2")), max_size=9).map(tuple),
    )

    def grid(element: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.tuples(*[st.tuples(*[element] * width)] * height)

    def maybe(value: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.just(()) | value

    return Scene(
        draw(grid(cells)),
        regions=draw(maybe(grid(st.integers(0, 2)))),
        cages=draw(maybe(grid(st.none() | st.integers(0, 2)))),
        row_labels=draw(maybe(st.just(tuple(map(str, range(height)))))),
        column_labels=draw(maybe(st.just(tuple(map(str, range(8, 8 + width)))))),
    )


@given(scenes(), st.booleans())
def test_the_text_of_every_open_cell_is_shown(scene: Scene, unicode: bool) -> None:
    text = render_text(scene, unicode)
    for _, _, cell in scene.positions():
        assert cell.role in FILLED or cell.text in text


@given(scenes(), st.booleans())
def test_all_lines_are_equally_wide(scene: Scene, unicode: bool) -> None:
    text = render_text(scene, unicode)
    assert len({len(line) for line in text.splitlines()}) == 1
    assert unicode or text.isascii()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cells": ()}, "at least one row"),
        ({"cells": ((Cell(),), (Cell(), Cell()))}, "2 columns in row 1, expected 1"),
        ({"regions": ((1, 2, 3),)}, "regions: found 1 rows, expected 2"),
        ({"row_labels": ("a",)}, "row_labels: found 1 labels, expected 2"),
        ({"arrows": (((0, 0), (2, 0)),)}, "row 2, column 0"),
    ],
)
def test_a_scene_whose_parts_disagree_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Scene(**{"cells": ((Cell(),) * 3,) * 2, **options})  # type: ignore[arg-type]


def test_a_cell_with_an_unknown_role_or_a_line_break_is_refused() -> None:
    with pytest.raises(InputError, match="expected one of empty, wall"):
        Cell(role="water")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="one line"):
        Cell("a\nb")
