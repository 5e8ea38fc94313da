"""solve: every status, counts that agree with a recount, limits that hold, answers replayed."""

import pickle
import subprocess
import sys
from math import inf

import pytest
from hypothesis import given

from aima_search import Limits, Node, SearchError, SearchLimitReached, astar_search, solve
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.limits import format_size, parse_size
from aima_search.runs.outcomes import STATUSES
from aima_search.runs.result import SearchResult, effective_branching_factor
from tests.specimens import Chain, Journey, journeys


class Endless(Chain):
    """A chain whose goal is never reached."""

    def __init__(self):
        super().__init__(10**9)


def interrupt(node):
    if node.state == 7:
        raise KeyboardInterrupt
    return 0


@pytest.mark.parametrize(
    ("problem", "options", "status"),
    [
        (Chain(3), {}, "solved"),
        (Journey({}, "A", "B"), {}, "no-solution"),
        (Chain(9), {"algorithm": "depth-limited", "limit": 3}, "not-found"),
        (Endless(), {"limits": Limits(seconds=0)}, "time-limit"),
        (Endless(), {"limits": Limits(nodes=50)}, "node-limit"),
        (Endless(), {"limits": Limits(memory="1 MiB")}, "memory-limit"),
        (Endless(), {"heuristic": interrupt}, "interrupted"),
    ],
)
def test_every_end_of_a_search_is_a_status(problem, options, status):
    result = solve(problem, **options)
    assert result.status == status
    assert status in STATUSES
    assert result.solved is (status == "solved")
    if not result.solved:
        assert (result.cost, result.actions, result.states) == (None, [], [])
        assert result.node is result.branching_factor is result.expanded_below_cost is None


def test_a_problem_may_state_the_tie_break_of_solve_but_not_of_the_textbooks_functions():
    roads = {"root": {"c": 1, "b": 1, "a": 1}}

    class Stating(Journey):
        default_tie_break = "lifo"

    orders = {}
    for tie_break in (None, "fifo"):
        order = orders[tie_break] = []
        result = solve(
            Stating(roads, "root", "nowhere"),
            "uniform-cost",
            tie_break=tie_break,
            on_step=lambda step, order=order: order.append(step.node.state),
        )
        assert result.tie_break == (tie_break or "lifo")
    assert orders == {None: ["root", "a", "b", "c"], "fifo": ["root", "c", "b", "a"]}
    journey = Stating(roads | {"c": {"G": 1}, "a": {"G": 1}}, "root", "G")
    assert solve(journey).actions == ["a", "G"]
    assert astar_search(journey).solution() == ["c", "G"]


def test_the_result_describes_the_solution():
    result = solve(Chain(3), "astar")
    assert (result.cost, result.actions, result.states) == (3, ["up"] * 3, [0, 1, 2, 3])
    assert (result.algorithm, result.heuristic) == ("astar", "problem.h")
    assert result.tie_break == "high-g-lifo"
    assert result.peak_memory > result.used_memory >= 0
    blind = solve(Chain(3), "breadth-first")
    assert (blind.heuristic, blind.tie_break) == (None, None)
    assert solve(Chain(3), heuristic=interrupt).heuristic == "interrupt"


@pytest.mark.parametrize("algorithm", ["astar", "uniform-cost", "greedy", "breadth-first"])
@given(journey=journeys())
def test_counts_agree_with_a_recount(algorithm, journey):
    expanded, waiting, last = [], [], []

    def recount(step):
        expanded.append(step.node)
        last[:] = [step]
        waiting.append(step.frontier)
        assert step.expanded == len(expanded) - 1

    result = solve(journey, algorithm, on_step=recount)
    assert result.expanded == len(expanded)
    roads = [len(journey.roads[node.state]) for node in expanded]
    tests_early = algorithm == "breadth-first" and result.solved and roads
    assert sum(roads[:-1] if tests_early else roads) <= result.generated <= sum(roads)
    at_end = [step.frontier for step in last]  # it is one object, and says what waits at the end
    assert result.max_frontier == max(waiting + at_end, default=0)
    again = len(expanded) - len({node.state for node in expanded})
    assert again <= result.reopened
    if result.expanded_below_cost is not None:
        f = [n.path_cost + (journey.h(n) if algorithm == "astar" else 0) for n in expanded]
        assert result.expanded_below_cost == sum(one < result.cost for one in f)


@pytest.mark.parametrize("algorithm", ["ida-star", "recursive-best-first"])
def test_searches_in_little_memory_count_every_expansion_again(algorithm):
    roads = {"A": {"B": 1, "C": 2}, "B": {"D": 2}, "C": {"D": 2}, "D": {"E": 9}}
    states, f = [], []

    def recount(step):
        states.append(step.node.state)
        f.append(step.f)

    result = solve(Journey(roads, "A", "E"), algorithm, on_step=recount)
    assert (result.cost, result.expanded) == (12, len(states))
    assert states.count("B") > 1
    assert result.expanded_below_cost == sum(one < 12 for one in f)


def test_the_branching_factor_solves_its_equation():
    result = solve(Chain(6), heuristic=lambda node: 0)
    b = result.branching_factor
    assert sum(b**depth for depth in range(1, 7)) == pytest.approx(result.generated, rel=1e-5)
    assert effective_branching_factor(6, 6) == pytest.approx(1)
    assert effective_branching_factor(3, 1) == pytest.approx(3)
    assert effective_branching_factor(2**41 - 2, 40) == pytest.approx(2)
    assert solve(Chain(0)).branching_factor is None


@pytest.mark.parametrize("nodes", [0, 1, 10])
def test_the_node_limit_is_exact(nodes):
    limits = Limits(nodes=nodes)
    assert solve(Endless(), limits=limits).expanded == nodes
    assert solve(Chain(nodes), limits=limits).solved  # it needs just as many
    assert solve(Chain(nodes + 1), limits=limits).status == "node-limit"


def test_the_time_limit_includes_the_making_of_the_heuristic(monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr("aima_search.runs.monitor.perf_counter", lambda: next(clock))
    result = solve(Endless(), limits=Limits(seconds=20))
    assert result.status == "time-limit"
    assert 0 < result.expanded < 20


MEMORY = """
import psutil
from aima_search import Limits, Problem, solve

class Endless(Problem):
    def actions(self, state):
        return range(4)
    def result(self, state, action):
        return 4 * state + action + 1

solve(Endless(0), "breadth-first", limits=Limits(nodes=10))
limit = psutil.Process().memory_info().rss + 60 * 2**20
result = solve(Endless(0), "breadth-first", limits=Limits(memory=limit, nodes=2_000_000))
print(result.status, result.peak_memory / limit)
"""


def test_the_memory_limit_is_kept():
    words = subprocess.check_output([sys.executable, "-c", MEMORY], text=True).split()
    assert words[0] == "memory-limit"
    assert 0.9 < float(words[1]) < 1.2


def test_a_limit_is_raised_on_request():
    with pytest.raises(SearchLimitReached, match="node-limit after 50 expansions") as caught:
        solve(Endless(), limits=Limits(nodes=50), raise_on_limit=True)
    assert caught.value.limit == caught.value.result.status == "node-limit"
    assert caught.value.result.expanded == 50
    assert solve(Chain(3), raise_on_limit=True).solved


def test_an_interrupted_search_keeps_its_counts():
    result = solve(Endless(), heuristic=interrupt)
    assert (result.status, result.expanded, result.max_frontier) == ("interrupted", 6, 1)


def test_an_interrupt_while_the_heuristic_is_made_counts_nothing(monkeypatch):
    def make(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("aima_search.runs.search.make_heuristic", make)
    assert (solve(Chain(3)).status, solve(Chain(3)).expanded) == ("interrupted", 0)


class Lying(Chain):
    """Leads elsewhere, costs something else or has another goal once it has been asked."""

    def __init__(self, lie):
        super().__init__(2)
        self.lie, self.asked = lie, 0

    def successors(self, state):
        self.asked += 1
        lies = self.asked > 2
        elsewhere = 5 if lies and self.lie == "state" else state + 1
        yield "up", elsewhere, 3 if lies and self.lie == "cost" else 1

    def goal_test(self, state):
        return state == 2 and not (self.lie == "goal" and self.asked > 2)


@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        ("state", "does not lead from 0 to 1"),
        ("cost", "with path cost 1"),
        ("goal", "2 is not a goal"),
    ],
)
def test_an_answer_is_replayed_before_it_is_believed(lie, complaint):
    with pytest.raises(SearchError, match=f"wrong answer: .*{complaint}"):
        solve(Lying(lie), "uniform-cost")


def test_a_path_from_elsewhere_is_not_believed(monkeypatch):
    def elsewhere(monitor, steps, note):
        yield from ()
        return Node(3)

    monkeypatch.setattr("aima_search.runs.search.LimitMonitor.watch", elsewhere)
    with pytest.raises(SearchError, match="starts at 3"):
        solve(Chain(3))


@pytest.mark.parametrize("error", [LookupError, SearchError])
@pytest.mark.parametrize(
    ("options", "nearest"),
    [
        ({"algorithm": "a-star"}, "astar"),
        ({"algorithm": "astar", "heuristic": "zro"}, "zero"),
        ({"tie_break": "lofi"}, "lifo"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(error, options, nearest):
    with pytest.raises(error, match=f"did you mean '{nearest}'"):
        solve(Chain(3), **options)


def test_what_is_no_name_and_no_limits_is_refused_in_words():
    with pytest.raises(ValueError, match=r"algorithm <function .*expected a name, such as"):
        solve(Chain(3), astar_search)
    with pytest.raises(ValueError, match=r"limits \{'nodes': 5\}: expected Limits\(seconds="):
        solve(Chain(3), limits={"nodes": 5})


def test_an_option_that_the_algorithm_does_not_have_is_named():
    with pytest.raises(SearchError, match="weight"):
        solve(Chain(3), "astar", weight=2)


def test_a_heuristic_that_is_none_is_refused():
    with pytest.raises(SearchError, match="5"):
        solve(Chain(3), heuristic=5)


def test_floating_point_costs_are_replayed_from_both_ends():
    costs = [0.7, 0.001, 0.7, 0.2]
    there = {place: {place + 1: cost} for place, cost in enumerate(costs)}
    for place, cost in enumerate(costs):
        there.setdefault(place + 1, {})[place] = cost
    journey = Journey(there, 0, len(costs))
    journey.reversible = True
    assert solve(journey, "bidirectional").solved


@pytest.mark.parametrize(
    ("text", "size"),
    [("4096", 4096), ("1k", 1024), ("512MiB", 2**29), ("1.5 GB", 3 * 2**29), (" 2t ", 2**41)],
)
def test_memory_sizes_are_read_as_people_write_them(text, size):
    assert parse_size(text) == Limits(memory=text).bytes == size


@pytest.mark.parametrize(
    "limits",
    [{"memory": "lots"}, {"memory": "-1"}, {"seconds": -1}, {"nodes": -1}, {"seconds": inf - inf}],
)
def test_a_limit_that_is_none_is_refused(limits):
    with pytest.raises(ValueError, match="expected a number"):
        Limits(**limits)


def test_sizes_are_written_as_people_read_them():
    sizes = [format_size(size) for size in (12, 1536, 2**21, 5 * 2**30)]
    assert sizes == ["12 B", "1.5 KiB", "2.0 MiB", "5.0 GiB"]


@pytest.mark.parametrize(
    "error",
    [UnknownName("fruit", "aple", ["apple"]), SearchLimitReached("node-limit", solve(Chain(1)))],
    ids=["unknown name", "limit reached"],
)
def test_errors_survive_the_way_between_processes(error):
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_results_survive_the_way_between_processes():
    result = pickle.loads(pickle.dumps(solve(Chain(3))))
    assert (result.actions, result.branching_factor) == (
        ["up"] * 3,
        solve(Chain(3)).branching_factor,
    )


def test_a_result_is_what_its_constructor_makes():
    result = solve(Chain(3))
    assert SearchResult(**vars(result)) == result
    assert hash(SearchResult(**vars(result))) == hash(result)


def test_a_result_has_the_options_of_its_search():
    for result in (
        solve(Chain(3), "weighted-astar", "zero", weight=2.0),
        solve(Chain(3), "weighted-astar(weight=2)", "zero"),
    ):
        assert (result.algorithm, result.options) == ("weighted-astar", {"weight": 2})
        assert str(result).startswith("weighted-astar(weight=2) with zero: solved")
    assert solve(Chain(3), "astar", "zero").method == "astar"
    with pytest.raises(InputError, match="found weight=2 and weight=3, expected only one value"):
        solve(Chain(3), "weighted-astar(weight=2)", "zero", weight=3)


@pytest.mark.parametrize("algorithm", ["breadth-first", "ida-star", "depth-limited"])
def test_a_tie_break_is_passed_over_where_the_algorithm_takes_none(algorithm):
    asked, plain = (solve(Chain(3), algorithm, **how) for how in ({"tie_break": "lifo"}, {}))
    assert (asked.cost, asked.expanded) == (plain.cost, plain.expanded)
