"""A short name for the module ``aima_search.apps.lab``, the laboratory."""

import sys
from importlib import import_module

sys.modules[__name__] = import_module("aima_search.apps.lab")
