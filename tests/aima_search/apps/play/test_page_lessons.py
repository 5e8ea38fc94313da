"""Lessons on the page: a new reader follows them to their ends, in a wide window and on a phone."""

import json
import re

from aima_search.apps.play.lessons import lessons_file
from tests.aima_search.apps.play.pages import click, counts, settle, to_the_end, wait_for

SIZES = {"wide": (1280, 720), "phone": (390, 844)}
LESSONS = {lesson["name"]: lesson for lesson in json.loads(lessons_file())}


def open_first_time(visit, size, **choice):
    """Return the page at a first visit, and the errors that it logs."""
    tab = visit(**choice)
    resize(tab, size)
    errors = []
    tab.on("console", lambda one: errors.append(one.text) if one.type == "error" else None)
    return tab, errors


def resize(tab, size):
    """Give the window a size, and scroll to its top."""
    tab.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
    tab.evaluate("window.scrollTo(0, 0)")


def promised(step):
    """Return the numbers of expansions in a step's text."""
    return {
        int(text.replace(",", ""))
        for text in re.findall(r"\*\*([\d,]+)\*\* expansions", step["text"])
    }


def plain(text):
    """Return a text without its marks, on one line."""
    return " ".join(re.sub(r"\*\*|`|\\", "", text).split())


def follow(tab, lesson, part):
    """Do what a step asks for: run what is to be watched, and find its number."""
    step = lesson["steps"][part - 1]
    wait_for(tab, ".guide h2", step["title"])
    if "```" not in step["text"]:
        assert plain(step["text"]) in plain(tab.locator(".guide-words").inner_text())
    fits(tab)
    if "view=watch" in step["address"]:
        wait_for(tab, ".watch .picture svg")
        to_the_end(tab)
        assert counts(tab)["expanded"] in promised(step)
    elif "view=compare" in step["address"]:
        to_the_end_of_all(tab, step)


def fits(tab):
    """The task of a step is in view, and nothing goes beyond the right edge."""
    box = tab.locator(".guide .task").bounding_box()
    assert box["y"] + box["height"] <= tab.viewport_size["height"]
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def to_the_end_of_all(tab, step):
    searches = len(re.findall(r"algorithm\d?=", step["address"]))
    wait_for(tab, f".search-cards > :nth-child({searches}) .picture svg")
    click(tab, "To the end")
    for number in promised(step):
        wait_for(tab, ".scroll tbody td", re.compile(f"^{number:,}$"))


def test_a_new_reader_follows_the_first_lesson_to_its_end(visit):
    tab, errors = open_first_time(visit, "phone")
    lesson = LESSONS["why-10445"]
    wait_for(tab, ".lesson-card h2", lesson["title"])
    card = tab.locator(".lesson-card", has_text=lesson["title"])
    card.get_by_role("link", name="Begin the lesson").click()
    for part in range(1, len(lesson["steps"])):
        follow(tab, lesson, part)
        tab.get_by_role("link", name="Next").click()
    follow(tab, lesson, len(lesson["steps"]))
    code = tab.locator(".guide pre").inner_text()
    tab.get_by_text("My own heuristic", exact=True).last.click()
    tab.get_by_label("Python").fill(code)
    click(tab, "Use mine.py:h")
    tab.wait_for_url("**heuristic=mine.py**")
    click(tab, "Watch the search")
    wait_for(tab, ".guide h2", "Yours")
    to_the_end(tab)
    wait_for(tab, ".status .badge", "solved")
    click(tab, "Finish")
    wait_for(tab, ".lesson-card h2", lesson["title"])
    assert tab.locator(".guide").is_hidden()
    assert errors == []


def test_a_new_reader_follows_the_other_lessons(visit):
    for name in LESSONS.keys() - {"why-10445"}:
        tab, errors = open_first_time(visit, "phone", lesson=name)
        lesson = LESSONS[name]
        for part in range(1, len(lesson["steps"]) + 1):
            follow(tab, lesson, part)
            for size in ("wide", "phone"):
                resize(tab, size)
                fits(tab)
            if part < len(lesson["steps"]):
                tab.get_by_role("link", name="Next").click()
        assert errors == []


def test_the_code_of_a_step_is_brought_to_the_editor_and_read_before_it_runs(visit):
    tab, _ = open_first_time(visit, "phone", lesson="why-10445", part="6")
    wait_for(tab, ".guide h2", "Yours")
    click(tab, "Copy it to the editor")
    wait_for(tab, ".choose .offer", "It has not run yet")
    click(tab, "Run this code")
    code = tab.locator(".guide pre").text_content()
    tab.wait_for_function(
        "code => document.querySelector('textarea.code').value === code", arg=code
    )
    click(tab, "Use mine.py:h")
    tab.wait_for_url("**heuristic=mine.py**lesson=why-10445**")


def test_the_address_keeps_the_step_of_a_lesson_and_back_goes_back(visit):
    tab, _ = open_first_time(visit, "wide", lesson="why-10445", part="3")
    wait_for(tab, ".guide h2", "A better h")
    settle(tab, "step 1 of 1")
    tab.get_by_role("button", name="Step forward").click()
    tab.wait_for_url("**step=1**part=3")
    tab.reload()
    wait_for(tab, ".guide h2", "A better h")
    wait_for(tab, ".timeline output", "step 2")
    tab.get_by_role("link", name="Next").click()
    wait_for(tab, ".guide h2", "An h that lies")
    wait_for(tab, ".truth .badge", "misleading")
    tab.go_back()
    wait_for(tab, ".guide h2", "A better h")
    click(tab, "Leave")
    wait_for(tab, ".lesson-card")
    assert "lesson=" not in tab.url


def test_who_has_been_here_or_has_a_link_is_not_led_to_the_lessons(visit):
    tab, _ = open_first_time(visit, "wide")
    wait_for(tab, ".lesson-card")
    tab.evaluate("history.replaceState(null, '', '#')")
    tab.reload()
    wait_for(tab, ".choose .picture svg")
    other, _ = open_first_time(visit, "wide", puzzle="movix")
    wait_for(other, ".choose .picture svg")


def test_a_lesson_that_is_not_there_is_told_and_markup_in_its_name_is_text(visit):
    name = "<img src=x onerror=alert(1)>"
    tab, _ = open_first_time(visit, "wide", lesson=name)
    wait_for(tab, ".fault", f"there is no lesson '{name}' here")
    wait_for(tab, ".choose .picture svg")


def test_a_step_beyond_a_lesson_is_its_last_and_no_step_its_first(visit):
    tab, _ = open_first_time(visit, "wide", lesson="why-10445", part="99")
    wait_for(tab, ".guide h2", "Yours")
    tab.evaluate("location.hash = 'lesson=why-10445&part=-1'")
    wait_for(tab, ".guide h2", "Blind")
    tab.evaluate("location.hash = 'lesson=why-10445&part=soon&view=play&puzzle=movix'")
    wait_for(tab, ".play svg")
    wait_for(tab, ".guide h2", "Blind")
