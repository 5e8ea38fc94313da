"""``aima-search play``: serves or exports the page."""

from __future__ import annotations

import os
import sys
import threading
import urllib.parse
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from aima_search.base.errors import InputError
from aima_search.base.limits import Limits, format_size
from aima_search.base.plugins import load_plugins
from aima_search.cli.arguments import SETTINGS, WholeNumber, boards_argument, read_problem
from aima_search.cli.output import Progress
from aima_search.cli.supervisor import Seconds
from aima_search.model.puzzle import PUZZLES

if TYPE_CHECKING:
    from aima_search.apps.play.server import LocalServer

PORT = 8642  # always the same: browsers store the page's data by address and port
_EXPORTED_AT = "http://127.0.0.1:8000/"
_DISPLAYS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")


@click.command("play", context_settings=SETTINGS)
@click.argument("puzzle", required=False)
@boards_argument
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=PORT,
    help="Port of the server that serves the page; 0 means any free port.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address; do not open a browser.")
@click.option(
    "--seconds",
    type=Seconds(min=0.1),
    default=60,
    help="Time limit in seconds for each request of the page, such as a search or a check.",
)
@click.option(
    "--memory",
    default="1GiB",
    metavar="SIZE",
    help="Limit of the memory that the server may use for each browser tab.",
)
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the page and Pyodide (Python for browsers) to FOLDER. Any web server can then serve"
    " the page.",
)
@click.option(
    "--pyodide",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="With --export: the npm package pyodide as a .tgz file. [default: downloaded with npm]",
)
@click.option(
    "--lesson",
    "lessons",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Markdown file with a lesson that you wrote; you can repeat the option.",
)
def play_command(
    puzzle: str | None,
    boards: tuple[str, ...],
    port: int,
    no_browser: bool,
    seconds: float,
    memory: str,
    folder: Path | None,
    pyodide: Path | None,
    lessons: tuple[Path, ...],
) -> None:
    """Open a web page to play PUZZLE and to watch searches.

    The server runs until you press Ctrl-C. Other machines cannot open the page, but another user of
    this machine can, so keep the page's address secret. BOARD is a file, the text or id of a
    board, the name of a bundled level, or "-" for standard input.
    """
    choice = {} if puzzle is None else read_choice(puzzle, boards)
    if lessons and puzzle is None:
        choice = {"lesson": lessons[0].stem}
    if folder is not None:
        _export_page(folder, pyodide, lessons, choice)
        return
    if pyodide is not None:
        raise click.UsageError("--pyodide needs --export: add --export FOLDER, or omit --pyodide")
    from aima_search.apps.play.server import LocalServer
    from aima_search.apps.play.sessions import SessionLimits

    load_plugins()  # reports plug-ins that fail; each tab loads them again in its process
    limit = Limits(memory=memory).bytes
    assert limit is not None
    server = LocalServer(port, SessionLimits(seconds, limit), lessons)
    click.echo(f"the page is at {server.address('token', **choice)}")
    click.echo("press Ctrl-C to stop the server")
    sys.stdout.flush()
    if not no_browser:
        _open_browser(server, choice)
    server.run()
    why = " because the terminal was closed" * (server.ended_by == "SIGHUP")
    with suppress(OSError):  # the terminal may be closed
        click.echo(f"aima-search: ended{why}", err=True)


def read_choice(puzzle: str, boards: tuple[str, ...]) -> dict[str, str]:
    """Return parameters for the page's address: the puzzle, the board and its settings."""
    kind = PUZZLES.get(puzzle)
    name, problem = read_problem(kind, boards, kind.page_level)
    settings = {f"settings.{option}": text for option, text in problem.settings().items()}
    board = name if name in kind.levels() else problem.instance_text()
    if not board:
        reason = f"{puzzle} cannot write this board as text, which the address needs"
        raise InputError(f"board {name!r}: {reason}")
    return {"puzzle": puzzle, "board": board, **settings}


def _export_page(
    folder: Path, pyodide: Path | None, lessons: Sequence[Path], choice: dict[str, str]
) -> None:
    from aima_search.apps.play.export import export

    context = click.get_current_context()
    for name in ("port", "no_browser", "seconds", "memory"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            given = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"--export does not start a server: omit {given}")
    with Progress() as progress, progress.while_silent("writing the page, including Python"):
        exported = export(folder, pyodide, lessons)
    click.echo(f"{exported.files} files in {exported.folder}, {format_size(exported.bytes)}")
    if exported.code.plugins:
        click.echo(f"included plug-ins: {', '.join(exported.code.plugins)}")
    for reason in exported.code.left_out:
        click.echo(f"aima-search: left out {reason}", err=True)
    there = f'"{folder}"' if " " in str(folder) else str(folder)
    address = f"{_EXPORTED_AT}#{urllib.parse.urlencode(choice)}" if choice else _EXPORTED_AT
    click.echo(f"serve the folder: python -m http.server --bind 127.0.0.1 -d {there} 8000")
    click.echo(f"and open {address}")


def _open_browser(server: LocalServer, choice: dict[str, str]) -> None:
    # without a screen, Python would open a browser in the terminal
    has_screen = sys.platform in ("win32", "darwin") or any(map(os.environ.get, _DISPLAYS))

    def open_address() -> None:
        with suppress(webbrowser.Error):
            if has_screen and webbrowser.open(server.address("ticket", **choice)):
                return
        advice = "could not open a browser: open the address above yourself"
        click.echo(f"aima-search: {advice}", err=True)

    threading.Thread(target=open_address, name="browser", daemon=True).start()
