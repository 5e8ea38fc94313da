"""The command line: thin commands over the library; no other code prints or exits.

Its exit statuses are in ``process.supervisor``.
"""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

import click

from aima_search.base import __version__
from aima_search.base.errors import SearchError
from aima_search.base.interchange import storable_line
from aima_search.base.limits import LimitReached
from aima_search.base.registry import PluginWarning, announced_commands
from aima_search.catalog.user_files import place_in_user_file
from aima_search.cli.process.streams import (
    Commands,
    ReaderGone,
    all_written,
    drop_output,
    prepare_streams,
)
from aima_search.cli.process.supervisor import EXITS, Exit, supervise, tell_done
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
}
"""Name to "module:function" of the core's commands: only the command that is called is imported.

Companions announce theirs: see ``announced_commands``.
"""

_WITH_PROCESSES_OF_THEIR_OWN = ("play", "lab", "grade")
"""Commands that end what they have started themselves; Ctrl-C gives them the time for it."""


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
    if context.obj:
        supervise(is_alone=context.invoked_subcommand not in _WITH_PROCESSES_OF_THEIR_OWN)


def main(*, supervised: bool = False) -> None:
    """Run the command line; every error the user can mend is one line on standard error.

    supervised: commands may go on in a child of this process.
    """
    warnings.showwarning = _tell_of(warnings.showwarning)
    prepare_streams()
    try:
        keep_deadlines()
        with all_written():
            status = cli.main(standalone_mode=False, obj=supervised)
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
    except (SearchError, OSError) as error:
        _fail(str(error), Exit.BAD_INPUT)
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
