"""A comparison as tables, as a DataFrame, as a plot and as a page."""

import re
import sys
from dataclasses import replace
from html import escape

import pytest

from aima_search import compare
from aima_search.base.errors import InputError, MissingExtra
from aima_search.base.limits import Limits
from aima_search.runs.compare import Comparison
from aima_search.runs.comparison_views import board_table, comparison_tables, messages
from aima_search.runs.record import RunOutcome, RunRecord, RunSpec
from puzzles import MovIX
from tests.aima_search.display.browser import needs_browser, shown
from tests.aima_search.display.outline import Outline
from tests.specimens import Chain

NASTY = "<script>alert(1)</script> & co"


def row(board, algorithm, status="solved", message="", optimal=None, **values):
    run = RunSpec("chain", board, "", algorithm)
    return RunRecord(run, RunOutcome(status, message, values), optimal=optimal)


MADE_UP = Comparison(
    (
        row("one", "first", cost=3, expanded=10, seconds=0.5, optimal=True),
        row("one", "second", cost=4, expanded=1000, seconds=0.1, optimal=False),
        row("one", "third", "time-limit", expanded=2, seconds=9.0),
        row("two", "first", cost=5, expanded=40, seconds=0.5),
        row("two", "second", cost=5, expanded=90, seconds=2.5),
        row("two", "third", "heuristic-raised", message=NASTY),
    )
)


@pytest.fixture(scope="module")
def boards():
    return {NASTY: MovIX.level("2-tiny"), "jump": MovIX.level("4-jump")}


@pytest.fixture(scope="module")
def comparison(boards):
    return compare(boards, ["breadth-first", "astar"], ["zero", "conflicts"])


def test_it_prints_a_table_for_each_board_and_one_for_all(comparison):
    text = str(comparison)
    assert text.startswith(f"{NASTY}\n")
    assert text.count("\n breadth-first ") == 3
    title = "totals over all boards, solved or not; geometric means over the 2 boards that every"
    assert title in " ".join(text.split())
    assert text.count("* the cost is proved to be optimal") == 2
    assert "all boards" not in str(compare(Chain(3), ["breadth-first"]))
    assert "\x1b" not in text


def test_many_boards_are_shown_as_one_table():
    many = compare([Chain(length) for length in range(1, 14)], ["breadth-first"])
    assert str(many).startswith(
        "totals over all boards, solved or not; geometric means over the 13 boards"
    )
    assert many._repr_html_().count("<table>") == 1


def test_its_repr_is_short(comparison):
    assert repr(compare(Chain(3), ["breadth-first"])) == "<Comparison: 1 rows, board 1>"
    assert repr(Comparison(())) == "<Comparison: 0 rows, 0 boards>"
    assert len(repr(comparison)) < 100


def test_who_did_not_solve_it_is_not_the_best():
    table = board_table(MADE_UP, "one")
    best = [
        {column.title for place, column in enumerate(table.columns) if table.is_best(row, place)}
        for row in table.rows
    ]
    assert best == [{"cost", "expanded"}, {"seconds"}, set()]


@pytest.mark.parametrize(
    ("limit", "words", "more"),
    [
        ({"nodes": 1}, "1 expansions", "nodes=1000000"),
        ({"seconds": 0}, "0 s", "seconds=10"),
        ({"memory": 1}, "1 B", "memory='1.0GiB'"),
    ],
)
def test_runs_that_a_limit_ended_are_reported_with_a_larger_limit(boards, limit, words, more):
    cut = compare(boards, ["breadth-first", "astar"], ["zero", "conflicts"], Limits(**limit))
    *_, line = messages(cut)
    assert line == (
        f"6 runs were stopped by the limit of {words}"
        " (breadth-first; astar, zero; astar, conflicts):"
        f" to raise the limit, use limits=Limits({more})"
    )
    assert str(cut).endswith(line)
    assert escape(line) in cut._repr_html_()


def test_of_many_that_were_cut_short_three_are_named_and_a_larger_limit_is_ten_times_as_large():
    names = [*"abcde"]
    rows = [
        replace(
            row("one", name, "time-limit"),
            run=RunSpec("chain", "one", "", name, limits=Limits(seconds=3)),
        )
        for name in names
    ]
    *_, line = messages(Comparison(tuple(rows)), "--{name} {more}")
    assert (
        line == "5 runs were stopped by the limit of 3 s (a; b; c and 2 others):"
        " to raise the limit, use --seconds 30"
    )


def test_refinements_have_a_column_where_a_heuristic_refines():
    board = {"board": MovIX.level("4-jump")}
    refining = compare(board, ["astar"], ["assignment", "supported-assignment"])
    plainly, refined = refining.exported()
    assert plainly["refined"] == 0 < refined["refined"]
    table = board_table(refining, "board")
    place = [column.title for column in table.columns].index("refined")
    assert [values[place] for values in table.rows] == [
        row["refined"] for row in list(refining.exported())
    ]
    plain = compare(board, ["astar"], ["assignment"])
    assert "refined" not in [column.title for column in board_table(plain, "board").columns]
    (row,) = plain.exported()
    assert row["refined"] == 0


def test_only_a_proved_cost_has_a_star():
    assert re.findall(r" solved +(\d\*?) ", str(MADE_UP)) == ["3*", "4", "5", "5"]
    assert "proved" not in str(Comparison(MADE_UP.rows[3:]))


def test_ties_have_a_column_where_there_are_several():
    ties = compare(Chain(3), ["astar"], "zero", tie_breaks=["fifo", "lifo"])
    (table,) = comparison_tables(ties)
    assert [column.title for column in table.columns][:3] == ["algorithm", "heuristic", "ties"]
    joined = board_table(ties, "board 1", joined=True)
    assert [values[0] for values in joined.rows] == ["astar, zero, fifo", "astar, zero, lifo"]


def test_errors_are_reported_below_the_tables():
    assert str(MADE_UP).endswith(f"\nthird: {NASTY}")
    assert f"third: {NASTY}" in Outline(MADE_UP._repr_html_()).text


def test_a_notebook_shows_the_tables_and_names_are_text(comparison):
    html = comparison._repr_html_()
    outline = Outline(html)
    assert outline.open == []
    assert outline.tags.count("table") == 3
    assert "script" not in outline.tags
    assert NASTY in outline.text
    assert 'class="number best"' in html


@pytest.mark.gate("pandas")
def test_the_dataframe_has_a_row_for_every_run(comparison):
    pytest.importorskip("pandas", reason="pandas is not installed (extra 'data')")
    frame = comparison.dataframe()
    assert len(frame) == 6
    assert set(frame["heuristic"].dropna()) == {"zero", "conflicts"}
    assert frame.groupby("board")["cost"].min().to_dict() == {NASTY: 3, "jump": 14}


@pytest.mark.parametrize(
    ("module", "method", "extra"),
    [("pandas", "dataframe", "data"), ("matplotlib", "plot", "plot")],
)
def test_a_missing_extra_is_named(monkeypatch, module, method, extra):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf"\[{extra}\]"):
        getattr(MADE_UP, method)()


def points(axes):
    """Every point of a plot as (x, y)."""
    return sorted(
        (round(float(x), 6), int(y)) for drawn in axes.collections for x, y in drawn.get_offsets()
    )


def test_a_plot_has_a_point_for_each_run_and_the_mean_of_the_common_boards():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    figure = Comparison(tuple(r for r in MADE_UP.rows if r.algorithm != "third")).plot()
    expanded, seconds = figure.axes
    assert points(expanded) == [(10, 0), (20, 0), (40, 0), (90, 1), (300, 1), (1000, 1)]
    assert points(seconds) == [(0.1, 1), (0.5, 0), (0.5, 0), (0.5, 0), (0.5, 1), (2.5, 1)]
    assert [label.get_text() for label in expanded.get_yticklabels()] == ["first", "second"]
    assert (expanded.get_xscale(), expanded.get_xlabel()) == ("log", "expanded")


def test_one_measure_may_be_named_alone_and_none_is_an_error():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    assert [axes.get_xlabel() for axes in MADE_UP.plot("cost").axes] == ["cost"]
    for comparison, measures in ((MADE_UP, []), (Comparison(()), ["cost"])):
        with pytest.raises(InputError, match="nothing to plot"):
            comparison.plot(measures)


def test_what_was_not_solved_is_drawn_apart():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    figure = MADE_UP.plot(["expanded"])
    assert (2, 2) in points(figure.axes[0])
    assert "x: not solved" in figure.get_suptitle()
    assert "the 0 boards that all solved" in figure.get_suptitle()


@pytest.mark.parametrize(
    ("measure", "mean"), [("expanded", "geometric"), ("prepared", "arithmetic")]
)
def test_a_plot_names_the_mean_of_its_measure(measure, mean):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    assert f"large: {mean} mean over the" in MADE_UP.plot(measure).get_suptitle()


def test_a_notebook_shows_the_plot_without_pyplot():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    assert MADE_UP.plot()._repr_png_().startswith(b"\x89PNG")


def test_an_unknown_measure_is_answered_with_the_nearest():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")
    with pytest.raises(LookupError, match="did you mean 'expanded'"):
        MADE_UP.plot(["expandet"])


@pytest.fixture(scope="module")
def page(comparison, boards):
    pytest.importorskip("jinja2", reason="jinja2 is not installed (extra 'report')")
    from aima_search.runs.comparison_views import comparison_page

    return comparison_page(comparison, boards)


def test_the_page_is_well_formed_escaped_and_needs_nothing_from_elsewhere(page, comparison):
    outline = Outline(page)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert {target[1:] for target in outline.targets} <= set(outline.ids)
    assert "@import" not in page
    assert NASTY not in page
    assert NASTY in outline.text
    plots = comparison.plotted()  # the preparation too, if it took long
    assert {"expanded", "seconds"} <= set(plots)
    assert outline.tags.count("svg") == 2 + len(plots)  # boards, plots


@needs_browser
@pytest.mark.parametrize("width", [1280, 390])
def test_in_a_browser_tables_sort_and_nothing_sticks_out(page, tmp_path, width):
    check = """
    <script>
    const table = document.querySelector("table");
    const button = [...table.querySelectorAll("button")].find(
      button => button.textContent === "expanded");
    button.click(); button.click();
    const keys = [...table.tBodies[0].rows].map(
      row => +row.cells[button.parentElement.cellIndex].dataset.key);
    const down = keys.every((key, i) => !i || key <= keys[i - 1]);
    const wide = document.documentElement.scrollWidth <= innerWidth;
    parent.postMessage(JSON.stringify({down, wide, rows: keys.length}), "*");
    </script>"""
    dump = shown(page.replace("</body>", check + "</body>"), tmp_path, width)
    assert '{"down":true,"wide":true,"rows":3}' in dump, dump[-500:]


def test_without_any_run_there_is_nothing_to_show():
    nothing = Comparison(())
    assert str(nothing) == ""
    assert Outline(nothing._repr_html_()).open == []
