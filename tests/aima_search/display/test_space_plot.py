"""The picture of a state space: what stands at its axes."""

import pytest

pytest.importorskip("matplotlib")

from matplotlib.figure import Figure

from aima_search.analysis.shape import HeuristicHistogram, draw_heat_map, draw_histogram

WHOLE = [
    {0: 1},
    {0: 1, 1: 2},
    {2: 1, 3: 4, 4: 2},
    {actions: actions for actions in range(1, 11)},
    dict.fromkeys(range(40), 1),
    {0: 1, 100: 2},
]


def ticks(axis):
    low, high = sorted(axis.get_view_interval())
    return [float(tick) for tick in axis.get_majorticklocs() if low <= tick <= high]


@pytest.mark.parametrize("counts", WHOLE)
def test_whole_numbers_have_whole_ticks(counts):
    axes = Figure(figsize=(4.2, 3.4)).subplots()
    draw_histogram(axes, "actions", counts)
    for axis in (axes.xaxis, axes.yaxis):
        assert ticks(axis)
        assert all(tick.is_integer() for tick in ticks(axis))


def test_other_costs_keep_their_ticks():
    axes = Figure().subplots()
    draw_histogram(axes, "h*", {0.1: 1, 0.2: 3, 0.3: 2})
    assert len(ticks(axes.xaxis)) > 2


@pytest.mark.parametrize("size", [1, 2, 3, 11])
def test_a_heat_map_of_whole_numbers_has_whole_ticks(size):
    axes = Figure(figsize=(4.2, 3.4)).subplots()
    draw_heat_map(
        axes, "h", HeuristicHistogram(1, ((1,) * size,) * size, size**2, 0, size, 0, 0, 0)
    )
    for axis in (axes.xaxis, axes.yaxis):
        assert ticks(axis)
        assert all(tick.is_integer() for tick in ticks(axis))
