"""Heuristics, one file for each puzzle.

>>> import heuristics
>>> from puzzles import MovIX
>>> problem = MovIX("5x5,4:5/1S1H1/2L2/V4/5")
>>> h = heuristics.get("max(partial-alignment, conflicts)", problem)
>>> heuristics.info("movix", "manhattan").admissible
False
"""

from importlib import import_module
from typing import TYPE_CHECKING

from aima_search.base.names import offer_when_used

if TYPE_CHECKING:
    from aima_search.catalog.combine import maximum as maximum
    from aima_search.catalog.combine import minimum as minimum
    from aima_search.catalog.combine import weighted as weighted
    from aima_search.catalog.combine import weighted_sum as weighted_sum
    from aima_search.catalog.heuristics import heuristic_info as info
    from aima_search.catalog.heuristics import heuristic_names as names
    from aima_search.catalog.heuristics import make_heuristic as get
    from aima_search.model.heuristic import register_heuristic as register
    from aima_search.model.heuristic import with_guides as with_guides
    from aima_search.model.heuristic import with_refinement as with_refinement

__all__ = [
    "get",
    "info",
    "maximum",
    "minimum",
    "names",
    "register",
    "weighted",
    "weighted_sum",
    "with_guides",
    "with_refinement",
]


def load_all() -> None:
    """Import every file of this package, so that the file registers its heuristics."""
    from pkgutil import iter_modules  # slow to import

    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


if not TYPE_CHECKING:
    __getattr__, __dir__ = offer_when_used(__name__, load_all)
