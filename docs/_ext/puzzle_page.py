"""The page of a puzzle in Markdown: its author's text, its levels, heuristics and options.

python docs/_ext/puzzle_page.py PUZZLE FILE.md
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.analysis import enumerate_space
from aima_search.base.errors import NotApplicable, UnknownName
from aima_search.base.limits import Limits
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, make_heuristic
from aima_search.checks.heuristic import check_heuristic
from aima_search.cli.arguments import options_of
from aima_search.display import Scene, render_svg
from aima_search.display.scene import picture_of
from aima_search.display.tables import format_value, paragraphs
from aima_search.display.tables import markdown_table as table
from aima_search.model.boards import HEURISTICS, MarkdownBoardBlock, blocks_of, words_of
from aima_search.model.contract import offered
from aima_search.model.puzzle import PUZZLES, Puzzle, first_level
from aima_search.runs.compare import compare
from aima_search.runs.outcomes import OUTCOMES
from aima_search.runs.result import SearchResult
from aima_search.runs.search import solution_of, solve
from aima_search.runs.solution_views import CaptionedScene, pictures_of, pictures_of_actions, spread

LIMITS = Limits(nodes=20_000)
"""The limit of every search on a page; with a limit on time, pages would depend on the machine."""

MOST_PICTURES = 9
FACT = {True: "yes", False: "no", None: "not known"}
_WIDTH = 320  # the greatest width of a board in pixels
_CELL = 14, 36  # the least and the greatest size of a cell in pixels
_MOST = 1500  # longer texts (in characters) are not shown
_COVERED = 20_000  # larger state spaces are not enumerated


@dataclass(frozen=True)
class Page:
    """A page in Markdown, and its pictures: SVG texts by their paths relative to the page."""

    text: str
    pictures: dict[str, str]

    def is_written(self, file: Path) -> bool:
        """Return True if the file has this page, and its folder has exactly the page's pictures."""
        expected = {file: self.text, **{file.parent / path: s for path, s in self.pictures.items()}}
        found = {file, *file.with_suffix("").glob("*.svg")}
        return found == expected.keys() and all(
            path.exists() and path.read_text("utf-8") == text for path, text in expected.items()
        )

    def write(self, file: Path) -> None:
        """Write the page and its pictures; remove old pictures."""
        for old in file.with_suffix("").glob("*.svg"):
            old.unlink()
        file.write_text(self.text, encoding="utf-8")
        for path, svg in self.pictures.items():
            picture = file.parent / path
            picture.parent.mkdir(exist_ok=True)
            picture.write_text(svg, encoding="utf-8")


def puzzle_page(name: str, folder: str | None = None) -> Page:
    """Return the page of a registered puzzle.

    folder: the folder of the pictures next to the page, by default the puzzle's name. The page
    starts with the text of the puzzle's author, ``about.md`` next to its levels.
    """
    puzzle = PUZZLES.get(name)
    album = Album(folder or name)
    text = paragraphs(
        f"# {puzzle.__name__}",
        f"{puzzle.summary[:1].upper()}{puzzle.summary[1:]}.",
        author_text(puzzle, album),
        _first_commands(puzzle),
        levels_section(puzzle, album),
        heuristics_section(puzzle, album),
        options_section(puzzle),
        formats_section(puzzle),
    )
    return Page(text + "\n", {f"{album.folder}/{file}": svg for file, svg in album.files.items()})


def _first_commands(puzzle: type[Puzzle]) -> str:
    name = puzzle.puzzle
    lines = [
        f"from {_home(puzzle)} import {puzzle.__name__}",
        "from aima_search import solve",
        "",
        f"problem = {puzzle.__name__}.level()",
        "result = solve(problem)",
    ]
    commands = [f"aima-search {command} {name}" for command in ("show", "solve", "compare")]
    return paragraphs(
        "## Where to start",
        "To try the first level at the command line, use the command `show`, `solve` or `compare`:",
        code("\n".join(commands), "sh"),
        "In Python:",
        code("\n".join(lines), "python"),
    )


def _home(puzzle: type[Puzzle]) -> str:
    """Return the shortest module name from which a puzzle's class can be imported."""
    parts = puzzle.__module__.split(".")
    names = (".".join(parts[:length]) for length in range(1, len(parts) + 1))
    homes = (name for name in names if getattr(sys.modules.get(name), puzzle.__name__, None))
    return next(homes, puzzle.__module__)


def author_text(puzzle: type[Puzzle], album: Album) -> str:
    """Return the author's text with its boards drawn, "" if there is no text."""
    blocks = enumerate(blocks_of(puzzle.about()), 1)
    parts = [
        block if isinstance(block, str) else _drawn(block, puzzle, album, f"about-{place // 2}")
        for place, block in blocks
    ]
    return "".join(parts).strip()


def _drawn(block: MarkdownBoardBlock, puzzle: type[Puzzle], album: Album, name: str) -> str:
    problem, views = block.read(puzzle)
    draw: dict[str, Callable[[str], str]] = {
        "actions": lambda name: album.row(pictures_of_actions(problem, MOST_PICTURES), name),
        "solution": lambda name: album.solution(solution_of(problem, LIMITS), name),
    }
    pictures = [draw[view](f"{name}-{view}") for view in views] or [album.board(problem, name)]
    return paragraphs(*pictures, code(block.text))


class Album:
    """The pictures of a page by the names of their files in ``folder``."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: dict[str, str] = {}

    def add(self, scene: Scene, name: str, width: int = _WIDTH) -> str:
        """Add a picture and return its path relative to the page."""
        least, most = _CELL
        size = max(least, min(most, width // max(scene.width, 1)))
        self.files[f"{name}.svg"] = render_svg(scene, size)
        return f"{self.folder}/{name}.svg"

    def board(self, problem: Puzzle, name: str) -> str:
        """Return the picture of a problem's initial state as Markdown."""
        scene = picture_of(problem, problem.initial)
        if scene is None:
            return f"`{problem.format()}`"
        return f"![{scene.title or 'The board'}]({self.add(scene, name)})"

    def solution(self, result: SearchResult, name: str) -> str:
        """Return the states of a solution side by side, at most MOST_PICTURES of them."""
        try:
            return self.row(pictures_of(result, MOST_PICTURES), name)
        except NotApplicable as error:
            return f"{error}."

    def row(self, pictures: Sequence[CaptionedScene], name: str) -> str:
        """Return pictures side by side, each with its caption."""
        width = _WIDTH // 2
        return side_by_side(
            [
                (caption, self.add(scene, f"{name}-{number}", width))
                for number, (scene, caption) in enumerate(pictures)
            ]
        )


def levels_section(puzzle: type[Puzzle], album: Album) -> str:
    """Return a table of the bundled levels: picture, cost of a solution, expansions."""
    names = list(puzzle.levels())
    if not names:
        return ""
    search = f"A* with `{puzzle.default_heuristic}`, the default heuristic"
    if offered(puzzle, "value") is not None:
        search = "simulated annealing with seed 1"
    rows = []
    for name in names:
        problem = puzzle.level(name)
        result = solution_of(problem, LIMITS)
        numbers = format_value("number", result.cost), format_value("count", result.expanded)
        rows.append([f"`{name}`", album.board(problem, f"level-{name}"), result.words, *numbers])
    return paragraphs(
        "## Levels",
        f"The table shows the boards in the package. To solve the first board, use `aima-search"
        f" solve {puzzle.puzzle} {names[0]}`. To get the first board in Python, use"
        f" `{puzzle.__name__}.level({names[0]!r})`. The columns *cost* and *expanded* show the"
        f" result of {search}.",
        table(["level", "board", "status", "cost", "expanded"], rows, ["cost", "expanded"]),
        *(_collection(puzzle, name, text) for name, text in puzzle.collections().items()),
    )


def _collection(puzzle: type[Puzzle], name: str, text: str) -> str:
    """Return the section on a collection: its text, and a table of boards with their notes."""
    head = takewhile(lambda line: line.startswith("#"), text.splitlines())
    notes = puzzle.notes(name)
    words = (
        f"The package also has the boards `{name}:1` to `{name}:{len(notes)}`. To solve the board"
        f" `{name}:1`, use `aima-search solve {puzzle.puzzle} {name}:1`."
        f" {' '.join(line.lstrip('# ') for line in head)}"
    )
    rows = [[f"`{name}:{number}`", note] for number, note in enumerate(notes, 1)]
    return paragraphs(words, table(["board", "description"], rows) if notes[-1] else "")


def options_section(puzzle: type[Puzzle]) -> str:
    """Return tables of the options for boards, for random boards and for all solutions."""
    rows = [
        [f"`--{name}`", f"`{name.replace('-', '_')}`", where, text]
        for name, where, text in options_of(puzzle)
    ]
    if not rows:
        return ""
    return paragraphs(
        "## Options",
        "A value in brackets is the default.",
        table(["option", "in Python", "used for", "meaning"], rows),
        *(
            table([f"in `--{option.name}`", "meaning"], [(f"`{k}`", v) for k, v in names.items()])
            for option in (*puzzle.board_options, *puzzle.instance_options)
            if (names := option.meanings)
        ),
    )


def formats_section(puzzle: type[Puzzle]) -> str:
    """Return the smallest bundled level in each of the formats that the puzzle writes."""
    problems = [puzzle.level(name) for name in puzzle.levels()]
    problem = min(problems, key=_cells, default=None)
    if problem is None:
        return ""
    examples = []
    for to in puzzle.formats:
        try:
            text = problem.format(to)
        except ValueError as error:  # the format cannot represent this board
            text = str(error)
        if len(text) <= _MOST:
            examples.append(paragraphs(f"### `{to}`", code(text)))
    return paragraphs(
        "## Text formats",
        "To write a board in the format NAME, use `problem.format(NAME)` or `aima-search"
        f" convert {puzzle.puzzle} FILE --to NAME`. To read a board from a text in Python,"
        f" use `{puzzle.__name__}.parse(text)`. Every command also accepts the text of a board."
        " The examples show one board in each format:",
        *examples,
    )


def _cells(problem: Puzzle) -> int:
    scene = picture_of(problem, problem.initial)
    return 0 if scene is None else scene.width * scene.height


def heuristics_section(puzzle: type[Puzzle], album: Album) -> str:
    """Return the facts of all heuristics, their values on a solution, and their accuracy."""
    known = [heuristic_info(puzzle.puzzle, name) for name in heuristic_names(puzzle.puzzle)]
    parts = [
        "## Heuristics",
        "A heuristic h is *admissible* if h never exceeds the exact cost to a goal. A heuristic h"
        " is *consistent* if no action decreases h by more than the cost of the action. For each"
        " *yes* in the table, our tests prove the property on small boards; for each *no*, our"
        " tests find a counterexample.",
        facts_table(puzzle.puzzle),
        *[
            f"**{info.name}**: {info.summary.rstrip('.')}. {info.details}"
            + (f" Source: {info.source}." if info.source else "")
            for info in known
            if info.details
        ],
    ]
    if offered(puzzle, "value") is not None:
        if puzzle.levels():
            parts += ["## Local search", local_searches(puzzle.level())]
        return paragraphs(*parts)
    for number, (level, settings) in enumerate(to_measure(puzzle), 1):
        problem = puzzle.parse(puzzle.levels()[level], **puzzle.read_options(settings))
        options = " ".join(f"--{key} {value}" for key, value in settings.items())
        board = f"{level} {options}".strip()
        parts += [
            f"### Accuracy on `{board}`",
            *_on_a_solution(problem, album, f"way-{number}"),
            measured(problem, board),
        ]
    return paragraphs(*parts)


def facts_table(puzzle: str) -> str:
    """Return the facts of a puzzle's heuristics as a table."""
    rows = []
    for name in heuristic_names(puzzle):
        info = heuristic_info(puzzle, name)
        facts = (FACT[info.admissible], FACT[info.consistent])
        rows.append([f"`{name}`", *facts, info.summary.rstrip(".")])
    return table(["heuristic", "admissible", "consistent", "meaning"], rows)


def _on_a_solution(problem: Puzzle, album: Album, name: str) -> list[str]:
    """Return a solution in pictures, and the value of each heuristic in its states."""
    result = solution_of(problem, LIMITS)
    if result.node is None or result.cost is None:
        return []
    nodes = result.node.path()
    chosen = spread(nodes, MOST_PICTURES)
    rows = [["*remaining cost*", *(_number(result.cost - node.path_cost) for node in chosen)]]
    for heuristic in heuristic_names(problem.puzzle):
        try:
            h = make_heuristic(heuristic, problem)
            rows.append([f"`{heuristic}`", *(_number(h(node)) for node in chosen)])
        except NotApplicable:
            continue
    titles = ["heuristic", *(f"after {node.depth}" for node in chosen)]
    return [
        "The pictures show a solution of the board:",
        album.solution(result, name),
        f"Each column of the table describes a state of the solution. For example, the column"
        f" *{titles[-1]}* describes the state after {chosen[-1].depth} actions. The first row"
        " of the table has the remaining cost of the solution, and each other row has the values of"
        " a heuristic:",
        table(titles, rows, titles[1:]),
    ]


def measured(problem: Puzzle, board: str) -> str:
    """Return a table of A* with every heuristic on a board and, if it is small, their accuracy.

    board: the board's name at the command line.
    """
    names = heuristic_names(problem.puzzle)
    rows = compare(problem, ["astar"], names, limits=LIMITS).rows
    is_covered = enumerate_space(problem, _COVERED).complete
    titles = ["heuristic", "status", "cost", "expanded", "generated"]
    lines = []
    for name, row in zip(names, rows, strict=True):
        values = row.outcome.values
        numbers = [format_value("number", values.get("cost"))]
        numbers += [format_value("count", values.get(key)) for key in ("expanded", "generated")]
        accuracy = _accuracy(problem, name) if is_covered else []
        lines.append([f"`{name}`", OUTCOMES[row.status].words, *numbers, *accuracy])
    if is_covered:
        titles += ["exact", "h / h*"]
    command = f"aima-search compare {problem.puzzle} {board} --algorithms astar --heuristics all"
    note = (
        " The column *exact* shows the percentage of reachable states in which h equals the"
        " exact cost to a goal. The column *h / h\\** shows the mean ratio of h to the exact cost."
        " The columns *exact* and *h / h\\** leave out states from which no goal can be reached."
        if is_covered
        else ""
    )
    return paragraphs(
        f"The next table has the results of A* with each heuristic and at most {LIMITS.nodes:,}"
        f" expansions. To compare the heuristics yourself, use `{command}`.{note}",
        table(titles, lines, titles[2:]),
    )


def local_searches(problem: Puzzle) -> str:
    """Return a table of the results of every local search on a board, with the same seed."""
    rows = []
    for name in ALGORITHMS:
        algorithm = ALGORITHMS.get(name)
        if algorithm.local:
            seed: dict[str, Any] = {"seed": 1} if algorithm.takes_seed else {}
            result = solve(problem, name, limits=LIMITS, **seed)
            best = result.best_value
            numbers = [format_value("number", None if best is None else best + 0)]
            numbers.append(format_value("count", result.expanded))
            rows.append([f"`{name}`", OUTCOMES[result.status].words, *numbers])
    return paragraphs(
        f"Local search looks for a state with the highest value. The table has the results of all"
        f" local searches on the board `{first_level(type(problem))}`, with seed 1 and at most"
        f" {LIMITS.nodes:,} iterations:",
        table(
            ["algorithm", "status", "best value", "iterations"], rows, ["best value", "iterations"]
        ),
    )


def _accuracy(problem: Puzzle, name: str) -> list[str]:
    """Return how often h is exact, and the mean ratio of h to the exact cost."""
    try:
        accuracy = check_heuristic(problem, name, states=_COVERED).accuracy
    except NotApplicable:
        accuracy = None
    if accuracy is None:
        return [format_value("share", None)] * 2
    return [format_value("share", accuracy.exact), format_value("ratio", accuracy.mean_ratio)]


def _number(value: float) -> str:
    return "∞" if value == float("inf") else format_value("number", value)


def to_measure(puzzle: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the level and the options of each board that ``about.md`` names for measurements.

    By default, this is the first level without options, or nothing if there are no levels.
    """
    levels = puzzle.levels()
    blocks = [words_of(match[1])[0] for match in HEURISTICS.finditer(puzzle.about())]
    for settings in (blocks or [{}]) if levels else []:
        name = settings.pop("level", next(iter(levels)))
        if name not in levels:
            raise UnknownName(f"{puzzle.puzzle} level", name, levels)
        yield name, settings


def side_by_side(pictures: Sequence[tuple[str, str]]) -> str:
    """Return pictures, given as pairs of a caption and a file, in one row."""
    captions = [caption.replace(" -> ", " → ") for caption, _ in pictures]
    return table(captions, [[f"![{_plain(caption)}]({file})" for caption, file in pictures]])


def _plain(text: str) -> str:
    return text.replace("[", "(").replace("]", ")").replace("`", "")


def code(text: str, language: str = "text") -> str:
    """Return a code block whose fence does not occur in the text."""
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


if __name__ == "__main__":
    target = Path(sys.argv[2])
    page = puzzle_page(sys.argv[1], target.stem)
    page.write(target)
    folder = target.parent / target.stem
    print(f"wrote {target}, and {len(page.pictures)} pictures in {folder}")
