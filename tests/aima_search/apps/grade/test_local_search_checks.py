"""What tells annealing from other walks, and breeding from joining for show."""

import random
from functools import cache, partial
from math import exp
from types import SimpleNamespace

import pytest

from aima_search.apps.grade import local_search_checks
from aima_search.apps.grade.algorithm_checks import ProblemServer
from aima_search.apps.grade.boards import AssignedBoard
from aima_search.apps.grade.checks import CheckFailed
from aima_search.apps.grade.local_search_checks import (
    AnnealingCheck,
    GeneticAlgorithmCheck,
    breeding_of,
    change_with_time,
    excess_of_better,
    fall_at_states,
    fall_with_loss,
    fall_with_time,
    fixed_parents,
    steps_of,
)
from puzzles import QueensLocal

pytestmark = pytest.mark.gate("long runs of random searches")


@cache
def neighbours(board, state):
    return list({board.result(state, action): 1 for action in board.actions(state)})


def walked(accept, choose=None, steps=2500):
    """Return walks on boards; accept: whether a loss is accepted at a time."""
    found = []
    for seed in range(4):
        random.seed(seed)
        board = QueensLocal.generate(seed)
        state, value = board.initial, cache(board.value)
        numbers, values, leads, losses = {}, {}, [], {}
        for time in range(steps):
            after = neighbours(board, state)
            for one in (state, *after):
                values[numbers.setdefault(one, len(numbers))] = value(one)
            leads.append((numbers[state], [(0, numbers[one], 1) for one in after]))
            losses[numbers[state]] = [value(state) - value(one) for one in after]
            if not after:
                break
            there = (choose or random.choice)(after)
            if accept(value(state) - value(there), time):
                state = there
        walk = {"value": values.__getitem__, "losses": losses.__getitem__}
        found.append(SimpleNamespace(leads=leads, **walk))
    return found


def evidence(walks):
    steps, detailed = steps_of(walks)
    return (
        excess_of_better(detailed),
        fall_with_loss(steps, detailed),
        fall_with_time(steps, detailed),
    )


@cache
def annealed(cooling):
    """Return walks of annealing whose temperature falls by this factor in each step."""
    return tuple(walked(annealing(lambda time: 0.7 * cooling**time)))


def annealing(temperature):
    return lambda loss, time: loss <= 0 or random.random() < exp(-loss / temperature(time))


@pytest.mark.parametrize("cooling", [0.9997, 0.999, 0.99])
def test_annealing_draws_at_random_and_refuses_more_and_more(cooling):
    better, with_loss, with_time = evidence(annealed(cooling))
    assert abs(better) < 4
    assert with_loss > 4
    assert fall_at_states(annealed(cooling)) > 3
    assert with_time > 1.5


def test_other_walks_lack_what_annealing_has():
    hot = evidence(walked(annealing(lambda time: 0.4)))
    assert hot[2] < 1.5
    coin = evidence(walked(lambda loss, time: loss <= 0 or random.random() < 0.03))
    assert coin[1] < 3


def judged(walks):
    """Return the finding of a check of annealing for these walks."""
    boards = [AssignedBoard("queens-local", "a", QueensLocal.generate(1).format())]
    return AnnealingCheck(title="anneals", steps=(4,), boards=boards).conclude(walks, None)


def test_a_walk_that_accepts_any_loss_less_and_less_often_is_not_annealing():
    walks = walked(lambda loss, time: loss <= 0 or random.random() < 0.8 * 0.998**time)
    better, with_loss, with_time = evidence(walks)
    assert abs(better) < 4
    assert with_loss > 3, "the first states have more neighbours with a large loss"
    assert with_time > 1.5
    assert abs(fall_at_states(walks)) < 1
    finding = judged(walks)
    assert finding.outcome == "failed"
    assert "much worse neighbours accepted less often" in finding.message


def test_annealing_that_reheats_is_in_doubt_and_other_temperatures_are_refused():
    hot, rising, *reheated = (
        walked(annealing(temperature))
        for temperature in (
            lambda time: 0.4,
            lambda time: 0.2 + time / 4000,
            lambda time: 0.99 ** (time % 250),
            lambda time: max(0.1, 1 - time % 400 / 400),
        )
    )
    assert change_with_time(hot) < 1.2
    assert judged(hot).outcome == judged(rising).outcome == "failed"
    for walks in reheated:
        assert evidence(walks)[2] < 1.5
        assert change_with_time(walks) > 1.4
        finding = judged(walks)
        assert finding.outcome == "passed", finding.message
        assert "it seems to rise again" in finding.doubt


def best_of_three(after):
    """Return the best of three random neighbours."""
    several = random.sample(after, 3)
    return max(several, key=QueensLocal.generate(1).value)


@pytest.mark.parametrize("choose", [None, best_of_three])
def test_most_boards_show_annealing(choose):
    annealing_walks = annealed(0.999)
    others = walked(lambda loss, time: loss <= 0, choose)
    assert judged(annealing_walks).outcome == "passed"
    one_shows_nothing = judged([*annealing_walks[:3], *others[3:]])
    assert one_shows_nothing.outcome == "passed"
    finding = judged([*annealing_walks[:2], *others[2:]])
    assert finding.outcome == "failed"
    assert "2 of 4 boards show annealing" in finding.message


@pytest.mark.parametrize(
    ("fall", "outcome", "doubt"),
    [
        (9, "passed", ""),
        (1.7, "passed", "method in doubt: 0.20 standard deviations from the limit"),
        (1.4, "failed", "method in doubt: 0.10 standard deviations from the limit"),
        (-3, "failed", ""),
    ],
)
def test_a_method_near_its_limits_is_in_doubt(monkeypatch, fall, outcome, doubt):
    walks = annealed(0.999)
    monkeypatch.setattr(local_search_checks, "fall_with_time", lambda steps, detailed: fall)
    monkeypatch.setattr(local_search_checks, "change_with_time", lambda walks: 1)
    finding = judged(walks)
    assert finding.outcome == outcome
    assert finding.doubt.startswith(doubt)
    assert bool(finding.doubt) == bool(doubt)


def test_a_fixed_parent_differs_from_parents_of_a_population():
    draw = random.Random(1)
    population = [tuple(draw.choices(range(size), k=2)) for size in (2, 5, 100) for _ in range(400)]
    rare = [tuple(draw.choices(range(9), [99] + 8 * [1], k=2)) for _ in range(400)]
    for pairs in (population, rare):
        assert 0.9 < fixed_parents(pairs) < 1.1
    for step in (1, 10):  # one parent stays for a while
        assert fixed_parents([(-1 - time // (20 * step), time) for time in range(400)]) > 1.8
    assert fixed_parents([(1, 1)] * 400) == 1, "no two parents to compare"
    assert fixed_parents([(1, 2)] * 19) == 1, "too few pairs"


def test_breeding_needs_two_origins_and_recombined_ancestors():
    def lack(*calls, last):
        names = ("random_state", "mutate", "recombine")
        bred = [(names[len(both)], both, made) for made, *both in calls]
        return breeding_of(SimpleNamespace(bred=bred, last=last, fault=""))[0].split()[:2]

    two_draws = (1,), (2,)
    assert lack(*two_draws, (3, 1, 2), (4, 2, 1), (3, 4, 3), last=3) == []
    assert lack(*two_draws, (3, 1, 2), (4, 2, 1), (5, 4), (6, 5), last=6) == []
    assert lack(*two_draws, (3, 1, 2), (4, 3), (5, 4), (6, 5), last=6)[0] == "recombined"
    assert lack(*two_draws, (3, 1, 2), (4, 1, 2), last=2)[0] == "recombined"
    assert lack(*two_draws, (3, 1, 2), (4, 1, 9), last=4)[0] == "recombined", "9 was not bred"
    assert lack((1,), (2, 1), (3, 1, 2), (4, 2, 3), last=4)[0] == "parents"
    assert lack((1,), (2, 1, 0), (2, 2, 2), last=2)[0] == "parents", "only once"


def evolve(ask, size=20, children=20, generations=50, fitness=lambda value: value + 30, kept=0.9):
    """A genetic algorithm. ask: sends a request to the grader. kept: share without mutation."""
    states = [ask("random_state") for _ in range(size)]
    for _ in range(generations):
        weights = [fitness(ask("value", state)) for state in states]
        parents = [random.choices(states, weights, k=2) for _ in range(children)]
        states = [ask("recombine", *both) for both in parents]
        states = [state if random.random() < kept else ask("mutate", state) for state in states]
    return max(states, key=lambda state: ask("value", state))


# a large population, which needs few generations
evolve_in_few_generations = partial(
    evolve, size=600, children=500, generations=2, fitness=lambda value: 2**value
)
# AIMA's genetic algorithm: the fitness of a state is its number of pairs without attacks
evolve_by_the_book = partial(
    evolve, size=100, children=100, generations=40, fitness=lambda value: value + 28, kept=0.5
)


def evolve_a_small_population(ask):
    """A genetic algorithm with an elite and tournaments. Soon, nearly all its states are equal."""
    states = [ask("random_state") for _ in range(10)]
    for _ in range(300):
        best = max(states, key=lambda state: ask("value", state))
        parents = [
            max(random.sample(states, 3), key=lambda state: ask("value", state)) for _ in range(18)
        ]
        made = [ask("recombine", *parents[index : index + 2]) for index in range(0, 18, 2)]
        states = [state if random.random() < 0.7 else ask("mutate", state) for state in made]
        states.append(best)
    return max(states, key=lambda state: ask("value", state))


def breed_at_random(ask):
    """A genetic algorithm that chooses parents at random, whatever their fitness is."""
    states = [ask("random_state") for _ in range(20)]
    for _ in range(100):
        states = [ask("recombine", *random.choices(states, k=2)) for _ in states]
        states = [state if random.random() < 0.7 else ask("mutate", state) for state in states]
    return max(states, key=lambda state: ask("value", state))


def climb_and_breed(ask):
    """Restarts of steepest ascent, and then a show of a genetic algorithm."""

    def climbed(state):
        after = [there for _, there, _ in ask("actions", state)]
        best = max(after, key=lambda state: ask("value", state), default=state)
        return state if ask("value", best) <= ask("value", state) else climbed(best)

    tops = [climbed(ask("random_state")) for _ in range(20)]
    family = list(tops)
    for _ in range(500):
        child = ask("recombine", *random.sample(family, 2))
        if ask("value", child) > -9:
            family.append(child)
    family.append(ask("mutate", tops[0]))
    return max(tops, key=lambda state: ask("value", state))


def climb_by_mutation(ask):
    """Hill climbing by mutation; the children of two parents breed, and are thrown away."""
    state = ask("random_state")
    value, shown = ask("value", state), ask("random_state")
    for _ in range(1500):
        child, made = ask("mutate", state), ask("recombine", state, shown)
        if made not in (state, shown):
            shown = made
        if ask("value", child) >= value:
            state, value = child, ask("value", child)
    return state


def climb_by_undone_mutation(ask, steps=1500):
    """Hill climbing; recombining a state with its second mutation undoes one of both mutations."""
    state, undone = ask("recombine", ask("random_state"), ask("random_state")), set()
    for _ in range(steps):
        once = ask("mutate", state)
        twice = ask("mutate", once)
        undone |= {once, twice}
        made = [ask("recombine", *pair) for pair in 2 * [(state, twice), (twice, state)]]
        child = next((one for one in made if one not in undone), state)
        if ask("value", child) >= ask("value", state):
            state = child
    return state


def climb_by_undone_mutations_of_many(ask):
    """Return the best state of ten hill climbs that begin with a child of two random states."""
    tops = [climb_by_undone_mutation(ask, 150) for _ in range(10)]
    return max(tops, key=lambda state: ask("value", state))


def climb_by_random_mates(ask):
    """Hill climbing; each child has the best state and one of a few random states as parents."""
    mates = [ask("random_state") for _ in range(12)]
    best = max(mates, key=lambda state: ask("value", state))
    for step in range(3000):
        child = ask("recombine", best, mates[step % 12])
        child = ask("mutate", child) if random.random() < 0.5 else child
        best = child if ask("value", child) >= ask("value", best) else best
    return best


def climb_by_copies(ask, generations=2):
    """A few generations, and then hill climbing: a state recombined with itself is a copy."""
    states = [ask("random_state") for _ in range(20)]
    for _ in range(generations):
        weights = [2 ** ask("value", state) for state in states]
        states = [ask("recombine", *random.choices(states, weights, k=2)) for _ in states]
    state = max(states, key=lambda state: ask("value", state))
    for _ in range(2000):
        child = ask("mutate", ask("recombine", state, state))
        if ask("value", child) >= ask("value", state):
            state = child
    return state


def climb_from_a_child(ask):
    """Hill climbing by mutation that begins with a child of two random states."""
    state = ask("recombine", ask("random_state"), ask("random_state"))
    for _ in range(200):
        child = ask("mutate", state)
        state = max(state, child, key=lambda state: ask("value", state))
    return state


class Served(ProblemServer):
    """A problem that is served to a search in this process."""

    def run(self, command, session):
        return session(lambda name, *numbers: self._respond(name, numbers))


def judged_breeding(searches):
    """Return the walk of each search on its own board, and the finding about all walks."""
    puzzles = [QueensLocal.generate(seed) for seed in range(len(searches))]
    walks = [
        Served(puzzle, None, 10_000).improve(search)
        for puzzle, search in zip(puzzles, searches, strict=True)
    ]
    boards = [AssignedBoard("queens-local", "a", puzzle.format()) for puzzle in puzzles]
    check = GeneticAlgorithmCheck(title="breeds", steps=(4,), boards=boards)
    return walks, check.conclude(walks, None)


@pytest.mark.parametrize(
    ("search", "outcome", "words"),
    [
        (evolve, "passed", ""),
        (evolve_in_few_generations, "passed", ""),
        (evolve_by_the_book, "passed", ""),
        (breed_at_random, "failed", "fitter parents chosen more often"),
        (evolve_a_small_population, "passed", ""),
        (climb_and_breed, "failed", "that become ancestors of the last state"),
        (climb_by_mutation, "failed", "that become ancestors of the last state"),
        (climb_by_undone_mutation, "failed", "parents that are not mutations of the same state"),
        (climb_by_undone_mutations_of_many, "failed", "more than two parents in each generation"),
        (climb_by_random_mates, "failed", "more than two parents in each generation"),
        (climb_by_copies, "failed", "with two different parents"),
        (partial(climb_by_copies, generations=12), "passed", ""),
    ],
)
def test_the_last_state_of_a_genetic_algorithm_is_bred(search, outcome, words):
    random.seed(1)
    walks, finding = judged_breeding([search] * 3)
    assert finding.outcome == outcome, finding.message
    assert words in finding.message
    if search is evolve_a_small_population or getattr(search, "func", None) is climb_by_copies:
        assert "a small population" in finding.doubt
    elif search is climb_by_mutation:  # the answers are good, and other rules hold
        assert max(walk.value(walk.last) for walk in walks) == 0


def test_an_algorithm_that_makes_too_many_states_reads_the_limit():
    _, finding = judged_breeding([partial(evolve, generations=600)])
    assert finding.outcome == "failed"
    words = "10,000 calls of random_state, recombine, mutate"
    assert f"expected an answer, but the algorithm made more than {words}" in finding.message


@pytest.mark.parametrize(("others", "outcome"), [(1, "passed"), (2, "failed")])
def test_most_boards_show_breeding(others, outcome):
    random.seed(1)
    _, finding = judged_breeding([climb_from_a_child] * others + [evolve] * (4 - others))
    assert finding.outcome == outcome, finding.message
    assert f"{4 - others} of 4 boards show breeding" in finding.message


def walk_and(leave):
    """Return a random walk of 5 steps that returns what `leave` makes of its last state."""

    def walk(ask):
        state = 0
        for _ in range(5):
            after = ask("actions", state)
            state = random.choice(after)[1]
        return leave(ask, state)

    return walk


def climbed(ask, state):
    """Return the best neighbour of a state."""
    return max([there for _, there, _ in ask("actions", state)], key=lambda one: ask("value", one))


@pytest.mark.parametrize(
    ("leave", "words"),
    [
        (lambda ask, state: state, ""),
        (lambda ask, state: 0, ""),
        (lambda ask, state: ask("random_state"), "the last state is not on the walk"),
        (lambda ask, state: ask("mutate", state), "recombined or mutated states"),
        (climbed, r"the values of \d+ better neighbours and rejected them"),
        (lambda ask, state: [ask("value", 0) for _ in range(9)] and state, ""),
    ],
)
def test_the_last_state_of_annealing_is_on_the_walk(leave, words):
    random.seed(1)
    board = AssignedBoard("queens-local", "a", QueensLocal.generate(1).format())
    served = Served(board.problem(), None, 100).improve(walk_and(leave))
    check = AnnealingCheck(title="anneals", steps=(4,), boards=[board])
    session = SimpleNamespace(cached=lambda board, improve: served)
    if not words:
        assert check.examine(board, session) is served
        return
    with pytest.raises(CheckFailed, match=words):
        check.examine(board, session)


def test_a_walk_is_kept_without_the_neighbours_that_were_not_visited():
    random.seed(1)
    board = QueensLocal.generate(1)
    served = Served(board, None, 100).improve(walk_and(lambda ask, state: state))
    visited = {served.last, *(number for number, _ in served.leads)}
    kept = {number for number, state in enumerate(served.states) if state is not None}
    assert kept == visited
    assert len(served.states) > 200
    after = [board.result(board.initial, action) for action in board.actions(board.initial)]
    value = board.value(board.initial)
    assert served.losses(0) == [value - board.value(state) for state in after]


def anneals(look, choose=None):
    """Return annealing whose function ``look`` returns the neighbours of a state."""

    def anneal(ask):
        state, after = 0, None
        for time in range(1500):
            after = look(ask, state, after)
            if not after:
                break
            there = random.choice(after)
            loss = ask("value", state) - ask("value", there)
            if choose and loss < 0:
                there = choose(after, key=lambda one: ask("value", one))
            if loss <= 0 or random.random() < exp(-loss / (0.998**time)):
                state, after = there, None
        return state

    return anneal


def listed(ask, state, after):
    """Return the list of neighbours, which was kept since the last change of the state."""
    return [there for _, there, _ in ask("actions", state)] if after is None else after


def evaluated(ask, state, _):
    """Return the neighbours, after a computation of all their values."""
    return sorted(listed(ask, state, None), key=lambda there: ask("value", there))


def annealing_of(search):
    """Return the finding of a check of annealing for a search in this process."""
    puzzles = [QueensLocal.generate(seed) for seed in range(4)]
    boards = [AssignedBoard("queens-local", "a", puzzle.format()) for puzzle in puzzles]
    check = AnnealingCheck(title="anneals", steps=(4,), boards=boards)
    walks = [Served(puzzle, None, 5000).improve(search) for puzzle in puzzles]
    sessions = [SimpleNamespace(cached=lambda board, improve, walk=walk: walk) for walk in walks]
    return check.conclude(list(map(check.examine, boards, sessions)), None)


@pytest.mark.parametrize("look", [listed, evaluated])
def test_annealing_may_keep_a_list_of_actions_or_compute_all_values(look):
    random.seed(1)
    finding = annealing_of(anneals(look))
    assert finding.outcome == "passed", finding.message


def test_a_move_to_the_best_neighbour_is_not_annealing():
    random.seed(1)
    finding = annealing_of(anneals(evaluated, max))
    assert finding.outcome == "failed"
    assert "better neighbours as often as in random draws" in finding.message
    with pytest.raises(CheckFailed, match="better neighbours and rejected them"):
        annealing_of(anneals(listed, max))
