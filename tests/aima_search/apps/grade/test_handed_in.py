"""What is handed in as it comes: folders in folders, archives of any kind, notebooks, helpers."""

import io
import json
import os
import random
import re
import stat
import subprocess
import sys
import warnings
import zipfile
import zlib
from contextlib import closing
from errno import ENOSPC
from pathlib import Path
from unicodedata import normalize
from unittest.mock import Mock

import pytest

from aima_search.apps import grade
from aima_search.apps.grade import archive as archive_module
from aima_search.apps.grade import submission as submission_module
from aima_search.apps.grade.downloads import find_submissions
from aima_search.apps.grade.grader import Grader
from aima_search.apps.grade.intake import SubmissionFinder
from aima_search.apps.grade.sandbox import CheckAborted
from aima_search.apps.grade.submission import (
    Submission,
    SubmissionFiles,
    SubmittedPath,
    choose_file,
)
from aima_search.base.errors import InputError, UnknownName
from aima_search.catalog.expressions import FileReference
from aima_search.catalog.notebooks import place_in, script_of
from aima_search.catalog.user_files import (
    is_assigned,
    load_function,
    notebook_notes,
    place_in_user_file,
)
from tests.aima_search.apps.grade.assignments import PROPERTIES, TOP, assignment, check, table


def zipped(*members, names=None):
    """Return an archive of (name or ZipInfo, content) pairs; names: bytes put in for others."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    content = file.getvalue()
    for ascii_name, other in (names or {}).items():
        content = content.replace(ascii_name, other)
    return content


def taken(folder, content, name="work.zip"):
    """Return the contents of a file that is handed in."""
    path = folder / name
    path.write_bytes(content)
    return taken_from(path)


def taken_from(path):
    found = SubmissionFiles()
    found.add(SubmittedPath(path))
    return found


def link(name):
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def test_an_archive_is_read_without_trusting_its_names(tmp_path):
    names = ["/etc/cron.py", "../up.py", "a/../../up.py", "C:\\evil.py", "..\\up.py", "C:x\x1b.py"]
    members = [*((name, b"evil") for name in names), (link("secret.py"), b"/etc/passwd")]
    members += [("deep/" * 60 + "h.py", b"far")]
    found = taken(tmp_path, zipped(("heuristic.py", b"good"), *members))
    assert found.files == {"heuristic.py": b"good"}
    told = [note for note in found.notes if note.startswith("left out")]
    assert len(told) == len(members)
    assert "left out: ../up.py, which is outside of the archive" in told
    assert "left out: secret.py, which is a link or a device" in told
    assert all(note.isprintable() for note in found.notes)
    assert sorted(os.listdir(tmp_path)) == ["work.zip"]
    renamed = taken(tmp_path, b"good", "other.py")
    of_contents, of_names = found.hashed().split("-")
    assert of_contents == renamed.hashed().split("-")[0]  # identical to the teacher
    assert of_names != renamed.hashed().split("-")[1]  # and graded anew
    assert taken(tmp_path, zipped()).hashed() == ""


def test_what_systems_leave_next_to_the_files_is_told_and_left_out(tmp_path):
    content = zipped(("__MACOSX/._h.py", b"?"), ("h.py", b"1"), ("__pycache__/h.pyc", b"?"))
    found = taken(tmp_path, content)
    assert found.files == {"h.py": b"1"}
    assert found.notes == ["work.zip was unpacked: 1 file", "left out: __MACOSX"]


def test_an_archive_of_data_beside_the_code_is_kept_for_the_code(tmp_path, monkeypatch):
    monkeypatch.setattr(submission_module, "_LARGEST", 10_000)
    for data in (zipped(("pdb.bin", bytes(20_000))), b"not an archive"):
        for own in (zipped(("h.py", b"1")), b"1"):
            sources = []
            for name, content in (("a.zip", data), ("h.zip" if own != b"1" else "h.py", own)):
                (tmp_path / name).write_bytes(content)
                sources.append(SubmittedPath(tmp_path / name))
            found = Submission("x", sources).contents()
            assert (found.files.pop("a.zip"), *found.files.values()) == (data, b"1")
    mixed = zipped(("make_pdb.py", b"2"), ("pdb.bin", b"3"))
    (tmp_path / "a.zip").write_bytes(mixed)
    found = Submission("x", sources).contents()
    assert found.files == {"h.py": b"1", "a.zip": mixed, "a/make_pdb.py": b"2", "a/pdb.bin": b"3"}
    (tmp_path / "a.zip").write_bytes(zipped(("pdb.bin", b"3"), ("make_pdb.py", b"2")))
    assert Submission("x", sources).contents().hashed() == found.hashed()  # zipped again
    (tmp_path / "a.zip").write_bytes(zipped(("pdb.bin", b"4"), ("make_pdb.py", b"2")))
    assert Submission("x", sources).contents().hashed() != found.hashed()


def test_an_archive_in_an_archive_beside_the_code_is_unpacked_if_it_contains_code(tmp_path):
    (tmp_path / "h.py").write_bytes(b"1")
    sources = [SubmittedPath(tmp_path / name) for name in ("h.py", "hw.zip")]
    for name, is_unpacked in (("helper.py", True), ("pdb.bin", False)):
        inner = zipped((name, b"2"))
        (tmp_path / "hw.zip").write_bytes(zipped(("inner.zip", inner), ("__MACOSX/x", b"?")))
        found = Submission("x", sources).contents()
        assert found.files.keys() - {"h.py", "hw.zip"} == {f"hw/{name}"} & {"hw/helper.py"}
        assert bool(found.notes) == is_unpacked


@pytest.mark.parametrize("name", ["h.py.txt", "h.json"])
@pytest.mark.parametrize("other", ["report.pdf", "answer.toml"])
def test_an_archive_beside_another_file_is_unpacked_if_a_browser_has_renamed_the_code(
    tmp_path, name, other
):
    (tmp_path / other).write_bytes(b"0")
    (tmp_path / "hw.zip").write_bytes(zipped((name, b'{"cells": []}')))
    assert choose_file(taken_from(tmp_path), "h.py")[0].startswith("hw/h.")


def test_an_unreadable_member_of_a_download_is_not_the_students_fault(tmp_path):
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("jane/h.py", b"1")
    with pytest.raises(CheckAborted, match=r"class\.zip: found h\.py, which has") as caught:
        Submission("jane", (SubmittedPath(path, "jane"),)).contents()
    assert caught.value.outcome == "not-graded"
    del caught  # its frames hold the open file


@pytest.mark.parametrize("page", ["cp850", "cp437", "latin-1"])
@pytest.mark.parametrize("name", ["Müller", "Übung", "répété", "José", "Núñez"])
def test_a_name_that_is_not_in_utf_8_is_read_as_in_western_europe(tmp_path, name, page):
    content = name.encode(page)
    short = b"_" * len(content)
    found = taken(tmp_path, zipped((f"{short.decode()}.py", b"1"), names={short: content}))
    assert found.files == {f"{name}.py": b"1"}
    assert "a name is not in UTF-8, so some letters may be wrong" in found.notes
    plain = taken(tmp_path, zipped((f"{name}.py", b"1")))
    assert list(plain.files) == [f"{name}.py"]
    assert len(plain.notes) == 1


def test_no_name_in_any_code_page_is_left_out_or_takes_the_place_of_another(tmp_path):
    codes = {f"n{at:03}_".encode(): bytes([at]) * 5 for at in range(128, 256)}
    pairs = {b"two_1": "Müll".encode("cp850") + b"_", b"two_2": "Müll".encode("latin-1") + b"_"}
    names = codes | pairs | {b"three_": "Müll_".encode()}
    members = [(name.decode(), name) for name in names]
    found = taken(tmp_path, zipped(*members, names=names))
    assert sorted(found.files.values()) == sorted(names)
    assert found.files["Müll_"] == b"three_"
    found.write(tmp_path / "new")


ODD_NAMES = [
    "\u062a\u0645\u200c\u0647\u0627",  # Persian
    "課題\u3000三",
    "AI\u00a0Projekt",
    "10\u202fPM",
    "👩\u200d💻",
    "\u200f\u05d0\u05d1",  # Hebrew
    "Auf\u00adgabe",
    "HW 3:4",
    "n\x1b[31m\n",
    "Übungsblätter und Abgaben/" * 9 + "x",
    "課" * 200,
]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_no_file_is_left_out_because_its_name_is_odd_or_long(tmp_path, name):
    found = taken(tmp_path, zipped((f"{name}/h.py", b"1"), (f"{name}/x.png", b"2")))
    file, notes = choose_file(found, "h.py")
    assert (found.files[file], len(found.files)) == (b"1", 2)
    assert not any("\x1b" in note for note in (*found.notes, *notes))
    found.write(tmp_path / "new")
    assert (tmp_path / "new" / file).is_file()


def test_a_name_with_a_null_character_is_left_out(tmp_path):
    content = zipped(("h.py", b"1"), ("h.py_.txt", b"2"), names={b"h.py_": b"h.py\0"})
    found = taken(tmp_path, content)
    assert found.files == {"h.py": b"1"}
    assert "left out: h.py, whose name has a null character" in found.notes


def test_names_decomposed_by_macos_are_those_that_the_assignment_and_the_code_ask_for(tmp_path):
    code = "from größe import f\nopen('größen.json'), open('mu\u0308de.csv')\n".encode()
    files = {"übung.py": code, "größe.py": b"2", "größen.json": b"3", "müde.csv": b"4"}
    content = zipped(*((normalize("NFD", name), text) for name, text in files.items()))
    (tmp_path / "work").mkdir()
    for name, text in files.items():
        (tmp_path / "work" / normalize("NFD", name)).write_bytes(text)
    for found in (taken(tmp_path, content), taken_from(tmp_path / "work")):
        assert found.files == files | {"mu\u0308de.csv": b"4"}
        assert choose_file(found, "u\u0308bung.py") == ("übung.py", [])


def test_the_answers_of_a_part_are_those_beside_the_script_of_another_part(tmp_path):
    answers = table("parts", name="answers", kind="answer")
    answers += check("value", answer="cost", boards="small")
    asked = assignment(tmp_path, PROPERTIES, answers)
    files = ("3.3/answer.toml", "cost = 0"), ("3.4/answer.toml", "a"), ("3.4/heuristic.py", "1")
    (tmp_path / "work.zip").write_bytes(zipped(*files))
    with closing(Grader(asked, None, confined=False)) as grader:
        grader.read(Submission("m", (SubmittedPath(tmp_path / "work.zip"),)))
        (finding,) = grader.grade(1, 0).findings
    assert finding.outcome == "import-failed"  # 3.4/answer.toml was read


def test_of_two_files_the_one_beside_another_graded_file_counts(tmp_path):
    names = ["3.3/answer.toml", "3.4/answer.toml", "3.4/h.ipynb"]
    found = taken(tmp_path, zipped(*((name, b"1") for name in names)))
    file, notes = choose_file(found, "answer.toml", ["h.ipynb"])
    assert file == "3.4/answer.toml"
    assert "not graded, because 3.4/answer.toml is graded: 3.3/answer.toml" in notes
    for others in ([], ["k.toml"]):  # no other file, or none that is there
        with pytest.raises(CheckAborted, match="found 2 files named answer"):
            choose_file(found, "answer.toml", others)


def test_an_archive_that_contains_only_an_archive_is_unpacked_twice(tmp_path):
    work = zipped(("h.py", b"1"), (".venv/x.py", b"2"))
    found = taken(tmp_path, zipped(("hw/work.zip", work), ("__MACOSX/._work.zip", b"?")))
    assert found.files == {"h.py": b"1"}
    thrice = zipped(("a.zip", zipped(("b.ZIP", work))))
    found = taken(tmp_path, thrice)
    assert found.files == {"b.zip": work}
    assert "b.zip was not unpacked, because it is an archive in an archive" in found.notes
    with pytest.raises(CheckAborted, match=r"work\.zip/a\.zip: expected a readable \.zip archive"):
        taken(tmp_path, zipped(("a.zip", b"PK")))


def test_an_archive_that_would_grow_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(submission_module, "_LARGEST", 100_000)
    bomb = zipped(("h.py", bytes(10**7)))
    assert len(bomb) < 20_000
    with pytest.raises(CheckAborted, match="expected at most 500 files with 100,000 bytes"):
        taken(tmp_path, bomb)
    nested = zipped(("in.zip", bomb), ("h.py", b"1"))  # it stays as it is: nothing is read twice
    assert sorted(taken(tmp_path, nested).files) == ["h.py", "in.zip"]
    many = zipped(*((f"{at}.py", b"") for at in range(600)))
    with pytest.raises(CheckAborted, match="501 files with"):
        taken(tmp_path, many)
    monkeypatch.setattr(archive_module, "_MOST_ENTRIES", 599)
    with pytest.raises(CheckAborted, match="found 600 files, expected at most 599"):
        taken(tmp_path, many)


def test_the_many_files_of_one_student_stop_no_class(tmp_path, monkeypatch):
    monkeypatch.setattr(archive_module, "_MOST_ENTRIES", 2)
    monkeypatch.setattr(archive_module, "_LARGEST_DIRECTORY", 10_000)
    path = tmp_path / "class.zip"
    own = [f"submission_{at}/h.py" for at in (1, 2, 3)]
    tools = [f"submission_2/.venv/lib/{at}.py" for at in range(600)]
    data = [f"submission_3/{at}.txt" for at in range(600)]
    path.write_bytes(zipped(*((name, b"1") for name in own + tools + data)))
    first, second, third = SubmissionFinder().submissions([path])
    assert first.contents().files == second.contents().files == {"h.py": b"1"}
    assert second.contents().notes == ["left out: .venv"]
    with pytest.raises(CheckAborted, match="501 files with"):
        third.contents()


def test_a_file_full_of_signatures_stops_no_class(tmp_path):
    """The signature of an entry may stand in a file any number of times."""
    noise = b"PK\1\2" * 20_010
    names = ("alice_111_1_heuristic.py", "mallory_113_3_noise.bin", "mallory_113_4_heuristic.py")
    path = tmp_path / "class.zip"
    stored = zipfile.ZipInfo(names[1])
    path.write_bytes(zipped((names[0], b"1"), (stored, noise), (names[2], b"2")))
    assert path.read_bytes().count(b"PK\1\2") > 20_000  # the beacon: stored, not compressed
    found = SubmissionFinder().submissions([path])
    assert [one.student for one in found] == ["alice_111", "mallory_113"]
    assert found[1].contents().files == {"noise.bin": noise, "heuristic.py": b"2"}


def test_a_list_of_files_that_is_too_long_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(archive_module, "_LARGEST_CLASS_DIRECTORY", 10_000)
    path = tmp_path / "class.zip"
    path.write_bytes(zipped(*((f"{at}.py", b"") for at in range(400))))
    with pytest.raises(InputError, match=r"class\.zip': file names together exceed .* bytes"):
        SubmissionFinder().submissions([path])


def test_the_only_archive_is_refused_by_name_if_it_cannot_be_read(tmp_path):
    path = tmp_path / "class.zip"
    path.write_bytes(b"x" * 1000)
    with pytest.raises(InputError, match=r"class\.zip': expected a readable \.zip archive "):
        SubmissionFinder().submissions([path])
    (tmp_path / "b.py").touch()
    found = SubmissionFinder(downloads=False).submissions([path, tmp_path / "b.py"])
    with pytest.raises(CheckAborted) as caught:
        found[0].contents()
    assert caught.value.outcome == "not-graded"  # it is never a mark


def test_a_full_disk_is_no_mark(tmp_path, monkeypatch):
    found = SubmissionFiles()
    found.files["h.py"] = b"1"
    full = Mock(side_effect=OSError(ENOSPC, "No space left on device"))
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(CheckAborted) as caught:
        found.write(tmp_path / "new")
    assert caught.value.outcome == "not-graded"


def test_an_archive_counts_without_its_folders_of_tools(tmp_path, monkeypatch):
    monkeypatch.setattr("aima_search.apps.grade.submission._LARGEST", 1000)
    tools = (".venv/lib/big.bin", random.Random(1).randbytes(5000))
    own = zipped(("hw/h.py", b"h = 1\n"), tools)
    assert taken(tmp_path, own).files == {"hw/h.py": b"h = 1\n"}
    (tmp_path / "class.zip").write_bytes(zipped(("hw.zip", own)))
    found = SubmissionFiles()
    found.add(SubmittedPath(tmp_path / "class.zip", "hw.zip"))
    assert found.files == {"hw/h.py": b"h = 1\n"}
    with pytest.raises(CheckAborted, match="expected at most 500 files with 1,000 bytes"):
        taken(tmp_path, zipped(("hw/h.py", b"h = 1\n"), ("big.bin", tools[1])))
    monkeypatch.setattr("aima_search.apps.grade.submission._LARGEST_ZIP", 4000)
    with pytest.raises(CheckAborted, match="expected at most 500 files"):
        taken(tmp_path, own)


def test_folders_of_archives_are_told_by_their_names(tmp_path):
    found = taken(tmp_path, zipped(("in/", b""), ("back\\", b""), ("back\\h.py", b"1")))
    assert found.files == {"back/h.py": b"1"}
    found.write(tmp_path / "new")
    assert (tmp_path / "new" / "back" / "h.py").is_file()


def test_a_damaged_archive_is_an_outcome(tmp_path):
    good = zipped(("h.py", b"h = 1\n" * 100))
    encrypted = bytearray(good)
    for at in (6, good.index(b"PK\1\2") + 8):
        encrypted[at] |= 1
    assert "left out: h.py, which is encrypted" in taken(tmp_path, bytes(encrypted)).notes
    tried, outcomes = 0, set()
    for content in (b"", b"PK", good[:-30], good[:40] + b"?????" + good[45:], b"x" * 1000):
        with pytest.raises(CheckAborted, match=r"^work\.zip: (expected a readable |.* is damaged)"):
            taken(tmp_path, content)
        tried += 1
    for at in range(0, len(good), 3):  # any byte may be another one
        content = bytearray(good)
        content[at] ^= 0xFF
        try:
            assert set(taken(tmp_path, bytes(content)).files.values()) <= {b"h = 1\n" * 100, b""}
        except CheckAborted as refused:
            outcomes.add(refused.outcome)
        tried += 1
    assert outcomes == {"not-graded"}  # the path that the teacher gave
    assert tried > 40
    assert zlib.crc32(good)  # the specimen itself is whole


@pytest.mark.parametrize("member", ["jane", "jane/work.zip"])
@pytest.mark.parametrize("is_folder", [False, True])
def test_a_damaged_archive_in_a_download_is_the_students_fault(tmp_path, member, is_folder):
    damaged = zipped(("h.py", b"h = 1\n" * 100))[:-30]
    path = tmp_path / "class"
    if is_folder:
        (path / "jane").mkdir(parents=True)
        (path / "jane/work.zip").write_bytes(damaged)
    else:
        path.write_bytes(zipped(("jane/work.zip", damaged)))
    with pytest.raises(CheckAborted, match=r"^work\.zip: ") as caught:
        Submission("jane", (SubmittedPath(path, member),)).contents()
    assert caught.value.outcome == "import-failed"


def test_a_file_that_is_left_out_was_handed_in(tmp_path):
    found = taken(tmp_path, zipped(("../heuristic.py", b"h = 1")))
    with pytest.raises(CheckAborted, match=r"^no usable file was handed in \(see the notes\): "):
        choose_file(found, "heuristic.py")
    with pytest.raises(CheckAborted, match=r"^no file was handed in: expected heuristic\.py$"):
        choose_file(SubmissionFiles(), "heuristic.py")


def test_files_and_folders_of_a_name_cannot_both_be_written(tmp_path):
    found = SubmissionFiles()
    found.files |= {"a": b"1", "a/b.py": b"2"}
    with pytest.raises(CheckAborted, match=r"a/b\.py cannot be stored"):
        found.write(tmp_path / "new")


UNWRITABLE = {
    "a/b": "left out: a/b, because the name of its folder is also a file",
    "b/" * 51 + "c.py": "left out: c.py, in folders with too many levels or long names",
    ("ä" * 120 + "/") * 16
    + "c.py": "left out: c.py, in folders with too many levels or long names",
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_a_name_that_cannot_be_written_is_left_out(tmp_path, name):
    found = taken(tmp_path, zipped(("a", b"1"), ("./heuristic.py", b"good"), (name, b"evil")))
    assert found.files == {"a": b"1", "heuristic.py": b"good"}
    assert any(UNWRITABLE[name] in note for note in found.notes)
    found.write(tmp_path / "new")


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_occurs_again_is_noted(tmp_path):
    found = taken(tmp_path, zipped(("h.py", b"one"), ("h.py", b"two"), ("h.py", b"three")))
    assert found.files == {"h.py": b"three"}
    assert "h.py is there more than once: the last file counts" in found.notes


def test_a_file_and_an_archive_of_one_name_do_not_collide(tmp_path):
    names = [tmp_path / name for name in ("x.txt", "a.py.zip", "a.py")]
    for path, content in zip(names, (b"0", zipped(("b.py", b"2")), b"1"), strict=True):
        path.write_bytes(content)
    for at, order in enumerate((names, names[::-1])):
        found = Submission("x", [SubmittedPath(path) for path in order]).contents()
        assert found.files.keys() == {"x.txt", "a.py.zip", "a.py"}
        assert any(note.startswith("left out: a.py") for note in found.notes)
        found.write(tmp_path / f"new{at}")


@pytest.mark.parametrize("name", [".zip", "...zip", "in/...zip"])
def test_the_name_of_an_archive_does_not_lead_out_of_the_folder(tmp_path, name):
    work = tmp_path / "work"
    (work / "in").mkdir(parents=True)
    (work / "heuristic.py").write_bytes(b"good")
    evil = f"{tmp_path}/evil.py".lstrip("/") if name == ".zip" else "evil.py"
    (work / name).write_bytes(zipped((evil, b"evil")))
    found = SubmissionFiles()
    found.add(SubmittedPath(work))
    assert found.files.keys() - {name} == {"heuristic.py"}
    assert any("leads out of the folder" in note for note in found.notes)
    (tmp_path / "new").mkdir()
    found.write(tmp_path / "new")
    assert not list(tmp_path.glob("evil.py"))


@pytest.mark.parametrize("name", ["..", "."])
def test_the_end_of_a_name_in_a_download_is_not_a_folder(tmp_path, name):
    path = tmp_path / f"Jane_1_assignsubmission_file_{name}"
    path.write_bytes(b"1")
    (only,) = SubmissionFinder().submissions([path])
    assert (only.name, only.contents().files) == ("Jane_1", {})


def test_the_message_about_a_file_that_cannot_be_read_has_no_path(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    (tmp_path / "heuristic.py").touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    for path in (tmp_path, tmp_path / "heuristic.py"):
        with pytest.raises(
            CheckAborted, match=r"^heuristic\.py cannot be read: Permission denied$"
        ) as refused:
            SubmissionFiles().add(SubmittedPath(path))
        assert refused.value.outcome == "not-graded"  # the student may have done nothing wrong


@pytest.mark.parametrize(
    "closed", ["Bob_2_assignsubmission_file", "Bob_2_assignsubmission_file/sub"]
)
def test_a_student_whose_folder_cannot_be_read_is_not_graded(tmp_path, monkeypatch, closed):
    for name in ("Ann_1", "Bob_2", "Cy_3"):
        (tmp_path / f"{name}_assignsubmission_file" / "sub").mkdir(parents=True)
        (tmp_path / f"{name}_assignsubmission_file" / "sub" / "heuristic.py").touch()
    scandir = os.scandir

    def refuse(path):
        if Path(path) == tmp_path / closed:
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    ann, bob, cy = find_submissions([tmp_path])
    assert (ann.name, bob.name, cy.name) == ("Ann_1", "Bob_2", "Cy_3")
    assert len(ann.contents().files) == len(cy.contents().files) == 1
    with pytest.raises(CheckAborted, match=r"^[^/]* cannot be read: Permission denied$") as refused:
        bob.contents()
    assert refused.value.outcome == "not-graded"


def test_a_folder_without_an_end_ends_nothing(tmp_path, monkeypatch, request):
    delete = ["rm", "-rf", tmp_path / "d"]  # pytest would recurse
    request.addfinalizer(lambda: subprocess.run(delete, check=True))
    (tmp_path / "heuristic.py").write_bytes(b"good")
    monkeypatch.chdir(tmp_path)
    for _ in range(1200):
        os.mkdir("d")
        os.chdir("d")
    (Path("far.py")).write_bytes(b"far")
    found = SubmissionFiles()
    found.add(SubmittedPath(tmp_path))
    assert found.files == {"heuristic.py": b"good"}
    assert found.notes == ["left out: folders more than 50 levels deep"]
    assert [one.sources[0].path for one in find_submissions([tmp_path])] == [tmp_path]


def test_a_path_that_is_too_long_stops_no_class(tmp_path, monkeypatch, request):
    delete = ["rm", "-rf", tmp_path / ("d" * 250)]
    request.addfinalizer(lambda: subprocess.run(delete, check=True))
    (tmp_path / "heuristic.py").write_bytes(b"good")
    monkeypatch.chdir(tmp_path)
    length = len(os.fsencode(tmp_path))
    while length + 251 < 4096:
        os.mkdir("d" * 250)
        os.chdir("d" * 250)
        length += 251
    Path("x" * 252).write_bytes(b"far")
    with pytest.raises(OSError, match="too long"):  # the beacon
        os.stat("/".join([str(tmp_path), *["d" * 250] * (length // 251), "x" * 252]))
    found = SubmissionFiles()
    found.add(SubmittedPath(tmp_path))
    assert found.files == {"heuristic.py": b"good"}
    assert found.notes == ["left out: files that cannot be opened, pipes, sockets or devices (1)"]
    assert [one.sources[0].path for one in find_submissions([tmp_path])] == [tmp_path]


def test_folders_are_counted_so_that_the_files_find_room(tmp_path):
    deep = "a/" * 41
    names = [f"{number}/{deep}f" for number in range(13)]
    with pytest.raises(CheckAborted, match="505 folders; expected at most 500 files") as refused:
        taken(tmp_path, zipped(*((name, b"") for name in names)))
    assert refused.value.outcome == "import-failed"
    assert len(taken(tmp_path, zipped(*((name, b"") for name in names[:11]))).files) == 11


def test_links_of_a_folder_are_left_out_and_told(tmp_path):
    work = tmp_path / "work"
    (work / "inner").mkdir(parents=True)
    (work / "inner" / "heuristic.py").write_text("x = 1", "utf-8")
    (work / "here.py").symlink_to("/etc/passwd")
    (work / "there").symlink_to("/etc")
    found = SubmissionFiles()
    found.add(SubmittedPath(work))
    assert list(found.files) == ["inner/heuristic.py"]
    assert found.notes == ["left out: 2 links, which may lead outside"]


@pytest.mark.parametrize("is_archive", [False, True])
def test_the_folders_of_environments_and_tools_are_left_out_before_counting(tmp_path, is_archive):
    many = [f"{number}/h.py" for number in range(501)]
    names = [
        f"{place}/{name}" for place in ("proj/.venv", "env/lib/site-packages") for name in many
    ]
    members = [(name, b"1") for name in ("heuristic.py", "env/own.py", "proj/.idea/x.xml", *names)]
    if is_archive:
        venv = link("proj/.venv/bin/python")
        found = taken(tmp_path, zipped(*members, (venv, b"/usr/bin/python")))
    else:
        for name, content in members:
            (tmp_path / "work" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "work" / name).write_bytes(content)
        found = taken_from(tmp_path / "work")
    assert sorted(found.files) == ["env/own.py", "heuristic.py"]
    tools = ["left out: .idea", "left out: .venv", "left out: site-packages"]
    assert sorted(note for note in found.notes if note.startswith("left")) == tools


def test_a_link_is_noted_if_it_is_the_submission(tmp_path):
    (tmp_path / "h.py").write_bytes(b"1")
    (tmp_path / "heuristic.py").symlink_to(tmp_path / "h.py")
    found = taken_from(tmp_path / "heuristic.py")
    assert (found.files, found.notes) == (
        {},
        ["left out: heuristic.py, a link, a pipe or a device"],
    )


CHOICES = {
    ("heuristic.py", "b.py"): "heuristic.py",
    ("in/heuristic.py", "in/helper.py"): "in/heuristic.py",
    ("in/heuristic.ipynb", "helper.py"): "in/heuristic.ipynb",
    ("solution.ipynb",): "solution.ipynb",
    ("mine.py", "notes.txt"): "mine.py",
    ("a/heuristic.py", "b/heuristic.py"): "found 2 files named heuristic.py (a/heuristic.py,"
    " b/heuristic.py), expected one; if each student has a folder, give FOLDER/*",
    ("a/b/heuristic.py", "a/heuristic.py"): "a/heuristic.py",
    ("a/b/heuristic.py", "a/c/heuristic.py"): "found 2 files named heuristic.py (a/b/heuristic.py,"
    " a/c/heuristic.py), expected one",
    ("a.py", "b.py"): "unknown file 'heuristic.py'",
    ("a.py", "b.ipynb"): "unknown file 'heuristic.py'",
    ("work.rar",): "work.rar is an unknown kind of archive: expected heuristic.py, or a .zip",
}


def test_an_archive_of_links_buries_no_other_note(tmp_path):
    path = tmp_path / "work.zip"
    path.write_bytes(zipped(*((link(f"n{number}"), b"x") for number in range(300))))
    asked = assignment(tmp_path, PROPERTIES)
    assert len(Submission("m", (SubmittedPath(path),)).contents().notes) == 301  # the beacon
    grader = Grader(asked, None, confined=False)
    grader.read(Submission("m", (SubmittedPath(path),)))
    notes = grader.grade(0, 0).notes
    assert notes[1] == "left out: n0, which is a link or a device"
    assert (len(notes), notes[-1]) == (21, "and 281 more notes")


def test_a_pipe_is_never_waited_for(tmp_path):
    for name in ("heuristic.py", "work.zip"):
        os.mkfifo(tmp_path / name)
        (only,) = grade.SubmissionFinder().submissions([tmp_path / name])
        assert only.contents().files == {}


def test_the_file_that_is_graded_is_found_however_deep(tmp_path):
    for number, (names, expected) in enumerate(CHOICES.items()):
        work = tmp_path / str(number)
        for name in names:
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_text("x = 1", "utf-8")
        if expected in names:
            file, notes = choose_file(
                Submission("work", [SubmittedPath(work)]).contents(), "heuristic.py"
            )
            assert file == expected
            assert bool(notes) == ("/" in expected)
        else:
            with pytest.raises(CheckAborted) as refused:
                choose_file(Submission("w", [SubmittedPath(work)]).contents(), "heuristic.py")
            assert refused.value.message.startswith(expected)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("in/mine.ipynb", "utils.py", "in/test.py"), "in/mine.ipynb"),
        (("mine.ipynb", "lab.py"), "lab.py"),
        (("mine.ipynb", "a/lab.py", "b/lab.py"), "unknown file 'lab.ipynb'"),
        (("mine.ipynb", "other.ipynb", "utils.py"), "unknown file 'lab.ipynb'"),
    ],
)
def test_the_only_notebook_is_graded_if_a_notebook_is_wanted(names, expected):
    contents = SubmissionFiles()
    contents.files = dict.fromkeys(names, b"x = 1")
    if expected in names:
        file, notes = choose_file(contents, "lab.ipynb")
        assert file == expected
        told = "not graded, because in/mine.ipynb is graded: in/test.py, utils.py"
        assert (told in notes) == file.endswith(".ipynb")
    else:
        with pytest.raises(CheckAborted, match=expected):
            choose_file(contents, "lab.ipynb")


def notebook(*cells):
    """Return a notebook of code cells, the sources in the two ways in which they are stored."""
    made = [{"cell_type": "markdown", "source": "words"}]
    for number, text in enumerate(cells):
        source = text if number % 2 else text.splitlines(keepends=True)
        made.append({"cell_type": "code", "source": source, "outputs": []})
    return json.dumps({"cells": made, "nbformat": 4})


def test_a_notebook_is_its_code_cells_in_order_and_magics_are_left_out():
    script = script_of(
        "n.ipynb",
        notebook(
            "%matplotlib inline\nx = 1\n",
            "!pip install it\nfor i in range(3):\n    %time x += i\nfiles = !ls\nx?",
            "%%bash\nrm -rf everything\n",
            "%%writefile h.py\ny = (x\n  %2)\ndisplay(y)",
        ),
    )
    values = {}
    exec(script, values)  # the specimen of this test
    assert (values["x"], values["y"]) == (4, 0)
    assert script.count("left out: ") == 7
    line = script.splitlines().index("display(y)") + 1
    assert place_in("n.ipynb", line, script) == "n.ipynb, cell 4, line 4"
    assert place_in("n.py", line, script) == f"n.py, line {line}"


@pytest.mark.parametrize(
    ("cell", "x"),
    [
        ('%matplotlib inline\ndef f():\n    """Is it so?\n    Yes."""\nx = 1', 1),
        ("!ls\nx = [  # why?\n    2]", [2]),
        ("%cd ..\nx = (7\n    % 4)", 3),
        ("%time x = 3\nx", 3),
        ("y = %time 4\nx = y", 4),
        ("%timeit x = 3\nx = '\x0c5'\nx.strip?", "\x0c5"),
        ("!echo it's (\nx = 6", 6),
        ("get_ipython().magic('cd')\nx = 'colab' in str(get_ipython())", False),
    ],
)
def test_a_cell_that_a_notebook_can_run_is_python(cell, x):
    values = {}
    exec(script_of("n.ipynb", notebook(cell)), values)
    assert values["x"] == x


def test_an_error_is_not_taken_for_magic():
    for cell in ("%cd ..\nx = 1 1  # why?", "%cd ..\nx = y?"):
        with pytest.raises(SyntaxError):
            exec(script_of("n.ipynb", notebook(cell)), {})


def test_a_notebook_can_import_a_module_that_one_of_its_cells_writes(tmp_path):
    path = tmp_path / "heuristic.ipynb"
    cells = ("%%writefile helper.py\nleast = 3", "from helper import least\ndef h(): return least")
    path.write_text(notebook(*cells), "utf-8")
    assert load_function(FileReference(str(path), "h"))() == 3


@pytest.mark.filterwarnings("always::aima_search.catalog.user_files.NotebookWarning")
@pytest.mark.gate("whole commands")
def test_a_function_of_a_notebook_is_a_heuristic_at_every_command(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "helper.py").write_text("least = 0\n", "utf-8")
    cells = ("%time\nfrom helper import least", "def my_h(node):\n    return least")
    (tmp_path / "my.ipynb").write_text(notebook(*cells), "utf-8")
    status, out, _ = run("check", "movix", "2-tiny", "--heuristic", "my.ipynb:my_h")
    assert (status, "admissible" in out) == (0, True)
    status, _, err = run("solve", "movix", "2-tiny", "--heuristic", "my.ipynb:your_h")
    assert (status, "did you mean 'my_h'" in err) == (2, True)
    (tmp_path / "my.ipynb").write_text(notebook(*cells[:1], "\n1 / 0", *cells[1:]), "utf-8")
    status, _, err = run("solve", "movix", "2-tiny", "--heuristic", "my.ipynb:my_h")
    assert (status, "my.ipynb, cell 2, line 2: ZeroDivisionError" in err) == (0, True)
    (tmp_path / "my.ipynb").write_text(notebook(*cells[:1], f"1 / 0\n{cells[1]}"), "utf-8")
    status, _, err = run("solve", "movix", "2-tiny", "--heuristic", "my.ipynb:my_h")
    assert (status, "my.ipynb, cell 2, line 1: ZeroDivisionError" in err) == (2, True)


def explored(text, *cells):
    """Return the notebook of ``cells``, whose first cell is ``text`` with the tag explore."""
    made = json.loads(notebook(text, *cells))
    made["cells"][1]["metadata"] = {"tags": ["explore"]}
    return json.dumps(made)


HINTS = "from __future__ import annotations"


@pytest.mark.parametrize(
    ("content", "value", "count"),
    [
        (notebook("def h(): return 1", "1 / 0"), 1, 1),
        (notebook("def h(): return 1", "h() = 2", "def h(): return 3"), 3, 1),
        (notebook(f"{HINTS}\nx: none = 1", "def h(a: b = 4): return a"), 4, 0),
        (notebook("x = 1", f"{HINTS}\ndef h(a: b = x): return a"), 1, 0),
        (notebook("raise SystemExit", "def h(): return 5"), 5, 1),
        (explored("import missing\nimport math\nx = y()", "def h(): return math.e > 2"), True, 0),
        (explored("print(1 / 0)\n\n@staticmethod\ndef h():\n    return 6"), 6, 0),
        (explored("def h(): return 7", "no magic? at all", "h()"), 7, 1),
        (explored("x = (", "def h(): return 8"), 8, 0),
        (explored("x = (1,\n2); import math; x += (3,)", "def h(): return x[:]"), (1, 2, 3), 0),
        (explored("x = math.inf\ny = 9\nz = print(1 / 0)", "def h(): return y"), 9, 0),
        (explored("y = lambda a: min(a)\nz: int = 3", "def h(): return y([z, 4])"), 3, 0),
        (explored("y = dict(a=list('b'))\nz = open('x')", "def h(): return y['a']"), ["b"], 0),
        (notebook("def h():\n# code cell 3 explore\n    return 4", "1 / 0"), 4, 1),
        (notebook("%run helper.py", "def h(): return x"), 9, 0),
        (notebook("%%file other.py\ny = 2", "from other import y\ndef h(): return y"), 2, 0),
    ],
)  # fmt: skip
def test_the_cells_of_a_notebook_run_one_by_one(tmp_path, content, value, count):
    (tmp_path / "helper.py").write_text("x = 9\n", "utf-8")
    path = tmp_path / "my.ipynb"
    path.write_text(content, "utf-8")
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        assert load_function(FileReference(str(path), "h"))() == value
    assert len(noted) == count
    assert len([note for note in notebook_notes(str(path)) if "% or !" not in note]) == count


def test_a_notebook_that_turns_warnings_into_errors_can_be_read(tmp_path):
    path = tmp_path / "my.ipynb"
    cells = ("import warnings\nwarnings.simplefilter('error')\n1 / 0", "def h(): return 3")
    path.write_text(notebook(*cells), "utf-8")
    with warnings.catch_warnings():
        assert load_function(FileReference(str(path), "h"))() == 3


FAULTY = "def my_h(node)\n    return 0"
MISSING_COLON = f"SyntaxError: expected ':' (this is Python 3.{sys.version_info.minor})"


@pytest.mark.gate("confinement")
@pytest.mark.parametrize(
    ("cells", "outcome", "message"),
    [
        ((FAULTY,), "import-failed", f"my.ipynb, cell 2, line 1: {MISSING_COLON}"),
        (("def my_h(node): return 0", "open('/tmp/x', 'w')"), "passed", ""),
        (("import puzzles\ndef my_h(node): return 0",), "import-failed", "puzzles must not be"),
    ],
)
def test_only_the_cell_of_the_function_matters(tmp_path, cells, outcome, message):
    asked = assignment(
        tmp_path, PROPERTIES, top=TOP + 'forbidden-imports = ["heuristics", "puzzles"]\n'
    )
    (tmp_path / "my.ipynb").write_text(explored("import puzzles", *cells), "utf-8")
    (score,) = grade.run(asked, [tmp_path / "my.ipynb"])
    (finding,) = score.parts[0].findings
    assert (finding.outcome, message in finding.message) == (outcome, True)


def test_a_note_about_a_notebook_says_what_was_skipped(tmp_path):
    path = tmp_path / "my.ipynb"
    path.write_text(notebook("def h(): return 1", "x = 1\ny = ", "1 / 0"), "utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        load_function(FileReference(str(path), "h"))
    bad, failed = notebook_notes(str(path))
    assert re.fullmatch(r"my.ipynb, cell 2, line 2: SyntaxError: .* \(the cell was skipped\)", bad)
    assert failed.endswith("ZeroDivisionError: division by zero (the rest of the cell was skipped)")


def test_a_line_of_an_experiment_is_counted_in_its_cell(tmp_path):
    path = tmp_path / "my.ipynb"
    path.write_text(explored("x = 1\n\ndef h():\n    return 1 / 0"), "utf-8")
    with pytest.raises(ZeroDivisionError) as error:
        load_function(FileReference(str(path), "h"))()
    assert place_in_user_file(error.value) == "my.ipynb, cell 1, line 4"
    with pytest.raises(UnknownName, match="'g': known: h"):
        load_function(FileReference(str(path), "g"))


def test_an_argument_of_a_call_is_no_assignment(tmp_path):
    path = tmp_path / "my.ipynb"
    path.write_text(explored("show(1, end='')\nsize = show(2)\n\ndef h(): pass"), "utf-8")
    load_function(FileReference(str(path), "h"))
    assert (is_assigned("size"), is_assigned("show")) == (True, False)


def test_a_name_whose_assignment_was_left_out_is_explained(tmp_path):
    path = tmp_path / "my.ipynb"
    path.write_text(explored("size = len('ab')\n\ndef my_h(node): return size"), "utf-8")
    (score,) = grade.run(assignment(tmp_path, PROPERTIES), [path])
    message = score.parts[0].findings[0].message
    assert message.endswith("explore assigns size, move the assignment to another cell")


@pytest.mark.filterwarnings("ignore::aima_search.catalog.user_files.NotebookWarning")
def test_an_error_of_another_cell_does_not_hide_a_wrong_name(tmp_path):
    path = tmp_path / "my.ipynb"
    path.write_text(notebook("def my_heuristic(node): return 0", "my_heuristic(1 / 0)"), "utf-8")
    with pytest.raises(UnknownName, match="did you mean 'my_heuristic'"):
        load_function(FileReference(str(path), "my_heuristics"))


def test_a_damaged_notebook_is_refused_in_words():
    for text in ("", "{}", "[]", '{"cells": 3}', '{"cells": [1]}', "[" * 10**5, "\ud800"):
        with pytest.raises(InputError, match="expected a notebook in format 4"):
            script_of("n.ipynb", text.encode("utf-8", "surrogatepass"))
    assert script_of("n.py", "{}") == "{}"


def test_a_name_does_not_begin_a_line_of_its_own(tmp_path):
    name = "heuristic\nprotections in force: none\nidentical: jane, bob"
    folder = tmp_path / name
    folder.mkdir()
    (folder / f"{name}.zip").write_bytes(zipped((f"../{name}", ""), ("h.py", "")))
    os.mkfifo(folder / "pipe")
    (one,) = grade.SubmissionFinder().submissions([folder])
    assert one.name == one.student == name.replace("\n", r"\n")
    notes = one.contents().notes
    assert len(notes) == 3
    assert notes[-1].startswith(r"left out: ../heuristic\nprotections")
    assert "left out: files that cannot be opened, pipes, sockets or devices (1)" in notes
    assert not any("\n" in note for note in notes)


@pytest.mark.gate("confinement")
@pytest.mark.parametrize("own", ["heuristics", "puzzles"])
def test_an_own_helper_with_the_name_of_a_package_is_used(tmp_path, own):
    asked = assignment(tmp_path, PROPERTIES, top=f"{TOP}forbidden-imports = ['{own}']\n")
    folder = tmp_path / "work"
    folder.mkdir()
    helpers = {
        "": f"heuristic.py, line 1: {own} must not be imported here",
        HELPER: "proved for all states on 2-tiny",
        f"import {own}\n{HELPER}": f"{own}.py, line 1: {own} must not be imported",
    }
    text = f"from {own} import least\ndef my_h(problem): return least(problem)\n"
    (folder / "heuristic.py").write_text(text, "utf-8")
    for helper, said in helpers.items():
        if helper:
            (folder / f"{own}.py").write_text(helper, "utf-8")
        (score,) = grade.run(asked, [folder])
        assert score.parts[0].findings[0].message.startswith(said)


def test_a_file_with_the_name_of_another_module_is_to_be_renamed(tmp_path):
    cases = [
        ("from queue import least\n", True),
        ("import queue\nqueue.least()\n", True),
        ("import own\nown.least\n", False),
        ("import importlib\nimportlib.import_module('own').least\n", False),
    ]
    folders = [tmp_path / str(number) for number in range(len(cases))]
    for folder, (text, _) in zip(folders, cases, strict=True):
        folder.mkdir()
        for name, content in {"heuristic.py": text, "queue.py": HELPER, "own.py": ""}.items():
            (folder / name).write_text(content, "utf-8")
    scores = grade.run(assignment(tmp_path, PROPERTIES), folders, confined=False)
    for score, (text, is_advised) in zip(scores, cases, strict=True):
        message = score.parts[0].findings[0].message
        assert "Error" in message, text
        advice = "rename your file queue.py" in message
        assert advice == ("rename" in message) == is_advised, text


def test_the_message_is_not_about_the_imports_of_an_experiment(tmp_path):
    cases = {
        "def my_h(problem)": "cell 2, line 1: SyntaxError",
        "def my_g(problem): return None": "'my_h': did you mean 'my_g'?",
        "import heuristics\ndef my_h(problem): return None": "cell 2, line 1: ImportError: heur",
    }
    asked = assignment(tmp_path, PROPERTIES, top=TOP + 'forbidden-imports = ["heuristics"]\n')
    paths = [tmp_path / f"{number}.ipynb" for number in range(len(cases))]
    for path, text in zip(paths, cases, strict=True):
        path.write_text(explored("import heuristics", text), "utf-8")
    scores = grade.run(asked, paths, confined=False)
    for score, said in zip(scores, cases.values(), strict=True):
        assert said in score.parts[0].findings[0].message


NOTEBOOK = notebook(
    "%matplotlib inline\nfrom heuristics import least",
    "def my_h(problem):\n    return least(problem)",
)
HELPER = """
def least(problem):
    return lambda node: 0
"""


@pytest.mark.gate("confinement")
def test_a_zipped_folder_with_a_notebook_and_an_own_helper_is_graded(tmp_path):
    asked = assignment(
        tmp_path, PROPERTIES, top=TOP + 'forbidden-imports = ["heuristics", "puzzles"]\n'
    )
    path = tmp_path / "work.zip"
    helper = HELPER.replace("0", "int(costs)") + 'costs = open("costs.txt").read()\n'
    members = [("course/heuristic.ipynb", NOTEBOOK), ("course/heuristics.py", helper)]
    path.write_bytes(zipped(*members, ("course/costs.txt", "0"), ("readme.txt", "")))
    (score,) = grade.run(asked, [path])
    assert (score.outcome, score.points) == ("passed", 4)
    assert score.notes == [
        "work.zip was unpacked: 4 files",
        "course/heuristic.ipynb is graded: expected heuristic.py at the top level",
        "a notebook: 1 line with % or ! left out",
    ]
    path.write_bytes(zipped(("h.ipynb", notebook("x = 1", "\nraise ValueError('oh')"))))
    (score,) = grade.run(asked, [path])
    assert score.parts[0].findings[0].message == "h.ipynb, cell 2, line 2: ValueError: oh"


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("answer.toml", "answer.toml.txt"),
        ("search.py", "search.py.txt"),
        ("search.py", "search.ipynb.txt"),
        ("search.py", "work/search.json"),
        ("search.ipynb", "search.py.txt"),
        ("search.ipynb", "search.ipynb.txt"),
        ("search.ipynb", "search.ipynb.json"),
        ("search.ipynb", "work/search.json"),
    ],
)
def test_an_ending_that_a_browser_added_does_not_count(wanted, name):
    found = SubmissionFiles()
    for other in ("answer.json", "assignment.toml", "helper.py", name):
        found._store(other, notebook(other).encode())
    file, _ = choose_file(found, wanted)
    assert Path(file).stem == Path(wanted).stem
    assert Path(file).suffix in (".py", ".ipynb", ".toml")
    assert found.files[file] == found.files[name]


@pytest.mark.parametrize("name", ["search.json", "other.py.txt", "search.txt"])
def test_a_data_file_is_not_the_program(name):
    found = SubmissionFiles()
    found._store(name, b"1")
    with pytest.raises(CheckAborted, match=f"unknown file 'search.py'.*{name}"):
        choose_file(found, "search.py")


def test_a_data_file_with_the_name_of_the_notebook_does_not_replace_the_script():
    found = SubmissionFiles()
    for name in ("search.py", "search.json"):
        found._store(name, b"[1]")
    assert choose_file(found, "search.ipynb")[0] == "search.py"


def test_the_file_with_the_right_name_counts_before_a_file_with_an_added_ending():
    found = SubmissionFiles()
    for name in ("search.py.txt", "search.py"):
        found._store(name, name.encode())
    assert found.files[choose_file(found, "search.py")[0]] == b"search.py"


def test_a_copy_next_to_the_asked_file_is_noted():
    found = SubmissionFiles()
    names = ("lab.ipynb", "lab-Copy1.ipynb", "lab-final.ipynb", "my.ipynb")
    found.files |= dict.fromkeys(names, b"{}")
    note = "not graded, because lab.ipynb is graded: lab-Copy1.ipynb, lab-final.ipynb"
    assert choose_file(found, "lab.ipynb") == ("lab.ipynb", [note])


def test_an_ending_in_capital_letters_is_the_same(tmp_path):
    (tmp_path / "Heuristic.PY").write_text("h = 1\n", "utf-8")
    found = SubmissionFiles()
    found.add(SubmittedPath(tmp_path / "Heuristic.PY"))
    assert choose_file(found, "heuristic.py") == ("Heuristic.py", [])


def test_few_members_of_an_archive_of_data_are_searched_for_code(tmp_path, monkeypatch):
    data = zipped(*((f"{number}.json", "{}") for number in range(400)))
    read = Mock(return_value=b"{}")
    monkeypatch.setattr(archive_module.Archive, "read", read)
    assert not submission_module._contains_code(data)
    assert read.call_count == 20
