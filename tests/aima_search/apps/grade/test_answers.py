"""Written answers in numbers."""

from contextlib import closing

import pytest

from aima_search import solve
from aima_search.analysis import enumerate_space
from aima_search.apps import grade
from aima_search.apps.grade.adapters import AnswerFileReader
from aima_search.apps.grade.checks import Check
from aima_search.apps.grade.grader import Grader
from aima_search.apps.grade.results import FAILED, NOT_GRADED
from aima_search.apps.grade.submission import Submission, SubmittedPath
from puzzles import MovIX
from tests.aima_search.apps.grade.assignments import SEEDED_TILES, check, submission, top_for

pytestmark = pytest.mark.gate("sandboxes for many checks")

PART = "".join(
    [
        top_for("answer"),
        check("value", answer="cost", boards="small"),
        check("value", 2, answer="states", measure="states", boards="small", reveal=True),
    ]
)


def outcomes(folder, text, name="answers.toml"):
    asked = grade.parse_assignment(PART, folder)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    (score,) = grade.run(asked, [path])
    return [finding.outcome for finding in score.parts[0].findings], score.parts[0].findings


def right():
    problem = MovIX.level("2-tiny")
    return solve(problem).cost, len(enumerate_space(problem))


def test_right_numbers_get_the_points(tmp_path):
    cost, states = right()
    assert outcomes(tmp_path, f"cost = {cost}\nstates = {states}\n")[0] == ["passed"] * 2
    text = f'{{"cost": {cost}, "states": {states}}}'
    assert outcomes(tmp_path, text, "answers.json")[0] == ["passed"] * 2


def test_the_right_number_is_that_of_solve_even_if_h_is_refined(tmp_path):
    keys = {"answer": "n", "measure": "expanded", "heuristic": "supported-assignment"}
    boards = '[[boards]]\nname = "walls"\nlevels = ["3-walls"]\n'
    part = '[[parts]]\nname = "p"\nkind = "answer"\n' + check("value", **keys)
    asked = grade.parse_assignment(f'puzzle = "movix"\n{boards}{part}', tmp_path)
    expanded = solve(MovIX.level("3-walls"), heuristic="supported-assignment").expanded
    (tmp_path / "answer.toml").write_text(f"n = {expanded}\n", "utf-8")
    (score,) = grade.run(asked, [tmp_path / "answer.toml"])
    assert score.parts[0].findings[0].outcome == "passed"


def test_a_number_as_the_commands_print_it_is_right(tmp_path):
    (tmp_path / "map.txt").write_text("A>C:A,B,1.1;B,C,2.2\n", "utf-8")
    board = '[[boards]]\nname = "plain"\nfiles = ["map.txt"]\n'
    part = '[[parts]]\nname = "p"\nkind = "answer"\n' + check("value", answer="cost")
    text = f'puzzle = "routes"\n{board}{part}'
    asked = grade.parse_assignment(text, tmp_path)
    for answer, outcome in (("3.3", "passed"), ("3.30001", "passed"), ("3.301", "failed")):
        (tmp_path / "answer.toml").write_text(f"cost = {answer}\n", "utf-8")
        (score,) = grade.run(asked, [tmp_path / "answer.toml"])
        assert score.parts[0].findings[0].outcome == outcome


def test_a_line_of_a_notebook_and_letters_in_latin_1_do_not_matter(tmp_path):
    path = tmp_path / "answers.toml"
    path.write_bytes("%%writefile answers.toml\rcost = 3 # Lösung\r".encode("latin-1"))
    assert AnswerFileReader(str(path)).answer("cost") == [3]


def test_the_text_of_an_answer_file_is_not_changed(tmp_path):
    path = tmp_path / "answers.toml"
    path.write_text("cost = 3 # a\u2028b\nnote = '''\n%%time'''\n", "utf-8")
    assert AnswerFileReader(str(path))._values == {"cost": 3, "note": "%%time"}


def test_a_wrong_number_is_told_the_right_one_only_if_that_is_asked_for(tmp_path):
    found, findings = outcomes(tmp_path, "cost = 1\nstates = 1\n")
    assert found == ["failed"] * 2
    assert findings[0].message == "cost = 1 is not right"
    assert findings[1].message == f"states = 1 is not right: the right number is {right()[1]}"


NO_ANSWERS = [
    ("cost = 'six'", "failed"),
    ("cost = nan", "failed"),
    ("cost = inf", "failed"),
    ("cost = true", "failed"),
    ("cost = " + "9" * 4000, "failed"),
    ("cots = 6", "not-found"),
    ("cost 6", "import-failed"),
    ("cost = " + "[" * 5000, "import-failed"),
    ("", "not-found"),
]


def test_what_is_no_answer_gets_no_points(tmp_path):
    asked = grade.parse_assignment(PART, tmp_path)
    paths = [tmp_path / f"{number}.toml" for number in range(len(NO_ANSWERS))]
    for path, (text, _) in zip(paths, NO_ANSWERS, strict=True):
        path.write_text(text, encoding="utf-8")
    found = [score.parts[0].findings[0].outcome for score in grade.run(asked, paths)]
    assert found == [outcome for _, outcome in NO_ANSWERS]


def test_the_assignment_beside_the_work_is_no_answer(tmp_path):
    for name in ("assignment.toml", "notebook.ipynb"):
        (tmp_path / name).write_text("cost = 6\n", encoding="utf-8")
    (score,) = grade.run(grade.parse_assignment(PART, tmp_path), [tmp_path])
    finding = score.parts[0].findings[0]
    told = "unknown file 'answer.toml': known: notebook.ipynb"
    assert (finding.outcome, finding.message) == ("not-found", told)


def test_a_result_counts_only_for_the_student_whose_boards_were_graded(tmp_path):
    source = SubmittedPath(submission(tmp_path, "x = 1"))
    for seed_from, differ in (("", False), ("4711", False), ("id", True)):
        grader = Grader(
            grade.parse_assignment(PART, tmp_path, "c", seed_from), None, confined=False
        )
        found, notes = {}, {}
        for student in ("4711", "4712", "10000 and 4711"):
            found[student] = grader.read(Submission("w", [source], student))
            notes[student] = grader.grade(0, 0).notes
        assert (found["4711"] != found["4712"]) == differ
        assert found["4711"] == found["10000 and 4711"]
        assert len({text.partition("-")[0] for text in found.values()}) == 1, "the same files"
        assert not notes["4711"]
        told = ("a group: the id 4711 determines its boards",)
        assert notes["10000 and 4711"] == told * differ


def test_the_boards_of_a_student_are_prepared_before_the_time_counts(tmp_path, monkeypatch):
    prepared = []
    monkeypatch.setattr(Check, "prepare", lambda check, bounds: prepared.append(check.boards))
    source = SubmittedPath(submission(tmp_path, "x = 1"))
    for seed_from, own in (("4711", False), ("id", True)):
        assignment = grade.parse_assignment(PART, tmp_path, "c", seed_from)
        grader = Grader(assignment, None, confined=False)
        grader.read(Submission("w", [source], "4712"))
        grader.prepare()
        assert len(prepared) == (2 if own else 0)


def test_a_board_that_the_package_cannot_solve_is_no_mistake_of_the_student(tmp_path, monkeypatch):
    source = SubmittedPath(submission(tmp_path, "cost = 1", "answers.toml"))
    found = []
    for tries in (1, 20):
        monkeypatch.setattr("aima_search.apps.grade.assignment._TRIES", tries)
        asked = grade.parse_assignment(SEEDED_TILES, tmp_path, seed_from="id")
        with closing(Grader(asked, None, confined=False)) as grader:
            grader.read(Submission("w", [source], "4712"))
            grader.prepare()
            found += grader.grade(0, 0).findings
    assert [finding.outcome for finding in found] == [NOT_GRADED, FAILED]
    assert "finds no solution within 2,000 expansions" in found[0].message
    assert found[1].message.endswith("is not right")
