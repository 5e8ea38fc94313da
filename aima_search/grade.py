"""A short name of ``aima_search.apps.grade`` (the grader), for imports in scripts."""

import sys
from importlib import import_module

sys.modules[__name__] = import_module("aima_search.apps.grade")
