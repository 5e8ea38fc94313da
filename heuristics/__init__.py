"""Heuristics: estimates of the cost that is left. One file a puzzle.

>>> import heuristics
>>> from puzzles import MovIX
>>> problem = MovIX("5x5,4:5/1S1H1/2L2/V4/5")
>>> h = heuristics.get("max(partial-alignment, conflicts)", problem)
>>> heuristics.info("movix", "manhattan").admissible
False
"""

from importlib import import_module
from pkgutil import iter_modules

from aima_search.algorithms.refinement import with_refinement
from aima_search.catalog.combine import maximum, minimum, weighted, weighted_sum
from aima_search.catalog.heuristics import heuristic_info as info
from aima_search.catalog.heuristics import heuristic_names as names
from aima_search.catalog.heuristics import make_heuristic as get
from aima_search.model.heuristic import register_heuristic as register

__all__ = [
    "get",
    "info",
    "maximum",
    "minimum",
    "names",
    "register",
    "weighted",
    "weighted_sum",
    "with_refinement",
]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
