"""A mistake in a problem or in h is explained in one sentence, by whatever meets it."""

import re

import pytest

from aima_search import (
    Limits,
    Node,
    Problem,
    Search,
    SearchError,
    astar_search,
    check_heuristic,
    check_problem,
    compare,
    search,
    search2e,
    search4e,
    search2020,
    solutions,
    solve,
)
from aima_search.base.errors import add_note, notes_of, with_notes
from aima_search.runs.batch import BatchSettings, solve_board
from puzzles import MovIX
from tests.aima_search.checks.mistakes import IN_H, IN_OWN_H, IN_PROBLEM, ONLY_CHECKED, Ladder

FEW = Limits(nodes=50)


def stepped(problem, h=None):
    with Search(problem, "astar", h, FEW) as steps:
        for _ in steps:
            pass
    return steps.result()


def compared(problem, h=None):
    [row] = compare(problem, ["astar"], [h] if h else "problem.h", FEW).rows
    return row.message


ASKED = {  # of the package itself: always with the sentence
    "solve": lambda problem, h=None: solve(problem, "astar", h, FEW),
    "Search": stepped,
    "compare": compared,
    "check_heuristic": lambda problem, h=None: check_heuristic(problem, h, 20),
}


def refused(problem):
    [fault] = check_problem(problem, 20).faults.values()
    return fault


class Lamps(Problem):
    """Switch all of four lamps on."""

    def __init__(self, initial=(0, 0, 0, 0), goal=None):
        super().__init__(initial, goal)

    def actions(self, state):
        return range(4)

    def result(self, state, action):
        return (*state[:action], 1 - state[action], *state[action + 1 :])


class OnlyDark(Lamps):
    """Filters its actions by their results, of which one is missing."""

    def actions(self, state):
        return [lamp for lamp in range(4) if sum(self.result(state, lamp)) < 3]

    def result(self, state, action):
        return None if action == 2 else super().result(state, action)


def test_a_result_that_actions_needs_and_that_is_none_is_named():
    assert refused(OnlyDark()).endswith(
        "OnlyDark.result((0, 0, 0, 0), 2) returned None. Is a `return` missing?"
    )


def test_a_missing_initial_state_is_named():
    assert "Lamps.initial is None: pass the initial state" in refused(Lamps(None))


def test_a_list_as_the_goal_means_several_goals():
    assert refused(Lamps(goal=[1, 1, 1, 1])).endswith(
        "A list of goals means several goals: pass (1, 1, 1, 1)"
    )


def test_a_goal_test_that_returns_a_text_is_refused():
    words = type("Words", (Lamps,), {"goal_test": lambda self, state: "no"})
    assert "returned the text 'no': expected True or False" in refused(words())


def test_a_report_shows_that_no_state_is_a_goal():
    assert "16 states, but none of these states is a goal" in str(check_problem(Lamps()))
    assert str(check_problem(Lamps(), 15)) == "no fault found in 15 states"
    assert str(check_problem(Lamps(goal=(1, 1, 1, 1)))) == "no fault found in 16 states"


BLIND = {
    "breadth-first": lambda problem: solve(problem, "breadth-first", None, FEW),
    "uniform-cost": lambda problem: solve(problem, "uniform-cost", None, FEW),
    "check_problem": lambda problem: check_problem(problem, 20),
}
FUNCTIONS = {  # of the textbook, with an h
    "astar_search": astar_search,
    "greedy_best_first_graph_search": search.greedy_best_first_graph_search,
    "recursive_best_first_search": search.recursive_best_first_search,
    "search2020": search2020.astar_search,
    "search2e": search2e.astar_search,
    "search4e": search4e.astar_search,
    "search4e, tree": search4e.astar_tree_search,
}
BLIND_FUNCTIONS = {
    "breadth_first_graph_search": search.breadth_first_graph_search,
    "depth_first_graph_search": search.depth_first_graph_search,
    "depth_limited_search": search.depth_limited_search,
    "uniform_cost_search": search.uniform_cost_search,
    "search4e, breadth first": search4e.breadth_first_search,
}
ENDLESS = {"a set of goals", "a tuple of goals"}  # for searches that do not remember states
FORGETFUL = {"recursive_best_first_search", "depth_limited_search"}


def answered(ask, *arguments):
    """Return the answer, or the text of an error with its notes."""
    try:
        return ask(*arguments)
    except Exception as error:
        return with_notes(error)


def told(ask, *arguments):
    """Return all that is said, as a text."""
    return str(answered(ask, *arguments))


@pytest.mark.parametrize("name", [*ASKED, *BLIND])
def test_a_mistake_in_a_problem_is_explained(name):
    said = {what: told({**ASKED, **BLIND}[name], make()) for what, (make, _) in IN_PROBLEM.items()}
    wrong = {
        what: text
        for what, text in said.items()
        if not all(part in text for part in IN_PROBLEM[what][1].split(" failed"))
    }
    assert wrong == {}


@pytest.mark.parametrize("name", [*FUNCTIONS, *BLIND_FUNCTIONS])
def test_the_textbooks_functions_explain_it_or_find_a_solution_all_the_same(name):
    function, wrong = {**FUNCTIONS, **BLIND_FUNCTIONS}[name], {}
    for what, (make, sentence) in IN_PROBLEM.items():
        if what in ENDLESS and name in FORGETFUL:
            continue
        answer = answered(function, make())
        if not isinstance(answer, Node) and sentence not in str(answer):
            wrong[what] = answer
    assert wrong == {}


@pytest.mark.parametrize("name", [*ASKED, *FUNCTIONS])
def test_a_mistake_in_h_is_explained(name):
    said = {what: told({**ASKED, **FUNCTIONS}[name], Ladder(), h) for what, (h, _) in IN_H.items()}
    assert {what: text for what, text in said.items() if IN_H[what][1] not in text} == {}


@pytest.mark.parametrize("what", IN_OWN_H)
@pytest.mark.parametrize("name", [*ASKED, *FUNCTIONS])
def test_a_mistake_in_the_problems_own_h_is_explained(name, what):
    make, sentence = IN_OWN_H[what]
    assert sentence in told({**ASKED, **FUNCTIONS}[name], make())


@pytest.mark.parametrize("what", ONLY_CHECKED)
def test_what_lets_no_search_fail_is_found_by_the_check(what):
    make, sentence = ONLY_CHECKED[what]
    assert sentence in str(check_problem(make(), 20))


def test_nothing_is_wrong_with_the_problem_without_a_mistake():
    assert check_problem(Ladder()).ok
    assert solve(Ladder()).words == "solved"
    assert solve(Ladder(0, 30)).words == "proved: there is no solution"
    assert astar_search(Ladder(0, 30)) is None


def test_an_error_of_the_users_own_code_keeps_its_type_and_its_traceback():
    class Fails(Ladder):
        def actions(self, state):
            return {0: ["up"], 1: ["up"]}[state]

    with pytest.raises(KeyError) as caught:
        solve(Fails())
    assert notes_of(caught.value) == ["Fails.actions(2) failed"]
    assert caught.traceback[-1].name == "actions"


def test_a_mistake_is_an_error_of_the_package_and_what_scripts_catch():
    with pytest.raises(SearchError) as caught:
        astar_search(IN_PROBLEM["no actions"][0]())
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value.__cause__, TypeError)


def test_before_python_3_11_a_note_is_the_cause_of_the_error():
    class Old(Exception):
        add_note = property()  # hasattr() says no

    error = Old("no")
    add_note(error, "what to mend")
    add_note(error, "what to mend")
    assert with_notes(error) == "no; what to mend"
    assert isinstance(error.__cause__, SearchError)


def test_the_node_at_which_a_search_fails_is_examined_however_far_it_is():
    class Far(Ladder):
        def actions(self, state):
            return None if state == 5_000 else ["up"]

    for ask in (astar_search, lambda problem: solve(problem, "breadth-first")):
        with pytest.raises(SearchError, match=r"Far.actions\(5000\) returned None"):
            ask(Far(0, 10_000))


def test_a_result_that_changes_withdraws_the_claim():
    class Random(Ladder):
        def __init__(self):
            super().__init__(0, 9)
            self.calls = 0

        def result(self, state, action):
            self.calls += 1
            return self.calls % 2

    result = solve(Random())
    assert (result.status, result.optimal_if) == ("not-found", None)
    assert "returned 0 at first, and then 1" in result.words
    with pytest.raises(SearchError, match="expected the same in every call"):
        astar_search(Random())


@pytest.mark.parametrize("search", [astar_search, search.breadth_first_graph_search])
def test_a_goal_found_by_changing_states_in_place_is_explained(search):
    make, sentence = ONLY_CHECKED["a state that result changes"]
    with pytest.raises(SearchError, match=r"changed its argument, the state, to") as caught:
        search(make())
    assert sentence.partition("(row=")[0] in str(caught.value)


def test_an_action_that_does_nothing_on_a_path_is_no_mistake():
    class Waits(Ladder):
        def actions(self, state):
            return ["wait"] if self.waited == 0 else ["up"]

        def result(self, state, action):
            self.waited += action == "wait"
            return state + (action == "up")

    problem = Waits()
    problem.waited = 0
    assert search.depth_limited_search(problem, 4).solution() == ["wait", "up", "up", "up"]


class Total(Ladder):
    """A ladder whose states contain the cost so far, so that path_cost needs no c."""

    def __init__(self, goal):
        super().__init__((0, 0), goal)

    def actions(self, state):
        return ["up"] if state[0] < 5 else []

    def result(self, state, action):
        return (state[0] + 1, state[1] + 2)

    def path_cost(self, c, state1, action, state2):
        return state2[1]


def test_a_cost_that_ignores_c_refutes_optimal_and_not_that_there_is_no_solution():
    assert astar_search(Total((9, 9))) is None
    assert solve(Total((9, 9))).words == "proved: there is no solution"
    result = solve(Total((3, 6)))
    assert (result.status, result.cost, result.optimal_if) == ("solved", 6, None)
    assert "return c plus the cost in state2 minus the cost in state1" in result.words


@pytest.mark.parametrize("what", ["lists", "a state that result changes"])
def test_solutions_explain_a_mistake(what):
    make, sentence = {**IN_PROBLEM, **ONLY_CHECKED}[what]
    with pytest.raises(SearchError, match=re.escape(sentence.partition("(row=")[0])):
        list(solutions(make()))


def test_states_of_several_types_are_no_mistake_of_the_goal():
    class Started(Ladder):
        def __init__(self):
            super().__init__("start", 30)

        def actions(self, state):
            return ["up"] if state == "start" or state < 3 else []

        def result(self, state, action):
            return 0 if state == "start" else state + 1

    assert check_problem(Started()).ok
    assert solve(Started()).words == "proved: there is no solution"


def test_the_diagnosis_of_a_problem_that_fails_in_another_way_keeps_the_error():
    class Moody(Ladder):
        def actions(self, state):
            self.goal, before = None, self.goal
            return [1 / 0] if before else ["up"]

    with pytest.raises(ZeroDivisionError):
        solve(Moody())


def test_a_row_of_a_batch_has_the_note_too(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def h(state):\n    return 3 - state\n", encoding="utf-8")
    job = BatchSettings("movix", heuristic=f"{file.as_posix()}:mine")
    file.write_text("def mine(node):\n    return 3 - node\n", encoding="utf-8")
    row = solve_board(job, 1, MovIX.level("2-tiny").instance_text())
    assert row.status == "heuristic-raised"
    assert "mine(<Node" in row.message
    assert "failed" in row.message
