"""Pictures of the way to a solution."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, zip_longest
from typing import Any, NamedTuple, TypeVar

from aima_search.base.errors import NotApplicable
from aima_search.display import Scene
from aima_search.display.scene_data import picture_of
from aima_search.model.problem import Node, successors
from aima_search.model.puzzle import Puzzle, preparation_of
from aima_search.runs.found import Found

_Item = TypeVar("_Item")


class Picture(NamedTuple):
    """A state on the way, and in words the action that led to it."""

    scene: Scene
    caption: str


def pictures_of(result: Found, most: int | None = None) -> list[Picture]:
    """Return a picture of every state of a solution; NotApplicable without a solution.

    most: draw so many of the states at most, evenly spaced; see ``spread``.
    """
    if not result.has_solution:
        raise NotApplicable(f"no solution to draw: the search ended with {result.status!r}")
    pictures = []
    after: Any = None
    numbers = range(len(result.states))
    shown = numbers if most is None else set(spread(numbers, most))
    for number, (state, action) in enumerate(zip_longest(result.states, [None, *result.actions])):
        before, after = after, state
        if number not in shown:
            continue
        scene = picture_of(result.problem, state, action)
        if scene is None:
            raise NotApplicable(
                f"no pictures to draw: {_drawer(result.problem)} has no scene(state, action)"
            )
        said = _in_words(result.problem, before, action) if number else ""
        caption = f"{number}. {said}" if number else _start_of(result.problem)
        pictures.append(Picture(scene, caption))
    return pictures


def pictures_of_actions(problem: Puzzle, most: int) -> list[Picture]:
    """Return at most so many pictures: a board, and the board after each of its first actions."""
    start = problem.initial
    scenes = [(picture_of(problem, start), "the board")]
    for action, after, _ in islice(successors(problem)(Node(start)), most - 1):
        scenes.append((picture_of(problem, after, action), problem.describe(start, action)))
    return [Picture(scene, caption) for scene, caption in scenes if scene is not None]


def _start_of(problem: object) -> str:
    """Return the words for the first state: the start, or the prepared board."""
    steps = preparation_of(problem)
    return f"0. prepared, {len(steps)} deduction{'s'[: len(steps) - 1]}" if steps else "start"


def _in_words(problem: object, state: Any, action: Any) -> str:
    """Return what an action does in a state, in the words of the puzzle."""
    return problem.describe(state, action) if isinstance(problem, Puzzle) else str(action)


def spread(items: Sequence[_Item], most: int) -> list[_Item]:
    """Return at most so many of the items, evenly spaced, the first and the last among them."""
    last = len(items) - 1
    if last < most:
        return list(items)
    return [items[place * last // (most - 1)] for place in range(most)]


def _drawer(problem: object) -> str:
    """Return who should have drawn; a result that was pickled has no problem any more."""
    return "a result without its problem" if problem is None else type(problem).__name__
