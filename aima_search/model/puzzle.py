"""Puzzles: problems with text, levels, pictures and options, for the catalog and the command line.

A puzzle is a ``Problem`` class registered under a name: ``@register_puzzle("movix")``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from aima_search.base.errors import BoardError, InputError, MissingMethod, UnknownName
from aima_search.base.option import Option as Option
from aima_search.base.option import check_whole, read_texts, write_text
from aima_search.base.option import read_switch as read_switch
from aima_search.base.registry import Registry, load_plugins, origin_of
from aima_search.base.seeds import Seed, random_source
from aima_search.model.boards import Boards, load_boards
from aima_search.model.contract import Action, Explanation, Pictures, State, offered
from aima_search.model.heuristic import WithDefaultHeuristic
from aima_search.model.problem import USUAL_TIE_BREAK, Node, Problem, goal_test

if TYPE_CHECKING:  # as in ``contract``
    from importlib.abc import Traversable

    from typing_extensions import Self

_P = TypeVar("_P", bound="type[Puzzle]")


class Puzzle(
    WithDefaultHeuristic[State, Action],
    Problem[State, Action],
    Explanation[State, Action],
    Pictures[State, Action],
):
    """Base of the puzzles: text in and out, bundled levels, instances, pictures.

    puzzle: the registered name. summary: one line. version: raised when the rules or the
    numbering of states change. default_heuristic: the name of ``h``. made_heuristics: names of
    heuristics made from the problem that pay for this puzzle, listed with its own.
    default_tie_break: for ``solve`` and the command line; the textbook's functions keep theirs.
    board_options: parameters of ``parse``. instance_options: parameters of ``generate``.
    file_options: parameters of ``parse`` that are read from a file, once for all boards; the
    command line alone offers them.
    example: what ``solve`` and ``compare`` take on the command line if no board is named, a level
    and options; by default the first level. page_level: the level that the page opens, if another
    one than the first is worth watching. play_settings: board options under which one action is one
    decision, for a person who plays; the states mean the same under all options. plain_settings:
    board options under which a search can be watched, best first, for boards that the default
    options decide by themselves. presets: random boards for players, each under a name such as
    "9 x 9, easy": options of ``generate`` as texts.
    comment: what begins a line of comment in a text of boards, "" if every line is of a board.
    reads_texts: whether the constructor reads every text itself.
    formats: the formats that ``format`` writes. solution_flags: parameters of ``solutions`` that
    are on or off, with their meaning.
    """

    puzzle: ClassVar[str]
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
    """What the generator has to say of an instance, such as bounds of its cost."""

    @property
    def page_heuristic(self) -> str:
        """The heuristic with which the page opens this board."""
        return self.default_heuristic

    @classmethod
    def parse(cls, text: str, **options: Any) -> Self:
        """Return the instance that a text describes; BoardError names the place of a fault.

        Here: the constructor gets the text if it ``reads_texts``, otherwise the rows of the text
        with ``/`` between them.
        """
        board: Any = text  # the constructor is the subclass's
        if cls.reads_texts:
            return cls(board, **options)
        check_length(cls.puzzle, text, 100_000)
        lines = [line for line in text.splitlines() if not is_comment(line, cls.comment)]
        rows = [line.strip() for line in lines if line.strip()]
        board = "/".join(rows)
        return cls(board, **options)

    def format(self, to: str = "id") -> str:
        """Return a text that ``parse`` reads back, in one of ``formats``; "id" is one line.

        Here: the rows of the initial grid, with ``/`` between them.
        """
        if to not in self.formats:
            raise UnknownName(f"{self.puzzle} format", to, self.formats)
        return "/".join("".join(map(str, row)) for row in self.grid(self.initial))

    def judge(self, solution: Any) -> list[str]:
        """Return in words what is wrong with a solution that somebody hands in, [] if it is right.

        Here a solution is a list of actions, or the text of them with ``;`` or ends of lines
        between them. BoardError if it cannot be read.
        """
        words = re.split(r"[;\n]", solution) if isinstance(solution, str) else list(solution)
        node: Node[State, Action] = Node(self.initial)
        for number, word in enumerate(filter(None, (str(one).strip() for one in words)), 1):
            after = {str(child.action): child for child in node.expand(self)}
            if word not in after:
                expected = ", ".join(list(after)[:8]) or "no action"
                return [f"action {number}: {word!r:.40} is not possible, expected {expected}"]
            node = after[word]
        is_solved = goal_test(self)(node.state)
        return (
            [] if is_solved else [f"no goal after {node.depth} actions", *self.faults(node.state)]
        )

    @classmethod
    def split(cls, text: str) -> Iterator[tuple[int, str]]:
        """Yield (line number, text) of every board in a text of many, such as a file.

        A line with a colon or a slash, or that starts like a list, is a board. So is a block of
        other lines up to an empty line, unless its first line alone is a board and the block is
        not: then each of its lines is a board. A line that begins with ``comment`` is none.
        """
        return split_boards(text, cls._reads, cls.comment)

    @classmethod
    def load(cls, file: str | PathLike[str], **options: Any) -> Boards[Self]:
        """Return the boards of a file by name, FILE:1, FILE:2, ...; ``faults`` of others.

        ``options`` are those of ``parse``. InputError if no board of the file can be read.
        """
        return load_boards(cls, file, **options)

    @classmethod
    def with_files(cls, text: str, read: Callable[[str], str]) -> str:
        """Return a board of a file with the files that it names put in; here it names no files.

        read: gives the text of a file next to that of the board, by its name.
        """
        return text

    @classmethod
    def _reads(cls, text: str) -> bool:
        """Tell whether a text is a board as it stands, without options."""
        try:
            cls.parse(text)
        except (ValueError, NotImplementedError):
            return False
        return True

    @classmethod
    def write_options(cls, values: Mapping[str, Any]) -> dict[str, str]:
        """Return board options, parameters of ``parse``, by their names and as text."""
        known = [*cls.board_options, *cls.file_options]
        options = {option.parameter: option for option in known}
        return {options[name].name: write_text(value) for name, value in values.items()}

    @classmethod
    def read_options(cls, texts: Mapping[str, str]) -> dict[str, Any]:
        """Return the parameters of ``parse`` for texts by the options' names."""
        return read_texts(f"{cls.puzzle} option", cls.board_options, texts)

    @classmethod
    def read_instance_options(cls, texts: Mapping[str, str]) -> dict[str, Any]:
        """Return the parameters of ``generate`` for texts by the options' names."""
        return read_texts(f"option of generate {cls.puzzle}", cls.instance_options, texts)

    def settings(self) -> dict[str, str]:
        """Return the board options that are not in the id, by name, as text.

        Together with ``format()`` they make the same problem again.
        """
        return {
            option.name: write_text(getattr(self, option.parameter))
            for option in self.board_options
            if option.is_setting and getattr(self, option.parameter) is not None
        }

    def instance_text(self) -> str:
        """Return the id, "" if no text describes the board."""
        try:
            return self.format()
        except (NotImplementedError, BoardError):
            return ""

    @classmethod
    def generate(cls, seed: Seed, /, **options: Any) -> Self:
        """Return a random instance; the same seed and options give the same board in every release.

        seed: what ``random_source`` takes; None for any instance. options: of ``random_instance``.
        """
        check_whole(cls.instance_options, options)
        return cls.random_instance(random_source(seed), **options)

    @classmethod
    def random_instance(cls, random: Random, /, **options: Any) -> Self:
        """Return an instance drawn from a generator of random numbers; what ``generate`` calls."""
        raise _missing(cls, "random_instance(random)")

    @classmethod
    def can_generate(cls) -> bool:
        """Tell whether the puzzle draws random instances."""
        own = (cls.random_instance.__func__, cls.generate.__func__)  # type: ignore[attr-defined] # of a class
        return own != (Puzzle.random_instance.__func__, Puzzle.generate.__func__)  # type: ignore[attr-defined]

    @classmethod
    def levels(cls) -> Mapping[str, str]:
        """Return the bundled levels, files ``levels/*.txt``: name to text, 8 before 15."""
        return cls._texts("levels")

    @classmethod
    def collections(cls) -> Mapping[str, str]:
        """Return the bundled files of many boards, ``collections/*.txt``; a board is NAME:20."""
        return cls._texts("collections")

    @classmethod
    def notes(cls, collection: str) -> list[str]:
        """Return what a bundled collection says of each board: the comment in the line above it."""
        text = cls.collections()[collection]
        lines = ["", *text.splitlines()]
        own = [is_comment(line, cls.comment) for line in lines]
        head = own.index(False, 1)  # what is said of the whole
        above = (at - 1 for at, _ in cls.split(text))
        return [lines[at][1:].strip() if own[at] and at >= head else "" for at in above]

    @classmethod
    def note(cls, reference: str) -> str:
        """Return what is said of the board COLLECTION:20, "" if nothing is."""
        name, _, number = reference.rpartition(":")
        notes = cls.notes(name) if name in cls.collections() else []
        is_there = number.isdecimal() and 0 < int(number) <= len(notes)
        return notes[int(number) - 1] if is_there else ""

    @classmethod
    def lessons(cls) -> Mapping[str, str]:
        """Return the bundled lessons of the page, ``lessons/*.md``: name to Markdown."""
        return cls._texts("lessons", ".md")

    @classmethod
    def _texts(cls, folder_name: str, ending: str = ".txt") -> dict[str, str]:
        """Return the texts of a folder next to the module that defines the class."""
        home = cls._home()
        if home is None or not (folder := home / folder_name).is_dir():
            return {}
        files = {one.name: one for one in folder.iterdir() if one.name.endswith(ending)}
        names = sorted(files, key=_with_numbers)
        return {name.removesuffix(ending): files[name].read_text("utf-8") for name in names}

    @classmethod
    def about(cls) -> str:
        """Return the author's text on the puzzle in Markdown, "" if there is no text.

        It is the file ``about.md`` next to the module that defines the class; see ``manual``.
        """
        return cls._texts("", ".md").get("about", "")

    @classmethod
    def _home(cls) -> Traversable | None:
        """Return the folder of the module that defines the class, None for a script."""
        spec = sys.modules[cls.__module__].__spec__
        if spec is None or not spec.parent:
            return None
        if spec.has_location and spec.origin is not None and Path(spec.origin).is_file():
            return Path(spec.origin).parent
        from importlib.resources import files  # of a package in an archive

        return files(spec.parent)

    @classmethod
    def level(cls, name: str | None = None) -> Self:
        """Return a bundled level, the first level if no name is given."""
        levels = cls.levels()
        name = first_level(cls) if name is None else name
        if name not in levels:
            raise UnknownName(f"{cls.puzzle} level", name, levels)
        return cls.parse(levels[name])

    def __repr__(self) -> str:
        text = self.instance_text()
        return f"{type(self).__name__}.parse({text!r})" if text else super().__repr__()


def _with_numbers(name: str) -> list[str | int]:
    """Return the key by which a name is sorted: texts and numbers in turn."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"([0-9]+)", name)]


def preparation_of(problem: object) -> list[str]:
    """Return the lines of a problem's ``preparation``; no lines if the problem is no puzzle."""
    return list(map(str, problem.preparation())) if isinstance(problem, Puzzle) else []


def action_words(problem: object, state: Any, action: Any) -> str:
    """Return in words what an action does in a state; the action if the problem has no words."""
    words = offered(problem, "describe")
    return str(action if words is None else words(state, action))


def _missing(puzzle: type[Puzzle], method: str) -> MissingMethod:
    return MissingMethod(f"{puzzle.__name__} does not define {method}")


PUZZLES: Registry[type[Puzzle]] = Registry("puzzle", load_plugins, "puzzles")
"""Puzzles by name."""


def first_level(puzzle: type[Puzzle]) -> str:
    """Return the name of a puzzle's first bundled level, its default board."""
    for name in puzzle.levels():
        return name
    raise InputError(f"{puzzle.puzzle} has no bundled levels: name a board")


def register_puzzle(name: str) -> Callable[[_P], _P]:
    """Return a class decorator that registers a puzzle under a name."""

    def decorate(puzzle: _P) -> _P:
        puzzle.puzzle = name
        PUZZLES.register(name, puzzle, origin_of(puzzle))
        return puzzle

    return decorate


def check_length(kind: str, text: str, most: int) -> None:
    """Raise BoardError for a text too long for a board, before reading it costs time and memory."""
    if len(text) > most:
        raise BoardError(f"{kind} text of {len(text):,} characters: a board has at most {most:,}")


def blocks_of(lines: Iterable[str], comment: str = "#") -> Iterator[tuple[int, list[str]]]:
    """Yield the runs of lines between empty lines, each with the number of its first line.

    Runs of nothing but comments are left out.
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
    """Tell whether a line is nothing but a comment."""
    return comment != "" and line.lstrip().startswith(comment)


def split_boards(
    text: str, is_board: Callable[[str], bool] = lambda text: False, comment: str = "#"
) -> Iterator[tuple[int, str]]:
    """Yield (line number, text) of the boards in a text; see ``Puzzle.split``."""
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
    """Yield the board of some rows, or a board for each row if they are boards by themselves."""
    board = "\n".join(line for _, line in rows)
    if len(rows) > 1 and is_board(rows[0][1]) and not is_board(board):
        yield from rows
    elif rows:
        yield rows[0][0], board
