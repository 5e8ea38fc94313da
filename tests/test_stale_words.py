"""Every path and every name that a text of the project mentions exists."""

import builtins
import io
import keyword
import re
import sys
import tokenize
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parent.parent
PACKAGES = ("aima_search", "puzzles", "heuristics", "benchmarks", "tools")
TEXTS = ("CONTRIBUTING.md", "docs/contributing/decisions.md", "docs/contributing/recipes.md")
FOLDERS = "aima_search|puzzles|heuristics|tests|docs|benchmarks|tools|examples"
PATH = re.compile(rf"(?<![\w/.])(?:{FOLDERS})/[\w/*.-]*\w(?:\.\w+|/)?")
PLACEHOLDERS = {"NAME", "PUZZLE", "FILE", "FOLDER", "TEXT", "MAJOR", "MINOR", "PATCH"}
TESTS = sorted((ROOT / "tests").rglob("*.py"))
FOREIGN = {"bwrap", "LATE_anon_x7Tq2_67890_heuristic"}  # of other programs


@cache
def sources():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def text_of(path):
    return path.read_text("utf-8")


@cache
def tokens_of(path):
    return list(tokenize.generate_tokens(io.StringIO(text_of(path)).readline))


def names_of(code):
    """Yield the names and the short strings in compiled code, which Python reads fast."""
    yield from (*code.co_names, *code.co_varnames, *code.co_cellvars, *code.co_freevars)
    constants = list(code.co_consts)
    for constant in constants:
        if isinstance(constant, CodeType):
            yield constant.co_name
            yield from names_of(constant)
        elif isinstance(constant, (tuple, frozenset)):  # names of arguments, collections
            constants.extend(constant)
        elif isinstance(constant, str) and len(constant) < 80:  # keys, options, names of formats
            yield constant


@cache
def known_names():
    """Return all that the packages' code calls by a name, in Python or in JavaScript."""
    names = {*dir(builtins), *keyword.kwlist, *sys.stdlib_module_names}
    names |= PLACEHOLDERS | FOREIGN
    compiled = (SourceFileLoader("", str(path)).get_code("") for path in sources())
    found = {word for code in compiled for word in names_of(code)}
    names |= set(re.findall(r"\w+", " ".join(found)))
    for path in [*sources(), *TESTS]:
        names |= {*path.with_suffix("").parts}
    for path in (ROOT / "aima_search").rglob("*.js"):
        names |= set(re.findall(r"\w+", path.read_text("utf-8")))
    return names


@cache
def is_known(word):
    """Return True if the packages' code or a test calls something by this name."""
    kinds = (tokenize.NAME, tokenize.STRING)
    return word in known_names() or any(
        token.type in kinds and len(token.string) < 80 and word in re.findall(r"\w+", token.string)
        for path in TESTS
        if re.search(rf"\b{word}\b", text_of(path))
        for token in tokens_of(path)
    )


def exists(path):
    pattern = re.sub("NAME|PUZZLE", "*", path).rstrip("/.")
    return any(ROOT.glob(pattern))


def test_every_path_in_a_comment_exists():
    missing = [
        f"{path.relative_to(ROOT)}:{token.start[0]}: {found}"
        for path in sources()
        if re.search(rf"#.*{PATH.pattern}", text_of(path))
        for token in tokens_of(path)
        if token.type == tokenize.COMMENT
        for found in PATH.findall(token.string)
        if not exists(found)
    ]
    assert missing == []


def test_every_path_in_the_guides_and_the_gate_exists():
    missing = [
        f"{name}: {found}"
        for name in (*TEXTS, ".ci/run", "pyproject.toml", "setup.cfg")
        for found in PATH.findall((ROOT / name).read_text("utf-8"))
        if not exists(found)
    ]
    assert missing == []


def test_every_name_in_a_docstring_or_a_comment_exists():
    unknown = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources()
        for name in re.findall(r"``([A-Za-z_][\w.]*)(?:\(\))?``", text_of(path))
        if not all(map(is_known, name.split(".")))
    ]
    assert unknown == []


def test_every_name_in_the_guides_exists():
    unknown = [
        f"{name}: {word}"
        for name in TEXTS
        for word in re.findall(r"`([A-Za-z_][\w.]*)(?:\(\))?`", (ROOT / name).read_text("utf-8"))
        if not (all(map(is_known, word.split("."))) or any(ROOT.rglob(word)))
    ]
    assert unknown == []


def test_a_stale_name_would_be_found():
    assert not is_known("BestKnown_" + "x")
    assert not exists("aima_search/base/kept" + ".py")
