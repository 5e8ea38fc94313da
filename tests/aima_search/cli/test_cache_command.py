"""cache, and --no-cache."""

import os

from aima_search.base import cache

BOARD = "last:678/541/023"


def test_tables_are_listed_and_cleared(run, cache_folder):
    assert run("solve", "tiles", BOARD, "-h", "pattern-database", "-q")[0] == 0
    status, out, _ = run("cache")
    lines = out.splitlines()
    assert status == 0
    assert lines[0].startswith("2 tables, ")
    patterns = sorted(line.split("pattern ")[1] for line in lines[1:])
    assert patterns == ["(1, 2, 3, 4)", "(5, 6, 7, 8)"]
    assert run("cache", "--clear")[1] == f"2 files deleted from {cache_folder}\n"
    assert run("cache")[1] == f"0 tables, 0 B, in {cache_folder}\n"


def test_nothing_is_kept_without_a_cache(run, cache_folder, monkeypatch):
    assert run("solve", "tiles", BOARD, "-h", "pattern-database", "-q", "--no-cache")[0] == 0
    assert not list(cache_folder.iterdir())
    assert os.environ[cache.VARIABLE] == str(cache_folder)
    monkeypatch.setenv(cache.VARIABLE, cache.OFF)
    assert run("cache")[1] == "the cache is off: AIMA_SEARCH_CACHE is off\n"
