"""Every path and every name that a text of the project mentions exists."""

import builtins
import io
import keyword
import re
import sys
import tokenize
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("aima_search", "puzzles", "heuristics", "benchmarks", "tools")
TEXTS = ("CONTRIBUTING.md", "docs/contributing/decisions.md", "docs/contributing/recipes.md")
FOLDERS = "aima_search|puzzles|heuristics|tests|docs|benchmarks|tools|examples"
PATH = re.compile(rf"(?<![\w/.])(?:{FOLDERS})/[\w/*.-]*\w(?:\.\w+|/)?")
PLACEHOLDERS = {"NAME", "PUZZLE", "FILE", "FOLDER", "TEXT", "MAJOR", "MINOR", "PATCH"}
FOREIGN = {"bwrap", "LATE_anon_x7Tq2_67890_heuristic"}  # of other programs


@cache
def sources():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def words_of(path):
    """Return the names, comments and strings of a file, each with its kind and its line."""
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
    kinds = (tokenize.NAME, tokenize.COMMENT, tokenize.STRING)
    return [(token.type, token.start[0], token.string) for token in tokens if token.type in kinds]


def written_in(path):
    """Return the comments and the strings of a file, each with its line."""
    return [(line, text) for kind, line, text in words_of(path) if kind != tokenize.NAME]


@cache
def known_names():
    """Return all that code calls by a name, in Python or in JavaScript."""
    names = {*dir(builtins), *keyword.kwlist, *sys.stdlib_module_names}
    names |= PLACEHOLDERS | FOREIGN
    for path in [*sources(), *sorted((ROOT / "tests").rglob("*.py"))]:
        for kind, _, text in words_of(path):
            if kind == tokenize.NAME:
                names.add(text)
            elif kind == tokenize.STRING and len(text) < 80:  # keys, options, names of formats
                names |= set(re.findall(r"\w+", text))
        names |= {*path.with_suffix("").parts}
    for path in (ROOT / "aima_search").rglob("*.js"):
        names |= set(re.findall(r"\w+", path.read_text("utf-8")))
    return names


def exists(path):
    pattern = re.sub("NAME|PUZZLE", "*", path).rstrip("/.")
    return any(ROOT.glob(pattern))


def test_every_path_in_a_comment_exists():
    missing = [
        f"{path.relative_to(ROOT)}:{line}: {found}"
        for path in sources()
        for line, text in written_in(path)
        if text.startswith("#")
        for found in PATH.findall(text)
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
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sources()
        for line, text in written_in(path)
        for name in re.findall(r"``([A-Za-z_][\w.]*)(?:\(\))?``", text)
        if not {*name.split(".")} <= known_names()
    ]
    assert unknown == []


def test_every_name_in_the_guides_exists():
    unknown = [
        f"{name}: {word}"
        for name in TEXTS
        for word in re.findall(r"`([A-Za-z_][\w.]*)(?:\(\))?`", (ROOT / name).read_text("utf-8"))
        if not ({*word.split(".")} <= known_names() or any(ROOT.rglob(word)))
    ]
    assert unknown == []


def test_a_stale_name_would_be_found():
    assert "BestKnown_" + "x" not in known_names()
    assert not exists("aima_search/base/kept" + ".py")
