"""A puzzle's page shows all registered names, and its numbers come from searches."""

import doctest
import re
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from aima_search import solve
from aima_search.base.errors import BoardError, InputError, UnknownName
from aima_search.catalog.heuristics import heuristic_info, heuristic_names
from aima_search.model.puzzle import PUZZLES
from puzzles import Hitori, MovIX

sys.path.append(str(Path(__file__).parents[2] / "docs" / "_ext"))
from puzzle_page import Album, Page, author_text, puzzle_page, to_measure

PAGES = Path(__file__).parents[2] / "docs" / "puzzles"
TINY = "S__\n_L_\n__H\n"
APART = "S___\n__V_\n_L__\n___H\n"


@pytest.fixture(scope="module", params=PUZZLES.names())
def written(request):
    """Return a puzzle and its page in the repository; the gate writes the page anew."""
    file = PAGES / f"{request.param}.md"
    pictures = {
        path.relative_to(PAGES).as_posix(): path.read_text("utf-8")
        for path in file.with_suffix("").glob("*.svg")
    }
    return request.param, Page(file.read_text("utf-8"), pictures)


@pytest.mark.gate("it searches for all pages")
@pytest.mark.parametrize("name", PUZZLES.names())
def test_the_page_in_the_repository_is_up_to_date(name):
    page, file = puzzle_page(name), PAGES / f"{name}.md"
    assert file.read_text("utf-8") == page.text
    assert page.is_written(file), "run python docs/_ext/puzzle_pages.py"


def with_about(monkeypatch, text, puzzle=MovIX):
    monkeypatch.setattr(puzzle, "about", classmethod(lambda cls: text))
    return puzzle


def test_every_registered_name_is_on_the_page(written):
    name, page = written
    puzzle = PUZZLES.get(name)
    for heuristic in heuristic_names(name):
        assert f"| `{heuristic}` |" in page.text
        assert heuristic_info(name, heuristic).summary.rstrip(".").replace("|", "\\|") in page.text
    for option in (*puzzle.board_options, *puzzle.instance_options):
        assert f"| `--{option.name}` | `{option.parameter}` |" in page.text
    for flag in puzzle.solution_flags:
        assert f"| `--{flag}` |" in page.text
    assert all(f"| `{level}` |" in page.text for level in puzzle.levels())
    assert all(f"### `{to}`\n" in page.text for to in puzzle.formats)


def test_the_page_shows_all_its_pictures(written):
    _, page = written
    shown = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", page.text)
    assert shown
    assert sorted(shown) == sorted(page.pictures)
    assert all(svg.startswith("<svg") for svg in page.pictures.values())


def test_the_text_formats_on_the_page_are_read_back(written):
    name, page = written
    puzzle = PUZZLES.get(name)
    examples = dict(re.findall(r"### `([^`]+)`\n\n```text\n(.*?)\n```", page.text, re.DOTALL))
    assert list(examples) == list(puzzle.formats)
    boards = {to: puzzle.parse(text).format() for to, text in examples.items()}
    boards.pop("candidates", None)  # this format also has the cells that singles decide
    assert len(set(boards.values())) == 1


def test_the_numbers_of_the_page_are_those_of_the_searches():
    page = (PAGES / "movix.md").read_text("utf-8")
    for name in ("conflicts", "assignment"):
        result = solve(MovIX.level(), "astar", name)
        numbers = f"{result.cost} | {result.expanded:,} | {result.generated:,}"
        assert f"| `{name}` | solved | {numbers} |" in page


def test_a_board_in_the_text_is_drawn(monkeypatch):
    puzzle, album = (
        with_about(monkeypatch, f"Before.\n\n```board line=3\n{TINY}```\n\nAfter."),
        Album("x"),
    )
    text = author_text(puzzle, album)
    assert text == f"Before.\n\n![The board](x/about-1.svg)\n\n```text\n{TINY}```\n\nAfter."
    assert album.files.keys() == {"about-1.svg"}


def test_the_actions_are_drawn_with_their_descriptions(monkeypatch):
    puzzle, album = with_about(monkeypatch, f"```board line=3 actions\n{TINY}```"), Album("x")
    problem = MovIX.parse(TINY, line=3)
    actions = list(problem.actions(problem.initial))
    head = author_text(puzzle, album).splitlines()[0]
    words = ["the board", *(problem.describe(problem.initial, action) for action in actions[:8])]
    assert head == f"| {' | '.join(words)} |".replace(" -> ", " → ")
    assert len(album.files) == len(words)


def test_a_solution_is_drawn(monkeypatch):
    puzzle, album = with_about(monkeypatch, f"```board line=3 solution\n{APART}```"), Album("x")
    cost = solve(MovIX.parse(APART, line=3)).cost
    assert cost > 0
    assert "| start | 1. " in author_text(puzzle, album)
    assert len(album.files) == cost + 1


def test_an_unknown_view_of_a_board_is_an_error(monkeypatch):
    puzzle = with_about(monkeypatch, f"```board line=3 acts\n{TINY}```")
    with pytest.raises(InputError, match=r"'acts' after ```board, expected .* actions, solution"):
        author_text(puzzle, Album("x"))


def test_an_invalid_board_is_an_error(monkeypatch):
    with pytest.raises(BoardError):
        author_text(with_about(monkeypatch, "```board line=3\nS?_\n```"), Album("x"))


def test_the_text_names_the_boards_for_measurements(monkeypatch):
    text = "Words.\n\n```heuristics level=05x05-easy formulation=cascade\n```\n"
    puzzle = with_about(monkeypatch, text, Hitori)
    assert author_text(puzzle, Album("x")) == "Words."
    assert list(to_measure(puzzle)) == [("05x05-easy", {"formulation": "cascade"})]
    assert "on `05x05-easy --formulation cascade`\n" in puzzle_page("hitori").text


def test_an_unknown_level_suggests_a_similar_name(monkeypatch):
    puzzle = with_about(monkeypatch, "```heuristics level=05x05-esy\n```", Hitori)
    with pytest.raises(UnknownName, match="05x05-easy"):
        list(to_measure(puzzle))


def test_by_default_heuristics_are_measured_on_the_first_level(monkeypatch):
    assert list(to_measure(with_about(monkeypatch, ""))) == [("1-first", {})]


def test_the_text_of_a_bundled_puzzle_is_next_to_its_module():
    for name in PUZZLES.names():
        puzzle = PUZZLES.get(name)
        folder = files(sys.modules[puzzle.__module__].__package__)
        assert puzzle.about() == (folder / "about.md").read_text("utf-8")


@pytest.mark.gate("long searches")
@pytest.mark.parametrize("name", PUZZLES.names())
def test_the_examples_in_the_texts_run(name, tmp_path):
    file = tmp_path / "about.md"
    file.write_text(PUZZLES.get(name).about(), "utf-8")
    assert doctest.testfile(str(file), module_relative=False).failed == 0
