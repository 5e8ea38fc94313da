"""Lessons: guided tours of the page, written in Markdown by the author of a puzzle or a teacher.

A lesson has a title (``# ``), a paragraph on its subject, and steps (``## ``): a link on its own
line, whose address (``#puzzle=...``) is the state of the page, an explanation and a task (``> ``).
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from aima_search.algorithms.frontier import find_tie_break
from aima_search.base.errors import InputError, SearchError
from aima_search.base.files import read_file
from aima_search.base.plugins import PluginWarning
from aima_search.catalog.configuration import parse_algorithm
from aima_search.catalog.heuristics import heuristic_info
from aima_search.model.puzzle import PUZZLES
from aima_search.trace.protocol import OWN_FILE, read_board, refuse_files

_LINK = re.compile(r"\[(?P<label>.+)\]\(#(?P<address>puzzle=\S+)\)")
_EXPECTED = (
    "expected a link [words](#puzzle=...) on its own line, then an explanation, then a task (lines"
    " that begin with '> ')"
)


def lessons_file(own: Sequence[str | Path] = ()) -> bytes:
    """Return the file of all lessons for the page: your own lessons and those of the puzzles.

    ``own`` has the paths of your files. Raises InputError if one of them is not a lesson, or has a
    board or a search that does not exist. If a puzzle's file is not a lesson, a warning is issued
    and the file is left out. If several lessons have the same name, only the first is used.
    """
    found: dict[str, dict[str, Any]] = {}
    for path in map(Path, own):
        found.setdefault(path.stem, read_lesson(path.stem, read_file(path)))
    for lesson in found.values():
        _check_states(lesson)
    for puzzle in PUZZLES:
        for name, text in PUZZLES.get(puzzle).lessons().items():
            try:
                found.setdefault(name, read_lesson(name, text))
            except InputError as error:
                warnings.warn(f"puzzle {puzzle!r}: {error}", PluginWarning, stacklevel=2)
    return json.dumps(list(found.values())).encode()


def _check_states(lesson: Mapping[str, Any]) -> None:
    for step in lesson["steps"]:
        state = dict(parse_qsl(step["address"].removeprefix("#")))
        try:
            read_board(state.get("puzzle", ""), state.get("board"), _below(state, "settings."))
            for number in ("", "2", "3", "4"):
                algorithm = parse_algorithm(state.get(f"algorithm{number}", "astar"))
                algorithm.with_texts(_below(state, f"options{number}."))
                if heuristic := state.get(f"heuristic{number}"):
                    heuristic_info(state["puzzle"], heuristic)
                    refuse_files(heuristic, (OWN_FILE,))
                if ties := state.get(f"ties{number}"):
                    find_tie_break(ties)
        except SearchError as error:
            where = f"lesson {lesson['name']!r}, step {step['title']!r}"
            raise InputError(f"{where}: {error}") from None


def _below(state: Mapping[str, str], start: str) -> dict[str, str]:
    return {
        name.removeprefix(start): text for name, text in state.items() if name.startswith(start)
    }


def read_lesson(name: str, text: str) -> dict[str, Any]:
    """Return a lesson as a dict; raise InputError with the place of a mistake.

    Each step of the lesson has a title, a text, a task, and a link (a label and an address).
    """
    (_, _, introduction), *parts = _parts(text)
    heading = re.search(r"(?m)^# .*", introduction)
    summary = introduction.replace(heading[0], "", 1).strip() if heading else ""
    if heading is None or not summary or not parts:
        raise InputError(
            f"lesson {name!r}: expected a title that begins with #, a paragraph about the"
            " subject, and steps that begin with ##"
        )
    title = _unescaped(heading[0].removeprefix("# ").strip())
    steps = [_read_step(name, *part) for part in parts]
    return {"name": name, "title": title, "summary": summary, "steps": steps}


def _parts(text: str) -> list[tuple[int, str, str]]:
    """Return (line number, heading, text) for the introduction of a lesson, and for each step."""
    parts: list[tuple[int, str, list[str]]] = [(1, "", [])]
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        if line.startswith("## ") and not is_code:
            parts.append((number, line.removeprefix("## ").strip(), []))
        else:
            parts[-1][2].append(line)
    return [(number, heading, "\n".join(body)) for number, heading, body in parts]


def _read_step(name: str, line: int, title: str, body: str) -> dict[str, str]:
    first, *rest = body.strip().split("\n")
    link = _LINK.fullmatch(first.strip())
    words, mark, task = "\n".join(rest).partition("\n> ")
    tasks = f"> {task.strip()}".split("\n")
    is_complete = mark and words.strip() and all(line.startswith(">") for line in tasks)
    if link is None or not is_complete:
        raise InputError(f"lesson {name!r}, line {line}, step {title!r}: {_EXPECTED}")
    return {
        "title": _unescaped(title),
        "label": _unescaped(link["label"]),
        "address": f"#{link['address']}",
        "text": words.strip(),
        "task": " ".join(line.removeprefix(">").strip() for line in tasks),
    }


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
