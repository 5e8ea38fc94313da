"""What stands in an exported folder, and what keeps one from being written."""

import re
import subprocess
import zlib
from html.parser import HTMLParser
from pathlib import Path

import pytest

from aima_search.apps.play import export as fetched
from aima_search.apps.play import export as package
from aima_search.apps.play.export import ExportError, export

HERE = Path(package.__file__).parent


@pytest.fixture
def folder(tmp_path, stand_in):
    return export(tmp_path / "page", stand_in).folder


class Addresses(HTMLParser):
    """Collects what a page refers to, and its inline scripts and styles."""

    def __init__(self):
        super().__init__()
        self.found, self.inline, self.policy = [], [], ""

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.found += [given[name] for name in ("src", "href") if name in given]
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]


def read(folder):
    page = Addresses()
    page.feed((folder / "index.html").read_text("utf-8"))
    return page


def test_everything_that_the_page_refers_to_is_in_the_folder(folder):
    page = read(folder)
    files = [address for address in page.found if not address.startswith("data:")]
    assert "./start.js" in files
    assert "./check.js" in files
    for script in folder.glob("*.js"):
        files += re.findall(r'^import .* from "(.+)";$', script.read_text("utf-8"), re.MULTILINE)
    assert "./pyodide/pyodide.mjs" in files
    for address in files:
        assert (folder / address).is_file(), address
    assert not (folder / "place.html").exists()


def test_every_file_that_is_checked_at_the_start_is_in_the_folder(folder):
    text = (folder / "check.js").read_text("utf-8")
    lists = re.findall(r"const (?:MODULES|OTHERS) = \[(.+)\];", text)
    names = re.findall(r'"([^"]+)"', " ".join(lists))
    assert len(names) == 10
    assert [name for name in names if not (folder / name).is_file()] == []


def test_the_policy_forbids_what_is_not_in_the_folder(folder):
    page = read(folder)
    assert page.policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
    assert "http" not in page.policy
    assert "unsafe-inline" not in page.policy
    assert "'unsafe-eval'" not in page.policy
    assert page.inline == []


def test_no_package_of_pyodide_is_named_so_that_none_is_ever_asked_for(folder):
    text = (folder / "pyodide" / "pyodide-lock.json").read_text("utf-8")
    assert text == '{"info": {"python": "3.14"}, "packages": {}}'


def test_the_sizes_are_those_of_the_files(folder):
    text = (folder / "sizes.js").read_text("utf-8")
    sizes = re.findall(r'"(.+)": (\d+)', text)
    assert [name for name, _ in sizes] == [
        *("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "aima_search.zip")
    ]
    assert [int(size) for _, size in sizes] == [(folder / name).stat().st_size for name, _ in sizes]


def test_the_folder_is_told_in_numbers(tmp_path, stand_in):
    written = export(tmp_path / "page", stand_in)
    files = [path for path in written.folder.rglob("*") if path.is_file()]
    assert written.files == len(files)
    assert written.bytes == sum(path.stat().st_size for path in files)


def test_a_folder_is_exported_again_and_no_other_one_is_written_into(folder, tmp_path, stand_in):
    assert export(folder, stand_in).folder == folder
    other = tmp_path / "other"
    other.mkdir()
    assert export(other, stand_in).files
    (folder / "sizes.js").unlink()
    with pytest.raises(ExportError, match="is not empty: choose a new folder"):
        export(folder, stand_in)
    with pytest.raises(ExportError, match="is a file: expected a folder"):
        export(folder / "index.html", stand_in)


def test_without_npm_the_error_says_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(ExportError, match=r"install Node.js, or download .* with --pyodide$"):
        export(tmp_path / "page")
    assert not (tmp_path / "page").exists()


def test_what_npm_says_is_passed_on(tmp_path, monkeypatch):
    def fail(command, **_):
        assert command[1:3] == ["pack", f"pyodide@{fetched.VERSION}"]
        return subprocess.CompletedProcess(command, 1, "", "npm error\nno such host")

    monkeypatch.setattr("shutil.which", lambda name: "npm")
    monkeypatch.setattr("subprocess.run", fail)
    with pytest.raises(ExportError, match=r"could not download .* \(npm error no such host\)"):
        fetched.fetch_package(tmp_path)


def test_another_file_is_refused(tmp_path, stand_in):
    file = tmp_path / "pyodide.tgz"
    with pytest.raises(ExportError, match="No such file"):
        fetched.read_pyodide(file)
    file.write_bytes(b"something else")
    with pytest.raises(ExportError, match="its SHA-512 hash is wrong"):
        fetched.read_pyodide(file)
    assert fetched.read_pyodide(stand_in).keys() == set(fetched.NEEDED)


def test_the_core_has_at_most_eight_megabytes_compressed(exported):
    files = (path for path in exported.folder.rglob("*") if path.is_file())
    assert sum(len(zlib.compress(path.read_bytes(), 9)) for path in files) < 8_000_000
    assert (exported.code.plugins, exported.code.left_out) == ([], [])
