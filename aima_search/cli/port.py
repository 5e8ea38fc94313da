"""``aima-search port``: show which imports of a program to change for this package."""

from __future__ import annotations

from pathlib import Path

import click

from aima_search.textbook.porting import PortedProgram, read_copy, read_program

_PAGE = 'the page "You have a program already" of the documentation'


@click.command("port")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--write", is_flag=True, help="Change the imports in your files.")
def port_command(files: tuple[Path, ...], write: bool) -> None:
    """Show how to change your program to use this package.

    FILES are scripts and notebooks. If they import a copy of the textbook's search.py from
    another folder, add the path of this copy to FILES.
    """
    found = {file: read_copy(file) for file in files if file.suffix != ".ipynb"}
    copies = {file: copy for file, copy in found.items() if copy is not None}
    by_name = {file.stem: copy for file, copy in copies.items()}
    by_name |= {f"{file.absolute().parent.name}.{file.stem}": copies[file] for file in copies}
    programs = [read_program(file, by_name) for file in files if file not in copies]
    for program in programs:
        copies |= program.copies
    for file, copy in copies.items():
        click.echo(f"{file}: a copy of the textbook's module")
        click.echo(f"  replace its content by: from aima_search.{copy.module} import *")
        for what, names in (("changed", copy.changed), ("added", copy.added)):
            if names:
                click.echo(f"  keep the names that were {what} in your copy: {', '.join(names)}")
    for program in programs:
        _print_program(program)
        if write and program.changes:
            program.file.write_bytes(program.text.encode(program.encoding))
            click.echo(f"  wrote {program.file}")


def _print_program(program: PortedProgram) -> None:
    click.echo(program.file)
    for line, old, new in program.changes:
        click.echo(f"  line {line}: {old}\n    becomes: {new}")
    for name, near in program.lacks.items():
        hint = f": did you mean {near}?" if near else ""
        click.echo(f"  {name} does not exist in this package{hint}")
    for note in dict.fromkeys(program.by_hand):
        click.echo(f"  {note}")
    if program.changes or program.by_hand:
        return
    if program.is_ported:
        click.echo("  this file already imports aima_search: there is nothing to do")
    else:
        click.echo(f"  this file imports no known search module: see {_PAGE}")
