from __future__ import annotations

from dataclasses import replace
from typing import get_args
from xml.etree import ElementTree

import pytest

from aima_search.display import Cell, ObjectStage, Scene, Thing, render_svg, render_text
from aima_search.display.drawing import Label, draw
from aima_search.display.palette import GIVEN_FILL
from aima_search.display.scene import ThingKind, scene_data
from puzzles import Routes

SCENE = Scene(
    (
        (Cell(origin=True), Cell(role="wall"), Cell("<&", "given", note="9")),
        (Cell("S", "piece", marked=True, goal=True), Cell(), Cell(candidates=("1", "", "3"))),
    ),
    title='a < b & "c"',
    caption="<end>",
    row_labels=("1", "2"),
    column_labels=("a", "b", "c"),
    arrows=(((0, 0), (1, 0)),),
)


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return [
        element for element in ElementTree.fromstring(svg).iter() if element.get("class") == name
    ]


def texts(svg: str, name: str) -> list[str | None]:
    return [element.text for element in elements(svg, name)]


def test_given_cells_are_told_from_open_and_filled_ones_even_where_they_clash() -> None:
    roles = ("given", "placed", "given", "placed", "empty")
    clash = (False, False, True, True, False)
    scene = Scene(
        (
            tuple(
                Cell("4", role, conflict=is_bad) for role, is_bad in zip(roles, clash, strict=True)
            ),
        )
    )
    fills = [element.get("fill") for element in elements(render_svg(scene), "cell")]
    assert fills[0] == fills[2] == GIVEN_FILL
    assert GIVEN_FILL not in (fills[1], fills[3], fills[4])
    inks = [element.get("fill") for element in elements(render_svg(scene), "text")]
    assert inks[2] == inks[3] != inks[0]
    all_given = Scene(((Cell("4", "given"), Cell("4", "shaded")),))
    fills = [element.get("fill") for element in elements(render_svg(all_given), "cell")]
    assert GIVEN_FILL not in fills


def test_the_document_says_what_it_is() -> None:
    root = ElementTree.fromstring(render_svg(SCENE))
    assert root.get("role") == "img"
    assert root.get("viewBox", "").startswith("0 0 ")
    assert root[0].tag.endswith("title")
    assert root[0].text == 'a < b & "c"'


def test_a_scene_without_a_title_is_described_by_its_size() -> None:
    root = ElementTree.fromstring(render_svg(replace(SCENE, title="")))
    assert root[0].text == "board of 2 rows and 3 columns"


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("background", 1),
        ("cell", 6),
        ("frame", 1),
        ("piece", 1),
        ("marked", 1),
        ("origin", 1),
        ("goal", 1),
        ("arrow", 1),
        ("arrow-head", 1),
        ("conflict", 0),
    ],
)
def test_each_thing_is_drawn_once(name: str, count: int) -> None:
    assert len(elements(render_svg(SCENE), name)) == count


def test_all_text_is_kept_and_escaped() -> None:
    svg = render_svg(SCENE)
    assert texts(svg, "text") == ["<&", "S"]
    assert texts(svg, "note") == ["9"]
    assert texts(svg, "candidate") == ["1", "3"]
    assert texts(svg, "title") == ['a < b & "c"']
    assert texts(svg, "caption") == ["<end>"]
    assert texts(svg, "label") == ["a", "b", "c", "1", "2"]


def test_size_follows_the_side_of_a_cell() -> None:
    root = ElementTree.fromstring(render_svg(Scene(((Cell(),),)), cell_size=100))
    assert (root.get("width"), root.get("viewBox")) == ("150", "0 0 1.5 1.5")


def test_region_borders_are_straight_runs() -> None:
    scene = Scene(((Cell(),) * 3,) * 2, regions=((1, 1, 2), (1, 1, 2)))
    (border,) = elements(render_svg(scene), "region")
    assert {name: border.get(name) for name in ("x1", "y1", "x2", "y2")} == {
        "x1": "2.25",
        "y1": "0.25",
        "x2": "2.25",
        "y2": "2.25",
    }


def test_the_outline_of_a_cage_is_closed() -> None:
    scene = Scene(((Cell(),) * 2,) * 2, cages=((1, 1), (1, None)))
    ends: list[tuple[str | None, str | None]] = []
    for line in elements(render_svg(scene), "cage"):
        ends += [(line.get("x1"), line.get("y1")), (line.get("x2"), line.get("y2"))]
    corners = {end for end in ends if ends.count(end) == 2}
    assert len(ends) == 16
    assert corners == set(ends)


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert render_svg(SCENE) == render_svg(replace(SCENE))


def test_a_notebook_shows_the_svg() -> None:
    assert SCENE._repr_svg_() == render_svg(SCENE)


def test_an_arrow_to_its_own_start_is_not_drawn() -> None:
    assert not elements(render_svg(replace(SCENE, arrows=(((0, 0), (0, 0)),))), "arrow")


@pytest.mark.parametrize("text", ["S", "15", "3 M", "12 C"])
def test_the_text_of_a_piece_stays_in_it(text: str) -> None:
    (label,) = elements(render_svg(Scene(((Cell(text, "piece"),),))), "text")
    (piece,) = elements(render_svg(Scene(((Cell(text, "piece"),),))), "piece")
    bold = 0.7  # units of its size that a bold digit is wide
    assert bold * float(label.attrib["font-size"]) * len(text) <= float(piece.attrib["width"])


@pytest.mark.parametrize("kind", get_args(ThingKind))
def test_a_stage_takes_the_place_of_the_cells_in_pictures_alone(kind):
    cells = ((Cell("S", "piece"), Cell()),)
    stage = ObjectStage((Thing(kind, 0.5, 0.5, 2, 1, "word", marked=True, goal=True),), 4, 3)
    staged = Scene(cells, stage=stage)
    picture = render_svg(staged)
    shape = "text" if kind == "words" else kind
    assert f'class="{shape}"' in picture
    assert 'class="cell"' not in picture
    assert render_text(staged) == render_text(Scene(cells))
    assert scene_data(staged)["rows"] is None
    with_rows = replace(staged, stage=replace(stage, has_rows=True))
    assert (scene_data(with_rows)["rows"], scene_data(with_rows)["columns"]) == (1, 2)


def test_lengths_on_a_map_stand_beside_the_names():
    drawing = draw(Routes.level("1-romania").scene("Arad"))
    names = [one for one in drawing.shapes if isinstance(one, Label) and one.name == "name"]
    lengths = [one for one in drawing.shapes if isinstance(one, Label) and one.name == "length"]
    assert len(names) == 20
    assert len(lengths) == 23
    for name in names:
        for length in lengths:
            wide = 0.3 * (name.size * len(name.text) + length.size * len(length.text))
            assert abs(name.x - length.x) >= wide or abs(name.y - length.y) >= 0.8 * length.size
