"""The verdict says which is best, by what, how sure, and where it loses."""

import re

from aima_search.apps.lab.analysis import analyse
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.verdict import verdict
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

PROMISED = GRID.replace(', "manhattan"', "")


def test_a_clear_winner(tmp_path):
    factor = {"zero": 100, "conflicts": 10, "manhattan": 40, None: 200}
    results = made_up(tmp_path, lambda board, run: solved(board * factor[run.heuristic]), count=4)
    text = results.verdict()
    assert text.startswith(
        "conflicts is the best heuristic: it solved 16 of 16 boards, as did all others, and expands"
        " the fewest nodes on the 16 boards that all of them solved (68 in the geometric mean)."
    )
    assert "The next, manhattan, needs 4 times as much on the 16 boards" in text
    assert "(p < 0.001, effect +1.00)" in text
    assert "It loses nowhere" in text
    assert "same, least known cost" in text
    assert "breadth-first 20 times as much (16 of 16 solved, never more expensive" in text


def test_too_little_to_be_sure(tmp_path):
    def result(board, run):
        return solved(10 + (board % 2) * 5 if run.heuristic == "zero" else 11)

    text = made_up(tmp_path, result, count=1).verdict()
    assert "may be chance" in text
    assert "leads: it solved 4 of 4 boards" in text
    assert "is the best heuristic" not in text
    assert "very sure" not in text


def test_where_the_best_loses(tmp_path):
    """Boards 9 to 16 have size 5: on them manhattan needs half as much."""

    def result(board, run):
        if run.heuristic == "manhattan":
            return solved(50 if board > 8 else 1000)
        return solved(100 if run.heuristic == "conflicts" else 2000)

    text = made_up(tmp_path, result, count=4).verdict()
    assert text.startswith("conflicts leads")
    assert "Where it loses: manhattan needs less on 8 of 16 boards" in text
    assert "where size is 5 (0.5 times as much)" in text
    assert "size is 4" not in text


def test_more_boards_solved_comes_before_fewer_nodes(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan" and board == 1:
            return RunOutcome("time-limit")
        return solved(1 if run.heuristic == "manhattan" else 100)

    text = made_up(tmp_path, result).verdict()
    assert text.startswith(
        "zero is the best heuristic: it solved 8 of 8 boards, as did conflicts, while manhattan"
        " expands the fewest nodes on the 7 boards that all of them solved (1 against 100 in the"
        " geometric mean), but solved 7 boards only."
    )


def test_expensive_solutions_and_another_winner_by_time_are_said(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan":
            return solved(5, cost=6 if board <= 3 else 4, seconds=1)
        return solved(50, seconds=0.01 if run.heuristic == "zero" else 0.02)

    text = made_up(tmp_path, result).verdict()
    assert text.startswith("All heuristics whose solutions never cost more are equally good: zero,")
    assert "best known: manhattan on 3 of 8 (not admissible; 5 expanded in the mean)." in text
    assert "By the clock zero is the fastest too." in text


def test_solutions_of_the_best_that_nothing_promises_rest_on_the_boards(tmp_path):
    """Without a costlier solution an inadmissible heuristic is the best, and it is said why."""

    def result(board, run):
        return solved(5 if run.heuristic == "manhattan" else 50)

    text = made_up(tmp_path, result).verdict()
    assert text.startswith("manhattan is the best")
    assert "rests on these boards alone: it is not admissible." in text
    assert "rests on" not in made_up(tmp_path, result, count=3, text=PROMISED).verdict()


def test_of_a_search_that_promises_nothing_the_costs_are_told(tmp_path):
    text = GRID.replace('"astar", "breadth-first"', '"greedy"')

    def result(board, run):
        factor = {"zero": 3, "conflicts": 2, "manhattan": 1}[run.heuristic]
        return solved(10 * factor, cost=6 if run.heuristic == "manhattan" else 4)

    said = made_up(tmp_path, result, text=text).verdict()
    assert said.startswith("manhattan is the best heuristic: it solved 8 of 8 boards")
    assert "more expensive than the best known: manhattan on 8 of 8; the best heuristic" in said
    assert "that never cost more is conflicts." in said


def test_the_summary_has_ten_sentences(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy", "uniform-cost", "breadth-first"')
    text = text.replace("[[instances]]", 'tie-breaks = ["fifo", "lifo"]\n[[instances]]')

    def result(board, run):
        factor = {"zero": 9, "conflicts": 2, "manhattan": 4, None: 20}[run.heuristic]
        return solved(board * factor, cost=4 + (run.heuristic == "manhattan"))

    results = made_up(tmp_path, result, text=text)
    words = verdict(analyse(results, measure_of("expanded")))
    sentences = [one for text in words.summary for one in re.split(r"(?<=[a-z).])\. ", text)]
    assert len(sentences) == 10, sentences
    assert words.details
    assert [*words.summary, *words.details] == results.verdict().split("\n\n")


def test_faults_and_missing_runs_are_told_first(tmp_path):
    def result(board, run):
        if run.heuristic == "zero":
            return RunOutcome("worker-died", "signal SIGSEGV")
        return None if board == 1 else solved(10)

    paragraphs = made_up(tmp_path, result).verdict().split("\n\n")
    assert paragraphs[0].startswith("Careful: 8 runs ended in a way that should not happen")
    assert paragraphs[1] == "Not finished: 3 runs of the grid are still missing."


def test_several_algorithms_are_told_one_by_one(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy"')
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=text).verdict()
    for algorithm in ("astar", "greedy"):
        assert f"With {algorithm}: all heuristics are equally good: zero, conflicts, " in verdict


def test_a_tie_break_is_named_of_searches_that_break_ties(tmp_path):
    text = GRID.replace('"breadth-first"', '"ida-star"')
    text = text.replace("[[instances]]", 'tie-breaks = ["fifo", "lifo"]\n[[instances]]')
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=text).verdict()
    starts = [one.partition(":")[0] for one in verdict.split("\n\n") if one[:4] == "With"]
    ties = " and ties broken "
    assert starts == [f"With astar{ties}fifo", f"With astar{ties}lifo", "With ida-star"]


def test_equals_of_the_best_are_named(tmp_path):
    factor = {"zero": 9, "conflicts": 3, "manhattan": 3, None: 9}
    results = made_up(tmp_path, lambda board, run: solved(board * factor[run.heuristic]))
    text = results.verdict()
    assert text.startswith("conflicts is the best heuristic")
    assert "The next, zero, needs 3 times as much" in text


def test_only_blind_search_solved(tmp_path):
    def result(board, run):
        return RunOutcome("time-limit") if run.heuristic else solved(10)

    assert made_up(tmp_path, result).verdict().startswith("No heuristic to judge: only")


def test_boards_without_a_solution_are_told_from_boards_that_were_too_hard(tmp_path):
    def result(board, run):
        if board == 1:
            return RunOutcome("no-solution" if run.heuristic == "zero" else "time-limit")
        return solved(10) if board > 2 else RunOutcome("time-limit")

    text = made_up(tmp_path, result, count=1).verdict()
    assert "\nIt is proved for 1 of the 4 boards that there is no solution.\n" in text


def test_nothing_solved(tmp_path):
    results = made_up(tmp_path, lambda board, run: RunOutcome("time-limit"))
    assert results.verdict() == "Nothing was solved: there is nothing to compare."
    assert not results.common([]).any()
