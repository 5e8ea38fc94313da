"""Courses cut from masters: solutions have all points, hand-outs none, other methods fail."""

import json
import re
import shutil
from dataclasses import replace
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest
from click.testing import CliRunner

from aima_search import solve
from aima_search.apps import grade
from aima_search.apps.grade.algorithm_checks import ProblemServer
from aima_search.apps.grade.command import course_group
from aima_search.apps.grade.course import masters, read_master, unsealed
from aima_search.base.errors import InputError
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.user_files import load_function
from puzzles import Tiles
from tests.aima_search.apps.grade.assignments import solution_of
from tests.test_examples import code_cells, run, shown_by
from tools.seal import seal

NAMES = [master.name for master in masters()]
ALGORITHMS = [name for name in NAMES if name.startswith(("3.3", "3.4", "3.5", "4.5"))]

BEST_FIRST = (
    solution_of("3.5.1-astar")
    .replace("new + h(Place(after))", "PRIORITY")
    .replace("search(problem, h)", "search(problem, h=lambda node: 0)")
)

ANOTHER_METHOD = {  # right answers, or nearly, by what was not asked for
    "3.3-graph-search": ("-new", "shallow states first"),
    "3.4-uninformed": ("-next(number)", "the cheapest state of the frontier"),
    "3.5.1-astar": ("new", "the lowest g + h"),
    "3.5.3-weighted": ("new + h(Place(after))", "the lowest g + 2 h"),
    "3.5.4-memory": ("(new + h(Place(after)), -new)", "one path in memory, and rounds"),
    "4.5-online": ("new + h(Place(after))", "a walk from neighbour"),
}

ROOT = Path(__file__).parents[4]
GREEDY_FOR_ANNEALING = (ROOT / "tests/courses/queens-annealing/best_first.py").read_text("utf-8")

CLIMB_FOR_ANNEALING = """
def anneal(problem):
    state = problem.initial
    for _ in range(100):
        after = [problem.result(state, action) for action in problem.actions(state)]
        best = max(after, key=problem.value, default=None)
        if best is None or problem.value(best) <= problem.value(state):
            break
        state = best
    return state
"""

STARTER = ROOT / "examples/courses/queens-annealing/search.py"
HOT_FOR_ANNEALING = (
    STARTER.read_text("utf-8")
    .replace("range(100)", "range(300)")
    .replace("problem.value(after) > problem.value(state)", "problem.value(after) < 1")
)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Return the folder of a whole course."""
    folder = tmp_path_factory.mktemp("course") / "new"
    run = CliRunner().invoke(course_group, ["new", str(folder), "--seed", "1"])
    assert run.exit_code == 0, run.output
    return folder


read_assignment = cache(grade.read_assignment)


def graded(course, name, *submissions, only=""):
    """Return the scores of submissions by the teacher's assignment or by one of its checks."""
    assignment = read_assignment(course / "teacher" / name / "assignment.toml")
    if only:
        part, *_ = assignment.parts
        checks = [
            replace(check, boards=check.boards[:5]) for check in part.checks if check.title == only
        ]
        assignment = replace(assignment, parts=[replace(part, checks=checks)])
    return [*grade.run(assignment, submissions, out=None)]


def findings(score):
    return {one.check: one for part in score.parts for one in part.findings}


@pytest.mark.gate("confinement")
@pytest.mark.parametrize("name", NAMES)
def test_the_solution_has_all_points_and_the_hand_out_has_none(course, tmp_path, name):
    for path in (course / "students" / name).glob("*.ipynb"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    zeros = re.findall(r"^(\w+) = 0$", cells_of(course, name, "students"), re.MULTILINE)
    (tmp_path / "answer.toml").write_text("".join(f"{one} = 0\n" for one in zeros), "utf-8")
    solution, handed_out = graded(course, name, course / "teacher" / name / "solution", tmp_path)
    assert solution.points == solution.max_points == 10, findings(solution)
    assert not [one.doubt for one in findings(solution).values() if one.doubt]
    assert handed_out.points == 0


@pytest.mark.gate("a notebook")
@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_of_the_solution_runs_from_top_to_bottom(course, tmp_path, name):
    for module in ("nbclient", "ipykernel"):
        pytest.importorskip(module, reason=f"{module} is not installed (extra 'gate')")
    [path] = (course / "teacher" / name / "solution").glob("*.ipynb")
    assert json.loads(path.read_text("utf-8"))["metadata"]["kernelspec"]["name"] == "python3"
    executed = tmp_path / path.name
    done = run("-m", "tests.execute_notebook", path, executed, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sum(1 for cell in code_cells(executed) if shown_by(cell)) >= 2
    assert not numbers_without_source(course, name, executed)
    later = {one for other in NAMES[NAMES.index(name) + 1 :] for one in answers(course, other)}
    above = list(takewhile(lambda cell: cell["metadata"].get("tags"), code_cells(executed)))
    for cell in code_cells(executed):
        secret = later | (answers(course, name) if cell in above else set())
        shown = shown_by(cell)
        table = re.sub("(?s)<style.*?</style>|<[^>]+>", " ", shown.get("text/html", ""))
        for text in (shown.get("printed", ""), table):
            numbers = re.findall(r"[\d.,]*\d", text.replace(",", ""))
            assert not secret & set(numbers), text


def answers(course, name):
    """Return the numbers that a chapter asks for."""
    return set(re.findall(r"^\w+ = (\d+)$", cells_of(course, name, "teacher"), re.MULTILINE))


@pytest.mark.parametrize("name", NAMES)
def test_no_notebook_searches_the_board_of_an_answer(course, name):
    """Above an exercise, in this chapter or another, nothing may print its answer."""
    assignment = course / "teacher" / name / "assignment.toml"
    whole = read_assignment(assignment)
    checks = [one for part in whole.parts if part.kind == "answer" for one in part.checks]
    levels = {board.level for check in checks for board in check.boards if board.level}
    before = NAMES[: NAMES.index(name)]
    for other in [*before, name]:
        cells = cells_of(course, other, "students")
        assert not [level for level in levels if f'"{level}"' in cells]
    text = "\n".join(text_of(course, other) for other in before)
    assert not [one for one in answers(course, name) if re.search(rf"(?<![\w.]){one}\b", text)]


@pytest.mark.parametrize("name", NAMES)
def test_the_text_states_the_share_of_expansions_for_all_points(course, name):
    assignment = read_assignment(course / "teacher" / name / "assignment.toml")
    checks = [check for part in assignment.parts for check in part.checks]
    shares = {check.at_most[-1] for check in checks if getattr(check, "relative_to", "")}
    for share in shares:
        assert f"{100 * share:g}% of these nodes" in text_of(course, name)
    assert bool(shares) == (name == "3.6-heuristics")


def text_of(course, name):
    """Return the text of a notebook for students, without its code."""
    [path] = (course / "students" / name).glob("*.ipynb")
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")


def numbers_without_source(course, name, executed):
    """Return the numbers from 100 on in the text that no cell prints and no rule of grading has."""
    cells = json.loads(executed.read_text("utf-8"))["cells"]
    assignment = (course / "teacher" / name / "assignment.toml").read_text("utf-8")
    outputs = [json.dumps(cell["outputs"]) for cell in cells if cell["cell_type"] == "code"]
    sources = " ".join([assignment, *outputs]).replace(",", "")
    texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    plain = re.sub("`[^`]*`", "", "\n".join(texts)).replace(",", "")
    found = re.findall(r"(?<![\w.])\d{3,}(?![\w.])", plain)
    return [one for one in found if not re.search(rf"(?<!\d){one}(?!\d)", sources)]


def cells_of(course, name, side):
    """Return the code of a notebook."""
    [path] = (course / side / name).rglob("*.ipynb")
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "code")


def handed_in(course, tmp_path, name, program):
    """Return the folder of the solution with another program in its place."""
    [path] = (course / "teacher" / name / "solution").glob("*.ipynb")
    notebook = json.loads(path.read_text("utf-8"))
    cell = {"cell_type": "code", "metadata": {}, "source": program, "outputs": []}
    notebook["cells"] = [cell]
    (tmp_path / path.name).write_text(json.dumps(notebook), "utf-8")
    return tmp_path


@pytest.mark.gate("confinement")
@pytest.mark.parametrize("name", ALGORITHMS)
def test_another_method_is_refused(course, tmp_path, name):
    priority, title = ANOTHER_METHOD[name]
    program = BEST_FIRST.replace("PRIORITY", priority)
    [score] = graded(course, name, handed_in(course, tmp_path, name, program))
    found = findings(score)
    [(_, wrong)] = [(check, one) for check, one in found.items() if title in check]
    assert wrong.points == 0
    assert wrong.outcome == "failed"
    assert "expected" in wrong.message or "more than 3,000 states" in wrong.message
    held = [one.points for check, one in found.items() if "small frontier" in check]
    assert held == [0] * (name == "3.5.4-memory")


STEEPEST_WITH_A_COIN = """
import random


def anneal(problem):
    state = problem.initial
    for count in range(400):
        after = [problem.result(state, action) for action in problem.actions(state)]
        if not after:
            break
        best = max(after, key=problem.value)
        state = random.choice(after) if count % 12 == 0 else best
        for _ in range(11):
            problem.actions(state)  # many steps, so that few values are drawn in each
    return state
"""
COIN_WITHOUT_TEMPERATURE = """
import random


def anneal(problem):
    state = problem.initial
    for _ in range(4900):
        actions = problem.actions(state)
        if not actions:
            break
        after = problem.result(state, random.choice(actions))
        if problem.value(after) >= problem.value(state) or random.random() < 0.03:
            state = after
    return state
"""
CONSTANT_TEMPERATURE = COIN_WITHOUT_TEMPERATURE.replace(
    "random.random() < 0.03",
    "random.random() < exp((problem.value(after) - problem.value(state)) / 0.4)",
).replace("import random", "import random\nfrom math import exp")
CLIMB_THAT_JOINS_FOR_SHOW = """
def evolve(problem):
    state = problem.random_state()
    for _ in range(1000):
        after = problem.mutate(problem.recombine(state, state))
        if problem.value(after) >= problem.value(state):
            state = after
    return state
"""
WALK_THAT_JOINS_FOR_SHOW = CLIMB_THAT_JOINS_FOR_SHOW.replace(
    "after = problem.mutate(problem.recombine(state, state))",
    "after = problem.mutate(state); problem.recombine(state, first)",
).replace("    for _", "    first = state\n    for _")
AIMAS_GENETIC_ALGORITHM = """
import random


def evolve(problem):
    population = [problem.random_state() for _ in range(20)]
    for _ in range(200):
        values = [problem.value(one) for one in population]
        if max(values) == 0:
            break
        weights = [value - min(values) + 0.1 for value in values]
        population = [
            child if random.random() > 0.1 else problem.mutate(child)
            for child in (
                problem.recombine(*random.choices(population, weights, k=2)) for _ in range(20)
            )
        ]
    return max(population, key=problem.value)
"""
FAST_ANNEALING = COIN_WITHOUT_TEMPERATURE.replace(
    "random.random() < 0.03",
    "random.random() < exp((problem.value(after) - problem.value(state)) / 0.999**_)",
).replace("import random", "import random\nfrom math import exp")

ANNEALS = "4.1-local-search", "behaves like simulated annealing"
BREEDS = "4.1.4-genetic", "behaves like a genetic algorithm"
CLIMB_FOR_BREEDING = CLIMB_FOR_ANNEALING.replace("anneal", "evolve")

DRAW_FOR_BREEDING = """
def evolve(problem):
    states = [problem.random_state() for _ in range(400)]
    return max(states, key=problem.value)
"""

JOIN_FOR_BREEDING = """
import random


def evolve(problem):
    states = [problem.random_state() for _ in range(20)]
    for _ in range(300):
        states.append(problem.recombine(*random.sample(states, 2)))
        states[-1] = problem.mutate(states[-1])
    return max(states, key=problem.value)
"""


PLANS = "4.3-and-or", "plans for small boards"
ROW_FOR_PLAN = """
def search(problem):
    state, steps = problem.initial, []
    while not problem.goal_test(state) and len(steps) < 9:
        one = problem.actions(state)[0]
        after = problem.result(state, one)
        steps.append((one, [after]))
        state = after
    plan = []
    for one, there in reversed(steps):
        plan = [one, dict.fromkeys(there, plan)]
    return plan
"""
ASKS_FOR_EVER = "def search(problem):\n    while True: problem.actions(problem.initial)"
ONLINE = "4.5-online", "a walk on other maps"
ASTAR = BEST_FIRST.replace("PRIORITY", "new + h(Place(after))")
FORGED_PLAN = """
def search(problem):
    [action, *_] = problem.actions(problem.initial)
    object.__setattr__(action, '_number', 99)
    return [action, {}]
"""


PASSED = ""
PROGRAMS = {
    ANNEALS: [
        (GREEDY_FOR_ANNEALING, "expected a move to a worse neighbour"),
        (CLIMB_FOR_ANNEALING, "expected a move to a worse neighbour"),
        (HOT_FOR_ANNEALING, "rejected more often than accepted"),
        (STEEPEST_WITH_A_COIN, "expected better neighbours as often as in random draws"),
        (COIN_WITHOUT_TEMPERATURE, "much worse neighbours accepted less often"),
        (CONSTANT_TEMPERATURE, "less often as the temperature falls"),
        (FAST_ANNEALING, PASSED),
    ],
    BREEDS: [
        (CLIMB_THAT_JOINS_FOR_SHOW, "not mutations of the same state"),
        (WALK_THAT_JOINS_FOR_SHOW, "become ancestors of the last"),
        (CLIMB_FOR_BREEDING, "most states made by recombining"),
        (DRAW_FOR_BREEDING, "most states made by recombining"),
        (JOIN_FOR_BREEDING, "fitter parents chosen more often"),
        (AIMAS_GENETIC_ALGORITHM, PASSED),
    ],
    PLANS: [
        ("def search(problem): return None", "no plan, although a plan exists"),
        ("def search(problem): return []", "which is not a goal"),
        ("def search(problem): return ['right']", "is not a plan: expected [] or [action, {"),
        (ROW_FOR_PLAN, "the plan has no entry for "),
        (ROW_FOR_PLAN.replace("[after]", "problem.results(state, one)"), "the plan "),
        (ASKS_FOR_EVER, "more than 20,000 states"),
        (FORGED_PLAN, "the plan has an action that the problem did not return"),
    ],
    ONLINE: [(ASTAR, "not lead to a neighbour: expected one walk")],
}
"""Programs by the chapter and the check, each with words of the message if it is refused."""


@pytest.mark.gate("confinement")
@pytest.mark.parametrize(("chapter", "check"), PROGRAMS)
def test_programs_of_the_method_pass_and_others_are_refused(course, tmp_path, chapter, check):
    folders = []
    for number, (program, _) in enumerate(PROGRAMS[chapter, check]):
        folders.append(tmp_path / str(number))
        folders[-1].mkdir()
        handed_in(course, folders[-1], chapter, program)
    scores = graded(course, chapter, *folders, only=check)
    for score, (program, said) in zip(scores, PROGRAMS[chapter, check], strict=True):
        found = findings(score)[check]
        if said == PASSED:
            assert found.outcome == "passed", (program, found.message)
        else:
            assert said in found.message, program
            assert score.points == 0, program


@pytest.mark.parametrize(
    ("order", "held"),
    [
        ([], 0),
        ([(0, [1, 2]), (1, []), (2, [])], 2),
        ([(0, [1, 2, 3]), (2, [])], 1),  # 1 and 3 may have been forgotten
        ([(0, [1]), (1, [2]), (0, [1]), (1, [2]), (2, [])], 2),  # rounds: the start, and a path
        ([(0, [1, 2, 3]), (3, [4, 5]), (5, []), (4, []), (2, []), (1, [])], 4),
    ],
)
def test_what_a_search_held_is_what_it_expanded_later(order, held):
    served = ProblemServer(Tiles.generate(1), None, 9)
    served.leads = [(state, [(0, to, 1) for to in after]) for state, after in order]
    assert served.held == held


def test_boards_of_a_student_are_drawn_from_the_id(course):
    path = course / "teacher/3.4-uninformed/assignment.toml"
    drawn = [boards_of(grade.read_assignment(path, one)) for one in ("", "4711", "4712", "4711")]
    assert drawn[1] == drawn[3] != drawn[2] != drawn[0]
    assert {one[:2] for one in drawn} == {drawn[0][:2]}, "levels stay"
    each = grade.read_assignment(path, "id")
    assert boards_of(each) == drawn[0]
    assert boards_of(each.of_student("4711")) == drawn[1]
    assert each.key() != grade.read_assignment(path).key()
    assert boards_of(each.of_student("10000 and 4711")) == drawn[1], "the lowest id"


def test_numbers_differ_from_student_to_student(course):
    chapters = []
    for name in NAMES:
        path = course / "students" / name / "assignment.toml"
        asked = [grade.read_assignment(path, one).parts[-1] for one in ("4711", "4712")]
        if asked[0].kind == "answer":
            boards = [part.checks[0].boards for part in asked]
            chapters += [name] * (boards[0] != boards[1])
    assert len(chapters) >= 5, chapters


def boards_of(assignment):
    """Return the boards of all checks of the first part."""
    checks = assignment.parts[0].checks
    return tuple(dict.fromkeys(board.id for check in checks for board in check.boards))


@pytest.mark.gate("confinement")
def test_each_student_is_graded_on_boards_of_their_own(course, tmp_path):
    asked = grade.read_assignment(course / "teacher/4.5-online/assignment.toml", "id")
    texts = set()
    for name in ("ada", "bob"):
        shutil.copytree(course / "teacher/4.5-online/solution", tmp_path / name)
        [score] = grade.run(asked, [tmp_path / name])
        assert score.points == 9  # all but the number of another board
        texts.add(findings(score)["as few steps on other maps"].command)
    assert len(texts) == 2


@pytest.mark.gate("confinement")
def test_the_packages_own_estimate_is_no_estimate_of_ones_own(course, tmp_path):
    program = (
        "import heuristics\n\n\ndef my_h(problem):\n    return heuristics.get('manhattan', problem)"
    )
    folder = handed_in(course, tmp_path, "3.6-heuristics", program)
    [score] = graded(course, "3.6-heuristics", folder)
    assert score.points == 0


@pytest.mark.parametrize("name", NAMES)
def test_students_have_neither_solution_nor_hidden_checks(course, name):
    handed = course / "students" / name
    notebook = cells_of(course, name, "students")
    assignment = (handed / "assignment.toml").read_text("utf-8")
    whole = (course / "teacher" / name / "assignment.toml").read_text("utf-8")
    assert "your turn" in notebook
    assert "your turn" not in cells_of(course, name, "teacher")
    for text in (notebook, assignment, whole):
        assert not re.search(r"# (solution|sealed|student|hidden|end)\b", text)
    assert "hidden" not in assignment
    assert 'visibility = "hidden"' in whole
    grade.read_assignment(handed / "assignment.toml")


@pytest.mark.parametrize("name", ["4.1-local-search", "4.1.4-genetic"])
def test_every_board_counts_only_if_the_method_is_right_there(course, name):
    [part] = read_assignment(course / "teacher" / name / "assignment.toml").parts
    needed = {board for check in part.checks if check.needed for board in check.boards}
    assert needed == {board for check in part.checks for board in check.boards}


@pytest.mark.parametrize("name", NAMES)
def test_the_solutions_of_the_package_are_sealed(name):
    path = Path(grade.__file__).parent / "masters" / f"{name}.txt"
    text = path.read_text("utf-8")
    assert text.count("# solution\n") == text.count("# sealed ") > 0
    assert seal(unsealed(text)) == text == seal(text)
    assert read_master(name, unsealed(text)).notebook(solved=True) == read_master(
        name, text
    ).notebook(solved=True)


def test_a_seed_is_drawn_and_written_down(tmp_path):
    texts = []
    for name in ("a", "b"):
        done = CliRunner().invoke(course_group, ["new", str(tmp_path / name), "--chapters", "3.4"])
        seed = re.search(r"with --seed (\d+);", done.output)[1]
        text = (tmp_path / name / "teacher/README.md").read_text("utf-8")
        assert f"the seed {seed}." in text
        assert "teacher/CHAPTER/assignment.toml" in text
        assert "If you used\n`--chapters` or `--masters`, repeat these options" in text
        texts.append((tmp_path / name / "teacher/3.4-uninformed/assignment.toml").read_text())
        assert int(seed) > 10**9
    assert texts[0] != texts[1]


def test_another_seed_draws_other_hidden_boards(tmp_path):
    texts = []
    for seed in ("1", "2", "1"):
        folder = tmp_path / str(len(texts))
        arguments = ["new", str(folder), "--chapters", "3.4", "--seed", seed]
        assert CliRunner().invoke(course_group, arguments).exit_code == 0
        assert [one.name for one in (folder / "students").iterdir()] == ["3.4-uninformed"]
        texts.append((folder / "teacher/3.4-uninformed/assignment.toml").read_text("utf-8"))
    assert texts[0] == texts[2] != texts[1]
    for text in texts:  # too many values to try them all
        assert max(map(int, re.findall(r"^seed = (\d+)", text, re.MULTILINE))) > 10**12


@pytest.mark.parametrize("seed", [3, 12])  # with fewer, easier boards, these two had bad luck
def test_the_points_for_a_heuristic_do_not_depend_on_luck(tmp_path, seed):
    master = next(master for master in masters() if master.name == "3.6-heuristics")
    assignment = grade.parse_assignment(master.assignment(solved=True, seed=seed), tmp_path)
    *_, check = assignment.parts[0].checks
    (tmp_path / "own.py").write_text(solution_of(master.name), "utf-8")
    my_h = load_function(FileReference(str(tmp_path / "own.py"), "my_h"))
    problems = [board.problem() for board in check.boards]
    own, manhattan = (
        sum(solve(one, "astar", make(one)).expanded_below_cost for one in problems)
        for make in (my_h, lambda problem: "manhattan")
    )
    assert check.visibility == "hidden"
    assert own <= 0.75 * manhattan  # full points for at most 0.8


def test_a_course_has_eleven_notebooks():
    assert len(NAMES) == 11


def test_chapters_are_a_range(tmp_path):
    arguments = ["new", str(tmp_path / "a"), "--chapters", "3.5-3.6"]
    assert CliRunner().invoke(course_group, arguments).exit_code == 0
    assert {one.name[:3] for one in (tmp_path / "a/students").iterdir()} == {"3.5", "3.6"}
    for chapters in ("7", "x"):
        run = CliRunner().invoke(course_group, ["new", str(tmp_path / "b"), "--chapters", chapters])
        assert isinstance(run.exception, InputError)
    again = CliRunner().invoke(course_group, arguments)
    assert "exists already" in str(again.exception)


@pytest.mark.parametrize("command", ["course new", "course masters", "grade --template"])
def test_a_folder_that_cannot_be_made_is_told_with_what_to_do(tmp_path, run, command):
    (tmp_path / "file").touch()
    status, _, err = run(*command.split(), tmp_path / "file" / "new")
    assert status == 2
    assert re.fullmatch(r"aima-search: '.+': Not a directory: fix this, or choose .*\n", err)


def test_a_teachers_own_masters_are_cut_alike(tmp_path):
    run = CliRunner().invoke(course_group, ["masters", str(tmp_path / "mine")])
    assert run.exit_code == 0
    [path] = (tmp_path / "mine").glob("3.4-*.txt")
    text = path.read_text("utf-8")
    assert "heapq.heappop" in text
    for other in (tmp_path / "mine").iterdir():
        other.unlink()
    path.write_text(text.replace("# 3.4 Uninformed", "# 3.4 Our searches"), "utf-8")
    again = CliRunner().invoke(course_group, ["masters", str(tmp_path / "mine")])
    assert (again.exit_code, [*path.parent.iterdir()]) == (1, [path])  # no file is replaced
    assert "exists already" in str(again.exception)
    arguments = ["new", str(tmp_path / "ours"), "--masters", str(tmp_path / "mine")]
    assert CliRunner().invoke(course_group, arguments).exit_code == 0
    [notebook] = (tmp_path / "ours/students").rglob("*.ipynb")
    assert "Our searches" in notebook.read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "line 1: expected a cell"),
        ("# %% code", "line 1: unknown kind of cell 'code'"),
        ("# %% text", "the cell '# %% assignment' is missing"),
        ("# %%\n# solution\nx\n# %% assignment", "'# solution' has no matching '# end'"),
        ("# %%\n# student\n# end\n# %% assignment", "line 2: '# student' is in"),
        ("# %%\n# end\n# %% assignment", "line 2: '# end' is in"),
        ("# %%\n# solution\nx\n# studnt\n# end\n# %% assignment", "line 5: expected '# student'"),
        ("# %%\n# solution\n# sealed ~\n# student\n# end\n# %% assignment", "damaged"),
        ("# %% assignment\nx", "cells '# %% assignment': Expected '=' after a key"),
        ("# %% assignment\n# # hidden\n# [x\n# # end", "Expected ']' at the end of a table"),
    ],
)
def test_what_is_wrong_with_a_master_is_told(text, said):
    with pytest.raises(InputError, match=re.escape(said)):
        read_master("mine", text)
