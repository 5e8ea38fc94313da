"""The command line of labs: ``aima-search lab run`` and ``aima-search lab report``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from textwrap import fill, shorten
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from aima_search.base.files import writing
from aima_search.catalog.expressions import split_list
from aima_search.cli.arguments import OutputPath, jobs_option, no_cache_option, scheduler_option
from aima_search.cli.output import make_bar, print_json, print_lines, print_table
from aima_search.cli.supervisor import ExitStatus
from aima_search.display.pages import check_can_write_page
from aima_search.display.tables import Table, latex_text, markdown_text
from aima_search.runs.record import write_csv

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from aima_search.apps.lab.analysis import Analysis
    from aima_search.apps.lab.answer import OnePageAnswer
    from aima_search.apps.lab.results import GridResults
    from aima_search.apps.lab.runner import ExperimentProgress
    from aima_search.apps.lab.verdict import Verdict

Tables: TypeAlias = dict[str, list[Table]]

_WIDTH = 100  # characters in a line of the verdict
_folder = click.Path(path_type=Path, file_okay=False)


@click.group("lab")
def lab_group() -> None:
    """Run experiments on many boards, and report the results."""


@lab_group.command("run")
@click.argument("grid", type=click.Path(path_type=Path))
@click.option(
    "--store",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the results (SQLite). [default: NAME.sqlite if the grid is NAME.toml]",
)
@no_cache_option
@jobs_option("Number of worker processes. [default: one for each processor]")
@scheduler_option
@click.option(
    "--retry",
    default="",
    metavar="OUTCOME,...",
    help="Repeat the stored runs that ended with one of these outcomes, such as worker-died. Write"
    " 'unexpected' to repeat all runs that ended with a fault.",
)
def run_command(
    grid: Path, store: Path | None, jobs: int | None, scheduler: str | None, retry: str
) -> None:
    """Run or continue the experiment in the TOML file GRID.

    Each search runs in a worker process, so its time limit holds even if a heuristic never returns.
    You can stop the experiment with Ctrl-C, and continue it later with the same command. The exit
    status is 3 if every run ended with a fault, such as an exception.
    """
    from aima_search.apps.lab import read_grid, run_grid
    from aima_search.apps.lab.factors import prospects
    from aima_search.runs.outcomes import UNEXPECTED

    path = store or Path(f"{grid.stem}.sqlite")
    bar = make_bar("{task.fields[solved]} solved, {task.fields[failed]} failed")
    task = bar.add_task(grid.stem, total=None, solved=0, failed=0)
    outcomes = {*split_list(retry)}
    if "unexpected" in outcomes:
        outcomes = outcomes - {"unexpected"} | {*UNEXPECTED}
    reported: set[Any] = set()
    latest: list[ExperimentProgress] = []

    def show(progress: ExperimentProgress) -> None:
        if not latest:  # an error in the grid or the store is printed without a bar
            bar.start()
        latest[:] = [progress]
        _show(bar, task, progress, reported)

    try:
        checked = read_grid(grid)
        for sentence in prospects(checked):
            click.echo(f"{grid}: {sentence}", err=True)
        progress = run_grid(checked, path, jobs, scheduler, show, retry=outcomes)
    except KeyboardInterrupt:
        bar.stop()  # before this function prints
        print_lines([*map(_totals, latest), f"results in {path}; run the same command to continue"])
        raise
    finally:
        if latest:
            bar.stop()
    print_lines([*map(_totals, latest), f"results in {path}; aima-search lab report {path}"])
    if 0 < progress.finished == sum(progress.outcomes[name] for name in UNEXPECTED):
        sys.exit(ExitStatus.LIMIT_REACHED)


def _show(bar: Bar, task: object, progress: ExperimentProgress, reported: set[Any]) -> None:
    from aima_search.runs.outcomes import SOLVED, UNEXPECTED

    bar.update(
        task,  # type: ignore[arg-type]
        total=progress.total,
        completed=progress.finished,
        solved=progress.outcomes[SOLVED],
        failed=sum(progress.outcomes[outcome] for outcome in UNEXPECTED),
    )
    if progress.waiting and progress.waiting not in reported:
        reported.add(progress.waiting)
        bar.console.print(progress.waiting, markup=False, highlight=False, soft_wrap=True)
    if progress.last:
        run, outcome = progress.last
        case = (run.configuration, outcome.status)
        if outcome.status in UNEXPECTED and case not in reported:  # print each kind of fault once
            reported.add(case)
            name = run.configuration.label()
            text = f"{outcome.status}: {name} on {run.board}: {outcome.message}"
            bar.console.print(shorten(text, 300), markup=False, highlight=False, soft_wrap=True)


def _totals(progress: ExperimentProgress) -> str:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in progress.outcomes.most_common())
    before = f" ({progress.stored_before} stored before)" if progress.stored_before else ""
    return f"{progress.finished} of {progress.total} runs{before}: {counts or 'none'}"


@lab_group.command("report")
@click.argument("store", type=click.Path(path_type=Path))
@click.option("--grid", help="Name of the experiment to report. [default: the most recent one]")
@click.option(
    "--measure",
    default="expanded",
    show_default=True,
    help="Name of the measure to compare, such as expanded, generated or seconds.",
)
@click.option(
    "--csv",
    "csv_file",
    type=OutputPath(".csv"),
    help="CSV file to write, with one row per run.",
)
@click.option("--json", "form", flag_value="json", help="Print the report as JSON.")
@click.option("--latex", "form", flag_value="latex", help="Print the tables as LaTeX.")
@click.option("--markdown", "form", flag_value="markdown", help="Print the report as Markdown.")
@click.option(
    "--answer",
    "form",
    flag_value="answer",
    help="Print one page that you can hand in, with the question, method, results and verdict."
    " With --html, also write this page to the HTML file.",
)
@click.option("--png", type=_folder, help="Write the plots to this folder, as PNG files.")
@click.option("--svg", type=_folder, help="Write the plots to this folder, as SVG files.")
@click.option("--html", type=OutputPath(".html"), help="HTML file for the report and its plots.")
def report_command(
    store: Path, grid: str | None, measure: str, form: str | None, **files: Path | None
) -> None:
    """Report the results of the experiment in STORE.

    The report starts with the unexpected outcomes, if there are any, and a short summary. The
    means use only the boards that all compared searches solved. Most of the means are geometric
    means. The exit status is 1 if there were unexpected outcomes.
    """
    from aima_search.apps.lab.analysis import Analysis
    from aima_search.apps.lab.answer import OnePageAnswer
    from aima_search.apps.lab.plots import default_plots
    from aima_search.apps.lab.results import measure_of
    from aima_search.apps.lab.tables import fault_table, report_tables
    from aima_search.apps.lab.verdict import load, verdict

    if files["html"] is not None:
        check_can_write_page()
    chosen = measure_of(measure)
    found = Analysis(load(store, grid), chosen)
    words, faults, tables = verdict(found), fault_table(found), report_tables(found)
    page = OnePageAnswer(found, words, default_plots(found)) if form == "answer" else None
    written = list(_write_files(found, words, tables, files, page))
    for path in written:
        click.echo(f"wrote {path}", err=True)
    if faults.rows:
        tables = {"Unexpected outcomes": [faults], **tables}
    if page is not None:
        figures = [f"![{path.stem}]({path})" for path in written if path.suffix in (".png", ".svg")]
        print_lines([page.as_markdown(figures)])
    elif form == "json":
        print_json(_as_json(found, words, tables))
    elif form:
        print_lines([*_document(found, words, tables, form)])
    else:
        _print_report(found.results, words, tables)
    sys.exit(1 if found.faults else 0)


def _write_files(
    found: Analysis,
    words: Verdict,
    tables: Tables,
    files: dict[str, Path | None],
    page: OnePageAnswer | None,
) -> Iterator[Path]:
    if (path := files["csv_file"]) is not None:
        with writing(path), path.open("w", encoding="utf-8", newline="") as file:
            write_csv(file, found.results.exported())
        yield path
    if any(files[name] for name in ("png", "svg", "html")):
        from aima_search.apps.lab.plots import answer_page, default_plots, html_page, save_plots

        plots = default_plots(found, only_notable=page is not None)
        if page is not None:
            plots = {name: plot for name, plot in plots.items() if name == page.figure}
        for kind in ("png", "svg"):
            if (folder := files[kind]) is not None:
                yield from save_plots(plots, folder, kind)
        if (path := files["html"]) is not None:
            html = answer_page(page, plots) if page else html_page(found, words, tables, plots)
            with writing(path):
                path.write_text(html, encoding="utf-8")
            yield path


def _headline(results: GridResults) -> str:
    runs = f"{len(results):,} runs" + f", {results.missing:,} missing" * bool(results.missing)
    return f"{results.name}: {runs} on {results.size} of {results.puzzle}"


def _print_report(results: GridResults, words: Verdict, tables: Tables) -> None:
    for faults in tables.pop("Unexpected outcomes", []):
        print_table(faults)
    print_lines([_headline(results), ""])
    for title, paragraphs in words.sections.items():
        print_lines([title, ""] if title else [])
        for paragraph in paragraphs:
            print_lines([fill(paragraph, _WIDTH), ""])
    for section in tables.values():
        for table in section:
            print_table(table)


def _document(found: Analysis, words: Verdict, tables: Tables, form: str) -> Iterator[str]:
    write = latex_text if form == "latex" else markdown_text
    if form == "markdown":
        yield from (f"# {_headline(found.results)}", "")
        for title, paragraphs in words.sections.items():
            yield from (f"## {title}", "") if title else ()
            yield from ("\n\n".join(paragraphs), "")
    for title, section in tables.items():
        yield from (f"## {title}", "") if form == "markdown" else (f"% {title}",)
        for table in section:
            yield from (write(table), "")


def _as_json(found: Analysis, words: Verdict, tables: Tables) -> dict[str, Any]:
    results = found.results
    return {
        "name": results.name,
        "puzzle": results.puzzle,
        "plan": results.plan,
        "missing": results.missing,
        "versions": results.versions,
        "unexpected": [asdict(fault) for fault in found.faults],
        "summary": words.summary,
        "verdict": [*words.summary, *words.details, words.note],
        "measure": found.measure.name,
        "tables": [
            {"title": table.title, "columns": [c.title for c in table.columns], "rows": table.rows}
            for section in tables.values()
            for table in section
        ],
        "factors": [asdict(contrast) for contrast in found.contrasts],
        "pairs": [asdict(pair) for pair in found.pairs],
        "runs": results.as_dicts(),
    }
