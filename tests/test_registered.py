"""What must hold for everything that is registered: puzzles, levels, heuristics, algorithms."""

from functools import cache
from math import inf
from xml.etree import ElementTree

import pytest

from aima_search import Limits, Node, check_heuristic, check_problem, compare, solve
from aima_search.algorithms.names import ALGORITHMS
from aima_search.analysis import enumeration as perfect
from aima_search.analysis.enumeration import enumerate_objects, enumerate_space
from aima_search.base.errors import NotApplicable
from aima_search.catalog.heuristics import heuristic_info, heuristic_names, make_heuristic
from aima_search.checks import heuristic as checked
from aima_search.display import render_svg, render_text
from aima_search.model.puzzle import PUZZLES, Puzzle
from tests.aima_search.display.outline import Outline
from tests.golden.regenerate import SMALL, names_of_small_levels

LEVELS = [(puzzle, level) for puzzle in PUZZLES for level in PUZZLES.get(puzzle).levels()]


@cache
def problem_of(puzzle, level):
    return PUZZLES.get(puzzle).level(level)


once = cache(enumerate_space)


@pytest.fixture(autouse=True)
def spaces_once(monkeypatch):
    """Let checks and perfect distances cover a space only once: heuristics are many."""
    for module in (perfect, checked):
        monkeypatch.setattr(module, "enumerate_space", once)


@cache
def space_of(puzzle, level):
    return enumerate_objects(problem_of(puzzle, level), SMALL)


@cache
def first_nodes_of(puzzle, level):
    """Return nodes of fifty reachable states, also of a space that is too large to be covered."""
    return enumerate_objects(problem_of(puzzle, level), 50).nodes[:50]


SMALL_LEVELS = [(puzzle, level) for puzzle in PUZZLES for level in names_of_small_levels(puzzle)]
HEURISTICS = [(puzzle, name) for puzzle in PUZZLES for name in heuristic_names(puzzle)]
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES.names())
every_level = pytest.mark.parametrize(("puzzle", "level"), LEVELS)
LONG = {  # to check or to make for all levels
    ("movix", "max-admissible"),
    ("movix", "perfect"),
    ("movix", "supported-assignment"),
    ("sudoku-local", "perfect"),
    ("tiles", "pattern-database"),
    ("tiles", "perfect"),
}


def marked(cases, long):
    """Return the cases as parameters of a test: long cases run in the gate."""
    mark = pytest.mark.gate("long checks")
    return [pytest.param(*case, marks=mark if case in long else ()) for case in cases]


@cache
def reports(puzzle, name):
    """Return what the checks say of a heuristic on every small level."""
    return [
        check_heuristic(problem_of(*key), name, SMALL) for key in SMALL_LEVELS if key[0] == puzzle
    ]


@every_puzzle
def test_a_puzzle_says_what_it_is_and_has_a_small_level_with_a_solution(puzzle):
    chosen = PUZZLES.get(puzzle)
    assert (chosen.puzzle, bool(chosen.summary)) == (puzzle, True)
    assert chosen.default_heuristic in heuristic_names(puzzle)
    assert any(space_of(*key).goals for key in SMALL_LEVELS if key[0] == puzzle)


@every_level
@pytest.mark.parametrize("states", [40, pytest.param(200, marks=pytest.mark.gate("long checks"))])
def test_a_level_is_a_problem_without_fault(puzzle, level, states):
    report = check_problem(problem_of(puzzle, level), states=states)
    assert report.ok, str(report)


@every_level
def test_an_instance_survives_every_text_it_is_written_to(puzzle, level):
    problem = problem_of(puzzle, level)
    again = type(problem).parse(problem.format())
    assert again.initial == problem.initial
    assert again.format() == problem.format()
    assert "\n" not in problem.format()
    assert repr(problem) == f"{type(problem).__name__}.parse({problem.format()!r})"


GRIDS = [key for key in LEVELS if PUZZLES.get(key[0]).grid is not Puzzle.grid]


@pytest.mark.parametrize(("puzzle", "level"), GRIDS)
def test_the_grid_of_a_level_makes_the_same_instance(puzzle, level):
    problem = problem_of(puzzle, level)
    options = {
        option.name: getattr(problem, option.name)
        for option in problem.board_options
        if not callable(getattr(problem, option.name, None)) and hasattr(problem, option.name)
    }
    again = type(problem)(problem.grid(problem.initial), **options)
    assert (again.initial, again.format()) == (problem.initial, problem.format())


@every_level
def test_every_state_has_a_picture_as_large_as_its_grid(puzzle, level):
    problem = problem_of(puzzle, level)
    for node in [Node(problem.initial), *Node(problem.initial).expand(problem)[:5]]:
        scene, grid = problem.scene(node.state, node.action), problem.grid(node.state)
        assert [len(row) for row in scene.cells] == [len(row) for row in grid]
        assert render_text(scene, unicode=False).isascii()
        assert ElementTree.fromstring(render_svg(scene)).tag.endswith("svg")
    assert str(problem) == render_text(problem.scene(problem.initial))


@every_puzzle
def test_problem_result_and_comparison_show_themselves(puzzle):
    """As text and in a notebook, whatever the search comes to."""
    problem = PUZZLES.get(puzzle).level()
    assert ElementTree.fromstring(problem._repr_svg_()).tag.endswith("svg")
    comparison = compare({"<script>": problem}, ["greedy", "depth-first"], "zero", FEW)
    assert str(comparison).startswith("<script>\n")
    assert "<script>" not in comparison._repr_html_()
    for algorithm in ("greedy", "depth-first", "annealing"):
        try:
            result = solve(problem, algorithm, limits=FEW)
        except NotApplicable:
            continue
        assert str(result).startswith(algorithm)
        assert result._repr_html_().count("<svg") == min(len(result.states), 24)
        if result.solved:
            frames = result.animate()
            assert len(frames.pictures) == len(result.states)
            assert Outline(frames.html()).open == []


@pytest.mark.parametrize(
    ("puzzle", "name"),
    marked(HEURISTICS, LONG),
)
def test_a_heuristic_keeps_every_promise_on_the_small_levels(puzzle, name):
    info = heuristic_info(puzzle, name)
    assert info.summary
    if not applies(puzzle, name):
        pytest.skip("says that it does not apply")
    for report in reports(puzzle, name):
        assert report.complete
        if info.admissible:
            assert report.admissible, str(report)
        if info.consistent:
            assert report.consistent, str(report)
        if info.admissible is not False:
            assert report.safe, str(report)


@cache
def applies(puzzle, name):
    """Return True if the heuristic is applicable to the puzzle."""
    try:
        make_heuristic(name, problem_of(*next(key for key in LEVELS if key[0] == puzzle)))
    except NotApplicable:
        return False
    return True


DENIED = [
    (puzzle, name, fact)
    for puzzle, name in HEURISTICS
    for fact in ("admissible", "consistent")
    if getattr(heuristic_info(puzzle, name), fact) is False
]


@pytest.mark.parametrize(("puzzle", "name", "fact"), DENIED)
def test_a_fact_that_is_denied_has_a_counterexample_on_a_small_level(puzzle, name, fact):
    assert False in [getattr(report, fact) for report in reports(puzzle, name)]


@pytest.mark.parametrize(("puzzle", "name"), marked(HEURISTICS, LONG))
def test_a_heuristic_gives_numbers_on_every_level(puzzle, name, monkeypatch):
    if not applies(puzzle, name):
        pytest.skip("says that it does not apply")
    monkeypatch.setattr(perfect, "MOST_PLAIN", SMALL)  # the levels that have more states have
    monkeypatch.setattr(perfect, "MOST_PACKED", 20 * SMALL)  # many more: to say so is as soon done
    for key in LEVELS:
        if key[0] == puzzle:
            try:
                h = make_heuristic(name, problem_of(*key))
            except NotApplicable:  # to a level as large as this
                continue
            for node in first_nodes_of(*key):
                assert h(node) >= 0


OPTIMAL = [name for name in ALGORITHMS if ALGORITHMS.get(name).optimal]
FEW = Limits(nodes=200)  # for the algorithms that forget, and would take their time


FORGETFUL = ("astar-tree", "ida-star", "recursive-best-first")  # search the same again and again


FIRST = dict(reversed(SMALL_LEVELS))
OF_LEVELS = [(*key, name) for key in SMALL_LEVELS for name in OPTIMAL]
LATER = {
    (its, level, name)
    for its, level, name in OF_LEVELS
    if level != FIRST[its] or (its == "movix" and name in FORGETFUL)
}


@pytest.mark.parametrize(("puzzle", "level", "algorithm"), marked(OF_LEVELS, LATER))
def test_optimal_algorithms_agree_on_the_cost_whatever_the_admissible_heuristic(
    puzzle, level, algorithm
):
    chosen, optimum = ALGORITHMS.get(algorithm), space_of(puzzle, level).h_star[0]
    remembers = chosen.best_first and chosen.complete
    names = [n for n in heuristic_names(puzzle) if heuristic_info(puzzle, n).admissible]
    for name in names if chosen.informed else [None]:
        try:
            result = solve(problem_of(puzzle, level), algorithm, name, None if remembers else FEW)
        except NotApplicable:
            assert chosen.joins
            continue
        if remembers or result.status != "node-limit":
            assert result.status == ("no-solution" if optimum == inf else "solved")
            rounded = pytest.approx(optimum, rel=1e-12)  # sums of square roots, in another order
            assert result.cost == (None if optimum == inf else rounded)
