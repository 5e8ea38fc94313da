"""What ``aima-search grade`` writes besides the results file: tables and pages."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aima_search.base.errors import InputError
from aima_search.base.interchange import csv_row
from aima_search.catalog.files import writing
from aima_search.cli.output import print_fitting, print_lines

if TYPE_CHECKING:
    from aima_search.apps.grade.record import Scores


def print_scores(scores: Scores, instead: Sequence[str] | None = None) -> None:
    """Print the points, what was odd, and what protected the grader, or other lines instead."""
    from aima_search.apps.grade.report import tables

    print_fitting(tables.score_table(scores))
    print_lines([*tables.note_lines(scores), *tables.identical_lines(scores)])
    print_lines(tables.alike_lines(scores))
    print_lines(tables.protection_lines(scores) if instead is None else instead)


def check_folder(folder: Path) -> None:
    """Refuse a folder for pages that holds other files."""
    if folder.is_dir() and any(one.suffix != ".html" for one in folder.iterdir()):
        raise InputError(f"folder {str(folder)!r} holds other files than pages: choose another one")


def write_files(scores: Scores, text: str, files: Mapping[str, Path | None]) -> None:
    """Write what is asked for, by the names of options; text: the assignment."""
    from aima_search.apps.grade.report.tables import gradebook, rows_of

    if path := files["csv_file"]:
        _write_csv(rows_of(scores), path)
    if path := files["gradebook"]:
        _write_csv(gradebook(scores), path)
    if path := files["html"]:
        from aima_search.apps.grade.report.page import scores_page

        _write(path, scores_page(scores, text))
    if folder := files["pages"]:
        from aima_search.apps.grade.report.student_page import student_pages

        folder.mkdir(parents=True, exist_ok=True)
        for name, page in student_pages(scores):
            _write(folder / name, page)


def _write(path: Path, text: str) -> None:
    with writing(path):
        path.write_text(text, encoding="utf-8")


def _write_csv(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    first, *rest = rows
    with writing(path), path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(csv_row(first)), lineterminator="\n")
        writer.writerow({name: csv_row({"": name})[""] for name in first})
        writer.writerows(csv_row(row) for row in (first, *rest))
