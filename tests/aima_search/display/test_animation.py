"""A solution as an animation: HTML that plays, a GIF, text."""

import sys

import pytest

from aima_search import Problem, solve
from aima_search.base.errors import InputError, MissingExtra, NotApplicable
from aima_search.display import Cell, Scene
from aima_search.runs import solution_views as animation_module
from puzzles import MovIX, Sudoku
from tests.aima_search.display.browser import needs_browser, shown
from tests.aima_search.display.outline import Outline
from tests.specimens import Chain

NASTY = "</figure><script>alert('1')</script>"


class Countdown(Problem):
    """A stranger's problem that draws itself, with names that HTML has to escape."""

    def actions(self, state):
        return [NASTY]

    def result(self, state, action):
        return state - 1

    def scene(self, state, action=None):
        return Scene(((Cell(str(state), marked=action is not None),),), caption="<b>")


@pytest.fixture(scope="module")
def animation():
    return solve(MovIX.level("2-tiny"), tie_break="fifo").animate(seconds=0.5)


def test_there_is_a_picture_for_every_state(animation):
    assert len(animation.pictures) == 4
    captions = [picture.caption for picture in animation.pictures]
    assert (captions[0], captions[3]) == ("start", "3. L (1, 1) -> (2, 0)")
    assert str(animation).count("2. L (1, 2) -> (1, 1)") == 1
    assert repr(animation) == "<Animation of 4 pictures: Solution by astar with problem.h>"


def test_its_html_is_well_formed_and_needs_nothing_from_elsewhere(animation):
    outline = Outline(animation._repr_html_())
    assert outline.open == []
    assert (outline.targets, outline.ids) == ([], [])
    assert outline.tags.count("svg") == 1
    assert outline.tags.count("button") == 3


def test_what_others_wrote_is_text():
    html = solve(Countdown(2, 0), "breadth-first").animate().html()
    outline = Outline(html)
    assert outline.open == []
    assert outline.tags.count("script") == 1
    assert NASTY not in html
    assert "<b>" not in html


def test_the_same_solution_gives_the_same_html(animation):
    again = solve(MovIX.level("2-tiny"), tie_break="fifo").animate(seconds=0.5)
    assert again == animation
    assert again.html() == animation.html()


def test_without_a_solution_there_is_nothing_to_animate():
    with pytest.raises(NotApplicable, match=r"no solution to draw: .* 'no-solution'"):
        solve(MovIX.level("7-never")).animate()


def test_a_problem_that_draws_nothing_is_named():
    with pytest.raises(NotApplicable, match=r"Chain has no scene\(state, action\)"):
        solve(Chain(3), "breadth-first").animate()


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_pictures_are_shown_for_some_time(seconds):
    with pytest.raises(InputError, match="a number above 0"):
        solve(MovIX.level("2-tiny")).animate(seconds)


def test_it_is_saved_by_the_name_of_the_file(animation, tmp_path):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed (extra 'plot')")
    animation.save(tmp_path / "solution.gif")
    animation.save(str(tmp_path / "solution.html"))
    assert (tmp_path / "solution.html").read_text("utf-8") == animation.page()
    with image.open(tmp_path / "solution.gif") as gif:
        assert (gif.n_frames, gif.info["duration"], gif.info["loop"]) == (4, 500, 0)
        gif.seek(3)
        assert gif.info["duration"] == 1500
    with pytest.raises(InputError, match=r"expected a name that ends in \.gif or \.html"):
        animation.save(tmp_path / "solution.mp4")


def test_the_pictures_of_a_gif_differ_and_show_the_last_state(tmp_path):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed (extra 'plot')")
    animation = solve(Sudoku.level("04x04-1-few-open")).animate()
    animation.save(tmp_path / "sudoku.gif")
    with image.open(tmp_path / "sudoku.gif") as gif:
        shown_in = [gif.seek(n) or gif.convert("RGB").tobytes() for n in range(gif.n_frames)]
        assert gif.n_frames == len(animation.pictures)
        assert len(set(shown_in)) == gif.n_frames
        assert gif.convert("RGB").getpixel((2, 2)) == (255, 255, 255)


def test_a_gif_of_a_very_long_solution_leaves_pictures_out(tmp_path, monkeypatch):
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed (extra 'plot')")
    monkeypatch.setattr(animation_module, "_MOST_IN_GIF", 9)
    solve(Countdown(30, 0), "breadth-first").animate().save(tmp_path / "long.gif")
    with image.open(tmp_path / "long.gif") as gif:
        assert gif.n_frames == 9


def test_a_gif_needs_the_extra(animation, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"\[plot\]"):
        animation.save(tmp_path / "solution.gif")


@needs_browser
def test_several_on_one_page_play_each_for_itself(animation, tmp_path):
    check = """
    <script>
    const [first, second] = document.querySelectorAll("figure");
    const at = figure => figure.querySelector(".place").textContent;
    const press = (figure, word) => [...figure.querySelectorAll("button")].find(
      button => button.textContent === word).click();
    const marked = figure => figure.querySelectorAll("svg .marked").length;
    const before = [at(first), at(second), marked(second)];
    press(first, "Next"); press(first, "Next"); press(first, "Back");
    const slider = second.querySelector("input");
    slider.value = 3; slider.dispatchEvent(new Event("input"));
    const stepped = [at(first), at(second), marked(second)];
    const said = second.querySelector("figcaption").textContent;
    press(second, "Play");
    const playing = second.querySelector("button").textContent;
    setTimeout(() => parent.postMessage(JSON.stringify({before, stepped, said, playing,
      after: [at(first), at(second), second.querySelector("button").textContent]}), "*"), 1700);
    </script>"""
    page = animation.page().replace("</body>", f"{animation.html()}{check}</body>")
    dump = shown(page, tmp_path, 390)
    for expected in (
        '"before":["0 / 3","0 / 3",0]',
        '"stepped":["1 / 3","3 / 3",1]',
        '"said":"3. L (1, 1) -&gt; (2, 0)"',
        '"playing":"Pause"',
        '"after":["1 / 3","3 / 3","Play"]',
    ):
        assert expected in dump, dump[-700:]
