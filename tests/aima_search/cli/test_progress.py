"""The status line of what takes long."""

from threading import Event

import pytest

from aima_search.checks.heuristic import check_heuristic
from aima_search.cli import check, output


class Line:
    """What the status line says, without delay."""

    def __init__(self):
        self.texts, self.is_heard = set(), Event()

    def take(self, _, text):
        self.texts.add(text)
        self.is_heard.set()


@pytest.fixture
def line(monkeypatch):
    said = Line()
    monkeypatch.setattr(output, "_PATIENCE", 0.0)
    monkeypatch.setattr(output, "_INTERVAL", 0.001)
    monkeypatch.setattr(output.Progress, "_show", lambda *given: said.take(*given))
    return said


def test_silent_work_is_told_of(line):
    with output.Progress() as told, told.while_silent("generating"):
        assert line.is_heard.wait(10)
    assert line.texts == {"generating"}


def test_check_says_which_heuristic_it_asks_on_which_board(line, run, monkeypatch):
    def check_late(*given):
        line.is_heard.clear()
        assert line.is_heard.wait(10)
        return check_heuristic(*given)

    monkeypatch.setattr(check, "check_heuristic", check_late)
    assert run("check", "movix", "2-tiny", "--heuristic", "zero").status == 0
    assert "checking zero on 2-tiny" in line.texts
