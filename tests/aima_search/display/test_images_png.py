from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aima_search.base.errors import MissingExtra
from aima_search.display import Cell, Scene, save_png
from aima_search.display.drawing import draw
from aima_search.display.images import drawing_figure

SCENE = Scene(
    (
        (Cell("$1$", "given", conflict=True), Cell("S", "piece", marked=True), Cell(origin=True)),
        (Cell(role="wall"), Cell(candidates=("1", "2")), Cell("4", "shaded", marked=True)),
    ),
    title="a < b",
    regions=(("a", "a", "b"), ("a", "b", "b")),
    cages=((1, 1, None), (2, 2, None)),
    arrows=(((0, 2), (0, 1)),),
)


def test_a_png_file_is_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "board.png"
    save_png(SCENE, path)
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_same_scene_gives_the_same_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("first.png", "second.png"):
        save_png(SCENE, tmp_path / name, cell_size=20)
    assert (tmp_path / "first.png").read_bytes() == (tmp_path / "second.png").read_bytes()


def test_a_figure_holds_the_texts_of_the_scene() -> None:
    pytest.importorskip("matplotlib")
    (axes,) = drawing_figure(draw(SCENE), 40).axes
    assert [text.get_text() for text in axes.texts] == ["a < b", "$1$", "S", "1", "2", "4"]


def test_without_matplotlib_the_error_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"\[plot\]"):
        save_png(SCENE, tmp_path / "board.png")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys, aima_search.display\n"
        "sys.exit(bool({'matplotlib', 'rich'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
