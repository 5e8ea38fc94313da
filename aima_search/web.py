"""The page under its older module name, which scripts use; see ``aima_search.apps.play``."""

import sys
from importlib import import_module

sys.modules[__name__] = import_module("aima_search.apps.play")
