"""The checks are listed as the reader knows them: at the command line and in the reference."""

import json
import runpy
from pathlib import Path

from aima_search.apps.grade.assignment import KINDS
from aima_search.apps.grade.checks import COMMON, KEYS

DOCS = Path(__file__).parents[4] / "docs"


def test_every_key_that_is_read_has_a_meaning_and_no_other():
    read = {key for checks in KINDS.values() for check in checks for key in check.own_keys()}
    assert set(KEYS) == read | set(COMMON)


def test_the_page_of_the_reference_is_the_one_that_the_script_writes():
    page = runpy.run_path(str(DOCS / "_ext" / "checks_page.py"))["checks_page"]()
    written = (DOCS / "reference" / "checks.md").read_text("utf-8")
    assert page == written, "run python docs/_ext/checks_page.py"


def test_the_command_lists_every_check_and_key(run):
    status, out, _ = run("list", "checks")
    assert status == 0
    for name in [*KINDS, *KEYS, *(check.kind for checks in KINDS.values() for check in checks)]:
        assert name in out
    _, out, _ = run("list", "checks", "--json")
    values = json.loads(out)
    assert {one["part"] for one in values["checks"]} == set(KINDS)
