"""A short name of ``aima_search.apps.lab`` (the laboratory), for imports in scripts."""

import sys
from importlib import import_module

sys.modules[__name__] = import_module("aima_search.apps.lab")
