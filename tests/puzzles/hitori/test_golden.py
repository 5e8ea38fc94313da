from __future__ import annotations

from pathlib import Path

from tests.puzzles.hitori.playthrough import playthrough

GOLDEN = Path(__file__).parents[2] / "golden" / "hitori.formulations.txt"


def test_the_playthrough_is_as_it_was() -> None:
    assert list("\n".join(playthrough()).splitlines()) == GOLDEN.read_text("utf-8").splitlines()
