"""The command ``aima-search course``, which writes a course or the sources of its chapters."""

from __future__ import annotations

from pathlib import Path
from secrets import randbits

import click

from aima_search.apps.grade import course
from aima_search.base.files import read_file
from aima_search.cli.output import print_lines


@click.group("course")
def course_group() -> None:
    """Write the notebooks, assignments and solutions of a course."""


@course_group.command("new")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--chapters",
    default="all",
    show_default=True,
    help="Chapters to write: one chapter, such as 3.1, or a range, such as 3.1-4.1.",
)
@click.option("--seed", type=int, help="Seed for the hidden boards. [default: a random seed]")
@click.option(
    "--masters",
    "own",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder with your own versions of the source files. [default: the files of this package]",
)
def new_command(folder: Path, chapters: str, seed: int | None, own: Path | None) -> None:
    """Write a course to FOLDER.

    Give the folders students/CHAPTER to your students. Keep the folders teacher/CHAPTER secret.
    """
    drawn = randbits(64) if seed is None else seed
    written = course.write_course(folder, course.chosen(course.masters(own), chapters), drawn)
    print_lines([f"wrote {path}" for path in written])
    print_lines(
        [f"hidden boards are drawn with --seed {drawn}; teacher/README.md records the seed"]
    )


@course_group.command("masters")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def masters_command(folder: Path) -> None:
    """Write the source files of all chapters to FOLDER. Only teachers should read these files."""
    found = sorted(course.MASTERS.glob("*.txt"))
    texts = {file.name: course.unsealed(read_file(file)) for file in found}
    print_lines([f"wrote {path}" for path in course.write_new_files(folder, texts)])
