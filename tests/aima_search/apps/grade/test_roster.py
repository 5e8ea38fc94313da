"""A teacher's list of students, read and filled in; late policies; marks by hand."""

import csv
import errno
import io
import os
import re
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from aima_search.apps import grade
from aima_search.apps.grade.command import check_files
from aima_search.apps.grade.lateness import LatePolicy
from aima_search.apps.grade.result_pages import (
    files_table,
    needs_review,
    scores_page,
    write_feedback,
)
from aima_search.apps.grade.results import (
    CheckResult,
    ClassResults,
    GradedSubmission,
    PartResult,
    check_marks,
    manual_template,
    marks_of,
    read_marks,
    read_template,
    with_marks,
)
from aima_search.apps.grade.results_file import changes
from aima_search.apps.grade.roster import students_of
from aima_search.base.errors import InputError, UnknownName
from aima_search.base.files import replace_file
from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP, ZERO, submission

CANVAS = (
    "\ufeffStudent,ID,SIS User ID,Section,Course work (77),Other (78)\n"
    "    Points Possible,,,,10,5\n"
    '"Doe, Jane",12345,jd1,A,,3\n'
    '"O\'Hara, Pat",777,po2,B,old,4\n'
)
MOODLE = (
    "Identifier,Full name,Status,Grade,Feedback comments\n"
    "Participant 12345,Jane Doe,Submitted,,\n"
    "Participant 777,Pat O'Hara,Submitted,,\n"
)
GRADESCOPE = "Name,SID,Email,Role\nJane Doe,12345,j@x,Student\nPat O'Hara,777,p@x,Student\n"
PLAIN = "id;name\n12345;Jane Doe\n777;Pat O'Hara\n"
LISTS = {
    "canvas": (CANVAS, "Course work (77)", ("doejane_12345", "ohara_777")),
    "moodle": (MOODLE, "Grade", ("Jane Doe_12345", "Pat O'Hara_777")),
    "gradescope": (GRADESCOPE, "Course work", ("Jane Doe_12345", "Pat O'Hara")),
    "two columns": (PLAIN, "Course work", ("Jane Doe", "777")),
}


def roster(folder, text):
    path = folder / "class.csv"
    path.write_text(text, "utf-8", newline="")
    return grade.Roster(path)


def test_an_accent_is_the_same_in_each_form_but_no_letter_is_another(tmp_path):
    known = roster(tmp_path, "id,name\n1,Zo\u00eb\n2,Bob\n3,Ann\u0303a\n")
    assert known.students("Zoe\u0308") == ["1"]  # as macOS writes the name of a file
    assert known.students("A\u006e\u00f1a") == ["3"]
    assert known.students("B\u043eb") == known.students("\uff12") == []  # letters that look alike


@pytest.mark.parametrize(("text", "column", "names"), LISTS.values(), ids=LISTS)
def test_a_list_is_read_and_that_very_file_filled_in(tmp_path, text, column, names):
    known = roster(tmp_path, text)
    assert list(known.names) == ["12345", "777"]
    assert [known.students(one) for one in names] == [["12345"], ["777"]]
    assert known.students(" and ".join(names)) == ["12345", "777"]
    assert known.students("nobody_9") == known.students("") == []
    filled = known.filled("Course work", {"777": (7.5, "=well; done")})
    delimiter = ";" if ";" in text.split("\n")[0] else ","

    def table(content):
        return list(csv.DictReader(io.StringIO(content.lstrip("\ufeff")), delimiter=delimiter))

    assert filled.startswith("\ufeff") == text.startswith("\ufeff")
    windows = roster(tmp_path, text.replace("\n", "\r\n"))
    assert windows.filled("Course work", {"777": (7.5, "=well; done")}) == filled.replace(
        "\n", "\r\n"
    )
    assert table(windows.filled("Course work", {"777": (None, "")}))[-1][column] == ""
    before, after = table(text), table(filled)
    assert after[-1][column] == "7.5"
    if "Feedback comments" in after[-1]:
        assert after[-1].pop("Feedback comments") == "'=well; done"
    for old, new in zip(before, after, strict=True):  # all else stays as it is
        assert {k: v for k, v in new.items() if k != column} == {
            k: v for k, v in old.items() if k in new and k != column
        }


def test_marks_go_into_one_column(tmp_path):
    known = roster(tmp_path, "Student,ID,Section,HW 1 (11),HW 1 (12),HW 2 (13),HW 2b\nA,1,,5,,,\n")
    with pytest.raises(InputError, match=r"'HW 1' has several columns of marks .*: keep one"):
        known.filled("HW 1", {"1": (4, "")})
    assert known.filled("HW 2", {"1": (4, "")}).splitlines()[1] == "A,1,,5,,4,"
    known = roster(tmp_path, "id,name,\n1,A,\n")  # the last column has no title
    assert known.filled("HW", {"1": (4, "good")}) == "id,name,,HW\n1,A,,4\n"


def test_an_output_cannot_replace_another_file(tmp_path, run):
    path = tmp_path / "assignment.toml"
    path.write_text(f"{TOP}{PROPERTIES}", "utf-8")
    student = str(submission(tmp_path, ZERO))
    table, same = tmp_path / "t.csv", f"{tmp_path}/../{tmp_path.name}/t.csv"
    content = "id,name,student,points,comment\n1,Ann,1,,\n"
    table.write_text(content, "utf-8")
    pairs = [("--csv", "--gradebook"), ("--csv", "--out")]
    for one, other in (*pairs, ("--marks", "--csv"), ("--roster", "--csv")):
        status, _, error = run("grade", str(path), student, one, str(table), other, same)
        assert (status, "t.csv': use two files" in error) == (2, True), error
        assert one in error
        assert other in error
    assert table.read_text("utf-8") == content
    archive = tmp_path / "class.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(student, "ann.py")
    whole = archive.read_bytes()
    status, _, error = run("grade", str(path), str(archive), "--feedback", str(archive))
    assert (status, "a submission and --feedback" in error) == (2, True), error
    assert archive.read_bytes() == whole
    (tmp_path / "class").mkdir()
    entry = submission(tmp_path / "class", "", "smith_888_text.html")
    status, _, error = run("grade", str(path), str(entry.parent), "--html", str(entry))
    words = f"{str(entry)!r} is in the folder of submissions {str(entry.parent)!r}"
    assert (status, words in error) == (2, True), error


def test_a_page_in_the_folder_of_pages_is_written_again(tmp_path):
    options = ("csv_file", "gradebook", "html", "pages", "manual_template", "feedback")
    page = submission(tmp_path, "", "all.html")
    files = dict.fromkeys(options) | {"pages": tmp_path, "html": page}
    check_files({"pages": tmp_path} | files, [tmp_path / "work" / "h.py"], None, "c")
    for option in ("csv_file", "html", "gradebook", "feedback", "gradescope"):
        with pytest.raises(InputError, match="is in the folder of submissions"):
            check_files(dict.fromkeys(options) | {option: page}, [tmp_path], None, "c")
    known = roster(tmp_path, "id,name\n1,Ann\n")
    same = dict.fromkeys(("roster", "gradebook"), tmp_path / "class.csv")
    check_files({"roster": None} | dict.fromkeys(options) | same, [tmp_path], known, "c")


def test_marks_by_hand_survive_a_disk_that_is_full(tmp_path, monkeypatch):
    table = tmp_path / "marks.csv"
    table.write_text("student,points\nann,3\n", "utf-8")
    monkeypatch.setattr(Path, "write_text", fails_after_half)
    with pytest.raises(OSError, match=r"No space left.*marks.csv'"):
        replace_file(table, "student,points\nann,\n")
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [
        ("marks.csv", "student,points\nann,3\n")
    ]


@pytest.mark.parametrize("protected", ["marks.csv", "own"])
def test_a_protected_file_is_not_replaced(tmp_path, monkeypatch, protected):
    table = tmp_path / "own" / "marks.csv"
    table.parent.mkdir()
    table.write_text("old", "utf-8")
    monkeypatch.setattr(os, "access", lambda path, mode: path.name != protected)
    number = table.stat().st_ino
    replace_file(table, "new")  # by root; other users get an error
    assert (table.read_text("utf-8"), table.stat().st_ino) == ("new", number)


def fails_after_half(path, text, **_):
    path.write_bytes(text[: len(text) // 2].encode())
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_what_is_no_list_is_told(tmp_path):
    for text, words in (
        ("", "the columns id and name"),
        ("id\n1\n", "the columns id and name"),
        ("Last name,First name,E-mail\nDoe,Jane,j@x\n", "has the columns Last name, First name"),
        ("ID,Vollst\u00e4ndiger Name,Bewertung\n", "with English headings"),
        ("id,name\n1,a\n1,b\n", "two students have the id '1'"),
        ("id,name\n1\n", "line 2: found 1 cell, expected 2"),
        (f"id,name\n1,{'x' * 200_000}\n", "line 2: field larger than field limit"),
    ):
        with pytest.raises(InputError, match=words):
            roster(tmp_path, text)


def test_nobody_else_is_graded(tmp_path):
    known = roster(tmp_path, PLAIN)
    for name in ("777.py", "Jane Doe.py", "eve.py"):
        (tmp_path / name).write_text(ZERO, "utf-8")
    found = grade.SubmissionFinder(roster=known).submissions(
        [tmp_path / "777.py", tmp_path / "Jane Doe.py"]
    )
    assert [one.student for one in found] == ["777", "12345"]
    with pytest.raises(InputError, match=r"'eve\.py' is not in the roster"):
        grade.SubmissionFinder(roster=known).submissions([tmp_path / "eve.py"])


@pytest.mark.parametrize("name", ["teststudent_999_904_h.py", "studenttest_LATE_999_904_h.py"])
def test_the_test_student_of_canvas_is_left_out(tmp_path, name):
    known = roster(tmp_path, CANVAS + '"Student, Test",999,,A,,\n')
    names = [name, "doejane_12345_903_h.py"]
    paths = [tmp_path / "work" / one for one in names]
    paths[0].parent.mkdir()
    for path in paths:
        path.write_text(ZERO, "utf-8")
    for given in (paths, [tmp_path / "work"]):
        intake = grade.SubmissionFinder(roster=known)
        found = intake.submissions(given)
        assert [one.student for one in found] == ["12345"]
        (line,) = [one for one in intake.doubts(found) if "left out" in one]
        assert re.fullmatch(r"left out: (teststudent|studenttest)_999, the test .*", line)
    with pytest.raises(InputError, match="not in the roster"):
        intake.submissions(paths[:1])
    is_there = grade.SubmissionFinder(roster=roster(tmp_path, "id,name\n999,Test Student\n"))
    assert [one.student for one in is_there.submissions(paths[:1])] == ["999"]


@pytest.mark.parametrize("name", ["Séan O'Brien_2001", "obrienséan_2001", "S7_2001", "x_S7"])
def test_a_student_of_an_own_list_is_found_by_the_name_in_a_download(tmp_path, name):
    known = roster(tmp_path, "id,name\nS7,Séan O'Brien\nS8,Jane Doe\n")
    is_found = name != "S7_2001"  # an id is the whole name or its end
    assert known.students(name) == (["S7"] if is_found else [])


def test_a_group_of_the_list_is_found_by_its_name_in_a_download(tmp_path):
    text = "id,name,Group\n1,Ann Ash,Team  A\n2,Bob Birch,Team B\n3,Cy Cole,Team A\n4,Di Dee,\n"
    known = roster(tmp_path, text)
    assert known.students("team a_2") == ["1", "3"]
    assert known.students("Team B") == known.students("BOB  birch_9") == ["2"]
    assert known.students("teama_101") == ["1", "3"]  # as Canvas writes it
    assert known.students("Team C") == []
    known = roster(tmp_path, "id,name,Group\n1,Ann Ash,Rock and Roll\n2,Bob Birch,Rock and Roll\n")
    for name in ("Rock & Roll_12", "rock and roll", "rockandroll_12"):
        assert known.students(name) == ["1", "2"]
    known = roster(tmp_path, "id,name,Group\n1,Ann Ash,Team_1\n2,Bob Birch,Team_1\n")
    assert known.students("Team_1") == known.students("team_1_77") == ["1", "2"]
    alike = "id,name,Group\n1,Ann Ash,Team 1-1\n2,Bob Birch,Team 11\n"
    assert roster(tmp_path, alike).students("team11") == []


def test_a_pattern_for_ids_finds_each_member_of_a_group(tmp_path):
    text = "id,name,Group\n7,Ann Ash,Team A\n8,Bob Birch,Team A\n9,Cy Cole,\n"
    known = roster(tmp_path, text)
    paths = [tmp_path / "Team A_9", tmp_path / "Cy_9 and An_8", tmp_path / "X_7 and Cy Cole"]
    for path in paths:
        path.mkdir()
        submission(path, ZERO)
    in_list, alone = ["7 and 8", "9 and 8", "7 and 9"], ["9", "9 and 8", "7 and Cy Cole"]
    for listed, students in ((known, in_list), (None, alone)):
        found = grade.SubmissionFinder("[0-9]+$", roster=listed, downloads=False)
        assert [one.student for one in found.submissions(paths)] == students


def test_a_number_of_the_platform_is_not_the_id_of_another_student(tmp_path):
    known = roster(tmp_path, "id,name\n2001,Jane Doe\n2002,Ann Lee\n2003,Ann Lee\n")
    assert known.students("Ann Lee_2002") == ["2002"]  # this list has the platform's numbers
    known = roster(tmp_path, "id,name\n2001,Jane Doe\n2002,Ann Lee\n")
    assert known.students("Ann Lee_2001") == ["2002"]
    assert known.students("Ann Lee_u123 and Jane Doe_z555a") == ["2002", "2001"]
    known = roster(tmp_path, 'id,name\n2001,"Doe, Jane"\n2002,"Lee, Ann"\n')
    assert known.students("Ann Lee_2001") == ["2002"]
    assert known.students("hw1_2001") == ["2001"]


def test_an_unknown_id_is_not_the_student_of_this_name(tmp_path):
    known = roster(tmp_path, "id,name\nu11,Wei Zhang\nu12,Ann Lee\n")
    paths = [tmp_path / name for name in ("Wei Zhang_u99", "Ann Lee_u12", "Wei Zhang and Ann Lee")]
    for path in paths:
        path.mkdir()
        submission(path, ZERO)
    with pytest.raises(InputError, match="'Wei Zhang_u99' is not in the roster"):
        grade.SubmissionFinder(roster=known).submissions(paths)
    paths[1].rename(tmp_path / "Ann Lee_u98")  # ids of another platform
    found = grade.SubmissionFinder(roster=known).submissions([paths[0], tmp_path / "Ann Lee_u98"])
    assert [one.student for one in found] == ["u11", "u12"]
    paths[2].rename(tmp_path / "Ann Lee and Bo Ox")
    with pytest.raises(InputError, match="'Bo Ox' is not in the roster"):
        grade.SubmissionFinder(roster=known).submissions([tmp_path / "Ann Lee and Bo Ox"])


def test_a_name_that_two_students_have_is_told(tmp_path):
    known = roster(tmp_path, "id,name\n1,Ann Lee\n2,Ann Lee\n3,Bo Ox\n")
    assert known.students("Ann Lee_2") == ["2"]
    path, times = submission(tmp_path, ZERO, "Ann Lee.py"), tmp_path / "times.csv"
    times.write_text("student,submitted\nAnn Lee,2026-11-25 10:00\n", "utf-8")
    for settings, paths in (({}, [path]), ({"times": times}, [submission(tmp_path, ZERO, "1.py")])):
        found = grade.SubmissionFinder(roster=known, **settings)
        with pytest.raises(InputError, match=r"name 'Ann Lee' \(their ids: 1, 2\): use an id"):
            found.submissions(paths)


CLASS = "id,name\n111,Alice A\n112,Bob B\n113,Mallory M\n31,Cats and Dogs\n"


@pytest.mark.parametrize("name", ["Mallory M and Bob B and X", "X and and Bob B and 112 and Y"])
def test_a_students_name_cannot_be_a_group(tmp_path, name):
    known = roster(tmp_path, CLASS)
    folder = tmp_path / "class"
    for student in ("Bob B_112", f"{name}_113", "Cats and Dogs"):
        (folder / f"{student}_assignsubmission_file").mkdir(parents=True)
        (folder / f"{student}_assignsubmission_file" / "heuristic.py").write_text(ZERO, "utf-8")
    intake = grade.SubmissionFinder(roster=known)
    found = intake.submissions([folder])
    assert sorted(one.student for one in found) == ["112", "113", "31"]
    assert intake.doubts(found) == []
    found = grade.SubmissionFinder().submissions([folder])
    assert all(len(students_of(one.student)) == 1 for one in found)


def test_a_student_in_two_submissions_gets_the_mark_of_the_own_one(tmp_path):
    known = roster(tmp_path, CLASS)
    paths = [tmp_path / name for name in ("112.py", "112 and 113.py", "113 and 112.py")]
    for path in paths:
        path.write_text(ZERO, "utf-8")
    intake = grade.SubmissionFinder(roster=known)
    found = intake.submissions(paths)
    assert [one.student for one in found] == ["112", "113 and 112"]
    (line,) = intake.doubts(found)
    assert line.startswith("112 has several submissions: 112.py, 113 and 112.py;")
    students = ("112", "113 and 112", "113 and 111")
    own, group, worse = (
        replace(one, student=two) for one, two in zip(scores(3, 5, 1), students, strict=True)
    )
    for order in ((own, group, worse), (worse, group, own)):
        marks = marks_of(ClassResults("c", order))
        assert marks == {"112": (3, ""), "113": (5, ""), "111": (1, "")}
    part = own.parts[0]
    missing = [replace(part, findings=[replace(part.findings[0], outcome="not-graded")])]
    for order in ((own, group, worse), (worse, group, own)):
        found = [replace(one, parts=missing) if one in (own, worse) else one for one in order]
        marks = marks_of(ClassResults("c", found))  # a group's mark does not replace a missing one
        assert marks == dict.fromkeys(["111", "112", "113"], (None, ""))


def test_what_lateness_costs_is_data(tmp_path):
    policy = LatePolicy(grace=2, a_day=10, latest=3)
    cuts = {0: 0, 2: 0, 2.1: 0.1, 24: 0.1, 24.1: 0.2, 72: 0.3, 72.1: 1}
    assert {hours: policy.cut(timedelta(hours=hours)) for hours in cuts} == cuts
    assert LatePolicy().cut(timedelta(days=99)) == LatePolicy(grace=1e300).cut(timedelta(1)) == 0
    late = "[late]\ngrace-hours = 2\npercent-a-day = 10\nlatest-days = 3\n"
    text = TOP.replace("[limits]", f"{late}\n[limits]") + PROPERTIES
    assert grade.parse_assignment(text, tmp_path).late == policy
    with pytest.raises(UnknownName, match="percent-a-day"):
        grade.parse_assignment(text.replace("percent-a-day", "percent"), tmp_path)
    (tmp_path / "777.py").write_text(ZERO, "utf-8")
    (tmp_path / "times.csv").write_text("student,submitted\n777.py,2026-11-21 10:00\n", "utf-8")
    intake = grade.SubmissionFinder(times=tmp_path / "times.csv", due="2026-11-20 00:00")
    asked = grade.parse_assignment(text, tmp_path)
    (score,) = grade.run(asked, [tmp_path / "777.py"], intake=intake, confined=False)
    assert (score.points, score.cut, score.mark) == (4, 0.2, 3.2)


def scores(*points):
    return ClassResults(
        "Course work",
        tuple(
            GradedSubmission(
                f"s{at}",
                (
                    PartResult(
                        f"s{at}", "c", "p", "heuristic", [CheckResult("k", "partly", one, 9, "")]
                    ),
                ),
                student=f"{at}",
                feedback=f"Jane Doe_{at}_assignsubmission_file_/feedback.html" * (at == 1),
            )
            for at, one in enumerate(points, 1)
        ),
    )


def test_marks_by_hand_are_added(tmp_path):
    path = tmp_path / "hand.csv"
    path.write_text("student,points,comment\n1,2,Good.\n1,-0.5,But late.\n2,-99,\n", "utf-8")
    found = with_marks(scores(4, 5, 6), read_marks(path))
    assert marks_of(found) == {"1": (5.5, "Good.; But late."), "2": (0, ""), "3": (6, "")}
    path.write_text("student;points\n9;1\n", "utf-8")
    with pytest.raises(UnknownName):
        check_marks(read_marks(path), ["1"])
    with pytest.raises(InputError, match="marks of '9': this student has no"):
        check_marks(read_marks(path), ["1"], {"9": "Ada"})
    long = f"student,points,comment\n1,2,{'x' * 200_000}\n"
    path.write_text("student,points\n1,2\n3,2\n2,1\n", "utf-8")
    check_marks(read_marks(path), ["1 and 3", "2"])
    with pytest.raises(InputError, match="marks of the group 1 and 2: expected equal marks"):
        check_marks(read_marks(path), ["1 and 2", "3"])
    path.write_text("student,points,comment\n1,,\n2,3,\n", "utf-8")  # a template, filled in partly
    check_marks(marks := read_marks(path), ["1 and 2"])
    found = scores(4, 5)
    own, group = found.scores
    both = [replace(own, student="2"), replace(group, student="1 and 2")]
    assert [one.manual for one in with_marks(replace(found, scores=both), marks).scores] == [3, 0]
    infinite = "student,points\n1,1e308\n1,1e308\n"
    for text in (
        "student,points\n1,nan\n",
        "student,points\n1,x\n",
        "student\n1\n",
        long,
        infinite,
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(InputError):
            read_marks(path)


def test_a_time_of_a_student_who_is_not_on_the_roster_is_refused(tmp_path):
    times = tmp_path / "times.csv"
    times.write_text("student,submitted\n123456,2026-11-20\n", "utf-8")
    intake = grade.SubmissionFinder(times=times, roster=roster(tmp_path, PLAIN))
    with pytest.raises(UnknownName, match="--times student '123456': did you mean '12345'"):
        intake.submissions([])


def test_a_day_as_due_time_ends_late(tmp_path):
    times = tmp_path / "times.csv"
    times.write_text(
        "student;submitted\na.py;2026-11-20 23:59:59\nb.py;2026-11-21 00:01\n", "utf-8"
    )
    files = [tmp_path / name for name in ("a.py", "b.py")]
    for file in files:
        file.write_text("", "utf-8")
    found = grade.SubmissionFinder(times=times, due="2026-11-20").submissions(files)
    assert [one.late for one in found] == ["", "2 min"]


def test_late_by_an_unknown_time_is_noted_as_it_is_known_now():
    [score] = scores(4)
    assert "the delay is unknown" in replace(score, late="late").notes[0]
    assert replace(score, late="1 d").notes == []


def test_feedback_lies_where_the_platform_looks_for_it(tmp_path):
    write_feedback(scores(4, 5), tmp_path / "f.zip")
    with zipfile.ZipFile(tmp_path / "f.zip") as archive:
        first, second = archive.namelist()
        assert first == "Jane Doe_1_assignsubmission_file_/feedback.html"
        assert second == "2/feedback.html"
        assert b"of 9 points" in archive.read(first)


def test_what_changed_is_told():
    before = [part for score in scores(4, 5) for part in score.parts]
    assert not [*changes(scores(4, 5), before)]
    assert [*changes(scores(4, 6, 1), before)] == [
        "changed: s2, p, k: 5 partly before, now 6 partly",
        "new: s3, p, k: 1 partly",
    ]


def test_a_time_by_the_rosters_id_makes_a_submission_late(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class.csv").write_text("id,name\n11,Ann Roe\n12,Bob Doe\n", "utf-8")
    (tmp_path / "times.csv").write_text("student,submitted\n11,2026-11-22 09:00\n", "utf-8")
    for name in ("Ann Roe.py", "Bob Doe.py"):
        submission(tmp_path, ZERO, name)
    roster = grade.Roster(tmp_path / "class.csv")
    intake = grade.SubmissionFinder("", tmp_path / "times.csv", "2026-11-20 23:59", roster=roster)
    ann, bob = intake.submissions(["Ann Roe.py", "Bob Doe.py"])
    assert (ann.student, ann.late, bob.late) == ("11", "1 d 9 h 1 min", "unknown")
    undated = "without a time, so not counted as late: Bob Doe.py"
    first, zone = intake.doubts([ann, bob])
    assert (first, "is in this machine's time zone" in zone) == (undated, True)
    assert intake.doubts([bob])[2:] == ["times in times.csv without a submission: 11"]
    due = "2026-11-20 23:59 -0500"
    intake = grade.SubmissionFinder("", tmp_path / "times.csv", due, roster=roster)
    assert intake.doubts([ann, bob]) == [undated]


def test_a_submission_without_a_time_is_not_called_in_time():
    [first, *_] = scores(4)
    shown = [files_table([replace(first, late=late)]).rows[0][3] for late in ("", "unknown")]
    assert shown == ["not late", "unknown"]  # there may be no due time


def test_the_time_of_a_group_does_not_depend_on_a_members_own_submission(tmp_path):
    known = roster(tmp_path, "id,name,Group\na1,Ada Own,Team A\nc3,Cid Three,Team A\n")
    names = {"Ada Own_11": "2026-11-23", "Team A_77": "2026-11-20"}
    rows = [f"{name},{day} 10:00" for name, day in names.items()]
    times = tmp_path / "times.csv"
    times.write_text("\n".join(["student,submitted", *rows]), "utf-8")
    paths = [submission(tmp_path, ZERO, name) for name in names]
    found = grade.SubmissionFinder("", times, "2026-11-21", roster=known).submissions(paths)
    assert [one.late[:1] for one in found] == ["1", ""]


@pytest.mark.parametrize(
    ("name", "download"), [("शर्मा, मोहन", "शर्मामोहन_101"), ("İpek Acar", "acari̇pek_101")]
)
def test_names_with_combining_marks_are_found_in_downloads_of_canvas(tmp_path, name, download):
    known = roster(tmp_path, f'id,name\n7,"{name}"\n8,Jane Doe\n')
    assert known.students(download) == ["7"]


def test_times_without_a_due_time_are_refused(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("course.toml", "a.py", "times.csv"):
        (tmp_path / name).touch()
    status, _, err = run("grade", "course.toml", "a.py", "--times", "times.csv")
    assert (status, "add --due TIME" in err) == (2, True)


def test_a_time_of_nobody_is_an_error(tmp_path):
    (tmp_path / "times.csv").write_text("student,submitted\nNobody,2026-11-22 09:00\n", "utf-8")
    path = submission(tmp_path, ZERO, "ann.py")
    with pytest.raises(UnknownName, match="unknown --times student 'Nobody'"):
        grade.SubmissionFinder("", tmp_path / "times.csv").submissions([path])


@pytest.mark.gate("confinement")
def test_a_template_for_marks_is_filled_in_and_shown_on_both_pages(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
    submission(tmp_path, ZERO, "ann.py")
    submission(tmp_path, "def my_h(node):\n    1 / 0\n")
    command = ("grade", "course.toml", "ann.py", "heuristic.py")
    assert run(*command, "--manual-template", "marks.csv").status == 0
    with open("marks.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["student"] for row in rows] == ["ann.py", "heuristic.py"]
    rows[0] |= {"points": "1.5", "comment": "Well argued."}
    with open("marks.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    more = (
        *("--marks", "marks.csv", "--manual-template", "marks.csv"),
        *("--html", "class.html", "--pages", "pages", "--resume"),
    )
    status, _, err = run(*command, *more)
    assert status == 0, err
    for page in ("class.html", "pages/ann-py.html"):
        text = (tmp_path / page).read_text("utf-8")
        assert "Well argued." in text
        assert "1.5" in text or "5.5" in text
    student = (tmp_path / "pages/heuristic-py.html").read_text("utf-8")
    assert "Try next: run only this file" in student
    assert "--trust-me --pages mine" in student
    teacher = (tmp_path / "class.html").read_text("utf-8")
    assert "Submitted files" in teacher
    (tmp_path / "marks.csv").write_text("student,points,check\nann.py,1,my heuristc: x\n", "utf-8")
    status, _, err = run(*command, "--marks", "marks.csv", "--resume")
    assert (status, "unknown check 'my heuristc: x'" in err) == (2, True)


def test_points_in_a_template_are_kept_when_it_is_written_again(tmp_path):
    found = (CheckResult("c", "passed", 4, 4, ""),)
    scores = ClassResults(
        "x", (GradedSubmission("ann", (PartResult("ann", "ann", "p", "h", found),), student="ann"),)
    )
    path = tmp_path / "marks.csv"
    path.write_text(
        "check,comment,student,points,graded,of\np: c,'=good,ann,1.5,0,4\np: c,and more,ann,1,0,4\n"
        "p: c,,bob,0.5,4,4\np: c,,carl,,4,4\n",
        "utf-8",
    )
    rows = list(manual_template(scores, read_template(path)))
    assert [(row["student"], row["points"], row["comment"]) for row in rows] == [
        ("ann", "1.5", "=good"), ("ann", "1", "and more"), ("bob", "0.5", "")
    ]  # fmt: skip
    assert {row["student"]: row["graded"] for row in rows} == {"ann": 4, "bob": "4"}
    assert len({tuple(row) for row in rows}) == 1  # the same order of columns
    path.write_text("student,check,points,comment,graded,of,seen\nann,p: c,1,,4,4,yes\n", "utf-8")
    with pytest.raises(InputError, match=r"has extra columns \['seen'\]: use a new file"):
        read_template(path)
    assert read_template(tmp_path / "none.csv") == []


def test_a_teacher_is_pointed_to_what_is_doubtful():
    def score(name, outcome):
        found = (CheckResult("c", outcome, 0, 1, ""),)
        return GradedSubmission(
            name, (PartResult(name, name, "p", "heuristic", found),), path=f"{name}.py"
        )

    outcomes = {"a": "passed", "b": "time-limit", "c": "not-graded", "d": "passed"}
    scores = ClassResults("x", tuple(score(name, outcome) for name, outcome in outcomes.items()))
    near = replace(scores["d"].parts[0].findings[0], doubt="near a limit: 85% of the time")
    part = replace(scores["d"].parts[0], findings=(near,))
    scores = replace(scores, scores=(*scores.scores[:3], replace(scores["d"], parts=(part,))))
    reasons = {one.submission: text for one, text in needs_review(scores)}
    assert list(reasons) == ["b", "c", "d"]
    assert reasons["d"] == "c: near a limit: 85% of the time"
    page = scores_page(scores)
    assert "c: near a limit: 85% of the time" in page
    assert "<code>--again=d</code>" in page
