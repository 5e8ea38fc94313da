"""Shows a comparison as tables, sentences and plots, for the terminal, notebooks and pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Any

from aima_search.algorithms.names import ALGORITHMS
from aima_search.base.errors import InputError
from aima_search.base.extras import versions
from aima_search.base.interchange import counted, short_number
from aima_search.base.limits import LIMITS, Limits, limits_in_words
from aima_search.catalog.configuration import Configuration
from aima_search.compiled.engines import OBJECTS
from aima_search.display import render_svg
from aima_search.display.pages import notebook_block, render_page, titled_table_html
from aima_search.display.palette import FAINT
from aima_search.display.plots import colour_of, draw_rows, svg_text
from aima_search.display.tables import NOTHING, Column, StarredCell, Table, format_value, table_text
from aima_search.model.puzzle import Puzzle
from aima_search.runs.convergence import SOLUTIONS, better_solutions, draw_solutions
from aima_search.runs.measures import MEASURES, Measure, measure_of
from aima_search.runs.record import RunRecord
from aima_search.runs.result import NO_NEGATIVE_COST, is_proved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from aima_search.runs.compare import Comparison, Summary

STAR_NOTE = "* the cost is proved to be optimal"

SHELL_ADVICE = "--{name} {more}"
"""How to raise a limit on the command line."""

_MOST_BOARDS = 12  # with more boards, there is no table for each board
_MOST_NAMED = 3  # the largest number of configurations that a sentence names
_CELL, _WIDTH = 26, 260  # largest size of a cell, and largest width of a board, in pixels


def comparison_text(comparison: Comparison) -> str:
    """Return the tables of a comparison as text, followed by conclusions and messages."""
    tables = map(table_text, comparison_tables(comparison))
    return "\n\n".join([*tables, "\n".join(messages(comparison))]).rstrip("\n")


def comparison_html(comparison: Comparison) -> str:
    """Return the tables of a comparison as HTML, followed by conclusions and messages."""
    tables = map(titled_table_html, comparison_tables(comparison))
    texts = (f"<p>{escape(message)}</p>" for message in messages(comparison))
    return notebook_block([*tables, *texts])


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """Yield a table for each board if there are few boards, and a summary table."""
    if len(comparison.boards) <= _MOST_BOARDS:
        for board in comparison.boards:
            yield board_table(comparison, board)
    if len(comparison.boards) > 1:
        yield summary_table(comparison)


def board_table(comparison: Comparison, board: str, title: str = "", joined: bool = False) -> Table:
    """Return the table of one board; highlight the best values of the runs that solved the board.

    ``joined``: show the configuration in one column, which stays visible when a page is scrolled.
    """
    rows = [row for row in comparison.rows if row.board == board]
    here = replace(comparison, rows=tuple(rows))
    measures = [one for one in MEASURES.values() if one.spare is not None and here.shows(one)]
    groups = here.by_configuration()
    written, contenders = [], []
    for configuration, group in groups.items():
        values: dict[str, Any] = {measure.name: _mean(group, measure) for measure in measures}
        if values.get("cost") is not None:
            values["cost"] = StarredCell(values["cost"], group[0].optimal is True)
        solved = sum(row.solved for row in group)
        status = group[0].status if len(group) == 1 else f"{solved} of {len(group)} solved"
        names = _configuration_values(comparison, configuration, joined)
        written.append((*names, status, *values.values()))
        if solved == len(group):
            contenders.append(written[-1])
    engines = dict.fromkeys(row.run.engine for row in rows if row.run.engine != OBJECTS)
    return Table(
        ", ".join([title or board, *(f"engine {name}" for name in engines)]),
        [
            *_configuration_columns(comparison, joined),
            Column("status"),
            *(Column(m.title, m.kind, m.best, m.spare or 0) for m in measures),
        ],
        written,
        "\n".join(_notes(rows, max(map(len, groups.values()), default=1))),
        contenders=contenders,
    )


def _notes(rows: Sequence[RunRecord], runs: int) -> Iterator[str]:
    if any(row.optimal for row in rows):
        is_known = any(row.outcome.optimal_if == "" for row in rows)
        yield STAR_NOTE if is_known else f"{STAR_NOTE}, if {NO_NEGATIVE_COST}"
    if runs > 1:
        yield f"searches that draw random numbers: means of {runs} runs with different seeds"


def _mean(runs: Sequence[RunRecord], measure: Measure) -> float | None:
    known = [value for row in runs if (value := row.outcome.values.get(measure.name)) is not None]
    if len(known) < 2:
        return known[0] if known else None
    mean = sum(known) / len(known)
    return round(mean) if measure.kind == "count" else mean


def summary_table(comparison: Comparison, joined: bool = False) -> Table:
    """Return the totals and geometric means of every configuration over all boards."""
    prepared = [measure_of("prepared")] if comparison.shows(measure_of("prepared")) else []
    common, summaries = len(comparison.solved_by_all()), comparison.summaries()
    runs = max((summary.runs for summary in summaries), default=1)
    of_runs = f"solved: mean of {runs} runs; " if runs > 1 else ""
    return Table(
        f"totals over all boards, solved or not; {of_runs}geometric means over the"
        f" {counted(common, 'board')} that every configuration solved",
        [
            *_configuration_columns(comparison, joined),
            Column("solved", "mean" if runs > 1 else "count", "max"),
            Column("of", "count"),
            Column("expanded", "count", spare=1),
            Column("seconds", "seconds", spare=2),
            Column("mean expanded", "mean", "min"),
            Column("mean seconds", "seconds", "min"),
            *(Column(m.title, m.kind, spare=2) for m in prepared),
        ],
        [
            (
                *_configuration_values(comparison, summary.configuration, joined),
                *(summary.solved, summary.boards, summary.expanded, summary.seconds),
                *(summary.mean_expanded, summary.mean_seconds),
                *(summary.prepared for _ in prepared),
            )
            for summary in summaries
        ],
    )


def _configuration_columns(comparison: Comparison, joined: bool) -> list[Column]:
    names = ["algorithm", "heuristic", *(["ties"] if comparison.has_ties else [])]
    return [Column(name) for name in (["configuration"] if joined else names)]


def _configuration_values(
    comparison: Comparison, configuration: Configuration, joined: bool
) -> list[str]:
    if joined:
        return [comparison.label(configuration)]
    ties = [configuration.tie_break or NOTHING] if comparison.has_ties else []
    return [configuration.method, configuration.heuristic or NOTHING, *ties]


def messages(comparison: Comparison, advice: str = "limits=Limits({name}={more!r})") -> list[str]:
    """Return the conclusions and messages that follow the tables of a comparison.

    ``advice``: how to raise a limit, as a format string with the fields ``name`` and ``more``.
    """
    rows = [row for row in comparison.rows if row.message]
    texts = [f"{row.configuration.label()}: {row.message}" for row in rows]
    return [*answers(comparison), *texts, *_cut_short(comparison, advice)]


def answers(comparison: Comparison) -> Iterator[str]:
    """Yield sentences about the best configurations; warn about costs above the optimum."""
    groups = comparison.by_configuration()
    if len(groups) < 2:
        return
    boards = len(comparison.boards)
    summaries = comparison.summaries()
    solved = [summary for summary in summaries if summary.solved == summary.boards == boards]
    every = "the board" if boards == 1 else f"all {boards} boards"
    if not solved:
        yield f"No configuration solved {every}."
        return
    yield from _least(comparison, solved, every)
    if any(summary.seconds for summary in solved):  # the page does not measure time
        fastest = min(solved, key=lambda summary: summary.seconds + summary.prepared)
        taken = format_value("seconds", fastest.seconds + fastest.prepared)
        is_worse = any(row.optimal is False for row in groups[fastest.configuration])
        yield (
            f"Fastest: {comparison.label(fastest.configuration)}, {taken} s for {every}, including"
            f" the preparation of the heuristic{', but not optimal' if is_worse else ''}."
        )
    yield from _not_optimal(comparison)


def _least(comparison: Comparison, solved: Sequence[Summary], every: str) -> Iterator[str]:
    groups = comparison.by_configuration()
    proved = [one for one in solved if all(row.proved_optimal for row in groups[one.configuration])]
    if proved:
        least = min(summary.expanded for summary in proved)
        best = [summary.configuration for summary in proved if summary.expanded == least]
        rows = chain.from_iterable(groups[configuration] for configuration in best)
        is_known = all(row.optimal_if == "" for row in rows)
        premise = "" if is_known else f", if {NO_NEGATIVE_COST}"
        yield (
            f"Fewest expansions with a proof that the cost is optimal{premise}:"
            f" {_named(comparison, best)}, {least:,} for {every}."
        )


def _not_optimal(comparison: Comparison) -> Iterator[str]:
    """Yield a warning if A*, or another optimal algorithm, found a cost above the optimum."""
    missed = [row for row in comparison.rows if row.optimal is False and row.heuristic]
    missed = [row for row in missed if ALGORITHMS.get(row.algorithm).optimal]
    if missed:
        names = _named(comparison, (row.configuration for row in missed))
        first, board = missed[0], missed[0].board
        cost = next(row.cost for row in comparison.rows if row.board == board and row.optimal)
        declared = is_proved(first.outcome.optimal_if)
        yield (
            "Not optimal, because the heuristic is not admissible"
            f"{', although it is declared admissible' if declared else ''}: {names};"
            f" {comparison.label(first.configuration)} found cost {short_number(first.cost)} where"
            f" {short_number(cost)} is optimal."
        )


def _named(comparison: Comparison, configurations: Iterable[Configuration]) -> str:
    names = [comparison.label(configuration) for configuration in dict.fromkeys(configurations)]
    more = len(names) - _MOST_NAMED
    return "; ".join(names[:_MOST_NAMED]) + (f" and {counted(more, 'other')}" if more > 0 else "")


def _cut_short(comparison: Comparison, advice: str) -> Iterator[str]:
    for name, kind in LIMITS.items():
        rows = [row for row in comparison.rows if row.status == kind.status]
        limit = getattr(rows[0].run.limits, name) if rows else None
        if limit is None:
            continue
        names = _named(comparison, (row.configuration for row in rows))
        runs = f"{counted(len(rows), 'run')} {'was' if len(rows) == 1 else 'were'}"
        more = advice.format(name=name, more=kind.write(max(10 * limit, kind.more)))
        yield (
            f"{runs} stopped by the limit of {limits_in_words(Limits(**{name: limit}))}"
            f" ({names}): to raise the limit, use {more}"
        )


def comparison_page(comparison: Comparison, problems: Mapping[str, Puzzle]) -> str:
    """Return a self-contained HTML page of boards, sortable tables and plots.

    This needs the optional dependencies ``aima-search[report]``. problems: a dict of the boards.
    """
    boards, rows = comparison.boards, comparison.rows
    puzzles = dict.fromkeys(problem.puzzle for problem in problems.values())
    settings = {row.board: row.run.board_options for row in rows if row.run.board_options}
    seed = next((row.run.seed for row in rows if row.run.seed is not None), None)
    drawn = "" if seed is None else f"; seed {seed}"
    scenes = {name: problems[name].scene(problems[name].initial) for name in boards}
    pictures = {
        name: render_svg(scene, min(_CELL, max(_WIDTH // scene.width, 4)))
        for name, scene in scenes.items()
    }
    return render_page(
        "display/comparison.html.jinja",
        title=f"{', '.join(puzzles)}: search compared",
        headline=[
            (f"{len(boards):,}", "boards" if len(boards) > 1 else "board"),
            (f"{len({row.configuration for row in rows}):,}", "configurations"),
            (f"{len(rows):,}", "runs"),
            (format_value("share", sum(row.solved for row in rows) / max(len(rows), 1)), "solved"),
        ],
        summary=summary_table(comparison, joined=True) if len(boards) > 1 else None,
        boards=[(pictures[name], name, problems[name].format()) for name in boards],
        tables=[board_table(comparison, name, joined=True) for name in boards],
        settings=[
            f"{board}: {', '.join(f'{name} {value}' for name, value in options.items())}"
            for board, options in settings.items()
        ],
        limits=f"limits of a run: {limits_in_words(rows[0].run.limits)}{drawn}",
        versions=versions(),
        messages=messages(comparison, SHELL_ADVICE),
        plots=list(_plots(comparison)),
    )


def _plots(comparison: Comparison) -> Iterator[tuple[str, str]]:
    for name in comparison.plotted():
        figure = plot_comparison(comparison, [name])
        label = measure_of(name).label
        yield f"{label.capitalize()}; further left is better.", svg_text(figure, name)
    if any(better_solutions(comparison).values()):
        yield SOLUTIONS, svg_text(draw_solutions(comparison), "solutions")


def plot_comparison(comparison: Comparison, measures: Sequence[str]) -> Figure:
    """Draw a panel for each measure. A cross shows a run that did not solve its board."""
    chosen = [measure_of(name) for name in measures]
    if not (measures and comparison.rows):
        raise InputError("nothing to plot: expected at least one measure and one row")
    rows = comparison.by_configuration()
    common = set(comparison.solved_by_all())

    def draw(axes: Axes, index: int) -> None:
        _draw(axes, list(rows.values()), chosen[index], common)

    labels = [comparison.label(configuration) for configuration in rows]
    figure = draw_rows(labels, [measure.title for measure in chosen], 0.27, draw)
    if len(comparison.boards) == 1:
        texts = [comparison.boards[0]]
    else:
        boards = counted(len(common), "board")
        kinds = dict.fromkeys(measure.mean_words.removesuffix("s") for measure in chosen)
        texts = ["small: a board", f"large: {' or '.join(kinds)} over the {boards} that all solved"]
    if any(not row.solved for row in comparison.rows):
        texts.append("x: not solved")
    figure.suptitle("; ".join(texts), fontsize=10, color=FAINT, parse_math=False)
    return figure


def _draw(axes: Axes, groups: list[list[RunRecord]], measure: Measure, common: set[str]) -> None:
    methods = list(dict.fromkeys(rows[0].configuration.method for rows in groups))
    several = any(len(rows) > 1 for rows in groups)
    for place, rows in enumerate(groups):
        colour = colour_of(methods.index(rows[0].configuration.method))
        values = [(row.outcome.values.get(measure.name), row) for row in rows]
        points = [(max(value, measure.floor), row) for value, row in values if value is not None]
        solved = [value for value, row in points if row.solved]
        ended = [value for value, row in points if not row.solved]
        style = {"s": 14, "alpha": 0.45} if several else {"s": 46}
        axes.scatter(solved, [place] * len(solved), color=colour, linewidths=0, **style)
        axes.scatter(ended, [place] * len(ended), color=colour, marker="x", s=26, linewidths=1)
        mean = measure.mean(value for value, row in points if value and row.board in common)
        if several and mean is not None:
            axes.scatter([mean], [place], color=colour, s=60, linewidths=0)
