"""Colours stand once, in the palette: pages and reports call them by name."""

import re
from pathlib import Path

from aima_search.apps.play.files import page_files, widget_style
from aima_search.display.palette import CONFLICT, GOAL_LINE, PAGE, PAPER, PLACED_INK, page_colours

ENGINE = Path(__file__).parents[3] / "aima_search"
LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(")
NAME = re.compile(r"var\(--([a-z0-9-]+)\)")


def own_names(css):
    return set(re.findall(r"--([a-z0-9-]+):", css))


def test_styles_of_the_page_and_of_reports_name_their_colours():
    report = (ENGINE / "display" / "page.css").read_text("utf-8")
    styles = {name: text.decode() for name, text in page_files().items() if name.endswith(".css")}
    assert styles.pop("styles/colours.css") == page_colours(".aima-page")
    for name, css in {**styles, "report": report}.items():
        assert LITERAL.findall(css) == [], name
    for css in ("\n".join(styles.values()), report):
        assert set(NAME.findall(css)) <= PAGE.keys() | own_names(css)
    used = set(NAME.findall("\n".join([*styles.values(), report])))
    assert PAGE.keys() - used == set()


def test_the_page_has_the_colours_of_its_pictures():
    assert PAGE["accent"][0] == PAGE["mark"][0] == PLACED_INK
    assert PAGE["paper"][0] == PAPER.fill
    assert PAGE["alarm"][0] == CONFLICT.ink
    assert PAGE["hint"] == (GOAL_LINE, GOAL_LINE)


def test_every_way_to_the_page_brings_the_colours():
    assert widget_style().startswith(page_colours(".aima-page"))
    assert page_colours(":root").count("light-dark(#") == len(PAGE)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for pair in PAGE.values() for colour in pair)
