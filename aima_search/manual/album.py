"""The pictures of a page: each drawn once, and kept under the name of its file."""

from __future__ import annotations

from collections.abc import Sequence

from aima_search.base.errors import NotApplicable
from aima_search.base.limits import Limits
from aima_search.display import Scene, render_svg
from aima_search.display.scene_data import picture_of
from aima_search.manual.markdown import side_by_side
from aima_search.model.problem import Problem
from aima_search.model.puzzle import Puzzle
from aima_search.runs.pictures import Picture, pictures_of
from aima_search.runs.result import SearchResult
from aima_search.runs.solve import solve

LIMITS = Limits(nodes=20_000)
"""Of every search on a page; a limit on nodes, so that a page is the same on any machine."""

MOST_PICTURES = 9
_WIDTH = 320  # pixels that a board takes at most
_CELL = 14, 36  # pixels of a cell, at least and at most


class Album:
    """Pictures by the names of their files; the page will find them in ``folder``."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: dict[str, str] = {}

    def add(self, scene: Scene, name: str, width: int = _WIDTH) -> str:
        """Keep a picture and return its path as the page writes it."""
        least, most = _CELL
        size = max(least, min(most, width // max(scene.width, 1)))
        self.files[f"{name}.svg"] = render_svg(scene, size)
        return f"{self.folder}/{name}.svg"

    def board(self, problem: Puzzle, name: str) -> str:
        """Return the picture of a board as it is at the start, as Markdown."""
        scene = picture_of(problem, problem.initial)
        if scene is None:
            return f"`{problem.format()}`"
        return f"![{scene.title or 'The board'}]({self.add(scene, name)})"

    def solution(self, result: SearchResult, name: str) -> str:
        """Return the states on the way to a solution side by side; only some of a long way."""
        try:
            return self.row(pictures_of(result, MOST_PICTURES), name)
        except NotApplicable as error:
            return f"{error}."

    def row(self, pictures: Sequence[Picture], name: str) -> str:
        """Return pictures side by side, each with its caption."""
        width = _WIDTH // 2
        return side_by_side(
            [
                (caption, self.add(scene, f"{name}-{number}", width))
                for number, (scene, caption) in enumerate(pictures)
            ]
        )


def is_local(puzzle: type[Puzzle]) -> bool:
    """Tell whether a puzzle is for local search: its states have a value."""
    return puzzle.value is not Problem.value


def search_of(puzzle: type[Puzzle]) -> str:
    """Return in words how a page solves boards of a puzzle."""
    if is_local(puzzle):
        return "annealing from seed 1"
    return f"A* with `{puzzle.default_heuristic}`, the puzzle's own heuristic"


def solution_of(problem: Puzzle, limits: Limits = LIMITS) -> SearchResult:
    """Return the result of the puzzle's own search, within the limits of a page."""
    if is_local(type(problem)):
        return solve(problem, "annealing", limits=limits, seed=1)
    return solve(problem, limits=limits)
