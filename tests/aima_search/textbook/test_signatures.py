"""The textbook's names and signatures, and every difference of ours with its reason."""

import ast
import inspect
import re
from pathlib import Path

import pytest

from aima_search import search, utils

ROWS = [
    line.split("\t")
    for line in Path(__file__).with_name("signatures.tsv").read_text().splitlines()
    if not line.startswith("#")
]
BOGGLE = "the Boggle game is not about search problems"
LEFT_OUT = {
    "ALPHABET": BOGGLE,
    "BoggleFinder": BOGGLE,
    "Wordlist": BOGGLE,
    "boggle_hill_climbing": BOGGLE,
    "boggle_neighbors": BOGGLE,
    "boyan_best": BOGGLE,
    "cubes16": BOGGLE,
    "mutate_boggle": BOGGLE,
    "print_boggle": BOGGLE,
    "random_boggle": BOGGLE,
    "PlanRoute": "it belongs to the agents of the Wumpus world",
    "EightPuzzle.checkSolvability": "of 2018; check_solvability now",
    "EightPuzzle.create_path": "of 2018, when the puzzle searched by itself",
    "EightPuzzle.getPossibleMoves": "of 2018, when the puzzle searched by itself",
    "EightPuzzle.show_path": "of 2018, when the puzzle searched by itself",
    "EightPuzzle.solve": "of 2018, when the puzzle searched by itself",
}
DIFFERENT = {
    "NPuzzle.__init__": "size follows the boards given; a board that is given is not shuffled",
    "Problem.__init__": "the fourth edition gives attributes, and may leave out the initial state",
    "Stack": "a class of lists, where it was a function that returned one",
    "compare_searchers": "the header may be left out as well as None",
    "greedy_best_first_graph_search": "without f it takes the problem's h, which h= may give too",
    "greedy_best_first_tree_search": "without f it takes the problem's h, which h= may give too",
    "random_restart_hill_climbing": "without new_state the problem's random_state, or a walk",
}
ANY, REQUIRED = object(), object()


def find(name):
    thing = search
    for part in name.split("."):
        thing = getattr(thing, part)
    return thing


def plain(default):
    """Return a default for comparison: a sequence as a list, a function by its name."""
    if default is inspect.Parameter.empty:
        return REQUIRED
    if isinstance(default, list | tuple | range):
        return [plain(item) for item in default]
    return default.__name__ if callable(default) else default


def default_of(node):
    """Return a default that the table prints; ANY for one of which it cannot say more."""
    if isinstance(node, ast.Name):
        return ANY
    if isinstance(node, ast.List) and node.elts and isinstance(node.elts[0], ast.Name):
        return [each.id for each in node.elts]
    return plain(ast.literal_eval(node))


def theirs(signature):
    """Return the (name, default) pairs of a signature of the table."""
    text = re.sub(r"<[^<>]*>", "ANY", signature)
    arguments = ast.parse(f"def f{text}: pass").body[0].args
    names = [argument.arg for argument in arguments.args]
    defaults = [default_of(node) for node in arguments.defaults]
    return list(zip(names, [REQUIRED] * (len(names) - len(defaults)) + defaults, strict=True))


def ours(thing):
    """Return the (name, default) pairs of what may be given by position."""
    return [
        (parameter.name, plain(parameter.default))
        for parameter in inspect.signature(thing).parameters.values()
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]


def is_left_out(name):
    return name in LEFT_OUT or name.split(".")[0] in LEFT_OUT


def agrees(name, signature):
    pairs, expected = ours(find(name)), theirs(signature)
    return [name for name, _ in pairs] == [name for name, _ in expected] and all(
        wanted is ANY or wanted == given
        for (_, given), (_, wanted) in zip(pairs, expected, strict=True)
    )


def test_the_table_is_there():
    assert len(ROWS) > 200


def is_as_in_the_textbook(name, signature):
    """Tell whether a name is left out or offered as the table and what is said of it have it."""
    try:
        thing = find(name)
    except AttributeError:
        return is_left_out(name)
    if is_left_out(name):
        return False
    if signature.startswith("class"):
        return isinstance(thing, type)
    return signature.startswith("value") or agrees(name, signature) is (name not in DIFFERENT)


def test_every_name_is_offered_with_the_textbooks_signature():
    assert [row[0] for row in ROWS if not is_as_in_the_textbook(row[0], row[2])] == []


def test_what_is_said_to_differ_is_in_the_table():
    assert {*LEFT_OUT, *DIFFERENT} <= {row[0] for row in ROWS}


@pytest.mark.parametrize("name", DIFFERENT)
def test_what_is_ours_alone_is_given_by_keyword(name):
    thing = find(name)
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.name in ("seed", "tie_break", "walk", "h"):
            assert parameter.kind is parameter.KEYWORD_ONLY


@pytest.mark.parametrize("module", [search, utils])
def test_every_name_that_a_star_import_brings_is_there_once(module):
    assert len(module.__all__) == len(set(module.__all__))
    for name in module.__all__:
        assert hasattr(module, name)
