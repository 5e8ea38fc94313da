"""Runs axe-core, which finds accessibility faults; AIMA_SEARCH_AXE names its npm package."""

import os
import tarfile
from functools import cache

import pytest

VARIABLE = "AIMA_SEARCH_AXE"
COLOR_RULES = ["color-contrast", "link-in-text-block"]
IMPACTS = ("minor", "moderate", "serious", "critical")


@cache
def _source():
    if not os.environ.get(VARIABLE):
        pytest.skip(f"{VARIABLE} does not name the npm package axe-core, which the gate fetches")
    with tarfile.open(os.environ[VARIABLE]) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


def violations(tab, least="serious", rules=None):
    """Return a line for each fault of a tab's page that has at least the impact ``least``.

    rules: the names of axe-core's rules to check, None for all rules.
    """
    grave = IMPACTS[IMPACTS.index(least) :]
    if not tab.evaluate("'axe' in window"):
        tab.evaluate(f"{_source()}; 0")
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found = tab.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        f"{rule['impact']} {rule['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for rule in found
        if rule["impact"] in grave
        for node in rule["nodes"]
    ]
