"""``aima-search solve --gif FILE --html FILE``: the solution as an animation."""

from __future__ import annotations

from pathlib import Path

import click

from aima_search.errors import NotApplicable
from aima_search.runs.result import SearchResult


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
