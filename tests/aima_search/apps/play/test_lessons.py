"""Lessons: searches find their numbers; a file that is not a lesson is refused with its line."""

import json
import re
from functools import cache
from urllib.parse import parse_qs

import pytest

import heuristics
from aima_search import Node, solve
from aima_search.apps.play.lessons import lessons_file, read_lesson
from aima_search.base.errors import InputError
from aima_search.base.plugins import PluginWarning
from aima_search.trace.protocol import read_board
from puzzles import MovIX

LESSONS = json.loads(lessons_file())
BOLD = re.compile(r"\*\*([\d,]+)\*\*([^*]{0,20})")
LONG = re.compile(r"(?<![\w-])\d[\d,]*\d(?![\w-])")
VIEWS = {"choose", "play", "watch", "compare"}


@cache
def searched(puzzle, board, algorithm, heuristic):
    """Return the numbers of a search by the words that stand behind them in a lesson."""
    problem = read_board(puzzle, board, None)
    result = solve(problem, algorithm, heuristic, engine="objects")  # as the page does
    h = heuristics.get(heuristic, problem)(Node(problem.initial)) if heuristic else None
    return {
        "expansions": result.expanded,
        "nodes": result.generated,
        "moves": result.cost,
        "km": result.cost,
        "at the start": h,
    }


def searches_of(step):
    """Return the numbers of all searches of a step's state."""
    state = {
        name: value for name, [value] in parse_qs(step["address"][1:], strict_parsing=True).items()
    }
    assert state.keys() >= {"puzzle", "board", "view"}, step["title"]
    assert state["view"] in VIEWS
    assert not [name for name in state if name in ("lesson", "part")]
    return [
        searched(
            state["puzzle"], state["board"], state[f"algorithm{at}"], state.get(f"heuristic{at}")
        )
        for at in ("", "2", "3", "4")
        if f"algorithm{at}" in state
    ]


def number(text):
    return int(text.replace(",", ""))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["name"])
def test_every_number_of_a_lesson_is_found_by_its_searches(lesson):
    known = set()
    for step in lesson["steps"]:
        found = searches_of(step)
        known |= {int(value) for one in found for value in one.values() if value is not None}
        for text, after in BOLD.findall(step["text"] + " " + step["task"]):
            [word] = [word for word in found[0] if after.lstrip().startswith(word)]
            assert number(text) in [one[word] for one in found], (step["title"], text, word)
    texts = [lesson["title"], lesson["summary"]]
    texts += [f"{step['text']} {step['task']}" for step in lesson["steps"]]
    for text in LONG.findall(" ".join(texts)):
        assert number(text) in known, text


def test_the_page_gets_the_lessons_of_all_puzzles():
    assert LESSONS[0]["name"] == "why-10445"
    assert len({one["name"] for one in LESSONS}) == len(LESSONS)
    for lesson in LESSONS:
        assert lesson["steps"]
        assert all(step["text"] and step["task"] for step in lesson["steps"])


def test_a_teachers_lesson_comes_first_and_takes_the_place_of_its_namesake(tmp_path):
    mine, other = tmp_path / "week 3.md", tmp_path / "why-10445.md"
    mine.write_text(LESSON, "utf-8")
    other.write_text(LESSON.replace("Title", "Another why"), "utf-8")
    data = json.loads(lessons_file([mine, other]))
    assert [one["name"] for one in data[:2]] == ["week 3", "why-10445"]
    assert [one["title"] for one in data[:2]] == ["Title", "Another why"]
    assert len(data) == len(LESSONS) + 1
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "week 3.md").write_text(LESSON.replace("Title", "Second"), "utf-8")
    assert json.loads(lessons_file([mine, tmp_path / "b" / "week 3.md"]))[0]["title"] == "Title"
    for old, new, message in (
        ("puzzle=movix", "puzzle=movicks", "step 'Step': unknown puzzle 'movicks'"),
        ("puzzle=movix", "puzzle=", "step 'Step': unknown puzzle ''"),
        ("puzzle=movix", "puzzle=movix&board=nope", "step 'Step': MovIX board, row 1, column 1"),
        ("puzzle=movix", "puzzle=movix&algorithm2=astr", "step 'Step': unknown algorithm 'astr'"),
        *(
            ("puzzle=movix", f"puzzle=movix&{search}", f"step 'Step': {message}")
            for search, message in WRONG
        ),
    ):
        mine.write_text(LESSON.replace(old, new), "utf-8")
        with pytest.raises(InputError, match=f"^lesson 'week 3', {message}"):
            lessons_file([mine])
    mine.write_text("no lesson", "utf-8")
    with pytest.raises(InputError, match="lesson 'week 3': expected a title"):
        lessons_file([mine])
    with pytest.raises(InputError, match="there is no such file"):
        lessons_file([tmp_path / "nowhere.md"])


def test_a_lesson_may_name_expressions_options_and_the_readers_own_code(tmp_path):
    mine = tmp_path / "mine.md"
    choice = "heuristic=mine.py:h&algorithm2=weighted-astar&options2.weight=2&heuristic2=2*zero"
    mine.write_text(LESSON.replace("puzzle=movix", f"puzzle=movix&{choice}"), "utf-8")
    assert json.loads(lessons_file([mine]))[0]["name"] == "mine"


def test_a_third_party_file_that_is_no_lesson_is_reported_and_left_out(monkeypatch):
    monkeypatch.setattr(MovIX, "lessons", classmethod(lambda cls: {"bad": "none", "good": LESSON}))
    with pytest.warns(PluginWarning, match="puzzle 'movix': lesson 'bad': expected a title"):
        data = json.loads(lessons_file())
    assert [one["name"] for one in data] == ["good", *(one["name"] for one in LESSONS[1:])]


WRONG = [
    ("heuristic=asignment", r"unknown movix heuristic 'asignment': did you mean 'assignment'"),
    ("heuristic3=2*assignment%2B", r"heuristic expression '2\*assignment\+', character 14"),
    ("heuristic=other.py:h", "heuristic 'other.py:h': expected a name or an expression"),
    ("algorithm=weighted-astar&options.wait=2", "unknown option of weighted-astar 'wait'"),
    ("algorithm2=weighted-astar&options2.weight=-1", "weight '-1': expected a finite number"),
    ("ties=fifo2", "unknown tie-break 'fifo2'"),
]


LESSON = """# Title

About.

## Step

[words](#puzzle=movix&view=watch)

Text.

```python
## no step
```

> Do
> this.
"""


def test_a_lesson_is_read_from_its_file():
    lesson = read_lesson("one", LESSON.replace("# Title", "# A\\* and h\\*"))
    assert (lesson["name"], lesson["title"], lesson["summary"]) == ("one", "A* and h*", "About.")
    assert lesson["steps"] == [
        {
            "title": "Step",
            "label": "words",
            "address": "#puzzle=movix&view=watch",
            "text": "Text.\n\n```python\n## no step\n```",
            "task": "Do this.",
        }
    ]


def test_a_file_that_is_no_lesson_is_told_where():
    for old, new, message in (
        ("# Title", "Title", "lesson 'one': expected a title"),
        ("About.", "", "lesson 'one': expected a title"),
        ("## Step", "Step", "lesson 'one': expected a title"),
        (
            "[words](#puzzle=movix&view=watch)",
            "",
            "line 5, step 'Step': expected a link",
        ),
        ("(#puzzle", "(https://foe.example/#puzzle", "line 5, step 'Step'"),
        ("> Do\n> this.", "", "then a task"),
        ("> Do\n> this.", "> Do\n\nMore.", "then a task"),
        ("Text.\n\n```python\n## no step\n```", "", "line 5, step 'Step'"),
    ):
        assert old in LESSON
        with pytest.raises(InputError, match=re.escape(message)):
            read_lesson("one", LESSON.replace(old, new))
    with pytest.raises(InputError, match="expected a title"):
        read_lesson("none", "")
