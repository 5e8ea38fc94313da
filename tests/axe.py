"""Runs axe-core, which finds accessibility faults; AIMA_SEARCH_AXE names its npm package."""

import os
import tarfile
from functools import cache

import pytest

VARIABLE = "AIMA_SEARCH_AXE"
IMPACTS = ("minor", "moderate", "serious", "critical")


@cache
def _source():
    if not os.environ.get(VARIABLE):
        pytest.skip(f"{VARIABLE} does not name the npm package axe-core, which the gate fetches")
    with tarfile.open(os.environ[VARIABLE]) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


def violations(tab, least="serious"):
    """Return a line for each fault of a tab's page that has at least the impact ``least``."""
    grave = IMPACTS[IMPACTS.index(least) :]
    tab.evaluate(f"{_source()}; 0")
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for rule in found
        if rule["impact"] in grave
        for node in rule["nodes"]
    ]
