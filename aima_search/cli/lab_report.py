"""``aima-search lab report``: the tables, plots and page of an experiment, from its store."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aima_search.catalog.files import writing
from aima_search.catalog.references import split_list
from aima_search.cli.arguments import OutputFile, algorithms_option
from aima_search.cli.output import print_json, print_lines, print_table
from aima_search.display.pages import check_can_write_page
from aima_search.display.terminal import rich_table

if TYPE_CHECKING:
    from aima_search.display.tables import Table
    from aima_search.lab.report.results import GridResults
    from aima_search.runs.measures import Measure

_WIDTH = 100  # characters of a line of the verdict
_folder = click.Path(path_type=Path, file_okay=False)


@click.command("report")
@click.argument("store", type=click.Path(path_type=Path))
@click.option("--grid", help="Name of a grid in the store. [the last one run]")
@click.option(
    "--measure",
    default="expanded",
    show_default=True,
    help="What heuristics are compared by: expanded, expanded_below_cost, generated, seconds, ...",
)
@algorithms_option("Compare these only, separated by commas; a name alone is all its options.")
@click.option("--heuristics", "-h", default="", help="Compare these only, separated by commas.")
@click.option("--csv", "as_csv", is_flag=True, help="Print every run as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--png", type=_folder, help="Folder to write the plots to as PNG.")
@click.option("--svg", type=_folder, help="Folder to write the plots to as SVG.")
@click.option("--html", type=OutputFile(".html"), help="File for the page.")
def report_command(
    store: Path,
    grid: str | None,
    measure: str,
    algorithms: list[str],
    heuristics: str,
    as_csv: bool,
    as_json: bool,
    png: Path | None,
    svg: Path | None,
    html: Path | None,
) -> None:
    """Report what came of the experiment in STORE.

    Unexpected outcomes stand first. Means are geometric, over the boards that all compared
    configurations solved. Exit status 1 where something unexpected happened.
    """
    from aima_search.lab.report import load
    from aima_search.lab.report.findings import findings
    from aima_search.lab.report.measures import measure_of

    if html is not None:
        check_can_write_page()
    results = load(store, grid).only(algorithms, split_list(heuristics))
    chosen = measure_of(measure)
    for path in _write_files(results, chosen, {"png": png, "svg": svg}, html):
        click.echo(f"wrote {path}", err=True)
    if as_csv:
        click.echo(results.as_csv(), nl=False)
    elif as_json:
        print_json(_as_json(results, chosen))
    else:
        _print_report(results, chosen)
    sys.exit(1 if findings(results) else 0)


def _write_files(
    results: GridResults, measure: Measure, folders: dict[str, Path | None], html: Path | None
) -> list[Path]:
    written: list[Path] = []
    for kind, folder in folders.items():
        if folder is not None:
            from aima_search.lab.report.files import save_plots

            written += save_plots(results, measure, folder, kind)
    if html is not None:
        from aima_search.lab.report.page import html_page

        with writing(html):
            html.write_text(html_page(results, measure), encoding="utf-8")
        written.append(html)
    return written


def _print_report(results: GridResults, measure: Measure) -> None:
    from textwrap import fill

    from aima_search.lab.report import tables
    from aima_search.lab.report.axis_tables import axis_tables
    from aima_search.lab.report.local import local_tables
    from aima_search.lab.report.verdict import verdict

    faults = tables.finding_table(results)
    if faults.rows:
        print_table(rich_table(faults))
    runs = f"{len(results.rows)} runs" + (f", {results.missing} missing" * bool(results.missing))
    boards = f"{len(results.instances)} boards of {results.puzzle}"
    different = len(set(results.blocks.values()))
    if different < len(results.instances):
        boards += f" ({different} but for options and paired axes)"
    print_lines([f"{results.name}: {runs} on {boards}", ""])
    for paragraph in verdict(results, measure.name):
        print_lines([fill(paragraph, _WIDTH), ""])
    for table in (
        tables.mean_table(results),
        tables.outcome_table(results),
        *local_tables(results),
        *axis_tables(results, measure),
        *tables.pair_tables(results, measure),
    ):
        if table.rows:
            print_table(rich_table(table))


def _as_json(results: GridResults, measure: Measure) -> dict[str, Any]:
    from aima_search.lab.report import tables
    from aima_search.lab.report.axis_tables import axis_tables
    from aima_search.lab.report.factors import contrasts
    from aima_search.lab.report.findings import findings
    from aima_search.lab.report.local import local_tables
    from aima_search.lab.report.pairs import compare_pairs
    from aima_search.lab.report.verdict import verdict

    return {
        "name": results.name,
        "puzzle": results.puzzle,
        "plan": {name: value for name, value in results.plan.items() if name != "instances"},
        "missing": results.missing,
        "versions": results.versions,
        "unexpected": [asdict(fault) for fault in findings(results)],
        "verdict": verdict(results, measure.name),
        "measure": measure.name,
        "means": _records(tables.mean_table(results)),
        "outcomes": _records(tables.outcome_table(results)),
        "local": [_records(table) for table in local_tables(results)],
        "by_axis": [
            {"title": table.title, "columns": [c.title for c in table.columns], "rows": table.rows}
            for table in axis_tables(results, measure)
        ],
        "factors": [asdict(one) for one in contrasts(results, measure)],
        "pairs": [asdict(pair) for pair in compare_pairs(results, measure)],
        "runs": results.as_dicts(),
    }


def _records(table: Table) -> list[dict[str, Any]]:
    titles = [column.title for column in table.columns]
    return [dict(zip(titles, row, strict=True)) for row in table.rows]
