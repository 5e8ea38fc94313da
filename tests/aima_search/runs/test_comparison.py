"""compare: a row a run, whatever becomes of it; the optimum marked; means over common boards."""

from math import inf, sqrt

import pytest
from hypothesis import given

from aima_search import Limits, Problem, compare, solve
from aima_search.base.errors import InputError
from aima_search.catalog.configuration import Configuration
from aima_search.model.heuristic import ANY, NEVER_WRONG, with_facts
from aima_search.runs.compare import expand_heuristics
from aima_search.runs.comparison_views import board_table
from aima_search.search import GraphProblem, exp_schedule, romania_map
from puzzles import MovIX, SudokuLocal
from tests.examples import examples
from tests.specimens import Chain, Journey, cheapest, journeys

DETOUR = Journey({"A": {"B": 1, "C": 1, "G": 9}, "B": {"C": 1}, "C": {"G": 1}}, "A", "G")


CLIMB = SudokuLocal("..1.2....4....3.", seed=1)
WRONG = (
    (["astr"], "zero"),
    (["astar"], "zro"),
    (["astar"], "max("),
    (["astar", "weighted-astar(wight=2)"], "zero"),
    (["astar", "weighted-astar(weight=-1)"], "zero"),
    (["astar", "weighted-astar(weight=2"], "zero"),
)


def misleading(node):
    return {"B": 5, "C": 5}.get(node.state, 0)


def broken(node):
    return 1 / 0


def column(comparison, name):
    return [getattr(row, name) for row in comparison.rows]


def test_informed_algorithms_run_with_every_heuristic_and_blind_ones_once():
    done = compare(Chain(3), ["breadth-first", "astar", "greedy"], ["zero", lambda node: 0])
    assert [(row.algorithm, row.heuristic, row.tie_break) for row in done.rows] == [
        ("breadth-first", None, None),
        ("astar", "zero", "high-g-lifo"),
        ("astar", "<lambda>", "high-g-lifo"),
        ("greedy", "zero", "high-g-lifo"),
        ("greedy", "<lambda>", "high-g-lifo"),
    ]
    assert set(column(done, "board")) == {"board 1"}
    assert column(done, "cost") == [3] * 5


def test_algorithms_may_be_named_in_one_text():
    done = compare(MovIX.level("1-first"), "breadth-first, weighted-astar(weight=2)", "conflicts")
    assert [how.method for how in done.by_configuration()] == [
        "breadth-first",
        "weighted-astar(weight=2)",
    ]


def test_ties_multiply_the_rows_of_best_first_algorithms_only():
    done = compare(
        [Chain(2), Chain(3)], ["depth-first", "uniform-cost"], [], tie_breaks=["fifo", "lifo"]
    )
    assert column(done, "tie_break") == [None, "fifo", "lifo"] * 2
    assert column(done, "cost") == [2] * 3 + [3] * 3


def test_without_a_tie_break_each_problem_takes_its_own():
    class Stating(Chain):
        default_tie_break = "lifo"

    done = compare([Chain(2), Stating(2)], ["depth-first", "uniform-cost"], [])
    assert column(done, "tie_break") == [None, "high-g-lifo", None, "lifo"]


def test_all_stands_for_the_registered_heuristics_each_once():
    assert expand_heuristics(["all"], ANY) == ["zero", "perfect"]
    requested = expand_heuristics(["zero", "all", "max(zero, 1)"], ANY)
    assert requested == ["zero", "perfect", "max(zero, 1)"]


def test_an_unknown_name_fails_before_any_run():
    runs = []
    for algorithms, heuristics in WRONG:
        with pytest.raises((LookupError, ValueError)):
            compare(Chain(3), algorithms, heuristics, on_run=lambda *how: runs.append(how))
    assert runs == []


def test_each_choice_of_options_is_a_configuration_of_its_own():
    weights = ["weighted-astar(weight=1.50)", "weighted-astar(weight=2.0)", "weighted-astar"]
    done = compare(DETOUR, ["astar", *weights], [misleading])
    assert [row.configuration.method for row in done.rows] == [
        "astar",
        "weighted-astar(weight=1.5)",
        "weighted-astar(weight=2)",
        "weighted-astar",
    ]
    assert [row.run.options for row in done.rows] == [{}, {"weight": 1.5}, {"weight": 2}, {}]
    assert len({row.run.key for row in done.rows}) == len(done.summaries()) == 4
    for row, weight in zip(done.rows, (1, 1.5, 2, 1.4), strict=True):
        alone = solve(DETOUR, "weighted-astar", misleading, weight=weight)
        assert (row.cost, row.expanded) == (alone.cost, alone.expanded)


def test_options_written_in_other_ways_are_one_configuration():
    ways = ["beam(k=2,iterations=3)", "beam( iterations = 3, k = 2 )"]
    done = compare(CLIMB, ways)
    assert [row.configuration.method for row in done.rows] == ["beam(iterations=3, k=2)"]
    ways = [f"weighted-astar(weight={text})" for text in ("2", "2.0", "2.", "+2", "20e-1")]
    assert len(compare(Chain(2), ways, "zero").rows) == 1


def test_a_schedule_goes_with_its_text_and_the_seed_is_that_of_all():
    cold, warm = compare(
        CLIMB, ["annealing(schedule=0.1, 0.5, 9)", "annealing(schedule=30)"], seed=3
    ).rows
    assert cold.run.options == {"schedule": "0.1, 0.5, 9"}
    assert warm.configuration.method == "annealing(schedule=30, 0.005, 100)"
    for row, schedule in ((cold, exp_schedule(0.1, 0.5, 9)), (warm, exp_schedule(30))):
        alone = solve(CLIMB, "annealing", schedule=schedule, seed=3)
        assert (row.expanded, row.value) == (alone.expanded, alone.value)
    with pytest.raises(InputError, match=r"'annealing\(seed=3\)': remove the seed"):
        compare(CLIMB, ["annealing(seed=3)"])


def test_a_weight_is_no_promise_of_the_cheapest():
    promised, *others = compare(
        DETOUR, ["astar", "weighted-astar(weight=3)", "weighted-astar(weight=1)"], ["zero"]
    ).rows
    assert promised.proved_optimal
    assert not any(row.proved_optimal for row in others)


def test_an_unknown_tie_break_fails_before_any_run():
    with pytest.raises(LookupError, match="did you mean 'lifo'"):
        compare(Chain(3), ["astar"], "zero", tie_breaks=["lofi"])


def test_limits_failures_and_what_does_not_apply_are_rows_of_their_own():
    boards = {"endless": Chain(10**9), "two goals": Journey({"A": {"B": 1}}, "A", ["B", "C"])}
    algorithms = ["uniform-cost", "bidirectional", "astar"]
    done = compare(boards, algorithms, [broken], Limits(nodes=9))
    assert column(done, "status") == [
        *("node-limit", "node-limit", "heuristic-raised"),
        *("solved", "not-applicable", "heuristic-raised"),
    ]
    assert (done.rows[0].expanded, done.rows[0].cost, done.rows[0].optimal) == (9, None, None)
    assert done.rows[2].message == "ZeroDivisionError: division by zero; broken(<Node 0>) failed"
    assert "one goal state" in done.rows[4].message
    assert not done.interrupted


def test_the_optimum_is_known_where_a_configuration_proves_it():
    done = compare(DETOUR, ["uniform-cost", "astar", "breadth-first", "greedy"], ["zero"])
    assert column(done, "cost") == [2, 2, 9, 9]
    assert column(done, "proved_optimal") == [True, True, False, False]
    assert column(done, "optimal") == [True, True, False, False]


def test_without_a_proof_nobody_is_called_optimal_or_not():
    done = compare(DETOUR, ["astar", "greedy"], [misleading])
    assert column(done, "optimal") == [None, None]
    sure = with_facts(lambda node: 0, NEVER_WRONG)
    assert column(compare(DETOUR, ["astar"], [sure]), "optimal") == [True]
    assert column(compare(DETOUR, ["astar"], ["2 * zero"]), "optimal") == [None]


def test_a_cheaper_proved_cost_refutes_a_heuristic_that_is_declared_admissible():
    false = with_facts(lambda node: 9 if node.state in "BC" else 0, NEVER_WRONG)
    done = compare(DETOUR, ["astar", "uniform-cost"], ["zero", false])
    by_cost = {(row.cost, row.proved_optimal, row.optimal) for row in done.rows}
    assert by_cost == {(2, True, True), (9, False, False)}
    assert "although it is declared admissible" in str(done)


def test_breadth_first_proves_the_optimum_where_every_action_costs_one():
    class Steps(Chain):
        unit_costs = True

    done = compare(Steps(3), ["breadth-first", "iterative-deepening", "depth-first"])
    assert column(done, "proved_optimal") == [True, True, False]
    assert column(compare(Chain(3), ["breadth-first"]), "proved_optimal") == [False]


@examples(30)
@given(journey=journeys())
def test_a_proved_cost_is_the_optimum_of_the_oracle(journey):
    done = compare(journey, ["uniform-cost", "greedy", "depth-first"], [journey.h])
    optimum = cheapest(journey)
    for row in done.rows:
        assert (row.status == "solved") == (optimum is not None)
        if row.optimal:
            assert row.cost == pytest.approx(optimum)
        elif row.optimal is False:
            assert row.cost > optimum


def test_totals_and_geometric_means_count_the_boards_that_all_solved():
    boards = {"two": Chain(2), "eight": Chain(8), "far": Chain(1000)}
    done = compare(boards, ["breadth-first", "astar"], ["zero"], Limits(nodes=50))
    first, second = done.summaries()
    assert first.configuration == Configuration("breadth-first")
    assert second.configuration == Configuration("astar", "zero", "high-g-lifo")
    for summary in (first, second):
        assert (summary.solved, summary.boards, summary.common) == (2, 3, 2)
        assert summary.expanded == 2 + 8 + 50
        assert summary.mean_expanded == pytest.approx(sqrt(2 * 8))
        assert summary.seconds >= summary.mean_seconds > 0


def test_without_a_common_board_there_is_no_mean():
    (summary,) = compare(Chain(9), ["astar"], [broken]).summaries()
    assert (summary.solved, summary.common, summary.mean_expanded) == (0, 0, None)


def test_two_functions_of_one_name_are_two_configurations():
    done = compare(Chain(2), ["astar"], [lambda node: 0, lambda node: 1])
    assert [summary.boards for summary in done.summaries()] == [1, 1]


def test_an_interrupt_keeps_the_finished_rows():
    def interrupt(node):
        raise KeyboardInterrupt

    done = compare([Chain(2), Chain(3)], ["uniform-cost", "astar", "greedy"], [interrupt])
    assert done.interrupted
    assert column(done, "status") == ["solved", "interrupted"]


def test_rows_are_plain_values_and_steps_can_be_watched():
    steps, runs = [], []
    done = compare(
        {"one": Chain(2)},
        ["astar"],
        "zero",
        on_run=lambda board, how: runs.append((board, how.algorithm, how.heuristic)),
        on_step=lambda step: steps.append(step.expanded),
    )
    assert runs == [("one", "astar", "zero")]
    assert steps == [0, 1]
    (row,) = done.as_dicts()
    assert (row["board"], row["cost"], row["expanded"]) == ("one", 2, 2)
    assert all(isinstance(value, str | int | float | dict | None) for value in row.values())
    assert max(value for value in row.values() if isinstance(value, float)) < inf


def test_the_problems_own_estimate_is_the_first_row_where_it_defines_one():
    romania = GraphProblem("Arad", "Bucharest", romania_map)
    names = [row.heuristic for row in compare(romania, ["astar"]).rows]
    assert names[0] == "problem.h"
    assert "zero" in names[1:]
    first = compare(romania, ["uniform-cost", "astar"], "all").rows[1]
    assert (first.heuristic, first.expanded) == ("problem.h", solve(romania).expanded)
    assert [row.heuristic for row in compare(romania, ["astar"], "zero").rows] == ["zero"]
    asked = compare(romania, ["astar"], ["zero", "problem.h"]).rows
    assert [row.heuristic for row in asked] == ["problem.h", "zero"]


def test_without_an_estimate_of_its_own_a_problem_has_no_such_row():
    class Count(Problem):
        def actions(self, state):
            return [1] if state < 3 else []

        def result(self, state, action):
            return state + action

    assert "problem.h" not in [row.heuristic for row in compare(Count(0, 3), ["astar"]).rows]
    with pytest.raises(TypeError, match=r"Count has no h\(node\)"):
        compare(Count(0, 3), ["astar"], "problem.h")
    movix = MovIX(["S__", "_L_", "__S"], line=3)
    assert "problem.h" not in [row.heuristic for row in compare(movix, ["astar"]).rows]
    assert compare(movix, ["astar"], "problem.h").rows[0].solved


@pytest.fixture
def slowly(monkeypatch):
    """Heuristic that takes 20 ms to prepare, by a clock that stands still otherwise.

    What was prepared on this very board before is kept on it.
    """
    now = [0.0]
    monkeypatch.setattr("aima_search.runs.monitor.perf_counter", lambda: now[0])

    def slowly(problem):
        if not hasattr(problem, "_kept"):
            now[0] += 0.02
            problem._kept = True
        return lambda node: 0

    return slowly


def test_each_row_is_charged_for_its_own_preparation_and_no_search_for_it(slowly):
    board = MovIX.level("2-tiny")
    done = compare(board, ["greedy", "astar", "breadth-first"], [slowly])
    greedy, astar, blind = done.rows
    for row in (greedy, astar):
        assert (row.prepared, row.seconds) == (pytest.approx(0.02), 0)
    assert blind.prepared is None
    assert not hasattr(board, "_kept")
    (summary, *_) = done.summaries()
    assert summary.prepared == greedy.prepared
    table = board_table(done, "board 1")
    place = [column.title for column in table.columns].index("prepared in")
    assert [row[place] for row in table.rows] == [greedy.prepared, astar.prepared, None]
    assert [axes.get_xlabel() for axes in done.plot().axes][-1] == "prepared in"


@pytest.mark.usefixtures("slowly")
def test_a_preparation_that_takes_no_time_has_no_column():
    done = compare(Chain(3), ["astar"], ["zero"])
    assert "prepared in" not in [column.title for column in board_table(done, "board 1").columns]
    assert done.rows[0].prepared == 0
    assert "prepared" in done.as_csv().splitlines()[0]


def test_perfect_distances_are_prepared_for_each_row_of_a_board_or_of_a_problem():
    for problem in (MovIX.level("2-tiny"), Chain(2_000)):
        first, second = compare(problem, ["greedy", "astar"], ["perfect"]).rows
        assert (first.status, second.status) == ("solved", "solved")
        assert first.prepared < 1000 * second.prepared  # it is looked up in a microsecond


def test_the_limit_on_time_counts_the_preparation(slowly):
    result = solve(Chain(3), "astar", slowly, Limits(seconds=0.01))
    assert (result.status, result.expanded) == ("time-limit", 0)
    assert (result.prepared, result.seconds) == (pytest.approx(0.02), 0)


def test_local_searches_are_solved_in_the_mean_of_their_runs():
    boards = {"one": CLIMB, "two": SudokuLocal("1.3..4..........", seed=2)}
    done = compare(boards, ["annealing", "hill-climbing"], limits=Limits(nodes=60), runs=5, seed=3)
    assert len(done) == 2 * 2 * 5
    assert {row.run.seed for row in done} == {3, 4, 5, 6, 7}
    assert len({row.run.key for row in done}) == len(done)
    for summary in done.summaries():
        rows = done.by_configuration()[summary.configuration]
        assert summary.solved == sum(row.solved for row in rows) / 5
        assert (summary.runs, summary.boards) == (5, 2)
    table = board_table(done, "one")
    place = [column.title for column in table.columns].index("expanded")
    for row, summary in zip(table.rows, done.summaries(), strict=True):
        own = [one for one in done.by_configuration()[summary.configuration] if one.board == "one"]
        assert f"{sum(one.solved for one in own)} of 5 solved" in row
        assert row[place] == round(sum(one.expanded for one in own) / 5)
    assert "solved: mean of 5 runs" in str(done)
    assert "mean of" not in str(compare(Chain(3), ["astar"], ["zero"], runs=5))
    with pytest.raises(InputError, match="runs 0: expected a whole number from 1 up"):
        compare(Chain(3), ["astar"], ["zero"], runs=0)
