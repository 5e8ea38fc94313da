"""The plots: what is drawn, and the files."""

import pytest

from aima_search.apps.lab import plots
from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.plots import (
    cactus,
    default_plots,
    growth,
    save_plots,
    scatter,
)
from aima_search.apps.lab.results import measure_of
from aima_search.display.plots import new_figure, svg_text, use_logarithm
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import made_up, solved

pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra 'plot')")

EXPANDED = measure_of("expanded")


def result(board, run):
    if run.heuristic is None and board == 8:
        return RunOutcome("time-limit")
    size = int(run.instance[0])
    factor = {"zero": 100, "conflicts": 3, "manhattan": 20, None: 7}[run.heuristic]
    return solved(factor * size, seconds=board / 10)


@pytest.fixture
def results(tmp_path):
    return made_up(tmp_path, result)


def lines_of(figure):
    return {line.get_label(): line for line in figure.axes[0].get_lines()}


def test_cactus_counts_boards_by_time(results):
    line = lines_of(cactus(results))["astar, zero"]
    assert list(line.get_xdata()) == pytest.approx([n / 10 for n in range(1, 9)])
    assert list(line.get_ydata()) == list(range(1, 9))
    assert len(lines_of(cactus(results))["breadth-first"].get_xdata()) == 7


def test_growth_in_the_answer_has_the_best_search_its_rival_and_blind_search(results):
    found = Analysis(results, EXPANDED)
    few, all_ = (
        lines_of(default_plots(found, only_notable=only)["growth-size"].draw())
        for only in (True, False)
    )
    assert {*few} == {results.label(config) for pair in found.notable for config in pair}
    assert len(few) < len(all_) == len(results.compared)


def test_growth_follows_the_axis(results):
    line = lines_of(growth(Analysis(results, EXPANDED), "size", results.compared))[
        "astar, conflicts"
    ]
    assert list(line.get_xdata()) == [4, 5]
    assert list(line.get_ydata()) == pytest.approx([12, 15])


def test_scatter_has_a_point_for_each_board_that_both_solved(results):
    zero, _, _, blind = results.facts
    points = scatter(results, zero, blind, EXPANDED).axes[0].collections[0].get_offsets()
    assert len(points) == 7
    assert {tuple(point) for point in points} == {(400, 28), (500, 35)}


def test_many_points_are_a_picture_in_the_plot(results, monkeypatch):
    zero, _, _, blind = results.facts
    few = svg_text(scatter(results, zero, blind, EXPANDED), "scatter")
    monkeypatch.setattr(plots, "_MOST_POINTS", 6)
    many = svg_text(scatter(results, zero, blind, EXPANDED), "scatter")
    assert ("<image" in few, "<image" in many) == (False, True)


@pytest.mark.gate("seven plots")
def test_files(results, tmp_path):
    paths = [*save_plots(default_plots(Analysis(results, EXPANDED)), tmp_path / "plots", "png")]
    assert [path.name for path in paths] == [
        "cactus.png",
        "growth-size.png",
        "growth-walls.png",
        "scatter-1-expanded.png",
        "scatter-1-seconds.png",
        "scatter-2-expanded.png",
        "scatter-2-seconds.png",
    ]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def test_the_same_figure_gives_the_same_svg(results):
    first, second = (svg_text(cactus(results), "cactus") for _ in range(2))
    assert first == second
    assert first.startswith("<svg")


def test_nothing_solved_is_not_drawn_by_itself_and_no_error(tmp_path):
    results = made_up(tmp_path, lambda board, run: RunOutcome("time-limit"))
    assert default_plots(Analysis(results, EXPANDED)) == {}
    assert svg_text(cactus(results), "cactus")


@pytest.mark.parametrize(
    "ends", [(30, 45), (11, 19), (61, 90), (0.3, 0.45), (3, 9), (90, 110), (210, 230), (1, 10**6)]
)
def test_a_logarithmic_axis_has_several_labels(ends):
    figure, axes = new_figure()
    axes.set(yscale="log", ylim=ends)
    use_logarithm(axes.yaxis)
    figure.draw_without_rendering()
    shown = [
        label.get_text()
        for label in axes.yaxis.get_ticklabels(which="both")
        if ends[0] <= label.get_position()[1] <= ends[1] and label.get_text()
    ]
    assert len(shown) >= 2
    assert len(set(shown)) == len(shown)
