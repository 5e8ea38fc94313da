"""``aima-search play``: opens the page that plays, watches and compares."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from aima_search.cli.arguments import PASS_ON_OPTIONS, boards_argument, read_problem
from aima_search.extras import require
from aima_search.limits import Limits
from aima_search.puzzle import PUZZLES

if TYPE_CHECKING:
    from aima_search.web.server.service import LocalServer

PORT = 8642  # always the same, so that a browser finds again what it has kept for the page
_DISPLAYS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
_LAST_WORDS = {"SIGHUP": "the terminal was closed: ended", "SIGTERM": "ended", "SIGINT": "ended"}


@click.command("play", context_settings=PASS_ON_OPTIONS)
@click.argument("puzzle", required=False)
@boards_argument
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port on this machine; 0 is any that is free.",
)
@click.option("--no-browser", is_flag=True, help="Print the address only.")
@click.option(
    "--sessions",
    type=click.IntRange(1, 200),
    default=24,
    show_default=True,
    help="Open pages at once; each is a process.",
)
@click.option(
    "--idle",
    type=click.FloatRange(min=1),
    default=1800,
    show_default=True,
    metavar="SECONDS",
    help="A page that was not used for so long gives up its search.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=60,
    show_default=True,
    help="Limit on the time of one answer.",
)
@click.option(
    "--memory", default="1GiB", show_default=True, metavar="SIZE", help="Limit of each page."
)
def play_command(
    puzzle: str | None,
    boards: tuple[str, ...],
    port: int,
    no_browser: bool,
    sessions: int,
    idle: float,
    seconds: float,
    memory: str,
) -> None:
    """Open the page: play PUZZLE, watch a search, compare heuristics.

    It is served on this machine alone, until Ctrl-C; its address holds a secret. BOARD is a file,
    an id or other text, a bundled level, or - for standard input.
    """
    require("starlette", "web")
    require("uvicorn", "web")
    from aima_search.web.server.service import LocalServer
    from aima_search.web.server.sessions import Bounds

    choice = {} if puzzle is None else read_choice(puzzle, boards)
    limit = Limits(memory=memory).bytes
    assert limit is not None
    server = LocalServer(port, Bounds(sessions, idle, seconds, limit))
    click.echo(f"the page is at {server.address('token', **choice)}")
    click.echo("Ctrl-C ends it")
    sys.stdout.flush()
    if not no_browser:
        _open_browser(server, choice)
    server.run()
    with suppress(OSError):  # a terminal that was closed takes no words
        click.echo(f"aima-search: {_LAST_WORDS.get(server.ended_by, 'ended')}", err=True)


def read_choice(puzzle: str, boards: tuple[str, ...]) -> dict[str, str]:
    """Return what the page's address says of a board: a level by its name, others by their id."""
    name, problem = read_problem(puzzle, boards)
    is_level = name in PUZZLES.get(puzzle).levels()
    settings = {f"settings.{option}": text for option, text in problem.settings().items()}
    board = name if is_level else problem.instance_text()
    return {"puzzle": puzzle, "board": board, **settings}


def _open_browser(server: LocalServer, choice: dict[str, str]) -> None:
    """Open a browser, without waiting for it; say where there is none."""

    def open_address() -> None:
        is_open = False
        with suppress(webbrowser.Error):
            is_open = webbrowser.open(server.address("ticket", **choice))
        if not is_open:
            _say_none()

    if _may_have_browser():
        threading.Thread(target=open_address, name="browser", daemon=True).start()
    else:
        _say_none()


def _may_have_browser() -> bool:
    """Tell whether there is a screen to show one: without, Python would take a terminal's."""
    return sys.platform in ("win32", "darwin") or any(map(os.environ.get, _DISPLAYS))


def _say_none() -> None:
    click.echo("aima-search: no browser could be opened: open the address above", err=True)
