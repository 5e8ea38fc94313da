"""How a heuristic is referred to: the same words mean the same thing wherever they stand."""

from pathlib import Path

import pytest

import heuristics
from aima_search import SearchError, compare, solve
from aima_search.catalog.expressions import FileReference, build, parse_reference, split_list
from aima_search.catalog.heuristics import file_references
from aima_search.catalog.user_files import helpers_beside, load_function
from tests.specimens import Chain

PATHS = ["my.py", "my heur.py", "dir with blanks/my heur.py", "C:/heur/my.py", "C:\\heur\\my.py"]
IN_QUOTES = ["my (1).py", "a,b.py", "a + b.py", "2*3.py", "it's.py", 'say "h".py']


@pytest.mark.parametrize("path", [*PATHS, *IN_QUOTES])
def test_a_path_is_the_same_alone_in_an_expression_and_in_a_list(path):
    reference = FileReference(path, "h")
    text = str(reference)
    assert (text == f"{path}:h") == (path in PATHS)
    assert parse_reference(text) == parse_reference(f"  {text} ") == reference
    assert file_references(f"max(zero, 2 * {text} + 1)") == [reference]
    assert split_list(f"zero, {text}, max(zero, {text})") == ["zero", text, f"max(zero, {text})"]


@pytest.mark.parametrize("path", IN_QUOTES)
def test_signs_of_expressions_need_quotes(path):
    assert parse_reference(f"{path}:h") is None


@pytest.mark.parametrize("text", ["zero", "max-x", "_h2"])
def test_a_name_is_a_name(text):
    assert parse_reference(text) == text


@pytest.mark.parametrize("text", ["", "2", "a b", "my.py", "'my.py:h", "max(a, b)", "a+b"])
def test_what_is_neither_refers_to_nothing(text):
    assert parse_reference(text) is None


def test_two_files_in_one_expression_are_two():
    found = file_references("max(a b.py:h, c.py:k) + d.py:h")
    assert [str(one) for one in found] == ["a b.py:h", "c.py:k", "d.py:h"]


@pytest.mark.parametrize("text", ["a.py:h b.py:h", "a.py:h zero", "'a.py:h' 2"])
def test_two_things_side_by_side_are_no_expression(text):
    with pytest.raises(SearchError):
        build(text, lambda reference: lambda node: 0)


@pytest.mark.parametrize("name", ["my heur.py", "my (1).py"])
def test_a_file_with_blanks_works_in_solve_and_in_a_comparison(tmp_path, name):
    (tmp_path / name).write_text("def h(node):\n    return 10 - node.state\n")
    text = str(FileReference(str(tmp_path / name), "h"))
    assert solve(Chain(10), heuristic=text).expanded == 10
    rows = compare(Chain(10), ["astar"], f"{text}, max(zero, {text})").rows
    assert [row.expanded for row in rows] == [10, 10]


@pytest.mark.parametrize("stop", ["KeyboardInterrupt", "GeneratorExit", "SystemExit", "ValueError"])
def test_a_file_whose_import_was_interrupted_is_imported_anew(tmp_path, stop):
    (tmp_path / "near.py").write_text(
        "from pathlib import Path\n"
        f"if not Path(__file__).with_name('ready').exists(): raise {stop}\n"
        "far = 10\n"
    )
    (tmp_path / "own.py").write_text("from near import far\ndef h(node): return far - node.state\n")
    text = str(FileReference(str(tmp_path / "own.py"), "h"))
    with pytest.raises((KeyboardInterrupt, GeneratorExit, SearchError)):
        load_function(parse_reference(text))
    (tmp_path / "ready").touch()
    assert solve(Chain(10), heuristic=text).expanded == 10


def test_what_a_file_registered_before_it_failed_is_taken_back(tmp_path):
    path = tmp_path / "mine.py"
    registers = (
        "import heuristics\n"
        "@heuristics.register('movix', 'unfinished')\n"
        "def unfinished(node): return 1\n"
    )
    path.write_text(f"{registers}1 / 0\n", encoding="utf-8")
    with pytest.raises(SearchError, match=r"mine\.py, line 4: ZeroDivisionError"):
        load_function(FileReference(str(path), "unfinished"))
    assert "unfinished" not in heuristics.names("movix")
    path.write_text(registers, encoding="utf-8")
    load_function(FileReference(str(path), "unfinished"))
    assert "unfinished" in heuristics.names("movix")


@pytest.mark.parametrize(
    "lines",
    [
        "import heuristics\nh = heuristics.mine.h",
        "import heuristics.mine\nh = heuristics.mine.h",
        "import heuristics.mine as mine\nh = mine.h",
        "from heuristics import mine\nh = mine.h",
        "from heuristics.mine import h",
    ],
)
def test_a_folder_of_helpers_may_have_the_name_of_a_bundled_package(tmp_path, lines):
    (tmp_path / "heuristics").mkdir()
    for name, text in {
        "my.py": lines,
        "heuristics/__init__.py": "from . import mine",
        "heuristics/mine.py": "from heuristics.other import two\ndef h(node): return two",
        "heuristics/other.py": "import puzzles\ntwo = 2 * hasattr(puzzles, 'MovIX')",
    }.items():
        (tmp_path / name).write_text(text)
    assert load_function(FileReference(str(tmp_path / "my.py"), "h"))(None) == 2
    assert not hasattr(heuristics, "mine")


def test_a_changed_folder_of_helpers_is_read_again(tmp_path):
    (tmp_path / "heuristics").mkdir()
    (tmp_path / "heuristics/__init__.py").write_text("")
    (tmp_path / "my.py").write_text("from heuristics.mine import h")
    for number in (1, 2):
        (tmp_path / "heuristics/mine.py").write_text(f"def h(node): return {number}")
        assert load_function(FileReference(str(tmp_path / "my.py"), "h"))(None) == number


def test_the_installed_puzzles_are_no_folder_of_helpers():
    assert helpers_beside(Path(heuristics.__path__[0], "../my.py")) == {}


def test_an_import_in_a_function_looks_for_no_folder(tmp_path, monkeypatch):
    (tmp_path / "my.py").write_text("def h(node):\n    import math\n    return math.inf")
    h = load_function(FileReference(str(tmp_path / "my.py"), "h"))
    monkeypatch.setattr(Path, "resolve", None)
    assert h(None) > 0


def test_a_folder_of_boards_is_no_folder_of_helpers(tmp_path):
    (tmp_path / "heuristics").mkdir()
    (tmp_path / "my.py").write_text("import heuristics\ndef h(node): return heuristics")
    assert load_function(FileReference(str(tmp_path / "my.py"), "h"))(None) is heuristics
