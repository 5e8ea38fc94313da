"""``aima-search solve --gif FILE --html FILE``: the solution as an animation."""

from __future__ import annotations

from pathlib import Path

import click

from aima_search.errors import BoardError, NotApplicable
from aima_search.extras import require
from aima_search.result import SearchResult


def check_can_write(gif: Path | None, html: Path | None) -> None:
    """Raise an error before a search whose solution could not be written."""
    for path, kind in ((gif, "gif"), (html, "html")):
        if path is not None and path.suffix.lower() != f".{kind}":
            raise BoardError(f"--{kind} {str(path)!r}: expected a name that ends in .{kind}")
    if gif is not None:
        require("matplotlib", "plot")


def write_animation(result: SearchResult, gif: Path | None, html: Path | None) -> None:
    """Write the files asked for; where there is nothing to show, say so."""
    files = [path for path in (gif, html) if path is not None]
    if not files:
        return
    try:
        animation = result.animate()
    except NotApplicable as error:
        click.echo(f"no animation: {error}", err=True)
        return
    for path in files:
        animation.save(path)
        click.echo(f"wrote {path}", err=True)
