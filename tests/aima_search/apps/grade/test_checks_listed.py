"""The checks are listed as the reader knows them: at the command line and in the reference."""

import json
from pathlib import Path

from aima_search.apps.grade.assignment import KINDS, checks_page
from aima_search.apps.grade.checks import COMMON, KEYS

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "checks.md"


def test_every_key_that_is_read_has_a_meaning_and_no_other():
    read = {key for checks in KINDS.values() for check in checks for key in check.own_keys()}
    assert set(KEYS) == read | set(COMMON)


def test_the_page_of_the_reference_is_the_one_that_the_command_writes(tmp_path, run):
    file = tmp_path / "checks.md"
    status, _, _ = run("list", "checks", "--page", str(file))
    assert status == 0
    written = file.read_text("utf-8")
    assert written == checks_page() == PAGE.read_text("utf-8"), (
        "aima-search list checks --page docs/reference/checks.md writes it anew"
    )


def test_the_command_lists_every_check_and_key(run):
    status, out, _ = run("list", "checks")
    assert status == 0
    for name in [*KINDS, *KEYS, *(check.kind for checks in KINDS.values() for check in checks)]:
        assert name in out
    _, out, _ = run("list", "checks", "--json")
    values = json.loads(out)
    assert {one["part"] for one in values["checks"]} == set(KINDS)
