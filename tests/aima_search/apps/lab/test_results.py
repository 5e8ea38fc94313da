"""Loading a store, the tables, what is compared over which boards, what is unexpected."""

import csv
import random
import sys
from io import StringIO

import pytest

from aima_search.apps.lab import load, parse_grid
from aima_search.apps.lab import results as module
from aima_search.apps.lab.analysis import Analysis, faults_of
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.store import Store
from aima_search.apps.lab.tables import (
    axis_tables,
    fault_table,
    length_tables,
    mean_table,
    outcome_table,
    report_tables,
)
from aima_search.apps.lab.verdict import verdict
from aima_search.base.errors import MissingExtra, UnknownName
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

EXPANDED = measure_of("expanded")


def by_board(board, run):
    """Boards 1 and 2 are too much for breadth-first search; manhattan solves nothing."""
    if run.heuristic == "manhattan" or (run.heuristic is None and board <= 2):
        return RunOutcome("time-limit")
    return solved(10 * board if run.heuristic == "zero" else 10)


def test_means_are_over_the_boards_that_all_compared_ones_solved(tmp_path):
    table = mean_table(made_up(tmp_path, by_board))
    rows = {row[0]: row[1:4] for row in table.rows}
    common = (30 * 40 * 50 * 60 * 70 * 80) ** (1 / 6)
    assert rows["astar, zero"] == (8, 8, pytest.approx(common))
    assert rows["astar, conflicts"] == (8, 8, pytest.approx(10))
    assert rows["breadth-first"] == (6, 8, pytest.approx(10))
    assert "astar, manhattan" not in rows
    assert "over the 6 of 8 boards" in table.note
    assert "solved no board: astar, manhattan" in table.note


def test_means_of_refinements_are_shown_of_the_configurations_that_have_any(tmp_path):
    def refining(number, run):
        outcome = solved(10)
        outcome.values["refined"] = 8 if run.heuristic == "conflicts" else 0
        return outcome

    table = mean_table(made_up(tmp_path, refining))
    place = [column.title for column in table.columns].index("refined")
    means = {row[0]: row[place] for row in table.rows}
    assert means.pop("astar, conflicts") == pytest.approx(8)
    assert set(means.values()) == {None}


def test_means_have_no_column_of_refinements_where_there_are_none(tmp_path):
    table = mean_table(made_up(tmp_path, lambda number, run: solved(10)))
    assert "refined" not in [column.title for column in table.columns]


def test_axes_are_reported_value_by_value(tmp_path):
    results = made_up(tmp_path, by_board)
    assert results.axes == {"size": [4, 5], "walls": [0, 1]}
    size, walls = axis_tables(Analysis(results, EXPANDED))[:2]
    assert [column.title for column in size.columns] == [
        "configuration",
        "4",
        "solved",
        "5",
        "solved",
    ]
    assert "2 of 4 at 4, 4 of 4 at 5" in size.note
    zero = next(row for row in size.rows if row[0] == "astar, zero")
    assert list(zero[1:]) == [
        pytest.approx((30 * 40) ** 0.5),
        1.0,
        pytest.approx((50 * 60 * 70 * 80) ** 0.25),
        1.0,
    ]
    blind = next(row for row in size.rows if row[0] == "breadth-first")
    assert blind[2::2] == (0.5, 1.0)
    assert walls.title == "expanded by walls"


def test_outcomes_are_counted(tmp_path):
    table = outcome_table(made_up(tmp_path, by_board))
    assert [column.title for column in table.columns] == ["configuration", "solved", "time-limit"]
    assert ("astar, manhattan", 0, 8) in table.rows


def test_repetitions_count_as_one_board_and_their_median_is_taken(tmp_path):
    def result(board, run):
        return solved(10, seconds={1: 1, 2: 2, 3: 9}[run.repetition])

    results = made_up(tmp_path, result, text="repetitions = 3" + GRID)
    config = next(iter(results.facts))
    assert results.has_solved(config).shape == (8, 3)
    assert set(results.values(config, measure_of("seconds"))) == {2}


def test_a_board_counts_as_solved_only_if_every_repetition_solved_it(tmp_path):
    def result(board, run):
        return RunOutcome("time-limit") if run.repetition == 2 and board == 1 else solved(10)

    results = made_up(tmp_path, result, text="repetitions = 2" + GRID)
    assert results.common(results.facts).sum() == 7


def test_what_should_not_happen_is_found(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan":  # not admissible: may cost more
            return solved(10, cost=9)
        if run.heuristic == "conflicts" and board == 1:
            return RunOutcome("heuristic-raised", "my.py, line 3: ValueError: no")
        if run.heuristic == "conflicts":
            return solved(10, cost=5)
        return RunOutcome("no-solution") if run.heuristic == "zero" and board == 2 else solved(10)

    faults = faults_of(made_up(tmp_path, result))
    assert [(fault.kind, fault.configuration.heuristic, fault.runs) for fault in faults] == [
        ("heuristic-raised", "conflicts", 1),
        ("not-optimal", "conflicts", 7),
        ("contradiction", "zero", 1),
    ]
    assert "line 3: ValueError" in faults[0].message
    assert faults[1].message == "declared admissible, but found the cost 5, expected 4"
    table = fault_table(Analysis(load(tmp_path / "made-up.sqlite"), EXPANDED))
    assert len(table.rows) == 3


def test_an_unknown_measure_is_told_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'expanded'"):
        measure_of("expandet")


def test_rows_as_csv(tmp_path):
    results = made_up(tmp_path, by_board)
    rows = list(csv.DictReader(StringIO(results.as_csv())))
    assert len(rows) == len(results.rows) == 8 * 4
    assert {(row["axis_size"], row["axis_walls"]) for row in rows} == {
        ("4", "0"), ("4", "1"), ("5", "0"), ("5", "1"),
    }  # fmt: skip
    assert sum(row["status"] == "solved" for row in rows) == 8 + 8 + 6


@pytest.mark.gate("pandas")
def test_rows_as_a_data_frame(tmp_path):
    pytest.importorskip("pandas", reason="pandas is not installed (extra 'data')")
    frame = made_up(tmp_path, by_board).dataframe()
    assert frame.groupby("heuristic", dropna=False)["status"].count().tolist() == [8, 8, 8, 8]


def test_the_extra_of_a_data_frame_is_named_where_it_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match=r"\[data\]"):
        made_up(tmp_path, by_board).dataframe()


def test_the_last_grid_is_loaded_or_the_named_one(tmp_path):
    made_up(tmp_path, by_board)
    made_up(tmp_path, by_board, text=GRID.replace("made up", "another").replace("line = 3", ""))
    path = tmp_path / "made-up.sqlite"
    assert load(path).name == "another"
    assert load(path, "made up").name == "made up"
    with pytest.raises(UnknownName, match="did you mean 'made up'"):
        load(path, "make up")


def test_the_book_s_table_has_arithmetic_means_by_the_length_of_the_solution(tmp_path):
    """Boards 1 to 4 have solutions of 4 actions, boards 5 to 8 of 6; manhattan's are longer."""

    def result(board, run):
        outcome = solved(10 * board if run.heuristic == "zero" else 10)
        longer = run.heuristic == "manhattan"
        depth = 4 + 2 * (board > 4) + longer
        outcome.values.update(depth=depth, cost=depth, branching_factor=board / 2)
        return outcome

    generated, factors = length_tables(made_up(tmp_path, result))
    assert [column.title for column in generated.columns] == ["configuration", "4", "6"]
    rows = {row[0]: row[1:] for row in generated.rows}
    assert rows["astar, zero"] == (3 * (10 + 20 + 30 + 40) / 4, 3 * (50 + 60 + 70 + 80) / 4)
    assert rows["astar, manhattan"] == (30, 30)
    assert {row[1:] for row in factors.rows} == {((0.5 + 1 + 1.5 + 2) / 4, (2.5 + 3 + 3.5 + 4) / 4)}
    assert "arithmetic means" in generated.note
    assert "(4 of length 4, 4 of length 6)" in generated.note


def test_no_run_becomes_an_object_for_a_report(tmp_path, monkeypatch):
    made_up(tmp_path, by_board)
    for name in ("_record", "RunRecord", "RunSpec"):
        monkeypatch.setattr(module, name, lambda *values, **more: pytest.fail("an object"))
    found = Analysis(load(tmp_path / "made-up.sqlite"), EXPANDED)
    assert "h' = conflicts" in verdict(found).choice
    assert report_tables(found)["Configurations"][0].rows


def test_boards_are_named_by_file_and_line_and_a_long_text_is_kept_once(tmp_path):
    side, count = 128, 10
    draw = random.Random(1)
    rows = ["".join(draw.choices(".@", (4, 1), k=side)) for _ in range(side)]
    rows[0] = "." * side
    text = "\n".join(["type octile", f"height {side}", f"width {side}", "map", *rows])
    (tmp_path / "plain.map").write_text(text + "\n")
    places = [f"0\tplain.map\t{side}\t{side}\t{x}\t0\t{x + 3}\t0\t3" for x in range(count)]
    (tmp_path / "plain.scen").write_text("\n".join(["version 1", *places]) + "\n")
    grid = parse_grid(
        'puzzle = "paths"\nheuristics = ["octile", "zero"]\nrepetitions = 3\n'
        '[[instances]]\nfiles = ["plain.scen"]\n',
        tmp_path,
    )
    assert [one.title for one in grid.instances] == [
        f"plain.scen line {number}" for number in range(2, count + 2)
    ]
    assert all(len(one.id) > side * side for one in grid.instances)
    with Store(tmp_path / "maps.sqlite") as store:
        run, *_ = store.claim(store.add_grid(grid), grid.runs)
        assert run.instance in {one.id for one in grid.instances}
    assert (tmp_path / "maps.sqlite").stat().st_size < count * len(text)
