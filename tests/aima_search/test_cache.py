"""The cache of tables: what is kept is the same, and nothing that is damaged is believed."""

import io
import multiprocessing
import os
import tempfile

import numpy as np
import pytest

from aima_search.base import cache
from aima_search.base.errors import InputError

TABLE = np.arange(1000, dtype=np.uint8)


def make_noting(calls):
    def make():
        calls.append(1)
        return TABLE.copy()

    return make


def test_a_table_is_made_once(cache_folder):
    calls = []
    for _ in range(3):
        assert (cache.cached_array("a", make_noting(calls)) == TABLE).all()
    assert len(calls) == 1
    cache.cached_array("b", make_noting(calls))
    assert len(calls) == 2
    assert {one.identity for one in cache.entries()} == {"a", "b"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_with_the_name_of_a_table_is_neither_read_nor_listed(cache_folder):
    calls = []
    cache.cached_array("a", make_noting(calls))
    [table] = cache.entries()
    table.path.unlink()
    os.mkfifo(table.path)
    cache.cached_array("a", make_noting(calls))
    assert len(calls) == 2
    cache.clear()


def damages(path):
    """Yield what may have become of a file."""
    content = path.read_bytes()
    yield "empty", b""
    yield "its head alone", content[:25]
    yield "truncated", content[:-1]
    yield "longer", content + b"0"
    yield "a bit", content[:-7] + bytes([content[-7] ^ 4]) + content[-6:]
    yield "of another kind", b"\x80\x04\x95" + content
    yield "of another table", content.replace(b"\na\n", b"\nz\n", 1)
    yield "without a digest", content.split(b"\na\n")[0] + b"\na\n"


def test_a_damaged_file_is_made_again(cache_folder):
    cache.cached_array("a", make_noting([]))
    [path] = cache_folder.iterdir()
    for what, content in damages(path):
        path.write_bytes(content)
        calls = []
        assert (cache.cached_array("a", make_noting(calls)) == TABLE).all(), what
        assert len(calls) == 1, what
        assert len(list(cache.entries())) == 1, what


def test_the_content_of_another_table_is_not_believed(cache_folder):
    cache.cached_array("a", make_noting([]))
    cache.cached_array("b", lambda: TABLE[::-1].copy())
    first, second = sorted(cache_folder.iterdir(), key=cache._identity)
    mine, other = first.read_bytes(), second.read_bytes()
    for swapped in (other, mine.split(b"\na\n")[0] + b"\na\n" + other.split(b"\nb\n", 1)[1]):
        first.write_bytes(swapped)
        assert (cache.cached_array("a", make_noting([])) == TABLE).all()


def test_a_foreign_file_is_listed_as_damaged_and_cleared(cache_folder):
    (cache_folder / "x.table").write_bytes(b"nothing of ours")
    assert [one.identity for one in cache.entries()] == ["damaged"]
    assert cache.clear() == 1
    assert not list(cache_folder.iterdir())


def test_an_interruption_leaves_nothing(cache_folder, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        cache.cached_array("a", make_noting([]))
    assert not list(cache_folder.iterdir())


@pytest.mark.parametrize(
    ("module", "name"), [(os, "replace"), (os, "fdopen"), (tempfile, "mkstemp")]
)
def test_a_full_disk_costs_the_file_only(cache_folder, monkeypatch, module, name):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, name, full)
    assert (cache.cached_array("a", make_noting([])) == TABLE).all()
    assert not list(cache_folder.iterdir())


def test_a_disk_that_fills_up_on_the_way_keeps_no_half(cache_folder, monkeypatch):
    class Full:
        def __init__(self, number, mode):
            self.file, self.left = io.FileIO(number, mode), 50

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, data):
            self.left -= len(data)
            self.file.write(data)
            if self.left < 0:
                raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", Full)
    assert (cache.cached_array("a", make_noting([])) == TABLE).all()
    assert not list(cache_folder.iterdir())


def test_a_folder_that_cannot_be_is_as_none(cache_folder, monkeypatch):
    (cache_folder / "file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(cache_folder / "file" / "folder"))
    assert (cache.cached_array("a", make_noting([])) == TABLE).all()
    assert list(cache.entries()) == []
    assert cache.clear() == 0


def test_a_folder_that_can_only_be_read_serves_its_tables(cache_folder, monkeypatch):
    calls = []
    cache.cached_array("a", make_noting(calls))

    def read_only(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "utime", read_only)
    assert (cache.cached_array("a", make_noting(calls)) == TABLE).all()
    assert len(calls) == 1


def test_off_keeps_nothing(cache_folder, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, cache.OFF)
    cache.cached_array("a", make_noting([]))
    assert cache.folder() is None
    assert not list(cache_folder.iterdir())


def test_the_longest_unused_go_first(cache_folder, monkeypatch):
    monkeypatch.setattr(cache, "MOST_BYTES", 2500)
    for number, name in enumerate("abc"):
        cache.cached_array(name, make_noting([]))
        for path in cache_folder.iterdir():
            if cache._identity(path) == name:
                os.utime(path, (number, number))
    cache.cached_array("d", make_noting([]))
    assert {one.identity for one in cache.entries()} == {"c", "d"}


def test_what_a_killed_process_left_is_cleared_away(cache_folder):
    left = cache_folder / "a.tablexyz"
    left.write_bytes(b"half")
    cache.cached_array("a", make_noting([]))
    assert left.exists()  # it may be written to right now
    os.utime(left, (0, 0))
    cache.cached_array("b", make_noting([]))
    assert not left.exists()


def _keep_often(number):
    cache.WORTH_CACHING = 0
    return all((cache.cached_array(f"t{i % 3}", TABLE.copy) == TABLE).all() for i in range(30))


@pytest.mark.gate("starts processes")
def test_processes_may_write_at_once(cache_folder):
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert all(pool.map(_keep_often, range(6)))
    assert len(list(cache_folder.iterdir())) == 3


def test_what_cannot_be_deleted_is_named(cache_folder, monkeypatch):
    cache.cached_array("a", make_noting([]))
    [path] = cache_folder.iterdir()

    def refuse(self, missing_ok=False):
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(type(path), "unlink", refuse)
    with pytest.raises(InputError, match="cannot be deleted"):
        cache.clear()


ours = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owner here")


@ours
def test_the_folder_is_made_for_the_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "new"))
    before = os.umask(0)
    try:
        cache.write("a", b"content")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert cache.is_private("a")


@ours
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
@pytest.mark.parametrize("part", ["folder", "file"])
def test_what_others_can_write_is_not_private(cache_folder, mode, part):
    cache.write("a", b"content")
    [entry] = cache.entries()
    cache_folder.chmod(0o700)
    assert cache.is_private("a")
    (cache_folder if part == "folder" else entry.path).chmod(mode)
    assert not cache.is_private("a")
    assert cache.read("a") == b"content"


def test_a_file_in_a_folder_that_is_closed_to_this_user_is_not_private(cache_folder, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(type(cache_folder), "is_file", refuse)
    assert not cache.is_private("a")


@ours
@pytest.mark.parametrize("part", ["folder", "file"])
def test_what_belongs_to_somebody_else_is_not_private(cache_folder, part, monkeypatch):
    cache.write("a", b"content")
    [entry] = cache.entries()
    other = cache_folder if part == "folder" else entry.path
    stat = type(other).stat

    def of_another_user(path, **how):
        values = list(stat(path, **how))
        values[4] += path == other  # st_uid
        return os.stat_result(values)

    monkeypatch.setattr(type(other), "stat", of_another_user)
    assert not cache.is_private("a")
