"""The textbook's names and signatures, and every difference of ours with its reason."""

import ast
import inspect
import re
import sys
from pathlib import Path

import pytest

from aima_search import search, search4e, search2020, utils, utils2020
from aima_search.textbook.modules import ELSEWHERE

VERSIONS = ["2018-02", "2018-06", "2019-06", "2020-06", "2026-06-27", "2026-06-30"]
OF_2020 = VERSIONS.index("2020-06")
ANY, REQUIRED = object(), object()


def rows(name):
    lines = Path(__file__).with_name(name).read_text().splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def table():
    """Return (name, first version, last version, signature), the versions by their places."""
    return [
        (name, *(VERSIONS.index(said) for said in (first, last or first)), signature)
        for name, versions, signature in rows("textbook_names.tsv")
        for first, _, last in [versions.partition("..")]
    ]


def latest(until):
    """Return every name that there was by a version, with its last signature up to then."""
    found = {}
    for name, first, last, signature in table():
        if first <= until and min(last, until) >= found.get(name, (0,))[0]:
            found[name] = (min(last, until), signature)
    return {name: signature for name, (_, signature) in found.items()}


EDITIONS = {
    search: latest(len(VERSIONS)),
    search2020: latest(OF_2020),
    search4e: dict(rows("notebook_names.tsv")),
}
OF_2018 = "of 2018, when the puzzle searched by itself"
COMPUTED = "a value that a cell of the notebook computes"
LEFT_OUT = {
    search: {
        "EightPuzzle.checkSolvability": "of 2018; check_solvability now",
        "EightPuzzle.create_path": OF_2018,
        "EightPuzzle.getPossibleMoves": OF_2018,
        "EightPuzzle.show_path": OF_2018,
        "EightPuzzle.solve": OF_2018,
    },
    search4e: dict.fromkeys(["L", "meanbf", "nums", "ratio", "soln", "table8"], COMPUTED),
}
LEFT_OUT[search2020] = LEFT_OUT[search]
GIVEN = "the fourth edition gives attributes, and may leave out the initial state"
BY_H = "without f it takes the problem's h, which h= may give too"
DIFFERENT = {
    search: {
        "NPuzzle.__init__": "size follows the boards given; a board that is given is not shuffled",
        "Problem.__init__": GIVEN,
        "Stack": "a class of lists, where it was a function that returned one",
        "compare_searchers": "the header may be left out as well as None",
        "best_first_tree_search": BY_H,
        "greedy_best_first_graph_search": BY_H,
        "greedy_best_first_tree_search": BY_H,
        "random_restart_hill_climbing": "without new_state the problem's random_state, or a walk",
        "boggle_neighbors": "no cache is handed over",
    },
    search2020: {
        "Problem.__init__": GIVEN,
        "Stack": "a class of lists, where it was a function that returned one",
        "compare_searchers": "the header may be left out as well as None",
        "boggle_neighbors": "no cache is handed over",
    },
    search4e: {"straight_line_distance": "math.dist, whose points are not given by name"},
}


def starred(module):
    """Return the names that a star import of a module brings."""
    scope = {}
    exec(f"from {module.__name__} import *", scope)
    return scope.keys() - {"__builtins__"}


def imported_as_itself(module):
    """Return the names that a file, or a file that it imports by a star, imports as themselves."""
    names = set()
    for node in ast.parse(Path(module.__file__).read_text()).body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            if node.names[0].name == "*":
                names |= imported_as_itself(sys.modules[node.module])
            names |= {one.name for one in node.names if one.asname == one.name}
    return names


def find(module, name):
    thing = module
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
    """Return a default that the table prints; ANY if the table cannot say more."""
    if isinstance(node, ast.Name | ast.Call | ast.Lambda | ast.ListComp | ast.BinOp):
        return ANY
    if isinstance(node, ast.List) and node.elts and isinstance(node.elts[0], ast.Name):
        return [each.id for each in node.elts]
    try:
        return plain(ast.literal_eval(node))
    except ValueError:  # names within a tuple
        return ANY


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


def agrees(thing, signature):
    pairs, expected = ours(thing), theirs(signature)
    return [name for name, _ in pairs] == [name for name, _ in expected] and all(
        wanted is ANY or wanted == given
        for (_, given), (_, wanted) in zip(pairs, expected, strict=True)
    )


def differences(module):
    """Return an edition's names with another signature, and names that are not a class."""
    for name, signature in EDITIONS[module].items():
        if name in LEFT_OUT[module]:
            continue
        thing = find(module, name)
        if signature.startswith("class"):
            if not isinstance(thing, type):
                yield name
        elif not signature.startswith("value") and not agrees(thing, signature):
            yield name


def test_the_tables_are_there():
    assert [len(names) for names in EDITIONS.values()] == [231, 182, 164]
    assert len(rows("utils_names.tsv")) > 100


@pytest.mark.parametrize("module", EDITIONS)
def test_every_name_is_offered_with_the_textbooks_signature(module):
    assert set(differences(module)) == set(DIFFERENT[module])


@pytest.mark.parametrize("module", EDITIONS)
def test_what_is_left_out_is_in_the_table_and_not_here(module):
    assert LEFT_OUT[module].keys() <= EDITIONS[module].keys()
    for name in LEFT_OUT[module]:
        with pytest.raises(AttributeError):
            find(module, name)


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module in DIFFERENT for name in DIFFERENT[module]]
)
def test_what_is_ours_alone_is_given_by_keyword(module, name):
    for parameter in inspect.signature(find(module, name)).parameters.values():
        if parameter.name in ("seed", "tie_break", "walk", "h"):
            assert parameter.kind is parameter.KEYWORD_ONLY


@pytest.mark.parametrize("module", [*EDITIONS, utils, utils2020])
def test_a_star_import_brings_what_the_file_imports_as_itself_and_no_name_more(module):
    offered = imported_as_itself(module if module is not utils2020 else utils)
    assert starred(module) == offered
    for name in offered:
        assert hasattr(module, name)


@pytest.mark.parametrize("module", EDITIONS)
def test_a_star_import_brings_every_name_of_the_edition(module):
    expected = {name for name in EDITIONS[module] if "." not in name} - LEFT_OUT[module].keys()
    assert expected <= starred(module)


def test_the_greedy_tree_search_is_the_same_function_under_two_names():
    assert search.greedy_best_first_tree_search is search.best_first_tree_search


def test_utils_has_what_search_uses_and_names_what_it_has_not():
    names = {name for name, _ in rows("utils_names.tsv")} - {"annotations"}
    assert names - starred(utils) == names & ELSEWHERE.keys()
    assert starred(utils) == starred(utils2020)
    for module in (utils, utils2020):
        for name, chapter in ELSEWHERE.items():
            said = f"has no '{name}': found a name for {chapter}"
            with pytest.raises(AttributeError, match=said):
                getattr(module, name)
        with pytest.raises(AttributeError, match="has no 'no_such_name'"):
            _ = module.no_such_name


@pytest.mark.parametrize(("edition", "helpers"), [(search, utils), (search2020, utils2020)])
def test_no_answer_depends_on_the_order_of_the_two_star_imports(edition, helpers):
    shared = starred(edition) & starred(helpers)
    assert "PriorityQueue" in shared
    assert {
        name for name in shared if getattr(edition, name) is not getattr(helpers, name)
    } == set()
