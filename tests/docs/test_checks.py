"""Missing names, broken links and files of other servers fail the build of the site."""

import json
import sys
from inspect import getdoc, signature
from pathlib import Path
from types import SimpleNamespace

import pytest

import heuristics
from aima_search import check_heuristic, check_problem, compare, problem_from, solutions, solve

pytest.importorskip("sphinx", reason="the extra docs is not installed")
sys.path.append(str(Path(__file__).parents[2] / "docs" / "_ext"))

import complete
import docstrings
import heads
import house
import self_contained
import try_it
from docutils.core import publish_doctree
from sphinx.errors import ExtensionError


@pytest.fixture
def site(tmp_path):
    """A site of one page."""
    (tmp_path / "index.html").write_text("<article id='top'>words</article>", "utf-8")
    return SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name="html"))


def page(site, body):
    (site.outdir / "page.html").write_text(f"<article>{body}</article>", "utf-8")
    self_contained.check(site, None)


@pytest.mark.parametrize(
    "body",
    [
        "<a href='index.html#top'>here</a>",
        "<a href='https://example.org/x'>a link is not loaded</a>",
        "<link rel='canonical' href='https://example.org/'>",
    ],
)
def test_a_site_without_broken_links_passes(site, body):
    page(site, body)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("<a href='nowhere.html'>x</a>", "no nowhere.html"),
        ("<a href='index.html#bottom'>x</a>", "no index.html#bottom"),
        ("<a href='#bottom'>x</a>", "no #bottom"),
        ("<img src='missing.svg'>", "no missing.svg"),
        ("<script src='https://example.org/a.js'></script>", "loads https://example.org/a.js"),
        ("<link rel='stylesheet' href='//example.org/a.css'>", "loads //example.org/a.css"),
    ],
)
def test_a_broken_link_or_a_file_of_another_server_fails_the_build(site, body, message):
    with pytest.raises(ExtensionError, match=message):
        page(site, body)


def test_a_style_sheet_with_a_file_of_another_server_fails_the_build(site):
    (site.outdir / "a.css").write_text("a { background: url(https://example.org/a.png) }", "utf-8")
    with pytest.raises(ExtensionError, match=r"a\.css loads https://example\.org/a\.png"):
        page(site, "")


def write_all(site, left_out=()):
    """Write every expected name to its page, and the words of the search, except those left out."""
    pages = {}
    for name, words in complete.expected():
        pages.setdefault(name, [])
        if words not in left_out:
            pages[name].append(f"<code>{words}</code>")
    for name, words in pages.items():
        file = site.outdir / f"{name.replace('*', 'all')}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<article>{' '.join(words)}</article>", "utf-8")
    terms = dict.fromkeys(["astar_search", "admiss", "movix"], 0)
    index = {"terms": {t: 0 for t in terms if t not in left_out}, "titleterms": {}}
    (site.outdir / "searchindex.js").write_text(f"Search.setIndex({json.dumps(index)})", "utf-8")


def test_a_site_with_every_name_is_complete(site):
    write_all(site)
    complete.check(site, None)


@pytest.mark.parametrize(
    "name",
    [
        "assignment",
        "--tie-breaks",
        "aima-search lab run",
        "heuristic-raised",
        "04x04-easy",
        "compare",
        "min-cost",
    ],
)
def test_a_name_that_is_on_no_page_fails_the_build(site, name):
    write_all(site, left_out=[name])
    with pytest.raises(ExtensionError, match=f"not in the pages, .*: {name}"):
        complete.check(site, None)


def test_a_word_that_the_search_does_not_find_fails_the_build(site):
    write_all(site, left_out=["admiss"])
    with pytest.raises(ExtensionError, match="search: admissible"):
        complete.check(site, None)


def test_a_command_shows_the_number_of_a_file_as_code():
    lines = ["BOARD is FILE:20, a file."]
    docstrings.process_command(None, None, lines)
    assert lines == ["BOARD is ``FILE:20``, a file."]


@pytest.mark.parametrize(
    "function",
    [solve, compare, solutions, problem_from, check_problem, check_heuristic, heuristics.register],
)
def test_the_reference_describes_every_parameter(function):
    section = getdoc(function).partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    names = [line for line in section.splitlines() if not line.startswith(" ")]
    described = {name.lstrip("*") for line in names for name in line.split(", ")}
    assert described == set(signature(function).parameters)


def test_the_drawing_has_every_subpackage():
    from tests.test_rooms import ORDER

    assert house.order() == [line.split() for line in ORDER]
    drawn = house.drawing(house.order())
    assert all(f">{room}</text>" in drawn for line in ORDER for room in line.split())


def test_a_page_is_described_by_its_first_paragraph_and_headings_get_their_level():
    page = publish_doctree(
        "Title\n=====\n\n* a list\n\n*First* words & " + "more " * 50 + "\n\nNext."
    )
    context = {"furo_navigation_tree": '<p class="caption" role="heading">Learn</p>'}
    heads.add_facts(None, "page", "page.html", context, page)
    [description] = context["metatags"].strip().splitlines()
    assert description.startswith('<meta name="description" content="First words &amp; more more')
    assert description.endswith(' more …">')
    assert len(description) < 220
    assert context["furo_navigation_tree"].startswith(
        '<p class="caption" role="heading" aria-level="2">'
    )
    heads.add_facts(None, "search", "search.html", context, None)
    assert heads.DESCRIBED in context["metatags"]


def test_a_figure_is_a_picture_of_its_step_where_no_page_is_exported():
    search = "puzzle=routes&board=1-romania&algorithm=astar&heuristic=straight-line"
    assert "Arad - Sibiu - Rimnicu - Pitesti: 317" in try_it.still(f"{search}&step=4")
    assert "Arad: 0" in try_it.still(f"{search}&step=0")
