"""``aima-search solve --gif FILE --html FILE --png FILE``: the solution in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from aima_search.base.errors import NotApplicable
from aima_search.catalog.files import writing
from aima_search.display import save_png
from aima_search.model.puzzle import Puzzle
from aima_search.runs.result import SearchResult


def write_animation(result: SearchResult, gif: Path | None, html: Path | None) -> None:
    """Write the wanted files; if there is nothing to show, say so."""
    files = [path for path in (gif, html) if path is not None]
    if not files:
        return
    try:
        animation = result.animate()
    except NotApplicable as error:
        click.echo(f"no animation: {error}", err=True)
        return
    for path in files:
        with writing(path):
            animation.save(path)
        click.echo(f"wrote {path}", err=True)


def write_picture(problem: Puzzle, state: Any, file: Path) -> None:
    """Write the picture of a state; if there is no state to show, say so."""
    if state is None:
        click.echo("no picture: there is no solution to draw", err=True)
        return
    with writing(file):
        save_png(problem.scene(state), file)
    click.echo(f"wrote {file}", err=True)
