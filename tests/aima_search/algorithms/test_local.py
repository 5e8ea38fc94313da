"""Local searches: where they end, what they count, and that chance is the caller's."""

import random
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aima_search.algorithms import climbing
from aima_search.algorithms.options import exp_schedule
from aima_search.algorithms.steps import run_to_end
from aima_search.model.problem import Problem
from aima_search.textbook.grids import PeakFindingProblem, directions8
from puzzles import QueensLocal

CLIMBS = [
    climbing.hill_climbing,
    climbing.stochastic_hill_climbing,
    climbing.first_choice_hill_climbing,
    climbing.random_restart_hill_climbing,
    climbing.local_beam_search,
]
SEARCHES = [*CLIMBS, climbing.simulated_annealing, climbing.simulated_annealing_full]
STEPS = [
    climbing.hill_climbing_steps,
    climbing.stochastic_hill_climbing_steps,
    climbing.first_choice_hill_climbing_steps,
    partial(climbing.random_restart_hill_climbing_steps, restarts=3),
    partial(climbing.local_beam_search_steps, k=4),
    climbing.simulated_annealing_steps,
    partial(climbing.tabu_search_steps, iterations=30),
    partial(climbing.iterated_local_search_steps, restarts=3),
]

grids = st.integers(1, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(0, 9), min_size=width, max_size=width), min_size=1, max_size=5
    )
)


class Line(Problem):
    """Walk on 0..9 towards 7; a state is a list of one number, and has no hash."""

    def actions(self, state):
        return [step for step in (-1, 1) if 0 <= state[0] + step <= 9]

    def result(self, state, action):
        return [state[0] + action]

    def value(self, state):
        return -abs(state[0] - 7)

    def goal_test(self, state):
        return state == [7]


def neighbours(problem, state):
    return [problem.result(state, action) for action in problem.actions(state)]


@pytest.mark.parametrize("climb", CLIMBS)
@given(grid=grids, seed=st.integers())
def test_a_climb_ends_where_no_neighbour_is_better(climb, grid, seed):
    problem = PeakFindingProblem((0, 0), grid)
    top = climb(problem, seed=seed)
    assert problem.value(top) >= grid[0][0]
    assert all(problem.value(state) <= problem.value(top) for state in neighbours(problem, top))


@pytest.mark.parametrize("climb", CLIMBS)
def test_states_need_not_be_hashable(climb):
    assert climb(Line([0]), seed=1) == [7]


def test_steepest_ascent_takes_the_best_neighbour():
    assert climbing.hill_climbing(PeakFindingProblem((0, 1), [[1, 0, 2, 9], [0, 1, 0, 0]])) == (
        0,
        3,
    )


def test_steepest_ascent_breaks_ties_at_random():
    problem = PeakFindingProblem((1, 1), [[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    tops = {climbing.hill_climbing(problem, seed=seed) for seed in range(60)}
    assert tops == {(0, 1), (1, 0), (1, 2), (2, 1)}


def test_a_stochastic_climb_may_take_any_better_neighbour():
    problem = PeakFindingProblem((1,) * 2, [[0, 3, 0], [0, 1, 2], [0, 0, 0]])
    tops = {climbing.stochastic_hill_climbing(problem, seed=seed) for seed in range(40)}
    assert tops == {(0, 1), (1, 2)}


def test_a_first_choice_climb_does_not_make_all_neighbours():
    problem = QueensLocal(12, seed=1)
    first = next(iter(steps := climbing.first_choice_hill_climbing_steps(problem, seed=1)))
    assert first.generated == 1
    next(steps)
    assert first.generated < 1 + len(problem.actions(problem.initial))


def test_restarts_and_a_beam_find_a_peak_that_one_climb_misses():
    grid = [[1, 0, 0, 0], [0, 0, 5, 0], [0, 0, 0, 9]]
    problem = PeakFindingProblem((0, 0), grid)
    assert climbing.hill_climbing(problem, seed=1) == (0, 0)
    assert climbing.random_restart_hill_climbing(problem, restarts=60, seed=1) == (2, 3)
    assert climbing.local_beam_search(problem, 60, seed=1) == (2, 3)


def test_new_states_come_from_the_function_that_is_given():
    made = []

    def new_state():
        made.append((2, 3))
        return made[-1]

    problem = PeakFindingProblem((0, 0), [[1, 0, 0, 0], [0, 0, 5, 0], [0, 0, 0, 9]])
    assert climbing.random_restart_hill_climbing(problem, new_state, 5) == (2, 3)
    assert len(made) == 5
    made.clear()
    assert climbing.local_beam_search(problem, 3, new_state) == (2, 3)
    assert len(made) == 2
    for search in (
        climbing.random_restart_hill_climbing,
        lambda problem, number: climbing.random_restart_hill_climbing(problem, number, 0),
        lambda problem, number: climbing.local_beam_search(problem, 3, number),
        lambda problem, number: climbing.local_beam_search(problem, 1, number),
    ):
        with pytest.raises(ValueError, match="new_state is 20: expected a function"):
            search(problem, 20)


def test_a_beam_ends_after_as_many_iterations_as_asked():
    problem = Line([0])
    steps = list(climbing.local_beam_search_steps(problem, k=1, iterations=2))
    assert len(steps) == 2
    assert climbing.local_beam_search(problem, 1, iterations=0) == problem.initial


def test_a_first_choice_climb_gives_up_after_its_tries():
    class Needle(Line):
        """Of a hundred neighbours one is better."""

        def actions(self, state):
            return range(100) if state == self.initial else ()

        def result(self, state, action):
            return [action]

        def value(self, state):
            return int(state == [99])

    ends = [climbing.first_choice_hill_climbing(Needle([0]), tries=1, seed=n) for n in range(60)]
    assert ends.count([99]) + ends.count([0]) == 60
    assert ends.count([99]) < 10
    assert climbing.first_choice_hill_climbing(Needle([0]), seed=1) == [99]


def test_no_restart_is_one_climb_from_the_initial_state():
    problem = PeakFindingProblem((0, 0), [[1, 0, 0], [0, 0, 9]])
    assert climbing.random_restart_hill_climbing(problem, restarts=0) == (0, 0)


def test_restarts_walk_at_random_where_the_problem_has_no_random_state():
    problem = Line([0])
    problem.value = lambda state: {0: 1, 9: 2}.get(state[0], 0)
    problem.goal_test = lambda state: False
    assert climbing.hill_climbing(problem) == [0]
    assert climbing.random_restart_hill_climbing(problem, restarts=30, seed=2) == [9]


def test_a_goal_ends_the_restarts():
    made = list(climbing.random_restart_hill_climbing_steps(Line([6]), restarts=50, seed=1))
    assert len(made) == 2


def test_a_beam_holds_no_state_twice():
    widest = [step.frontier for step in climbing.local_beam_search_steps(Line([0]), k=8, seed=3)]
    assert max(widest) <= 8
    start_only = Line([0])
    start_only.random_state = lambda random: [0]
    first = next(climbing.local_beam_search_steps(start_only, k=8))
    assert first.frontier == 1


def test_a_beam_of_no_state_is_refused():
    with pytest.raises(ValueError, match="k 0: expected a whole number from 1 up"):
        climbing.local_beam_search(Line([0]), 0)


def test_the_schedule_cools_until_its_limit():
    schedule = exp_schedule(k=10, lam=0.1, limit=30)
    temperatures = [schedule(t) for t in range(30)]
    assert temperatures[0] == 10
    assert temperatures == sorted(temperatures, reverse=True)
    assert temperatures[-1] > 0
    assert schedule(30) == 0


def test_annealing_without_heat_ends_at_once():
    assert climbing.simulated_annealing(Line([3]), lambda t: 0) == [3]
    assert climbing.simulated_annealing_full(Line([3]), lambda t: 0) == [[3]]


def test_annealing_that_is_almost_cold_never_goes_down():
    states = climbing.simulated_annealing_full(Line([0]), exp_schedule(1e-9), seed=1)
    values = [Line().value(state) for state in states]
    assert values == sorted(values)
    assert values[-1] == 0


def test_hot_annealing_goes_down_too():
    states = climbing.simulated_annealing_full(Line([7]), exp_schedule(1e9), seed=1)
    assert len(states) == 101
    assert min(state[0] for state in states) < 7
    assert all(abs(one[0] - other[0]) <= 1 for one, other in pairwise(states))


def test_annealing_finds_the_peak_of_the_textbooks_test():
    grid = [[0, 5, 10, 8], [-3, 7, 9, 999], [1, 2, 5, 11]]
    problem = PeakFindingProblem((0, 0), grid, directions8)
    ends = [climbing.simulated_annealing(problem, seed=seed) for seed in range(100)]
    assert max(problem.value(state) for state in ends) == 999


def test_annealing_stops_where_nothing_can_be_done():
    lonely = PeakFindingProblem((0, 0), [[1]])
    assert climbing.simulated_annealing(lonely) == (0, 0)
    assert climbing.simulated_annealing_full(lonely) == [(0, 0)]


@pytest.mark.parametrize("search", SEARCHES)
def test_the_global_seed_reproduces_a_search_that_is_given_none(search):
    problem = QueensLocal(9, seed=5)
    random.seed(11)
    first = search(problem)
    random.seed(11)
    assert search(problem) == first


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_that_is_given_a_seed_leaves_the_global_one_alone(search):
    problem = QueensLocal(9, seed=5)
    before = random.getstate()
    assert search(problem, seed=3) == search(problem, seed=random.Random(3))
    assert random.getstate() == before


@pytest.mark.parametrize("make_steps", STEPS)
def test_steps_are_one_object_that_counts_iterations_and_evaluated_states(make_steps):
    problem = QueensLocal(8, seed=2)
    evaluated, counts, objects = [], [], set()
    direct = problem.value
    problem.value = lambda state: evaluated.append(state) or direct(state)
    for step in make_steps(problem, seed=2):
        assert step.f == direct(step.node.state)
        assert step.generated == len(evaluated)
        counts.append(step.expanded)
        objects.add(id(step))
    assert counts == list(range(len(counts)))
    assert len(objects) == 1


def test_the_path_of_the_node_found_leads_to_its_state():
    steps, problem = climbing.simulated_annealing_steps(Line([0]), seed=1), Line([0])
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            node = stop.value
            break
    state = problem.initial
    for action in node.solution():
        state = problem.result(state, action)
    assert state == node.state
    assert node.path_cost == len(node.solution()) > 0


def test_annealing_asks_the_problem_for_its_own_schedule():
    problem = PeakFindingProblem((0, 0), [[0, 1], [2, 3]])
    problem.schedule = lambda: lambda step: 1 if step < 7 else 0
    step, _ = run_to_end(climbing.simulated_annealing_steps(problem, seed=1))
    assert step.expanded == 7


def test_tabu_search_leaves_a_peak_and_does_not_go_back_to_where_it_was():
    ridge = PeakFindingProblem((0, 2), [[0, 2, 5, 4, 3, 4, 9, 0]])
    states = [step.node.state for step in climbing.tabu_search_steps(ridge, seed=1)]
    assert states == [(0, column) for column in range(2, 8)]
    assert climbing.hill_climbing(ridge, seed=1) == (0, 2)
    assert run_to_end(climbing.tabu_search_steps(ridge, seed=1))[1].state == (0, 6)


def test_tabu_search_for_no_moves_goes_up_and_down_for_ever():
    ridge = PeakFindingProblem((0, 1), [[0, 5, 4, 9]])
    steps = climbing.tabu_search_steps(ridge, tenure=0, iterations=6, seed=1)
    assert [step.node.state[1] for step in steps] == [1, 2, 3, 2, 3, 2, 3]


def test_iterated_search_keeps_the_better_end_and_goes_on_from_it():
    grid = [[0, 2, 5, 4, 3, 4, 6, 1, 9]]
    found = {
        run_to_end(
            climbing.iterated_local_search_steps(
                PeakFindingProblem((0, 0), grid), strength=4, restarts=60, seed=seed
            )
        )[1].state[1]
        for seed in range(10)
    }
    assert found == {8}
    alone = climbing.iterated_local_search_steps(PeakFindingProblem((0, 0), grid), restarts=0)
    assert run_to_end(alone)[1].state == (0, 2)


@pytest.mark.parametrize(
    "steps", [climbing.tabu_search_steps, climbing.iterated_local_search_steps]
)
def test_both_end_in_a_solution_of_queens(steps):
    problem = QueensLocal(8, seed=2)
    step, node = run_to_end(steps(problem, seed=1))
    assert problem.goal_test(node.state)
    assert step.generated > step.expanded


@pytest.mark.parametrize("search", CLIMBS)
def test_a_class_in_place_of_a_problem_is_explained(search):
    with pytest.raises(TypeError, match="got the class Line: expected an object of it"):
        search(Line)
