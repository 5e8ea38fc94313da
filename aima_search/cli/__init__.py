"""The command line: commands that call the library. Only this package prints or exits."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EAGAIN
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import Any

import click

from aima_search.base import __version__
from aima_search.base.errors import SearchError, UnknownName, with_notes
from aima_search.base.interchange import storable_line
from aima_search.base.limits import LimitReached
from aima_search.base.plugins import PluginWarning, announced_commands
from aima_search.catalog.user_files import place_in_user_file
from aima_search.cli.supervisor import EXITS, ExitStatus, report_done, supervise
from aima_search.runs.deadline import disable_alarms, enable_alarms

COMMANDS = {
    "list": "aima_search.cli.listing:list_command",
    "show": "aima_search.cli.boards:show_command",
    "solve": "aima_search.cli.solve:solve_command",
    "compare": "aima_search.cli.compare:compare_command",
    "check": "aima_search.cli.check:check_command",
    "explain": "aima_search.cli.boards:explain_command",
    "analyse": "aima_search.cli.analyse:analyse_command",
    "batch": "aima_search.cli.batch:batch_command",
    "generate": "aima_search.cli.boards:generate_command",
    "convert": "aima_search.cli.boards:convert_command",
    "cache": "aima_search.cli.listing:cache_command",
    "port": "aima_search.cli.port:port_command",
}
"""The "module:function" of the core's commands by name; imported only when a command is called.

For the commands of companions, see ``announced_commands``.
"""

_COMMANDS_WITH_PROCESSES = ("play", "lab", "grade")
"""Commands that start processes; after Ctrl-C, these commands get time to end the processes."""


class OutputClosed(Exception):
    """Raised if the program that reads the output, such as ``head -1``, has ended."""


class LazyCommandGroup(click.Group):
    """The group of all commands; it imports a command only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the installed commands in alphabetical order."""
        places = {**announced_commands(), **COMMANDS}.items()
        return sorted(name for name, place in places if " " not in name and _is_installed(place))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command ``name``; for an unknown name, raise UnknownName with a suggestion."""
        place = COMMANDS.get(name) or announced_commands().get(name)
        if place is None:
            if ctx.resilient_parsing:  # the shell asks for completions
                return None
            raise UnknownName("command", name, self.list_commands(ctx))
        if not _is_installed(place):
            raise SearchError(
                f"the command {name!r} belongs to {place.partition(':')[0]}, which is not"
                " installed: install aima-search with the extra for this command"
            )
        return resolve_name(place)

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Parse the command line. If it contains --help, print the help."""
        with _reader_gone():
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _reader_gone():
            return super().invoke(ctx)


@click.group(
    cls=LazyCommandGroup,
    context_settings={"max_content_width": 100},
    epilog=f"Exit status: {'; '.join(f'{status} {text}' for status, text in EXITS.items())}.",
)
@click.version_option(__version__)
@click.pass_context
def cli(context: click.Context) -> None:
    """Solve puzzles with the search algorithms and heuristics of the AIMA textbook."""
    enable_alarms()
    if context.obj:
        supervise(can_kill=context.invoked_subcommand not in _COMMANDS_WITH_PROCESSES)


def main(*, supervised: bool = False) -> None:
    """Run the command line. Print one line on standard error for an error that the user can fix.

    supervised: run the command in a child process if possible; see ``supervise``.
    """
    warnings.showwarning = _plugin_warnings_on_one_line(warnings.showwarning)
    prepare_streams()
    try:
        try:
            status = cli.main(standalone_mode=False, obj=supervised)
        finally:  # write buffered output now, so that an error can still be reported
            with _reader_gone():
                sys.stdout.flush()
        sys.exit(status)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
    except click.ClickException as error:
        _fail(error.format_message().replace("\n", " "), ExitStatus.BAD_INPUT)
    except LimitReached as reached:
        _fail(
            f"{reached.status}: the limit was reached before the search", ExitStatus.LIMIT_REACHED
        )
    except OutputClosed:
        drop_output()
        sys.exit(ExitStatus.READER_GONE)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", ExitStatus.INTERRUPTED)
    except SearchError as error:
        _fail(with_notes(error), ExitStatus.BAD_INPUT)
    except OSError as error:
        _fail(_system_error_text(error), ExitStatus.BAD_INPUT)
    except SystemExit as error:
        if not _is_raised_by_command(error):  # for example, sys.exit() in a heuristic
            _fail(_user_error_text(error), ExitStatus.BAD_INPUT)
        raise
    except BaseException as error:  # user code may raise any exception
        if str(error) == "can't start new thread":
            _fail(_NO_PROCESS, ExitStatus.BAD_INPUT)
        if place_in_user_file(error) is None:
            raise
        _fail(_user_error_text(error), ExitStatus.BAD_INPUT)
    finally:
        disable_alarms()
        report_done()


_NO_PROCESS = (
    "the system starts no further process or thread: end other programs, or raise the limit that"
    " 'ulimit -u' shows"
)


def _system_error_text(error: OSError) -> str:
    if error.strerror == os.strerror(EAGAIN):
        return _NO_PROCESS
    if error.errno is None:
        return str(error)
    name = error.filename or "standard output"  # errors of all other files have a name
    return f"{name!r}: {error.strerror}: fix this, or choose another file or folder"


def _is_raised_by_command(error: SystemExit) -> bool:
    innermost = [frame for frame, _ in traceback.walk_tb(error.__traceback__)][-1]
    package = str(innermost.f_globals.get("__name__")).partition(".")[0]
    if package in ("aima_search", click.__name__):
        return True
    return package in {place.partition(".")[0] for place in announced_commands().values()}


def _user_error_text(error: BaseException) -> str:
    from aima_search.runs.attempt import describe

    text = describe(error)
    return text if place_in_user_file(error) else f"a plug-in: {text}"


def _plugin_warnings_on_one_line(show: Callable[..., None]) -> Callable[..., None]:
    def show_warning(message: Any, category: type[Warning], *place: Any, **options: Any) -> None:
        if issubclass(category, PluginWarning):
            click.echo(f"aima-search: {message}", err=True)
        else:
            show(message, category, *place, **options)

    return show_warning


def _fail(message: str, status: int) -> None:
    click.echo(f"aima-search: {storable_line(message)}", err=True)
    sys.exit(status)


def _is_installed(place: str) -> bool:
    """Return True if the package in "package.module:function" is installed."""
    try:
        return find_spec(place.partition(":")[0].rpartition(".")[0] or place) is not None
    except ImportError:  # a parent package is missing
        return False


@contextmanager
def _reader_gone() -> Iterator[None]:  # click would exit with status 1 for a BrokenPipeError
    try:
        yield
    except BrokenPipeError as error:
        raise OutputClosed from error


def prepare_streams() -> None:
    """Make the standard streams usable, so that printing never fails."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Discard all later output, because no program reads it any more."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())
    os.close(null)
