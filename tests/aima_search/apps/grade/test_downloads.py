"""The downloads of a class from five platforms: whose each file is, and when."""

import csv
import io
import time
import zipfile
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from unittest.mock import Mock

import pytest

from aima_search.apps import grade
from aima_search.apps.grade import downloads
from aima_search.apps.grade.lateness import LatePolicy, lateness, parse_time, read_times
from aima_search.apps.grade.result_pages import score_table
from aima_search.apps.grade.results import ClassResults, PartResult, collect
from aima_search.apps.grade.submission import choose_file
from aima_search.base.errors import InputError
from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP, ZERO
from tests.aima_search.apps.grade.test_outputs import GOOD

TEAM_MATE = """  - :name: Bob Third
    :sid: '201'
"""
METADATA = f"""---
submission_11:
  :submitters:
  - :name: Jane Doe
    :sid: '100'
    :email: jane@example.org
  :created_at: 2026-11-20 22:30:15.123456000 Z
  :score: 3.0
  :history:
  - :id: 10
    :created_at: 2026-11-19 08:00:00.000000000 Z
submission_12:
  :submitters:
  - :name: Ann Other
    :sid: '200'
{TEAM_MATE.rstrip()}
  :created_at: 2026-11-20 10:00:00.0 Z
"""
DOWNLOADS = {
    "moodle": (
        {
            "Jane Doe_12345_assignsubmission_file_/heuristic.py": "1",
            "Jane Doe_12345_assignsubmission_file_/helper.py": "2",
            "Jane Doe_12345_assignsubmission_onlinetext_/onlinetext.html": "3",
            "Zoë O'Hara_777_assignsubmission_file_/in/heuristic.py": "4",
        },
        {
            "Jane Doe_12345": {"heuristic.py": "1", "helper.py": "2", "onlinetext.html": "3"},
            "Zoë O'Hara_777": {"in/heuristic.py": "4"},
        },
    ),
    "moodle of groups": (
        {
            "Team Red_31_assignsubmission_file/heuristic.py": "1",
            "Team Red_31_assignsubmission_onlinetext/onlinetext.html": "2",
            "Default group_assignsubmission_file/heuristic.py": "3",
            "Default group_assignsubmission_codejudge/log.txt": "4",
        },
        {
            "Default group": {"heuristic.py": "3", "log.txt": "4"},
            "Team Red_31": {"heuristic.py": "1", "onlinetext.html": "2"},
        },
    ),
    "moodle without folders": (
        {
            "Jane Doe_12345_assignsubmission_file_heuristic.py": "1",
            "Jane Doe_12345_assignsubmission_file_part-2.py": "2",
            "Bob_7_assignsubmission_file_x_8_assignsubmission_file_y.py": "3",
        },
        {
            "Bob_7": {"x_8_assignsubmission_file_y.py": "3"},
            "Jane Doe_12345": {"heuristic.py": "1", "part-2.py": "2"},
        },
    ),
    "canvas": (
        {
            "doejane_12345_901_heuristic.py": "old",
            "doejane_12345_905_heuristic-1.py": "new",
            "doejane_12345_902_helper.py": "2",
            "ohara_LATE_777_99_my_1_2_heuristic.py": "4",
            "ohara_LATE_777_98_attempt_2026-11-20-10-00-00_h.py": "5",
        },
        {
            "doejane_12345": {"heuristic.py": "new", "helper.py": "2"},
            "ohara_777": {"my_1_2_heuristic.py": "4", "attempt_2026-11-20-10-00-00_h.py": "5"},
        },
    ),
    "canvas of numbered parts": (
        {
            "doejane_12345_901_part-1.py": "1",
            "doejane_12345_902_part-2.py": "2",
            "ohara_late_777_99_heuristic-3.py": "3",  # as old versions write it
        },
        {
            "doejane_12345": {"part-1.py": "1", "part-2.py": "2"},
            "ohara_777": {"heuristic.py": "3"},
        },
    ),
    "canvas of data files with numbers": (
        {
            "doejane_12345_901_heuristic-1.py": "1",
            "doejane_12345_902_pdb-8.json": "2",
            "ohara_777_99_heuristic.py": "3",
            "ohara_777_97_pdb-8.json": "4",
            "ohara_777_98_pdb.json": "5",
            "roe_LATE_888_96_answer-1.json": "6",
        },
        {
            "doejane_12345": {"heuristic.py": "1", "pdb-8.json": "2", "pdb.json": "2"},
            "ohara_777": {"heuristic.py": "3", "pdb-8.json": "4", "pdb.json": "5"},
            "roe_888": {"answer.json": "6"},
        },
    ),
    "canvas of texts and links": (
        {
            "doejane_12345_901_heuristic.py": "1",
            "doejane_12345_text.html": "2",
            "de_la_cruzana_77_link.html": "3",
            "de_la_cruzana_LATE_77_902_heuristic.py": "4",
        },
        {
            "de_la_cruzana_77": {"link.html": "3", "heuristic.py": "4"},
            "doejane_12345": {"heuristic.py": "1", "text.html": "2"},
        },
    ),
    "canvas without names": (
        {
            "LATE_anon_x7Tq2_902_heuristic.py": "1",
            "LATE_anon_x7Tq2_text.html": "2",
            "anon_Bb2c3_903_heuristic.py": "3",
        },
        {
            "anon_x7Tq2": {"heuristic.py": "1", "text.html": "2"},
            "anon_Bb2c3": {"heuristic.py": "3"},
        },
    ),
    "gradescope": (
        {
            "assignment_9_export/submission_metadata.yml": METADATA,
            "assignment_9_export/submission_11/heuristic.py": "1",
            "assignment_9_export/submission_12/in/heuristic.py": "2",
            "assignment_9_export/submission_13/heuristic.py": "3",
            "__MACOSX/assignment_9_export/._x": "?",
        },
        {
            "Jane Doe_100": {"heuristic.py": "1"},
            "Ann Other_200 and Bob Third_201": {"in/heuristic.py": "2"},
            "submission_13": {"heuristic.py": "3"},
        },
    ),
    "blackboard": (
        {
            "Lab_3_a_lee_attempt_2026-11-20-10-00-00.txt": "Comments: none",
            "Lab_3_a_lee_attempt_2026-11-20-10-00-00_heuristic.py": "1",
            "Lab_3_a_lee_attempt_2026-11-20-10-00-00_my_1_2_helper.py": "2",
            "Lab_3_b_lee_attempt_2026-11-20-11-30-05.txt": "only text",
            "Lab_3_700_attempt_2026-11-19-10-00-00.txt": "Comments: none",
            "Lab_3_700_attempt_2026-11-19-10-00-00_old.py": "old",
            "Lab_3_700_attempt_2026-11-21-10-00-00.txt": "Comments: none",
            "Lab_3_700_attempt_2026-11-21-10-00-00_heuristic.py": "new",
        },
        {
            "700": {"heuristic.py": "new"},
            "a_lee": {"heuristic.py": "1", "my_1_2_helper.py": "2"},
            "b_lee": {"Lab_3_b_lee_attempt_2026-11-20-11-30-05.txt": "only text"},
        },
    ),
    "blackboard of numbers": (
        {
            "Lab_3_700_attempt_2026-11-20-10-00-00_heuristic.py": "1",
            "Lab_3_800_attempt_2026-11-20-10-00-00_heuristic.py": "2",
        },
        {"700": {"heuristic.py": "1"}, "800": {"heuristic.py": "2"}},
    ),
    "brightspace": (
        {
            "index.html": "the list",
            "11-9 - Jane Doe - Nov 20, 2026 1200 AM/heuristic.py": "old",
            "11-9 - Jane Doe - Nov 20, 2026 111 PM/heuristic.py": "new",
            "11-9 - Jane Doe - Nov 20, 2026 111 PM/in/helper.py": "2",
            "12-9 - Jane Doe - November 20, 2026 901 AM/heuristic.py": "3",
            "13-9 - Anne - Marie Roe - Nov 21, 2026 1101 AM/heuristic.py": "4",
        },
        {
            "Jane Doe (11)": {"heuristic.py": "new", "in/helper.py": "2"},
            "Jane Doe (12)": {"heuristic.py": "3"},
            "Anne - Marie Roe (13)": {"heuristic.py": "4"},
        },
    ),
    "brightspace without folders": (
        {
            "11-9 - Jane Doe - 05 March 2026 612 PM - heuristic.py": "1",
            "11-9 - Jane Doe - 05 March 2026 612 PM - helper.py": "2",
            "12-9 - Rick Roe - 6 March 2026 900 AM - heuristic.py": "3",
        },
        {
            "Jane Doe (11)": {"heuristic.py": "1", "helper.py": "2"},
            "Rick Roe (12)": {"heuristic.py": "3"},
        },
    ),
}


def unpacked(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def archive(path, files):
    with zipfile.ZipFile(path, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    return path


def texts(submission):
    return {name: content.decode() for name, content in submission.contents().files.items()}


def test_a_wanted_file_keeps_the_number_in_its_name(tmp_path):
    names = ("a_1_101_lab-2.py", "a_1_102_utils.py", "b_2_103_lab-2-1.py", "b_2_104_utils.py")
    path = unpacked(tmp_path / "canvas", {name: name for name in names})
    found = grade.SubmissionFinder().submissions([path])
    assert [choose_file(one.contents(), "lab-2.py") for one in found] == [("lab-2.py", [])] * 2
    assert choose_file(found[0].contents(), "lab.py") == ("lab.py", [])


def test_a_download_is_told_apart_by_students_as_folder_and_as_archive(tmp_path):
    for name, (files, expected) in DOWNLOADS.items():
        paths = [unpacked(tmp_path / name, files), archive(tmp_path / f"{name}.zip", files)]
        for path in paths:
            found = {one.name: texts(one) for one in grade.SubmissionFinder().submissions([path])}
            assert found == expected, (name, path)
            assert [one.student for one in grade.SubmissionFinder().submissions([path])] == list(
                found
            )
    several = grade.SubmissionFinder().submissions([tmp_path / "moodle", tmp_path / "canvas.zip"])
    assert len(several) == 4
    entries = grade.SubmissionFinder().submissions(sorted((tmp_path / "canvas").iterdir()))
    assert {one.name: texts(one) for one in entries} == DOWNLOADS["canvas"][1]
    (jane,) = (one for one in entries if one.name == "doejane_12345")
    assert jane.notes == ("heuristic.py was handed in more than once: the last file counts",)


def test_a_download_of_one_student_is_found_beside_a_class_or_by_a_roster(tmp_path):
    section = {f"{name}_assignsubmission_file/heuristic.py": name for name in ("A B_1", "C D_2")}
    first = archive(tmp_path / "first.zip", section)
    second = archive(tmp_path / "second.zip", {"E F_3_assignsubmission_file/heuristic.py": "x"})
    (tmp_path / "list.csv").write_text("id,name\n1,A B\n2,C D\n3,E F\n", encoding="utf-8")
    students = {"A B_1", "C D_2", "E F_3"}
    for known in (None, grade.Roster(tmp_path / "list.csv")):
        found = grade.SubmissionFinder(roster=known).submissions([first, second])
        assert {one.name for one in found} == students
    assert [one.name for one in grade.SubmissionFinder(roster=known).submissions([second])] == [
        "E F_3"
    ]
    assert [one.name for one in grade.SubmissionFinder().submissions([second])] == ["second.zip"]
    own = unpacked(tmp_path / "own", {"heuristic.py": "1"})
    notes = [one.notes for one in grade.SubmissionFinder().submissions([first, own])]
    assert notes == [
        ("looks like the download of a class, but other paths do not: grade it alone",),
        (),
    ]


def test_a_download_may_be_named_after_a_group_of_the_roster(tmp_path):
    rows = "id,name,group\n1,A B,Section 1\n2,C D,Section 1\n"
    (tmp_path / "list.csv").write_text(rows, encoding="utf-8")
    finder = grade.SubmissionFinder(roster=grade.Roster(tmp_path / "list.csv"))
    section = {f"{name}_assignsubmission_file/heuristic.py": name for name in ("A B_1", "C D_2")}
    path = unpacked(tmp_path / "Section 1", section)
    assert [one.name for one in finder.submissions([path])] == ["A B_1", "C D_2"]
    own = unpacked(tmp_path / "other" / "Section 1", {"heuristic.py": "1"})
    assert [one.student for one in finder.submissions([own])] == ["1 and 2"]


@pytest.mark.parametrize("name", ["hw_2", "hw_2.zip"])
def test_a_download_may_be_named_after_a_number_that_is_an_id_of_the_roster(tmp_path, name):
    (tmp_path / "list.csv").write_text("id,name\n1,A B\n2,C D\n3,E F\n", encoding="utf-8")
    finder = grade.SubmissionFinder(roster=grade.Roster(tmp_path / "list.csv"))
    files = {f"{name}_assignsubmission_file/heuristic.py": name for name in ("A B_1", "E F_3")}
    path = (archive if name.endswith(".zip") else unpacked)(tmp_path / name, files)
    assert [one.student for one in finder.submissions([path])] == ["1", "3"]
    own = unpacked(tmp_path / "own" / name, {"heuristic.py": "1"})
    assert [one.student for one in finder.submissions([own])] == ["2"]


def test_a_list_of_names_that_cannot_be_read_is_left_out(tmp_path):
    metadata, *others = DOWNLOADS["gradescope"][0].items()
    path = archive(tmp_path / "g.zip", dict([metadata, *others]))
    damaged = path.read_bytes().replace(metadata[1].encode()[:9], b"submitted", 1)
    path.write_bytes(damaged)
    assert all(
        one.name.startswith("submission_") for one in grade.SubmissionFinder().submissions([path])
    )
    assert grade.SubmissionFinder().submissions([path])


def test_two_students_of_one_name_are_two(tmp_path):
    twins = METADATA.replace("Ann Other", "Jane Doe").replace("    :sid: '200'\n", "    :sid:\n")
    twins = twins.replace("    :sid: '100'\n", "    :sid:\n").replace(TEAM_MATE, "")
    files = {**DOWNLOADS["gradescope"][0], "assignment_9_export/submission_metadata.yml": twins}
    found = grade.SubmissionFinder().submissions([archive(tmp_path / "g.zip", files)])
    assert [(one.name, [*texts(one).values()]) for one in found] == [
        ("Jane Doe_submission_11", ["1"]),
        ("Jane Doe_submission_12", ["2"]),
        ("submission_13", ["3"]),
    ]


@pytest.mark.parametrize("sid", ["", " ''", ' ""'])
@pytest.mark.parametrize("columns", ["Name,SID,Email,Role", "First Name,Last Name,Email,SID"])
def test_a_student_of_gradescope_may_have_no_sid(tmp_path, sid, columns):
    metadata = METADATA.replace(" '100'", sid).replace(TEAM_MATE, "")
    files = {**DOWNLOADS["gradescope"][0], "assignment_9_export/submission_metadata.yml": metadata}
    del files["assignment_9_export/submission_13/heuristic.py"]
    path, roster = archive(tmp_path / "g.zip", files), tmp_path / "roster.csv"
    finder = grade.SubmissionFinder()
    assert [one.student for one in finder.submissions([path])] == ["Jane Doe", "Ann Other_200"]
    rows = {
        "Name,SID,Email,Role": "Jane Doe,,j@x,Student\nAnn Other,200,a@x,Student\nProf,,p@x,TA\n",
        "First Name,Last Name,Email,SID": "Jane,Doe,j@x,\nAnn,Other,a@x,200\n",
    }
    roster.write_text(f"{columns}\n{rows[columns]}", "utf-8")
    known = grade.Roster(roster)
    assert known.names == {"j@x": "Jane Doe", "200": "Ann Other"}
    finder = grade.SubmissionFinder(roster=known)
    assert [one.student for one in finder.submissions([path])] == ["j@x", "200"]
    assert "Doe" in (row := known.filled("A", {"j@x": (4, "")}).splitlines()[1])
    assert row.endswith(",4")


def test_a_student_cannot_hand_in_in_the_name_of_another(tmp_path):
    forged = {"doejane_12345_1_heuristic.py": "forged", "b_1_2_x.py": "?"}
    mallory = unpacked(tmp_path / "mallory", forged)
    honest = unpacked(tmp_path / "jane", {"heuristic.py": "1"})
    names = [one.name for one in grade.SubmissionFinder().submissions([mallory, honest])]
    assert names == ["mallory", "jane"]
    (only,) = grade.SubmissionFinder(downloads=False).submissions([mallory])
    assert (only.name, texts(only)) == ("mallory", forged)


@pytest.mark.parametrize(
    ("ids", "students"),
    [("", ["101", "102"]), ("id,name\nst_101,\nst_102,\n", ["st_101", "st_102"])],
)
def test_a_roster_tells_whether_blackboards_user_names_begin_alike(tmp_path, ids, students):
    names = [f"Lab_3_st_{n}_attempt_2026-11-20-10-00-00_heuristic.py" for n in (101, 102)]
    path, roster = archive(tmp_path / "b.zip", dict.fromkeys(names, "1")), tmp_path / "roster.csv"
    roster.write_text(ids, "utf-8")
    finder = grade.SubmissionFinder(roster=grade.Roster(roster) if ids else None)
    assert [one.student for one in finder.submissions([path])] == students


IMITATIONS = {
    "canvas": (
        {
            "alice_111_901_heuristic.py": "1",
            "mallory_LATE_113_903_alice_111_assignsubmission_file_heuristic.py": "forged",
            "mallory_LATE_113_904_nobody_assignsubmission_x.py": "forged",
        },
        {"alice_111": "", "mallory_113": "late"},
    ),
    "moodle": (
        {
            "Alice_111_assignsubmission_file_heuristic.py": "1",
            "Mallory_113_assignsubmission_file_alice_111_901_heuristic.py": "forged",
        },
        {"Alice_111": "", "Mallory_113": ""},
    ),
    "canvas as if from blackboard": (
        {
            "alice_111_901_heuristic.py": "1",
            "mallory_113_904_alice_attempt_2026-11-20-10-00-00_heuristic.py": "forged",
        },
        {"alice_111": "", "mallory_113": ""},
    ),
    "blackboard": (
        {
            "HW_alice_attempt_2026-11-20-10-00-00_heuristic.py": "1",
            "HW_mallory_attempt_2026-11-20-10-00-00_alice_111_901_x.py": "forged",
            "HW_mallory_attempt_2026-11-20-10-00-00_HW_alice_attempt_2026-11-21-10-00-00_x.py": (
                "forged"
            ),
        },
        {"alice": "", "mallory": ""},
    ),
    "brightspace": (
        {
            "11-9 - Alice - Nov 20, 2026 1000 AM - heuristic.py": "1",
            "12-9 - Mallory - Nov 20, 2026 1000 AM - 11-9 - Alice - Nov 21, 2026 1000 AM - h.py": (
                "forged"
            ),
        },
        {"Alice (11)": "", "Mallory (12)": ""},
    ),
}


@pytest.mark.parametrize("platform", IMITATIONS)
def test_a_file_name_cannot_imitate_another_platform(tmp_path, platform):
    files, expected = IMITATIONS[platform]
    folder = unpacked(tmp_path / "class", files)
    for paths in ([folder], [archive(tmp_path / "class.zip", files)], sorted(folder.iterdir())):
        found = grade.SubmissionFinder().submissions(paths)
        assert {one.name: one.late for one in found} == expected
        assert "forged" not in texts(found[0]).values()
    for path in folder.iterdir():  # one submission, graded again
        (again,) = grade.SubmissionFinder(downloads=False).submissions([path])
        assert again.name in expected
        assert ("forged" in texts(again).values()) == again.name.lower().startswith("mallory")


NAMED_LIKE_ALICE = {
    "canvas": ("alice_111_901_heuristic.py", "m_111_113_904_heuristic.py"),
    "canvas of texts": ("alice_111_text.html", "m_111_113_text.html"),
    "moodle": (
        "Alice_111_assignsubmission_file/heuristic.py",
        "M_111_assignsubmission_file_113_assignsubmission_file/heuristic.py",
    ),
}


@pytest.mark.parametrize("platform", NAMED_LIKE_ALICE)
def test_a_students_name_with_the_number_of_another_takes_nobodys_place(tmp_path, platform):
    files = dict(zip(NAMED_LIKE_ALICE[platform], ("1", "forged"), strict=True))
    path = archive(tmp_path / "class.zip", files)
    if platform != "moodle":  # the beacon: without the roster, the name is read like this
        assert "m_111" in [one.name for one in grade.SubmissionFinder().submissions([path])]
    listed = tmp_path / "class.csv"
    listed.write_text("id,name\n111,Alice\n113,Mallory\n", "utf-8")
    found = grade.SubmissionFinder(roster=grade.Roster(listed)).submissions([path])
    assert [(one.student, *texts(one).values()) for one in found] == [
        ("111", "1"),
        ("113", "forged"),
    ]
    assert not any(one.notes for one in found)


def test_an_archive_of_deep_folders_does_not_stop_the_class(tmp_path, monkeypatch):
    asked = Mock(side_effect=downloads._platform_of)
    monkeypatch.setattr(downloads, "_platform_of", asked)
    deep = archive(tmp_path / "mallory.zip", {f"{'a/' * 500}{name}.py": "" for name in "xy"})
    honest = unpacked(tmp_path / "jane", {"heuristic.py": "1"})
    found = grade.SubmissionFinder().submissions([deep, honest])
    assert [one.name for one in found] == ["mallory.zip", "jane"]
    assert 10 < asked.call_count < 100  # the beacon: it looks into the folders


def test_an_odd_name_does_not_hide_the_class(tmp_path):
    odd = "mallory_113_903_a\nb.py"
    files = {"cn/alice_111_901_h.py": "1", f"cn/{odd}": "2", f"cn/eve_9_9_{'x' * 200}.py": "3"}
    for path in (unpacked(tmp_path, files) / "cn", archive(tmp_path / "cn.zip", files)):
        found = grade.SubmissionFinder().submissions([path])
        assert [one.name for one in found] == ["alice_111", "eve_9", "mallory_113"]
    assert texts(found[2]) == {"a\nb.py": "2"}
    files = {**DOWNLOADS["canvas"][0], "notes.txt": "my own"}
    for path in (unpacked(tmp_path / "own", files), archive(tmp_path / "own.zip", files)):
        found = grade.SubmissionFinder().submissions([path])
        assert [one.name for one in found] == ["doejane_12345", "notes.txt", "ohara_777"]
        assert "does not identify a student" in found[1].notes[0]
        assert texts(found[1]) == {"notes.txt": "my own"}


def test_a_name_has_any_invisible_characters_and_blanks_in_a_roster_and_in_times(tmp_path):
    names = ["Sri\u200d Ng", "\u200fDana Roe", "Jane\u00a0Doe", "Zoë  Poe", "Mu\u0308ller"]
    plain = ["Sri Ng", "Dana Roe", "Jane\u3000Doe", "Zo\u00adë Poe", "Müller"]
    for in_zip, listed in ((names, plain), (plain, names)):
        entries = [f"{name}_{at}_assignsubmission_file" for at, name in enumerate(in_zip)]
        path = archive(tmp_path / "class.zip", {f"{entry}/h.py": "1" for entry in entries})
        rows = (f"{at}9,{name}" for at, name in enumerate(listed))
        (tmp_path / "class.csv").write_text("\n".join(["id,name", *rows]), "utf-8")
        moments = (f"{name}_{at},2026-11-20 10:00" for at, name in enumerate(listed))
        times = tmp_path / "times.csv"
        times.write_text("\n".join(["student,submitted", *moments]), "utf-8")
        for known in (grade.Roster(tmp_path / "class.csv"), None):
            found = grade.SubmissionFinder(roster=known, times=times).submissions([path])
            assert all(one.submitted for one in found)
            assert all("\u200d" not in one.name + one.student for one in found)
            if known:
                assert {one.student for one in found} == {"09", "19", "29", "39", "49"}
            assert all(texts(one) == {"h.py": "1"} for one in found)


CODE_PAGES = {
    "cp850": ["Jürgen Weiß", "José Garçon", "Éloïse São"],
    "latin-1": ["Jürgen Weiß", "José Garçon", "Käthe Jäger"],
    "cp852": ["Łukasz Wiśniewski", "Zażółć Gęślą"],
    "cp866": ["Иван Петров"],
    "cp932": ["山田 太郎", "佐藤花子"],
}


@pytest.mark.parametrize("page", CODE_PAGES)
def test_a_name_in_an_archive_without_utf_8_is_in_the_roster(tmp_path, page):
    names = [*CODE_PAGES[page], "Ada Doe"]
    raw = [f"{name}_{at}".encode(page) for at, name in enumerate(names)]
    stand_ins = [f"{at}".rjust(len(text), "_") for at, text in enumerate(raw)]
    files = {f"{name}_assignsubmission_file/h.py": "1" for name in stand_ins}
    path = archive(tmp_path / "class.zip", files)
    content = path.read_bytes()
    for stand_in, text in zip(stand_ins, raw, strict=True):
        content = content.replace(b"%s_a" % stand_in.encode(), b"%s_a" % text)
    path.write_bytes(content)
    rows = (f"{at}9,{name}" for at, name in enumerate(names))
    (tmp_path / "class.csv").write_text("\n".join(["id,name", *rows]), "utf-8")
    roster = grade.Roster(tmp_path / "class.csv")
    found = grade.SubmissionFinder(roster=roster).submissions([path])
    assert sorted(one.student for one in found) == [f"{at}9" for at in range(len(names))]
    assert all(texts(one) == {"h.py": "1"} for one in found)


def test_the_names_of_a_download_tell_the_time_of_the_last_attempt(tmp_path):
    expected = {
        "blackboard": {"700": "1 d", "a_lee": "", "b_lee": "1 h 31 min"},
        "brightspace": {
            "Jane Doe (11)": "3 h 11 min",
            "Jane Doe (12)": "",
            "Anne - Marie Roe (13)": "1 d 1 h 1 min",
        },
    }
    for name, late in expected.items():
        folder = unpacked(tmp_path / name, DOWNLOADS[name][0])
        for paths in ([folder], [one for one in folder.iterdir() if one.name != "index.html"]):
            found = grade.SubmissionFinder(due="2026-11-20 10:00").submissions(paths)
            assert {one.name: one.late for one in found} == late
            (twice,) = (one.notes for one in found if one.notes)
            assert twice == ("handed in 2 times: the last attempt counts",)
    listed = tmp_path / "class.csv"  # 11 is not the number of Jane Doe in Brightspace
    listed.write_text("id,name\n11,Bob\n7,Jane Doe\n8,Rick Roe\n", "utf-8")
    files = unpacked(tmp_path / "flat", DOWNLOADS["brightspace without folders"][0])
    found = grade.SubmissionFinder(roster=grade.Roster(listed)).submissions([files])
    assert [one.student for one in found] == ["7", "8"]


def test_late_is_what_came_after_it_was_due(tmp_path):
    files, _ = DOWNLOADS["gradescope"]
    path = archive(tmp_path / "g.zip", files)
    found = grade.SubmissionFinder(due="2026-11-20 20:00 +0000").submissions([path])
    assert [one.late for one in found] == ["2 h 31 min", "", "unknown"]
    for name in (one for one in DOWNLOADS if one.startswith("canvas")):
        files, students = DOWNLOADS[name]
        canvas = unpacked(tmp_path / name, files)
        late = {one.name: one.late for one in grade.SubmissionFinder().submissions([canvas])}
        assert set(late.values()) == {"", "late"}
        assert late.keys() == students.keys()
    canvas = tmp_path / "canvas"
    times = tmp_path / "times.csv"
    times.write_text(
        "name,student,submitted\nO,ohara_777,2026-11-20 10:00\n"
        "J,doejane_12345,2026-11-22 13:00\nJ,doejane_12345,2026-11-21\n",
        encoding="utf-8",
    )
    found = grade.SubmissionFinder(due="2026-11-20 12:00", times=times).submissions([canvas])
    assert [one.late for one in found] == ["2 d 1 h", ""]
    found = grade.SubmissionFinder(due="2026-11-20 12:00").submissions([canvas])
    assert {one.late for one in found} == {"late", "unknown"}


def test_of_several_submissions_of_a_student_the_last_counts(tmp_path):
    names = ["ab12-try-9.py", "ab12-try-10.py", "cd34.py", "nobody.py"]
    paths = [tmp_path / name for name in names]
    for path in paths:
        path.write_text(path.name, encoding="utf-8")
    found = grade.SubmissionFinder(student=r"^([a-z]+\d+)").submissions(paths)
    assert {one.student: one.name for one in found} == {
        "ab12": "ab12-try-10.py",
        "cd34": "cd34.py",
        "nobody.py": "nobody.py",
    }
    assert found[0].notes == ("handed in 2 times: ab12-try-10.py counts, not ab12-try-9.py",)
    assert found[0].contents().notes == []  # they are stored, but the other notes may change
    facts = {found[0].name: found[0].facts(LatePolicy(), "4711")}
    result = PartResult(found[0].name, "", "p", "heuristic", GOOD, notes=("kept",))
    (score,) = collect("c", ["p"], facts, [result])
    assert (score.notes, score.seed_from) == ([*found[0].notes, "kept"], "4711")
    assert "no student's id" in found[2].notes[0]
    odd = [tmp_path / "ab12²", tmp_path / "ab12"]
    for path in odd:
        path.mkdir()
    assert len(grade.SubmissionFinder(student=r"^([a-z]+\d+)").submissions(odd)) == 1
    times = tmp_path / "times.csv"
    times.write_text(
        "student,submitted\nab12-try-9.py,2026-01-02\nab12-try-10.py,2026-01-01\n", "utf-8"
    )
    found = grade.SubmissionFinder(student=r"^[a-z]+\d+", times=times).submissions(paths)
    assert found[0].name == "ab12-try-9.py"


def test_times_and_patterns_that_cannot_be_read_are_refused(tmp_path, monkeypatch, request):
    request.addfinalizer(time.tzset)  # after monkeypatch has put the time zone back
    for text in ("", "tomorrow", "2026-13-01", "2026-11-20 25:00", "20.11.2026"):
        with pytest.raises(InputError, match="expected a time such as 2026-11-20 23:59"):
            parse_time(text)
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    with pytest.raises(InputError, match="expected a time"):
        parse_time("9999-12-31 23:59")
    path = tmp_path / "t.csv"
    path.write_text("who,when\nx,y\n", encoding="utf-8")
    with pytest.raises(InputError, match="columns who, when: expected student, submitted"):
        read_times(path)
    path.write_text(f"student,submitted\n{'x' * 200_000},2026-11-20\n", encoding="utf-8")
    with pytest.raises(InputError, match="field larger than field limit"):
        read_times(path)
    path.write_text("student,submitted\nx,\n,,\ny,2026-11-20\n", encoding="utf-8")
    assert list(read_times(path)) == ["y"]
    path.write_text("student,submitted\nx,y\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"t\.csv', line 2: time 'y'"):
        read_times(path)
    with pytest.raises(InputError, match=r"--student '\('"):
        grade.SubmissionFinder(student="(").submissions([path])
    with pytest.raises(InputError, match="no such file"):
        grade.SubmissionFinder().submissions([tmp_path / "nothing"])
    due = datetime(2026, 11, 20, tzinfo=timezone.utc)
    assert lateness(due + timedelta(seconds=1), due) == "1 min"
    assert lateness(due, due) == lateness(None, due) == lateness(due, None) == ""


def test_what_is_graded_again_tells_the_points_before():
    def result(content, points, part="p"):
        return PartResult("a", content, part, "heuristic", GOOD[:points])

    now = [result("new", 2), result("new", 1, "q")]
    (score,) = collect("c", ["p", "q"], {"a": {"student": "id1", "late": "2 h"}}, now, now)
    assert (score.student, score.late, score.before) == ("id1", "2 h", None)
    history = [result("old", 0), result("old", 1), result("old", 1, "q"), *now]
    (score,) = collect("c", ["p", "q"], {"a": {}}, now, history)
    assert (score.points, score.before) == (10, 8)
    table = score_table(ClassResults("c", [replace(score, late="2 h"), score]))
    assert [column.title for column in table.columns][-2:] == ["late", "before"]
    assert [list(row)[-2:] for row in table.rows] == [["2 h", 8], ["", 8]]


@pytest.mark.gate("confinement")
def test_a_download_is_graded_into_a_gradebook_and_pages(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "course.toml").write_text(TOP + PROPERTIES, "utf-8")
    high = "def my_h(node):\n    return 99\n"
    archive(
        tmp_path / "class.zip",
        {
            "doejane_LATE_12345_901_heuristic.py": ZERO,
            "ohara_777_99_heuristic.py": high,
        },
    )
    options = ("--gradebook", "book.csv", "--pages", "pages", "--student", r"\d+$")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "888.html").touch()
    tasks = []
    monkeypatch.setattr("aima_search.cli.supervisor.note", tasks.append)
    with monkeypatch.context() as pipe:
        shown = Mock(side_effect=InputError)  # in place of a pipe that is closed
        pipe.setattr("aima_search.apps.grade.command.print_scores", shown)
        assert run("grade", "course.toml", "class.zip", *options)[0] != 0
    assert (tmp_path / "book.csv").read_text("utf-8").count("\n") == 3
    status, out, _ = run("grade", "course.toml", "class.zip", *options, "--resume")
    assert status == 0
    assert "pages of an earlier run in pages: 888.html" in out
    (tmp_path / "pages" / "888.html").unlink()
    assert "grading (to continue, use --resume)" in tasks  # for the message if it is killed
    rows = list(csv.DictReader(io.StringIO((tmp_path / "book.csv").read_text("utf-8"))))
    assert [list(row.values()) for row in rows] == [
        ["12345", "4", "4", "4", "passed", "late", "", "doejane_12345"],
        ["777", "0", "0", "4", "failed", "", "", "ohara_777"],
    ]
    assert list(rows[0])[:3] == ["student", "part: my heuristic", "total"]
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "pages").iterdir()}
    assert sorted(pages) == ["12345.html", "777.html"]
    assert "not admissible" in pages["777.html"]
    assert pages["777.html"].count("<svg") == 1
    for name, page in pages.items():
        assert str(tmp_path) not in page
        other = {"12345.html": ("777", "ohara"), "777.html": ("12345", "doejane")}[name]
        assert not any(f">{word}" in page or f"{word}<" in page for word in other)
    assert "doejane_12345" in out
    (tmp_path / "pages" / "notes.txt").write_text("mine", "utf-8")
    status, _, err = run("grade", "course.toml", "class.zip", "--resume", "--pages", "pages")
    assert status == 2
    assert "files other than .html" in err
    assert len(grade.run("course.toml", ["class.zip"]).scores) == 2


def test_files_of_a_system_are_no_submissions(tmp_path):
    names = ("annlee_1_2_heuristic.py", "bobroe_3_4_heuristic.py", "desktop.ini", "Thumbs.db")
    for name in names:
        (tmp_path / name).write_text(ZERO, "utf-8")
    found = grade.SubmissionFinder().submissions([tmp_path])
    assert [submission.name for submission in found] == ["annlee_1", "bobroe_3"]
