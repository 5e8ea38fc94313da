"""Arguments that commands share: boards and options of a puzzle, limits, progress."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.limits import LIMITS, Limits, most_jobs
from aima_search.catalog.boards import make_problem, make_problems
from aima_search.catalog.expressions import split_list
from aima_search.cli.supervisor import Seconds
from aima_search.compiled.engines import ENGINES
from aima_search.model.problem import USUAL_TIE_BREAK
from aima_search.model.puzzle import Option, Puzzle, first_level

_F = TypeVar("_F", bound=Callable[..., Any])

PASS_ON_OPTIONS = {"ignore_unknown_options": True}
"""Click settings of commands that leave unknown options to the puzzle."""


class WholeNumber(click.IntRange):
    """A whole number on the command line."""

    name = "whole number"


class OutputFile(click.Path):
    """A file to write, with the ending that goes with its kind.

    The ending, and that the folder is there and can be written to, are checked before the work.
    """

    def __init__(self, ending: str = "") -> None:
        super().__init__(path_type=Path, dir_okay=False)
        self.ending = ending

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; a usage error if it cannot be written."""
        path: Any = super().convert(value, param, ctx)
        if self.ending and path.suffix.lower() != self.ending:
            self.fail(f"{str(path)!r}: expected a name that ends in {self.ending}", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"there is no folder {str(path.parent)!r}", param, ctx)
        if not (path.exists() or os.access(path.parent, os.W_OK)):
            self.fail(f"you may not write into the folder {str(path.parent)!r}", param, ctx)
        return path


def tie_break_option(name: str, text: str) -> Callable[[_F], _F]:
    """Return the decorator that adds the option for one tie-break, or for several."""
    names = ", ".join(TIE_BREAKS)
    return click.option(
        name,
        default=None,
        show_default=f"the puzzle's own, or {USUAL_TIE_BREAK}",
        help=f"{text} {names}.",
    )


def engine_option(default: str | None) -> Callable[[_F], _F]:
    """Return the decorator that adds --engine; None: auto, but objects if each step is kept."""
    return click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default=default,
        show_default=default or "auto, objects with --trace",
        help="compiled: machine code with the same counts, much faster, if numba is installed and"
        " the problem has a compiled form; auto: objects first, then machine code once that pays.",
    )


def names_option(*flags: str, text: str, default: Sequence[str] = ()) -> Callable[[_F], _F]:
    """Return the decorator that adds an option for names by commas, which may be given again."""
    return click.option(
        *flags,
        multiple=True,
        metavar="NAME,...",
        default=[",".join(default)],
        show_default=bool(default),
        callback=lambda context, option, texts: [one for text in texts for one in split_list(text)],
        help=text,
    )


puzzle_argument = click.argument("puzzle")
boards_argument = click.argument(
    "boards", nargs=-1, type=click.UNPROCESSED, metavar="[BOARD...] [PUZZLE OPTIONS]"
)
options_argument = click.argument(
    "options", nargs=-1, type=click.UNPROCESSED, metavar="[PUZZLE OPTIONS]"
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
states_option = click.option(
    "--states",
    type=WholeNumber(min=1),
    default=1_000_000,
    show_default=True,
    help="How many states of a board to cover at most, or a little more.",
)


def jobs_option(text: str, **settings: Any) -> Callable[[_F], _F]:
    """Return the decorator that adds --jobs, a number of processes within the machine's means."""
    return click.option("--jobs", type=WholeNumber(1, most_jobs()), help=text, **settings)


scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="A Dask cluster: local, or its tcp://host:port."
)


def _keep_nothing(context: click.Context, option: click.Parameter, chosen: bool) -> None:
    """Neither read nor write the cache while the command runs, in its workers too."""
    if chosen:
        from aima_search.base.cache import OFF, VARIABLE  # only when used

        before = os.environ.get(VARIABLE, "")
        os.environ[VARIABLE] = OFF
        context.call_on_close(lambda: os.environ.update({VARIABLE: before}))


no_cache_option = click.option(
    "--no-cache",
    is_flag=True,
    expose_value=False,
    callback=_keep_nothing,
    help="Prepare heuristics from scratch, and keep no tables.",
)


_RANGES: dict[Any, Any] = {int: WholeNumber(min=0), float: Seconds(min=0)}


def limit_options(default: Limits) -> Callable[[_F], Callable[..., Any]]:
    """Return a decorator that adds an option for each limit, and --no-cache.

    The command is called with ``limits``, the limits that the options stand for.
    """

    def decorate(function: _F) -> Callable[..., Any]:
        @wraps(function)
        def command(**values: Any) -> Any:
            limits = Limits(**{name: values.pop(name) for name in LIMITS})
            return function(**values, limits=limits)

        for name, limit in reversed(LIMITS.items()):
            value = getattr(default, name)
            option = click.option(
                f"--{limit.option.name}",
                name,
                type=str if limit.metavar else _RANGES[limit.option.type],
                metavar=limit.metavar or None,
                default=value,
                show_default=value is not None,
                help=limit.option.help,
            )
            option(command)
        return no_cache_option(command)

    return decorate


def read_problems(
    puzzle: type[Puzzle],
    arguments: Sequence[str],
    default: Callable[[type[Puzzle]], list[str]] = lambda puzzle: [first_level(puzzle)],
    *,
    of_files: bool = False,
    with_example: bool = False,
) -> dict[str, Puzzle]:
    """Return the boards named on the command line, the ``default`` boards if no board is named.

    ``arguments`` mixes boards (file, id, level, ``-``) and options of the puzzle (``--line 4``).
    of_files: every board of a file is taken. with_example: if no board is named, the puzzle's
    ``example`` is taken, with its options as far as they are not given.
    """
    known = [*puzzle.board_options, *puzzle.file_options]
    boards, options = split_arguments(arguments, known, f"{puzzle.puzzle} option")
    if with_example and not boards and puzzle.example:
        boards, chosen = split_arguments(puzzle.example, known, f"{puzzle.puzzle} option")
        options = chosen | options
        click.echo(f"no board is named: {' '.join(puzzle.example)}", err=True)
    references = boards or default(puzzle)
    problems: dict[str, Puzzle] = {}
    for reference in references:
        text = read_standard_input() if reference == "-" else None
        if of_files:
            problems |= make_problems(puzzle, reference, text=text, **options)
        else:
            problems[reference] = make_problem(puzzle, reference, text=text, **options)
    return problems


def options_of(puzzle: type[Puzzle]) -> list[tuple[str, str, str]]:
    """Return every option of a puzzle: its name, what takes it, what it means."""
    of_boards = [*puzzle.board_options, *puzzle.file_options]
    taken = (("boards", of_boards), ("generate", puzzle.instance_options))
    rows = [(one.name, where, one.help) for where, options in taken for one in options]
    return [*rows, *((flag, "solve --all", text) for flag, text in puzzle.solution_flags.items())]


def read_standard_input() -> str:
    """Return the text on standard input; InputError if it is not text."""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise InputError(f"standard input: not {error.encoding.upper()} text") from None


def read_problem(
    puzzle: type[Puzzle], arguments: Sequence[str], *, with_example: bool = False
) -> tuple[str, Puzzle]:
    """Return the one board named on the command line, with its name; see ``read_problems``."""
    problems = read_problems(puzzle, arguments, with_example=with_example)
    if len(problems) > 1:
        raise InputError(f"{len(problems)} boards given: expected one ({', '.join(problems)})")
    return next(iter(problems.items()))


def split_arguments(
    arguments: Sequence[str], options: Sequence[Option], kind: str
) -> tuple[list[str], dict[str, Any]]:
    """Split into plain arguments and the values of ``--name value`` or ``--name=value``."""
    known = {option.name: option for option in options}
    plain: list[str] = []
    values: dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if not argument.startswith("--"):
            plain.append(argument)
            continue
        name, equals, text = argument[2:].partition("=")
        if name not in known:
            context = click.get_current_context(silent=True)
            own = [flag for one in context.command.params for flag in one.opts] if context else []
            own = [flag for flag in own if flag.startswith("--")]
            raise UnknownName(kind, f"--{name}", [*(f"--{one}" for one in known), *own])
        if not equals:
            if not rest:
                raise InputError(f"{known[name].flag}: expected a value after it")
            text = rest.pop(0)
        values[known[name].parameter] = known[name].read(text, known[name].flag)
    return plain, values
