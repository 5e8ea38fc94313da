"""The rules on the page: the author's words in order, and every board of them drawn."""

import re
from itertools import takewhile

import pytest

from aima_search.model.puzzle import PUZZLES
from puzzles import MovIX
from tests.aima_search.apps.play.talking import Talk


def rules_of(monkeypatch, text):
    """Return the blocks of the rules of a puzzle whose author wrote this text."""
    monkeypatch.setattr(MovIX, "about", classmethod(lambda cls: text))
    return Talk()("rules", puzzle="movix")


def without_fences(lines):
    """Return the lines of a text, without fences and empty lines."""
    return [line for line in lines if line.strip() and not line.startswith("```")]


def test_the_rules_are_the_first_section_of_the_authors_text():
    for name in PUZZLES:
        about = PUZZLES.get(name).about()
        blocks = Talk()("rules", puzzle=name)
        assert blocks
        heading, *lines = about.splitlines()
        assert heading == "## The rules"
        lines = takewhile(lambda line: not line.startswith("## "), lines)
        text = "\n".join(block["text"] for block in blocks).splitlines()
        assert without_fences(text) == without_fences(lines)


def test_every_board_of_the_rules_is_drawn_by_the_puzzle():
    for name in PUZZLES:
        section = PUZZLES.get(name).about().split("\n## ")[0]
        fences = re.findall(r"^```board(.*)$", section, re.MULTILINE)
        drawn = [block for block in Talk()("rules", puzzle=name) if "pictures" in block]
        assert len(drawn) == len(fences) > 0
        for block, words in zip(drawn, fences, strict=True):
            assert block["fault"] is None
            assert all(one["svg"].startswith("<svg") for one in block["pictures"])
            captions = [one["caption"] for one in block["pictures"]]
            assert 1 <= len(captions) <= 4
            if words.endswith("solution"):
                assert captions[0] == "start"
                assert len(captions) > 1
            elif not words.endswith("actions"):
                assert captions == [""]


def test_the_last_picture_of_a_solution_is_a_goal():
    _, _, _, _, _, _, _, game, _ = Talk()("rules", puzzle="movix")
    assert [one["caption"].partition(".")[0] for one in game["pictures"]] == ["start", "1", "2"]
    row = game["pictures"][-1]["text"].splitlines()[3]
    assert re.sub(r"[^SLHV]", "", row) == "VSLH"


@pytest.mark.parametrize(
    ("block", "fault"),
    [
        ("```board line=3\nS?_\n```", "BoardError"),
        ("```board line=3 acts\nS_L_H\n```", "InputError"),
        ("```board nope=3\nS_L_H\n```", "UnknownName"),
        ("```board line=3 solution\nS_\nMM\nL_\n```", "BoardError"),
        ("```board line=2 solution\nV_M_S\n```", "NotApplicable"),
    ],
)
def test_a_board_that_cannot_be_drawn_says_why_and_the_rules_go_on(monkeypatch, block, fault):
    text = f"## The rules\n\nBefore.\n\n{block}\n\nAfter.\n\n## More\n\n{block}\n"
    before, board, after = rules_of(monkeypatch, text)
    assert (before["text"], after["text"]) == ("Before.", "After.")
    assert board["pictures"] == []
    assert board["text"] in block
    assert board["fault"]["kind"] == fault


def test_a_puzzle_without_a_text_has_no_rules(monkeypatch):
    assert rules_of(monkeypatch, "") == []
    assert rules_of(monkeypatch, "## The rules\n") == []
