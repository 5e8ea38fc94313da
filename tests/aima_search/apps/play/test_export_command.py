"""``aima-search play --export``: what it writes and prints, and what it refuses."""

import json
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner

import puzzles
from aima_search.apps.play import export
from aima_search.apps.play.command import play_command
from aima_search.cli import output
from aima_search.model.puzzle import PUZZLES
from tests.aima_search.apps.play.export.conftest import stand_in  # noqa: F401  # a fixture

LESSON = "movix/lessons/why-10445.md"


def play(*arguments):
    return CliRunner().invoke(play_command, [str(one) for one in arguments])


def test_the_folder_is_written_and_what_serves_it_is_said(tmp_path, stand_in):  # noqa: F811
    folder = tmp_path / "my page"
    done = play("movix", "2-tiny", "--export", folder, "--pyodide", stand_in)
    assert done.exit_code == 0
    written = sum(path.is_file() for path in folder.rglob("*"))
    first, serve, address = done.output.splitlines()
    assert first.startswith(f"{written} files in {folder}, ")
    assert serve.endswith(f'python -m http.server --bind 127.0.0.1 -d "{folder}" 8000')
    assert address == "and open http://127.0.0.1:8000/#puzzle=movix&board=2-tiny"


def test_it_says_that_it_is_writing_once_that_takes_long(tmp_path, stand_in, monkeypatch):  # noqa: F811
    shown, is_heard = set(), Event()
    monkeypatch.setattr(output, "_PATIENCE", 0.0)
    monkeypatch.setattr(output, "_INTERVAL", 0.001)

    def show(line, text):
        shown.add(text)
        is_heard.set()

    monkeypatch.setattr(output.Progress, "_show", show)
    read = export.read_pyodide
    monkeypatch.setattr(export, "read_pyodide", lambda file: is_heard.wait(10) and read(file))
    assert play("--export", tmp_path / "page", "--pyodide", stand_in).exit_code == 0
    assert shown == {"writing the page, including Python"}


def test_without_a_puzzle_the_page_begins_by_itself(tmp_path, stand_in):  # noqa: F811
    done = play("--export", tmp_path / "page", "--pyodide", stand_in)
    assert done.output.splitlines()[-1] == "and open http://127.0.0.1:8000/"


def test_settings_of_a_board_are_in_its_address(tmp_path, stand_in):  # noqa: F811
    level = next(iter(PUZZLES.get("hitori").levels()))
    given = ("hitori", level, "--formulation", "naive", "--export", tmp_path / "page")
    done = play(*given, "--pyodide", stand_in)
    assert "settings.formulation=naive" in done.output.splitlines()[-1]


def test_a_teachers_lesson_is_on_the_page_and_in_its_address(tmp_path, stand_in):  # noqa: F811
    file = tmp_path / "week3.md"
    file.write_text((Path(puzzles.__file__).parent / LESSON).read_text("utf-8"), "utf-8")
    done = play("--export", tmp_path / "page", "--pyodide", stand_in, "--lesson", file)
    assert done.output.splitlines()[-1] == "and open http://127.0.0.1:8000/#lesson=week3"
    lessons = json.loads((tmp_path / "page" / "lessons.json").read_text("utf-8"))
    assert [one["name"] for one in lessons[:2]] == ["week3", "why-10445"]
    file.write_text("# No steps\n\nNone.\n", "utf-8")
    done = play("--export", tmp_path / "other", "--pyodide", stand_in, "--lesson", file)
    assert "lesson 'week3': expected a title" in str(done.exception)
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--port", "8000"), "--export does not start a server: omit --port"),
        (("--no-browser",), "--export does not start a server: omit --no-browser"),
    ],
)
def test_options_of_the_server_are_refused(tmp_path, options, message):
    done = play("--export", tmp_path / "page", *options)
    assert done.exit_code == 2
    assert message in done.output
    assert not (tmp_path / "page").exists()


def test_pyodide_is_not_ignored_without_an_export():
    done = play("--pyodide", __file__)
    assert done.exit_code == 2
    assert "--pyodide needs --export" in done.output


def test_pyodide_is_a_file(tmp_path):
    done = play("--export", tmp_path / "page", "--pyodide", tmp_path)
    assert done.exit_code == 2
    assert "is a directory" in done.output
