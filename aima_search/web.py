"""The older name of the module ``aima_search.apps.play``, which some scripts still import."""

import sys
from importlib import import_module

sys.modules[__name__] = import_module("aima_search.apps.play")
