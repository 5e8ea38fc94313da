"""``aima-search grade --template FOLDER``."""

from __future__ import annotations

from pathlib import Path

import click

from aima_search.cli.output import print_lines


def make_template(context: click.Context, option: click.Parameter, folder: Path | None) -> None:
    """Write the folder and end, if a folder is given."""
    if folder is None or context.resilient_parsing:
        return
    from aima_search.grade.report.template import write_template

    print_lines([f"wrote {path}" for path in write_template(folder)])
    context.exit()
