"""Puzzles: problem classes with texts, levels, pictures and options, registered by name."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar, cast

from aima_search.base.errors import (
    BoardError,
    InputError,
    MissingOptionalMember,
    NotRegistered,
    UnknownName,
    shown,
)
from aima_search.base.files import read_file
from aima_search.base.option import Option as Option
from aima_search.base.option import check_whole, read_texts, write_text
from aima_search.base.option import read_switch as read_switch
from aima_search.base.plugins import load_plugins
from aima_search.base.registry import Registry, origin_of
from aima_search.base.seeds import Seed, random_source
from aima_search.model.boards import LoadedBoards, boards_of, parse_board
from aima_search.model.contract import Action, Self, State, offered
from aima_search.model.heuristic import DefaultHeuristicMixin
from aima_search.model.presentation import ExplanationDefaults, PictureDefaults
from aima_search.model.problem import USUAL_TIE_BREAK, Node, Problem, goal_test

if TYPE_CHECKING:  # as in ``contract``
    from importlib.abc import Traversable


_P = TypeVar("_P", bound="type[Puzzle]")


class _RegistrationRequired:
    def __get__(self, puzzle: object, kind: type) -> NoReturn:
        raise NotRegistered(
            f"{kind.__name__} is not registered: write @register_puzzle('NAME') above the class"
        )


class Puzzle(
    DefaultHeuristicMixin[State, Action],
    Problem[State, Action],
    ExplanationDefaults[State, Action],
    PictureDefaults[State, Action],
):
    """The base class of all puzzles.

    - summary: a description in one line.
    - version: increase it when the rules or the numbering of states change.
    - default_heuristic: the registered heuristic that searches use by default, such as "manhattan";
      the method ``h`` returns the values of this heuristic.
    - made_heuristics: names of generated heuristics, such as ``("pattern-database",)``, to list
      with the puzzle's own heuristics.
    - board_options: options of ``parse``, such as ``(Option("wrap", read_switch, "help"),)``.
    - file_options: options of ``parse`` whose values are files, for the command line only.
    - instance_options: options of ``generate``, such as ``(Option("size", int, "help"),)``.
    - play_settings: board options for players, such as ``{"propagation": "none"}``; choose them so
      that each action is one decision of the player.
    - example: the level and the options that ``solve`` and ``compare`` use by default, such as
      ``("2-plus", "--wrap", "yes")``; if you do not set it, they use the first level.
    - page_level: the board that the page opens, such as "2-plus"; by default the first level.
    - presets: named choices for players who want a random board, such as
      ``{"5 x 5, easy": {"size": "5"}}``; each choice is a dict of options of ``generate``.
    - plain_settings: dicts of board options, such as ``({"propagation": "none"},)``. If a search
      expands at most 3 nodes, the page suggests the first dict that makes the search longer.
    - comment: the text at the start of a comment line, such as "#"; "" if there are no comments.
    - reads_texts: True if the constructor parses every text itself.
    - formats: the names of the formats for ``format``, such as ``("id", "rows")``; for any
      name besides "id", override ``format``.
    - solution_flags: the flags of ``solutions`` with their descriptions, such as
      ``{"minimal": "only the smallest solutions"}``.
    """

    puzzle: ClassVar[str] = cast(str, _RegistrationRequired())
    summary: ClassVar[str] = ""
    version: ClassVar[int] = 1
    default_heuristic: ClassVar[str] = "zero"
    made_heuristics: ClassVar[Sequence[str]] = ()
    default_tie_break: ClassVar[str] = USUAL_TIE_BREAK
    board_options: ClassVar[Sequence[Option]] = ()
    file_options: ClassVar[Sequence[Option]] = ()
    instance_options: ClassVar[Sequence[Option]] = ()
    play_settings: ClassVar[Mapping[str, str]] = {}
    example: ClassVar[Sequence[str]] = ()
    page_level: ClassVar[str] = ""
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    plain_settings: ClassVar[Sequence[Mapping[str, str]]] = ()
    comment: ClassVar[str] = ""
    reads_texts: ClassVar[bool] = False
    formats: ClassVar[Sequence[str]] = ("id",)
    solution_flags: ClassVar[Mapping[str, str]] = {}

    remark: str = ""
    """A note of the generator, such as bounds of the cost."""

    @property
    def page_heuristic(self) -> str:
        """The name of the heuristic that the page chooses for this board."""
        return self.default_heuristic

    @classmethod
    def parse(cls, text: str, **options: Any) -> Self:
        """Return the instance that a text describes; raise BoardError if the text has a mistake.

        The constructor gets the rows of the text, joined by ``/``. If ``reads_texts`` is True, it
        gets the text itself. It gets the options as keyword arguments.
        """
        board: Any = text
        if not cls.reads_texts:
            check_length(cls.puzzle, text, 100_000)
            lines = [line for line in text.splitlines() if not is_comment(line, cls.comment)]
            board = "/".join(line.strip() for line in lines if line.strip())
        return cls(board, **options)

    def format(self, to: str = "id") -> str:
        """Return the board as a text that ``parse`` accepts.

        ``to`` is one of ``formats``; "id" means a text of one line. If a puzzle does not define
        this method, the text has the rows of the initial grid, with ``/`` between them.
        """
        if to not in self.formats:
            raise UnknownName(f"{self.puzzle} format", to, self.formats)
        return "/".join("".join(map(str, row)) for row in self.grid(self.initial))

    def judge(self, solution: Any) -> list[str]:
        """Return the mistakes of a solution as texts, or [] if the solution is right.

        If a puzzle does not define this method, a solution is a list of actions, or a text that has
        ``;`` or a line break after each action. In the text, an action is written as
        ``str(action)``. Raises BoardError if the solution cannot be read.
        """
        words = re.split(r"[;\n]", solution) if isinstance(solution, str) else list(solution)
        node: Node[State, Action] = Node(self.initial)
        for number, word in enumerate(filter(None, (str(word).strip() for word in words)), 1):
            children = {str(child.action): child for child in node.expand(self)}
            if word not in children:
                expected = ", ".join(list(children)[:8]) or "no action"
                return [f"action {number}: {word!r:.40} is not possible, expected {expected}"]
            node = children[word]
        if goal_test(self)(node.state):
            return []
        return [f"no goal after {node.depth} actions", *self.faults(node.state)]

    @classmethod
    def split(cls, text: str) -> Iterator[tuple[int, str]]:
        """Yield (line number, text) of every board in a text, such as a file.

        A line is a board if it contains a colon or a slash, or if it starts with ``[``. Otherwise,
        empty lines separate the boards. If ``parse`` accepts only single lines, each line is a
        board. Comment lines are skipped.
        """
        return split_boards(text, partial(can_parse, cls), cls.comment)

    @classmethod
    def load(cls, file: str | PathLike[str], **options: Any) -> LoadedBoards[Self]:
        """Return a dict of the boards of a file, under the names FILE:1, FILE:2, ...

        Boards with mistakes are left out. The dict's attribute ``faults`` has their error messages.
        If no board is left, InputError is raised. options: options of ``parse``.
        """
        path, boards = Path(file), LoadedBoards[Self]()
        for number, board in enumerate(boards_of(cls, read_file(path), path), 1):
            name = f"{path.name}:{number}"
            try:
                boards[name] = parse_board(cls, board, **options)
            except ValueError as error:
                boards.faults[name] = str(error)
        if not boards:
            first_error = next(iter(boards.faults.values()), "the file is empty")
            raise InputError(f"file {str(file)!r} has no board of {cls.puzzle}: {first_error}")
        return boards

    @classmethod
    def with_files(cls, text: str, read: Callable[[str], str]) -> str:
        """Replace each file name in a board's text by the content of the named file.

        read: a function that takes a file name and returns the text of this file.
        """
        return text

    @classmethod
    def write_options(cls, values: Mapping[str, Any]) -> dict[str, str]:
        """Convert keyword arguments of ``parse`` into a dict from option names to texts."""
        options = {option.parameter: option for option in (*cls.board_options, *cls.file_options)}
        return {options[name].name: write_text(value) for name, value in values.items()}

    @classmethod
    def read_options(cls, texts: Mapping[str, str]) -> dict[str, Any]:
        """Read options of ``parse``: for example, ``{"size": "5"}`` gives ``{"size": 5}``."""
        return read_texts(f"{cls.puzzle} option", cls.board_options, texts)

    @classmethod
    def read_instance_options(cls, texts: Mapping[str, str]) -> dict[str, Any]:
        """Read options of ``generate``: for example, ``{"size": "5"}`` gives ``{"size": 5}``."""
        return read_texts(f"option of generate {cls.puzzle}", cls.instance_options, texts)

    def settings(self) -> dict[str, str]:
        """Return the board's options that ``format()`` leaves out: a dict from names to texts.

        These options and ``format()`` together define the problem.
        """
        settings = [option for option in self.board_options if option.is_setting]
        values = {option.name: getattr(self, option.parameter) for option in settings}
        has_text = {name: value for name, value in values.items() if not callable(value)}
        return {name: write_text(value) for name, value in has_text.items() if value is not None}

    def instance_text(self) -> str:
        """Return the id of the board. Return "" if the board cannot be written as a text."""
        try:
            return self.format()
        except (NotImplementedError, BoardError):
            return ""

    @classmethod
    def generate(cls, seed: Seed, /, **options: Any) -> Self:
        """Return a random instance; the same seed and options give the same board in every release.

        seed: an int, a str, a ``random.Random``, a numpy Generator, or None for Python's global
        generator. options: options of ``random_instance``.
        """
        check_whole(cls.instance_options, options)
        return cls.random_instance(random_source(seed), **options)

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return a random instance; ``generate`` calls this method with a random generator."""
        raise MissingOptionalMember(f"{cls.__name__} does not define random_instance(random)")

    @classmethod
    def can_generate(cls) -> bool:
        """Return True if the puzzle can generate random instances."""
        names = ("random_instance", "generate")
        return any(getattr(cls, name).__func__ is not vars(Puzzle)[name].__func__ for name in names)

    @classmethod
    def levels(cls) -> Mapping[str, str]:
        """Return the bundled levels (``levels/*.txt``), as a sorted dict from names to texts."""
        return cls._texts("levels")

    @classmethod
    def collections(cls) -> Mapping[str, str]:
        """Return the bundled collections (``collections/*.txt``), as a dict from names to texts."""
        return cls._texts("collections")

    @classmethod
    def notes(cls, collection: str) -> list[str]:
        """Return the comment above each board of a collection, or "" if there is no comment."""
        text = cls.collections()[collection]
        lines = ["", *text.splitlines()]
        are_comments = [is_comment(line, cls.comment) for line in lines]
        end = are_comments.index(False, 1)  # the end of the comment on the whole collection
        above = (at - 1 for at, _ in cls.split(text))
        return [lines[at][1:].strip() if are_comments[at] and at >= end else "" for at in above]

    @classmethod
    def note(cls, reference: str) -> str:
        """Return the comment on a board such as COLLECTION:20, or "" if there is no comment."""
        name, _, number = reference.rpartition(":")
        if name in cls.collections() and number.isdecimal():
            notes = dict(enumerate(cls.notes(name), 1))
            return notes.get(int(number), "")
        return ""

    @classmethod
    def lessons(cls) -> Mapping[str, str]:
        """Return the page's bundled lessons (``lessons/*.md``), as a dict from names to texts."""
        return cls._texts("lessons", ".md")

    @classmethod
    def _texts(cls, folder_name: str, ending: str = ".txt") -> dict[str, str]:
        home = cls._folder()
        if home is None or not (folder := home / folder_name).is_dir():
            return {}
        files = {file.name: file for file in folder.iterdir() if file.name.endswith(ending)}
        names = sorted(files, key=natural_key)
        return {name.removesuffix(ending): files[name].read_text("utf-8") for name in names}

    @classmethod
    def about(cls) -> str:
        """Return the text of ``about.md`` next to the class's module, or "" if there is no file."""
        return cls._texts("", ".md").get("about", "")

    @classmethod
    def _folder(cls) -> Traversable | None:
        spec = sys.modules[cls.__module__].__spec__
        if spec is None or not spec.parent:
            return None
        if spec.has_location and spec.origin is not None and Path(spec.origin).is_file():
            return Path(spec.origin).parent
        from importlib.resources import files  # for a package in an archive

        return files(spec.parent)

    @classmethod
    def level(cls, name: str | None = None) -> Self:
        """Return the bundled level with this name; None means the first level."""
        levels = cls.levels()
        name = first_level(cls) if name is None else name
        if name not in levels:
            raise UnknownName(f"{cls.puzzle} level", name, levels)
        return cls.parse(levels[name])

    def __repr__(self) -> str:
        text = self.instance_text()
        if not text:
            return super().__repr__()
        arguments = [repr(text)]
        with suppress(AttributeError, TypeError, ValueError):  # the puzzle's class may be wrong
            if settings := self.settings():
                usual = type(self).parse(text).settings().items()
                values = self.read_options(dict(settings.items() - usual))
                arguments += [f"{name}={values[name]!r}" for name in sorted(values)]
        return f"{type(self).__name__}.parse({', '.join(arguments)})"


def can_parse(puzzle: type[Puzzle], text: str, **options: Any) -> bool:
    """Return True if ``text`` is a valid board with these options."""
    try:
        puzzle.parse(text, **options)
    except (ValueError, NotImplementedError):
        return False
    return True


def preparation_of(problem: object) -> list[str]:
    """Return the lines of a puzzle's ``preparation``, or [] for other problems."""
    return list(map(str, problem.preparation())) if isinstance(problem, Puzzle) else []


def action_words(problem: object, state: Any, action: Any) -> str:
    """Return an action as text: by ``problem.describe`` if it exists, otherwise by ``str``."""
    describe = offered(problem, "describe")
    return str(action if describe is None else describe(state, action))


PUZZLES: Registry[type[Puzzle]] = Registry("puzzle", load_plugins, "puzzles")  # puzzles by name


def first_level(puzzle: type[Puzzle]) -> str:
    """Return the name of a puzzle's first bundled level, which is the default board."""
    levels = list(puzzle.levels())
    if not levels:
        raise InputError(f"{puzzle.puzzle} has no bundled levels: give a board")
    return levels[0]


_TEXTS = (str, 'texts, such as ("name",)')
_OPTIONS = (Option, "options, such as (Option(...),)")
_ITEMS: Mapping[str, tuple[type, str]] = {
    **dict.fromkeys(("example", "formats", "made_heuristics"), _TEXTS),
    **dict.fromkeys(("board_options", "file_options", "instance_options"), _OPTIONS),
}
"""Attributes of a puzzle that are tuples: the type of their items, and what is expected."""


def register_puzzle(name: str) -> Callable[[_P], _P]:
    """Return a class decorator that registers a puzzle under a name."""

    def decorate(puzzle: _P) -> _P:
        for attribute, (kind, words) in _ITEMS.items():
            items = getattr(puzzle, attribute)
            if not isinstance(items, list | tuple) or not all(isinstance(i, kind) for i in items):
                raise InputError(
                    f"{puzzle.__name__}.{attribute} is {shown(items)}: expected a tuple of {words}"
                )
        puzzle.puzzle = name
        PUZZLES.register(name, puzzle, origin_of(puzzle))
        return puzzle

    return decorate


def check_length(kind: str, text: str, most: int) -> None:
    """Raise BoardError if a board's text has more than ``most`` characters."""
    if len(text) > most:
        raise BoardError(f"{kind} text of {len(text):,} characters: expected at most {most:,}")


def blocks_of(lines: Iterable[str], comment: str = "#") -> Iterator[tuple[int, list[str]]]:
    """Split lines at empty lines; yield (number of the first line, lines) for each block.

    Blocks that contain only comments are left out.
    """
    block: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        if line.strip():
            block.append(line)
        elif block:
            if not all(is_comment(line, comment) for line in block):
                yield number - len(block), block
            block = []


def is_comment(line: str, comment: str = "#") -> bool:
    """Return True if a line is a comment."""
    return comment != "" and line.lstrip().startswith(comment)


def split_boards(
    text: str, is_board: Callable[[str], bool] = lambda text: False, comment: str = "#"
) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) for each board in a text, by the rules of ``Puzzle.split``."""
    for first, block in blocks_of(text.splitlines(), comment):
        rows: list[tuple[int, str]] = []
        for number, line in enumerate(block, first):
            if is_comment(line, comment):
                continue
            if ":" in line or "/" in line or line.lstrip().startswith("["):
                yield from _together(rows, is_board)
                yield number, line.strip()
                rows = []
            else:
                rows.append((number, line))
        yield from _together(rows, is_board)


def _together(
    rows: list[tuple[int, str]], is_board: Callable[[str], bool]
) -> Iterator[tuple[int, str]]:
    board = "\n".join(line for _, line in rows)
    if len(rows) > 1 and is_board(rows[0][1]) and not is_board(board):
        yield from rows
    elif rows:
        yield rows[0][0], board


def natural_key(name: str) -> list[str | int]:
    """Return a sort key for ``name`` that orders numbers by value, so that "8" is before "15"."""
    parts = re.split(r"([0-9]+)", name)  # every second part is a number
    return [int(part) if place % 2 else part for place, part in enumerate(parts)]
