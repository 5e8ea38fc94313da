"""A board's id and its settings make the same problem again, for every puzzle and every option."""

import pytest

from aima_search.model.puzzle import PUZZLES

CHANGED = {
    "hitori": [
        {"formulation": "naive", "cost": "repeats", "preprocess": ()},
        {"rules": ("probing",), "preprocess": True},
    ],
    "sudoku": [{"branching": "any-empty-cell", "propagation": "none"}],
    "sudoku-local": [{"neighbourhood": "boxes", "seed": 5, "singles_first": True}],
}


def again(problem):
    """Return the problem that the id and the settings describe."""
    puzzle = type(problem)
    options = {option.name: option for option in puzzle.board_options}
    values = {
        options[name].parameter: options[name].read(text)
        for name, text in problem.settings().items()
    }
    return puzzle.parse(problem.instance_text(), **values)


def same(one, other):
    return (
        one.initial == other.initial
        and one.settings() == other.settings()
        and list(one.actions(one.initial)) == list(other.actions(other.initial))
    )


@pytest.mark.parametrize("puzzle", ["movix", "hitori", "sudoku", "sudoku-local"])
def test_a_problem_is_made_again_from_its_id_and_settings(puzzle):
    chosen = PUZZLES.get(puzzle)
    text = next(iter(chosen.levels().values()))
    for options in [{}, *CHANGED.get(puzzle, [])]:
        problem = chosen.parse(text, **options)
        assert same(again(problem), problem)


@pytest.mark.parametrize("puzzle", sorted(CHANGED))
def test_other_settings_are_told_apart(puzzle):
    chosen = PUZZLES.get(puzzle)
    text = next(iter(chosen.levels().values()))
    told = [chosen.parse(text, **options).settings() for options in [{}, *CHANGED[puzzle]]]
    assert len({tuple(sorted(one.items())) for one in told}) == len(told)
