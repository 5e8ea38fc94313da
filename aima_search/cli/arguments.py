"""Arguments that several commands have: boards and puzzle options, limits, and output files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import click

from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.limits import LIMITS, Limits, most_jobs
from aima_search.catalog.boards import make_problem, make_problems
from aima_search.catalog.expressions import split_list
from aima_search.cli.supervisor import Seconds
from aima_search.model.problem import USUAL_TIE_BREAK
from aima_search.model.puzzle import Option, Puzzle, first_level

_F = TypeVar("_F", bound=Callable[..., Any])

SETTINGS = {"ignore_unknown_options": True, "show_default": True}
"""Click settings of commands that pass unknown options on to the puzzle."""

HEURISTIC_HELP = "Heuristic: a name, an expression such as 'max(a, 2*b)', or file.py:name."


class WholeNumber(click.IntRange):
    """A whole number on the command line; help texts show the type as "whole number"."""

    name = "whole number"


class OutputPath(click.Path):
    """A file to write, given on the command line. Its ending and its folder are checked."""

    def __init__(self, ending: str = "") -> None:
        super().__init__(path_type=Path, dir_okay=False)
        self.ending = ending

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; report a usage error if the file cannot be written."""
        path: Any = super().convert(value, param, ctx)
        if self.ending and path.suffix.lower() != self.ending:
            self.fail(f"{str(path)!r}: expected a name that ends in {self.ending}", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"folder {str(path.parent)!r} does not exist", param, ctx)
        if not (path.exists() or os.access(path.parent, os.W_OK)):
            self.fail(f"folder {str(path.parent)!r} is not writable", param, ctx)
        return path


def tie_break_option(name: str, text: str) -> Callable[[_F], _F]:
    """Return a decorator that adds an option for tie-breaks."""
    names = ", ".join(TIE_BREAKS)
    return click.option(
        name,
        default=None,
        show_default=f"the puzzle's own, or {USUAL_TIE_BREAK}",
        help=f"{text} {names}.",
    )


def engine_option(default: str | None) -> Callable[[_F], _F]:
    """Return a decorator for --engine; ``default`` is None if the default depends on --trace."""
    from aima_search.compiled.engines import ENGINES  # slow to import

    return click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default=default,
        show_default=default or "auto, but objects with --trace",
        help="objects: search in Python. compiled: search in machine code; this is much faster, but"
        " needs numba and a compiled version of the problem. auto: start in Python, and restart a"
        " long search in machine code. All three expand the same nodes.",
    )


def names_option(*flags: str, text: str, default: Sequence[str] = ()) -> Callable[[_F], _F]:
    """Return a decorator that adds an option for a list of names; the option can be repeated."""
    return click.option(
        *flags,
        multiple=True,
        metavar="NAME,...",
        default=[",".join(default)],
        callback=lambda context, option, texts: list(chain.from_iterable(map(split_list, texts))),
        help=text,
    )


def output_option(ending: str, text: str) -> Callable[[_F], _F]:
    """Return a decorator for an option with an output file, such as --png for ".png"."""
    return click.option(f"--{ending[1:]}", type=OutputPath(ending), help=text)


algorithm_option = click.option(
    "--algorithm",
    "-a",
    default="astar",
    help="Algorithm, with its options in parentheses, such as 'weighted-astar(weight=2)'.",
)
puzzle_argument = click.argument("puzzle")
boards_argument = click.argument(
    "boards", nargs=-1, type=click.UNPROCESSED, metavar="[BOARD...] [PUZZLE OPTIONS]"
)
options_argument = click.argument(
    "options", nargs=-1, type=click.UNPROCESSED, metavar="[PUZZLE OPTIONS]"
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
states_option = click.option(
    "--states",
    type=WholeNumber(min=1),
    default=1_000_000,
    help="On each board, stop after about this number of reached states.",
)


def jobs_option(text: str, **settings: Any) -> Callable[[_F], _F]:
    """Return a decorator that adds the option --jobs, the number of processes."""
    return click.option("--jobs", type=WholeNumber(1, most_jobs()), help=text, **settings)


scheduler_option = click.option(
    "--scheduler", metavar="tcp://HOST:PORT", help="Dask cluster, or 'local' to start a cluster."
)


def _switch_cache_off(context: click.Context, option: click.Parameter, chosen: bool) -> None:
    if chosen:
        from aima_search.base.cache import OFF, VARIABLE  # only imported when needed

        before = os.environ.get(VARIABLE, "")
        os.environ[VARIABLE] = OFF
        context.call_on_close(lambda: os.environ.update({VARIABLE: before}))


no_cache_option = click.option(
    "--no-cache",
    is_flag=True,
    expose_value=False,
    callback=_switch_cache_off,
    help="Do not use the cache: compute the tables of heuristics again, and do not save them.",
)


_RANGES: dict[Any, Any] = {int: WholeNumber(min=0), float: Seconds(min=0)}


def limit_options(default: Limits) -> Callable[[_F], Callable[..., Any]]:
    """Return a decorator for a command: it adds --no-cache and an option for each limit."""

    def decorate(function: _F) -> Callable[..., Any]:
        @wraps(function)
        def command(**values: Any) -> Any:
            limits = Limits(**{name: values.pop(name) for name in LIMITS})
            return function(**values, limits=limits)

        for name, limit in reversed(LIMITS.items()):
            click.option(
                f"--{limit.option.name}",
                name,
                type=str if limit.metavar else _RANGES[limit.option.type],
                metavar=limit.metavar or None,
                default=getattr(default, name),
                help=limit.option.help,
            )(command)
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
    """Return the boards on the command line, or the ``default`` boards if no board is given.

    arguments: boards and options of the puzzle, such as ``--line 4``, in any order. A board is a
    file, an id, a level or ``-``. of_files: True to read all boards of a file. with_example: True
    to use the puzzle's ``example``, if there is one, instead of ``default``. Options on the command
    line replace options of the example.
    """
    known = [*puzzle.board_options, *puzzle.file_options]
    boards, options = split_arguments(arguments, known, puzzle.puzzle)
    if with_example and not boards and puzzle.example:
        boards, chosen = split_arguments(puzzle.example, known, puzzle.puzzle)
        options = chosen | options
        click.echo(f"no board given, using: {' '.join(puzzle.example)}", err=True)
    references = boards or default(puzzle)
    problems: dict[str, Puzzle] = {}
    for reference in references:
        if of_files:
            text = read_standard_input() if reference == "-" else None
            problems |= make_problems(puzzle, reference, text=text, **options)
        elif reference == "-":
            problems[reference] = puzzle.parse(read_standard_input(), **options)
        else:
            problems[reference] = make_problem(puzzle, reference, **options)
    return problems


def options_of(puzzle: type[Puzzle]) -> list[tuple[str, str, str]]:
    """Return (name, commands that have the option, help text) for each option of a puzzle."""
    of_boards = [*puzzle.board_options, *puzzle.file_options]
    used = (("boards", of_boards), ("generate", puzzle.instance_options))
    rows = [(option.name, where, option.help) for where, options in used for option in options]
    return [*rows, *((flag, "solve --all", text) for flag, text in puzzle.solution_flags.items())]


def read_standard_input() -> str:
    """Return the text on standard input; raise InputError if it is not text."""
    try:
        return sys.stdin.read()
    except UnicodeDecodeError as error:
        raise InputError(f"standard input: expected {error.encoding.upper()} text") from None


def read_problem(
    puzzle: type[Puzzle], arguments: Sequence[str], level: str = "", *, with_example: bool = False
) -> tuple[str, Puzzle]:
    """Return (name, problem) for the board in ``arguments``; if there is none, use ``level``."""
    problems = read_problems(
        puzzle, arguments, lambda kind: [level or first_level(kind)], with_example=with_example
    )
    if len(problems) > 1:
        raise InputError(f"found {len(problems)} boards ({', '.join(problems)}), expected only one")
    return next(iter(problems.items()))


def split_arguments(
    arguments: Sequence[str], options: Sequence[Option], puzzle: str
) -> tuple[list[str], dict[str, Any]]:
    """Split the arguments of a command into positional arguments and options (``--name value``)."""
    known = {option.name: option for option in options}
    positional: list[str] = []
    values: dict[str, Any] = {}
    rest = list(arguments)
    while rest:
        argument = rest.pop(0)
        if not argument.startswith("--"):
            positional.append(argument)
            continue
        name, equals, text = argument[2:].partition("=")
        if name not in known:
            context = click.get_current_context(silent=True)
            parameters = context.command.params if context else []
            flags = [f"--{option}" for option in known]
            flags += [flag for p in parameters for flag in p.opts if flag.startswith("--")]
            raise UnknownName(f"{puzzle} option", f"--{name}", flags)
        if not equals:
            if not rest:
                raise InputError(f"{known[name].flag}: expected a value after this option")
            text = rest.pop(0)
        values[known[name].parameter] = known[name].read(text, known[name].flag)
    return positional, values
