"""Every puzzle has golden files, and plays as they say."""

import pytest

from aima_search.model.puzzle import PUZZLES
from tests.golden.regenerate import FILES, FOLDER


@pytest.mark.parametrize("outcome", FILES)
@pytest.mark.parametrize("name", PUZZLES.names())
def test_the_puzzle_plays_as_its_golden_file_says(name, outcome):
    golden = FOLDER / f"{name}.{outcome}"
    assert golden.exists(), "write it by: python -m tests.golden.regenerate"
    assert FILES[outcome](name) == golden.read_text(encoding="utf-8")
