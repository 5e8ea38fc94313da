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
        "With astar, conflicts is the best of 3 heuristics: it solves all 16"
        " boards, and it needs 0.25 times (no variation between the boards; fewer on all 16"
        " boards; p < 0.001) the expansions of manhattan."
    )
    assert paragraphs[1].startswith(
        "Blind search: breadth-first solves all 16 boards, and it needs 20 times (no variation"
        " between the boards; more on all 16 boards; p < 0.001) the expansions of astar with"
        " conflicts."
    )
    assert "same, least known cost" in results.verdict()


def test_few_boards_do_not_settle_a_difference(tmp_path):
    """conflicts needs less than zero on half of the boards; manhattan is equal to conflicts."""

    def result(board, run):
        return solved(10 + (board % 2) * 5 if run.heuristic == "zero" else 10)

    text = made_up(tmp_path, result, count=1).verdict()
    assert text.startswith(
        "With astar, conflicts and manhattan (the same expansions on each board) are ranked first"
        " before zero (by boards solved, then by mean expansions) of 3 heuristics: each solves"
        " all 4 boards, but these boards do not settle whether they need more or fewer expansions"
        " than zero (ratio 0.816, 95 % interval 0.563 to 1.19; fewer on 2, equal on 2, more on 0 of"
        " 4 boards; p = 0.5); manhattan is not admissible, so its solutions may cost more than the"
        " optimum (here those of manhattan were optimal on all 4 boards that it solved)."
    )
    assert "the best of" not in text


@pytest.mark.parametrize(("count", "is_equal"), [(1, False), (2, True)])
def test_few_boards_do_not_show_that_searches_are_about_equal(tmp_path, count, is_equal):
    """With 4 boards no difference could be significant, so a narrow interval says little."""

    def result(board, run):
        return solved(1000 + (run.heuristic == "zero") * (board % 2))

    text = made_up(tmp_path, result, text=PROMISED, count=count).verdict()
    assert ("needs on average about as many expansions as zero (" in text) == is_equal
    assert ("do not settle whether it needs more or fewer expansions than" in text) != is_equal


@pytest.mark.parametrize("slower", [1, 3])
def test_a_narrow_interval_around_1_is_about_equal(tmp_path, slower):
    def result(board, run):
        more = {"zero": 5_000, "manhattan": (board == 1) * 10}.get(run.heuristic, 0)
        is_slow = run.heuristic == "manhattan"
        seconds = 0.01 * (slower if is_slow else 1) * (1 + board / 999)
        return solved(1000 + more, seconds=seconds * (1 + is_slow * board / 999))

    text = made_up(tmp_path, result).verdict()
    start = (
        "With astar, conflicts is ranked first before manhattan (by boards solved, then by"
        " mean expansions) of 3 heuristics: it solves all 8 boards, and it needs on average about"
        " as many expansions as manhattan (ratio 0.999, 95 % interval 0.996 to 1, within 5 % of"
        " equal; fewer on 1, equal on 7, more on 0 of 8 boards; p = 1)"
    )
    time = "; it takes 0.332 times (95 % interval 0.331 to 0.333) the time of manhattan on this"
    end = f"{f'{time} machine' * (slower == 3)}, and it needs 0.167 times ("
    assert text.startswith(start + end)


def test_who_solves_more_without_a_shown_difference_is_ranked_first(tmp_path):
    def result(board, run):
        return None if run.heuristic == "zero" and board == 1 else solved(10 + board % 2)

    text = made_up(tmp_path, result, text=GRID.replace(', "manhattan"', "")).verdict()
    assert (
        "With astar, conflicts is ranked first before zero (by boards solved, then by mean" in text
    )
    assert "; on the 7 boards that both solve, it needs on average about as many" in text
    assert "as zero (ratio 1, no variation between the boards," in text
    assert "; equal on all 7 boards; p = 1); the 1 that zero did not solve is not in" in text


def test_a_ratio_says_on_which_boards_it_rests(tmp_path):
    def result(board, run):
        if run.heuristic:
            return solved(10)
        return RunOutcome("node-limit", values={"expanded": 5000}) if board > 6 else solved(100)

    text = made_up(tmp_path, result).verdict()
    assert (
        "Blind search: breadth-first solves 6 of 8 boards; on the 6 boards that both solve, it"
        " needs 10 times (no variation between the boards; more on all 6 boards; p = 0.031) the"
        " expansions of astar with zero; the 2 that it did not solve are not in this ratio." in text
    )


def test_boards_that_only_one_of_two_solved_are_counted(tmp_path):
    def result(board, run):
        if board == (1 if run.heuristic else 2):
            return RunOutcome("node-limit")
        return solved(10 if run.heuristic else 100)

    text = made_up(tmp_path, result).verdict()
    assert (
        "breadth-first solves 7 of 8 boards; on the 6 boards that both solve, it needs 10" in text
    )
    assert "the expansions of astar with zero; the other 2 are not in this ratio." in text


def test_an_interval_without_equality_is_an_estimate_if_p_is_high(tmp_path):
    factor = {"zero": 100, "conflicts": 10, "manhattan": 40, None: 200}

    def result(board, run):
        return solved(factor[run.heuristic] * (1 + board / 99 * (run.heuristic == "zero")))

    text = made_up(tmp_path, result, count=1).verdict()
    assert re.search(
        r"all 4 boards; the estimate points to fewer expansions than manhattan \(ratio"
        r" 0\.25, [^)]*; p = 0\.12\), but after the correction for 3 comparisons these boards do"
        r" not settle it",
        text,
    )
    assert "; the estimate for conflicts points to fewer expansions than zero (" in text.lower()


def test_blind_search_is_compared_with_the_best_heuristic(tmp_path):
    """Although it equals A* with h = 0."""
    text = GRID.replace("breadth-first", "uniform-cost")
    factor = {"conflicts": 1, "manhattan": 2}

    def result(board, run):
        return solved(board * factor.get(run.heuristic, 3))

    words = made_up(tmp_path, result, text=text).verdict()
    assert words.count("uniform-cost") == 1
    assert re.search(
        r"Blind search: uniform-cost solves all 8 boards, and it needs 3 times \([^)]*\) the"
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
    assert "ranked first before manhattan (by boards solved, then by mean expansions) of" in text
    assert "as manhattan (" in text or "than the next, manhattan (" in text
    zero = r" it needs 0\.19\d times \(.*p = 0\.0078\) the expansions of zero"
    assert re.search(zero, text)


def test_more_boards_solved_comes_before_fewer_nodes(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan" and board == 1:
            return RunOutcome("time-limit")
        return solved({"manhattan": 1, "zero": 100}.get(run.heuristic, 200))

    text = made_up(tmp_path, result).verdict()
    assert (
        "zero is ranked first before conflicts (by boards solved, then by mean expansions)" in text
    )
    assert re.search(
        r"; manhattan solves 7 of 8 boards; on the 7 boards that both solve, it needs 0.01 times"
        r" \([^)]*\) the expansions of zero; the 1 that it did not solve is not in this ratio",
        text,
    )
    assert "of conflicts" in text
    assert "1 of 32 runs did not solve their board (the limit of 60 s was reached: 1)." in text


def test_expensive_solutions_are_named(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan":
            return solved(5, cost=6 if board <= 3 else 4, seconds=1)
        return solved(50, seconds=0.01 if run.heuristic == "zero" else 0.02)

    text = made_up(tmp_path, result).verdict()
    assert "the 2 heuristics (of 3) whose solutions never cost more than the best known" in text
    assert "Solutions that cost more than the best known (ranked last): manhattan on 3 of 8" in text


def test_a_best_heuristic_that_is_not_admissible_comes_with_an_admissible_one(tmp_path):
    def result(board, run):
        return solved(5 if run.heuristic == "manhattan" else 50)

    first, second, *_ = made_up(tmp_path, result).verdict().split("\n\n")
    assert "manhattan is the best" in first
    assert first.endswith(
        "; manhattan is not admissible, so its solutions may cost more than the optimum (here those"
        " of manhattan were optimal on all 8 boards that it solved)."
    )
    assert second.startswith(
        "For solutions that are sure to be optimal, use zero, which is admissible: it solves all 8"
        " boards, and it needs 10 times ("
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
    assert (
        "With astar, conflicts and manhattan (the same expansions on each board) are the best"
        in words
    )
    assert "manhattan is not admissible" in words
    assert "sure to be optimal" not in words


def test_the_costs_of_a_search_without_a_promise_are_named(tmp_path):
    text = GRID.replace('"astar", "breadth-first"', '"greedy"')

    def result(board, run):
        factor = {"zero": 3, "conflicts": 2, "manhattan": 1}[run.heuristic]
        return solved(10 * factor, cost=6 if run.heuristic == "manhattan" else 4)

    words = made_up(tmp_path, result, text=text).verdict()
    assert "manhattan is the best of 3 heuristics: it solves all 8 boards" in words
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
    assert note.startswith("Each p comes from a permutation test (max-T), corrected for all")
    assert re.search(r"question: 12 of two heuristics, \d+ of two algorithms and \d+ of two", note)
    assert "; the means in the tables are over the 7 of 8 that all solved" in note
    assert [*words.summary, *words.details] == results.verdict().split("\n\n")


def test_faults_and_missing_runs_are_reported_first(tmp_path):
    def result(board, run):
        if run.heuristic == "zero":
            return RunOutcome("worker-died", "signal SIGSEGV")
        return None if board == 1 else solved(10)

    paragraphs = made_up(tmp_path, result).verdict().split("\n\n")
    assert paragraphs[0] == (
        "Careful: 11 of 32 runs did not solve their board (the worker died: 8; not run yet: 3)."
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
        "conflicts and manhattan (the same expansions on each board) are the best of 3 heuristics"
        in text
    )
    assert re.search(r"they need 0.333 times \([^)]*\) the expansions of zero", text)


def test_only_blind_search_solved(tmp_path):
    def result(board, run):
        return RunOutcome("time-limit") if run.heuristic else solved(10)

    text = made_up(tmp_path, result).verdict()
    assert "is the best" not in text
    assert "24 of 32 runs did not solve their board (the limit of 60 s was reached: 24)." in text


def test_boards_without_a_solution_are_told_from_boards_that_were_too_hard(tmp_path):
    def result(board, run):
        if board == 1:
            return RunOutcome("no-solution" if run.heuristic == "zero" else "time-limit")
        return solved(10) if board > 2 else RunOutcome("time-limit")

    text = made_up(tmp_path, result, count=1).verdict()
    assert "; 1 board proved to have no solution." in text


def test_an_axis_with_many_values_is_no_factor_of_the_note(tmp_path):
    text = GRID.replace("[0, 1]", f'{[*range(13)]}\npaired = "walls"').replace("[4, 5]", "9")
    results = made_up(tmp_path, lambda board, run: solved(board), count=1, text=text)
    assert results.unit == "instance"
    assert "Each p comes from" in results.verdict()
    assert "Instances of a board differ" not in results.verdict()


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
    assert "Blind search: uniform-cost solves all 4 boards" in verdict
    assert "depth-first solves all 4 boards; the estimate points to fewer expansions" in verdict
    assert "the solutions of depth-first were optimal on 0 of the 4 boards that it" in verdict


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
        assert not re.findall(r"ratio \S+ (?!95)|interval(?! \S+ to \S+[;,)]|s|,? can)", words)
