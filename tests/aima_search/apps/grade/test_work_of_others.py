"""Forbidden modules while a submission runs, and estimates that change."""

import pytest

from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    OPTIMAL,
    PROPERTIES,
    TOP,
    graded,
    graded_together,
)

pytestmark = pytest.mark.gate("confinement")
FORBIDDEN = TOP + 'forbidden-imports = ["heuristics"]\n'
PUT_TOGETHER = {
    "a name put together": '__import__("heu" + "ristics")',
    "by importlib": 'importlib.import_module("heu" + "ristics.movix")',
    "by importlib's own import": 'importlib.__import__("heu" + "ristics")',
    "by the machinery": 'importlib._bootstrap._gcd_import("heu" + "ristics.movix")',
    "by pkgutil": 'pkgutil.resolve_name("heu" + "ristics.movix")',
    "by runpy": 'runpy.run_module("heu" + "ristics.movix")',
    "in a text that runs": 'exec("import heu" + "ristics")',
    "in a text with globals of its own": 'exec("import heu" + "ristics", {})',
    "in a text that is compiled": 'exec(compile("from heuristics import get", "x", "exec"))',
}


def test_an_import_that_is_put_together_is_refused_though_it_is_caught(tmp_path):
    texts = [
        "import importlib, pkgutil, runpy\n"
        "def my_h(node):\n"
        f"    try: {statement}\n"
        "    except BaseException: pass\n"
        "    return 0\n"
        for statement in PUT_TOGETHER.values()
    ]
    results = graded_together(tmp_path, texts, PROPERTIES, top=FORBIDDEN)
    for way, result in zip(PUT_TOGETHER, results, strict=True):
        assert result.outcome == "import-failed", way
        assert "must not be imported here" in result.findings[0].message, way


OTHER_WAYS = [
    'make_heuristic("max(conflicts, assignment)", problem)',
    "problem.h",
    'lambda node: 0 * solve(problem, heuristic="assign" + "ment").cost',
    'sys.modules["heu" + "ristics"].get("assignment", problem)',
    'heuristics_for("movix").get("assignment").factory(problem)',
]


def test_heuristics_of_a_forbidden_module_are_not_there_by_other_ways(tmp_path):
    texts = [
        "import sys\n"
        "from aima_search import solve\n"
        "from aima_search.catalog.heuristics import make_heuristic\n"
        "from aima_search.model.heuristic import heuristics_for\n"
        f"def my_h(problem): return {body}\n"
        for body in OTHER_WAYS
    ]
    allowed = graded_together(tmp_path, texts, PROPERTIES)
    assert [result.points for result in allowed] == [4] * len(texts)
    results = graded_together(tmp_path, texts, PROPERTIES, top=FORBIDDEN)
    for body, result in zip(OTHER_WAYS, results, strict=True):
        assert (result.outcome, result.points) == ("raised", 0), body


def test_what_is_not_forbidden_is_imported_as_ever(tmp_path):
    text = (
        "import dataclasses, importlib, numpy.linalg\n"
        "from collections import *\n"
        "sums = importlib.import_module('statistics')\n"
        "def my_h(node):\n"
        "    from math import inf\n"
        "    return numpy.int8(0) if __import__('random').random() < inf else 1\n"
    )
    assert graded(tmp_path, text, top=FORBIDDEN).points == 4
    everything = TOP + 'forbidden-imports = ["aima_search", "puzzles", "heuristics"]\n'
    assert graded(tmp_path, text, top=everything).points == 4
    text += "    import aima_search\n"
    text = text.replace("    return", "    __import__('aima_' + 'search')\n    return")
    result = graded(tmp_path, text, top=everything)
    assert "aima_search must not be imported here" in result.findings[0].message


def test_a_check_learns_nothing_from_another(tmp_path):
    learns = (
        "import os, sys\n"
        "made = []\n"
        "def my_h(problem):\n"
        "    known = bool(made or os.path.exists('kept') or hasattr(sys, 'kept'))\n"
        "    made.append(problem)\n"
        "    sys.kept = open('kept', 'w').close()\n"
        "    if known: raise ValueError('it has learned')\n"
        "    return lambda node: node.state == None or 0.5  # the beacon: the code ran\n"
    )
    for later in (OPTIMAL, EXPANDED, PROPERTIES):
        first, second = graded(tmp_path, learns, PROPERTIES, later).findings
        assert "0.5" in first.message + second.message
        assert "learned" not in first.message + second.message


IN_MEMORY = """
import sys

def my_h(problem):
    named = [m for k, m in sys.modules.items() if k.endswith("runs.search")]
    try: found = named[0].solve(problem).cost
    except BaseException as error: found = type(error).__name__
    engine = ("runs", "algorithms", "compiled", "analysis", "made", "checks", "trace")
    there = [
        f"{one.__module__}.{one.__name__}" for holder in list(sys.modules.values())
        for one in [*vars(holder).values()]
        if callable(one) and hasattr(one, "__code__") and "aima_search" in str(one.__module__)
        and f"{one.__module__}.".split(".")[1] in engine
    ]
    raise ValueError(f"beacon: {len(named)} {found} {there[:3]}")
"""


def test_a_heuristic_finds_no_engine_in_memory(tmp_path):
    forbidden = TOP + 'forbidden-imports = ["heuristics", "aima_search"]\n'
    finding = graded(tmp_path, IN_MEMORY, top=forbidden).findings[0]
    beacon = finding.message.partition("beacon: ")[2]
    assert beacon in ("0 IndexError []", "1 TypeError []", "1 AttributeError []"), finding
    assert finding.points == 0
    free = graded(tmp_path, IN_MEMORY, top=TOP).findings[0]  # where it may be, it is there
    assert "['aima_search." in free.message
