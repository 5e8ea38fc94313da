"""While tables are made: progress, limits, interruptions; nothing half-made is left."""

import pytest

import heuristics
from aima_search import Limits, compare, solve
from aima_search.base.errors import NotApplicable
from aima_search.catalog.heuristics import TableProgressScope, announce
from puzzles import Pancakes, Routes, Tiles

FIFTEEN = Tiles.level("15-2-korf")
MADE = [
    (FIFTEEN, "pattern-database(4-4-4-3)"),
    (Pancakes("6,5,3,4,2,1"), "pattern-database"),
    (Routes("A>C:A,B,1;B,C,2"), "landmarks"),  # a map that has none yet
    (Tiles("125/034"), "relaxed(adjacent)"),
    (Tiles("125/034"), "perfect"),
]


pytestmark = pytest.mark.usefixtures("cache_folder")


@pytest.mark.parametrize(("problem", "name"), MADE)
def test_every_table_is_announced_before_it_is_begun(problem, name):
    seen = []
    with TableProgressScope(seen.append):
        heuristics.get(name, problem)
    assert seen[0].done == 0
    assert str(seen[0]).startswith("preparing ")
    assert all(one.done <= one.entries for one in seen if one.entries)


def test_progress_counts_up_to_the_entries():
    told = []
    with TableProgressScope(told.append):
        heuristics.get("pattern-database(4-4-4-3)", FIFTEEN)
    first = [one for one in told if one.entries == 43_680][: len(told) // 4]
    assert [one.done for one in first] == sorted(one.done for one in first)
    assert str(first[0]) == "preparing a table: 0 of 43,680 entries"
    announce("nobody listens")(5)


def test_a_limit_on_time_ends_it_within_a_library_call(cache_folder):
    result = solve(FIFTEEN, heuristic="pattern-database(6-6-3)", limits=Limits(seconds=0.05))
    assert (result.status, result.expanded) == ("time-limit", 0)
    assert result.prepared < 30  # the whole table takes longer
    assert not list(cache_folder.iterdir())


def test_a_table_that_will_not_fit_is_refused_before_it_is_begun(cache_folder):
    limits = Limits(memory="1MiB")
    with pytest.raises(NotApplicable, match=r"table of 524,160 entries takes 36\.0 MiB of memory"):
        solve(FIFTEEN, heuristic="pattern-database(5-5-5)", limits=limits)
    [row] = compare(FIFTEEN, ["astar"], ["pattern-database(5-5-5)"], limits).rows
    assert row.status == "not-applicable"
    assert "raise the limit, or use smaller patterns" in row.message
    assert not list(cache_folder.iterdir())
    assert solve(Tiles("125/034"), heuristic="perfect", limits=limits).status == "memory-limit"
    with pytest.raises(NotApplicable, match="268,435,456 entries"):
        heuristics.get("pattern-database(7-4-4)", FIFTEEN)


def test_an_interruption_leaves_nothing_and_the_next_search_works(cache_folder):
    def interrupt(preparation):
        if preparation.done:
            raise KeyboardInterrupt

    easy = Tiles.level("15-1-easy")
    with TableProgressScope(interrupt):
        result = solve(easy, heuristic="pattern-database(4-4-4-3)")
    assert (result.status, result.expanded) == ("interrupted", 0)
    assert not list(cache_folder.iterdir())
    assert solve(easy, heuristic="pattern-database(4-4-4-3)").solved
    assert len(list(cache_folder.iterdir())) == 4
