"""Grading on a Dask cluster: a real scheduler, and a worker that finds the submissions."""

import importlib.util

import pytest

from aima_search.apps import grade
from aima_search.apps.grade.sandbox import can_confine
from aima_search.base.errors import SearchError
from tests.aima_search.apps.grade.assignments import (
    EXPANDED,
    HONEST,
    PROPERTIES,
    ZERO,
    assignment,
    check,
)

pytestmark = [
    pytest.mark.gate("a cluster"),
    pytest.mark.skipif(not can_confine(), reason="nothing is confined here"),
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None, reason="distributed is not installed"
    ),
]


def test_a_cluster_grades_as_this_machine_does(tmp_path):
    asked = assignment(tmp_path, PROPERTIES, EXPANDED)
    ends = "def my_h(node):\n    raise SystemExit\n"
    paths = []
    for name, text in {"honest": HONEST, "zero": ZERO, "ends": ends}.items():
        paths.append(tmp_path / f"{name}.py")
        paths[-1].write_text(text, "utf-8")
    here = grade.run(asked, paths)
    there = grade.run(asked, paths, scheduler="local", out=tmp_path / "results.jsonl")
    assert {one.submission: one.parts[0].findings for one in there} == {
        one.submission: one.parts[0].findings for one in here
    }
    assert there["honest.py"].parts[0].protections == here["honest.py"].parts[0].protections
    again = grade.run(asked, paths, out=tmp_path / "results.jsonl", resume=True)
    assert [one.points for one in again] == [one.points for one in here]


def test_a_fault_of_the_assignment_and_a_wrong_address_are_told(tmp_path):
    path = tmp_path / "zero.py"
    path.write_text(ZERO, "utf-8")
    wrong = assignment(tmp_path, check("properties", 4, boards="large", states=10))
    with pytest.raises(SearchError, match="has more than 10 states"):
        grade.run(wrong, [path], scheduler="local")
    with pytest.raises(SearchError, match="Dask scheduler"):
        grade.run(assignment(tmp_path, PROPERTIES), [path], scheduler="nowhere")
