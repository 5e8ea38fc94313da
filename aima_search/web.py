"""The older name of ``aima_search.apps.play`` (the page), for scripts that still use this name."""

import sys
from importlib import import_module

sys.modules[__name__] = import_module("aima_search.apps.play")
