"""The status line of what takes long."""

from threading import Event

from aima_search.cli.process import progress


def test_silent_work_is_told_of(monkeypatch):
    told, texts = Event(), set()

    class Told(progress.Progress):
        def _show(self, text):
            texts.add(text)
            told.set()

    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_INTERVAL", 0.001)
    with Told() as line, line.while_silent("generating"):
        assert told.wait(10)
    assert texts == {"generating"}
