"""The verdict: the best heuristic, its advantage, and what is not shown, in five sentences."""

import random
import re
from types import SimpleNamespace

import pytest

from aima_search.apps.lab.analysis import Analysis
from aima_search.apps.lab.results import measure_of
from aima_search.apps.lab.verdict import _names, verdict
from aima_search.runs.record import RunOutcome
from tests.aima_search.apps.lab.made_up import GRID, made_up, solved

PROMISED = GRID.replace(', "manhattan"', "")


def test_a_clear_winner(tmp_path):
    factor = {"zero": 100, "conflicts": 10, "manhattan": 40, None: 200}
    results = made_up(tmp_path, lambda board, run: solved(board * factor[run.heuristic]), count=4)
    words = verdict(Analysis(results, measure_of("expanded")))
    facts = next(own for c, own in results.facts.items() if c.heuristic == "conflicts")
    assert words.choice == (
        f"Choice: h' = conflicts with A*. conflicts: {facts['summary']} It is admissible:"
        f" {facts['proof']} So the solutions are optimal; h' is also consistent. It solved all 16"
        " boards. It needed significantly fewer expansions than manhattan and zero."
    )
    assert min(len(facts["summary"]), len(facts["proof"])) > 30
    assert words.sentences[:2] == [
        "A* with conflicts needed 25 % of the expansions that it needed with manhattan (no"
        " variation between the boards, p < 0.001, 16 boards).",
        "Blind breadth-first search needed 20 times the expansions of A* with conflicts (no"
        " variation between the boards, p < 0.001, 16 boards).",
    ]


@pytest.mark.parametrize(
    ("count", "names"), [(4, "h0, h1, h2 and h3"), (5, "h0, h1, h2 and 2 others")]
)
def test_many_heuristics_are_counted_instead_of_named(count, names):
    assert _names([SimpleNamespace(heuristic=f"h{number}") for number in range(count)]) == names


def test_few_boards_do_not_show_a_difference(tmp_path):
    """conflicts needs less than zero on half of the boards; manhattan is equal to conflicts."""

    def result(board, run):
        return solved(10 + (board % 2) * 5 if run.heuristic == "zero" else 10)

    choice, first, *rest = made_up(tmp_path, result, count=1).verdict().split("\n\n")
    assert choice.endswith(
        " No significant difference to zero was found. On each board that it solved, it needed the"
        " same number of expansions as manhattan. So these boards do not show which heuristic is"
        " best, and the admissible heuristic that solved the most boards, with the fewest"
        " expansions, was chosen."
    )
    assert first == (
        "These boards do not show whether A* needs more or fewer expansions with conflicts than"
        " with zero (conflicts / zero: 0.816, 95 % interval 0.563 to 1.19, p = 0.5, 4 boards,"
        " too few of them differ for p <= 5 %)."
    )
    assert (
        "A* needed the same number of expansions with conflicts and manhattan on each of the 4"
        " boards that it solved, but of these only conflicts is admissible." in rest
    )
    assert "The solutions of A* with manhattan were optimal on all 4 boards that it solved." in rest


@pytest.mark.parametrize(("count", "is_equal"), [(1, False), (2, True)])
def test_few_boards_do_not_show_that_searches_are_about_equal(tmp_path, count, is_equal):
    """With 4 boards no difference could be significant, so a narrow interval says little."""

    def result(board, run):
        return solved(1000 + (run.heuristic == "zero") * (board % 2))

    text = made_up(tmp_path, result, text=PROMISED, count=count).verdict()
    assert ("needed about the same number of expansions as with zero (" in text) == is_equal
    assert ("do not show whether A* needs more or fewer expansions with" in text) != is_equal


@pytest.mark.parametrize("slower", [1, 3])
def test_a_narrow_interval_around_1_is_about_equal(tmp_path, slower):
    def result(board, run):
        more = {"zero": 5_000, "manhattan": (board == 1) * 10}.get(run.heuristic, 0)
        is_slow = run.heuristic == "manhattan"
        seconds = 0.01 * (slower if is_slow else 1) * (1 + board / 999)
        return solved(1000 + more, seconds=seconds * (1 + is_slow * board / 999))

    choice, first, *rest = made_up(tmp_path, result, count=4).verdict().split("\n\n")
    assert choice.endswith(" It needed about the same number of expansions as manhattan.")
    assert first.startswith("A* with conflicts needed 16.7 % of the expansions that it needed with")
    same = "A* with conflicts needed about the same number of expansions as with manhattan (conf"
    assert any(text.startswith(same) for text in rest)
    time = "A* with conflicts took 33.1 % of the time that it took with manhattan on this machine"
    time += " (95 % interval 33 % to 33.1 %, 16 boards, not tested)."
    assert (time in rest) == (slower == 3)


def test_a_single_board_has_its_grammar(tmp_path):
    text = GRID.replace("[4, 5]", "5").replace("[0, 1]", "0")
    more = {"zero": 2, "conflicts": 1, "manhattan": 1, None: 3}
    results = made_up(tmp_path, lambda n, run: solved(9 * more[run.heuristic]), 1, text)
    choice, first, *_ = results.verdict().split("\n\n")
    assert " So this board does not show which heuristic is best, and " in choice
    assert first.startswith("This board does not show whether A* needs more or fewer expansions")


def test_a_search_that_solves_more_is_chosen_without_a_shown_difference(tmp_path):
    def result(board, run):
        is_hard = run.heuristic == "zero" and board == 1
        return RunOutcome("time-limit") if is_hard else solved(10 + board % 2)

    text = made_up(tmp_path, result, text=GRID.replace(', "manhattan"', "")).verdict()
    assert "Choice: h' = conflicts" in text
    same = "A* with conflicts needed about the same number of expansions as with zero ("
    assert f"On the 7 of 8 boards that both solved, {same}" in text
    assert "With every heuristic, all solutions of A* have the least known cost." in text


def test_one_board_that_both_solved_has_its_grammar(tmp_path):
    def result(board, run):
        is_hard = run.heuristic is None and board > 1
        return RunOutcome("node-limit") if is_hard else solved(10 if run.heuristic else 100)

    text = made_up(tmp_path, result).verdict()
    assert "The 1 of 8 boards that both solved does not show whether blind breadth-first" in text


def test_a_ratio_says_on_which_boards_it_rests(tmp_path):
    def result(board, run):
        if run.heuristic:
            return solved(10)
        return RunOutcome("node-limit", values={"expanded": 5000}) if board > 6 else solved(100)

    text = made_up(tmp_path, result).verdict()
    assert (
        "On the 6 of 8 boards that both solved, blind breadth-first search needed 10 times the"
        " expansions of A* with zero (no variation between the boards, p = 0.031, 6 boards)."
        in text
    )
    assert "Boards that a search did not solve are hard for it." in text


def test_boards_that_only_one_of_two_solved_are_counted(tmp_path):
    def result(board, run):
        if board == (1 if run.heuristic else 2):
            return RunOutcome("node-limit")
        return solved(10 if run.heuristic else 100)

    text = made_up(tmp_path, result).verdict()
    assert "On the 6 of 8 boards that both solved, blind breadth-first search needed 10" in text


def test_a_rival_that_is_shown_to_need_more_comes_first(tmp_path):
    """The next rival differs on two boards only; zero needs more on all of them."""

    def result(board, run):
        if run.heuristic == "zero":
            return solved(100 + board)
        return solved(20 + (run.heuristic == "manhattan" and board < 3))

    _, first, *_ = made_up(tmp_path, result).verdict().split("\n\n")
    needed = r"A\* with conflicts needed 19\.\d % of the expansions that it needed with zero"
    assert re.match(rf"{needed} \(95 % interval \S+ % to \S+ %, p = 0\.0078, 8 boards\)\.", first)


def test_more_boards_solved_comes_before_fewer_nodes(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan" and board == 1:
            return RunOutcome("time-limit")
        return solved({"manhattan": 1, "zero": 100}.get(run.heuristic, 200))

    text = made_up(tmp_path, result, count=4).verdict()
    assert "Choice: h' = zero" in text
    assert "with zero needed 50 % of the expansions that it needed with conflicts (no" in text
    assert (
        "On the 15 of 16 boards that both solved, A* with zero needed 100 times the expansions that"
        " it needed with manhattan (" in text
    )
    assert "1 of 64 runs did not solve their board (the limit of 60 s was reached: 1)." in text


def test_a_rival_that_solves_less_but_needs_less_is_compared_once(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan" and board == 1:
            return RunOutcome("time-limit")
        return solved(1 if run.heuristic == "manhattan" else 100)

    text = GRID.replace('"conflicts", ', "")
    words = verdict(Analysis(made_up(tmp_path, result, text=text), measure_of("expanded")))
    compared = [text for text in words.sentences if "A* with zero needed 100 times" in text]
    assert len(compared) == 1
    assert words.choice.startswith("Choice: h' = zero")


def test_expensive_solutions_are_named(tmp_path):
    def result(board, run):
        if run.heuristic == "manhattan":
            return solved(5, cost=6 if board <= 3 else 4, seconds=1)
        return solved(50, seconds=0.01 if run.heuristic == "zero" else 0.02)

    text = made_up(tmp_path, result).verdict()
    assert (
        "The solutions of A* cost more than the best known on 3 of 8 boards with manhattan." in text
    )


def test_a_best_heuristic_that_is_not_admissible_comes_with_an_admissible_one(tmp_path):
    def result(board, run):
        return solved(5 if run.heuristic == "manhattan" else 50)

    choice, first, second, *_ = made_up(tmp_path, result).verdict().split("\n\n")
    assert choice.startswith("Choice: h' = manhattan with A*. manhattan: Sum of ")
    assert " It solved all 8 boards. It needed significantly fewer expansions than " in choice
    assert first.startswith("A* with manhattan needed 10 % of the expansions that it needed with ")
    assert second == (
        "The heuristic manhattan is not admissible, so use zero if the solutions must be optimal."
    )
    promised = made_up(tmp_path, result, count=3, text=PROMISED).verdict()
    assert "not admissible" not in promised


def test_an_admissible_heuristic_is_chosen_if_no_other_is_shown_to_be_better(tmp_path):
    text = GRID.replace('"zero", "conflicts"', '"conflicts"')

    def result(board, run):
        return solved(20 - (run.heuristic == "manhattan" and board == 1))

    words = made_up(tmp_path, result, text=text).verdict()
    assert words.startswith("Choice: h' = conflicts with A*. ")


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
        "A* needed the same number of expansions with conflicts and manhattan on each of the 8"
        " boards that it solved, but of these only conflicts is admissible." in words
    )
    assert "if the solutions must be optimal" not in words


def test_the_costs_of_a_search_without_a_promise_are_named(tmp_path):
    text = GRID.replace('"astar", "breadth-first"', '"greedy"')

    def result(board, run):
        factor = {"zero": 3, "conflicts": 2, "manhattan": 1}[run.heuristic]
        return solved(10 * factor, cost=6 if run.heuristic == "manhattan" else 4)

    words = made_up(tmp_path, result, text=text).verdict()
    assert "Choice: h' = manhattan with greedy. " in words
    assert "The solutions of greedy cost more than the best known on 8 of 8 boards with" in words


def test_the_summary_has_five_sentences(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy", "uniform-cost", "breadth-first"')
    text = text.replace("[[instances]]", 'tie-breaks = ["fifo", "lifo"]\n[[instances]]')

    def result(board, run):
        if board == 1 and run.heuristic is None:
            return RunOutcome("time-limit", values={"expanded": 99})
        factor = {"zero": 9, "conflicts": 2, "manhattan": 4, None: 20}[run.heuristic]
        return solved(board * factor, cost=4 + (run.heuristic == "manhattan"))

    results = made_up(tmp_path, result, text=text)
    words = verdict(Analysis(results, measure_of("expanded")))
    assert len(words.sentences) <= 5
    for text in [*words.sentences, *words.details]:
        assert len(re.split(r"(?<=[a-z).])\. ", text)) == 1, text
        assert ";" not in text
    assert words.details
    assert words.note.startswith("Each p comes from a two-sided permutation test of ranks. Unless")
    pairs = r"for the 12 pairs of heuristics and the \d+ pairs of algorithms\."
    assert re.search(pairs, words.note)
    assert "geometric mean over the boards, whatever the values of their options." in words.note
    assert "so a ratio can differ from the ratio of two means in a table" in words.note
    assert [*words.summary, *words.details, words.note] == results.verdict().split("\n\n")


def test_faults_and_missing_runs_are_reported_first(tmp_path):
    def result(board, run):
        if run.heuristic == "zero":
            return RunOutcome("worker-died", "signal SIGSEGV")
        return None if board == 1 else solved(10)

    paragraphs = made_up(tmp_path, result).verdict().split("\n\n")
    assert paragraphs[0] == (
        "Careful: 11 of 32 runs did not solve their board (the worker died: 8, not run yet: 3)."
    )


def test_each_further_algorithm_has_its_paragraph(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy"')
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=text).verdict()
    for algorithm in ("A*", "Greedy"):
        same = f"{algorithm} needed the same number of expansions with zero, conflicts and"
        assert same in verdict


def test_a_tie_break_is_named_of_searches_that_break_ties(tmp_path):
    text = GRID.replace('"breadth-first"', '"ida-star"')
    text = text.replace("[[instances]]", 'tie-breaks = ["fifo", "lifo"]\n[[instances]]')
    verdict = made_up(tmp_path, lambda board, run: solved(10), text=text).verdict()
    starts = re.findall(r"^(.*) needed the same number of expansions with zero", verdict, re.M)
    assert starts == ["A* (ties broken fifo)", "A* (ties broken lifo)", "Ida-star"]


def test_equals_of_the_best_are_named(tmp_path):
    factor = {"zero": 9, "conflicts": 3, "manhattan": 3, None: 9}
    results = made_up(tmp_path, lambda board, run: solved(board * factor[run.heuristic]))
    text = results.verdict()
    assert (
        "A* needed the same number of expansions with conflicts and manhattan on each of the 8"
        in text
    )
    assert "A* with conflicts needed 33.3 % of the expansions that it needed with zero (" in text


def test_two_searches_without_a_board_that_both_solved(tmp_path):
    def result(board, run):
        is_odd = run.heuristic in ("conflicts", None)
        taken = 10 + (run.heuristic is None)
        return solved(taken) if is_odd == board % 2 else RunOutcome("time-limit")

    words = made_up(tmp_path, result).verdict()
    assert "No board was solved both with zero and with conflicts." in words
    assert "No board was solved both by blind breadth-first search and by A* with zero." in words


def test_only_blind_search_solved(tmp_path):
    def result(board, run):
        return RunOutcome("time-limit") if run.heuristic else solved(10)

    text = made_up(tmp_path, result).verdict()
    assert "Choice" not in text
    assert "24 of 32 runs did not solve their board (the limit of 60 s was reached: 24)." in text


def test_boards_without_a_solution_are_told_from_boards_that_were_too_hard(tmp_path):
    def result(board, run):
        if board == 1:
            return RunOutcome("no-solution" if run.heuristic == "zero" else "time-limit")
        return solved(10) if board > 2 else RunOutcome("time-limit")

    text = made_up(tmp_path, result, count=1).verdict()
    assert "\n\n1 board proved to have no solution.\n\n" in text


def test_an_axis_with_many_values_is_no_factor_of_the_note(tmp_path):
    text = GRID.replace("[0, 1]", f'{[*range(13)]}\npaired = "walls"').replace("[4, 5]", "9")
    results = made_up(tmp_path, lambda board, run: solved(board), count=1, text=text)
    assert results.unit == "instance"
    assert "Each p comes from" in results.verdict()
    assert "Instances of a board differ" not in results.verdict()


def test_nothing_solved(tmp_path):
    results = made_up(tmp_path, lambda board, run: RunOutcome("time-limit"))
    assert "Nothing was solved." in results.verdict()
    assert not results.common([]).any()


def test_trifles_are_named_so(tmp_path):
    assert "there is little to compare" in made_up(tmp_path, lambda n, run: solved(2)).verdict()
    (tmp_path / "other").mkdir()
    assert "little to" not in made_up(tmp_path / "other", lambda n, run: solved(20)).verdict()


@pytest.mark.parametrize(
    ("hardest", "is_told"),
    [(solved(50), False), (RunOutcome("node-limit"), False), (solved(3), True)],
)
def test_a_board_is_as_hard_as_its_hardest_variant(tmp_path, hardest, is_told):
    """Two of the three variants of each board take 2 expansions: variants can be compared."""
    text = GRID.replace("[0, 1]", '[0, 1, 2]\npaired = "walls"').replace("[4, 5]", "5")
    words = made_up(tmp_path, lambda n, run: solved(2) if n % 3 else hardest, text=text).verdict()
    is_easy = "at most 3 expansions (median of the searches, hardest instance)" in words
    assert is_easy == ("little to compare" in words) == is_told


def test_boards_that_no_search_solved_are_not_easy(tmp_path):
    def result(board, run):
        return solved(1) if board < 3 else RunOutcome("node-limit")

    assert "little to" not in made_up(tmp_path, result).verdict()


def test_blind_search_with_cheap_solutions_speaks_for_blind_search(tmp_path):
    """Depth-first search expands fewer nodes, but its solutions cost more."""
    text = GRID.replace('"breadth-first"', '"depth-first", "uniform-cost"')

    def result(board, run):
        if run.algorithm == "depth-first":
            return solved(5, cost=9)
        return solved(20 + board % 2 if run.algorithm == "uniform-cost" else 20)

    verdict = made_up(tmp_path, result, count=1, text=text).verdict()
    assert (
        "whether blind uniform-cost search needs more or fewer expansions than A* with zero"
        in verdict
    )
    assert "whether blind depth-first search needs more or fewer expansions than A* with" in verdict
    assert (
        "The solutions of blind depth-first search were optimal on 0 of the 4 boards that"
        in verdict
    )


def test_each_p_stands_next_to_a_number_with_its_interval(tmp_path):
    text = GRID.replace('"breadth-first"', '"greedy", "breadth-first"')

    def result(board, run):
        draw = random.Random(f"{board} {run.algorithm} {run.heuristic}")
        return solved(draw.randint(10, 40), seconds=draw.uniform(0.01, 0.1))

    for count in range(2, 5):
        results = made_up(tmp_path, result, count=count, text=text)
        found = verdict(Analysis(results, measure_of("expanded")))
        words = "\n\n".join([*found.summary, *found.details])
        brackets = re.findall(r"\(([^()]*, p [=<] [^()]* boards[^()]*)\)", words)
        assert len(brackets) == words.count("p = ") + words.count("p < ") > 3
        assert all(re.search(r"95 % interval \S+ to \S+,", one) for one in brackets), brackets
        assert not re.findall(
            r" / [^:()]+: \S+ (?!95)|interval(?! \S+( %)? to \S+( %)?[,)])", words
        )
