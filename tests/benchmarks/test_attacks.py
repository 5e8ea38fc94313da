"""The attacks of the reliability benchmark find what is broken, and try what they say."""

import pytest

from aima_search.algorithms import bidirectional
from aima_search.model.puzzle import PUZZLES
from aima_search.runs.search import Search
from benchmarks.attacks.claims import attack_claims
from benchmarks.attacks.graphs import attack_graphs, distances_to
from benchmarks.attacks.outcome import Attack
from benchmarks.attacks.texts import attack_texts

pytestmark = pytest.mark.gate("long attacks")


def test_an_attack_that_tried_nothing_shows_nothing():
    assert not Attack("none", "nothing").holds
    assert Attack("one", "something", tried=1).holds
    assert not Attack("one", "something", tried=1, broken=["it"]).holds


def test_distances_are_those_counted_by_hand():
    assert distances_to({0: {1: 5, 2: 1}, 1: {}, 2: {1: 1}, 3: {}}, 1) == [
        2, 0, 1, float("inf")
    ]  # fmt: skip


def test_random_graphs_hold_and_a_wrong_way_back_is_found(monkeypatch):
    assert all(attack.holds for attack in attack_graphs(30))
    monkeypatch.setattr(bidirectional, "predecessors", lambda problem: lambda node: [])
    broken = [attack.what for attack in attack_graphs(30) if not attack.holds]
    assert "random graphs, bidirectional" in broken


def test_claims_hold_and_a_proof_that_hides_what_it_rests_on_is_found(monkeypatch):
    assert all(attack.holds for attack in attack_claims(40))
    monkeypatch.setattr(Search, "_rests_on", lambda search: "")
    assert any("no solution" in fault for one in attack_claims(40) for fault in one.broken)


@pytest.mark.parametrize("error", [KeyError("x"), ValueError("no BoardError")])
def test_mutated_texts_hold_and_a_reader_that_fails_is_found(monkeypatch, error):
    assert all(attack.holds for attack in attack_texts(30))

    movix = PUZZLES.get("movix")
    read, levels = movix.parse, movix.levels().values()

    def fail(text, **options):
        if text in levels:
            return read(text, **options)
        raise error

    monkeypatch.setattr(movix, "parse", fail)
    broken = {attack.what: len(attack.broken) for attack in attack_texts(5)}
    assert broken["mutated texts, movix"] > 0
