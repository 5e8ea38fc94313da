"""An assignment's file: an error names its line and the nearest key."""

import re
from pathlib import Path
from unittest.mock import Mock

import pytest

from aima_search.apps.grade.assignment import KINDS, parse_assignment
from aima_search.apps.grade.boards import reference_run
from aima_search.apps.grade.lateness import LatePolicy
from aima_search.apps.grade.results import OUTCOMES
from aima_search.base.errors import InputError, SearchError
from aima_search.runs.instances import Instance
from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    OPTIMAL,
    PROPERTIES,
    SEEDED_TILES,
    TOP,
    assignment,
    check,
    table,
    top_for,
)

WHOLE = TOP + PROPERTIES + EXPANDED
EXAMPLE = Path(__file__).parents[4] / "docs/reference/assignments.md"


def line_of(text):
    return next(number for number, line in enumerate(WHOLE.splitlines(), 1) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('puzzle = "movix"', 'puzzle = "movx"', "did you mean 'movix'?"),
        ('puzzle = "movix"', 'puzle = "movix"', "line 3 puzle: unknown key 'puzle': did you"),
        ("seconds = 20", "second = 20", "[limits] second: unknown key 'second': did you mean"),
        ("seconds = 20", "seconds = -1", "[limits] seconds = -1: expected at least 0"),
        ("seconds = 20", 'memory = "2 cats"', "[limits] memory: memory size '2 cats'"),
        ('levels = ["2-tiny"]', 'levels = ["2-tin"]', "did you mean '2-tiny'?"),
        ('name = "small"\n', "", "[boards] name: the key 'name' is missing"),
        ('name = "large"', 'name = "small"', "two sets of boards have this name"),
        ('kind = "heuristic"', 'kind = "heuristics"', "did you mean 'heuristic'?"),
        ('function = "my_h"\n', "", "the key 'function' is missing"),
        ('check = "properties"\n', "", "the key 'check' is missing: set it to one of properties"),
        ('check = "expanded"', 'check = "expand"', "did you mean 'expanded'?"),
        ("points = 4", "point = 4", "[parts.checks] point: unknown key 'point': did you mean"),
        ("points = 4", "points = [1, 2]", "expected one number"),
        ("points = 4", "points = 'many'", "expected a number"),
        ("points = 4", "points = nan", "expected a number"),
        ("at-most = [1000, 10]", "at-most = [10, 1000]", "numbers in decreasing order"),
        ("at-most = [1000, 10]", "at-most = []", "expected at least one number"),
        ("at-most = [1000, 10]\npoints = 2", "at-most = [9, 8]\npoints = [1, 2, 3]", "3 numbers"),
        ('leaderboard = "expanded"', 'leaderboard = "expandd"', "did you mean 'expanded'?"),
        ('boards = "small"\npoints = 4', 'boards = "smal"\npoints = 4', "did you mean 'small'?"),
        ("points = 4", 'points = 4\nproperties = ["safer"]', "did you mean 'safe'?"),
    ],
)
def test_a_fault_is_told_with_what_was_expected(tmp_path, old, new, message):
    assert old in WHOLE
    with pytest.raises(SearchError) as caught:
        parse_assignment(WHOLE.replace(old, new, 1), tmp_path, "course.toml")
    assert str(caught.value).startswith("course.toml, line ")
    assert message in str(caught.value)


def test_the_example_in_the_reference_is_read(tmp_path):
    text = EXAMPLE.read_text("utf-8").partition("```toml\n")[2].partition("```")[0]
    plain = parse_assignment(text, tmp_path)
    proof, count = plain.parts[0].checks
    assert (proof.needed, count.extra, plain.late) == (True, False, LatePolicy())
    whole = re.sub(r"^# (?=[a-z]+(-[a-z]+)* = |\[late)", "", text, flags=re.MULTILINE)
    lines = [line for line in whole.splitlines() if "reference" not in line]  # of problems
    asked = parse_assignment("\n".join(lines), tmp_path)
    check = asked.parts[0].checks[1]
    assert asked.late == LatePolicy(grace=2, a_day=10, latest=5)
    assert asked.parts[0].forbidden == ("heuristics",)
    assert (check.extra, check.leaderboard, check.visibility) == (True, "expanded", "hidden")


def test_the_line_is_that_of_the_check_among_all_parts(tmp_path):
    more = TOP.partition("[[parts]]")[2].replace("my heuristic", "another")
    text = f"{WHOLE}[[parts]]{more}{PROPERTIES.replace('points', 'pionts')}"
    with pytest.raises(SearchError) as caught:
        parse_assignment(text, tmp_path, "course.toml")
    line = next(at for at, one in enumerate(text.splitlines(), 1) if "pionts" in one)
    assert f"line {line} [parts.checks] pionts" in str(caught.value)


def test_a_board_that_is_too_large_for_a_proof_is_told_before_anything_is_graded(tmp_path):
    asked = assignment(tmp_path, PROPERTIES + "states = 3\n")
    with pytest.raises(SearchError, match=r"part 1 \(.*'2-tiny' has more than 3 stat"):
        asked.prepare()


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("algorithm", check("order", reference="astar")),
        ("heuristic", check("expanded", at_most=9, optimal=False, measure="expanded_below_cost")),
    ],
)
def test_a_board_without_a_known_optimum_is_reported_before_anything_is_graded(
    tmp_path, kind, text
):
    asked = assignment(tmp_path, text, top=top_for(kind, "search", nodes=3))
    with pytest.raises(SearchError, match=r"part 1 \(.*no solution within 3 expansions"):
        asked.prepare()


@pytest.mark.parametrize("student", ["4711", "4712"])
def test_a_student_has_only_boards_that_the_package_can_solve(tmp_path, monkeypatch, student):
    hidden = check("value", answer="cost", heuristic="zero", visibility="hidden")
    texts = (SEEDED_TILES, SEEDED_TILES + hidden)  # a student's file lacks the hidden check
    own, teachers = (parse_assignment(text, tmp_path, seed_from=student) for text in texts)
    own.prepare()
    visible = own.parts[0].checks[0]
    assert len(visible.boards) == 2
    assert visible == teachers.parts[0].checks[0]
    assert own == parse_assignment(SEEDED_TILES, tmp_path, seed_from="id").of_student(student)
    monkeypatch.setattr("aima_search.apps.grade.assignment._TRIES", 1)
    with pytest.raises(SearchError, match="no solution within 2,000 expansions"):
        parse_assignment(SEEDED_TILES, tmp_path, seed_from=student).prepare()


def test_boards_of_a_student_that_cannot_be_drawn_are_drawn_again(tmp_path, monkeypatch):
    drawn = Mock(side_effect=[InputError("no board"), [Instance("last:123/456/708")]])
    monkeypatch.setattr("aima_search.apps.grade.assignment.instances_of", drawn)
    [board] = parse_assignment(SEEDED_TILES, tmp_path, seed_from="4711").parts[0].checks[0].boards
    assert board.id == "last:123/456/708"
    first, second = (call.args[0].values["seed"] for call in drawn.call_args_list)
    assert first != second
    drawn.side_effect = InputError("no board")
    with pytest.raises(InputError, match="no board"):
        parse_assignment(SEEDED_TILES, tmp_path)  # the teacher's own seed is used only once
    assert drawn.call_count == 3


def test_a_walk_that_never_ends_is_reported_before_anything_is_graded(tmp_path):
    boards = table(
        "boards", name="map with a road of length 0", places=12, seed=8335254923826843720
    )
    part = table("parts", name="search", kind="algorithm", function="search")
    walk = check("order", reference="lrta-star")
    asked = parse_assignment(f'puzzle = "routes"\n{boards}{part}{walk}', tmp_path)
    with pytest.raises(SearchError, match="lrta-star finds no solution"):
        asked.prepare()


def test_seeded_boards_are_the_same_twice(tmp_path):
    seeded = TOP.replace('levels = ["4-jump"]', "size = 4\ncount = 2\nseed = 7\nsolvable = true")
    check = EXPANDED.replace('"small"', '"large"')
    first, second = (assignment(tmp_path, check, top=seeded) for _ in range(2))
    boards = first.parts[0].checks[0].boards
    assert len(boards) == 2
    assert boards == second.parts[0].checks[0].boards


def test_blanks_around_an_id_do_not_change_the_boards(tmp_path):
    seeded = TOP.replace('levels = ["4-jump"]', "size = 4\nseed = 7\nsolvable = true")
    text = seeded + OPTIMAL.replace('"small"', '"large"')
    boards = {
        seed_from: parse_assignment(text, tmp_path, seed_from=seed_from).parts[0].checks[0].boards
        for seed_from in ("s7", " s7\t", "S7", "007", "7")
    }
    assert boards["s7"] == boards.pop(" s7\t")
    assert len({board.id for [board] in boards.values()}) == 4


@pytest.mark.parametrize(("seed_from", "seed"), [("id", "9"), ("4711", "4711"), ("", "")])
def test_a_group_has_the_boards_of_the_lowest_id(tmp_path, seed_from, seed):
    text = TOP + PROPERTIES
    assert parse_assignment(text, tmp_path, seed_from=seed_from).seed_of("10 and 9") == seed


def test_the_key_of_an_assignment_changes_with_the_files_of_its_boards(tmp_path):
    top = TOP.replace('levels = ["4-jump"]', 'files = ["boards.txt"]')
    keys = []
    for level in ("2-tiny", "4-jump", "4-jump"):
        plain = assignment(tmp_path, EXPANDED, top=TOP.replace("2-tiny", level))
        board = plain.parts[0].checks[0].boards[0].id
        (tmp_path / "boards.txt").write_text(board, "utf-8")
        keys.append(assignment(tmp_path, EXPANDED.replace('"small"', '"large"'), top=top).key())
    assert keys[0] != keys[1] == keys[2]


def test_the_packages_own_runs_on_many_boards_are_not_repeated(tmp_path):
    seeded = TOP.replace('levels = ["4-jump"]', "size = 4\ncount = 70\nseed = 7\nsolvable = true")
    asked = assignment(tmp_path, OPTIMAL.replace('"small"', '"large"'), top=seeded)
    assert len(asked.parts[0].checks[0].boards) == 70
    asked.prepare()
    runs = reference_run.cache_info().misses
    asked.prepare()
    assert reference_run.cache_info().misses == runs


def test_checks_of_one_kind_are_told_apart(tmp_path):
    (part,) = assignment(tmp_path, EXPANDED, EXPANDED, PROPERTIES, EXPANDED).parts
    titles = [check.title for check in part.checks]
    assert titles[0] == "number of expansions of astar"
    assert (titles[1], titles[3]) == (f"{titles[0]} #2", f"{titles[0]} #3")


def test_every_kind_of_part_has_checks_with_names_of_their_own():
    for checks in KINDS.values():
        assert len({check.kind for check in checks}) == len(checks) > 0
    assert len(OUTCOMES) == 12
