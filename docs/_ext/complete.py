"""Fails the build if a page lacks a registered name, or the site's search does not find a word."""

import json
import re
from html import unescape
from pathlib import Path
from types import ModuleType

import click
from sphinx.errors import ExtensionError
from sphinx.search.en import SearchEnglish

import aima_search
import heuristics
from aima_search import lab, trace
from aima_search import search as textbook
from aima_search.algorithms.frontier import TIE_BREAKS
from aima_search.algorithms.names import ALGORITHMS
from aima_search.algorithms.options import OPTIONS
from aima_search.apps import play as web
from aima_search.apps.grade.assignment import KINDS
from aima_search.apps.grade.checks import KEYS
from aima_search.apps.grade.confinement import PROTECTIONS
from aima_search.apps.grade.results import OUTCOMES as GRADES
from aima_search.apps.lab import grid
from aima_search.base import errors
from aima_search.base.limits import LIMITS
from aima_search.catalog.heuristics import heuristic_names
from aima_search.cli import cli
from aima_search.cli.supervisor import EXITS
from aima_search.model.puzzle import PUZZLES
from aima_search.runs import instances as tables
from aima_search.runs.measures import MEASURES
from aima_search.runs.outcomes import OUTCOMES

API = "reference/api/*"
SEARCHED = ("astar_search", "admissible", "MovIX")


def expected():
    """Yield pairs of a page and a name that must be on it."""
    yield from (("reference/algorithms", name) for name in [*ALGORITHMS, *OPTIONS, *TIE_BREAKS])
    yield from (("reference/outcomes", name) for name in [*OUTCOMES, *MEASURES])
    yield from (("reference/outcomes", str(status)) for status in EXITS)
    yield from (("reference/assignments", one) for one in [*GRADES, *PROTECTIONS])
    checks = [check.kind for several in KINDS.values() for check in several]
    yield from (("reference/checks", one) for one in [*KINDS, *KEYS, *checks])
    yield from (("reference/labs", key) for key in [*grid._KEYS, *LIMITS, *tables._OF_GENERATED])
    yield from (("reference/labs", key) for key in tables._SOURCES)
    for module in (aima_search, heuristics, errors, lab, trace, web):
        yield from ((API, name) for name in names_of(module))
    yield from ((API, name) for name in star_import(textbook))
    for name in PUZZLES.names():
        puzzle = PUZZLES.get(name)
        yield from (("reference/heuristics", heuristic) for heuristic in heuristic_names(name))
        yield from ((f"puzzles/{name}", heuristic) for heuristic in heuristic_names(name))
        options = [*puzzle.board_options, *puzzle.instance_options]
        yield from ((f"puzzles/{name}", f"--{option.name}") for option in options)
        yield from ((f"puzzles/{name}", f"--{flag}") for flag in puzzle.solution_flags)
        yield from ((f"puzzles/{name}", one) for one in [*puzzle.levels(), *puzzle.formats])
    yield from (("reference/cli", words) for words in command_words(cli, "aima-search"))


def names_of(module):
    """Return the public names of a module that are not themselves modules."""
    names = getattr(module, "__all__", None) or [
        name for name, value in vars(module).items() if is_own(module, name, value)
    ]
    return [name for name in names if not isinstance(getattr(module, name), ModuleType)]


def star_import(facade):
    """Return the names that a star import of a module brings, except modules."""
    named = [(name, value) for name, value in vars(facade).items() if not name.startswith("_")]
    return [name for name, value in named if not isinstance(value, ModuleType)]


def is_own(module, name, value):
    """Return True if ``name`` is public and its value, a class or function, is from this module."""
    return not name.startswith("_") and getattr(value, "__module__", None) == module.__name__


def command_words(command, path):
    """Yield the words of every command, such as "aima-search lab run", and all options."""
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), name)
            yield f"{path} {name}"
            yield from command_words(found, f"{path} {name}")
    for parameter in command.params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            yield parameter.opts[-1]


def text_of(file):
    """Return the text of a page without its HTML."""
    body = file.read_text("utf-8")
    article = re.search(r"<article.*?</article>", body, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", article[0] if article else body)).split())


def check(app, error):
    """Raise one error with all names that are missing on the pages."""
    if error or app.builder.name != "html":
        return
    folder, pages, missing = Path(app.outdir), {}, []
    for page, words in expected():
        if page not in pages:
            pages[page] = " ".join(map(text_of, sorted(folder.glob(f"{page}.html"))))
        if not re.search(rf"(?<![\w-]){re.escape(words)}(?![\w-])", pages[page]):
            missing.append(f"{page}: {words}")
    index = (folder / "searchindex.js").read_text("utf-8")
    found = json.loads(index[index.index("{") : index.rindex("}") + 1])
    missing += [f"search: {words}" for words in SEARCHED if not is_found(found, words)]
    if missing:
        raise ExtensionError(f"not in the pages, {len(missing)} in all: {'; '.join(missing)}")


def is_found(index, words):
    """Return True if the search of the site finds a word."""
    return SearchEnglish({}).stem(words.lower()) in {**index["terms"], **index["titleterms"]}


def setup(app):
    """Run the check at the end of the build."""
    app.connect("build-finished", check, priority=900)
    return {"parallel_read_safe": True}
