"""Nothing lost, nothing false: attacks on answers, texts, files and graders, and what they find.

``AIMA_SEARCH_ATTACKS=10 pytest -m gate tests/attacks`` attacks ten times as often, by every
submission that there is, and by clocks too, which a busy machine fails.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from aima_search.algorithms import bidirectional
from aima_search.apps.grade.results import CheckResult
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.search import Search
from tests.attacks.claims import attack_claims
from tests.attacks.grade import KINDS, USERS, attack_by_submissions
from tests.attacks.graphs import attack_graphs, distances_to
from tests.attacks.hostile import attack_by_heuristics
from tests.attacks.kills import COMMANDS, attack_by_kills
from tests.attacks.limits import attack_limits
from tests.attacks.memory import attack_memory
from tests.attacks.outcome import Attack
from tests.attacks.submissions import died
from tests.attacks.texts import attack_texts

pytestmark = pytest.mark.gate("long attacks")
TIMES = int(os.environ.get("AIMA_SEARCH_ATTACKS", "1"))
quiet = pytest.mark.skipif(TIMES == 1, reason="AIMA_SEARCH_ATTACKS is not set: it measures time")


def hold(attacks):
    """Fail with what an attack broke, or an attack that tried nothing."""
    assert {one.what: one.broken[:5] for one in attacks if not one.holds} == {}
    assert attacks


def test_random_graphs_are_solved_as_their_distances_say():
    hold(attack_graphs(200 * TIMES))


def test_what_a_search_claims_is_true():
    hold(attack_claims(100 * TIMES))


@pytest.mark.parametrize("name", list(PUZZLES))
def test_a_mutated_text_is_refused_or_prints_back(name):
    hold([attack_texts(PUZZLES.get(name), 500 * TIMES)])


@pytest.mark.parametrize("name", COMMANDS)
def test_a_run_that_was_killed_goes_on_where_it_was(name, tmp_path):
    hold([attack_by_kills(tmp_path, name, 2 * TIMES)])


def test_hostile_heuristics_change_no_honest_row_of_the_lab(tmp_path):
    hold([attack_by_heuristics(tmp_path, TIMES)])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("user", USERS if TIMES > 1 else USERS[:1])
def test_hostile_submissions_get_no_points_and_change_no_other(user, kind):
    with TemporaryDirectory() as folder:  # not in a folder of pytest's: those are root's alone
        attack = attack_by_submissions(Path(folder), user, kind, None if TIMES > 1 else 2)
    if attack is None:
        pytest.skip("there is no Python that an ordinary user can run")
    hold([attack])


@quiet
def test_commands_end_at_their_limit(tmp_path):
    hold([attack_limits(tmp_path)])


@quiet
def test_submissions_are_ended_soon_after_their_limit_of_memory(tmp_path):
    hold([attack_memory(tmp_path)])


def test_an_attack_that_tried_nothing_shows_nothing():
    assert not Attack("none").holds
    assert Attack("one", tried=1).holds
    assert not Attack("one", tried=1, broken=["it"]).holds


def test_distances_are_those_counted_by_hand():
    assert distances_to({0: {1: 5, 2: 1}, 1: {}, 2: {1: 1}, 3: {}}, 1) == [
        2, 0, 1, float("inf")
    ]  # fmt: skip


def test_a_wrong_way_back_is_found(monkeypatch):
    monkeypatch.setattr(bidirectional, "predecessors", lambda problem: lambda node: [])
    broken = [attack.what for attack in attack_graphs(30) if not attack.holds]
    assert "random graphs, bidirectional" in broken


def test_a_proof_that_hides_what_it_rests_on_is_found(monkeypatch):
    monkeypatch.setattr(Search, "_rests_on", lambda search, *premises: "")
    assert any("no solution" in fault for one in attack_claims(40) for fault in one.broken)


@pytest.mark.parametrize("error", [KeyError("x"), ValueError("no BoardError")])
def test_a_reader_that_fails_is_found(monkeypatch, error):
    movix = PUZZLES.get("movix")
    read, levels = movix.parse, movix.levels().values()

    def fail(text, **options):
        if text in levels:
            return read(text, **options)
        raise error

    monkeypatch.setattr(movix, "parse", fail)
    assert attack_texts(movix, 5).broken


@pytest.mark.parametrize(
    ("outcome", "message", "expected"),
    [
        ("raised", "hostile.py, line 3: NameError: name 'Grader' is not defined", True),
        ("import-failed", "hostile.py: anything", True),
        ("raised", "TypeError: it returned x (str): expected a node", False),
        ("raised", "hostile.py, line 3: PermissionError: [Errno 13] Permission denied", False),
        ("time-limit", "it took 1.2 s: it may take 1 s", False),
    ],
)
def test_an_attack_that_did_not_run_is_found(outcome, message, expected):
    assert died(CheckResult("check", outcome, 0, 1, message)) == expected
