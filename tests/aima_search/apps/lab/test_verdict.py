"""The verdict: the best heuristic, its advantage, and what is not shown, in five sentences."""

import random
import re

import pytest

from aima_search.apps.lab.analysis import analyse
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.verdict import verdict
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

PROMISED = GRID.replace(', "manhattan"', "")


def test_a_clear_winner(tmp_path):
    factor = {"zero": 100, "conflicts": 10, "manhattan": 40, None: 200}
    results = made_up(tmp_path, lambda board, run: solved(board * factor[run.heuristic]), count=4)
    paragraphs = results.verdict().split("\n\n")
    assert paragraphs[0] == (
        "With astar, conflicts is the best of 3 heuristics: it solves 16 of 16 boards and needs"
        " 0.25 times (no variation between the boards; fewer on 16 of 16 boards; p < 0.001) the"
        " expansions of the next, manhattan."
    )
    assert paragraphs[1].startswith(
        "Blind search: breadth-first solves 16 of 16 boards and needs 20 times (no variation"
        " between the boards; more on 16 of 16 boards; p < 0.001) the expansions of astar with"
        " conflicts."
    )
    assert "same, least known cost" in results.verdict()


def test_few_boards_do_not_settle_a_difference(tmp_path):
    """conflicts needs less than zero on half of the boards; manhattan is equal to conflicts."""

    def result(board, run):
        return solved(10 + (board % 2) * 5 if run.heuristic == "zero" else 10)

    text = made_up(tmp_path, result, count=1).verdict()
    assert text.startswith(
        "With astar, conflicts and manhattan (equal on each board) are ranked first (by boards"
        " solved, then expansions) of 3 heuristics: each solves 4 of 4 boards, but 4"
        " boards do not settle whether it needs fewer expansions than the next, zero (ratio"
        " 0.816, 95 % interval 0.563 to 1.19; fewer on 2, equal on 2 of 4 boards; p = 0.5)"
    )
    assert "the best of" not in text


@pytest.mark.parametrize(("count", "is_equal"), [(1, False), (2, True)])
def test_few_boards_do_not_show_that_searches_are_about_equal(tmp_path, count, is_equal):
    """With 4 boards no difference could be significant, so a narrow interval says little."""

    def result(board, run):
        return solved(1000 + (run.heuristic == "zero") * (board % 2))

    text = made_up(tmp_path, result, text=PROMISED, count=count).verdict()
    assert ("needs about as many expansions as the next, zero (ratio" in text) == is_equal
    assert ("4 boards do not settle whether it needs fewer expansions than" in text) != is_equal


@pytest.mark.parametrize("slower", [1, 3])
def test_a_narrow_interval_around_1_is_about_equal(tmp_path, slower):
    def result(board, run):
        more = {"zero": 5_000, "manhattan": (board == 1) * 10}.get(run.heuristic, 0)
        is_slow = run.heuristic == "manhattan"
        seconds = 0.01 * (slower if is_slow else 1) * (1 + board / 999)
        return solved(1000 + more, seconds=seconds * (1 + is_slow * board / 999))

    text = made_up(tmp_path, result).verdict()
    start = (
        "With astar, conflicts is ranked first (by boards solved, then expansions) of 3 heuristics:"
        " it solves 8 of 8 boards and needs about as many expansions as the next,"
        " manhattan (ratio 0.999, 95 % interval 0.996 to 1, within 5 % of equal; fewer on"
        " 1, equal on 7 of 8 boards; p = 1)"
    )
    time = ", while its time is 0.332 times (95 % interval 0.331 to 0.333) as long"
    assert text.startswith(f"{start}{time * (slower == 3)}; it needs 0.167 times (")


def test_who_solves_more_without_a_shown_difference_is_ranked_first(tmp_path):
    def result(board, run):
        return None if run.heuristic == "zero" and board == 1 else solved(10 + board % 2)

    text = made_up(tmp_path, result, text=GRID.replace(', "manhattan"', "")).verdict()
    assert "With astar, conflicts is ranked first (by boards solved, then expansions)" in text
    assert "as the next, zero, which solves 7 (ratio 1, no variation between the boards," in text
    assert "; on the 7 boards that both solve; 7 boards; p = 1)" in text


@pytest.mark.parametrize(("limit", "is_floor"), [(5000, True), (50, False)])
def test_with_boards_cut_short_a_ratio_is_a_lower_bound(tmp_path, limit, is_floor):
    """Only if the boards that blind search did not solve would raise the ratio."""

    def result(board, run):
        if run.heuristic:
            return solved(10)
        return RunOutcome("node-limit", values={"expanded": limit}) if board > 6 else solved(100)

    text = made_up(tmp_path, result).verdict()
    assert (
        "Blind search: breadth-first solves 6 of 8 boards and needs"
        f" {'at least ' * is_floor}10 times (no variation between the boards; on the 6 boards that"
        " both solve; more on 6 of 6 boards; p = 0.031) the expansions of astar with zero." in text
    )


def test_blind_search_is_compared_with_the_best_heuristic(tmp_path):
    """Although it equals A* with h = 0."""
    text = GRID.replace("breadth-first", "uniform-cost")
    factor = {"conflicts": 1, "manhattan": 2}

    def result(board, run):
        return solved(board * factor.get(run.heuristic, 3))

    words = made_up(tmp_path, result, text=text).verdict()
    assert words.count("uniform-cost") == 1
    assert re.search(
        r"Blind search: uniform-cost solves 8 of 8 boards and needs 3 times \([^)]*\) the"
        " expansions of astar with conflicts",
        words,
    )


def test_a_rival_that_is_shown_to_need_more_is_named_too(tmp_path):
    """The next rival differs on two boards only; zero needs more on all of them."""

    def result(board, run):
        if run.heuristic == "zero":
            return solved(100 + board)
        return solved(20 + (run.heuristic == "manhattan" and board < 3))

    text = made_up(tmp_path, result).verdict()
    assert "ranked first (by boards solved, then expansions) of 3 heuristics" in text
    assert "as the next, manhattan (" in text
    zero = r"; it needs 0\.19\d times \(.*p = 0\.0078\) the expansions of zero"
    assert re.search(zero, text)


def test_more_boards_solved_comes_before_fewer_nodes(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan" and board == 1:
            return RunOutcome("time-limit")
        return solved({"manhattan": 1, "zero": 100}.get(run.heuristic, 200))

    text = made_up(tmp_path, result).verdict()
    assert "zero is ranked first (by boards solved, then expansions) of 3 heuristics: it" in text
    assert re.search(r"; manhattan solves 7 and needs 0.01 times \([^)]*\) the .* of zero", text)
    assert "of the next, conflicts" in text
    assert "1 of 32 runs did not solve their board: 1 time-limit." in text


def test_expensive_solutions_are_named(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan":
            return solved(5, cost=6 if board <= 3 else 4, seconds=1)
        return solved(50, seconds=0.01 if run.heuristic == "zero" else 0.02)

    text = made_up(tmp_path, result).verdict()
    assert "2 heuristics whose solutions never cost more than the best known need the same" in text
    assert "Solutions that cost more than the best known (ranked last): manhattan on 3 of 8" in text


def test_a_best_heuristic_that_is_not_admissible_comes_with_an_admissible_one(tmp_path):
    def result(board, run):
        return solved(5 if run.heuristic == "manhattan" else 50)

    first, second, *_ = made_up(tmp_path, result).verdict().split("\n\n")
    assert "manhattan is the best" in first
    assert first.endswith(
        "; manhattan is not admissible, so its solutions may cost more than the optimum (here they"
        " were optimal on 8 of 8 boards)."
    )
    assert second.startswith(
        "For solutions that are sure to be optimal, use zero, which is admissible: it solves 8 of 8"
        " boards and needs 10 times ("
    )
    promised = made_up(tmp_path, result, count=3, text=PROMISED).verdict()
    assert "admissible" not in promised


def test_of_equal_heuristics_an_admissible_one_is_named_first(tmp_path):
    """Although the other heuristic is faster."""
    text = GRID.replace('"zero", "conflicts"', '"zero", "manhattan"').replace(
        '"manhattan", "manhattan"]', '"manhattan", "conflicts"]'
    )

    def result(board, run):
        seconds = 0.001 if run.heuristic == "manhattan" else 0.01
        return solved(50 if run.heuristic == "zero" else 5, seconds=seconds)

    words = made_up(tmp_path, result, text=text).verdict()
    assert "With astar, conflicts and manhattan (equal on each board) are the best" in words
    assert "manhattan is not admissible" in words
    assert "sure to be optimal" not in words


def test_the_costs_of_a_search_without_a_promise_are_named(tmp_path):
    text = GRID.replace('"astar", "breadth-first"', '"greedy"')

    def result(board, run):
        factor = {"zero": 3, "conflicts": 2, "manhattan": 1}[run.heuristic]
        return solved(10 * factor, cost=6 if run.heuristic == "manhattan" else 4)

    words = made_up(tmp_path, result, text=text).verdict()
    assert "manhattan is the best of 3 heuristics: it solves 8 of 8 boards" in words
    assert "Solutions that cost more than the best known: manhattan on 8 of 8 boards" in words


def test_the_summary_has_five_sentences(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy", "uniform-cost", "breadth-first"')
    text = text.replace("[[instances]]", 'tie-breaks = ["fifo", "lifo"]\n[[instances]]')

    def result(board, run):
        if board == 1 and run.heuristic is None:
            return RunOutcome("time-limit", values={"expanded": 99})
        factor = {"zero": 9, "conflicts": 2, "manhattan": 4, None: 20}[run.heuristic]
        return solved(board * factor, cost=4 + (run.heuristic == "manhattan"))

    results = made_up(tmp_path, result, text=text)
    words = verdict(analyse(results, measure_of("expanded")))
    *summary, note = words.summary
    sentences = [one for text in summary for one in re.split(r"(?<=[a-z).])\. ", text)]
    assert len(sentences) == len(summary) <= 5, sentences
    assert words.details
    assert note.startswith("p is corrected for all comparisons of the same question.")
    assert "on the boards that both solved. The means in the tables are over the 7 of 8" in note
    assert [*words.summary, *words.details] == results.verdict().split("\n\n")


def test_faults_and_missing_runs_are_reported_first(tmp_path):
    def result(board, run):
        if run.heuristic == "zero":
            return RunOutcome("worker-died", "signal SIGSEGV")
        return None if board == 1 else solved(10)

    paragraphs = made_up(tmp_path, result).verdict().split("\n\n")
    assert paragraphs[0] == (
        "Careful: 11 of 32 runs did not solve their board: 8 worker-died, 3 still missing."
    )


def test_each_further_algorithm_has_its_paragraph(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy"')
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=text).verdict()
    for algorithm in ("astar", "greedy"):
        assert f"With {algorithm}, 3 heuristics need the same expansions on each board" in verdict


def test_a_tie_break_is_named_of_searches_that_break_ties(tmp_path):
    text = GRID.replace('"breadth-first"', '"ida-star"')
    text = text.replace("[[instances]]", 'tie-breaks = ["fifo", "lifo"]\n[[instances]]')
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=text).verdict()
    starts = re.findall(r"With ([^,]*),", verdict)
    ties = " and ties broken "
    assert starts == [f"astar{ties}fifo", f"astar{ties}lifo", "ida-star"]


def test_equals_of_the_best_are_named(tmp_path):
    factor = {"zero": 9, "conflicts": 3, "manhattan": 3, None: 9}
    results = made_up(tmp_path, lambda board, run: solved(board * factor[run.heuristic]))
    text = results.verdict()
    assert (
        "conflicts and manhattan (equal on each board) are the best of 3 heuristics: each" in text
    )
    assert re.search(r"needs 0.333 times \([^)]*\) the expansions of the next, zero", text)


def test_only_blind_search_solved(tmp_path):
    def result(board, run):
        return RunOutcome("time-limit") if run.heuristic else solved(10)

    text = made_up(tmp_path, result).verdict()
    assert "is the best" not in text
    assert "24 of 32 runs did not solve their board: 24 time-limit." in text


def test_boards_without_a_solution_are_told_from_boards_that_were_too_hard(tmp_path):
    def result(board, run):
        if board == 1:
            return RunOutcome("no-solution" if run.heuristic == "zero" else "time-limit")
        return solved(10) if board > 2 else RunOutcome("time-limit")

    text = made_up(tmp_path, result, count=1).verdict()
    assert "; 1 board proved to have no solution." in text


def test_nothing_solved(tmp_path):
    results = made_up(tmp_path, lambda board, run: RunOutcome("time-limit"))
    assert "Nothing was solved: there is nothing to compare." in results.verdict()
    assert not results.common([]).any()


def test_trifles_are_named_so(tmp_path):
    assert "there is little to compare" in made_up(tmp_path, lambda n, run: solved(2)).verdict()
    (tmp_path / "other").mkdir()
    assert "little to" not in made_up(tmp_path / "other", lambda n, run: solved(20)).verdict()


def test_blind_search_with_cheap_solutions_speaks_for_blind_search(tmp_path):
    """Depth-first search expands fewer nodes, but its solutions cost more."""
    text = GRID.replace('"breadth-first"', '"depth-first", "uniform-cost"')

    def result(board, run):
        if run.algorithm == "depth-first":
            return solved(5, cost=9)
        return solved(20 + board % 2 if run.algorithm == "uniform-cost" else 20)

    verdict = made_up(tmp_path, result, count=1, text=text).verdict()
    assert "Blind search: uniform-cost solves 4 of 4 boards" in verdict
    assert "depth-first solves 4 of 4 boards, but 4 boards do not settle whether" in verdict
    assert "its solutions were optimal on 0 of 4 boards" in verdict


def test_each_p_stands_next_to_a_number_with_its_interval(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy", "breadth-first"')

    def result(board, run):
        draw = random.Random(f"{board} {run.algorithm} {run.heuristic}")
        return solved(draw.randint(10, 40), seconds=draw.uniform(0.01, 0.1))

    for count in range(2, 5):
        words = made_up(tmp_path, result, count=count, text=text).verdict()
        brackets = re.findall(r"\(([^()]*; p [=<] [^()]*)\)", words)
        assert len(brackets) == words.count("p = ") + words.count("p < ") > 5
        assert all(re.search(r"95 % interval \S+ to \S+[;,]", one) for one in brackets), brackets
        assert not re.findall(r"ratio \S+ (?!95)|interval(?! \S+ to \S+[;,)]|s are| can)", words)
