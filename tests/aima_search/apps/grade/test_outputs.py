"""The teacher's outputs: tables, CSV and the page tell what the scores hold."""

import csv
import io
import json
import re
from dataclasses import asdict, replace
from zipfile import ZipFile

import pytest

from aima_search.apps.grade import result_pages
from aima_search.apps.grade.command import run_with_bar
from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.result_pages import (
    alike_lines,
    alike_pairs,
    expansions,
    gradebook,
    identical_lines,
    needs_review,
    outcome_table,
    protection_lines,
    rows_of,
    score_table,
    scores_page,
    student_page,
    student_pages,
    write_feedback,
)
from aima_search.apps.grade.results import CheckResult, ClassResults, GradedSubmission, PartResult
from aima_search.apps.grade.results_file import read_results
from aima_search.apps.grade.similarity import UNCOMPARED
from aima_search.base.errors import InputError
from aima_search.display import plots
from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    PROPERTIES,
    TOP,
    ZERO,
    assignment,
    submission,
)

ALL = dict.fromkeys(PROTECTIONS, True)


def part(name, *findings, protections=ALL):
    return PartResult(name, "", "h", "heuristic", findings, protections)


GOOD = (
    CheckResult("facts", "passed", 4, 4, "all hold"),
    CheckResult("few", "passed", 2, 2, "expanded 9", values={"expanded": 9}),
)
BAD = (
    CheckResult(
        "facts", "failed", 0, 4, "<script>alert(1)</script>", "check it", "V", "<svg></svg>"
    ),
    CheckResult("few", "partly", 1, 2, "expanded 90", values={"expanded": 90}),
)
CLASS = ClassResults(
    "course <b>work</b>",
    (
        GradedSubmission("good.py", (part("good.py", *GOOD),)),
        GradedSubmission("bad.py", (part("bad.py", *BAD),)),
    ),
)


def test_the_table_has_points_and_outcomes():
    table = score_table(CLASS)
    assert [row[:3] for row in table.rows] == [["good.py", 6, 6], ["bad.py", 1, 6]]
    assert [row[3] for row in table.rows] == ["6 passed", "1 partly"]


def test_the_table_has_the_ids_that_determine_the_boards():
    scores = [replace(score, seed_from=seed) for score, seed in zip(CLASS, ("s7", ""), strict=True)]
    table = score_table(ClassResults("c", tuple(scores)))
    assert [column.title for column in table.columns][4:] == ["seed from"]
    assert [row[4:] for row in table.rows] == [["s7"], [""]]
    assert len(score_table(CLASS).columns) == 4


def test_a_row_stands_for_each_check():
    rows = list(rows_of(CLASS))
    assert [(row["submission"], row["check"], row["points"]) for row in rows] == [
        ("good.py", "facts", 4),
        ("good.py", "few", 2),
        ("bad.py", "facts", 0),
        ("bad.py", "few", 1),
    ]


def test_identical_submissions_are_pointed_out():
    contents = {"a.py": "1", "b.py": "2", "c.py": "1", "d.py": ""}
    scores = [
        GradedSubmission(
            name, tuple(PartResult(name, content, one, "heuristic", GOOD) for one in "xy")
        )
        for name, content in {**contents, "e.py": ""}.items()
    ]
    class_ = ClassResults("class", tuple(scores))
    assert identical_lines(class_) == ["identical submissions: a.py, c.py"]
    assert "identical submissions: a.py, c.py" in scores_page(class_)
    assert identical_lines(CLASS) == []


def test_submissions_that_are_alike_are_pointed_out_and_never_marked():
    ways = {
        "a.py": range(1, 401),
        "b.py": (*range(1, 351), *range(500, 550)),
        "c.py": range(600, 1000),
        "d.py": (),
        "f.py": (),
    }
    scores = [
        GradedSubmission(
            name, (PartResult(name, name, "x", "heuristic", GOOD, sketch=tuple(sketch)),)
        )
        for name, sketch in ways.items()
    ]
    class_ = ClassResults("class", (*scores, *(replace(scores[1], submission="e.py"),)))
    lines = alike_lines(class_)
    assert lines == [
        "similar submissions: a.py, e.py (88% of the shorter program is in both)",
        "similar submissions: a.py, b.py (88% of the shorter program is in both)",
    ]
    assert lines[0] in scores_page(class_)
    pairs = [
        replace(scores[0], submission=f"{at}.py", parts=(replace(part, content=f"{at}"),))
        for at in range(2 * 28)
        for part in [replace(scores[0].parts[0], sketch=range(at // 2 * 400, at // 2 * 400 + 400))]
    ]
    lines = alike_lines(ClassResults("class", pairs))
    more = "similar submissions: and 8 more pairs (use --html to see all)"
    assert (len(lines), lines[-1]) == (21, more)
    assert {score.points for score in class_} == {6}


def test_a_part_that_is_copied_is_found_though_another_part_is_missing():
    def score(name, *sketches):
        parts = (
            PartResult(name, name, f"p{at}", "heuristic", GOOD, sketch=tuple(sketch))
            for at, sketch in enumerate(sketches)
        )
        return GradedSubmission(name, tuple(parts))

    own, other = range(1, 400), range(400, 500)
    class_ = ClassResults(
        "class", (score("a", own, other), score("b", own, ()), score("c", other, own))
    )
    assert list(alike_pairs(class_).items()) == [(("a", "b"), 1.0)]
    hidden = (UNCOMPARED, 1, 2)
    class_ = ClassResults("class", (score("d", hidden, ()), score("e", hidden, own)))
    [(found, reason)] = needs_review(class_)
    assert (found.submission, "a copy may be hidden" in reason) == ("d", True)


TAMPERED = [
    ("points", "4"),
    ("points", float("nan")),
    ("max_points", "4"),
    ("outcome", "excellent"),
    ("values", [1]),
    ("message", "\ud800"),
    ("submission", ["a.py"]),
    ("content", None),
    ("findings", []),
    ("protections", ["user"]),
    ("notes", [1]),
    ("sketch", ["a"]),
    ("origin", 1),
    ("more", 1),
]


@pytest.mark.parametrize(("name", "value"), TAMPERED)
def test_a_results_file_with_wrong_values_is_refused(tmp_path, name, value):
    result = asdict(part("a.py", *GOOD))
    path = tmp_path / "c.results.jsonl"
    path.write_text(f"{{}}\n{json.dumps(result)}\n", "utf-8")
    assert asdict(read_results(path)[0]) == result  # the beacon: it can be read
    path.write_text(f"{{}}\n{json.dumps(result)}\n{json.dumps(result)[:20]}", "utf-8")
    assert len(read_results(path)) == 1  # of an interrupted run
    changed = result if name in result or name == "more" else result["findings"][0]
    changed[name] = value
    path.write_text(f"{{}}\n{json.dumps(result)}\n", "utf-8")
    with pytest.raises(InputError, match="is not a results file"):
        read_results(path)


def test_how_the_checks_ended_adds_up_to_the_class():
    table = outcome_table(CLASS)
    assert [column.title for column in table.columns] == ["check", "passed", "partly", "failed"]
    assert [list(row) for row in table.rows] == [["h: facts", 1, 0, 1], ["h: few", 1, 1, 0]]


def test_the_counts_of_a_check_are_those_of_the_class():
    assert list(expansions(CLASS)) == [("h: few", [9, 90])]


def test_a_name_of_many_bytes_leaves_room_for_every_page():
    names = ["\U0001d49c" * 90, "\U0001d49c" * 91, "Jane"]  # letters of four bytes
    pages = student_pages(ClassResults("c", tuple(GradedSubmission(name, ()) for name in names)))
    files = [name for name, _ in pages]
    assert len(set(files)) == 3
    assert max(len(name.encode()) for name in files) < 100


def test_feedback_for_a_file_whose_name_is_not_utf_8(tmp_path):
    score = GradedSubmission("doejane_1", (), feedback="doe\udcffjane_1_2_feedback.html")
    write_feedback(ClassResults("c", (score, GradedSubmission("roekim_2", ()))), tmp_path / "f.zip")
    with ZipFile(tmp_path / "f.zip") as archive:
        assert archive.namelist() == ["doe?jane_1_2_feedback.html", "roekim_2/feedback.html"]


def test_a_students_page_shows_what_the_student_may_see():
    hidden = replace(BAD[0], message="the secret", visibility="hidden")
    secret = GradedSubmission(
        "b/ä.py", (part("b/ä.py", *BAD, hidden),), "Bo <i>", "2 h", 3, seed_from="4711"
    )
    scores = ClassResults("course", (*CLASS.scores, secret, replace(secret, student="bo:I")))
    pages = dict(student_pages(scores))
    assert "--trust-me --pages mine" in pages["good-py.html"]
    assert "--trust-me --seed-from 4711 --pages mine" in pages["Bo-i.html"]
    assert list(pages) == ["good-py.html", "bad-py.html", "Bo-i.html", "bo-I-2.html"]
    page = pages["Bo-i.html"]
    assert "the secret" not in page
    assert "Not shown: 1 check (0 of 4 points)." in page
    assert "Bo &lt;i&gt;" in page
    assert "&lt;script&gt;alert(1)" in page
    assert "To repeat this check: <code>check it</code>" in page
    assert "2 h</b>after the due time" in page
    assert not {"good.py", "bad.py", "bo:I"} & set(re.findall(r"[\w. -]+", page))


def test_the_page_tells_what_is_lacking_and_nothing_in_it_is_markup_of_others():
    page = scores_page(CLASS, "name = '<i>'")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "course &lt;b&gt;work" in page
    assert "name = &#39;&lt;i&gt;&#39;" in page
    lacking = page[page.index('id="faults"') : page.index('id="made"')]
    assert "bad.py" in lacking
    assert "good.py" not in lacking
    assert lacking.count("<svg></svg>") == 1
    assert not re.search(r'(src|href)="https?:', page)


def test_a_protection_is_in_force_only_where_it_was_for_all():
    assert protection_lines(CLASS) == [f"protections in force: {', '.join(PROTECTIONS)}"]
    lacking = part("x.py", *GOOD, protections={**ALL, "network": False})
    lines = protection_lines(
        ClassResults("x", (*CLASS.scores, GradedSubmission("x.py", (lacking,))))
    )
    assert "network" not in lines[0]
    assert lines[1:] == [f"protection not in force: network ({PROTECTIONS['network']})"]


def test_a_protection_is_unknown_if_nothing_could_be_graded():
    def line(outcome, protections):
        finding = replace(BAD[0], outcome=outcome)
        score = GradedSubmission("x", (part("x", finding, protections=protections),))
        return protection_lines(ClassResults("x", (score,)))[0].partition(": ")[2]

    assert line("not-found", {}) == "none, because no code was run"
    assert line("not-graded", {}) == "unknown, no process was started"
    assert line("failed", dict.fromkeys(PROTECTIONS, False)) == "none"


def test_what_is_not_graded_is_not_in_the_distribution(monkeypatch):
    figures = []

    def new_figure(**settings):
        figures.append(plots.new_figure(**settings))
        return figures[-1]

    monkeypatch.setattr(result_pages, "new_figure", new_figure)
    lost = part("c.py", replace(BAD[0], outcome="not-graded"))
    scores_page(ClassResults("c", (*CLASS.scores, GradedSubmission("c.py", (lost,)))))
    _, axes = figures[0]
    bars = {bar.get_x() + bar.get_width() / 2: bar.get_height() for bar in axes.patches}
    assert {points: height for points, height in bars.items() if height} == {1: 1, 6: 1}


def test_what_is_not_graded_has_no_mark_on_any_page():
    hidden = replace(GOOD[0], visibility="hidden")
    lost = part("c.py", replace(BAD[0], outcome="not-graded"), hidden)
    score = GradedSubmission("c.py", (lost,), manual=3.0)
    page = student_page("c", score)
    assert "<b>not graded</b>no mark yet" in page
    assert not re.search(r"\d of \d|the mark", page)
    scores = ClassResults("c", (score,))
    (row,), (booked,) = score_table(scores).rows, gradebook(scores)
    assert (row[-1], booked["mark"], score.mark > 0) == (None, None, True)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES + EXPANDED, "utf-8")
    submission(tmp_path, ZERO, "zero.py")
    return tmp_path


@pytest.mark.parametrize(("there", "is_told"), [(3 * 2**30, False), (3 * 2**30 - 1, True)])
def test_a_machine_with_too_little_memory_is_reported(
    tmp_path, monkeypatch, capsys, there, is_told
):
    monkeypatch.setattr("aima_search.processes.memory.memory_of_machine", lambda: there)
    monkeypatch.setattr("aima_search.apps.grade.run", lambda *given, **settings: None)
    settings = {"jobs": 8, "scheduler": None, "out": None}
    run_with_bar(assignment(tmp_path, PROPERTIES), [], 3, None, **settings)
    line = "grading may need 3.0 GiB of memory (jobs x memory limit), but this machine"
    assert (line in capsys.readouterr().err) == is_told
    run_with_bar(assignment(tmp_path, PROPERTIES), [], 3, None, **settings, confined=False)
    assert capsys.readouterr().err == ""


def test_the_command_writes_what_it_is_asked_for(folder, run):
    files = ("--csv", "s.csv", "--html", "s.html", "--gradescope", "results.json")
    status, out, _ = run("grade", "course.toml", "zero.py", *files)
    assert status == 0
    assert "zero.py" in out
    rows = list(csv.DictReader(io.StringIO((folder / "s.csv").read_text("utf-8"))))
    points = sum(float(row["points"]) for row in rows)
    values = json.loads((folder / "results.json").read_text("utf-8"))
    assert values["score"] == points
    assert f"{points:g}" in out
    assert "zero.py" in (folder / "s.html").read_text("utf-8")


def test_gradescope_is_about_one_submission(folder, run):
    submission(folder, ZERO, "other.py")
    status, _, err = run(
        "grade", "course.toml", "zero.py", "other.py", "--gradescope", "results.json"
    )
    assert status == 2
    assert "--gradescope: found 2 submissions, expected one" in err
    assert not (folder / "results.json").exists()


def test_a_grader_that_cannot_begin_leaves_a_text_but_no_mark(folder, run):
    (folder / "course.toml").write_text("nonsense = [", "utf-8")
    status, _, err = run("grade", "course.toml", "zero.py", "--gradescope", "results.json")
    assert status == 2
    assert "course.toml" in err
    values = json.loads((folder / "results.json").read_text("utf-8"))
    assert "inform your teacher" in values["output"]
    assert values.keys().isdisjoint({"score", "tests"})


def test_the_template_is_written_and_nothing_else_is_done(folder, run):
    status, out, _ = run("grade", "--template", "new")
    assert status == 0
    assert "run_autograder" in out
    assert (folder / "new/assignment.toml").is_file()
    status, _, err = run("grade", "--template", "new")
    assert status == 2
    assert "new or empty" in err


def test_an_extra_check_that_failed_leaves_all_points():
    def one(outcome, points, *, extra):
        return CheckResult("c", outcome, points, 2, "", extra=extra)

    for missed in ("failed", "partly"):
        result = part("a", one("passed", 2, extra=False), one(missed, 0, extra=True))
        assert (result.points, result.outcome) == (2, "passed")
    assert (
        part("a", one("passed", 2, extra=False), one("raised", 0, extra=True)).outcome == "raised"
    )
    assert part("a", one("failed", 0, extra=True)).outcome == "failed"
