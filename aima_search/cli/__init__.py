"""The command line: thin commands over the library; no other code prints or exits.

Its exit statuses are in ``supervisor``. Standard output may be closed, a pipe whose reader has
gone, ASCII only, or on a full disk.
"""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from aima_search.base import __version__
from aima_search.base.errors import MissingCompanion, SearchError, UnknownName
from aima_search.base.interchange import storable_line
from aima_search.base.limits import LimitReached
from aima_search.base.registry import PluginWarning, announced_commands
from aima_search.catalog.user_files import place_in_user_file
from aima_search.cli.supervisor import EXITS, Exit, supervise, tell_done
from aima_search.runs.monitor import drop_deadlines, keep_deadlines

COMMANDS = {
    "list": "listing:list_command",
    "show": "boards:show_command",
    "solve": "solve:solve_command",
    "compare": "compare:compare_command",
    "check": "check:check_command",
    "explain": "boards:explain_command",
    "analyse": "analyse:analyse_command",
    "batch": "batch:batch_command",
    "generate": "boards:generate_command",
    "convert": "boards:convert_command",
    "cache": "listing:cache_command",
    "port": "port:port_command",
}
"""Name to "module:function" of the core's commands: only the command that is called is imported.

Companions announce theirs: see ``announced_commands``.
"""

_WITH_PROCESSES_OF_THEIR_OWN = ("play", "lab", "grade")
"""Commands that end what they have started themselves; Ctrl-C gives them the time for it."""


class ReaderGone(Exception):
    """Whoever read our output has closed it, as ``| head -1`` does."""


class Commands(click.Group):
    """A group that imports a command when it is called for, an installed companion's too.

    Its caller handles a reader who has gone; click alone would exit with 1.
    """

    def __init__(self, *, commands: Mapping[str, str], **settings: Any) -> None:
        """Take the core's commands by name, as "module:function" of ``aima_search.cli``."""
        super().__init__(**settings)
        self._own = {name: f"aima_search.cli.{place}" for name, place in commands.items()}

    def _places(self) -> dict[str, str]:
        """Return "module:function" of every command, by its name; the core's names are its own."""
        return {**announced_commands(), **self._own}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of what is installed, in alphabetical order."""
        return sorted(n for n, place in self._places().items() if " " not in n and _is_there(place))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command by its name; an UnknownName says which command is near."""
        place = self._own.get(name) or self._places().get(name)
        if place is None:
            if ctx.resilient_parsing:  # a shell asks how the line may go on
                return None
            raise UnknownName("command", name, self.list_commands(ctx))
        if not _is_there(place):
            raise MissingCompanion(name, place.partition(":")[0].rpartition(".")[0])
        command: click.Command = load_place(place)
        return command

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Read the command line; --help prints here."""
        with _reader_gone():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _reader_gone():
            return super().invoke(ctx)


@click.group(
    cls=Commands,
    commands=COMMANDS,
    context_settings={"max_content_width": 100},
    epilog=f"Exit status: {'; '.join(f'{status} {text}' for status, text in EXITS.items())}.",
)
@click.version_option(__version__)
@click.pass_context
def cli(context: click.Context) -> None:
    """Search as the AIMA textbook teaches it: puzzles, algorithms, heuristics, compared."""
    keep_deadlines()
    if context.obj:
        supervise(is_alone=context.invoked_subcommand not in _WITH_PROCESSES_OF_THEIR_OWN)


def main(*, supervised: bool = False) -> None:
    """Run the command line; every error the user can mend is one line on standard error.

    supervised: commands may go on in a child of this process.
    """
    warnings.showwarning = _tell_of(warnings.showwarning)
    prepare_streams()
    try:
        try:
            status = cli.main(standalone_mode=False, obj=supervised)
        finally:  # what waits to be written, while an error can still be reported
            with _reader_gone():
                sys.stdout.flush()
        sys.exit(status)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        _fail(error.format_message().replace("\n", " "), Exit.BAD_INPUT)
    except LimitReached as reached:
        _fail(f"{reached.status}, and nothing to print so far", Exit.LIMIT_REACHED)
    except ReaderGone:
        drop_output()
        sys.exit(Exit.READER_GONE)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", Exit.INTERRUPTED)
    except SearchError as error:
        _fail(str(error), Exit.BAD_INPUT)
    except OSError as error:
        _fail(_of_system(error), Exit.BAD_INPUT)
    except SystemExit as error:
        if not _is_own(error):  # sys.exit() of a heuristic would pass for an outcome
            _fail(_told(error), Exit.BAD_INPUT)
        raise
    except BaseException as error:  # of a user's own kind, too
        if place_in_user_file(error) is None:
            raise
        _fail(_told(error), Exit.BAD_INPUT)
    finally:
        drop_deadlines()
        tell_done()


def _of_system(error: OSError) -> str:
    """Return what the system refused: the file, the reason, what to do."""
    if error.errno is None:
        return str(error)
    name = error.filename or "standard output"  # every other file names itself
    return f"{name!r}: {error.strerror}: mend that, or give another file or folder"


def _is_own(error: SystemExit) -> bool:
    """Tell whether a command itself has raised an error, and not code that it called."""
    innermost = [frame for frame, _ in traceback.walk_tb(error.__traceback__)][-1]
    package = str(innermost.f_globals.get("__name__")).partition(".")[0]
    commands = (place.partition(".")[0] for place in announced_commands().values())
    return package in {"aima_search", click.__name__, *commands}


def _told(error: BaseException) -> str:
    from aima_search.runs.batch import describe

    said = describe(error)
    return said if place_in_user_file(error) else f"a plug-in: {said}"


def _tell_of(show: Callable[..., None]) -> Callable[..., None]:
    """Return ``show``, which says in one line what is the matter with a plug-in."""

    def tell(message: Any, category: type[Warning], *place: Any, **rest: Any) -> None:
        if issubclass(category, PluginWarning):
            click.echo(f"aima-search: {message}", err=True)
        else:
            show(message, category, *place, **rest)

    return tell


def _fail(message: str, status: int) -> None:
    click.echo(f"aima-search: {storable_line(message)}", err=True)
    sys.exit(status)


def load_place(place: str) -> Any:
    """Import and return what "module:name" names."""
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _is_there(place: str) -> bool:
    """Tell whether the package of "package.module:function" is installed."""
    try:
        return find_spec(place.partition(":")[0].rpartition(".")[0] or place) is not None
    except ImportError:  # a package around it is missing
        return False


@contextmanager
def _reader_gone() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


def prepare_streams() -> None:
    """Open closed streams onto nothing; let ASCII streams escape all other characters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Lead standard output to nothing, so that the interpreter finds nothing to complain about."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
